//! The preset's own columns: components, marks, clocks. Knows what each may
//! hold; computes no score.

use super::cells::{self, Wanted};
use super::headers::preset_meaning;
use super::records::Record;
use crate::model::{Code, Exact, Extra, Finding, Place, Value, loose_key};
use crate::preset::{ColumnKind, Preset, PresetColumn};

/// Reads all of a player's columns, in the preset's order.
pub(super) fn read(
    record: &Record<'_>,
    preset: &Preset,
    findings: &mut Vec<Finding>,
) -> Vec<Option<Extra>> {
    let one = |column: &PresetColumn| {
        let meaning = preset_meaning(&column.key);
        let value = record.filled(&meaning)?;
        let place = record.place(&meaning);
        match column.kind {
            ColumnKind::Number => number(value, column, &place, findings),
            ColumnKind::Time => time(value, &place, findings),
            ColumnKind::Mark => mark(value, column, preset, &place, findings),
        }
    };
    preset.columns.iter().map(one).collect()
}

fn number(
    value: &Value,
    column: &PresetColumn,
    place: &Place,
    findings: &mut Vec<Finding>,
) -> Option<Extra> {
    let most = column.max.unwrap_or(9999);
    let help = format!("type a whole number from {} to {most}", column.min);
    let of = column.name.to_lowercase();
    let wanted = Wanted {
        of: &of,
        help: help.clone(),
    };
    let number = cells::number(value, &wanted, place, findings)?;
    let fits = number.is_whole()
        && number >= Exact::int(i64::from(column.min))
        && number <= Exact::int(i64::from(most));
    if fits {
        return Some(Extra::Number(number));
    }
    let message = format!(
        "\"{}\" is not possible as a number of {of}",
        number.to_decimal(3)
    );
    findings.push(Finding::error(Code::OutOfRange, place.clone(), message).help(help));
    None
}

/// Minutes and seconds. A spreadsheet that took 11:00 for hours and minutes
/// stored eleven hours, which are read as eleven minutes.
fn time(value: &Value, place: &Place, findings: &mut Vec<Finding>) -> Option<Extra> {
    let seconds = match value {
        Value::Date { serial, .. } if *serial >= 0.0 && *serial < 100.0 => {
            let minutes = serial * 1440.0;
            // With seconds of its own it is a true time; else hours stand for minutes.
            let is_true = (minutes - minutes.round()).abs() > 1e-6;
            let seconds = if is_true { serial * 86_400.0 } else { minutes };
            Some(seconds.round() as i64)
        }
        Value::Text(text) => minutes_seconds(text),
        _ => None,
    };
    if seconds.is_none() {
        let message = format!("\"{}\" is not a time", cells::text(value));
        findings.push(
            Finding::error(Code::NotATime, place.clone(), message)
                .help("type minutes and seconds as 11:05"),
        );
    }
    seconds.map(|seconds| Extra::Number(Exact::int(seconds)))
}

fn minutes_seconds(text: &str) -> Option<i64> {
    let parts: Vec<i64> = text
        .trim()
        .split(':')
        .map(|part| {
            let digits =
                !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| part.parse().ok()).flatten()
        })
        .collect::<Option<_>>()?;
    match parts[..] {
        [minutes, seconds] if seconds < 60 => Some(minutes * 60 + seconds),
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => {
            Some((hours * 60 + minutes) * 60 + seconds)
        }
        _ => None,
    }
}

fn mark(
    value: &Value,
    column: &PresetColumn,
    preset: &Preset,
    place: &Place,
    findings: &mut Vec<Finding>,
) -> Option<Extra> {
    const NOBODY: [&str; 3] = ["nobody", "niemand", "neviens"];
    let may_be_nobody = preset
        .bonuses
        .iter()
        .any(|bonus| bonus.nobody && bonus.mark == column.key);
    if may_be_nobody && NOBODY.contains(&loose_key(&cells::text(value)).as_str()) {
        return Some(Extra::Nobody);
    }
    cells::mark(value, place, findings).then_some(Extra::Mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: &Value) -> Option<Extra> {
        time(value, &Place::file("a.csv"), &mut Vec::new())
    }

    #[test]
    fn times_are_minutes_and_seconds_however_they_were_stored() {
        let of = |seconds: i64| Some(Extra::Number(Exact::int(seconds)));
        let text = |text: &str| Value::Text(text.into());
        let date = |serial| Value::Date {
            serial,
            time_only: true,
        };
        assert_eq!(seconds(&text("11:05")), of(665));
        assert_eq!(seconds(&text("0:09")), of(9));
        // 11:00 taken for eleven hours.
        assert_eq!(seconds(&date(11.0 / 24.0)), of(660));
        // Eleven minutes and five seconds of a true time.
        assert_eq!(seconds(&date(665.0 / 86_400.0)), of(665));
        for wrong in ["11", "11:75", "a:10", "1:2:3:4", "-1:00"] {
            assert_eq!(seconds(&text(wrong)), None, "{wrong}");
        }
    }
}
