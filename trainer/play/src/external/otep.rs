//! What is said to an engine of OpenTafl's protocol and what it may answer.

use std::thread;
use std::time::{Duration, Instant};

use imperial_data::opentafl::{read_move, simple_move, write_move, write_position};
use imperial_engine::{MoveError, Side};

use super::asked::{Asked, NewGame};
use super::fault::Fault;
use super::process::Process;
use super::spec::EngineSpec;
use crate::otep::{Clocks, End, EngineLine, HostLine};
use crate::tell;

/// How long an engine may take to refuse rules: nothing is acknowledged.
const MAY_REFUSE: Duration = Duration::from_millis(200);
/// OpenTafl's engine makes its move on its board a moment after it has said it, beside what comes in. The answer to
/// it waits so long.
const MAKES_ITS_MOVE: Duration = Duration::from_millis(50);
/// What `error` says of an illegal move.
const ILLEGAL: i32 = 2;

/// An engine that has said `hello`.
pub(super) struct Otep {
    process: Process,
    game: Option<Game>,
    /// Whether it wants moves without captures.
    simple: bool,
    /// When it said its last move.
    moved: Option<Instant>,
    /// What it said to be wrong, and was told.
    told: Vec<String>,
}

/// What the engine knows of the game.
struct Game {
    rules: String,
    start: Option<String>,
    moves: Vec<String>,
}

impl Otep {
    /// Starts the engine.
    pub fn open(spec: &EngineSpec) -> Result<Self, Fault> {
        let mut process = Process::start(spec.command(), "goodbye")?;
        let is_hello = |line: &str| matches!(EngineLine::read(line), Ok(Some(EngineLine::Hello)));
        process.hear("hello", spec.patience(), |line| is_hello(line).then_some(Ok(())))?;
        Ok(Self { process, game: None, simple: true, moved: None, told: Vec::new() })
    }

    /// Begins a game. The clock comes at once: OpenTafl's engine takes the first one for the length of the game.
    pub fn begin(&mut self, game: &NewGame, spec: &EngineSpec) -> Result<(), Fault> {
        self.say(&HostLine::Rules(game.rules.clone()));
        self.say(&HostLine::Clock(clocks(spec)));
        self.game = Some(Game { rules: game.rules.clone(), start: None, moves: Vec::new() });
        let mut heard = Vec::new();
        let refusal = self.process.hear("move", MAY_REFUSE, |line| match EngineLine::read(line) {
            Ok(Some(EngineLine::Fatal(reason))) => Some(Err(Fault::Complaint(reason))),
            Ok(Some(line)) => {
                heard.push(line);
                None
            }
            _ => None,
        });
        match refusal {
            Ok(()) | Err(Fault::Silent { .. }) => {}
            Err(fault) => return Err(fault),
        }
        heard.into_iter().for_each(|line| self.attend(line, None, spec));
        Ok(())
    }

    /// The move that the engine plays, in our notation.
    pub fn best_move(&mut self, asked: &Asked<'_>, spec: &EngineSpec) -> Result<String, Fault> {
        let board = board(asked.position)?;
        if let Some(moved) = self.moved.take() {
            thread::sleep(MAKES_ITS_MOVE.saturating_sub(moved.elapsed()));
        }
        self.catch_up(asked, &board);
        self.say(&HostLine::Clock(clocks(spec)));
        self.say(&HostLine::Play(asked.side));
        let deadline = Instant::now() + spec.longest_move();
        loop {
            match self.hear_before(deadline, spec)? {
                EngineLine::Move(text) => return Ok(read_move(&text, asked.position)?),
                EngineLine::Fatal(reason) => return Err(Fault::Complaint(reason)),
                line => self.attend(line, Some((&board, asked.side)), spec),
            }
        }
    }

    /// The next line of the protocol that comes before `deadline`, which is that of the whole move: an engine that
    /// talks on must not have more time.
    fn hear_before(&mut self, deadline: Instant, spec: &EngineSpec) -> Result<EngineLine, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        let heard = self.process.hear("move", left, |line| match EngineLine::read(line) {
            Ok(line) => line.map(Ok),
            Err(wrong) => Some(Err(Fault::Complaint(wrong.to_string()))),
        });
        heard.map_err(|fault| match fault {
            Fault::Silent { waiting_for, .. } => {
                Fault::Silent { waiting_for, after: spec.longest_move() }
            }
            fault => fault,
        })
    }

    /// Does what a line wants that is no move. Where the game stands is known once the engine is asked for one.
    fn attend(&mut self, line: EngineLine, stands: Option<(&str, Side)>, spec: &EngineSpec) {
        let rules = || self.game.as_ref().map(|game| HostLine::Rules(game.rules.clone()));
        let answer = match line {
            EngineLine::Rules => rules(),
            EngineLine::Position => stands.map(|(board, _)| HostLine::Position(board.to_owned())),
            EngineLine::Side => stands.map(|(_, side)| HostLine::Side(side)),
            EngineLine::Clock => Some(HostLine::Clock(clocks(spec))),
            EngineLine::SimpleMoves(on) => {
                self.simple = on;
                None
            }
            EngineLine::Trouble(reason) => {
                self.tell_once(reason);
                None
            }
            EngineLine::Hello | EngineLine::Move(_) | EngineLine::Analysis(_) => None,
            EngineLine::Status(_) | EngineLine::Fatal(_) => None,
        };
        answer.iter().for_each(|answer| self.say(answer));
    }

    /// Its move is accepted.
    pub fn accept(&mut self, mv: &str, after: &str) {
        self.moved = Some(Instant::now());
        if let Ok(board) = write_position(after) {
            self.say(&HostLine::Accepted(board));
        }
        if let Some(game) = &mut self.game {
            game.moves.push(mv.to_owned());
        }
    }

    /// Its move cannot be played.
    pub fn refuse(&mut self) {
        self.say(&HostLine::Refused(ILLEGAL));
    }

    /// The game has ended.
    pub fn finish(&mut self, winner: Option<Option<Side>>) {
        if self.game.take().is_some() {
            self.say(&HostLine::Finish(winner.map_or(End::Aborted, End::of)));
        }
    }

    /// Tells what was played since the engine's own move; or where the game stands, if that is more than a move.
    fn catch_up(&mut self, asked: &Asked<'_>, board: &str) {
        let Some(game) = &mut self.game else { return };
        let known = game.moves.len();
        let goes_on = game.start.as_deref() == asked.start
            && asked.moves.len() >= known
            && game.moves.iter().eq(&asked.moves[..known]);
        game.start = asked.start.map(str::to_owned);
        game.moves = asked.moves.iter().map(|mv| (*mv).to_owned()).collect();
        match (goes_on, &asked.moves[known.min(asked.moves.len())..]) {
            (true, []) => {}
            (true, [mv]) => {
                let mv = self.notation(mv, asked.position);
                self.say(&HostLine::OpponentMove(vec![mv], Some(board.to_owned())));
            }
            _ => {
                self.say(&HostLine::Position(board.to_owned()));
                self.say(&HostLine::Side(asked.side));
            }
        }
    }

    /// A move as the engine wants it. One that OpenTafl cannot read in full is simple.
    fn notation(&self, mv: &str, after: &str) -> String {
        let simple = || simple_move(mv).to_owned();
        if self.simple { simple() } else { write_move(mv, after).unwrap_or_else(|_| simple()) }
    }

    fn tell_once(&mut self, reason: String) {
        if !self.told.contains(&reason) {
            tell!("note: an engine says: {reason}");
            self.told.push(reason);
        }
    }

    fn say(&mut self, line: &HostLine) {
        self.process.say(&line.to_string());
    }
}

fn clocks(spec: &EngineSpec) -> Clocks {
    Clocks::each_move(spec.move_time())
}

/// The position record of a position string.
fn board(position: &str) -> Result<String, MoveError> {
    write_position(position).map_err(|error| MoveError::new("position", error.to_string()))
}
