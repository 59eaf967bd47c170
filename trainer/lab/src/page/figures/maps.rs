//! Where it happened: maps of the board.

use imperial_watch::{GameStatistics, KindPlaces, PieceFacts};
use maud::html;

use crate::Board;
use crate::page::blocks::Blocks;
use crate::page::boards::{Boards, Shown};
use crate::page::facts::Facts;
use crate::text::{counted, thousands};

/// Beyond so many rule sets, each has only the maps of the royal piece.
const BRIEF_BEYOND: usize = 6;
/// So many rule sets have their maps in sight.
const SHOWN: usize = 2;

pub(crate) fn maps(facts: &Facts) -> Blocks {
    let is_brief = facts.report.rule_sets.len() > BRIEF_BEYOND;
    let mut maps_of = Vec::new();
    for (index, cell) in facts.strongest().into_iter().enumerate() {
        let statistics = facts.statistics(cell).zip(facts.board(&cell.rules));
        let Some((statistics, board)) = statistics else { continue };
        let rules = (cell.rules.clone(), facts.title(&cell.rules).to_owned());
        let boards = |id: String, mut all: Vec<Shown>| {
            all.iter_mut().for_each(|shown| shown.rules = vec![rules.clone()]);
            if all.is_empty() {
                return Blocks::default();
            }
            Boards { id, class: "maps", all }.into()
        };
        let moves = if is_brief { Vec::new() } else { moves(statistics, board) };
        let summary = format!("Where the pieces move, {}", rules.1);
        let moves = boards(format!("moves-{index}"), moves).folded(&summary);
        let both = boards(format!("map-{index}"), ends(statistics, board)).and(moves);
        if !both.is_empty() {
            let heading = format!("{}, {} against itself", rules.1, statistics.agent);
            maps_of.push((heading, both));
        }
    }
    if maps_of.is_empty() {
        return Blocks::default();
    }
    let shown = maps_of.len().min(SHOWN);
    Blocks::from(html! { p { (INTRO) } }).and(Blocks::one_by_one(maps_of, shown))
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
        map(statistics, board, format!("Where does the {name} escape?"), "escape", &places.escapes),
        map(statistics, board, format!("Where is the {name} captured?"), "capture", &places.falls),
    ];
    maps.into_iter().flatten().collect()
}

/// Where each kind of piece moved to.
fn moves(statistics: &GameStatistics, board: &Board) -> Vec<Shown> {
    let kinds = statistics.board.pieces.iter().zip(&statistics.places.kinds);
    let map = |(piece, places): (&PieceFacts, &KindPlaces)| {
        let article = match piece.name.chars().next() {
            _ if piece.name.starts_with("one of ") => "",
            _ if piece.is_royal => "the ",
            Some('a' | 'e' | 'i' | 'o' | 'u') => "an ",
            _ => "a ",
        };
        let title = format!("Where does {article}{} move?", piece.name);
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
    let (name, question, games) = (title.clone(), title.clone(), statistics.games);
    Some(Shown {
        name,
        question,
        title,
        note,
        board: board.with_counts(counts)?,
        rules: Vec::new(),
        games,
    })
}
