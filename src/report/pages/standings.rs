//! The standings page: one table, its criteria in words, the course of the
//! ranks, the rules.

use serde_json::{Value, json};

use super::{base, page, picture};
use crate::model::{Decided, Line, Measure, PageData, Status};
use crate::report::standings::{cut_after, decimals, headline, parted, rules, where_and_when};
use crate::report::words::Words;
use crate::report::{Facts, Public, in_language};

/// Gives the standings page.
#[must_use]
pub fn standings_page(facts: &Facts<'_>) -> PageData {
    let words = Words::new(facts.options.lang);
    let (after, provisional) = headline(facts, &words);
    let public = facts.options.public;
    let cut = cut_after(facts);
    let shown = match (public, cut) {
        (Public::Cut, Some(last)) => &facts.standings.lines[..=last],
        _ => &facts.standings.lines[..],
    };
    let values = public != Public::Ranks;
    let criteria = &facts.standings.criteria;
    let named = |criterion: &String| {
        let order = criteria.iter().position(|other| other == criterion);
        json!({
            "name": words.get(criterion),
            "help": words.get(&format!("{criterion}-help")),
            "order": order.map_or(0, |at| at + 1).to_string(),
        })
    };
    let places: Vec<usize> = (0..facts.standings.valued.len())
        .map(|at| decimals(shown.iter().filter_map(|line| line.values[at].exact())))
        .collect();
    let lines = shown.iter().enumerate().map(|(at, line)| {
        let mut row = self::line(facts, &words, line, &places);
        row["cut"] = json!(cut == Some(at) && at + 1 < shown.len());
        row
    });
    let more = json!({
        "after": after,
        "provisional": provisional.unwrap_or_default(),
        "where": where_and_when(facts, &words).unwrap_or_default(),
        "clubs": facts.event.players.iter().any(|player| player.club.is_some()),
        "values": values,
        // In a league where nobody ever goes on, "out" would only puzzle.
        "states": shown.iter().any(|line| line.status != Status::Out),
        "games": !facts.standings.valued.iter().any(|criterion| criterion == "games"),
        "criteria": facts.standings.valued.iter().map(named).collect::<Vec<_>>(),
        "legend": criteria.iter().map(named).collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "picture": picture::ranks(facts, shown),
        "rules": rules(facts, &words).into_iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>(),
        "kiosk": facts.options.kiosk,
    });
    let title = format!("{} – {}", facts.event.name, words.get("standings"));
    page("standings.html", base(facts, &words, &title), more)
}

fn line(facts: &Facts<'_>, words: &Words, line: &Line, places: &[usize]) -> Value {
    let player = &facts.event.players[line.player];
    let decides = |at: usize| match &line.decided_by {
        Some(Decided::By(criterion)) if line.stage_values.is_none() => {
            facts.standings.valued.get(at) == Some(criterion)
        }
        _ => false,
    };
    let values = line.values.iter().enumerate().map(|(at, value)| {
        let text = padded(value, places.get(at).copied().unwrap_or(0));
        json!({"text": in_language(text, facts.options.lang), "decides": decides(at)})
    });
    json!({
        "rank": line.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
        "name": player.name,
        "club": player.club.as_deref().unwrap_or_default(),
        "values": values.collect::<Vec<_>>(),
        "games": line.games.to_string(),
        "state": line.status.as_str(),
        "status": words.get(line.status.as_str()),
        "parted": parted(line.decided_by.as_ref(), facts.preset, words),
    })
}

/// A value cut after three places, with as many as its column has, so that
/// the decimal points stand below each other.
fn padded(value: &Measure, places: usize) -> String {
    let mut text = value.to_decimal(3);
    if value.exact().is_none() || places == 0 {
        return text;
    }
    if !text.contains('.') {
        text.push('.');
    }
    let have = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    text.extend(std::iter::repeat_n('0', places.saturating_sub(have)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_points_stand_below_each_other() {
        let value = |text: &str| Measure::Exact(text.parse().unwrap());
        assert_eq!(padded(&value("13/2"), 3), "6.500");
        assert_eq!(padded(&value("200/3"), 3), "66.666");
        assert_eq!(padded(&value("7"), 1), "7.0");
        assert_eq!(padded(&value("7"), 0), "7");
        assert_eq!(padded(&Measure::Endless, 3), "inf");
    }

    #[test]
    fn the_event_sheet_says_how_much_is_public() {
        assert_eq!(Public::parse("all"), Some(Public::All));
        assert_eq!(Public::parse(" Cut"), Some(Public::Cut));
        assert_eq!(Public::parse("ranks"), Some(Public::Ranks));
        assert_eq!(Public::parse("some"), None);
    }
}
