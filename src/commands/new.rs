//! `new`: an event's first sheets, the settings and the player list.

use std::hash::{BuildHasher, RandomState};
use std::process::ExitCode;

use super::{SHEETS, SYSTEM, complain, print_bytes};
use crate::check;
use crate::cli::{NewArgs, SheetKind};
use crate::model::{
    Align, Book, BookCell, BookSheet, Code, Column, Finding, OutputFile, Place, Player, Severity,
    Style,
};
use crate::pipeline::unknown_preset_help;
use crate::preset::{self, Preset};
use crate::show::{self, Told};
use crate::{read, write};

pub(super) fn run(arguments: &NewArgs) -> ExitCode {
    let preset = match preset::load(&arguments.preset, &arguments.dir, &[]) {
        Ok(preset) => preset,
        Err(error) => {
            complain(&format!(
                "error: {error}\n  help: {}\n",
                unknown_preset_help(&arguments.preset)
            ));
            return ExitCode::from(SHEETS);
        }
    };
    let mut findings = Vec::new();
    let (players, readable) = players(arguments, &preset, &mut findings);
    let sheets = [event_sheet(arguments, &preset), player_sheet(&players)];
    let files = files(arguments, &sheets);
    let taken = files
        .iter()
        .flatten()
        .filter(|file| std::fs::symlink_metadata(&file.path).is_ok());
    findings.extend(taken.map(|file| {
        Finding::error(
            Code::LeftAlone,
            Place::file(file.shown.clone()),
            "this file exists already",
        )
        .help("choose another folder, or go on with the event that is there")
    }));
    if findings.iter().any(Finding::is_error) {
        let told = Told {
            findings,
            ..Told::default()
        };
        complain(&show::text(&told, false));
        return ExitCode::from(if readable { SHEETS } else { SYSTEM });
    }
    match files.and_then(|files| write::commit(&files)) {
        Ok(written) => {
            let mut lines: Vec<String> =
                written.iter().map(|name| format!("wrote {name}")).collect();
            let folder = arguments.dir.display();
            lines.push(format!(
                "type or paste the players, then: tabletally run {folder}"
            ));
            let told = Told {
                ok: true,
                findings,
                summary: lines,
                ..Told::default()
            };
            print_bytes(show::text(&told, false).as_bytes())
        }
        Err(error) => {
            complain(&format!("error: {error}\n"));
            ExitCode::from(SYSTEM)
        }
    }
}

/// The players of an existing list, and whether the operating system let it
/// be read.
fn players(
    arguments: &NewArgs,
    preset: &Preset,
    findings: &mut Vec<Finding>,
) -> (Vec<Player>, bool) {
    let Some(path) = &arguments.players else {
        return (Vec::new(), true);
    };
    let input = read::read_list(path);
    let unread = input.findings.iter().any(Finding::is_error);
    findings.extend(input.findings);
    if unread {
        return (Vec::new(), !input.system_errors);
    }
    let settings = check::settings(&input.grids);
    let (players, found) = check::players(&input.grids, &settings, preset);
    // Only IDs, names, clubs and what keeps players apart are taken over; what
    // the file says of rounds is another event's.
    let about_players = |finding: &Finding| {
        finding.severity != Severity::Note
            && !matches!(
                finding.code,
                Code::OutOfRange | Code::NotAMark | Code::NotANumber
            )
    };
    findings.extend(found.into_iter().filter(about_players));
    (players, true)
}

fn event_sheet(arguments: &NewArgs, preset: &Preset) -> BookSheet {
    let folder = std::path::absolute(&arguments.dir).ok();
    let name = folder
        .as_deref()
        .and_then(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned());
    let seed = fresh_seed();
    let settings: [(&str, &str); 7] = [
        ("Name", name.as_deref().unwrap_or("Event")),
        ("Date", ""),
        ("Place", ""),
        ("Organiser", ""),
        ("Preset", &preset.name),
        ("Seed", &seed),
        ("Language", "en"),
    ];
    let rows = settings
        .iter()
        .map(|(key, value)| vec![text(key), text(value)])
        .collect();
    sheet("Event", &[("Setting", 22.0), ("Value", 44.0)], rows)
}

fn player_sheet(players: &[Player]) -> BookSheet {
    let columns = [
        ("ID", 12.0),
        ("Name", 32.0),
        ("Club", 26.0),
        ("Avoid", 18.0),
        ("From", 8.0),
        ("Until", 8.0),
    ];
    let rows = players.iter().map(|player| {
        let id = if player.id_typed {
            player.id.as_str()
        } else {
            ""
        };
        let club = player.club.as_deref().unwrap_or_default();
        vec![
            text(id),
            text(&player.name),
            text(club),
            text(&player.avoid.join("; ")),
            BookCell::Empty,
            BookCell::Empty,
        ]
    });
    sheet("Players", &columns, rows.collect())
}

fn text(value: &str) -> BookCell {
    if value.is_empty() {
        BookCell::Empty
    } else {
        BookCell::Text(value.to_owned())
    }
}

fn sheet(name: &str, columns: &[(&str, f64)], rows: Vec<Vec<BookCell>>) -> BookSheet {
    let column = |(header, width): &(&str, f64)| Column {
        header: (*header).to_owned(),
        width: *width,
        align: Align::Left,
        style: Style::Plain,
    };
    BookSheet {
        name: name.to_owned(),
        titles: Vec::new(),
        columns: columns.iter().map(column).collect(),
        rows,
        ..BookSheet::default()
    }
}

fn files(arguments: &NewArgs, sheets: &[BookSheet]) -> Result<Vec<OutputFile>, write::WriteError> {
    let file = |name: &str, bytes| OutputFile {
        path: arguments.dir.join(name),
        shown: name.to_owned(),
        bytes,
    };
    match arguments.sheet_as {
        SheetKind::Csv => Ok(sheets
            .iter()
            .map(|sheet| file(&format!("{}.csv", sheet.name.to_lowercase()), csv(sheet)))
            .collect()),
        SheetKind::Xlsx => {
            let book = Book {
                title: "Event".to_owned(),
                author: String::new(),
                date: None,
                standings: false,
                a4: true,
                sheets: sheets.to_vec(),
            };
            Ok(vec![file("event.xlsx", write::xlsx_bytes(&book)?)])
        }
    }
}

fn csv(sheet: &BookSheet) -> Vec<u8> {
    let header = sheet
        .columns
        .iter()
        .map(|column| column.header.clone())
        .collect();
    let cell = |cell: &BookCell| match cell {
        BookCell::Text(text) => text.clone(),
        _ => String::new(),
    };
    let rows = sheet.rows.iter().map(|row| row.iter().map(cell).collect());
    write::csv_bytes(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
}

/// A seed from the machine's randomness, short enough to read out: the one
/// place where an event's first sheet is not reproducible, on purpose.
fn fresh_seed() -> String {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let mut value = RandomState::new().hash_one("seed");
    let mut seed = String::new();
    for at in 0..12 {
        if at > 0 && at % 4 == 0 {
            seed.push('-');
        }
        seed.push(char::from(LETTERS[(value % 32) as usize]));
        value /= 32;
    }
    seed
}
