//! The games as data in the page, compact and safe.

use imperial_watch::{Example, ExamplePly};
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::show::{Show, board_id, ending, picture, title};
use crate::Board;

#[derive(Serialize)]
struct ShowData<'a> {
    rules: &'a str,
    agent: &'a str,
    /// The identifier of the empty board.
    board: String,
    width: usize,
    height: usize,
    /// For each letter the symbol, the name and the side of the piece.
    pieces: BTreeMap<char, (String, &'a str, &'static str)>,
    games: Vec<GameData<'a>>,
}

#[derive(Serialize)]
struct GameData<'a> {
    title: String,
    number: u64,
    ending: String,
    /// The attackers' result: 1, 0 or −1.
    result: i8,
    /// Leading plies drawn at random.
    opening: u32,
    start: &'a str,
    plies: Vec<PlyData<'a>>,
}

/// Notation, square left, square reached, changed squares as `3.12a`, value in percent.
type PlyData<'a> = (&'a str, u16, u16, String, Option<i8>);

/// The games as JSON that may stand in a script element: no `<`, and nothing that ends a line in
/// JavaScript but not in JSON.
pub(super) fn json(shows: &[Show]) -> String {
    let data: Vec<ShowData> = shows.iter().map(show).collect();
    // Names and numbers always have a JSON form.
    let text = serde_json::to_string(&data).unwrap_or_else(|_| "[]".to_owned());
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn show<'a>(show: &Show<'a>) -> ShowData<'a> {
    let (board, statistics) = (&show.statistics.board, show.statistics);
    let pieces = board.pieces.iter().map(|piece| {
        let picture = picture(show.board, piece).symbol();
        (piece.letter, (picture, piece.name.as_str(), piece.side.name()))
    });
    ShowData {
        rules: show.title,
        agent: &statistics.agent,
        board: board_id(show.place),
        width: board.width,
        height: board.height,
        pieces: pieces.collect(),
        games: statistics.examples.iter().map(|example| game(example, show.board)).collect(),
    }
}

fn game<'a>(example: &'a Example, board: &Board) -> GameData<'a> {
    GameData {
        title: title(example),
        number: example.game,
        ending: ending(example, board),
        result: (2.0 * example.result.score() - 1.0) as i8,
        opening: example.opening,
        start: &example.start,
        plies: example.plies.iter().map(ply).collect(),
    }
}

fn ply(ply: &ExamplePly) -> PlyData<'_> {
    let mut changes = String::new();
    for (square, letter) in &ply.changes {
        let _ = write!(changes, "{square}{letter}");
    }
    let percent = |value: f32| (100.0 * value.clamp(-1.0, 1.0)).round() as i8;
    let (from, to) = ply.from_to;
    (&ply.text, from, to, changes, ply.value.filter(|value| value.is_finite()).map(percent))
}
