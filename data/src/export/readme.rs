//! The page that goes with an export.

use super::games::GAMES_TABLE;
use super::outcome::{ExportReport, ExportedRules};
use super::positions::POSITIONS_TABLE;

/// How agents are called, as a Markdown table.
pub const AGENTS: &str = include_str!("words/agents.md");

/// The causes of a game's end, as a Markdown table.
pub const CAUSES: &str = include_str!("words/causes.md");

pub(super) fn text(report: &ExportReport) -> String {
    let rules: String = report.rules.iter().map(rules_line).collect();
    let words = [
        ("{version}", env!("CARGO_PKG_VERSION")),
        ("{games}", &report.games.to_string()),
        ("{positions}", &report.positions.to_string()),
        ("{rules}", &rules),
        ("{game_columns}", GAMES_TABLE),
        ("{position_columns}", POSITIONS_TABLE),
        ("{agents}", AGENTS),
        ("{causes}", CAUSES),
    ];
    let template = include_str!("words/readme.md").to_owned();
    words.into_iter().fold(template, |text, (place, words)| text.replace(place, words))
}

fn rules_line(rules: &ExportedRules) -> String {
    let ExportedRules { name, hash, file, games } = rules;
    format!("| {name} | {hash} | {games} | `{file}` |\n")
}
