//! A game in progress: moves, endings and the position string.

use std::collections::HashMap;
use std::fmt;

use imperial_engine::{Cause, Outcome, Side};

use super::board::{Board, Square};
use super::captures::{captures, choices, is_between_enemies, moved};
use super::movement::{destinations, is_goal};
use super::rules::{Goal, Repetition, Rules};

/// A move with all that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    /// The men that are taken.
    pub men: Vec<Square>,
    /// Whether the king is taken.
    pub king: bool,
}

impl Move {
    /// Appends the move.
    pub fn write(&self, text: &mut String) {
        self.from.write(text);
        text.push('-');
        self.to.write(text);
        for man in &self.men {
            text.push('x');
            man.write(text);
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// Pieces, side to move, counters, and every position that has occurred.
#[derive(Clone, Debug)]
pub struct Position {
    pub board: Board,
    pub side: Side,
    /// Plies since the last capture.
    pub quiet: u32,
    /// Plies played.
    pub ply: u32,
    /// How often each board and side to move has occurred.
    seen: HashMap<String, u32>,
    /// How often these have, now included.
    occurrences: u32,
}

impl Position {
    pub fn start(rules: &Rules, first: Side) -> Self {
        Self::new(rules.setup, first, 0, 0)
    }

    /// A position without a past.
    pub fn new(board: Board, side: Side, quiet: u32, ply: u32) -> Self {
        let mut position = Self { board, side, quiet, ply, seen: HashMap::new(), occurrences: 0 };
        position.count_occurrence();
        position
    }

    /// Reads a position string.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let board = Board::from_ranks(words.next()?)?;
        let side = words.next()?.parse().ok()?;
        let mut counter = || words.next().map_or(Some(0), |word| word.parse().ok());
        let (quiet, ply) = (counter()?, counter()?);
        Some(Self::new(board, side, quiet, ply))
    }

    /// The board and the side to move: what repetition compares.
    fn key(&self) -> String {
        format!("{} {}", self.board.ranks(), self.side.letter())
    }

    fn count_occurrence(&mut self) {
        let occurrences = self.seen.entry(self.key()).or_insert(0);
        *occurrences += 1;
        self.occurrences = *occurrences;
    }

    /// All legal moves. Only an ending on the board leaves none; repetition and limits do not.
    pub fn legal_moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.ending_on_the_board(rules).is_none() {
            for (from, piece) in self.board.pieces() {
                if piece.side() == self.side {
                    self.add_moves_from(rules, from, &mut moves);
                }
            }
        }
        moves
    }

    /// Those of the piece on `from`, which is of the side to move in a game that is not decided.
    pub fn legal_moves_from(&self, rules: &Rules, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_moves_from(rules, from, &mut moves);
        moves
    }

    fn add_moves_from(&self, rules: &Rules, from: Square, moves: &mut Vec<Move>) {
        for to in destinations(rules, &self.board, from) {
            let taken = captures(rules, &self.board, from, to);
            for men in choices(rules, &taken.men) {
                moves.push(Move { from, to, men, king: taken.king });
            }
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, rules: &Rules, mv: &Move) {
        self.play_without_history(rules, mv);
        self.count_occurrence();
    }

    fn play_without_history(&mut self, rules: &Rules, mv: &Move) {
        self.board = moved(&self.board, mv.from, mv.to);
        for man in &mv.men {
            self.board.set(*man, None);
        }
        if mv.king {
            let king = self.board.king().expect("a king to capture");
            self.board.set(king, None);
        }
        let suicide = rules.suicide && !mv.king && is_between_enemies(&self.board, mv.to);
        if suicide {
            self.board.set(mv.to, None);
        }
        let someone_fell = !mv.men.is_empty() || mv.king || suicide;
        self.quiet = if someone_fell { 0 } else { self.quiet + 1 };
        self.ply += 1;
        self.side = !self.side;
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.ending_on_the_board(rules)
            .or_else(|| self.stuck(rules))
            .or_else(|| self.repetition(rules))
            .or_else(|| {
                let limit = rules.quiet_limit?;
                (self.quiet >= limit).then_some(Outcome::draw(Cause::QuietLimit))
            })
            .or_else(|| (self.ply >= rules.ply_limit).then_some(Outcome::draw(Cause::PlyLimit)))
    }

    /// King captured or escaped.
    fn ending_on_the_board(&self, rules: &Rules) -> Option<Outcome> {
        let Some(king) = self.board.king() else {
            return Some(Outcome::win(Side::Attackers, Cause::KingCaptured));
        };
        let in_time = rules.goal != Goal::EdgeHeld || self.side == Side::Defenders;
        (in_time && is_goal(rules, &self.board, king))
            .then_some(Outcome::win(Side::Defenders, Cause::KingEscaped))
    }

    fn stuck(&self, rules: &Rules) -> Option<Outcome> {
        let can_move = self.board.pieces().any(|(square, piece)| {
            piece.side() == self.side && !destinations(rules, &self.board, square).is_empty()
        });
        match can_move {
            true => None,
            false if rules.stuck_is_draw => Some(Outcome::draw(Cause::Stuck)),
            false => Some(Outcome::win(!self.side, Cause::Stuck)),
        }
    }

    fn repetition(&self, rules: &Rules) -> Option<Outcome> {
        let (count, result) = rules.repetition;
        if self.occurrences < count {
            return None;
        }
        let mover = !self.side;
        Some(match (result, mover) {
            (Repetition::Draw, _) | (Repetition::DefendersLose, Side::Attackers) => {
                Outcome::draw(Cause::Repetition)
            }
            (Repetition::Loss, _) | (Repetition::DefendersLose, Side::Defenders) => {
                Outcome::win(!mover, Cause::Repetition)
            }
        })
    }

    /// Number of sequences of exactly `depth` legal plies.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves(rules);
        if depth == 1 {
            return moves.len() as u64;
        }
        let bare = Self { seen: HashMap::new(), ..*self };
        let count = |mv: &Move| {
            let mut next = bare.clone();
            next.play_without_history(rules, mv);
            next.perft(rules, depth - 1)
        };
        moves.iter().map(count).sum()
    }
}

impl fmt::Display for Position {
    /// The position string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.side.letter();
        write!(f, "{} {letter} {} {}", self.board.ranks(), self.quiet, self.ply)
    }
}
