//! Rule sets and agents made ready once, and the positions of a query.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use imperial_data::{GameRecord, LoadedRules, RuleBook, load_rules};
use imperial_engine::catalog;
use imperial_engine::search::{RootRule, SearchParams};
use imperial_engine::with_game;
use imperial_play::agent::{Agent, AgentSpec, SearchSpec};
use imperial_play::analysis::{Report, Searched, Setup, leaves_at_once};
use imperial_play::interrupt;
use imperial_play::playing_agent::PlayingAgent;
use imperial_play::prepare::Purpose;
use serde_json::{Value, json};

use super::query::Asked;

/// Prepares the agent for a rule set.
type Prepare<'a> = Box<dyn Fn(&LoadedRules) -> anyhow::Result<Agent> + Sync + 'a>;

/// Where positions are made ready.
pub struct Desk<'a> {
    /// The rule set of queries that name none.
    usual: Option<String>,
    /// Beside which the rules of records are kept.
    folder: PathBuf,
    prepare: Prepare<'a>,
    /// The search that was asked for.
    search: Option<SearchSpec>,
    seed: u64,
    /// By the name that a query gives, or the hash of a record.
    known: Mutex<HashMap<String, Arc<Ready>>>,
}

/// A rule set and who looks at its positions.
struct Ready {
    rules: Arc<LoadedRules>,
    agent: Agent,
    search: Option<SearchSpec>,
}

/// A position that waits to be looked at. What it has in common with others of its query is shared.
pub(super) struct Position {
    id: Arc<Value>,
    /// After so many of the moves.
    turn: usize,
    game: Arc<Setup>,
    ready: Arc<Ready>,
    playouts: Option<u32>,
    seed: u64,
}

impl fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("usual", &self.usual).finish_non_exhaustive()
    }
}

impl<'a> Desk<'a> {
    /// A desk for queries under `usual` rules where they name no others.
    pub fn new(
        usual: Option<String>,
        seed: u64,
        prepare: impl Fn(&LoadedRules) -> anyhow::Result<Agent> + Sync + 'a,
    ) -> Self {
        let (folder, prepare) = (PathBuf::from("."), Box::new(prepare));
        Self { usual, folder, prepare, search: None, seed, known: Mutex::default() }
    }

    /// The same, where the rules of records are kept beside `folder`.
    #[must_use]
    pub fn beside(self, folder: &Path) -> Self {
        let folder = Some(folder).filter(|folder| !folder.as_os_str().is_empty());
        Self { folder: folder.unwrap_or(Path::new(".")).to_owned(), ..self }
    }

    /// The same, where `agent` was asked for: queries with other playouts leave what it sets itself.
    #[must_use]
    pub fn asked_for(self, agent: Option<&AgentSpec>) -> Self {
        Self { search: agent.and_then(AgentSpec::search).cloned(), ..self }
    }

    /// The positions that a query asks for, checked.
    ///
    /// # Errors
    /// When there are no such rules, or the moves are none of them.
    pub(super) fn positions(
        &self,
        id: &Arc<Value>,
        asked: &Asked,
    ) -> anyhow::Result<Vec<Position>> {
        let ready = match &asked.record {
            Some(record) => self.ready(&record.rules_hash, || self.rules_of(record))?,
            None => {
                let name = asked.rules.as_ref().or(self.usual.as_ref());
                let name = name.context("the query names no `rules`, and there is no --rules")?;
                self.ready(name, || Ok(Arc::new(load_rules(name)?)))?
            }
        };
        if asked.playouts == Some(0) {
            bail!("`playouts` must be at least 1");
        }
        let game = Setup { start: asked.start.clone(), moves: asked.moves.clone() };
        game.check(&ready.rules.game)?;
        let (game, last) = (Arc::new(game), asked.moves.len());
        let turns = asked.turns.clone().unwrap_or_else(|| vec![last]);
        if let Some(turn) = turns.iter().find(|turn| **turn > last) {
            let moves = if last == 1 { "move" } else { "moves" };
            bail!("there is no turn {turn}; the query has {last} {moves}");
        }
        if turns.is_empty() {
            bail!("`turns` names no turn; leave it out to look after the last move");
        }
        if turns.len() > last + 1 {
            bail!("`turns` names {} turns of {}; name each once", turns.len(), last + 1);
        }
        let position = |turn| Position {
            id: Arc::clone(id),
            turn,
            game: Arc::clone(&game),
            ready: Arc::clone(&ready),
            playouts: asked.playouts,
            seed: self.seed,
        };
        Ok(turns.into_iter().map(position).collect())
    }

    /// The rules that a record was played by: those of the command line, those kept beside it, or the program's, which
    /// may have had another text then.
    fn rules_of(&self, record: &GameRecord) -> anyhow::Result<Arc<LoadedRules>> {
        let given = self.usual.as_deref().map(load_rules).transpose()?;
        let given = given.filter(|given| given.game.name() == record.rules).map(Arc::new);
        if let Some(given) = given.as_ref().filter(|given| given.hash == record.rules_hash) {
            return Ok(Arc::clone(given));
        }
        let kept = RuleBook::new(&self.folder).of_record(&self.folder, record);
        if let Some(rules) = kept.ok().or(given) {
            return Ok(rules);
        }
        let name = &record.rules;
        if catalog::text(name).is_none() {
            bail!("the game was played by the rules `{name}`; name their file by --rules");
        }
        Ok(Arc::new(load_rules(name)?))
    }

    fn ready(
        &self,
        key: &str,
        rules: impl FnOnce() -> anyhow::Result<Arc<LoadedRules>>,
    ) -> anyhow::Result<Arc<Ready>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = known.get(key) {
            return Ok(Arc::clone(ready));
        }
        let rules = rules()?;
        let agent = (self.prepare)(&rules)?;
        let ready = Arc::new(Ready { rules, agent, search: self.search.clone() });
        known.insert(key.to_owned(), Arc::clone(&ready));
        Ok(ready)
    }
}

impl Position {
    /// What is found about it until it `is_cancelled`, or why nothing is.
    pub fn answer(&self, is_cancelled: &dyn Fn() -> bool) -> Value {
        let found = with_game!(&self.ready.rules.game, |game| self.look(game, is_cancelled));
        let named = json!({ "id": *self.id, "turn": self.turn });
        let more = found.unwrap_or_else(|error| json!({ "error": format!("{error:#}") }));
        match (named, more) {
            (Value::Object(mut named), Value::Object(more)) => {
                named.extend(more);
                Value::Object(named)
            }
            (named, _) => named,
        }
    }

    fn look<G: Searched>(
        &self,
        game: &G,
        is_cancelled: &dyn Fn() -> bool,
    ) -> anyhow::Result<Value> {
        let with = |params: SearchParams| match self.playouts {
            Some(playouts) => with_playouts(params, playouts, self.ready.search.as_ref()),
            None => params,
        };
        let agent = self.ready.agent.clone().with_search(with);
        let Setup { start, moves } = &*self.game;
        let setup = Setup { start: start.clone(), moves: moves[..self.turn].to_vec() };
        let position = setup.position(game)?;
        if let Some(outcome) = game.outcome(&position) {
            let value = outcome.wdl().advantage().0;
            return Ok(json!({ "over": outcome.to_string(), "value": value }));
        }
        let mut playing = PlayingAgent::new(&agent, &self.ready.rules, self.seed, 1);
        let chosen = playing.think_while(game, &setup, &mut |_| {
            interrupt::check()?;
            Ok(!is_cancelled())
        })?;
        let result = chosen.result.context("this agent has no figures")?;
        let rules = &self.ready.rules.game;
        Ok(serde_json::to_value(Report::new(game, rules, &position, agent.label(), &result))?)
    }
}

/// A search with other playouts, and with all that goes by their number: as if the agent had been asked for with them.
pub(super) fn with_playouts(
    params: SearchParams,
    playouts: u32,
    asked_for: Option<&SearchSpec>,
) -> SearchParams {
    let root = match (asked_for, params.root) {
        (Some(search), _) => {
            SearchSpec { playouts, ..search.clone() }.params(Purpose::Measuring).root
        }
        (None, RootRule::Gumbel(_)) => SearchParams::playing(playouts).root,
        (None, puct @ RootRule::Puct(_)) => puct,
    };
    SearchParams { playouts, root, batch: leaves_at_once(playouts), ..params }
}
