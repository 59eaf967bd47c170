//! How games open: trees of first moves.

use imperial_plot::svg::Svg;
use imperial_stats::Proportion;
use imperial_watch::{Branch, OpeningStats, Tally};
use maud::{Markup, html};

use crate::page::blocks::Blocks;
use crate::page::facts::Facts;
use crate::text::{counted, percent, percent_with_range, thousands};

pub(crate) fn openings(facts: &Facts) -> Blocks {
    let trees = facts.strongest().into_iter().filter_map(|cell| {
        let statistics = facts.statistics(cell)?;
        let shown = statistics.openings.iter().filter(|opening| !opening.moves.is_empty());
        let trees: Vec<Markup> = shown.map(|opening| tree(facts, opening)).collect();
        let heading = format!("{}, {} against itself", facts.title(&cell.rules), cell.agent);
        (!trees.is_empty()).then(|| (heading, html! { @for tree in trees { (tree) } }.into()))
    });
    let trees: Vec<(String, Blocks)> = trees.collect();
    if trees.is_empty() {
        return Blocks::default();
    }
    Blocks::from(html! { p { (INTRO) } }).and(Blocks::one_by_one(trees, 1))
}

const INTRO: &str = "The first plies of the strongest agent's games, most frequent first. Mirror images \
    count as one opening. Moves of a single game, of less than one game in a hundred, and the rarest beyond \
    a handful are left out. Choose a line to see the replies. The bar shows the attackers' wins, draws and \
    the defenders' wins.";

fn tree(facts: &Facts, opening: &OpeningStats) -> Markup {
    html! {
        div.tree {
            p.small {
                (opening.first.name()) " move first in "
                (counted(opening.tally.games(), "game", "games")) "."
            }
            (list(facts, &opening.moves, opening.tally.games(), 1))
        }
    }
}

/// A list of moves, each with its replies folded away.
fn list(facts: &Facts, moves: &[Branch], games: u64, ply: usize) -> Markup {
    html! {
        ul {
            @for branch in moves {
                @if branch.replies.is_empty() {
                    li.leaf { (line(facts, branch, games, ply)) }
                } @else {
                    li {
                        details {
                            summary { (line(facts, branch, games, ply)) }
                            (list(facts, &branch.replies, branch.tally.games(), ply + 1))
                        }
                    }
                }
            }
        }
    }
}

fn line(facts: &Facts, branch: &Branch, games: u64, ply: usize) -> Markup {
    let tally = branch.tally;
    let share = percent(tally.games() as f64 / games.max(1) as f64);
    let won = Proportion::new(tally.attackers, tally.games());
    let won = won.map(|won| won.estimate(facts.report.options.confidence));
    html! {
        b { (ply) ". " (branch.text) } " "
        span { (thousands(tally.games())) " of " (thousands(games)) " games (" (share) "\u{a0}%)" } " "
        @if let Some(won) = won { span { "attackers win " (percent_with_range(won)) } " " }
        (bar(tally))
    }
}

/// A small bar of the results.
fn bar(tally: Tally) -> Markup {
    let mut svg = Svg::new(60.0, 8.0);
    let parts =
        [(tally.attackers, "attackers"), (tally.draws, "draws"), (tally.defenders, "defenders")];
    let mut from = 0.0;
    for (games, class) in parts {
        let width = 60.0 * games as f64 / tally.games().max(1) as f64;
        svg.rect(&format!("fill {class}"), (from, 0.0), (width, 8.0), "");
        from += width;
    }
    svg.inline("result")
}
