//! The laws that every game of the house keeps, checked for every rule set in the catalogue and for
//! random rule sets of the families. A new game passes this suite before anything is built on it.

mod encoding;
mod garbage;
mod laws;
mod positions;
mod symmetry;
pub mod wins;

use std::collections::{BTreeMap, HashSet};

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, Game, PieceKind, Side, game_stream, with_game};

use crate::agreement::Reference as _;
use crate::depth::depth;

/// Random rule sets of each family that go through the suite.
const RANDOM_RULE_SETS: u64 = 8;

/// Checks a game at the positions of random games and at those of these strings.
fn keeps_the_laws(game: &impl Encode, name: &str, positions: Vec<String>) {
    assert_eq!(game.name(), name);
    laws::of_the_start(game);
    symmetry::are_permutations(game);
    encoding::of_the_rules(game);
    let mut rng = game_stream(1855, 0);
    for position in positions::of_random_games(game, &mut rng) {
        laws::of_a_position(game, &position);
        laws::of_board_keys(game, &position);
        wins::in_one(game, &position);
        laws::of_copies(game, &position, &mut rng);
        encoding::of_a_position(game, &position);
        encoding::of_the_pieces(game, &position);
    }
    let texts = positions::texts_of_random_games(game, &mut rng);
    for text in positions.into_iter().chain(texts) {
        let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
        laws::of_a_position(game, &position);
        wins::in_one(game, &position);
        laws::of_a_read_position(game, &text, &position);
        laws::of_random_moves(game, &position, &mut rng);
        symmetry::commutes(game, &text);
    }
}

#[test]
fn every_embedded_game_keeps_the_laws() {
    for name in catalog::names() {
        let game = AnyGame::by_name(name).expect(name);
        assert_eq!(game.name(), name);
        with_game!(&game, |game| keeps_the_laws(game, name, positions::of_perft_file(name)));
    }
}

#[test]
fn random_rule_sets_keep_the_laws() {
    for number in 0..RANDOM_RULE_SETS * depth() {
        let mut rng = game_stream(1732, number);
        let text = crate::arbitrary::rule_set(&mut rng);
        let game = AnyGame::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let rules = crate::reference::Rules::from_toml(&text);
        let positions = (0..6).map(|_| crate::arbitrary::position(&rules, &mut rng).to_string());
        println!("{text}");
        with_game!(&game, |game| keeps_the_laws(game, "random", positions.collect()));
    }
}

#[test]
fn random_hunts_keep_the_laws() {
    for number in 0..4 * RANDOM_RULE_SETS * depth() {
        let mut rng = game_stream(1821, number);
        let text = crate::hunt_reference::arbitrary::hunt_rule_set(&mut rng);
        let Ok(game) = AnyGame::from_toml(&text) else { continue };
        println!("{text}");
        with_game!(&game, |game| keeps_the_laws(game, "random", Vec::new()));
    }
}

#[test]
fn random_dablots_keep_the_laws() {
    for number in 0..4 * RANDOM_RULE_SETS * depth() {
        let mut rng = game_stream(1845, number);
        let text = crate::dablot_reference::arbitrary::dablot_rule_set(&mut rng);
        let Ok(game) = AnyGame::from_toml(&text) else { continue };
        println!("{text}");
        let laws = crate::dablot_reference::Laws::from_toml(&text);
        let (promotion, actions) = (laws.word("promotion", "none"), laws.number("actions", 1));
        let position = |_| {
            let text = crate::dablot_reference::arbitrary::dablot_position(
                &laws.ways, promotion, actions, &mut rng,
            );
            crate::dablot_reference::State::parse(&laws, &text).write(&laws)
        };
        let positions = (0..4).map(position).collect();
        with_game!(&game, |game| keeps_the_laws(game, "random", positions));
    }
}

#[test]
fn random_chess_keeps_the_laws() {
    let mut symmetric = 0;
    for number in 0..6 * RANDOM_RULE_SETS * depth() {
        let mut rng = game_stream(1895, number);
        let text = crate::chess_reference::arbitrary::chess_rule_set(&mut rng);
        let Ok(game) = AnyGame::from_toml(&text) else { continue };
        println!("{text}");
        let laws = crate::chess_reference::Laws::from_toml(&text);
        let position = |_| crate::chess_reference::arbitrary::chess_position(&laws, &mut rng);
        let positions = (0..4).filter_map(position).collect();
        with_game!(&game, |game| keeps_the_laws(game, "random", positions));
        symmetric += u32::from(with_game!(&game, |game| game.symmetries().len()) > 1);
    }
    assert!(symmetric > 0, "no rule set with symmetries was drawn");
}

#[test]
fn no_text_makes_a_game_panic() {
    for name in catalog::names() {
        let game = AnyGame::by_name(name).expect(name);
        with_game!(&game, |game| garbage::moves_and_positions(game));
    }
}

#[test]
fn no_text_makes_the_catalogue_panic() {
    garbage::rule_files();
}

#[test]
fn an_unknown_name_is_told_apart() {
    for name in ["", "imperial", "Imperial-Contest", "tablut"] {
        let error = AnyGame::by_name(name).expect_err(name);
        assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    }
    let error = AnyGame::by_name("imperial-contst").expect_err("a slip of the pen").to_string();
    assert!(error.contains("imperial-contest"), "{error}");
}

/// Games of one family share planes, pieces and the length of the rule vector, and no two of them have the
/// same vector, unless they differ in their layouts only: those a network sees on the board.
#[test]
fn families_speak_one_language() {
    /// Names of planes, and pieces.
    type Shared = (&'static [&'static str], &'static [PieceKind]);

    fn language(game: &impl Encode) -> (&'static str, Shared, Vec<f32>) {
        (game.family(), (game.planes(), game.piece_kinds()), game.rule_vector())
    }
    let mut families: BTreeMap<&str, (Shared, HashSet<Vec<u32>>)> = BTreeMap::new();
    let mut check = |game: &AnyGame| {
        let (family, names, vector) = with_game!(game, |game| language(game));
        let (known_names, known_vectors) =
            families.entry(family).or_insert_with(|| (names, HashSet::new()));
        assert_eq!(*known_names, names, "{}", game.name());
        let bits: Vec<u32> = vector.iter().map(|value| value.to_bits()).collect();
        assert!(known_vectors.iter().all(|known| known.len() == bits.len()), "{}", game.name());
        known_vectors.insert(bits)
    };
    let mut known_laws = Vec::new();
    for name in catalog::names() {
        let game = AnyGame::by_name(name).expect(name);
        let laws = laws_of(&game);
        assert!(check(&game) || known_laws.contains(&laws), "{name} looks like another game");
        known_laws.push(laws);
    }
    for number in 0..RANDOM_RULE_SETS * depth() {
        let text = crate::arbitrary::rule_set(&mut game_stream(1732, number));
        check(&AnyGame::from_toml(&text).expect("a rule file"));
    }
}

/// A rule set without its layout, which is seen on the board, and what is said about it.
fn laws_of(game: &AnyGame) -> Option<toml::Table> {
    let labels = ["name", "title", "source", "house_rules", "sides"];
    let layout = ["setup", "board", "lines", "columns", "files", "ranks", "few_goal", "many_goal"];
    let mut table = game.laws()?.table;
    table.retain(|key, _| !labels.iter().chain(&layout).any(|label| *label == key));
    Some(table)
}

/// The sides that may start a game.
fn starters<G: Game>(game: &G) -> impl Iterator<Item = Side> + '_ {
    Side::ALL.into_iter().filter(|side| game.first().allows(*side))
}
