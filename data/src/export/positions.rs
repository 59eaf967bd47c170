//! The columns of `positions.csv`: one row per ply, the position before it.

use std::fmt::Display;

use imperial_engine::Side;

use crate::record::{GameRecord, PlyRecord};

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

/// A column of `positions.csv`: its name, and how its cell is written.
pub type PositionColumn = (&'static str, fn(&PositionRow<'_>) -> String);

/// The columns of `positions.csv`, in order.
pub const POSITIONS: [PositionColumn; 14] = [
    ("game_id", |row| row.game_id.to_owned()),
    ("ply", |row| row.index.to_string()),
    ("rules", |row| row.record.rules.clone()),
    ("to_move", |row| row.to_move.name().to_owned()),
    ("position", |row| row.position.to_owned()),
    ("legal_moves", |row| row.legal_moves.to_string()),
    ("in_opening", |row| (row.index < row.record.opening as usize).to_string()),
    ("move", |row| row.ply.mv.clone()),
    ("visits", |row| pairs(&row.ply.visits)),
    ("root_visits", |row| {
        row.ply.visits.iter().map(|(_, visits)| u64::from(*visits)).sum::<u64>().to_string()
    }),
    ("policy", |row| pairs(&row.ply.policy)),
    ("root_value", |row| {
        row.ply.value.map_or_else(String::new, |v| for_mover(v, row.to_move).to_string())
    }),
    ("z", |row| for_mover(2.0 * row.record.result.score() as f32 - 1.0, row.to_move).to_string()),
    ("plies_left", |row| (row.record.plies.len() - row.index).to_string()),
];

/// What they mean, as a Markdown table: in `docs/data.md` and in every export.
pub const POSITIONS_TABLE: &str = include_str!("words/positions.md");

/// An absolute value (attackers' view) from the view of the side to move.
fn for_mover(value: f32, to_move: Side) -> f32 {
    match to_move {
        Side::Attackers => value,
        // Not `-value`, which would write a draw as `-0`.
        Side::Defenders => 0.0 - value,
    }
}

fn pairs<T: Display>(list: &[(String, T)]) -> String {
    list.iter().map(|(mv, number)| format!("{mv}:{number}")).collect::<Vec<_>>().join(";")
}
