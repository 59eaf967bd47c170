//! The table of positions: one row for each ply, the position before it.

use std::sync::Arc;

use imperial_data::{GameResult, MoveText, PlyRecord, place_from};
use imperial_engine::Side;

use crate::column::{Column, Get};
use crate::games::GameFacts;

/// A row.
#[derive(Debug)]
pub struct PositionRow {
    /// The game.
    pub facts: Arc<GameFacts>,
    /// Plies played before.
    pub ply: u32,
    /// Whose turn it is.
    pub to_move: Side,
    /// Position string.
    pub position: String,
    /// What each square holds, one digit for each, from a1.
    pub board: String,
    /// Number of legal moves.
    pub legal_moves: u32,
    /// Whether no agent chose the move.
    pub in_opening: bool,
    /// Whether the move was drawn from the search's policy, where that is known.
    pub sampled: Option<bool>,
    /// How much was searched.
    pub search: Search,
    /// The move played.
    pub mv: String,
    /// What the search found.
    pub found: Found,
    /// The search's value, absolute.
    pub value: Option<f32>,
    /// Plies to the end, with this one.
    pub plies_left: u32,
}

/// How much was searched before a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Nothing that was recorded.
    None,
    /// A value was recorded and no policy: a quick search, or one whose policy nobody wanted.
    Quick,
    /// A policy was recorded.
    Full,
}

impl Search {
    /// All of them, in the order of lists.
    pub const ALL: [Self; 3] = [Self::None, Self::Quick, Self::Full];

    /// That of a ply.
    pub fn of(ply: &PlyRecord) -> Self {
        match (ply.value, ply.visits.is_empty() && ply.policy.is_empty()) {
            (_, false) => Self::Full,
            (Some(_), true) => Self::Quick,
            (None, true) => Self::None,
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

/// The moves that a search considered, with their visits and shares side by side.
#[derive(Debug, Default)]
pub struct Found {
    /// The moves.
    pub moves: Vec<MoveText>,
    /// Playouts through each.
    pub visits: Vec<u32>,
    /// Share of each in the policy to learn.
    pub policy: Vec<f32>,
}

impl Found {
    /// The moves of both lists, each in its order where the two agree on one.
    pub fn of(visits: Vec<(MoveText, u32)>, policy: &[(MoveText, f32)]) -> Self {
        let (mut places, mut is_visited) = (Vec::new(), vec![false; policy.len()]);
        let mut next = 0;
        for (mv, _) in &visits {
            let place = place_from(policy, next, |(other, _)| other == mv);
            if let Some(place) = place {
                is_visited[place] = true;
                next = place + 1;
            }
            places.push(place);
        }
        let mut found = Self::default();
        let mut unvisited = policy.iter().enumerate().filter(|(at, _)| !is_visited[*at]).peekable();
        for ((mv, visits), place) in visits.into_iter().zip(places) {
            let is_before = |(at, _): &(usize, _)| place.is_some_and(|place| *at < place);
            while let Some((_, (mv, share))) = unvisited.next_if(is_before) {
                found.push(mv.clone(), 0, *share);
            }
            found.push(mv, visits, place.map_or(0.0, |place| policy[place].1));
        }
        unvisited.for_each(|(_, (mv, share))| found.push(mv.clone(), 0, *share));
        found
    }

    /// Playouts through all moves; each move may have as many as its number holds.
    fn playouts(&self) -> u64 {
        self.visits.iter().copied().map(u64::from).sum()
    }

    fn push(&mut self, mv: MoveText, visits: u32, share: f32) {
        self.moves.push(mv);
        self.visits.push(visits);
        self.policy.push(share);
    }
}

/// The columns, in order.
pub const POSITIONS: [Column<PositionRow>; 20] = [
    Column::new("game_id", Get::Text(|row| &row.facts.game_id)),
    Column::new("ply", Get::Count(|row| row.ply)),
    Column::new("rules", Get::Name(|row| &row.facts.rules)),
    Column::new("to_move", Get::Name(|row| row.to_move.name())),
    Column::new("position", Get::Text(|row| &row.position)),
    Column::new("board", Get::Text(|row| &row.board)),
    Column::new("legal_moves", Get::Count(|row| row.legal_moves)),
    Column::new("in_opening", Get::Flag(|row| row.in_opening)),
    Column::new("sampled", Get::Known(|row| row.sampled)),
    Column::new("search", Get::Name(|row| row.search.name())),
    Column::new("move", Get::Text(|row| &row.mv)),
    Column::new("search_moves", Get::Texts(|row| &row.found.moves)),
    Column::new("search_visits", Get::Counts(|row| &row.found.visits)),
    Column::new("search_policy", Get::Values(|row| &row.found.policy)),
    Column::new("root_visits", Get::Large(|row| row.found.playouts())),
    Column::new(
        "root_value",
        Get::Value(|row| row.value.map(|value| for_mover(value, row.to_move))),
    ),
    Column::new("absolute_value", Get::Value(|row| row.value)),
    Column::new("result", Get::Name(|row| row.facts.result.name())),
    Column::new("z", Get::Sign(|row| mover_result(row.facts.result, row.to_move))),
    Column::new("plies_left", Get::Count(|row| row.plies_left)),
];

/// What they mean, as a Markdown table: in `docs/data.md` and in every dataset.
pub const POSITIONS_TABLE: &str = include_str!("words/positions.md");

/// An absolute value (attackers' view) from the view of the side to move.
pub(crate) fn for_mover(value: f32, to_move: Side) -> f32 {
    match to_move {
        Side::Attackers => value,
        // Not `-value`, which would write a draw as `-0`.
        Side::Defenders => 0.0 - value,
    }
}

/// The result for the side to move: 1 is its win.
pub(crate) fn mover_result(result: GameResult, to_move: Side) -> i8 {
    match result.winner() {
        None => 0,
        Some(winner) if winner == to_move => 1,
        Some(_) => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_in_the_order_of_both() {
        let of = |visits: &[(&str, u32)], policy: &[(&str, f32)]| {
            let visits = visits.iter().map(|(mv, n)| (MoveText::from(*mv), *n)).collect();
            let policy: Vec<_> = policy.iter().map(|(mv, n)| (MoveText::from(*mv), *n)).collect();
            let found = Found::of(visits, &policy);
            let moves = found.moves.iter();
            let text = |((mv, visits), share)| format!("{mv}:{visits}:{share}");
            moves.zip(found.visits).zip(found.policy).map(text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            of(&[("b", 1), ("d", 2)], &[("a", 0.5), ("b", 0.25), ("c", 0.125)]),
            "a:0:0.5 b:1:0.25 d:2:0 c:0:0.125"
        );
        assert_eq!(of(&[("a", 1), ("b", 2)], &[("b", 0.5), ("a", 0.25)]), "a:1:0.25 b:2:0.5");
        assert_eq!(of(&[], &[("a", 1.0)]), "a:0:1");
        assert_eq!(of(&[("a", 3)], &[]), "a:3:0");
        assert_eq!(of(&[], &[]), "");
    }

    #[test]
    fn the_playouts_of_many_moves_are_more_than_one_move_may_have() {
        let visits = vec![("a".into(), u32::MAX), ("b".into(), 2)];
        assert_eq!(Found::of(visits, &[]).playouts(), 1 + (1 << 32));
    }
}
