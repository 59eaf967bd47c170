//! Which handicap in thinking evens the game of the strongest agent.

use super::kind::{Kind, remedy, remedy_words};
use crate::text::percent;
use crate::{BalanceReport, Finding, Titles};

/// Figures: `playout-ratio` of each rule set, the playouts of the favoured side divided by those of the other
/// at which both score one half.
pub(super) const KIND: Kind = Kind { topic: "handicap", find, words };

const RATIO: &str = "playout-ratio";

fn find(report: &BalanceReport) -> Vec<Finding> {
    remedy(KIND.topic, RATIO, report, |one| one.handicap.as_ref()?.ratio)
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let agent = finding.agent()?;
    let shown = |ratio| format!("{} %", percent(ratio));
    Some(remedy_words((finding, RATIO), titles, shown, |list| {
        format!("With {agent}, fewer playouts for the favoured side make results even: {list}.")
    }))
}
