//! What is proven about the openings of games: a bound of what a side can force, whoever plays.

use imperial_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::text::{counted, percent, thousands};

/// How many openings of a rule set are proven to be won. Of the others nothing is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenOpenings {
    /// The rule set.
    pub rules: String,
    /// The agent whose games began with these openings.
    pub agent: String,
    /// Openings that were asked about; those that are the same count once.
    pub openings: u64,
    /// Positions that a search for one side might look at.
    pub nodes: u64,
    /// Openings that each side wins with best play.
    pub proven: PerSide<u64>,
}

impl ProvenOpenings {
    /// The share that is proven for `side`.
    pub fn share(&self, side: Side) -> f64 {
        self.proven[side] as f64 / self.openings.max(1) as f64
    }

    /// The least and the most that the attackers can score from these openings with best play.
    pub fn bounds(&self) -> [f64; 2] {
        [self.share(Side::Attackers), 1.0 - self.share(Side::Defenders)]
    }

    /// What that says, in two sentences; `title` names the rule set.
    pub fn words(&self, title: &str) -> String {
        let [low, high] = self.bounds().map(percent);
        let score = if low == high { low } else { format!("{low} to {high}") };
        let openings = counted(self.openings, "opening", "openings");
        let PerSide { attackers, defenders } = self.proven;
        if attackers + defenders == 0 {
            return format!(
                "{title}: of {openings} none is proven for either side with {} nodes each.",
                thousands(self.nodes)
            );
        }
        format!(
            "{title}: of {openings} {} proven for the attackers and {} for the defenders. With best \
             play the attackers score {score} % of them.",
            thousands(attackers),
            thousands(defenders)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proven_bounds_the_score() {
        let proven = |attackers, defenders| ProvenOpenings {
            rules: "brandubh".to_owned(),
            agent: "network:64".to_owned(),
            openings: 200,
            nodes: 10_000,
            proven: PerSide { attackers, defenders },
        };
        assert_eq!(proven(20, 50).bounds(), [0.1, 0.75]);
        let words = proven(20, 50).words("Brandubh");
        assert!(words.contains("20 proven for the attackers and 50 for the defenders"), "{words}");
        assert!(words.contains("10.0 to 75.0 %"), "{words}");
        let all = proven(150, 50).words("Brandubh");
        assert!(all.contains("the attackers score 75.0 % of them"), "{all}");
        assert!(proven(0, 0).words("Brandubh").contains("none is proven"));
    }
}
