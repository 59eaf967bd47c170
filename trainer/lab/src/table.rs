//! The report as tables for terminals, readable at 100 columns.

mod columns;
mod key;
mod sections;

use std::fmt::Write;

use super::text::{counted, decimal, percent, share_cell, shortened, shortened_apart, thousands};
use super::{
    BalanceReport, CellReport, Finding, Grade, Hypothesis, JudgedHypothesis, Looks, Titles,
};
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
        text += &self.judged_hypotheses(paint);
        text += &self.reported_findings(paint);
        text
    }

    /// The findings, cautions last.
    fn reported_findings(&self, paint: Paint) -> String {
        let titles = Titles::default();
        let (cautions, found): (Vec<&Finding>, Vec<&Finding>) =
            self.findings.iter().partition(|finding| finding.grade == Grade::Caution);
        let worded = found.into_iter().chain(cautions);
        let worded = worded.filter_map(|finding| Some((finding.grade, finding.words(&titles)?)));
        let lines: Vec<(Grade, String)> = worded.collect();
        if lines.is_empty() {
            return String::new();
        }
        let line = |(grade, words): &(Grade, String)| {
            let (mark, colour) = mark(*grade);
            format!("{} {}\n", paint.with(colour, mark), wrapped(words))
        };
        let text: String = lines.iter().map(line).collect();
        let grades: Vec<Grade> = lines.iter().map(|(grade, _)| *grade).collect();
        format!("\n{text}\n{}\n", paint.with(DIM, &key::of_marks(&grades)))
    }

    /// What was claimed before the games, each with its verdict.
    fn judged_hypotheses(&self, paint: Paint) -> String {
        let line = |judged: &JudgedHypothesis| {
            let Hypothesis { statement, source, .. } = &judged.hypothesis;
            let text = format!("{}: {statement} ({source})", judged.verdict.word());
            format!("  {}\n", wrapped(&text))
        };
        let lines: String = self.hypotheses.iter().map(line).collect();
        let title = paint.with(BOLD, "Hypotheses");
        if lines.is_empty() { lines } else { format!("\n{title}\n{lines}") }
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

/// The mark of a grade, and its colour.
const fn mark(grade: Grade) -> (&'static str, &'static str) {
    match grade {
        Grade::Shown => ("*", GREEN),
        Grade::Equivalent => ("=", GREEN),
        Grade::Suggested | Grade::Open | Grade::Withheld | Grade::Estimate => ("?", DIM),
        Grade::Caution => ("!", YELLOW),
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
