//! The report as tables for terminals, readable at 100 columns.

mod columns;
mod key;
mod names;
pub(super) mod paint;
mod rows;
mod sections;

use std::fmt::Write;

use super::text::counted;
use super::{BalanceReport, Finding, Grade, Hypothesis, JudgedHypothesis, Looks, Titles};
use columns::columns;
use names::Names;
use paint::{BOLD, DIM, Paint, mark, wrapped};

impl BalanceReport {
    /// What the games show, then the tables behind it. `colour` adds ANSI colours.
    pub fn table(&self, colour: bool) -> String {
        let paint = Paint(colour);
        let mut text = self.caption() + "\n";
        text += &self.reported_findings(paint);
        text += &self.judged_hypotheses(paint);
        let names = Names::new(self);
        let of = |rules: &String| rows::of_rules(self, rules, &names);
        let all: Vec<Vec<Vec<String>>> = self.rule_sets.iter().map(of).collect();
        let together = all.concat();
        for (rules, rows) in self.rule_sets.iter().zip(&all) {
            let _ = writeln!(text, "\n{}", paint.with(BOLD, rules));
            text += &columns(&rows::HEADER, rows, &together, paint);
        }
        if !self.cells.is_empty() {
            text += &format!("{}\n", paint.with(DIM, &key::of_columns(self)));
        }
        text + &self.sections(paint)
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
            let power = match judged.power(self.options.confidence) {
                power if power.is_empty() => power,
                power => format!(", {power}"),
            };
            let text = format!("{}{power}: {statement} ({source})", judged.verdict.word());
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
            counted(self.cell_games(), "game", "games"),
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
