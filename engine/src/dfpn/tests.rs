//! Against games that are known to the end, and against what the past may change.

use std::collections::{HashMap, VecDeque};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::walks::{Repeating, Walk};
use super::{Attempt, End, prove};
use crate::catalog::AnyGame;
use crate::games::connect_four::{ConnectFour, Solver};
use crate::games::tic_tac_toe::TicTacToe;
use crate::{Game, Side, game_stream, with_game};

fn attempt<G: Game>(game: &G, position: &G::Position, side: Side) -> Attempt<G::Move> {
    prove(game, position, side, 1_000_000, &mut || false)
}

/// The plies of the proof that `side` wins, if there is one.
fn plies<G: Game>(game: &G, position: &G::Position, side: Side) -> Option<u32> {
    plies_of(game, position, side, &attempt(game, position, side))
}

/// The same of an attempt. The line is played to see that it ends the game so.
fn plies_of<G: Game>(
    game: &G,
    position: &G::Position,
    side: Side,
    attempt: &Attempt<G::Move>,
) -> Option<u32> {
    let proof = attempt.proof()?;
    let mut end = position.clone();
    for mv in &proof.line {
        assert!(game.moves(&end).contains(mv), "{}", game.format_position(&end));
        game.play(&mut end, *mv);
    }
    assert_eq!(game.outcome(&end).and_then(|outcome| outcome.winner), Some(side));
    assert_eq!(proof.line.len(), proof.plies as usize);
    Some(proof.plies)
}

#[test]
fn tic_tac_toe_is_proven_for_nobody() {
    let start = TicTacToe.start(Side::Attackers);
    for side in Side::ALL {
        let attempt = attempt(&TicTacToe, &start, side);
        assert_eq!(attempt.end, End::Exhausted, "{side}");
    }
    let read = |text| TicTacToe.parse_position(text).expect("a position");
    // Noughts block one line, and crosses make two at once; crosses have won.
    assert_eq!(plies(&TicTacToe, &read("x.o/.../..x"), Side::Attackers), Some(4));
    assert_eq!(plies(&TicTacToe, &read("x../.o./o.x"), Side::Attackers), Some(3));
    assert_eq!(plies(&TicTacToe, &read("xx./oo./x.."), Side::Defenders), Some(1));
    assert_eq!(plies(&TicTacToe, &read("xxx/oo./..."), Side::Attackers), Some(0));
}

#[test]
fn connect_four_agrees_with_its_solver() {
    let (mut solver, mut proven, mut won) = (Solver::new(), 0, 0);
    for number in 0..150 {
        let (mut rng, mut scratch) = (game_stream(1974, number), Vec::new());
        let mut position = ConnectFour.start(Side::Attackers);
        for _ in 0..20 {
            let mv = ConnectFour.random_move(&position, &mut rng, &mut scratch);
            let mut next = position;
            mv.into_iter().for_each(|mv| ConnectFour.play(&mut next, mv));
            if ConnectFour.outcome(&next).is_some() {
                break;
            }
            position = next;
        }
        let winner = solver.winner(&position);
        for side in Side::ALL {
            let is_proven = plies(&ConnectFour, &position, side).is_some();
            assert!(!is_proven || winner == Some(side), "{}", ConnectFour.draw(&position));
            proven += u32::from(is_proven);
            won += u32::from(winner == Some(side));
        }
    }
    println!("{proven} of {won} wins proven");
    assert!(proven * 20 >= won * 19, "{proven} of {won}");
}

/// A board of 5x5 on which the king is short of men, and everything is known.
const SMALL: &str = "game = 'tafl'\nname = 'small'\ntitle = 'Small'\nsource = 'a test'\nsize = 5\n\
    setup = '''\n. . A . .\n. . . . .\nA . K . A\n. . . . .\n. . A . .\n'''\nfirst = 'attackers'\n\
    goal = 'corner'\nking_capture = 'two'\nking_arms = 'both'\nthrone_stop = 'king'\n\
    throne_pass = 'anyone'\ncorner_stop = 'king'\ncorner_hostile = ['attackers', 'defenders', 'king']\n\
    captures = 'all'\ncapture_optional = false\nlinnaean_capture = 'off'\n\
    repetition = { count = 3, result = 'RESULT' }\nply_limit = 2000\nstuck = 'loss'\n";

fn small(result: &str) -> AnyGame {
    AnyGame::from_toml(&SMALL.replace("RESULT", result)).expect("rules")
}

/// A position, and who can force a win there, in how many plies.
type Solved<P> = (P, Option<(Side, u32)>);

/// Who can force a win on the board, and in how many plies, of all positions that come up: written down plainly,
/// from the ends back.
fn solved<G: Game>(game: &G) -> HashMap<u64, Solved<G::Position>> {
    let mut known: HashMap<u64, Solved<G::Position>> = HashMap::new();
    // The nearest first, so that no limit of plies is reached.
    let mut open = VecDeque::from([game.start(Side::Attackers)]);
    let mut after: HashMap<u64, Vec<u64>> = HashMap::new();
    let key = |position: &G::Position| game.board_key(position).expect("a key");
    known.insert(key(&open[0]), (open[0].clone(), None));
    while let Some(position) = open.pop_front() {
        if let Some(outcome) = game.outcome(&position) {
            let value = outcome.winner.map(|side| (side, 0));
            known.insert(key(&position), (position, value));
            continue;
        }
        let mut next = Vec::new();
        for mv in game.moves(&position) {
            let mut to = position.clone();
            game.play(&mut to, mv);
            game.forget_past(&mut to);
            next.push(key(&to));
            if let std::collections::hash_map::Entry::Vacant(place) = known.entry(key(&to)) {
                place.insert((to.clone(), None));
                open.push_back(to);
            }
        }
        after.insert(key(&position), next);
    }
    for plies in 1.. {
        let value = |of: &u64| known[of].1;
        let found: Vec<(u64, Side)> = after
            .iter()
            .filter(|(of, _)| value(of).is_none())
            .filter_map(|(of, next)| {
                let mover = game.side_to_move(&known[of].0);
                let wins =
                    |side: Side| move |of: &u64| value(of).is_some_and(|(won, _)| won == side);
                if next.iter().any(wins(mover)) {
                    Some((*of, mover))
                } else {
                    next.iter().all(wins(!mover)).then_some((*of, !mover))
                }
            })
            .collect();
        if found.is_empty() {
            return known;
        }
        for (of, side) in found {
            if let Some(place) = known.get_mut(&of) {
                place.1 = Some((side, plies));
            }
        }
    }
    known
}

#[test]
fn a_small_board_is_proven_where_it_is_won() {
    // A repetition that wins for somebody proves nothing more.
    for result in ["draw", "loss", "defenders"] {
        let [won, proven] =
            with_game!(&small(result), |game| agrees_with_the_truth(game, 1_000_000));
        assert!(won > 200 && proven * 20 >= won * 19, "{proven} of {won}");
    }
}

/// Wolves that jump over sheep, and a board on which a turn has two plies.
#[test]
fn small_games_of_other_families_have_no_wrong_proof() {
    let wolves = "game = 'hunt'\nname = 'wolves'\ntitle = 'Wolves'\nsource = 'a test'\nply_limit = 512\n\
        lines = ['a1 b1 c1', 'a2 b2 c2', 'a3 b3 c3', 'a1 a2 a3', 'b1 b2 b3', 'c1 c2 c3', 'a1 b2 c3']\n\
        setup = 'f1f/3/ggg'\nfew_win_captures = 2\nrepetition = { count = 3, result = 'draw' }";
    let skirmish = "game = 'dablot'\nname = 'skirmish'\ntitle = 'Skirmish'\nsource = 'a test'\n\
        columns = 2\nranks = 3\nsetup = 'mk/m/2/M/KM'\nactions = 2\nply_limit = 600\n\
        repetition = { count = 3, result = 'draw' }\n";
    for text in [wolves, skirmish] {
        let game = AnyGame::from_toml(text).expect("rules");
        let [won, proven] = with_game!(&game, |game| agrees_with_the_truth(game, 3000));
        assert!(won > 0 && proven > 0, "{proven} of {won}");
    }
}

/// Asks for both sides at positions from all over the game: no proof is wrong, none is shorter than the win, and
/// without a past none is refused. Gives how many wins there are and how many were proven.
fn agrees_with_the_truth(game: &impl Game, nodes: u64) -> [u32; 2] {
    let known = solved(game);
    let mut places: Vec<_> =
        known.into_iter().filter(|(_, (p, _))| game.outcome(p).is_none()).collect();
    places.sort_by_key(|(key, _)| *key);
    let (mut proven, mut won, mut ends) = (0, 0, HashMap::new());
    for (_, (position, value)) in places.iter().step_by((places.len() / 250).max(1)) {
        for side in Side::ALL {
            let attempt = prove(game, position, side, nodes, &mut || false);
            let found = plies_of(game, position, side, &attempt);
            let exact = value.filter(|(winner, _)| *winner == side).map(|(_, plies)| plies);
            won += u32::from(exact.is_some());
            proven += u32::from(found.is_some());
            match (found, exact) {
                (Some(found), Some(exact)) => assert!(found >= exact, "{}", game.draw(position)),
                (Some(_), None) => panic!("a wrong proof for {side}:\n{}", game.draw(position)),
                _ => {}
            }
            let end = match attempt.end {
                End::Proven(_) => "proven",
                End::Exhausted => "exhausted",
                End::Limit => "limit",
                End::Stopped | End::NoKeys => "never",
                End::Refused => "refused",
            };
            *ends.entry((end, exact.is_some())).or_insert(0) += 1;
        }
    }
    println!("{proven} of {won} wins proven; {ends:?}");
    assert!(!ends.contains_key(&("refused", true)), "{ends:?}");
    [won, proven]
}

/// Where a repetition ends the game for somebody, it does so on some ways only.
#[test]
fn what_depends_on_the_past_is_not_proven() {
    let draw = Repeating::Ends(None);
    let proven = |text, repeating, path: &str, side| {
        plies(&Walk::new(text, repeating, 2), &path.to_owned(), side)
    };
    let attackers = Side::Attackers;
    // b leads back or loses: a circle that the attackers would win by the law alone.
    for repeating in [draw, Repeating::Ends(Some(attackers)), Repeating::Loses] {
        assert_eq!(proven("A:b b:AC C:b", repeating, "A", attackers), None, "{repeating:?}");
        assert_eq!(proven("A:b b:C C:+", repeating, "A", attackers), Some(3), "{repeating:?}");
        // The only way to the win leads through a position that has come up before.
        assert_eq!(proven("A:bd b:C C:+ d:E E:bd", repeating, "AbC", attackers), Some(1));
        assert_eq!(proven("A:b b:CD C:+ D:e e:C", repeating, "CbD", attackers), None);
        assert_eq!(proven("A:b b:CD C:+ D:e e:C", repeating, "bD", attackers), Some(3));
    }
    // A ban leaves the defenders one move on this way, and another one on others.
    let banned = Repeating::Banned;
    assert_eq!(proven("A:b b:CD C:+ D:e e:D", banned, "DAb", attackers), None);
    assert_eq!(proven("A:b b:CD C:+ D:e e:+", banned, "A", attackers), Some(4));
}

/// The same position is reached by two ways; on one of them the circle is closed. Whichever is looked at first,
/// the answer is the same.
#[test]
fn two_ways_to_one_position() {
    // Kishimoto and Müller 2004, as a graph: D is won only by those who have not come from B.
    for text in ["A:bc b:D c:D D:ef e:B B:c f:+", "A:cb b:D c:D D:fe e:B B:c f:+"] {
        let walk = Walk::new(text, Repeating::Ends(None), 2);
        assert_eq!(plies(&walk, &"A".to_owned(), Side::Attackers), Some(4), "{text}");
    }
    // The defenders may go round at D, so nothing is won; a refutation on one way is no proof on the other.
    for text in ["A:bc b:DE c:DF D:g g:AE E:+ F:b", "A:cb b:ED c:FD D:g g:EA E:+ F:b"] {
        for repeating in [Repeating::Ends(None), Repeating::Ends(Some(Side::Attackers))] {
            let walk = Walk::new(text, repeating, 2);
            assert_eq!(plies(&walk, &"A".to_owned(), Side::Attackers), None, "{text}");
        }
    }
}

/// A proof that is longer than what the limit leaves is none.
#[test]
fn limits_come_first() {
    let walk = || Walk::new("A:b b:C C:d d:E E:+", Repeating::Ends(None), 2);
    let start = "A".to_owned();
    assert_eq!(plies(&walk(), &start, Side::Attackers), Some(5));
    assert_eq!(plies(&walk().with_limit(6), &start, Side::Attackers), Some(5));
    assert_eq!(plies(&walk().with_limit(5), &start, Side::Attackers), Some(5), "with the last ply");
    assert_eq!(plies(&walk().with_limit(4), &start, Side::Attackers), None);
}

/// One ply before its limit every family still lets a win count.
#[test]
fn wins_come_before_limits() {
    for (name, position, side) in [
        ("brandubh", "1k5/7/7/7/7/7/a6 d 0 511", Side::Defenders),
        ("fox-and-hounds", "4/4/4/4/g1g1/g1g1/1f2/4 d - 0 511", Side::Defenders),
        ("dablot-mini", "m3/3/4/3/4/3/4/k2/K2M a - 0 511", Side::Attackers),
        ("emperors-game", "k9/7R2/10/10/10/10/10/10/10/4K3R1 a - 0 511", Side::Attackers),
    ] {
        let game = AnyGame::by_name(name).expect("embedded");
        with_game!(&game, |game| {
            let position = game.parse_position(position).expect(name);
            assert_eq!(game.plies_left(&position), 1, "{name}");
            assert_eq!(plies(game, &position, side), Some(1), "{name}");
        });
    }
}

/// A random graph: five positions of each side, each with up to three moves.
fn random_graph(rng: &mut ChaCha8Rng) -> String {
    let to = |rng: &mut ChaCha8Rng, places: &[u8]| {
        let count = rng.random_range(1..=3);
        (0..count)
            .map(|_| char::from(places[rng.random_range(0..places.len())]))
            .collect::<String>()
    };
    let mut parts = Vec::new();
    for place in "ABCDE".chars() {
        parts.push(format!("{place}:{}", to(rng, b"abcdeabcde+-0")));
    }
    for place in "abcde".chars() {
        parts.push(format!("{place}:{}", to(rng, b"ABCDEABCDE+-0")));
    }
    parts.join(" ")
}

/// Who wins with the past that the position has, by trying everything.
fn winner(walk: &Walk, path: &String) -> Option<Side> {
    if let Some(outcome) = walk.outcome(path) {
        return outcome.winner;
    }
    let mover = walk.side_to_move(path);
    let after = |mv| winner(walk, &format!("{path}{mv}"));
    let mut ends = walk.moves(path).into_iter().map(after);
    let mut best = Some(!mover);
    for end in &mut ends {
        if end == Some(mover) {
            return end;
        }
        if end.is_none() {
            best = None;
        }
    }
    best
}

/// No proof is wrong, whatever the past and the law; without a past each win on the board is proven.
#[test]
fn random_walks_are_never_proven_wrongly() {
    let laws = [
        (Repeating::Ends(None), 2),
        (Repeating::Ends(None), 3),
        (Repeating::Ends(Some(Side::Attackers)), 2),
        (Repeating::Ends(Some(Side::Defenders)), 2),
        (Repeating::Loses, 2),
        (Repeating::Banned, 2),
    ];
    let mut counts: HashMap<(&str, bool), u32> = HashMap::new();
    for number in 0..400 {
        let mut rng = game_stream(2004, number);
        let text = random_graph(&mut rng);
        for (repeating, count) in laws {
            let walk = Walk::new(&text, repeating, count);
            let mut path = "A".to_owned();
            for _ in 0..rng.random_range(0..5) {
                let moves = walk.moves(&path);
                let next = format!("{path}{}", moves[rng.random_range(0..moves.len())]);
                if walk.outcome(&next).is_some() {
                    break;
                }
                path = next;
            }
            let known = solved_from(&walk, &path);
            for side in Side::ALL {
                let end = attempt(&walk, &path, side).end;
                if matches!(end, End::Proven(_)) {
                    assert_eq!(winner(&walk, &path), Some(side), "{text} {repeating:?} {path}");
                    assert_eq!(known, Some(side), "{text} {repeating:?} {path}");
                } else {
                    let is_refused = end == End::Refused;
                    assert!(
                        is_refused || known != Some(side),
                        "{text} {repeating:?} {path} {end:?}"
                    );
                    assert!(path.len() > 1 || !is_refused, "{text} {repeating:?}: without a past");
                }
                let name = if matches!(end, End::Proven(_)) { "proven" } else { "open" };
                *counts.entry((name, end == End::Refused)).or_insert(0) += 1;
            }
        }
    }
    println!("{counts:?}");
    assert!(counts[&("proven", false)] > 500 && counts[&("open", true)] > 10, "{counts:?}");
}

/// Who wins on the board, whatever was played before: from the ends back, over the letters of the graph.
fn solved_from(walk: &Walk, path: &str) -> Option<Side> {
    let letters = "ABCDEabcde";
    let mut known: HashMap<char, Option<Side>> =
        [('+', Some(Side::Attackers)), ('-', Some(Side::Defenders)), ('0', None)].into();
    loop {
        let mut is_new = false;
        for place in letters.chars() {
            let here = place.to_string();
            let mover = walk.side_to_move(&here);
            let ends = walk.moves(&here);
            let value = |to: &char| known.get(to).copied().flatten();
            let found = if ends.iter().any(|to| value(to) == Some(mover)) {
                Some(mover)
            } else {
                ends.iter().all(|to| value(to) == Some(!mover)).then_some(!mover)
            };
            if found.is_some() && !known.contains_key(&place) {
                known.insert(place, found);
                is_new = true;
            }
        }
        if !is_new {
            return path.chars().last().and_then(|here| known.get(&here).copied().flatten());
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let game = AnyGame::by_name("brandubh").expect("embedded");
    with_game!(&game, |game| {
        let start = game.start(Side::Attackers);
        for nodes in [1, 1000, 20_000] {
            let attempt = || prove(game, &start, Side::Attackers, nodes, &mut || false);
            let (one, other) = (attempt(), attempt());
            assert_eq!(one, other);
            assert!(one.nodes >= nodes && one.nodes < nodes + 500, "{}", one.nodes);
        }
    });
}

#[test]
fn who_says_stop_is_heard() {
    let game = AnyGame::by_name("brandubh").expect("embedded");
    with_game!(&game, |game| {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked > 3
        };
        let start = game.start(Side::Attackers);
        let attempt = prove(game, &start, Side::Attackers, u64::MAX, &mut stop);
        assert_eq!(attempt.end, End::Stopped);
        assert!(attempt.nodes < 3000, "{}", attempt.nodes);
    });
}
