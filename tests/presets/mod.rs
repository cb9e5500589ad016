//! Each preset against its rule text, through files and the command line: a
//! file a preset, each test naming the section that it checks.

mod carcassonne_lv;
mod carcassonne_world;
mod catan_at;
mod catan_championship;
mod catan_ck_wbc;
mod catan_custom;
mod catan_de;
mod catan_mso;
mod catan_sessions;
mod heats_hmw_p;
mod pods;
mod riichi;

const FOUR: [&str; 4] = ["Ann", "Ben", "Cem", "Dea"];
const THREE: [&str; 3] = ["Ann", "Ben", "Cem"];

/// Rows of one table: name and VP, with `x` after the winner's.
fn table(number: u32, rows: &[(&str, &str)]) -> String {
    rows.iter()
        .map(|(name, result)| format!("{number},{name},{result}\n"))
        .collect()
}
