//! Rows -> delimited text that a spreadsheet opens right.

/// Gives rows as CSV: UTF-8 with BOM, comma, CRLF. A text that a spreadsheet
/// would take for a formula, or that begins with an apostrophe, gets an
/// apostrophe in front; the reader takes it off again.
#[must_use]
pub fn csv_bytes(rows: &[Vec<String>]) -> Vec<u8> {
    let mut bytes = vec![0xEF, 0xBB, 0xBF];
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                bytes.push(b',');
            }
            bytes.extend(field(cell).as_bytes());
        }
        bytes.extend(b"\r\n");
    }
    bytes
}

fn field(cell: &str) -> String {
    let guarded = if needs_guard(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    };
    if guarded.contains([',', '"', '\r', '\n', ';', '\t']) || guarded.trim() != guarded {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
}

fn needs_guard(cell: &str) -> bool {
    let number = crate::model::Exact::from_decimal(cell).is_some();
    !number
        && cell.starts_with(|first: char| {
            matches!(first, '=' | '+' | '-' | '@' | '\'') || first.is_control()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_guarded_and_numbers_are_not() {
        let row: Vec<String> = ["=Kim", "@lea", "-Nari-", "'x", "-2", "a,b", "0607"]
            .map(ToOwned::to_owned)
            .to_vec();
        let text = String::from_utf8(csv_bytes(&[row])).unwrap();
        assert_eq!(text, "\u{feff}'=Kim,'@lea,'-Nari-,''x,-2,\"a,b\",0607\r\n");
    }
}
