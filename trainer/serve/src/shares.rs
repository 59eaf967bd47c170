//! Wins, draws and losses that agree with the expected score.

/// Shares of attackers' wins, draws and defenders' wins whose expected result is `value`, from −1 to 1, where games are
/// drawn as `readily` as this.
///
/// The expected result says how the points are divided, but not how many games are drawn. Davidson (1970, *On extending
/// the Bradley-Terry model to accommodate ties*) has draws = ν·√(wins · losses): ν, which is `readily`, says how readily
/// games are drawn, whoever is stronger. It is counted in finished games. The shares are the only ones that have it and
/// the expected result.
pub fn shares(value: f32, readily: f64) -> [f32; 3] {
    let score = (1.0 + f64::from(value).clamp(-1.0, 1.0)) / 2.0;
    let draws = draws(score, readily);
    [score - draws / 2.0, draws, 1.0 - score - draws / 2.0]
        .map(|share| share.clamp(0.0, 1.0) as f32)
}

/// The draws x at this `score`, by x² = ν² · wins · losses with wins = score − x/2 and losses = 1 − score − x/2.
fn draws(score: f64, readily: f64) -> f64 {
    let (spread, square) = (score * (1.0 - score), readily * readily);
    let (a, b) = (1.0 - square / 4.0, square / 2.0);
    let root = (b * b + 4.0 * a * square * spread).max(0.0).sqrt();
    let most = 2.0 * score.min(1.0 - score);
    if b + root > 0.0 { (2.0 * square * spread / (b + root)).clamp(0.0, most) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READILY: [f64; 5] = [0.0, 0.1, 0.7, 2.0, 30.0];

    #[test]
    fn they_are_shares_and_have_the_expected_result() {
        for readily in READILY {
            for step in -100..=100 {
                let value = step as f32 / 100.0;
                let [wins, draws, losses] = shares(value, readily);
                assert!((wins - losses - value).abs() < 1e-5, "{readily} {value}");
                assert!((wins + draws + losses - 1.0).abs() < 1e-5, "{readily} {value}");
                assert!(wins.min(draws).min(losses) >= 0.0, "{readily} {value}");
                let model = readily * (f64::from(wins) * f64::from(losses)).sqrt();
                assert!(
                    (f64::from(draws) - model).abs() < 1e-2,
                    "{readily} {value}: {draws} for {model}"
                );
            }
        }
    }

    /// Whoever stands better wins more and loses less, and the surer a result is, the fewer are the draws.
    #[test]
    fn they_rise_and_fall_with_the_expected_result() {
        for readily in READILY {
            let all: Vec<_> =
                (-100..=100).map(|step| shares(step as f32 / 100.0, readily)).collect();
            for pair in all.windows(2) {
                assert!(
                    pair[0][0] <= pair[1][0] + 1e-5 && pair[0][2] + 1e-5 >= pair[1][2],
                    "{readily}"
                );
            }
            let draws: Vec<f32> = all.iter().map(|shares| shares[1]).collect();
            assert!(
                draws[..=100].is_sorted() && draws[100..].iter().rev().is_sorted(),
                "{readily}"
            );
        }
        assert_eq!(shares(1.0, 0.3), [1.0, 0.0, 0.0]);
    }
}
