//! The first bytes of a file -> what it is, whatever it is named. Understands
//! no sheet.

use super::compound;
use super::limits::Refusal;

/// What a file is, by its content.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A packed file: a workbook, perhaps.
    Packed,
    /// The old container of Office.
    Compound,
    /// The records of an old workbook, without their container.
    BareXls,
    /// Text, or nothing that is known.
    Text,
    /// Something else; says what.
    Other(Refusal),
}

/// What to do with a document that is no spreadsheet.
pub(super) const SAVE_AS_SHEET: &str = "save the table as .xlsx or .csv from a spreadsheet program";
const OPEN_AND_SAVE: &str = "open it in a spreadsheet program and save it as .xlsx";
const RENAMED: &str = "give it the ending .csv, or save it as .xlsx";

/// Beginnings of files that are sent by mistake.
const OTHERS: [(&[u8], &str); 12] = [
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"GIF8", "a picture"),
    (b"{\\rtf", "a text document"),
    (b"\x1F\x8B", "a compressed file"),
    (b"7z\xBC\xAF\x27\x1C", "a compressed file"),
    (b"Rar!", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"SQLite format 3", "a database"),
    (b"\x7FELF", "a program"),
    (b"ID;P", "an old exchange file (SYLK)"),
];

/// Says what the bytes are.
pub(super) fn kind(bytes: &[u8]) -> Kind {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Kind::Packed;
    }
    if bytes.starts_with(&compound::MAGIC) {
        return Kind::Compound;
    }
    if bytes.starts_with(&[0x09, 0x08]) && matches!(bytes.get(2), Some(8 | 16)) {
        return Kind::BareXls;
    }
    if let [0x09, 0x00 | 0x02 | 0x04, 0x04 | 0x06, 0x00, ..] = bytes {
        return Kind::Other(Refusal::Foreign(
            "a sheet of an Excel older than version 5",
            OPEN_AND_SAVE,
        ));
    }
    if let Some((_, what)) = OTHERS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Kind::Other(Refusal::Foreign(what, SAVE_AS_SHEET));
    }
    markup(bytes).map_or(Kind::Text, Kind::Other)
}

/// Web pages and XML, which spreadsheet programs open without a word.
fn markup(bytes: &[u8]) -> Option<Refusal> {
    let start: String = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)])
        .chars()
        .filter(|c| *c != '\0')
        .collect::<String>()
        .to_lowercase();
    let start = start.trim_start_matches(['\u{feff}', '\u{fffd}', ' ', '\t', '\r', '\n']);
    if !start.starts_with('<') {
        return None;
    }
    let what = if start.contains("urn:schemas-microsoft-com:office:spreadsheet") {
        "an XML spreadsheet of 2003"
    } else if start.contains("urn:oasis:names:tc:opendocument") {
        "a flat OpenDocument file"
    } else if [
        "<html",
        "<table",
        "<!doctype html",
        "<body",
        "<head",
        "<meta",
    ]
    .iter()
    .any(|tag| start.contains(tag))
    {
        "a web page and no spreadsheet"
    } else if start.starts_with("<?xml") {
        "an XML file and no spreadsheet"
    } else {
        return None;
    };
    Some(Refusal::Foreign(what, OPEN_AND_SAVE))
}

/// A file that is named as a workbook and is text or worse.
pub(super) fn no_workbook(bytes: &[u8]) -> Refusal {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Refusal::Foreign(
            "an empty file",
            "save it again from the spreadsheet program",
        );
    }
    if looks_like_text(bytes) {
        Refusal::Foreign("a text file that is named as a workbook", RENAMED)
    } else {
        Refusal::Foreign("no spreadsheet", SAVE_AS_SHEET)
    }
}

/// Says whether a person may have typed this: hardly any control characters.
/// Text of two bytes a character has zeros in every other place.
pub(super) fn looks_like_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(65_536)];
    let zeros = |parity: usize| {
        let places = start.iter().skip(parity).step_by(2);
        places.filter(|byte| **byte == 0).count()
    };
    if zeros(0).max(zeros(1)) * 3 > start.len() && zeros(0).min(zeros(1)) * 20 < start.len() {
        return true;
    }
    let controls = start
        .iter()
        .filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127));
    controls.count() * 50 <= start.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let what = |bytes: &[u8]| match kind(bytes) {
            Kind::Other(Refusal::Foreign(what, _)) => what.to_owned(),
            kind => format!("{kind:?}"),
        };
        assert_eq!(what(b"PK\x03\x04..."), "Packed");
        assert_eq!(what(b"Name,Club\n"), "Text");
        assert_eq!(what(b"<Anna>,x"), "Text");
        assert_eq!(what(b"%PDF-1.7"), "a PDF document");
        assert_eq!(
            what(b"\xEF\xBB\xBF \n<!DOCTYPE html><p>"),
            "a web page and no spreadsheet"
        );
        let utf16: Vec<u8> = "<html>".bytes().flat_map(|byte| [byte, 0]).collect();
        assert_eq!(what(&utf16), "a web page and no spreadsheet");
    }

    #[test]
    fn text_is_told_from_bytes() {
        assert!(looks_like_text(b"Anna,1\r\n"));
        assert!(looks_like_text(b"A\0n\0n\0a\0"));
        assert!(!looks_like_text(&[0, 1, 2, 3, 200, 0, 0, 7]));
    }
}
