//! The curve: log-likelihood of results at a lead and a margin, with its derivatives.

use imperial_data::GameResult;

use crate::log_odds::{ln_share_of, share_of};

/// Attackers' wins, draws and defenders' wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub attackers: u32,
    pub draws: u32,
    pub defenders: u32,
}

impl Counts {
    pub fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::Attackers => &mut self.attackers,
            GameResult::Draw => &mut self.draws,
            GameResult::Defenders => &mut self.defenders,
        } += 1;
    }

    pub fn games(self) -> u32 {
        self.attackers + self.draws + self.defenders
    }
}

/// A log-likelihood at a point, with gradient and negated second derivatives with respect to the lead
/// `x` and the margin `θ`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Slope {
    pub value: f64,
    pub by_lead: f64,
    pub by_margin: f64,
    pub lead_lead: f64,
    pub lead_margin: f64,
    pub margin_margin: f64,
}

/// Log-likelihood of `counts` where the attackers lead by `x` and the draw margin is `margin` > 0,
/// both in log-odds.
///
/// The attackers win with σ(x − θ), the defenders with σ(−x − θ), and what is left for draws is
/// σ(x + θ)·σ(θ − x)·(1 − e^(−2θ)): products of curves whose logarithms are all concave.
pub(super) fn slope(counts: Counts, x: f64, margin: f64) -> Slope {
    let [wins, draws, losses] = [counts.attackers, counts.draws, counts.defenders].map(f64::from);
    let (p, q) = (share_of(x - margin), share_of(-x - margin));
    let decay = (-2.0 * margin).exp();
    let room = -(-2.0 * margin).exp_m1(); // 1 − e^(−2θ), exact for small margins
    let value = wins * ln_share_of(x - margin)
        + losses * ln_share_of(-x - margin)
        + draws * (ln_share_of(x + margin) + ln_share_of(margin - x) + room.ln());
    let up = wins * (1.0 - p) - draws * p;
    let down = losses * (1.0 - q) - draws * q;
    let bend_up = (wins + draws) * p * (1.0 - p);
    let bend_down = (losses + draws) * q * (1.0 - q);
    Slope {
        value,
        by_lead: up - down,
        by_margin: -up - down + draws * 2.0 * decay / room,
        lead_lead: bend_up + bend_down,
        lead_margin: bend_down - bend_up,
        margin_margin: bend_up + bend_down + draws * 4.0 * decay / (room * room),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_probabilities_sum_to_one() {
        for (x, margin) in [(0.0, 0.1), (1.3, 0.7), (-4.0, 2.0), (9.0, 0.01)] {
            let share = |attackers, draws, defenders| {
                slope(Counts { attackers, draws, defenders }, x, margin).value.exp()
            };
            let sum = share(1, 0, 0) + share(0, 1, 0) + share(0, 0, 1);
            assert!((sum - 1.0).abs() < 1e-12, "{x} {margin}: {sum}");
        }
    }

    #[test]
    fn derivatives_agree_with_differences() {
        let counts = Counts { attackers: 7, draws: 3, defenders: 5 };
        let h = 1e-5;
        for (x, margin) in [(0.0, 0.4), (1.1, 0.2), (-2.0, 1.5)] {
            let at = |x, margin| slope(counts, x, margin);
            let found = at(x, margin);
            let close = |analytic: f64, above: f64, below: f64| {
                assert!((analytic - (above - below) / (2.0 * h)).abs() < 1e-6, "{x} {margin}");
            };
            close(found.by_lead, at(x + h, margin).value, at(x - h, margin).value);
            close(found.by_margin, at(x, margin + h).value, at(x, margin - h).value);
            close(-found.lead_lead, at(x + h, margin).by_lead, at(x - h, margin).by_lead);
            close(-found.lead_margin, at(x, margin + h).by_lead, at(x, margin - h).by_lead);
            close(-found.margin_margin, at(x, margin + h).by_margin, at(x, margin - h).by_margin);
        }
    }

    #[test]
    fn extreme_leads_stay_finite() {
        let counts = Counts { attackers: 1, draws: 1, defenders: 1 };
        for x in [-700.0, -50.0, 50.0, 700.0] {
            let found = slope(counts, x, 1e-6);
            assert!(found.value.is_finite() && found.margin_margin.is_finite(), "{x}");
        }
    }
}
