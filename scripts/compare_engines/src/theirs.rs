//! Tablut of the crate `hnefatafl`, by the way of playing that checks least: known moves are played
//! without checking them again, and no history of positions is kept.

use hnefatafl::aliases::{MediumBasicGameLogic, MediumBasicGameState};
use hnefatafl::board::state::BoardState;
use hnefatafl::game::GameStatus;
use hnefatafl::play::ValidPlay;
use hnefatafl::preset::{boards, rules};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::{Engine, PLY_LIMIT};

pub struct Theirs {
    logic: MediumBasicGameLogic,
    start: MediumBasicGameState,
    plays: Vec<ValidPlay>,
}

impl Theirs {
    pub fn new() -> Self {
        let start = MediumBasicGameState::new(boards::TABLUT, rules::TABLUT.starting_side)
            .expect("the crate reads its own board");
        let logic = MediumBasicGameLogic::new(rules::TABLUT, start.board.side_len());
        Self { logic, start, plays: Vec::new() }
    }

    /// All plays of the side to move.
    fn list(&mut self, state: &MediumBasicGameState) {
        self.plays.clear();
        for tile in state.board.occupied_by_side(state.side_to_play) {
            if let Ok(plays) = self.logic.iter_plays(tile, state) {
                self.plays.extend(plays);
            }
        }
    }
}

impl Engine for Theirs {
    fn name(&self) -> &'static str {
        "hnefatafl 0.0.2 tablut"
    }

    fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> u32 {
        let mut state = self.start;
        let mut plies = 0;
        while state.status == GameStatus::Ongoing && plies < PLY_LIMIT {
            self.list(&state);
            let Some(play) = self.plays.choose(rng) else { break };
            state = self.logic.do_valid_play(*play, state).new_state;
            plies += 1;
        }
        plies
    }
}
