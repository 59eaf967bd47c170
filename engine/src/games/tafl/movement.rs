//! Who goes where: along ranks and files over empty squares, within reach, past the special squares
//! that allow it.

use super::board::Board;
use super::geometry::Geometry;
use super::rules::{Camps, CornerStop, Piece, RuleSet};
use super::square::{MAX_SIZE, Square, SquareSet};

/// The squares of each rank and of each file, as words.
#[derive(Clone, Copy, Debug)]
struct Lines {
    ranks: [u32; MAX_SIZE],
    files: [u32; MAX_SIZE],
}

impl Lines {
    fn of<const W: usize>(geometry: &Geometry<W>, squares: SquareSet<W>) -> Self {
        let mut lines = Self { ranks: [0; MAX_SIZE], files: [0; MAX_SIZE] };
        for square in squares.iter() {
            let (file, rank) = geometry.coordinates(square);
            lines.ranks[rank] |= 1 << file;
            lines.files[file] |= 1 << rank;
        }
        lines
    }
}

/// How one kind of mover goes.
#[derive(Clone, Debug)]
struct Walker {
    /// Empty squares that it may not slide over.
    impassable: Lines,
    /// Empty squares where it may not stop.
    forbidden: Lines,
    /// Most squares at once.
    reach: u32,
}

/// The compiled laws of movement.
#[derive(Clone, Debug)]
pub(super) struct Movement {
    /// One walker per kind of piece, then one per camp for the attackers still at home in it.
    walkers: Vec<Walker>,
    /// The walker of an attacker on each square.
    attackers: Vec<u8>,
}

impl Movement {
    pub fn new<const W: usize>(rules: &RuleSet, geometry: &Geometry<W>) -> Self {
        let walker = |piece, home| {
            let (impassable, forbidden) = closed_squares(rules, geometry, piece, home);
            let reach = if piece == Piece::King { rules.king_reach } else { rules.men_reach };
            Walker {
                impassable: Lines::of(geometry, impassable),
                forbidden: Lines::of(geometry, forbidden),
                reach: reach.unwrap_or(MAX_SIZE as u32),
            }
        };
        let mut walkers: Vec<_> =
            Piece::ALL.into_iter().map(|piece| walker(piece, SquareSet::EMPTY)).collect();
        let mut attackers = vec![Piece::Attacker as u8; geometry.size * geometry.size];
        if rules.camps == Camps::Home {
            for camp in geometry.camps {
                camp.iter().for_each(|square| attackers[square.index()] = walkers.len() as u8);
                walkers.push(walker(Piece::Attacker, camp));
            }
        }
        Self { walkers, attackers }
    }

    fn walker(&self, piece: Piece, from: Square) -> &Walker {
        let index = match piece {
            Piece::Attacker => self.attackers[from.index()],
            Piece::Defender | Piece::King => piece as u8,
        };
        &self.walkers[usize::from(index)]
    }

    /// The files on the piece's rank and the ranks on its file where it may go, as words.
    #[inline]
    pub fn lines<const W: usize>(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        piece: Piece,
        from: Square,
    ) -> (u32, u32) {
        let walker = self.walker(piece, from);
        let (file, rank) = geometry.coordinates(from);
        let along = |occupied: u32, impassable: u32, forbidden: u32, at: usize| {
            let touched =
                slide(occupied | impassable, at as u32, geometry.size as u32, walker.reach);
            touched & !(occupied | forbidden)
        };
        let Walker { impassable, forbidden, .. } = walker;
        (
            along(board.ranks[rank], impassable.ranks[rank], forbidden.ranks[rank], file),
            along(board.files[file], impassable.files[file], forbidden.files[file], rank),
        )
    }

    /// Calls `visit` with every square where the piece may go: along its rank, then its file.
    #[inline]
    pub fn for_each_destination<const W: usize>(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        piece: Piece,
        from: Square,
        mut visit: impl FnMut(Square),
    ) {
        let (file, rank) = geometry.coordinates(from);
        let (along_rank, along_file) = self.lines(geometry, board, piece, from);
        for_each_bit(along_rank, |to| visit(geometry.square(to, rank)));
        for_each_bit(along_file, |to| visit(geometry.square(file, to)));
    }

    /// Whether the piece can move at all.
    #[inline]
    pub fn can_move<const W: usize>(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        piece: Piece,
        from: Square,
    ) -> bool {
        self.lines(geometry, board, piece, from) != (0, 0)
    }

    /// Whether a piece that does not stand in a camp may stop on, and slide over, `square` when
    /// it is empty.
    pub fn rights<const W: usize>(
        &self,
        geometry: &Geometry<W>,
        piece: Piece,
        square: Square,
    ) -> (bool, bool) {
        let walker = &self.walkers[piece as usize];
        let (file, rank) = geometry.coordinates(square);
        let free = |lines: &Lines| lines.ranks[rank] >> file & 1 == 0;
        (free(&walker.forbidden), free(&walker.impassable))
    }
}

/// Positions on a line that a piece on `at` touches before `blocked` ones stop it, the first blocked
/// one in each direction included: an empty square that nobody may pass may still be a place to stop.
#[inline]
fn slide(blocked: u32, at: u32, size: u32, reach: u32) -> u32 {
    let above = (blocked >> (at + 1)).trailing_zeros() + 1;
    let above = above.min(size - 1 - at).min(reach);
    let lower = blocked & ((1 << at) - 1);
    let below = (at + lower.leading_zeros() + 1 - u32::BITS).min(at).min(reach);
    let up = ((1 << above) - 1) << (at + 1);
    let down = ((1 << below) - 1) << (at - below);
    up | down
}

#[inline]
fn for_each_bit(mut word: u32, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// Squares that `piece` may not slide over, and those where it may not stop. An attacker in the camp
/// `home` may use the squares of that camp.
fn closed_squares<const W: usize>(
    rules: &RuleSet,
    geometry: &Geometry<W>,
    piece: Piece,
    home: SquareSet<W>,
) -> (SquareSet<W>, SquareSet<W>) {
    let throne: SquareSet<W> = [geometry.throne].into_iter().collect();
    let closed_camps = match rules.camps {
        Camps::None => SquareSet::EMPTY,
        Camps::Home | Camps::Sealed => geometry.all_camps(),
    };
    let mut impassable = closed_camps & !home;
    let mut forbidden = impassable;
    if !rules.throne_pass.includes(piece) {
        impassable = impassable | throne;
    }
    if !rules.throne_stop.includes(piece) {
        forbidden = forbidden | throne;
    }
    if rules.corner_stop == CornerStop::King && piece != Piece::King {
        forbidden = forbidden | geometry.corners;
    }
    (impassable, forbidden)
}
