//! Numbers, texts and error marks as Excel's binary forms store them; every
//! look beyond the end gives nothing.

use encoding_rs::UTF_16LE;

use crate::model::Value;

/// Gives two bytes as a number.
pub(super) fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    data.get(at..at.checked_add(2)?)?
        .try_into()
        .ok()
        .map(u16::from_le_bytes)
}

/// Gives four bytes as a number.
pub(super) fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..at.checked_add(4)?)?
        .try_into()
        .ok()
        .map(u32::from_le_bytes)
}

/// Gives eight bytes as a double.
pub(super) fn f64_at(data: &[u8], at: usize) -> Option<f64> {
    data.get(at..at.checked_add(8)?)?
        .try_into()
        .ok()
        .map(f64::from_le_bytes)
}

/// Gives a number that was packed into four bytes.
pub(super) fn rk(packed: u32) -> f64 {
    let value = if packed & 2 != 0 {
        f64::from((packed as i32) >> 2)
    } else {
        f64::from_bits(u64::from(packed & 0xFFFF_FFFC) << 32)
    };
    if packed & 1 != 0 {
        value / 100.0
    } else {
        value
    }
}

/// Gives a text of two bytes a character.
pub(super) fn utf16(bytes: &[u8]) -> String {
    UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}

/// Gives an error cell by its number.
pub(super) fn error(code: u8) -> Value {
    let text = match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0F => "#VALUE!",
        0x17 => "#REF!",
        0x1D => "#NAME?",
        0x24 => "#NUM!",
        0x2A => "#N/A",
        0x2B => "#GETTING_DATA",
        _ => "#ERROR!",
    };
    Value::Error(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers() {
        let minus = ((-250_i32 << 2) as u32) | 3;
        let one_and_a_half = (1.5_f64.to_bits() >> 32) as u32;
        for (packed, value) in [((10 << 2) | 2, 10.0), (minus, -2.5), (one_and_a_half, 1.5)] {
            assert_eq!(rk(packed).to_bits(), f64::to_bits(value));
        }
    }

    #[test]
    fn beyond_the_end_is_nothing() {
        assert_eq!(u32_at(&[1, 2, 3], 0), None);
        assert_eq!(u16_at(&[1, 2, 3], usize::MAX), None);
    }
}
