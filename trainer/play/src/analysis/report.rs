//! Everything that a search found about one position.

use std::fmt::Write as _;

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::{MoveStats, Proof, SearchResult};
use imperial_engine::{Game, PerSide, Side};
use serde::Serialize;

use super::setup::line_of;
use crate::networks;
use crate::play::rounded;

/// What a search found. All values are absolute, as in game records: from −1, the defenders win, to 1,
/// the attackers win, whoever is to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the rule set.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// The same as a sentence: `The geese are to move`.
    #[serde(skip)]
    pub mover: String,
    /// What sentences call the sides.
    #[serde(skip)]
    pub sides: PerSide<String>,
    /// Who looked at it, as records name agents.
    pub agent: String,
    /// Playouts done.
    pub playouts: u32,
    /// Whether the search ended because its memory was full.
    pub memory_full: bool,
    /// Value of the search, which is discounted.
    pub value: f32,
    /// The expected score of the attackers, from 0 to 1: a win counts 1 and a draw one half. `None` where nobody has
    /// checked what the values of the agent mean on this board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
    /// The expected result that the evaluator gives without a search.
    pub raw: f32,
    /// The certain result, if it was found.
    pub proof: Option<Certain>,
    /// The move to play.
    pub best: String,
    /// The moves that the search expects, the best one first.
    pub line: Vec<String>,
    /// All legal moves: the best, then the others from the most visited on.
    pub moves: Vec<MoveRow>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveRow {
    /// In the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// Playouts that began with it.
    pub visits: u32,
    /// Expected result; `None` before the first visit.
    pub value: Option<f32>,
    /// The evaluator's probability.
    pub prior: f32,
    /// The probability after the search: what a network would learn.
    pub policy: f32,
    /// The certain result, if it was found.
    pub proof: Option<Certain>,
}

/// A result that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Certain {
    /// Who wins; `None` is a draw.
    pub winner: Option<Side>,
    /// Plies until then, at most.
    pub plies: u16,
}

impl From<Proof> for Certain {
    fn from(proof: Proof) -> Self {
        Self { winner: proof.winner, plies: proof.plies }
    }
}

impl Report {
    /// What `agent` found in `position` of `game`, the game of `rules`.
    pub fn new<G: Game>(
        game: &G,
        rules: &AnyGame,
        position: &G::Position,
        agent: String,
        result: &SearchResult<G::Move>,
    ) -> Self {
        let row = |stats: &MoveStats<G::Move>| MoveRow {
            mv: game.format_move(position, stats.mv),
            visits: stats.visits,
            value: stats.q.map(|q| rounded(q.of(result.to_move).0)),
            prior: rounded(stats.prior),
            policy: rounded(stats.policy),
            proof: stats.proof.map(Certain::from),
        };
        let score = match result.proof {
            None => {
                let calibration = networks::calibration(&agent, rules);
                calibration.map(|of| of.score(f64::from(result.value.0)))
            }
            Some(proof) => {
                Some(proof.winner.map_or(0.5, |side| f64::from(u8::from(side == Side::Attackers))))
            }
        };
        Self {
            rules: game.name().to_owned(),
            position: game.format_position(position),
            to_move: result.to_move,
            mover: game.side_name(result.to_move).sentence("are to move"),
            sides: PerSide::from_fn(|side| game.side_name(side).the()),
            score: score.map(|score| rounded(score as f32)),
            agent,
            playouts: result.playouts,
            memory_full: result.full,
            value: rounded(result.value.0),
            raw: rounded(result.raw.0),
            proof: result.proof.map(Certain::from),
            best: game.format_move(position, result.best),
            line: line_of(game, position, &result.line),
            moves: result.ranked().into_iter().map(row).collect(),
        }
    }

    fn in_words(&self, certain: Certain) -> String {
        let result = match certain.winner {
            Some(side) => format!("win of {}", self.sides[side]),
            None => "draw".to_owned(),
        };
        format!("{result} within {}", certain.plies)
    }

    /// The figures as text, with the first `most` moves.
    pub fn table(&self, most: usize) -> String {
        let Self { playouts, agent, value, raw, mover, sides, .. } = self;
        let mut text = format!("{mover}; {agent}, {playouts} playouts\n");
        if self.memory_full {
            text += "the search ended early: its memory is full (--memory MIB allows more)\n";
        }
        let certain = self.proof.map(|proof| format!(": {}", self.in_words(proof)));
        let certain = certain.unwrap_or_default();
        let _ = writeln!(text, "value {value:+.3}{certain}; without search {raw:+.3}");
        let PerSide { attackers, defenders } = sides;
        let _ = writeln!(text, "(values: +1 is a win of {attackers}, -1 of {defenders})");
        if let Some(score) = self.score {
            let _ = writeln!(text, "expected score of {attackers}: {:.0} %", 100.0 * score);
        }
        text.push('\n');
        let shown = &self.moves[..most.min(self.moves.len())];
        let width = shown.iter().map(|row| row.mv.len()).max().unwrap_or(0).max(4);
        let _ = writeln!(text, "{:width$}  visits   value   prior  policy", "move");
        for row in shown {
            let value = row.value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.3}"));
            let certain = row.proof.map(|proof| format!("  {}", self.in_words(proof)));
            let _ = writeln!(
                text,
                "{:width$}  {:>6}  {value:>6}  {:>6.3}  {:>6.3}{}",
                row.mv,
                row.visits,
                row.prior,
                row.policy,
                certain.unwrap_or_default(),
            );
        }
        if shown.len() < self.moves.len() {
            let _ = writeln!(text, "and {} more", self.moves.len() - shown.len());
        }
        let _ = writeln!(text, "\nline  {}", self.line.join(" "));
        text
    }
}
