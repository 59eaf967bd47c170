//! What would balance each rule set.

use maud::html;

use crate::Bid;
use crate::page::blocks::Blocks;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{none, share_cell};

pub(crate) fn fairness(facts: &Facts) -> Blocks {
    let head = ["agent", "side with fewer playouts", "of the other side's, %", "bid in plies"];
    let mut table = Table::new("Handicaps and bids that would balance the game", head);
    for one in &facts.report.fairness {
        let side = one.handicap.as_ref().map_or("–", |handicap| handicap.weakened.name());
        let ratio = one.handicap.as_ref().map_or_else(none, |handicap| {
            handicap.ratio.map_or_else(|| "none that was played".to_owned(), share_cell)
        });
        let bid = one.bid.as_ref().map_or_else(none, bid_cell);
        table.row(facts.title(&one.rules), [one.agent.clone(), side.to_owned(), ratio, bid]);
    }
    let has_bids = facts.report.fairness.iter().any(|one| one.bid.is_some());
    let has_handicaps = facts.report.fairness.iter().any(|one| one.handicap.is_some());
    html! {
        @if !table.is_empty() {
            p { @if has_handicaps { (HANDICAPS) } @if has_bids { (BIDS) } " The scores are in fairness.csv." }
            (table)
        }
    }
    .into()
}

const HANDICAPS: &str = "A handicap gives the side with the advantage fewer playouts a move, until both sides \
    score one half. ";
const BIDS: &str = "A bid is the number of plies within which the king must escape, or the defenders lose. It \
    is read off games that were played without a bid, so it is a first approximation.";

/// `40 (30 to 52)`.
pub(crate) fn bid_cell(bid: &Bid) -> String {
    let Some(plies) = bid.plies else { return "none".to_owned() };
    match (bid.low, bid.high) {
        (Some(low), Some(high)) => format!("{plies} ({low} to {high})"),
        (Some(low), None) => format!("{plies} (at least {low})"),
        _ => plies.to_string(),
    }
}
