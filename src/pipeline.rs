//! The day's work on one screen: read -> check -> score -> rank -> stage ->
//! seat -> report -> write. Decides the order of the stages and nothing of
//! what they do.

mod corrections;
mod federation;

use std::path::{Path, PathBuf};

pub use federation::{Verified, verify};

use crate::check::{self, Settings};
use crate::journal::{Correction, Journal};
use crate::model::{
    Code, DrawError, Event, Finding, Form, OutputFile, Place, PlayerIx, Progress, Scores,
    SeatedRound, Seating, Severity, SheetFormat, Standings,
};
use crate::preset::{self, Preset, PresetError, SeatingMode, Seats, StageSeats};
use crate::read::{self, Input};
use crate::report::{self, Facts, Lang, Options, Public, RoundPlan};
use crate::show::{SeatingFacts, Told};
use crate::stage::{self, Bracket, Next, Qualification, StagePlan};
use crate::write::{self, Pages, WriteError};
use crate::{model, rank, score, seat};

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
        match outputs(day, wishes, &mut findings)
            .map(|files| with_journal(day, files))
            .and_then(|files| write::commit(&files))
        {
            Ok(names) => written = names,
            Err(error) => {
                system |= !matches!(error, WriteError::Template { .. });
                findings.push(not_written(&error));
            }
        }
    }
    finish(day.as_ref(), findings, written, system)
}

/// Why a player has a rank.
#[derive(Clone, Debug)]
pub enum Explained {
    /// As lines, and as JSON.
    Player(Vec<String>, serde_json::Value),
    /// The name fits nobody or several; those it could mean, with their IDs.
    Unclear {
        /// Whether it fits several.
        several: bool,
        /// Who could be meant.
        candidates: Vec<String>,
    },
}

/// Explains a player's rank. Where the sheets have errors there is no
/// explanation, and what is told says why.
#[must_use]
pub fn explain(wishes: &Wishes, player: &str) -> (Option<Explained>, (Told, Ending)) {
    let mut findings = Vec::new();
    let (day, system) = work(wishes, &mut findings);
    let clean = !findings.iter().any(Finding::is_error);
    let explained = day
        .as_ref()
        .filter(|_| clean)
        .map(|day| explained(day, wishes, player));
    (
        explained,
        finish(day.as_ref(), findings, Vec::new(), system),
    )
}

fn explained(day: &Day, wishes: &Wishes, wanted: &str) -> Explained {
    let players = &day.event.players;
    let shown = |player: &model::Player| format!("{} ({})", player.name, player.id);
    let found = match_player(players, wanted);
    match found[..] {
        [player] => {
            let options = options(day, wishes);
            let facts = facts(day, &options);
            Explained::Player(
                report::explain_text(&facts, player),
                report::explain_json(&facts, player),
            )
        }
        [] => {
            let names = players.iter().map(|player| player.name.as_str());
            let near = model::nearest(wanted, names, 5);
            let near = players
                .iter()
                .filter(|player| near.contains(&player.name.as_str()));
            Explained::Unclear {
                several: false,
                candidates: near.map(shown).collect(),
            }
        }
        _ => Explained::Unclear {
            several: true,
            candidates: found.iter().map(|at| shown(&players[*at])).collect(),
        },
    }
}

/// The players whom an ID, a name, or a part of a name can mean: the first of
/// these readings that fits anybody.
fn match_player(players: &[model::Player], wanted: &str) -> Vec<PlayerIx> {
    let loose = model::loose_key(wanted);
    let key = model::NameKey::new(wanted);
    let readings: [&dyn Fn(&model::Player) -> bool; 4] = [
        &|player| player.id == wanted,
        &|player| player.key == key,
        &|player| model::loose_key(&player.name) == loose,
        &|player| !loose.is_empty() && model::loose_key(&player.name).contains(&loose),
    ];
    let fits = |reading: &&dyn Fn(&model::Player) -> bool| {
        let found = players
            .iter()
            .enumerate()
            .filter(|(_, player)| reading(player));
        found.map(|(at, _)| at).collect::<Vec<_>>()
    };
    readings
        .iter()
        .map(fits)
        .find(|found| !found.is_empty())
        .unwrap_or_default()
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
    let mut input = read::read(&wishes.sheets, None);
    let mut settings = check::settings(&input.grids);
    if let Some(encoding) = settings.get("encoding").map(ToOwned::to_owned) {
        input = read::read(&wishes.sheets, Some(&encoding));
        settings = check::settings(&input.grids);
    }
    findings.append(&mut input.findings);
    let system = input.system_errors;
    if input.grids.is_empty() {
        return (None, system);
    }
    findings.append(&mut settings.findings);
    let Some(preset) = find_preset(wishes, &input, &settings, findings) else {
        return (None, system);
    };
    let (mut event, mut found) = check::event(&input.grids, &settings, &preset, input.base());
    if let Some(seed) = &wishes.seed {
        event.seed = model::SeedText {
            text: seed.clone(),
            derived: false,
        };
        found.retain(|finding| finding.code != Code::SeedDerived);
    }
    findings.append(&mut found);
    if event.players.is_empty() {
        return (None, system);
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
    (Some(day), system)
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
    let history = history(&event, &preset, &preliminary, &progress);
    let all_games = rank::rank(&event, &preset.over_all_games(), &scores, &progress);
    let bracket = stage::play(&event, &preset, &scores, &progress, &standings, &all_games);
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
    stage::mark(
        &event,
        &preset,
        &progress,
        &bracket,
        &qualification,
        &mut standings,
    );
    let next = stage::next(&event, &preset, &progress, &bracket, input.form);
    let journal = corrections::read(&input, &event.name);
    let corrections = journal.corrections(&event, &preset);
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
    findings.extend(corrections::tell(&day));
    day
}

/// Seats the preliminary rounds that are left, as the preset does it. Stages
/// after the cut are seated by their own rules.
fn seat_rounds(day: &mut Day, findings: &mut Vec<Finding>) {
    let written = day.event.rounds.len() as u32;
    let first = day
        .progress
        .planned
        .map_or(written, |last| written.min(last))
        + 1;
    let (event, preset, progress, scores) = (&day.event, &day.preset, &day.progress, &day.scores);
    let request = stage::draw_request(event, preset, progress, scores, first);
    if matches!(preset.seating, SeatingMode::Swiss | SeatingMode::Pods) {
        let ranking = rank::pairing_order(event, preset, &scores.up_to(progress.planned), progress);
        let seated = match &day.next {
            Next::Seat { first, .. } => by_rank(event, preset, progress, scores, &ranking, *first),
            _ => Ok((Vec::new(), Vec::new())),
        };
        let (rounds, byes) = match seated {
            Ok(seated) => seated,
            Err(error) => return findings.push(cannot_seat(&error)),
        };
        day.seating = Some(Seating {
            figures: seat::figures(&request, &rounds),
            rounds,
        });
        day.byes = byes;
        return;
    }
    match seat::seat(&request) {
        Ok(seating) => day.seating = Some(seating),
        Err(error) if matches!(day.next, Next::Seat { .. }) => findings.push(cannot_seat(&error)),
        Err(_) => {}
    }
}

fn cannot_seat(error: &DrawError) -> Finding {
    let help =
        "one player more or fewer, or a helper who plays as a guest, makes the tables come out";
    Finding::event(Severity::Error, Code::CannotSeat, error.to_string()).help(help)
}

/// One round by rank: pairs, or pods of more; tables are numbered through the
/// groups.
fn by_rank(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    scores: &Scores,
    ranking: &[PlayerIx],
    round: u32,
) -> Result<(Vec<SeatedRound>, Vec<PlayerIx>), DrawError> {
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    if preset.seating == SeatingMode::Pods {
        for request in stage::pod_requests(event, preset, scores, progress, ranking, round) {
            tables.extend(seat::pods(&request)?.tables);
        }
    } else {
        for request in stage::pair_requests(event, preset, scores, progress, ranking, round) {
            let paired = seat::pair(&request);
            tables.extend(paired.pairs.iter().map(|pair| pair.to_vec()));
            byes.extend(paired.bye);
        }
    }
    let seated = SeatedRound {
        number: round,
        tables,
    };
    Ok((vec![seated], byes))
}

/// The players' ranks after each complete preliminary round, as if the event
/// had been ranked then.
fn history(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
) -> Vec<Vec<Option<u32>>> {
    let after = |complete: u32| {
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
        let mut ranks = vec![None; event.players.len()];
        for line in rank::rank(&event, preset, &scores, &progress).lines {
            ranks[line.player] = line.rank;
        }
        ranks
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

fn find_preset(
    wishes: &Wishes,
    input: &Input,
    settings: &Settings,
    findings: &mut Vec<Finding>,
) -> Option<Preset> {
    let place = settings.place("preset").cloned();
    let Some(name) = wishes.preset.as_deref().or_else(|| settings.get("preset")) else {
        findings.push(
            Finding::event(Severity::Error, Code::UnknownPreset, "the event names no preset")
                .help("add a row Preset to the Event sheet, or give --preset; `tabletally presets` lists them"),
        );
        return None;
    };
    let (overrides, mut found) = settings.overrides();
    findings.append(&mut found);
    let error = match preset::load(name, &input.folder, &overrides) {
        Ok(preset) => return Some(preset),
        Err(error) => error,
    };
    let place = place.filter(|_| wishes.preset.is_none());
    findings.extend(preset_findings(&error, settings, place.as_ref()));
    None
}

/// Tells why a preset cannot be used, at the setting's cell where one is to
/// blame.
fn preset_findings(
    error: &PresetError,
    settings: &Settings,
    place: Option<&Place>,
) -> Vec<Finding> {
    let at = |place: Option<&Place>, code, message: String| match place {
        Some(place) => Finding::error(code, place.clone(), message),
        None => Finding::event(Severity::Error, code, message),
    };
    match error {
        PresetError::Unknown(name) => {
            vec![at(place, Code::UnknownPreset, error.to_string()).help(unknown_preset_help(name))]
        }
        PresetError::Setting { key, .. } => {
            let cell = settings.place(&model::loose_key(key));
            vec![
                at(cell, Code::BadSetting, error.to_string()).help(
                    "correct the setting; `tabletally presets NAME` prints what the preset says",
                ),
            ]
        }
        PresetError::Bad { name, faults } => faults
            .iter()
            .map(|fault| {
                let finding = at(place, Code::BadPreset, fault.told(name));
                let finding = match &fault.line {
                    Some(line) => finding.context(line.clone()),
                    None => finding,
                };
                finding.help("correct the preset file")
            })
            .collect(),
    }
}

/// Says which preset was likely meant.
#[must_use]
pub fn unknown_preset_help(name: &str) -> String {
    let near = model::nearest(name, preset::BUILTIN.iter().map(|(known, _)| *known), 2);
    let all = "`tabletally presets` lists them; a preset file beside the sheets is named with its ending .toml";
    if near.is_empty() {
        all.to_owned()
    } else {
        format!("did you mean {}? {all}", near.join(" or "))
    }
}

/// Everything that is to be written.
fn outputs(
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
    Ok(files)
}

/// The journal gets its line with the files that it tells of, or not at all.
fn with_journal(day: &Day, mut files: Vec<OutputFile>) -> Vec<OutputFile> {
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
fn current_stage(day: &Day) -> &'static str {
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

fn facts<'a>(day: &'a Day, options: &'a Options) -> Facts<'a> {
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

fn options(day: &Day, wishes: &Wishes) -> Options {
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
struct Out {
    folder: PathBuf,
    shown: String,
}

impl Out {
    fn new(day: &Day, wishes: &Wishes) -> Self {
        let folder = wishes.out.clone().unwrap_or_else(|| day.input.out.clone());
        let shown = folder.file_name().map_or_else(
            || "out".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        Self { folder, shown }
    }

    fn file(&self, name: &str, bytes: Vec<u8>) -> OutputFile {
        OutputFile {
            path: self.folder.join(name),
            shown: format!("{}/{name}", self.shown),
            bytes,
        }
    }
}

/// The rounds that get a sheet in this run.
fn new_rounds(day: &Day) -> Vec<RoundPlan> {
    if let Next::Stage(plan) = &day.next {
        return vec![stage_round(day, plan)];
    }
    let (Next::Seat { first, last }, Some(seating)) = (&day.next, &day.seating) else {
        return Vec::new();
    };
    // Where play order is found at the table, the organiser fills it in.
    let given = day.preset.seats != Seats::Open;
    let now = seating
        .rounds
        .iter()
        .filter(|round| (*first..=*last).contains(&round.number));
    now.map(|round| {
        let seats = |table: &Vec<PlayerIx>| {
            table
                .iter()
                .zip(1..)
                .map(|(player, seat)| (*player, given.then_some(seat)))
                .collect()
        };
        let tables = round
            .tables
            .iter()
            .zip(1..)
            .map(|(table, number)| (number, seats(table)))
            .collect();
        RoundPlan {
            number: round.number,
            stage: model::Stage::Preliminary,
            third_place: None,
            tables,
            byes: day.byes.clone(),
        }
    })
    .collect()
}

/// A stage's round, drawn where the rules draw.
fn stage_round(day: &Day, plan: &StagePlan) -> RoundPlan {
    let players = &day.event.players;
    let keyed: Vec<Vec<(String, PlayerIx)>> = plan
        .tables
        .iter()
        .map(|table| {
            let key = |player: &PlayerIx| (players[*player].draw_key(), *player);
            table.players.iter().map(key).collect()
        })
        .collect();
    let laid = seat::draw_stage(
        &day.event.seed.text,
        plan.stage.as_str(),
        &keyed,
        plan.draw_tables,
        plan.seats == StageSeats::Drawn,
    );
    let given = plan.seats != StageSeats::Open;
    let tables = plan.tables.iter().zip(laid).map(|(table, laid)| {
        let seats = laid
            .into_iter()
            .zip(1..)
            .map(|(player, seat)| (player, given.then_some(seat)));
        (table.number, seats.collect())
    });
    RoundPlan {
        number: plan.round,
        stage: plan.stage,
        third_place: third_place(plan.tables.iter().map(|table| (table.number, table.stage))),
        tables: tables.collect(),
        byes: Vec::new(),
    }
}

fn third_place(mut tables: impl Iterator<Item = (u32, model::Stage)>) -> Option<u32> {
    tables
        .find(|(_, stage)| *stage == model::Stage::ThirdPlace)
        .map(|(number, _)| number)
}

fn round_plan(round: &model::Round) -> RoundPlan {
    let seats = |table: &model::Table| {
        table
            .seats
            .iter()
            .map(|seat| (seat.player, seat.seat))
            .collect()
    };
    RoundPlan {
        number: round.number,
        stage: round.stage,
        third_place: third_place(round.tables.iter().map(|table| (table.number, table.stage))),
        tables: round
            .tables
            .iter()
            .map(|table| (table.number, seats(table)))
            .collect(),
        byes: round.byes.clone(),
    }
}

/// The sheets to type into. One that exists is never written to, but for one
/// that is seated anew, which is kept under another name.
fn round_sheets(
    day: &Day,
    wishes: &Wishes,
    facts: &Facts<'_>,
    rounds: &[RoundPlan],
    findings: &mut Vec<Finding>,
) -> Result<Vec<OutputFile>, WriteError> {
    let mut files = Vec::new();
    for plan in rounds {
        let workbook = day.input.form == Form::Workbook;
        let old = day
            .reseated
            .iter()
            .find(|round| round.number == plan.number);
        let was_csv = old.map(|round| is_csv(&round.sheet.file));
        let wished = wishes.sheet_as.unwrap_or(day.input.format) == SheetFormat::Csv;
        let csv = !workbook && was_csv.unwrap_or(wished);
        let name = match (workbook, csv) {
            (true, _) => format!("{}-round-{}.xlsx", day.input.base(), plan.number),
            (false, true) => format!("round-{}.csv", plan.number),
            (false, false) => format!("round-{}.xlsx", plan.number),
        };
        let path = day.input.folder.join(&name);
        let anew = old.is_some_and(|round| round.sheet.file == name);
        if exists(&path) && !anew {
            let message =
                "this file exists already and was left alone; the round was not written again";
            findings.push(
                Finding::note(Code::LeftAlone, Place::file(name), message)
                    .help("go on in that file"),
            );
            continue;
        }
        if anew {
            files.push(kept(&path, &name)?);
        }
        let bytes = if csv {
            write::csv_bytes(&report::round_csv(facts, plan))
        } else if workbook {
            let grids = without(&day.input.grids, &day.reseated);
            write::workbook_with_round(&grids, &report::round_book(facts, plan))?
        } else {
            write::xlsx_bytes(&report::round_book(facts, plan))?
        };
        files.push(OutputFile {
            path,
            shown: name,
            bytes,
        });
    }
    Ok(files)
}

fn is_csv(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
}

/// The old sheet of a round that is seated anew, under a name of its own.
fn kept(path: &Path, name: &str) -> Result<OutputFile, WriteError> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "xlsx"));
    let mut number = 1;
    let mut shown = format!("{stem}.before-reseat-{number}.{ending}");
    while exists(&path.with_file_name(&shown)) {
        number += 1;
        shown = format!("{stem}.before-reseat-{number}.{ending}");
    }
    let bytes = std::fs::read(path).map_err(|source| WriteError::System {
        file: name.to_owned(),
        source,
    })?;
    Ok(OutputFile {
        path: path.with_file_name(&shown),
        shown,
        bytes,
    })
}

/// The sheets of a workbook without those that are seated anew.
fn without(grids: &[model::Grid], reseated: &[model::Round]) -> Vec<model::Grid> {
    let gone = |grid: &&model::Grid| !reseated.iter().any(|round| round.sheet == grid.place());
    grids.iter().filter(gone).cloned().collect()
}

fn exists(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

fn finish(
    day: Option<&Day>,
    mut findings: Vec<Finding>,
    written: Vec<String>,
    system: bool,
) -> (Told, Ending) {
    findings.sort_by(|a, b| {
        (a.severity, &a.place, a.code, &a.message).cmp(&(b.severity, &b.place, b.code, &b.message))
    });
    let errors = findings.iter().any(Finding::is_error);
    let ending = match (system, errors) {
        (true, _) => Ending::SystemErrors,
        (false, true) => Ending::SheetErrors,
        (false, false) => Ending::Done,
    };
    let event = day.map(|day| {
        (
            day.event.players.len(),
            day.progress.complete,
            day.progress.waiting_for.clone(),
        )
    });
    let seating = day.filter(|_| !errors).and_then(seating_facts);
    let mut told = Told {
        ok: ending == Ending::Done,
        findings,
        event,
        seating,
        written,
        summary: Vec::new(),
    };
    told.summary = summary(day, &told, ending);
    (told, ending)
}

/// The round that is played next, be it seated now or earlier.
fn seating_facts(day: &Day) -> Option<SeatingFacts> {
    let seating = day.seating.as_ref()?;
    let waiting = day.event.rounds.iter().find(|round| !round.is_complete());
    let (round, stage, sizes): (u32, model::Stage, Vec<usize>) = match (&day.next, waiting) {
        (Next::Finished, _) => return None,
        (Next::Stage(plan), _) => (
            plan.round,
            plan.stage,
            plan.tables
                .iter()
                .map(|table| table.players.len())
                .collect(),
        ),
        (_, Some(round)) => (
            round.number,
            round.stage,
            round.tables.iter().map(model::Table::size).collect(),
        ),
        (_, None) => {
            let round = seating.rounds.first()?;
            let sizes = round.tables.iter().map(Vec::len).collect();
            (round.number, model::Stage::Preliminary, sizes)
        }
    };
    Some(SeatingFacts {
        round,
        stage: stage.as_str(),
        tables: sizes.len(),
        tables_of_three: sizes.iter().filter(|size| **size == 3).count(),
        figures: seating.figures.clone(),
    })
}

fn summary(day: Option<&Day>, told: &Told, ending: Ending) -> Vec<String> {
    let errors = told
        .findings
        .iter()
        .filter(|finding| finding.is_error())
        .count();
    if ending != Ending::Done {
        let noun = if errors == 1 { "error" } else { "errors" };
        return vec![format!("{errors} {noun}; nothing was written")];
    }
    let Some(day) = day else { return Vec::new() };
    let mut lines = Vec::new();
    let progress = &day.progress;
    let players = day.event.players.len();
    lines.push(match progress.planned {
        Some(planned) => format!(
            "{players} players, {} of {planned} rounds complete",
            progress.complete
        ),
        None => format!("{players} players, {} rounds complete", progress.complete),
    });
    if !progress.waiting_for.is_empty() {
        let tables: Vec<String> = progress
            .waiting_for
            .iter()
            .map(ToString::to_string)
            .collect();
        lines.push(format!("waiting for tables {}", tables.join(", ")));
    }
    if let Some(facts) = &told.seating {
        let figures = &facts.figures;
        let repeats = match figures.repeat_meetings {
            0 => "no pair meets twice".to_owned(),
            1 => "one pair meets again".to_owned(),
            many => format!(
                "pairs meet again {many} times (repeat cost {}, at least {} in any plan)",
                figures.repeat_cost, figures.repeat_lower_bound
            ),
        };
        let threes = if day.preset.table_sizes.contains(&3) {
            format!(", {} of three", facts.tables_of_three)
        } else {
            String::new()
        };
        let stage = match facts.stage {
            "preliminary" => String::new(),
            stage => format!(" ({stage})"),
        };
        lines.push(format!(
            "round {}{stage}: {} tables{threes}; {repeats}",
            facts.round, facts.tables
        ));
    }
    if day.next == Next::Finished {
        lines.push("all rounds are complete".to_owned());
    }
    lines.extend(told.written.iter().map(|name| format!("wrote {name}")));
    lines
}
