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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower_than: Option<Bound>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    longer_than: Option<Length>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_mover: Option<Favoured>,
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
    expecting = "`higher-than` and `lower-than` must be a share from 0 to 1 or the name of a rule set"
)]
enum Bound {
    Share(f64),
    Rules(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "`longer-than` must be a number of plies or the name of a rule set")]
enum Length {
    Plies(f64),
    Rules(String),
}

/// What may be said of the first mover.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Favoured {
    Favoured,
}

/// The keys of predicates, of which an entry has one.
const PREDICATES: &str =
    "`favours`, `even-within`, `higher-than`, `lower-than`, `longer-than` and `first-mover`";

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
        let predicate = match &entry.predicates()[..] {
            [(_, predicate)] => predicate.clone(),
            [] => {
                return bad("favours", &format!("is missing; give one of {PREDICATES}"));
            }
            [(first, _), ..] => {
                let problem = format!(
                    "stands beside another predicate; keep one of {PREDICATES}, and make a second \
                     hypothesis of the other"
                );
                return bad(first, &problem);
            }
        };
        match &predicate {
            Predicate::EvenWithin(margin) if !(*margin > 0.0 && *margin < 0.5) => {
                return bad("even-within", "must be a share above 0 and below 0.5, such as 0.05");
            }
            Predicate::HigherThan(share) if !(0.0..1.0).contains(share) => {
                return bad("higher-than", "must be a share from 0 to below 1, or a rule set");
            }
            Predicate::LowerThan(share) if !(*share > 0.0 && *share <= 1.0) => {
                return bad("lower-than", "must be a share above 0 and up to 1, or a rule set");
            }
            Predicate::LongerThan(plies) if !(*plies > 0.0 && plies.is_finite()) => {
                return bad("longer-than", "must be a number of plies above 0, or a rule set");
            }
            _ => {}
        }
        let Entry { name, statement, source, rules, .. } = entry;
        Ok(Self { name, statement, source, rules, agents, predicate })
    }
}

impl Entry {
    /// All predicates that are given, with their keys.
    fn predicates(&self) -> Vec<(&'static str, Predicate)> {
        let higher = self.higher_than.clone().map(|bound| match bound {
            Bound::Share(share) => Predicate::HigherThan(share),
            Bound::Rules(rules) => Predicate::HigherThanUnder(rules),
        });
        let lower = self.lower_than.clone().map(|bound| match bound {
            Bound::Share(share) => Predicate::LowerThan(share),
            Bound::Rules(rules) => Predicate::LowerThanUnder(rules),
        });
        let longer = self.longer_than.clone().map(|length| match length {
            Length::Plies(plies) => Predicate::LongerThan(plies),
            Length::Rules(rules) => Predicate::LongerThanUnder(rules),
        });
        let first_mover = self.first_mover.map(|Favoured::Favoured| Predicate::FirstMoverFavoured);
        let all = [
            ("favours", self.favours.map(Predicate::Favours)),
            ("even-within", self.even_within.map(Predicate::EvenWithin)),
            ("higher-than", higher),
            ("lower-than", lower),
            ("longer-than", longer),
            ("first-mover", first_mover),
        ];
        all.into_iter().filter_map(|(key, predicate)| Some((key, predicate?))).collect()
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
        let mut entry = Self {
            name,
            statement,
            source,
            rules,
            agents,
            favours: None,
            even_within: None,
            higher_than: None,
            lower_than: None,
            longer_than: None,
            first_mover: None,
        };
        match predicate {
            Predicate::Favours(side) => entry.favours = Some(side),
            Predicate::EvenWithin(margin) => entry.even_within = Some(margin),
            Predicate::HigherThan(share) => entry.higher_than = Some(Bound::Share(share)),
            Predicate::HigherThanUnder(rules) => entry.higher_than = Some(Bound::Rules(rules)),
            Predicate::LowerThan(share) => entry.lower_than = Some(Bound::Share(share)),
            Predicate::LowerThanUnder(rules) => entry.lower_than = Some(Bound::Rules(rules)),
            Predicate::LongerThan(plies) => entry.longer_than = Some(Length::Plies(plies)),
            Predicate::LongerThanUnder(rules) => entry.longer_than = Some(Length::Rules(rules)),
            Predicate::FirstMoverFavoured => entry.first_mover = Some(Favoured::Favoured),
        }
        entry
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
        if let Some((key, name)) = self.predicate.other()
            && !rules.iter().any(|known| known == name)
        {
            return Err(bad(key, "rule set", name, "rules"));
        }
        if let AgentChoice::Named(names) = &self.agents
            && let Some(name) = names.iter().find(|name| !agents.contains(name))
        {
            return Err(bad("agents", "agent", name, "compare.agents"));
        }
        Ok(())
    }
}
