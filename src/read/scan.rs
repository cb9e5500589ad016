//! Where the rows of a delimited text begin and end, with the line of each:
//! what the csv crate does not tell. Goes by the same rules of quoting.

/// A record's place and shape.
pub(super) struct Record {
    /// Its row, from zero, as a spreadsheet counts: blank lines count, line
    /// ends inside quotes do not.
    pub(super) row: u32,
    /// How many fields it has.
    pub(super) fields: usize,
    /// The column and the line (from one) of a quote that is never closed.
    pub(super) open: Option<(usize, usize)>,
    /// Its texts that run over several lines.
    pub(super) lines: Vec<Lines>,
}

/// A quoted text that runs over several lines.
pub(super) struct Lines {
    /// Its cell.
    pub(super) row: u32,
    pub(super) col: usize,
    /// The line in which its quote opens, from one.
    pub(super) line: usize,
    /// How many line ends it holds.
    pub(super) breaks: usize,
    /// The most delimiters that one of its further lines holds.
    pub(super) most_delimiters: usize,
    /// Behind its closing quote the text goes on.
    pub(super) goes_on: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Bare,
    Quoted,
    /// Behind a quote in a quoted field: its end, or half a doubled one.
    Quote,
}

/// Walks through a text.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    delimiter: u8,
    quotes: bool,
    at: usize,
    row: u32,
    line: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str, delimiter: u8, quotes: bool) -> Self {
        Self {
            bytes: text.as_bytes(),
            delimiter,
            quotes,
            at: 0,
            row: 0,
            line: 1,
        }
    }

    /// Counts one line more in front.
    pub(super) const fn behind_a_line(mut self) -> Self {
        self.row += 1;
        self.line += 1;
        self
    }

    /// Gives the next record; blank lines are counted and passed over.
    pub(super) fn next(&mut self) -> Option<Record> {
        while let Some(length) = self.line_end(self.at) {
            self.at += length;
            self.row = self.row.saturating_add(1);
            self.line += 1;
        }
        if self.at >= self.bytes.len() {
            return None;
        }
        let mut record = Record {
            row: self.row,
            fields: 1,
            open: None,
            lines: Vec::new(),
        };
        self.fields(&mut record);
        self.row = self.row.saturating_add(1);
        Some(record)
    }

    /// Walks over one record, its line end too.
    fn fields(&mut self, record: &mut Record) {
        let mut state = State::Start;
        let mut quoted = Quoted::default();
        while let Some(byte) = self.bytes.get(self.at).copied() {
            let end = self.line_end(self.at);
            let outside = state != State::Quoted;
            match (state, byte) {
                (State::Start, b'"') if self.quotes => {
                    state = State::Quoted;
                    quoted = Quoted {
                        line: self.line,
                        ..Quoted::default()
                    };
                }
                (State::Quoted, b'"') => state = State::Quote,
                (State::Quote, b'"') => state = State::Quoted,
                _ if outside && (byte == self.delimiter || end.is_some()) => {
                    record.lines.extend(quoted.lines(record));
                    quoted = Quoted::default();
                    self.at += end.unwrap_or(1);
                    if end.is_some() {
                        self.line += 1;
                        return;
                    }
                    record.fields += 1;
                    state = State::Start;
                    continue;
                }
                (State::Quoted, _) => {
                    if let Some(length) = end {
                        quoted.breaks += 1;
                        quoted.delimiters = 0;
                        self.line += 1;
                        self.at += length;
                        continue;
                    }
                    if byte == self.delimiter {
                        quoted.delimiter();
                    }
                }
                (State::Quote, _) => {
                    quoted.goes_on = true;
                    state = State::Bare;
                }
                _ => state = State::Bare,
            }
            self.at += 1;
        }
        if state == State::Quoted {
            record.open = Some((record.fields - 1, quoted.line));
        }
        record.lines.extend(quoted.lines(record));
    }

    /// The length of the line end that stands here, if one does.
    fn line_end(&self, at: usize) -> Option<usize> {
        match (self.bytes.get(at)?, self.bytes.get(at + 1)) {
            (b'\r', Some(b'\n')) => Some(2),
            (b'\r' | b'\n', _) => Some(1),
            _ => None,
        }
    }
}

/// What was seen of a quoted field.
#[derive(Default)]
struct Quoted {
    line: usize,
    breaks: usize,
    delimiters: usize,
    most: usize,
    goes_on: bool,
}

impl Quoted {
    fn delimiter(&mut self) {
        self.delimiters += 1;
        if self.breaks > 0 {
            self.most = self.most.max(self.delimiters);
        }
    }

    fn lines(&self, record: &Record) -> Option<Lines> {
        (self.breaks > 0).then(|| Lines {
            row: record.row,
            col: record.fields - 1,
            line: self.line,
            breaks: self.breaks,
            most_delimiters: self.most,
            goes_on: self.goes_on,
        })
    }
}

#[cfg(test)]
mod tests {
    use csv::ReaderBuilder;
    use proptest::prelude::*;

    use super::*;

    fn fields(text: &str) -> Vec<usize> {
        let mut scanner = Scanner::new(text, b',', true);
        std::iter::from_fn(|| scanner.next())
            .map(|record| record.fields)
            .collect()
    }

    #[test]
    fn rows_and_lines_are_counted_as_people_count_them() {
        let mut scanner = Scanner::new("a,b\r\n\r\n\"x\ny\",1\rc\n\n\"open", b',', true);
        let seen: Vec<_> = std::iter::from_fn(|| scanner.next())
            .map(|record| (record.row, record.fields, record.open))
            .collect();
        assert_eq!(
            seen,
            [
                (0, 2, None),
                (2, 2, None),
                (3, 1, None),
                (5, 1, Some((0, 7)))
            ]
        );
    }

    proptest! {
        #[test]
        fn records_are_those_of_the_csv_crate(text in "[a,\"\r\n ]{0,40}") {
            let mut reader = ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .from_reader(text.as_bytes());
            let theirs: Vec<usize> = reader.records().map(|record| record.unwrap().len()).collect();
            prop_assert_eq!(fields(&text), theirs);
        }
    }
}
