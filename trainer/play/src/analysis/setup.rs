//! Where a game stands.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game, MoveError, PositionError, Side, with_game};

/// How a game began and what was played, as texts so that it fits every game. Its history counts for
/// repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The position string; `None` is the start of the game.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// A setup that is none of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The position is none of this game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be read or played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move after the end of the game, unless people may have passed over that end.
    #[error("`{0}` cannot be played, the game is over: {1}")]
    MoveAfterEnd(String, String),
}

impl Setup {
    /// Whether all of this can be read and played.
    pub fn check(&self, rules: &AnyGame) -> Result<(), SetupError> {
        with_game!(rules, |game| self.position(game).map(drop))
    }

    /// The position that the game began with.
    pub fn beginning<G: Game>(&self, game: &G) -> Result<G::Position, PositionError> {
        match &self.start {
            Some(text) => game.parse_position(text),
            None => Ok(game.start(game.first().usual())),
        }
    }

    /// Who moves first, and the position that the game began with, as a record names it: not at all where the rules say
    /// it.
    pub fn recorded_start<G: Game>(
        &self,
        game: &G,
    ) -> Result<(Side, Option<String>), PositionError> {
        let beginning = self.beginning(game)?;
        let first = game.side_to_move(&beginning);
        let start = game.format_position(&beginning);
        let usual = game.first().allows(first).then(|| game.format_position(&game.start(first)));
        Ok((first, Some(start).filter(|start| usual.as_ref() != Some(start))))
    }

    /// The position after the moves.
    pub fn position<G: Game>(&self, game: &G) -> Result<G::Position, SetupError> {
        let mut position = self.beginning(game)?;
        for text in &self.moves {
            let over = game.outcome(&position).filter(|outcome| !outcome.cause.can_be_passed());
            if let Some(outcome) = over {
                return Err(SetupError::MoveAfterEnd(text.clone(), game.tell(outcome)));
            }
            let mv = game.parse_move(&position, text)?;
            game.play(&mut position, mv);
        }
        Ok(position)
    }
}

/// A line of moves from `position`, as texts.
pub fn line_of<G: Game>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let write = |mv: &G::Move| {
        let text = game.format_move(&position, *mv);
        game.play(&mut position, *mv);
        text
    };
    line.iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// People overlook repetitions; records of their games go on, and can be looked at.
    #[test]
    fn what_people_pass_over_ends_no_setup() {
        let rules = AnyGame::by_name("brandubh").expect("embedded");
        let round = ["d6-b6", "d5-f5", "b6-d6", "f5-d5"];
        let moves = round.iter().chain(&round).chain(&["d6-a6"]).map(ToString::to_string);
        let mut setup = Setup { start: None, moves: moves.collect() };
        setup.check(&rules).expect("a game that went on");
        // Without a king nobody goes on.
        setup.start = Some("7/7/7/7/7/7/7 a".to_owned());
        setup.moves = vec!["a1-a2".to_owned()];
        assert!(matches!(setup.check(&rules), Err(SetupError::MoveAfterEnd(..))));
    }
}
