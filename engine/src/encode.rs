//! What a network sees of a game: planes, a rule vector and from-to moves. No tensors here.

use crate::{Game, PieceKind};

/// Width and height of a board in squares. A square's index is `rank * width + file`, from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// Number of files.
    pub width: usize,
    /// Number of ranks.
    pub height: usize,
}

impl BoardShape {
    /// Number of squares.
    pub const fn squares(self) -> usize {
        self.width * self.height
    }
}

/// What a move leaves open beside its two squares, such as the victim that the mover picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// Nothing to choose.
    Plain,
    /// A capture was possible and is declined.
    Decline,
    /// This square's piece is chosen.
    Square(u16),
}

/// A move as the policy head scores it. Placements have `from == to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// Square index that the piece leaves.
    pub from: u16,
    /// Square index where it arrives.
    pub to: u16,
    /// The choice that goes with it.
    pub choice: Choice,
}

/// A game that a network can play.
pub trait Encode: Game {
    /// The family of games that share planes and rule vector, and thus a network: `tafl`.
    fn family(&self) -> &'static str;

    /// Shape of the board.
    fn board(&self) -> BoardShape;

    /// Name of each input plane, in order; the same for the whole family.
    fn planes(&self) -> &'static [&'static str];

    /// Fills `planes` (`planes().len()` planes of `board().squares()` values, each in `0..=1`).
    ///
    /// # Panics
    /// When the slice is of another length.
    fn encode(&self, position: &Self::Position, planes: &mut [f32]);

    /// Shows `see`, as words, all of a position that [`encode`](Self::encode) depends on: positions that show
    /// the same fill the same planes. For caches; a game that knows its positions by keys has a faster way
    /// than this one by the planes.
    fn fingerprint(&self, position: &Self::Position, see: &mut impl FnMut(u64)) {
        let mut planes = vec![0.0; self.planes().len() * self.board().squares()];
        self.encode(position, &mut planes);
        planes.iter().for_each(|value| see(u64::from(value.to_bits())));
    }

    /// The rule set as numbers, each in `-1..=1`; the same length for the whole family. Games whose rules are
    /// always the same have none.
    fn rule_vector(&self) -> Vec<f32> {
        Vec::new()
    }

    /// Name of each number of the rule vector, in order; the same for the whole family.
    fn rule_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The move as squares.
    fn action(&self, mv: Self::Move) -> Action;

    /// The board symmetries that keep the rules and the starting layout, as permutations: square
    /// `s` goes to `permutation[s]`. The identity comes first.
    fn symmetries(&self) -> Vec<Vec<u16>>;

    /// The kinds of pieces of the game, in a fixed order; the same for the whole family.
    fn piece_kinds(&self) -> &'static [PieceKind];

    /// What stands on a square, as a place in [`piece_kinds`](Self::piece_kinds); `None` where
    /// nothing does. `square` is less than `board().squares()`.
    fn piece_on(&self, position: &Self::Position, square: u16) -> Option<usize>;

    /// Fills `squares` (`board().squares()` values) with what each holds: 0 for nothing, else one
    /// more than the piece's place in [`piece_kinds`](Self::piece_kinds).
    fn occupancy(&self, position: &Self::Position, squares: &mut [u8]) {
        for (square, value) in (0..).zip(squares) {
            *value = self.piece_on(position, square).map_or(0, |kind| kind as u8 + 1);
        }
    }
}

/// The eight symmetries of a square board of `size` files, as permutations of its squares; the
/// identity comes first.
pub(crate) fn dihedral(size: u16) -> Vec<Vec<u16>> {
    let last = size - 1;
    let image = |symmetry: u16, file: u16, rank: u16| {
        let (file, rank) = if symmetry & 1 == 0 { (file, rank) } else { (last - file, rank) };
        let (file, rank) = if symmetry & 2 == 0 { (file, rank) } else { (file, last - rank) };
        let (file, rank) = if symmetry & 4 == 0 { (file, rank) } else { (rank, file) };
        rank * size + file
    };
    (0..8)
        .map(|symmetry| (0..size * size).map(|s| image(symmetry, s % size, s / size)).collect())
        .collect()
}
