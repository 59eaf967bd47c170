//! A game written as a string, for tests of the search: `(a:+1 b:(c:-1 d:0))`.
//!
//! Brackets hold the moves of a position, each a letter with what follows it: another bracket, or
//! the result `+1` (the attackers win), `0` or `-1`. The attackers start and the sides alternate.
//! A position string is the path of letters from the start.

use std::iter::Peekable;
use std::str::Chars;

use crate::{Cause, Game, Outcome, Side};

/// What may happen from one position on.
#[derive(Debug)]
enum Future {
    Over(Option<Side>),
    Moves(Vec<(char, Future)>),
}

/// The moves of a path, or how the game ended there.
type Next = Result<Vec<char>, Outcome>;

/// The game. Its positions are paths.
pub(crate) struct Toy(Box<dyn Fn(&str) -> Next + Send + Sync>);

impl Toy {
    /// Reads the game; a malformed text is a mistake in a test and panics.
    pub fn new(text: &str) -> Self {
        let start = Future::parse(&mut text.chars().peekable());
        Self::of(move |path| start.after(path))
    }

    /// The game that goes on after each path as `next` says.
    pub fn of(next: impl Fn(&str) -> Next + Send + Sync + 'static) -> Self {
        Self(Box::new(next))
    }
}

impl Future {
    fn after(&self, path: &str) -> Next {
        let future = path.chars().fold(self, |future, letter| match future {
            Self::Moves(moves) => &moves.iter().find(|(mv, _)| *mv == letter).unwrap().1,
            Self::Over(_) => panic!("the game is over before {letter} in {path}"),
        });
        match future {
            Self::Over(Some(side)) => Err(Outcome::win(*side, Cause::Line)),
            Self::Over(None) => Err(Outcome::draw(Cause::BoardFull)),
            Self::Moves(moves) => Ok(moves.iter().map(|(mv, _)| *mv).collect()),
        }
    }

    fn parse(text: &mut Peekable<Chars<'_>>) -> Self {
        match text.next().expect("a future") {
            '(' => Self::Moves(Self::parse_moves(text)),
            '0' => Self::Over(None),
            sign => {
                assert_eq!(text.next(), Some('1'), "a result is +1, 0 or -1");
                let winner = if sign == '+' { Side::Attackers } else { Side::Defenders };
                Self::Over(Some(winner))
            }
        }
    }

    fn parse_moves(text: &mut Peekable<Chars<'_>>) -> Vec<(char, Self)> {
        let mut moves = Vec::new();
        while let Some(letter) = text.next_if(|c| c.is_alphabetic()) {
            assert_eq!(text.next(), Some(':'), "a colon comes after the letter");
            moves.push((letter, Self::parse(text)));
            while text.next_if_eq(&' ').is_some() {}
        }
        assert_eq!(text.next(), Some(')'), "a bracket is closed");
        moves
    }
}

/// How a [`Game`] plays and writes whose positions are paths of letters, and whose moves are letters.
macro_rules! paths_of_letters {
    () => {
        type Position = String;
        type Move = char;

        fn first(&self) -> $crate::First {
            $crate::First::Side($crate::Side::Attackers)
        }

        fn play(&self, path: &mut String, mv: char) {
            path.push(mv);
        }

        fn format_move(&self, _path: &String, mv: char) -> String {
            mv.to_string()
        }

        fn parse_move(&self, _path: &String, text: &str) -> Result<char, $crate::MoveError> {
            text.parse().map_err(|_| $crate::MoveError::new(text, "expected one letter"))
        }

        fn format_position(&self, path: &String) -> String {
            path.clone()
        }

        fn parse_position(&self, text: &str) -> Result<String, $crate::PositionError> {
            Ok(text.to_owned())
        }

        fn draw(&self, path: &String) -> String {
            path.clone()
        }
    };
}
pub(crate) use paths_of_letters;

impl Game for Toy {
    paths_of_letters!();

    fn name(&self) -> &'static str {
        "toy"
    }

    fn start(&self, _first: Side) -> String {
        String::new()
    }

    fn side_to_move(&self, path: &String) -> Side {
        if path.len().is_multiple_of(2) { Side::Attackers } else { Side::Defenders }
    }

    fn ply(&self, path: &String) -> u32 {
        path.len() as u32
    }

    fn legal_moves(&self, path: &String, moves: &mut Vec<char>) {
        moves.clear();
        moves.extend(self.0(path).into_iter().flatten());
    }

    fn outcome(&self, path: &String) -> Option<Outcome> {
        self.0(path).err()
    }
}
