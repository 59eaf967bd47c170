//! The engine and the reference implementation must tell the same story of every game: the same
//! moves in the same words, the same positions and the same end.
//!
//! `IMPERIAL_DEEP=10 cargo test --test engine reference_agrees` plays ten times as many games.

use std::fmt::Debug;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Cause, Encode, Outcome, game_stream, with_game};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::depth::depth;
use crate::reference::board::Square;
use crate::reference::position::Move;
use crate::reference::{Position, Rules};

/// Random games of each embedded rule set.
const GAMES: u64 = 200;
/// Constructed positions of each embedded rule set.
const POSITIONS: u64 = 50;
/// Constructed rows, forts and rings for each of some changes of the rules of Copenhagen.
const SCENES: u64 = 300;
/// Random rule sets, and what is played with each.
const RULE_SETS: u64 = 60;
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
    tablut_immobilisation: "tablut-immobilisation",
    hnefatafl_two_9: "hnefatafl-two-9",
    brandubh: "brandubh",
    brandubh_throneless: "brandubh-throneless",
    ard_ri: "ard-ri",
    mini_tablut: "mini-tablut",
    copenhagen: "copenhagen",
    fetlar: "fetlar",
    fetlar_ring: "fetlar-ring",
    tawlbwrdd_bell: "tawlbwrdd-bell",
    tawlbwrdd_notice: "tawlbwrdd-notice",
    tawlbwrdd_lewis: "tawlbwrdd-lewis",
    hnefatafl_two: "hnefatafl-two",
    copenhagen_13: "copenhagen-13",
    alea_evangelii: "alea-evangelii",
    alea_evangelii_walker: "alea-evangelii-walker",
}

fn on_random_games(name: &str) {
    let games = GAMES * depth();
    let text = catalog::text(name).expect(name);
    Agreement { games, plies: u32::MAX, ..Agreement::new(text, starting_position) }.check();
}

#[test]
fn on_constructed_positions() {
    for (_, text) in embedded_tafl_sets() {
        let games = POSITIONS * depth();
        Agreement { games, plies: PLIES, ..Agreement::new(text, crate::arbitrary::position) }
            .check();
    }
}

/// The rare laws happen in this test, and so often: what never comes up is not compared.
#[test]
fn rare_laws_come_up() {
    let changes = [
        "",
        "shieldwall = 'any'",
        "shieldwall_corner = false",
        "exit_fort = 'reach'",
        "encirclement = 'firm'",
        "captures = 'one'",
        "capture_optional = true",
        "king_arms = 'none'\ngoal = 'edge-run'\ntwo_roads = true",
        "king_notice = true\nking_capture = 'two'",
        "throne_stop = 'anyone'\ncorner_stop = 'anyone'\nentering = 'suicide'",
        "throne_pass = 'nobody'\nmen_reach = 1",
        "throne_hostile = { defenders = 'always' }\nking_capture = 'enclosed'\nking_notice = true",
        "repetition = { result = 'banned' }",
    ];
    let mut all = Tally::default();
    for (number, change) in (0..).zip(changes) {
        let mut rules: toml::Table =
            catalog::text("copenhagen").expect("embedded").parse().expect("a rule file");
        rules.extend(change.parse::<toml::Table>().expect(change));
        let text = toml::to_string(&rules).expect("a rule file");
        let scenes = Agreement::new(&text, crate::arbitrary::scene);
        let tally = Agreement { games: SCENES, plies: PLIES, seed: number, ..scenes }.check();
        println!("{change:?}: {tally:?}");
        assert!(tally.is_rich(change), "{change:?}: {tally:?}");
        all = all.plus(tally);
    }
    println!("in all: {all:?}");
}

#[test]
fn on_random_rule_sets() {
    for number in 0..RULE_SETS * depth() {
        let text = crate::arbitrary::rule_set(&mut game_stream(1811, number));
        let scenes = Agreement::new(&text, crate::arbitrary::position);
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

    fn check(self) -> Tally {
        let game = AnyGame::from_toml(self.text)
            .unwrap_or_else(|error| panic!("{error}\nrule set:\n{}", self.text));
        with_game!(&game, |game| self.play(game))
    }
}

/// How often moves that were compared did something rare.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    rows: u32,
    forts: u32,
    rings: u32,
    roads: u32,
    notices: u32,
    kings: u32,
    escapes: u32,
}

impl Tally {
    /// What the move to `position` did.
    fn of(mv: &Move, position: &Position, outcome: Option<Outcome>) -> Self {
        let ended = |cause| u32::from(outcome.is_some_and(|outcome| outcome.cause == cause));
        let from_row = |man: &Square| position.board.is_edge(*man) && !man.is_beside(mv.to);
        Self {
            rows: u32::from(mv.men.iter().any(from_row)),
            forts: ended(Cause::ExitFort),
            rings: ended(Cause::Encircled),
            roads: ended(Cause::TwoRoads),
            notices: u32::from(position.notice),
            kings: ended(Cause::KingCaptured),
            escapes: ended(Cause::KingEscaped),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            forts: self.forts + other.forts,
            rings: self.rings + other.rings,
            roads: self.roads + other.roads,
            notices: self.notices + other.notices,
            kings: self.kings + other.kings,
            escapes: self.escapes + other.escapes,
        }
    }

    /// Whether every law happened that these rules have.
    fn is_rich(self, change: &str) -> bool {
        let often = |count: u32, is_law: bool| count >= 5 || !is_law;
        often(self.rows, true)
            && often(self.forts, true)
            && often(self.rings, true)
            && often(self.roads, change.contains("two_roads"))
            && often(self.notices, change.contains("king_notice"))
            // With notice he falls a move later at the earliest.
            && (self.kings > 0 || change.contains("king_notice"))
            && often(self.escapes, true)
    }
}

impl Agreement<'_> {
    fn play<G: Encode>(&self, game: &G) -> Tally {
        let mut tally = Tally::default();
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
            tally = tally.plus(pair.try_every_move());
            pair.play_on(self.plies, &mut rng);
        }
        tally
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
    fn try_every_move(&self) -> Tally {
        let mut tally = Tally::default();
        for (ours, theirs) in self.compare_moves("nothing yet") {
            let mut next = Pair { ours: self.ours.clone(), theirs: self.theirs.clone(), ..*self };
            next.ours.play(self.rules, &ours);
            next.game.play(&mut next.theirs, theirs);
            next.compare_positions(&ours.to_string());
            tally = tally.plus(Tally::of(&ours, &next.ours, next.ours.outcome(self.rules)));
        }
        tally
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
