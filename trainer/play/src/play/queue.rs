//! The games that are to be played, as the threads share them.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::lane::Lane;

/// A game that has not begun: the number of its job, and its own.
pub(super) type Task = (usize, u64);

/// What a thread does next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It begins these games, and goes on with all of its table.
    Table(Vec<Task>),
    /// It plays this game by itself, and then comes [back](Queue::come_back).
    Alone(Task),
    /// Nothing: all games are over, or there was an error.
    Over,
}

/// All games that are not over. Each thread has a *table* of games that it plays in step. The last games move
/// between the tables, so that no thread is idle while another has several.
pub(super) struct Queue<'a> {
    state: Mutex<State<'a>>,
    news: Condvar,
    /// Most games at a table.
    seats: usize,
}

struct State<'a> {
    /// Games that wait for something else than a network, and would hold up others.
    alone: VecDeque<Task>,
    /// Games that can be played in step.
    in_step: VecDeque<Task>,
    /// Of these, all that are not over.
    left: usize,
    /// Games in progress on their way to another table.
    handed_over: Vec<Lane<'a>>,
    /// Threads that are not playing a game alone.
    tables: usize,
    closed: bool,
}

impl<'a> Queue<'a> {
    /// Games for so many `threads`, which play up to `seats` in step.
    pub fn new(
        alone: impl Into<VecDeque<Task>>,
        in_step: impl Into<VecDeque<Task>>,
        threads: usize,
        seats: usize,
    ) -> Self {
        let (alone, in_step) = (alone.into(), in_step.into());
        let left = in_step.len();
        let handed_over = Vec::new();
        let state = State { alone, in_step, left, handed_over, tables: threads, closed: false };
        Self { state: Mutex::new(state), news: Condvar::new(), seats }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evens out the tables and says what to do next; waits while other threads have all that is left.
    pub fn next(&self, table: &mut Vec<Lane<'a>>) -> Next {
        let mut state = self.lock();
        loop {
            if state.closed {
                return Next::Over;
            }
            if table.is_empty()
                && let Some(task) = state.alone.pop_front()
            {
                state.tables -= 1;
                return Next::Alone(task);
            }
            let fair = state.left.div_ceil(state.tables).min(self.seats);
            if table.len() > fair {
                state.handed_over.extend(table.drain(fair..));
                self.news.notify_all();
            }
            let free = fair - table.len();
            let rest = state.handed_over.len().saturating_sub(free);
            table.extend(state.handed_over.drain(rest..));
            let begun = state.in_step.len().min(fair - table.len());
            let tasks: Vec<Task> = state.in_step.drain(..begun).collect();
            if !table.is_empty() || !tasks.is_empty() {
                return Next::Table(tasks);
            }
            if state.left == 0 {
                return Next::Over;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A thread has played its game alone.
    pub fn come_back(&self) {
        self.lock().tables += 1;
    }

    /// A game of a table is over.
    pub fn end_one(&self) {
        let mut state = self.lock();
        state.left -= 1;
        if state.left == 0 {
            self.news.notify_all();
        }
    }

    /// Has all threads stop at their next step.
    pub fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use imperial_data::GameRecord;
    use imperial_engine::search::{Evaluation, SearchError};
    use imperial_net::Asked;

    use super::*;
    use crate::net_player::NetPlayer;
    use crate::play::run::Run;

    /// A game that never goes on.
    struct Still;

    impl Run for Still {
        fn advance(&mut self) -> anyhow::Result<Option<GameRecord>> {
            Ok(None)
        }

        fn network(&self) -> Option<&NetPlayer> {
            None
        }

        fn ask<'s>(&'s self, _asked: &mut Vec<Box<dyn Asked + 's>>) {}

        fn supply(&mut self, _: &mut dyn Iterator<Item = Evaluation>) -> Result<(), SearchError> {
            Ok(())
        }

        fn plies(&self) -> usize {
            0
        }

        fn evaluations(&self) -> u64 {
            0
        }
    }

    /// Sits down at `table` with what the queue says; how many games are there then.
    fn turn<'a>(queue: &Queue<'a>, table: &mut Vec<Lane<'a>>) -> usize {
        let Next::Table(tasks) = queue.next(table) else { panic!("not at a table") };
        let lane = |(job, _)| Lane { job, run: Box::new(Still), plies: 0, time: Duration::ZERO };
        table.extend(tasks.into_iter().map(lane));
        table.len()
    }

    fn tasks(job: usize, games: u64) -> Vec<Task> {
        (0..games).map(|game| (job, game)).collect()
    }

    #[test]
    fn tables_have_as_many_games_to_the_last() {
        let queue = Queue::new([], tasks(0, 11), 2, 4);
        let [mut one, mut other] = [Vec::new(), Vec::new()];
        assert_eq!([turn(&queue, &mut one), turn(&queue, &mut other)], [4, 4]);
        let end = |table: &mut Vec<Lane<'_>>, games: usize| {
            table.truncate(table.len() - games);
            (0..games).for_each(|_| queue.end_one());
        };
        end(&mut one, 2);
        assert_eq!(turn(&queue, &mut one), 4, "two of the last three");
        end(&mut other, 4);
        assert_eq!(turn(&queue, &mut one), 3, "it hands one over");
        assert_eq!(turn(&queue, &mut other), 2, "the last that had not begun, and that one");
        end(&mut one, 3);
        end(&mut other, 1);
        assert_eq!(turn(&queue, &mut other), 1);
        end(&mut other, 1);
        assert_eq!([&mut one, &mut other].map(|table| queue.next(table)), [Next::Over, Next::Over]);
    }

    #[test]
    fn games_alone_come_first_and_hold_up_nobody() {
        let queue = Queue::new(tasks(1, 1), tasks(0, 3), 2, 4);
        let mut table = Vec::new();
        assert_eq!(queue.next(&mut Vec::new()), Next::Alone((1, 0)));
        assert_eq!(turn(&queue, &mut table), 3, "the other thread has all others");
        queue.come_back();
        assert_eq!(turn(&queue, &mut table), 2);
        assert_eq!(turn(&queue, &mut Vec::new()), 1);
    }

    #[test]
    fn a_thread_that_waits_is_woken() {
        let queue = Queue::new([], tasks(0, 1), 2, 4);
        let mut table = Vec::new();
        assert_eq!(turn(&queue, &mut table), 1);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next(&mut Vec::new()));
            std::thread::sleep(Duration::from_millis(10));
            queue.end_one();
            assert_eq!(waiting.join().expect("it ends"), Next::Over);
        });
        let queue = Queue::new([], tasks(0, 9), 1, 4);
        queue.close();
        assert_eq!(queue.next(&mut Vec::new()), Next::Over);
    }
}
