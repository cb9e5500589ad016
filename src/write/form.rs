//! Forms in a workbook: what may be typed, and the formulas that colour a
//! table, say what is wrong with it, count those that are done and show the
//! score that follows. They repeat the checks of a run in short, so that a
//! slip is seen while typing; the run decides.

use rust_xlsxwriter::{
    Color, ConditionalFormatFormula, DataValidation, DataValidationErrorStyle, DataValidationRule,
    Format, FormatBorder, Formula, ProtectionOptions, Worksheet, XlsxError, utility,
};

use super::workbook::Page;
use crate::model::{BonusCheck, Computed, Entry, SheetChecks, Style};

/// Adds a form's entries, checks, colours, counter and protection.
pub(super) fn add(
    target: &mut Worksheet,
    page: &Page<'_>,
    checks: &SheetChecks,
) -> Result<(), XlsxError> {
    if !page.sheet.rows.is_empty() {
        entries(target, page)?;
        let form = Form { page, checks };
        for (first, last) in form.tables() {
            form.table(target, first, last)?;
        }
        form.counter(target)?;
    }
    target.protect_with_options(&ProtectionOptions {
        format_columns: true,
        format_rows: true,
        use_autofilter: true,
        ..ProtectionOptions::new()
    });
    if let Some(col) = typed_columns(page).next() {
        target.set_selection(page.first_row(), col, page.first_row(), col)?;
    }
    Ok(())
}

/// The look of a cell to type into: white or shaded like its table, in a box.
pub(super) fn typed_format(format: Format, entry: &Entry) -> Format {
    let format = format
        .set_unlocked()
        .set_border_left(FormatBorder::Thin)
        .set_border_right(FormatBorder::Thin)
        .set_border_left_color(Color::RGB(0x0080_8080))
        .set_border_right_color(Color::RGB(0x0080_8080));
    // A time kept as text is not turned into hours.
    if *entry == Entry::Time {
        format.set_num_format("@")
    } else {
        format
    }
}

fn typed_columns<'a>(page: &'a Page<'_>) -> impl Iterator<Item = u16> + 'a {
    let columns = (0..).zip(&page.sheet.columns);
    columns.filter_map(|(col, column)| matches!(column.style, Style::Typed { .. }).then_some(col))
}

fn entries(target: &mut Worksheet, page: &Page<'_>) -> Result<(), XlsxError> {
    let (first, last) = (page.first_row(), page.last_row());
    for (col, column) in (0..).zip(&page.sheet.columns) {
        let Style::Typed { entry, message } = &column.style else {
            continue;
        };
        let limit = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let validation = match entry {
            Entry::Whole { least, most } => DataValidation::new()
                .allow_whole_number(DataValidationRule::Between(limit(*least), limit(*most))),
            Entry::Decimal { least, most } => DataValidation::new()
                .allow_decimal_number(DataValidationRule::Between(*least as f64, *most as f64)),
            Entry::Mark { words } => {
                let list = std::iter::once("x").chain(words.iter().map(String::as_str));
                DataValidation::new().allow_list_strings(&list.collect::<Vec<_>>())?
            }
            Entry::Time => {
                let cell = utility::row_col_to_cell(first, col);
                let rule = format!("=AND(ISTEXT({cell}),ISNUMBER(FIND(\":\",{cell})))");
                DataValidation::new().allow_custom(Formula::new(rule))
            }
            Entry::Text => continue,
        };
        let title: String = column.header.chars().take(32).collect();
        let message: String = message.chars().take(255).collect();
        let validation = validation
            .set_error_title(title)?
            .set_error_message(message)?
            .set_error_style(DataValidationErrorStyle::Stop);
        target.add_data_validation(first, col, last, col, &validation)?;
    }
    Ok(())
}

struct Form<'a> {
    page: &'a Page<'a>,
    checks: &'a SheetChecks,
}

impl Form<'_> {
    /// The first and last row of each table; a band of byes is none.
    fn tables(&self) -> Vec<(u32, u32)> {
        let (bands, mut tables, mut start) = (&self.page.sheet.bands, Vec::new(), 0);
        for at in 0..bands.len() {
            if bands.get(at + 1) == bands.get(at) {
                continue;
            }
            if bands[at] != 0 {
                let row = |at: usize| self.page.first_row() + at as u32;
                tables.push((row(start), row(at)));
            }
            start = at + 1;
        }
        tables
    }

    fn computed(&self, wanted: Computed) -> Option<u16> {
        let columns = (0..).zip(&self.page.sheet.columns);
        columns
            .filter(|(_, column)| column.style == Style::Computed(wanted))
            .map(|(col, _)| col)
            .next()
    }

    fn table(&self, target: &mut Worksheet, first: u32, last: u32) -> Result<(), XlsxError> {
        let at = |row: u32| (row - self.page.first_row()) as usize;
        if let Some(col) = self.computed(Computed::Score) {
            for row in first..=last {
                let formula = self.score(row, first, last);
                let formula = Formula::new(formula).set_result(&self.checks.words.open);
                let format = self.page.format(at(row), usize::from(col));
                target.write_formula_with_format(row, col, formula, &format)?;
            }
        }
        let Some(col) = self.computed(Computed::State) else {
            return Ok(());
        };
        // Nothing is typed yet, and a program that does not compute shows so.
        let formula = Formula::new(self.state(first, last)).set_result(&self.checks.words.open);
        let format = self.page.format(at(first), usize::from(col));
        target.write_formula_with_format(first, col, formula, &format)?;
        self.colours(target, first, last, col)
    }

    /// What is said about a table: nothing before its first entry, then what
    /// is wrong with it, at last that it is done.
    fn state(&self, first: u32, last: u32) -> String {
        let (checks, words) = (self.checks, &self.checks.words);
        let rows = |col: usize| range(col, first, last);
        let entered: Vec<String> = checks
            .needed
            .iter()
            .chain(&checks.winner)
            .map(|col| format!("COUNTA({})", rows(*col)))
            .collect();
        let mut cases = vec![(format!("{}=0", entered.join("+")), words.open.as_str())];
        let marks = checks.winner.map(rows);
        if let Some(marks) = &marks {
            cases.push((format!("COUNTA({marks})>1"), words.two_winners.as_str()));
        }
        for (col, most) in &checks.table_limits {
            cases.push((format!("SUM({})>{most}", rows(*col)), &words.over_limit));
        }
        let size = last - first + 1;
        let missing: Vec<String> = checks
            .needed
            .iter()
            .map(|col| format!("COUNT({})<{size}", rows(*col)))
            .collect();
        cases.push((format!("OR({})", missing.join(",")), &words.missing));
        for bonus in &checks.bonuses {
            let (by, mark) = (rows(bonus.by), rows(bonus.mark));
            let equal = format!(
                "AND(MAX({by})>={},COUNTIF({by},MAX({by}))>1,SUMPRODUCT(({by}=MAX({by}))*({mark}<>\"\"))<>1)",
                bonus.least
            );
            cases.push((equal, &words.who_first));
        }
        self.winner_cases(&mut cases, &rows(checks.score), marks.as_deref());
        if let Some(total) = checks.table_total {
            let sum = format!("SUM({})<>{total}", rows(checks.score));
            cases.push((sum, &words.wrong_total));
        }
        let nested = cases
            .iter()
            .rev()
            .fold(text(&words.done), |rest, (when, says)| {
                format!("IF({when},{},{rest})", text(says))
            });
        format!("={nested}")
    }

    fn winner_cases<'a>(
        &'a self,
        cases: &mut Vec<(String, &'a str)>,
        scores: &str,
        marks: Option<&str>,
    ) {
        let (checks, words) = (self.checks, &self.checks.words);
        let (Some(target), Some(marks)) = (checks.target, marks) else {
            return;
        };
        let reached = format!("COUNTIF({scores},\">={target}\")");
        cases.push((
            format!("AND({reached}>1,COUNTA({marks})=0)"),
            &words.no_mark,
        ));
        if checks.winner_required {
            let none = format!("AND({reached}=0,COUNTA({marks})=0)");
            cases.push((none, &words.no_winner));
        }
        if checks.winner_at_target {
            let below = format!("SUMPRODUCT(({marks}<>\"\")*({scores}<{target}))>0");
            cases.push((below, &words.below_target));
        }
    }

    /// The score of a row, once everything that it needs is there.
    fn score(&self, row: u32, first: u32, last: u32) -> String {
        let cell = |col: usize| utility::row_col_to_cell_absolute(row, col as u16);
        let needed: Vec<String> = self.checks.needed.iter().map(|col| cell(*col)).collect();
        let worths = self.checks.worths.iter();
        let mut sum: Vec<String> = worths
            .map(|(col, worth)| format!("{worth}*{}", cell(*col)))
            .collect();
        sum.extend(self.checks.bonuses.iter().map(|bonus| {
            let BonusCheck { by, least, mark, worth } = bonus;
            let (value, mark) = (cell(*by), cell(*mark));
            let all = range(*by, first, last);
            // A longer word in the mark's cell says that nobody holds it.
            format!(
                "IF(AND({value}>={least},{value}=MAX({all}),OR(COUNTIF({all},{value})=1,AND({mark}<>\"\",LEN({mark})<6))),{worth},0)"
            )
        }));
        format!(
            "=IF(COUNT({})<{},{},{})",
            needed.join(","),
            needed.len(),
            text(&self.checks.words.open),
            sum.join("+")
        )
    }

    /// Red while something is missing or wrong, green when done.
    fn colours(
        &self,
        target: &mut Worksheet,
        first: u32,
        last: u32,
        state: u16,
    ) -> Result<(), XlsxError> {
        let cell = utility::row_col_to_cell_absolute(first, state);
        let done = text(&self.checks.words.done);
        let open = text(&self.checks.words.open);
        let red = Format::new()
            .set_background_color(Color::RGB(0x00F8_CBAD))
            .set_font_color(Color::RGB(0x006B_1700));
        let green = Format::new()
            .set_background_color(Color::RGB(0x00D5_EBC8))
            .set_font_color(Color::RGB(0x0017_3D0A));
        let results = self.checks.needed.iter().chain(&self.checks.winner);
        let results: Vec<u16> = results
            .chain([&self.checks.score])
            .map(|col| *col as u16)
            .collect();
        let left = results.iter().copied().min().unwrap_or(state);
        let right = results.iter().copied().max().unwrap_or(state);
        for (rule, format) in [
            (format!("=AND({cell}<>{open},{cell}<>{done})"), &red),
            (format!("={cell}={done}"), &green),
        ] {
            let condition = ConditionalFormatFormula::new()
                .set_rule(rule.as_str())
                .set_format(format);
            target.add_conditional_format(first, left, last, right, &condition)?;
            if state < left || state > right {
                target.add_conditional_format(first, state, last, state, &condition)?;
            }
        }
        Ok(())
    }

    /// "7 of 20 tables entered", in the row above the headers.
    fn counter(&self, target: &mut Worksheet) -> Result<(), XlsxError> {
        let Some(state) = self.computed(Computed::State) else {
            return Ok(());
        };
        let states = range(
            usize::from(state),
            self.page.first_row(),
            self.page.last_row(),
        );
        let words = &self.checks.words;
        let (before, after) = (&words.counter.0, &words.counter.1);
        let formula = format!(
            "={}&COUNTIF({states},{})&{}",
            text(before),
            text(&words.done),
            text(after)
        );
        let formula = Formula::new(formula).set_result(format!("{before}0{after}"));
        let row = self.page.header_row() - 1;
        target.set_row_height(row, 21)?;
        target.write_formula_with_format(
            row,
            0,
            formula,
            &Format::new().set_bold().set_font_size(12),
        )?;
        Ok(())
    }
}

/// A column of a table inside a formula.
fn range(col: usize, first: u32, last: u32) -> String {
    utility::row_col_to_cell_absolute(first, col as u16)
        + ":"
        + &utility::row_col_to_cell_absolute(last, col as u16)
}

/// A text inside a formula.
fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
