//! The old container of Office files: streams in a file of sectors. Bounds
//! every chain by the file's own size; understands no stream.

use super::bytes::{u16_at, u32_at, utf16};

/// What such a file begins with.
pub(super) const MAGIC: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

const HEADER: usize = 512;
const MINI_SECTOR: usize = 64;
/// Sector numbers from here on are marks and no sectors.
const FIRST_MARK: u32 = 0xFFFF_FFFA;

/// An opened container.
pub(super) struct Compound<'a> {
    bytes: &'a [u8],
    sector: usize,
    table: Vec<u32>,
    streams: Vec<Stream>,
    /// Streams below this size lie in the mini stream.
    cutoff: u32,
    mini: Vec<u8>,
    mini_table: Vec<u32>,
}

struct Stream {
    name: String,
    start: u32,
    size: u32,
}

impl<'a> Compound<'a> {
    /// Opens a container; `None` where it is damaged.
    pub(super) fn open(bytes: &'a [u8]) -> Option<Self> {
        let shift = u16_at(bytes, 30)?;
        if !bytes.starts_with(&MAGIC) || !matches!(shift, 9 | 12) {
            return None;
        }
        let mut opened = Self {
            bytes,
            sector: 1 << shift,
            table: Vec::new(),
            streams: Vec::new(),
            cutoff: u32_at(bytes, 56)?,
            mini: Vec::new(),
            mini_table: Vec::new(),
        };
        opened.table = opened.table()?;
        let directory = opened.chain(u32_at(bytes, 48)?)?;
        opened.streams = directory.chunks_exact(128).filter_map(stream).collect();
        if u32_at(bytes, 64)? > 0 {
            opened.mini = opened.chain(opened.streams.first()?.start)?;
            opened.mini_table = numbers(&opened.chain(u32_at(bytes, 60)?)?);
        }
        Some(opened)
    }

    /// Says whether there is such a stream.
    pub(super) fn has(&self, name: &str) -> bool {
        self.streams.iter().any(|stream| stream.name == name)
    }

    /// Gives a stream's bytes; `None` where there is none, or a damaged one.
    pub(super) fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let stream = self.streams.iter().find(|stream| stream.name == name)?;
        let mut bytes = if stream.size < self.cutoff {
            self.mini_chain(stream.start)?
        } else {
            self.chain(stream.start)?
        };
        let size = stream.size as usize;
        (bytes.len() >= size).then(|| {
            bytes.truncate(size);
            bytes
        })
    }

    fn sectors(&self) -> usize {
        self.bytes.len() / self.sector + 1
    }

    fn sector(&self, at: u32) -> Option<&'a [u8]> {
        let start = (at as usize).checked_add(1)?.checked_mul(self.sector)?;
        let end = start.checked_add(self.sector)?.min(self.bytes.len());
        self.bytes.get(start..end).filter(|part| !part.is_empty())
    }

    /// The table that says which sector follows which.
    fn table(&self) -> Option<Vec<u32>> {
        let mut places = numbers(self.bytes.get(76..HEADER)?);
        let mut more = u32_at(self.bytes, 68)?;
        let mut steps = 0;
        while more < FIRST_MARK {
            let mut list = numbers(self.sector(more)?);
            more = list.pop()?;
            places.append(&mut list);
            steps += 1;
            if steps > self.sectors() {
                return None;
            }
        }
        places.retain(|place| *place < FIRST_MARK);
        if places.len() > self.sectors() {
            return None;
        }
        let mut table = Vec::new();
        for place in places {
            table.extend(numbers(self.sector(place)?));
        }
        Some(table)
    }

    fn chain(&self, start: u32) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut at = start;
        let mut steps = 0;
        while at < FIRST_MARK {
            bytes.extend_from_slice(self.sector(at)?);
            at = *self.table.get(at as usize)?;
            steps += 1;
            if steps > self.sectors() {
                return None;
            }
        }
        Some(bytes)
    }

    fn mini_chain(&self, start: u32) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut at = start;
        while at < FIRST_MARK {
            let from = (at as usize).checked_mul(MINI_SECTOR)?;
            let end = from.checked_add(MINI_SECTOR)?.min(self.mini.len());
            bytes.extend_from_slice(self.mini.get(from..end)?);
            at = *self.mini_table.get(at as usize)?;
            if bytes.len() > self.mini.len() + MINI_SECTOR {
                return None;
            }
        }
        Some(bytes)
    }
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().copied().map(u32::from_le_bytes).collect()
}

fn stream(entry: &[u8]) -> Option<Stream> {
    let length = usize::from(u16_at(entry, 64)?).saturating_sub(2).min(64);
    Some(Stream {
        name: utf16(&entry[..length & !1]),
        start: u32_at(entry, 116)?,
        size: u32_at(entry, 120)?,
    })
}
