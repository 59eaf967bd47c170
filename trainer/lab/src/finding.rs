//! What the facts of a report show, as data.

use imperial_stats::{Estimate, Grade};
use serde::{Deserialize, Serialize};

use super::Titles;

/// Something that the facts of a report show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is about: the name of its [`Kind`](super::Kind).
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

    /// The same with several figures of one name.
    #[must_use]
    pub fn figures(self, name: &str, all: impl IntoIterator<Item = Estimate>) -> Self {
        all.into_iter().fold(self, |finding, one| finding.figure(name, one))
    }

    /// The same with a count of 1 where something is so.
    #[must_use]
    pub(super) fn flag(self, name: &str, is_so: bool) -> Self {
        self.figures(name, is_so.then_some(Estimate::exactly(1.0)))
    }

    /// The same with a count or a setting.
    #[must_use]
    pub fn count(self, name: &str, value: f64) -> Self {
        self.figure(name, Estimate::exactly(value))
    }

    /// It alone, or nothing where it is about no rule set.
    pub(super) fn if_any(self) -> Vec<Self> {
        if self.rule_sets.is_empty() { Vec::new() } else { vec![self] }
    }

    /// The figures of a name, in the order of the rule sets.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Estimate> + Clone + 'a {
        self.figures.iter().filter(move |figure| figure.name == name).map(|figure| figure.estimate)
    }

    /// The first figure of a name.
    pub(super) fn one(&self, name: &str) -> Option<Estimate> {
        self.all(name).next()
    }

    /// The titles of its rule sets.
    pub(super) fn titles<'a>(&'a self, titles: &'a Titles) -> Vec<&'a str> {
        self.rule_sets.iter().map(|name| titles.of(name)).collect()
    }

    /// The first of its agents.
    pub(super) fn agent(&self) -> Option<&str> {
        self.agents.first().map(String::as_str)
    }
}
