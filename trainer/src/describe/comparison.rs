//! Two rule sets side by side.

use imperial_engine::catalog::{AnyGame, Visit};
use imperial_engine::games::tafl::RuleSet;
use imperial_engine::{Encode, Side};

use super::switches::{Switch, differences};

/// Blanks between columns.
const GAP: &str = "   ";
/// Where the list of what is the same in both is broken.
const WIDTH: usize = 96;

/// Boards, the switches that differ, and in short those that do not; `None` where one of the two is
/// no tafl game and so has no switches.
pub fn side_by_side(one: &AnyGame, other: &AnyGame) -> Option<String> {
    let rules = [one.tafl_rules()?, other.tafl_rules()?];
    let (differ, agree) = differences(rules[0], rules[1]);
    let mut text = format!("{}{}\n", header(rules[0]), header(rules[1]));
    let boards = [one, other].map(|game| game.visit(DrawStart));
    if boards[0] == boards[1] {
        text += &boards[0];
    } else {
        text += &columns(&boards);
    }
    text.push('\n');
    if differ.is_empty() {
        text += "All switches are the same.\n";
    } else {
        let values = [rules[0].name.clone(), rules[1].name.clone()];
        let title = Switch { key: "switch", values };
        let table: Vec<_> = [title].into_iter().chain(differ).collect();
        text += &rows(&table);
    }
    text.push('\n');
    text += &same_in_both(&agree);
    Some(text)
}

fn header(rules: &RuleSet) -> String {
    format!("{} ({}): {}\n", rules.title, rules.name, rules.source)
}

/// The starting position, drawn.
struct DrawStart;

impl Visit for DrawStart {
    type Output = String;

    fn visit<G: Encode + 'static>(self, game: &G) -> String {
        let first = Side::ALL.into_iter().find(|side| game.first().allows(*side));
        game.draw(&game.start(first.unwrap_or(Side::Attackers)))
    }
}

/// Two texts beside each other, line by line.
fn columns(texts: &[String; 2]) -> String {
    let [left, right] = texts.each_ref().map(|text| text.lines().collect::<Vec<_>>());
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let line = |lines: &[&str], at: usize| lines.get(at).copied().unwrap_or("").to_owned();
    (0..left.len().max(right.len()))
        .map(|at| {
            let both = format!("{:<width$}{GAP}{}", line(&left, at), line(&right, at));
            format!("{}\n", both.trim_end())
        })
        .collect()
}

/// One line for each switch, its key first.
fn rows(switches: &[Switch]) -> String {
    let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(|t| t.chars().count()).max();
    let keys = longest(&mut switches.iter().map(|switch| switch.key)).unwrap_or(0);
    let left = longest(&mut switches.iter().map(|s| s.values[0].as_str())).unwrap_or(0);
    let row = |switch: &Switch| {
        let [one, other] = &switch.values;
        format!("{:<keys$}{GAP}{one:<left$}{GAP}{other}\n", switch.key)
    };
    switches.iter().map(row).collect()
}

/// The switches that agree and do something, in as few lines as they take.
fn same_in_both(switches: &[Switch]) -> String {
    let used = switches.iter().filter(|switch| !["–", "no"].contains(&switch.values[0].as_str()));
    let parts: Vec<_> = used.map(|s| format!("{} {}", s.key, s.values[0])).collect();
    let mut text = String::from("The same in both:");
    let mut width = text.chars().count();
    for (number, part) in parts.iter().enumerate() {
        let end = if number + 1 == parts.len() { '.' } else { ';' };
        if width + 2 + part.chars().count() > WIDTH {
            text += "\n ";
            width = 1;
        }
        text += &format!(" {part}{end}");
        width += 2 + part.chars().count();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(one: &str, other: &str) -> Option<String> {
        let game = |name| AnyGame::by_name(name).expect(name);
        side_by_side(&game(one), &game(other))
    }

    #[test]
    fn a_board_that_both_share_is_drawn_once() {
        let text = compared("tablut-linnaeus", "tablut-smith").expect("two tafl games");
        assert_eq!(text.matches("9 . . . A A A . . .").count(), 1, "{text}");
        assert!(text.contains("king_capture       linnaean          four\n"), "{text}");
        assert!(text.contains("goal edge;"), "{text}");
    }

    #[test]
    fn different_boards_stand_beside_each_other() {
        let text = compared("brandubh", "ard-ri").expect("two tafl games");
        assert!(text.contains(" 7 . . . A . . .    7 . . A A A . .\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }

    #[test]
    fn games_without_switches_are_not_compared() {
        assert_eq!(compared("brandubh", "tic-tac-toe"), None);
    }
}
