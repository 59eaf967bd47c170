//! Drawing a random move without listing the moves.

use rand::{Rng, RngExt};

use super::capture::MOST_VICTIMS;
use super::compiled::Tafl;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::{Captures, Piece};
use super::square::Square;

/// Most pieces of one side that are handled here; positions with more list their moves.
const MOST_PIECES: usize = 64;

/// Most victims without immobilisation: three men flanked, and one who shields the king.
const MOST_FLANKED_OR_SHIELDING: usize = 4;

/// Where one piece can go: positions along its rank and along its file, as words.
#[derive(Clone, Copy)]
struct Span {
    piece: Piece,
    from: Square,
    along_rank: u32,
    along_file: u32,
}

impl Span {
    const NONE: Self = Self { piece: Piece::King, from: Square(0), along_rank: 0, along_file: 0 };

    fn len(&self) -> u32 {
        self.along_rank.count_ones() + self.along_file.count_ones()
    }
}

/// A position that this method is not made for: its moves have to be listed.
pub(super) struct TooMany;

impl<const W: usize> Tafl<W> {
    /// A uniformly drawn move; `None` where there is none.
    ///
    /// A pair of squares is drawn uniformly and kept with a probability proportional to the number
    /// of moves between them, so that every move is equally likely.
    pub(super) fn draw_move(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        choices: &mut Vec<TaflMove>,
    ) -> Result<Option<TaflMove>, TooMany> {
        let mut spans = [Span::NONE; MOST_PIECES];
        let mut pieces = 0;
        let mut total = 0;
        for (piece, from) in position.board.pieces(position.side) {
            if pieces == MOST_PIECES {
                return Err(TooMany);
            }
            let (along_rank, along_file) =
                self.movement.lines(&self.geometry, &position.board, piece, from);
            spans[pieces] = Span { piece, from, along_rank, along_file };
            total += spans[pieces].len();
            pieces += 1;
        }
        if total == 0 {
            return Ok(None);
        }
        loop {
            let (span, to) = self.nth(&spans[..pieces], rng.random_range(0..total));
            if !self.has_choices {
                return Ok(Some(TaflMove { from: span.from, to, take: Take::Every }));
            }
            choices.clear();
            self.push_choices(&position.board, span.piece, span.from, to, choices);
            let slot = rng.random_range(0..self.most_choices());
            if let Some(mv) = choices.get(slot) {
                return Ok(Some(*mv));
            }
        }
    }

    /// Upper bound of the number of moves between two squares: one per victim, and declining.
    fn most_choices(&self) -> usize {
        match self.rules.captures {
            Captures::All => 2,
            Captures::One if self.rules.immobilisation => MOST_VICTIMS + 1,
            Captures::One => MOST_FLANKED_OR_SHIELDING + 1,
        }
    }

    /// Pair of squares number `index` of all spans.
    fn nth<'a>(&self, spans: &'a [Span], mut index: u32) -> (&'a Span, Square) {
        let mut spans = spans.iter();
        let mut span = spans.next().expect("the index is below the total");
        while index >= span.len() {
            index -= span.len();
            span = spans.next().expect("the index is below the total");
        }
        let (file, rank) = self.geometry.coordinates(span.from);
        let on_rank = span.along_rank.count_ones();
        let to = if index < on_rank {
            self.geometry.square(nth_bit(span.along_rank, index), rank)
        } else {
            self.geometry.square(file, nth_bit(span.along_file, index - on_rank))
        };
        (span, to)
    }
}

fn nth_bit(mut word: u32, index: u32) -> usize {
    for _ in 0..index {
        word &= word - 1;
    }
    word.trailing_zeros() as usize
}
