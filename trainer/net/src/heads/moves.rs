//! Heads that score moves: every move from one square to another by `F[from] · T[to] / √d`, plus a score of the
//! choice that goes with it. It fits every board and every kind of movement.

use burn::tensor::{DType, Device, Int, Tensor, TensorData};
use imperial_engine::{Action, Choice};

use super::head::{Head, TrunkOutput};
use crate::NetConfig;
use crate::batch::{Batch, BatchRow};
use crate::cpu::aligned::Aligned;
use crate::cpu::dense::{dense, squares};
use crate::cpu::image::{Grid, Image};
use crate::cpu::lanes::Lanes;
use crate::cpu::layers::Matrix;
use crate::cpu::sums::{add_scaled, dot};
use crate::cpu::{HeadScratch, View};
use crate::layer::{Kind, Layer, Weights, named};
use crate::loss::{Factor, LossKind, cross_entropy, entropy_of, mean_over};
use crate::modules::Modules;
use crate::move_targets::MoveTargets;

/// A head that scores the moves of some ply.
#[derive(Clone, Copy)]
pub struct MoveHead {
    /// Its name, and that of its loss.
    pub name: &'static str,
    /// Whether a network has it.
    pub is_in: fn(&NetConfig) -> bool,
    /// The loss: the cross-entropy in nats.
    pub losses: &'static [LossKind],
    /// What it should say.
    pub targets: fn(&Batch) -> &MoveTargets,
}

/// The vectors F and T of every square, one after the other.
const SQUARES: &str = "squares";
/// How good a victim stands on each square.
const VICTIM: &str = "victim";
/// How good it is to decline a capture.
const DECLINE: &str = "decline";

impl Head for MoveHead {
    fn name(&self) -> &'static str {
        self.name
    }

    fn layers(&self, config: &NetConfig) -> Vec<Layer> {
        if !(self.is_in)(config) {
            return Vec::new();
        }
        let channels = config.channels;
        vec![
            Layer::new(SQUARES, Kind::Squares, [channels, 2 * config.policy_width], 1.0),
            Layer::new(VICTIM, Kind::Squares, [channels, 1], 0.0),
            Layer::new(DECLINE, Kind::Pooled, [2 * channels, 1], 0.0),
        ]
    }

    fn losses(&self) -> &'static [LossKind] {
        self.losses
    }

    fn losses_by_burn(
        &self,
        layers: &Modules<'_>,
        trunk: &TrunkOutput,
        batch: &Batch,
        device: &Device,
    ) -> Vec<Tensor<1>> {
        let moves = (self.targets)(batch);
        let shape = [batch.len, moves.places];
        let floats = |values: &[f32]| {
            Tensor::<2>::from_data(TensorData::new(values.to_vec(), shape), device)
        };
        let indices =
            |values: &[i32]| Tensor::from_data(TensorData::new(values.to_vec(), shape), device);
        let choices = std::iter::once(&moves.choices).chain(&moves.further);
        let choices = choices.map(|list| indices(list)).collect();
        let logits = scores(layers, trunk).logits(indices(&moves.pairs), choices);
        // Samples that list no moves have shares of 0 and add nothing.
        let entropy = entropy_of(logits + floats(&moves.mask), floats(&moves.shares));
        vec![(entropy * mean_over(batch, moves.weight, device)).sum()]
    }

    #[inline(always)]
    fn compare(&self, view: &mut View<'_>, row: BatchRow<'_>, weights: &[f32]) -> [f32; 2] {
        let moves = (self.targets)(row.batch);
        let factor = Factor::new(row, moves.weight, weights[0]);
        let (pairs, choices, shares) = moves.of_sample(row.number);
        let (columns, declining) = (view.place(SQUARES), view.place(DECLINE).start);
        let (victims, d) = (view.place(VICTIM).start, columns.len() / 2);
        let root = 1.0 / (d as f32).sqrt();
        let width = view.width;
        let HeadScratch { vectors, of_vectors, outputs, of_outputs, logits, places, .. } =
            view.scratch;
        let squares = |pair: i32| {
            let pair = pair as usize;
            let at = |square: usize| places[square] * width + columns.start;
            (at(pair / places.len()), at(pair % places.len()) + d)
        };
        let victim = |choice: i32| places[choice as usize - 2] * width + victims;
        logits.clear();
        for (place, (pair, choice)) in pairs.iter().zip(choices).enumerate() {
            let (from, to) = squares(*pair);
            let mut chosen = match choice {
                0 => 0.0,
                1 => outputs[declining],
                _ => vectors[victim(*choice)],
            };
            for further in moves.further_of(row.number, place) {
                chosen += vectors[victim(further)];
            }
            let score = dot(&vectors[from..][..d], &vectors[to..][..d]);
            logits.push(score * root + chosen);
        }
        let loss = cross_entropy(logits, shares.iter().copied(), factor);
        let chosen = pairs.iter().zip(choices).zip(&*logits).enumerate();
        for (place, ((pair, choice), gradient)) in chosen {
            let (from, to) = squares(*pair);
            let scaled = gradient * root;
            add_scaled(&mut of_vectors[from..][..d], &vectors[to..][..d], scaled);
            add_scaled(&mut of_vectors[to..][..d], &vectors[from..][..d], scaled);
            match choice {
                0 => {}
                1 => of_outputs[declining] += gradient,
                _ => of_vectors[victim(*choice)] += gradient,
            }
            for further in moves.further_of(row.number, place) {
                of_vectors[victim(further)] += gradient;
            }
        }
        [loss, 0.0]
    }
}

/// Scores from which the logit of any move is gathered.
#[derive(Debug)]
pub struct PolicyScores {
    /// Of every pair of squares, index `from * s + to`: `[b, s * s]`.
    pub pairs: Tensor<2>,
    /// Of every choice, by [`MoveTargets::choice_indices`]: `[b, 2 + s]`.
    pub choices: Tensor<2>,
}

impl PolicyScores {
    /// Logits of `a` moves of each position, `[b, a]`, in `f32`.
    ///
    /// `pairs` holds `from * s + to` and `choices` the indices that [`MoveTargets::choice_indices`] gives:
    /// the first of each move, then the second, and so on, 0 where there is none. All are `[b, a]`.
    pub fn logits(self, pairs: Tensor<2, Int>, choices: Vec<Tensor<2, Int>>) -> Tensor<2> {
        let pairs = self.pairs.gather(1, pairs);
        let all =
            choices.into_iter().fold(pairs, |sum, one| sum + self.choices.clone().gather(1, one));
        all.cast(DType::F32)
    }

    /// Logits of moves of all positions one after the other, `[moves]`, in `f32`: as [`logits`](Self::logits), but the
    /// indices count through the whole batch.
    pub fn listed(self, pairs: Tensor<1, Int>, choices: Vec<Tensor<1, Int>>) -> Tensor<1> {
        let (pairs, choosing) =
            (self.pairs.flatten::<1>(0, 1).select(0, pairs), self.choices.flatten::<1>(0, 1));
        let all = choices.into_iter().fold(pairs, |sum, one| sum + choosing.clone().select(0, one));
        all.cast(DType::F32)
    }
}

/// What the layers of such a head say, by burn.
pub fn scores(layers: &Modules<'_>, trunk: &TrunkOutput) -> PolicyScores {
    let [batch, _, height, width] = trunk.squares.dims();
    let squares = height * width;
    let vectors = layers.conv(SQUARES, trunk.squares.clone());
    let d = vectors.dims()[1] / 2;
    let vectors = vectors.reshape([batch, 2 * d, squares]);
    let from = vectors.clone().narrow(1, 0, d).transpose() / (d as f32).sqrt();
    let to = vectors.narrow(1, d, d);
    let pairs = from.matmul(to);
    let victim = layers.conv(VICTIM, trunk.squares.clone()).reshape([batch, squares]);
    let plain = victim.clone().narrow(1, 0, 1).zeros_like();
    let decline = layers.dense(DECLINE, trunk.pooled.clone());
    let choices = Tensor::cat(vec![plain, decline, victim], 1);
    PolicyScores { pairs: pairs.reshape([batch, squares * squares]), choices }
}

/// The layers of the policy, laid out for play.
#[derive(Debug)]
pub struct PlayedPolicy {
    /// The vectors F and T.
    pub squares: Matrix,
    /// Scores declining.
    pub decline: Matrix,
    /// Half the vectors' common length.
    d: usize,
    victim: Vec<f32>,
    victim_bias: f32,
}

/// What it says about one position.
#[derive(Clone, Debug)]
pub struct PlayedMoves {
    /// F and T of every square.
    vectors: Aligned,
    decline: Aligned,
}

impl PlayedPolicy {
    /// Lays out the layers for blocks of `block` outputs; the trunk has `channels` channels, padding
    /// included.
    pub fn new(weights: &[Weights], channels: usize, block: usize) -> Self {
        let layer = |name| named(weights, "policy", name);
        let squares = layer(SQUARES);
        Self {
            squares: Matrix::new(squares, block),
            decline: Matrix::pooled(layer(DECLINE), channels, block),
            d: squares.layer.outputs / 2,
            victim: layer(VICTIM).weights.clone(),
            victim_bias: layer(VICTIM).bias[0],
        }
    }

    /// Room for the answer about a position on a board of so many squares.
    pub fn answer(&self, squares: usize) -> PlayedMoves {
        PlayedMoves {
            vectors: Aligned::zeros(squares * self.squares.outputs),
            decline: Aligned::zeros(self.decline.outputs),
        }
    }

    /// Runs the layers on the output of the trunk.
    ///
    /// # Safety
    /// The machine has the instructions of `L`.
    #[inline(always)]
    pub unsafe fn run<L: Lanes>(
        &self,
        grid: &Grid,
        (trunk, pooled): (&Image, &[f32]),
        answer: &mut PlayedMoves,
    ) {
        // SAFETY: the caller vouches for the instructions; the functions check all lengths.
        unsafe {
            dense::<L>(&self.decline, pooled, &mut answer.decline);
            squares::<L>(grid, &self.squares, trunk, &mut answer.vectors);
        }
    }

    /// The logit of a move. `trunk` is what the layers ran on.
    pub fn logit(&self, answer: &PlayedMoves, grid: &Grid, trunk: &Image, action: Action) -> f32 {
        let d = self.d;
        let vectors =
            |square: u16| &answer.vectors[usize::from(square) * self.squares.outputs..][..2 * d];
        let (from, to) = (&vectors(action.from)[..d], &vectors(action.to)[d..]);
        let choice = match action.choice {
            Choice::Plain => 0.0,
            Choice::Decline => answer.decline[0],
            Choice::Square(square) => self.victim(grid, trunk, usize::from(square)),
            Choice::Squares(squares) => {
                squares.iter().map(|square| self.victim(grid, trunk, usize::from(square))).sum()
            }
        };
        dot(from, to) / (d as f32).sqrt() + choice
    }

    fn victim(&self, grid: &Grid, trunk: &Image, square: usize) -> f32 {
        let width = grid.board.width;
        let at = grid.square(square % width, square / width) * trunk.channels;
        dot(&trunk.values[at..][..self.victim.len()], &self.victim) + self.victim_bias
    }
}
