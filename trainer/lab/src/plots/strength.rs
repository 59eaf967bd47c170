//! The main picture: how balance changes with playing strength, for each rule set.

use super::super::svg::{Anchor, Svg};
use super::super::text::{percent_with_range, shortened_apart};
use super::super::{BalanceReport, CellReport};
use super::marks::{LEGEND_ROW, flow, mark, style, upright};
use super::paths::{draw_paths, paths};
use super::scale::{Scale, tick_label};
use super::{Format, fitted, letters, text_width};
use imperial_stats::Estimate;

/// Left margin, for the numbers of the upright axis.
const LEFT: f64 = 40.0;

/// Room for the mark before a name at the end of a line.
const LABEL_MARK: f64 = 26.0;
/// Most room for such a name.
const LABEL: f64 = 190.0;
/// Least distance between these names.
const LABEL_ROW: f64 = 15.0;

/// Most room for the name of an agent that rises to its place.
const NAME: f64 = 200.0;

/// Draws `figure` of each cell (in [0, 1]; shown in percent) against the agents' order.
pub(in super::super) fn strength(
    report: &BalanceReport,
    figure: fn(&CellReport) -> Estimate,
    axis: &str,
    format: Format,
) -> Svg {
    let (width, field) = (format.width(), field_height(format));
    let labels = if format == Format::Wide { labels_width(report) } else { 0.0 };
    let (legend, rows) = flow(report.rule_sets.iter().map(String::as_str), LEFT, width);
    let top = if labels > 0.0 { 30.0 } else { LEGEND_ROW * rows as f64 + 30.0 };
    let names: Vec<&str> = report.agents.iter().map(|agent| agent.name.as_str()).collect();
    let right = width - labels - 4.0;
    let players = Players::new(&names, (LEFT, right - 4.0));
    let mut svg = Svg::new(width, top + field + players.foot() + 22.0);
    let scale = Scale { values: range(report, figure), places: (top + field, top) };

    grid(&mut svg, scale, right, axis);
    players.draw(&mut svg, top + field);
    let foot = (f64::midpoint(LEFT, right), svg.height() - 6.0);
    svg.text("axis-title", foot, Anchor::Middle, "player, weaker to stronger →");
    if labels > 0.0 {
        label_ends(&mut svg, report, right, scale, figure);
    }
    for (series, rules) in report.rule_sets.iter().enumerate() {
        if labels == 0.0 {
            draw_legend(&mut svg, series, rules, legend[series]);
        }
        let dodge = dodge(series, report.rule_sets.len(), players.step);
        let place = |cell: &CellReport| {
            let index = names.iter().position(|name| *name == cell.agent)?;
            Some(players.place(index) + dodge)
        };
        draw_series(&mut svg, report, series, &place, scale, figure);
    }
    svg
}

/// The players along the level axis.
struct Players<'a> {
    names: &'a [&'a str],
    left: f64,
    /// From one player to the next.
    step: f64,
    /// The longest name, in the units of the picture.
    widest: f64,
}

impl<'a> Players<'a> {
    fn new(names: &'a [&'a str], (left, right): (f64, f64)) -> Self {
        let step = (right - left) / names.len().max(1) as f64;
        let widest = names.iter().map(|name| text_width(name)).fold(0.0, f64::max);
        Self { names, left, step, widest }
    }

    fn place(&self, index: usize) -> f64 {
        self.left + self.step * (index as f64 + 0.5)
    }

    /// Whether the names have no room beside each other and rise to their places.
    fn rise(&self) -> bool {
        self.widest > self.step - 6.0
    }

    /// The room that the names take.
    fn foot(&self) -> f64 {
        if self.rise() { 26.0 + 0.58 * self.widest.min(NAME) } else { 22.0 }
    }

    fn draw(&self, svg: &mut Svg, floor: f64) {
        let shown = shortened_apart(self.names, letters(NAME));
        for (index, name) in shown.iter().enumerate() {
            let x = self.place(index);
            if self.rise() {
                // Up to the left edge: the cosine of the angle is 0.82. Each name has more room than
                // the one before, so names that are cut once more do not become equal.
                let name = fitted(name, (x + 6.0) / 0.82);
                svg.rising_text("label", (x + 6.0, floor + 16.0), &name);
            } else {
                svg.text("label", (x, floor + 17.0), Anchor::Middle, name);
            }
        }
    }
}

/// Height of the field of points.
const fn field_height(format: Format) -> f64 {
    match format {
        Format::Wide => 350.0,
        Format::Narrow | Format::Panel => 280.0,
    }
}

/// The range of the upright axis in percent: round, with one half inside, all intervals shown.
fn range(report: &BalanceReport, figure: fn(&CellReport) -> Estimate) -> (f64, f64) {
    let ends = report.cells.iter().map(figure);
    let (low, high) =
        ends.fold((0.35, 0.65), |(low, high): (f64, f64), e| (low.min(e.low), high.max(e.high)));
    let low = (low * 10.0 - 1e-9).floor() * 10.0;
    let high = (high * 10.0 + 1e-9).ceil() * 10.0;
    (low.max(0.0), high.min(100.0))
}

fn grid(svg: &mut Svg, scale: Scale, right: f64, axis: &str) {
    for tick in scale.ticks(8) {
        let y = scale.at(tick);
        svg.line("grid", (LEFT, y), (right, y));
        svg.text("tick", (LEFT - 7.0, y + 4.0), Anchor::End, &tick_label(tick));
    }
    svg.line("even", (LEFT, scale.at(50.0)), (right, scale.at(50.0)));
    svg.text("note", (right, scale.at(50.0) - 5.0), Anchor::End, "even");
    svg.text("axis-title", (4.0, scale.places.1 - 12.0), Anchor::Start, axis);
}

/// How far a series stands to the side, so that the intervals of several do not cover each other.
fn dodge(series: usize, all: usize, step: f64) -> f64 {
    let gap = (0.62 * step / all.max(1) as f64).min(14.0);
    gap * (series as f64 - (all as f64 - 1.0) / 2.0)
}

/// The room at the right that the names of the rule sets need, where lines are labelled at their ends.
fn labels_width(report: &BalanceReport) -> f64 {
    let widest = report.rule_sets.iter().map(|rules| text_width(rules)).fold(0.0, f64::max);
    LABEL_MARK + widest.min(LABEL)
}

/// Names each rule set, with its mark, at the height of its last point, or as near as the others let it.
fn label_ends(
    svg: &mut Svg,
    report: &BalanceReport,
    right: f64,
    scale: Scale,
    figure: fn(&CellReport) -> Estimate,
) {
    let end = |(series, rules): (usize, &String)| {
        let last = report.cells_of(rules).last()?;
        Some((scale.at(100.0 * figure(last).value), series, rules.clone()))
    };
    let mut ends: Vec<_> = report.rule_sets.iter().enumerate().filter_map(end).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut places: Vec<f64> = ends.iter().map(|end| end.0).collect();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + LABEL_ROW);
    }
    // Back up from the floor where they went below it.
    let mut floor = scale.places.0;
    for place in places.iter_mut().rev() {
        *place = place.min(floor);
        floor = *place - LABEL_ROW;
    }
    for ((y, series, rules), place) in ends.into_iter().zip(places) {
        svg.line("leader", (right, y), (right + 10.0, place));
        mark(svg, series, (right + 16.0, place), true, "");
        let name = fitted(&rules, LABEL);
        svg.text("label", (right + 24.0, place + 4.0), Anchor::Start, &name);
    }
}

fn draw_legend(svg: &mut Svg, series: usize, rules: &str, (x, row): (f64, usize)) {
    let y = LEGEND_ROW * row as f64 + 8.0;
    svg.line(&format!("series {}", style(series)), (x, y), (x + 18.0, y));
    mark(svg, series, (x + 9.0, y), true, "");
    svg.text("label", (x + 24.0, y + 4.0), Anchor::Start, rules);
}

fn draw_series(
    svg: &mut Svg,
    report: &BalanceReport,
    series: usize,
    place: &dyn Fn(&CellReport) -> Option<f64>,
    scale: Scale,
    figure: fn(&CellReport) -> Estimate,
) {
    let cells = report.cells_of(&report.rule_sets[series]);
    let points: Vec<_> =
        cells.filter_map(|cell| Some((cell, place(cell)?, figure(cell)))).collect();
    let line: Vec<_> =
        points.iter().map(|(_, x, e)| Some((*x, scale.at(100.0 * e.value)))).collect();
    let players: Vec<&str> = points.iter().map(|(cell, ..)| cell.agent.as_str()).collect();
    draw_paths(svg, series, &line, &paths(&report.agents, &players));
    for (cell, x, estimate) in points {
        let ends = (scale.at(100.0 * estimate.low), scale.at(100.0 * estimate.high));
        upright(svg, &format!("interval {}", style(series)), x, ends);
        let tip = format!("{}, {}: {}", cell.rules, cell.agent, percent_with_range(estimate));
        let at = (x, scale.at(100.0 * estimate.value));
        mark(svg, series, at, cell.is_reliable(), &tip);
    }
}
