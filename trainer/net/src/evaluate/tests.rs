//! Our own inference and burn's must agree.

use burn::tensor::Device;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Action, Game, Side};

use super::*;
use crate::test_game::Meadow;
use crate::{BurnEvaluator, Kernel, Leaf, NetConfig, Network, Precision};

fn network(config: &NetConfig) -> Network {
    Network::shaken(config, &Device::flex(), 3)
}

fn judge<G: Encode>(
    evaluator: &mut impl Evaluate<G>,
    game: &G,
    positions: &[(G::Position, Vec<G::Move>)],
) -> Vec<Evaluation> {
    let requests: Vec<Request<'_, G>> =
        positions.iter().map(|(position, moves)| Request { position, moves, seed: 0 }).collect();
    evaluator.evaluate(game, &requests)
}

fn positions(game: &Meadow, count: u64) -> Vec<(u64, Vec<Action>)> {
    (0..count).map(|seed| (seed, game.moves(&seed))).collect()
}

/// All kernels of this machine, exact and fast, with how far they may be from burn.
fn kernels() -> impl Iterator<Item = (Kernel, Precision, f32)> {
    let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available());
    // What is rounded to 16 bits differs by up to a hundredth; kernels that round nothing do not.
    let exact = |kernel| (kernel, Precision::Exact, 1e-4);
    let fast = |kernel| {
        let tolerance = if kernel == Kernel::Amx { 3e-2 } else { 1e-4 };
        (kernel, Precision::Fast, tolerance)
    };
    kernels.flat_map(move |kernel| [exact(kernel), fast(kernel)])
}

fn assert_close(ours: &[Evaluation], burns: &[Evaluation], tolerance: f32, context: &str) {
    assert_eq!(ours.len(), burns.len());
    for (our, burn) in ours.iter().zip(burns) {
        let flat = |e: &Evaluation| {
            let mut all = vec![e.wdl.attackers, e.wdl.draw, e.wdl.defenders];
            all.extend(&e.logits);
            all
        };
        for (a, b) in flat(our).iter().zip(flat(burn)) {
            assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{context}: {a} and {b}");
        }
        assert_eq!(our.logits.len(), burn.logits.len());
    }
}

fn assert_agreement(config: &NetConfig, games: &[Meadow]) {
    let network = network(config);
    for (kernel, precision, tolerance) in kernels() {
        let net = Arc::new(CpuNet::with_kernel(&network, kernel, precision));
        let mut ours = CpuEvaluator::new(net, &games[0]).unwrap();
        let mut burns = BurnEvaluator::new(network.clone(), &games[0]).unwrap();
        for game in games {
            let positions = positions(game, 5);
            let context =
                format!("{kernel:?} {precision:?} {config:?} on {}x{}", game.width, game.height);
            let expected = judge(&mut burns, game, &positions);
            assert!(spread(&expected) > 0.1, "{context}: the outputs say nothing");
            assert_close(&judge(&mut ours, game, &positions), &expected, tolerance, &context);
        }
    }
}

fn spread(evaluations: &[Evaluation]) -> f32 {
    let logits = evaluations.iter().flat_map(|e| e.logits.iter().copied());
    logits.clone().fold(f32::MIN, f32::max) - logits.fold(f32::MAX, f32::min)
}

#[test]
fn both_evaluators_agree_on_boards_of_any_size() {
    let mut games: Vec<Meadow> = [3, 7, 9, 11, 13, 19].map(Meadow::square).into();
    games.push(Meadow { width: 4, height: 8, rules: vec![-1.0, 0.0, 0.25] });
    assert_agreement(&NetConfig::for_game(&games[0]), &games);
}

#[test]
fn both_evaluators_agree_for_networks_of_any_size() {
    let games = [Meadow::square(9)];
    let config = NetConfig::for_game(&games[0]);
    for (blocks, channels) in [(1, 5), (2, 24), (6, 64), (3, 48)] {
        assert_agreement(&config.clone().with_trunk(blocks, channels), &games);
    }
    let games = [7, 11, 19].map(Meadow::square);
    for (blocks, channels) in [(2, 33), (1, 70)] {
        assert_agreement(&config.clone().with_trunk(blocks, channels), &games);
    }
    let games = [Meadow::square(9)];
    let odd = NetConfig { policy_width: 21, value_hidden: 7, rule_hidden: 5, ..config };
    assert_agreement(&odd, &games);
}

#[test]
fn a_family_without_rule_vector_is_judged_too() {
    let game = TicTacToe;
    let network = network(&NetConfig::for_game(&game));
    let start = game.start(Side::Attackers);
    let positions = [(start, (0..9).collect())];
    let mut ours = CpuEvaluator::new(Arc::new(CpuNet::exact(&network)), &game).unwrap();
    let mut burns = BurnEvaluator::new(network, &game).unwrap();
    let expected = judge(&mut burns, &game, &positions);
    assert_close(&judge(&mut ours, &game, &positions), &expected, 1e-4, "tic-tac-toe");
}

#[test]
fn a_result_does_not_depend_on_its_neighbours() {
    for (side, channels) in [(9, 32), (3, 32), (7, 40), (11, 64), (13, 32), (19, 32)] {
        let game = Meadow::square(side);
        let network = network(&NetConfig::for_game(&game).with_trunk(2, channels));
        for (kernel, precision, _) in kernels() {
            let net = Arc::new(CpuNet::with_kernel(&network, kernel, precision));
            let mut evaluator = CpuEvaluator::new(Arc::clone(&net), &game).unwrap();
            let positions = positions(&game, 10);
            let together = judge(&mut evaluator, &game, &positions);
            for count in [1, 2, 3, 5] {
                for (some, expected) in positions.chunks(count).zip(together.chunks(count)).rev() {
                    let context = format!("{kernel:?} {precision:?} {side}");
                    assert_eq!(judge(&mut evaluator, &game, some), expected, "{context}");
                }
            }
            // Other threads, at the same time.
            std::thread::scope(|scope| {
                let judging = || {
                    let mut evaluator = CpuEvaluator::new(Arc::clone(&net), &game).unwrap();
                    assert_eq!(judge(&mut evaluator, &game, &positions), together);
                };
                (0..3).for_each(|_| drop(scope.spawn(judging)));
            });
        }
    }
}

/// Positions of several rule sets and boards in one batch, each as it is judged alone.
#[test]
fn a_mixed_batch_says_what_each_position_says_alone() {
    let games: Vec<Meadow> = (0..12)
        .map(|number| {
            let side = [9, 9, 9, 7, 9, 11][number % 6];
            Meadow { rules: vec![-1.0 + number as f32 / 6.0, 0.5, 0.0], ..Meadow::square(side) }
        })
        .collect();
    let asked: Vec<(u64, Vec<Action>)> =
        (0..).zip(&games).map(|(seed, game)| (seed, game.moves(&seed))).collect();
    let leaves = games.iter().zip(&asked).map(|(game, (position, moves))| Leaf {
        game,
        rules: &game.rules,
        laws: "",
        request: Request { position, moves, seed: 0 },
    });
    let leaves: Vec<Leaf<'_, Meadow>> = leaves.collect();
    let asked: Vec<&dyn Asked> = leaves.iter().map(|leaf| leaf as &dyn Asked).collect();
    for channels in [32, 64] {
        let network = network(&NetConfig::for_game(&games[0]).with_trunk(2, channels));
        let alone = |evaluator: &mut dyn EvaluateMixed| -> Vec<Evaluation> {
            asked.iter().map(|one| evaluator.evaluate_mixed(&[*one]).remove(0)).collect()
        };
        for (kernel, precision, tolerance) in kernels() {
            let net = Arc::new(CpuNet::with_kernel(&network, kernel, precision));
            let mut evaluator = CpuEvaluator::mixed(net);
            let expected = alone(&mut evaluator);
            assert!(spread(&expected) > 0.1, "the outputs say nothing");
            let together = evaluator.evaluate_mixed(&asked);
            assert_eq!(together, expected, "{kernel:?} {precision:?}");
            let burns =
                BurnEvaluator::mixed(network.clone(), Precision::Exact).evaluate_mixed(&asked);
            assert_close(&together, &burns, tolerance, &format!("{kernel:?} {precision:?}"));
        }
    }
}

/// As GPUs compute.
#[test]
fn sixteen_bits_say_nearly_the_same() {
    for (side, channels) in [(7, 32), (9, 64), (11, 33)] {
        let game = Meadow::square(side);
        let network = network(&NetConfig::for_game(&game).with_trunk(4, channels));
        let positions = positions(&game, 20);
        let [exact, halves] = [Precision::Exact, Precision::Fast].map(|precision| {
            judge(&mut BurnEvaluator::mixed(network.clone(), precision), &game, &positions)
        });
        assert_ne!(exact, halves);
        assert_close(&halves, &exact, 2e-2, &format!("{side} {channels}"));
    }
}

#[test]
fn rule_sets_that_were_forgotten_are_judged_the_same() {
    let meadow = Meadow::square(3);
    let net = Arc::new(CpuNet::new(&network(&NetConfig::for_game(&meadow))));
    let mut evaluator = CpuEvaluator::mixed(net);
    let positions = positions(&meadow, 1);
    let first = judge(&mut evaluator, &meadow, &positions);
    for number in 0..=MOST_RULES {
        let rules = vec![number as f32 / 64.0, 0.0, 0.0];
        judge(&mut evaluator, &Meadow { rules, ..meadow.clone() }, &positions);
    }
    assert_eq!(evaluator.conditionings.len(), MOST_RULES);
    assert_eq!(judge(&mut evaluator, &meadow, &positions), first);
}

#[test]
fn the_rules_matter_and_going_back_to_them_changes_nothing() {
    let one = Meadow::square(7);
    let other = Meadow { rules: vec![-0.5, 1.0, 0.0], ..one.clone() };
    let net = Arc::new(CpuNet::new(&network(&NetConfig::for_game(&one))));
    let mut evaluator = CpuEvaluator::new(net, &one).unwrap();
    let positions = positions(&one, 2);
    let first = judge(&mut evaluator, &one, &positions);
    assert_ne!(judge(&mut evaluator, &other, &positions), first);
    assert_eq!(judge(&mut evaluator, &one, &positions), first);
}

#[test]
fn a_network_for_other_games_is_refused() {
    let network = network(&NetConfig::for_game(&TicTacToe));
    let error = CpuEvaluator::new(Arc::new(CpuNet::new(&network)), &Meadow::square(3)).unwrap_err();
    assert_eq!(error.what, "family");
    assert!(BurnEvaluator::new(network, &Meadow::square(3)).is_err());
}
