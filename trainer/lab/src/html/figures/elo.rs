//! Balance against strength in Elo, and what the sides are worth.

use super::super::super::plots::{self, Scatter, Series, Spot};
use super::super::super::svg::escape;
use super::super::super::text::{
    elo_cell, percent_with_range, points_cell, share_cell, thousands, whole,
};
use super::super::super::{
    AgentLabel, BalanceReport, Comparison, Misfit, StrengthCurve, StrengthPoint,
};
use super::super::table::Table;
use super::comparisons::word;
use super::{Figure, lines};

pub(in super::super) fn elo(report: &BalanceReport) -> String {
    if report.curves.is_empty() {
        return String::new();
    }
    let series = report.curves.iter().map(|curve| {
        let players: Vec<&str> = curve.points.iter().map(|point| point.agent.as_str()).collect();
        Series {
            name: &curve.rules,
            spots: curve.points.iter().map(|point| spot(report, curve, point)).collect(),
            paths: plots::paths(&report.agents, &players),
        }
    });
    let data = Scatter {
        series: series.collect(),
        across: "playing strength, Elo above the first player",
        up: "attackers' score against itself, %",
        doubling: false,
    };
    let own = report.curves.iter().flat_map(|curve| &curve.points).map(|point| point.games);
    let between: u64 = report.curves.iter().map(|curve| curve.games).sum();
    let figure = Figure {
        id: "plot-elo",
        title: "Attackers' score and playing strength.",
        description: format!(
            "One line per rule set ({}), one point per player: across its strength in Elo, up the \
             attackers' score when it plays itself, both with intervals. The table holds the same \
             numbers.",
            report.rule_sets.join(", ")
        ),
        note: "Each player's strength comes from games between neighbours, sides swapped; its height \
               from games against itself. A line joins the players of one network, dashed for the \
               second network and those after it. A line that climbs says that attackers gain as players \
               improve. The numbers beside the marks name the players. Elo counts from the first \
               player of each rule set, so the scales of two rule sets are not to be compared, only \
               their shapes.",
        games: own.sum::<u64>() + between,
        source: "strength.csv",
        key: numbered(report),
        panels: lines(&data),
        draw: &|rules, format| plots::scatter(&data, rules, format),
        table: Some(ratings(report)),
    };
    figure.html()
}

/// The players with the numbers by which the picture calls them, weakest first.
fn numbered(report: &BalanceReport) -> Vec<String> {
    let item = |(index, agent): (usize, &AgentLabel)| {
        format!("<b>{}</b> {}", index + 1, escape(&agent.name))
    };
    report.agents.iter().enumerate().map(item).collect()
}

fn spot(report: &BalanceReport, curve: &StrengthCurve, point: &StrengthPoint) -> Spot {
    let number = report.agents.iter().position(|agent| agent.name == point.agent);
    Spot {
        x: point.elo,
        y: point.score,
        filled: report.cell(&curve.rules, &point.agent).is_none_or(crate::CellReport::is_reliable),
        label: number.map_or_else(String::new, |index| (index + 1).to_string()),
        tip: format!(
            "{}, {}: {} Elo, {}",
            curve.rules,
            point.agent,
            whole(point.elo.value),
            percent_with_range(point.score)
        ),
    }
}

fn ratings(report: &BalanceReport) -> Table {
    let head = [
        "player",
        "Elo",
        "attack",
        "defence",
        "attackers' score, %",
        "attackers' side between two copies, Elo",
    ];
    let mut table = Table::new("Ratings in Elo", &head);
    for curve in &report.curves {
        for point in &curve.points {
            let row = [
                point.agent.clone(),
                elo_cell(point.elo),
                whole(point.attack.value),
                whole(point.defence.value),
                share_cell(point.score),
                point.side_advantage.map_or_else(|| "–".to_owned(), elo_cell),
            ];
            table.row(&curve.rules, &row);
        }
    }
    table
}

/// The slopes of straight lines through the points, as a table.
pub(in super::super) fn straight_lines(report: &BalanceReport) -> String {
    let head = [
        "rule set",
        "draw margin, Elo",
        "score per 100 Elo of both, points",
        "finding",
        "networks alone",
        "finding",
        "games between players",
    ];
    let mut table = Table::new("The attackers' score and playing strength", &head);
    let none = || "–".to_owned();
    for curve in &report.curves {
        let learned = curve.learned.as_ref();
        let row = [
            curve.rules.clone(),
            whole(curve.draw_margin.value),
            points_cell(curve.slope.difference),
            finding(&curve.slope, curve.misfit),
            learned.map_or_else(none, |line| points_cell(line.slope.difference)),
            learned.map_or_else(none, |line| finding(&line.slope, line.misfit)),
            thousands(curve.games),
        ];
        table.row("", &row);
    }
    table.html()
}

fn finding(slope: &Comparison, misfit: Option<Misfit>) -> String {
    if Misfit::allows(misfit) { word(slope.evidence) } else { "not a straight line" }.to_owned()
}
