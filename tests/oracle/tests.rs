//! Random events for each preset; `TABLETALLY_EVENTS` raises their number.

use super::events::play;

const EVENTS: u64 = 6;

fn events(preset: &str) {
    let count = std::env::var("TABLETALLY_EVENTS").map_or(EVENTS, |text| text.parse().unwrap());
    let found: Vec<String> = (1..=count)
        .filter_map(|seed| play(preset, seed).err())
        .collect();
    let failed = found.len();
    let first: Vec<String> = found
        .into_iter()
        .take(5)
        .map(|text| text.chars().take(2500).collect())
        .collect();
    assert_eq!(
        failed,
        0,
        "{failed} of {count} events differ\n\n{}",
        first.join("\n\n")
    );
}

macro_rules! presets {
    ($($test:ident $preset:literal)*) => {
        $(#[test] fn $test() { events($preset); })*
    };
}

presets! {
    german "catan-de"
    german_seafarers "catan-de-seafarers"
    german_fishermen "catan-de-fishermen"
    championship "catan-championship"
    custom "catan-custom"
    mind_sports "catan-mso"
    cities_and_knights "catan-ck-wbc"
    duels "carcassonne-lv"
    sessions "catan-sessions"
    austrian "catan-at"
    duels_of_the_world "carcassonne-world"
    linear "riichi"
    pods "pods"
    heats "heats-hmw-p"
}
