//! A stored number and its number format -> the value that a person sees:
//! numbers, dates, times, leading zeros. Knows no file format.

use std::rc::Rc;

use crate::model::Value;

/// What a number format makes of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The number itself, however it is rounded or coloured.
    Plain,
    /// A day, perhaps with a time.
    Date,
    /// A time of day or a span.
    Time,
    /// Digits in fixed places: `00000`, `00-000`.
    Padded(Rc<[Slot]>),
}

/// One place of a padded format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A digit, a zero where there is none.
    Zero,
    /// A digit, nothing where there is none.
    Digit,
    /// A fixed character.
    Fixed(char),
}

/// Days between the two date systems of spreadsheets.
const DAYS_1904: f64 = 1462.0;
/// The longest format code that a spreadsheet program takes.
const LONGEST_CODE: usize = 1020;
/// The first whole number that a double shares with its neighbour.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Tells a format by its number where that is fixed (below 164).
pub(super) const fn builtin(id: u32) -> Option<Shape> {
    match id {
        14..=17 | 22 | 27..=31 | 34..=36 | 50..=58 => Some(Shape::Date),
        18..=21 | 32 | 33 | 45..=47 => Some(Shape::Time),
        0..=163 => Some(Shape::Plain),
        _ => None,
    }
}

/// Tells a format by its code; only the part for positive numbers counts.
pub(super) fn shape(code: &str) -> Shape {
    if code.len() > LONGEST_CODE
        || code.eq_ignore_ascii_case("general")
        || code.eq_ignore_ascii_case("standard")
    {
        return Shape::Plain;
    }
    let (mut day, mut clock, mut month_or_minute) = (false, false, false);
    let mut slots = Vec::new();
    let mut plain = false;
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ';' => break,
            '"' => slots.extend(chars.by_ref().take_while(|c| *c != '"').map(Slot::Fixed)),
            '\\' => slots.extend(chars.next().map(Slot::Fixed)),
            '_' | '*' => {
                chars.next();
            }
            '[' => {
                let inside: String = chars.by_ref().take_while(|c| *c != ']').collect();
                let elapsed =
                    |letter: char| inside.chars().all(|c| c.eq_ignore_ascii_case(&letter));
                clock |= !inside.is_empty() && ['h', 'm', 's'].into_iter().any(elapsed);
            }
            'y' | 'Y' | 'd' | 'D' => day = true,
            'h' | 'H' | 's' | 'S' => clock = true,
            'm' | 'M' => month_or_minute = true,
            '0' => slots.push(Slot::Zero),
            '#' => slots.push(Slot::Digit),
            '-' | ' ' | '(' | ')' | '/' | ':' => slots.push(Slot::Fixed(c)),
            _ => plain = true,
        }
    }
    let zeros = slots.iter().filter(|slot| **slot == Slot::Zero).count();
    if day || (month_or_minute && !clock) {
        Shape::Date
    } else if clock {
        Shape::Time
    } else if !plain && zeros > 1 {
        Shape::Padded(slots.into())
    } else {
        Shape::Plain
    }
}

/// Gives a number that a file holds as text. What is no finite number stays
/// text, for the checks to tell.
pub(super) fn from_text(raw: &str, shape: &Shape, base_1904: bool) -> Value {
    let raw = raw.trim();
    match raw.parse::<f64>() {
        Ok(value) if value.is_finite() => match from_double(value, shape, base_1904) {
            Value::Number { value, .. } if value.abs() >= EXACT => Value::Number {
                value,
                shown: (format!("{value}") != raw).then(|| raw.into()),
            },
            other => other,
        },
        _ => Value::Text(raw.into()),
    }
}

/// Gives a number that a file holds as a double.
pub(super) fn from_double(value: f64, shape: &Shape, base_1904: bool) -> Value {
    if !value.is_finite() {
        return Value::Text(value.to_string().into());
    }
    match shape {
        Shape::Date if base_1904 => date(value + DAYS_1904, false),
        Shape::Date => date(value, false),
        Shape::Time => date(value, true),
        Shape::Plain => Value::Number {
            value: snap(value),
            // Its last digits are lost, and that must be seen.
            shown: (value.abs() >= EXACT).then(|| format!("{value:E}").into()),
        },
        Shape::Padded(slots) => {
            let value = snap(value);
            Value::Number {
                value,
                shown: padded(value, slots),
            }
        }
    }
}

const fn date(serial: f64, time_only: bool) -> Value {
    Value::Date { serial, time_only }
}

/// Takes the noise of arithmetic off: whole within a billionth, else the
/// fifteen digits that spreadsheet programs show.
fn snap(value: f64) -> f64 {
    let whole = value.round();
    if (value - whole).abs() < 1e-9 || whole.abs() >= EXACT {
        // Adding zero turns -0 into 0.
        return whole + 0.0;
    }
    format!("{value:.14e}").parse().unwrap_or(value)
}

fn padded(value: f64, slots: &[Slot]) -> Option<Box<str>> {
    if value < 0.0 || value.fract() != 0.0 || value >= 1e15 {
        return None;
    }
    let digits = format!("{value}");
    let mut left = digits.chars().rev().peekable();
    let first = slots
        .iter()
        .position(|slot| !matches!(slot, Slot::Fixed(_)))?;
    let mut backwards = String::new();
    for (at, slot) in slots.iter().enumerate().rev() {
        match slot {
            Slot::Fixed(c) => backwards.push(*c),
            Slot::Zero => backwards.push(left.next().unwrap_or('0')),
            Slot::Digit => backwards.extend(left.next()),
        }
        if at == first {
            backwards.extend(left.by_ref());
        }
    }
    let shown: String = backwards.chars().rev().collect();
    (shown != digits).then(|| shown.into())
}

/// Reads `2026-05-02`, `2026-05-02T14:30:00` or the span `PT1H2M3S`.
pub(super) fn iso(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Some(span) = text.strip_prefix("PT") {
        return duration(span).map(|serial| date(serial, true));
    }
    let (day, clock) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    let mut parts = day.splitn(3, '-').map(str::parse::<i64>);
    let (year, month, day) = (
        parts.next()?.ok()?,
        parts.next()?.ok()?,
        parts.next()?.ok()?,
    );
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut of_day = 0.0;
    for (part, size) in clock
        .trim_end_matches('Z')
        .splitn(3, ':')
        .zip([24.0, 1_440.0, 86_400.0])
    {
        if !part.is_empty() {
            of_day += part.parse::<f64>().ok().filter(|part| part.is_finite())? / size;
        }
    }
    Some(date(days(year, month, day) as f64 + of_day, false))
}

/// Days since 1899-12-30, by the usual era arithmetic on Gregorian years.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = (month + 9) % 12;
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 693_899
}

/// The part of an ISO span behind `PT`, in days.
fn duration(span: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut number = String::new();
    for c in span.chars() {
        let size = match c {
            'H' => 24.0,
            'M' => 1_440.0,
            'S' => 86_400.0,
            '0'..='9' | '.' => {
                number.push(c);
                continue;
            }
            _ => return None,
        };
        total += number.parse::<f64>().ok()? / size;
        number.clear();
    }
    number.is_empty().then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(raw: &str, code: &str) -> (f64, Option<String>) {
        match from_text(raw, &shape(code), false) {
            Value::Number { value, shown } => (value, shown.map(String::from)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_lose_their_noise_and_keep_their_digits() {
        assert_eq!(shown("71.00000000000001", "General"), (71.0, None));
        assert_eq!(shown("12.299999999999999", "0.00"), (12.3, None));
        assert_eq!(shown("1E1", "0"), (10.0, None));
        let (zero, _) = shown("-0", "General");
        assert!(zero.is_sign_positive());
        for raw in ["1234567890123456789", "1.2345678901234568E+18", "1E+21"] {
            assert_eq!(shown(raw, "General").1.as_deref(), Some(raw));
        }
        for raw in ["1.79E+309", "inf", "NaN", "1O", ""] {
            assert_eq!(
                from_text(raw, &Shape::Plain, false),
                Value::Text(raw.into())
            );
        }
    }

    #[test]
    fn in15_leading_zeros_are_what_a_person_sees() {
        assert_eq!(shown("417", "00000").1.as_deref(), Some("00417"));
        assert_eq!(shown("417", "\"DE\"\\-0000").1.as_deref(), Some("DE-0417"));
        assert_eq!(shown("1234567", "00-000").1.as_deref(), Some("1234-567"));
        assert_eq!(shown("12345", "00000").1, None);
        for code in ["0", "0.00", "#,##0", "0%", "0 \"VP\"", "0.0E+00", "@"] {
            assert_eq!(shown("7", code).1, None, "{code}");
        }
    }

    #[test]
    fn dates_and_times_are_known_by_their_formats() {
        for code in ["yyyy-mm-dd", "[$-407]d. mmm", "m/d/yy h:mm", "mmm"] {
            assert_eq!(shape(code), Shape::Date, "{code}");
        }
        for code in ["h:mm", "mm:ss", "[h]:mm:ss", "[mm]:ss", "h:mm AM/PM"] {
            assert_eq!(shape(code), Shape::Time, "{code}");
        }
        for code in ["[Red]0", "\"day\"0", "General", "0\\d", "#,##0.00 [$€-407]"] {
            assert_eq!(shape(code), Shape::Plain, "{code}");
        }
        assert_eq!(from_text("1", &Shape::Date, true), date(1463.0, false));
    }

    #[test]
    fn iso_dates_and_spans() {
        assert_eq!(iso("2026-05-03"), Some(date(46_145.0, false)));
        assert_eq!(iso("1900-03-01T12:00:00"), Some(date(61.5, false)));
        assert_eq!(iso("PT11H00M00S"), Some(date(11.0 / 24.0, true)));
        for text in ["", "PT", "soon", "2026-13-01", "PT9", "2026-05"] {
            let read = iso(text);
            assert!(read.is_none() || text == "PT", "{text}: {read:?}");
        }
    }
}
