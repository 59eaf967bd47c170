//! Which bid for the king's escape evens the game of the strongest agent.

use imperial_stats::{Estimate, Interval};

use super::kind::{Kind, strongest};
use crate::text::{fitted_list, whole};
use crate::{BalanceReport, Bid, Finding, Grade, Titles};

/// Figures: `escape-plies` of each rule set, within which the king must escape for both sides to score one
/// half; without an upper bound the interval ends at the longest game of the bids.
pub(super) const KIND: Kind = Kind { topic: "bid", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let Some(agent) = strongest(report) else { return Vec::new() };
    let own = report.fairness.iter().filter(|fairness| fairness.agent == agent);
    let bids = own.filter_map(|one| Some((one.rules.as_str(), plies(one.bid.as_ref()?)?)));
    let add =
        |finding: Finding, (rules, plies)| finding.rule_sets([rules]).figure("escape-plies", plies);
    let finding = bids.fold(Finding::new(KIND.topic, Grade::Estimate).agents([agent]), add);
    if finding.rule_sets.is_empty() { Vec::new() } else { vec![finding] }
}

fn plies(bid: &Bid) -> Option<Estimate> {
    let value = bid.plies?;
    let longest = bid.points.last().map_or(value, |point| point.plies);
    let interval = Interval {
        low: f64::from(bid.low.unwrap_or(value)),
        high: f64::from(bid.high.unwrap_or(longest.max(value))),
    };
    Some(Estimate::new(f64::from(value), interval))
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let agent = finding.agent()?;
    let part = |(name, plies): (&str, Estimate)| format!("{name} ({} plies)", whole(plies.value));
    let all = finding.titles(titles).into_iter().zip(finding.all("escape-plies"));
    let parts: Vec<String> = all.map(part).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Some(fitted_list(&parts, |list| {
        format!("With {agent}, an escape limit for the king makes results even: {list}.")
    }))
}
