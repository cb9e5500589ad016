//! `plan`: a whole schedule without an event, and how good it is. Of a preset
//! it uses the table sizes, the goals and how seats are given.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::progress::{Progress, shown};
use super::{SYSTEM, USAGE, complain, language, print_bytes};
use crate::cli::{OutputFormat, Paper, PlanArgs};
use crate::model::{
    DrawError, DrawPlayer, DrawRequest, Figures, Goal, OutputFile, SeatRule, Seating, Stage,
};
use crate::pipeline::unknown_preset_help;
use crate::preset;
use crate::report::{Lang, WallChart, wall_chart_page};
use crate::seat;
use crate::show::{self, SeatingFacts};
use crate::write::{self, Pages, WriteError};

/// The most players a plan is made for.
const MOST: usize = 20_000;

pub(super) fn run(arguments: &PlanArgs) -> ExitCode {
    let wish = match Wish::new(arguments) {
        Ok(wish) => wish,
        Err(text) => return wrong(&text),
    };
    if wish.first < wish.last {
        return match arguments.out {
            Some(_) => wrong("--out takes one number of players, not a range"),
            None => compare(&wish, arguments.format),
        };
    }
    let what = format!("planning {} players", wish.first);
    let request = wish.request(wish.first);
    let seating = match shown(&what, &Progress::new(1), || seat::seat(&request)) {
        Ok(seating) => seating,
        Err(error) => return wrong(&cannot_split(&error)),
    };
    let mut written = Vec::new();
    if let Some(folder) = &arguments.out {
        match files(arguments, &wish, folder, &seating).and_then(|files| write::commit(&files)) {
            Ok(names) => written = names,
            Err(error) => {
                complain(&format!("error: {error}\n"));
                return ExitCode::from(SYSTEM);
            }
        }
    }
    let text = match arguments.format {
        OutputFormat::Json => as_json(wish.first, &seating),
        OutputFormat::Text => as_text(&wish, &seating, &written),
    };
    print_bytes(text.as_bytes())
}

fn wrong(text: &str) -> ExitCode {
    complain(&format!("error: {text}\n"));
    ExitCode::from(USAGE)
}

fn cannot_split(error: &DrawError) -> String {
    format!("{error}\n  help: one player more or fewer makes the tables come out")
}

/// What is to be planned.
struct Wish {
    first: usize,
    last: usize,
    rounds: u32,
    sizes: Vec<usize>,
    goals: Vec<Goal>,
    seats: SeatRule,
    seed: String,
}

impl Wish {
    fn new(arguments: &PlanArgs) -> Result<Self, String> {
        let (first, last) = range(&arguments.players).ok_or_else(|| {
            format!(
                "\"{}\" is not a number of players; give one from 1 to {MOST} such as 24, or a range such as 60-66",
                arguments.players
            )
        })?;
        let mut wish = Self {
            first,
            last,
            rounds: arguments.rounds,
            sizes: vec![4, 3],
            goals: vec![
                Goal::Repeats,
                Goal::SeatBalance,
                Goal::ThreePlayerBalance,
                Goal::Avoid,
            ],
            seats: SeatRule::Balanced,
            seed: arguments.seed.clone().unwrap_or_else(|| "plan".to_owned()),
        };
        if let Some(name) = &arguments.preset {
            let loaded = preset::load(name, Path::new("."), &[]);
            let preset = loaded
                .map_err(|error| format!("{error}\n  help: {}", unknown_preset_help(name)))?;
            wish.sizes = preset.table_sizes;
            wish.goals = preset.goals;
            wish.seats = preset.seats.rule();
        }
        if let Some(sizes) = &arguments.sizes {
            wish.sizes = sizes.iter().map(|&size| usize::from(size)).collect();
        }
        Ok(wish)
    }

    fn request(&self, players: usize) -> DrawRequest {
        let player = |at: usize| DrawPlayer {
            key: id(at, players),
            plays: vec![true; self.rounds as usize],
            avoid: Vec::new(),
            table: None,
        };
        DrawRequest {
            seed: self.seed.clone(),
            players: (0..players).map(player).collect(),
            sizes: self.sizes.clone(),
            goals: self.goals.clone(),
            seats: self.seats,
            played: Vec::new(),
            first: 1,
            last: self.rounds,
        }
    }
}

/// Reads "24" or "60-66".
fn range(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    (1 <= first && first <= last && last <= MOST).then_some((first, last))
}

/// The ID of a player of a field: P001, or longer where there are many.
fn id(at: usize, players: usize) -> String {
    let width = players.to_string().len().max(3);
    format!("P{:0width$}", at + 1)
}

/// How good a seating is, in the form that `run` gives.
fn facts(seating: &Seating) -> SeatingFacts {
    let tables = seating
        .rounds
        .first()
        .map_or(&[][..], |round| &round.tables);
    SeatingFacts {
        stage: Stage::Preliminary.as_str(),
        round: 1,
        tables: tables.len(),
        tables_of_three: tables.iter().filter(|table| table.len() == 3).count(),
        figures: seating.figures.clone(),
    }
}

fn as_json(players: usize, seating: &Seating) -> String {
    let ids = |table: &Vec<usize>| table.iter().map(|&at| id(at, players)).collect::<Vec<_>>();
    let rounds: Vec<Vec<Vec<String>>> = (seating.rounds.iter())
        .map(|round| round.tables.iter().map(ids).collect())
        .collect();
    pretty(&json!({"rounds": rounds, "seating": show::seating(&facts(seating))}))
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

fn as_text(wish: &Wish, seating: &Seating, written: &[String]) -> String {
    let players = wish.first;
    let mut text = String::new();
    for round in &seating.rounds {
        let _ = writeln!(text, "Round {}", round.number);
        for (table, number) in round.tables.iter().zip(1..) {
            let ids: Vec<String> = table.iter().map(|&at| id(at, players)).collect();
            let _ = writeln!(text, "  table {number:>3}:  {}", ids.join("  "));
        }
    }
    let facts = facts(seating);
    let _ = writeln!(
        text,
        "{players} players, {} rounds, {} tables, {} of them of three",
        wish.rounds, facts.tables, facts.tables_of_three
    );
    let figures = &facts.figures;
    let _ = writeln!(text, "repeats: {}", repeats(figures));
    let _ = writeln!(
        text,
        "three-player games: most minus least {}; one seat: most minus least {}",
        figures.three_player_spread, figures.seat_spread
    );
    let _ = writeln!(text, "{}", proof(figures));
    let _ = writeln!(text, "seed: {} ({})", wish.seed, seat::ALGORITHM);
    for name in written {
        let _ = writeln!(text, "written: {name}");
    }
    text
}

fn repeats(figures: &Figures) -> String {
    match figures.repeat_cost {
        0 => "nobody meets anybody twice".to_owned(),
        cost => format!(
            "cost {cost}, proven at least {}; {} meetings beyond the first, a pair meets at most {} times",
            figures.repeat_lower_bound, figures.repeat_meetings, figures.max_meetings
        ),
    }
}

fn proof(figures: &Figures) -> &'static str {
    if figures.proven_optimal {
        "proven: no plan is better"
    } else {
        "not proven to be the best"
    }
}

/// One line for each number of players.
fn compare(wish: &Wish, format: OutputFormat) -> ExitCode {
    let mut text = String::new();
    let mut plans = Vec::new();
    let numbers = wish.first..=wish.last;
    let progress = Progress::new(wish.last - wish.first + 1);
    let seated: Vec<_> = shown("planning", &progress, || {
        let seat = |players| {
            let seated = seat::seat(&wish.request(players));
            progress.step();
            seated
        };
        numbers.clone().map(seat).collect()
    });
    for (players, seated) in numbers.zip(seated) {
        match seated {
            Ok(seating) => {
                let facts = facts(&seating);
                let _ = writeln!(
                    text,
                    "{players:>5} players: {} tables, {} of three; repeats {} (at least {}); {}",
                    facts.tables,
                    facts.tables_of_three,
                    facts.figures.repeat_cost,
                    facts.figures.repeat_lower_bound,
                    proof(&facts.figures)
                );
                plans.push(json!({"players": players, "seating": show::seating(&facts)}));
            }
            Err(error) => {
                let _ = writeln!(text, "{players:>5} players: {error}");
                plans.push(json!({"players": players, "seating": null}));
            }
        }
    }
    match format {
        OutputFormat::Text => print_bytes(text.as_bytes()),
        OutputFormat::Json => print_bytes(pretty(&json!({"plans": plans})).as_bytes()),
    }
}

/// Everything that `--out` writes.
fn files(
    arguments: &PlanArgs,
    wish: &Wish,
    folder: &Path,
    seating: &Seating,
) -> Result<Vec<OutputFile>, WriteError> {
    let mut files = sheets(folder, wish.first, seating);
    let names: Vec<String> = (0..wish.first).map(|at| id(at, wish.first)).collect();
    let page = wall_chart_page(&WallChart {
        title: &format!("{}–{}", id(0, wish.first), id(wish.first - 1, wish.first)),
        facts: &[format!("{} ({})", wish.seed, seat::ALGORITHM)],
        names: &names,
        rounds: &seating.rounds,
        lang: arguments.lang.map_or(Lang::En, language),
        a4: arguments.paper == Paper::A4,
    });
    let name = "wall-chart.html";
    files.push(OutputFile {
        path: folder.join(name),
        shown: name.to_owned(),
        bytes: Pages::new(None)?.bytes(&page)?,
    });
    Ok(files)
}

/// The sheets to type results into, one a round.
fn sheets(folder: &Path, players: usize, seating: &Seating) -> Vec<OutputFile> {
    const HEADERS: [&str; 13] = [
        "Round", "Stage", "Table", "Seat", "ID", "Player", "VP", "Winner", "Penalty", "Signed",
        "Sheet", "Void", "Note",
    ];
    let sheet = |round: &crate::model::SeatedRound| {
        let mut rows = vec![HEADERS.map(ToOwned::to_owned).to_vec()];
        for (table, number) in round.tables.iter().zip(1..) {
            for (&at, seat) in table.iter().zip(1..) {
                let mut row = vec![String::new(); HEADERS.len()];
                row[0] = round.number.to_string();
                "preliminary".clone_into(&mut row[1]);
                row[2] = format!("{number}");
                row[3] = format!("{seat}");
                row[4] = id(at, players);
                row[5] = id(at, players);
                rows.push(row);
            }
        }
        let name = format!("round-{}.csv", round.number);
        OutputFile {
            path: folder.join(&name),
            shown: name,
            bytes: write::csv_bytes(&rows),
        }
    };
    seating.rounds.iter().map(sheet).collect()
}
