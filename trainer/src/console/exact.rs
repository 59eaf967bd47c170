//! What a table of exact values says about a position.

use std::fmt::Write as _;

use anyhow::Context as _;
use imperial_engine::{Encode, Side};
use imperial_truth::retrograde::Exact;
use imperial_truth::table::Table;
use serde::Serialize;

/// The value of a position and of its moves.
#[derive(Debug, Serialize)]
pub(crate) struct Known {
    /// Name of the rule set.
    pub rules: String,
    /// The position string.
    pub position: String,
    pub to_move: Side,
    /// Who wins with best play; `None` is a draw.
    pub winner: Option<Side>,
    /// Plies to the end with best play; 0 for draws.
    pub plies: u16,
    /// The legal moves, the best first.
    pub moves: Vec<KnownMove>,
}

/// A legal move and what comes of it.
#[derive(Debug, Serialize)]
pub(crate) struct KnownMove {
    #[serde(rename = "move")]
    pub mv: String,
    /// Who wins after it.
    pub winner: Option<Side>,
    /// Plies to the end, this one included; 0 for draws.
    pub plies: u16,
    /// What it comes to, in words.
    #[serde(skip)]
    words: String,
}

impl Known {
    /// Looks a position up.
    ///
    /// # Errors
    /// When the table does not have it.
    pub fn new<G: Encode>(game: &G, position: &G::Position, table: &Table) -> anyhow::Result<Self> {
        let text = game.format_position(position);
        let exact = table.value(game, position);
        let exact =
            exact.with_context(|| format!("the table does not have the position `{text}`"))?;
        let row = |(mv, exact): (G::Move, Exact)| {
            let plies = if exact.winner.is_some() { exact.plies + 1 } else { 0 };
            KnownMove {
                mv: game.format_move(position, mv),
                winner: exact.winner,
                plies,
                words: words(game, Exact { plies, ..exact }),
            }
        };
        Ok(Self {
            rules: game.name().to_owned(),
            position: text,
            to_move: game.side_to_move(position),
            winner: exact.winner,
            plies: exact.plies,
            moves: table.moves(game, position).into_iter().map(row).collect(),
        })
    }

    /// The best moves as a table for people.
    pub fn text(&self, top: usize) -> String {
        let mut text = String::new();
        for row in self.moves.iter().take(top) {
            let _ = writeln!(text, "{:<12} {}", row.mv, row.words);
        }
        text
    }
}

/// A value in words: `the hounds win in 43 plies`.
pub(crate) fn words(game: &impl Encode, exact: Exact) -> String {
    match exact.winner {
        None => "draw".to_owned(),
        Some(side) => {
            let plies = if exact.plies == 1 { "ply" } else { "plies" };
            format!("{} in {} {plies}", game.side_name(side).does("win"), exact.plies)
        }
    }
}
