//! Pieces on points, and boards as text.

use super::graph::Graph;
use super::points::Points;

/// Where the pieces stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Pieces {
    pub many: Points,
    pub few: Points,
}

impl Pieces {
    /// The points where something stands.
    pub fn all(self) -> Points {
        self.many | self.few
    }
}

/// The letter of a point: `g`, `f` or nothing.
pub(super) fn letter(pieces: Pieces, point: u8) -> Option<char> {
    if pieces.many.has(point) { Some('g') } else { pieces.few.has(point).then_some('f') }
}

/// Reads `3/3/7/7/ggggggg/ggg/ggg`: ranks from the top, each with the points that exist.
pub(super) fn read_board(text: &str, graph: &Graph) -> Result<Pieces, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != graph.shape.height {
        return Err(format!(
            "the board has {} ranks, here are {}",
            graph.shape.height,
            ranks.len()
        ));
    }
    let mut pieces = Pieces::default();
    for (rank, letters) in ranks.iter().rev().enumerate() {
        let points = graph.points & graph.rank(rank);
        let wrong = || {
            format!("rank {} has {} points, not as many as `{letters}`", rank + 1, points.count())
        };
        let mut at = 0;
        let mut run = 0;
        for letter in letters.chars() {
            match letter {
                '0'..='9' => {
                    run = (10 * run + u32::from(letter) - u32::from('0')).min(Points::MOST as u32);
                    continue;
                }
                '.' | 'g' | 'f' => {}
                other => return Err(format!("`{other}` is not one of `g`, `f`, `.` and digits")),
            }
            at += std::mem::take(&mut run);
            if at >= points.count() {
                return Err(wrong());
            }
            let point = Points::only(points.nth(at));
            match letter {
                'g' => pieces.many |= point,
                'f' => pieces.few |= point,
                _ => {}
            }
            at += 1;
        }
        if at + run != points.count() {
            return Err(wrong());
        }
    }
    Ok(pieces)
}

/// Writes a board as [`read_board`] reads it.
pub(super) fn write_board(pieces: Pieces, graph: &Graph) -> String {
    let rank = |rank: usize| {
        let (mut text, mut run) = (String::new(), 0);
        for point in (graph.points & graph.rank(rank)).iter() {
            match letter(pieces, point) {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        text += &run.to_string();
                    }
                    run = 0;
                    text.push(letter);
                }
            }
        }
        if run > 0 {
            text += &run.to_string();
        }
        text
    };
    (0..graph.shape.height).rev().map(rank).collect::<Vec<_>>().join("/")
}
