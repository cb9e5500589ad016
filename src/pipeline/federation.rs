//! The federation's side of a day: the submission with its checks, and its
//! recomputation from the sheets. Decides the order and nothing else.

use super::outputs::{Out, current_stage, options};
use super::{Day, Ending, Wishes, finish, work};
use crate::federation::{self, Case, Games, Remark, Source, Submission};
use crate::model::{Change, Code, Finding, OutputFile, Severity};
use crate::preset::{self, PresetError};
use crate::show::Told;
use crate::write::{self, WriteError};
use crate::{check, seat};

pub(super) use crate::federation::{
    CONTACTS_MARK, SUBMISSION_FORM as SUBMISSION_MARK, TRF_MARK as REPORT_MARK,
};

/// The submission's files, once all preliminary rounds are complete. What the
/// checks find never stops the event; a contradiction withholds the files.
pub(super) fn files(
    day: &Day,
    wishes: &Wishes,
    out: &Out,
    findings: &mut Vec<Finding>,
) -> Result<Vec<OutputFile>, WriteError> {
    if !day.progress.finished() {
        if wishes.contacts {
            let message = "there are no contacts to write yet: a preliminary round is missing";
            findings.push(Finding::event(
                Severity::Note,
                Code::ReportNotPossible,
                message,
            ));
        }
        return Ok(Vec::new());
    }
    // A run keeps the journal, so that it knows every change.
    let (submission, remarks) = submission(day, Some(&day.changes));
    let serious = remarks.iter().any(|remark| remark.serious);
    findings.extend(remarks.into_iter().map(|remark| remark.finding));
    if serious {
        return Ok(Vec::new());
    }
    let options = options(day, wishes);
    let (lang, a4) = (options.lang.code(), options.a4);
    let book = federation::submission_book(&submission, lang, a4);
    let mut files = vec![
        out.file("submission.json", submission.to_json().into_bytes()),
        out.file("submission.xlsx", write::xlsx_bytes(&book)?),
        out.file(
            "submission.csv",
            write::csv_bytes(&federation::submission_csv(&submission)),
        ),
    ];
    if wishes.contacts {
        let contacts = federation::contacts_csv(&submission, &day.event);
        files.push(out.file("contacts.csv", write::csv_bytes(&contacts)));
        if let Some(report) = federation::final_report(&submission, &day.event, lang, a4) {
            files.push(out.file("final-report.xlsx", write::xlsx_bytes(&report)?));
        }
        findings.extend(federation::unreachable(&submission, &day.event));
    }
    Ok(files)
}

/// The tournament report for chess programs, where it is asked for; an event
/// that it cannot say is told and stops nothing.
pub(super) fn report(
    day: &Day,
    wishes: &Wishes,
    out: &Out,
    findings: &mut Vec<Finding>,
) -> Option<OutputFile> {
    let games = Games {
        event: &day.event,
        preset: &day.preset,
        progress: &day.progress,
        scores: &day.scores,
        ranks: day.history.last().map_or(&[], Vec::as_slice),
    };
    match wishes.trf.then(|| federation::trf(&games))? {
        Ok(text) => Some(out.file("event.trf", text.into_bytes())),
        Err(reason) => {
            let message = format!("event.trf was not written: {reason}");
            let finding = Finding::event(Severity::Warning, Code::ReportNotPossible, message);
            findings.push(finding.help("run without --trf; everything else is written"));
            None
        }
    }
}

fn submission(day: &Day, changes: Option<&[Change]>) -> (Submission, Vec<Remark>) {
    let sheets = check::source_sheets(&day.input.grids, &day.settings, &day.preset);
    let sources: Vec<Source> = sheets
        .iter()
        .map(|sheet| Source::of(&sheet.place.file, sheet.place.sheet.as_deref(), &sheet.rows))
        .collect();
    let (overrides, _) = day.settings.overrides();
    let overrides: Vec<(String, String)> = overrides
        .into_iter()
        .map(|(key, value)| (key, value.to_string()))
        .collect();
    let texts = preset::texts(&day.preset.name, &day.input.folder).unwrap_or_default();
    let case = Case {
        event: &day.event,
        preset: &day.preset,
        preset_texts: &texts,
        overrides: &overrides,
        season: day.settings.get("season"),
        region: day.settings.get("region"),
        progress: &day.progress,
        scores: &day.scores,
        standings: &day.standings,
        qualifiers: &day.qualification.qualifiers,
        successors: &day.qualification.successors,
        finished: current_stage(day) == "finished",
        algorithm: seat::ALGORITHM,
        sources: &sources,
        changes,
    };
    let submission = federation::submission(&case);
    let remarks = federation::remarks(&case, &submission);
    (submission, remarks)
}

/// How a submission and its sheets compare.
#[derive(Clone, Debug)]
pub enum Verified {
    /// They agree in every field.
    Identical {
        /// Whether a journal told of changes made after the fact.
        changes_checked: bool,
    },
    /// They do not; each difference in words.
    Different(Vec<String>),
    /// They cannot be compared, and why.
    Refused(String),
}

/// Recomputes a submission from its sheets. Where the sheets have errors
/// there is no answer, and what is told says why.
#[must_use]
pub fn verify(wishes: &Wishes, claimed: &Submission) -> (Option<Verified>, (Told, Ending)) {
    let mut findings = Vec::new();
    let mut wishes = wishes.clone();
    let (mut day, mut system) = work(&wishes, &mut findings);
    let unnamed = wishes.preset.is_none() && day.is_none();
    if unnamed
        && findings
            .iter()
            .any(|finding| finding.code == Code::UnknownPreset)
    {
        // The event was run with a preset of the command line.
        wishes.preset = Some(claimed.preset.name.clone());
        findings.clear();
        (day, system) = work(&wishes, &mut findings);
    }
    let unknown = findings
        .iter()
        .any(|finding| finding.code == Code::UnknownPreset);
    let clean = !findings.iter().any(Finding::is_error);
    let verified = match &day {
        Some(day) if clean => Some(compared(day, claimed)),
        None if unknown => Some(Verified::Refused(format!(
            "the preset \"{}\" is not known here",
            claimed.preset.name
        ))),
        _ => None,
    };
    (verified, finish(day.as_ref(), findings, Vec::new(), system))
}

fn compared(day: &Day, claimed: &Submission) -> Verified {
    if let Some(reason) = other_rules(day, claimed) {
        return Verified::Refused(reason);
    }
    if !day.progress.finished() {
        let reason = "the sheets have no submission yet: a preliminary round is not complete";
        return Verified::Refused(reason.to_owned());
    }
    let known = !day.journal.is_empty();
    let (mut computed, _) = submission(day, known.then_some(&day.changes[..]));
    if !known {
        // Without the journal they cannot be checked, which is said.
        computed.changes_known = claimed.changes_known;
        computed.changes.clone_from(&claimed.changes);
    }
    let differences = federation::against_sheets(claimed, &computed);
    if differences.is_empty() {
        Verified::Identical {
            changes_checked: known,
        }
    } else {
        Verified::Different(differences)
    }
}

/// A preset that is not known here, or that has another text.
fn other_rules(day: &Day, claimed: &Submission) -> Option<String> {
    let name = &claimed.preset.name;
    let unknown = || format!("the preset \"{name}\" is not known here");
    let texts = match preset::texts(name, &day.input.folder) {
        Ok(texts) => texts,
        Err(PresetError::Unknown(_)) => return Some(unknown()),
        Err(error) => return Some(error.to_string()),
    };
    let here = federation::preset_hashes(&texts);
    let there: Vec<&String> = std::iter::once(&claimed.preset.sha256)
        .chain(&claimed.preset.base_sha256)
        .collect();
    if here.iter().ne(there.iter().copied()) {
        return Some(format!(
            "the preset \"{name}\" is another one here: its SHA-256 is {}, the submission's {}",
            here.join(", "),
            claimed.preset.sha256
        ));
    }
    None
}
