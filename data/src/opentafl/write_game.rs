//! From one of our games to a game record.

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::Piece;
use imperial_engine::{Cause, Game, with_game};

use super::grid::{Grid, write_position};
use super::keys::{EXTENSION, RulesRecordError};
use super::moves::{MOST_CAPTURES, write_move};
use super::squares::read_square;
use super::text::tag_value;
use super::write_rules::write_rules;
use crate::check::RecordError;
use crate::record::{GameRecord, GameResult};
use crate::replay::replay;

/// Why a game cannot be written for OpenTafl.
#[derive(Debug, thiserror::Error)]
pub enum WriteGameError {
    /// OpenTafl plays the tafl games only.
    #[error("`{0}` is not a tafl game")]
    NotTafl(String),
    /// The rules or the start position cannot be written.
    #[error("{0}")]
    Rules(#[from] RulesRecordError),
    /// A move takes more men than OpenTafl reads.
    #[error("ply {ply}, move `{mv}`: OpenTafl reads {MOST_CAPTURES} captures at most, not {count}")]
    Captures {
        /// The ply, from 1.
        ply: usize,
        /// The move in our notation.
        mv: String,
        /// Men that it takes.
        count: usize,
    },
    /// The record is not true.
    #[error("{0}")]
    Record(#[from] RecordError),
}

/// Writes a game as a game record. `event` says where the game comes from. The game is replayed on
/// the way. What the search thought is left out.
///
/// # Errors
/// When the record is not true to the rules, or has something that OpenTafl could not read.
pub fn write_game(
    event: &str,
    record: &GameRecord,
    game: &AnyGame,
) -> Result<String, WriteGameError> {
    let rules = game.tafl_rules().ok_or_else(|| WriteGameError::NotTafl(record.rules.clone()))?;
    let moves = with_game!(game, |game| moves_of(game, record))?;
    let mut text = tags(event, record)?;
    text += &format!("[rules:{}]\n\n", write_rules(rules, Some(record.first))?);
    for (turn, moves) in (1..).zip(moves.chunks(2)) {
        text += &format!("{turn}. {}\n", moves.join(" "));
    }
    Ok(text)
}

fn tags(event: &str, record: &GameRecord) -> Result<String, RulesRecordError> {
    let result = match record.result {
        _ if record.cause == Cause::Unfinished => "?",
        GameResult::Attackers => "1",
        GameResult::Draw => "0",
        GameResult::Defenders => "-1",
    };
    let mut tags = vec![
        ("event".to_owned(), event.to_owned()),
        ("round".to_owned(), record.game.to_string()),
        ("attackers".to_owned(), record.attackers.clone()),
        ("defenders".to_owned(), record.defenders.clone()),
        ("result".to_owned(), result.to_owned()),
        ("compiler".to_owned(), format!("imperial {}", record.engine)),
        ("termination".to_owned(), record.cause.to_string()),
        ("variant".to_owned(), record.rules.clone()),
        (format!("{EXTENSION}opening"), record.opening.to_string()),
    ];
    if let Some(start) = &record.start {
        let clocks: Vec<&str> =
            start.split_whitespace().skip(2).chain(["0", "0"]).take(2).collect();
        tags.push((format!("{EXTENSION}clocks"), clocks.join(" ")));
        tags.push(("position".to_owned(), write_position(start)?));
    }
    Ok(tags.iter().map(|(key, value)| format!("[{key}:{}]\n", tag_value(value))).collect())
}

/// The moves of a game in OpenTafl's notation.
fn moves_of(game: &impl Game, record: &GameRecord) -> Result<Vec<String>, WriteGameError> {
    let mut moves = Vec::with_capacity(record.plies.len());
    let replayed = replay(game, record, |step| {
        let before = game.format_position(step.position);
        let mv = game.format_move(step.position, step.mv);
        moves.push((moves_king(&before, &mv), mv));
    })?;
    let last = moves.len();
    let write = |(ply, (king, mv)): (usize, (bool, String))| {
        let end = match replayed.outcome.cause {
            Cause::KingCaptured if ply == last => "++",
            Cause::KingEscaped if ply == last && king => "--",
            _ => "",
        };
        write_move(&mv, king, end).map_err(|count| WriteGameError::Captures {
            ply,
            mv: mv.clone(),
            count,
        })
    };
    (1..).zip(moves).map(write).collect()
}

/// Whether a move of ours is the king's; the position string is that before it or after it.
pub(super) fn moves_king(position: &str, mv: &str) -> bool {
    let squares = mv.split('x').next().unwrap_or_default().split('-');
    let is_king = |board: &Grid, square| {
        read_square(square, board.size).and_then(|at| board.at(at)) == Some(Piece::King)
    };
    Grid::from_position(position)
        .is_ok_and(|board| squares.into_iter().any(|square| is_king(&board, square)))
}
