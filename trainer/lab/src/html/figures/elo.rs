//! Balance against strength in Elo, and what the sides are worth.

use super::super::super::plots::{self, Scatter, Series, Spot};
use super::super::super::svg::escape;
use super::super::super::text::{elo_cell, percent_with_range, share_cell, whole};
use super::super::super::{AgentLabel, BalanceReport, StrengthCurve, StrengthPoint};
use super::super::table::Table;
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
