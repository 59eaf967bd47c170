//! Samples side by side, each turned by a symmetry of its rule set.

use imperial_engine::BoardShape;
use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::move_targets::MoveTargets;
use super::sample::Sample;

/// Samples on boards of one size, ready for the network; rule sets may differ. With `b` samples
/// on boards of `s` squares:
#[derive(Clone, Debug)]
pub struct Batch {
    /// The board of every sample.
    pub board: BoardShape,
    /// Number of samples, `b`.
    pub len: usize,
    /// Input planes, `[b, planes, height, width]`.
    pub planes: Vec<f32>,
    /// Rule vectors, `[b, rules]`.
    pub rules: Vec<f32>,
    /// Weights of the samples, `[b]`.
    pub weights: Vec<f32>,
    /// Their sum.
    pub weight: f32,
    /// Targets for the moves.
    pub policy: MoveTargets,
    /// Targets for the moves of the next ply.
    pub reply: MoveTargets,
    /// Targets for attackers win, draw, defenders win, `[b, 3]`.
    pub wdl: Vec<f32>,
    /// Targets for plies left, `[b]`, as `ln(1 + plies)`.
    pub plies_left: Vec<f32>,
    /// What every square holds at the end: 1 at its place and 0 at the others, `[b, contents, s]`;
    /// all 0 for a sample without this target.
    pub occupancy: Vec<f32>,
    /// Sum of the weights of the samples with an end.
    pub occupancy_weight: f32,
}

impl Batch {
    /// Draws `size` samples with replacement and a symmetry for each.
    ///
    /// The first draw decides the board; samples with other boards are passed over, so every size
    /// of board gets its share of the batches.
    ///
    /// # Panics
    /// When there are no samples or `size` is 0.
    pub fn draw(samples: &[Sample], size: usize, rng: &mut impl Rng) -> Self {
        assert!(size > 0, "a batch holds at least one sample");
        let mut drawn: Vec<(&Sample, usize)> = Vec::with_capacity(size);
        while drawn.len() < size {
            let sample = &samples[rng.random_range(0..samples.len())];
            if drawn.first().is_none_or(|(first, _)| first.board() == sample.board()) {
                drawn.push((sample, rng.random_range(0..sample.source.symmetries.len())));
            }
        }
        Self::new(&drawn)
    }

    /// A batch of these samples, each turned by the symmetry of that number.
    ///
    /// # Panics
    /// When there are no samples, or their boards differ.
    pub fn new(samples: &[(&Sample, usize)]) -> Self {
        let (first, _) = samples[0];
        let (board, len) = (first.board(), samples.len());
        let places = |moves: fn(&Sample) -> usize| {
            samples.iter().map(|(sample, _)| moves(sample)).max().unwrap_or(0)
        };
        let mut batch = Self {
            board,
            len,
            planes: planes_of(samples),
            rules: Vec::new(),
            weights: Vec::with_capacity(len),
            weight: 0.0,
            policy: MoveTargets::new(len, places(|sample| sample.policy.len())),
            reply: MoveTargets::new(len, places(|sample| sample.reply.len())),
            wdl: Vec::with_capacity(3 * len),
            plies_left: Vec::with_capacity(len),
            occupancy: Vec::with_capacity(len * first.source.contents * board.squares()),
            occupancy_weight: 0.0,
        };
        for (sample, symmetry) in samples {
            batch.push(sample, *symmetry);
        }
        batch
    }

    /// Adds everything of a sample but its planes.
    fn push(&mut self, sample: &Sample, symmetry: usize) {
        let permutation = &sample.source.symmetries[symmetry];
        self.rules.extend(&sample.source.rules);
        self.weights.push(sample.weight);
        self.weight += sample.weight;
        self.policy.push(&sample.policy, permutation, sample.weight);
        self.reply.push(&sample.reply, permutation, sample.weight);
        self.wdl.extend(sample.wdl);
        self.plies_left.push(sample.plies_left.ln_1p());
        self.push_occupancy(sample, permutation);
    }

    fn push_occupancy(&mut self, sample: &Sample, permutation: &[u16]) {
        let (start, squares) = (self.occupancy.len(), permutation.len());
        self.occupancy.resize(start + sample.source.contents * squares, 0.0);
        let Some(occupancy) = &sample.occupancy else { return };
        for (content, target) in occupancy.iter().zip(permutation) {
            let place = usize::from(*content) * squares + usize::from(*target);
            self.occupancy[start + place] = 1.0;
        }
        self.occupancy_weight += sample.weight;
    }
}

/// The input planes of samples on boards of one size, by all threads.
fn planes_of(samples: &[(&Sample, usize)]) -> Vec<f32> {
    let source = &samples[0].0.source;
    let alike =
        |sample: &Sample| sample.board() == source.board && sample.source.planes == source.planes;
    let all_alike = samples.iter().all(|(sample, _)| alike(sample));
    assert!(all_alike, "a batch holds boards of one size, and planes of one number");
    let each = source.planes * source.board.squares();
    let mut planes = vec![0.0; samples.len() * each];
    planes.par_chunks_exact_mut(each).zip(samples).for_each(|(planes, (sample, symmetry))| {
        sample.planes.unpack(&sample.source.symmetries[*symmetry], planes);
    });
    planes
}

/// One sample of a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchRow<'a> {
    /// The batch.
    pub batch: &'a Batch,
    /// Number of the sample in it.
    pub number: usize,
}

impl<'a> BatchRow<'a> {
    /// Its input planes, `[planes, height, width]`.
    #[inline(always)]
    pub(super) fn planes(&self) -> &'a [f32] {
        self.of(&self.batch.planes)
    }

    /// Its rule vector.
    #[inline(always)]
    pub(super) fn rules(&self) -> &'a [f32] {
        self.of(&self.batch.rules)
    }

    /// Its part of what all samples have as much of.
    #[inline(always)]
    fn of(&self, all: &'a [f32]) -> &'a [f32] {
        let each = all.len() / self.batch.len;
        &all[self.number * each..][..each]
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::games::tic_tac_toe::TicTacToe;
    use imperial_engine::{Game, Side, Wdl};

    use super::*;
    use crate::{SampleSource, occupancy, test_game::Meadow};

    const WDL: Wdl = Wdl { attackers: 0.5, draw: 0.25, defenders: 0.25 };

    fn sample(text: &str) -> Sample {
        let game = TicTacToe;
        let position = game.parse_position(text).unwrap();
        let moves = game.moves(&position);
        let policy: Vec<_> = moves.iter().zip(1..).map(|(mv, n)| (*mv, n as f32 / 10.0)).collect();
        Sample::new(&SampleSource::new(&game), &game, &position, &policy, WDL, 4)
    }

    #[test]
    fn planes_and_moves_turn_together() {
        let sample = sample("x../.o./x.o");
        for symmetry in 0..8 {
            let batch = Batch::new(&[(&sample, symmetry)]);
            let permutation = &sample.source.symmetries[symmetry];
            let crosses: Vec<usize> = (0..9).filter(|s| batch.planes[*s] == 1.0).collect();
            let mut expected = [permutation[0], permutation[6]].map(usize::from);
            expected.sort_unstable();
            assert_eq!(crosses, expected);
            let taken = |square: usize| batch.planes[square] + batch.planes[9 + square] > 0.0;
            for (pair, (action, _)) in batch.policy.pairs.iter().zip(sample.policy().iter()) {
                let square = permutation[usize::from(action.to)];
                assert_eq!(*pair, i32::from(square) * 10);
                assert!(!taken(usize::from(square)), "a move to a taken square");
            }
        }
    }

    #[test]
    fn shorter_move_lists_are_padded() {
        let long = sample(".../.../...");
        let short = sample("xox/.xo/o..");
        let batch = Batch::new(&[(&short, 0), (&long, 3)]);
        let policy = &batch.policy;
        assert_eq!((batch.len, policy.places, policy.weight), (2, 9, 2.0));
        assert_eq!(policy.mask[..9], [0.0, 0.0, 0.0, -1e9, -1e9, -1e9, -1e9, -1e9, -1e9]);
        assert_eq!(policy.shares[..4], [0.1, 0.2, 0.3, 0.0]);
        assert!(policy.mask[9..].iter().all(|mask| *mask == 0.0));
        assert_eq!(batch.plies_left, [5f32.ln(); 2]);
    }

    #[test]
    fn a_sample_without_policy_counts_for_the_value_alone() {
        let game = TicTacToe;
        let start = game.start(Side::Attackers);
        let bare = Sample::new(&SampleSource::new(&game), &game, &start, &[], WDL, 9);
        let batch = Batch::new(&[(&bare, 0), (&bare, 1)]);
        assert_eq!((batch.policy.weight, batch.policy.places), (0.0, 1));
        assert_eq!(batch.policy.shares, [0.0, 0.0]);
        assert_eq!((batch.reply.weight, batch.occupancy_weight), (0.0, 0.0));
        assert_eq!(batch.weights, [1.0, 1.0]);
    }

    #[test]
    fn the_end_turns_with_the_board_and_counts_by_weight() {
        let game = Meadow::square(3);
        let bare = Sample::new(&SampleSource::new(&game), &game, &7, &[], WDL, 9);
        let end = occupancy(&game, &8);
        let ended = bare.clone().with_occupancy(end.clone()).with_weight(0.5);
        let batch = Batch::new(&[(&bare, 0), (&ended, 1)]);
        assert_eq!((batch.occupancy_weight, batch.weights), (0.5, vec![1.0, 0.5]));
        let (nothing, planes) = batch.occupancy.split_at(batch.occupancy.len() / 2);
        assert!(nothing.iter().all(|value| *value == 0.0));
        for (square, content) in end.iter().enumerate() {
            let turned = 8 - square;
            let column: Vec<f32> = planes.iter().skip(turned).step_by(9).copied().collect();
            let expected: Vec<f32> = (0..column.len())
                .map(|c| f32::from(u8::from(c == usize::from(*content))))
                .collect();
            assert_eq!(column, expected);
        }
    }

    #[test]
    fn boards_get_batches_in_proportion_to_their_samples() {
        let wdl = WDL;
        let samples: Vec<Sample> = (0..90u64)
            .map(|seed| {
                let game = Meadow::square(if seed % 3 == 0 { 5 } else { 4 });
                Sample::new(&SampleSource::new(&game), &game, &seed, &[], wdl, 1)
            })
            .collect();
        let mut rng = imperial_engine::game_stream(1, 1);
        let small = (0..600).filter(|_| Batch::draw(&samples, 8, &mut rng).board.width == 4);
        let small = small.count();
        assert!((340..460).contains(&small), "{small} of 600, 400 expected");
    }
}
