//! What a run has to tell: findings in order, the round that is played next,
//! the last lines for people.

use super::{Day, Ending};
use crate::model::{self, Finding};
use crate::show::{SeatingFacts, Told, counted};
use crate::stage::Next;

pub(super) fn finish(
    day: Option<&Day>,
    mut findings: Vec<Finding>,
    written: Vec<String>,
    system: bool,
) -> (Told, Ending) {
    findings.sort_by(|a, b| {
        (a.severity, &a.place, a.code, &a.message).cmp(&(b.severity, &b.place, b.code, &b.message))
    });
    let errors = findings.iter().any(Finding::is_error);
    let ending = match (system, errors) {
        (true, _) => Ending::SystemErrors,
        (false, true) => Ending::SheetErrors,
        (false, false) => Ending::Done,
    };
    let event = day.map(|day| {
        (
            day.event.players.len(),
            day.progress.complete,
            day.progress.waiting_for.clone(),
        )
    });
    let seating = day.filter(|_| !errors).and_then(seating_facts);
    let mut told = Told {
        ok: ending == Ending::Done,
        findings,
        event,
        seating,
        written,
        summary: Vec::new(),
    };
    told.summary = summary(day, &told, ending);
    (told, ending)
}

/// The round that is played next, be it seated now or earlier.
fn seating_facts(day: &Day) -> Option<SeatingFacts> {
    let seating = day.seating.as_ref()?;
    let waiting = day.event.rounds.iter().find(|round| !round.is_complete());
    let (round, stage, sizes): (u32, model::Stage, Vec<usize>) = match (&day.next, waiting) {
        (Next::Finished, _) => return None,
        (Next::Stage(plan), _) => (
            plan.round,
            plan.stage,
            plan.tables
                .iter()
                .map(|table| table.players.len())
                .collect(),
        ),
        (_, Some(round)) => (
            round.number,
            round.stage,
            round.tables.iter().map(model::Table::size).collect(),
        ),
        (_, None) => {
            let round = seating.rounds.first()?;
            let sizes = round.tables.iter().map(Vec::len).collect();
            (round.number, model::Stage::Preliminary, sizes)
        }
    };
    Some(SeatingFacts {
        round,
        stage: stage.as_str(),
        tables: sizes.len(),
        tables_of_three: sizes.iter().filter(|size| **size == 3).count(),
        figures: seating.figures.clone(),
    })
}

fn summary(day: Option<&Day>, told: &Told, ending: Ending) -> Vec<String> {
    let errors = told
        .findings
        .iter()
        .filter(|finding| finding.is_error())
        .count();
    if ending != Ending::Done {
        return vec![format!("{}; nothing was written", counted(errors, "error"))];
    }
    let Some(day) = day else { return Vec::new() };
    let mut lines = Vec::new();
    let progress = &day.progress;
    let players = counted(day.event.players.len(), "player");
    lines.push(match progress.planned {
        Some(planned) => format!(
            "{players}, {} of {} complete",
            progress.complete,
            counted(planned as usize, "round")
        ),
        None => {
            let complete = counted(progress.complete as usize, "round");
            format!("{players}, {complete} complete")
        }
    });
    if !progress.waiting_for.is_empty() {
        let tables: Vec<String> = progress
            .waiting_for
            .iter()
            .map(ToString::to_string)
            .collect();
        let noun = if tables.len() == 1 { "table" } else { "tables" };
        lines.push(format!("waiting for {noun} {}", tables.join(", ")));
    }
    if let Some(facts) = &told.seating {
        let figures = &facts.figures;
        let repeats = match figures.repeat_meetings {
            0 => "no pair meets twice".to_owned(),
            1 => "one pair meets again".to_owned(),
            many => format!(
                "pairs meet again {many} times (repeat cost {}, at least {} in any plan)",
                figures.repeat_cost, figures.repeat_lower_bound
            ),
        };
        let threes = if day.preset.table_sizes.contains(&3) {
            format!(", {} of three", facts.tables_of_three)
        } else {
            String::new()
        };
        let stage = match facts.stage {
            "preliminary" => String::new(),
            stage => format!(" ({stage})"),
        };
        lines.push(format!(
            "round {}{stage}: {}{threes}; {repeats}",
            facts.round,
            counted(facts.tables, "table")
        ));
    }
    if day.next == Next::Finished {
        lines.push("all rounds are complete".to_owned());
    }
    lines.extend(told.written.iter().map(|name| format!("wrote {name}")));
    lines
}
