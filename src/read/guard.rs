//! What a workbook would unpack to, looked at before it is opened. Knows
//! packed files; understands no sheet.

use std::io::{Cursor, Read as _, copy, sink};

use zip::ZipArchive;

/// The most that one part, and all parts together, may unpack to.
const MOST_PART: u64 = 256 << 20;
const MOST_TOTAL: u64 = 512 << 20;
/// The most cells that an ODS may repeat.
const MOST_REPEATED: u64 = 5_000_000;

/// Why a packed file is not opened.
pub(super) enum Refusal {
    /// It is damaged.
    Damaged,
    /// It would take too much memory.
    TooLarge,
}

/// What the guard saw.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// It is an OpenDocument sheet.
    pub(super) ods: bool,
    /// It is a binary workbook.
    pub(super) xlsb: bool,
    /// It is our own standings workbook.
    pub(super) own_standings: bool,
}

/// Unpacks every part into nothing, through a limit.
pub(super) fn look(bytes: &[u8]) -> Result<Seen, Refusal> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refusal::Damaged)?;
    let mut seen = Seen::default();
    let mut total = 0;
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).map_err(|_| Refusal::Damaged)?;
        let name = part.name().map_err(|_| Refusal::Damaged)?.into_owned();
        seen.ods |= name == "content.xml";
        seen.xlsb |= name == "xl/workbook.bin";
        let watched =
            ["docProps/core.xml", "xl/sharedStrings.xml", "content.xml"].contains(&name.as_str());
        let mut limited = part.by_ref().take(MOST_PART + 1);
        let size = if watched {
            let mut content = Vec::new();
            limited
                .read_to_end(&mut content)
                .map_err(|_| Refusal::Damaged)?;
            watch(&name, &content, &mut seen)?;
            content.len() as u64
        } else {
            copy(&mut limited, &mut sink()).map_err(|_| Refusal::Damaged)?
        };
        total += size;
        if size > MOST_PART || total > MOST_TOTAL {
            return Err(Refusal::TooLarge);
        }
    }
    Ok(seen)
}

fn watch(name: &str, content: &[u8], seen: &mut Seen) -> Result<(), Refusal> {
    let text = String::from_utf8_lossy(content);
    match name {
        "docProps/core.xml" => seen.own_standings = text.contains("tabletally-standings"),
        // A count above what the part can hold makes the reader reserve it.
        "xl/sharedStrings.xml" => {
            let start = &text[..text
                .char_indices()
                .nth(4096)
                .map_or(text.len(), |(at, _)| at)];
            for key in ["uniqueCount=\"", "count=\""] {
                let claimed = start
                    .split(key)
                    .nth(1)
                    .and_then(|rest| rest.split('"').next())
                    .and_then(|number| number.parse::<u64>().ok());
                if claimed
                    .is_some_and(|claimed| key.starts_with('u') && claimed > content.len() as u64)
                {
                    return Err(Refusal::TooLarge);
                }
            }
        }
        _ if repeated(&text) > MOST_REPEATED => return Err(Refusal::TooLarge),
        _ => {}
    }
    Ok(())
}

/// A bound on the filled cells that an ODS repeats: for each row its filled
/// cells with their repeats, times the row's own.
fn repeated(text: &str) -> u64 {
    let count = |tag: &str, key: &str| {
        tag.split(key)
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .and_then(|number| number.parse::<u64>().ok())
            .unwrap_or(1)
    };
    let mut total = 0_u64;
    for row in text.split("<table:table-row").skip(1) {
        let rows = count(
            row.split('>').next().unwrap_or_default(),
            "number-rows-repeated=\"",
        );
        let cells = row.split("<table:table-cell").skip(1).map(|cell| {
            let tag = cell.split('>').next().unwrap_or_default();
            let filled = tag.contains("office:value") || tag.contains("table:formula");
            if filled {
                count(tag, "number-columns-repeated=\"")
            } else {
                0
            }
        });
        total = total.saturating_add(rows.saturating_mul(cells.fold(0_u64, u64::saturating_add)));
    }
    total
}
