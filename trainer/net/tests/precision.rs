//! What the fast form of a network costs in exactness, on positions of games that the networks of this program
//! play, beside bounds.

use std::path::Path;
use std::sync::Arc;

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{Encode, Side, game_stream, with_game};
use imperial_net::{CpuEvaluator, CpuNet, Kernel, NetFile, Network, Precision, device_named};
use rand::RngExt;

/// Networks that come with the program.
const NETWORKS: [&str; 3] = ["tafl9-1732-240", "tafl9-1951-240", "tafl9-1855"];

/// Some of the rule sets that they have learned.
const RULES: [&str; 5] =
    ["imperial-contest", "tablut-linnaeus", "tablut-smith", "tablut-corner", "sea-battle"];

/// Positions judged for each network and rule set.
const POSITIONS: usize = 500;

/// Plies at the start of a game whose moves are drawn by the policy; then the best one is played.
const DRAWN: usize = 30;

/// Plies after which a game is broken off.
const LONGEST: usize = 120;

/// Sums over positions.
#[derive(Debug, Default)]
struct Differences {
    positions: usize,
    /// With the same best move.
    same: usize,
    /// Of the values, from −1 to 1.
    value: f64,
    /// Kullback–Leibler divergence of the fast policy from the exact one, in nats.
    divergence: f64,
    /// Positions with the same answer to the last bit.
    equal: usize,
}

impl Differences {
    fn add(&mut self, exact: &Evaluation, fast: &Evaluation) {
        let value = |e: &Evaluation| f64::from(e.wdl.attackers) - f64::from(e.wdl.defenders);
        let (p, q) = (shares(&exact.logits), shares(&fast.logits));
        self.positions += 1;
        self.same += usize::from(best(&exact.logits) == best(&fast.logits));
        self.value += (value(exact) - value(fast)).abs();
        self.divergence += p.iter().zip(&q).map(|(p, q)| p * (p / q).ln()).sum::<f64>();
        self.equal += usize::from(exact == fast);
    }
}

/// Softmax.
fn shares(logits: &[f32]) -> Vec<f64> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f64> = logits.iter().map(|l| f64::from(l - largest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

/// The first of the largest.
fn best(logits: &[f32]) -> usize {
    (0..logits.len()).rev().max_by(|a, b| logits[*a].total_cmp(&logits[*b])).expect("a move")
}

/// Plays games by the exact network, which the fast one judges as well.
struct Games<'a> {
    exact: &'a Arc<CpuNet>,
    fast: &'a Arc<CpuNet>,
    differences: &'a mut Differences,
}

impl Games<'_> {
    fn play<G: Encode + 'static>(self, game: &G) {
        let evaluator = |net| CpuEvaluator::new(Arc::clone(net), game).expect("a network of tafl");
        let (mut exact, mut fast) = (evaluator(self.exact), evaluator(self.fast));
        let end = self.differences.positions + POSITIONS;
        for number in 0.. {
            let mut rng = game_stream(1855, number);
            let mut position = game.start(Side::ALL[number as usize % 2]);
            for ply in 0..LONGEST {
                if game.outcome(&position).is_some() {
                    break;
                }
                if self.differences.positions == end {
                    return;
                }
                let moves = game.moves(&position);
                let request = Request { position: &position, moves: &moves, seed: 0 };
                let said = exact.evaluate(game, &[request]).remove(0);
                let request = Request { position: &position, moves: &moves, seed: 0 };
                self.differences.add(&said, &fast.evaluate(game, &[request]).remove(0));
                let mut drawn = || {
                    let mut left = rng.random::<f64>();
                    let all = shares(&said.logits);
                    all.iter().position(|share| {
                        left -= share;
                        left < 0.0
                    })
                };
                let chosen = if ply < DRAWN { drawn() } else { None };
                game.play(&mut position, moves[chosen.unwrap_or_else(|| best(&said.logits))]);
            }
        }
    }
}

fn network(name: &str) -> Network {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../play/networks");
    let device = device_named("cpu").expect("the CPU");
    NetFile::load(&folder.join(format!("{name}.net")), &device).expect("a network")
}

#[test]
fn the_fast_form_is_nearly_the_exact_one() {
    for name in NETWORKS {
        let network = network(name);
        let exact = Arc::new(CpuNet::exact(&network));
        let fast = Arc::new(CpuNet::new(&network));
        assert_eq!((exact.precision(), fast.precision()), (Precision::Exact, Precision::Fast));
        let mut differences = Differences::default();
        for rules in RULES {
            let (exact, fast) = (&exact, &fast);
            let games = Games { exact, fast, differences: &mut differences };
            let game = AnyGame::by_name(rules).expect("embedded");
            with_game!(&game, |game| games.play(game));
        }
        let Differences { positions, same, value, divergence, equal } = differences;
        assert_eq!(positions, POSITIONS * RULES.len());
        assert!(positions >= 2000);
        let mean = |sum: f64| sum / positions as f64;
        let (same, value, divergence) = (mean(same as f64), mean(value), mean(divergence));
        println!(
            "{name} by {}: same best move {:.2} %, values differ by {value:.5}, policies by {divergence:.2e} nats",
            fast.kernel().name(),
            100.0 * same,
        );
        assert!(same >= 0.99, "{name}: same best move in {same}");
        assert!(value <= 0.003, "{name}: values differ by {value}");
        assert!(divergence <= 3e-4, "{name}: policies differ by {divergence}");
        // Only matrix tiles round; there the two forms must be two.
        if Kernel::best() == Kernel::Amx {
            assert!(equal < positions / 10, "{name}: {equal} answers are equal");
        } else {
            assert_eq!(equal, positions, "{name}");
        }
    }
}
