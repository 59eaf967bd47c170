//! Samples side by side, each turned by a symmetry of its rule set.

use imperial_engine::BoardShape;
use rand::{Rng, RngExt};

use super::model::PolicyScores;
use super::sample::{Sample, turned};

/// Samples on boards of one size, ready for the network; rule sets may differ.
///
/// Move lists are padded to the longest one. With `b` samples and `a` places for moves:
#[derive(Clone, Debug)]
pub struct Batch {
    /// The board of every sample.
    pub board: BoardShape,
    /// Number of samples, `b`.
    pub len: usize,
    /// Places for moves, `a`, at least 1.
    pub moves: usize,
    /// Input planes, `[b, planes, height, width]`.
    pub planes: Vec<f32>,
    /// Rule vectors, `[b, rules]`.
    pub rules: Vec<f32>,
    /// `from * squares + to` of every move, `[b, a]`; 0 in the padding.
    pub pairs: Vec<i32>,
    /// Kind of choice of every move, `[b, a]`: 0 none, 1 declining, 2 + s the victim on square s;
    /// 0 in the padding.
    pub choices: Vec<i32>,
    /// 0 for a move and −10⁹ for padding, `[b, a]`, to be added to the logits.
    pub mask: Vec<f32>,
    /// Target shares of the moves, `[b, a]`; all 0 for a sample without policy.
    pub policy: Vec<f32>,
    /// Samples that have a policy.
    pub policies: usize,
    /// Targets for attackers win, draw, defenders win, `[b, 3]`.
    pub wdl: Vec<f32>,
    /// Targets for plies left, `[b]`, as `ln(1 + plies)`.
    pub plies_left: Vec<f32>,
}

/// Added to the logit of padding. Finite, so that its product with a share of 0 is 0, and far
/// below any logit, so that its probability is exactly 0.
pub const PADDING: f32 = -1e9;

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
        let moves = samples.iter().map(|(sample, _)| sample.actions.len()).max();
        let moves = moves.unwrap_or(0).max(1);
        let mut batch = Self {
            board: first.board(),
            len: samples.len(),
            moves,
            planes: Vec::with_capacity(
                samples.len() * first.source.planes * first.board().squares(),
            ),
            rules: Vec::new(),
            pairs: Vec::with_capacity(samples.len() * moves),
            choices: Vec::with_capacity(samples.len() * moves),
            mask: Vec::with_capacity(samples.len() * moves),
            policy: Vec::with_capacity(samples.len() * moves),
            policies: 0,
            wdl: Vec::with_capacity(3 * samples.len()),
            plies_left: Vec::with_capacity(samples.len()),
        };
        for (sample, symmetry) in samples {
            batch.push(sample, *symmetry);
        }
        batch
    }

    fn push(&mut self, sample: &Sample, symmetry: usize) {
        assert!(sample.board() == self.board, "a batch holds boards of one size");
        let permutation = &sample.source.symmetries[symmetry];
        let start = self.planes.len();
        self.planes.resize(start + sample.source.planes * permutation.len(), 0.0);
        sample.planes.unpack(permutation, &mut self.planes[start..]);
        self.rules.extend(&sample.source.rules);
        self.push_moves(sample, permutation);
        self.policies += usize::from(!sample.policy.is_empty());
        self.wdl.extend(sample.wdl);
        self.plies_left.push(sample.plies_left.ln_1p());
    }

    fn push_moves(&mut self, sample: &Sample, permutation: &[u16]) {
        let squares = permutation.len() as i32;
        for (action, share) in sample.actions.iter().zip(&sample.policy) {
            let action = turned(*action, permutation);
            self.pairs.push(i32::from(action.from) * squares + i32::from(action.to));
            self.choices.push(PolicyScores::choice_index(action.choice));
            self.mask.push(0.0);
            self.policy.push(*share);
        }
        let end = self.wdl.len() / 3 * self.moves + self.moves;
        self.pairs.resize(end, 0);
        self.choices.resize(end, 0);
        self.mask.resize(end, PADDING);
        self.policy.resize(end, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::games::tic_tac_toe::TicTacToe;
    use imperial_engine::{Action, Choice, Game, Side, Wdl};

    use super::*;
    use crate::net::SampleSource;

    const WDL: Wdl = Wdl { attackers: 0.5, draw: 0.25, defenders: 0.25 };

    fn sample(text: &str) -> Sample {
        let game = TicTacToe;
        let position = game.parse_position(text).unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
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
            for (pair, action) in batch.pairs.iter().zip(&sample.actions) {
                let square = permutation[usize::from(action.to)];
                assert_eq!(*pair, i32::from(square) * 10);
                assert!(!taken(usize::from(square)), "a move to a taken square");
            }
        }
    }

    #[test]
    fn the_chosen_victim_turns_with_the_board() {
        let quarter: Vec<u16> = vec![2, 5, 8, 1, 4, 7, 0, 3, 6];
        let action = Action { from: 0, to: 2, choice: Choice::Square(1) };
        let image = Action { from: 2, to: 8, choice: Choice::Square(5) };
        assert_eq!(turned(action, &quarter), image);
        assert_eq!(PolicyScores::choice_index(image.choice), 7);
    }

    #[test]
    fn shorter_move_lists_are_padded() {
        let long = sample(".../.../...");
        let short = sample("xox/.xo/o..");
        let batch = Batch::new(&[(&short, 0), (&long, 3)]);
        assert_eq!((batch.len, batch.moves, batch.policies), (2, 9, 2));
        assert_eq!(batch.mask[..9], [0.0, 0.0, 0.0, -1e9, -1e9, -1e9, -1e9, -1e9, -1e9]);
        assert_eq!(batch.policy[..4], [0.1, 0.2, 0.3, 0.0]);
        assert!(batch.mask[9..].iter().all(|mask| *mask == 0.0));
        assert_eq!(batch.plies_left, [5f32.ln(); 2]);
    }

    #[test]
    fn a_sample_without_policy_counts_for_the_value_alone() {
        let game = TicTacToe;
        let start = game.start(Side::Attackers);
        let bare = Sample::new(&SampleSource::new(&game), &game, &start, &[], WDL, 9);
        let batch = Batch::new(&[(&bare, 0), (&bare, 1)]);
        assert_eq!((batch.policies, batch.moves), (0, 1));
        assert_eq!(batch.policy, [0.0, 0.0]);
    }
}
