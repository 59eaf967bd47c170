//! How games open.

use super::super::super::plots;
use super::super::super::svg::escape;
use super::super::super::text::{counted, percent, percent_range, thousands};
use super::super::super::{BalanceReport, Branch, Opening, Story, Tally};
use super::super::PageContext;
use super::{Figure, key, key_list, parts};
use imperial_stats::{Confidence, Proportion};

pub(in super::super) fn openings(report: &BalanceReport, context: &PageContext) -> String {
    let mut trees_of = Vec::new();
    for (index, rules) in report.rule_sets.iter().enumerate() {
        let strongest = report.cells_of(rules).last();
        let Some(story) = strongest.and_then(|cell| context.story(rules, &cell.agent)) else {
            continue;
        };
        let shown = story.openings.iter().filter(|opening| !opening.moves.is_empty());
        let trees: String = shown.map(|opening| tree(story, opening, index, report)).collect();
        if !trees.is_empty() {
            trees_of.push((format!("{rules}, {} against itself", story.agent), trees));
        }
    }
    if trees_of.is_empty() {
        return String::new();
    }
    let shades = plots::SHADES.map(|(class, words)| (plots::swatch(class), words.to_owned()));
    format!("{INTRO}{}{}", key_list(&key(shades.into())), parts(&trees_of))
}

const INTRO: &str = "<p>The first plies of the strongest player's games. Mirror images count as one \
    opening, drawn in one way. Moves of a single game or of less than one game in a hundred, and the \
    rarest beyond a handful, are left out and show as gaps. Choose a line below a figure to see the replies.</p>\n";

fn tree(story: &Story, opening: &Opening, index: usize, report: &BalanceReport) -> String {
    let id = format!("plot-opening-{index}-{}", opening.first.letter());
    let title = format!("{}, {} first.", story.rules, opening.first.name());
    let figure = Figure {
        id: &id,
        title: &title,
        description: format!(
            "Columns of blocks, one column per ply, each block as high as its move is frequent. The \
             list below holds the same numbers for {}.",
            counted(opening.tally.games(), "game", "games")
        ),
        note: "Each block is a move, as high as it is frequent; to its right are the replies. The \
               colour is the attackers' score in its games.",
        games: opening.tally.games(),
        source: "story.json: openings",
        key: Vec::new(),
        panels: Vec::new(),
        draw: &|_, format| plots::icicle(opening, format),
        table: None,
    };
    let confidence = report.options.confidence;
    format!(
        "{}<div class=\"tree\">\n{}</div>\n",
        figure.html(),
        list(&opening.moves, opening.tally.games(), 1, confidence)
    )
}

/// A list of moves, each with its replies folded away.
fn list(moves: &[Branch], games: u64, ply: usize, confidence: Confidence) -> String {
    let item = |branch: &Branch| {
        let line = line(branch, games, ply, confidence);
        if branch.replies.is_empty() {
            return format!("<li class=\"leaf\">{line}</li>\n");
        }
        let replies = list(&branch.replies, branch.tally.games(), ply + 1, confidence);
        format!("<li><details><summary>{line}</summary>\n{replies}</details></li>\n")
    };
    let items: String = moves.iter().map(item).collect();
    format!("<ul>\n{items}</ul>\n")
}

fn line(branch: &Branch, games: u64, ply: usize, confidence: Confidence) -> String {
    let tally = branch.tally;
    format!(
        "<b>{ply}. {}</b> <span>{} of {} games ({}&nbsp;%)</span> <span>attackers win {}</span> {}",
        escape(&branch.text),
        thousands(tally.games()),
        thousands(games),
        percent(tally.games() as f64 / games.max(1) as f64),
        attackers_share(tally, confidence),
        bar(tally)
    )
}

/// `38.1 % (20.8 to 59.1)`.
fn attackers_share(tally: Tally, confidence: Confidence) -> String {
    let share = Proportion::new(tally.attackers, tally.games());
    share.map_or_else(String::new, |share| {
        let estimate = share.estimate(confidence);
        format!("{}&nbsp;% ({})", percent(estimate.value), percent_range(estimate))
    })
}

/// A small bar of the results, which the words beside it tell too.
fn bar(tally: Tally) -> String {
    let share = |games: u64| 60.0 * games as f64 / tally.games().max(1) as f64;
    let (attackers, draws) = (share(tally.attackers), share(tally.draws));
    let part = |class: &str, x: f64, width: f64| {
        format!("<rect class=\"fill {class}\" x=\"{x:.1}\" width=\"{width:.1}\" height=\"8\"/>")
    };
    format!(
        "<svg class=\"result\" viewBox=\"0 0 60 8\" aria-hidden=\"true\">{}{}{}</svg>",
        part("attackers", 0.0, attackers),
        part("draws", attackers, draws),
        part("defenders", attackers + draws, 60.0 - attackers - draws)
    )
}
