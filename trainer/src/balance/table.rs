//! The report as tables for terminals, readable at 100 columns.

mod columns;
mod sections;

use std::fmt::Write;

use super::text::{counted, decimal, percent, share_cell, thousands};
use super::{BalanceReport, CellReport, Evidence, Headline, Looks};
use columns::columns;

/// Longest name of an agent that is shown in full.
const NAME: usize = 20;
/// Columns of the widest line.
const WIDTH: usize = 100;

const BOLD: &str = "1";
const DIM: &str = "2";
const GREEN: &str = "32";
const YELLOW: &str = "33";

impl BalanceReport {
    /// Tables of the main figures, then the findings. `colour` adds ANSI colours.
    pub fn table(&self, colour: bool) -> String {
        let paint = Paint(colour);
        let mut text = self.caption() + "\n";
        let all: Vec<Vec<String>> = self.cells.iter().map(row).collect();
        for rules in &self.rule_sets {
            let rows = self.cells.iter().zip(&all).filter(|(cell, _)| cell.rules == *rules);
            let rows: Vec<_> = rows.map(|(_, row)| row.clone()).collect();
            let _ = writeln!(text, "\n{}", paint.with(BOLD, rules));
            text += &columns(&HEADER, &rows, &all, paint);
        }
        text += &self.sections(paint);
        if !self.headlines.is_empty() {
            text.push('\n');
        }
        text.extend(self.headlines.iter().map(|headline| finding(headline, paint)));
        text
    }

    fn caption(&self) -> String {
        let count = |number: usize, one, many| counted(number as u64, one, many);
        format!(
            "Who wins: {}, {}, {} (each against itself). In brackets: {} intervals{}.",
            counted(self.games(), "game", "games"),
            count(self.rule_sets.len(), "rule set", "rule sets"),
            count(self.agents.len(), "agent", "agents"),
            self.options.confidence.label(),
            match self.options.looks {
                Looks::Once => "",
                Looks::Any => ",\nwhich hold however often one looks and goes on playing",
            }
        )
    }
}

const HEADER: [&str; 8] =
    ["agent", "games", "attackers %", "draws %", "cut off %", "defenders %", "b", "plies"];

fn row(cell: &CellReport) -> Vec<String> {
    vec![
        shortened(&cell.agent),
        thousands(cell.games),
        share_cell(cell.results.attackers.share),
        percent(cell.results.draws.share.value),
        percent(cell.results.cut_off.share.value),
        share_cell(cell.results.defenders.share),
        cell.balance.to_string(),
        decimal(cell.lengths.median),
    ]
}

/// The name, its end replaced by an ellipsis when it is long.
fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    name.chars().take(NAME - 1).chain(['…']).collect()
}

/// A finding as an item of a list, wrapped.
fn finding(headline: &Headline, paint: Paint) -> String {
    let (mark, colour) = match headline.evidence {
        None => ("!", YELLOW),
        Some(Evidence::Shown) => ("*", GREEN),
        Some(Evidence::Equivalent) => ("=", GREEN),
        Some(Evidence::Suggested | Evidence::Open | Evidence::Withheld) => ("?", DIM),
    };
    format!("{} {}\n", paint.with(colour, mark), wrapped(&headline.text))
}

/// Breaks at blanks so that lines, indented by two, keep to the width.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && 2 + line + 1 + word.chars().count() > WIDTH {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n  ")
}

/// Colours text, or leaves it alone.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_and_lines_fit() {
        assert_eq!(shortened("net-64"), "net-64");
        assert_eq!(shortened(&"n".repeat(50)).chars().count(), NAME);
        let text = wrapped(&"word ".repeat(60));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}
