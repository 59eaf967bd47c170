//! Reading commands.

use std::time::Duration;

use imperial_engine::PerSide;

/// Deepest perft that is counted; more than anybody can wait for.
const DEEPEST_PERFT: u32 = 20;

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    /// A position string, or the starting position, and the moves from there.
    Position {
        start: Option<String>,
        moves: Vec<String>,
    },
    Query(Query),
    Go(Limits),
    Perft(u32),
    Show,
    Stop,
    Quit,
}

/// What a `query` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    PlayerOnesTurn,
    Result,
}

/// When a search ends; the first limit that is reached counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    /// Playouts.
    pub nodes: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Length of the expected line in plies.
    pub depth: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// Time left on the clocks, and what a move adds to it.
    pub clocks: PerSide<(Option<Duration>, Duration)>,
}

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    #[error(
        "there is no command `{0}`; there are ugi, isready, uginewgame, setoption, position, \
         query, go, d, stop, quit"
    )]
    Unknown(String),
    #[error("`{0}` needs {1}")]
    Missing(&'static str, &'static str),
    #[error("`{command}` does not know `{word}`; expected {expected}")]
    Unexpected { command: &'static str, word: String, expected: &'static str },
    #[error("`{name}` must be a whole number from {least} to {most}, not `{found}`")]
    Number { name: String, least: u64, most: u64, found: String },
    #[error("`{0}` is set twice; set it once")]
    Twice(String),
    #[error("`{name}` must be true or false, not `{found}`")]
    Flag { name: String, found: String },
    #[error("there is no option `{0}`; there are {1}")]
    UnknownOption(String, String),
}

impl Command {
    /// Reads a line; an empty one asks for nothing.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(verb) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let alone = |command| match rest.first() {
            None => Ok(command),
            Some(word) => Err(CommandError::Unexpected {
                command: "this command",
                word: (*word).to_owned(),
                expected: "nothing after it",
            }),
        };
        Ok(Some(match verb {
            "ugi" => alone(Self::Ugi)?,
            "isready" => alone(Self::IsReady)?,
            "uginewgame" => alone(Self::NewGame)?,
            "d" => alone(Self::Show)?,
            "stop" => alone(Self::Stop)?,
            "quit" => alone(Self::Quit)?,
            "setoption" => set_option(&rest)?,
            "position" => position(&rest)?,
            "query" => query(&rest)?,
            "go" if rest.first() == Some(&"perft") => perft(&rest)?,
            "go" => Self::Go(limits(&rest)?),
            _ => return Err(CommandError::Unknown(verb.to_owned())),
        }))
    }
}

/// `name NAME value VALUE`; without a value it is empty.
fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let missing = CommandError::Missing("setoption", "`name NAME value VALUE`");
    let Some((&"name", rest)) = words.split_first() else { return Err(missing) };
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    if end == 0 {
        return Err(missing);
    }
    let value = rest.get(end + 1..).unwrap_or_default().join(" ");
    Ok(Command::SetOption { name: rest[..end].join(" "), value })
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default();
    let start = match words[..end].split_first() {
        Some((&"startpos", [])) => None,
        Some((&"fen", text)) if !text.is_empty() => Some(text.join(" ")),
        _ => return Err(CommandError::Missing("position", "`startpos` or `fen POSITION`")),
    };
    Ok(Command::Position { start, moves: moves.iter().map(|word| (*word).to_owned()).collect() })
}

fn query(words: &[&str]) -> Result<Command, CommandError> {
    Ok(Command::Query(match words {
        ["gameover"] => Query::GameOver,
        ["p1turn"] => Query::PlayerOnesTurn,
        ["result"] => Query::Result,
        _ => {
            let (command, word) = ("query", words.join(" "));
            let expected = "gameover, p1turn or result";
            return Err(CommandError::Unexpected { command, word, expected });
        }
    }))
}

fn perft(words: &[&str]) -> Result<Command, CommandError> {
    match words[1..] {
        [depth] => Ok(Command::Perft(number("perft", depth, 0, u64::from(DEEPEST_PERFT))? as u32)),
        _ => Err(CommandError::Missing("go perft", "one number, the depth in plies")),
    }
}

fn limits(words: &[&str]) -> Result<Limits, CommandError> {
    let mut limits = Limits::default();
    let mut names = Vec::new();
    let mut words = words.iter();
    while let Some(name) = words.next() {
        if names.contains(name) {
            return Err(CommandError::Twice((*name).to_owned()));
        }
        names.push(*name);
        if *name == "infinite" {
            limits.infinite = true;
            continue;
        }
        let mut value = |least, most| {
            let text = words.next().ok_or(CommandError::Missing("go", "a number after a limit"))?;
            number(name, text, least, most)
        };
        let mut time = || value(0, DAY).map(Duration::from_millis);
        match *name {
            "movetime" => limits.movetime = Some(time()?),
            "p1time" => limits.clocks.attackers.0 = Some(time()?),
            "p2time" => limits.clocks.defenders.0 = Some(time()?),
            "p1inc" => limits.clocks.attackers.1 = time()?,
            "p2inc" => limits.clocks.defenders.1 = time()?,
            "nodes" => limits.nodes = Some(value(1, u64::from(u32::MAX))? as u32),
            "depth" => limits.depth = Some(value(1, u64::from(u32::MAX))? as u32),
            _ => {
                let expected = "nodes, movetime, depth, infinite, p1time, p2time, p1inc, p2inc \
                                or perft";
                let word = (*name).to_owned();
                return Err(CommandError::Unexpected { command: "go", word, expected });
            }
        }
    }
    Ok(limits)
}

/// Milliseconds of a day, the longest time that anybody gives.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Reads a whole number of this range.
pub(super) fn number(name: &str, text: &str, least: u64, most: u64) -> Result<u64, CommandError> {
    let found = text.parse().ok().filter(|number| (least..=most).contains(number));
    let error =
        || CommandError::Number { name: name.to_owned(), least, most, found: text.to_owned() };
    found.ok_or_else(error)
}
