//! How the networks learned.

use maud::{Markup, Render, html};

use crate::page::facts::Facts;
use crate::page::exhibit::{Exhibit, alone};
use crate::page::html::key;
use crate::page::table::Table;
use crate::page::{Curve, CurvePoint};
use crate::plot::curves::Curves;
use crate::text::thousands;

/// A loss of a point.
type Loss = fn(&CurvePoint) -> f64;

pub(crate) fn learning(facts: &Facts) -> Markup {
    let curves = &facts.context.curves;
    if curves.iter().all(|curve| curve.points.is_empty()) {
        return html! {};
    }
    let policy = figure(
        curves,
        ("plot-policy", "Policy loss.", "policy loss, nats"),
        "How far the network's choice of moves is from what the search found. Lower is better. A \
         curve that no longer falls has learned what its data hold.",
        |point| point.policy_loss,
    );
    let value = figure(
        curves,
        ("plot-value", "Value loss.", "value loss, nats"),
        "How far the network's forecast of the result is from the result.",
        |point| point.value_loss,
    );
    html! { (policy) (value) }
}

fn figure(
    curves: &[Curve],
    (id, title, axis): (&str, &str, &str),
    note: &str,
    loss: Loss,
) -> Markup {
    let series = curves.iter().map(|curve| {
        let points = curve.points.iter().map(|point| (point.step as f64, loss(point)));
        (curve.name.as_str(), points.collect())
    });
    let drawn = Curves { along: "step of training", axis, series: series.collect() };
    let figure = Exhibit {
        id: id.to_owned(),
        title: title.to_owned(),
        description: "The loss over the steps of training, one line for each network.".to_owned(),
        note: note.to_owned(),
        source: "losses.csv of each round",
        key: key(drawn.key()),
        pictures: alone(|format| drawn.draw(format)),
        table: Some(table(curves, loss)),
        ..Exhibit::default()
    };
    figure.render()
}

fn table(curves: &[Curve], loss: Loss) -> Table {
    let head = ["network", "steps", "first", "lowest", "last"];
    let mut table = Table::new("Loss at the steps shown, in nats", head);
    for curve in curves {
        let losses = || curve.points.iter().map(loss).filter(|loss| loss.is_finite());
        if let (Some(first), Some(last)) = (losses().next(), losses().next_back()) {
            let steps = curve.points.last().map_or(0, |point| point.step);
            let lowest = losses().fold(first, f64::min);
            let numbers = [first, lowest, last].map(|loss| format!("{loss:.3}"));
            table.row("", [curve.name.clone(), thousands(steps)].into_iter().chain(numbers));
        }
    }
    table
}
