//! The sepoys win against the Maharajah: a fixed line of Black's moves mates whatever White does.
//!
//! Source: a line known to players, which an independent program in another language has followed against every
//! line of White's. It is checked here against all positions that White can reach, none left out.

use std::collections::BTreeMap;

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Cause, Game, Side};

/// Black's moves. The second has another form where the Maharajah stands on the pawn's square: [`DETOUR`].
const SCRIPT: [&str; 23] = [
    "b8-c6", "d7-d5", "d8-d6", "e7-e5", "g8-f6", "a7-a5", "a8-a6", "a6-b6", "c8-g4", "e5-e4",
    "d6-e5", "f8-e7", "h7-h5", "g7-g5", "e8-f8", "f8-g7", "b6-b2", "h8-a8", "a8-a6", "a6-b6",
    "b6-b3", "f6-h7", "e5-d4",
];

/// The pawn goes to d5 with two moves instead of one.
const DETOUR: [&str; 2] = ["d7-d6", "d6-d5"];

/// Most positions at once, as the other program counted them.
const MOST: usize = 55;

/// The next moves of the script, one of which must mate at its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    next: usize,
    /// Whether the pawn has yet to go from d6 to d5.
    is_late: bool,
}

#[test]
fn the_sepoys_win_whatever_the_maharajah_does() {
    let any = AnyGame::by_name("maharajah").expect("embedded");
    let AnyGame::Chess(game) = &any else { panic!("another family") };
    let game = &**game;
    let start = game.start(Side::Attackers);
    let first = Place { next: 0, is_late: false };
    let mut here = BTreeMap::from([((first, key(game, &start)), start)]);
    let (mut mates, mut turns) = (0, 0);
    while !here.is_empty() {
        let mut next = BTreeMap::new();
        for ((place, _), position) in here {
            for mv in game.moves(&position) {
                let mut after = position.clone();
                game.play(&mut after, mv);
                let text = game.format_position(&after);
                assert_eq!(game.outcome(&after), None, "{text}");
                let Some((then, after)) = answer(game, place, &after) else {
                    mates += 1;
                    continue;
                };
                assert_eq!(game.outcome(&after), None, "not mate: {text}");
                next.insert((then, key(game, &after)), after);
            }
        }
        turns += 1;
        assert!(next.len() <= MOST, "{} positions after {turns} turns", next.len());
        here = next;
    }
    assert!(mates > 0 && turns <= SCRIPT.len() + 4, "{mates} mates, {turns} turns");
}

/// The position after Black's move, and where the script goes on; `None` where it mates.
fn answer<G: Game>(game: &G, place: Place, position: &G::Position) -> Option<(Place, G::Position)> {
    let play = |text: &str| {
        let mv = game.parse_move(position, text).ok()?;
        let mut after = position.clone();
        game.play(&mut after, mv);
        Some(after)
    };
    let mates = |after: &G::Position| {
        let outcome = game.outcome(after);
        outcome
            .is_some_and(|end| end.cause == Cause::Checkmate && end.winner == Some(Side::Defenders))
    };
    if place.is_late {
        let after = play(DETOUR[1]).expect("the pawn goes on");
        return Some((Place { is_late: false, ..place }, after));
    }
    let next = Place { next: place.next + 1, is_late: false };
    if let Some(text) = SCRIPT.get(place.next) {
        return match play(text) {
            Some(after) => Some((next, after)).filter(|(_, after)| !mates(after)),
            None if *text == "d7-d5" => {
                let after = play(DETOUR[0]).expect("the pawn goes one square");
                Some((Place { is_late: true, ..next }, after))
            }
            None => panic!("{text} is not legal in {}", game.format_position(position)),
        };
    }
    let ends = ["d4-d1", "b3-b2"].into_iter().filter_map(play);
    if ends.into_iter().any(|after| mates(&after)) {
        return None;
    }
    let after = play("b2-b1").expect("the rook goes to the last rank");
    Some((next, after)).filter(|(_, after)| !mates(after))
}

fn key<G: Game>(game: &G, position: &G::Position) -> String {
    let text = game.format_position(position);
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}
