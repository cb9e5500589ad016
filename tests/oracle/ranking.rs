//! The order of the players: groups that are equal on every criterion before
//! the lot, each with the ranks it may have.

use super::criteria::{Records, Value, is_fallback};
use super::read::{Event, Player};

/// Players who are equal on all values, best group first.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// In the order of the last resort, where that is the name.
    pub(super) ids: Vec<String>,
    /// The rank of the first.
    pub(super) rank: usize,
    /// What parts the group from the next one.
    pub(super) decided_by: Option<String>,
}

/// What parts players who are equal on all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastResort {
    Lot,
    Name,
    Shared,
}

/// The last resort that is at work now.
pub(super) fn last_resort(event: &Event, finished: bool) -> LastResort {
    let criteria = &event.rules.criteria;
    match criteria
        .iter()
        .find(|criterion| is_fallback(criterion))
        .map(String::as_str)
    {
        Some("lot") if event.rules.lot_at_the_end && !finished => LastResort::Shared,
        Some("lot") => LastResort::Lot,
        Some(_) => LastResort::Name,
        None => LastResort::Shared,
    }
}

/// The ranked players in groups.
pub(super) fn groups(event: &Event, records: &Records) -> Vec<Group> {
    let mut ranked: Vec<(Vec<Value>, &Player)> = event
        .players
        .iter()
        .filter(|player| !player.unranked)
        .map(|player| (records.values(&player.id), player))
        .collect();
    ranked.sort_by_cached_key(|(values, player)| {
        (std::cmp::Reverse(records.key(values)), by_name(player))
    });
    let mut groups: Vec<Group> = Vec::new();
    let mut before: Option<&Vec<Value>> = None;
    for (at, (values, player)) in ranked.iter().enumerate() {
        if before == Some(values) {
            groups.last_mut().unwrap().ids.push(player.id.clone());
        } else {
            if let (Some(group), Some(before)) = (groups.last_mut(), before) {
                group.decided_by = Some(first_difference(event, before, values));
            }
            groups.push(Group {
                ids: vec![player.id.clone()],
                rank: at + 1,
                decided_by: None,
            });
        }
        before = Some(values);
    }
    groups
}

/// Names of the tests have plain letters, so their order is no question.
fn by_name(player: &Player) -> (String, String) {
    (player.name.to_lowercase(), player.id.clone())
}

fn first_difference(event: &Event, one: &[Value], other: &[Value]) -> String {
    let at = one
        .iter()
        .zip(other)
        .position(|(one, other)| one != other)
        .unwrap();
    event.rules.criteria[at].clone()
}
