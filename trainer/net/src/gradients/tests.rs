//! Our own gradients and burn's must agree.

use burn::module::{Module, ModuleVisitor};
use burn::tensor::Device;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Encode, Game, Wdl};

use super::*;
use crate::test_game::Meadow;
use crate::{Backend, Learner, NetConfig, Sample, SampleSource, move_shares, occupancy};

/// Samples of several rule sets on one board.
fn batch(games: &[Meadow]) -> Batch {
    let wdl = Wdl { attackers: 0.6, draw: 0.1, defenders: 0.3 };
    let samples: Vec<Sample> = (0..19u64)
        .map(|seed| {
            let game = &games[seed as usize % games.len()];
            let moves = game.moves(&seed);
            let share = 1.0 / moves.len() as f32;
            let policy: Vec<_> = moves.into_iter().map(|mv| (mv, share)).collect();
            let known = if seed == 4 { &[][..] } else { &policy[..] };
            let source = SampleSource::new(game);
            let sample = Sample::new(&source, game, &seed, known, wdl, seed as u32);
            if seed % 5 == 1 {
                return sample;
            }
            let reply = game.moves(&(seed + 100));
            let share = 1.0 / reply.len() as f32;
            let reply: Vec<_> = reply.into_iter().map(|mv| (mv, share)).collect();
            sample
                .with_reply(move_shares(game, &reply))
                .with_occupancy(occupancy(game, &(seed + 200)))
                .with_weight(0.25 + seed as f32 / 10.0)
        })
        .collect();
    let drawn: Vec<(&Sample, usize)> =
        samples.iter().enumerate().map(|(i, sample)| (sample, i % 2)).collect();
    Batch::new(&drawn)
}

/// The largest difference of the gradients of each parameter, relative to its largest gradient.
struct Compare {
    ours: GradientsParams,
    burns: GradientsParams,
    seen: usize,
}

impl ModuleVisitor for Compare {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let ours = self.ours.remove::<D>(param.id).expect("we have every gradient");
        let burns = self.burns.remove::<D>(param.id).expect("burn has every gradient");
        assert_eq!(ours.dims(), burns.dims());
        let largest = numbers(burns.clone().abs().max())[0];
        let difference = numbers((ours - burns).abs().max())[0];
        assert!(
            difference <= 1e-3 * largest + 1e-7,
            "parameter {} of shape {:?}: {difference} of {largest}",
            self.seen,
            param.dims()
        );
        self.seen += 1;
    }
}

fn assert_agreement(config: &NetConfig, batch: &Batch) {
    let device = Device::flex().autodiff();
    let network = Network::shaken(config, &device, 3);
    let settings = LearnConfig::default();
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
        let (our_losses, ours) = by_cpu(&network, batch, &settings, &device, kernel);
        let (burns_losses, burns) = by_burn(&network, batch, &settings, &device);
        assert!((our_losses.total - burns_losses.total).abs() < 1e-4 * burns_losses.total);
        for (name, loss) in our_losses.parts() {
            let burns = burns_losses.get(name);
            assert!((loss - burns).abs() <= 1e-4 * burns, "{name}: {loss} and {burns}");
        }
        let mut compare = Compare { ours, burns, seen: 0 };
        network.visit(&mut compare);
        assert!(compare.seen > 20);
    }
}

#[test]
fn both_gradients_agree_on_boards_of_any_size() {
    for (width, height) in [(3, 3), (7, 7), (9, 9), (11, 11), (5, 8)] {
        let one = Meadow { width, height, rules: vec![0.5, -1.0, 1.0] };
        let other = Meadow { rules: vec![1.0, 0.0, -0.5], ..one.clone() };
        assert_agreement(&NetConfig::for_game(&one), &batch(&[one, other]));
    }
}

#[test]
fn both_gradients_agree_for_networks_of_any_size() {
    let game = Meadow::square(9);
    let batch = batch(std::slice::from_ref(&game));
    for (blocks, channels) in [(1, 5), (2, 24), (3, 64)] {
        assert_agreement(&NetConfig::for_game(&game).with_trunk(blocks, channels), &batch);
    }
}

#[test]
fn both_gradients_agree_without_a_rule_vector() {
    let game = TicTacToe;
    let start = game.start(imperial_engine::Side::Attackers);
    let source = SampleSource::new(&game);
    let wdl = Wdl { attackers: 1.0, draw: 0.0, defenders: 0.0 };
    let sample = Sample::new(&source, &game, &start, &[(0, 0.75), (4, 0.25)], wdl, 5);
    assert_eq!(game.planes().len(), 3);
    assert_agreement(&NetConfig::for_game(&game), &Batch::new(&[(&sample, 0), (&sample, 1)]));
}

#[test]
fn a_head_is_one_file_and_one_line() {
    let game = Meadow::square(7);
    let batch = batch(std::slice::from_ref(&game));
    let config = NetConfig { family: "recall".to_owned(), ..NetConfig::for_game(&game) };
    assert_agreement(&config, &batch);
    let mut learner = Learner::new(&config, LearnConfig::default(), &Backend::cpu(), 1);
    let first = learner.step(&batch);
    assert!(first.get("recall") > 0.0 && first.get("count") > 0.0, "{first:?}");
    for _ in 0..20 {
        learner.step(&batch);
    }
    let last = learner.step(&batch);
    assert!(last.get("recall") < first.get("recall"), "{last:?}");
    // Its parameters are kept as those of the others are.
    let network = learner.network();
    assert!(network.arrays().iter().any(|array| array.name == "recall.count.weight"));
    let again = Network::from_arrays(&config, network.arrays(), &Device::flex());
    assert_eq!(again.map(|network| network.hash()), Ok(network.hash()));
}
