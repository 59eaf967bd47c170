//! `go`: a search for the best move.

use std::any::Any;
use std::io::Write;
use std::time::{Duration, Instant};

use imperial_engine::Side;
use imperial_engine::search::{Search, SearchError, SearchParams, SearchResult};

use super::command::Limits;
use super::inbox::Inbox;
use super::options::{MOST_PLAYOUTS, Options};
use super::trouble::Trouble;
use imperial_play::analysis::{
    Analysis, Means, Searched, Setup, all_cores, leaves_at_once, line_of,
};
use imperial_play::interrupt;

/// Playouts between two looks at the length of the expected line.
const DEPTH_EVERY: u32 = 32;
/// Share of the time left that one move gets, as a divisor.
const MOVES_TO_GO: u32 = 30;
/// What is kept of a time limit: the last step of a search ends late, and the answer has a way to go.
const LAG: Duration = Duration::from_millis(30);
/// Time between two lines `info` of one search.
const INFO_EVERY: Duration = Duration::from_millis(500);

/// The analysis of a game of whatever type, between two searches.
pub(super) type KeptAnalysis = Option<Box<dyn Any>>;

/// Searches and prints what it found.
pub(super) struct Think<'a> {
    pub setup: &'a Setup,
    pub options: &'a Options,
    pub analysis: &'a mut KeptAnalysis,
    pub limits: Limits,
    pub inbox: &'a mut Inbox,
    pub output: &'a mut dyn Write,
}

/// When a line `info` was printed last, and after how many playouts.
struct Reported {
    started: Instant,
    last: Instant,
    playouts: Option<u32>,
    /// Looks at the length of the expected line.
    looks: u32,
}

impl Think<'_> {
    /// Searches and prints.
    pub fn run<G: Searched>(mut self, game: &G) -> Result<(), Trouble> {
        let started = Instant::now();
        let position = self.setup.position(game)?;
        let time = time_for_move(&self.limits, game.side_to_move(&position));
        let deadline = time.map(|time| started + time);
        let kept = self.analysis.take().and_then(|kept| kept.downcast::<Analysis<G>>().ok());
        let mut analysis = Analysis::prepare(kept, game, self.setup, self.means(time.is_some()))?;
        let mut reported = Reported { started, last: started, playouts: None, looks: 0 };
        let mut stopped = false;
        analysis.go_on(game, |search| {
            interrupt::check()?;
            let now = Instant::now();
            let late = deadline.is_some_and(|deadline| now >= deadline);
            stopped = self.inbox.asks_to_stop(self.limits.infinite, self.output)?;
            if stopped || late || self.is_deep_enough(game, search, &mut reported) {
                return Ok(false);
            }
            if now - reported.last >= INFO_EVERY {
                self.tell(game, &position, search, &mut reported)?;
            }
            Ok::<_, Trouble>(true)
        })?;
        let result = self.tell(game, &position, analysis.search(), &mut reported)?;
        // UCI wants no answer to `go infinite` before `stop`.
        if self.limits.infinite && !stopped {
            self.inbox.wait_for_stop(self.output)?;
        }
        *self.analysis = Some(analysis);
        writeln!(self.output, "bestmove {}", game.format_move(&position, result.best))?;
        Ok(())
    }

    /// PUCT, which has a good answer whenever it is stopped. Without a limit the option `Playouts` is one.
    fn means(&self, is_timed: bool) -> Means<'_> {
        let Limits { nodes, depth, infinite, .. } = &self.limits;
        let is_limited = is_timed || *infinite || depth.is_some();
        let Options { batch, memory, reuse, seed, threads, .. } = *self.options;
        let threads = if threads == 0 { all_cores() } else { threads };
        let usual = if is_limited { MOST_PLAYOUTS } else { self.options.playouts };
        let playouts = nodes.unwrap_or(usual).min(MOST_PLAYOUTS);
        let network = self.options.evaluator.network.as_ref();
        let params = match network {
            None => SearchParams::rollouts(playouts),
            Some(_) => SearchParams::puct(playouts),
        };
        let batch = batch.min(leaves_at_once(playouts));
        let params = SearchParams { batch, memory, reuse, ..params };
        Means { params, network, threads, seed: u64::from(seed) }
    }

    /// A search has no depth of its own; its expected line stands for it.
    fn is_deep_enough<G: Searched>(
        &self,
        game: &G,
        search: &Search<G>,
        reported: &mut Reported,
    ) -> bool {
        let Some(depth) = self.limits.depth else { return false };
        // Some leaves come at a time and may step over a multiple.
        let looks = search.playouts() / DEPTH_EVERY;
        std::mem::replace(&mut reported.looks, looks) != looks
            && game.result(search).is_some_and(|result| result.line.len() >= depth as usize)
    }

    /// What is found so far; as a line `info`, if that says anything new. The score is a hundred
    /// times the expected result, from −100 to 100 for the side to move.
    fn tell<G: Searched>(
        &mut self,
        game: &G,
        position: &G::Position,
        search: &Search<G>,
        reported: &mut Reported,
    ) -> Result<SearchResult<G::Move>, Trouble> {
        let result = game.result(search).ok_or(SearchError::NotRequested)?;
        reported.last = Instant::now();
        // Without a playout only what is proven is known.
        let is_old = reported.playouts.replace(result.playouts) == Some(result.playouts);
        let is_known = result.playouts > 0 || result.proof.is_some();
        if is_old || !is_known {
            return Ok(result);
        }
        let line = line_of(game, position, &result.line);
        let score = (result.value.seen_by(result.to_move).0 * 100.0).round();
        let time = reported.last - reported.started;
        let speed = f64::from(result.playouts) / time.as_secs_f64().max(1e-6);
        writeln!(
            self.output,
            "info depth {} nodes {} time {} nps {speed:.0} score cp {score} pv {}",
            line.len(),
            result.playouts,
            time.as_millis(),
            line.join(" "),
        )?;
        self.output.flush()?;
        Ok(result)
    }
}

/// Time for a move of `side`, where time is a limit. At most a quarter of it is kept.
fn time_for_move(limits: &Limits, side: Side) -> Option<Duration> {
    let (left, increment) = limits.clocks[side];
    let from_clock = left.map(|left| {
        let share = left / MOVES_TO_GO + increment * 3 / 4;
        share.min(left * 9 / 10)
    });
    let time = limits.movetime.or(from_clock)?;
    Some(time.saturating_sub(LAG).max(time * 3 / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_is_kept_of_a_time_limit_and_most_of_it_is_used() {
        let ms = Duration::from_millis;
        for (limit, used) in [(0, 0), (20, 15), (100, 75), (1000, 970), (60_000, 59_970)] {
            let limits = Limits { movetime: Some(ms(limit)), ..Limits::default() };
            assert_eq!(time_for_move(&limits, Side::Attackers), Some(ms(used)), "{limit}");
        }
        let mut limits = Limits::default();
        limits.clocks.attackers = (Some(ms(60_000)), ms(400));
        assert_eq!(time_for_move(&limits, Side::Attackers), Some(ms(2270)));
        assert_eq!(time_for_move(&limits, Side::Defenders), None);
    }
}
