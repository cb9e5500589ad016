//! Lists in a workbook: real tables with filters, small bars beside the
//! rows, and the chart of ranks over the rounds. Computes nothing.

use rust_xlsxwriter::{
    Chart, ChartDataLabel, ChartDataLabelPosition, ChartFont, ChartLine, ChartLineDashType,
    ChartMarker, ChartMarkerType, Color, ObjectMovement, Sparkline, SparklineType, Table,
    TableColumn, TableStyle, Worksheet, XlsxError,
};

use super::workbook::{Page, align, header_format};
use crate::model::{RankChart, Style};

/// Adds a list's table, trend lines and chart.
pub(super) fn add(target: &mut Worksheet, page: &Page<'_>) -> Result<(), XlsxError> {
    let sheet = page.sheet;
    // A table needs a row; a list without any shows its headers.
    if sheet.rows.is_empty() || sheet.columns.is_empty() {
        return Ok(());
    }
    let headers = unique(sheet.columns.iter().map(|column| column.header.as_str()));
    let columns: Vec<TableColumn> = headers
        .into_iter()
        .zip(&sheet.columns)
        .map(|(header, column)| {
            TableColumn::new()
                .set_header(header)
                .set_header_format(align(header_format(), column.align))
        })
        .collect();
    let table = Table::new()
        .set_columns(&columns)
        .set_style(TableStyle::Light1)
        .set_alt_text_title(&sheet.name);
    let last_col = sheet.columns.len() as u16 - 1;
    target.add_table(page.header_row(), 0, page.last_row(), last_col, &table)?;
    trends(target, page)?;
    let mut bottom = page.last_row();
    if let Some(chart) = &sheet.chart {
        add_chart(target, page, chart)?;
        bottom += 3 + chart_height(chart) / 20;
    }
    // What is hidden is not printed either.
    let hidden = sheet
        .columns
        .iter()
        .filter(|column| column.style == Style::TrendData);
    target.set_print_area(0, 0, bottom, last_col - hidden.count() as u16)?;
    Ok(())
}

/// Headers of a table, of which no two may be the same in any case; a second
/// one has a number.
fn unique<'a>(headers: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for header in headers {
        let taken = |name: &str| {
            let lower = name.to_lowercase();
            unique.iter().any(|other| other.to_lowercase() == lower)
        };
        let mut name = header.to_owned();
        let mut number = 2;
        while name.is_empty() || taken(&name) {
            name = format!("{header} {number}");
            number += 1;
        }
        unique.push(name);
    }
    unique
}

fn chart_height(picture: &RankChart) -> u32 {
    (130 + 26 * picture.lowest).min(640)
}

fn trends(target: &mut Worksheet, page: &Page<'_>) -> Result<(), XlsxError> {
    let sheet = page.sheet;
    let styles = || sheet.columns.iter().map(|column| &column.style);
    let Some(shown) = styles().position(|style| *style == Style::Trend) else {
        return Ok(());
    };
    let (Some(first), Some(last)) = (
        styles().position(|style| *style == Style::TrendData),
        styles().rposition(|style| *style == Style::TrendData),
    ) else {
        return Ok(());
    };
    for row in page.first_row()..=page.last_row() {
        let line = Sparkline::new()
            .set_range((sheet.name.as_str(), row, first as u16, row, last as u16))
            .set_type(SparklineType::Column)
            .show_hidden_data(true)
            .set_custom_min(0)
            .set_custom_max(sheet.rows.len() as f64)
            .set_sparkline_color(Color::RGB(0x0040_4040));
        target.add_sparkline(row, shown as u16, &line)?;
    }
    Ok(())
}

/// Lines that differ by dash and shade, so that they can be told apart on a
/// black and white printer too; each is named at its end.
fn add_chart(
    target: &mut Worksheet,
    page: &Page<'_>,
    picture: &RankChart,
) -> Result<(), XlsxError> {
    const DASHES: [ChartLineDashType; 4] = [
        ChartLineDashType::Solid,
        ChartLineDashType::Dash,
        ChartLineDashType::RoundDot,
        ChartLineDashType::LongDashDot,
    ];
    const SHADES: [u32; 4] = [0x0000_0000, 0x001F_4E79, 0x0083_3C0B, 0x0059_5959];
    const MARKS: [ChartMarkerType; 4] = [
        ChartMarkerType::Circle,
        ChartMarkerType::Square,
        ChartMarkerType::Triangle,
        ChartMarkerType::Diamond,
    ];
    let name = page.sheet.name.as_str();
    let (first, last) = (picture.columns.0 as u16, picture.columns.1 as u16);
    let header = page.header_row();
    let mut chart = Chart::new_line();
    chart.title().set_name(&picture.title);
    chart.set_alt_text(&picture.title);
    for at in 0..picture.rows.min(page.sheet.rows.len()) {
        let row = page.first_row() + at as u32;
        let shade = Color::RGB(SHADES[at % SHADES.len()]);
        let mut line = ChartLine::new();
        line.set_color(shade)
            .set_width(1.75)
            .set_dash_type(DASHES[at / SHADES.len() % DASHES.len()]);
        let mut marker = ChartMarker::new();
        marker.set_type(MARKS[at % MARKS.len()]).set_size(6);
        let mut label = ChartDataLabel::new();
        label
            .show_series_name()
            .set_position(ChartDataLabelPosition::Right)
            .set_font(ChartFont::new().set_size(9));
        let mut labels =
            vec![ChartDataLabel::default().set_hidden().to_custom(); usize::from(last - first)];
        labels.push(label.to_custom());
        chart
            .add_series()
            .set_name((name, row, picture.names as u16))
            .set_categories((name, header, first, header, last))
            .set_values((name, row, first, row, last))
            .set_format(&mut line)
            .set_marker(&marker)
            .set_data_label(&label)
            .set_custom_data_labels(&labels);
    }
    chart.legend().set_hidden();
    chart
        .y_axis()
        .set_reverse()
        .set_name(&picture.axis)
        .set_min(1)
        .set_max(picture.lowest.max(2))
        .set_num_format("0");
    chart.x_axis().set_position_between_ticks(true);
    chart.set_width(1000);
    chart.set_height(chart_height(picture));
    chart.set_object_movement(ObjectMovement::MoveButDontSizeWithCells);
    target.insert_chart(page.last_row() + 2, 0, &chart)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_headers_are_the_same() {
        let headers = ["Games", "Rank", "GAMES", "Games 2", ""];
        let expected = ["Games", "Rank", "GAMES 2", "Games 2 2", " 2"];
        assert_eq!(unique(headers.into_iter()), expected);
    }
}
