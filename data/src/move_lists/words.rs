//! The words of a list of moves, and those of a result, as each game has them.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Game as _, PerSide, Side, with_game};

use crate::opentafl::{looks_like_a_move, play_written};
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

/// Colours by which tafl players call the sides, and their letters.
const TAFL_COLOURS: PerSide<[&str; 3]> =
    PerSide { attackers: ["black", "dark", "b"], defenders: ["white", "light", "w"] };

/// How lists of a game's moves are written, and what its sides are called in them.
pub(super) struct Dialect {
    is_tafl: bool,
    /// What each side is called, in small letters, the most usual name first.
    pub names: PerSide<Vec<String>>,
    /// A legal first move, to show what one looks like.
    pub example: String,
}

impl Dialect {
    pub fn of(game: &AnyGame) -> Self {
        let is_tafl = game.tafl_rules().is_some();
        let called = |side: Side| with_game!(game, |game| game.side_name(side).name.to_lowercase());
        Self {
            is_tafl,
            names: names(is_tafl, &PerSide::from_fn(called)),
            example: with_game!(game, |game| example(game)),
        }
    }

    /// The words of a list, with the text of each. Between them stand blanks, commas, semicolons or
    /// bars; numbers of moves are left out.
    pub fn words<'a>(&self, list: &'a str) -> impl Iterator<Item = (&'a str, Word)> {
        let separators = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '|');
        let unnumbered = list.split(separators).map(without_number);
        unnumbered.filter(|text| !text.is_empty()).map(|text| (text, self.word(text)))
    }

    fn word(&self, text: &str) -> Word {
        let plain = plain(text);
        if ENDS.contains(&text.to_lowercase().as_str()) {
            Word::End
        } else if self.looks_like_a_move(&plain) {
            Word::Move(plain)
        } else {
            Word::Other
        }
    }

    fn looks_like_a_move(&self, plain: &str) -> bool {
        if self.is_tafl { looks_like_a_move(plain) } else { is_of_squares(plain) }
    }

    /// Moves of a text less what is no word of a list: how much it looks like one.
    pub fn likeness(&self, text: &str) -> i64 {
        let worth = |(_, word)| match word {
            Word::Move(_) => 1,
            Word::End => 0,
            Word::Other => -1,
        };
        self.words(text).map(worth).sum()
    }

    /// Plays a move as a list has it; gives it in the game's notation, or the reason why it cannot be played.
    pub fn play<G: Encode>(
        &self,
        game: &G,
        position: &mut G::Position,
        written: &str,
    ) -> Result<String, String> {
        if self.is_tafl {
            return play_written(game, position, written);
        }
        let mv = game.parse_move(position, written).map_err(|error| error.reason)?;
        let ours = game.format_move(position, mv);
        game.play(position, mv);
        Ok(ours)
    }

    /// Reads a result. The sides are known by their names; numbers are OpenTafl's.
    pub fn result(&self, text: &str) -> Option<Said> {
        let text = text.to_lowercase();
        let side = text.trim_end_matches(" wins").trim_end_matches(" win");
        let is_of = |names: &[String]| names.iter().any(|name| name == side);
        let result = match text.as_str() {
            "1" => GameResult::Attackers,
            "-1" => GameResult::Defenders,
            // In tafl either side may be meant by the first number.
            "1-0" if !self.is_tafl => GameResult::Attackers,
            "0-1" if !self.is_tafl => GameResult::Defenders,
            "draw" | "drawn" | "tie" | "1/2-1/2" | "½-½" | "0" => GameResult::Draw,
            "" | "ongoing" | "unfinished" | "none" | "aborted" | "abandoned" | "-" | "*" | "?" => {
                return Some(Said::Unfinished);
            }
            _ if is_of(&self.names.attackers) => GameResult::Attackers,
            _ if is_of(&self.names.defenders) => GameResult::Defenders,
            _ => return None,
        };
        Some(Said::Result(result))
    }

    /// What a result may be, for those who wrote another one.
    pub fn results(&self) -> String {
        let PerSide { attackers, defenders } = &self.names;
        let both = |names: &[String]| names[..2].join(" or ");
        format!("{}, {}, draw, or unfinished", both(attackers), both(defenders))
    }
}

/// What the sides are called: as everywhere, then as in this game.
fn names(is_tafl: bool, called: &PerSide<String>) -> PerSide<Vec<String>> {
    let initial = |side: Side| called[side].chars().next().map(String::from);
    let differ = initial(Side::Attackers) != initial(Side::Defenders);
    PerSide::from_fn(|side| {
        let usual = side.name();
        let colours: &[&str] = if is_tafl { &TAFL_COLOURS[side] } else { &[] };
        let mut names = vec![usual.to_owned()];
        names.extend(colours.iter().map(|colour| (*colour).to_owned()));
        names.push(called[side].clone());
        names.extend([usual.trim_end_matches('s').to_owned(), usual[..1].to_owned()]);
        let taken = [Side::Attackers, Side::Defenders].map(|side| side.name()[..1].to_owned());
        let letter = initial(side).filter(|letter| differ && !taken.contains(letter));
        names.extend(letter);
        names
    })
}

/// The first legal move of a game.
fn example<G: Encode>(game: &G) -> String {
    let start = game.start(game.first().usual());
    game.moves(&start).first().map_or_else(String::new, |mv| game.format_move(&start, *mv))
}

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

/// A move with hyphens for all kinds of dashes, `x` for all crosses, and small letters for files.
fn plain(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let next = letters.peek();
        let before_digit = next.is_some_and(char::is_ascii_digit);
        plain.push(match letter {
            '–' | '—' | '−' | '‐' | '‑' => '-',
            '×' => 'x',
            // At the end it is the letter of a piece.
            'X' if next.is_some() => 'x',
            letter if before_digit => letter.to_ascii_lowercase(),
            letter => letter,
        });
    }
    plain
}

/// Whether a text has the form of a move of the other families: squares with signs between them, or a word of
/// theirs.
fn is_of_squares(text: &str) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let is_square = |name: &str| {
        name.starts_with(|file: char| file.is_ascii_lowercase()) && is_number(&name[1..])
    };
    if matches!(text, "charge" | "end") || text.strip_prefix("rank").is_some_and(is_number) {
        return true;
    }
    let goes = text.split_once('=').map_or(text, |(goes, _)| goes);
    goes.strip_prefix('@').unwrap_or(goes).split(['-', 'x', '+']).all(is_square)
}

/// What a source says of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It has this result.
    Result(GameResult),
    /// It has none.
    Unfinished,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(rules: &str) -> Dialect {
        Dialect::of(&AnyGame::by_name(rules).expect("embedded"))
    }

    fn moves(rules: &str, list: &str) -> Vec<String> {
        let of = |(text, word): (&str, Word)| match word {
            Word::Move(text) => text,
            Word::End => "end".to_owned(),
            Word::Other => format!("?{text}"),
        };
        dialect(rules).words(list).map(of).collect()
    }

    #[test]
    fn lists_are_split_wherever_they_can_be() {
        assert_eq!(moves("brandubh", " b7-b4  c1-c4xd4"), ["b7-b4", "c1-c4xd4"]);
        assert_eq!(
            moves("brandubh", "b7-b4, c1-c4; K11-K9 | D4–d6×e6"),
            ["b7-b4", "c1-c4", "k11-k9", "d4-d6xe6"]
        );
        assert_eq!(
            moves("brandubh", "1. b7-b4 c1-c4 2.b4-b7 3) 4 c4-c1"),
            ["b7-b4", "c1-c4", "b4-b7", "c4-c1"]
        );
        assert_eq!(moves("brandubh", "Ke5-e1-- timeout"), ["Ke5-e1--", "end"]);
        assert_eq!(moves("brandubh", "b7-b4 White 0-0"), ["b7-b4", "?White", "?0-0"]);
        assert_eq!(dialect("brandubh").likeness("b7-b4 c1-c4 White"), 1);
    }

    #[test]
    fn results_are_read() {
        use GameResult::{Attackers, Defenders, Draw};
        let read_result = |text| dialect("brandubh").result(text);
        assert_eq!(read_result("Black"), Some(Said::Result(Attackers)));
        assert_eq!(read_result("WHITE"), Some(Said::Result(Defenders)));
        assert_eq!(read_result("draw"), Some(Said::Result(Draw)));
        assert_eq!(read_result("Ongoing"), Some(Said::Unfinished));
        assert_eq!(read_result(""), Some(Said::Unfinished));
        assert_eq!(read_result("12"), None);
    }
    /// White are the attackers of chess.
    #[test]
    fn sides_have_the_names_of_their_game() {
        use GameResult::{Attackers, Defenders};
        for (rules, text, result) in [
            ("emperors-game", "White", Attackers),
            ("emperors-game", "b", Defenders),
            ("emperors-game", "0-1", Defenders),
            ("fox-and-geese", "Geese win", Attackers),
            ("fox-and-geese", "the fox", Defenders),
            ("dablot", "defenders", Defenders),
            ("maharajah", "sepoys", Defenders),
        ] {
            let said = dialect(rules).result(text.trim_start_matches("the "));
            assert_eq!(said, Some(Said::Result(result)), "{rules}: {text}");
        }
        assert_eq!(dialect("fox-and-geese").result("black"), None);
        assert_eq!(dialect("dablot").result("s"), None, "Swedes and Sami");
    }

    #[test]
    fn moves_of_all_families_are_known() {
        let list = "@D4 c3-e5xd4 c5-e7+e5-c7xd6 f11-f12=X C3xC7 rank3 charge end a1 hello";
        let mut found = moves("imperial-chess", list);
        assert_eq!(found.pop().as_deref(), Some("?hello"));
        let same = "@d4 c3-e5xd4 c5-e7+e5-c7xd6 f11-f12=X c3xc7 rank3 charge end a1";
        assert_eq!(found.join(" "), same);
    }
}
