//! Bytes of a text file -> text: which encoding it has. Understands no line.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::model::{Code, Finding, Place};

/// Says whether an encoding has this name.
pub(super) fn is_known(name: &str) -> bool {
    Encoding::for_label(name.trim().as_bytes()).is_some()
}

/// A byte order mark, else valid UTF-8, else zeros that tell UTF-16, else
/// line by line UTF-8 or the encoding that the event names, or Windows-1252.
pub(super) fn decode(
    file: &str,
    bytes: &[u8],
    wanted: Option<&str>,
    findings: &mut Vec<Finding>,
) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let rest = &bytes[mark..];
        if encoding != UTF_8 || std::str::from_utf8(rest).is_ok() {
            return encoding.decode_without_bom_handling(rest).0.into_owned();
        }
    }
    if let Some(encoding) = two_bytes(bytes) {
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let named = wanted.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let encoding = named
        .filter(|encoding| encoding.is_ascii_compatible() && *encoding != UTF_8)
        .unwrap_or(WINDOWS_1252);
    // Files that were put together from two programs mix encodings.
    let mut text = String::with_capacity(bytes.len());
    let mut sample = None;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => {
                let line = encoding.decode_without_bom_handling(line).0;
                sample = sample.or_else(|| word(&line));
                text.push_str(&line);
            }
        }
    }
    if named != Some(encoding) {
        findings.push(guessed(file, encoding, &sample.unwrap_or_default()));
    }
    text
}

fn guessed(file: &str, encoding: &'static Encoding, word: &str) -> Finding {
    let message = format!(
        "the text is not UTF-8 and was read as {}, with words such as \"{word}\"",
        encoding.name()
    );
    Finding::note(Code::EncodingGuessed, Place::file(file), message)
        .help("if that word is wrong, save the file as UTF-8, or set Encoding in the Event sheet")
}

/// A word that shows whether the guess is right.
fn word(line: &str) -> Option<String> {
    line.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric())
        .find(|word| !word.is_ascii())
        .map(|word| word.chars().take(40).collect())
}

/// Zeros in every other place tell text of two bytes a character.
fn two_bytes(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(4096)];
    let zeros = |parity: usize| {
        let places = start.iter().skip(parity).step_by(2);
        places.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let half = start.len() / 2;
    if odd * 2 > half && even * 10 < half {
        Some(UTF_16LE)
    } else if even * 2 > half && odd * 10 < half {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], wanted: Option<&str>) -> (String, usize) {
        let mut findings = Vec::new();
        let text = decode("a.csv", bytes, wanted, &mut findings);
        (text, findings.len())
    }

    #[test]
    fn marks_zeros_and_guesses() {
        let utf16: Vec<u8> = "Zoë,1\r\nAnna,2"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for (bytes, text, notes) in [
            (&b"\xEF\xBB\xBFZo\xC3\xAB"[..], "Zoë", 0),
            (&b"\xFF\xFEZ\0o\0\xEB\0"[..], "Zoë", 0),
            (&utf16[..], "Zoë,1\r\nAnna,2", 0),
            (&b"Zo\xEB"[..], "Zoë", 1),
            (&b"\xEF\xBB\xBFZo\xEB"[..], "Zoë", 1),
            (&b"Zo\xC3\xAB\nZo\xEB"[..], "Zoë\nZoë", 1),
        ] {
            assert_eq!(read(bytes, None), (text.to_owned(), notes));
        }
        let baltic = read(b"J\xE2nis B\xE7rzi\xF2\xF0", Some("windows-1257"));
        assert_eq!(baltic, ("Jānis Bērziņš".to_owned(), 0));
    }
}
