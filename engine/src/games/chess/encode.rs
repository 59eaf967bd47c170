//! What a network sees of chess.

use std::ops::RangeInclusive;

use super::board::{LETTERS, Letter, written};
use super::compiled::Chess;
use super::kinds::Kind;
use super::moves::{ChessMove, Form};
use super::position::Position;
use super::rules::PawnTakes;
use super::squares::Squares;
use super::symmetry::symmetries;
use crate::games::inputs::{Number, chained, flag, names, share};
use crate::games::rule_text::Stuck;
use crate::games::texts::timeless;
use crate::{Action, BoardShape, Choice, Encode, Game, PieceKind, Side};

/// What is said of every letter, with the letter in it.
macro_rules! of_letters {
    ($before:literal) => {
        of_letters!($before: "A" "B" "C" "D" "E" "F" "G" "H" "I" "J" "K" "L" "M" "N" "O" "P" "Q" "R" "S" "T" "U" "V"
            "W" "X" "Y" "Z")
    };
    ($before:literal: $($letter:literal)*) => { [$(concat!($before, $letter)),*] };
}

/// What the kinds are called where no rules name them.
const NAMES: [[&str; LETTERS]; 2] = [of_letters!("attackers' "), of_letters!("defenders' ")];

/// Names of the planes beside those of pieces.
const OTHERS: [&str; 12] = [
    "last move from",
    "last move to",
    "seen once before",
    "seen twice before",
    "quiet plies",
    "plies",
    "the attackers to move",
    "rooks that may castle",
    "squares to take on in passing",
    "a charge goes on",
    "file to move in the charge",
    "moved in the charge",
];

/// Names of the input planes. New ones are added at the end: a network that knows fewer knows the first
/// ones. Each has at most one value beside 0.
const PLANES: [&str; 2 * LETTERS + OTHERS.len()] = chained(&[&NAMES[0], &NAMES[1], &OTHERS]);

/// The switches as numbers from 0 to 1, each under its name. Board and start are seen on the board.
/// New ones come at the end: networks know the first ones.
const NUMBERS: [Number<Chess>; 19] = [
    ("pawn_rank", |g| share(g.rules.pawn_rank, 26)),
    ("pawn_first", |g| share(g.rules.pawn_first, 26)),
    ("pawn_takes = diagonal", |g| flag(g.rules.pawn_takes.contains(&PawnTakes::Diagonal))),
    ("pawn_takes = ahead", |g| flag(g.rules.pawn_takes.contains(&PawnTakes::Ahead))),
    ("in_passing", |g| flag(g.rules.in_passing)),
    ("castling", |g| share(g.castlings.len() as u32, 8)),
    ("promotes_to", |g| share(g.promotes_to.len() as u32, 26)),
    ("replacement", |g| share(g.kinds.iter().filter(|kind| kind.brings != 0).count() as u32, 26)),
    ("hitching", |g| flag(g.rules.hitching)),
    ("deployment", |g| flag(g.rules.deployment)),
    ("succession", |g| flag(g.rules.succession.is_some())),
    ("charge", |g| share(g.rules.charge, 26)),
    ("imperials", |g| share(g.imperials.len() as u32, 26)),
    ("repetition.count", |g| 1.0 / g.rules.repetition.count as f32),
    ("quiet_limit", |g| g.rules.quiet_limit.map_or(1.0, |limit| share(limit, 1024))),
    ("ply_limit", |g| share(g.rules.ply_limit, 1024)),
    ("stuck = draw", |g| flag(g.rules.stuck == Stuck::Draw)),
    ("attackers' royal piece", |g| royal(g, Side::Attackers)),
    ("defenders' royal piece", |g| royal(g, Side::Defenders)),
];

/// How far the kinds of all letters reach.
const REACH: [&str; LETTERS] = of_letters!("reach of ");

/// The names of [`NUMBERS`] and [`REACH`].
const RULE_NAMES: [&str; NUMBERS.len() + LETTERS] = chained(&[&names(&NUMBERS), &REACH]);

/// The attackers' kinds and then the defenders', by their letters. Which are royal the rules say.
const PIECE_KINDS: [PieceKind; 2 * LETTERS] = {
    let mut kinds = [kind(Side::Attackers, 0); 2 * LETTERS];
    let mut nth = 0;
    while nth < kinds.len() {
        let side = if nth < LETTERS { Side::Attackers } else { Side::Defenders };
        kinds[nth] = kind(side, (nth % LETTERS) as Letter);
        nth += 1;
    }
    kinds
};

const fn kind(side: Side, letter: Letter) -> PieceKind {
    PieceKind {
        letter: written(side, letter),
        name: NAMES[side as usize][letter as usize],
        side,
        is_royal: false,
        mark: Some(written(Side::Attackers, letter)),
    }
}

/// Quiet plies that fill their plane where there is no limit.
const MANY_QUIET_PLIES: u32 = 100;

impl Encode for Chess {
    fn family(&self) -> &'static str {
        "chess"
    }

    fn board(&self) -> BoardShape {
        self.lines.shape
    }

    fn planes(&self) -> &'static [&'static str] {
        &PLANES
    }

    fn encode(&self, position: &Position, planes: &mut [f32]) {
        let squares = self.lines.shape.squares();
        assert_eq!(planes.len(), PLANES.len() * squares, "{} planes", PLANES.len());
        planes.fill(0.0);
        let (pieces, others) = planes.split_at_mut(2 * LETTERS * squares);
        for square in position.board.all().iter() {
            if let Some(kind) = self.piece_on(position, square.into()) {
                pieces[kind * squares + usize::from(square)] = 1.0;
            }
        }
        let mut planes = others.chunks_exact_mut(squares);
        let mut next = || planes.next().expect("as many planes as named");
        let only = |square: Option<u8>| square.map_or(Squares::NONE, Squares::only);
        mark(next(), only(position.last.map(|(from, _)| from)));
        mark(next(), only(position.last.map(|(_, to)| to)));
        let occurrences = position.occurrences();
        next().fill(flag(occurrences >= 2));
        next().fill(flag(occurrences >= 3));
        next().fill(share(position.quiet, self.rules.quiet_limit.unwrap_or(MANY_QUIET_PLIES)));
        next().fill(share(position.ply, self.rules.ply_limit));
        next().fill(flag(position.side == Side::Attackers));
        let had = (0..).zip(&self.castlings).filter(|(nth, _)| position.rights >> nth & 1 != 0);
        mark(next(), had.map(|(_, castling): (u8, _)| castling.rook.0).collect());
        mark(next(), position.passed.squares);
        next().fill(flag(position.charge.is_some()));
        let charge = position.charge;
        mark(next(), charge.map_or(Squares::NONE, |charge| self.lines.file(charge.file)));
        mark(next(), charge.map_or(Squares::NONE, |charge| charge.moved));
    }

    /// The pieces, the state, the last move and the clocks.
    fn fingerprint(&self, position: &Position, see: &mut impl FnMut(u64)) {
        position.board.words().for_each(&mut *see);
        let charge = position.charge.unwrap_or_default();
        let sets = [position.passed.squares, charge.moved];
        sets.into_iter().flat_map(Squares::words).for_each(&mut *see);
        let last =
            position.last.map_or(u64::MAX, |(from, to)| u64::from(from) << 8 | u64::from(to));
        see(last);
        let file = if position.charge.is_some() { 1 + u64::from(charge.file) } else { 0 };
        let turn = file << 1 | position.side as u64;
        see(turn << 16
            | u64::from(position.rights) << 8
            | u64::from(position.occurrences().min(3)));
        see(u64::from(position.quiet) << 32 | u64::from(position.ply));
    }

    fn rule_vector(&self) -> Vec<f32> {
        let switches = NUMBERS.iter().map(|(_, number)| number(self));
        switches.chain(self.kinds.iter().map(|kind| reach(self, kind))).collect()
    }

    fn rule_names(&self) -> &'static [&'static str] {
        &RULE_NAMES
    }

    /// A move goes from where it starts to where it ends. The choice is the squares of the start of the kind that a
    /// piece becomes or brings back, the rider that goes along, the square of the one that is shot, or the rank
    /// that advances. The sign to charge stays on the first square.
    fn action(&self, mv: ChessMove) -> Action {
        let choice = match mv.form {
            Form::Go | Form::Passing | Form::Castle(_) | Form::Charge => Choice::Plain,
            Form::Into(letter) => {
                let is_top = self.last_rank.attackers.has(mv.to);
                let side = if is_top { Side::Attackers } else { Side::Defenders };
                chosen(self.kind(letter).home[side])
            }
            Form::Carry(rider) => Choice::Square(rider.into()),
            Form::Shoot => Choice::Square(mv.to.into()),
            Form::Deploy => chosen(self.deployed(mv).map(|(from, _)| from).collect()),
        };
        Action { from: mv.from.into(), to: mv.to.into(), choice }
    }

    fn names_far_squares(&self) -> bool {
        true
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        symmetries(self)
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    /// `adjutant of White`; of letters that the rules do not have, what the family calls them.
    fn kind_name(&self, kind: usize) -> String {
        let side = Side::ALL[kind / LETTERS];
        match self.kinds[kind % LETTERS].name.as_str() {
            "" => PIECE_KINDS[kind].name.to_owned(),
            name => format!("{name} of {}", self.side_name(side).the()),
        }
    }

    /// Those of the start at most: who is lost comes back, and heirs are crowned one at a time.
    fn piece_counts(&self) -> Vec<RangeInclusive<u32>> {
        let crown = self.rules.succession.as_ref().map(|law| law.crown);
        let most = |side: Side| {
            self.kinds.iter().zip('A'..).map(move |(kind, letter)| {
                let start = kind.home[side].count();
                let least = if kind.is_royal { start } else { 0 };
                least..=start.max(u32::from(crown == Some(letter)))
            })
        };
        Side::ALL.into_iter().flat_map(most).collect()
    }

    fn state(&self, position: &Position) -> u32 {
        let squares = self.lines.shape.squares();
        if let Some(charge) = position.charge {
            let [moved, ..] = charge.moved.words();
            let state = 1 + (u64::from(charge.file) << squares.min(WHOLE) | moved);
            return u32::try_from(state).unwrap_or(u32::MAX - 1);
        }
        let passed = match position.passed.squares.is_empty() {
            true => 0,
            false => 1 + u32::from(position.passed.pawn),
        };
        passed << self.castlings.len() | u32::from(position.rights)
    }

    /// With a charge as many as there are sets of squares; boards that are too large for this number are so for
    /// counting positions at all.
    fn states(&self) -> u32 {
        let (squares, files) = (self.lines.shape.squares(), self.lines.shape.width as u64);
        if self.rules.charge > 0 {
            return u32::try_from(1 + (files << squares.min(WHOLE))).unwrap_or(u32::MAX);
        }
        let passed = if self.rules.in_passing { 1 + squares as u32 } else { 1 };
        passed << self.castlings.len()
    }

    fn format_timeless(&self, position: &Position) -> String {
        timeless(&self.write_position(position))
    }

    fn piece_on(&self, position: &Position, square: u16) -> Option<usize> {
        let (side, letter) = position.board.on(square as u8)?;
        Some(side as usize * LETTERS + usize::from(letter))
    }
}

/// Squares whose sets numbers of states can tell apart.
const WHOLE: usize = 32;

/// The squares of a choice.
fn chosen(squares: Squares) -> Choice {
    match squares.first() {
        Some(square) if squares.count() == 1 => Choice::Square(square.into()),
        _ => Choice::Squares(squares.iter().map(u16::from).collect()),
    }
}

/// Sets some squares of a plane of zeros.
fn mark(plane: &mut [f32], squares: Squares) {
    squares.iter().for_each(|square| plane[usize::from(square)] = 1.0);
}

/// Which letter is royal, as a share of the alphabet.
fn royal(game: &Chess, side: Side) -> f32 {
    let letter = game.start.throne(side).map(|square| game.start.letter(square));
    letter.map_or(0.0, |letter| share(1 + u32::from(letter), LETTERS as u32))
}

/// The share of the squares that a kind reaches, shoots at included, from the middle of the empty board; below 0
/// where it does not take by going.
fn reach(game: &Chess, kind: &Kind) -> f32 {
    let BoardShape { width, height } = game.lines.shape;
    let middle = (height / 2 * width + width / 2) as u8;
    let mut reached = game.reached(kind, middle, Squares::NONE);
    if kind.is_pawn {
        reached = Squares::only(middle);
    }
    reached |= kind.shots.get(usize::from(middle)).copied().unwrap_or_default();
    let part = share(reached.count(), (width * height) as u32);
    if kind.takes { part } else { -part }
}
