//! What the facts of a report show, in few findings.
//!
//! A finding is data: a topic, rule sets, agents, figures and a [grade](super::Grade). Each kind of finding is one
//! file, which says what is looked for in the facts and how it is worded, and one line in [`KINDS`].

pub(crate) mod advantage;
mod beginners;
mod between;
mod bid;
mod cut_off;
mod differences;
mod disagree;
mod few_games;
mod handicap;
mod kind;
mod one_sided;
mod order;
mod people;
mod refused;
mod repeats;
mod stopped;
mod strength;
mod switches;
mod unlearned;

use super::{BalanceReport, Finding, Titles};
pub use kind::Kind;

#[cfg(test)]
pub(crate) use cut_off::MANY as MANY_CUT_OFF;

/// Every kind of finding, in the order in which findings are reported.
pub const KINDS: &[Kind] = &[
    advantage::KIND,
    strength::KIND,
    differences::KIND,
    switches::KIND,
    handicap::KIND,
    bid::KIND,
    unlearned::KIND,
    between::KIND,
    disagree::KIND,
    beginners::KIND,
    people::KIND,
    order::KIND,
    one_sided::KIND,
    repeats::KIND,
    few_games::KIND,
    cut_off::KIND,
    refused::KIND,
    stopped::KIND,
];

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
    /// The finding in one sentence with the titles of rule sets.
    pub fn words(&self, titles: &Titles) -> Option<String> {
        word(KINDS, self, titles)
    }
}
