//! The grid of attackers' by defenders' playouts that a comparison plays.

use anyhow::bail;
use imperial_play::agent::MOST_PLAYOUTS;
use imperial_play::play::MOST_GAMES;
use serde::{Deserialize, Serialize};

/// A grid that each network plays against itself: every number of playouts of the attackers meets every one of the
/// defenders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SurfacePlan {
    /// The playouts of either side, fewest first.
    pub playouts: Vec<u32>,
    /// Games of each network in each cell.
    pub games: u64,
}

impl Default for SurfacePlan {
    fn default() -> Self {
        Self { playouts: vec![16, 64, 256, 1024], games: 200 }
    }
}

impl SurfacePlan {
    /// Checks what the types alone cannot.
    ///
    /// # Errors
    /// Says what is wrong with the playouts or games.
    pub fn check(&self) -> anyhow::Result<()> {
        let Self { playouts, games } = self;
        let list = || playouts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if playouts.len() < 2 || !playouts.is_sorted_by(|a, b| a < b) {
            bail!(
                "the playouts of a surface must be two or more numbers, fewest first, such as 16, 64, 256, and \
                 not {}",
                list()
            );
        }
        if playouts.iter().any(|number| !(1..=MOST_PLAYOUTS).contains(number)) {
            bail!(
                "the playouts of a surface must be from 1 to {MOST_PLAYOUTS}, and not {}",
                list()
            );
        }
        if !(1..=MOST_GAMES).contains(games) {
            bail!(
                "the games in a cell of a surface must be from 1 to {MOST_GAMES}, and not {games}"
            );
        }
        Ok(())
    }

    /// Every pair of attackers' and defenders' playouts: the attackers' fewest first, and of each all of the defenders'.
    pub fn cells(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.playouts.iter().flat_map(|a| self.playouts.iter().map(move |d| [*a, *d]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strength_of_the_attack_meets_every_one_of_the_defence() {
        let plan = SurfacePlan { playouts: vec![4, 16], games: 3 };
        assert_eq!(plan.cells().collect::<Vec<_>>(), [[4, 4], [4, 16], [16, 4], [16, 16]]);
        let plan: SurfacePlan = toml::from_str("games = 60").expect("the usual playouts");
        assert_eq!((plan.cells().count(), plan.games), (16, 60));
    }

    #[test]
    fn grids_that_say_nothing_are_refused() {
        let error = |playouts: &[u32], games| {
            let plan = SurfacePlan { playouts: playouts.to_vec(), games };
            plan.check().expect_err("wrong").to_string()
        };
        assert!(error(&[64], 9).contains("two or more numbers"));
        assert!(error(&[64, 16], 9).ends_with("not 64, 16"));
        assert!(error(&[16, 16], 9).contains("fewest first"));
        assert!(error(&[0, 16], 9).contains("from 1 to"));
        assert!(error(&[16, 64], 0).contains("games"));
        SurfacePlan::default().check().expect("what is usual");
    }
}
