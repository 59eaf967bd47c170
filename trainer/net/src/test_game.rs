//! A game without sense on boards of any size, to show a network whatever it may meet.

use imperial_engine::{
    Action, BoardShape, Choice, Encode, First, Game, MoveError, Outcome, PieceKind, PositionError,
    Side, SquareSet, derive_seed, game_stream,
};
use rand::RngExt;

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
        let mut square = || rng.random_range(0..squares);
        // Sets of squares are for small boards.
        let kinds = if squares <= 64 { 4 } else { 3 };
        *moves = (0..count)
            .map(|_| Action {
                from: square(),
                to: square(),
                choice: match square() % kinds {
                    0 => Choice::Plain,
                    1 => Choice::Decline,
                    2 => Choice::Square(square()),
                    _ => {
                        let squares = [square(), square(), square()];
                        let bits = squares.into_iter().fold(0, |set, square| set | 1 << square);
                        Choice::Squares(SquareSet::from_bits(bits))
                    }
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

const PIECE_KINDS: [PieceKind; 2] = [
    PieceKind { letter: 'c', name: "cow", side: Side::Attackers, is_royal: false, mark: None },
    PieceKind { letter: 'b', name: "bull", side: Side::Defenders, is_royal: true, mark: None },
];

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

    fn rule_names(&self) -> &'static [&'static str] {
        &["sun", "rain", "wind"]
    }

    fn action(&self, mv: Action) -> Action {
        mv
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        let squares = self.width * self.height;
        vec![(0..squares).collect(), (0..squares).rev().collect()]
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    fn piece_on(&self, position: &u64, square: u16) -> Option<usize> {
        game_stream(*position, 3 + u64::from(square)).random_range(0..3_usize).checked_sub(1)
    }
}
