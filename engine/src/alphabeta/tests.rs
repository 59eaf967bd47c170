//! Against plain minimax, and against what is known.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::casual;
use super::limit::QUIET_PLIES;
use super::score::{self, INFINITE};
use super::{Casual, Limit, choose, search};
use crate::catalog::AnyGame;
use crate::games::tic_tac_toe::TicTacToe;
use crate::search::toy::Toy;
use crate::{Game, Side, game_stream, with_game};

/// What [`search`] computes, written down plainly: every line to `depth`, and what is decided next or has
/// to be met at its end.
fn minimax<G: Game>(game: &G, position: &G::Position, depth: u8, ply: usize) -> i32 {
    let side = game.side_to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return score::over(outcome, side, ply);
    }
    if depth == 0 {
        return quiet(game, position, QUIET_PLIES, ply);
    }
    let after = |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        to(side, game, &next, minimax(game, &next, depth - 1, ply + 1))
    };
    game.moves(position).into_iter().map(after).max().expect("a legal move")
}

/// A value to the mover of `position`, as `side` sees it.
fn to<G: Game>(side: Side, game: &G, position: &G::Position, value: i32) -> i32 {
    if game.side_to_move(position) == side { value } else { -value }
}

fn quiet<G: Game>(game: &G, position: &G::Position, left: usize, ply: usize) -> i32 {
    let side = game.side_to_move(position);
    let wins = |mv: &G::Move| {
        let mut next = position.clone();
        game.play(&mut next, *mv);
        game.outcome(&next).is_some_and(|outcome| outcome.winner == Some(side))
    };
    let moves = game.moves(position);
    if moves.iter().any(wins) {
        return score::win_at(ply + 1);
    }
    if game.is_lost(position) {
        return -score::win_at(ply + 1);
    }
    if left == 0 || !game.is_in_danger(position) {
        return score::estimated(game.estimate(position), side);
    }
    let after = |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        match game.outcome(&next) {
            Some(outcome) if outcome.cause.can_be_passed() => {
                score::estimated(game.estimate(&next), side)
            }
            Some(outcome) => score::over(outcome, side, ply + 1),
            None => to(side, game, &next, quiet(game, &next, left - 1, ply + 1)),
        }
    };
    moves.into_iter().map(after).max().expect("a legal move")
}

/// The value of a search to the mover, as a score.
fn found<G: Game>(game: &G, position: &G::Position, depth: u8) -> (i32, G::Move) {
    let result = search(game, position, Limit::Depth(depth), 1855, &mut || false).expect("a move");
    let mut next = position.clone();
    game.play(&mut next, result.best);
    let after = match game.outcome(&next) {
        Some(outcome) => score::over(outcome, result.to_move, 1),
        None => to(result.to_move, game, &next, minimax(game, &next, depth - 1, 1)),
    };
    (after, result.best)
}

/// Positions of random games, some plies apart.
fn positions<G: Game>(game: &G, games: u64) -> Vec<G::Position> {
    let mut found = Vec::new();
    for number in 0..games {
        let mut rng = game_stream(1855, number);
        let mut position = game.start(game.first().draw(&mut rng));
        let mut scratch = Vec::new();
        while game.outcome(&position).is_none() {
            if game.ply(&position) % 9 == 4 {
                found.push(position.clone());
            }
            let mv = game.random_move(&position, &mut rng, &mut scratch).expect("a move");
            game.play(&mut position, mv);
        }
    }
    found
}

fn agree<G: Game>(game: &G, depth: u8, games: u64, most: usize) {
    let positions = positions(game, games);
    let step = positions.len().div_ceil(most).max(1);
    for position in positions.iter().step_by(step) {
        let (value, _) = found(game, position, depth);
        let board = game.draw(position);
        assert_eq!(value, minimax(game, position, depth, 0), "{} {depth}\n{board}", game.name());
    }
}

#[test]
fn the_move_is_as_good_as_that_of_plain_minimax() {
    for (name, depth, most) in [
        ("tic-tac-toe", 9, 6),
        ("connect-four", 4, 12),
        ("mini-tablut", 2, 12),
        ("brandubh", 2, 10),
        ("brandubh", 3, 1),
        ("tablut-linnaeus", 2, 3),
        ("imperial-contest", 2, 2),
        ("sea-battle", 2, 3),
        ("tablut-unibo", 2, 2),
        ("tawlbwrdd-notice", 1, 3),
        ("copenhagen", 1, 3),
        ("fox-and-hounds", 5, 8),
        ("fox-and-geese", 3, 6),
        ("halatafl", 2, 6),
        ("bagh-chal", 2, 4),
        ("dablot-mini", 2, 6),
        ("dablot-mini-actions", 3, 6),
        ("dablot-mini-ambush", 2, 4),
        ("maharajah", 2, 4),
    ] {
        let game = AnyGame::by_name(name).expect("embedded");
        with_game!(&game, |game| agree(game, depth, 6, most));
    }
}

/// Random games seldom repeat: here they do all the time.
#[test]
fn repetitions_are_weighed_as_plain_minimax_does() {
    let game = AnyGame::by_name("brandubh").expect("embedded");
    let AnyGame::TaflSmall(game) = &game else { panic!("a small board") };
    let mut position = game.parse_position("7/7/3a3/2aka2/7/7/d6 a").expect("a position");
    let mut played: Vec<String> = Vec::new();
    while game.outcome(&position).is_none() {
        let (value, _) = found(&**game, &position, 2);
        let board = game.draw(&position);
        assert_eq!(value, minimax(&**game, &position, 2, 0), "{} plies\n{board}", played.len());
        // Each side goes to and fro, as long as the rules allow.
        let back = played.len().checked_sub(2).map(|nth| {
            let (from, to) = played[nth].split_once('-').expect("two squares");
            format!("{to}-{from}")
        });
        let back = back.and_then(|text| game.parse_move(&position, &text).ok());
        let mv = back.unwrap_or_else(|| *game.moves(&position).last().expect("a move"));
        played.push(game.format_move(&position, mv).split('x').next().unwrap_or_default().into());
        game.play(&mut position, mv);
    }
    let outcome = game.outcome(&position).expect("an end");
    assert_eq!(outcome.cause, crate::Cause::Repetition, "after {}", played.len());
}

/// Every win that plain minimax sees within five plies is played.
#[test]
fn forced_wins_are_found() {
    let game = AnyGame::by_name("connect-four").expect("embedded");
    let found = with_game!(&game, |game| wins(game, 5, 12));
    assert!(found > 5, "{found}");
    let game = AnyGame::by_name("mini-tablut").expect("embedded");
    let found = with_game!(&game, |game| wins(game, 3, 3));
    assert!(found > 0, "{found}");
}

/// Positions of random games, so many plies before their ends.
fn near_ends<G: Game>(game: &G, games: u64, plies: usize) -> Vec<G::Position> {
    let before_end = |number| {
        let mut rng = game_stream(1855, number);
        let mut passed = vec![game.start(game.first().draw(&mut rng))];
        while let Some(position) = passed.last().filter(|p| game.outcome(p).is_none()) {
            let mut next = position.clone();
            let mv = game.random_move(position, &mut rng, &mut Vec::new()).expect("a move");
            game.play(&mut next, mv);
            passed.push(next);
        }
        passed.swap_remove(passed.len() - 1 - plies)
    };
    (0..games).map(before_end).collect()
}

/// How many of so many positions near the ends of random games the mover can win.
fn wins<G: Game>(game: &G, depth: u8, games: u64) -> usize {
    let mut wins = 0;
    for position in &near_ends(game, games, 3) {
        let value = minimax(game, position, depth, 0);
        let Some(plies) = score::plies(value).filter(|plies| *plies <= u16::from(depth)) else {
            continue;
        };
        let result =
            search(game, position, Limit::Depth(depth), 1855, &mut || false).expect("a move");
        let proof = result.proof.expect("it is certain");
        assert_eq!((proof.plies, proof.is_won_by(result.to_move)), (plies, value > 0));
        wins += usize::from(value > 0);
    }
    wins
}

#[test]
fn a_solved_game_is_solved() {
    let start = TicTacToe.start(Side::Attackers);
    let result = search(&TicTacToe, &start, Limit::Depth(9), 1855, &mut || false).expect("a move");
    assert_eq!((result.value.0, result.line.len()), (0.0, 9));
}

#[test]
fn nodes_and_depth_give_the_same_move_again_and_stopping_gives_one() {
    let game = AnyGame::by_name("tablut-linnaeus").expect("embedded");
    with_game!(&game, |game| {
        let start = game.start(Side::Attackers);
        for limit in [Limit::Nodes(5_000), Limit::Depth(3)] {
            let find = || search(game, &start, limit, 1855, &mut || false).expect("a move");
            assert_eq!(find(), find());
        }
        let few = search(game, &start, Limit::Nodes(5_000), 1855, &mut || false).expect("a move");
        assert!(few.playouts <= 5_000, "{}", few.playouts);
        let mut asked = 0;
        let mut soon = || {
            asked += 1;
            asked > 3
        };
        let stopped = search(game, &start, Limit::None, 1855, &mut soon).expect("a move");
        assert!(stopped.playouts < 10_000, "{}", stopped.playouts);
    });
}

#[test]
fn games_without_keys_and_estimates_can_be_searched() {
    let toy = Toy::new("(a:(c:-1 d:+1) b:(e:0 f:+1))");
    let result =
        search(&toy, &String::new(), Limit::Depth(4), 1855, &mut || false).expect("a move");
    assert_eq!((result.best, result.value.0), ('b', 0.0));
}

/// How squares are numbered must not lean a game to one side.
#[test]
fn equal_moves_are_drawn_by_lot() {
    let start = TicTacToe.start(Side::Attackers);
    let careless = Casual { depth: 1, noise: 0.0, overlook: 0.1 };
    let (mut searched, mut chosen) = ([0; 9], [0; 9]);
    for seed in 0..900 {
        let nth = |best| TicTacToe.moves(&start).iter().position(|mv| *mv == best).expect("legal");
        let limit = Limit::Depth(2);
        let found = search(&TicTacToe, &start, limit, seed, &mut || false).expect("a move");
        searched[nth(found.best)] += 1;
        let found = choose(&TicTacToe, &start, careless, seed, &mut || false).expect("a move");
        chosen[nth(found.best)] += 1;
    }
    // A hundred each, with a standard deviation of 9.4.
    for counts in [searched, chosen] {
        assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
    }
}

/// Whether the move of a casual player ends the game.
fn ends<G: Game>(game: &G, position: &G::Position, casual: Casual, seed: u64) -> bool {
    let mv = choose(game, position, casual, seed, &mut || false).expect("a move").best;
    let mut next = position.clone();
    game.play(&mut next, mv);
    game.outcome(&next).is_some()
}

/// Casual players take a win that they see, overlook more the more they are told to, and are the same again.
#[test]
fn casual_players_err_as_they_are_told() {
    let game = AnyGame::by_name("tablut-linnaeus").expect("embedded");
    with_game!(&game, |game| {
        let position = game.parse_position("9/9/4a4/2a2k3/9/4a4/9/9/9 d").expect("a position");
        let wins = |casual, seed| ends(game, &position, casual, seed);
        let sharp = Casual { depth: 1, noise: 500.0, overlook: 0.0 };
        assert!((0..50).all(|seed| wins(sharp, seed)), "a win in one is a win in one");
        let blind = Casual { overlook: 0.97, ..sharp };
        let seen = (0..50).filter(|seed| wins(blind, *seed)).count();
        assert!(seen < 30, "{seen}");
        assert!((0..50).all(|seed| wins(blind, seed) == wins(blind, seed)));
    });
}

/// What a casual player would play who looked at every answer to every move.
fn thorough<G: Game>(
    game: &G,
    position: &G::Position,
    casual: Casual,
    seed: u64,
) -> Option<G::Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let side = game.side_to_move(position);
    let mut best: Option<((i32, u64), G::Move)> = None;
    for mv in game.moves(position) {
        let lot = rng.random();
        let mut rng = ChaCha8Rng::seed_from_u64(lot);
        if rng.random::<f32>() < casual.overlook {
            continue;
        }
        let error = (casual.noise * casual::normal(&mut rng)) as i32;
        let mut next = position.clone();
        game.play(&mut next, mv);
        let value = all_replies(game, &next, casual, (casual.depth - 1, 1), &mut rng);
        let value = to(side, game, &next, value);
        let judged = if score::plies(value).is_some() { value } else { value + error };
        if best.is_none_or(|(best, _)| (judged, lot) > best) {
            best = Some(((judged, lot), mv));
        }
    }
    best.map(|(_, mv)| mv)
}

fn all_replies<G: Game>(
    game: &G,
    position: &G::Position,
    casual: Casual,
    (depth, ply): (u8, usize),
    rng: &mut ChaCha8Rng,
) -> i32 {
    let side = game.side_to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return score::over(outcome, side, ply);
    }
    let guess = score::estimated(game.estimate(position), side);
    let mut best = None;
    for mv in game.moves(position).into_iter().filter(|_| depth > 0) {
        if rng.random::<f32>() < casual.overlook {
            continue;
        }
        let mut next = position.clone();
        game.play(&mut next, mv);
        let value = all_replies(game, &next, casual, (depth - 1, ply + 1), rng);
        best = best.max(Some(to(side, game, &next, value)));
    }
    best.unwrap_or(guess)
}

/// Moves that cannot be the best are dropped early, which changes no choice and saves most of the work.
#[test]
fn casual_players_choose_as_if_they_looked_at_everything() {
    for rules in ["brandubh", "tic-tac-toe", "tablut-linnaeus", "dablot-mini-actions"] {
        let game = AnyGame::by_name(rules).expect("embedded");
        with_game!(&game, |game| {
            for seed in 0..24 {
                let mut rng = game_stream(seed, 0);
                let mut position = game.start(Side::Attackers);
                for _ in 0..seed % 7 {
                    if let Some(mv) = game.random_move(&position, &mut rng, &mut Vec::new()) {
                        game.play(&mut position, mv);
                    }
                }
                if game.outcome(&position).is_some() {
                    continue;
                }
                let depth =
                    if seed % 8 == 0 && rules == "brandubh" { 3 } else { 1 + (seed % 2) as u8 };
                let casual = Casual { depth, noise: 60.0, overlook: 0.12 };
                let found = choose(game, &position, casual, seed, &mut || false).expect("a move");
                assert_eq!(
                    Some(found.best),
                    thorough(game, &position, casual, seed),
                    "{rules} {seed}"
                );
            }
        });
    }
}

#[test]
fn casual_players_are_quick_on_large_boards() {
    let game = AnyGame::by_name("alea-evangelii").expect("embedded");
    let casual = Casual { depth: 2, noise: 60.0, overlook: 0.12 };
    with_game!(&game, |game| {
        let start = game.start(Side::Attackers);
        let all: usize = game.moves(&start).len();
        for seed in 0..4 {
            let found = choose(game, &start, casual, seed, &mut || false).expect("a move");
            // All answers to all moves are about as many positions as the square of the moves.
            assert!((found.playouts as usize) < all * all / 10, "{} of {all}", found.playouts);
        }
    });
}

/// Whoever is asked whether to stop may let the search pause, so he is asked from the beginning.
#[test]
fn searches_ask_whether_to_stop_all_the_time() {
    let game = AnyGame::by_name("alea-evangelii").expect("embedded");
    with_game!(&game, |game| {
        let start = game.start(Side::Attackers);
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            false
        };
        search(game, &start, Limit::Depth(1), 1855, &mut stop).expect("a move");
        assert!(asked > 0, "not asked within the first ply");
        let mut stops = || true;
        let casual = Casual { depth: 3, noise: 0.0, overlook: 0.0 };
        let found = choose(game, &start, casual, 1, &mut stops).expect("a move");
        assert!(found.playouts < 200, "{} positions after it was told to stop", found.playouts);
    });
}

#[test]
fn nobody_searches_a_game_that_is_over() {
    let over = TicTacToe.parse_position("xxx/oo./...").expect("a position");
    assert!(search(&TicTacToe, &over, Limit::Depth(2), 1855, &mut || false).is_err());
    assert!(INFINITE > score::win_at(0));
}
