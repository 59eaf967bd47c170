//! The columns of `positions.csv`: one row per ply, the position before it.

use std::fmt::Display;

use imperial_engine::Side;

use super::columns::Column;
use crate::record::{GameRecord, GameResult, PlyRecord};

/// What a row is written from.
#[derive(Clone, Copy, Debug)]
pub struct PositionRow<'a> {
    /// Key of the game in the export.
    pub game_id: &'a str,
    /// The game.
    pub record: &'a GameRecord,
    /// Number of the ply, from 0.
    pub index: usize,
    /// The ply.
    pub ply: &'a PlyRecord,
    /// Position string.
    pub position: &'a str,
    /// Whose turn it is.
    pub to_move: Side,
    /// Number of legal moves.
    pub legal_moves: usize,
}

/// A column of `positions.csv`.
pub type PositionColumn = Column<fn(&PositionRow<'_>) -> String>;

/// The columns of `positions.csv`, in order.
pub const POSITIONS: [PositionColumn; 14] = [
    Column {
        name: "game_id",
        kind: "string",
        range: "`source/game`",
        meaning: "Key of the game, as in `games.csv`.",
        cell: |row| row.game_id.to_owned(),
    },
    Column {
        name: "ply",
        kind: "integer",
        range: "0 to `plies` − 1",
        meaning: "Plies played before this position.",
        cell: |row| row.index.to_string(),
    },
    Column {
        name: "rules",
        kind: "string",
        range: "name",
        meaning: "Rule set.",
        cell: |row| row.record.rules.clone(),
    },
    Column {
        name: "to_move",
        kind: "string",
        range: "`attackers`, `defenders`",
        meaning: "The side to move.",
        cell: |row| row.to_move.name().to_owned(),
    },
    Column {
        name: "position",
        kind: "string",
        range: "position string",
        meaning: "The board, without the repetitions that led to it.",
        cell: |row| row.position.to_owned(),
    },
    Column {
        name: "legal_moves",
        kind: "integer",
        range: "1 and more",
        meaning: "Number of legal moves.",
        cell: |row| row.legal_moves.to_string(),
    },
    Column {
        name: "in_opening",
        kind: "boolean",
        range: "`true`, `false`",
        meaning: "The move was drawn at random or taken from an earlier game, not chosen by the agent.",
        cell: |row| (row.index < row.record.opening as usize).to_string(),
    },
    Column {
        name: "move",
        kind: "string",
        range: "move",
        meaning: "The move played.",
        cell: |row| row.ply.mv.clone(),
    },
    Column {
        name: "visits",
        kind: "string",
        range: "`move:visits;…` or empty",
        meaning: "Playouts through each visited move; empty where they were not recorded.",
        cell: |row| pairs(&row.ply.visits),
    },
    Column {
        name: "root_visits",
        kind: "integer",
        range: "0 and more",
        meaning: "Sum of `visits`.",
        cell: |row| {
            row.ply.visits.iter().map(|(_, visits)| u64::from(*visits)).sum::<u64>().to_string()
        },
    },
    Column {
        name: "policy",
        kind: "string",
        range: "`move:share;…` or empty, shares 0 to 1",
        meaning: "The policy to learn; moves of less than 0.1 % are left out.",
        cell: |row| pairs(&row.ply.policy),
    },
    Column {
        name: "root_value",
        kind: "number",
        range: "−1 to 1 or empty",
        meaning: "Value after the search, **for the side to move**: 1 is its win.",
        cell: |row| {
            row.ply.value.map_or_else(String::new, |v| for_mover(v, row.to_move).to_string())
        },
    },
    Column {
        name: "z",
        kind: "integer",
        range: "−1, 0, 1",
        meaning: "Result of the game **for the side to move**: 1 is its win, 0 a draw.",
        cell: |row| for_mover(result_value(row.record.result), row.to_move).to_string(),
    },
    Column {
        name: "plies_left",
        kind: "integer",
        range: "1 to `plies`",
        meaning: "Plies to the end of the game, with this one.",
        cell: |row| (row.record.plies.len() - row.index).to_string(),
    },
];

/// An absolute value (attackers' view) from the view of the side to move.
fn for_mover(value: f32, to_move: Side) -> f32 {
    match to_move {
        Side::Attackers => value,
        // Not `-value`, which would write a draw as `-0`.
        Side::Defenders => 0.0 - value,
    }
}

/// The result as an absolute value.
fn result_value(result: GameResult) -> f32 {
    match result {
        GameResult::Attackers => 1.0,
        GameResult::Draw => 0.0,
        GameResult::Defenders => -1.0,
    }
}

/// `a1:3;b2:5`. No notation has `:` or `;` in its moves.
fn pairs<T: Display>(list: &[(String, T)]) -> String {
    list.iter().map(|(mv, number)| format!("{mv}:{number}")).collect::<Vec<_>>().join(";")
}
