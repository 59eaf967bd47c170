//! The board without pieces: coordinates, neighbours and special squares.

use super::square::{MAX_SIZE, Square, SquareSet};

/// The four directions in the order of tables: north, east, south, west.
pub(super) const DIRECTIONS: usize = 4;

pub(super) const NORTH: usize = 0;
/// The direction along which squares have their own numbers.
pub(super) const EAST: usize = 1;
const SOUTH: usize = 2;

/// Everything about a board that depends on its size alone.
///
/// The squares have a second number for each direction: *along* a direction, a step in it adds one, and
/// one line follows the other. What all pieces do in that direction is then arithmetic on sets.
#[derive(Clone, Debug)]
pub(super) struct Geometry<const W: usize> {
    pub size: usize,
    /// File and rank of each square.
    coordinates: Vec<(u8, u8)>,
    neighbours: Vec<[Option<Square>; DIRECTIONS]>,
    /// The next square and the one after in each direction; a number beyond the board where there is
    /// none, which is in no set of squares.
    ahead: Vec<[(Square, Square); DIRECTIONS]>,
    /// The number of each square along each direction.
    along: Vec<[Square; DIRECTIONS]>,
    /// The square that has each number along each direction.
    back: [Vec<Square>; DIRECTIONS],
    /// All squares.
    pub squares: SquareSet<W>,
    /// Numbers of squares that are not the last of a line, the same along each direction.
    pub has_next: SquareSet<W>,
    /// The neighbours of each square as a set.
    pub around: Vec<SquareSet<W>>,
    pub throne: Square,
    pub corners: SquareSet<W>,
    pub edge: SquareSet<W>,
    /// The four camps of the 9x9 board, four squares each; empty on other boards.
    pub camps: [SquareSet<W>; 4],
    /// The middle square of each camp's side: a5, e1, i5, e9.
    pub camp_middles: SquareSet<W>,
}

impl<const W: usize> Geometry<W> {
    pub fn new(size: usize) -> Self {
        assert!(size % 2 == 1 && size <= MAX_SIZE && size * size < 64 * W);
        let all = || (0..(size * size) as u16).map(Square);
        let coordinates: Vec<_> =
            (0..size * size).map(|s| ((s % size) as u8, (s / size) as u8)).collect();
        let neighbours: Vec<_> = all().map(|square| neighbours(square, size)).collect();
        let around = neighbours.iter().map(|n| n.iter().flatten().copied().collect()).collect();
        let beyond = |square: &Square| neighbours[square.index()].iter().flatten().count();
        let (camps, camp_middles) = camps(size);
        let next = |square: Square, direction: usize| {
            let neighbours = neighbours.get(square.index()).copied();
            neighbours.and_then(|n| n[direction]).unwrap_or(Square((size * size) as u16))
        };
        let two_ahead =
            |square| std::array::from_fn(|d| (next(square, d), next(next(square, d), d)));
        let ahead = all().map(two_ahead).collect();
        let along: Vec<_> = all().map(|square| numbers(square, size)).collect();
        let back = std::array::from_fn(|direction| {
            let mut squares: Vec<_> = all().collect();
            squares.sort_by_key(|square| along[square.index()][direction]);
            squares
        });
        Self {
            size,
            along,
            back,
            squares: all().collect(),
            has_next: all().filter(|square| square.index() % size != size - 1).collect(),
            around,
            throne: Square((size * size / 2) as u16),
            corners: all().filter(|square| beyond(square) == 2).collect(),
            edge: all().filter(|square| beyond(square) < 4).collect(),
            camps,
            camp_middles,
            coordinates,
            neighbours,
            ahead,
        }
    }

    /// File and rank, from 0.
    #[inline]
    pub fn coordinates(&self, square: Square) -> (usize, usize) {
        let (file, rank) = self.coordinates[square.index()];
        (usize::from(file), usize::from(rank))
    }

    #[inline]
    pub fn square(&self, file: usize, rank: usize) -> Square {
        Square((rank * self.size + file) as u16)
    }

    /// The numbers of `square` along the four directions.
    #[inline]
    pub fn along(&self, square: Square) -> &[Square; DIRECTIONS] {
        &self.along[square.index()]
    }

    /// The square that has `number` along `direction`.
    #[inline]
    pub fn back(&self, direction: usize, number: Square) -> Square {
        self.back[direction][number.index()]
    }

    /// The numbers of `squares` along each direction.
    pub fn views(&self, squares: SquareSet<W>) -> [SquareSet<W>; DIRECTIONS] {
        std::array::from_fn(|d| squares.iter().map(|square| self.along(square)[d]).collect())
    }

    /// The squares that have one of `squares` next to them in `direction`.
    #[inline]
    pub fn before(&self, squares: SquareSet<W>, direction: usize) -> SquareSet<W> {
        match direction {
            NORTH => squares.lowered_by(self.size),
            EAST => squares.lowered() & self.has_next,
            SOUTH => squares.raised_by(self.size),
            _ => (squares & self.has_next).raised(),
        }
    }

    /// The squares that have one of `squares` beside them; beyond the board too.
    #[inline]
    fn beside(&self, squares: SquareSet<W>) -> SquareSet<W> {
        let [north, east, south, west] =
            std::array::from_fn(|direction| self.before(squares, direction));
        north | east | south | west
    }

    /// `seeds` and all squares of `open` that are connected to them by steps to side neighbours.
    pub fn flood(&self, seeds: SquareSet<W>, open: SquareSet<W>) -> SquareSet<W> {
        let mut reached = seeds;
        loop {
            let next = reached | (self.beside(reached) & open);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether such steps lead from `seeds` to one of `targets`.
    pub fn reaches(&self, seeds: SquareSet<W>, open: SquareSet<W>, targets: SquareSet<W>) -> bool {
        let mut reached = seeds;
        loop {
            if !(reached & targets).is_empty() {
                return true;
            }
            let next = reached | (self.beside(reached) & open);
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// The squares to the north, east, south and west, where the board has them.
    #[inline]
    pub fn neighbours(&self, square: Square) -> [Option<Square>; DIRECTIONS] {
        self.neighbours[square.index()]
    }

    /// The next square in direction `direction`.
    #[inline]
    pub fn next(&self, square: Square, direction: usize) -> Option<Square> {
        self.neighbours[square.index()][direction]
    }

    /// The next square and the one after in each direction, as members that no set has where the board
    /// ends.
    #[inline]
    pub fn ahead(&self, square: Square) -> &[(Square, Square); DIRECTIONS] {
        &self.ahead[square.index()]
    }

    /// The squares of all camps.
    pub fn all_camps(&self) -> SquareSet<W> {
        self.camps.into_iter().fold(SquareSet::EMPTY, |all, camp| all | camp)
    }

    pub fn all(&self) -> impl Iterator<Item = Square> + use<W> {
        (0..(self.size * self.size) as u16).map(Square)
    }
}

/// The numbers of a square along north, east, south and west.
fn numbers(square: Square, size: usize) -> [Square; DIRECTIONS] {
    let (file, rank) = (square.index() % size, square.index() / size);
    let (north, east, last) = (file * size + rank, square.index(), size * size - 1);
    [north, east, last - north, last - east].map(|number| Square(number as u16))
}

fn neighbours(square: Square, size: usize) -> [Option<Square>; DIRECTIONS] {
    let (file, rank, width) = (square.index() % size, square.index() / size, size as u16);
    [
        (rank + 1 < size).then(|| Square(square.0 + width)),
        (file + 1 < size).then(|| Square(square.0 + 1)),
        (rank > 0).then(|| Square(square.0 - width)),
        (file > 0).then(|| Square(square.0 - 1)),
    ]
}

/// The camps of the 9x9 board: three squares of the edge and the one before their middle.
fn camps<const W: usize>(size: usize) -> ([SquareSet<W>; 4], SquareSet<W>) {
    if size != 9 {
        return ([SquareSet::EMPTY; 4], SquareSet::EMPTY);
    }
    let at = |file: usize, rank: usize| Square((rank * size + file) as u16);
    let camps = [
        [at(3, 8), at(4, 8), at(5, 8), at(4, 7)],
        [at(8, 3), at(8, 4), at(8, 5), at(7, 4)],
        [at(3, 0), at(4, 0), at(5, 0), at(4, 1)],
        [at(0, 3), at(0, 4), at(0, 5), at(1, 4)],
    ];
    let middles = camps.iter().map(|camp| camp[1]).collect();
    (camps.map(|camp| camp.into_iter().collect()), middles)
}
