//! The columns of `games.csv`: one row per game.

use imperial_engine::BoardShape;

use crate::record::{GameRecord, PlyRecord};

/// What a row is written from.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'a> {
    /// Key of the game in the export.
    pub game_id: &'a str,
    /// Label of its file.
    pub source: &'a str,
    /// The game.
    pub record: &'a GameRecord,
    /// The board of its rule set.
    pub board: BoardShape,
    /// Position string of the start.
    pub start: &'a str,
    /// Position string of the end.
    pub end: &'a str,
}

/// A column of `games.csv`: its name, and how its cell is written.
pub type GameColumn = (&'static str, fn(&GameRow<'_>) -> String);

/// The columns of `games.csv`, in order.
pub const GAMES: [GameColumn; 20] = [
    ("game_id", |row| row.game_id.to_owned()),
    ("source", |row| row.source.to_owned()),
    ("rules", |row| row.record.rules.clone()),
    ("rules_hash", |row| row.record.rules_hash.clone()),
    ("board_width", |row| row.board.width.to_string()),
    ("board_height", |row| row.board.height.to_string()),
    ("attackers_agent", |row| row.record.attackers.clone()),
    ("defenders_agent", |row| row.record.defenders.clone()),
    ("first", |row| row.record.first.name().to_owned()),
    ("start_position", |row| row.start.to_owned()),
    ("final_position", |row| row.end.to_owned()),
    ("opening_plies", |row| row.record.opening.to_string()),
    ("plies", |row| row.record.plies.len().to_string()),
    ("result", |row| row.record.result.name().to_owned()),
    ("cause", |row| row.record.cause.name().to_owned()),
    ("cut_off", |row| row.record.cause.is_cut_off().to_string()),
    ("seed", |row| row.record.seed.to_string()),
    ("game", |row| row.record.game.to_string()),
    ("engine_version", |row| row.record.engine.clone()),
    ("moves", |row| moves(&row.record.plies)),
];

/// What they mean, as a Markdown table: in `docs/data.md` and in every export.
pub const GAMES_TABLE: &str = include_str!("words/games.md");

fn moves(plies: &[PlyRecord]) -> String {
    plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>().join(" ")
}
