//! How good a move was, by the expected score that it lost. `docs/serve.md` documents the bounds.

use imperial_engine::{Advantage, PerSide, Side};
use serde::Serialize;

/// The grades, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The search's own choice, or as good.
    Best,
    /// Lost little.
    Good,
    /// Lost something.
    Inaccuracy,
    /// Lost much.
    Mistake,
    /// Lost most of what there was to lose.
    Blunder,
}

/// A loss of at least so many points of expected score, of 100, is no better than this.
const BOUNDS: [(f32, Grade); 4] =
    [(20.0, Grade::Blunder), (10.0, Grade::Mistake), (5.0, Grade::Inaccuracy), (1.0, Grade::Good)];
/// The loss in points at which a move counts 1/e of a perfect one in the accuracy.
const ACCURACY_SCALE: f32 = 20.0;
/// A move that lost so much is a key moment.
const KEY_LOSS: f32 = 10.0;
/// Most key moments that are named.
const KEY_MOMENTS: usize = 6;

/// A move with its grade.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Graded {
    /// Who made it.
    pub side: Side,
    /// The grade.
    pub grade: Grade,
    /// Points of expected score that it lost, from 0 to 100.
    pub loss: f32,
    /// Whether there was no other move. Such moves do not count in the accuracy.
    pub forced: bool,
}

/// Grades a move of `side` by the values before and after it. `is_best` if the search would have made it,
/// too; `choices` counts the legal moves.
pub fn grade(side: Side, (before, after): (f32, f32), is_best: bool, choices: usize) -> Graded {
    let points = |value: f32| 50.0 + 50.0 * Advantage(value).seen_by(side).0;
    let forced = choices == 1;
    let loss = if is_best || forced { 0.0 } else { (points(before) - points(after)).max(0.0) };
    let grade =
        BOUNDS.iter().find(|(bound, _)| loss >= *bound).map_or(Grade::Best, |(_, grade)| *grade);
    Graded { side, grade, loss, forced }
}

/// The whole game in a few figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// From 0 to 100; nothing for a side that had no choice.
    pub accuracy: PerSide<Option<f32>>,
    /// Of each grade the number of moves, the best grade first.
    pub counts: PerSide<[u32; 5]>,
    /// Plies (from 1) whose moves lost most, in the order of the game.
    pub key_moments: Vec<usize>,
}

impl Summary {
    /// The figures of a game's moves.
    pub fn of(graded: &[Graded]) -> Self {
        let mut counts = PerSide::from_fn(|_| [0; 5]);
        for of in graded {
            counts[of.side][of.grade as usize] += 1;
        }
        let mut key: Vec<usize> =
            (0..graded.len()).filter(|ply| graded[*ply].loss >= KEY_LOSS).collect();
        key.sort_by(|a, b| graded[*b].loss.total_cmp(&graded[*a].loss));
        key.truncate(KEY_MOMENTS);
        key.sort_unstable();
        let key_moments = key.into_iter().map(|ply| ply + 1).collect();
        Self { accuracy: PerSide::from_fn(|side| accuracy(graded, side)), counts, key_moments }
    }
}

/// The mean over a side's moves of exp(−loss / 20), in percent.
fn accuracy(graded: &[Graded], side: Side) -> Option<f32> {
    let own = graded.iter().filter(|of| of.side == side && !of.forced);
    let counted: Vec<f32> = own.map(|of| (-of.loss / ACCURACY_SCALE).exp()).collect();
    let sum: f32 = counted.iter().sum();
    (!counted.is_empty()).then(|| 100.0 * sum / counted.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_follow_the_loss_of_the_mover() {
        let of = |side, values| grade(side, values, false, 9).grade;
        assert_eq!(of(Side::Attackers, (0.0, 0.01)), Grade::Best);
        assert_eq!(of(Side::Attackers, (0.0, -0.06)), Grade::Good);
        assert_eq!(of(Side::Attackers, (0.0, -0.12)), Grade::Inaccuracy);
        assert_eq!(of(Side::Attackers, (0.0, -0.3)), Grade::Mistake);
        assert_eq!(of(Side::Attackers, (0.0, -1.0)), Grade::Blunder);
        assert_eq!(of(Side::Defenders, (0.0, -1.0)), Grade::Best);
        assert_eq!(of(Side::Defenders, (-1.0, 1.0)), Grade::Blunder);
        assert_eq!(grade(Side::Attackers, (0.0, -1.0), true, 9).grade, Grade::Best);
        assert_eq!(grade(Side::Attackers, (0.0, -1.0), false, 1).loss, 0.0);
    }

    #[test]
    fn the_summary_counts_each_side() {
        let moves = [
            grade(Side::Attackers, (0.0, 0.0), true, 5),
            grade(Side::Defenders, (0.0, 0.5), false, 5),
            grade(Side::Attackers, (0.5, 0.5), false, 1),
        ];
        let summary = Summary::of(&moves);
        assert_eq!(summary.accuracy.attackers, Some(100.0));
        let defenders = summary.accuracy.defenders.expect("a move");
        assert!((defenders - 100.0 * (-25.0f32 / 20.0).exp()).abs() < 1e-3);
        assert_eq!(summary.counts.defenders, [0, 0, 0, 0, 1]);
        assert_eq!(summary.key_moments, [2]);
        assert_eq!(Summary::of(&[]).accuracy.attackers, None);
    }
}
