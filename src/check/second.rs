//! A second entry of a round, typed by somebody else: compared with the first,
//! player by player. Knows no preset.

use std::collections::BTreeMap;

use crate::model::{Code, Finding, Player, PlayerIx, Round, Seat};

/// Tells every player whose results differ between the two entries, with both
/// cells, and who stands in one of them only.
pub(super) fn compare(
    first: Option<&Round>,
    second: &Round,
    players: &[Player],
    findings: &mut Vec<Finding>,
) {
    let Some(first) = first else {
        let message = format!(
            "this is a second entry of round {}, which has no first",
            second.number
        );
        findings.push(
            Finding::error(Code::RoundMissing, second.sheet.clone(), message)
                .help("put the round's own sheet beside it"),
        );
        return;
    };
    let (one, two) = (seats(first), seats(second));
    for (player, (table, seat)) in &two {
        let name = &players[*player].name;
        let Some((other_table, other)) = one.get(player) else {
            let message = format!("\"{name}\" stands in the second entry only");
            findings.push(differs(seat, message));
            continue;
        };
        if !seat.has_result() {
            continue;
        }
        if table != other_table
            || seat.vp != other.vp
            || seat.winner != other.winner
            || seat.extra != other.extra
            || seat.penalty != other.penalty
        {
            let message = format!(
                "\"{name}\": table {table}, {} here; table {other_table}, {} in {}",
                told(seat),
                told(other),
                other.row
            );
            findings.push(differs(seat, message));
        }
    }
    for (player, (_, seat)) in one.iter().filter(|(player, _)| !two.contains_key(*player)) {
        let message = format!("\"{}\" is not in the second entry", players[*player].name);
        findings.push(differs(seat, message));
    }
}

fn differs(seat: &Seat, message: String) -> Finding {
    Finding::error(Code::SecondDiffers, seat.row.clone(), message)
        .help("compare with the signed score sheet and correct the entry that is wrong")
}

fn told(seat: &Seat) -> String {
    let vp = seat
        .vp
        .as_ref()
        .map_or_else(|| "nothing".to_owned(), |vp| vp.to_decimal(3));
    let winner = if seat.winner { ", winner" } else { "" };
    format!("{vp}{winner}")
}

fn seats(round: &Round) -> BTreeMap<PlayerIx, (u32, &Seat)> {
    let tables = round.tables.iter();
    tables
        .flat_map(|table| {
            table
                .seats
                .iter()
                .map(|seat| (seat.player, (table.number, seat)))
        })
        .collect()
}
