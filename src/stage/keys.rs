//! What parts players within a stage: ranks and values of the preliminary
//! rounds and of the whole event, and columns of the stage's own game.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::model::{Event, Exact, Extra, Measure, PlayerIx, Scores, Standings};
use crate::preset::{Criterion, Direction, Preset, StageKey};

/// Everything that can part two players after the cut.
pub(super) struct Keys<'a> {
    pub(super) event: &'a Event,
    pub(super) preset: &'a Preset,
    pub(super) scores: &'a Scores,
    preliminary: &'a Standings,
    all_games: &'a Standings,
    /// Position in the preliminary ranking, within the own group where there
    /// are groups.
    ranks: BTreeMap<PlayerIx, usize>,
    overall: BTreeMap<PlayerIx, usize>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(
        event: &'a Event,
        preset: &'a Preset,
        scores: &'a Scores,
        preliminary: &'a Standings,
        all_games: &'a Standings,
    ) -> Self {
        let mut ranks = BTreeMap::new();
        let mut overall = BTreeMap::new();
        let mut in_group: BTreeMap<Option<&str>, usize> = BTreeMap::new();
        for (at, line) in preliminary.lines.iter().enumerate() {
            let group = event.players[line.player].group.as_deref();
            let place = in_group.entry(group).or_default();
            *place += 1;
            ranks.insert(line.player, *place);
            overall.insert(line.player, at);
        }
        Self {
            event,
            preset,
            scores,
            preliminary,
            all_games,
            ranks,
            overall,
        }
    }

    /// The ranked players of the preliminary rounds, the best first.
    pub(super) fn seeding(&self) -> Vec<PlayerIx> {
        let ranked = self
            .preliminary
            .lines
            .iter()
            .filter(|line| line.rank.is_some());
        ranked.map(|line| line.player).collect()
    }

    /// Position in the preliminary ranking, from 0.
    pub(super) fn position(&self, player: PlayerIx) -> usize {
        self.overall.get(&player).copied().unwrap_or(usize::MAX)
    }

    /// Orders players by the keys, the best first. A column counts among players
    /// who all have it, so that no gap decides anything.
    pub(super) fn sorted(
        &self,
        keys: &[StageKey],
        round: u32,
        players: &[PlayerIx],
    ) -> Vec<Parted> {
        let mut order = players.to_vec();
        let Some((key, rest)) = keys.split_first() else {
            order.sort_by_key(|player| self.position(*player));
            let alone = |player| Parted {
                player,
                apart: None,
            };
            return order.into_iter().map(alone).collect();
        };
        if self.has_gap(key, round, players) {
            return self.sorted(rest, round, players);
        }
        order.sort_by(|a, b| self.by(key, round, *a, *b));
        let mut sorted: Vec<Parted> = Vec::with_capacity(order.len());
        for equal in order.chunk_by(|a, b| self.by(key, round, *a, *b) == Ordering::Equal) {
            if let Some(last) = sorted.last_mut() {
                let value = |player| self.value(key, round, player);
                last.apart = Some(Apart {
                    by: code(key),
                    values: value(last.player).zip(value(equal[0])),
                });
            }
            sorted.extend(self.sorted(rest, round, equal));
        }
        sorted
    }

    fn has_gap(&self, key: &StageKey, round: u32, players: &[PlayerIx]) -> bool {
        let StageKey::GameColumn(column, _) = key else {
            return false;
        };
        let typed = |player: &PlayerIx| self.column(round, *player, column).is_some();
        !players.iter().all(typed)
    }

    /// What a key compares, where it has a value.
    fn value(&self, key: &StageKey, round: u32, player: PlayerIx) -> Option<Measure> {
        match key {
            StageKey::Rank => self.ranks.get(&player).map(|rank| place(*rank)),
            StageKey::GameVp => self.game_vp(round, player).cloned().map(Measure::Exact),
            StageKey::GameColumn(column, _) => {
                self.column(round, player, column).map(Measure::Exact)
            }
            StageKey::Preliminary(criterion) => value_of(self.preliminary, *criterion, player),
            StageKey::AllGames(criterion) => value_of(self.all_games, *criterion, player),
        }
    }

    fn by(&self, key: &StageKey, round: u32, a: PlayerIx, b: PlayerIx) -> Ordering {
        match key {
            StageKey::Rank => self.ranks.get(&a).cmp(&self.ranks.get(&b)),
            StageKey::GameVp => self.game_vp(round, b).cmp(&self.game_vp(round, a)),
            StageKey::GameColumn(column, lowest) => {
                let (x, y) = (self.column(round, a, column), self.column(round, b, column));
                if *lowest { x.cmp(&y) } else { y.cmp(&x) }
            }
            StageKey::Preliminary(criterion) => value_order(self.preliminary, *criterion, a, b),
            StageKey::AllGames(criterion) => value_order(self.all_games, *criterion, a, b),
        }
    }

    fn game_vp(&self, round: u32, player: PlayerIx) -> Option<&Exact> {
        let tables = self
            .scores
            .tables
            .iter()
            .filter(|table| table.round == round);
        let mut rows = tables.flat_map(|table| &table.rows);
        rows.find(|row| row.player == player).map(|row| &row.vp)
    }

    /// A column of the stage's own game.
    pub(super) fn column(&self, round: u32, player: PlayerIx, column: &str) -> Option<Exact> {
        let at = self.preset.column(column)?;
        let round = self
            .event
            .rounds
            .iter()
            .find(|other| other.number == round)?;
        let mut seats = round.tables.iter().flat_map(|table| &table.seats);
        let seat = seats.find(|seat| seat.player == player)?;
        match seat.extra.get(at)? {
            Some(Extra::Number(value)) => Some(value.clone()),
            _ => None,
        }
    }
}

/// A player in an order, with what parts them from the next, if anything does.
pub(super) struct Parted {
    pub(super) player: PlayerIx,
    pub(super) apart: Option<Apart>,
}

/// What parts two players.
pub(super) struct Apart {
    /// The word for it.
    pub(super) by: String,
    /// What was compared, where it has values.
    pub(super) values: Option<(Measure, Measure)>,
}

/// A rank or a place as a value.
pub(super) fn place(place: usize) -> Measure {
    Measure::Exact(Exact::int(i64::try_from(place).unwrap_or(i64::MAX)))
}

fn value_of(standings: &Standings, criterion: Criterion, player: PlayerIx) -> Option<Measure> {
    let column = standings
        .valued
        .iter()
        .position(|key| key == criterion.key())?;
    let mut lines = standings.lines.iter();
    let line = lines.find(|line| line.player == player)?;
    line.values.get(column).cloned()
}

/// The word that says what parted two players.
fn code(key: &StageKey) -> String {
    match key {
        StageKey::Rank => "preliminary_rank".to_owned(),
        StageKey::GameVp => "vp".to_owned(),
        StageKey::GameColumn(column, _) => column.clone(),
        StageKey::Preliminary(criterion) | StageKey::AllGames(criterion) => {
            criterion.key().to_owned()
        }
    }
}

/// Orders two players by a criterion's values, the better one less. A lot has
/// no value: the order of the standings, which it decided last, stands for it.
fn value_order(standings: &Standings, criterion: Criterion, a: PlayerIx, b: PlayerIx) -> Ordering {
    let find = |player: PlayerIx| {
        let at = standings
            .lines
            .iter()
            .position(|line| line.player == player)?;
        Some((at, &standings.lines[at]))
    };
    let (Some((at_a, line_a)), Some((at_b, line_b))) = (find(a), find(b)) else {
        return Ordering::Equal;
    };
    let column = standings
        .valued
        .iter()
        .position(|key| key == criterion.key());
    let Some(column) = column else {
        return at_a.cmp(&at_b);
    };
    let (x, y): (&Measure, &Measure) = (&line_a.values[column], &line_b.values[column]);
    match criterion.direction() {
        Direction::Highest => y.cmp(x),
        Direction::Lowest => x.cmp(y),
    }
}
