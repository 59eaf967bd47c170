//! Who lets two players play.

use std::io::{ErrorKind, Read};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, PerSide, Side, with_game};
use imperial_play::analysis::Setup;
use imperial_play::interrupt;
use serde::de::DeserializeOwned;

use super::message::{Action, State, Turn, receive, send};

/// Time between two looks for a player who has come.
const LOOK: Duration = Duration::from_millis(50);

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Hosted {
    /// The names of the players.
    pub names: PerSide<String>,
    /// Its moves, in our notation.
    pub moves: Vec<String>,
    /// How it ended.
    pub end: Turn,
    /// Why it ended before its end.
    pub fault: Option<String>,
}

/// Waits for two players and lets them play one game, with so much time for each move. Who sends nothing in
/// time, or no legal move, loses.
///
/// # Errors
/// When the ports fail, a player goes before the game, or the user interrupts.
pub fn host(
    game: &AnyGame,
    doors: &PerSide<TcpListener>,
    limit: Duration,
) -> anyhow::Result<Hosted> {
    with_game!(game, |game| host_in(game, doors, limit))
}

fn host_in<G: Encode>(
    game: &G,
    doors: &PerSide<TcpListener>,
    limit: Duration,
) -> anyhow::Result<Hosted> {
    let mut white = welcome(&doors.defenders, limit)?;
    let mut black = welcome(&doors.attackers, limit)?;
    let names = PerSide { attackers: black.1, defenders: white.1 };
    let mut setup = Setup::default();
    let mut fault = None;
    loop {
        let position = setup.position(game)?;
        let side = game.side_to_move(&position);
        let over = fault.as_ref().map(|_| Turn::end(Some(!side)));
        let state = State::new(game, &position, over);
        for player in [&mut white.0, &mut black.0] {
            // Who has gone loses when it is his turn.
            let _ = send(player, &state);
        }
        if state.turn.winner().is_some() {
            return Ok(Hosted { names, moves: setup.moves, end: state.turn, fault });
        }
        let mover = if side == Side::Defenders { &mut white.0 } else { &mut black.0 };
        match ask(game, &position, mover, (side, limit)) {
            Ok(mv) => setup.moves.push(mv),
            Err(error) => fault = Some(format!("{error:#}")),
        }
        interrupt::check()?;
    }
}

/// The first player who comes, and its name.
fn welcome(door: &TcpListener, limit: Duration) -> anyhow::Result<(TcpStream, String)> {
    door.set_nonblocking(true)?;
    let stream = loop {
        interrupt::check()?;
        match door.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(LOOK);
            }
            Err(error) => return Err(error.into()),
        }
    };
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(limit))?;
    let name = hear(&stream, limit, "name").context("a player sends its name first")?;
    Ok((stream, name))
}

/// What a player sends until a deadline, however little comes at a time.
struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    fn new(stream: &'a TcpStream, limit: Duration) -> Self {
        Self { stream, deadline: Instant::now() + limit }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// Whether time ran out; systems have two names for that.
fn is_late(error: &anyhow::Error) -> bool {
    let error = error.root_cause().downcast_ref::<std::io::Error>();
    error.is_some_and(|error| matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock))
}

/// A message that a player sends in time.
fn hear<T: DeserializeOwned>(stream: &TcpStream, limit: Duration, what: &str) -> anyhow::Result<T> {
    receive(&mut Timed::new(stream, limit)).map_err(|error| {
        if is_late(&error) {
            anyhow::anyhow!("no {what} came within {} s", limit.as_secs_f32())
        } else {
            error
        }
    })
}

/// The move of a player, which is legal.
fn ask<G: Encode>(
    game: &G,
    position: &G::Position,
    stream: &TcpStream,
    (side, limit): (Side, Duration),
) -> anyhow::Result<String> {
    let action: Action = hear(stream, limit, "move")?;
    if action.turn != Turn::of(side) {
        anyhow::bail!("the move says that it is of the other side");
    }
    let mv = game.parse_move(position, &action.text())?;
    Ok(game.format_move(position, mv))
}
