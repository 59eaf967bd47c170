//! A text that is neither a rule file nor a record: a position, or moves from the start of a game.

use imperial_engine::{Encode, PositionError, Side};
use imperial_play::analysis::{Setup, SetupError};

use super::game_text::{GameText, MOST_GAMES, check_number, chosen, only};
use crate::caps;
use crate::rules::Wanted;
use crate::trouble::Trouble;

/// The games of a text by `rules`: a position string, the moves of one game, or those of a game on each line. Only
/// those of these `numbers`, counted from 1; all if none is named.
///
/// # Errors
/// Says what the text is not, or which move is wrong.
pub(super) fn games<G: Encode>(
    game: &G,
    text: &str,
    rules: &Wanted,
    numbers: &[usize],
) -> Result<Vec<GameText>, Trouble> {
    // Where games are chosen, no page has sent the text, and the others are not read.
    if numbers.is_empty() && text.len() > caps::BODY_BYTES / 4 {
        return Err(Trouble::large("the text is too long for a position or a list of moves"));
    }
    if text.is_empty() {
        return Err(Trouble::bad("there is nothing to read"));
    }
    let game_text = |Setup { start, moves }| {
        let values = vec![None; moves.len()];
        let (attackers, defenders) = (None, None);
        GameText { rules: rules.clone(), start, moves, opening: 0, values, attackers, defenders }
    };
    let no_position = match game.parse_position(text) {
        Ok(position) => {
            let start = Some(game.format_position(&position));
            return only(game_text(Setup { start, moves: Vec::new() }), numbers);
        }
        Err(error) => error,
    };
    let no_game = match moves(game, text) {
        Ok(setup) => return only(game_text(setup), numbers),
        Err(wrong) => wrong,
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let several = lines.len() > 1;
    let lines = chosen(lines, if several { numbers } else { &[] })?;
    // Each line begins a game, as in the lists that `import` reads. More lines than may be read need not be looked at.
    let begins = |(_, line): &(usize, &str)| start(game, first_word(line)).is_ok();
    if !several || !lines.iter().take(MOST_GAMES + 1).all(begins) {
        return Err(Trouble::bad(no_game.told(game, &no_position)));
    }
    check_number(lines.len())?;
    let read = |(number, line): (usize, &str)| {
        let at = |wrong: Wrong| format!("game {number}: {}", wrong.told(game, &no_position));
        moves(game, line).map(game_text).map_err(|wrong| Trouble::bad(at(wrong)))
    };
    lines.into_iter().map(read).collect()
}

/// Why a text is no game.
enum Wrong {
    /// Not even its first word is a move.
    First { word: String, error: SetupError },
    /// A later move cannot be played.
    Later(SetupError),
    /// It has too many moves.
    Long,
}

/// Letters of a wrong word that are shown.
const SHOWN: usize = 40;

impl Wrong {
    /// In words, beside what keeps the text from being a position.
    fn told<G: Encode>(&self, game: &G, no_position: &PositionError) -> String {
        match self {
            Self::First { word, error } => {
                let word: String = word.chars().take(SHOWN).collect();
                format!(
                    "this is no rule file and no record; as a list of moves it begins with `{word}`, and by the rules \
                     `{}` {error}; as a position: {}",
                    game.name(),
                    no_position.reason
                )
            }
            Self::Later(error) => format!(
                "this is a list of moves, and one of them cannot be played by these rules: {error}"
            ),
            Self::Long => format!("a game has at most {} plies here", caps::PLIES),
        }
    }
}

/// The words of a text, without the numbers of moves.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| !is_number(word))
}

fn first_word(text: &str) -> &str {
    words(text).next().unwrap_or_default()
}

/// A text as moves from the start of the game, as the game writes them.
fn moves<G: Encode>(game: &G, text: &str) -> Result<Setup, Wrong> {
    let moves: Vec<String> = words(text).map(str::to_owned).collect();
    if moves.len() > caps::PLIES {
        return Err(Wrong::Long);
    }
    let word = first_word(text);
    match start(game, word) {
        Ok(start) => written(game, Setup { start: Some(start), moves }).map_err(Wrong::Later),
        Err(error) => Err(Wrong::First { word: word.to_owned(), error }),
    }
}

/// The start of a game that begins with this move. Where a lot decides who begins, the move tells.
fn start<G: Encode>(game: &G, word: &str) -> Result<String, SetupError> {
    let mut wrong = None;
    for side in Side::ALL.into_iter().filter(|side| game.first().allows(*side)) {
        let start = game.format_position(&game.start(side));
        let first = Setup { start: Some(start.clone()), moves: vec![word.to_owned()] };
        match first.position(game) {
            Ok(_) => return Ok(start),
            Err(error) => wrong = Some(error),
        }
    }
    Err(wrong.expect("somebody begins"))
}

/// The same with its moves as the game writes them: lists may leave out what a move takes.
fn written<G: Encode>(game: &G, mut setup: Setup) -> Result<Setup, SetupError> {
    setup.position(game)?;
    let mut position = setup.beginning(game)?;
    for text in &mut setup.moves {
        let mv = game.parse_move(&position, text)?;
        *text = game.format_move(&position, mv);
        game.play(&mut position, mv);
    }
    Ok(setup)
}

/// Whether a word is the number of a move: `12.`
fn is_number(word: &str) -> bool {
    word.ends_with('.') && word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use imperial_engine::with_game;

    use super::*;

    fn read(text: &str, rules: &str) -> Result<Vec<GameText>, String> {
        read_some(text, rules, &[])
    }

    fn read_some(text: &str, rules: &str, numbers: &[usize]) -> Result<Vec<GameText>, String> {
        let loaded = imperial_data::load_rules(rules).expect("embedded");
        let wanted = Wanted::Name(rules.to_owned());
        let games = with_game!(&loaded.game, |game| games(game, text, &wanted, numbers));
        games.map_err(|trouble| trouble.words)
    }

    fn only(text: &str, rules: &str) -> GameText {
        let [game] = &read(text, rules).expect(text)[..] else { panic!("{text} is one game") };
        game.clone()
    }

    #[test]
    fn positions_and_moves_are_read_by_the_rules_shown() {
        let game = only("7/7/7/3k3/7/7/a6 d", "brandubh");
        assert!(game.start.is_some_and(|start| start.starts_with("7/7/7/3k3")));
        assert_eq!(only("1. a1 b1\n2. a2", "tic-tac-toe").moves, ["a1", "b1", "a2"]);
        let game = only("e6-f6 d9-d8", "imperial-contest");
        assert!(game.start.is_some_and(|start| start.contains(" d")), "{:?}", game.moves);
    }

    #[test]
    fn each_line_may_be_a_game() {
        let games = read("d7-c7 e4-e2\n\nd7-e7 e4-e2\n", "brandubh").expect("two games");
        let moves: Vec<&[String]> = games.iter().map(|game| &game.moves[..]).collect();
        assert_eq!(moves, [["d7-c7", "e4-e2"], ["d7-e7", "e4-e2"]]);
        let wrong = read("d7-c7 e4-e2\nd7-e7 e4-e8\n", "brandubh").expect_err("no such square");
        assert!(wrong.starts_with("game 2: ") && wrong.contains("e4-e8"), "{wrong}");
        let many = "d7-c7\n".repeat(MOST_GAMES + 1);
        assert!(read(&many, "brandubh").expect_err("too many").contains("201 lines"));
        // Those that nobody has chosen are not read, not even where they are wrong.
        let many = format!("{many}d7-e7 e4-e2\nd7-e7 e4-e8\n{}", "d7-c7\n".repeat(99_797));
        let games = read_some(&many, "brandubh", &[202, 1]).expect("two of them");
        let moves: Vec<&[String]> = games.iter().map(|game| &game.moves[..]).collect();
        assert_eq!(moves, [&["d7-e7".to_owned(), "e4-e2".to_owned()][..], &["d7-c7".to_owned()]]);
        let wrong = read_some(&many, "brandubh", &[203]).expect_err("no such square");
        assert!(wrong.starts_with("game 203: "), "{wrong}");
        let wrong = read_some(&many, "brandubh", &[100_001]).expect_err("no such game");
        assert_eq!(wrong, "there is no game 100001: the games are 1 to 100000");
        let wrong = read_some("d7-c7", "brandubh", &[2]).expect_err("no such game");
        assert_eq!(wrong, "there is no game 2: the games are 1 to 1");
    }

    /// Searches name moves as the game writes them; a list may leave out what a move takes.
    #[test]
    fn moves_stand_as_the_game_writes_them() {
        let setup = |moves: &str| Setup {
            start: Some("7/7/7/1a1k3/d6/a6/7 a".to_owned()),
            moves: vec![moves.to_owned()],
        };
        let loaded = imperial_data::load_rules("brandubh").expect("embedded");
        let setup = with_game!(&loaded.game, |game| written(game, setup("b4-a4")));
        assert_eq!(setup.expect("a capture").moves, ["b4-a4xa3"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str, rules: &str| read(text, rules).expect_err(text);
        let told = wrong("1. a1 b1 2. a2 a2", "tic-tac-toe");
        assert!(told.contains("one of them cannot be played"), "{told}");
        assert!(told.contains("`a2` is not a legal move"), "{told}");
        let told = wrong("d7-c7 e4-e2", "tic-tac-toe");
        assert!(told.contains("begins with `d7-c7`") && told.contains("`tic-tac-toe`"), "{told}");
        assert_eq!(wrong("", "brandubh"), "there is nothing to read");
        // One move on each line: more lines than a list of games may have.
        let round = "d6-b6\nd5-f5\nb6-d6\nf5-d5\n".repeat(MOST_GAMES / 4 + 1);
        assert_eq!(only(&round, "brandubh").moves.len(), MOST_GAMES + 4);
        let said = wrong(&format!("{round}d6-d1"), "brandubh");
        assert!(said.contains("one of them cannot be played") && said.contains("d6-d1"), "{said}");
        let long = "d7-c7 ".repeat(caps::PLIES + 1);
        assert!(wrong(&long, "brandubh").contains("at most 4096 plies"));
    }
}
