//! The board and its pieces as the report knows them.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Side, with_game};
use serde::{Deserialize, Serialize};

/// A board and the kinds of pieces on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardFacts {
    /// Number of files.
    pub width: usize,
    /// Number of ranks.
    pub height: usize,
    /// The kinds of pieces.
    pub pieces: Vec<PieceFacts>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceFacts {
    /// How positions write it.
    pub letter: char,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Whether the game is about this piece.
    pub is_royal: bool,
    /// The letter that its picture bears, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<char>,
}

impl BoardFacts {
    /// The board of a rule set.
    pub fn of_game(game: &AnyGame) -> Self {
        with_game!(game, |game| Self::of(game))
    }

    pub(super) fn of<G: Encode>(game: &G) -> Self {
        let shape = game.board();
        let piece = |(place, kind): (usize, &imperial_engine::PieceKind)| PieceFacts {
            letter: kind.letter,
            name: game.kind_name(place),
            side: kind.side,
            is_royal: kind.is_royal,
            mark: kind.mark,
        };
        Self {
            width: shape.width,
            height: shape.height,
            pieces: game.piece_kinds().iter().enumerate().map(piece).collect(),
        }
    }

    /// Whether the game is about a king, whom one side has and the other not.
    pub fn has_king(&self) -> bool {
        let has = |side| self.pieces.iter().any(|piece| piece.is_royal && piece.side == side);
        has(Side::Attackers) != has(Side::Defenders)
    }
}

/// What stands on each square, as [`Encode::occupancy`] says.
pub(super) type View = Vec<u8>;

/// Looks at a position.
pub(super) fn view<G: Encode>(game: &G, position: &G::Position, view: &mut View) {
    view.clear();
    view.resize(game.board().squares(), 0);
    game.occupancy(position, view);
}

/// The kind of piece that a square of a view holds, as a place in [`Encode::piece_kinds`].
pub(super) fn kind(held: u8) -> Option<usize> {
    usize::from(held).checked_sub(1)
}

/// All squares of the game's board.
pub(super) fn squares<G: Encode>(game: &G) -> std::ops::Range<u16> {
    0..u16::try_from(game.board().squares()).unwrap_or(u16::MAX)
}
