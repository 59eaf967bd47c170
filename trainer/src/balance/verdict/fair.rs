//! What would even a rule set, in a sentence.

use imperial_engine::Side;

use super::super::text::percent;
use super::super::{Bid, Fairness, Handicap};

/// The sentence.
pub(super) fn text(fairness: &Fairness) -> String {
    let Fairness { rules, agent, .. } = fairness;
    let handicap = fairness.handicap.as_ref().map(handicap);
    let bid = fairness.bid.as_ref().map(bid);
    let parts: Vec<String> = handicap.into_iter().chain(bid).collect();
    if parts.is_empty() {
        return format!(
            "under {rules}, {agent} against itself: nothing is known that would even it"
        );
    }
    format!("under {rules}, {agent} against itself: {}", parts.join("; "))
}

fn handicap(handicap: &Handicap) -> String {
    let side = match handicap.weakened {
        Side::Attackers => "attackers",
        Side::Defenders => "defenders",
    };
    match handicap.ratio {
        Some(ratio) => format!(
            "even if the {side} had {} % of the playouts ({} to {})",
            percent(ratio.value),
            percent(ratio.low),
            percent(ratio.high)
        ),
        None => format!(
            "no handicap that was played evens it, the {side} are ahead with {} of {} playouts",
            handicap.points.first().map_or(handicap.playouts, |point| point.playouts),
            handicap.playouts
        ),
    }
}

fn bid(bid: &Bid) -> String {
    let made = if bid.played { "played so" } else { "read off games without the bid" };
    let Some(plies) = bid.plies else {
        return format!(
            "no bid for the king evens it, since the attackers score half or more without one ({made})"
        );
    };
    let range = match (bid.low, bid.high) {
        (Some(low), Some(high)) => format!("{low} to {high}, "),
        (Some(low), None) => format!("at least {low}, "),
        _ => String::new(),
    };
    format!("even if the king had to escape within {plies} plies ({range}{made})")
}
