//! Our own gradients and burn's must agree.

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::Device;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Encode, Game, Wdl};

use super::*;
use crate::test_game::Meadow;
use crate::{Backend, Learner, Sample, SampleSource, move_shares, occupancy};

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

/// The difference of the gradients of each parameter, relative to their size: Euclidean norms.
struct Compare {
    ours: std::vec::IntoIter<Vec<f32>>,
    burns: Gradients,
    tolerance: f32,
    seen: usize,
}

impl ModuleVisitor for Compare {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let ours = self.ours.next().expect("we have every gradient");
        let burns = param.val().grad_remove(&mut self.burns).expect("burn has every gradient");
        let burns = numbers(burns);
        assert_eq!(ours.len(), burns.len());
        // Of the whole parameter: where a sum is about 0, rounding may open or close a ReLU, or move a maximum
        // to another square, which changes single gradients much more.
        let norm = |values: &mut dyn Iterator<Item = f32>| {
            values.map(|value| f64::from(value).powi(2)).sum::<f64>().sqrt() as f32
        };
        let size = norm(&mut burns.iter().copied());
        let difference = norm(&mut ours.iter().zip(&burns).map(|(ours, burns)| ours - burns));
        assert!(
            difference <= self.tolerance * size + 1e-7,
            "parameter {} of shape {:?}: {difference} of {size}",
            self.seen,
            param.dims()
        );
        self.seen += 1;
    }
}

/// What the gradients of a parameter, and losses, may differ from burn's, as a share of their size. Some 1e-6 are
/// usual for the gradients; a single ReLU that opens or closes makes it 1e-3.
const EXACT: [f32; 2] = [3e-3, 1e-4];

fn assert_agreement(config: &NetConfig, batch: &Batch) {
    let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available());
    assert_agreement_of(config, batch, kernels.map(|kernel| (kernel, Method::Winograd)), EXACT);
}

fn assert_agreement_of(
    config: &NetConfig,
    batch: &Batch,
    codes: impl Iterator<Item = (Kernel, Method)>,
    [tolerance, of_losses]: [f32; 2],
) {
    let device = Device::flex().autodiff();
    let network = Network::shaken(config, &device, 3);
    let settings = LearnConfig::default();
    for code in codes {
        let (our_losses, ours) = by_cpu(&network.weights(), config, batch, &settings, code);
        let (burns_losses, burns) = by_burn(&network, batch, &settings, &device);
        let error = (our_losses.total - burns_losses.total).abs();
        assert!(error < of_losses * burns_losses.total);
        for (name, loss) in our_losses.parts() {
            let burns = burns_losses.get(name);
            assert!((loss - burns).abs() <= of_losses * burns, "{name}: {loss} and {burns}");
        }
        let mut compare = Compare { ours: ours.into_iter(), burns, tolerance, seen: 0 };
        network.visit(&mut compare);
        assert!(compare.seen > 20 && compare.ours.next().is_none());
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

/// Factors of 16 bits are rounded by at most 1/256 of themselves, and some ReLUs open or close by that.
#[cfg(target_arch = "x86_64")]
const ROUNDED: [f32; 2] = [0.1, 0.01];

#[test]
#[cfg(target_arch = "x86_64")]
fn gradients_by_numbers_of_sixteen_bits_are_nearly_those_of_burn() {
    use crate::cpu::Unit;

    let kernel = Kernel::best();
    for (size, blocks, channels) in [((9, 9), 2, 32), ((7, 7), 1, 64), ((5, 8), 2, 32)] {
        let one = Meadow { width: size.0, height: size.1, rules: vec![0.5, -1.0, 1.0] };
        let other = Meadow { rules: vec![1.0, 0.0, -0.5], ..one.clone() };
        let config = NetConfig::for_game(&one).with_trunk(blocks, channels);
        let codes = Unit::available().map(|unit| (kernel, Method::Direct(unit)));
        assert_agreement_of(&config, &batch(&[one, other]), codes, ROUNDED);
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
    let first = learner.step(&batch).unwrap();
    assert!(first.get("recall") > 0.0 && first.get("count") > 0.0, "{first:?}");
    for _ in 0..20 {
        learner.step(&batch).unwrap();
    }
    let last = learner.step(&batch).unwrap();
    assert!(last.get("recall") < first.get("recall"), "{last:?}");
    // Its parameters are kept as those of the others are.
    let network = learner.network();
    assert!(network.arrays().iter().any(|array| array.name == "recall.count.weight"));
    let again = Network::from_arrays(&config, network.arrays(), &Device::flex());
    assert_eq!(again.map(|network| network.hash()), Ok(network.hash()));
}
