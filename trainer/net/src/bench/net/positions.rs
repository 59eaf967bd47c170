//! Positions to evaluate and to learn from.

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{Action, Choice, Encode, Side, Wdl, with_game};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::{
    BurnEvaluator, MismatchError, MoveTargets, NetConfig, Network, Safetensors, Sample,
    SampleSource, move_shares, occupancy,
};

/// Number of positions.
const COUNT: usize = 128;
/// Most random plies from the start to a position.
const PLIES: u32 = 60;
/// Positions that are evaluated at once for a file.
const BATCH: usize = 32;

/// Adds positions of `game` and what `network` says to them.
///
/// # Errors
/// When the network was made for other games.
pub fn add_positions(
    game: &AnyGame,
    file: &mut Safetensors,
    network: &Network,
) -> Result<(), MismatchError> {
    with_game!(game, |game| {
        let mut evaluator = BurnEvaluator::new(network.clone(), game)?;
        let positions = Positions::new(game);
        let answers = positions.evaluate(game, &mut evaluator, BATCH);
        positions.add_to(file, game, network.config(), &answers);
        Ok(())
    })
}

/// Positions from random games, always the same for a rule set, with their legal moves.
#[derive(Debug)]
pub struct Positions<G: Encode>(Vec<(G::Position, Vec<G::Move>)>);

impl<G: Encode> Positions<G> {
    /// Positions of `game` that are not over.
    pub fn new(game: &G) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1855);
        let mut positions = Vec::with_capacity(COUNT);
        while positions.len() < COUNT {
            let mut position = game.start(Side::ALL[positions.len() % 2]);
            let mut moves = Vec::new();
            for _ in 0..rng.random_range(0..PLIES) {
                if game.outcome(&position).is_some() {
                    break;
                }
                let mv = game.random_move(&position, &mut rng, &mut moves);
                game.play(&mut position, mv.expect("a game that goes on has a move"));
            }
            if game.outcome(&position).is_none() {
                moves.clear();
                game.legal_moves(&position, &mut moves);
                positions.push((position, moves));
            }
        }
        Self(positions)
    }

    /// Number of positions.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Evaluates all, `batch` in a call; where that is more than there are, each of them as often as fills it.
    pub fn evaluate<'a>(
        &'a self,
        game: &G,
        evaluator: &mut impl Evaluate<G>,
        batch: usize,
    ) -> Vec<Evaluation> {
        let request = |(position, moves): &'a (G::Position, Vec<G::Move>)| Request {
            position,
            moves,
            seed: 0,
        };
        let all = self.0.iter().cycle().take(COUNT.max(batch)).map(request);
        let requests: Vec<Request<'a, G>> = all.collect();
        requests.chunks(batch).flat_map(|some| evaluator.evaluate(game, some)).collect()
    }

    /// `count` samples with all targets, whose values are made up.
    pub fn samples(&self, game: &G, count: usize) -> Vec<Sample> {
        let source = SampleSource::new(game);
        let policy = |number: usize| -> Vec<(G::Move, f32)> {
            let moves = &self.0[number % COUNT].1;
            moves.iter().map(|mv| (*mv, 1.0 / moves.len() as f32)).collect()
        };
        let sample = |number: usize| {
            let position = &self.0[number % COUNT].0;
            let wdl = Wdl { attackers: 0.5, draw: 0.25, defenders: 0.25 };
            let sample = Sample::new(&source, game, position, &policy(number), wdl, number as u32);
            let sample = sample.with_reply(move_shares(game, &policy(number + 1)));
            let end = occupancy(game, &self.0[(number + 2) % COUNT].0);
            sample.with_occupancy(end)
        };
        (0..count).map(sample).collect()
    }

    /// Adds the planes (`positions.planes`), rule vectors (`positions.rules`), and what `answers` says
    /// to them: probabilities of attackers win, draw, defenders win (`positions.wdl`) and the logits of
    /// the legal moves (`positions.logit`, −∞ where there are no more) with their squares
    /// (`positions.from`, `positions.to`) and choices (`positions.choice`: 0 none, 1 declining, 2 + s the
    /// victim on square s, −1 several, which the notation names), planes and rules as far as `net` knows them.
    /// Positions and moves in notation are metadata (`positions`, `moves`).
    pub fn add_to(
        &self,
        file: &mut Safetensors,
        game: &G,
        net: &NetConfig,
        answers: &[Evaluation],
    ) {
        let (board, planes) = (game.board(), net.planes);
        let mut all = vec![0.0; game.planes().len() * board.squares()];
        let mut values = vec![0.0; COUNT * planes * board.squares()];
        for ((position, _), planes) in
            self.0.iter().zip(values.chunks_exact_mut(planes * board.squares()))
        {
            game.encode(position, &mut all);
            planes.copy_from_slice(&all[..planes.len()]);
        }
        file.add("positions.planes", &[COUNT, planes, board.height, board.width], &values);
        let rules = &game.rule_vector()[..net.rules];
        file.add("positions.rules", &[COUNT, rules.len()], &rules.repeat(COUNT));
        let wdl = answers.iter().flat_map(|a| [a.wdl.attackers, a.wdl.draw, a.wdl.defenders]);
        file.add("positions.wdl", &[COUNT, 3], &wdl.collect::<Vec<f32>>());
        let most = self.0.iter().map(|(_, moves)| moves.len()).max().unwrap_or(0);
        let filled = |logits: &[f32]| {
            let none = std::iter::repeat_n(f32::NEG_INFINITY, most - logits.len());
            logits.iter().copied().chain(none).collect::<Vec<f32>>()
        };
        let logits: Vec<f32> = answers.iter().flat_map(|answer| filled(&answer.logits)).collect();
        file.add("positions.logit", &[COUNT, most], &logits);
        let mut add = |name: &str, value: fn(Action) -> i32| {
            let of_moves = |moves: &[G::Move]| {
                let values = moves.iter().map(|mv| value(game.action(*mv)));
                values.chain(std::iter::repeat_n(0, most - moves.len())).collect::<Vec<i32>>()
            };
            let values: Vec<i32> = self.0.iter().flat_map(|(_, moves)| of_moves(moves)).collect();
            file.add_integers(name, &[COUNT, most], &values);
        };
        add("positions.from", |action| action.from.into());
        add("positions.to", |action| action.to.into());
        add("positions.choice", |action| match action.choice {
            Choice::Squares(_) => -1,
            one => MoveTargets::choice_indices(one).next().unwrap_or(0),
        });
        let texts = self.0.iter().map(|(position, _)| game.format_position(position));
        file.describe("positions", &texts.collect::<Vec<_>>());
        let notation = |(position, moves): &(G::Position, Vec<G::Move>)| {
            moves.iter().map(|mv| game.format_move(position, *mv)).collect()
        };
        file.describe("moves", &self.0.iter().map(notation).collect::<Vec<Vec<String>>>());
    }
}

/// Probabilities and logits one after the other.
pub fn numbers(evaluations: &[Evaluation]) -> impl Iterator<Item = f32> {
    evaluations.iter().flat_map(|evaluation| {
        let Wdl { attackers, draw, defenders } = evaluation.wdl;
        [attackers, draw, defenders].into_iter().chain(evaluation.logits.iter().copied())
    })
}
