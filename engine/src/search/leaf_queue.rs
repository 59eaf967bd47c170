//! A search that selects leaves while others are evaluated on other threads.

use crate::Game;
use crate::search::playout::Playout;
use crate::search::{Evaluation, Request, Search, SearchError};

/// Parts into which the leaves that wait at once are divided: while one is backed up and selected
/// anew, threads work on the others.
const PARTS: usize = 8;

/// Some leaves that want an evaluation, apart from their search.
#[derive(Debug)]
pub struct Leaves<G: Game>(Vec<Playout<G>>);

impl<G: Game> Leaves<G> {
    /// What is asked about each.
    pub fn requests(&self) -> impl ExactSizeIterator<Item = Request<'_, G>> {
        self.0.iter().map(Playout::request)
    }
}

/// Evaluators that work beside the search.
pub trait LeafQueue<G: Game> {
    /// Adds leaves at the end.
    fn put(&mut self, leaves: Leaves<G>);

    /// Waits for the leaves that were put first, and takes them out with one evaluation for each, in
    /// their order.
    ///
    /// # Panics
    /// May panic when there are none.
    fn take(&mut self) -> (Leaves<G>, Vec<Evaluation>);
}

impl<G: Game> Search<G> {
    /// Most threads that [`run_beside`](Self::run_beside) can keep busy.
    pub fn parts_at_once(&self) -> usize {
        usize::from(self.params.batch) / self.part()
    }

    /// Leaves that go out together.
    fn part(&self) -> usize {
        usize::from(self.params.batch).div_ceil(PARTS)
    }

    /// Goes on to the end, or until `go_on` says no, with leaves evaluated in `queue`. `go_on` is asked
    /// whenever some leaves have come back, and no more once it has said no. Up to
    /// [`SearchParams::batch`](crate::search::SearchParams::batch) leaves are in the queue at once.
    ///
    /// The tree depends on the evaluations alone, never on when they come: leaves go out and come back
    /// in a fixed order. It differs from the tree of [`run`](Self::run), which waits for whole
    /// batches, where the batch is larger than one.
    ///
    /// # Errors
    /// When an evaluation does not fit, or `go_on` fails. No leaf stays in the queue then either.
    pub fn run_beside<E: From<SearchError>>(
        &mut self,
        game: &G,
        queue: &mut impl LeafQueue<G>,
        mut go_on: impl FnMut(&Self) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (most, part) = (usize::from(self.params.batch), self.part());
        let mut verdict = Ok(true);
        loop {
            while matches!(verdict, Ok(true)) && self.lent + part <= most {
                let leaves = self.lend(game, part);
                if leaves.0.is_empty() {
                    break;
                }
                queue.put(leaves);
            }
            if self.lent == 0 {
                break;
            }
            let (leaves, answers) = queue.take();
            let returned = self.take_back(game, leaves, &answers).map_err(E::from);
            verdict = match (verdict, returned) {
                (Ok(true), Ok(())) => go_on(self),
                (Ok(_), Err(error)) => Err(error),
                (verdict, _) => verdict,
            };
        }
        verdict?;
        self.settle(game);
        Ok(())
    }

    /// Takes up to `most` leaves out of the search.
    fn lend(&mut self, game: &G, most: usize) -> Leaves<G> {
        self.collect(game, most);
        self.lent += self.waiting.len();
        Leaves(self.waiting.drain(..).collect())
    }

    /// Takes leaves back, with an evaluation for each. Where these do not fit, the rest is forgotten.
    fn take_back(
        &mut self,
        game: &G,
        leaves: Leaves<G>,
        answers: &[Evaluation],
    ) -> Result<(), SearchError> {
        let (expected, found) = (leaves.0.len(), answers.len());
        self.lent -= expected;
        self.waiting.extend(leaves.0);
        let fits = if found == expected {
            answers.iter().try_for_each(|answer| self.supply(game, answer))
        } else {
            Err(SearchError::AnswerCount { expected, found })
        };
        self.abandon_requests();
        fits
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::search::{Evaluate, Rollouts, SearchParams};
    use crate::{Side, Wdl};

    /// Answers when it must.
    struct Late<E>(E, VecDeque<Leaves<TicTacToe>>);

    impl<E: Evaluate<TicTacToe>> LeafQueue<TicTacToe> for Late<E> {
        fn put(&mut self, leaves: Leaves<TicTacToe>) {
            self.1.push_back(leaves);
        }

        fn take(&mut self) -> (Leaves<TicTacToe>, Vec<Evaluation>) {
            let leaves = self.1.pop_front().unwrap();
            let requests: Vec<_> = leaves.requests().collect();
            let answers = self.0.evaluate(&TicTacToe, &requests);
            (leaves, answers)
        }
    }

    /// Answers at once.
    struct Soon(Rollouts<TicTacToe>, VecDeque<(Leaves<TicTacToe>, Vec<Evaluation>)>);

    impl LeafQueue<TicTacToe> for Soon {
        fn put(&mut self, leaves: Leaves<TicTacToe>) {
            let answers = self.0.evaluate(&TicTacToe, &leaves.requests().collect::<Vec<_>>());
            self.1.push_back((leaves, answers));
        }

        fn take(&mut self) -> (Leaves<TicTacToe>, Vec<Evaluation>) {
            self.1.pop_front().unwrap()
        }
    }

    fn search(playouts: u32, batch: u16) -> Search<TicTacToe> {
        let params = SearchParams { batch, ..SearchParams::rollouts(playouts) };
        Search::new(&TicTacToe, &TicTacToe.start(Side::Attackers), params, 1855).unwrap()
    }

    fn to_the_end(_: &Search<TicTacToe>) -> Result<bool, SearchError> {
        Ok(true)
    }

    #[test]
    fn the_tree_does_not_depend_on_when_answers_come() {
        for batch in [1, 2, 7, 16, 100] {
            let [mut late, mut soon] = [search(500, batch), search(500, batch)];
            let mut queue = Late(Rollouts::new(), VecDeque::new());
            late.run_beside(&TicTacToe, &mut queue, to_the_end).unwrap();
            let mut queue = Soon(Rollouts::new(), VecDeque::new());
            soon.run_beside(&TicTacToe, &mut queue, to_the_end).unwrap();
            assert_eq!(late.outline(&TicTacToe, 9), soon.outline(&TicTacToe, 9));
            assert_eq!(late.playouts(), 500);
            assert!(late.is_done());
        }
    }

    #[test]
    fn one_leaf_at_once_gives_the_tree_of_a_plain_run() {
        let [mut beside, mut plain] = [search(500, 1), search(500, 1)];
        let mut queue = Late(Rollouts::new(), VecDeque::new());
        beside.run_beside(&TicTacToe, &mut queue, to_the_end).unwrap();
        plain.run(&TicTacToe, &mut Rollouts::new()).unwrap();
        assert_eq!(beside.outline(&TicTacToe, 9), plain.outline(&TicTacToe, 9));
    }

    #[test]
    fn whoever_stops_it_finds_the_queue_empty_and_can_go_on() {
        let mut search = search(500, 16);
        let mut queue = Late(Rollouts::new(), VecDeque::new());
        let mut refusals = 0;
        let stop = |search: &Search<_>| {
            refusals += u32::from(search.playouts() >= 100);
            Ok::<_, SearchError>(search.playouts() < 100)
        };
        search.run_beside(&TicTacToe, &mut queue, stop).unwrap();
        assert_eq!(refusals, 1);
        assert!(queue.1.is_empty() && (100..130).contains(&search.playouts()));
        search.run_beside(&TicTacToe, &mut queue, to_the_end).unwrap();
        assert_eq!(search.playouts(), 500);
    }

    #[test]
    fn an_error_leaves_nothing_behind() {
        struct Broken;
        impl Evaluate<TicTacToe> for Broken {
            fn evaluate(
                &mut self,
                _: &TicTacToe,
                asked: &[Request<'_, TicTacToe>],
            ) -> Vec<Evaluation> {
                let wdl = Wdl { attackers: f32::NAN, draw: 0.0, defenders: 0.0 };
                asked.iter().map(|_| Evaluation { wdl, logits: Vec::new() }).collect()
            }
        }
        let mut search = search(500, 16);
        let mut queue = Late(Rollouts::new(), VecDeque::new());
        let stop = |search: &Search<_>| Ok::<_, SearchError>(search.playouts() < 100);
        search.run_beside(&TicTacToe, &mut queue, stop).unwrap();
        let mut broken = Late(Broken, VecDeque::new());
        let error = search.run_beside(&TicTacToe, &mut broken, to_the_end).unwrap_err();
        assert_eq!(error, SearchError::NotFinite);
        assert!(broken.1.is_empty());
        search.run_beside(&TicTacToe, &mut queue, to_the_end).unwrap();
        assert_eq!(search.playouts(), 500);
    }
}
