//! A contrast as text for terminals.

use super::same::Unlike;
use super::{CellContrast, ReportContrast, SideContrast, Unmatched};
use crate::Grade;
use crate::table::paint::mark;
use crate::text::{percent, points, points_range, signed, whole};

impl ReportContrast {
    /// The differences of scores and side advantages as text, one line each.
    pub fn table(&self) -> String {
        let cells = self.cells.iter().map(cell);
        let lines = self.unlike.iter().map(unlike).chain(cells);
        let lines =
            lines.chain(self.sides.iter().map(side)).chain(self.unmatched.iter().map(unmatched));
        lines.map(|line| line + "\n").collect()
    }
}

fn cell(cell: &CellContrast) -> String {
    let place = format!("{}, {}", cell.rules, both(&cell.agents));
    let [first, second] = cell.scores.map(|score| percent(score.value));
    if cell.same_games {
        return format!("! {place}: attackers score {first} and {second} % {SAME}");
    }
    let by = cell.score.difference;
    format!(
        "{} {place}: attackers score {first} and then {second} %, {} points ({}){}",
        mark(cell.score.grade).0,
        points(by.value),
        points_range(by),
        doubt(cell.score.grade)
    )
}

fn side(side: &SideContrast) -> String {
    let [first, second] = side.advantages.map(|advantage| whole(advantage.value));
    let place = format!("{}, two copies of {}", side.rules, both(&side.agents));
    if side.same_games {
        return format!("! {place}: the attackers' side is worth {first} and {second} Elo {SAME}");
    }
    let [value, low, high] = [side.difference.value, side.difference.low, side.difference.high]
        .map(|elo| signed(whole(elo)));
    format!(
        "{} {place}: the attackers' side is worth {first} and then {second} Elo, {value} ({low} to {high}){}",
        mark(side.grade).0,
        doubt(side.grade)
    )
}

fn unlike(one: &Unlike) -> String {
    let [first, second] = &one.values;
    match one.fact.strip_prefix("Rules ") {
        Some(rules) => {
            format!("! {rules}: the rule files differ, so differences need not be chance")
        }
        None => format!("! {}: {first} in the first report, {second} in the second", one.fact),
    }
}

fn unmatched(one: &Unmatched) -> String {
    let which = if one.in_second { "second" } else { "first" };
    format!("! only the {which} report has {} with {}", one.rules, one.agent)
}

/// What is said of two figures from the same games.
const SAME: &str = "in the same games, as far as both have them (equal seed, rules, agent and opening, or a recorded file): neither repeats the other";

/// What is added to a difference that is not shown.
const fn doubt(grade: Grade) -> &'static str {
    match grade {
        Grade::Suggested => "; among so many comparisons that can be chance",
        Grade::Equivalent => "; a negligible difference",
        Grade::Withheld => "; nothing is claimed, since too few games are distinct",
        Grade::Open => "; not shown to differ",
        _ => "",
    }
}

/// One name, or two.
fn both([first, second]: &[String; 2]) -> String {
    if first == second { first.clone() } else { format!("{first} and {second}") }
}

#[cfg(test)]
mod tests {
    use crate::{BalanceReport, Options, Provenance, ReportContrast};

    #[test]
    fn other_rules_and_openings_are_named() {
        let facts = |rules: &str, plies: &str| -> Provenance {
            let all = [("Rules tablut", rules), ("Sampled plies", plies), ("Seed", plies)];
            all.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
        };
        let report = BalanceReport::new(Vec::new(), &Options::default());
        let table =
            |facts: [&Provenance; 2]| ReportContrast::between(&report, &report, facts).table();
        let one = facts("86aedaab", "4");
        assert_eq!(table([&one, &one]), "");
        let text = table([&one, &facts("dddd6597", "10")]);
        assert!(text.starts_with("! tablut: the rule files differ"), "{text}");
        assert!(
            text.contains("! Sampled plies: 4 in the first report, 10 in the second"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 2, "another seed is what such reports are for");
    }
}
