//! How the players learnt.

use super::super::super::plots::{self, CurvePanel};
use super::super::super::text::thousands;
use super::super::table::Table;
use super::super::{CurvePoint, PageContext};
use super::Figure;

/// The value of a loss at a point.
type Loss = fn(&CurvePoint) -> f64;

pub(in super::super) fn learning(context: &PageContext) -> String {
    if context.curves.iter().all(|curve| curve.points.is_empty()) {
        return String::new();
    }
    let policy = figure(
        context,
        ("plot-policy", "Policy loss.", "policy loss, nats"),
        "How far the network's choice of moves is from what the search found. Lower is better; a \
         curve that no longer falls has learnt what its data hold.",
        |point| point.policy_loss,
    );
    let value = figure(
        context,
        ("plot-value", "Value loss.", "value loss, nats"),
        "How far the network's forecast of the result is from the result.",
        |point| point.value_loss,
    );
    policy + &value
}

fn figure(
    context: &PageContext,
    (id, title, axis): (&str, &str, &str),
    note: &str,
    loss: Loss,
) -> String {
    let series = context.curves.iter().map(|curve| {
        let points = curve.points.iter().map(|point| (point.step as f64, loss(point)));
        (curve.name.as_str(), points.collect())
    });
    let panel = CurvePanel { along: "step of training", axis, series: series.collect() };
    let figure = Figure {
        id,
        title,
        description: "The loss over the steps of training, one line per network.".to_owned(),
        note,
        games: 0,
        source: "training/metrics.csv",
        key: Vec::new(),
        panels: Vec::new(),
        draw: &|_, format| plots::curves(&panel, format),
        table: Some(table(context, loss)),
    };
    figure.html()
}

fn table(context: &PageContext, loss: Loss) -> Table {
    let head = ["network", "steps", "first", "lowest", "last"];
    let mut table = Table::new("Loss at the steps shown, in nats", &head);
    for curve in &context.curves {
        let losses = || curve.points.iter().map(loss).filter(|loss| loss.is_finite());
        if let (Some(first), Some(last)) = (losses().next(), losses().next_back()) {
            let steps = curve.points.last().map_or(0, |point| point.step);
            let lowest = losses().fold(first, f64::min);
            let mut row = vec![curve.name.clone(), thousands(steps)];
            row.extend([first, lowest, last].map(|loss| format!("{loss:.3}")));
            table.row("", &row);
        }
    }
    table
}
