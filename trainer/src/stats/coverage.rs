//! Do intervals cover the truth as often as they claim? Simulated agents of known skill play sides of
//! known advantage, 1000 times over.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Anytime, Confidence, Proportion, Sample};

const RUNS: u64 = 1000;

/// How the attackers of a simulated rule set fare.
#[derive(Clone, Copy)]
struct World {
    /// The attackers' lead in Elo: side advantage, and attack against defence of the agent.
    lead: f64,
    /// Draw margin in Elo.
    margin: f64,
    /// What an opening gives or takes, in Elo.
    opening: f64,
    /// Games from one opening.
    games: u64,
}

const APART: World = World { lead: 80.0, margin: 60.0, opening: 0.0, games: 1 };
const SHARED: World = World { lead: 80.0, margin: 60.0, opening: 300.0, games: 4 };

impl World {
    /// Probabilities of the attackers' win and loss where they lead by `lead` Elo.
    fn chances(self, lead: f64) -> [f64; 2] {
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(elo / 400.0));
        [share(self.margin - lead), share(self.margin + lead)]
    }

    /// The true score: an opening gives as often as it takes.
    fn score(self) -> f64 {
        let of = |lead| {
            let [won, lost] = self.chances(lead);
            won + (1.0 - won - lost) / 2.0
        };
        f64::midpoint(of(self.lead + self.opening), of(self.lead - self.opening))
    }

    /// Names of openings with scores.
    fn play(self, openings: u64, rng: &mut ChaCha8Rng) -> Vec<(u64, f64)> {
        let mut scores = Vec::new();
        for opening in 0..openings {
            let gift = if rng.random() { self.opening } else { -self.opening };
            let [won, lost] = self.chances(self.lead + gift);
            for _ in 0..self.games {
                let lot: f64 = rng.random();
                let score =
                    if lot < won { 1.0 } else { 0.5 * f64::from(u8::from(lot >= won + lost)) };
                scores.push((opening, score));
            }
        }
        scores
    }
}

/// The share of runs that `holds`.
fn share(holds: impl Fn(&mut ChaCha8Rng) -> bool) -> f64 {
    let held = (0..RUNS).filter(|run| holds(&mut ChaCha8Rng::seed_from_u64(*run)));
    held.count() as f64 / RUNS as f64
}

#[test]
fn a_fixed_number_of_games_gives_the_nominal_coverage() {
    for world in [APART, SHARED] {
        let covered = share(|rng| {
            let sample = Sample::new(world.play(100, rng)).expect("games");
            let score = sample.score(Confidence::P95).expect("scores");
            score.interval().contains(world.score())
        });
        // ±1.4 points is twice the error of 1000 runs.
        assert!((0.93..=0.97).contains(&covered), "{covered}");
    }
}

#[test]
fn games_of_one_opening_must_not_be_taken_for_independent() {
    let covered = share(|rng| {
        let scores = SHARED.play(100, rng);
        let apart = Sample::new((0..).zip(scores.iter().map(|(_, score)| *score)));
        let estimate = apart.expect("games").score(Confidence::P95);
        estimate.expect("scores").interval().contains(SHARED.score())
    });
    assert!(covered < 0.9, "{covered}");
}

/// Whether the truth is ever left out when one looks after every 20 games up to 1000 and would stop
/// as soon as it is.
fn ever_left_out(rng: &mut ChaCha8Rng, leaves_out: impl Fn(&[(u64, f64)]) -> bool) -> bool {
    let mut scores = Vec::new();
    (0..50).any(|_| {
        scores.extend(APART.play(20, rng));
        leaves_out(&scores)
    })
}

fn counted(scores: &[(u64, f64)]) -> Anytime {
    Anytime::new(scores.iter().map(|(_, score)| (*score, 1.0)))
}

#[test]
fn looking_again_and_again_fools_fixed_intervals_but_not_these() {
    let truth = APART.score();
    let fixed = share(|rng| {
        ever_left_out(rng, |scores| {
            let mean = scores.iter().map(|(_, s)| s).sum::<f64>() / scores.len() as f64;
            let share = Proportion::of_share(mean, scores.len() as f64).expect("a share");
            !share.wilson(Confidence::P95).contains(truth)
        })
    });
    let anytime = share(|rng| ever_left_out(rng, |scores| counted(scores).test(truth) < 0.05));
    assert!(fixed > 0.1, "{fixed}");
    assert!(anytime <= 0.05, "{anytime}");
}

#[test]
fn playing_until_the_interval_is_narrow_keeps_the_coverage() {
    let truth = APART.score();
    let covered = share(|rng| {
        let mut scores = APART.play(200, rng);
        loop {
            let interval = counted(&scores).interval(Confidence::P95);
            if interval.high - interval.low < 0.16 {
                return interval.contains(truth);
            }
            scores.extend(APART.play(100, rng));
        }
    });
    assert!(covered >= 0.95, "{covered}");
}
