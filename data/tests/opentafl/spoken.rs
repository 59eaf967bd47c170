//! Single moves and rules, as engines tell them to each other.

use imperial_data::load_rules;
use imperial_data::opentafl::{load_record, read_move, simple_move, write_move, write_rules};
use imperial_engine::{Game, Side, catalog, game_stream, with_game};

/// Every move of random games, written in full and simply, is read as itself.
#[test]
fn moves_come_back() {
    for name in ["brandubh", "tablut-linnaeus", "copenhagen", "imperial-contest"] {
        let rules = load_rules(name).expect("embedded");
        for seed in 0..3 {
            with_game!(&rules.game, |game| replay_one(game, seed));
        }
    }
}

fn replay_one(game: &impl Game, seed: u64) {
    let mut rng = game_stream(1855, seed);
    let mut position = game.start(game.first().draw(&mut rng));
    while game.outcome(&position).is_none() {
        let mv = game.random_move(&position, &mut rng, &mut Vec::new()).expect("a move");
        let (ours, before) = (game.format_move(&position, mv), game.format_position(&position));
        let full = write_move(&ours, &before).expect("few captures");
        assert_eq!(read_move(&full, &before).as_ref(), Ok(&ours), "{full} in {before}");
        assert_eq!(read_move(simple_move(&ours), &before).as_deref(), Ok(simple_move(&ours)));
        game.play(&mut position, mv);
        let after = game.format_position(&position);
        assert_eq!(write_move(&ours, &after).expect("few captures"), full, "{before} to {after}");
    }
}

/// So that a game by an engine has the hash of its rules.
#[test]
fn a_record_of_embedded_rules_becomes_those_rules() {
    let mut tafl = 0;
    for name in catalog::names() {
        let rules = load_rules(name).expect("embedded");
        let Some(ours) = rules.game.tafl_rules() else { continue };
        let (read, first) = load_record(&write_rules(ours, None).expect("a record")).expect(name);
        assert_eq!((read.game.name(), &read.hash), (name, &rules.hash));
        assert!(with_game!(&rules.game, |game| game.first().allows(first)));
        tafl += 1;
    }
    assert!(tafl > 10);
    let ours = load_rules("imperial-contest").expect("embedded");
    let record = write_rules(ours.game.tafl_rules().expect("tafl"), Some(Side::Defenders));
    assert_eq!(load_record(&record.expect("a record")).expect("rules").1, Side::Defenders);
}

#[test]
fn moves_that_are_none_are_refused_with_the_reason() {
    let position = "5/2d2/1aka1/2a2/5 d 0 12";
    for (text, reason) in [
        ("c3", "expected a move"),
        ("c3^c5", "no piece jumps"),
        ("Kb3-b5", "the letter is wrong"),
        ("c3-z9", "begins with no square"),
        ("", "begins with no square"),
    ] {
        let error = read_move(text, position).expect_err("no move").to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(write_move("a1-a2xa3xb2xb1xc2xc1", position), Err(5));
}
