//! The network as an evaluator of the search by burn, on any device: for GPUs.

use burn::tensor::activation::softmax;
use burn::tensor::{DType, Device, Int, IntDType, Tensor, TensorData};
use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{Action, BoardShape, Encode, Wdl};

use super::asked::{Asked, EvaluateMixed, by_board, evaluate_requests};
use super::bits::{Bits, Boards};
use super::cpu::Precision;
use super::halves::{HALF, tensor};
use super::model::{Network, Outputs};
use super::modules::numbers;
use super::move_targets::MoveTargets;
use super::{MismatchError, NetConfig};

/// Evaluates by burn, all positions of a call in one batch.
///
/// Results may differ in the last bits with the size of the batch.
#[derive(Debug)]
pub struct BurnEvaluator {
    network: Network,
    device: Device,
    /// What it computes in.
    kind: DType,
    /// The integers of the device.
    integers: IntDType,
}

/// Most positions that are judged at once: more take no less time each, and those of 19x19 have as many moves as
/// numbers of 32 bits can tell apart.
pub(super) const MOST: usize = 1 << 14;

impl BurnEvaluator {
    /// An evaluator on the device where the weights of `network` are, in all of `f32`.
    ///
    /// # Errors
    /// When the network was made for other games than `game`.
    pub fn new(network: Network, game: &impl Encode) -> Result<Self, MismatchError> {
        network.config().check_game(game)?;
        Ok(Self::mixed(network, Precision::Exact))
    }

    /// The same for all games that the network was made for ([`NetConfig::check_game`]). [`Precision::Fast`] computes
    /// in 16 bits (f16), which GPUs do several times as fast.
    pub fn mixed(network: Network, precision: Precision) -> Self {
        let device = network.device();
        let network = network.without_graph();
        let (network, kind) = match precision {
            Precision::Fast => (network.in_halves(), HALF),
            Precision::Exact => (network, DType::F32),
        };
        let device = device.without_autodiff();
        let integers = Tensor::<1, Int>::zeros([1], &device).dtype().into();
        Self { network, device, kind, integers }
    }

    /// Sizes of the network.
    pub fn config(&self) -> &NetConfig {
        self.network.config()
    }

    /// Judges positions that were got ready by [`Question::all`].
    pub(super) fn judge(&self, question: Question) -> Answer {
        let Question { board, planes, rules, moves } = question;
        let count = moves.counts.len();
        let planes = planes.on(self.config().planes, board, (&self.device, self.kind));
        let shape = [count, rules.len() / count];
        let rules = (shape[1] > 0).then(|| tensor(&rules, shape, &self.device, self.kind));
        let Outputs { policy, value, .. } = self.network.forward(planes, rules);
        let indices = |values: Vec<i32>| {
            let data = TensorData::from(&values[..]);
            Tensor::<1, Int>::from_data(data, (&self.device, DType::I32)).cast(self.integers)
        };
        let mut parts = vec![softmax(value, 1).reshape([3 * count])];
        if !moves.pairs.is_empty() {
            let choices = moves.choices.into_iter().map(indices).collect();
            parts.push(policy.listed(indices(moves.pairs), choices));
        }
        // Fetched from the device in one go.
        Answer { counts: moves.counts, numbers: numbers(Tensor::cat(parts, 0)) }
    }
}

/// What a network says to a question.
#[derive(Debug)]
pub(super) struct Answer {
    /// How many moves each position has.
    counts: Vec<usize>,
    /// Probabilities of attackers win, draw, defenders win, and behind those of all positions the logits of all moves.
    numbers: Vec<f32>,
}

impl Answer {
    /// What it says to so many positions, then to so many others, and so on.
    pub fn split(self, sizes: &[usize]) -> Vec<Self> {
        let (mut results, mut logits) = self.numbers.split_at(3 * self.counts.len());
        let mut counts = &self.counts[..];
        let mut part = |size: &usize| {
            let (own, others) = counts.split_at(*size);
            let (wdl, later) = results.split_at(3 * size);
            let (scores, rest) = logits.split_at(own.iter().sum());
            (counts, results, logits) = (others, later, rest);
            Self { counts: own.to_vec(), numbers: [wdl, scores].concat() }
        };
        sizes.iter().map(&mut part).collect()
    }

    /// Position by position.
    pub fn evaluations(self) -> Vec<Evaluation> {
        let (results, mut logits) = self.numbers.split_at(3 * self.counts.len());
        let mut answers = Vec::with_capacity(self.counts.len());
        for (count, wdl) in self.counts.into_iter().zip(results.chunks_exact(3)) {
            let (own, rest) = logits.split_at(count);
            let wdl = Wdl { attackers: wdl[0], draw: wdl[1], defenders: wdl[2] };
            answers.push(Evaluation { wdl, logits: own.to_vec() });
            logits = rest;
        }
        answers
    }
}

/// Positions on one board as a device wants them.
#[derive(Debug)]
pub(super) struct Question {
    board: BoardShape,
    planes: Boards,
    /// `[b, rules]`
    rules: Vec<f32>,
    moves: Listed,
}

impl Question {
    /// Positions of any boards for a network of these sizes, in questions that are not too large, each with the places
    /// of its positions.
    pub fn all(net: &NetConfig, asked: &[&dyn Asked]) -> Vec<(Self, Vec<usize>)> {
        let mut all = Vec::new();
        for (board, places) in by_board(asked) {
            for places in places.chunks(MOST) {
                let together: Vec<&dyn Asked> = places.iter().map(|place| asked[*place]).collect();
                all.push((Self::new(net, board, &together), places.to_vec()));
            }
        }
        all
    }

    fn new(net: &NetConfig, board: BoardShape, asked: &[&dyn Asked]) -> Self {
        let rules = asked.iter().flat_map(|position| &position.rules()[..net.rules]);
        let rules = rules.copied().collect();
        Self { board, planes: boards(net, board, asked), rules, moves: Listed::new(board, asked) }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.moves.counts.len()
    }

    /// Whether both can be one question.
    pub fn goes_with(&self, other: &Self) -> bool {
        self.board == other.board
            && matches!(
                (&self.planes, &other.planes),
                (Boards::Bits(_), Boards::Bits(_)) | (Boards::Numbers(_), Boards::Numbers(_))
            )
    }

    /// Adds the positions of a question that [goes with](Self::goes_with) this one.
    pub fn append(&mut self, other: Self) {
        match (&mut self.planes, other.planes) {
            (Boards::Bits(own), Boards::Bits(others)) => own.append(others),
            (Boards::Numbers(own), Boards::Numbers(others)) => own.extend(others),
            _ => panic!("both as bits, or none"),
        }
        self.rules.extend(other.rules);
        self.moves.append(other.moves, self.board.squares() as i32);
    }
}

/// The planes of all positions, one position at a time: a million numbers would take longer to reach the memory and
/// come back than to be made.
fn boards(net: &NetConfig, board: BoardShape, asked: &[&dyn Asked]) -> Boards {
    let (mut all, mut one) = (Vec::new(), vec![0.0; net.planes * board.squares()]);
    let mut bits = Bits::new(net.planes, board);
    let fits = asked.iter().all(|position| {
        position.encode(&mut all, &mut one);
        bits.push(&one)
    });
    if fits {
        return Boards::Bits(bits);
    }
    let mut values = Vec::with_capacity(asked.len() * one.len());
    for position in asked {
        position.encode(&mut all, &mut one);
        values.extend_from_slice(&one);
    }
    Boards::Numbers(values)
}

/// The moves of all positions one after the other.
#[derive(Debug)]
struct Listed {
    /// How many each position has.
    counts: Vec<usize>,
    /// Where the scores of their squares are among those of the whole batch.
    pairs: Vec<i32>,
    /// The same for their choices: the first one of each move, then the second, and so on; 0 where a move has none.
    choices: Vec<Vec<i32>>,
}

impl Listed {
    fn new(board: BoardShape, asked: &[&dyn Asked]) -> Self {
        let mut listed = Self { counts: Vec::new(), pairs: Vec::new(), choices: Vec::new() };
        let squares = board.squares() as i32;
        for (number, position) in (0..).zip(asked) {
            let before = listed.pairs.len();
            position.actions(&mut |action| {
                let Action { from, to, choice } = action;
                for (nth, choice) in MoveTargets::choice_indices(choice).enumerate() {
                    listed.choose(nth, choice, number * (squares + 2));
                }
                let pair = i32::from(from) * squares + i32::from(to);
                listed.pairs.push(number * squares * squares + pair);
            });
            listed.counts.push(listed.pairs.len() - before);
        }
        listed.fill();
        listed
    }

    /// The move that comes next has `choice` as its choice number `nth`; that of no choice, 0, scores nothing.
    fn choose(&mut self, nth: usize, choice: i32, first: i32) {
        if choice == 0 {
            return;
        }
        while self.choices.len() <= nth {
            self.choices.push(Vec::new());
        }
        let list = &mut self.choices[nth];
        list.resize(self.pairs.len(), 0);
        list.push(first + choice);
    }

    /// Moves at the end may have no choice.
    fn fill(&mut self) {
        let moves = self.pairs.len();
        self.choices.iter_mut().for_each(|list| list.resize(moves, 0));
    }

    fn append(&mut self, other: Self, squares: i32) {
        let (before, first) = (self.pairs.len(), self.counts.len() as i32);
        self.counts.extend(other.counts);
        self.pairs.extend(other.pairs.iter().map(|pair| pair + first * squares * squares));
        let place = |choice: &i32| if *choice == 0 { 0 } else { choice + first * (squares + 2) };
        while self.choices.len() < other.choices.len() {
            self.choices.push(Vec::new());
        }
        for (own, others) in self.choices.iter_mut().zip(&other.choices) {
            own.resize(before, 0);
            own.extend(others.iter().map(place));
        }
        self.fill();
    }
}

impl EvaluateMixed for BurnEvaluator {
    /// # Panics
    /// When a position is of a game that the network was not made for.
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        let questions = Question::all(self.config(), asked).into_iter();
        placed(asked.len(), questions.map(|(question, places)| (self.judge(question), places)))
    }
}

/// The evaluations of so many positions from answers with the places of theirs.
pub(super) fn placed(
    count: usize,
    answers: impl Iterator<Item = (Answer, Vec<usize>)>,
) -> Vec<Evaluation> {
    let mut all: Vec<Option<Evaluation>> = vec![None; count];
    for (answer, places) in answers {
        let one_by_one = places.into_iter().zip(answer.evaluations());
        one_by_one.for_each(|(place, one)| all[place] = Some(one));
    }
    all.into_iter().flatten().collect()
}

impl<G: Encode> Evaluate<G> for BurnEvaluator {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        evaluate_requests(self, game, requests)
    }
}
