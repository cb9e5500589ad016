//! Exact numbers. Points, shares and ratios are fractions of whole numbers
//! and stay so until they are shown; no float takes part in a ranking.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Signed, ToPrimitive, Zero};

/// An exact rational number in lowest terms.
///
/// Kept in machine words while it fits and in big integers when it does not,
/// so a sum never overflows and never loses a digit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Exact(Inner);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Inner {
    Small(Ratio<i128>),
    /// Only for values that do not fit `Small`, so that equal values are
    /// equal in form.
    Big(Box<BigRational>),
}

impl Exact {
    /// Zero.
    pub const ZERO: Self = Self(Inner::Small(Ratio::new_raw(0, 1)));
    /// One.
    pub const ONE: Self = Self(Inner::Small(Ratio::new_raw(1, 1)));

    /// Gives a whole number.
    #[must_use]
    pub fn int(value: i64) -> Self {
        Self(Inner::Small(Ratio::from_integer(i128::from(value))))
    }

    /// Gives a fraction in lowest terms; `None` when the denominator is zero.
    #[must_use]
    pub fn ratio(numerator: i64, denominator: i64) -> Option<Self> {
        (denominator != 0).then(|| {
            Self(Inner::Small(Ratio::new(
                i128::from(numerator),
                i128::from(denominator),
            )))
        })
    }

    /// Divides; `None` when the divisor is zero.
    #[must_use]
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        if let (Inner::Small(a), Inner::Small(b)) = (&self.0, &divisor.0)
            && let Some(inverse) = invert(b)
            && let Some(value) = a.checked_mul(&inverse)
        {
            return Some(Self(Inner::Small(value)));
        }
        Some(Self::from_big(self.big() / divisor.big()))
    }

    /// Says whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Inner::Small(value) if value.is_zero())
    }

    /// Says whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Inner::Small(value) => value.is_negative(),
            Inner::Big(value) => value.is_negative(),
        }
    }

    /// Says whether it is a whole number.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        match &self.0 {
            Inner::Small(value) => value.is_integer(),
            Inner::Big(value) => value.is_integer(),
        }
    }

    /// Gives the whole number it is, where it is one and fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Inner::Small(value) if value.is_integer() => value.to_integer().to_i64(),
            _ => None,
        }
    }

    /// Gives the nearest whole number at or above.
    #[must_use]
    pub fn ceil(&self) -> Self {
        match &self.0 {
            Inner::Small(value) => Self(Inner::Small(value.ceil())),
            Inner::Big(value) => Self::from_big(value.ceil()),
        }
    }

    /// Gives the nearest whole number at or below.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            Inner::Small(value) => Self(Inner::Small(value.floor())),
            Inner::Big(value) => Self::from_big(value.floor()),
        }
    }

    /// Gives the nearest whole number, halves upwards.
    #[must_use]
    pub fn round_half_up(&self) -> Self {
        let half = Self(Inner::Small(Ratio::new_raw(1, 2)));
        (self + &half).floor()
    }

    /// Gives the value without its sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Gives the smaller of two.
    #[must_use]
    pub fn at_most(&self, cap: &Self) -> Self {
        self.min(cap).clone()
    }

    /// Gives the nearest double, for cells of a workbook and for pictures;
    /// never for a comparison.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Inner::Small(value) => value.to_f64().unwrap_or(0.0),
            Inner::Big(value) => value.to_f64().unwrap_or(0.0),
        }
    }

    /// Writes it as a decimal cut (not rounded) after so many places, with a
    /// point, and without trailing zeros: `28.565`, `2.5`, `10`.
    #[must_use]
    pub fn to_decimal(&self, places: u32) -> String {
        let scale = BigInt::from(10_u8).pow(places);
        let scaled = (self.big().abs() * BigRational::from_integer(scale))
            .floor()
            .to_integer();
        let mut digits = scaled.to_string();
        let places = places as usize;
        while digits.len() <= places {
            digits.insert(0, '0');
        }
        let fraction = digits.split_off(digits.len() - places);
        let fraction = fraction.trim_end_matches('0');
        let sign = if self.is_negative() && (digits != "0" || !fraction.is_empty()) {
            "-"
        } else {
            ""
        };
        if fraction.is_empty() {
            format!("{sign}{digits}")
        } else {
            format!("{sign}{digits}.{fraction}")
        }
    }

    /// Reads a plain decimal such as `12`, `-3.50` or `+0.5`: digits with at
    /// most one point, nothing else.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let known = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && fraction.is_empty()
            || !known(whole)
            || !known(fraction)
            || digits.len() > 400
        {
            return None;
        }
        let numerator = BigInt::from_str(&format!("0{whole}{fraction}")).ok()?;
        let denominator = BigInt::from(10_u8).pow(fraction.len() as u32);
        let value = Self::from_big(BigRational::new(numerator, denominator));
        Some(if negative { -&value } else { value })
    }

    fn big(&self) -> BigRational {
        match &self.0 {
            Inner::Small(value) => {
                BigRational::new_raw(BigInt::from(*value.numer()), BigInt::from(*value.denom()))
            }
            Inner::Big(value) => (**value).clone(),
        }
    }

    fn from_big(value: BigRational) -> Self {
        match (value.numer().to_i128(), value.denom().to_i128()) {
            // The smallest i128 has no positive twin, so it would overflow later.
            (Some(numerator), Some(denominator)) if numerator != i128::MIN => {
                Self(Inner::Small(Ratio::new_raw(numerator, denominator)))
            }
            _ => Self(Inner::Big(Box::new(value))),
        }
    }

    fn combine(
        &self,
        other: &Self,
        small: impl Fn(&Ratio<i128>, &Ratio<i128>) -> Option<Ratio<i128>>,
        big: impl Fn(BigRational, BigRational) -> BigRational,
    ) -> Self {
        if let (Inner::Small(a), Inner::Small(b)) = (&self.0, &other.0)
            && let Some(value) = small(a, b)
            && *value.numer() != i128::MIN
        {
            return Self(Inner::Small(value));
        }
        Self::from_big(big(self.big(), other.big()))
    }
}

fn invert(value: &Ratio<i128>) -> Option<Ratio<i128>> {
    let sign = value.numer().signum();
    Some(Ratio::new_raw(
        value.denom().checked_mul(&sign)?,
        value.numer().checked_abs()?,
    ))
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        self.combine(other, CheckedAdd::checked_add, |a, b| a + b)
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        self.combine(other, CheckedSub::checked_sub, |a, b| a - b)
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        self.combine(other, CheckedMul::checked_mul, |a, b| a * b)
    }
}

impl Neg for &Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        &Exact::ZERO - self
    }
}

impl<'a> Sum<&'a Exact> for Exact {
    fn sum<I: Iterator<Item = &'a Exact>>(values: I) -> Self {
        values.fold(Self::ZERO, |total, value| &total + value)
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(values: I) -> Self {
        values.fold(Self::ZERO, |total, value| &total + &value)
    }
}

impl From<i64> for Exact {
    fn from(value: i64) -> Self {
        Self::int(value)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Inner::Small(a), Inner::Small(b)) => a.cmp(b),
            _ => self.big().cmp(&other.big()),
        }
    }
}

/// The exact form of the machine outputs: `19`, `245/8`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Inner::Small(value) => write!(f, "{value}"),
            Inner::Big(value) => write!(f, "{value}"),
        }
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the exact form: `19`, `-5/2`; decimals such as `2.5` too.
impl FromStr for Exact {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let Some((numerator, denominator)) = text.split_once('/') else {
            return Self::from_decimal(text).ok_or(());
        };
        let numerator = Self::from_decimal(numerator.trim()).ok_or(())?;
        let denominator = Self::from_decimal(denominator.trim()).ok_or(())?;
        numerator.checked_div(&denominator).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    #[test]
    fn sums_of_shares_stay_exact() {
        let shares = ["125/4", "80/3", "250/9"].map(exact);
        assert_eq!(shares.iter().sum::<Exact>(), exact("3085/36"));
    }

    #[test]
    fn decimals_are_cut_and_not_rounded() {
        assert_eq!(exact("100/3").to_decimal(3), "33.333");
        assert_eq!(exact("200/3").to_decimal(3), "66.666");
        assert_eq!(exact("-200/3").to_decimal(3), "-66.666");
        assert_eq!(exact("-1/3000").to_decimal(3), "0");
        assert_eq!(exact("5/2").to_decimal(3), "2.5");
        assert_eq!(exact("10").to_decimal(0), "10");
        assert_eq!(exact("1/20").to_decimal(2), "0.05");
    }

    #[test]
    fn rounding_is_half_up() {
        assert_eq!(exact("15/2").round_half_up(), Exact::int(8));
        assert_eq!(exact("22/3").round_half_up(), Exact::int(7));
        assert_eq!(exact("22/3").ceil(), Exact::int(8));
        assert_eq!(exact("-5/2").round_half_up(), Exact::int(-2));
    }

    #[test]
    fn nothing_overflows() {
        let mut total = Exact::ZERO;
        for prime in [
            1_000_003_i64,
            1_000_033,
            1_000_037,
            1_000_039,
            1_000_081,
            1_000_099,
            1_000_117,
            1_000_121,
        ] {
            total = &total + &Exact::ratio(1, prime).unwrap();
        }
        let mut back = total.clone();
        for prime in [
            1_000_121_i64,
            1_000_117,
            1_000_099,
            1_000_081,
            1_000_039,
            1_000_037,
            1_000_033,
            1_000_003,
        ] {
            back = &back - &Exact::ratio(1, prime).unwrap();
        }
        assert!(total > Exact::ZERO);
        assert_eq!(back, Exact::ZERO);
        assert!(back.is_zero());
    }

    #[test]
    fn reading_takes_only_plain_numbers() {
        for bad in ["", ".", "1e5", "1O", "--1", "1/0", "1.2.3", "½"] {
            assert!(bad.parse::<Exact>().is_err(), "{bad}");
        }
        assert_eq!(exact("7.50"), exact("15/2"));
        assert_eq!(exact("-.5"), exact("-1/2"));
    }

    #[test]
    fn division_turns_the_sign() {
        assert_eq!(
            Exact::int(3).checked_div(&Exact::int(-2)).unwrap(),
            exact("-3/2")
        );
        assert!(Exact::ONE.checked_div(&Exact::ZERO).is_none());
    }
}
