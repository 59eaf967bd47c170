//! What an engine says to its host.

use std::fmt;

use super::{WrongLine, plain};

/// Characters of a text for people that are sent.
const LONGEST_TEXT: usize = 300;

/// A line of an engine. Moves are texts in OpenTafl's notation, not yet read.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineLine {
    /// The engine runs.
    Hello,
    /// Whether it wants moves without captures; the host does that from the beginning.
    SimpleMoves(bool),
    /// Asks for the rules.
    Rules,
    /// Asks for the position.
    Position,
    /// Asks which side is to move.
    Side,
    /// Asks for the clocks.
    Clock,
    /// Its move.
    Move(String),
    /// What it found about a position.
    Analysis(Vec<Evaluated>),
    /// It gives up (-1).
    Fatal(String),
    /// Something is wrong, but it plays on (0).
    Trouble(String),
    /// For people to read.
    Status(String),
}

/// A line of moves and what its first move is worth: the larger, the better for the attackers.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The moves.
    pub line: Vec<String>,
    /// The evaluation.
    pub value: f64,
}

impl fmt::Display for EngineLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &str| plain(text, LONGEST_TEXT);
        match self {
            Self::Hello => f.write_str("hello"),
            Self::SimpleMoves(on) => write!(f, "simple-moves {}", if *on { "on" } else { "off" }),
            Self::Rules => f.write_str("rules"),
            Self::Position => f.write_str("position"),
            Self::Side => f.write_str("side"),
            Self::Clock => f.write_str("clock"),
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::Analysis(found) => {
                write!(f, "analysis {}", found.len())?;
                found.iter().try_for_each(|Evaluated { line, value }| {
                    write!(f, " {} {value}", line.join("|"))
                })
            }
            Self::Fatal(reason) => write!(f, "error -1 {}", text(reason)),
            Self::Trouble(reason) => write!(f, "error 0 {}", text(reason)),
            Self::Status(words) => write!(f, "status {}", text(words)),
        }
    }
}

impl EngineLine {
    /// Reads a line; `None` where it is none of the protocol. OpenTafl's own engine prints such lines.
    ///
    /// # Errors
    /// When a line of the protocol is garbled.
    pub fn read(line: &str) -> Result<Option<Self>, WrongLine> {
        let line = line.trim();
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match (verb, rest) {
            ("hello", _) => Self::Hello,
            ("simple-moves", "on") => Self::SimpleMoves(true),
            ("simple-moves", "off") => Self::SimpleMoves(false),
            ("rules", "") => Self::Rules,
            ("position", "") => Self::Position,
            ("side", "") => Self::Side,
            ("clock", "") => Self::Clock,
            ("move", "") => return Err(WrongLine::new(line, "the move is missing")),
            ("move", mv) => Self::Move(mv.to_owned()),
            ("analysis", found) => Self::Analysis(analysis(line, found)?),
            ("error", told) => match told.split_once(' ').unwrap_or((told, "")) {
                ("-1", reason) => Self::Fatal(reason.to_owned()),
                ("0", reason) => Self::Trouble(reason.to_owned()),
                _ => return Err(WrongLine::new(line, "the code of an error is 0 or -1")),
            },
            ("status", words) => Self::Status(words.to_owned()),
            _ => return Ok(None),
        }))
    }
}

/// `N MOVES VALUE …`; the number is not believed.
fn analysis(line: &str, found: &str) -> Result<Vec<Evaluated>, WrongLine> {
    let words: Vec<&str> = found.split_whitespace().skip(1).collect();
    let pair = |pair: &[&str]| match pair {
        [line, value] => {
            let line = line.split('|').map(str::to_owned).collect();
            Some(Evaluated { line, value: value.parse().ok()? })
        }
        _ => None,
    };
    let found = words.chunks(2).map(pair).collect::<Option<Vec<_>>>();
    found.ok_or_else(|| WrongLine::new(line, "expected pairs of moves and a number"))
}
