//! What is wrong with the stages of a preset: tables that no number of
//! entrants fills, slots that name nobody, columns that there are not. Knows
//! no event.

use std::collections::BTreeSet;

use super::super::Preset;
use super::super::stages::{FieldRule, Slot, StageKey, StageRule};
use super::fit::Found;

/// The most players that a stage after the cut takes.
const MOST_ENTRANTS: usize = 512;

pub(super) fn stages(preset: &Preset, found: &mut Found) {
    for (at, rule) in preset.stages.iter().enumerate() {
        let before = preset.stages[..at].last();
        let mut told = Vec::new();
        entrants(rule, &mut told);
        for (index, field) in rule.fields.iter().enumerate() {
            if rule.fields[..index]
                .iter()
                .any(|earlier| earlier.from == field.from)
            {
                told.push(format!("two fields start from {} entrants", field.from));
            }
            tables(preset, rule, field, &mut told);
        }
        for slots in [&rule.slots, &rule.group_slots] {
            slot_tables(preset, rule, before, slots, &mut told);
        }
        if rule.third_place && before.is_none() {
            told.push("`third_place` needs a stage before it".to_owned());
        }
        keys(preset, rule, &mut told);
        let name = rule.name.as_str();
        if preset.stages[..at]
            .iter()
            .any(|earlier| earlier.name == rule.name)
        {
            told.push("there is another stage of that name".to_owned());
        }
        for told in told {
            found.push_item("stage", at, format!("the stage {name}: {told}"));
        }
    }
}

fn entrants(rule: &StageRule, told: &mut Vec<String>) {
    if !(2..=MOST_ENTRANTS).contains(&rule.entrants) {
        told.push(format!(
            "`entrants` is {}; it takes a number from 2 to {MOST_ENTRANTS}",
            rule.entrants
        ));
    }
    if rule.fields.is_empty() {
        told.push("`field` says no number of tables: `field = [{ from = 4, tables = 1 }]`".into());
    }
    if let Some(multiple) = rule.winners_to_multiple
        && !(1..=rule.entrants).contains(&multiple)
    {
        told.push(format!(
            "`winners_to_multiple` is {multiple}; it takes a number from 1 to `entrants`"
        ));
    }
}

/// The tables of a field must be of sizes that the preset knows, at the
/// smallest and at the largest number of entrants that it is for.
fn tables(preset: &Preset, rule: &StageRule, field: &FieldRule, told: &mut Vec<String>) {
    let FieldRule { from, tables, .. } = *field;
    if !(1..=MOST_ENTRANTS).contains(&tables) || from > rule.entrants {
        told.push(format!(
            "the field from {from} has {tables} tables; `from` goes up to `entrants`, and there is at least one table"
        ));
        return;
    }
    let above = rule.fields.iter().map(|other| other.from);
    let most = above
        .filter(|other| *other > from)
        .min()
        .map_or(rule.entrants, |next| next - 1);
    let smallest = preset.table_sizes.iter().min().copied().unwrap_or(0);
    let largest = preset.table_sizes.iter().max().copied().unwrap_or(0);
    if from / tables < smallest || most.div_ceil(tables) > largest {
        told.push(format!(
            "{from} to {most} entrants do not fill {tables} tables of {smallest} to {largest} players"
        ));
    }
    if field.advance_each > from / tables {
        told.push(format!(
            "the field from {from} lets {} of each table go on, and a table may have {}",
            field.advance_each,
            from / tables
        ));
    }
    if field.advance_total.is_some_and(|total| total > from) {
        told.push(format!(
            "the field from {from} lets more go on than come in"
        ));
    }
}

fn slot_tables(
    preset: &Preset,
    rule: &StageRule,
    before: Option<&StageRule>,
    slots: &[Vec<Slot>],
    told: &mut Vec<String>,
) {
    if slots.is_empty() {
        return;
    }
    let fits = |field: &FieldRule| field.tables == slots.len();
    if !rule.fields.iter().all(fits) {
        told.push(format!(
            "the slots are for {} tables, and `field` says another number",
            slots.len()
        ));
    }
    let tables_before = before
        .iter()
        .flat_map(|rule| &rule.fields)
        .map(|field| field.tables)
        .max()
        .unwrap_or(0);
    let mut seen = BTreeSet::new();
    for slot in slots.iter().flatten() {
        let (text, exists) = match *slot {
            Slot::Seed(seed) => (seed.to_string(), (1..=rule.entrants).contains(&seed)),
            Slot::Group(group, rank) => (
                format!("{}{rank}", if group == 0 { 'A' } else { 'B' }),
                preset.groups_from.is_some() && (1..=rule.entrants).contains(&rank),
            ),
            Slot::Winner(table) => (format!("W{table}"), in_range(table, tables_before)),
            Slot::Loser(table) => (format!("L{table}"), in_range(table, tables_before)),
        };
        if !exists {
            told.push(format!("the slot {text} is nobody"));
        }
        if !seen.insert(text.clone()) {
            told.push(format!("the slot {text} is given twice"));
        }
    }
    if let Some(table) = slots
        .iter()
        .find(|table| !preset.table_sizes.contains(&table.len()))
    {
        told.push(format!(
            "a table has {} slots, and no table has that size",
            table.len()
        ));
    }
}

fn in_range(table: u32, tables: usize) -> bool {
    (1..=tables).contains(&(table as usize))
}

/// Keys that read a column of the stage's game need that column.
fn keys(preset: &Preset, rule: &StageRule, told: &mut Vec<String>) {
    for key in rule.ties.iter().chain(&rule.ranks) {
        if let StageKey::GameColumn(column, _) = key
            && preset.column(column).is_none()
        {
            told.push(format!(
                "it names the column `{column}`, which there is not"
            ));
        }
    }
}
