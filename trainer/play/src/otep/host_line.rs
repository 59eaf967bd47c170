//! What a host says to an engine.

use std::fmt;
use std::str::FromStr;

use imperial_engine::Side;

use super::WrongLine;
use super::clocks::Clocks;

/// A line of a host. Records of rules, positions and moves are texts in OpenTafl's notation, not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostLine {
    /// The greeting, which needs no answer.
    Hello,
    /// Rules; the board goes to their start.
    Rules(String),
    /// A position: an answer, or one to look at.
    Position(String),
    /// The side to move in a position to look at; before a game, the engine's own side.
    Side(Side),
    /// The time that is left.
    Clock(Clocks),
    /// Think for this side, and answer with a move.
    Play(Side),
    /// The engine's move is accepted; the position after it.
    Accepted(String),
    /// The engine's move is refused: 1 and 3 wrong side, 2 and 4 illegal.
    Refused(i32),
    /// What the other side has played, and the position after it.
    OpponentMove(Vec<String>, Option<String>),
    /// Look at the position for so many seconds, and answer with at most so many moves.
    Analyze(u32, u32),
    /// The game has ended.
    Finish(End),
    /// Nothing more comes.
    Goodbye,
    /// What needs no answer and changes nothing: `start`, `dump`.
    Ignored(String),
}

/// How a game ended, as `finish` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Before its end.
    Aborted,
    /// Drawn.
    Draw,
    /// Won.
    Win(Side),
}

impl End {
    /// The end of a game with this winner.
    pub const fn of(winner: Option<Side>) -> Self {
        match winner {
            None => Self::Draw,
            Some(side) => Self::Win(side),
        }
    }

    const ALL: [Self; 4] =
        [Self::Aborted, Self::Draw, Self::Win(Side::Attackers), Self::Win(Side::Defenders)];
}

impl fmt::Display for HostLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello => f.write_str("hello"),
            Self::Rules(record) => write!(f, "rules {record}"),
            Self::Position(record) => write!(f, "position {record}"),
            Self::Side(side) => write!(f, "side {side}"),
            Self::Clock(clocks) => write!(f, "clock {clocks}"),
            Self::Play(side) => write!(f, "play {side}"),
            Self::Accepted(record) => write!(f, "move {record}"),
            Self::Refused(code) => write!(f, "error {code}"),
            Self::OpponentMove(moves, position) => {
                write!(f, "opponent-move {}", moves.join("|"))?;
                position.iter().try_for_each(|position| write!(f, " {position}"))
            }
            Self::Analyze(moves, seconds) => write!(f, "analyze {moves} {seconds}"),
            Self::Finish(end) => {
                let code = End::ALL.iter().position(|known| known == end).unwrap_or_default();
                write!(f, "finish {code}")
            }
            Self::Goodbye => f.write_str("goodbye"),
            Self::Ignored(line) => f.write_str(line),
        }
    }
}

/// Lines that mean nothing to an engine of ours: the start of a game in old versions, and a wish for debugging.
const IGNORED: [&str; 2] = ["start", "dump"];

impl FromStr for HostLine {
    type Err = WrongLine;

    fn from_str(line: &str) -> Result<Self, WrongLine> {
        let wrong = |reason: &str| WrongLine::new(line, reason);
        let line = line.trim();
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let text = |what: &str| {
            let missing = || wrong(&format!("{what} is missing"));
            (!rest.is_empty()).then(|| rest.to_owned()).ok_or_else(missing)
        };
        let side = || match words[..] {
            ["attackers"] => Ok(Side::Attackers),
            ["defenders"] => Ok(Side::Defenders),
            _ => Err(wrong("expected attackers or defenders")),
        };
        let number = |nth: usize| {
            let number = words.get(nth).and_then(|word| word.parse::<u32>().ok());
            number.ok_or_else(|| wrong("expected whole numbers from 0 on"))
        };
        Ok(match verb {
            "hello" => Self::Hello,
            "rules" => Self::Rules(text("the rules record")?),
            "position" => Self::Position(text("the position record")?),
            "side" => Self::Side(side()?),
            "clock" => Self::Clock(Clocks::read(line, &words)?),
            "play" => Self::Play(side()?),
            "move" => Self::Accepted(text("the position record")?),
            "error" => {
                let code = words.first().and_then(|word| word.parse().ok());
                Self::Refused(code.ok_or_else(|| wrong("expected a number"))?)
            }
            "opponent-move" => {
                let moves = words.first().ok_or_else(|| wrong("the move is missing"))?;
                let moves = moves.split('|').map(str::to_owned).collect();
                Self::OpponentMove(moves, words.get(1).map(|word| (*word).to_owned()))
            }
            "analyze" => Self::Analyze(number(0)?, number(1)?),
            "finish" => {
                let end = number(0)?;
                let end = End::ALL.get(end as usize);
                Self::Finish(*end.ok_or_else(|| wrong("expected a number from 0 to 3"))?)
            }
            "goodbye" => Self::Goodbye,
            _ if IGNORED.contains(&verb) => Self::Ignored(line.to_owned()),
            _ => return Err(wrong("there is no such command")),
        })
    }
}
