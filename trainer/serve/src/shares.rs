//! Wins, draws and losses that agree with the expected score.

use imperial_engine::Wdl;

/// Shares of attackers' wins, draws and defenders' wins whose expected result is `value`, from −1 to 1, where the
/// network expects `raw` without a search.
///
/// A search, and the calibration of its value, say how the points are divided, but not how many games are drawn.
/// Davidson (1970, *On extending the Bradley-Terry model to accommodate ties*) has draws = ν·√(wins · losses): ν is
/// how readily players of this game draw, whoever is stronger. So ν is that of `raw`, and the shares are the only
/// ones that have it and the expected result. Where that is the one of `raw`, they are `raw` itself.
pub fn shares(value: f32, raw: Wdl) -> [f32; 3] {
    let [wins, draw, losses] = [raw.attackers, raw.draw, raw.defenders].map(f64::from);
    let score = (1.0 + f64::from(value).clamp(-1.0, 1.0)) / 2.0;
    let draws = draws(score, draw, wins * losses);
    [score - draws / 2.0, draws, 1.0 - score - draws / 2.0]
        .map(|share| share.clamp(0.0, 1.0) as f32)
}

/// The draws x at this `score`, by x² = ν²·wins·losses with wins = score − x/2 and losses = 1 − score − x/2. ν² is
/// the square of `draw` over `decided`, the product of wins and losses.
fn draws(score: f64, draw: f64, decided: f64) -> f64 {
    if draw <= 0.0 {
        return 0.0;
    }
    // Both sides were multiplied by `decided`, which may be 0: then all is drawn that can be.
    let (spread, square) = (score * (1.0 - score), draw * draw);
    let (a, b) = (decided - square / 4.0, square / 2.0);
    let root = (b * b + 4.0 * a * square * spread).max(0.0).sqrt();
    let most = 2.0 * score.min(1.0 - score);
    (2.0 * square * spread / (b + root)).clamp(0.0, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAWS: [[f32; 3]; 7] = [
        [0.2, 0.23, 0.57],
        [0.4, 0.2, 0.4],
        [0.05, 0.9, 0.05],
        [0.6, 0.0, 0.4],
        [0.0, 0.3, 0.7],
        [0.0, 1.0, 0.0],
        [0.999, 0.001, 0.0],
    ];

    fn at(value: f32, [attackers, draw, defenders]: [f32; 3]) -> [f32; 3] {
        shares(value, Wdl { attackers, draw, defenders })
    }

    #[test]
    fn they_are_shares_and_have_the_expected_result() {
        for raw in RAWS {
            for step in -100..=100 {
                let value = step as f32 / 100.0;
                let [wins, draws, losses] = at(value, raw);
                assert!((wins - losses - value).abs() < 1e-5, "{raw:?} {value}");
                assert!((wins + draws + losses - 1.0).abs() < 1e-5, "{raw:?} {value}");
                assert!(wins.min(draws).min(losses) >= 0.0, "{raw:?} {value}");
            }
        }
    }

    #[test]
    fn the_expected_result_of_the_network_gives_its_own_shares() {
        for raw in RAWS {
            for (found, own) in at(raw[0] - raw[2], raw).into_iter().zip(raw) {
                assert!((found - own).abs() < 1e-3, "{raw:?}: {found} for {own}");
            }
        }
    }

    /// Whoever stands better wins more and loses less, and the surer a result is, the fewer are the draws.
    #[test]
    fn they_rise_and_fall_with_the_expected_result() {
        for raw in RAWS {
            let all: Vec<_> = (-100..=100).map(|step| at(step as f32 / 100.0, raw)).collect();
            for pair in all.windows(2) {
                assert!(
                    pair[0][0] <= pair[1][0] + 1e-5 && pair[0][2] + 1e-5 >= pair[1][2],
                    "{raw:?}"
                );
            }
            let draws: Vec<f32> = all.iter().map(|shares| shares[1]).collect();
            assert!(draws[..=100].is_sorted() && draws[100..].iter().rev().is_sorted(), "{raw:?}");
        }
    }

    /// Both sides keep chances where the network saw some: 12 points of 100 are not all from draws.
    #[test]
    fn few_points_are_not_all_from_draws() {
        let [wins, draws, losses] = at(-0.76, [0.2, 0.23, 0.57]);
        assert!(wins > 0.04 && (0.1..0.17).contains(&draws) && losses < 0.84);
    }
}
