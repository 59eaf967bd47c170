//! What the folders of trainings say of networks that learned to beat another one.

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::PerSide;

use crate::experiment::{AgentEntry, Compare};
use imperial_lab::Knowledge;
use imperial_learn::training::{Opponent, knowledge_of_training, opponent_of, training_of};
use imperial_play::agent::{Agent, AgentSpec, folder_of_agent};

/// A network that learned to beat another, with that one.
#[derive(Debug)]
pub(super) struct Exploiter<'a> {
    pub(super) response: Response<'a>,
    pub(super) agents: PerSide<Agent>,
}

/// What the folder of a training says of its network: whom it learned to beat, and under which rules.
#[derive(Debug)]
pub struct Response<'a> {
    pub(super) entry: &'a AgentEntry,
    pub(super) opponent: Opponent,
    pub(super) rules: Vec<&'a LoadedRules>,
}

impl Compare {
    /// Whom the exploiters learned to beat, and under which of `rules`.
    ///
    /// # Errors
    /// When one of them is no network that learned to beat another, or learned none of these rules.
    pub fn responses<'a>(&'a self, rules: &'a [LoadedRules]) -> anyhow::Result<Vec<Response<'a>>> {
        let of = |entry: &'a AgentEntry| {
            let context = || format!("the exploiter `{}`", entry.agent);
            response(entry, rules).with_context(context)
        };
        self.exploiters.iter().map(of).collect()
    }
}

impl<'a> Exploiter<'a> {
    /// Itself for each of its rule sets.
    pub(super) fn each(&self) -> Vec<&Response<'a>> {
        vec![&self.response; self.response.rules.len()]
    }
}

/// The folder of the games of an exploiter, below that of the comparison.
pub(super) fn folder(rules: &LoadedRules, spec: &AgentSpec) -> String {
    format!("{}/exploiter/{}", rules.game.name(), folder_of_agent(&spec.to_string()))
}

fn response<'a>(entry: &'a AgentEntry, rules: &'a [LoadedRules]) -> anyhow::Result<Response<'a>> {
    const ADVICE: &str = "name the network of a training with `imperial train --against`, such as \
                          network:64@runs/exploiter";
    let Some(training) = entry.agent.network().and_then(training_of) else {
        bail!("it lies in no folder of a training; {ADVICE}");
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
    Ok(Response { entry, opponent, rules: learned })
}

impl Response<'_> {
    /// The games that are wanted under a rule set, if it learned that: who plays how many, and the name of their folder
    /// below that of the comparison.
    pub(in crate::run) fn under(&self, rules: &LoadedRules) -> Option<(&AgentEntry, String)> {
        let own = self.rules.iter().find(|own| own.hash == rules.hash)?;
        Some((self.entry, folder(own, &self.entry.agent)))
    }

    /// The agent that stayed as it was: the same search with the other network.
    pub(super) fn opponent_of(&self, spec: &AgentSpec) -> AgentSpec {
        let mut opponent = spec.clone();
        opponent.set_network(&self.opponent.file);
        opponent
    }
}
