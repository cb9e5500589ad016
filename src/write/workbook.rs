//! Neutral books -> XLSX bytes, the same for the same book.

use rust_xlsxwriter::{
    ConditionalFormatFormula, DataValidation, DataValidationErrorStyle, DataValidationRule,
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet,
    XlsxError,
};

use super::WriteError;
use crate::model::{Align, Book, BookCell, BookSheet, Grid, NumberFormat, Style, Value};

/// Marks our own standings workbook, which is never read as a sheet.
const STANDINGS_KEYWORD: &str = "tabletally-standings";

/// Gives a book as a workbook.
pub fn xlsx_bytes(book: &Book) -> Result<Vec<u8>, WriteError> {
    let mut workbook = start(book)?;
    for sheet in &book.sheets {
        add_sheet(workbook.add_worksheet(), sheet, book)?;
    }
    Ok(workbook.save_to_buffer()?)
}

/// Gives a whole workbook again, its sheets as values, with the sheets of the
/// book added: the next round of an event in one workbook.
pub fn workbook_with_round(grids: &[Grid], book: &Book) -> Result<Vec<u8>, WriteError> {
    let mut workbook = start(book)?;
    for grid in grids {
        carry(workbook.add_worksheet(), grid)?;
    }
    for sheet in &book.sheets {
        add_sheet(workbook.add_worksheet(), sheet, book)?;
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
        .set_creation_datetime(&created);
    if book.standings {
        properties = properties.set_keywords(STANDINGS_KEYWORD);
    }
    workbook.set_properties(&properties);
    Ok(workbook)
}

fn carry(sheet: &mut Worksheet, grid: &Grid) -> Result<(), XlsxError> {
    sheet.set_name(grid.role_name())?;
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

fn add_sheet(sheet: &mut Worksheet, data: &BookSheet, book: &Book) -> Result<(), XlsxError> {
    sheet.set_name(&data.name)?;
    let titles = data.titles.len() as u32;
    for (row, title) in (0..).zip(&data.titles) {
        let size = if row == 0 { 15 } else { 11 };
        sheet.write_string_with_format(
            row,
            0,
            title,
            &Format::new().set_bold().set_font_size(size),
        )?;
    }
    let header = Format::new()
        .set_bold()
        .set_border_bottom(FormatBorder::Medium)
        .set_text_wrap()
        .set_align(FormatAlign::VerticalCenter);
    for (col, column) in (0..).zip(&data.columns) {
        sheet.set_column_width(col, column.width)?;
        sheet.write_string_with_format(
            titles,
            col,
            &column.header,
            &align(header.clone(), column.align),
        )?;
    }
    for (at, row) in data.rows.iter().enumerate() {
        write_row(sheet, data, titles + 1 + at as u32, at, row)?;
    }
    entries(sheet, data, titles + 1)?;
    page(sheet, data, titles, book)
}

fn write_row(
    sheet: &mut Worksheet,
    data: &BookSheet,
    row: u32,
    at: usize,
    cells: &[BookCell],
) -> Result<(), XlsxError> {
    let band = data.bands.get(at).copied();
    let last_of_band = band.is_some() && data.bands.get(at + 1).copied() != band;
    for (col, (cell, column)) in (0..).zip(cells.iter().zip(&data.columns)) {
        let mut format = align(Format::new(), column.align);
        if band.is_some_and(|band| band % 2 == 1) {
            format = format.set_background_color("#F2F2F2");
        }
        if last_of_band {
            format = format.set_border_bottom(FormatBorder::Thin);
        }
        if column.style != Style::Plain {
            format = format
                .set_unlocked()
                .set_border_left(FormatBorder::Hair)
                .set_border_right(FormatBorder::Hair);
        }
        match cell {
            BookCell::Empty => sheet.write_blank(row, col, &format)?,
            BookCell::Text(text) => sheet.write_string_with_format(row, col, text, &format)?,
            BookCell::Number(value, kind) => {
                let shown = match kind {
                    NumberFormat::Whole => "0",
                    NumberFormat::Decimal => "0.000",
                };
                sheet.write_number_with_format(row, col, *value, &format.set_num_format(shown))?
            }
        };
    }
    Ok(())
}

fn align(format: Format, align: Align) -> Format {
    format.set_align(match align {
        Align::Left => FormatAlign::Left,
        Align::Centre => FormatAlign::Center,
        Align::Right => FormatAlign::Right,
    })
}

/// Limits and drop-downs of the columns that are typed into, and the colours
/// of tables that are done or contradict themselves.
fn entries(sheet: &mut Worksheet, data: &BookSheet, first: u32) -> Result<(), XlsxError> {
    let Some(last) = (data.rows.len() as u32)
        .checked_sub(1)
        .map(|rows| first + rows)
    else {
        return Ok(());
    };
    for (col, column) in (0..).zip(&data.columns) {
        let validation = match column.style {
            Style::Entry(limit) => DataValidation::new()
                .allow_whole_number(DataValidationRule::Between(
                    0,
                    i32::try_from(limit).unwrap_or(i32::MAX),
                ))
                .set_error_title(&column.header)?
                .set_error_message(format!("0 - {limit}"))?
                .set_error_style(DataValidationErrorStyle::Stop),
            Style::MarkEntry => DataValidation::new().allow_list_strings(&["x"])?,
            Style::Plain | Style::FreeEntry => continue,
        };
        sheet.add_data_validation(first, col, last, col, &validation)?;
    }
    table_colours(sheet, data, first)
}

fn table_colours(sheet: &mut Worksheet, data: &BookSheet, first: u32) -> Result<(), XlsxError> {
    let letter = |wanted: fn(&Style) -> bool| {
        let col = data
            .columns
            .iter()
            .position(|column| wanted(&column.style))?;
        Some((col as u16, char::from(b'A' + col as u8)))
    };
    let Some((col, vp)) = letter(|style| matches!(style, Style::Entry(_))) else {
        return Ok(());
    };
    let winner = letter(|style| matches!(style, Style::MarkEntry)).map_or(vp, |(_, letter)| letter);
    let red = Format::new()
        .set_background_color("#F8CBAD")
        .set_font_color("#7B1C00");
    let green = Format::new().set_background_color("#C6E0B4");
    let mut start = 0;
    while start < data.rows.len() {
        let mut end = start;
        while data.bands.get(end + 1).is_some() && data.bands.get(end + 1) == data.bands.get(start)
        {
            end += 1;
        }
        let (top, bottom) = (first + start as u32, first + end as u32);
        let cells = format!("${vp}${}:${vp}${}", top + 1, bottom + 1);
        let marks = format!("COUNTA(${winner}${}:${winner}${})", top + 1, bottom + 1);
        let size = end - start + 1;
        let wrong = format!("=OR(AND(COUNT({cells})>0,COUNT({cells})<{size}),{marks}>1)");
        let done = format!("=AND(COUNT({cells})={size},{marks}<2)");
        for (rule, format) in [(wrong, &red), (done, &green)] {
            let condition = ConditionalFormatFormula::new()
                .set_rule(rule.as_str())
                .set_format(format);
            sheet.add_conditional_format(top, col, bottom, col, &condition)?;
        }
        start = end + 1;
    }
    Ok(())
}

fn page(
    sheet: &mut Worksheet,
    data: &BookSheet,
    titles: u32,
    book: &Book,
) -> Result<(), XlsxError> {
    sheet.set_freeze_panes(titles + 1, 0)?;
    sheet.set_repeat_rows(titles, titles)?;
    sheet.set_paper_size(if book.a4 { 9 } else { 1 });
    sheet.set_print_fit_to_pages(1, 0);
    sheet.set_footer("&L&A&R&P / &N");
    if data.landscape {
        sheet.set_landscape();
    }
    if data.protect {
        sheet.protect();
    } else if !data.rows.is_empty() {
        let last = titles + data.rows.len() as u32;
        sheet.autofilter(titles, 0, last, (data.columns.len().max(1) - 1) as u16)?;
    }
    sheet.set_page_breaks(&breaks(data, titles + 1))?;
    Ok(())
}

/// Page breaks between tables, so that none is split over two pages.
fn breaks(data: &BookSheet, first: u32) -> Vec<u32> {
    const ROWS_A_PAGE: usize = 44;
    let mut breaks = Vec::new();
    let mut page_start = 0;
    let mut band_start = 0;
    for at in 1..data.bands.len() {
        if data.bands[at] != data.bands[at - 1] {
            band_start = at;
        }
        if at - page_start >= ROWS_A_PAGE && band_start > page_start {
            breaks.push(first + band_start as u32);
            page_start = band_start;
        }
    }
    breaks
}
