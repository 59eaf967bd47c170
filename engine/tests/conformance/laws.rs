//! Laws of moves, positions and endings.

use std::collections::{HashMap, HashSet};

use imperial_engine::{Cause, Encode, First, Game, Side};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::starters;

/// Draws per move in the test of random moves, and how far off the count may be: more than seven
/// standard deviations.
const DRAWS_PER_MOVE: u32 = 200;
const TOLERANCE: u32 = 105;

/// A game starts with the side that is asked for, at ply 0, undecided.
pub fn of_the_start<G: Game>(game: &G) {
    assert!(starters(game).next().is_some());
    match game.first() {
        First::Lot => assert_eq!(starters(game).count(), 2),
        First::Side(side) => assert!(starters(game).eq([side])),
    }
    for side in starters(game) {
        let start = game.start(side);
        assert_eq!(game.side_to_move(&start), side);
        assert_eq!(game.ply(&start), 0);
        assert_eq!(game.outcome(&start), None);
    }
    assert_ne!(game.side_name(Side::Attackers), game.side_name(Side::Defenders));
}

/// Laws that hold wherever a game has got to.
pub fn of_a_position<G: Game>(game: &G, position: &G::Position) {
    let place = place(game, position);
    let moves = game.moves(position);
    let mut again = moves.clone();
    game.legal_moves(position, &mut again);
    assert_eq!(moves, again, "the list is replaced and its order is fixed: {place}");
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice: {place}");

    match game.outcome(position) {
        None => assert!(!moves.is_empty(), "undecided, but nobody can move: {place}"),
        Some(end) if end.cause.is_on_the_board() || end.cause == Cause::Stuck => {
            assert!(moves.is_empty(), "{end}, but there are moves: {place}");
        }
        Some(_) => {}
    }
    of_notation(game, position, &moves, &place);
    of_limits(game, position, &place);
    for mv in moves {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let text = game.format_move(position, mv);
        assert_eq!(game.ply(&next), game.ply(position) + 1, "{text}: {place}");
        let turned = game.side_to_move(&next) != game.side_to_move(position);
        let is_over = game.outcome(&next).is_some();
        assert!(turned != game.turn_goes_on(&next) || is_over, "{text}: {place}");
    }
}

/// A limit ends a game when no plies are left, and each ply takes away one at most.
fn of_limits<G: Game>(game: &G, position: &G::Position, place: &str) {
    let left = game.plies_left(position);
    match game.outcome(position).map(|end| end.cause) {
        None => assert!(left > 0, "no plies are left, and the game goes on: {place}"),
        Some(Cause::QuietLimit | Cause::PlyLimit) => assert_eq!(left, 0, "{place}"),
        Some(_) => return,
    }
    for mv in game.moves(position).into_iter().filter(|_| left > 0) {
        let mut next = position.clone();
        game.play(&mut next, mv);
        assert!(game.plies_left(&next) >= left - 1, "{mv:?}: {place}");
    }
}

/// Two positions have the same key exactly where their texts without clocks are the same: `position`, and those
/// to which some of its moves and their replies lead.
pub fn of_board_keys<G: Encode>(game: &G, position: &G::Position) {
    let mut texts: HashMap<u64, String> = HashMap::new();
    let mut keys: HashMap<String, u64> = HashMap::new();
    let mut look = |position: &G::Position| {
        let Some(key) = game.board_key(position) else { return };
        let text = game.format_timeless(position);
        assert_eq!(texts.entry(key).or_insert_with(|| text.clone()), &text, "one key");
        assert_eq!(*keys.entry(text.clone()).or_insert(key), key, "{text} has two keys");
    };
    look(position);
    for mv in game.moves(position).into_iter().take(12) {
        let mut next = position.clone();
        game.play(&mut next, mv);
        look(&next);
        for reply in game.moves(&next).into_iter().take(12) {
            let mut after = next.clone();
            game.play(&mut after, reply);
            look(&after);
        }
    }
}

/// Every move is written in its own way and read again.
fn of_notation<G: Game>(game: &G, position: &G::Position, moves: &[G::Move], place: &str) {
    let mut texts = HashSet::new();
    for mv in moves {
        let text = game.format_move(position, *mv);
        assert_eq!(game.parse_move(position, &text), Ok(*mv), "{text}: {place}");
        assert!(texts.insert(text.clone()), "two moves are called {text}: {place}");
    }
}

/// A position that was read is the same position.
pub fn of_a_read_position<G: Game>(game: &G, text: &str, position: &G::Position) {
    let place = place(game, position);
    assert_eq!(game.format_position(position), text, "{place}");
    let again = game.parse_position(text).unwrap_or_else(|error| panic!("{error}"));
    assert_same(game, &again, position, &place);
}

/// A copy is the same position, has the same past, and what is done to it is done to it alone.
pub fn of_copies<G: Game>(game: &G, position: &G::Position, rng: &mut ChaCha8Rng) {
    let place = place(game, position);
    let text = game.format_position(position);
    let mut copy = position.clone();
    // The copy that is made over another position must not keep anything of that one.
    let mut over = game.start(starters(game).next().expect("somebody starts"));
    for _ in 0..3 {
        let moves = game.moves(&over);
        moves.choose(rng).inspect(|mv| game.play(&mut over, **mv));
    }
    over.clone_from(position);
    for _ in 0..12 {
        assert_same(game, &copy, &over, &place);
        let Some(mv) = game.moves(&copy).choose(rng).copied() else { break };
        game.play(&mut copy, mv);
        game.play(&mut over, mv);
    }
    assert_eq!(game.format_position(position), text, "a copy changed the original");
}

/// Every legal move is drawn about as often as any other, and nothing else is drawn.
pub fn of_random_moves<G: Game>(game: &G, position: &G::Position, rng: &mut ChaCha8Rng) {
    let place = place(game, position);
    let moves = game.moves(position);
    let mut scratch = moves.clone();
    if moves.is_empty() {
        assert_eq!(game.random_move(position, rng, &mut scratch), None, "{place}");
        return;
    }
    let mut counts: HashMap<G::Move, u32> = moves.iter().map(|mv| (*mv, 0)).collect();
    for _ in 0..DRAWS_PER_MOVE as usize * moves.len() {
        let mv = game.random_move(position, rng, &mut scratch).expect("there are moves");
        let count = counts.get_mut(&mv).unwrap_or_else(|| panic!("{mv:?} is not legal: {place}"));
        *count += 1;
    }
    for (mv, count) in counts {
        let text = game.format_move(position, mv);
        let off = count.abs_diff(DRAWS_PER_MOVE);
        assert!(off <= TOLERANCE, "{text} {count} times, not {DRAWS_PER_MOVE}: {place}");
    }
}

fn assert_same<G: Game>(game: &G, one: &G::Position, other: &G::Position, place: &str) {
    assert_eq!(game.format_position(one), game.format_position(other), "{place}");
    assert_eq!(game.side_to_move(one), game.side_to_move(other), "{place}");
    assert_eq!(game.ply(one), game.ply(other), "{place}");
    assert_eq!(game.moves(one), game.moves(other), "{place}");
    assert_eq!(game.outcome(one), game.outcome(other), "{place}");
}

/// For messages: the rule set, the position string and the drawing.
fn place<G: Game>(game: &G, position: &G::Position) -> String {
    format!("{} `{}`\n{}", game.name(), game.format_position(position), game.draw(position))
}
