//! The engine and the reference implementation must tell the same story of every game: the same
//! moves in the same words, the same positions and the same end.
//!
//! `IMPERIAL_GAMES=100000 cargo test --test reference_agrees games` plays more games than the usual
//! number.

mod arbitrary;
mod reference;

use std::env;
use std::fmt::Debug;

use imperial_engine::catalog::{self, AnyGame, Visit};
use imperial_engine::{Encode, game_stream};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use reference::position::Move;
use reference::{Position, Rules};

/// Random games of each embedded rule set.
const GAMES: u64 = 2000;
/// Constructed positions of each embedded rule set.
const POSITIONS: u64 = 500;
/// Random rule sets, and what is played with each.
const RULE_SETS: u64 = 600;
const POSITIONS_PER_RULE_SET: u64 = 6;
const GAMES_PER_RULE_SET: u64 = 2;
/// Plies that are played on from a constructed position.
const PLIES: u32 = 6;
/// On boards wider than this a game has hundreds of plies with hundreds of moves each. There the whole
/// lists of moves are compared once in so many plies, and between the moves of one piece.
const LARGE: i32 = 11;
const PLIES_BETWEEN_LISTS: u32 = 8;

/// One test for each rule set, so that they run side by side.
macro_rules! random_games {
    ($($test:ident: $name:literal,)*) => {
        mod games {
            $(
                #[test]
                fn $test() {
                    super::on_random_games($name);
                }
            )*
        }

        #[test]
        fn every_embedded_rule_set_has_its_games() {
            let tested = [$($name),*];
            for (name, _) in embedded_tafl_sets() {
                assert!(tested.contains(&name), "add `{name}` to the random games of this file");
            }
        }
    };
}

random_games! {
    imperial_contest: "imperial-contest",
    imperial_contest_walker: "imperial-contest-walker",
    tablut_linnaeus: "tablut-linnaeus",
    tablut_smith: "tablut-smith",
    tablut_rachunek: "tablut-rachunek",
    tablut_corner: "tablut-corner",
    tablut_unibo: "tablut-unibo",
    tablut_sealed: "tablut-sealed",
    sea_battle: "sea-battle",
    brandubh: "brandubh",
    brandubh_throneless: "brandubh-throneless",
    ard_ri: "ard-ri",
    mini_tablut: "mini-tablut",
    fetlar: "fetlar",
    tawlbwrdd_bell: "tawlbwrdd-bell",
    tawlbwrdd_lewis: "tawlbwrdd-lewis",
    hnefatafl_two: "hnefatafl-two",
    alea_evangelii: "alea-evangelii",
}

fn on_random_games(name: &str) {
    let wanted = env::var("IMPERIAL_GAMES").ok();
    let games = wanted.map_or(GAMES, |number| number.parse().expect("IMPERIAL_GAMES is a number"));
    let text = catalog::text(name).expect(name);
    Agreement { games, plies: u32::MAX, ..Agreement::new(text, starting_position) }.check();
}

#[test]
fn on_constructed_positions() {
    for (_, text) in embedded_tafl_sets() {
        Agreement { games: POSITIONS, plies: PLIES, ..Agreement::new(text, arbitrary::position) }
            .check();
    }
}

#[test]
fn on_random_rule_sets() {
    for number in 0..RULE_SETS {
        let text = arbitrary::rule_set(&mut game_stream(1811, number));
        let scenes = Agreement::new(&text, arbitrary::position);
        Agreement { games: POSITIONS_PER_RULE_SET, plies: PLIES, seed: number, ..scenes }.check();
        let whole = Agreement::new(&text, starting_position);
        Agreement { games: GAMES_PER_RULE_SET, plies: u32::MAX, seed: number, ..whole }.check();
    }
}

/// Names and texts of the embedded tafl rule sets.
fn embedded_tafl_sets() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sets = catalog::names().map(|name| (name, catalog::text(name).expect(name)));
    sets.filter(|(_, text)| text.contains("game = \"tafl\""))
}

fn starting_position(rules: &Rules, rng: &mut ChaCha8Rng) -> Position {
    let first = rules.starters().choose(rng).copied();
    Position::start(rules, first.expect("somebody starts"))
}

/// Plays random games of one rule set in both implementations at once.
struct Agreement<'a> {
    text: &'a str,
    rules: Rules,
    start: fn(&Rules, &mut ChaCha8Rng) -> Position,
    games: u64,
    plies: u32,
    seed: u64,
}

impl<'a> Agreement<'a> {
    fn new(text: &'a str, start: fn(&Rules, &mut ChaCha8Rng) -> Position) -> Self {
        Self { text, rules: Rules::from_toml(text), start, games: 1, plies: 0, seed: 1855 }
    }

    fn check(self) {
        let game = AnyGame::from_toml(self.text)
            .unwrap_or_else(|error| panic!("{error}\nrule set:\n{}", self.text));
        game.visit(self);
    }
}

impl Visit for Agreement<'_> {
    type Output = ();

    fn visit<G: Encode + 'static>(self, game: &G) {
        for number in 0..self.games {
            let mut rng = game_stream(self.seed, number);
            let ours = (self.start)(&self.rules, &mut rng);
            let theirs = if ours.ply == 0 && ours.board == self.rules.setup {
                game.start(ours.side)
            } else {
                game.parse_position(&ours.to_string())
                    .unwrap_or_else(|error| panic!("{error}\n{}", ours.board))
            };
            let pair = Pair { game, text: self.text, rules: &self.rules, ours, theirs };
            pair.try_every_move();
            pair.play_on(self.plies, &mut rng);
        }
    }
}

/// One game in both implementations.
struct Pair<'a, G: Encode> {
    game: &'a G,
    text: &'a str,
    rules: &'a Rules,
    ours: Position,
    theirs: G::Position,
}

impl<G: Encode> Pair<'_, G> {
    /// Makes each legal move once. The list alone does not tell which of them capture the king.
    fn try_every_move(&self) {
        for (ours, theirs) in self.compare_moves("nothing yet") {
            let mut next = Pair { ours: self.ours.clone(), theirs: self.theirs.clone(), ..*self };
            next.ours.play(self.rules, &ours);
            next.game.play(&mut next.theirs, theirs);
            next.compare_positions(&ours.to_string());
        }
    }

    fn play_on(mut self, plies: u32, rng: &mut ChaCha8Rng) {
        let mut last = "nothing yet".to_owned();
        for _ in 0..=plies {
            let text = self.compare_positions(&last);
            let moves = if self.is_ply_for_whole_lists() {
                self.compare_moves(&last)
            } else {
                self.compare_moves_of_a_piece(rng, &last)
            };
            let over = self.game.outcome(&self.theirs).is_some();
            let Some((ours, theirs)) = moves.choose(rng).filter(|_| !over) else { return };
            last = format!("{ours} in `{text}`");
            self.ours.play(self.rules, ours);
            self.game.play(&mut self.theirs, *theirs);
        }
    }

    /// Compares all but the moves; gives the position string.
    fn compare_positions(&self, last: &str) -> String {
        let (game, theirs) = (self.game, &self.theirs);
        let text = self.ours.to_string();
        self.agree("position", &text, &game.format_position(theirs), last);
        self.agree("side to move", &self.ours.side, &game.side_to_move(theirs), last);
        self.agree("ply", &self.ours.ply, &game.ply(theirs), last);
        self.agree("outcome", &self.ours.outcome(self.rules), &game.outcome(theirs), last);
        text
    }

    /// Whether all moves are compared at this ply; else those of one piece.
    fn is_ply_for_whole_lists(&self) -> bool {
        self.rules.setup.size <= LARGE || self.ours.ply.is_multiple_of(PLIES_BETWEEN_LISTS)
    }

    /// All legal moves in both, which must be written alike.
    fn compare_moves(&self, last: &str) -> Vec<(Move, G::Move)> {
        self.compare_lists(self.ours.legal_moves(self.rules), self.their_moves(), last)
    }

    /// The same of a piece that the engine moves.
    fn compare_moves_of_a_piece(&self, rng: &mut ChaCha8Rng, last: &str) -> Vec<(Move, G::Move)> {
        let mut theirs = self.their_moves();
        let origin = |mv: &G::Move| usize::from(self.game.action(*mv).from);
        let Some(from) = theirs.choose(rng).map(origin) else { return self.compare_moves(last) };
        theirs.retain(|mv| origin(mv) == from);
        let square = self.ours.board.squares().nth(from).expect("a square of the board");
        self.compare_lists(self.ours.legal_moves_from(self.rules, square), theirs, last)
    }

    fn their_moves(&self) -> Vec<G::Move> {
        self.game.moves(&self.theirs)
    }

    fn compare_lists(
        &self,
        mut ours: Vec<Move>,
        mut theirs: Vec<G::Move>,
        last: &str,
    ) -> Vec<(Move, G::Move)> {
        // By the squares alone: both list the choices of one move in the same order.
        let index = |square| self.ours.board.index(square);
        ours.sort_by_cached_key(|mv| (index(mv.from), index(mv.to)));
        theirs.sort_by_cached_key(|mv| {
            let action = self.game.action(*mv);
            (action.from, action.to)
        });
        let mut text = String::new();
        let mut alike = |(ours, theirs): (&Move, &G::Move)| {
            text.clear();
            ours.write(&mut text);
            text == self.game.format_move(&self.theirs, *theirs)
        };
        if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(&mut alike) {
            let ours: Vec<_> = ours.iter().map(Move::to_string).collect();
            let theirs: Vec<_> =
                theirs.iter().map(|mv| self.game.format_move(&self.theirs, *mv)).collect();
            self.agree("moves", &ours, &theirs, last);
        }
        ours.into_iter().zip(theirs).collect()
    }

    fn agree<T: PartialEq + Debug>(&self, what: &str, ours: &T, theirs: &T, last: &str) {
        assert!(
            ours == theirs,
            "they disagree about the {what} of `{}`\n\
             reference: {ours:?}\n   engine: {theirs:?}\n\
             {}\nlast move: {last}\nrule set:\n{}",
            self.ours,
            self.ours.board,
            self.text,
        );
    }
}
