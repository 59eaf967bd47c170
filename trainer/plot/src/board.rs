//! A board as a picture shows it: a starting position, or how often something happened where.

mod draw;

pub use draw::{Picture, RIM, SIDE, TOP, corner, draw, symbols};

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::SpecialSquares;
use imperial_engine::{BoardShape, Encode, PerSide, PieceKind, Side, with_game};

/// The board of a rule set. Squares are numbered rank by rank from `a1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Name of the rule set.
    pub rules: String,
    shape: BoardShape,
    /// The lines of a board of points; a board of squares has none.
    lines: Vec<[u16; 2]>,
    /// What stands on each square, as places in `kinds`.
    pieces: Vec<Option<usize>>,
    /// Each kind of piece, and what the rules call it.
    kinds: Vec<(PieceKind, String)>,
    special: SpecialSquares,
    /// What is said of each side that wins: `The geese win`.
    wins: PerSide<String>,
    /// Whether the attackers are called White, so that their pieces are the light ones.
    attackers_are_white: bool,
    /// Shares in percent, drawn as a heat map; empty where there is none.
    heat: Vec<f64>,
}

impl Board {
    /// The board of a game with the pieces at the start and the squares that its rules single out.
    pub fn start(game: &AnyGame) -> Self {
        let special = game.special_squares().unwrap_or_default();
        with_game!(game, |game| start(game, special))
    }

    /// The same board without pieces.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self { pieces: vec![None; self.shape.squares()], ..self.clone() }
    }

    /// The empty board with each square's share of the counts; `None` where there are no counts or not
    /// one for each square.
    pub fn with_counts(&self, counts: &[u64]) -> Option<Self> {
        let all: u64 = counts.iter().sum();
        if all == 0 || counts.len() != self.shape.squares() {
            return None;
        }
        let heat = counts.iter().map(|&count| 100.0 * count as f64 / all as f64).collect();
        Some(Self { heat, ..self.emptied() })
    }

    /// Number of files and ranks.
    pub const fn shape(&self) -> BoardShape {
        self.shape
    }

    /// Which points are joined; nothing on a board of squares.
    pub(crate) fn lines(&self) -> &[[u16; 2]] {
        &self.lines
    }

    /// What stands on a square.
    pub fn piece(&self, square: usize) -> Option<PieceKind> {
        Some(self.kinds[self.pieces[square]?].0)
    }

    /// The kinds of pieces that stand on it and what the rules call them: royal ones first, then by side.
    pub fn kinds(&self) -> Vec<(PieceKind, &str)> {
        let stands = |kind: &usize| self.pieces.contains(&Some(*kind));
        let kinds = (0..self.kinds.len()).filter(stands).map(|kind| &self.kinds[kind]);
        let mut kinds: Vec<_> = kinds.map(|(kind, name)| (*kind, name.as_str())).collect();
        kinds.sort_by_key(|(kind, _)| (!kind.is_royal, kind.side));
        kinds
    }

    /// What is said of a side that wins: `The geese win`.
    pub fn wins(&self, side: Side) -> &str {
        &self.wins[side]
    }

    /// Whose colour the pieces of a side have: the attackers' are dark and the defenders' light, but White's are light.
    pub fn colour(&self, side: Side) -> Side {
        if self.attackers_are_white { !side } else { side }
    }

    /// What the colours of its pieces mean, in a sentence.
    pub const fn colours(&self) -> &'static str {
        if self.attackers_are_white {
            "White's pieces are light, Black's dark."
        } else {
            "Dark pieces are attackers, light pieces defenders."
        }
    }

    /// The squares that its rules single out.
    pub const fn special(&self) -> &SpecialSquares {
        &self.special
    }

    /// Of each square its share of the counts, in percent; empty where there are no counts.
    pub fn heat(&self) -> &[f64] {
        &self.heat
    }

    /// Whether the same stands on it, and the same squares are special.
    pub fn looks_like(&self, other: &Self) -> bool {
        let seen = |board: &Self| {
            let pieces: Vec<_> =
                (0..board.shape.squares()).map(|square| board.piece(square)).collect();
            (board.shape, board.lines.clone(), pieces, board.special.clone())
        };
        seen(self) == seen(other)
    }

    /// The name of a square: `e5`.
    pub fn name(&self, square: usize) -> String {
        let file = char::from(b'a' + (square % self.shape.width % 26) as u8);
        format!("{file}{}", square / self.shape.width + 1)
    }
}

/// The pieces as a game begins.
fn start<G: Encode>(game: &G, special: SpecialSquares) -> Board {
    let position = game.start(game.first().usual());
    let shape = game.board();
    let kinds = game.piece_kinds().iter().enumerate();
    Board {
        rules: game.name().to_owned(),
        shape,
        lines: game.lines(),
        pieces: (0..shape.squares())
            .map(|square| game.piece_on(&position, square as u16))
            .collect(),
        kinds: kinds.map(|(place, kind)| (*kind, game.kind_name(place))).collect(),
        special,
        wins: PerSide::from_fn(|side| game.side_name(side).sentence("win")),
        attackers_are_white: game.side_name(Side::Attackers).is_white(),
        heat: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(name: &str) -> Board {
        Board::start(&AnyGame::by_name(name).expect("embedded"))
    }

    #[test]
    fn boards_stand_as_the_game_begins() {
        let board = start("tablut-linnaeus");
        assert!(board.piece(40).is_some_and(|piece| piece.is_royal));
        assert_eq!((board.name(0), board.name(40)), ("a1".to_owned(), "e5".to_owned()));
        assert_eq!(board.special().throne, Some(40));
        let names = |name: &str| -> Vec<String> {
            start(name).kinds().iter().map(|(_, name)| (*name).to_owned()).collect()
        };
        assert_eq!(names("tablut-linnaeus"), ["king", "attacker", "defender"]);
        assert!(names("emperors-game").contains(&"king of White".to_owned()));
        assert_eq!(start("fox-and-hounds").lines().len(), 49);
        assert_eq!(start("connect-four").shape(), BoardShape { width: 7, height: 6 });
    }

    #[test]
    fn boards_look_alike_by_pieces_and_special_squares() {
        let board = start("tablut-linnaeus");
        assert!(board.looks_like(&Board { rules: "another".to_owned(), ..board.clone() }));
        assert!(!board.looks_like(&start("tablut-unibo")), "camps");
        assert!(!board.looks_like(&board.emptied()));
    }

    #[test]
    fn counts_become_shares() {
        let board = start("tic-tac-toe");
        let heat = board.with_counts(&[1, 0, 0, 3, 0, 0, 0, 0, 0]).expect("nine counts");
        assert_eq!(heat.heat()[..4], [25.0, 0.0, 0.0, 75.0]);
        assert!(board.with_counts(&[0; 9]).is_none() && board.with_counts(&[1; 8]).is_none());
    }
}
