//! Boards as points and lines: what is next to what, and what can be jumped.

use std::collections::BTreeSet;

use super::points::Points;
use crate::BoardShape;
use crate::games::lines::{
    Edge, Place, Row, is_orthogonal, joined, point_name, read_lines, read_point,
};

/// The points of a board and the lines that join them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graph {
    /// The bounding rectangle.
    pub shape: BoardShape,
    pub points: Points,
    /// Neighbours on a line, both ways round.
    pub edges: BTreeSet<Edge>,
    /// Three points in a row on a line, both ways round.
    pub rows: BTreeSet<Row>,
}

impl Graph {
    /// Reads lines such as `a3 b3 c3`.
    ///
    /// # Errors
    /// When a line is no row of points, or the board is too large; the message says which and why.
    pub fn read(lines: &[&str]) -> Result<Self, String> {
        let (shape, places) = read_lines(lines, Points::MOST)?;
        let number = |(file, rank): &Place| (rank * shape.width + file) as u8;
        let points = places.iter().flatten().map(number).collect();
        let (edges, rows) = joined(places.iter().map(|line| line.iter().map(number).collect()));
        Ok(Self { shape, points, edges, rows })
    }

    /// All squares of a rank of the rectangle.
    pub fn rank(&self, rank: usize) -> Points {
        (0..self.shape.width).map(|file| (rank * self.shape.width + file) as u8).collect()
    }

    /// File and rank of a point, from 0.
    pub const fn place(&self, point: u8) -> Place {
        let point = point as usize;
        (point % self.shape.width, point / self.shape.width)
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
        let point = inside.then(|| (rank * self.shape.width + file) as u8)?;
        self.points.has(point).then_some(point)
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::BoardName;
    use super::*;

    fn graph(board: BoardName) -> Graph {
        Graph::read(&board.lines()).expect("a board")
    }

    /// Points and edges of each board as they are counted on paper.
    #[test]
    fn boards_have_as_many_points_and_edges_as_drawn() {
        let counts = BoardName::ALL.map(|board| {
            let graph = graph(board);
            (graph.points.count(), graph.edges.len() / 2)
        });
        assert_eq!(counts, [(33, 72), (33, 92), (25, 56), (32, 49), (23, 38)]);
    }

    #[test]
    fn neighbours_and_jumps_of_the_cross() {
        let cross = graph(BoardName::Cross);
        let point = |name: &str| cross.find(name).expect(name);
        let neighbours = |name: &str| {
            let edges = cross.edges.iter().filter(|edge| edge[0] == point(name));
            edges.map(|edge| cross.name(edge[1])).collect::<Vec<_>>()
        };
        assert_eq!(neighbours("d4").len(), 8);
        assert_eq!(neighbours("d3"), ["d2", "c3", "e3", "d4"]);
        assert!(cross.rows.contains(&[point("b4"), point("c3"), point("d2")]));
        assert!(cross.rows.iter().all(|row| row[..2] != [point("d4"), point("c3")]));
        assert_eq!(cross.find("a1"), None);
    }

    #[test]
    fn lines_that_are_none_are_refused() {
        for (lines, reason) in [
            (&["a1"][..], "fewer than two"),
            (&["a1 b1 a1"], "twice"),
            (&["a1 b0"], "`b0` is not a point"),
            (&["a1 b1", "a3 b3"], "no point is on rank 2"),
            (&["a1 i8"], "9x8"),
            (&[], "no lines"),
        ] {
            let error = Graph::read(lines).expect_err(reason);
            assert!(error.contains(reason), "{error}");
        }
    }
}
