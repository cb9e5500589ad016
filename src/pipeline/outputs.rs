//! Everything that a run writes, as bytes. Opens no file but to look whether
//! one is there.

use std::path::PathBuf;

use super::seating::{new_rounds, round_plan};
use super::sheets::round_sheets;
use super::{Day, Wishes, corrections, federation};
use crate::model::{self, Code, Finding, OutputFile, Severity};
use crate::report::{self, Facts, Lang, Options, Public};
use crate::seat;
use crate::stage::Next;
use crate::write::{self, Pages, WriteError};

/// Everything that is to be written.
pub(super) fn outputs(
    day: &Day,
    wishes: &Wishes,
    findings: &mut Vec<Finding>,
) -> Result<Vec<OutputFile>, WriteError> {
    let options = options(day, wishes);
    let facts = facts(day, &options);
    let new_rounds = new_rounds(day);
    let mut files = round_sheets(day, wishes, &facts, &new_rounds, findings)?;
    let out = Out::new(day, wishes);
    let pages = Pages::new(wishes.templates.as_deref())?;
    files.push(out.file(
        "standings.json",
        report::standings_json(&facts).into_bytes(),
    ));
    files.push(out.file(
        "standings.csv",
        write::csv_bytes(&report::standings_csv(&facts)),
    ));
    files.push(out.file(
        "standings.xlsx",
        write::xlsx_bytes(&report::standings_book(&facts))?,
    ));
    files.push(out.file(
        "standings.html",
        pages.bytes(&report::standings_page(&facts))?,
    ));
    for plan in day.event.rounds.iter().map(round_plan).chain(new_rounds) {
        let number = plan.number;
        files.push(out.file(
            &format!("score-sheets-round-{number}.html"),
            pages.bytes(&report::score_sheets_page(&facts, &plan))?,
        ));
        files.push(out.file(
            &format!("seating-round-{number}.html"),
            pages.bytes(&report::seating_page(&facts, &plan))?,
        ));
    }
    files.extend(federation::files(day, wishes, &out, findings)?);
    files.extend(federation::report(day, wishes, &out, findings));
    Ok(files)
}

/// Files of an earlier run that this one does not make: a submission that does
/// not hold any more, and what was asked for then and is not now. Left behind
/// they would look as valid as the others. Each group is ours by its first
/// file, so that in a folder that was named nothing of others is touched.
const NOT_ALWAYS: [(&[&str], &str); 3] = [
    (
        &["submission.json", "submission.xlsx", "submission.csv"],
        federation::SUBMISSION_MARK,
    ),
    (
        &["contacts.csv", "final-report.xlsx"],
        federation::CONTACTS_MARK,
    ),
    (&["event.trf"], federation::REPORT_MARK),
];

/// Gives the files that go, by path and name, and tells them.
pub(super) fn stale(
    day: &Day,
    wishes: &Wishes,
    files: &[OutputFile],
    findings: &mut Vec<Finding>,
) -> Vec<(PathBuf, String)> {
    let out = Out::new(day, wishes);
    let mut gone = Vec::new();
    for (names, mark) in NOT_ALWAYS {
        let ours = wishes.out.is_none()
            || std::fs::read(out.folder.join(names[0]))
                .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(mark));
        let left = names.iter().map(|name| out.file(name, Vec::new()));
        let left = left.filter(|old| files.iter().all(|file| file.path != old.path));
        let left: Vec<OutputFile> = left.filter(|old| ours && old.path.is_file()).collect();
        if left.is_empty() {
            continue;
        }
        let shown: Vec<&str> = left.iter().map(|old| old.shown.as_str()).collect();
        let what = match shown.len() {
            1 => "it, and it does",
            _ => "them, and they do",
        };
        let message = format!(
            "removed {}: an earlier run wrote {what} not hold any more",
            shown.join(", ")
        );
        // Who has sent a submission has to send the next one.
        let severity = match names[0] {
            "submission.json" => Severity::Warning,
            _ => Severity::Note,
        };
        let help = match names[0] {
            "submission.json" => {
                "if it was sent already, tell the federation; the next complete run writes it again"
            }
            "event.trf" => "run with --trf to write it again",
            _ => "run with --contacts to write it again",
        };
        findings.push(Finding::event(severity, Code::OutputRemoved, message).help(help));
        gone.extend(left.into_iter().map(|old| (old.path, old.shown)));
    }
    gone
}

/// The journal gets its line with the files that it tells of, or not at all.
pub(super) fn with_journal(day: &Day, mut files: Vec<OutputFile>) -> Vec<OutputFile> {
    let sheets = files.iter().filter(|file| !file.shown.contains('/'));
    let written = sheets.map(|file| file.shown.clone()).collect();
    let line = day.journal.with_run(
        &day.event,
        &day.preset,
        day.progress.complete,
        &day.corrections,
        written,
    );
    if let Some(text) = line {
        files.push(OutputFile {
            path: day.input.folder.join(corrections::NAME),
            shown: corrections::NAME.to_owned(),
            bytes: text.into_bytes(),
        });
    }
    files
}

/// The stage that is played or seated now.
pub(super) fn current_stage(day: &Day) -> &'static str {
    if !day.progress.finished() {
        return model::Stage::Preliminary.as_str();
    }
    if let Next::Stage(plan) = &day.next {
        return plan.stage.as_str();
    }
    match day.bracket.stages.last() {
        Some(standing) if !day.bracket.finished => day.preset.stages[standing.rule].name.as_str(),
        _ => "finished",
    }
}

pub(super) fn facts<'a>(day: &'a Day, options: &'a Options) -> Facts<'a> {
    Facts {
        event: &day.event,
        preset: &day.preset,
        scores: &day.scores,
        standings: &day.standings,
        qualifiers: &day.qualification.qualifiers,
        successors: &day.qualification.successors,
        history: &day.history,
        changes: &day.changes,
        stage: current_stage(day),
        figures: day.seating.as_ref().map(|seating| &seating.figures),
        algorithm: seat::ALGORITHM,
        options,
    }
}

pub(super) fn options(day: &Day, wishes: &Wishes) -> Options {
    let from_sheet = |key: &str| day.settings.get(key);
    Options {
        lang: wishes
            .lang
            .or_else(|| from_sheet("language").and_then(Lang::parse))
            .unwrap_or(Lang::En),
        a4: wishes.a4.unwrap_or_else(|| {
            !from_sheet("paper").is_some_and(|paper| paper.eq_ignore_ascii_case("letter"))
        }),
        per_page: wishes
            .per_page
            .or_else(|| from_sheet("perpage").and_then(|text| text.parse().ok()))
            .unwrap_or(1),
        kiosk: wishes.kiosk,
        public: from_sheet("public")
            .and_then(Public::parse)
            .unwrap_or_default(),
    }
}

/// Where the outputs go, and how messages name them.
pub(super) struct Out {
    folder: PathBuf,
    shown: String,
}

impl Out {
    pub(super) fn new(day: &Day, wishes: &Wishes) -> Self {
        let folder = wishes.out.clone().unwrap_or_else(|| day.input.out.clone());
        let shown = folder.file_name().map_or_else(
            || "out".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        Self { folder, shown }
    }

    pub(super) fn file(&self, name: &str, bytes: Vec<u8>) -> OutputFile {
        OutputFile {
            path: self.folder.join(name),
            shown: format!("{}/{name}", self.shown),
            bytes,
        }
    }
}
