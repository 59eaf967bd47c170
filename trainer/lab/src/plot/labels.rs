//! Places for short labels beside marks, so that none lies on a mark or on another label.

use super::size::LETTER;

/// Half the side of the square that a mark covers.
const MARK: f64 = 6.0;
/// Height of a label.
const HEIGHT: f64 = 11.0;
/// How far the middle of a label may be from its mark, nearest first.
const DISTANCES: [f64; 6] = [13.0, 21.0, 29.0, 37.0, 45.0, 53.0];
/// Where a label may stand, seen from its mark: best first.
const WAYS: [(f64, f64); 8] = [
    (0.0, -1.0),
    (0.0, 1.0),
    (0.75, -0.75),
    (0.75, 0.75),
    (-0.75, -0.75),
    (-0.75, 0.75),
    (1.0, 0.0),
    (-1.0, 0.0),
];

/// What is covered already, and the field in which labels may stand.
#[derive(Debug)]
pub(crate) struct Labels {
    taken: Vec<Area>,
    field: Area,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Where a label stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// The middle of the label.
    pub(crate) middle: (f64, f64),
    /// Whether it is so far from its mark that a line should lead to it.
    pub(crate) is_far: bool,
}

impl Labels {
    /// A field from its top left to its bottom right corner, with marks at `marks`.
    pub(crate) fn new(
        (left, top): (f64, f64),
        (right, bottom): (f64, f64),
        marks: impl Iterator<Item = (f64, f64)>,
    ) -> Self {
        let taken = marks.map(|mark| Area::around(mark, (MARK, MARK))).collect();
        Self { taken, field: Area { left, top, right, bottom } }
    }

    /// The nearest free place for a label of so many letters beside `mark`; `None` where there is none.
    pub(crate) fn place(&mut self, (x, y): (f64, f64), letters: usize) -> Option<Place> {
        let half = (0.5 * LETTER * letters as f64, 0.5 * HEIGHT);
        for (ring, distance) in DISTANCES.into_iter().enumerate() {
            for (across, down) in WAYS {
                let middle = (x + across * distance, y + down * distance);
                let area = Area::around(middle, half);
                if area.is_within(&self.field) && !self.taken.iter().any(|other| area.meets(other))
                {
                    self.taken.push(area);
                    return Some(Place { middle, is_far: ring > 0 });
                }
            }
        }
        None
    }
}

impl Area {
    fn around((x, y): (f64, f64), (across, down): (f64, f64)) -> Self {
        Self { left: x - across, top: y - down, right: x + across, bottom: y + down }
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn is_within(&self, other: &Self) -> bool {
        self.left >= other.left
            && self.top >= other.top
            && self.right <= other.right
            && self.bottom <= other.bottom
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_lies_on_another_or_on_a_mark() {
        let marks: Vec<(f64, f64)> =
            (0..7).map(|index| (100.0 + 5.0 * f64::from(index), 50.0)).collect();
        let mut labels = Labels::new((0.0, 0.0), (200.0, 120.0), marks.iter().copied());
        for &mark in &marks {
            labels.place(mark, 2).expect("a free place");
        }
        assert_eq!(labels.taken.len(), 14);
        for (index, one) in labels.taken.iter().enumerate().skip(7) {
            let others = labels.taken.iter().take(index);
            assert!(one.is_within(&labels.field) && !others.into_iter().any(|o| one.meets(o)));
        }
    }

    #[test]
    fn a_full_field_has_no_place() {
        let mut labels = Labels::new((0.0, 0.0), (20.0, 20.0), [(10.0, 10.0)].into_iter());
        assert_eq!(labels.place((10.0, 10.0), 3), None);
    }
}
