//! Points and the ways between them.

use std::collections::BTreeSet;

/// File and rank, from 1.
pub type Point = (i32, i32);

/// A board: its points, the steps, and the jumps as start, captive and end.
#[derive(Clone, Debug)]
pub struct Ways {
    pub points: BTreeSet<Point>,
    pub steps: BTreeSet<(Point, Point)>,
    pub jumps: BTreeSet<(Point, Point, Point)>,
}

impl Ways {
    /// A lattice: crossings have odd coordinates, middles even ones. Crossings are joined with those two files or
    /// two ranks on, everything with what lies diagonally beside it.
    pub fn lattice(columns: i32, ranks: i32) -> Self {
        let (width, height) = (2 * columns - 1, 2 * ranks - 1);
        let all = (1..=height).flat_map(|rank| (1..=width).map(move |file| (file, rank)));
        let points: BTreeSet<Point> = all.filter(|(file, rank)| file % 2 == rank % 2).collect();
        let (mut steps, mut jumps) = (BTreeSet::new(), BTreeSet::new());
        for (file, rank) in points.iter().copied() {
            let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            let straight = [(2, 0), (-2, 0), (0, 2), (0, -2)];
            let is_crossing = file % 2 == 1;
            let ways = diagonal.into_iter().chain(straight.into_iter().filter(|_| is_crossing));
            for (right, up) in ways {
                let next = (file + right, rank + up);
                let after = (file + 2 * right, rank + 2 * up);
                if points.contains(&next) {
                    steps.insert(((file, rank), next));
                }
                if points.contains(&next) && points.contains(&after) {
                    jumps.insert(((file, rank), next, after));
                }
            }
        }
        Self { points, steps, jumps }
    }

    /// A board of lines such as `a1 b1 c1`.
    pub fn of_lines(lines: &[String]) -> Self {
        let (mut points, mut steps, mut jumps) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for line in lines {
            let mut line: Vec<Point> = line.split_whitespace().map(point).collect();
            points.extend(line.iter().copied());
            for _ in 0..2 {
                steps.extend(line.windows(2).map(|pair| (pair[0], pair[1])));
                jumps.extend(line.windows(3).map(|three| (three[0], three[1], three[2])));
                line.reverse();
            }
        }
        Self { points, steps, jumps }
    }

    pub fn height(&self) -> i32 {
        self.points.iter().map(|(_, rank)| *rank).max().expect("points")
    }
}

/// Reads `d4`.
pub fn point(name: &str) -> Point {
    let file = name.chars().next().expect("a letter");
    (file as i32 - 'a' as i32 + 1, name[1..].parse().expect("a rank"))
}

/// Writes `d4`.
pub fn name((file, rank): Point) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}
