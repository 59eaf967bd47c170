//! What would even each rule set.

use super::super::super::plots::{self, Scatter, Series, Spot};
use super::super::super::text::percent_with_range;
use super::super::super::{BalanceReport, Bid, Fairness, Handicap};
use super::super::findings::remedies;
use super::super::table::Table;
use super::{Figure, MANY_RULE_SETS, folded, lines};
use imperial_stats::{Estimate, Interval};

pub(in super::super) fn fairness(report: &BalanceReport) -> String {
    let all: Vec<&Fairness> = report.fairness.iter().collect();
    if all.is_empty() {
        return String::new();
    }
    let shown: Vec<&Fairness> =
        all.iter().copied().filter(|fairness| is_strongest(report, fairness)).collect();
    let figures = bids(report, &shown) + &handicaps(&shown);
    let figures = format!("<div class=\"pair\">\n{figures}</div>\n{}", table(&all).html());
    if report.rule_sets.len() <= MANY_RULE_SETS {
        return figures;
    }
    SEE.to_owned() + &folded("The score under each bid and handicap, and all players", &figures)
}

const SEE: &str = "<p>What would even each rule set for its strongest player stands in the table <a \
    href=\"#findings\">in short</a>. A bid is the number of plies within which the king must escape, a \
    handicap fewer playouts for the side that is ahead.</p>\n";

/// Whether it is about the strongest player of its rule set.
fn is_strongest(report: &BalanceReport, fairness: &Fairness) -> bool {
    report.cells_of(&fairness.rules).last().is_some_and(|cell| cell.agent == fairness.agent)
}

/// The attackers' score under bids.
fn bids(report: &BalanceReport, shown: &[&Fairness]) -> String {
    let with_points = shown.iter().filter_map(|fairness| Some((*fairness, fairness.bid.as_ref()?)));
    let series: Vec<_> = with_points
        .filter(|(_, bid)| !bid.points.is_empty())
        .map(|(fairness, bid)| one_line(&fairness.rules, spots_of_bid(bid)))
        .collect();
    if series.is_empty() {
        return String::new();
    }
    let data = Scatter {
        series,
        across: "plies within which the king must escape",
        up: "attackers' score, %",
        doubling: false,
    };
    let games = shown.iter().filter_map(|fairness| report.cell(&fairness.rules, &fairness.agent));
    let figure = Figure {
        id: "plot-bids",
        title: "What bidding for plies would do.",
        description:
            "One line per rule set: the attackers' score if the king had to escape within \
                      so many plies. The table holds where it crosses one half."
                .to_owned(),
        note: "Had the king to escape within so many plies or lose, how would the strongest player's \
               games have ended? Draws would be the attackers'. Where a line crosses 50 % lies the fair bid. It is read off games in \
               which nobody knew of a bid, so it is a first approximation.",
        games: games.map(|cell| cell.games).sum(),
        source: "fairness.csv",
        key: Vec::new(),
        panels: lines(&data),
        draw: &|rules, format| plots::scatter(&data, rules, format),
        table: None,
    };
    figure.html()
}

/// A series whose points one line joins.
fn one_line(name: &str, spots: Vec<Spot>) -> Series<'_> {
    let paths = vec![(0..spots.len()).collect()];
    Series { name, spots, paths }
}

fn spots_of_bid(bid: &Bid) -> Vec<Spot> {
    let spot = |point: &super::super::super::BidPoint| Spot {
        x: exactly(f64::from(point.plies)),
        y: point.score,
        filled: true,
        label: String::new(),
        tip: format!("{} plies: {}", point.plies, percent_with_range(point.score)),
    };
    bid.points.iter().map(spot).collect()
}

/// The attackers' score when the stronger side thinks less.
fn handicaps(shown: &[&Fairness]) -> String {
    let played = shown.iter().filter_map(|f| Some((*f, f.handicap.as_ref()?)));
    let series: Vec<_> = played
        .filter(|(_, handicap)| !handicap.points.is_empty())
        .map(|(fairness, handicap)| one_line(&fairness.rules, spots_of_handicap(handicap)))
        .collect();
    if series.is_empty() {
        return String::new();
    }
    let points = shown.iter().filter_map(|f| f.handicap.as_ref()).flat_map(|h| &h.points);
    let games = points.map(|point| point.games).sum();
    let data = Scatter {
        series,
        across: "playouts a move of the side with the advantage",
        up: "attackers' score, %",
        doubling: true,
    };
    let figure = Figure {
        id: "plot-handicaps",
        title: "What a handicap in thinking does.",
        description:
            "One line per rule set: the attackers' score when the side with the advantage \
                      has fewer playouts."
                .to_owned(),
        note: "The side with the advantage thinks less, the other as much as always. Where a \
               line crosses 50 % the handicap is fair.",
        games,
        source: "fairness.csv",
        key: Vec::new(),
        panels: lines(&data),
        draw: &|rules, format| plots::scatter(&data, rules, format),
        table: None,
    };
    figure.html()
}

fn spots_of_handicap(handicap: &Handicap) -> Vec<Spot> {
    let spot = |point: &super::super::super::HandicapPoint| Spot {
        x: exactly(f64::from(point.playouts.max(1)).log2()),
        y: point.score,
        filled: true,
        label: String::new(),
        tip: format!(
            "{} with {} playouts: {}",
            handicap.weakened.name(),
            point.playouts,
            percent_with_range(point.score)
        ),
    };
    handicap.points.iter().map(spot).collect()
}

const fn exactly(value: f64) -> Estimate {
    Estimate::new(value, Interval { low: value, high: value })
}

fn table(all: &[&Fairness]) -> Table {
    let mut table = Table::prose("What would even the game", &["player", "what was found"]);
    for fairness in all {
        table.row(&fairness.rules, &[fairness.agent.clone(), remedies(fairness)]);
    }
    table
}
