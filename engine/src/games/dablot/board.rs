//! Boards as points and lines: what is next to what, and what can be jumped.

use std::collections::BTreeSet;

use super::points::Points;
use crate::games::lines::{
    Edge, Place, Row, is_orthogonal, joined, point_name, read_lines, read_point,
};
use crate::{BoardShape, SquareSet};

/// The points of a board and the lines that join them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The bounding rectangle.
    pub shape: BoardShape,
    /// All points.
    pub points: Points,
    /// Where each point lies.
    places: Vec<Place>,
    /// The point of each square of the rectangle that is one.
    numbers: Vec<Option<u8>>,
    /// Neighbours on a line, both ways round.
    pub edges: BTreeSet<Edge>,
    /// Three points in a row on a line, both ways round.
    pub rows: BTreeSet<Row>,
}

impl Board {
    /// Reads lines such as `a3 b3 c3`.
    ///
    /// # Errors
    /// When a line is no row of points, or the board is too large; the message says which and why.
    pub fn read<S: AsRef<str>>(lines: &[S]) -> Result<Self, String> {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        let (shape, lines) = read_lines(&lines, SquareSet::MOST)?;
        let used: BTreeSet<(usize, usize)> =
            lines.iter().flatten().map(|(file, rank)| (*rank, *file)).collect();
        if used.len() > Points::MOST {
            let most = Points::MOST;
            return Err(format!("a board has at most {most} points, here are {}", used.len()));
        }
        let mut numbers = vec![None; shape.squares()];
        for (number, (rank, file)) in (0..).zip(&used) {
            numbers[rank * shape.width + file] = Some(number);
        }
        let places = used.into_iter().map(|(rank, file)| (file, rank)).collect::<Vec<_>>();
        let points = (0..places.len() as u8).collect();
        let number = |(file, rank): &Place| numbers[rank * shape.width + file];
        let (edges, rows) =
            joined(lines.iter().map(|line| line.iter().filter_map(number).collect()));
        Ok(Self { shape, points, places, numbers, edges, rows })
    }

    /// All points of a rank.
    pub fn rank(&self, rank: usize) -> Points {
        self.points.iter().filter(|point| self.rank_of(*point) == rank).collect()
    }

    /// File and rank of a point, from 0.
    pub fn place(&self, point: u8) -> Place {
        self.places[usize::from(point)]
    }

    /// The rank of a point, from 0.
    pub fn rank_of(&self, point: u8) -> usize {
        self.place(point).1
    }

    /// The square of the rectangle where a point lies.
    pub fn square(&self, point: u8) -> u16 {
        let (file, rank) = self.place(point);
        (rank * self.shape.width + file) as u16
    }

    /// The point on a square of the rectangle.
    pub fn point_on(&self, square: u16) -> Option<u8> {
        self.numbers.get(usize::from(square)).copied().flatten()
    }

    /// Whether two points share a rank or a file.
    pub fn is_orthogonal(&self, edge: Edge) -> bool {
        is_orthogonal(edge.map(|point| self.place(point)))
    }

    /// The name of a point: `d4`.
    pub fn name(&self, point: u8) -> String {
        point_name(self.place(point))
    }

    /// The point of this name, if the board has it.
    pub fn find(&self, name: &str) -> Option<u8> {
        let (file, rank) = read_point(name)?;
        let inside = file < self.shape.width && rank < self.shape.height;
        inside.then(|| self.numbers[rank * self.shape.width + file]).flatten()
    }
}
