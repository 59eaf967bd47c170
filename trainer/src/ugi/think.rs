//! `go`: a search for the best move.

use std::io::Write;
use std::time::{Duration, Instant};

use imperial_engine::catalog::Visit;
use imperial_engine::search::{Search, SearchError, SearchParams, SearchResult, Step};
use imperial_engine::{Encode, Game, Side};

use super::command::Limits;
use super::inbox::Inbox;
use super::mind::{KeptMind, Mind};
use super::options::{MOST_PLAYOUTS, Options};
use super::position::Setup;
use super::trouble::Trouble;
use crate::interrupt;

/// Playouts between two looks at the length of the expected line.
const DEPTH_EVERY: u32 = 32;
/// Share of the time left that one move gets, as a divisor.
const MOVES_TO_GO: u32 = 30;

/// Searches and prints what it found.
pub(super) struct Think<'a> {
    pub setup: &'a Setup,
    pub options: &'a Options,
    pub mind: &'a mut KeptMind,
    pub limits: Limits,
    pub inbox: &'a mut Inbox,
    pub output: &'a mut dyn Write,
}

impl Visit for Think<'_> {
    type Output = Result<(), Trouble>;

    fn visit<G: Encode + 'static>(mut self, game: &G) -> Self::Output {
        let started = Instant::now();
        let position = self.setup.position(game)?;
        let deadline = self.time(game.side_to_move(&position)).map(|time| started + time);
        let kept = self.mind.take();
        let mut mind = Mind::prepare(kept, game, self.setup, self.options, self.params())?;
        let Mind { search, evaluator, .. } = mind.as_mut();
        while search.advance(game) == Step::Evaluate {
            search.answer(game, evaluator)?;
            interrupt::check()?;
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || self.is_deep_enough(search) || self.is_stopped()? {
                break;
            }
        }
        // UCI wants no answer to `go infinite` before `stop`.
        if self.limits.infinite {
            self.inbox.wait_for_stop(self.output)?;
        }
        let result = search.result().ok_or(SearchError::NotRequested)?;
        *self.mind = Some(mind);
        self.tell(game, &position, &result, started.elapsed())
    }
}

impl Think<'_> {
    /// Time for this move, where time is a limit.
    fn time(&self, side: Side) -> Option<Duration> {
        let (left, increment) = self.limits.clocks[side];
        let from_clock = left.map(|left| {
            let share = left / MOVES_TO_GO + increment * 3 / 4;
            share.min(left * 9 / 10)
        });
        self.limits.movetime.or(from_clock)
    }

    /// PUCT, which has a good answer whenever it is stopped.
    fn params(&self) -> SearchParams {
        let Limits { nodes, movetime, infinite, clocks, .. } = &self.limits;
        let timed = *infinite || movetime.is_some() || Side::ALL.map(|s| clocks[s].0) != [None; 2];
        let Options { batch, memory, reuse, .. } = *self.options;
        let usual = if timed { MOST_PLAYOUTS } else { self.options.playouts };
        let playouts = nodes.unwrap_or(usual).min(MOST_PLAYOUTS);
        let params = match self.options.network {
            None => SearchParams::rollouts(playouts),
            Some(_) => SearchParams::puct(playouts),
        };
        SearchParams { batch, memory, reuse, ..params }
    }

    /// A search has no depth of its own; its expected line stands for it.
    fn is_deep_enough<G: Game>(&self, search: &Search<G>) -> bool {
        let Some(depth) = self.limits.depth else { return false };
        // Batches may step over a multiple.
        search.playouts() % DEPTH_EVERY < u32::from(self.options.batch)
            && search.result().is_some_and(|result| result.line.len() >= depth as usize)
    }

    fn is_stopped(&mut self) -> Result<bool, Trouble> {
        let stopped = self.inbox.asks_to_stop(self.output)?;
        Ok(stopped || (self.limits.infinite && self.inbox.is_closed()))
    }

    /// The line `info` and the move. The score is a hundred times the expected result, from −100
    /// to 100 for the side to move.
    fn tell<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        result: &SearchResult<G::Move>,
        time: Duration,
    ) -> Result<(), Trouble> {
        let mut line = Vec::new();
        let mut next = position.clone();
        for mv in &result.line {
            line.push(game.format_move(&next, *mv));
            game.play(&mut next, *mv);
        }
        let score = (result.value.seen_by(result.to_move).0 * 100.0).round();
        let speed = f64::from(result.playouts) / time.as_secs_f64().max(1e-6);
        writeln!(
            self.output,
            "info depth {} nodes {} time {} nps {speed:.0} score cp {score} pv {}",
            line.len(),
            result.playouts,
            time.as_millis(),
            line.join(" "),
        )?;
        writeln!(self.output, "bestmove {}", game.format_move(position, result.best))?;
        Ok(())
    }
}
