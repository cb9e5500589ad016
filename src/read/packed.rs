//! A packed file's parts, each unpacked through a limit. Knows zip;
//! understands no part.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use encoding_rs::{UTF_16BE, UTF_16LE};
use zip::ZipArchive;
use zip::result::ZipError;

use super::limits::{Allowance, MOST_PART, Refusal};

/// The most parts of a packed file.
const MOST_PARTS: usize = 10_000;

/// A packed file.
pub(super) struct Packed<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Places by name, in lower case, as spreadsheet programs look them up.
    names: BTreeMap<String, usize>,
}

impl<'a> Packed<'a> {
    /// Opens it; nothing is unpacked yet.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Refusal> {
        // The list of parts is read whole before it can be asked for its size.
        let entry = b"PK\x01\x02";
        let parts = bytes.windows(entry.len()).filter(|here| here == entry);
        if parts.take(MOST_PARTS + 1).count() > MOST_PARTS {
            let what = format!("the workbook has over {MOST_PARTS} parts");
            return Err(Refusal::TooLarge(what));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refusal::Damaged)?;
        let mut names = BTreeMap::new();
        for (name, at) in archive.file_names_raw().zip(0..) {
            let name = String::from_utf8_lossy(name).replace('\\', "/");
            names
                .entry(name.trim_start_matches('/').to_lowercase())
                .or_insert(at);
        }
        Ok(Self { archive, names })
    }

    /// Says whether there is such a part.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(&name.to_lowercase())
    }

    /// Says whether there is a part whose name has such a beginning.
    pub(super) fn has_under(&self, start: &str) -> bool {
        let start = start.to_lowercase();
        self.names
            .range(start.clone()..)
            .next()
            .is_some_and(|(name, _)| name.starts_with(&start))
    }

    /// Says whether there is a part whose name has such an end.
    pub(super) fn has_ending(&self, end: &str) -> bool {
        self.names.keys().any(|name| name.ends_with(end))
    }

    /// Unpacks a part; `None` where there is none of that name.
    pub(super) fn part(
        &mut self,
        name: &str,
        allowance: &mut Allowance,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let Some(at) = self.names.get(&name.to_lowercase()) else {
            return Ok(None);
        };
        let part = self.archive.by_index(*at).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Refusal::Protected,
            _ => Refusal::Damaged,
        })?;
        let most = MOST_PART.min(allowance.unpacked);
        let mut content = Vec::new();
        part.take(most + 1)
            .read_to_end(&mut content)
            .map_err(|_| Refusal::Damaged)?;
        let size = content.len() as u64;
        if size > most {
            let what = format!("the workbook unpacks to over {} MiB", most >> 20);
            return Err(Refusal::TooLarge(what));
        }
        allowance.unpacked -= size;
        Ok(Some(content))
    }

    /// Unpacks a part that holds XML.
    pub(super) fn xml(
        &mut self,
        name: &str,
        allowance: &mut Allowance,
    ) -> Result<Option<String>, Refusal> {
        Ok(self.part(name, allowance)?.map(decode))
    }
}

/// XML is UTF-8, or UTF-16 with a mark.
fn decode(bytes: Vec<u8>) -> String {
    match bytes.as_slice() {
        [0xFF, 0xFE, ..] => UTF_16LE.decode(&bytes).0.into_owned(),
        [0xFE, 0xFF, ..] => UTF_16BE.decode(&bytes).0.into_owned(),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}
