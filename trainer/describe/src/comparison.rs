//! Two rule sets side by side.

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::rule_text::Laws;
use imperial_engine::{Encode, with_game};

use super::columns::{WIDTH, beside, table, wrap};
use super::switches::{Switch, differences};

/// Boards, where they differ, and the switches that do; of the others how many there are, or with
/// `all` their values in short. `None` where one of the two has no switches, or they are of
/// two families.
pub fn side_by_side(one: &AnyGame, other: &AnyGame, all: bool) -> Option<String> {
    let laws = [one.laws()?, other.laws()?];
    if laws[0].text("game") != laws[1].text("game") {
        return None;
    }
    let (differ, agree) = differences(&laws[0], &laws[1]);
    let mut text: String = laws.each_ref().map(header).concat() + "\n";
    let boards = [one, other].map(|game| with_game!(game, |game| draw_start(game)));
    if boards[0] != boards[1] {
        text += &beside(&boards);
    } else if all {
        text += &boards[0];
    } else {
        text += "Both begin with the same pieces on the same squares.\n";
    }
    text.push('\n');
    if !differ.is_empty() {
        let head = ["switch", one.name(), other.name()].map(str::to_owned);
        let row = |Switch { key, values: [one, other] }: Switch| [key.to_owned(), one, other];
        let rows: Vec<_> = [head].into_iter().chain(differ.into_iter().map(row)).collect();
        text += &(table(&rows) + "\n");
    }
    let switches = laws[0].switches.len() - 1; // the layout is drawn, not listed
    text += &if all { same_in_both(&agree) } else { count(&agree, switches) };
    Some(text)
}

fn header(laws: &Laws) -> String {
    let [title, name] = ["title", "name"].map(|key| laws.text(key));
    wrap(&format!("{title} ({name}): {}", laws.origin()), WIDTH, 2)
}

/// How many of so many switches agree.
fn count(agree: &[Switch], switches: usize) -> String {
    match agree.len() {
        all if all == switches => format!("All {switches} switches are the same.\n"),
        1 => format!("1 of {switches} switches is the same; `--all` shows it.\n"),
        some => format!("{some} of {switches} switches are the same; `--all` lists them.\n"),
    }
}

/// The starting position, drawn.
fn draw_start(game: &impl Encode) -> String {
    game.draw(&game.start(game.first().usual()))
}

/// The switches that agree, in as few lines as they take.
fn same_in_both(switches: &[Switch]) -> String {
    let parts: Vec<_> = switches.iter().map(|s| format!("{} {}", s.key, s.values[0])).collect();
    wrap(&format!("The same in both: {}.", parts.join("; ")), WIDTH, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(one: &str, other: &str, all: bool) -> Option<String> {
        let game = |name| AnyGame::by_name(name).expect(name);
        side_by_side(&game(one), &game(other), all)
    }

    #[test]
    fn only_what_differs_is_shown() {
        let text = compared("tablut-linnaeus", "tablut-smith", false).expect("two tafl games");
        assert!(text.contains("the same pieces on the same squares") && !text.contains("9 . ."));
        assert!(text.contains("king_capture       linnaean"), "{text}");
        let laws = AnyGame::by_name("tablut-smith").expect("embedded").laws();
        let switches = laws.expect("switches").switches.len() - 1;
        assert!(text.contains(&format!(" of {switches} switches are the same; `--all`")), "{text}");
        assert!(!text.contains("goal"), "{text}");
    }

    #[test]
    fn all_can_be_shown() {
        let text = compared("tablut-linnaeus", "tablut-smith", true).expect("two tafl games");
        assert_eq!(text.matches("9 . . . A A A . . .").count(), 1, "{text}");
        assert!(text.contains("The same in both: ") && text.contains("goal edge;"), "{text}");
    }

    #[test]
    fn different_boards_stand_beside_each_other() {
        let text = compared("brandubh", "ard-ri", false).expect("two tafl games");
        assert!(text.contains(" 7 . . . A . . .    7 . . A A A . .\n"), "{text}");
    }

    #[test]
    fn nothing_differs_from_itself() {
        let text = compared("brandubh", "brandubh", false).expect("two tafl games");
        assert!(text.contains("switches are the same.\n") && !text.contains("--all"), "{text}");
    }

    #[test]
    fn every_comparison_fits_a_terminal() {
        let names: Vec<_> = imperial_engine::catalog::names().collect();
        for (one, other) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
            for text in [false, true].into_iter().filter_map(|all| compared(one, other, all)) {
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(WIDTH), "{one} {other}:\n{text}");
            }
        }
    }

    #[test]
    fn games_without_switches_are_not_compared() {
        assert_eq!(compared("brandubh", "tic-tac-toe", false), None);
        assert_eq!(compared("brandubh", "fox-and-geese", false), None);
    }
}
