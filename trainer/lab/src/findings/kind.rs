//! What a kind of finding is.

use crate::{BalanceReport, Finding, Titles};

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

/// The name of the agent that was given as the strongest.
pub(super) fn strongest(report: &BalanceReport) -> Option<&str> {
    report.agents.last().map(|agent| agent.name.as_str())
}
