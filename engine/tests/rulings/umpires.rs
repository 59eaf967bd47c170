//! The two who decide a ruling: the engine and the reference.

use imperial_engine::{Game, Outcome, Side};

use super::script::{Ruling, Step};
use crate::reference::{Position, Rules};

/// Checks a ruling with the engine.
pub fn by_engine(ruling: &Ruling, game: &impl Game) {
    let position = game.parse_position(&start(ruling)).expect("a position");
    follow(ruling, EngineUmpire { game, position });
}

/// Checks a ruling with the reference.
pub fn by_reference(ruling: &Ruling, rules: &str) {
    let position = Position::parse(&start(ruling)).expect("a position");
    follow(ruling, ReferenceUmpire { rules: Rules::from_toml(rules), position });
}

/// The position string of the ruling's board.
fn start(ruling: &Ruling) -> String {
    let board = ruling.board.as_ref().expect("a board").ranks();
    format!("{board} {} {} {}", ruling.side.letter(), ruling.quiet, ruling.ply)
}

/// What both can say about the position before them.
trait Umpire {
    /// Notation of every legal move.
    fn moves(&self) -> Vec<String>;
    /// Makes one of these moves.
    fn play(&mut self, text: &str);
    fn position(&self) -> String;
    fn outcome(&self) -> Option<Outcome>;
    fn starters(&self) -> Vec<Side>;
    /// The move that a text means; `None` where reading texts is not this umpire's office.
    fn read(&self, text: &str) -> Option<Result<String, String>>;
}

struct EngineUmpire<'a, G: Game> {
    game: &'a G,
    position: G::Position,
}

impl<G: Game> Umpire for EngineUmpire<'_, G> {
    fn moves(&self) -> Vec<String> {
        let moves = self.game.moves(&self.position);
        moves.into_iter().map(|mv| self.game.format_move(&self.position, mv)).collect()
    }

    fn play(&mut self, text: &str) {
        let mv = self.game.parse_move(&self.position, text).expect(text);
        self.game.play(&mut self.position, mv);
    }

    fn position(&self) -> String {
        self.game.format_position(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn starters(&self) -> Vec<Side> {
        Side::ALL.into_iter().filter(|side| self.game.first().allows(*side)).collect()
    }

    fn read(&self, text: &str) -> Option<Result<String, String>> {
        let mv = self.game.parse_move(&self.position, text);
        let full = mv.map(|mv| self.game.format_move(&self.position, mv));
        Some(full.map_err(|error| error.to_string()))
    }
}

struct ReferenceUmpire {
    rules: Rules,
    position: Position,
}

impl Umpire for ReferenceUmpire {
    fn moves(&self) -> Vec<String> {
        self.position.legal_moves(&self.rules).iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, text: &str) {
        let moves = self.position.legal_moves(&self.rules);
        let mv = moves.iter().find(|mv| mv.to_string() == text).expect(text);
        self.position.play(&self.rules, mv);
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.rules)
    }

    fn starters(&self) -> Vec<Side> {
        self.rules.starters()
    }

    fn read(&self, _text: &str) -> Option<Result<String, String>> {
        None
    }
}

/// Goes through the steps of a ruling.
fn follow(ruling: &Ruling, mut umpire: impl Umpire) {
    for (line, step) in &ruling.steps {
        let place = format!("{ruling}\nline {line}, `{}`", umpire.position());
        check(step, &mut umpire, &place);
    }
}

fn check(step: &Step, umpire: &mut impl Umpire, place: &str) {
    let moves = umpire.moves();
    match step {
        Step::Legal(texts) => {
            for text in texts {
                assert!(moves.contains(text), "{place}: {text} must be legal: {moves:?}");
            }
        }
        Step::Illegal(texts) => {
            for text in texts {
                assert!(!moves.contains(text), "{place}: {text} must be illegal");
            }
        }
        Step::MovesOf(square, squares) => {
            let from = format!("{square}-");
            let mut found: Vec<&str> = moves.iter().filter_map(|m| m.strip_prefix(&from)).collect();
            found.sort_unstable();
            assert_eq!(found, *squares, "{place}: moves of {square}");
        }
        Step::Play(texts) => {
            for text in texts {
                assert!(umpire.outcome().is_none(), "{place}: over before {text}");
                assert!(umpire.moves().contains(text), "{place}: cannot play {text}");
                umpire.play(text);
            }
        }
        Step::Board(board) => {
            let found = umpire.position();
            let ranks = found.split(' ').next().expect("a first word");
            assert_eq!(ranks, board.ranks(), "{place}: expected\n{board}");
        }
        Step::Result(result) => {
            let found = umpire.outcome().map_or("goes on".to_owned(), |o| o.to_string());
            assert_eq!(found, *result, "{place}");
        }
        Step::Counters(quiet, ply) => {
            let ending = format!(" {quiet} {ply}");
            assert!(umpire.position().ends_with(&ending), "{place}: not{ending}");
        }
        Step::MayStart(sides) => assert_eq!(umpire.starters(), *sides, "{place}"),
        Step::Reads(short, full) => {
            let Some(found) = umpire.read(short) else { return };
            assert_eq!(found.as_ref(), Ok(full), "{place}: {short}");
        }
        Step::Unreadable(texts) => {
            for text in texts {
                let Some(found) = umpire.read(text) else { return };
                assert!(found.is_err(), "{place}: {text} was read as {found:?}");
            }
        }
    }
}
