//! What the folders of trainings say of networks that learned to beat another one.

use std::path::Path;

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::{PerSide, Side};

use crate::experiment::{AgentEntry, Compare};
use imperial_lab::Knowledge;
use imperial_lab::page::NetworkNote;
use imperial_learn::training::{Opponent, knowledge_of_training, opponent_of, training_of};
use imperial_net::Backend;
use imperial_play::agent::{Agent, AgentSpec, check_apart, folder_of_agent};
use imperial_play::networks;
use imperial_play::prepare::{Purpose, prepare_for};

/// A network that learned to beat another, with that one, ready to play.
#[derive(Debug)]
pub struct Exploiter<'a> {
    pub(super) entry: &'a AgentEntry,
    pub(super) opponent: Opponent,
    /// Those that it learned.
    pub(super) rules: Vec<&'a LoadedRules>,
    pub(in crate::run) agents: PerSide<Agent>,
}

impl Compare {
    /// The exploiters, each with the network that it learned to beat, ready to play those of `rules` that it learned.
    ///
    /// # Errors
    /// When one of them is no network that learned to beat another, learned none of these rules, or cannot be loaded;
    /// when two are alike.
    pub fn ready_exploiters<'a>(
        &'a self,
        rules: &'a [LoadedRules],
        backend: &Backend,
    ) -> anyhow::Result<Vec<Exploiter<'a>>> {
        check_apart(self.exploiters.iter().map(|entry| &entry.agent))?;
        let of = |entry: &'a AgentEntry| {
            let context = || format!("the exploiter `{}`", entry.agent);
            Exploiter::ready(entry, rules, backend).with_context(context)
        };
        self.exploiters.iter().map(of).collect()
    }
}

impl<'a> Exploiter<'a> {
    /// Both networks, ready to play the rule sets that the one learned: nobody plays others.
    fn ready(
        entry: &'a AgentEntry,
        rules: &'a [LoadedRules],
        backend: &Backend,
    ) -> anyhow::Result<Self> {
        let (opponent, rules) = learned(entry, rules)?;
        let prepare = |spec: &AgentSpec| {
            prepare_for(spec, rules.iter().copied(), Purpose::Measuring, backend)
        };
        let frozen = prepare(&with_network(&entry.agent, &opponent.file))?;
        let mut agents = PerSide { attackers: frozen.clone(), defenders: frozen };
        agents[opponent.side] = prepare(&entry.agent)?;
        Ok(Self { entry, opponent, rules, agents })
    }

    /// The games that are wanted under a rule set, if it learned that: who plays how many, and the name of their folder
    /// below that of the comparison.
    pub(in crate::run) fn under(&self, rules: &LoadedRules) -> Option<(&AgentEntry, String)> {
        let own = self.rules.iter().find(|own| own.hash == rules.hash)?;
        Some((self.entry, folder(own, &self.entry.agent)))
    }

    /// What there is to say of its network and of the one that stayed as it was.
    pub(super) fn networks(&self) -> Vec<NetworkNote> {
        let Self { entry, opponent: Opponent { name, side, file }, .. } = self;
        let own = entry.agent.network().map(|file| file.display().to_string()).unwrap_or_default();
        let name = name.display().to_string();
        let learned = format!("a network that learned to beat {name} as {}", side.name());
        let frozen = format!("the network that {own} learned to beat");
        let note = |spec: &AgentSpec, side: Side, name: String, about: String| {
            let hash = self.agents[side].network()?.label().to_owned();
            Some(NetworkNote { agent: spec.to_string(), name, hash, about })
        };
        let spec = with_network(&entry.agent, file);
        [note(&entry.agent, *side, own, learned), note(&spec, !*side, name, frozen)]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// The folder of the games of an exploiter, below that of the comparison.
pub(super) fn folder(rules: &LoadedRules, spec: &AgentSpec) -> String {
    format!("{}/exploiter/{}", rules.game.name(), folder_of_agent(&spec.to_string()))
}

/// What the folder of its training says of a network: whom it learned to beat, and which of the `rules` it learned.
fn learned<'a>(
    entry: &AgentEntry,
    rules: &'a [LoadedRules],
) -> anyhow::Result<(Opponent, Vec<&'a LoadedRules>)> {
    const ADVICE: &str = "name the network of a training with `imperial train --against`, such as \
                          network:64@runs/exploiter";
    let Some(file) = entry.agent.network() else {
        bail!("it names no network; {ADVICE}");
    };
    let Some(training) = training_of(file) else {
        if file.exists() || networks::names().any(|name| file == name) {
            bail!("it lies in no folder of a training; {ADVICE}");
        }
        bail!("there is no file or folder `{}`; {ADVICE}", file.display());
    };
    let Some(opponent) = opponent_of(&training)? else {
        bail!("it learned by playing itself; {ADVICE}");
    };
    let mut learned = Vec::new();
    for one in rules {
        if knowledge_of_training(&training, one)? >= Knowledge::Moving {
            learned.push(one);
        }
    }
    if learned.is_empty() {
        bail!(
            "it learned none of these rule sets; compare one of `{}`",
            training.join("rules").display()
        );
    }
    Ok((opponent, learned))
}

/// The same search with another network.
fn with_network(agent: &AgentSpec, file: &Path) -> AgentSpec {
    let mut other = agent.clone();
    other.set_network(file);
    other
}
