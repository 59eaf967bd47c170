//! A rule set: every switch of chess as one documented field.

use serde::{Deserialize, Serialize};

use super::piece::Piece;
use crate::games::rule_text::{Recurrence, Sides, Starter, Stuck};

/// The laws of one game, as read from a TOML file. `docs/chess.md` explains each switch.
///
/// The pieces are data too: each kind slides, leaps, walks, shoots, or goes as a pawn. With a royal piece a side
/// can be in check and is lost when mated; without one, other switches say what it fights for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChessRules {
    /// The family, always `chess`.
    pub game: String,
    /// Short name, lower case with hyphens.
    pub name: String,
    /// Name for headlines.
    pub title: String,
    /// Where the rules come from.
    pub source: String,
    /// Keys of the switches that the source is silent about.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// What players call the sides.
    #[serde(default = "black_and_white")]
    pub sides: Sides,
    /// Files of the board.
    pub files: u32,
    /// Ranks of the board.
    pub ranks: u32,
    /// The pieces at the start: ranks from the top, capitals for the attackers.
    pub setup: String,
    /// Who moves first.
    #[serde(default = "attackers")]
    pub first: Starter,
    /// The rank from which pawns may go more than one square, as each side counts.
    #[serde(default = "two")]
    pub pawn_rank: u32,
    /// How many squares a pawn may go from there.
    #[serde(default = "two")]
    pub pawn_first: u32,
    /// How pawns capture.
    #[serde(default = "diagonally")]
    pub pawn_takes: Vec<PawnTakes>,
    /// Whether a pawn that goes over squares may be taken on each of them by a pawn.
    #[serde(default)]
    pub in_passing: bool,
    /// Each a move of a king and one of a rook: `e1-g1 h1-f1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub castling: Vec<String>,
    /// Letters of what a pawn becomes on the last rank: of each kind no more than there were at the start.
    #[serde(default)]
    pub promotes_to: String,
    /// Each the letters of kinds that bring back lost pieces from the last rank, and of what they bring back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacement: Vec<String>,
    /// Whether pieces that ride may go along with one that carries.
    #[serde(default)]
    pub hitching: bool,
    /// Whether a full rank may advance as a whole.
    #[serde(default)]
    pub deployment: bool,
    /// Who becomes the crowned piece when it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub succession: Option<Succession>,
    /// How many pieces must be able to capture before a side may charge; 0 for never.
    #[serde(default)]
    pub charge: u32,
    /// Letters of the pieces without which a side has lost; none for no such law.
    #[serde(default)]
    pub imperials: String,
    /// What repetition means.
    pub repetition: Recurrence,
    /// Plies without a capture or a pawn's move that draw the game; without it there is no such limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_limit: Option<u32>,
    /// Plies after which the game is cut off.
    pub ply_limit: u32,
    /// What it means to have no move without being in check.
    #[serde(default)]
    pub stuck: Stuck,
    /// The kinds of pieces.
    pub pieces: Vec<Piece>,
}

/// How a pawn captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnTakes {
    /// One square diagonally ahead.
    Diagonal,
    /// One square straight ahead.
    Ahead,
}

/// Who becomes the crowned piece: an heir that comes from home to stand beside the regent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Succession {
    /// Letter of the crowned piece.
    pub crown: char,
    /// Letter of the regent.
    pub regent: char,
    /// Letters of the heirs.
    pub heirs: String,
    /// How many ranks a side calls home.
    pub home: u32,
}

fn black_and_white() -> Sides {
    Sides { attackers: "White".to_owned(), defenders: "Black".to_owned() }
}

const fn attackers() -> Starter {
    Starter::Attackers
}

const fn two() -> u32 {
    2
}

fn diagonally() -> Vec<PawnTakes> {
    vec![PawnTakes::Diagonal]
}
