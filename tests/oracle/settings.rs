//! Random Event sheets: the preset as it is, or with settings of its own.

use std::fmt::Write as _;

use super::random::Random;
use super::rules::{Counted, Form, Rules};

/// The Event sheet and the number of rounds to play.
pub(super) fn event_sheet(preset: &str, rules: &Rules, random: &mut Random) -> (String, u32) {
    let mut text = format!(
        "Setting,Value\nName,Oracle Open\nDate,2026-05-02\nPreset,{preset}\nFinal,no\nSeed,dice {}\n",
        random.between(1, 9999)
    );
    let mut rounds = rules.rounds.unwrap_or(3);
    if rules.rounds.is_none() {
        rounds = random.between(2, 4) as u32;
        let _ = writeln!(text, "Rounds,{rounds}");
    }
    let three_seats = !matches!(rules.form, Form::Duel | Form::Linear);
    let often = if preset == "catan-custom" { 50 } else { 10 };
    if three_seats && random.chance(often) {
        let kind = random.pick(&["none", "exact", "nearest", "up"]);
        let _ = writeln!(text, "Virtual seat,{kind}");
    }
    if preset == "catan-de" && random.chance(25) {
        text += "Target,\"10, 10, 14\"\n";
    }
    if random.chance(often.max(20)) {
        let _ = writeln!(text, "Criteria,\"{}\"", criteria(rules, random));
    }
    if rules.form == Form::Duel && random.chance(50) {
        let kind = random.pick(&["plain", "fide-2009", "fide-2026"]);
        let _ = writeln!(text, "Unplayed,{kind}");
    }
    if preset == "catan-de" && random.chance(25) {
        let kind = random.pick(&["best 1", "best 2", "drop 1"]);
        let _ = writeln!(text, "Counted,{kind}");
    }
    (text, rounds)
}

/// Some criteria in any order, with or without a last resort.
fn criteria(rules: &Rules, random: &mut Random) -> String {
    let mut known = vec![
        "wins",
        "vp",
        "games",
        "best_game",
        "firsts",
        "seconds",
        "seed_rank",
    ];
    if rules.form == Form::Duel {
        known.extend([
            "buchholz",
            "buchholz_cut1",
            "buchholz_median",
            "sonneborn",
            "point_diff",
            "clock",
        ]);
    } else {
        known.extend([
            "share_sum",
            "share_mean",
            "thirds",
            "fourths",
            "best_finish_ratio",
        ]);
    }
    if rules.has_points() {
        known.extend(["points", "opponents_points"]);
    }
    if rules.counted != Counted::All {
        // Whether these look at rounds that do not count is left open.
        known.retain(|criterion| !matches!(*criterion, "games" | "best_finish_ratio"));
    }
    random.shuffle(&mut known);
    known.truncate(random.between(1, 5) as usize);
    known.extend(random.pick(&[&[][..], &["lot"], &["name", "id"]]).iter());
    known.join(", ")
}
