//! The words of a list of moves, and those of a result.

use crate::opentafl::looks_like_a_move;
use crate::record::GameResult;

/// Words that end a list: the players stopped there.
const ENDS: [&str; 12] = [
    "timeout",
    "resign",
    "resigns",
    "resigned",
    "draw",
    "abandoned",
    "---",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "½-½",
];

/// A word of a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A move, in letters that the reader of moves knows.
    Move(String),
    /// The players stopped here.
    End,
    /// Anything else.
    Other,
}

/// The words of a list, with the text of each. Between them stand blanks, commas, semicolons or
/// bars; numbers of moves are left out.
pub(super) fn words(list: &str) -> impl Iterator<Item = (&str, Word)> {
    let separators = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '|');
    let unnumbered = list.split(separators).map(without_number);
    unnumbered.filter(|text| !text.is_empty()).map(|text| (text, word(text)))
}

/// `12.b7-b4` without its number; nothing is left of a number alone.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.is_empty() {
        rest
    } else if rest.len() < text.len() && rest.starts_with(['.', ')', ':']) {
        rest.trim_start_matches(['.', ')', ':'])
    } else {
        text
    }
}

fn word(text: &str) -> Word {
    let plain = plain(text);
    if ENDS.contains(&text.to_lowercase().as_str()) {
        Word::End
    } else if looks_like_a_move(&plain) {
        Word::Move(plain)
    } else {
        Word::Other
    }
}

/// A move with hyphens for all kinds of dashes, `x` for all crosses, and small letters for files.
fn plain(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let before_digit = letters.peek().is_some_and(char::is_ascii_digit);
        plain.push(match letter {
            '–' | '—' | '−' | '‐' | '‑' => '-',
            '×' | 'X' => 'x',
            letter if before_digit => letter.to_ascii_lowercase(),
            letter => letter,
        });
    }
    plain
}

/// Moves of a text less what is no word of a list: how much it looks like one.
pub(super) fn likeness(text: &str) -> i64 {
    let worth = |(_, word)| match word {
        Word::Move(_) => 1,
        Word::End => 0,
        Word::Other => -1,
    };
    words(text).map(worth).sum()
}

/// What a source says of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It has this result.
    Result(GameResult),
    /// It has none.
    Unfinished,
}

/// Reads a result. Black and dark are the attackers, white and light the defenders, as everywhere in
/// tafl; numbers are OpenTafl's.
pub(super) fn read_result(text: &str) -> Option<Said> {
    let result = match text.to_lowercase().as_str() {
        "attackers" | "attacker" | "attackers win" | "a" | "black" | "dark" | "b" | "1" => {
            GameResult::Attackers
        }
        "defenders" | "defender" | "defenders win" | "d" | "white" | "light" | "w" | "-1" => {
            GameResult::Defenders
        }
        "draw" | "drawn" | "tie" | "1/2-1/2" | "½-½" | "0" => GameResult::Draw,
        "" | "ongoing" | "unfinished" | "none" | "aborted" | "abandoned" | "-" | "*" | "?" => {
            return Some(Said::Unfinished);
        }
        _ => return None,
    };
    Some(Said::Result(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(list: &str) -> Vec<String> {
        let of = |(text, word): (&str, Word)| match word {
            Word::Move(text) => text,
            Word::End => "end".to_owned(),
            Word::Other => format!("?{text}"),
        };
        words(list).map(of).collect()
    }

    #[test]
    fn lists_are_split_wherever_they_can_be() {
        assert_eq!(moves(" b7-b4  c1-c4xd4"), ["b7-b4", "c1-c4xd4"]);
        assert_eq!(
            moves("b7-b4, c1-c4; K11-K9 | D4–d6×e6"),
            ["b7-b4", "c1-c4", "k11-k9", "d4-d6xe6"]
        );
        assert_eq!(
            moves("1. b7-b4 c1-c4 2.b4-b7 3) 4 c4-c1"),
            ["b7-b4", "c1-c4", "b4-b7", "c4-c1"]
        );
        assert_eq!(moves("Ke5-e1-- timeout"), ["Ke5-e1--", "end"]);
        assert_eq!(moves("b7-b4 White 0-0"), ["b7-b4", "?White", "?0-0"]);
        assert_eq!(likeness("b7-b4 c1-c4 White"), 1);
    }

    #[test]
    fn results_are_read() {
        use GameResult::{Attackers, Defenders, Draw};
        assert_eq!(read_result("Black"), Some(Said::Result(Attackers)));
        assert_eq!(read_result("WHITE"), Some(Said::Result(Defenders)));
        assert_eq!(read_result("draw"), Some(Said::Result(Draw)));
        assert_eq!(read_result("Ongoing"), Some(Said::Unfinished));
        assert_eq!(read_result(""), Some(Said::Unfinished));
        assert_eq!(read_result("12"), None);
    }
}
