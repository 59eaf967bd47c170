//! What ended the games.

use imperial_engine::Cause;
use imperial_plot::Format;
use imperial_plot::marks::swatch;
use imperial_plot::rows::{Axis, RowLabel, Rows};
use imperial_plot::svg::{Anchor, Svg};

use crate::CellReport;
use crate::endings::describe;
use crate::page::blocks::Blocks;
use crate::page::cells::of_cells;
use crate::page::exhibit::{Exhibit, by_rules};
use crate::page::facts::Facts;
use crate::page::key::Key;
use crate::text::{percent, thousands};

pub(crate) fn endings(facts: &Facts) -> Blocks {
    let report = facts.report;
    if report.cells.is_empty() {
        return Blocks::default();
    }
    let occurs =
        |(cause, _): &(Cause, _)| report.cells.iter().any(|cell| cell.ended_by(*cause) > 0);
    let all = || ORDER.into_iter().filter(occurs);
    let causes = || all().map(|(cause, _)| cause);
    let head = causes().map(describe);
    let table = of_cells(facts, "Endings, in percent of the games", head, |cell| {
        let share = |cause| percent(cell.ended_by(cause) as f64 / cell.games as f64);
        [causes().map(share).collect::<Vec<_>>()]
    });
    let shown = facts.compared();
    let is_shown = |(cause, _): &(Cause, _)| shown.iter().any(|cell| cell.ended_by(*cause) > 0);
    let entries = all().filter(is_shown);
    let entries = entries.map(|(cause, class)| (swatch(class), describe(cause).to_owned()));
    let figure = Exhibit {
        id: "plot-endings".to_owned(),
        name: "what-ended-the-games".to_owned(),
        title: "What ended the games?".to_owned(),
        description:
            "One bar for each rule set and agent, with a part for each kind of ending. The \
                      table holds the numbers."
                .to_owned(),
        note: note(&shown),
        games: shown.iter().map(|cell| cell.games).sum(),
        source: "balance.csv",
        rules: report.rule_sets.clone(),
        key: Key::of(entries.collect()),
        pictures: by_rules(facts, &shown, draw),
        in_sight: None,
        table: Some(table),
    };
    figure.into()
}

/// How to read the picture, as far as it has such parts.
fn note(cells: &[&CellReport]) -> String {
    let mut note =
        "Two rule sets can be equally fair and be different games: one may be decided by a \
                    capture, the other by repetition."
            .to_owned();
    if cells.iter().any(|cell| cell.ended_by(Cause::PlyLimit) > 0) {
        note += " Games cut off at the limit of plies are hatched. They count as draws, but nobody knows \
                 how they would have ended.";
    }
    note
}

/// About how wide a digit is.
const DIGIT: f64 = 7.0;
/// The endings whose parts have no pattern.
const PLAIN: [&str; 4] = ["fill attackers", "fill stuck", "fill draws", "fill defenders"];

/// The attackers' endings at the left, the defenders' at the right.
pub(crate) const ORDER: [(Cause, &str); 20] = [
    (Cause::FewGone, "fill few-gone"),
    (Cause::KingCaptured, "fill attackers"),
    (Cause::Encircled, "fill ring"),
    (Cause::LeaderTaken, "fill leader-taken"),
    (Cause::LeaderAlone, "fill leader-alone"),
    (Cause::Checkmate, "fill checkmate"),
    (Cause::ImperialsGone, "fill imperials-gone"),
    (Cause::Line, "fill line"),
    (Cause::Stuck, "fill stuck"),
    (Cause::BoardFull, "fill full"),
    (Cause::Repetition, "fill draws"),
    (Cause::QuietLimit, "fill quiet"),
    (Cause::PlyLimit, "fill cut-off"),
    (Cause::Unfinished, "fill unfinished"),
    (Cause::Given, "fill given"),
    (Cause::ExitFort, "fill fort"),
    (Cause::TwoRoads, "fill roads"),
    (Cause::Goal, "fill goal"),
    (Cause::Captures, "fill captures"),
    (Cause::KingEscaped, "fill defenders"),
];

fn draw(cells: &[&CellReport], labels: &[RowLabel], format: Format) -> Svg {
    let axis = Axis { values: (0.0, 100.0), title: "share of games, %", even: None };
    let mut rows = Rows::new(labels, format, 20.0, axis);
    for (index, cell) in cells.iter().enumerate() {
        bar(&mut rows, index, cell);
    }
    rows.svg
}

/// Draws the parts of a row from left to right; wide parts say their share.
fn bar(rows: &mut Rows, row: usize, cell: &CellReport) {
    let mut from = 0.0;
    for (cause, class) in ORDER {
        let count = cell.ended_by(cause);
        let share = count as f64 / cell.games.max(1) as f64;
        if count == 0 {
            continue;
        }
        let (x0, x1) = (rows.scale.at(100.0 * from), rows.scale.at(100.0 * (from + share)));
        let tip = format!("{}: {} ({} %)", describe(cause), thousands(count), percent(share));
        let (top, height) = (rows.tops[row], rows.row);
        // A hair of paper between parts keeps them apart without colour.
        rows.svg.rect(class, (x0, top), ((x1 - x0 - 1.5).max(0.8), height), &tip);
        let words = format!("{:.0}", 100.0 * share);
        if x1 - x0 > DIGIT * (words.len() + 1) as f64 {
            let at = (f64::midpoint(x0, x1) - 0.75, top + height / 2.0 + 4.0);
            let pattern = if PLAIN.contains(&class) { "" } else { " patterned" };
            let class = class.replace("fill", "on") + pattern;
            rows.svg.text(&class, at, Anchor::Middle, &words);
        }
        from += share;
    }
}
