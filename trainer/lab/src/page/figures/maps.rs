//! Where it happened: maps of the board.

use maud::{Markup, html};

use crate::page::boards::{Shown, boards};
use crate::page::facts::Facts;
use crate::page::html::one_by_one;
use crate::text::{counted, thousands};
use crate::{Board, GameStatistics};

/// Beyond so many rule sets, each has only the maps of the royal piece.
const BRIEF_BEYOND: usize = 6;

pub(crate) fn maps(facts: &Facts) -> Markup {
    let is_brief = facts.report.rule_sets.len() > BRIEF_BEYOND;
    let mut maps_of = Vec::new();
    for (index, cell) in facts.strongest().into_iter().enumerate() {
        let statistics = facts.statistics(cell).zip(facts.board(&cell.rules));
        let Some((statistics, board)) = statistics else { continue };
        let mut pictures = ends(statistics, board);
        if !is_brief {
            pictures.extend(moves(statistics, board));
        }
        if !pictures.is_empty() {
            let heading =
                format!("{}, {} against itself", facts.title(&cell.rules), statistics.agent);
            maps_of.push((heading, boards(&format!("map-{index}"), "maps", &pictures)));
        }
    }
    html! {
        @if !maps_of.is_empty() { p { (INTRO) } (one_by_one(&maps_of)) }
    }
}

const INTRO: &str = "Games of the strongest agent under each rule set, as they were played. Mirror \
    images are not put together: where a map is lopsided, the agent favoured one side of the board. The \
    darker a square, the more often; squares without a colour never.";

/// Where the royal piece escaped and where it was captured.
fn ends(statistics: &GameStatistics, board: &Board) -> Vec<Shown> {
    let Some(royal) = statistics.board.pieces.iter().find(|piece| piece.is_royal) else {
        return Vec::new();
    };
    let (places, name) = (&statistics.places, &royal.name);
    let maps = [
        map(statistics, board, format!("Where the {name} escapes"), "escape", &places.escapes),
        map(statistics, board, format!("Where the {name} is captured"), "capture", &places.falls),
    ];
    maps.into_iter().flatten().collect()
}

/// Where each kind of piece moved to.
fn moves(statistics: &GameStatistics, board: &Board) -> Vec<Shown> {
    let kinds = statistics.board.pieces.iter().zip(&statistics.places.kinds);
    let map = |(piece, places): (&crate::PieceFacts, &crate::KindPlaces)| {
        let plural = if piece.is_royal { "" } else { "s" };
        let title = format!("Moves of the {}{plural}, by square", piece.name);
        map(statistics, board, title, "move", &places.arrivals)
    };
    kinds.filter_map(map).collect()
}

/// A map of counts as shares in percent; `None` where there is nothing to show.
fn map(
    statistics: &GameStatistics,
    board: &Board,
    title: String,
    noun: &str,
    counts: &[u64],
) -> Option<Shown> {
    let note = format!(
        "Share of {} in {} games, in percent.",
        counted(counts.iter().sum(), noun, &format!("{noun}s")),
        thousands(statistics.games)
    );
    Some(Shown { title, note, board: board.with_counts(counts)? })
}
