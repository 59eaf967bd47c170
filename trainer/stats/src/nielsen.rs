//! The balance number that tafl players use.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Estimate;

/// Largest balance number that is shown as such in texts.
const SHOWN: f64 = 99.0;

/// Nielsen's balance number *b* (Aage Nielsen, aagenielsen.dk): the defenders' wins for each win of
/// the attackers, written as a positive number; or, when the attackers won more often, the
/// attackers' wins for each win of the defenders, written as a negative one. Draws are left out.
/// −1 and +1 both mean perfect balance; nothing lies between them.
///
/// ```
/// use imperial_stats::{BalanceNumber, Confidence, Proportion};
///
/// // Rachunek tablut on BrainKing: the defenders won 58.3 %, the attackers 39.2 %.
/// let share = Proportion::new(583, 392 + 583).map(|share| share.estimate(Confidence::P95));
/// let b = BalanceNumber::new(392, 583, share);
/// assert_eq!(b.to_string(), "+1.49");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BalanceNumber {
    /// Wins of the attackers that it was computed from.
    pub attackers: u64,
    /// Wins of the defenders that it was computed from.
    pub defenders: u64,
    /// The number; `None` when a side never won, so that it has no bound.
    pub value: Option<f64>,
    /// The end of its interval towards the attackers; `None` when that has no bound.
    pub low: Option<f64>,
    /// The end of its interval towards the defenders; `None` when that has no bound.
    pub high: Option<f64>,
}

impl BalanceNumber {
    /// From the wins of both sides. The interval is that of the defenders' share of the decided games,
    /// turned into balance numbers, which preserves order; `None` where no game was decided.
    pub fn new(attackers: u64, defenders: u64, decided: Option<Estimate>) -> Self {
        Self {
            attackers,
            defenders,
            value: decided.and_then(|share| of_share(share.value)),
            low: decided.and_then(|share| of_share(share.low)),
            high: decided.and_then(|share| of_share(share.high)),
        }
    }
}

impl fmt::Display for BalanceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.attackers, self.defenders) {
            (Some(value), _, _) => f.pad(&number(value)),
            (None, 0, 0) => f.pad("–"),
            (None, 0, _) => f.pad("defenders only"),
            (None, _, _) => f.pad("attackers only"),
        }
    }
}

/// The balance number of the defenders' share of decided games; `None` at 0 and 1.
fn of_share(defenders: f64) -> Option<f64> {
    let b = if defenders >= 0.5 {
        defenders / (1.0 - defenders)
    } else {
        -(1.0 - defenders) / defenders
    };
    b.is_finite().then_some(b)
}

fn number(b: f64) -> String {
    let bound = match b {
        _ if b > SHOWN => "> ",
        _ if b < -SHOWN => "< ",
        _ => "",
    };
    let sign = if b < 0.0 { '−' } else { '+' };
    format!("{bound}{sign}{:.2}", b.abs().min(SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Confidence, Proportion};

    fn b(attackers: u64, defenders: u64) -> BalanceNumber {
        let share = Proportion::new(defenders, attackers + defenders);
        let decided = share.map(|share| share.estimate(Confidence::P95));
        BalanceNumber::new(attackers, defenders, decided)
    }

    #[test]
    fn signs_follow_the_side_that_wins_more() {
        assert_eq!(b(100, 127).to_string(), "+1.27");
        assert_eq!(b(127, 100).to_string(), "−1.27");
        assert_eq!(b(50, 50).to_string(), "+1.00");
        assert_eq!(b(0, 0).to_string(), "–");
        assert_eq!(b(0, 9).to_string(), "defenders only");
        assert_eq!(b(9, 0).to_string(), "attackers only");
    }

    #[test]
    fn the_interval_is_that_of_the_share_of_decided_games() {
        // low, high = proportion_confint(583, 975, method="wilson"); low/(1-low), high/(1-high)
        let b = b(392, 583);
        assert!((b.value.expect("both won") - 1.487_244_897_959_183_7).abs() < 1e-12);
        assert!((b.low.expect("bounded") - 1.308_647_290_369_259_4).abs() < 1e-9);
        assert!((b.high.expect("bounded") - 1.690_216_609_764_648_5).abs() < 1e-9);
    }

    #[test]
    fn an_interval_around_balance_has_both_signs() {
        let b = b(48, 52);
        assert!(b.low.expect("bounded") <= -1.0 && b.high.expect("bounded") >= 1.0);
    }

    #[test]
    fn a_side_that_never_won_leaves_one_end_open() {
        let b = b(0, 30);
        assert_eq!((b.value, b.high), (None, None));
        // The exact lower end for 30 of 30 is 0.025^(1/30) = 0.8843; 0.8843 / 0.1157 = 7.64.
        assert!((b.low.expect("bounded") - 7.64).abs() < 0.005, "{b:?}");
        let json = serde_json::to_string(&b).expect("serialises");
        assert!(json.contains(r#""value":null"#), "{json}");
    }
}
