//! The contract between a game and everything that plays it.

use std::fmt::Debug;
use std::hash::Hash;

use rand::{Rng, RngExt};

use crate::{Advantage, Estimate, Outcome, PerSide, Side, SideName};

/// Who makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Always this side.
    Side(Side),
    /// A fair coin decides for every game.
    Lot,
}

impl First {
    /// The side that starts; tosses the coin only where the rules do.
    pub fn draw(self, rng: &mut impl Rng) -> Side {
        match self {
            Self::Side(side) => side,
            Self::Lot if rng.random::<bool>() => Side::Attackers,
            Self::Lot => Side::Defenders,
        }
    }

    /// Whether a game may start with `side`.
    pub fn allows(self, side: Side) -> bool {
        match self {
            Self::Side(fixed) => fixed == side,
            Self::Lot => true,
        }
    }

    /// Who starts where nobody says it: where a lot decides, the attackers.
    pub fn usual(self) -> Side {
        match self {
            Self::Side(side) => side,
            Self::Lot => Side::Attackers,
        }
    }
}

/// A two-player game of perfect information: the rules as a value, compiled once and shared.
///
/// A *position* carries whatever history its rules need (repetition counts, clocks). Methods that
/// take a move expect one of [`legal_moves`](Self::legal_moves); texts from outside go through
/// [`parse_move`](Self::parse_move) and [`parse_position`](Self::parse_position), which check.
///
/// The shared conformance suite (`tests/conformance.rs`) states the laws that every implementation
/// keeps.
pub trait Game: Send + Sync {
    /// A position with its history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move; equal moves of one position are the same move.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync;

    /// Name of the rule set, unique in the catalogue: `imperial-contest`.
    fn name(&self) -> &str;

    /// What players call this side.
    fn side_name(&self, side: Side) -> SideName<'_> {
        SideName::many(side.name())
    }

    /// Who starts.
    fn first(&self) -> First;

    /// The starting position with `first` to move.
    fn start(&self, first: Side) -> Self::Position;

    /// Whose turn it is.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Whether the side to move has begun its turn with the last ply and goes on with it. In most games a turn is
    /// one ply, and the sides alternate.
    fn turn_goes_on(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Plies played so far.
    fn ply(&self, position: &Self::Position) -> u32;

    /// Replaces the contents of `moves` by the legal moves, in a fixed order without duplicates.
    ///
    /// Empty when the game is decided on the board or the side to move is stuck. A game that is
    /// over by its history (repetition, limits) still lists moves: ask [`outcome`](Self::outcome).
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The legal moves as a new vector. Loops that ask often keep one for
    /// [`legal_moves`](Self::legal_moves).
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves
    }

    /// Makes a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// An outcome with the names that the game has for its sides: `the fox wins (goal)`.
    fn tell(&self, outcome: Outcome) -> String {
        let Outcome { winner, cause } = outcome;
        let result = winner.map(|side| self.side_name(side).does("win"));
        format!("{} ({cause})", result.as_deref().unwrap_or("draw"))
    }

    /// How many legal moves there are; `moves` is scratch space.
    fn count_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u64 {
        self.legal_moves(position, moves);
        moves.len() as u64
    }

    /// Replaces the contents of `moves` by the legal moves that win at once, in no particular order:
    /// all of them, by whatever law. Empty when the game is over.
    fn winning_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        self.legal_moves(position, moves);
        let (mover, mut next) = (self.side_to_move(position), position.clone());
        moves.retain(|mv| {
            next.clone_from(position);
            self.play(&mut next, *mv);
            self.outcome(&next).is_some_and(|outcome| outcome.winner == Some(mover))
        });
    }

    /// Whether there is a move that wins at once; `moves` is scratch space.
    fn can_win(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> bool {
        self.winning_moves(position, moves);
        !moves.is_empty()
    }

    /// Whether the side that is *not* to move would win at once if it were its turn. Games that
    /// cannot tell cheaply say yes. A game may overlook rare ways to win: that costs a search
    /// strength, and makes nothing wrong.
    fn threatens(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Whether the side to move is known to lose with its next move, whichever it is. Games that
    /// cannot tell cheaply say no.
    fn is_lost(&self, _position: &Self::Position) -> bool {
        false
    }

    /// What comes of repeating a position that has occurred before and may occur again; `None` where
    /// this one has not, or where the rules do not say. An estimate: somebody may leave the circle.
    fn repetition_value(&self, _position: &Self::Position) -> Option<Advantage> {
        None
    }

    /// Who stands better, guessed from the board alone: what a search without a network ends with. Games that
    /// have no idea say nothing.
    fn estimate(&self, _position: &Self::Position) -> Estimate {
        Estimate::default()
    }

    /// Whether the side to move loses with the other side's next move unless it does something about it.
    /// Games that cannot tell cheaply say no.
    fn is_in_danger(&self, _position: &Self::Position) -> bool {
        false
    }

    /// A key for tables of positions: those with the same key have the same future for
    /// [`horizon`](Self::horizon) plies. `None` (the default) where the game has no keys.
    fn key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Plies before which no law of history (repetition, limits) can tell this position from others with
    /// its key.
    fn horizon(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// A key of all that the future depends on but the past and the clocks: pieces, side to move, what else
    /// the laws look at. Positions that have [forgotten their past](Self::forget_past) and share this key have
    /// the same moves, and the same ends but for limits. No two plies lead back to a position. `None` where the game has no such keys.
    fn board_key(&self, position: &Self::Position) -> Option<u64> {
        self.key(position)
    }

    /// Whether the board, with what [`board_key`](Self::board_key) holds besides, says what a position is worth where
    /// nothing was played before: games without end are drawn, and no win hangs on the way of a move.
    fn has_exact_values(&self) -> bool {
        true
    }

    /// Plies that can be played before a limit may end the game whatever stands on the board; `u32::MAX` (the
    /// default) where there is no limit.
    fn plies_left(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// A uniformly drawn legal move, or `None` where there is none; `moves` is scratch space.
    fn random_move(
        &self,
        position: &Self::Position,
        rng: &mut impl Rng,
        moves: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        self.legal_moves(position, moves);
        match moves.len() {
            0 => None,
            n => Some(moves[rng.random_range(0..n)]),
        }
    }

    /// Forgets all earlier positions, so that this one counts as the first: what no law of history can
    /// touch. Games without such laws have nothing to forget.
    fn forget_past(&self, position: &mut Self::Position) {
        let _ = position;
    }

    /// What the players call out at this position by the custom of the game, if anything.
    fn call(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// How many pieces each side still has to put on the board.
    fn hands(&self, position: &Self::Position) -> PerSide<u8> {
        let _ = position;
        PerSide::default()
    }

    /// The move in the game's notation.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move of this position.
    ///
    /// # Errors
    /// When the text is no move, or no legal one here; the message says why.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// The position string, without the history.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a position string; the position counts as the first occurrence of itself.
    ///
    /// # Errors
    /// When the text is no position of this game; the message says where and why.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The position as a drawing of several lines, for terminals and messages.
    fn draw(&self, position: &Self::Position) -> String;

    /// The same with signs on the empty squares that the rules treat apart and on the one that the last
    /// move left, and a line that explains them. Games without such squares are drawn alike.
    fn draw_signs(&self, position: &Self::Position) -> String {
        self.draw(position)
    }
}

/// A move that cannot be played, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a legal move: {reason}")]
pub struct MoveError {
    /// The text as given.
    pub text: String,
    /// Why it cannot be played.
    pub reason: String,
}

impl MoveError {
    /// An error about `text`.
    pub fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }
}

/// A position string that cannot be read, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a position: {reason}")]
pub struct PositionError {
    /// The text as given.
    pub text: String,
    /// What is wrong and where.
    pub reason: String,
}

impl PositionError {
    /// An error about `text`.
    pub fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }
}
