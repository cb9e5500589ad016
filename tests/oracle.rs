//! A second computation of scoring and ranking, written from the published
//! rule texts alone, and random events that compare it with the program.
//! It shares no code with `src/`, and knows the program only by its command
//! line, its sheets and `out/standings.json`.

mod champions;
mod compare;
mod criteria;
mod events;
mod opponents;
mod random;
mod ranking;
mod read;
mod results;
mod rules;
mod seating;
mod settings;
mod stages;
mod statuses;
mod table;
mod tests;

use num_rational::BigRational;

/// An exact number.
pub(crate) type Number = BigRational;

/// A whole number as an exact one.
fn whole(value: i64) -> Number {
    Number::from_integer(value.into())
}

/// A numerator over a denominator.
fn ratio(above: i64, below: i64) -> Number {
    Number::new(above.into(), below.into())
}
