//! Threads that evaluate the leaves of one search while it selects others.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use imperial_engine::Game;
use imperial_engine::search::{Evaluate, Evaluation, LeafQueue, Leaves, Search, SearchError};

/// Evaluators with a thread each; the first works on the thread of the search.
///
/// The tree does not depend on how many there are, as long as they answer alike.
#[derive(Debug)]
pub struct Crew<E> {
    workers: Vec<E>,
}

impl<E> Crew<E> {
    /// One thread for each of `workers`.
    ///
    /// # Panics
    /// Without any.
    pub fn new(workers: Vec<E>) -> Self {
        assert!(!workers.is_empty(), "a crew has a worker");
        Self { workers }
    }

    /// Searches to the end, or until `go_on` says no. See [`Search::run_beside`].
    ///
    /// # Errors
    /// When an evaluation does not fit, or `go_on` fails.
    ///
    /// # Panics
    /// When an evaluator does.
    pub fn search<G: Game, X: From<SearchError>>(
        &mut self,
        game: &G,
        search: &mut Search<G>,
        go_on: impl FnMut(&Search<G>) -> Result<bool, X>,
    ) -> Result<(), X>
    where
        E: Evaluate<G> + Send,
    {
        let desk = Desk::new();
        let (own, others) = self.workers.split_first_mut().expect("a crew has a worker");
        thread::scope(|scope| {
            let _closes = Closes(&desk);
            for worker in others.iter_mut().take(search.parts_at_once() - 1) {
                let desk = &desk;
                scope.spawn(move || desk.serve(game, worker));
            }
            search.run_beside(game, &mut Window { game, desk: &desk, own }, go_on)
        })
    }
}

/// Leaves on their way, in the order in which they go back.
struct Desk<G: Game> {
    papers: Mutex<Papers<G>>,
    news: Condvar,
}

struct Papers<G: Game> {
    parts: VecDeque<Part<G>>,
    /// Parts that have gone back.
    gone: usize,
    closed: bool,
}

enum Part<G: Game> {
    Waits(Leaves<G>),
    Taken,
    Done(Leaves<G>, Vec<Evaluation>),
}

impl<G: Game> Papers<G> {
    /// The first part that nobody works on, with its number.
    fn next(&mut self) -> Option<(usize, Leaves<G>)> {
        let nth = self.parts.iter().position(|part| matches!(part, Part::Waits(_)))?;
        match std::mem::replace(&mut self.parts[nth], Part::Taken) {
            Part::Waits(leaves) => Some((self.gone + nth, leaves)),
            Part::Taken | Part::Done(..) => unreachable!("it was found waiting"),
        }
    }
}

impl<G: Game> Desk<G> {
    fn new() -> Self {
        let papers = Papers { parts: VecDeque::new(), gone: 0, closed: false };
        Self { papers: Mutex::new(papers), news: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Papers<G>> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, papers: MutexGuard<'a, Papers<G>>) -> MutexGuard<'a, Papers<G>> {
        self.news.wait(papers).unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }

    /// Evaluates one part without holding up the others.
    fn answer(
        &self,
        game: &G,
        worker: &mut impl Evaluate<G>,
        (number, leaves): (usize, Leaves<G>),
    ) {
        let answers = worker.evaluate(game, &leaves.requests().collect::<Vec<_>>());
        let mut papers = self.lock();
        let nth = number - papers.gone;
        papers.parts[nth] = Part::Done(leaves, answers);
        drop(papers);
        self.news.notify_all();
    }

    /// Evaluates until the desk is closed.
    fn serve(&self, game: &G, worker: &mut impl Evaluate<G>) {
        let _closes = Closes(self);
        loop {
            let mut papers = self.lock();
            let part = loop {
                if papers.closed {
                    return;
                }
                if let Some(part) = papers.next() {
                    break part;
                }
                papers = self.wait(papers);
            };
            drop(papers);
            self.answer(game, worker, part);
        }
    }
}

/// Closes the desk when its owner leaves or panics, so that nobody waits there for ever.
struct Closes<'a, G: Game>(&'a Desk<G>);

impl<G: Game> Drop for Closes<'_, G> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The search's side of the desk. Instead of waiting it evaluates, too.
struct Window<'a, G: Game, E> {
    game: &'a G,
    desk: &'a Desk<G>,
    own: &'a mut E,
}

impl<G: Game, E: Evaluate<G>> LeafQueue<G> for Window<'_, G, E> {
    fn put(&mut self, leaves: Leaves<G>) {
        self.desk.lock().parts.push_back(Part::Waits(leaves));
        self.desk.news.notify_one();
    }

    fn take(&mut self) -> (Leaves<G>, Vec<Evaluation>) {
        let mut papers = self.desk.lock();
        loop {
            assert!(!papers.closed, "an evaluator has panicked");
            papers = match papers.parts.pop_front() {
                Some(Part::Done(leaves, answers)) => {
                    papers.gone += 1;
                    return (leaves, answers);
                }
                Some(part) => {
                    papers.parts.push_front(part);
                    match papers.next() {
                        Some(part) => {
                            drop(papers);
                            self.desk.answer(self.game, self.own, part);
                            self.desk.lock()
                        }
                        None => self.desk.wait(papers),
                    }
                }
                None => panic!("leaves are taken that were never put"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::Side;
    use imperial_engine::games::tic_tac_toe::TicTacToe;
    use imperial_engine::search::{Request, Rollouts, SearchParams};

    fn search(batch: u16) -> Search<TicTacToe> {
        let params = SearchParams { batch, ..SearchParams::rollouts(500) };
        Search::new(&TicTacToe, &TicTacToe.start(Side::Attackers), params, 3).expect("a search")
    }

    fn to_the_end(_: &Search<TicTacToe>) -> Result<bool, SearchError> {
        Ok(true)
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        for batch in [1, 8, 32] {
            let outline = |workers: usize| {
                let mut crew = Crew::new((0..workers).map(|_| Rollouts::new()).collect());
                let mut search = search(batch);
                crew.search(&TicTacToe, &mut search, to_the_end).expect("a result");
                search.outline(&TicTacToe, 9)
            };
            assert_eq!(outline(1), outline(2));
            assert_eq!(outline(1), outline(5));
        }
    }

    /// Panics on one of the threads beside the search, and is slow on that of the search.
    struct Bad(thread::ThreadId);

    impl Evaluate<TicTacToe> for Bad {
        fn evaluate(
            &mut self,
            game: &TicTacToe,
            asked: &[Request<'_, TicTacToe>],
        ) -> Vec<Evaluation> {
            assert_eq!(thread::current().id(), self.0, "on purpose");
            thread::sleep(std::time::Duration::from_millis(1));
            Rollouts::new().evaluate(game, asked)
        }
    }

    #[test]
    #[should_panic(expected = "an evaluator has panicked")]
    fn a_panic_ends_the_search() {
        let here = thread::current().id();
        let mut crew = Crew::new(vec![Bad(here), Bad(here)]);
        let _ = crew.search(&TicTacToe, &mut search(32), to_the_end);
    }
}
