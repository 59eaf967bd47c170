//! The requests of a batch, shared among threads.

use imperial_engine::Game;
use imperial_engine::search::{Evaluate, Evaluation, Request};
use rayon::prelude::*;

/// Evaluators of which each answers its part of a batch on a thread of its own.
///
/// Answers do not depend on the number of evaluators, as long as these answer alike.
#[derive(Debug)]
pub struct Parallel<E> {
    workers: Vec<E>,
}

impl<E> Parallel<E> {
    /// One thread for each of `workers`.
    pub fn new(workers: Vec<E>) -> Self {
        Self { workers }
    }
}

impl<G: Game, E: Evaluate<G> + Send> Evaluate<G> for Parallel<E> {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        // Waking threads takes longer than many an evaluation.
        if let ([worker, ..], 0..=1) | ([worker], _) = (self.workers.as_mut_slice(), requests.len())
        {
            return worker.evaluate(game, requests);
        }
        let share = requests.len().div_ceil(self.workers.len().max(1)).max(1);
        let parts = requests.par_chunks(share);
        let answers = self.workers.par_iter_mut().zip(parts);
        answers.flat_map_iter(|(worker, part)| worker.evaluate(game, part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::Side;
    use imperial_engine::games::tic_tac_toe::TicTacToe;
    use imperial_engine::search::{Rollouts, Search, SearchParams};

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let outline = |workers: usize| {
            let mut workers = Parallel::new((0..workers).map(|_| Rollouts::new()).collect());
            let start = TicTacToe.start(Side::Attackers);
            let params = SearchParams { batch: 8, ..SearchParams::rollouts(500) };
            let mut search = Search::new(&TicTacToe, &start, params, 3).expect("a search");
            search.run(&TicTacToe, &mut workers).expect("a result");
            search.outline(&TicTacToe, 9)
        };
        assert_eq!(outline(1), outline(2));
        assert_eq!(outline(1), outline(5));
    }
}
