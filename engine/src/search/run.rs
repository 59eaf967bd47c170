//! A whole search with one evaluator.

use crate::Game;
use crate::search::{Evaluate, Search, SearchError, SearchParams, SearchResult, Step};

/// Searches from `position`, whose history counts. All chance comes from `seed`.
///
/// # Errors
/// When the game is over, a parameter is out of range, or the evaluator gives wrong answers.
pub fn run<G: Game>(
    game: &G,
    position: &G::Position,
    params: SearchParams,
    seed: u64,
    evaluator: &mut impl Evaluate<G>,
) -> Result<SearchResult<G::Move>, SearchError> {
    Search::new(game, position, params, seed)?.run(game, evaluator)
}

impl<G: Game> Search<G> {
    /// Goes on to the end with one evaluator.
    ///
    /// # Errors
    /// When the evaluator gives wrong answers.
    pub fn run(
        &mut self,
        game: &G,
        evaluator: &mut impl Evaluate<G>,
    ) -> Result<SearchResult<G::Move>, SearchError> {
        while self.advance(game) == Step::Evaluate {
            self.answer(game, evaluator)?;
        }
        Ok(self.result(game).expect("a search that is done has a root"))
    }

    /// Has all requests that wait answered by one call of `evaluator`.
    ///
    /// # Errors
    /// When the evaluator gives wrong answers.
    pub fn answer(
        &mut self,
        game: &G,
        evaluator: &mut (impl Evaluate<G> + ?Sized),
    ) -> Result<(), SearchError> {
        let requests: Vec<_> = self.requests().collect();
        let (expected, answers) = (requests.len(), evaluator.evaluate(game, &requests));
        if answers.len() != expected {
            return Err(SearchError::AnswerCount { expected, found: answers.len() });
        }
        answers.iter().try_for_each(|answer| self.supply(game, answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::search::{Evaluation, Request};
    use crate::{Side, Wdl};

    struct Silent;

    impl<G: Game> Evaluate<G> for Silent {
        fn evaluate(&mut self, _game: &G, _requests: &[Request<'_, G>]) -> Vec<Evaluation> {
            Vec::new()
        }
    }

    struct Broken;

    impl<G: Game> Evaluate<G> for Broken {
        fn evaluate(&mut self, _game: &G, _requests: &[Request<'_, G>]) -> Vec<Evaluation> {
            let wdl = Wdl { attackers: f32::NAN, draw: 0.0, defenders: 0.0 };
            vec![Evaluation { wdl, logits: Vec::new() }]
        }
    }

    #[test]
    fn bad_evaluators_are_errors() {
        let start = TicTacToe.start(Side::Attackers);
        let params = SearchParams::rollouts(10);
        let error = run(&TicTacToe, &start, params, 0, &mut Silent).unwrap_err();
        assert_eq!(error.to_string(), "the evaluator answered 0 of 1 requests");
        let error = run(&TicTacToe, &start, params, 0, &mut Broken).unwrap_err();
        assert_eq!(error, SearchError::NotFinite);
    }
}
