//! A contrast as text for terminals.

use super::{CellContrast, ReportContrast, SideContrast, Unmatched};
use crate::Grade;
use crate::table::paint::mark;
use crate::text::{percent, points, points_range, signed, whole};

impl ReportContrast {
    /// The differences of scores and side advantages as text, one line each.
    pub fn table(&self) -> String {
        let cells = self.cells.iter().map(cell);
        let lines =
            cells.chain(self.sides.iter().map(side)).chain(self.unmatched.iter().map(unmatched));
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

fn unmatched(one: &Unmatched) -> String {
    let which = if one.in_second { "second" } else { "first" };
    format!("! only the {which} report has {} with {}", one.rules, one.agent)
}

/// What is said of two figures from the same games.
const SAME: &str = "in the same games (equal seed, rules, agent and opening, or a recorded file): neither repeats the other";

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
