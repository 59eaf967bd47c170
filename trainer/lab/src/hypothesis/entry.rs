//! A hypothesis as it stands in an experiment file and in a report.

use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use super::{AgentChoice, Hypothesis, Predicate};

/// The keys of a `[[hypothesis]]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Entry {
    name: String,
    statement: String,
    source: String,
    rules: Vec<String>,
    agents: Agents,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    favours: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    even_within: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    higher_than: Option<Bound>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "`agents` must be \"weakest\", \"strongest\", \"all\" or a list of names"
)]
enum Agents {
    Word(String),
    Names(Vec<String>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "`higher-than` must be a share from 0 to 1 or the name of a rule set"
)]
enum Bound {
    Share(f64),
    Rules(String),
}

/// What is wrong with a `[[hypothesis]]`, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` of the hypothesis `{name}` {problem}")]
pub struct BadHypothesis {
    /// Name of the hypothesis.
    pub name: String,
    /// The key that is wrong.
    pub key: &'static str,
    /// The rest of a sentence that begins with the key.
    pub problem: String,
}

impl TryFrom<Entry> for Hypothesis {
    type Error = BadHypothesis;

    fn try_from(entry: Entry) -> Result<Self, BadHypothesis> {
        let bad = |key, problem: &str| {
            let (name, problem) = (entry.name.clone(), problem.to_owned());
            Err(BadHypothesis { name, key, problem })
        };
        if entry.name.is_empty() {
            return bad("name", "is empty; give it a short name");
        }
        if entry.rules.is_empty() {
            return bad("rules", "is empty; name one rule set or more");
        }
        let agents = match &entry.agents {
            Agents::Word(word) => match word.as_str() {
                "weakest" => AgentChoice::Weakest,
                "strongest" => AgentChoice::Strongest,
                "all" => AgentChoice::All,
                _ => {
                    return bad(
                        "agents",
                        "must be \"weakest\", \"strongest\", \"all\" or a list of names",
                    );
                }
            },
            Agents::Names(names) if names.is_empty() => {
                return bad("agents", "is empty; name one agent or more, or write \"all\"");
            }
            Agents::Names(names) => AgentChoice::Named(names.clone()),
        };
        let predicate = match (entry.favours, entry.even_within, &entry.higher_than) {
            (Some(side), None, None) => Predicate::Favours(side),
            (None, Some(margin), None) if margin > 0.0 && margin < 0.5 => {
                Predicate::EvenWithin(margin)
            }
            (None, Some(_), None) => {
                return bad("even-within", "must be a share above 0 and below 0.5, such as 0.05");
            }
            (None, None, Some(Bound::Share(share))) if (0.0..1.0).contains(share) => {
                Predicate::HigherThan(*share)
            }
            (None, None, Some(Bound::Share(_))) => {
                return bad("higher-than", "must be a share from 0 to below 1, or a rule set");
            }
            (None, None, Some(Bound::Rules(rules))) => Predicate::HigherThanUnder(rules.clone()),
            (None, None, None) => {
                return bad(
                    "favours",
                    "is missing; give `favours`, `even-within` or `higher-than`",
                );
            }
            _ => {
                return bad(
                    "favours",
                    "stands beside another predicate; keep one of `favours`, \
                     `even-within` and `higher-than`, and make a second hypothesis of the other",
                );
            }
        };
        let Entry { name, statement, source, rules, .. } = entry;
        Ok(Self { name, statement, source, rules, agents, predicate })
    }
}

impl From<Hypothesis> for Entry {
    fn from(hypothesis: Hypothesis) -> Self {
        let Hypothesis { name, statement, source, rules, agents, predicate } = hypothesis;
        let word = |word: &str| Agents::Word(word.to_owned());
        let agents = match agents {
            AgentChoice::Weakest => word("weakest"),
            AgentChoice::Strongest => word("strongest"),
            AgentChoice::All => word("all"),
            AgentChoice::Named(names) => Agents::Names(names),
        };
        let (favours, even_within, higher_than) = match predicate {
            Predicate::Favours(side) => (Some(side), None, None),
            Predicate::EvenWithin(margin) => (None, Some(margin), None),
            Predicate::HigherThan(share) => (None, None, Some(Bound::Share(share))),
            Predicate::HigherThanUnder(rules) => (None, None, Some(Bound::Rules(rules))),
        };
        Self { name, statement, source, rules, agents, favours, even_within, higher_than }
    }
}

impl Hypothesis {
    /// Checks that an experiment with these rule sets and agents can judge it.
    ///
    /// # Errors
    /// Names the key whose rule set or agent does not play.
    pub fn check(&self, rules: &[String], agents: &[String]) -> Result<(), BadHypothesis> {
        let bad = |key, kind: &str, name: &str, list: &str| BadHypothesis {
            name: self.name.clone(),
            key,
            problem: format!(
                "names the {kind} `{name}`, which does not play; add it to `{list}` or correct the name"
            ),
        };
        if let Some(name) = self.rules.iter().find(|name| !rules.contains(name)) {
            return Err(bad("rules", "rule set", name, "rules"));
        }
        if let Predicate::HigherThanUnder(name) = &self.predicate
            && !rules.contains(name)
        {
            return Err(bad("higher-than", "rule set", name, "rules"));
        }
        if let AgentChoice::Named(names) = &self.agents
            && let Some(name) = names.iter().find(|name| !agents.contains(name))
        {
            return Err(bad("agents", "agent", name, "compare.agents"));
        }
        Ok(())
    }
}
