//! Any text as the sheets of an event: files are parted by a line `---`, and
//! named event, players, round-1, round-2 in that order.
#![no_main]

use std::path::Path;

use tabletally::{check, preset, read};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let names = ["event.csv", "players.csv", "round-1.csv", "round-2.csv"];
    let files: Vec<(&str, &[u8])> = names
        .into_iter()
        .zip(text.split("\n---\n").map(str::as_bytes))
        .collect();
    let input = read::read_bytes(&files, None);
    let settings = check::settings(&input.grids);
    if let Ok(preset) = preset::load("catan-de", Path::new("."), &[]) {
        let _ = check::event(&input.grids, &settings, &preset, "event");
    }
});
