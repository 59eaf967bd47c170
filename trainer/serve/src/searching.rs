//! A search of one position that goes on for a while at a time, in a game of whatever type.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::search::{SearchError, SearchParams, SearchResult};
use imperial_engine::{Encode, with_game};
use imperial_play::analysis::{Analysis, Certain, Means, Searched, Setup, leaves_at_once, line_of};
use imperial_play::net_player::NetPlayer;
use imperial_play::networks;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::Serialize;

use crate::line::{MoveView, view};
use crate::shares::shares;
use crate::trouble::Trouble;

/// Moves that are told of; the least visited ones are left out beyond it.
const MOST_ROWS: usize = 64;

/// A search and all that it needs.
pub struct Searching {
    rules: Arc<LoadedRules>,
    setup: Setup,
    params: SearchParams,
    network: Option<NetPlayer>,
    threads: u16,
    seed: u64,
    /// The search itself, whose type depends on the game.
    kept: Option<Box<dyn Any + Send>>,
    spent: Duration,
}

/// What a search has found about one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveView,
    /// Playouts that began with it.
    pub visits: u32,
    /// Its share of all visits.
    pub share: f32,
    /// Expected result: −1 the defenders win, 1 the attackers win.
    pub value: Option<f32>,
    /// The probability that the evaluator gives it without a search.
    pub prior: f32,
    /// The certain result, if it was found.
    pub proof: Option<Certain>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Playouts done.
    pub playouts: u32,
    /// Playouts a second of computing.
    pub speed: f32,
    /// Seconds of computing.
    pub seconds: f32,
    /// Whether the search ended because its memory was full.
    pub memory_full: bool,
    /// Whether there is nothing more to find.
    pub done: bool,
    /// Expected result: −1 the defenders win, 1 the attackers win.
    pub value: f32,
    /// Whether that was checked against results on this board; else it is the search's own value.
    pub calibrated: bool,
    /// Shares of attackers' wins, draws and defenders' wins, where it was counted how readily games by these rules are
    /// drawn and the expected result was checked.
    pub wdl: Option<[f32; 3]>,
    /// The certain result, if it was found.
    pub proof: Option<Certain>,
    /// The move to play.
    pub best: String,
    /// The moves that the search expects.
    pub line: Vec<String>,
    /// Moves, the most visited first.
    pub moves: Vec<Row>,
}

impl Searching {
    /// A search by `params` of where `setup` stands.
    pub fn new(
        rules: Arc<LoadedRules>,
        setup: Setup,
        params: SearchParams,
        network: Option<NetPlayer>,
        (threads, seed): (u16, u64),
    ) -> Self {
        let params = SearchParams { batch: leaves_at_once(params.playouts), ..params };
        let (kept, spent) = (None, Duration::ZERO);
        Self { rules, setup, params, network, threads, seed, kept, spent }
    }

    /// Searches to the end or until `more` says no, and tells what has been found by then. `more` hears the
    /// playouts done.
    ///
    /// # Errors
    /// When the game is over, or it is none of these rules.
    pub fn go_on(&mut self, more: impl FnMut(u32) -> bool) -> Result<Found, Trouble> {
        let rules = Arc::clone(&self.rules);
        with_game!(&rules.game, |game| self.go_on_in(game, more).map(|(found, _)| found))
    }

    /// Searches to the end or until `more` says no, and draws a move from what was found: the temperature
    /// is that of [`SearchResult::sample`].
    ///
    /// # Errors
    /// As [`go_on`](Self::go_on).
    pub fn choose(
        &mut self,
        temperature: f32,
        more: impl FnMut(u32) -> bool,
    ) -> Result<(Found, String), Trouble> {
        let rules = Arc::clone(&self.rules);
        with_game!(&rules.game, |game| self.choose_in(game, temperature, more))
    }

    fn choose_in<G: Searched>(
        &mut self,
        game: &G,
        temperature: f32,
        more: impl FnMut(u32) -> bool,
    ) -> Result<(Found, String), Trouble> {
        let (found, result) = self.go_on_in(game, more)?;
        let mv = result.sample(temperature, &mut ChaCha8Rng::seed_from_u64(self.seed));
        Ok((found, game.format_move(&self.setup.position(game)?, mv)))
    }

    fn go_on_in<G: Searched>(
        &mut self,
        game: &G,
        mut more: impl FnMut(u32) -> bool,
    ) -> Result<(Found, SearchResult<G::Move>), Trouble> {
        let started = Instant::now();
        let kept = self.kept.take().and_then(|kept| kept.downcast::<Analysis<G>>().ok());
        let mut analysis = match kept {
            Some(kept) => kept,
            None => self.begin(game)?,
        };
        analysis.go_on(game, |search| Ok::<_, SearchError>(more(search.playouts())))?;
        let result = analysis.result(game).ok_or(SearchError::NotRequested)?;
        let done = analysis.search().is_done();
        self.kept = Some(analysis);
        self.spent += started.elapsed();
        Ok((self.found(game, &result, done)?, result))
    }

    fn begin<G: Searched>(&self, game: &G) -> Result<Box<Analysis<G>>, Trouble> {
        let network = self.network.as_ref();
        let means = Means { params: self.params, network, threads: self.threads, seed: self.seed };
        Ok(Analysis::prepare(None, game, &self.setup, means)?)
    }

    fn found<G: Encode>(
        &self,
        game: &G,
        result: &SearchResult<G::Move>,
        done: bool,
    ) -> Result<Found, Trouble> {
        // What people see is what comes true; the search's own value is discounted.
        let label = self.network.as_ref().map_or("", NetPlayer::label);
        let calibration = networks::calibration(label, &self.rules.game);
        let expected = |value| calibration.unwrap_or_default().expected(value);
        let value = expected(result.value.0);
        let position = self.setup.position(game)?;
        let mut moves = result.ranked();
        moves.truncate(MOST_ROWS);
        let all = result.moves.iter().map(|stats| stats.visits).sum::<u32>().max(1) as f32;
        let rows = moves.into_iter().map(|stats| Row {
            mv: view(game, &position, stats.mv),
            visits: stats.visits,
            share: stats.visits as f32 / all,
            value: stats.q.map(|q| expected(q.of(result.to_move).0)),
            prior: stats.prior,
            proof: stats.proof.map(Certain::from),
        });
        let seconds = self.spent.as_secs_f32();
        Ok(Found {
            playouts: result.playouts,
            speed: result.playouts as f32 / seconds.max(1e-3),
            seconds,
            memory_full: result.full,
            done,
            value,
            calibrated: calibration.is_some(),
            wdl: calibration
                .and_then(|_| networks::draws(&self.rules.game))
                .map(|readily| shares(value, readily)),
            proof: result.proof.map(Certain::from),
            best: game.format_move(&position, result.best),
            line: line_of(game, &position, &result.line),
            moves: rows.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use imperial_data::load_rules;
    use imperial_engine::Side;

    use super::*;

    fn searching(rules: &str, moves: &str, playouts: u32) -> Searching {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let rules = Arc::new(load_rules(rules).expect("embedded"));
        let setup = Setup { start: None, moves };
        Searching::new(rules, setup, SearchParams::rollouts(playouts), None, (1, 7))
    }

    #[test]
    fn a_search_goes_on_where_it_stopped() {
        let mut search = searching("brandubh", "", 300);
        let mut asked = 0;
        let first = search
            .go_on(|_| {
                asked += 1;
                asked < 20
            })
            .expect("a result");
        assert!(first.playouts < 300 && !first.done, "{}", first.playouts);
        let last = search.go_on(|_| true).expect("a result");
        assert!(last.playouts >= 300 && last.done);
        assert_eq!(last.moves[0].mv.text, last.best);
        assert_eq!(last.line[0], last.best);
        let shares: f32 = last.moves.iter().map(|row| row.share).sum();
        assert!(shares <= 1.001);
    }

    #[test]
    fn certain_wins_are_told() {
        let found = searching("tic-tac-toe", "a1 b1 a2 b2", 50).go_on(|_| true).expect("a result");
        let certain = Certain { winner: Some(Side::Attackers), plies: 1 };
        assert_eq!((found.best.as_str(), found.proof), ("a3", Some(certain)));
    }

    /// What a network has never learned it does not foretell.
    #[test]
    fn values_are_calibrated_on_boards_that_the_network_knows() {
        let backend = imperial_net::Backend::cpu();
        for (name, is_known) in [("tafl9-1732-240", false), ("tafl-1732-96", true)] {
            let network = networks::load(Some(Path::new(name)), backend.device()).expect(name);
            let network = Some(NetPlayer::new(network, &backend));
            let params = SearchParams::playing(8);
            let search = searching("copenhagen", "", 8);
            let found = Searching { params, network, ..search }.go_on(|_| true).expect("a result");
            assert_eq!((found.calibrated, found.wdl.is_some()), (is_known, is_known), "{name}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_not_searched() {
        let trouble = searching("tic-tac-toe", "a1 b1 a2 b2 a3", 50).go_on(|_| true);
        assert!(trouble.expect_err("over").words.contains("line"));
    }
}
