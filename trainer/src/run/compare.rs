//! The comparison: every agent plays every rule set against itself, and the report is made.

mod exploiters;
mod grid;
mod handicap;
mod ladder;
mod playing;
mod proofs;
mod response;
mod surface;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{LoadedRules, read_games};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{PerSide, Side, derive_seed};
use rayon::prelude::*;

use super::Run;
use super::batches::{Batches, Budget, key};
use super::compared::Compared;
use super::learning::Learned;
use super::recorded::{Recorded, common};
use crate::experiment::{AgentEntry, Compare, LEARNED};
use crate::people::published_for;
use imperial_lab::page::NetworkNote;
use imperial_lab::{
    AgentLabel, BalanceReport, Cell, Experience, Hypothesis, Knowledge, Looks, Material, Options,
};
use imperial_learn::training::{knowledge_of_training, training_of};
use imperial_net::Backend;
use imperial_play::agent::{Agent, AgentSpec, check_apart};
use imperial_play::networks;
use imperial_play::networks::recipes;
use imperial_play::play::PlayJob;
use imperial_play::prepare::{Purpose, prepare_for};
use imperial_watch::{GameStatistics, GameSummary, Records, watch_games};

use grid::Grid;
pub(super) use grid::{folder_of_cell, of_grids};
pub(super) use ladder::meets;
use response::Exploiter;

/// The recipe of networks that were taught before the games.
const TAUGHT: &str = "taught";

/// A comparison to be played.
#[derive(Debug)]
pub struct BalanceRun<'a> {
    /// Agents, games and openings.
    pub plan: &'a Compare,
    /// The rule sets.
    pub rules: &'a [LoadedRules],
    /// Seed of games and intervals.
    pub seed: u64,
    /// Where the games are kept.
    pub folder: PathBuf,
    /// The file of the network that agents call [`LEARNED`].
    pub learned: Option<&'a Path>,
    /// The folder of networks that were taught before the games.
    pub taught: Option<&'a Path>,
    /// Play on until the intervals are narrow enough; without it every agent plays the number of
    /// games of the plan.
    pub budget: Option<Budget>,
    /// Games of each handicap that is tried for the strongest agent; 0 for none.
    pub handicap_games: u64,
    /// What is claimed before the games.
    pub hypotheses: &'a [Hypothesis],
    /// What computes.
    pub backend: &'a Backend,
}

/// Who plays beside agents that play themselves and each other.
#[derive(Clone, Copy, Debug)]
struct Beyond<'a> {
    grids: &'a [Grid],
    exploiters: &'a [Exploiter<'a>],
}

/// Plays what is missing of a comparison by its [`agents`](BalanceRun::agents) and computes its report, with the
/// recorded games beside them.
///
/// # Errors
/// When a game cannot be written or read, or the user interrupts.
pub fn compare(
    comparison: &BalanceRun<'_>,
    agents: &[Agent],
    beside: Option<&Recorded>,
) -> anyhow::Result<Compared> {
    let mut batches = Batches::open(&comparison.folder)?;
    let grids = comparison.grids(agents)?;
    let exploiters = comparison.exploiters()?;
    let beyond = Beyond { grids: &grids, exploiters: &exploiters };
    let stopping = comparison.play_itself(agents, beyond, &mut batches)?;
    let matches = comparison.play_neighbours(agents, beyond, &batches)?;
    let watched = comparison.cells(&comparison.jobs(agents, &batches))?;
    let (mut cells, mut statistics): (Vec<_>, Vec<_>) = watched.into_iter().unzip();
    let handicaps = comparison.play_handicaps(agents, &cells, &mut batches)?;
    let surfaces = comparison.play_surfaces(beyond, &cells, &mut batches)?;
    let responses = comparison.play_exploiters(&exploiters, &mut batches)?;
    let proven = comparison.prove_openings(agents, &batches)?;
    if let Some(recorded) = beside {
        let (people, theirs): (Vec<_>, Vec<_>) = recorded.cells()?.into_iter().unzip();
        // They stand before all others, since nobody knows how strong they are.
        let number = people.iter().map(|cell: &Cell| cell.agent.strength + 1).max().unwrap_or(0);
        cells.iter_mut().for_each(|cell| cell.agent.strength += number);
        cells.extend(people);
        statistics.extend(theirs);
    }
    let options = comparison.options(&batches);
    let hypotheses = comparison.hypotheses.to_vec();
    let material = Material {
        cells,
        matches,
        handicaps,
        stopping,
        proven,
        hypotheses,
        published: published_for(comparison.rules),
        surfaces,
        responses,
        ..Material::default()
    };
    let specs = comparison.plan.agents.iter().map(|entry| &entry.agent);
    let mut networks = networks_of(specs.zip(agents));
    for note in exploiters.iter().flat_map(Exploiter::networks) {
        if networks.iter().all(|known| known.agent != note.agent) {
            networks.push(note);
        }
    }
    let recorded = beside.map(Recorded::note).transpose()?.unwrap_or_default();
    let report = BalanceReport::of(material, &options);
    let opening = Some(comparison.plan.opening);
    Ok(Compared { report, statistics, networks, opening, recorded })
}

/// The most games that were decided on for a rule set and agent whose games are in `folder`.
///
/// # Errors
/// When that cannot be read.
pub fn most_games(folder: &Path) -> anyhow::Result<u64> {
    Ok(Batches::open(folder)?.most())
}

/// The agents of `specs`, ready to play all of these rule sets.
///
/// # Errors
/// When one cannot be had or cannot play a rule set, or two are alike; says which.
pub fn ready(
    specs: &[AgentSpec],
    rules: &[LoadedRules],
    backend: &Backend,
) -> anyhow::Result<Vec<Agent>> {
    check_apart(specs)?;
    specs.iter().map(|spec| prepare_for(spec, rules, Purpose::Measuring, backend)).collect()
}

/// The networks of agents.
pub(super) fn networks_of<'a>(
    agents: impl Iterator<Item = (&'a AgentSpec, &'a Agent)>,
) -> Vec<NetworkNote> {
    let note = |spec: &AgentSpec, name: Option<&str>, agent: &Agent| {
        let net = agent.network()?;
        let named = spec.network().map(|file| file.display().to_string());
        let usual = || name.or(networks::name_of(net.label())).unwrap_or_default().to_owned();
        let name = named.unwrap_or_else(usual);
        let about = match () {
            () if name == LEARNED => "the network that this run trained",
            () if networks::names().any(|known| known == name) => {
                "a network that comes with the program and learned by playing itself"
            }
            () => "a network from a file of that name",
        };
        let (agent, hash) = (spec.to_string(), net.label().to_owned());
        Some(NetworkNote { agent, name, hash, about: about.to_owned() })
    };
    let notes = |(spec, agent): (&AgentSpec, &Agent)| -> Vec<NetworkNote> {
        match agent {
            Agent::Level(_, players) => {
                let learned = players.learned.iter();
                learned.filter_map(|(name, agent)| note(spec, Some(name), agent)).collect()
            }
            agent => note(spec, None, agent).into_iter().collect(),
        }
    };
    agents.flat_map(notes).collect()
}

impl Compare {
    /// The recorded games that stand beside those of the agents; `None` where nobody wants any.
    ///
    /// # Errors
    /// When there are none, or they were played by other rules.
    pub fn beside(&self, rules: &[LoadedRules]) -> anyhow::Result<Option<Recorded>> {
        if self.recorded.is_empty() {
            return Ok(None);
        }
        let agents = self.agents.iter().map(|entry| entry.agent.to_string());
        Recorded::beside(&self.recorded, rules, &agents.collect::<Vec<_>>()).map(Some)
    }
}

impl BalanceRun<'_> {
    /// The agents of the plan, in order, ready to play all rule sets.
    ///
    /// # Errors
    /// When one cannot be had or cannot play a rule set, or two are alike; says which.
    pub fn agents(&self) -> anyhow::Result<Vec<Agent>> {
        let specs = || self.plan.agents.iter().map(|entry| &entry.agent);
        check_apart(specs())?;
        specs().map(|spec| self.prepare(spec)).collect()
    }

    /// The exploiters of the plan, ready to play.
    ///
    /// # Errors
    /// As [`Compare::ready_exploiters`].
    pub fn exploiters(&self) -> anyhow::Result<Vec<Exploiter<'_>>> {
        self.plan.ready_exploiters(self.rules, self.backend)
    }

    /// Whether the network of `spec` was taught before the games.
    fn is_taught(&self, spec: &AgentSpec) -> bool {
        self.taught
            .is_some_and(|folder| spec.network().is_some_and(|file| file.starts_with(folder)))
    }

    /// The agent of `spec`, which may play with the network [`LEARNED`].
    fn prepare(&self, spec: &AgentSpec) -> anyhow::Result<Agent> {
        let mut spec = spec.clone();
        if let (Some(learned), true) = (self.learned, spec.network() == Some(Path::new(LEARNED))) {
            spec.set_network(learned);
        }
        prepare_for(&spec, self.rules, Purpose::Measuring, self.backend)
    }

    /// Checks that the folder holds nothing but games of these rule sets and agents, if any: a report on
    /// fewer would take the place of the one that is there.
    ///
    /// # Errors
    /// Names the games that have no part in this comparison.
    pub fn check_folder(&self) -> anyhow::Result<()> {
        let planned: BTreeSet<String> =
            self.entries().map(|(entry, rules)| key(rules, &entry.agent)).collect();
        let batches = Batches::open(&self.folder)?;
        let is_more = |cell: &str| {
            ["/handicap/", "/surface/", "/exploiter/"].iter().any(|part| cell.contains(part))
        };
        let is_foreign = |cell: &&str| !is_more(cell) && !planned.contains(*cell);
        match batches.cells().find(is_foreign) {
            Some(cell) => bail!(
                "`{}` holds games of `{cell}` too; name that rule set and agent as well, or choose \
                 another folder",
                self.folder.display()
            ),
            None => Ok(()),
        }
    }

    /// Every agent under every rule set; those of one agent stand together.
    fn entries(&self) -> impl Iterator<Item = (&AgentEntry, &LoadedRules)> {
        self.plan.agents.iter().flat_map(|entry| self.rules.iter().map(move |rules| (entry, rules)))
    }

    fn options(&self, batches: &Batches) -> Options {
        let looks = if self.budget.is_some() { Looks::Any } else { batches.looks() };
        Options { seed: self.seed, looks, ..Options::default() }
    }

    /// One job for each of the [`entries`](Self::entries).
    fn jobs<'a>(&'a self, agents: &'a [Agent], batches: &Batches) -> Vec<PlayJob<'a>> {
        let players = agents.iter().flat_map(|agent| self.rules.iter().map(move |_| agent));
        let job = |((entry, rules), agent): ((&AgentEntry, &'a LoadedRules), &'a Agent)| PlayJob {
            games: batches.games(&key(rules, &entry.agent)),
            seed: derive_seed(self.seed, &format!("compare {} {}", rules.game.name(), entry.agent)),
            opening: self.plan.opening,
            ..PlayJob::new(
                rules,
                PerSide::from_fn(|_| agent),
                self.folder.join(key(rules, &entry.agent)),
            )
        };
        self.entries().zip(players).map(job).collect()
    }

    /// How the report tells an agent.
    fn label(&self, spec: &AgentSpec, player: &Agent, strength: usize) -> AgentLabel {
        let agent = label(spec, player, strength, self.rules.iter().map(|rules| &rules.game));
        match self.is_taught(spec) {
            true => AgentLabel { recipe: Some(TAUGHT.to_owned()), ..agent },
            false => agent,
        }
    }

    /// The games that follow those of agents against themselves and each other.
    fn jobs_beyond<'j>(&'j self, beyond: Beyond<'j>, batches: &Batches) -> Vec<PlayJob<'j>> {
        let mut jobs = self.surface_jobs(beyond.grids, batches);
        jobs.extend(self.exploiter_jobs(beyond.exploiters, batches));
        jobs
    }

    fn cells(&self, jobs: &[PlayJob<'_>]) -> anyhow::Result<Vec<(Cell, GameStatistics)>> {
        jobs.par_iter()
            .enumerate()
            .map(|(index, job)| {
                // Jobs of one agent stand together, one per rule set.
                let strength = index / self.rules.len();
                let spec = &self.plan.agents[strength].agent;
                let player = job.agents[Side::Attackers];
                let agent = self.label(spec, player, strength);
                let (games, statistics) = watch(job, &agent.name)?;
                let (rules, has_king) =
                    (job.rules.game.name().to_owned(), statistics.board.has_king());
                let knowledge = knowledge(spec, player, job.rules, self.learned)?;
                Ok((Cell { rules, agent, has_king, knowledge, games }, statistics))
            })
            .collect()
    }
}

/// How reports tell `agent`, which was made from `spec` and plays these games.
pub(super) fn label<'a>(
    spec: &AgentSpec,
    agent: &Agent,
    strength: usize,
    games: impl IntoIterator<Item = &'a AnyGame>,
) -> AgentLabel {
    // A level may be another player on another board.
    let players: Vec<&Agent> = games.into_iter().map(|game| agent.at(game)).collect();
    let is_beginner = matches!(agent, Agent::Level(level, _) if level.is_beginner());
    let experience = match common(players.iter().map(|player| experience(player))) {
        Some(_) if is_beginner => Experience::None,
        // The other levels are for people who have played for a while.
        Some(Experience::None) if matches!(agent, Agent::Level(..)) => Experience::Told,
        known => known.unwrap_or_default(),
    };
    let recipe = common(players.iter().map(|player| recipe(spec, player)));
    AgentLabel {
        name: spec.to_string(),
        description: spec.description(),
        strength: strength as u32,
        experience,
        recipe: recipe.flatten(),
    }
}

/// What an agent that is no level has learned.
fn experience(player: &Agent) -> Experience {
    match player {
        Agent::Random | Agent::Rollouts(_) => Experience::None,
        // Who sees one or two plies plays as beginners do.
        Agent::AlphaBeta(player) if player.sees_little() => Experience::None,
        Agent::AlphaBeta(_) => Experience::Told,
        Agent::Network(_, net) => Experience::Network(net.training().to_owned()),
        Agent::Level(..) | Agent::External(_) => Experience::Unknown,
    }
}

/// The recipe by which the network of an agent was trained, where that is known.
fn recipe(spec: &AgentSpec, agent: &Agent) -> Option<String> {
    let Agent::Network(_, net) = agent else { return None };
    if spec.network() == Some(Path::new(LEARNED)) {
        return Some(LEARNED.to_owned());
    }
    recipes::of_label(net.label()).map(|recipe| recipe.name.to_owned())
}

/// What the network of an agent knows of a rule set: as its recipe says, or the folder of its training. `None` without
/// a network. The file of the network [`LEARNED`] is `learned`.
///
/// # Errors
/// When the folder of its training cannot be read.
pub(super) fn knowledge(
    spec: &AgentSpec,
    agent: &Agent,
    rules: &LoadedRules,
    learned: Option<&Path>,
) -> anyhow::Result<Option<Knowledge>> {
    let Agent::Network(_, net) = agent.at(&rules.game) else { return Ok(None) };
    if let Some(recipe) = recipes::of_label(net.label()) {
        return Ok(Some(recipe.knowledge(&rules.game)));
    }
    let named = spec.network();
    let file = if named == Some(Path::new(LEARNED)) { learned } else { named };
    match file.and_then(training_of) {
        Some(folder) => Ok(Some(knowledge_of_training(&folder, rules)?)),
        None => Ok(Some(Knowledge::Unknown)),
    }
}

/// Results of the games of a finished job.
pub(super) fn summaries(job: &PlayJob<'_>) -> anyhow::Result<Vec<GameSummary>> {
    read_games(&job.path()).map(|record| Ok(GameSummary::new(&record?.1))).collect()
}

/// The same with how they went.
fn watch(job: &PlayJob<'_>, agent: &str) -> anyhow::Result<(Vec<GameSummary>, GameStatistics)> {
    let path = job.path();
    let records = || Box::new(read_games(&path).map(|game| Ok(game?.1))) as Records<'_>;
    watch_games(&job.rules.game, agent, &records)
        .with_context(|| format!("cannot use the games of `{}`", path.display()))
}

impl Run {
    /// Plays the comparison and writes the report.
    pub(super) fn compare_and_report(&self, learned: Learned) -> anyhow::Result<BalanceReport> {
        let comparison = BalanceRun {
            plan: &self.experiment.compare,
            rules: &self.rules,
            seed: derive_seed(self.experiment.seed, "compare"),
            folder: self.folder.comparison(),
            learned: learned.network.as_deref(),
            taught: None,
            budget: None,
            handicap_games: 0,
            hypotheses: &self.experiment.hypotheses,
            backend: &self.backend,
        };
        let beside = comparison.plan.beside(comparison.rules)?;
        let compared = compare(&comparison, &comparison.agents()?, beside.as_ref())?;
        self.write_report(&compared, learned.curves)?;
        Ok(compared.report)
    }
}

#[cfg(test)]
mod tests {
    use imperial_play::prepare::prepare;

    use super::*;

    /// The label of an agent under some rule sets.
    fn labelled(spec: &str, rules: &[&str]) -> AgentLabel {
        let spec: AgentSpec = spec.parse().expect("an agent");
        let agent = prepare(&spec, Purpose::Measuring, &Backend::cpu()).expect("prepared");
        let games: Vec<AnyGame> =
            rules.iter().map(|name| AnyGame::by_name(name).expect("embedded")).collect();
        label(&spec, &agent, 0, &games)
    }

    #[test]
    fn a_level_has_the_recipe_of_the_network_that_plays_it() {
        let recipe = |rules: &[&str]| labelled("level:strong", rules).recipe;
        assert_eq!(recipe(&["tablut-linnaeus"]).as_deref(), Some("tafl9-240"));
        assert_eq!(recipe(&["copenhagen", "brandubh"]).as_deref(), Some("tafl"));
        assert_eq!(recipe(&["tablut-linnaeus", "copenhagen"]), None, "two networks play it");
        assert_eq!(recipe(&["fox-and-geese"]).as_deref(), Some("hunt"));
        assert_eq!(recipe(&["dablot"]), None, "no network plays it");
        let one = labelled("level:strong", &["tablut-linnaeus", "copenhagen"]);
        assert!(one.experience.network().is_some(), "both are stages of one training");
    }

    #[test]
    fn who_has_learned_nothing_is_no_beginner_for_that() {
        let experience = |spec| labelled(spec, &["tablut-linnaeus"]).experience;
        for beginner in
            ["random", "rollouts:16", "level:beginner", "level:casual", "alphabeta:depth=2"]
        {
            assert_eq!(experience(beginner), Experience::None, "{beginner}");
        }
        for spec in ["alphabeta:nodes=10000", "level:player", "level:club"] {
            assert_eq!(experience(spec), Experience::Told, "{spec}");
        }
        assert!(experience("level:master").network().is_some());
    }
}
