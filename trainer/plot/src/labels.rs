//! Places for short labels beside marks, so that none lies on a mark or on another label.

use crate::size::LETTER;

/// Half the side of the square that a mark covers.
const MARK: f64 = 6.0;
/// Height of a label.
const HEIGHT: f64 = 11.0;
/// How far the middle of a label may be from its mark, nearest first.
const DISTANCES: [f64; 6] = [13.0, 21.0, 29.0, 37.0, 45.0, 53.0];
/// Where a label may stand, seen from its mark: best first. Intervals are above and below marks.
const WAYS: [(f64, f64); 8] = [
    (0.75, -0.75),
    (-0.75, -0.75),
    (0.75, 0.75),
    (-0.75, 0.75),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
];

/// The middle of a rectangle, and half its width and height.
type Area = [f64; 4];

/// The middles of labels of so many letters, each at the nearest free place beside its mark, within a
/// field from its top left to its bottom right corner. A label without a free place has none.
pub(crate) fn places(
    marks: &[((f64, f64), usize)],
    (left, top): (f64, f64),
    (right, bottom): (f64, f64),
) -> Vec<Option<(f64, f64)>> {
    let mut taken: Vec<Area> = marks.iter().map(|((x, y), _)| [*x, *y, MARK, MARK]).collect();
    let place = |&((x, y), letters): &((f64, f64), usize)| {
        let half = [0.5 * LETTER * letters as f64, 0.5 * HEIGHT];
        let all = DISTANCES
            .iter()
            .flat_map(|d| WAYS.map(|(across, down)| (x + across * d, y + down * d)));
        let is_free = |&(x, y): &(f64, f64)| {
            let inside = x - half[0] >= left && x + half[0] <= right;
            let inside = inside && y - half[1] >= top && y + half[1] <= bottom;
            inside && !taken.iter().any(|other| meet(&[x, y, half[0], half[1]], other))
        };
        let found = all.into_iter().find(is_free)?;
        taken.push([found.0, found.1, half[0], half[1]]);
        Some(found)
    };
    marks.iter().map(place).collect()
}

fn meet(a: &Area, b: &Area) -> bool {
    (a[0] - b[0]).abs() < a[2] + b[2] && (a[1] - b[1]).abs() < a[3] + b[3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_lies_on_another_or_on_a_mark() {
        let marks: Vec<_> = (0..7).map(|at| ((100.0 + 5.0 * f64::from(at), 50.0), 2)).collect();
        let found = places(&marks, (0.0, 0.0), (200.0, 120.0));
        let half = [LETTER, 0.5 * HEIGHT];
        let labels: Vec<Area> =
            found.into_iter().flatten().map(|(x, y)| [x, y, half[0], half[1]]).collect();
        assert_eq!(labels.len(), 7);
        for (index, one) in labels.iter().enumerate() {
            assert!(!labels[..index].iter().any(|other| meet(one, other)));
            assert!(!marks.iter().any(|((x, y), _)| meet(one, &[*x, *y, MARK, MARK])));
        }
        assert_eq!(places(&[((10.0, 10.0), 3)], (0.0, 0.0), (20.0, 20.0)), [None], "no room");
    }
}
