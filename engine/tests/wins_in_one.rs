//! The quick search for wins in one ply against making every move: positions in which many laws are
//! about to strike, and games to their end, under every rule set and many random ones.

use std::collections::BTreeMap;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Cause, Game, Side, game_stream, with_game};

use crate::conformance::wins;
use crate::depth::depth;

const POSITIONS: usize = 250;
const RANDOM_RULE_SETS: u64 = 30;
const GAMES: u64 = 3;

fn starters<G: Game>(game: &G) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(|side| game.first().allows(*side))
}

/// How often each cause of a win was met.
type Causes = BTreeMap<String, usize>;

fn look<G: Game>(game: &G, position: &G::Position, causes: &mut Causes) {
    wins::in_one(game, position);
    let mut wins = Vec::new();
    game.winning_moves(position, &mut wins);
    for mv in wins {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let cause = game.outcome(&next).expect("a win").cause;
        *causes.entry(cause.to_string()).or_default() += 1;
    }
}

/// Looks at these positions and at those of some random games.
fn look_at_all<G: Game>(game: &G, positions: Vec<String>, causes: &mut Causes) {
    for text in positions {
        let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
        look(game, &position, causes);
    }
    let first = starters(game).next().expect("somebody starts");
    for number in 0..GAMES {
        let mut rng = game_stream(1811, number);
        let (mut position, mut scratch) = (game.start(first), Vec::new());
        while game.outcome(&position).is_none() {
            look(game, &position, causes);
            let mv = game.random_move(&position, &mut rng, &mut scratch).expect("undecided");
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn wins_in_one_are_exact() {
    let mut causes = Causes::new();
    let mut look = |text: &str, game: &AnyGame, seed: u64| {
        let mut rng = game_stream(1732, seed);
        let rules = crate::reference::Rules::from_toml(text);
        let mut draw = |index| match index % 2 {
            0 => crate::arbitrary::position(&rules, &mut rng),
            _ => crate::arbitrary::scene(&rules, &mut rng),
        };
        let positions = (0..POSITIONS).map(|index| draw(index).to_string()).collect();
        with_game!(game, |game| look_at_all(game, positions, &mut causes));
    };
    for (name, seed) in catalog::names().zip(0..) {
        let game = AnyGame::by_name(name).expect(name);
        if game.tafl_rules().is_some() {
            look(catalog::text(name).expect(name), &game, seed);
        }
    }
    for number in 0..RANDOM_RULE_SETS * depth() {
        let text = crate::arbitrary::rule_set(&mut game_stream(1732, number));
        let game = AnyGame::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        look(&text, &game, 1000 + number);
    }
    println!("{causes:?}");
    for cause in [
        Cause::KingCaptured,
        Cause::KingEscaped,
        Cause::Stuck,
        Cause::ExitFort,
        Cause::Encircled,
        Cause::TwoRoads,
    ] {
        let met = causes.get(&cause.to_string()).copied().unwrap_or(0);
        assert!(met > 50, "{cause} was met {met} times");
    }
}

/// Under Copenhagen's law of repetition the attackers win by going back and forth.
#[test]
fn a_win_by_repetition_is_seen() {
    fn shuffle(game: &impl Game) {
        let mut position = game.start(Side::Attackers);
        let circle = ["f8-g8", "d11-d10", "g8-f8", "d10-d11"];
        let mut wins = Vec::new();
        for text in ["e11-e10"].iter().chain(circle.iter().cycle()) {
            wins::in_one(game, &position);
            game.winning_moves(&position, &mut wins);
            let mv = game.parse_move(&position, text).expect("a legal move");
            game.play(&mut position, mv);
            if let Some(outcome) = game.outcome(&position) {
                assert_eq!(
                    (outcome.cause, outcome.winner),
                    (Cause::Repetition, Some(Side::Attackers))
                );
                break;
            }
        }
        // What the first move made occurs for the third time, and that was seen coming.
        assert_eq!((game.ply(&position), wins.len()), (9, 1));
    }

    let game = AnyGame::by_name("copenhagen").expect("the game");
    with_game!(&game, |game| shuffle(game));
}

#[test]
fn wins_in_one_of_other_families_are_exact() {
    for name in ["tic-tac-toe", "connect-four"] {
        let mut causes = Causes::new();
        let game = AnyGame::by_name(name).expect(name);
        with_game!(&game, |game| look_at_all(game, Vec::new(), &mut causes));
        assert!(!causes.is_empty(), "no win in random games of {name}");
    }
}
