//! One cell to one value: texts, numbers, marks, dates. Knows no column's
//! purpose beyond the words of its messages.

use crate::model::{Code, Exact, Finding, Place, Value, clean_text, loose_key};

/// Gives a cell's text as a person sees it.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => clean_text(text),
        Value::Number {
            shown: Some(shown), ..
        } => clean_text(shown),
        Value::Number { value, .. } => plain(*value),
        Value::Bool(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
        Value::Date {
            serial,
            time_only: true,
        } => clock(*serial),
        Value::Date { serial, .. } => iso_date(*serial),
        Value::Error(text) | Value::NoResult(text) => text.to_string(),
    }
}

/// A double as a sheet shows it, `12.0` as `12`.
fn plain(value: f64) -> String {
    let whole = value.round();
    if (value - whole).abs() < 1e-9 && whole.abs() < 9e15 {
        format!("{}", whole as i64)
    } else {
        format!("{value}")
    }
}

/// A time of day or a span, as a sheet shows it: `10:00`, `0:09:30`.
fn clock(serial: f64) -> String {
    let seconds = (serial.clamp(0.0, 1e6) * 86_400.0).round() as u64;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let shown = format!("{}:{:02}", minutes / 60, minutes % 60);
    if seconds == 0 {
        shown
    } else {
        format!("{shown}:{seconds:02}")
    }
}

/// The day of a serial number in the 1900 system, as an ISO date.
pub(super) fn iso_date(serial: f64) -> String {
    // Days from 0000-03-01, by the usual era arithmetic on Gregorian years.
    let days = serial.floor().clamp(-1e6, 1e7) as i64 + 693_899;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// What a number is for, in the words of its message.
pub(super) struct Wanted<'a> {
    /// `victory points`.
    pub(super) of: &'a str,
    /// `type a whole number from 0 to 20`.
    pub(super) help: String,
}

/// Reads a number; `None` where it cannot be, with a finding.
pub(super) fn number(
    value: &Value,
    wanted: &Wanted<'_>,
    place: &Place,
    findings: &mut Vec<Finding>,
) -> Option<Exact> {
    let (code, message) = match value {
        Value::Number { value, .. } => match Exact::from_decimal(&plain(*value)) {
            Some(number) => return Some(number),
            None => (
                Code::NotANumber,
                format!("\"{value}\" is not a number of {}", wanted.of),
            ),
        },
        Value::Text(typed) => match parse(typed) {
            Some(number) => return Some(number),
            None => no_number(&clean_text(typed), wanted.of),
        },
        Value::Date {
            time_only: true, ..
        } => (Code::DateForNumber, a_time(&text(value), wanted.of)),
        Value::Date { serial, .. } => (Code::DateForNumber, a_date(&iso_date(*serial), wanted.of)),
        Value::Bool(_) => (
            Code::NotANumber,
            format!("\"{}\" is not a number of {}", text(value), wanted.of),
        ),
        Value::Error(error) => (
            Code::ErrorCell,
            format!("the cell shows the error \"{error}\""),
        ),
        Value::NoResult(formula) => (
            Code::FormulaWithoutResult,
            format!("the formula \"{formula}\" was saved without its result"),
        ),
    };
    let help = match code {
        Code::FormulaWithoutResult => {
            "open the file in a spreadsheet program and save it there, or type the number"
                .to_owned()
        }
        _ => wanted.help.clone(),
    };
    findings.push(Finding::error(code, place.clone(), message).help(help));
    None
}

/// A text that is no number: what a spreadsheet made of one is told as such.
fn no_number(typed: &str, of: &str) -> (Code, String) {
    if is_clock(typed) {
        (Code::DateForNumber, a_time(typed, of))
    } else if is_date(typed) {
        let message = format!("\"{typed}\" is a date and not a number of {of}");
        (Code::DateForNumber, message)
    } else {
        let message = format!("\"{typed}\" is not a number of {of}");
        (Code::NotANumber, message)
    }
}

/// `10-9` was typed, and a spreadsheet made the ninth of October of it.
fn a_date(date: &str, of: &str) -> String {
    let part = |range| {
        date.get(range)
            .map(|part: &str| part.trim_start_matches('0'))
    };
    let (month, day) = (
        part(5..7).unwrap_or_default(),
        part(8..10).unwrap_or_default(),
    );
    format!("\"{date}\" is a date and not a number of {of}; was \"{day}-{month}\" typed?")
}

/// `10:` or `10:0` was typed, and a spreadsheet made ten o'clock of it.
fn a_time(time: &str, of: &str) -> String {
    let hours = time.split(':').next().unwrap_or_default();
    format!("\"{time}\" is a time and not a number of {of}; was \"{hours}\" meant?")
}

fn is_clock(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let two_digits =
        |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (2..=3).contains(&parts.len()) && parts.iter().all(two_digits)
}

/// Days as spreadsheets write them into text: `2026-05-03`, `3.5.2026`,
/// `03/05/26`, `03. Mai`, `May-26`.
pub(super) fn is_date(text: &str) -> bool {
    const MONTHS: [&str; 16] = [
        "jan", "feb", "mar", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov",
        "dec", "dez", "mrz",
    ];
    let parts: Vec<&str> = text
        .split(['-', '.', '/', ' '])
        .filter(|part| !part.is_empty())
        .collect();
    let number = |part: &str| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit());
    let month = |part: &str| {
        let key = loose_key(part);
        MONTHS.iter().any(|month| key.starts_with(month)) && key.len() <= 9
    };
    let numbers = parts.iter().filter(|part| number(part)).count();
    let months = parts.iter().filter(|part| month(part)).count();
    match (parts.len(), numbers, months) {
        (2 | 3, numbers, 1) => numbers + 1 == parts.len(),
        (3, 3, 0) => parts.iter().any(|part| part.len() == 4) || text.contains(['.', '/']),
        _ => false,
    }
}

/// Reads an identifier: any text, as it was typed. What a spreadsheet did to
/// it is undone where that can be (`12.0`, a quote before the digits) and told
/// where it cannot.
pub(super) fn id(value: &Value, place: &Place, findings: &mut Vec<Finding>) -> Option<String> {
    let shown = id_text(value);
    if shown.is_empty() {
        return None;
    }
    let (code, message) = match value {
        Value::Error(error) => (
            Code::ErrorCell,
            format!("the cell shows the error \"{error}\""),
        ),
        Value::NoResult(formula) => (
            Code::FormulaWithoutResult,
            format!("the formula \"{formula}\" was saved without its result"),
        ),
        _ if is_cut(value, &shown) => (
            Code::NotAnId,
            format!("\"{shown}\" is an ID of which a spreadsheet kept only the first digits"),
        ),
        Value::Date { .. } => (Code::NotAnId, format!("\"{shown}\" is a date and no ID")),
        Value::Text(_) if is_date(&shown) => {
            let message = format!("\"{shown}\" looks like a date and not like an ID");
            findings.push(
                Finding::warning(Code::NotAnId, place.clone(), message)
                    .help("look whether the column holds something else, such as birthdays"),
            );
            return Some(shown);
        }
        _ => return Some(shown),
    };
    let help = "type the ID again, in a cell that is formatted as text";
    findings.push(Finding::error(code, place.clone(), message).help(help));
    None
}

/// An identifier as it is compared.
pub(super) fn id_text(value: &Value) -> String {
    let shown = text(value);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let bare = shown
        .strip_prefix(['\'', '\u{2019}'])
        .filter(|rest| digits(rest))
        .unwrap_or(&shown);
    match bare.strip_suffix(".0") {
        Some(whole) if digits(whole) => whole.to_owned(),
        _ => bare.to_owned(),
    }
}

/// A long number of which a spreadsheet kept fifteen digits: `7,65612E+16`.
fn is_cut(value: &Value, shown: &str) -> bool {
    let large = matches!(value, Value::Number { value, .. } if value.abs() >= 1e15);
    let exponent = shown.split_once(['e', 'E']).is_some_and(|(digits, power)| {
        let unsigned = if large { power } else { "" };
        let power = power.strip_prefix(['+', '-']).unwrap_or(unsigned);
        let decimal = digits.replace(',', ".");
        !power.is_empty()
            && power.bytes().all(|b| b.is_ascii_digit())
            && decimal.parse::<f64>().is_ok()
    });
    exponent || (large && !matches!(value, Value::Number { shown: Some(_), .. }))
}

/// Digits with a decimal point or comma; blanks and `'` between digits and
/// any minus sign are understood.
fn parse(text: &str) -> Option<Exact> {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}' => {}
            '\u{2212}' | '\u{2013}' => plain.push('-'),
            ',' => plain.push('.'),
            _ => plain.push(c),
        }
    }
    Exact::from_decimal(plain.trim())
}

/// Reads a mark: something that means yes, or something that means no.
pub(super) fn mark(value: &Value, place: &Place, findings: &mut Vec<Finding>) -> bool {
    let text = text(value);
    // A column of 1 and 0 may have been saved with decimals.
    let lower = text.to_lowercase().replace(',', ".");
    let key = lower.strip_suffix(".0").unwrap_or(&lower);
    match key {
        "x" | "1" | "yes" | "y" | "ja" | "jā" | "true" | "wahr" | "✓" | "✔" | "☑" => true,
        "" | "0" | "no" | "nein" | "nē" | "false" | "falsch" => false,
        _ => {
            let message = format!("\"{text}\" is not a mark");
            findings.push(
                Finding::error(Code::NotAMark, place.clone(), message)
                    .help("type x, or leave the cell empty"),
            );
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Wanted<'static> {
        Wanted {
            of: "victory points",
            help: "type a whole number from 0 to 20".to_owned(),
        }
    }

    fn read(value: &Value) -> Result<String, Finding> {
        let mut findings = Vec::new();
        let number = number(value, &wanted(), &Place::file("a.csv"), &mut findings);
        number
            .map(|number| number.to_string())
            .ok_or_else(|| findings.remove(0))
    }

    #[test]
    fn numbers_as_people_type_them() {
        for (typed, value) in [
            ("10", "10"),
            ("10.0", "10"),
            ("7,5", "15/2"),
            ("1 000", "1000"),
            ("1'000", "1000"),
            ("\u{2212}2", "-2"),
            (" 11\u{a0}", "11"),
        ] {
            assert_eq!(read(&Value::Text(typed.into())).unwrap(), value, "{typed}");
        }
        assert_eq!(
            read(&Value::Number {
                value: 71.000_000_000_000_01,
                shown: None
            })
            .unwrap(),
            "71"
        );
    }

    #[test]
    fn what_is_no_number_says_so() {
        let found = read(&Value::Text("1O".into())).unwrap_err();
        assert_eq!(found.message, "\"1O\" is not a number of victory points");
        for typed in ["-", "n/a", "1e3", "ten"] {
            assert_eq!(
                read(&Value::Text(typed.into())).unwrap_err().code,
                Code::NotANumber,
                "{typed}"
            );
        }
        let date = read(&Value::Date {
            serial: 46_145.0,
            time_only: false,
        })
        .unwrap_err();
        assert_eq!(
            date.message,
            "\"2026-05-03\" is a date and not a number of victory points; was \"3-5\" typed?"
        );
        assert_eq!(
            read(&Value::NoResult("=A1+1".into())).unwrap_err().code,
            Code::FormulaWithoutResult
        );
        assert_eq!(
            read(&Value::Error("#N/A".into())).unwrap_err().code,
            Code::ErrorCell
        );
    }

    #[test]
    fn marks_in_three_languages() {
        let mut findings = Vec::new();
        let mut marked = |text: &str| {
            mark(
                &Value::Text(text.into()),
                &Place::file("a.csv"),
                &mut findings,
            )
        };
        assert!(
            ["x", "X", "1", "ja", "Jā", "TRUE", "✓"]
                .iter()
                .all(|text| marked(text))
        );
        assert!(!["0", "nein", "nē", "FALSE"].iter().any(|text| marked(text)));
        assert!(!marked("maybe"));
        assert_eq!(findings.len(), 1);
    }
}
