//! The day's work on one screen: read -> check -> score -> rank -> stage ->
//! seat -> report -> write. Decides the order of the stages and nothing of
//! what they do.

mod corrections;
mod explained;
mod federation;
mod outputs;
mod presets;
mod seating;
mod sheets;
mod told;

use std::path::PathBuf;

pub use explained::{Explained, explain};
pub use federation::{Verified, verify};
pub use presets::unknown_preset_help;

use crate::check::{self, Settings};
use crate::journal::{Correction, Journal};
use crate::model::{
    self, Code, Event, Finding, Place, PlayerIx, Progress, Scores, Seating, Severity, SheetFormat,
    Standings,
};
use crate::preset::{self, Preset};
use crate::read::{self, Input};
use crate::report::Lang;
use crate::show::Told;
use crate::stage::{self, Bracket, Next, Qualification};
use crate::write::{self, WriteError};
use crate::{rank, score};
use outputs::{outputs, stale, with_journal};
use presets::find_preset;
use seating::seat_rounds;
use told::finish;

/// What the command line wishes; each wins over the Event sheet.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The event's sheets.
    pub sheets: Vec<PathBuf>,
    /// The preset.
    pub preset: Option<String>,
    /// The seed.
    pub seed: Option<String>,
    /// The language.
    pub lang: Option<Lang>,
    /// Where the outputs go.
    pub out: Option<PathBuf>,
    /// The kind of round sheet.
    pub sheet_as: Option<SheetFormat>,
    /// A4, else Letter.
    pub a4: Option<bool>,
    /// Score sheets on a page.
    pub per_page: Option<u8>,
    /// Seat rounds without a result anew.
    pub reseat: bool,
    /// A folder of templates that override ours one by one.
    pub templates: Option<PathBuf>,
    /// A standings page that scrolls and reloads by itself.
    pub kiosk: bool,
    /// Files with the contacts of those who go on.
    pub contacts: bool,
    /// The tournament report for chess programs.
    pub trf: bool,
}

/// How a run ended; the exit status follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All written.
    Done,
    /// The sheets have errors.
    SheetErrors,
    /// The operating system would not read or write a file.
    SystemErrors,
}

/// An event with everything that follows from it.
struct Day {
    input: Input,
    settings: Settings,
    preset: Preset,
    event: Event,
    progress: Progress,
    scores: Scores,
    standings: Standings,
    history: Vec<Vec<Option<u32>>>,
    qualification: Qualification,
    bracket: Bracket,
    next: Next,
    seating: Option<Seating>,
    /// Who has a bye in the round that is seated now.
    byes: Vec<PlayerIx>,
    /// Rounds that are seated anew, as their sheets had them.
    reseated: Vec<model::Round>,
    /// What earlier runs read.
    journal: Journal,
    /// What this run found corrected.
    corrections: Vec<Correction>,
    /// All corrections on record, this run's included.
    changes: Vec<model::Change>,
}

/// Reads and checks only.
#[must_use]
pub fn check(wishes: &Wishes) -> (Told, Ending) {
    let mut findings = Vec::new();
    let (day, system) = work(wishes, &mut findings);
    finish(day.as_ref(), findings, Vec::new(), system)
}

/// Does the day's work and writes everything, or nothing where there is an
/// error.
#[must_use]
pub fn run(wishes: &Wishes) -> (Told, Ending) {
    let mut findings = Vec::new();
    let (day, mut system) = work(wishes, &mut findings);
    let mut written = Vec::new();
    if let Some(day) = &day
        && !findings.iter().any(Finding::is_error)
    {
        match outputs(day, wishes, &mut findings).and_then(|files| {
            let gone = stale(day, wishes, &files, &mut findings);
            write::commit_without(&with_journal(day, files), &gone)
        }) {
            Ok(names) => written = names,
            Err(error) => {
                system |= !matches!(error, WriteError::Template { .. });
                findings.push(not_written(&error));
            }
        }
    }
    finish(day.as_ref(), findings, written, system)
}

fn not_written(error: &WriteError) -> Finding {
    if matches!(error, WriteError::Template { .. }) {
        return Finding::event(Severity::Error, Code::BadTemplate, error.to_string())
            .help("correct the template, or run without --templates; earlier outputs stand");
    }
    Finding::event(Severity::Error, Code::NotWritten, error.to_string())
        .help("close the file where it is open, check the folder's permissions and the free space, and run again; earlier outputs stand")
}

/// Everything up to the seating; `None` where the sheets cannot be understood
/// that far. The flag says whether the operating system refused a file.
fn work(wishes: &Wishes, findings: &mut Vec<Finding>) -> (Option<Day>, bool) {
    let (input, settings) = sheets(wishes, findings);
    let system = input.system_errors;
    let day = understand(input, settings, wishes, findings);
    let (input, settings) = match &day {
        Ok(day) => (&day.input, &day.settings),
        Err(sheets) => (&sheets.0, &sheets.1),
    };
    check::add_excerpts(&input.grids, settings, findings);
    (day.ok(), system)
}

/// The event's sheets, with the Event sheet's settings.
fn sheets(wishes: &Wishes, findings: &mut Vec<Finding>) -> (Input, Settings) {
    let mut input = read::read(&wishes.sheets, None);
    let mut settings = check::settings(&input.grids);
    if let Some(encoding) = settings.get("encoding").map(ToOwned::to_owned) {
        input = read::read(&wishes.sheets, Some(&encoding));
        settings = check::settings(&input.grids);
    }
    findings.append(&mut input.findings);
    if !input.grids.is_empty() {
        findings.append(&mut settings.findings);
    }
    (input, settings)
}

/// The event and all that follows from it; the sheets back where they cannot
/// be understood that far.
fn understand(
    input: Input,
    settings: Settings,
    wishes: &Wishes,
    findings: &mut Vec<Finding>,
) -> Result<Day, Box<(Input, Settings)>> {
    let unclear = |input, settings| Err(Box::new((input, settings)));
    if input.grids.is_empty() {
        return unclear(input, settings);
    }
    let Some(preset) = find_preset(wishes, &input, &settings, findings) else {
        // What is wrong under any rules is told along with it.
        let neutral = preset::neutral();
        let (_, found) = checked(&input, &settings, &neutral);
        findings.extend(found.into_iter().filter(Finding::is_error));
        return unclear(input, settings);
    };
    let (mut event, mut found) = checked(&input, &settings, &preset);
    if let Some(seed) = &wishes.seed {
        event.seed = model::SeedText {
            text: seed.clone(),
            derived: false,
        };
        found.retain(|finding| finding.code != Code::SeedDerived);
    }
    findings.append(&mut found);
    if event.players.is_empty() {
        return unclear(input, settings);
    }
    let reseated = if wishes.reseat {
        take_unplayed(&mut event)
    } else {
        Vec::new()
    };
    // What is wrong with a sheet that is written again is wrong no more.
    findings.retain(|finding| {
        let sheet = finding.place.as_ref().map(Place::whole_sheet);
        !reseated
            .iter()
            .any(|round| Some(&round.sheet) == sheet.as_ref())
    });
    let mut day = follow(input, settings, preset, event, findings);
    day.reseated = reseated;
    Ok(day)
}

/// The event as the sheets have it. That it has no players is not told where
/// the list may stand in what could not be read.
fn checked(input: &Input, settings: &Settings, preset: &Preset) -> (Event, Vec<Finding>) {
    let (event, mut found) = check::event(&input.grids, settings, preset, input.base());
    let headless = |finding: &Finding| finding.code == Code::NoHeader && finding.is_error();
    if input.unread || found.iter().any(headless) {
        found.retain(|finding| finding.code != Code::NoPlayers);
    }
    (event, found)
}

/// Takes the rounds at the end out of which nothing was played.
fn take_unplayed(event: &mut Event) -> Vec<model::Round> {
    let played = event
        .rounds
        .iter()
        .rposition(model::Round::has_results)
        .map_or(0, |last| last + 1);
    event.rounds.split_off(played)
}

/// All that follows from a checked event.
fn follow(
    input: Input,
    settings: Settings,
    preset: Preset,
    mut event: Event,
    findings: &mut Vec<Finding>,
) -> Day {
    let progress = stage::progress(&event, &preset);
    let seed = event.seed.text.clone();
    stage::assign_groups(&mut event, &preset, &progress, |player| {
        rank::lot(&seed, &format!("group {}", player.draw_key()))
    });
    let mut scores = score::score(&event, &preset);
    findings.extend(check::compare(&event, &scores));
    findings.extend(stage::attend(&mut event, &preset, &scores, &progress));
    let preliminary = scores.up_to(progress.planned);
    let mut standings = rank::rank(&event, &preset, &preliminary, &progress);
    let history = history(&event, &preset, &preliminary, &progress, &standings);
    let over_all = preset.over_all_games();
    let all_games = if over_all.criteria.is_empty() {
        Standings::default()
    } else {
        rank::rank(&event, &over_all, &scores, &progress)
    };
    let journal = corrections::read(&input, &event.name);
    let corrections = journal.corrections(&event, &preset);
    let stand = journal.seated_before_corrections(&event, &corrections);
    let bracket = stage::play(
        &event, &preset, &scores, &progress, &standings, &all_games, &stand,
    );
    findings.extend(bracket.findings.iter().cloned());
    stage::final_ranking(
        &event,
        &preset,
        &scores,
        &bracket,
        &all_games,
        &mut standings,
    );
    bracket.tag(&mut event, &mut scores, &preset);
    let qualification = stage::qualify(&event, &preset, &progress, &bracket, &standings);
    let next = stage::next(&event, &preset, &progress, &bracket, input.form);
    let mut changes = journal.changes.clone();
    changes.extend(corrections.iter().map(|found| found.change.clone()));
    let mut day = Day {
        input,
        settings,
        preset,
        event,
        progress,
        scores,
        standings,
        history,
        qualification,
        bracket,
        next,
        seating: None,
        byes: Vec::new(),
        reseated: Vec::new(),
        journal,
        corrections,
        changes,
    };
    if findings.iter().any(Finding::is_error) {
        mark(&mut day);
        return day;
    }
    check_field(&day, findings);
    if let (Next::Seat { first, .. }, None) = (&day.next, day.progress.planned) {
        let message = format!(
            "nobody said how many rounds there are, so round {first} is seated as one more"
        );
        findings.push(
            Finding::event(Severity::Note, Code::RoundsOpen, message)
                .help("type Rounds and their number in the Event sheet to end them"),
        );
    }
    seat_rounds(&mut day, findings);
    mark(&mut day);
    findings.extend(corrections::tell(&day));
    day
}

/// Says who is through and who is out; before the last preliminary round this
/// follows from its tables, whether their sheet stands or is written now.
fn mark(day: &mut Day) {
    let last = day.progress.planned.unwrap_or_default();
    let tables = (day.progress.complete + 1 == last).then(|| seating::open_tables(day, last));
    let preset = &day.preset;
    let score = |vps: &[i64], winner| score::imagined(last, vps, winner, preset).rows;
    let ahead = tables.flatten().map(|tables| stage::Ahead {
        round: last,
        tables,
        score: &score,
    });
    stage::mark(
        &day.event,
        preset,
        &day.progress,
        &day.bracket,
        &day.qualification,
        ahead.as_ref(),
        &mut day.standings,
    );
}

/// The players' ranks after each complete preliminary round, as if the event
/// had been ranked then.
fn history(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
    now: &Standings,
) -> Vec<Vec<Option<u32>>> {
    let ranks = |standings: &Standings| {
        let mut ranks = vec![None; event.players.len()];
        for line in &standings.lines {
            ranks[line.player] = line.rank;
        }
        ranks
    };
    let after = |complete: u32| {
        if event.rounds.len() == complete as usize {
            return ranks(now);
        }
        let mut event = event.clone();
        event.rounds.retain(|round| round.number <= complete);
        let tables = scores.tables.iter().filter(|table| table.round <= complete);
        let scores = Scores {
            tables: tables.cloned().collect(),
        };
        let progress = Progress {
            complete,
            waiting_for: Vec::new(),
            ..progress.clone()
        };
        ranks(&rank::rank(&event, preset, &scores, &progress))
    };
    let last = progress
        .planned
        .map_or(progress.complete, |planned| progress.complete.min(planned));
    (1..=last).map(after).collect()
}

fn check_field(day: &Day, findings: &mut Vec<Finding>) {
    let field = day
        .event
        .players
        .iter()
        .filter(|player| player.takes_part(1))
        .count();
    if day.event.rounds.is_empty() && field < day.preset.min_players {
        let message = format!(
            "{field} players are too few for {}, which takes at least {}",
            day.preset.name, day.preset.min_players
        );
        findings.push(
            Finding::event(Severity::Error, Code::CannotSeat, message)
                .help("add players to the list, or choose another preset"),
        );
    }
}
