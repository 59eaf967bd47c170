//! The experiment file: everything that a run depends on.

mod hypotheses;
mod surface;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{LoadedRules, load_all};
use imperial_lab::{AgentChoice, Hypothesis};
use imperial_learn::settings;
use imperial_learn::training::{SHORT, TrainingConfig};
use imperial_play::agent::{AgentSpec, check_apart};
use imperial_play::networks::recipes;
use imperial_play::play::{MOST_GAMES, OpeningPlies};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

pub use hypotheses::WrongHypothesis;
pub use surface::SurfacePlan;

/// The experiment that runs when none is named.
pub const DEFAULT: &str = include_str!("../experiments/contest-vs-tablut.toml");

/// What an agent calls the network that the run itself learns: `network:16@learned`.
pub const LEARNED: &str = "learned";

/// One experiment: compare rule sets by the games of some agents, one of which may first learn in the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Short name; the results go to `runs/<name>` unless said otherwise.
    pub name: String,
    /// Headline of the report.
    pub title: String,
    /// Seed of everything random.
    pub seed: u64,
    /// The rule sets: names of the catalogue, or files ending in `.toml`.
    pub rules: Vec<String>,
    /// Settings of the network [`LEARNED`] that differ from those of [`SHORT`].
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub training: Table,
    /// What is compared.
    pub compare: Compare,
    /// What is claimed before the games, and judged by those of the comparison.
    #[serde(default, rename = "hypothesis", skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<Hypothesis>,
}

/// The comparison: each agent plays each rule set against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The agents, from the weakest to the strongest.
    pub agents: Vec<AgentEntry>,
    /// How the games come to differ.
    #[serde(default)]
    pub opening: OpeningPlies,
    /// Pairs of games, sides swapped, between neighbours in the order of strength under each rule set:
    /// they put the agents on one scale of Elo. 0 for none.
    #[serde(default)]
    pub pairs: u64,
    /// Positions that a search for a proof looks at, at most: one for each opening of the strongest agent's games,
    /// by all of its trainings, and each side. 0 for none.
    #[serde(default)]
    pub prove: u64,
    /// The grid of attackers' by defenders' playouts that each network plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<SurfacePlan>,
    /// Networks that learned to beat another one, each against that one (`imperial train --against`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exploiters: Vec<AgentEntry>,
    /// Recorded games that stand beside those of the agents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<RecordedEntry>,
}

/// A folder of imported games whose players are a line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedEntry {
    /// The folder, as `imperial import` has written it.
    pub folder: PathBuf,
    /// The name that the games were imported under; without it all people and other programs of the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// One agent of the comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentEntry {
    /// Who plays both sides.
    pub agent: AgentSpec,
    /// Games per rule set.
    pub games: u64,
}

impl Experiment {
    /// Reads the experiment of `file`, or the embedded one, and applies `changes` of the form `key=value`.
    ///
    /// # Errors
    /// When the file cannot be read or is no experiment of this version, or a change does not fit.
    pub fn load(file: Option<&Path>, changes: &[String]) -> anyhow::Result<Self> {
        let (text, origin) = settings::read(file, DEFAULT)?;
        let text = without_rounds(&text).with_context(|| origin.clone())?;
        Ok(settings::from_text::<Self>(&text, &origin, changes)?.with_trainings())
    }

    /// The same with each training of a recipe in place of the recipe: `network:64@tafl` are several agents.
    fn with_trainings(mut self) -> Self {
        let all = |entry: &AgentEntry| {
            let games = entry.games;
            let trainings = recipes::trainings(&entry.agent).into_iter();
            trainings.map(move |agent| AgentEntry { agent, games }).collect::<Vec<_>>()
        };
        self.compare.agents = self.compare.agents.iter().flat_map(all).collect();
        for hypothesis in &mut self.hypotheses {
            let AgentChoice::Named(names) = &mut hypothesis.agents else { continue };
            let all = |name: &String| match name.parse() {
                Ok(spec) => recipes::trainings(&spec).iter().map(ToString::to_string).collect(),
                // What is no agent is refused by whoever checks the hypotheses.
                Err(_) => vec![name.clone()],
            };
            *names = names.iter().flat_map(all).collect();
        }
        self
    }

    /// The text of an experiment as this version writes it.
    ///
    /// # Errors
    /// When it is no experiment of this version.
    pub fn rewritten(text: &str) -> anyhow::Result<String> {
        Ok(toml::to_string_pretty(&toml::from_str::<Self>(&without_rounds(text)?)?)?)
    }

    /// The training of the network [`LEARNED`]; `None` where no agent plays with it.
    ///
    /// # Errors
    /// When its settings are wrong; names the key.
    pub fn training(&self) -> anyhow::Result<Option<TrainingConfig>> {
        if !self.agents().any(|agent| agent.network() == Some(Path::new(LEARNED))) {
            return match self.training.is_empty() {
                true => Ok(None),
                false => bail!("`training` is of no use: no agent plays as `network:N@{LEARNED}`"),
            };
        }
        let own: TrainingConfig =
            settings::overlaid(SHORT, &self.training).context("`training`")?;
        let config = TrainingConfig {
            name: self.name.clone(),
            title: format!("{}: the network that learned", self.title),
            seed: self.seed,
            rules: self.rules.clone(),
            ..own
        };
        config.check().context("`training`")?;
        Ok(Some(config))
    }

    /// The same without the network [`LEARNED`] and the agents that play with it.
    #[must_use]
    pub fn without_learning(mut self) -> Self {
        self.training.clear();
        self.compare.agents.retain(|entry| entry.agent.network() != Some(Path::new(LEARNED)));
        self
    }

    /// All agents.
    pub fn agents(&self) -> impl Iterator<Item = &AgentSpec> {
        self.compare.agents.iter().map(|entry| &entry.agent)
    }

    /// Checks what the types alone cannot.
    ///
    /// # Errors
    /// Names the key that is wrong.
    pub fn check(&self) -> anyhow::Result<()> {
        settings::check_names(&self.name, &self.rules)?;
        if self.compare.agents.is_empty() {
            bail!("`compare.agents` names no agent");
        }
        check_apart(self.agents())?;
        self.compare.opening.check()?;
        let all = self.compare.agents.iter().chain(&self.compare.exploiters);
        if let Some(entry) = all.clone().find(|entry| entry.games == 0) {
            bail!("`games` of `{}` must be 1 or more", entry.agent);
        }
        let games = all.map(|entry| entry.games);
        if let Some(games) = games.chain([2 * self.compare.pairs]).find(|n| *n > MOST_GAMES) {
            bail!("{games} games are too many: at most {MOST_GAMES} for one agent and rule set");
        }
        self.compare
            .surface
            .as_ref()
            .map_or(Ok(()), SurfacePlan::check)
            .context("`compare.surface`")?;
        self.training().map(drop)
    }

    /// The rule sets, loaded.
    ///
    /// # Errors
    /// When one does not exist or is broken, or two have the same name.
    pub fn load_rules(&self) -> anyhow::Result<Vec<LoadedRules>> {
        Ok(load_all(&self.rules)?)
    }
}

/// An experiment of version 0.1 as one of this version. It could learn in rounds; those that did not have keys for it
/// without any effect.
fn without_rounds(text: &str) -> anyhow::Result<String> {
    // What is no TOML is refused by whoever reads it, with line and column.
    let Ok(mut table) = text.parse::<Table>() else { return Ok(text.to_owned()) };
    match table.get("rounds") {
        None => Ok(text.to_owned()),
        Some(Value::Array(rounds)) if rounds.is_empty() => {
            ["network", "learning", "rounds"].iter().for_each(|key| drop(table.remove(*key)));
            Ok(toml::to_string_pretty(&table)?)
        }
        Some(_) => bail!(
            "experiments of this version do not learn in rounds. Remove `network`, `learning` and `rounds`, \
             and name an agent `network:64@{LEARNED}`: the run learns its network first. Or train one \
             with `imperial train` and name its folder: `network:64@runs/tafl9`"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn default() -> Experiment {
        let experiment = Experiment::load(None, &[]).expect("the embedded experiment");
        experiment.check().expect("it is valid");
        experiment
    }

    #[test]
    fn the_embedded_experiment_learns_unless_it_is_not_to() {
        let config = default().training().expect("valid settings").expect("a training");
        assert_eq!((config.name.as_str(), &config.rules), ("contest-vs-tablut", &default().rules));
        let without = default().without_learning();
        without.check().expect("it is valid");
        assert_eq!(without.training().expect("valid settings"), None);
        assert_eq!(without.compare.agents.len() + 1, default().compare.agents.len());
    }

    #[test]
    fn recorded_games_are_read_and_written_back() {
        let recorded = "[[compare.recorded]]\nfolder = \"games/people\"\n";
        let text = toml::to_string_pretty(&default()).expect("an experiment");
        let experiment: Experiment = toml::from_str(&format!("{text}\n{recorded}")).expect("read");
        let [entry] = &experiment.compare.recorded[..] else { panic!("one entry") };
        assert_eq!((entry.folder.as_path(), &entry.agent), (Path::new("games/people"), &None));
        let again = toml::to_string_pretty(&experiment).expect("TOML");
        assert_eq!(toml::from_str::<Experiment>(&again).expect("it comes back"), experiment);
        assert!(!text.contains("recorded"), "older experiments stay as they are");
    }

    #[test]
    fn surfaces_are_read_checked_and_written_back() {
        let with = |change: &str| Experiment::load(None, &[change.to_owned()]).expect("it fits");
        let experiment = with("compare.surface={ playouts = [4, 16], games = 5 }");
        experiment.check().expect("it is valid");
        let text = toml::to_string_pretty(&experiment).expect("TOML");
        assert_eq!(toml::from_str::<Experiment>(&text).expect("it comes back"), experiment);
        assert!(!toml::to_string_pretty(&default()).expect("TOML").contains("surface"));
        let wrong = with("compare.surface.playouts=[16]").check().expect_err("one strength");
        assert!(format!("{wrong:#}").starts_with("`compare.surface`: the playouts"), "{wrong:#}");
    }

    /// The experiments of the reports, whatever networks they name.
    #[test]
    fn the_reports_can_be_played_and_judged() {
        for name in ["flagship", "hunt-report"] {
            let file =
                Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("experiments/{name}.toml"));
            let experiment = Experiment::load(Some(&file), &[]).expect(name);
            experiment.check().expect(name);
            let rules = experiment.load_rules().expect(name);
            experiment.check_hypotheses(&rules).expect(name);
            assert!(!experiment.hypotheses.is_empty(), "{name}");
        }
    }

    #[test]
    fn settings_of_the_training_change_those_of_the_short_one() {
        let with = |change: &str| Experiment::load(None, &[change.to_owned()]).expect("it fits");
        let config = with("training.games.games=7").training().expect("valid").expect("a training");
        let usual = default().training().expect("valid").expect("a training");
        assert_eq!((config.games.games, config.games.decided), (7, usual.games.decided));
        let error = |change| format!("{:#}", with(change).check().expect_err(change));
        assert!(error("training.games.game=7").contains("`training`: unknown field `game`"));
        assert!(error("training.generations=0").contains("`generations` must be at least 1"));
        let mut idle = with("training.generations=3");
        idle.compare.agents.truncate(2);
        assert!(idle.check().expect_err("idle").to_string().contains("is of no use"));
    }

    /// What version 0.1 wrote into the folder of a run without rounds says the same.
    #[test]
    fn rounds_are_refused_with_what_to_do_and_their_absence_is_not() {
        let text = toml::to_string_pretty(&default()).expect("an experiment");
        let (top, compare) = text.split_once("[compare]").expect("a comparison");
        let old =
            format!("rounds = []\n{top}[network]\nblocks = 4\n[learning]\n[compare]{compare}");
        assert_eq!(Experiment::rewritten(&old).expect("an old experiment"), text);
        let rounds = format!("{text}\n[[rounds]]\nagent = \"rollouts:64\"\ngames = 3\nsteps = 4\n");
        let error = Experiment::rewritten(&rounds).expect_err("rounds").to_string();
        assert!(
            error.contains("do not learn in rounds") && error.contains("imperial train"),
            "{error}"
        );
    }
}
