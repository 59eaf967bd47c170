//! The mean of values that go up in equal steps, such as scores of 0, ½ and 1.

use super::{Confidence, Estimate, Interval, Proportion};

/// The mean of values 0, 1/k, 2/k, …, 1, where `shares` says which share of them reaches 1/k, 2/k, …,
/// 1 (never rising, k shares). They are worth `trials` independent values. `None` without shares or
/// trials, or with a share outside [0, 1].
///
/// The mean of the values is the mean of the shares, each of which has an interval
/// ([`Proportion::interval`]). They are combined as in [`difference`](super::difference), here for
/// correlated figures (Zou and Donner 2008, *Statistics in Medicine* 27:1693; Newcombe 1998,
/// *Statistics in Medicine* 17:2635, for two shares). Without values between 0 and 1 the shares are
/// one and the same, and so are the intervals.
pub(super) fn mean_of_steps(
    shares: &[f64],
    trials: f64,
    confidence: Confidence,
) -> Option<Estimate> {
    let share = |share: &f64| Some(Proportion::of_share(*share, trials)?.estimate(confidence));
    let parts = shares.iter().map(share).collect::<Option<Vec<Estimate>>>()?;
    let number = parts.len() as f64;
    let value = parts.iter().map(|part| part.value).sum::<f64>() / number;
    let down = combined(&parts, |part| part.value - part.low) / number;
    let up = combined(&parts, |part| part.high - part.value) / number;
    let interval = Interval { low: value - down, high: value + up };
    (number > 0.0).then(|| Estimate::new(value, interval).clamp(0.0, 1.0))
}

/// The length of the sum of correlated distances.
fn combined(parts: &[Estimate], distance: impl Fn(&Estimate) -> f64) -> f64 {
    let products = parts.iter().enumerate().flat_map(|(at, a)| {
        let distance = &distance;
        parts[at..].iter().enumerate().map(move |(later, b)| {
            // Every two different shares stand twice in the square of the sum.
            let times = if later == 0 { 1.0 } else { 2.0 };
            times * correlation(a.value, b.value) * distance(a) * distance(b)
        })
    });
    products.sum::<f64>().sqrt()
}

/// The correlation of "reaches a step" (a share `low` of the values) and "reaches a higher one" (a
/// share `high`, no larger).
fn correlation(low: f64, high: f64) -> f64 {
    // Also where no value or every value reaches both.
    if high >= low { 1.0 } else { (high * (1.0 - low) / (low * (1.0 - high))).sqrt() }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn score(won: u64, drawn: u64, lost: u64) -> Estimate {
        let games = (won + drawn + lost) as f64;
        let shares = [(won + drawn) as f64 / games, won as f64 / games];
        mean_of_steps(&shares, games, Confidence::P95).expect("games")
    }

    #[test]
    fn without_draws_it_is_the_share_of_wins() {
        for (won, lost) in [(0, 40), (1, 39), (20, 20), (58, 42), (200, 0)] {
            let share = Proportion::new(won, won + lost).expect("games").estimate(Confidence::P95);
            let found = score(won, 0, lost);
            assert!((found.low - share.low).abs() < 1e-12, "{won}: {found:?}");
            assert!((found.high - share.high).abs() < 1e-12, "{won}: {found:?}");
        }
    }

    #[test]
    fn draws_alone_leave_room_for_a_few_others() {
        // Half of the way from 0 or 1 to the exact ends for 0 of 50, 1 - 0.025^(1/50) = 0.07112.
        let found = score(0, 50, 0);
        assert!((found.high - 0.535_56).abs() < 1e-5 && (found.low - 0.464_44).abs() < 1e-5);
    }

    #[test]
    fn many_games_have_the_normal_interval() {
        // 0.4 -/+ 1.959964 * sqrt((0.3 + 0.2 / 4 - 0.16) / 100_000)
        let found = score(30_000, 20_000, 50_000);
        assert!((found.low - 0.397_298).abs() < 1e-5 && (found.high - 0.402_702).abs() < 1e-5);
    }

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(mean_of_steps(&[], 10.0, Confidence::P95), None);
        assert_eq!(mean_of_steps(&[0.5], 0.0, Confidence::P95), None);
        assert_eq!(mean_of_steps(&[1.5, 0.5], 10.0, Confidence::P95), None);
    }

    /// The share of simulated players, who win and draw so often, whose interval holds their score.
    fn coverage(games: u64, won: f64, drawn: f64) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(1855);
        let covered = (0..4000).filter(|_| {
            let mut counts = [0; 3];
            for _ in 0..games {
                let lot: f64 = rng.random();
                counts[usize::from(lot >= won) + usize::from(lot >= won + drawn)] += 1;
            }
            let [wins, draws, losses] = counts;
            score(wins, draws, losses).interval().contains(won + drawn / 2.0)
        });
        covered.count() as f64 / 4000.0
    }

    #[test]
    fn rare_wins_losses_and_draws_are_covered() {
        let worlds = [
            (0.02, 0.0),
            (0.01, 0.0),
            (0.02, 0.02),
            (0.05, 0.05),
            (0.0, 0.1),
            (0.02, 0.5),
            (0.02, 0.96),
            (0.3, 0.01),
            (0.9, 0.05),
        ];
        let cases = [20, 75, 200].into_iter().flat_map(|games| worlds.map(|world| (games, world)));
        let found =
            cases.map(|(games, (won, drawn))| (coverage(games, won, drawn), games, won, drawn));
        let least = found.min_by(|a, b| a.0.total_cmp(&b.0)).expect("worlds");
        println!("least coverage (share, games, won, drawn): {least:?}");
        // ±0.7 points is twice the error of 4000 runs; Wilson's own interval is 93.3 % where 4 of 200
        // games are won.
        assert!(least.0 >= 0.926, "{least:?}");
    }
}
