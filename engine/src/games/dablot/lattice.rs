//! A lattice as lines: its crossings and the middles of its squares.

use crate::games::lines::point_name;

/// The lines of a lattice of so many columns and ranks of crossings, each a row of points.
///
/// Files and ranks count crossings and middles alike: crossings have odd ones (a1, c1, a3), middles even ones
/// (b2, d2). Crossings are joined along ranks and files, every middle with its four corners.
pub(super) fn lines(columns: usize, ranks: usize) -> Vec<String> {
    let (width, height) = (2 * columns - 1, 2 * ranks - 1);
    let along = |(file, rank): (usize, usize), (right, up): (usize, usize)| {
        let steps = (0..).map(move |n| (file + n * right, rank + n * up));
        name_all(steps.take_while(|(file, rank)| *file < width && *rank < height))
    };
    let falling = |(file, rank): (usize, usize)| {
        let steps = (0..=file).map(move |n| (file - n, rank + n));
        name_all(steps.take_while(|(_, rank)| *rank < height))
    };
    let (files, rows) = ((0..width).step_by(2), (0..height).step_by(2));
    let mut lines: Vec<String> = rows.clone().map(|rank| along((0, rank), (2, 0))).collect();
    lines.extend(files.clone().map(|file| along((file, 0), (0, 2))));
    lines.extend(rows.clone().skip(1).rev().map(|rank| along((0, rank), (1, 1))));
    lines.extend(files.clone().map(|file| along((file, 0), (1, 1))));
    lines.extend(files.map(|file| falling((file, 0))));
    lines.extend(rows.skip(1).map(|rank| falling((width - 1, rank))));
    // Diagonals from a corner outwards have one point.
    lines.retain(|line| line.contains(' '));
    lines
}

fn name_all(places: impl Iterator<Item = (usize, usize)>) -> String {
    places.map(point_name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;

    /// As they are counted on paper.
    #[test]
    fn lattices_have_as_many_points_and_edges_as_drawn() {
        let counts = [(6, 7), (4, 5), (2, 2)].map(|(columns, ranks)| {
            let board = Board::read(&lines(columns, ranks)).expect("a board");
            (board.points.count(), board.edges.len() / 2)
        });
        assert_eq!(counts, [(72, 191), (32, 79), (5, 8)]);
    }

    #[test]
    fn lines_go_on_through_middles() {
        let lines = lines(4, 5);
        for line in
            ["a1 c1 e1 g1", "a1 a3 a5 a7 a9", "a1 b2 c3 d4 e5 f6 g7", "g3 f4 e5 d6 c7 b8 a9"]
        {
            assert!(lines.iter().any(|known| known == line), "{line}: {lines:?}");
        }
    }
}
