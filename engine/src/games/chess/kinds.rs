//! Kinds of pieces and the board's straight lines, compiled.

use super::piece::{Piece, Ways};
use super::squares::Squares;
use crate::{BoardShape, PerSide};

/// Directions: up, right, down, left, and the diagonals between them.
pub(super) const WAYS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Bits of the directions along ranks and files, and of those along diagonals.
const ORTHOGONAL: u8 = 0b0000_1111;
const DIAGONAL: u8 = 0b1111_0000;

/// Whether squares along each direction have higher and higher numbers.
pub(super) const RISES: [bool; 8] = [true, true, false, false, true, false, false, true];

/// A kind of piece on a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind {
    pub name: String,
    /// Directions in which it slides, as bits.
    pub slides: u8,
    /// Where it leaps from each square.
    pub leaps: Vec<Squares>,
    /// Steps of its walk, and where each leads.
    pub walk: u32,
    pub steps: Vec<Squares>,
    /// Where its walk leads from each square of an empty board.
    pub walks: Vec<Squares>,
    pub takes: bool,
    /// What it can hit from each square; empty for those that do not shoot.
    pub shots: Vec<Squares>,
    pub is_pawn: bool,
    pub is_royal: bool,
    pub rides: bool,
    pub carries: bool,
    /// What it may bring back from the last rank, as bits.
    pub brings: u32,
    /// Where pieces of this kind stand at the start.
    pub home: PerSide<Squares>,
    /// What it is worth, in hundredths of a pawn.
    pub worth: i32,
}

/// The straight lines of a board, and what lies around each square.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub shape: BoardShape,
    /// The squares from each square on, in each direction.
    pub rays: [Vec<Squares>; 8],
    /// The squares beside, before and behind each, and those around its corners.
    pub orthogonal: Vec<Squares>,
    pub diagonal: Vec<Squares>,
}

impl Lines {
    pub fn new(shape: BoardShape) -> Self {
        let each =
            |squares: &dyn Fn(u8) -> Squares| (0..shape.squares() as u8).map(squares).collect();
        let ray = |way: (i32, i32)| {
            let on = move |square: u8| {
                (1..).map_while(|far| go(shape, square, (far * way.0, far * way.1))).collect()
            };
            each(&on)
        };
        let near = |ways: &[(i32, i32)]| {
            each(&|square| ways.iter().filter_map(|way| go(shape, square, *way)).collect())
        };
        Self {
            shape,
            rays: WAYS.map(ray),
            orthogonal: near(&WAYS[..4]),
            diagonal: near(&WAYS[4..]),
        }
    }

    /// Where a slide from a square ends at the latest, with all squares on the way.
    #[inline]
    pub fn slide(&self, square: u8, way: usize, occupied: Squares) -> Squares {
        let ray = self.rays[way][usize::from(square)];
        match self.first_on(ray, way, occupied) {
            None => ray,
            Some(blocker) => ray & !self.rays[way][usize::from(blocker)],
        }
    }

    /// The first occupied square of a ray.
    #[inline]
    pub fn first_on(&self, ray: Squares, way: usize, occupied: Squares) -> Option<u8> {
        let blockers = ray & occupied;
        if RISES[way] { blockers.first() } else { blockers.last() }
    }

    /// The squares around a square.
    pub fn around(&self, square: u8) -> Squares {
        self.orthogonal[usize::from(square)] | self.diagonal[usize::from(square)]
    }

    /// The squares of a rank, from 0.
    pub fn rank(&self, rank: u8) -> Squares {
        let width = self.shape.width as u8;
        (rank * width..(rank + 1) * width).collect()
    }

    /// The squares of a file, from 0.
    pub fn file(&self, file: u8) -> Squares {
        (0..self.shape.height).map(|rank| (rank * self.shape.width) as u8 + file).collect()
    }
}

/// The square that lies so many files and ranks away.
pub(super) fn go(shape: BoardShape, square: u8, (right, up): (i32, i32)) -> Option<u8> {
    let (width, height) = (shape.width as i32, shape.height as i32);
    let (file, rank) = (i32::from(square) % width + right, i32::from(square) / width + up);
    let is_there = (0..width).contains(&file) && (0..height).contains(&rank);
    is_there.then_some((rank * width + file) as u8)
}

impl Kind {
    /// How a piece goes on a board; what needs other pieces is left out.
    pub fn new(piece: &Piece, lines: &Lines) -> Self {
        let bits = |ways: &[Ways]| {
            let bit = |way: &Ways| match way {
                Ways::Orthogonal => ORTHOGONAL,
                Ways::Diagonal => DIAGONAL,
            };
            ways.iter().map(bit).fold(0, |all, bits| all | bits)
        };
        let squares = || 0..lines.shape.squares() as u8;
        let walks = bits(&piece.walk_ways);
        let step = |square: u8| {
            let near = |set: &[Squares], ways: u8| match walks & ways {
                0 => Squares::NONE,
                _ => set[usize::from(square)],
            };
            near(&lines.orthogonal, ORTHOGONAL) | near(&lines.diagonal, DIAGONAL)
        };
        let shot = |square: u8| shots(lines.shape, square, piece.shoots);
        let has_shots = piece.shoots > 0;
        Self {
            name: piece.name.clone(),
            slides: bits(&piece.slides),
            leaps: squares().map(|square| leaps(lines.shape, square, &piece.leaps)).collect(),
            walk: piece.walk,
            steps: squares().map(step).collect(),
            takes: piece.takes,
            shots: if has_shots { squares().map(shot).collect() } else { Vec::new() },
            is_pawn: piece.pawn,
            is_royal: piece.royal,
            rides: piece.rides,
            carries: piece.carries,
            ..Self::default()
        }
    }

    /// Where a walk over empty squares leads; never back to where it began.
    pub fn walked(&self, square: u8, occupied: Squares) -> Squares {
        let start = Squares::only(square);
        let (mut reached, mut here) = (Squares::NONE, start);
        for _ in 0..self.walk {
            let mut next = Squares::NONE;
            for at in here.iter() {
                next |= self.steps[usize::from(at)];
            }
            let fresh = next & !reached & !start;
            reached |= fresh;
            here = fresh & !occupied;
            if here.is_empty() {
                break;
            }
        }
        reached
    }

    /// Whether it attacks what it could go to.
    pub const fn attacks(&self) -> bool {
        self.takes && !self.is_pawn
    }
}

/// Where leaps lead, with all their turns and reflections.
fn leaps(shape: BoardShape, square: u8, leaps: &[[u32; 2]]) -> Squares {
    let all = leaps.iter().flat_map(|[one, other]| {
        let (one, other) = (*one as i32, *other as i32);
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        signs.into_iter().flat_map(move |(a, b)| [(a * one, b * other), (a * other, b * one)])
    });
    all.filter_map(|way| go(shape, square, way)).collect()
}

fn shots(shape: BoardShape, square: u8, far: u32) -> Squares {
    let ways = WAYS.into_iter().flat_map(|(right, up)| {
        (1..=far as i32).map(move |distance| (distance * right, distance * up))
    });
    ways.filter_map(|way| go(shape, square, way)).collect()
}
