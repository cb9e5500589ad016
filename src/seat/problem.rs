//! A request made ready for the search: players by key, tables as plain numbers.
//!
//! It knows the request; the search behind it knows only this. Players are
//! numbered in the order of their keys, so the order of rows never matters.

use super::sizes::{spoken, table_sizes};
use crate::model::PlayerIx;
use crate::model::{DrawError, DrawRequest, Goal};
use std::collections::BTreeMap;

/// A round's tables as lists of players.
pub(super) type Tables = Vec<Vec<u32>>;

/// What the search is to solve.
pub(super) struct Problem {
    /// The request's player of each number.
    pub(super) people: Vec<PlayerIx>,
    /// Labels of each player, as numbers, ascending.
    pub(super) labels: Vec<Vec<u32>>,
    /// Fixed table of each player, from 1.
    pub(super) fixed: Vec<Option<u32>>,
    /// Rounds played, as tables.
    pub(super) played: Vec<Tables>,
    /// Seats of the played rounds where known, from 0, in the order of `played`.
    pub(super) played_seats: Vec<Vec<Vec<Option<usize>>>>,
    /// Table numbers of the played rounds.
    pub(super) played_numbers: Vec<Vec<u32>>,
    /// Who is there in each round to plan.
    pub(super) present: Vec<Vec<u32>>,
    /// Table sizes of each round to plan.
    pub(super) sizes: Vec<Vec<usize>>,
    /// A table smaller than this is short.
    pub(super) full: usize,
    /// The goals, the highest first.
    pub(super) goals: Vec<Goal>,
}

impl Problem {
    /// Reads a request; `anew` leaves out what was played and plans from round 1.
    pub(super) fn new(request: &DrawRequest, anew: bool) -> Result<Self, DrawError> {
        let first = if anew { 1 } else { request.first.max(1) };
        let mut problem = Self::empty(request);
        if !anew {
            problem.add_played(request);
        }
        for round in first..=request.last {
            problem.add_round(request, round)?;
        }
        Ok(problem)
    }

    /// The rounds played alone, nothing to plan.
    pub(super) fn of_played(request: &DrawRequest) -> Self {
        let mut problem = Self::empty(request);
        problem.add_played(request);
        problem
    }

    /// A request's players, without any round.
    fn empty(request: &DrawRequest) -> Self {
        let mut people: Vec<PlayerIx> = (0..request.players.len()).collect();
        people.sort_by(|&a, &b| request.players[a].key.cmp(&request.players[b].key));
        Self {
            labels: labels(request, &people),
            fixed: people.iter().map(|&p| request.players[p].table).collect(),
            people,
            played: Vec::new(),
            played_seats: Vec::new(),
            played_numbers: Vec::new(),
            present: Vec::new(),
            sizes: Vec::new(),
            full: request.sizes.first().copied().unwrap_or(0),
            goals: request.goals.clone(),
        }
    }

    /// A fresh field of full tables, everybody in every round.
    pub(super) fn plain(n: usize, rounds: usize, full: usize, goals: Vec<Goal>) -> Self {
        Self {
            people: (0..n).collect(),
            labels: vec![Vec::new(); n],
            fixed: vec![None; n],
            played: Vec::new(),
            played_seats: Vec::new(),
            played_numbers: Vec::new(),
            present: vec![(0..n as u32).collect(); rounds],
            sizes: vec![vec![full; n / full]; rounds],
            full,
            goals,
        }
    }

    /// How many players there are.
    pub(super) fn len(&self) -> usize {
        self.people.len()
    }

    /// Whether two players have a label in common.
    pub(super) fn apart(&self, a: u32, b: u32) -> bool {
        let other = &self.labels[b as usize];
        self.labels[a as usize]
            .iter()
            .any(|label| other.binary_search(label).is_ok())
    }

    fn add_played(&mut self, request: &DrawRequest) {
        let mut rank = vec![0_u32; self.len()];
        for (number, &person) in self.people.iter().enumerate() {
            rank[person] = number as u32;
        }
        for round in &request.played {
            let (mut tables, mut seats, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
            for table in round {
                // Who is not of this request cannot meet anybody in it.
                let known = table
                    .seats
                    .iter()
                    .filter(|(person, _)| *person < rank.len());
                let (who, at): (Vec<u32>, Vec<Option<usize>>) = known
                    .map(|&(person, seat)| {
                        (rank[person], seat.map(|s| (s as usize).saturating_sub(1)))
                    })
                    .unzip();
                tables.push(who);
                seats.push(at);
                numbers.push(table.number);
            }
            self.played.push(tables);
            self.played_seats.push(seats);
            self.played_numbers.push(numbers);
        }
    }

    fn add_round(&mut self, request: &DrawRequest, round: u32) -> Result<(), DrawError> {
        let at = round as usize - 1;
        let plays = |p: PlayerIx| request.players[p].plays.get(at).copied().unwrap_or(false);
        let present: Vec<u32> = (0..self.len())
            .filter(|&p| plays(self.people[p]))
            .map(|p| p as u32)
            .collect();
        let Some(sizes) = table_sizes(present.len(), &request.sizes) else {
            return Err(DrawError::CannotSplit {
                players: present.len(),
                sizes: spoken(&request.sizes),
                round,
            });
        };
        self.present.push(present);
        self.sizes.push(sizes);
        Ok(())
    }
}

fn labels(request: &DrawRequest, people: &[PlayerIx]) -> Vec<Vec<u32>> {
    let mut names = BTreeMap::new();
    for label in request.players.iter().flat_map(|p| &p.avoid) {
        let next = names.len() as u32;
        names.entry(label.as_str()).or_insert(next);
    }
    let numbers = |p: &PlayerIx| {
        let of = request.players[*p].avoid.iter();
        let mut list: Vec<u32> = of.filter_map(|l| names.get(l.as_str()).copied()).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    people.iter().map(numbers).collect()
}
