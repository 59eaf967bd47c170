//! Which bid for the king's escape evens the game of the strongest agent.

use imperial_stats::{Estimate, Interval};

use super::kind::{Kind, remedy, remedy_words};
use crate::text::whole;
use crate::{BalanceReport, Bid, Finding, Titles};

/// Figures: `escape-plies` of each rule set, within which the king must escape for both sides to score one
/// half; without an upper bound the interval ends at the longest game of the bids.
pub(super) const KIND: Kind = Kind { topic: "bid", find, words };

const PLIES: &str = "escape-plies";

fn find(report: &BalanceReport) -> Vec<Finding> {
    remedy(KIND.topic, PLIES, report, |one| plies(one.bid.as_ref()?))
}

fn plies(bid: &Bid) -> Option<Estimate> {
    let value = bid.plies?;
    let longest = bid.points.last()?.plies;
    let interval =
        Interval { low: f64::from(bid.low?), high: f64::from(bid.high.unwrap_or(longest)) };
    Some(Estimate::new(f64::from(value), interval))
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let agent = finding.agent()?;
    let shown = |plies| format!("{} plies", whole(plies));
    Some(remedy_words((finding, PLIES), titles, shown, |list| {
        format!("In games of {agent}, an escape limit would have evened results: {list}.")
    }))
}
