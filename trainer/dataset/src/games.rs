//! The table of games: one row each.

use std::sync::Arc;

use imperial_data::GameRecord;
use imperial_engine::BoardShape;

use crate::column::{Column, Get};

/// What the rows of a game have in common.
#[derive(Debug)]
pub struct GameFacts {
    /// Key of the game.
    pub game_id: String,
    /// Rule set.
    pub rules: String,
    /// Who won.
    pub result: imperial_data::GameResult,
}

/// A row.
#[derive(Debug)]
pub struct GameRow {
    /// Its key and result.
    pub facts: Arc<GameFacts>,
    /// Key of the moves.
    pub play_id: String,
    /// Key of the first game of those that belong together.
    pub kin_id: String,
    /// Whether a game before it has the same moves.
    pub duplicate: bool,
    /// Path of its file below the folder that was exported.
    pub source: String,
    /// The game, without its plies.
    pub record: GameRecord,
    /// The board of its rule set.
    pub board: BoardShape,
    /// Position string of the start.
    pub start: String,
    /// Position string of the end.
    pub end: String,
    /// Number of plies.
    pub plies: u32,
    /// All moves with spaces between.
    pub moves: String,
}

/// The columns, in order.
pub const GAMES: [Column<GameRow>; 23] = [
    Column::new("game_id", Get::Text(|row| &row.facts.game_id)),
    Column::new("play_id", Get::Text(|row| &row.play_id)),
    Column::new("kin_id", Get::Text(|row| &row.kin_id)),
    Column::new("duplicate", Get::Flag(|row| row.duplicate)),
    Column::new("source", Get::Name(|row| &row.source)),
    Column::new("rules", Get::Name(|row| &row.record.rules)),
    Column::new("rules_hash", Get::Name(|row| &row.record.rules_hash)),
    Column::new("board_width", Get::Count(|row| row.board.width as u32)),
    Column::new("board_height", Get::Count(|row| row.board.height as u32)),
    Column::new("attackers_agent", Get::Name(|row| &row.record.attackers)),
    Column::new("defenders_agent", Get::Name(|row| &row.record.defenders)),
    Column::new("first", Get::Name(|row| row.record.first.name())),
    Column::new("start_position", Get::Text(|row| &row.start)),
    Column::new("final_position", Get::Text(|row| &row.end)),
    Column::new("opening_plies", Get::Count(|row| row.record.opening)),
    Column::new("plies", Get::Count(|row| row.plies)),
    Column::new("result", Get::Name(|row| row.record.result.name())),
    Column::new("cause", Get::Name(|row| row.record.cause.name())),
    Column::new("cut_off", Get::Flag(|row| row.record.cause.is_cut_off())),
    Column::new("seed", Get::Large(|row| row.record.seed)),
    Column::new("game", Get::Large(|row| row.record.game)),
    Column::new("engine_version", Get::Name(|row| &row.record.engine)),
    Column::new("moves", Get::Text(|row| &row.moves)),
];

/// What they mean, as a Markdown table: in `docs/data.md` and in every dataset.
pub const GAMES_TABLE: &str = include_str!("words/games.md");
