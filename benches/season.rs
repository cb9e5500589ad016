//! A season at full size: 10,000 submissions of 40 players ranked by the
//! program itself, in under 5 seconds and 500 MiB; fails otherwise.
//!
//! `cargo bench --bench season`; `-- 2000` for so many submissions.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const PLAYERS: usize = 40;
/// People who play in the season.
const PEOPLE: usize = 20_000;
const MOST_TIME: Duration = Duration::from_secs(5);
const MOST_MEMORY: u64 = 500 << 20;

fn main() -> io::Result<()> {
    let count = std::env::args()
        .find_map(|word| word.parse::<usize>().ok())
        .unwrap_or(10_000);
    let folder = tempfile::tempdir()?;
    let submission = played(folder.path())?;
    let all = folder.path().join("submissions");
    fs::create_dir(&all)?;
    let mut bytes = 0;
    for event in 0..count {
        let text = other_event(&submission, event).to_string();
        bytes += text.len();
        fs::write(all.join(format!("{event:05}.json")), text)?;
    }
    for preset in ["german-series", "wbc-laurels", "sum"] {
        let (time, memory) = ranked(folder.path(), preset)?;
        println!(
            "{preset}: {count} submissions ({} MB): {} ms, {} MiB",
            bytes / 1_000_000,
            time.as_millis(),
            memory >> 20
        );
        assert!(time < MOST_TIME && memory < MOST_MEMORY, "over the limit");
    }
    Ok(())
}

/// The submission of a finished event of four rounds at ten tables.
fn played(folder: &Path) -> io::Result<Value> {
    let event = folder.join("event");
    fs::create_dir(&event)?;
    fs::write(
        event.join("event.csv"),
        "Setting,Value\nName,Open\nDate,2026-03-14\nPlace,Hall\nOrganiser,Club\n\
         Preset,catan-de\nRounds,4\nFinal,no\nSeed,bench\n",
    )?;
    let person = |at| format!("{at},{},Club {}\n", spelt(at), at % 7);
    let people: Vec<String> = (0..PLAYERS).map(person).collect();
    fs::write(
        event.join("players.csv"),
        format!("ID,Name,Club\n{}", people.concat()),
    )?;
    for round in 1..=4 {
        let row = |at| {
            let (table, seat) = (at / 4, at % 4);
            let player = (table + round * seat) % 10 * 4 + seat;
            let (points, winner) = if seat == round - 1 {
                (10, "x")
            } else {
                (2 + (table + seat) % 8, "")
            };
            format!("{},{},{player},{points},{winner}\n", table + 1, seat + 1)
        };
        let rows: Vec<String> = (0..PLAYERS).map(row).collect();
        let sheet = format!("Table,Seat,ID,VP,Winner\n{}", rows.concat());
        fs::write(event.join(format!("round-{round}.csv")), sheet)?;
    }
    let ran = program().arg("run").arg(&event).output()?;
    let path = event.join("out/submission.json");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(serde_json::from_str(&text)?),
        Err(_) => Err(io::Error::other(String::from_utf8_lossy(&ran.stderr))),
    }
}

/// The same results on another day, by other people.
fn other_event(submission: &Value, event: usize) -> Value {
    let person = |id: &str| {
        let at: usize = id.parse().unwrap_or(0);
        (event * 7919 + at * 499) % PEOPLE
    };
    let mut other = submission.clone();
    rename(&mut other, &person);
    if let Some(head) = other.get_mut("event").and_then(Value::as_object_mut) {
        head.insert("name".to_owned(), format!("Open {event}").into());
        let date = format!("2026-{:02}-{:02}", event % 12 + 1, event / 12 % 28 + 1);
        head.insert("date".to_owned(), date.into());
    }
    other
}

/// Gives every player in a part of a submission the person's ID and name.
fn rename(part: &mut Value, person: &dyn Fn(&str) -> usize) {
    match part {
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, person)),
        Value::Object(fields) => {
            let id = fields.get("id").and_then(Value::as_str).map(person);
            if let Some(person) = id {
                for (key, text) in [("id", person.to_string()), ("name", spelt(person))] {
                    if fields.contains_key(key) {
                        fields.insert(key.to_owned(), text.into());
                    }
                }
            }
            fields.values_mut().for_each(|item| rename(item, person));
            for list in ["qualifiers", "successors"] {
                let listed = fields.get_mut(list).and_then(Value::as_array_mut);
                if let Some(items) = listed {
                    rename_listed(items, person);
                }
            }
        }
        _ => {}
    }
}

/// Gives every player listed by the bare ID the person's.
fn rename_listed(items: &mut [Value], person: &dyn Fn(&str) -> usize) {
    for item in items {
        if let Some(id) = item.as_str() {
            *item = person(id).to_string().into();
        }
    }
}

/// A name of its own for every number.
fn spelt(number: usize) -> String {
    const SYLLABLES: [&str; 12] = [
        "ka", "lo", "mi", "ne", "ru", "sa", "to", "vi", "be", "du", "fe", "go",
    ];
    let mut rest = number;
    let mut syllable = || {
        let part = SYLLABLES[rest % 12];
        rest /= 12;
        part
    };
    format!(
        "Person {}{}{}{}",
        syllable(),
        syllable(),
        syllable(),
        syllable()
    )
}

/// How long the command takes, and the most memory it held.
fn ranked(folder: &Path, preset: &str) -> io::Result<(Duration, u64)> {
    let told = folder.join(format!("{preset}.txt"));
    let begun = Instant::now();
    let mut child = program()
        .current_dir(folder)
        .args(["season", "submissions", "--preset", preset, "--out", preset])
        .stdout(Stdio::null())
        .stderr(fs::File::create(&told)?)
        .spawn()?;
    let mut most = 0;
    let status = loop {
        most = peak(child.id()).unwrap_or(0).max(most);
        match child.try_wait()? {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let time = begun.elapsed();
    if !status.success() {
        let text: String = fs::read_to_string(&told)?.chars().take(2000).collect();
        return Err(io::Error::other(format!("{preset}: {status}: {text}")));
    }
    Ok((time, most))
}

/// The most memory that a running process has held, in bytes; none where the
/// system does not tell.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tabletally"))
}
