//! What a network sees of a game: planes, a rule vector and from-to moves. No tensors here.

use std::ops::RangeInclusive;

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
    /// The pieces of all these squares are chosen, two at least: a capture of several that can be made in
    /// more than one way, or one that several pieces make together.
    Squares(SquareSet),
}

impl Choice {
    /// The choice on the board turned by `permutation`.
    #[must_use]
    pub fn turned(self, permutation: &[u16]) -> Self {
        match self {
            Self::Square(square) => Self::Square(permutation[usize::from(square)]),
            Self::Squares(squares) => Self::Squares(squares.turned(permutation)),
            other @ (Self::Plain | Self::Decline) => other,
        }
    }

    /// The choice as numbers, for arrays. The first is 0 for none, 1 for declining a capture, 2 + *s* for the piece
    /// on square *s*, and 65535 for several pieces. Their squares are the bits of the others ([`SquareSet::words`]),
    /// which are 0 otherwise.
    pub fn numbers(self) -> (u16, [u64; SquareSet::WORDS]) {
        let none = [0; SquareSet::WORDS];
        match self {
            Self::Plain => (0, none),
            Self::Decline => (1, none),
            Self::Square(square) => (2 + square, none),
            Self::Squares(squares) => (u16::MAX, squares.words()),
        }
    }

    /// How many words of [`numbers`](Self::numbers) `game` needs: one, but on large boards where moves may name
    /// squares anywhere.
    pub fn words(game: &impl Encode) -> usize {
        if game.names_far_squares() { game.board().squares().div_ceil(64) } else { 1 }
    }

    /// The squares that it names, in ascending order.
    pub fn squares(self) -> impl Iterator<Item = u16> {
        let (one, several) = match self {
            Self::Square(square) => (Some(square), SquareSet::default()),
            Self::Squares(squares) => (None, squares),
            Self::Plain | Self::Decline => (None, SquareSet::default()),
        };
        one.into_iter().chain(several.iter())
    }
}

/// A set of squares of a board that has at most [`MOST`](Self::MOST).
// Not whole words: so an action takes 24 bytes and not 40, of which samples keep many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareSet([u16; 9]);

impl SquareSet {
    /// Most squares of a board.
    pub const MOST: usize = 144;

    /// How many words [`words`](Self::words) gives.
    pub const WORDS: usize = Self::MOST.div_ceil(64);

    /// The squares whose bits are set, of the first 64.
    pub const fn from_bits(bits: u64) -> Self {
        let [a, b, c, d] =
            [bits as u16, (bits >> 16) as u16, (bits >> 32) as u16, (bits >> 48) as u16];
        Self([a, b, c, d, 0, 0, 0, 0, 0])
    }

    /// Bit `s % 64` of word `s / 64` tells of square `s`.
    pub fn words(self) -> [u64; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        for (place, part) in self.0.into_iter().enumerate() {
            words[place / 4] |= u64::from(part) << (16 * (place % 4));
        }
        words
    }

    /// The squares in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        self.words().into_iter().zip([0, 64, 128]).flat_map(|(word, first)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let square = (left != 0).then(|| first + left.trailing_zeros() as u16);
                left &= left.wrapping_sub(1);
                square
            })
        })
    }

    fn turned(self, permutation: &[u16]) -> Self {
        self.iter().map(|square| permutation[usize::from(square)]).collect()
    }
}

impl FromIterator<u16> for SquareSet {
    /// # Panics
    /// When a square is [`MOST`](Self::MOST) or more.
    fn from_iter<I: IntoIterator<Item = u16>>(squares: I) -> Self {
        let mut set = Self::default();
        for square in squares {
            set.0[usize::from(square / 16)] |= 1 << (square % 16);
        }
        set
    }
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

impl Action {
    /// The action on the board turned by `permutation`.
    #[must_use]
    pub fn turned(self, permutation: &[u16]) -> Self {
        let image = |square: u16| permutation[usize::from(square)];
        let choice = self.choice.turned(permutation);
        Self { from: image(self.from), to: image(self.to), choice }
    }
}

/// A game that a network can play.
pub trait Encode: Game {
    /// The family of games that share planes and rule vector, and thus a network: `tafl`.
    fn family(&self) -> &'static str;

    /// Shape of the board; of one that is no rectangle, the rectangle around it.
    fn board(&self) -> BoardShape;

    /// Whether a square of the rectangle is one of the board. Most boards fill theirs.
    fn is_point(&self, square: u16) -> bool {
        let _ = square;
        true
    }

    /// The lines between neighbours of a board of points, each once. Boards of squares have none.
    fn lines(&self) -> Vec<[u16; 2]> {
        Vec::new()
    }

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

    /// Whether choices may name several squares beyond the first 64. Those of boards of points may.
    fn names_far_squares(&self) -> bool {
        !self.lines().is_empty()
    }

    /// The board symmetries that keep the rules and the starting layout, as permutations: square
    /// `s` goes to `permutation[s]`. The identity comes first.
    fn symmetries(&self) -> Vec<Vec<u16>>;

    /// The kinds of pieces of the game, in a fixed order; the same for the whole family.
    fn piece_kinds(&self) -> &'static [PieceKind];

    /// What players call a piece of a kind, a place in [`piece_kinds`](Self::piece_kinds): what the family calls it,
    /// where the rules do not name their pieces.
    fn kind_name(&self, kind: usize) -> String {
        self.piece_kinds()[kind].name.to_owned()
    }

    /// What stands on a square, as a place in [`piece_kinds`](Self::piece_kinds); `None` where
    /// nothing does. `square` is less than `board().squares()`.
    fn piece_on(&self, position: &Self::Position, square: u16) -> Option<usize>;

    /// How many pieces of each kind a position can have on the board, from the fewest to the most; for
    /// estimates of how many positions there are. Boards of squares that can be full are no limit.
    fn piece_counts(&self) -> Vec<RangeInclusive<u32>> {
        let most = self.board().squares() as u32;
        self.piece_kinds().iter().map(|_| 0..=most).collect()
    }

    /// What a position has beside pieces on squares and the side to move, as a number below
    /// [`states`](Self::states): pieces in hand, what is left of a
    /// turn. Clocks and the past are not meant.
    fn state(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// How many values [`state`](Self::state) has.
    fn states(&self) -> u32 {
        1
    }

    /// The position string without clocks.
    fn format_timeless(&self, position: &Self::Position) -> String {
        let text = self.format_position(position);
        // Board and side; clocks come after them.
        text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    }

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
