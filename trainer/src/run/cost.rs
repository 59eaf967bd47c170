//! What a run will cost, said before it begins.
//!
//! A few short games by each rule set tell how long a playout, or a move of alpha-beta search, takes on this machine and
//! how long games are. All other agents are reckoned from that. So the estimate is good to a factor of two; the time left
//! that is shown while games are played is measured.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use imperial_data::{LoadedRules, read_games, rules_hash};
use imperial_engine::PerSide;
use imperial_engine::search::SearchParams;
use indicatif::HumanDuration;

use super::batches::{Batches, key, key_of_pair};
use super::compare::{folder_of_cell, meets, of_grids};
use super::{Run, RunFolder};
use crate::experiment::{AgentEntry, LEARNED};
use imperial_lab::thousands;
use imperial_learn::training::TrainingConfig;
use imperial_play::agent::{Agent, AgentSpec, Judge, SearchSpec};
use imperial_play::networks;
use imperial_play::play::{PlayJob, Trial, on_trial, play, seconds_a_game};
use imperial_play::prepare::{Purpose, prepare_for};

/// Learning takes about as long as playing.
const LEARNING: f64 = 2.0;

/// Games and time that a run will take. Proofs of openings come on top: nobody knows beforehand how long they are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Games that are still to be played.
    pub games: u64,
    /// Time of one core.
    pub cpu: Duration,
    /// Time on all threads.
    pub wall: Duration,
}

impl Run {
    /// What is left of the run, as far as one can tell beforehand. A few games are played to find out.
    ///
    /// # Errors
    /// When an agent cannot be had, or a file not be read or written.
    pub fn cost(&self) -> anyhow::Result<Cost> {
        let compare = &self.experiment.compare;
        let mut agents = Vec::new();
        for entry in &compare.agents {
            let is_learned = entry.agent.network() == Some(Path::new(LEARNED));
            // The network that the run trains is not there yet. What it takes is known of another one.
            let spec = if is_learned { self.stand_in(&entry.agent) } else { entry.agent.clone() };
            agents
                .push((entry, prepare_for(&spec, &self.rules, Purpose::Measuring, &self.backend)?));
        }
        let (mut games, mut seconds) = (0, 0.0);
        for rules in &self.rules {
            let ratios = self.measured(rules, agents.iter().map(|(_, agent)| agent))?;
            let one = |agent: &Agent| {
                let agent = agent.at(&rules.game);
                let kind = on_trial(agent).map(|trial| trial.kind);
                let ratio = ratios.iter().find(|(known, _)| Some(*known) == kind);
                seconds_a_game(agent) * ratio.map_or(1.0, |(_, ratio)| *ratio)
            };
            let mut add = |number: u64, time: f64| {
                games += number;
                seconds += number as f64 * time;
            };
            for (entry, agent) in &agents {
                let left =
                    entry.games.saturating_sub(there(&self.folder, &key(rules, &entry.agent)));
                add(left, one(agent));
            }
            for pair in (1..agents.len()).flat_map(|at| meets(&compare.agents, at)) {
                let pair = pair.map(|at| &agents[at]);
                let folder = key_of_pair(rules, pair.map(|(entry, _)| &entry.agent));
                let left = (2 * compare.pairs).saturating_sub(there(&self.folder, &folder));
                add(left, pair.iter().map(|(_, agent)| one(agent)).sum::<f64>() / 2.0);
            }
            let mut add_pair = |left, pair: [Agent; 2]| {
                add(left, pair.iter().map(&one).sum::<f64>() / 2.0);
            };
            self.cells_of_grids(rules, &agents, &mut add_pair)?;
            self.games_of_exploiters(rules, &mut add_pair)?;
        }
        if let Some(config) = self.experiment.training()? {
            let (number, time) = self.of_training(&config);
            games += number;
            seconds += time;
        }
        let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let threads = rayon::current_num_threads().max(1) as f64;
        Ok(Cost { games, cpu: time(seconds), wall: time(seconds / threads) })
    }

    /// The games that the grids lack under a rule set: how many, and the agent of each side.
    fn cells_of_grids(
        &self,
        rules: &LoadedRules,
        agents: &[(&AgentEntry, Agent)],
        add: &mut dyn FnMut(u64, [Agent; 2]),
    ) -> anyhow::Result<()> {
        let Some(plan) = &self.experiment.compare.surface else { return Ok(()) };
        let batches = Batches::open(&self.folder.comparison())?;
        let all: Vec<(&AgentSpec, &Agent)> =
            agents.iter().map(|(entry, agent)| (&entry.agent, agent)).collect();
        for place in of_grids(&all) {
            let (spec, agent) = all[place];
            let with = |playouts: u32| {
                agent.clone().with_search(|params| SearchParams { playouts, ..params })
            };
            for [attackers, defenders] in plan.cells() {
                let Some(spec) = spec.with_playouts(attackers) else { continue };
                let own = agents.iter().find(|(entry, _)| entry.agent == spec);
                let own = own.filter(|_| attackers == defenders);
                let folder = folder_of_cell(rules.game.name(), &spec, defenders);
                let decided = |entry: &AgentEntry| batches.games(&key(rules, &entry.agent));
                let own = own.map_or(0, |(entry, _)| decided(entry).max(entry.games));
                let wanted = batches.games(&folder).max(plan.games.saturating_sub(own));
                let left = wanted.saturating_sub(there(&self.folder, &folder));
                add(left, [attackers, defenders].map(with));
            }
        }
        Ok(())
    }

    /// The games that exploiters lack under a rule set: how many, and the agent of each side.
    fn games_of_exploiters(
        &self,
        rules: &LoadedRules,
        add: &mut dyn FnMut(u64, [Agent; 2]),
    ) -> anyhow::Result<()> {
        let compare = &self.experiment.compare;
        for one in compare.ready_exploiters(&self.rules, &self.backend)? {
            let Some((entry, folder)) = one.under(rules) else { continue };
            let left = entry.games.saturating_sub(there(&self.folder, &folder));
            let PerSide { attackers, defenders } = one.agents.clone();
            add(left, [attackers, defenders]);
        }
        Ok(())
    }

    /// Who takes about as long as `spec` will with a network that is still to be trained: the same with a network of the
    /// program, or without any where it has none of the family.
    fn stand_in(&self, spec: &AgentSpec) -> AgentSpec {
        let mut other = spec.clone();
        match networks::player_for(self.rules.iter().map(|rules| &rules.game)) {
            Some(name) => other.set_network(Path::new(name)),
            None => {
                let playouts = spec.playouts().unwrap_or(1);
                other = AgentSpec::Search(SearchSpec::new(Judge::Rollouts, playouts));
            }
        }
        other
    }

    /// The games of a training, and the seconds of one thread for them and for learning; nothing where it is there.
    fn of_training(&self, config: &TrainingConfig) -> (u64, f64) {
        if self.folder.training().join("network.net").is_file() {
            return (0, 0.0);
        }
        let games = &config.games;
        let later = u64::from(config.generations.saturating_sub(1)) * games.games;
        let full = f64::from(games.playouts[0] + games.playouts[1]) / 2.0;
        let share = f64::from(games.full_share);
        let playouts = full * share + f64::from(games.quick_playouts) * (1.0 - share);
        let of = |playouts: f64| {
            seconds_a_game(&Agent::Rollouts(SearchParams::rollouts(playouts.max(1.0) as u32)))
        };
        let first = config.first.agent.playouts().unwrap_or(1);
        let seconds =
            config.first.games as f64 * of(f64::from(first)) + later as f64 * of(playouts);
        (config.first.games + later, seconds * LEARNING)
    }

    /// By how much games of each kind of agents take longer than [`seconds_a_game`] says, by a few of them.
    fn measured<'a>(
        &self,
        rules: &LoadedRules,
        agents: impl Iterator<Item = &'a Agent>,
    ) -> anyhow::Result<Vec<(&'static str, f64)>> {
        let mut ratios: Vec<(&str, f64)> = Vec::new();
        for trial in agents.filter_map(|agent| on_trial(agent.at(&rules.game))) {
            if ratios.iter().all(|(known, _)| *known != trial.kind) {
                ratios.push((trial.kind, self.ratio(rules, &trial)?));
            }
        }
        Ok(ratios)
    }

    fn ratio(&self, rules: &LoadedRules, trial: &Trial) -> anyhow::Result<f64> {
        let agent = &trial.agent;
        let folder = aside(self.folder.root());
        if folder.exists() {
            std::fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot remove `{}`", folder.display()))?;
        }
        let job = PlayJob {
            games: trial.games * rayon::current_num_threads() as u64,
            opening: self.experiment.compare.opening,
            ..PlayJob::new(rules, PerSide::from_fn(|_| agent), folder.clone())
        };
        let threads = rayon::current_num_threads() as f64;
        let played = play("a few games, to tell the cost", std::slice::from_ref(&job));
        // What was played to find out is no part of the run.
        let removed = std::fs::remove_dir_all(&folder);
        let played = played?;
        removed.with_context(|| format!("cannot remove `{}`", folder.display()))?;
        let guessed = played.games as f64 * seconds_a_game(agent);
        Ok(played.seconds * threads / guessed.max(1e-9))
    }
}

/// A folder for trials of a run that are no part of it, since what is written within a run belongs to it; the same for
/// each call, so that one that was killed leaves no more than one.
pub(super) fn aside(run: &Path) -> PathBuf {
    let run = std::path::absolute(run).unwrap_or_else(|_| run.to_owned());
    let name = rules_hash(&run.display().to_string());
    std::env::temp_dir().join(format!("imperial-cost-{name}"))
}

/// Games of a folder of the comparison that are there already.
fn there(run: &RunFolder, folder: &str) -> u64 {
    let file = run.comparison().join(folder).join(imperial_data::GAMES_FILE);
    if file.is_file() { read_games(&file).filter(Result::is_ok).count() as u64 } else { 0 }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [cpu, wall] = [self.cpu, self.wall].map(HumanDuration);
        write!(f, "{} games, about {cpu} of one core, {wall} here", thousands(self.games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use imperial_net::Backend;

    #[test]
    fn the_cost_counts_all_games_and_more_playouts_cost_more() {
        let root = tempfile::tempdir().expect("a folder");
        let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny.toml");
        let cost = |name: &str, changes: &[&str]| {
            let changes: Vec<String> = changes.iter().map(|change| (*change).to_owned()).collect();
            let experiment = Experiment::load(Some(&tiny), &changes).expect("an experiment");
            let run = Run::open(&root.path().join(name), experiment, Backend::cpu());
            let run = run.expect("a run");
            run.cost().expect("a cost")
        };
        let small = cost("small", &[]);
        // (12 + 6 + 6 + 6) by two rule sets; 12 and then 12 to learn from.
        assert_eq!(small.games, 60 + 24);
        let pairs = cost("pairs", &["compare.pairs=5"]);
        assert_eq!(pairs.games, 60 + 24 + 2 * 3 * 10);
        // Two playouts of the last agent, of which one is its own: two cells of unequal playouts, one of another
        // number, and none of the games that it plays anyway.
        let surface = cost("surface", &["compare.surface={ playouts = [4, 8], games = 6 }"]);
        assert_eq!(surface.games, 60 + 24 + 2 * 3 * 6);
        let large = cost("large", &["compare.agents.2.agent=\"rollouts:4000\""]);
        assert!(large.cpu > 5 * small.cpu && large.wall <= large.cpu, "{small:?} {large:?}");
    }
}
