//! How long games last, what the sides lose, and what else is counted in them.

use imperial_engine::Side;
use imperial_stats::quantile;
use imperial_watch::{Ended, GameStatistics, Losses};
use maud::html;

use super::manner::manner;
use crate::CellReport;
use crate::page::blocks::Blocks;
use crate::page::cells::of_cells;
use crate::page::facts::Facts;
use crate::text::{decimal, none};

pub(crate) fn course(facts: &Facts) -> Blocks {
    let head = [
        "shortest",
        "median",
        "longest",
        "legal moves",
        "median of attackers' wins",
        "of defenders' wins",
        "attackers lose",
        "defenders lose",
    ];
    let text = "Length of the games in plies; legal moves in a position (mean); pieces lost in a game (mean, and number at \
         the start)";
    let table = of_cells(facts, text, head, |cell| Some(row(cell, facts.statistics(cell)?)));
    html! { (table) (manner(facts)) }.into()
}

fn row(CellReport { lengths, .. }: &CellReport, statistics: &GameStatistics) -> Vec<String> {
    let [shortest, longest] = [lengths.shortest, lengths.longest].map(|plies| plies.to_string());
    let mut row = vec![shortest, decimal(lengths.median), longest];
    row.push(statistics.branching.map_or_else(none, decimal));
    let ends = [Ended::Attackers, Ended::Defenders].map(|side| statistics.ends.list(side));
    row.extend(ends.map(|plies| median(plies).map_or_else(none, decimal)));
    row.extend(Side::ALL.map(|side| {
        let lost = statistics.losses.iter().find(|losses| losses.side == side);
        lost.map_or_else(none, losses)
    }));
    row
}

/// The median of lengths, which ascend.
fn median(plies: &[u32]) -> Option<f64> {
    let plies: Vec<f64> = plies.iter().map(|plies| f64::from(*plies)).collect();
    quantile(&plies, 0.5)
}

/// `5.3 (of 16)`.
fn losses(losses: &Losses) -> String {
    let start = losses.at_start;
    let start = if start.fract() == 0.0 { format!("{start:.0}") } else { decimal(start) };
    format!("{} (of {start})", decimal(losses.mean))
}
