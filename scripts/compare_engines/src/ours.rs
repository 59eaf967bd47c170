//! `tablut-linnaeus` of this project, repetition and all other rules included.

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::Tafl;
use imperial_engine::{Game, Side};
use rand::rngs::Xoshiro256PlusPlus;

use crate::{Engine, PLY_LIMIT};

/// Words of a set of squares on the 9x9 board.
const WORDS: usize = 2;

pub struct Ours {
    game: Box<Tafl<WORDS>>,
    start: <Tafl<WORDS> as Game>::Position,
    position: <Tafl<WORDS> as Game>::Position,
    moves: Vec<<Tafl<WORDS> as Game>::Move>,
}

impl Ours {
    pub fn new() -> Self {
        let Ok(AnyGame::TaflMedium(game)) = AnyGame::by_name("tablut-linnaeus") else {
            panic!("tablut-linnaeus is a game on 9x9 squares");
        };
        assert_eq!(game.rules().ply_limit, PLY_LIMIT, "both engines have one limit");
        let start = game.start(Side::Attackers);
        Self { game, position: start.clone(), start, moves: Vec::new() }
    }
}

impl Engine for Ours {
    fn name(&self) -> &'static str {
        "imperial tablut-linnaeus"
    }

    fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> u32 {
        self.position.clone_from(&self.start);
        while self.game.outcome(&self.position).is_none() {
            let mv = self.game.random_move(&self.position, rng, &mut self.moves);
            self.game.play(&mut self.position, mv.expect("a game that goes on has a move"));
        }
        self.game.ply(&self.position)
    }
}
