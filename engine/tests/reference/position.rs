//! A game in progress: moves, endings and the position string.

use std::collections::HashMap;
use std::fmt;

use imperial_engine::{Cause, Outcome, Side};

use super::board::{Board, Piece, Square};
use super::captures::{captures, choices, is_between_enemies, is_king_held, moved};
use super::formations::{has_two_roads, is_encircled, is_exit_fort, runs_along_edge};
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
    /// Whether the king has been given notice.
    pub notice: bool,
    /// Whether the king has just run along the edge as the rules ask of him.
    has_run: bool,
    /// How often each board, side to move and notice has occurred.
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
        Self::with_notice(board, side, quiet, ply, false)
    }

    /// The same, in which the king may have been given notice.
    fn with_notice(board: Board, side: Side, quiet: u32, ply: u32, notice: bool) -> Self {
        let (seen, has_run) = (HashMap::new(), false);
        let mut position = Self { board, side, quiet, ply, notice, has_run, seen, occurrences: 0 };
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
        Some(Self::with_notice(board, side, quiet, ply, text.ends_with(" notice")))
    }

    /// The board and the side to move: what repetition compares.
    fn key(&self) -> String {
        format!("{} {}{}", self.board.ranks(), self.side.letter(), self.notice_word())
    }

    fn notice_word(&self) -> &'static str {
        if self.notice { " notice" } else { "" }
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
            for men in choices(rules, &taken) {
                let mv = Move { from, to, men, king: taken.king };
                if !self.is_banned(rules, &mv) {
                    moves.push(mv);
                }
            }
        }
    }

    /// Whether the defenders make this move and it brings back an earlier position, which is forbidden.
    fn is_banned(&self, rules: &Rules, mv: &Move) -> bool {
        if rules.repetition.1 != Repetition::Banned || self.side == Side::Attackers {
            return false;
        }
        let mut next = self.clone();
        next.play_without_history(rules, mv);
        next.seen.contains_key(&next.key())
    }

    /// Makes a legal move.
    pub fn play(&mut self, rules: &Rules, mv: &Move) {
        self.play_without_history(rules, mv);
        self.count_occurrence();
    }

    fn play_without_history(&mut self, rules: &Rules, mv: &Move) {
        let king_moves = self.board.get(mv.from) == Some(Piece::King);
        self.has_run = king_moves && runs_along_edge(rules, &self.board, mv.from, mv.to);
        self.board = moved(&self.board, mv.from, mv.to);
        for man in &mv.men {
            self.board.set(*man, None);
        }
        let gives_notice = mv.king && rules.king_notice;
        let mut king_falls = mv.king && !gives_notice;
        let suicide = rules.suicide && !mv.king && is_between_enemies(&self.board, mv.to);
        if suicide {
            self.board.set(mv.to, None);
        }
        // The defenders' answer to a notice: the king moves, or his capture must be ended.
        if self.notice && !king_moves && is_king_held(rules, &self.board) {
            king_falls = true;
        }
        self.notice = gives_notice;
        if king_falls {
            let king = self.board.king().expect("a king to capture");
            self.board.set(king, None);
        }
        let someone_fell = !mv.men.is_empty() || king_falls || suicide;
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
        if self.has_run || (in_time && is_goal(rules, &self.board, king)) {
            Some(Outcome::win(Side::Defenders, Cause::KingEscaped))
        } else if self.side == Side::Attackers && has_two_roads(rules, &self.board) {
            Some(Outcome::win(Side::Defenders, Cause::TwoRoads))
        } else if is_exit_fort(rules, &self.board) {
            Some(Outcome::win(Side::Defenders, Cause::ExitFort))
        } else if is_encircled(rules, &self.board) {
            Some(Outcome::win(Side::Attackers, Cause::Encircled))
        } else {
            None
        }
    }

    fn stuck(&self, rules: &Rules) -> Option<Outcome> {
        let can_move = self.board.pieces().any(|(square, piece)| {
            piece.side() == self.side && !self.legal_moves_from(rules, square).is_empty()
        });
        match can_move {
            true => None,
            false if rules.stuck_is_draw => Some(Outcome::draw(Cause::Stuck)),
            false => Some(Outcome::win(!self.side, Cause::Stuck)),
        }
    }

    fn repetition(&self, rules: &Rules) -> Option<Outcome> {
        let (count, result) = rules.repetition;
        if self.occurrences < count? {
            return None;
        }
        let mover = !self.side;
        Some(match (result, mover) {
            (Repetition::Banned, _) => return None,
            (Repetition::Draw, _) | (Repetition::DefendersOwn, Side::Attackers) => {
                Outcome::draw(Cause::Repetition)
            }
            (Repetition::Loss, _) => Outcome::win(!mover, Cause::Repetition),
            (Repetition::Defenders, _) | (Repetition::DefendersOwn, Side::Defenders) => {
                Outcome::win(Side::Attackers, Cause::Repetition)
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
        let notice = self.notice_word();
        write!(f, "{} {letter} {} {}{notice}", self.board.ranks(), self.quiet, self.ply)
    }
}
