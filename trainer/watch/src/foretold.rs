//! Whether what searches foretell comes true.

use imperial_data::GameRecord;
use imperial_stats::Foretold;
use serde::{Deserialize, Serialize};

/// Values from −1 to 1 are put into so many groups of the same width.
const GROUPS: usize = 20;

/// What searches foretold and what came of it, in groups of about one value. Games of even and of odd number are kept
/// apart, so that what is learned from the ones can be tried on the others.
///
/// A game is once in each group that its values came into, with their mean, so that the games of a group are
/// independent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Forecasts {
    /// Of games of even number.
    pub even: Vec<Foretold>,
    /// Of games of odd number.
    pub odd: Vec<Foretold>,
}

impl Forecasts {
    /// Whether nobody foretold anything.
    pub fn is_empty(&self) -> bool {
        self.even.iter().chain(&self.odd).all(|group| group.games == 0)
    }

    /// Takes in a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        let score = record.result.score();
        let groups = if record.game.is_multiple_of(2) { &mut self.even } else { &mut self.odd };
        groups.resize(GROUPS, Foretold::default());
        let mut sums = [(0.0, 0_u32); GROUPS];
        for value in record.plies.iter().filter_map(|ply| ply.value).map(f64::from) {
            let place = ((value + 1.0) / 2.0 * GROUPS as f64) as usize;
            let (sum, count) = &mut sums[place.min(GROUPS - 1)];
            (*sum, *count) = (*sum + value, *count + 1);
        }
        for (group, (sum, count)) in groups.iter_mut().zip(sums).filter(|(_, sum)| sum.1 > 0) {
            *group = group.and(&Foretold { value: sum / f64::from(count), score, games: 1 });
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let joined = |one: &[Foretold], two: &[Foretold]| match (one, two) {
            ([], some) | (some, []) => some.to_vec(),
            _ => one.iter().zip(two).map(|(one, two)| one.and(two)).collect(),
        };
        Self { even: joined(&self.even, &other.even), odd: joined(&self.odd, &other.odd) }
    }
}
