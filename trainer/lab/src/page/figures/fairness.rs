//! What would balance each rule set.

use imperial_stats::Estimate;
use maud::{Markup, html};

use crate::page::facts::Facts;
use crate::page::exhibit::{Exhibit, alone, panels};
use crate::page::html::{MANY_RULE_SETS, key};
use crate::page::table::Table;
use crate::plot::Format;
use crate::plot::scatter::{Level, Scatter, Series, Spot, scatter};
use crate::text::{percent_with_range, share_cell};
use crate::{Bid, Fairness, Handicap};

pub(crate) fn fairness(facts: &Facts) -> Markup {
    let strongest = facts.strongest();
    let is_strongest = |one: &&Fairness| {
        strongest.iter().any(|cell| cell.rules == one.rules && cell.agent == one.agent)
    };
    let shown: Vec<&Fairness> = facts.report.fairness.iter().filter(is_strongest).collect();
    html! {
        @if !facts.report.fairness.is_empty() {
            (table(facts))
            div.pair { (bids(facts, &shown)) (handicaps(facts, &shown)) }
        }
    }
}

/// The attackers' score under bids.
fn bids(facts: &Facts, shown: &[&Fairness]) -> Markup {
    let with = shown.iter().filter_map(|one| Some((*one, one.bid.as_ref()?)));
    let series = with.map(|(one, bid)| line(facts, one, spots_of_bid(bid)));
    let cells = shown.iter().filter_map(|one| facts.report.cell(&one.rules, &one.agent));
    let figure = Exhibit {
        id: "plot-bids".to_owned(),
        title: "What bidding for plies would do.".to_owned(),
        description: "One line for each rule set: the attackers' score if the king had to escape \
                      within so many plies. The table holds where it crosses one half."
            .to_owned(),
        note: "Suppose the king had to escape within so many plies or lose: how would the strongest \
               agent's games have ended? Draws would be the attackers' wins. The fair bid lies where a \
               line crosses 50 %. It is read off games that were played without a bid, so it is a first \
               approximation."
            .to_owned(),
        games: cells.map(|cell| cell.games).sum(),
        ..Exhibit::default()
    };
    drawn(figure, series.collect(), "plies within which the king must escape", Level::Numbers)
}

/// The attackers' score when the stronger side has fewer playouts.
fn handicaps(facts: &Facts, shown: &[&Fairness]) -> Markup {
    let with = || shown.iter().filter_map(|one| Some((*one, one.handicap.as_ref()?)));
    let series = with().map(|(one, handicap)| line(facts, one, spots_of_handicap(handicap)));
    let figure = Exhibit {
        id: "plot-handicaps".to_owned(),
        title: "What a handicap in playouts does.".to_owned(),
        description: "One line for each rule set: the attackers' score when the side with the advantage \
                      has fewer playouts. The table holds where it crosses one half."
            .to_owned(),
        note: "The side with the advantage has fewer playouts a move, the other side as many as always. \
               The handicap is fair where a line crosses 50 %."
            .to_owned(),
        games: with().flat_map(|(_, handicap)| &handicap.points).map(|point| point.games).sum(),
        ..Exhibit::default()
    };
    let across = "playouts a move of the side with the advantage";
    drawn(figure, series.collect(), across, Level::Doublings)
}

/// The figure with its pictures; nothing without points.
fn drawn(figure: Exhibit, series: Vec<Series>, across: &str, level: Level) -> Markup {
    let series: Vec<Series> = series.into_iter().filter(|one| !one.spots.is_empty()).collect();
    if series.is_empty() {
        return html! {};
    }
    let data = Scatter { series, across, up: "attackers' score, %", level };
    let are_few = data.series.len() <= MANY_RULE_SETS;
    let names = data.series.iter().map(|series| series.name);
    let figure = Exhibit {
        source: "fairness.csv",
        key: if are_few { key(data.key()) } else { Vec::new() },
        pictures: match are_few {
            true => alone(|format| scatter(&data, None, format)),
            false => panels(names, |index| scatter(&data, Some(index), Format::Panel)),
        },
        ..figure
    };
    html! { (figure) }
}

/// A series whose points one line joins.
fn line<'a>(facts: &'a Facts, one: &'a Fairness, spots: Vec<Spot>) -> Series<'a> {
    Series { name: facts.title(&one.rules), paths: vec![(0..spots.len()).collect()], spots }
}

fn spot(x: f64, y: Estimate, tip: &str) -> Spot {
    let tip = format!("{tip}: {}", percent_with_range(y));
    Spot { x: Estimate::exactly(x), y, filled: true, label: String::new(), tip }
}

fn spots_of_bid(bid: &Bid) -> Vec<Spot> {
    let points = bid.points.iter();
    points
        .map(|point| spot(point.plies.into(), point.score, &format!("{} plies", point.plies)))
        .collect()
}

fn spots_of_handicap(handicap: &Handicap) -> Vec<Spot> {
    let spot = |point: &crate::HandicapPoint| {
        let tip = format!("{} with {} playouts", handicap.weakened.name(), point.playouts);
        spot(f64::from(point.playouts.max(1)).log2(), point.score, &tip)
    };
    handicap.points.iter().map(spot).collect()
}

fn table(facts: &Facts) -> Table {
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
    table
}

/// `40 (30 to 52)`.
pub(crate) fn bid_cell(bid: &Bid) -> String {
    let Some(plies) = bid.plies else { return "none".to_owned() };
    match (bid.low, bid.high) {
        (Some(low), Some(high)) => format!("{plies} ({low} to {high})"),
        (Some(low), None) => format!("{plies} (at least {low})"),
        _ => plies.to_string(),
    }
}

fn none() -> String {
    "–".to_owned()
}
