//! The report as tables for terminals, readable at 100 columns.

mod columns;
mod key;
mod sections;

use std::fmt::Write;

use super::text::{
    at_once, counted, decimal, percent, share_cell, shortened, shortened_apart, thousands,
};
use super::{BalanceReport, CellReport, Evidence, Headline, Looks, Topic};
use columns::columns;

/// Longest name of an agent that is shown in full.
const NAME: usize = 20;
/// Columns of the widest line.
const WIDTH: usize = 100;

/// The order in which findings are told.
const ORDER: [Topic; 7] = [
    Topic::Switch,
    Topic::Strength,
    Topic::Advantage,
    Topic::Rules,
    Topic::Fairness,
    Topic::Caution,
    Topic::Claim,
];
const BOLD: &str = "1";
const DIM: &str = "2";
const GREEN: &str = "32";
const YELLOW: &str = "33";

impl BalanceReport {
    /// Tables of the main figures, then the findings. `colour` adds ANSI colours.
    pub fn table(&self, colour: bool) -> String {
        let paint = Paint(colour);
        let mut text = self.caption() + "\n";
        let names = Names::new(self);
        let all: Vec<Vec<String>> = self.cells.iter().map(|cell| row(cell, &names)).collect();
        for rules in &self.rule_sets {
            let rows = self.cells.iter().zip(&all).filter(|(cell, _)| cell.rules == *rules);
            let rows: Vec<_> = rows.map(|(_, row)| row.clone()).collect();
            let _ = writeln!(text, "\n{}", paint.with(BOLD, rules));
            text += &columns(&HEADER, &rows, &all, paint);
        }
        if !self.cells.is_empty() {
            text += &format!("\n{}\n", paint.with(DIM, &key::of_columns(self)));
        }
        text += &self.sections(&names, paint);
        if !self.headlines.is_empty() {
            text.push('\n');
            text += &self.findings(paint);
            text += &format!("\n{}\n", paint.with(DIM, &key::of_marks(&self.headlines)));
        }
        text
    }

    /// The findings, what others have claimed last, where it is still seen when all has scrolled by.
    fn findings(&self, paint: Paint) -> String {
        let mut text = String::new();
        for topic in ORDER {
            let lines: Vec<&Headline> =
                self.headlines.iter().filter(|headline| headline.topic == topic).collect();
            let shown = at_once(lines.len(), few(topic));
            text.extend(lines[..shown].iter().map(|headline| finding(headline, paint)));
            let more = lines.len() - shown;
            if more > 0 {
                let more = format!("  … and {more} more of this kind, in the report");
                text += &format!("{}\n", paint.with(DIM, &more));
            }
        }
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
    ["agent", "games", "attackers %", "draws %", "cut off %", "defenders %", "b", "median"];

fn row(cell: &CellReport, names: &Names) -> Vec<String> {
    vec![
        names.of(&cell.agent),
        thousands(cell.games),
        share_cell(cell.results.attackers.share),
        percent(cell.results.draws.share.value),
        percent(cell.results.cut_off.share.value),
        share_cell(cell.results.defenders.share),
        cell.balance.to_string(),
        decimal(cell.lengths.median),
    ]
}

/// The agents' names as the tables show them: short, and no two alike.
struct Names<'a> {
    agents: Vec<&'a str>,
    shown: Vec<String>,
}

impl<'a> Names<'a> {
    fn new(report: &'a BalanceReport) -> Self {
        let agents: Vec<&str> = report.agents.iter().map(|agent| agent.name.as_str()).collect();
        let shown = shortened_apart(&agents, NAME);
        Self { agents, shown }
    }

    fn of(&self, agent: &str) -> String {
        let place = self.agents.iter().position(|known| *known == agent);
        place.map_or_else(|| shortened(agent, NAME), |place| self.shown[place].clone())
    }
}

/// How many findings of a kind are shown where there are many; of most there is one for every rule set.
const fn few(topic: Topic) -> usize {
    match topic {
        Topic::Claim | Topic::Switch => usize::MAX,
        Topic::Strength | Topic::Advantage | Topic::Rules | Topic::Fairness => 3,
        Topic::Caution => 6,
    }
}

/// A finding as an item of a list, wrapped.
fn finding(headline: &Headline, paint: Paint) -> String {
    let (mark, colour) = mark(headline);
    format!("{} {}\n", paint.with(colour, mark), wrapped(&headline.text))
}

/// The mark of a finding, and its colour.
const fn mark(headline: &Headline) -> (&'static str, &'static str) {
    match headline.evidence {
        None => ("!", YELLOW),
        Some(Evidence::Shown) => ("*", GREEN),
        Some(Evidence::Equivalent) => ("=", GREEN),
        Some(Evidence::Suggested | Evidence::Open | Evidence::Withheld) => ("?", DIM),
    }
}

/// Breaks at blanks so that lines, indented by two, keep to the width; not before a percent sign.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    let text = text.replace(" %", "\u{a0}%");
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
    lines.join("\n  ").replace('\u{a0}', " ")
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
    fn long_lines_fit() {
        let text = wrapped(&"word ".repeat(60));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let percent = wrapped(&format!("{}95 %: 1", "a".repeat(WIDTH - 5) + " "));
        assert!(percent.ends_with("\n  95 %: 1"), "{percent}");
    }
}
