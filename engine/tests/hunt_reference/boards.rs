//! Boards, drawn by rules instead of lists.

use std::collections::BTreeSet;

/// File and rank, from 1.
pub type Point = (i32, i32);

/// A board as lines of points.
#[derive(Clone, Debug)]
pub struct Lines(pub Vec<Vec<Point>>);

impl Lines {
    pub fn points(&self) -> BTreeSet<Point> {
        self.0.iter().flatten().copied().collect()
    }

    /// The board of this name.
    pub fn named(name: &str) -> Self {
        let cross = |(file, rank): Point| {
            let (file, rank) = (file - 4, rank - 4);
            file.abs().min(rank.abs()) <= 1 && file.abs().max(rank.abs()) <= 3
        };
        let five = |(file, rank): Point| (1..=5).contains(&file) && (1..=5).contains(&rank);
        let dark = |(file, rank): Point| {
            (1..=8).contains(&file) && (1..=8).contains(&rank) && (file + rank) % 2 == 0
        };
        let straight = |[a, b]: [Point; 2]| a.0 == b.0 || a.1 == b.1;
        let every_other = move |[a, b]: [Point; 2]| straight([a, b]) || (a.0 + a.1) % 2 == 0;
        // Both ways round a corner are there.
        let small_square =
            move |[a, b]: [Point; 2]| straight([a, b]) || (cross((a.0, b.1)) && cross((b.0, a.1)));
        match name {
            "cross" => Self::of(cross, every_other),
            "cross-full" => Self::of(cross, small_square),
            "alquerque" => Self::of(five, every_other),
            "chequered" => Self::of(dark, move |pair| !straight(pair)),
            "triangle" => Self::triangle(),
            other => panic!("no board {other}"),
        }
    }

    /// All rows of points of a grid whose neighbours are joined.
    fn of(exists: impl Fn(Point) -> bool, joined: impl Fn([Point; 2]) -> bool) -> Self {
        let mut lines = Vec::new();
        let goes = |from: Point, to: Point| exists(from) && exists(to) && joined([from, to]);
        for (file, rank) in (0..100).map(|n| (n % 10, n / 10)) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if goes((file - right, rank - up), (file, rank)) {
                    continue;
                }
                let mut line = vec![(file, rank)];
                loop {
                    let last = line[line.len() - 1];
                    let next = (last.0 + right, last.1 + up);
                    if !goes(last, next) {
                        break;
                    }
                    line.push(next);
                }
                if line.len() > 1 {
                    lines.push(line);
                }
            }
        }
        Self(lines)
    }

    fn triangle() -> Self {
        let rank = |rank, files: std::ops::RangeInclusive<i32>| files.map(|f| (f, rank)).collect();
        let mut lines: Vec<Vec<Point>> =
            vec![rank(4, 1..=6), rank(3, 1..=6), rank(2, 1..=6), rank(1, 2..=5)];
        for file in 2..=5 {
            lines.push([(3, 5)].into_iter().chain((1..=4).rev().map(|r| (file, r))).collect());
        }
        for file in [1, 6] {
            lines.push((2..=4).map(|rank| (file, rank)).collect());
        }
        Self(lines)
    }

    pub fn read(lines: &[String]) -> Self {
        let line = |text: &String| text.split_whitespace().map(point).collect();
        Self(lines.iter().map(line).collect())
    }

    /// The points next to one.
    pub fn neighbours(&self, from: Point) -> BTreeSet<Point> {
        let mut found = BTreeSet::new();
        for line in &self.0 {
            for pair in line.windows(2) {
                found.extend((pair[0] == from).then_some(pair[1]));
                found.extend((pair[1] == from).then_some(pair[0]));
            }
        }
        found
    }

    /// What can be jumped from a point, with where that leads.
    pub fn jumps(&self, from: Point) -> BTreeSet<(Point, Point)> {
        let mut found = BTreeSet::new();
        for line in &self.0 {
            for three in line.windows(3) {
                found.extend((three[0] == from).then_some((three[1], three[2])));
                found.extend((three[2] == from).then_some((three[1], three[0])));
            }
        }
        found
    }
}

pub fn point(name: &str) -> Point {
    let file = name.bytes().next().expect("a letter") - b'a' + 1;
    (i32::from(file), name[1..].parse().expect("a rank"))
}

pub fn name((file, rank): Point) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}
