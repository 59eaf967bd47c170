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
    /// What the best of all openings gives and the worst takes, in Elo; the others lie evenly between.
    opening: f64,
    /// Number of openings, of which each game draws one.
    openings: u32,
}

const ALIKE: World = World { lead: 80.0, margin: 60.0, opening: 0.0, openings: 1 };

impl World {
    /// Probabilities of the attackers' win and loss in games from an opening.
    fn chances(self, opening: u32) -> [f64; 2] {
        let place = f64::from(opening) / f64::from(self.openings.max(2) - 1);
        let lead = self.lead + self.opening * (2.0 * place - 1.0);
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(elo / 400.0));
        [share(self.margin - lead), share(self.margin + lead)]
    }

    /// The true score: the mean over all openings.
    fn score(self) -> f64 {
        let of = |opening| {
            let [won, lost] = self.chances(opening);
            won + (1.0 - won - lost) / 2.0
        };
        (0..self.openings).map(of).sum::<f64>() / f64::from(self.openings)
    }

    /// Scores of games, each from an opening of its own drawing.
    fn play(self, games: u32, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let game = |_| {
            let [won, lost] = self.chances(rng.random_range(0..self.openings));
            let lot: f64 = rng.random();
            if lot < won { 1.0 } else { 0.5 * f64::from(u8::from(lot >= won + lost)) }
        };
        (0..games).map(game).collect()
    }
}

/// The share of runs that `holds`.
fn share(holds: impl Fn(&mut ChaCha8Rng) -> bool) -> f64 {
    let held = (0..RUNS).filter(|run| holds(&mut ChaCha8Rng::seed_from_u64(*run)));
    held.count() as f64 / RUNS as f64
}

#[test]
fn a_fixed_number_of_games_gives_the_nominal_coverage() {
    // Every opening decides much, and from a few of them alone do all games come.
    let few = [2, 7, 60].map(|openings| World { opening: 300.0, openings, ..ALIKE });
    for world in few.into_iter().chain([ALIKE]) {
        let covered = share(|rng| {
            let sample = Sample::new(world.play(300, rng)).expect("games");
            let score = sample.score(Confidence::P95).expect("scores");
            score.interval().contains(world.score())
        });
        println!("coverage with {} openings: {covered}", world.openings);
        // ±1.4 points is twice the error of 1000 runs.
        assert!((0.935..=0.97).contains(&covered), "{} openings: {covered}", world.openings);
    }
}

#[test]
fn openings_of_which_each_game_draws_one_leave_the_variance_alone() {
    let world = World { opening: 300.0, openings: 7, ..ALIKE };
    let runs: Vec<Sample> = (0..RUNS)
        .map(|run| world.play(100, &mut ChaCha8Rng::seed_from_u64(run)))
        .map(|scores| Sample::new(scores).expect("games"))
        .collect();
    let stated = runs.iter().filter_map(Sample::squared_error).sum::<f64>() / RUNS as f64;
    let means = Sample::new(runs.iter().map(Sample::mean)).expect("runs");
    let true_one = means.squared_error().expect("many runs") * RUNS as f64;
    // The error of a variance from 1000 runs is 4.5 %.
    assert!((0.9..1.1).contains(&(true_one / stated)), "{true_one} is not {stated}");
}

/// Whether the truth is ever left out when one looks after every 20 games up to 1000 and would stop
/// as soon as it is.
fn ever_left_out(rng: &mut ChaCha8Rng, leaves_out: impl Fn(&[f64]) -> bool) -> bool {
    let mut scores = Vec::new();
    (0..50).any(|_| {
        scores.extend(ALIKE.play(20, rng));
        leaves_out(&scores)
    })
}

fn counted(scores: &[f64]) -> Anytime {
    Anytime::new(scores.iter().map(|score| (*score, 1.0)))
}

#[test]
fn looking_again_and_again_fools_fixed_intervals_but_not_these() {
    let truth = ALIKE.score();
    let fixed = share(|rng| {
        ever_left_out(rng, |scores| {
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
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
    let truth = ALIKE.score();
    let covered = share(|rng| {
        let mut scores = ALIKE.play(200, rng);
        loop {
            let interval = counted(&scores).interval(Confidence::P95);
            if interval.high - interval.low < 0.16 {
                return interval.contains(truth);
            }
            scores.extend(ALIKE.play(100, rng));
        }
    });
    assert!(covered >= 0.95, "{covered}");
}
