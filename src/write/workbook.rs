//! Neutral books -> XLSX bytes, the same for the same book: titles, rows,
//! formats, print set-up. What a form checks is in `form`, lists and charts
//! are in `list`.

use std::borrow::Cow;

use rust_xlsxwriter::{
    Color, DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet,
    XlsxError,
};

use super::{WriteError, form, list};
use crate::model::{Align, Book, BookCell, BookSheet, Grid, NumberFormat, SheetUse, Style, Value};

/// Marks our own standings workbook, which is never read as a sheet.
const STANDINGS_KEYWORD: &str = "tabletally-standings";
/// The shade of every second table.
const SHADE: Color = Color::RGB(0x00F2_F2F2);
/// Rows are given this height, so that page breaks can be counted.
const ROW_HEIGHT: f64 = 18.0;
const HEADER_HEIGHT: f64 = 33.0;
/// About so many rows of a list fit on a page.
const ROWS_ON_A_PAGE: usize = 30;
const PROSE_HEIGHT: f64 = 16.0;

/// Gives a book as a workbook.
pub fn xlsx_bytes(book: &Book) -> Result<Vec<u8>, WriteError> {
    workbook_with_round(&[], book)
}

/// Gives a whole workbook again, its sheets as values, with the sheets of the
/// book added: the next round of an event in one workbook.
pub fn workbook_with_round(grids: &[Grid], book: &Book) -> Result<Vec<u8>, WriteError> {
    let mut workbook = start(book)?;
    for grid in grids {
        carry(workbook.add_worksheet(), grid)?;
    }
    for (at, sheet) in book.sheets.iter().enumerate() {
        let page = Page { book, sheet };
        let target = workbook.add_worksheet();
        page.write(target)?;
        if at == 0 && !grids.is_empty() {
            // The round to be typed into is what the organiser opens it for.
            target.set_active(true);
        }
    }
    Ok(workbook.save_to_buffer()?)
}

fn start(book: &Book) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    // The event's date and not the clock, so that the bytes stay the same.
    let date = book.date.as_deref().unwrap_or("2000-01-01");
    let created =
        ExcelDateTime::parse_from_str(date).or_else(|_| ExcelDateTime::from_ymd(2000, 1, 1))?;
    let mut properties = DocProperties::new()
        .set_title(&book.title)
        .set_author(&book.author)
        .set_creation_datetime(&created);
    if book.standings {
        properties = properties.set_keywords(STANDINGS_KEYWORD);
    }
    workbook.set_properties(&properties);
    Ok(workbook)
}

fn carry(sheet: &mut Worksheet, grid: &Grid) -> Result<(), XlsxError> {
    sheet.set_name(grid.sheet.as_deref().unwrap_or_else(|| grid.role_name()))?;
    if grid.hidden {
        sheet.set_hidden(true);
    }
    let date = Format::new().set_num_format("yyyy-mm-dd");
    let time = Format::new().set_num_format("[h]:mm:ss");
    for row in &grid.rows {
        for cell in &row.cells {
            let (at, col) = (row.index, cell.col as u16);
            match &cell.value {
                Value::Text(text) => sheet.write_string(at, col, text.as_ref())?,
                Value::Number {
                    shown: Some(shown), ..
                } => sheet.write_string(at, col, shown.as_ref())?,
                Value::Number { value, .. } => sheet.write_number(at, col, *value)?,
                Value::Bool(value) => sheet.write_boolean(at, col, *value)?,
                Value::Date { serial, time_only } => sheet.write_number_with_format(
                    at,
                    col,
                    *serial,
                    if *time_only { &time } else { &date },
                )?,
                Value::Error(_) | Value::NoResult(_) => continue,
            };
        }
    }
    sheet.autofit();
    Ok(())
}

/// One sheet on its way into a workbook.
pub(super) struct Page<'a> {
    pub(super) book: &'a Book,
    pub(super) sheet: &'a BookSheet,
}

impl Page<'_> {
    fn write(&self, target: &mut Worksheet) -> Result<(), XlsxError> {
        target.set_name(&self.sheet.name)?;
        self.titles(target)?;
        for (col, column) in (0..).zip(&self.sheet.columns) {
            target.set_column_width(col, column.width)?;
            let header = align(header_format(), column.align);
            target.write_string_with_format(self.header_row(), col, &column.header, &header)?;
            if column.style == Style::TrendData {
                target.set_column_hidden(col)?;
            }
        }
        self.rows(target)?;
        match &self.sheet.purpose {
            SheetUse::Form(checks) => form::add(target, self, checks)?,
            SheetUse::List => list::add(target, self)?,
            SheetUse::Open | SheetUse::Prose => {}
        }
        self.print(target)
    }

    /// The row of the headers; one row of a form's titles is its counter.
    pub(super) fn header_row(&self) -> u32 {
        let counter = u32::from(matches!(self.sheet.purpose, SheetUse::Form(_)));
        self.sheet.titles.len() as u32 + counter
    }

    pub(super) fn first_row(&self) -> u32 {
        self.header_row() + 1
    }

    /// The last row with data; the header's where there is none.
    pub(super) fn last_row(&self) -> u32 {
        self.header_row() + self.sheet.rows.len() as u32
    }

    fn titles(&self, target: &mut Worksheet) -> Result<(), XlsxError> {
        let plain = Format::new().set_font_color(Color::RGB(0x0040_4040));
        for (row, title) in (0..).zip(&self.sheet.titles) {
            if row == 0 {
                let large = Format::new().set_bold().set_font_size(16);
                target.set_row_height(row, 26)?;
                target.write_string_with_format(row, 0, title, &large)?;
            } else {
                target.write_string_with_format(row, 0, title, &plain)?;
            }
        }
        Ok(())
    }

    fn rows(&self, target: &mut Worksheet) -> Result<(), XlsxError> {
        let prose = matches!(self.sheet.purpose, SheetUse::Prose);
        target.set_row_height(self.header_row(), HEADER_HEIGHT)?;
        for (at, row) in self.sheet.rows.iter().enumerate() {
            let line = self.first_row() + at as u32;
            let height = if prose { PROSE_HEIGHT } else { ROW_HEIGHT };
            target.set_row_height(line, height * self.lines(row))?;
            for (col, cell) in (0..).zip(row) {
                let format = self.format(at, usize::from(col));
                match cell {
                    BookCell::Empty => target.write_blank(line, col, &format)?,
                    BookCell::Text(text) => {
                        target.write_string_with_format(line, col, clipped(text), &format)?
                    }
                    BookCell::Number(value, kind) => {
                        let shown = match kind {
                            NumberFormat::Whole => "0",
                            NumberFormat::Decimal(1) => "0.0",
                            NumberFormat::Decimal(2) => "0.00",
                            NumberFormat::Decimal(_) => "0.000",
                        };
                        let format = format.set_num_format(shown);
                        target.write_number_with_format(line, col, *value, &format)?
                    }
                };
            }
        }
        Ok(())
    }

    /// How many lines a row takes; a little more than on average, since not
    /// every program makes a row higher when it opens a workbook.
    fn lines(&self, row: &[BookCell]) -> f64 {
        let lines = row.iter().zip(&self.sheet.columns).map(|(cell, column)| {
            let BookCell::Text(text) = cell else {
                return 1.0;
            };
            if column.style == Style::Wrapped {
                (text.chars().count() as f64 * 1.08 / column.width).ceil()
            } else {
                1.0
            }
        });
        lines.fold(1.0, f64::max)
    }

    /// How one cell looks: alignment, the shade of every second table, the
    /// line below a table, the cut line, the box of a cell to type into.
    pub(super) fn format(&self, at: usize, col: usize) -> Format {
        let mut format = Format::new().set_align(FormatAlign::VerticalCenter);
        let Some(column) = self.sheet.columns.get(col) else {
            return format;
        };
        format = align(format, column.align);
        if self.shaded(at) {
            format = format.set_background_color(SHADE);
        }
        match &column.style {
            Style::Wrapped => format = format.set_text_wrap(),
            Style::Typed { entry, .. } => format = form::typed_format(format, entry),
            Style::Computed(_) => format = format.set_bold(),
            Style::Plain | Style::Trend | Style::TrendData => {}
        }
        if self.sheet.cut_after == Some(at) {
            return format
                .set_border_bottom(FormatBorder::Thick)
                .set_border_bottom_color(Color::Black);
        }
        if self.ends_band(at) {
            return format
                .set_border_bottom(FormatBorder::Medium)
                .set_border_bottom_color(Color::RGB(0x0059_5959));
        }
        match self.sheet.purpose {
            SheetUse::List | SheetUse::Form(_) => format
                .set_border_bottom(FormatBorder::Thin)
                .set_border_bottom_color(Color::RGB(0x00D0_D0D0)),
            SheetUse::Open | SheetUse::Prose => format,
        }
    }

    fn shaded(&self, at: usize) -> bool {
        let bands = &self.sheet.bands;
        let starts = |at: usize| at > 0 && bands.get(at) != bands.get(at - 1);
        !bands.is_empty() && (0..=at).filter(|at| starts(*at)).count() % 2 == 1
    }

    fn ends_band(&self, at: usize) -> bool {
        let bands = &self.sheet.bands;
        bands.get(at).is_some() && bands.get(at + 1) != bands.get(at)
    }

    fn print(&self, target: &mut Worksheet) -> Result<(), XlsxError> {
        let header = self.header_row();
        target.set_freeze_panes(header + 1, 0)?;
        // A chart on a page of its own has no header above it.
        if self.sheet.chart.is_none() || self.sheet.rows.len() > ROWS_ON_A_PAGE {
            target.set_repeat_rows(header, header)?;
        }
        target.set_paper_size(if self.book.a4 { 9 } else { 1 });
        target.set_margins(0.4, 0.4, 0.55, 0.6, 0.25, 0.3);
        target.set_print_fit_to_pages(1, 0);
        let title = self.sheet.titles.first().unwrap_or(&self.book.title);
        target.set_footer(format!("&L{}&R&P / &N", footer_text(title)));
        if self.sheet.landscape {
            target.set_landscape();
        }
        target.set_screen_gridlines(matches!(self.sheet.purpose, SheetUse::Open));
        target.set_page_breaks(&self.breaks())?;
        Ok(())
    }

    /// Page breaks between tables, so that none is split over two pages: as
    /// many whole tables a page as fit at the scale at which the columns fill
    /// the paper's width.
    fn breaks(&self) -> Vec<u32> {
        let (mut width, mut height) = if self.book.a4 {
            (595.0, 842.0)
        } else {
            (612.0, 792.0)
        };
        if self.sheet.landscape {
            std::mem::swap(&mut width, &mut height);
        }
        let columns = self.sheet.columns.iter();
        let wide: f64 = columns.map(|column| column.width * 5.25 + 3.75).sum();
        let scale = ((width - 58.0) / wide).min(1.0);
        // Some points are kept back: programs round row heights differently.
        let room = (height - 83.0 - 12.0) / scale - HEADER_HEIGHT;
        let titles = 26.0 + 18.0 * (f64::from(self.header_row()) - 1.0).max(0.0);
        let (mut breaks, mut used) = (Vec::new(), titles);
        if self.sheet.chart.is_some() {
            breaks.push(self.last_row() + 1);
        }
        let mut start = 0;
        for at in 0..self.sheet.bands.len() {
            if !self.ends_band(at) {
                continue;
            }
            let rows = &self.sheet.rows[start..=at];
            let table: f64 = rows.iter().map(|row| self.lines(row) * ROW_HEIGHT).sum();
            if used + table > room && start > 0 {
                breaks.push(self.first_row() + start as u32);
                used = 0.0;
            }
            used += table;
            start = at + 1;
        }
        breaks
    }
}

/// A text as a cell can hold it: programs refuse a longer one.
fn clipped(text: &str) -> Cow<'_, str> {
    const MOST_UNITS: usize = 32_767;
    if text.len() <= MOST_UNITS || text.encode_utf16().count() <= MOST_UNITS {
        return Cow::Borrowed(text);
    }
    let mut room = MOST_UNITS - 1;
    let fits = |letter: &char| {
        let left = room.checked_sub(letter.len_utf16());
        room = left.unwrap_or_default();
        left.is_some()
    };
    Cow::Owned(text.chars().take_while(fits).chain(['…']).collect())
}

/// In a footer `&` begins a code.
fn footer_text(text: &str) -> String {
    text.chars()
        .take(100)
        .collect::<String>()
        .replace('&', "&&")
}

pub(super) fn header_format() -> Format {
    Format::new()
        .set_bold()
        .set_background_color(Color::RGB(0x00E2_E2E2))
        .set_font_color(Color::Black)
        .set_border_bottom(FormatBorder::Medium)
        .set_text_wrap()
        .set_align(FormatAlign::VerticalCenter)
}

pub(super) fn align(format: Format, align: Align) -> Format {
    match align {
        Align::Left => format.set_align(FormatAlign::Left).set_indent(1),
        Align::Centre => format.set_align(FormatAlign::Center),
        Align::Right => format.set_align(FormatAlign::Right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_longer_than_a_cell_can_hold() {
        let fits = "a".repeat(32_767);
        assert_eq!(clipped(&fits), fits.as_str());
        let units = |text: &str| clipped(text).encode_utf16().count();
        assert_eq!(units(&"ē".repeat(32_767)), 32_767);
        assert_eq!(units(&"a".repeat(40_000)), 32_767);
        // A letter of two units is not cut in half.
        assert_eq!(units(&"🎲".repeat(20_000)), 32_767);
        assert!(clipped(&"🎲".repeat(20_000)).ends_with("🎲…"));
    }
}
