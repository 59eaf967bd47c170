//! The cheap parts of `imperial bench truth`, as tests.

use std::collections::BTreeMap;

use imperial_engine::catalog::AnyGame;
use imperial_engine::dfpn::{self, End};
use imperial_engine::games::connect_four::ConnectFour;
use imperial_engine::search::{self, Rollouts, Search, SearchParams};
use imperial_engine::{Encode, Game as _, PerSide, Side, with_game};

use crate::boards::boards;
use crate::exam::{Known, Marks, examine};
use crate::figures::Truth;
use crate::keys::arrangements;
use crate::proofs::{Answer, Solved, draw};
use crate::questions::{known_of_solved, of_connect_four, of_solved};
use crate::retrograde::{Exact, MOST_POSITIONS, Retrograde};
use imperial_data::load_rules;
use imperial_net::bench::figure::BenchFigure;
use imperial_net::{Backend, NetConfig, Network};
use imperial_play::analysis::Setup;
use imperial_play::net_player::NetPlayer;
use imperial_play::networks;

/// Compares the search with the exact values of all positions; gives the number of positions and
/// who wins, by the side that starts.
fn agrees(game: &impl Encode) -> (usize, Vec<Option<Side>>) {
    let solved = Retrograde::solve(game).expect("a small game");
    let questions = of_solved(game, &solved, 60);
    let marks = |playouts| -> Marks {
        let params = SearchParams::rollouts(playouts);
        examine(game, &questions, params, Rollouts::new).expect("a search")
    };
    let (few, many) = (marks(20), marks(2000));
    println!("{}: {few:?} {many:?}", game.name());
    assert_eq!((few.wrong_proofs, many.wrong_proofs), (0, 0), "{}", game.name());
    assert!(few.questions() == 60 && many.proofs >= few.proofs);
    assert!(many.share() >= few.share() && many.mean_error() < few.mean_error());
    // Where the king steps, games are long and random games to their end say little.
    let is_long = game.name() == "step-5x5";
    assert!(is_long || (many.share() > 0.95 && many.mean_error() < 0.5 * few.mean_error()));
    shortest(game, &solved);
    let starters = Side::ALL.into_iter().filter(|side| game.first().allows(*side));
    let value = |side| solved.value(game, &game.start(side)).expect("the start").winner;
    (solved.positions().len(), starters.map(value).collect())
}

/// The proven length of a win is never less than the exact one, nor is that of the line shorter.
fn shortest<G: Encode>(game: &G, solved: &Retrograde) {
    let mut proven = 0;
    for (text, exact) in solved.positions().step_by(solved.positions().len() / 200) {
        let position = game.parse_position(text).expect(text);
        if game.outcome(&position).is_some() {
            continue;
        }
        let params = SearchParams::rollouts(1000);
        let mut search = Search::new(game, &position, params, 1).expect("the game goes on");
        let result = search.run(game, &mut Rollouts::new()).expect("a result");
        if let Some(proof) = result.proof {
            proven += 1;
            assert_eq!(proof.winner, exact.winner, "{text}");
            assert!(proof.winner.is_none() || proof.plies >= exact.plies, "{text}: {exact:?}");
        }
    }
    assert!(proven > 20, "{}: {proven} proofs", game.name());
}

#[test]
fn the_search_agrees_with_solved_boards() {
    let boards = boards();
    let found: Vec<_> = boards.iter().map(|board| with_game!(board, |game| agrees(game))).collect();
    // Found by this program and not published anywhere: they change when a law does.
    let defenders = Some(Side::Defenders);
    let both = vec![defenders, defenders];
    assert_eq!(found, [(581_712, both.clone()), (29_423, vec![defenders]), (28_477, both)]);
}

/// Figures of an independent program in another language: the hounds win from the start, wherever the fox
/// stands on the last rank and whoever is to move, and no won position takes longer than 44 plies.
#[test]
fn the_hounds_win() {
    fn all_of_it(rules: &AnyGame, game: &impl Encode) {
        let all = arrangements(rules, MOST_POSITIONS).expect("not too many");
        let solved = Retrograde::solve_with(rules, all).expect("a small game");
        let (mut positions, mut won, mut longest) = ([0, 0], [0, 0], 0);
        for (mover, exact) in solved.outcomes() {
            positions[mover as usize] += 1;
            if exact.winner == Some(Side::Attackers) {
                won[mover as usize] += 1;
                longest = longest.max(exact.plies);
            }
        }
        assert_eq!((positions, won, longest), ([1_006_880; 2], [89_068, 44_347], 44));
        for fox in ["f3", "1f2", "2f1", "3f"] {
            let plies = ["a", "d"].map(|side| {
                let text = format!("{fox}/4/4/4/4/4/4/gggg {side} -");
                let start = game.parse_position(&text).expect(&text);
                let exact = solved.value(game, &start).expect("an arrangement");
                assert_eq!(exact.winner, Some(Side::Attackers), "{text}");
                exact.plies
            });
            assert!(fox != "1f2" || plies == [43, 44], "{plies:?}");
        }
    }

    let game = AnyGame::by_name("fox-and-hounds").expect("embedded");
    with_game!(&game, |known| all_of_it(&game, known));
}

/// A tiny hunt on nine points, with these pieces and captures that win.
fn hunt(setup: &str, few_win_captures: u32) -> AnyGame {
    let text = format!(
        "game = 'hunt'\nname = 'tiny'\ntitle = 'Tiny'\nsource = 'a test'\nply_limit = 512\n\
         lines = ['a1 b1 c1', 'a2 b2 c2', 'a3 b3 c3', 'a1 a2 a3', 'b1 b2 b3', 'c1 c2 c3', 'a1 b2 c3']\n\
         setup = '{setup}'\nfew_win_captures = {few_win_captures}\n\
         repetition = {{ count = 3, result = 'draw' }}"
    );
    AnyGame::from_toml(&text).expect("a rule set")
}

/// A fox against five geese: either side wins a tenth of the positions and more, and others are drawn.
fn fox() -> AnyGame {
    hunt("1f1/g1g/ggg", 3)
}

/// Two wolves and three sheep: the search proves nothing that is not so.
#[test]
fn the_search_agrees_with_a_solved_hunt() {
    fn proves_truths(game: &impl Encode) {
        let solved = Retrograde::solve(game).expect("a small game");
        let questions = of_solved(game, &solved, 60);
        let params = SearchParams::rollouts(400);
        let marks = examine(game, &questions, params, Rollouts::new).expect("a search");
        assert!(marks.wrong_proofs == 0 && marks.proofs > 0, "{marks:?}");
        let start = solved.value(game, &game.start(Side::Attackers));
        assert!(start.is_some_and(|exact: Exact| exact.winner.is_none() || exact.plies > 0));
    }

    with_game!(&hunt("f1f/3/ggg", 2), |game| proves_truths(game));
}

/// A network of the family is asked, too: without search and with it, for each side apart.
#[test]
fn a_network_of_any_family_is_examined_on_its_small_games() {
    let game = fox();
    let backend = Backend::cpu();
    let network = with_game!(&game, |game| {
        let config = NetConfig::for_game(game).with_trunk(1, 8);
        NetPlayer::new(Network::new(&config, backend.device(), 1), &backend)
    });
    let mut figures = BTreeMap::new();
    let report = &mut |figure: BenchFigure| figures.extend([(figure.name, figure.value)]);
    let mut truth = Truth { network: Some(&network), questions: 120, report, wrong_proofs: 0 };
    truth.ask(&game).expect("a small game");
    assert_eq!(truth.wrong_proofs, 0);
    for side in ["attack", "defence"] {
        let share = |agent: &str| figures[format!("{agent}-{side}").as_str()];
        assert!(share("random") > 0.0 && share("random") < 100.0, "not all moves are right");
        // Such a network knows nothing, but 256 playouts see most of such a board.
        assert!(share("network-256") > share("random"), "{side}: {figures:?}");
        assert!((0.0..=100.0).contains(&share("network-1")), "{side}: {figures:?}");
    }
    for name in ["bare-attackers-win", "bare-draw", "bare-defenders-win"] {
        assert!((0.0..=2.0).contains(&figures[name]), "{name}: {figures:?}");
    }
}

#[test]
fn questions_and_known_positions_are_of_both_sides() {
    fn both_sides(game: &impl Encode) {
        let solved = Retrograde::solve(game).expect("a small game");
        let questions = of_solved(game, &solved, 41);
        let of = |side| questions.iter().filter(|question| question.mover == side).count();
        assert_eq!([Side::Attackers, Side::Defenders].map(of), [21, 20]);
        let known = known_of_solved(game, &solved, 30);
        let won = |winner| known.iter().filter(|known| known.winner == winner).count();
        assert!(won(Some(Side::Attackers)) == 10 && won(Some(Side::Defenders)) == 10);
        for Known { position, winner } in &known {
            let exact = solved.value(game, position).expect("it comes up");
            assert!(game.outcome(position).is_none() && exact.winner == *winner);
        }
    }

    with_game!(&fox(), |game| both_sides(game));
}

/// Asks a proof-number search for both sides of positions from all over a solved game: no proof is wrong, and
/// none is shorter than the exact win. Gives how many wins there are and how many were proven.
fn proofs(game: &impl Encode, solved: &Retrograde, count: usize, nodes: u64) -> [u32; 2] {
    let all = solved.positions().len();
    let (mut won, mut proven) = (0, 0);
    for (text, exact) in solved.positions().step_by((all / count).max(1)) {
        let position = game.parse_position(text).expect(text);
        if game.outcome(&position).is_some() {
            continue;
        }
        for side in Side::ALL {
            let attempt = dfpn::prove(game, &position, side, nodes, &mut || false);
            assert_ne!(attempt.end, End::Refused, "{text}: no past, no refusal");
            won += u32::from(exact.winner == Some(side));
            if let Some(proof) = attempt.proof() {
                proven += 1;
                assert_eq!(exact.winner, Some(side), "{text}");
                assert!(proof.plies >= u32::from(exact.plies), "{text}: {exact:?}");
            }
        }
    }
    println!("{}: {proven} of {won} wins proven", game.name());
    [won, proven]
}

/// Wins of both sides and positions that nobody wins: what is proven is so, and nearly all that is so is proven.
#[test]
fn proofs_agree_with_solved_games() {
    for board in boards() {
        with_game!(&board, |game| {
            let solved = Retrograde::solve(game).expect("a small game");
            let [won, proven] = proofs(game, &solved, 300, 1_000_000);
            assert!(won > 100 && proven * 20 >= won * 19, "{proven} of {won}");
        });
    }
    let hounds = AnyGame::by_name("fox-and-hounds").expect("embedded");
    with_game!(&hounds, |game| {
        let solved = Retrograde::solve(game).expect("a small game");
        let [won, proven] = proofs(game, &solved, 400, 100_000);
        assert!(won > 200 && proven * 10 >= won * 7, "{proven} of {won}");
    });
}

/// A small game is solved, and each value that is a win becomes a proof of just as many plies.
#[test]
fn openings_of_small_games_are_proven_by_their_values() {
    for (name, openings, won) in [("tic-tac-toe", 40, 10..40), ("fox-and-hounds", 14, 14..15)] {
        let rules = load_rules(name).expect("embedded");
        let exact = Retrograde::solve_with(&rules.game, Vec::new()).expect("a small game");
        let all = Solved::of(&rules.game).expect("nobody interrupts").expect("a small game");
        let mut proven = 0;
        for opening in draw(&rules, openings, 2, 1855) {
            with_game!(&rules.game, |game| {
                let start = Some(game.format_position(&game.start(opening.first)));
                let setup = Setup { start, moves: opening.moves.clone() };
                let answer = Answer::find(&rules.game, Some(&all), &setup, 1).expect("an answer");
                let position = setup.position(game).expect("legal moves");
                let value = exact.value(game, &position).expect("it comes up");
                assert_eq!(answer.winner, value.winner, "{:?}", opening.moves);
                let plies = answer.plies.unwrap_or_default();
                assert_eq!(plies, u32::from(value.plies), "{:?}", opening.moves);
                assert_eq!(answer.line.len(), plies as usize);
                assert_eq!(answer.nodes, PerSide::default());
                proven += u64::from(answer.winner.is_some());
            });
        }
        assert!(won.contains(&proven), "{name}: {proven} of {openings}");
    }
    let large = load_rules("brandubh").expect("embedded");
    assert!(Solved::of(&large.game).expect("nobody interrupts").is_none());
}

/// Whose end hangs on the past, or on the way of a move, has no value of its own.
#[test]
fn games_without_exact_values_are_not_solved() {
    let text = include_str!("rules/corner-5x5.toml");
    let drawn = "repetition = { count = 3, result = \"draw\" }";
    let goal = "goal = \"corner\"";
    assert!(text.contains(drawn) && text.contains(goal), "{text}");
    let of = |text: &str| AnyGame::from_toml(text).expect("a rule set");
    assert!(Solved::of(&of(text)).expect("nobody interrupts").is_some());
    for other in [
        text.replace(drawn, "repetition = { count = 3, result = \"defenders\" }"),
        text.replace(drawn, "repetition = { count = 3, result = \"loss\" }"),
        text.replace(goal, "goal = \"edge-run\""),
    ] {
        let game = of(&other);
        assert!(Solved::of(&game).expect("nobody interrupts").is_none(), "{other}");
        let error = Retrograde::solve_with(&game, Vec::new()).expect_err("no values").to_string();
        assert!(error.contains("exact values only where repetition is a draw"), "{error}");
    }
}

#[test]
fn more_playouts_play_connect_four_better() {
    let questions = of_connect_four(60, 1974);
    let marks = |playouts| {
        let params = SearchParams::rollouts(playouts);
        examine(&ConnectFour, &questions, params, Rollouts::new).expect("a search")
    };
    let chance: f64 = questions.iter().map(super::exam::Question::chance).sum::<f64>() / 60.0;
    let (few, many) = (marks(16), marks(3000));
    assert_eq!(few.wrong_proofs + many.wrong_proofs, 0);
    assert!(few.share() > chance, "{} and by chance {chance}", few.share());
    assert!(many.share() > few.share() && many.share() > 0.85, "{few:?} {many:?}");
    assert!(many.mean_error() < few.mean_error());
}

/// A game by the rules of Bologna in which the search once overlooked, with 64 playouts and with 16 384
/// alike, that after e6-b6 the attackers capture the king by c7-c6.
const BEFORE_THE_CAPTURE: &str = "c5-c6 e2-f2 f5-f3xf2 a6-a8 e6-h6 f9-f5xg5 c6-g6 d1-d3 e5-e6 \
                                  b5-c5xd5 e4-h4xh5 c5-c7";

#[test]
fn a_capture_of_the_king_in_one_move_is_never_allowed() {
    fn never_allows_the_capture<G: Encode + 'static>(game: &G) {
        let backend = Backend::cpu();
        let network = networks::load(None, backend.device()).expect("the network of the program");
        let mut evaluator = NetPlayer::new(network, &backend).evaluator(game).expect("it fits");
        let mut position = game.start(Side::Defenders);
        for text in BEFORE_THE_CAPTURE.split_whitespace() {
            let mv = game.parse_move(&position, text).expect("a legal move");
            game.play(&mut position, mv);
        }
        let blunder = game.parse_move(&position, "e6-b6").expect("a legal move");
        for playouts in [0, 1, 16, 64, 512, 2048] {
            for params in [SearchParams::playing(playouts), SearchParams::puct(playouts)] {
                let result = search::run(game, &position, params, 1, &mut evaluator).expect("one");
                let mut next = position.clone();
                game.play(&mut next, result.best);
                assert!(result.best != blunder && !game.can_win(&next, &mut Vec::new()));
                let known = result.moves.iter().find(|stats| stats.mv == blunder);
                let loss = known.and_then(|stats| stats.proof).and_then(|proof| proof.winner);
                assert_eq!(loss, Some(Side::Attackers), "{playouts} playouts");
            }
        }
    }

    let game = AnyGame::by_name("tablut-unibo").expect("the game");
    with_game!(&game, |game| never_allows_the_capture(game));
}
