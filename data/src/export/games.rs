//! The columns of `games.csv`: one row per game.

use imperial_engine::BoardShape;

use super::columns::Column;
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

/// A column of `games.csv`.
pub type GameColumn = Column<fn(&GameRow<'_>) -> String>;

/// The columns of `games.csv`, in order.
pub const GAMES: [GameColumn; 20] = [
    Column {
        name: "game_id",
        kind: "string",
        range: "`source/game`",
        meaning: "Key of the game, the same in `positions.csv`.",
        cell: |row| row.game_id.to_owned(),
    },
    Column {
        name: "source",
        kind: "string",
        range: "path",
        meaning: "The folder of the game's file, from the folder that was exported.",
        cell: |row| row.source.to_owned(),
    },
    Column {
        name: "rules",
        kind: "string",
        range: "name",
        meaning: "Rule set; its text is in `rules/`.",
        cell: |row| row.record.rules.clone(),
    },
    Column {
        name: "rules_hash",
        kind: "string",
        range: "16 hexadecimal digits",
        meaning: "Start of the SHA-256 of the rule set's text.",
        cell: |row| row.record.rules_hash.clone(),
    },
    Column {
        name: "board_width",
        kind: "integer",
        range: "squares",
        meaning: "Files of the board.",
        cell: |row| row.board.width.to_string(),
    },
    Column {
        name: "board_height",
        kind: "integer",
        range: "squares",
        meaning: "Ranks of the board.",
        cell: |row| row.board.height.to_string(),
    },
    Column {
        name: "attackers_agent",
        kind: "string",
        range: "see Agents",
        meaning: "Who played the attackers.",
        cell: |row| row.record.attackers.clone(),
    },
    Column {
        name: "defenders_agent",
        kind: "string",
        range: "see Agents",
        meaning: "Who played the defenders.",
        cell: |row| row.record.defenders.clone(),
    },
    Column {
        name: "first",
        kind: "string",
        range: "`attackers`, `defenders`",
        meaning: "The side that moved first.",
        cell: |row| row.record.first.name().to_owned(),
    },
    Column {
        name: "start_position",
        kind: "string",
        range: "position string",
        meaning: "The position before the first ply.",
        cell: |row| row.start.to_owned(),
    },
    Column {
        name: "final_position",
        kind: "string",
        range: "position string",
        meaning: "The position after the last ply.",
        cell: |row| row.end.to_owned(),
    },
    Column {
        name: "opening_plies",
        kind: "integer",
        range: "0 to `plies`",
        meaning: "Leading plies that no agent chose: drawn at random, or taken from an earlier game.",
        cell: |row| row.record.opening.to_string(),
    },
    Column {
        name: "plies",
        kind: "integer",
        range: "0 and more",
        meaning: "Length of the game with its opening.",
        cell: |row| row.record.plies.len().to_string(),
    },
    Column {
        name: "result",
        kind: "string",
        range: "`attackers`, `draw`, `defenders`",
        meaning: "Who won.",
        cell: |row| row.record.result.name().to_owned(),
    },
    Column {
        name: "cause",
        kind: "string",
        range: "see Causes",
        meaning: "What ended the game.",
        cell: |row| row.record.cause.name().to_owned(),
    },
    Column {
        name: "cut_off",
        kind: "boolean",
        range: "`true`, `false`",
        meaning: "The game was cut off at a limit, or broken off, not played to an end.",
        cell: |row| row.record.cause.is_cut_off().to_string(),
    },
    Column {
        name: "seed",
        kind: "integer",
        range: "0 to 2⁶⁴ − 1",
        meaning: "Seed of the job; too large for a signed 64-bit integer at times.",
        cell: |row| row.record.seed.to_string(),
    },
    Column {
        name: "game",
        kind: "integer",
        range: "0 and more",
        meaning: "Number of the game in its job, and of its random stream.",
        cell: |row| row.record.game.to_string(),
    },
    Column {
        name: "engine_version",
        kind: "string",
        range: "version",
        meaning: "The engine that played the game.",
        cell: |row| row.record.engine.clone(),
    },
    Column {
        name: "moves",
        kind: "string",
        range: "moves, one space between",
        meaning: "The plies in order.",
        cell: |row| moves(&row.record.plies),
    },
];

fn moves(plies: &[PlyRecord]) -> String {
    plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>().join(" ")
}
