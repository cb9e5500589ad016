//! One cell to one value: texts, numbers, marks, dates. Knows no column's
//! purpose beyond the words of its messages.

use crate::model::{Code, Exact, Finding, Place, Value, clean_text};

/// Gives a cell's text as a person sees it.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => clean_text(text),
        Value::Number {
            shown: Some(shown), ..
        } => clean_text(shown),
        Value::Number { value, .. } => plain(*value),
        Value::Bool(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
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
        Value::Text(text) => match parse(text) {
            Some(number) => return Some(number),
            None => (
                Code::NotANumber,
                format!("\"{}\" is not a number of {}", clean_text(text), wanted.of),
            ),
        },
        Value::Date { serial, .. } => {
            let date = iso_date(*serial);
            let (month, day) = (
                date.get(5..7).unwrap_or_default(),
                date.get(8..10).unwrap_or_default(),
            );
            let typed = format!(
                "{}-{}",
                day.trim_start_matches('0'),
                month.trim_start_matches('0')
            );
            (
                Code::DateForNumber,
                format!(
                    "\"{date}\" is a date and not a number of {}; was \"{typed}\" typed?",
                    wanted.of
                ),
            )
        }
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
    match text.to_lowercase().as_str() {
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
