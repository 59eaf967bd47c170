//! A game without sense on boards of any size, to show a network whatever it may meet, and a
//! network without sense.

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{Device, Tensor, TensorData};
use imperial_engine::{
    Action, BoardShape, Choice, Encode, First, Game, MoveError, Outcome, PositionError, Side,
    derive_seed, game_stream,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::{NetConfig, Network};

/// Positions are seeds: planes and moves are drawn from them.
#[derive(Clone, Debug)]
pub struct Meadow {
    pub width: u16,
    pub height: u16,
    pub rules: Vec<f32>,
}

const PLANES: [&str; 5] = ["cows", "sheep", "thistles", "molehills", "rain"];

impl Meadow {
    pub fn square(size: u16) -> Self {
        Self { width: size, height: size, rules: vec![0.5, -1.0, 1.0] }
    }

    pub fn moves(&self, position: u64) -> Vec<Action> {
        let mut moves = Vec::new();
        self.legal_moves(&position, &mut moves);
        moves
    }
}

impl Game for Meadow {
    type Position = u64;
    type Move = Action;

    fn name(&self) -> &'static str {
        "meadow"
    }

    fn first(&self) -> First {
        First::Lot
    }

    fn start(&self, _first: Side) -> u64 {
        0
    }

    fn side_to_move(&self, _position: &u64) -> Side {
        Side::Attackers
    }

    fn ply(&self, _position: &u64) -> u32 {
        0
    }

    fn legal_moves(&self, position: &u64, moves: &mut Vec<Action>) {
        let mut rng = game_stream(*position, 1);
        let squares = self.width * self.height;
        let count = rng.random_range(1..40);
        *moves = (0..count)
            .map(|_| Action {
                from: rng.random_range(0..squares),
                to: rng.random_range(0..squares),
                choice: match rng.random_range(0..3) {
                    0 => Choice::Plain,
                    1 => Choice::Decline,
                    _ => Choice::Square(rng.random_range(0..squares)),
                },
            })
            .collect();
    }

    fn play(&self, position: &mut u64, mv: Action) {
        *position = derive_seed(*position, &format!("{mv:?}"));
    }

    fn outcome(&self, _position: &u64) -> Option<Outcome> {
        None
    }

    fn format_move(&self, _position: &u64, mv: Action) -> String {
        format!("{mv:?}")
    }

    fn parse_move(&self, _position: &u64, text: &str) -> Result<Action, MoveError> {
        Err(MoveError::new(text, "cows do not read"))
    }

    fn format_position(&self, position: &u64) -> String {
        position.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<u64, PositionError> {
        text.parse().map_err(|_| PositionError::new(text, "a position is a number"))
    }

    fn draw(&self, position: &u64) -> String {
        position.to_string()
    }
}

impl Encode for Meadow {
    fn family(&self) -> &'static str {
        "meadow"
    }

    fn board(&self) -> BoardShape {
        BoardShape { width: self.width.into(), height: self.height.into() }
    }

    fn planes(&self) -> &'static [&'static str] {
        &PLANES
    }

    fn encode(&self, position: &u64, planes: &mut [f32]) {
        let mut rng = game_stream(*position, 2);
        planes.fill_with(|| if rng.random() { rng.random() } else { 0.0 });
    }

    fn rule_vector(&self) -> Vec<f32> {
        self.rules.clone()
    }

    fn contents(&self) -> &'static [&'static str] {
        &["grass", "a cow", "a hole"]
    }

    fn occupancy(&self, position: &u64, squares: &mut [u8]) {
        let mut rng = game_stream(*position, 3);
        squares.fill_with(|| rng.random_range(0..3));
    }

    fn action(&self, mv: Action) -> Action {
        mv
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        let squares = self.width * self.height;
        vec![(0..squares).collect(), (0..squares).rev().collect()]
    }
}

/// A network with noise on all weights: a new one has many that are 0.
pub fn shaken(config: &NetConfig, device: &Device) -> Network {
    Network::new(config, device, 3).map(&mut Shake(game_stream(3, 0)))
}

struct Shake(ChaCha8Rng);

impl ModuleMapper for Shake {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|weights| {
            let shape = weights.dims();
            let inputs = shape[1..].iter().product::<usize>().max(100);
            let bound = 0.8 / (inputs as f32).sqrt();
            let draw = |_| (self.0.random::<f32>() * 2.0 - 1.0) * bound;
            let noise: Vec<f32> = (0..shape.iter().product()).map(draw).collect();
            let noise = Tensor::from_data(TensorData::new(noise, shape), &weights.device());
            let needed = weights.is_require_grad();
            (weights + noise).detach().set_require_grad(needed)
        })
    }
}
