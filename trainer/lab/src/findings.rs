//! What the facts of a report show, in few findings.
//!
//! A finding is data: a topic, rule sets, agents, figures and a [`Grade`]. Each kind of finding is one
//! file, which says what is looked for in the facts and how it is worded, and one line in the list below.

use imperial_stats::{Estimate, Interval};
use serde::{Deserialize, Serialize};

use super::{BalanceReport, Grade, Titles};

/// Declares the files of all kinds of findings and lists them in the order in which they are reported.
macro_rules! kinds {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*
        /// Every kind of finding, in the order in which findings are reported.
        pub const KINDS: &[Kind] = &[$($name::KIND),*];
    };
}

kinds! {
    advantage,
    strength,
    differences,
    switches,
    handicap,
    bid,
    trainings,
    order,
    one_sided,
    repeats,
    few_games,
    cut_off,
    refused,
    stopped,
}

#[cfg(test)]
pub(crate) use cut_off::MANY as MANY_CUT_OFF;

/// A kind of finding.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The topic of its findings.
    pub topic: &'static str,
    /// Looks for findings in a judged report.
    pub find: fn(&BalanceReport) -> Vec<Finding>,
    /// The finding in one sentence of at most 25 words. A finding that lacks a figure, because
    /// another program wrote it, has none.
    pub words: fn(&Finding, &Titles) -> Option<String>,
}

/// Something that the facts of a report show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is about: the name of its [`Kind`].
    pub topic: String,
    /// How far the games support it.
    pub grade: Grade,
    /// Names of the rule sets that it is about, most important first.
    pub rule_sets: Vec<String>,
    /// Names of the agents: one for each rule set, or those that played all of them.
    pub agents: Vec<String>,
    /// The figures that it rests on.
    pub figures: Vec<Figure>,
}

/// A figure with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What it is; the kinds of findings say which they use. Several may have one name: then there is one for
    /// each rule set, in their order.
    pub name: String,
    /// Its value and interval; a count or setting has no width. Shares and scores run from 0 to 1.
    pub estimate: Estimate,
}

/// The findings of `kinds` in a judged report.
pub fn find(kinds: &[Kind], report: &BalanceReport) -> Vec<Finding> {
    kinds.iter().flat_map(|kind| (kind.find)(report)).collect()
}

/// A finding in one sentence; `None` where none of `kinds` can word it.
pub fn word(kinds: &[Kind], finding: &Finding, titles: &Titles) -> Option<String> {
    let kind = kinds.iter().find(|kind| kind.topic == finding.topic)?;
    (kind.words)(finding, titles)
}

impl Finding {
    /// A finding without subjects and figures.
    pub fn new(topic: &str, grade: Grade) -> Self {
        let topic = topic.to_owned();
        Self { topic, grade, rule_sets: Vec::new(), agents: Vec::new(), figures: Vec::new() }
    }

    /// The same about these rule sets.
    #[must_use]
    pub fn rule_sets<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.rule_sets.extend(names.into_iter().map(str::to_owned));
        self
    }

    /// The same about these agents.
    #[must_use]
    pub fn agents<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.agents.extend(names.into_iter().map(str::to_owned));
        self
    }

    /// The same with a figure.
    #[must_use]
    pub fn figure(mut self, name: &str, estimate: Estimate) -> Self {
        self.figures.push(Figure { name: name.to_owned(), estimate });
        self
    }

    /// The same with a count or a setting.
    #[must_use]
    pub fn count(self, name: &str, value: f64) -> Self {
        self.figure(name, Estimate::new(value, Interval { low: value, high: value }))
    }

    /// The finding in one sentence with the titles of rule sets.
    pub fn words(&self, titles: &Titles) -> Option<String> {
        word(KINDS, self, titles)
    }

    /// The figures of a name, in the order of the rule sets.
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Estimate> + Clone + 'a {
        self.figures.iter().filter(move |figure| figure.name == name).map(|figure| figure.estimate)
    }

    /// The first figure of a name.
    fn one(&self, name: &str) -> Option<Estimate> {
        self.all(name).next()
    }

    /// The titles of its rule sets.
    fn titles<'a>(&'a self, titles: &'a Titles) -> Vec<&'a str> {
        self.rule_sets.iter().map(|name| titles.of(name)).collect()
    }

    fn agent(&self) -> Option<&str> {
        self.agents.first().map(String::as_str)
    }
}

/// The name of the agent that was given as the strongest.
fn strongest(report: &BalanceReport) -> Option<&str> {
    report.agents.last().map(|agent| agent.name.as_str())
}
