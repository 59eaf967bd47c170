//! How games proceed: who has won by when, how long games last, and what the sides lose.

use imperial_engine::Side;
use maud::{Markup, Render, html};

use crate::page::facts::Facts;
use crate::page::exhibit::{Exhibit, agent, by_rules, caption};
use crate::page::html::key;
use crate::page::table::Table;
use crate::plot::marks::swatch;
use crate::plot::rows::{Axis, Frame, Rows};
use crate::text::{decimal, percent, thousands};
use crate::{CellReport, Ended, GameStatistics, Losses};

/// Distance between the places on the level axis at which the picture is drawn.
const STEP: f64 = 3.0;

pub(crate) fn course(facts: &Facts) -> Markup {
    let cells = facts.compared().into_iter();
    let cells: Vec<&CellReport> = cells.filter(|cell| facts.statistics(cell).is_some()).collect();
    let all: Vec<&GameStatistics> = cells.iter().filter_map(|cell| facts.statistics(cell)).collect();
    if all.is_empty() {
        return html! {};
    }
    let longest = all.iter().map(|one| one.ends.longest()).max().unwrap_or(0).max(1);
    let occurs = |ended: &Ended| all.iter().any(|one| !one.ends.list(*ended).is_empty());
    let entries = Ended::ALL.into_iter().filter(occurs);
    let entries = entries.map(|ended| (swatch(&format!("fill {}", class(ended))), words(ended)));
    let entries = entries.chain([(swatch("field"), "still playing")]);
    let figure = Exhibit {
        id: "plot-course".to_owned(),
        title: "When games are decided.".to_owned(),
        description: "One row for each rule set and agent. Over the plies played, the share of games \
                      that the attackers have won grows from the floor. The share that the defenders \
                      have won grows from the ceiling, with draws below it. The table holds numbers."
            .to_owned(),
        note: "Read it from left to right. The pale field is games still being played. The attackers' \
               wins grow from the floor, the defenders' wins from the ceiling, with draws below them. \
               At the right end the heights are the final shares."
            .to_owned(),
        games: all.iter().map(|one| one.games).sum(),
        source: "statistics.json",
        key: key(entries.map(|(picture, words)| (picture, words.to_owned())).collect()),
        pictures: by_rules(facts, &cells, |cells, labels, format| {
            let axis =
                Axis { values: (0.0, f64::from(longest)), title: "plies played", even: None };
            let mut rows = Rows::new(labels, Frame::new(format, 48.0), axis);
            for (row, cell) in cells.iter().enumerate() {
                if let Some(statistics) = facts.statistics(cell) {
                    bands(&mut rows, row, statistics, longest);
                }
            }
            rows.svg
        }),
        table: Some(table(facts)),
    };
    figure.render()
}

fn table(facts: &Facts) -> Table {
    let cells = &facts.report.cells;
    let head = [
        "agent",
        "shortest",
        "median",
        "longest",
        "median of attackers' wins",
        "of defenders' wins",
        "attackers lose",
        "defenders lose",
    ];
    let text = "Length of the games in plies, and pieces lost in a game (mean, of those at the start)";
    let mut table = Table::new(caption(text, cells), head);
    for cell in cells {
        let Some(statistics) = facts.statistics(cell) else { continue };
        let lengths = &cell.lengths;
        let mut row = vec![
            agent(cell),
            lengths.shortest.to_string(),
            decimal(lengths.median),
            lengths.longest.to_string(),
        ];
        let ends = [Ended::Attackers, Ended::Defenders].map(|side| statistics.ends.list(side));
        row.extend(ends.map(|list| list.get(list.len() / 2).map_or_else(none, u32::to_string)));
        row.extend(Side::ALL.map(|side| {
            let lost = statistics.losses.iter().find(|losses| losses.side == side);
            lost.map_or_else(none, losses)
        }));
        table.row(facts.title(&cell.rules), row);
    }
    table
}

fn none() -> String {
    "–".to_owned()
}

/// `5.3 (of 16)`.
fn losses(losses: &Losses) -> String {
    let start = losses.at_start;
    let start = if start.fract() == 0.0 { format!("{start:.0}") } else { decimal(start) };
    format!("{} (of {start})", decimal(losses.mean))
}

const fn class(ended: Ended) -> &'static str {
    match ended {
        Ended::Attackers => "attackers",
        Ended::Draw => "draws",
        Ended::CutOff => "cut-off",
        Ended::Defenders => "defenders",
    }
}

const fn words(ended: Ended) -> &'static str {
    match ended {
        Ended::Attackers => "attackers have won",
        Ended::Draw => "drawn",
        Ended::CutOff => "cut off",
        Ended::Defenders => "defenders have won",
    }
}

/// The attackers' wins grow from the floor, the defenders' from the ceiling with the draws below them;
/// the gap between is games that still go on.
fn bands(rows: &mut Rows, row: usize, statistics: &GameStatistics, longest: u32) {
    let (top, height) = (rows.tops[row], rows.row);
    let (left, right) = rows.scale.places;
    rows.svg.rect("field", (left, top), (right - left, height), "");
    let share = |ended, plies| {
        height * statistics.ends.over_by(ended, plies) as f64 / statistics.games.max(1) as f64
    };
    // From the ceiling down: defenders, then draws, then cut-off games.
    let hanging = [Ended::Defenders, Ended::Draw, Ended::CutOff];
    for (index, &ended) in hanging.iter().enumerate() {
        let start = |plies| top + hanging[..index].iter().map(|&e| share(e, plies)).sum::<f64>();
        let edges = |plies| (start(plies), start(plies) + share(ended, plies));
        band(rows, statistics, ended, longest, &edges);
    }
    let bottom = top + height;
    let edges = |plies| (bottom, bottom - share(Ended::Attackers, plies));
    band(rows, statistics, Ended::Attackers, longest, &edges);
}

/// Draws one band between two edges that depend on the ply.
fn band(
    rows: &mut Rows,
    statistics: &GameStatistics,
    ended: Ended,
    longest: u32,
    edges: &dyn Fn(u32) -> (f64, f64),
) {
    let games = statistics.ends.list(ended).len() as u64;
    if games == 0 {
        return;
    }
    let mut places: Vec<(f64, (f64, f64))> = Vec::new();
    for plies in 0..=longest {
        let x = rows.scale.at(f64::from(plies));
        if places.last().is_none_or(|last| x - last.0 >= STEP) || plies == longest {
            places.push((x, edges(plies)));
        }
    }
    let there = places.iter().map(|&(x, (_, edge))| (x, edge));
    let back = places.iter().rev().map(|&(x, (start, _))| (x, start));
    let points: Vec<(f64, f64)> = there.chain(back).collect();
    let share = percent(games as f64 / statistics.games.max(1) as f64);
    let tip = format!("{}: {} games ({share} %)", words(ended), thousands(games));
    rows.svg.polygon(&format!("fill {}", class(ended)), &points, &tip);
}
