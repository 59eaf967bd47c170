//! What is sent, and how.

use std::io::{ErrorKind, Read, Write};

use anyhow::{Context as _, anyhow, bail};
use imperial_engine::{Encode, Outcome, Side};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Bytes of the longest message; a board has about a thousand.
const LONGEST: usize = 1 << 16;

/// Whose turn it is, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// It is the turn of the defenders.
    #[serde(rename = "WHITE")]
    White,
    /// It is the turn of the attackers.
    #[serde(rename = "BLACK")]
    Black,
    /// The defenders have won.
    #[serde(rename = "WHITEWIN")]
    WhiteWin,
    /// The attackers have won.
    #[serde(rename = "BLACKWIN")]
    BlackWin,
    /// The game is drawn.
    #[serde(rename = "DRAW")]
    Draw,
}

impl Turn {
    /// The turn of a side.
    pub const fn of(side: Side) -> Self {
        match side {
            Side::Defenders => Self::White,
            Side::Attackers => Self::Black,
        }
    }

    /// The colour of the side whose turn it is, or that has won.
    pub const fn colour(self) -> &'static str {
        match self {
            Self::White | Self::WhiteWin => "white",
            Self::Black | Self::BlackWin => "black",
            Self::Draw => "nobody",
        }
    }

    /// The end of a game.
    pub const fn end(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Defenders) => Self::WhiteWin,
            Some(Side::Attackers) => Self::BlackWin,
            None => Self::Draw,
        }
    }

    /// Who won, where the game has ended.
    pub const fn winner(self) -> Option<Option<Side>> {
        match self {
            Self::White | Self::Black => None,
            Self::WhiteWin => Some(Some(Side::Defenders)),
            Self::BlackWin => Some(Some(Side::Attackers)),
            Self::Draw => Some(None),
        }
    }
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Pawn {
    Empty,
    White,
    Black,
    King,
    Throne,
}

/// A position as the server tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    /// Nine rows from rank 1, each from file a.
    pub board: Vec<Vec<Pawn>>,
    pub turn: Turn,
}

impl State {
    /// A position of the game; `over` where it has ended.
    pub fn new<G: Encode>(game: &G, position: &G::Position, over: Option<Turn>) -> Self {
        let end = game.outcome(position).map(|Outcome { winner, .. }| Turn::end(winner));
        let turn = over.or(end).unwrap_or(Turn::of(game.side_to_move(position)));
        Self { board: board(game, position), turn }
    }
}

/// What stands where; an empty throne has a name of its own.
pub(super) fn board<G: Encode>(game: &G, position: &G::Position) -> Vec<Vec<Pawn>> {
    let shape = game.board();
    let throne = (shape.squares() / 2) as u16;
    let pawn = |square: u16| match game.piece_on(position, square) {
        None if square == throne => Pawn::Throne,
        None => Pawn::Empty,
        Some(kind) if game.piece_kinds()[kind].is_royal => Pawn::King,
        Some(kind) if game.piece_kinds()[kind].side == Side::Defenders => Pawn::White,
        Some(_) => Pawn::Black,
    };
    let squares: Vec<Pawn> = (0..shape.squares() as u16).map(pawn).collect();
    squares.chunks(shape.width).map(<[Pawn]>::to_vec).collect()
}

/// A move as players send it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Action {
    pub from: String,
    pub to: String,
    pub turn: Turn,
}

impl Action {
    /// A move of `side` in our notation, which may name what it takes.
    pub fn new(text: &str, side: Side) -> anyhow::Result<Self> {
        let (from, rest) = text.split_once('-').context("a move has two squares")?;
        let to = rest.split('x').next().unwrap_or(rest);
        Ok(Self { from: from.to_owned(), to: to.to_owned(), turn: Turn::of(side) })
    }

    /// The move in our notation.
    pub fn text(&self) -> String {
        format!("{}-{}", self.from.to_lowercase(), self.to.to_lowercase())
    }
}

/// Sends one message.
pub(super) fn send(stream: &mut impl Write, message: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(message)?;
    let length = u32::try_from(text.len())?;
    stream.write_all(&[length.to_be_bytes().as_slice(), text.as_bytes()].concat())?;
    Ok(stream.flush()?)
}

/// Waits for one message.
pub(super) fn receive<T: DeserializeOwned>(stream: &mut impl Read) -> anyhow::Result<T> {
    let mut length = [0; 4];
    fill(stream, &mut length)?;
    let length = u32::from_be_bytes(length) as usize;
    if length > LONGEST {
        bail!("a message of {length} bytes is longer than any of this protocol");
    }
    let mut text = vec![0; length];
    fill(stream, &mut text)?;
    serde_json::from_slice(&text)
        .with_context(|| format!("`{}` is no message", String::from_utf8_lossy(&text)))
}

/// Waits for so many bytes.
fn fill(stream: &mut impl Read, bytes: &mut [u8]) -> anyhow::Result<()> {
    stream.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof
        | ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe => anyhow!("the other end closed the connection"),
        _ => anyhow::Error::from(error).context("the other end cannot be heard"),
    })
}
