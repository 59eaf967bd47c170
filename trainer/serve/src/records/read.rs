//! Whatever text somebody drops on the page: a rule file, games, a position, moves.

use imperial_data::opentafl::GameReader;
use imperial_data::{GameRecord, LoadedRules, RecordError, replay};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, Side, with_game};
use imperial_play::networks;
use serde::{Deserialize, Serialize};

use super::game_text::{GameText, check_number, chosen, only};
use super::lists;
use super::write::is_of_the_page;
use crate::caps;
use crate::rules::{Shelf, Wanted};
use crate::trouble::Trouble;

/// A text, and the rules that the page shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Texts {
    /// The text.
    pub text: String,
    /// The rules of positions and moves, and perhaps of games.
    pub rules: Wanted,
    /// Which of its games, counted from 1; all if none is named. A page names none.
    #[serde(skip)]
    pub numbers: Vec<usize>,
}

/// What a text was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Found {
    /// A rule file.
    Rules {
        /// To ask for it.
        rules: Wanted,
    },
    /// Games, a position or moves: all are games that stand somewhere.
    Games {
        /// Each of them.
        games: Vec<GameText>,
    },
}

/// Finds out what a text is, and reads it.
///
/// # Errors
/// Says what is wrong with it.
pub fn read(shelf: &Shelf, texts: &Texts) -> Result<Found, Trouble> {
    let text = texts.text.trim();
    let numbers = &texts.numbers[..];
    let games = if text.starts_with('{') {
        lines(shelf, text, &texts.rules, numbers)?
    } else if text.starts_with('[') {
        only(opentafl(text)?, numbers)?
    } else if is_rule_file(text) {
        let rules = Wanted::Text(texts.text.clone());
        shelf.get(&rules)?;
        return Ok(Found::Rules { rules });
    } else {
        let rules = shelf.get(&texts.rules)?;
        with_game!(&rules.game, |game| lists::games(game, text, &texts.rules, numbers))?
    };
    Ok(Found::Games { games })
}

/// Whether a line sets a key.
fn is_rule_file(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("game") && line.contains('='))
}

/// Game records, one a line, those of these `numbers`.
fn lines(
    shelf: &Shelf,
    text: &str,
    shown: &Wanted,
    numbers: &[usize],
) -> Result<Vec<GameText>, Trouble> {
    let all: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let all = chosen(all, numbers)?;
    check_number(all.len())?;
    let mut games = Vec::new();
    for (_, (number, line)) in all {
        let at = |error: String| Trouble::bad(format!("line {number}: {error}"));
        let record = GameRecord::from_line(line.trim().as_bytes());
        let record = record.map_err(|error| at(error.to_string()))?;
        if record.plies.len() > caps::PLIES {
            return Err(at(format!("a game has at most {} plies here", caps::PLIES)));
        }
        let wanted = rules_of(shelf, &record, shown).map_err(|trouble| at(trouble.words))?;
        let rules = shelf.get(&wanted)?;
        let plies = with_game!(&rules.game, |game| plies(game, &rules.game, &record));
        let (moves, values) = plies.map_err(|error| at(error.to_string()))?.into_iter().unzip();
        games.push(GameText { moves, values, ..game_text(wanted, record, &rules) });
    }
    Ok(games)
}

/// The moves of a record as the game writes them, with expected results: of the values of its searches, those that
/// foretell. The page has written expected results, whoever played.
fn plies<G: Encode>(
    game: &G,
    rules: &AnyGame,
    record: &GameRecord,
) -> Result<Vec<(String, Option<f32>)>, RecordError> {
    let mut plies = Vec::with_capacity(record.plies.len());
    let is_expected = is_of_the_page(record);
    replay(game, record, |step| {
        let label = match game.side_to_move(step.position) {
            Side::Attackers => &record.attackers,
            Side::Defenders => &record.defenders,
        };
        let foretold = |value| networks::foretold(label, rules, value);
        let value = step.ply.value;
        let value = if is_expected { value } else { value.and_then(foretold) };
        plies.push((game.format_move(step.position, step.mv), value));
    })?;
    Ok(plies)
}

/// The rules of a record: those with its hash, or else those of its name.
fn rules_of(shelf: &Shelf, record: &GameRecord, shown: &Wanted) -> Result<Wanted, Trouble> {
    let own = Wanted::Name(record.rules.clone());
    let is_same = |wanted: &Wanted| shelf.get(wanted).is_ok_and(|r| r.hash == record.rules_hash);
    if is_same(&own) {
        return Ok(own);
    }
    if is_same(shown) {
        return Ok(shown.clone());
    }
    if let Some(text) = shelf.text_of(&record.rules_hash) {
        return Ok(Wanted::Text(text));
    }
    if shelf.get(shown).is_ok_and(|rules| rules.game.name() == record.rules) {
        return Ok(shown.clone());
    }
    if catalog::text(&record.rules).is_some() {
        return Ok(own);
    }
    Err(Trouble::bad(format!(
        "the game was played by the rules `{}`, which the program does not have; give it their rule file first",
        record.rules
    )))
}

fn opentafl(text: &str) -> Result<GameText, Trouble> {
    let read = GameReader::new(&[]).read(text).map_err(Trouble::bad)?;
    let name = &read.rules.name;
    let is_own = catalog::text(name).is_some_and(|own| own == read.rules_text);
    let wanted = if is_own { Wanted::Name(name.clone()) } else { Wanted::Text(read.rules_text) };
    let game = AnyGame::tafl(&read.rules).map_err(Trouble::bad)?;
    let start = with_game!(&game, |game| start_of(game, &read.record));
    Ok(GameText { start, ..plain(wanted, read.record) })
}

fn game_text(wanted: Wanted, record: GameRecord, rules: &LoadedRules) -> GameText {
    let start = with_game!(&rules.game, |game| start_of(game, &record));
    GameText { start, ..plain(wanted, record) }
}

/// The position that a record starts from.
fn start_of<G: Encode>(game: &G, record: &GameRecord) -> Option<String> {
    let usual = || game.format_position(&game.start(record.first));
    Some(record.start.clone().unwrap_or_else(usual))
}

fn plain(rules: Wanted, record: GameRecord) -> GameText {
    let opening = record.opening as usize;
    let (moves, values) = record.plies.into_iter().map(|ply| (ply.mv, ply.value)).unzip();
    let (attackers, defenders) = (Some(record.attackers), Some(record.defenders));
    GameText { rules, start: None, moves, opening, values, attackers, defenders }
}

#[cfg(test)]
mod tests {
    use imperial_engine::PerSide;

    use super::super::game_text::MOST_GAMES;
    use super::super::write::{Form, Wish, write};
    use super::*;
    use crate::line::Standing;

    fn found(text: &str, rules: &str) -> Result<Found, Trouble> {
        let rules = Wanted::Name(rules.to_owned());
        read(&Shelf::default(), &Texts { text: text.to_owned(), rules, numbers: Vec::new() })
    }

    fn only(found: Found) -> GameText {
        match found {
            Found::Games { games } if games.len() == 1 => games[0].clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn games_go_out_and_come_in() {
        let moves = ["d9-d8", "e7-f7"].map(str::to_owned).to_vec();
        let rules = Wanted::Name("tablut-linnaeus".to_owned());
        let shelf = Shelf::default();
        for form in [Form::Json, Form::Opentafl] {
            let standing = Standing { rules: rules.clone(), start: None, moves: moves.clone() };
            let setup = standing.setup().expect("short");
            let names = PerSide { attackers: "Ann".to_owned(), defenders: String::new() };
            let values = vec![Some(0.25), None];
            let wish = Wish { standing, opening: 1, form, names, values };
            let file = write(&shelf.get(&rules).expect("embedded"), &setup, &wish).expect("a file");
            let game = only(found(&file.text, "brandubh").expect("a game"));
            assert_eq!((&game.rules, &game.moves), (&rules, &moves), "{form:?}");
            assert_eq!(game.opening, 1, "{form:?}");
            assert_eq!(game.attackers.as_deref(), Some("Ann"));
        }
    }

    /// What a search of an agent was worth in its record is what comes of it; guesses are left out.
    #[test]
    fn values_of_records_are_expected_results() {
        let rules = imperial_data::load_rules("brandubh").expect("embedded");
        let ply = |mv: &str| imperial_data::PlyRecord {
            mv: mv.to_owned(),
            value: Some(0.5),
            ..Default::default()
        };
        let record = GameRecord {
            rules: "brandubh".to_owned(),
            rules_hash: rules.hash,
            attackers: "network-64:acda8d2c".to_owned(),
            defenders: "alphabeta-250ms".to_owned(),
            plies: vec![ply("d7-c7"), ply("d5-c5")],
            ..GameRecord::default()
        };
        let text = record.to_line().expect("a record");
        let game = only(found(&text, "brandubh").expect("a game"));
        assert!(game.values[0].is_some_and(|value| value > 0.6), "{:?}", game.values);
        assert_eq!(game.values[1], None);
        let stranger = GameRecord { attackers: "network-64:58934a11".to_owned(), ..record };
        let text = stranger.to_line().expect("a record");
        let game = only(found(&text, "brandubh").expect("a game"));
        assert_eq!(game.values[0], None, "a network of 9x9");
    }

    /// What the page shows it shows again, whoever played.
    #[test]
    fn values_of_the_page_stay_as_they_are() {
        let rules = Wanted::Name("brandubh".to_owned());
        let shelf = Shelf::default();
        let values = vec![Some(0.25), Some(-0.5), None];
        let moves: Vec<String> = ["d7-c7", "d5-c5", "c7-b7"].map(str::to_owned).to_vec();
        for (attackers, defenders) in [
            ("person", "level:casual"),
            ("network:400", "alphabeta:1s"),
            ("network-64:acda8d2c", "exact+rollouts-32"),
        ] {
            let standing = Standing { rules: rules.clone(), start: None, moves: moves.clone() };
            let setup = standing.setup().expect("short");
            let [attackers, defenders] = [attackers, defenders].map(str::to_owned);
            let names = PerSide { attackers, defenders };
            let (names_of, values_of) = (names.clone(), values.clone());
            let form = Form::Json;
            let wish = Wish { standing, opening: 0, form, names: names_of, values: values_of };
            let file = write(&shelf.get(&rules).expect("embedded"), &setup, &wish).expect("a file");
            let game = only(found(&file.text, "brandubh").expect("a game"));
            assert_eq!(game.values, values, "{names:?}");
            assert_eq!(game.defenders, Some(names.defenders));
        }
    }

    #[test]
    fn more_games_than_are_read_are_refused() {
        let record = GameRecord {
            rules: "brandubh".to_owned(),
            rules_hash: imperial_data::load_rules("brandubh").expect("embedded").hash,
            ..GameRecord::default()
        };
        let line = record.to_line().expect("a record");
        let all = |number: usize| found(&format!("{}\n\n", line.trim()).repeat(number), "brandubh");
        let read = all(MOST_GAMES).expect("as many as are read");
        assert!(matches!(read, Found::Games { games } if games.len() == MOST_GAMES));
        let trouble = all(MOST_GAMES + 1).expect_err("one more");
        let words = format!("{} lines are too many; {MOST_GAMES} are the most", MOST_GAMES + 1);
        assert_eq!((trouble.status.as_u16(), trouble.words), (413, words));
    }

    #[test]
    fn rule_files_are_told_apart() {
        let text = catalog::text("brandubh").expect("embedded");
        assert!(matches!(found(text, "copenhagen"), Ok(Found::Rules { .. })));
    }

    #[test]
    fn garbage_is_answered_in_words() {
        for text in ["", "hello", "{}", "[]", "{\"format\": 1}", "game = 1", "\u{0}", "9/9 x"] {
            let trouble = found(text, "brandubh").expect_err(text);
            assert!(trouble.status == 400 && !trouble.words.is_empty(), "{text}");
        }
    }
}
