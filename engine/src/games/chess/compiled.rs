//! A rule set compiled: tables of where each kind of piece goes.

use super::board::{Board, LETTERS, Letter};
use super::kinds::{Kind, Lines, go};
use super::rules::{ChessRules, PawnTakes};
use super::squares::Squares;
use crate::games::lines::read_point;
use crate::games::rule_text::RuleSetError;
use crate::{BoardShape, PerSide, Side};

/// A game of chess, compiled from its rules.
#[derive(Clone, Debug)]
pub struct Chess {
    pub(super) rules: ChessRules,
    pub(super) lines: Lines,
    /// Every kind by its letter; those that the rules do not have go nowhere.
    pub(super) kinds: Vec<Kind>,
    pub(super) pawns: Pawns,
    pub(super) castlings: Vec<Castling>,
    /// Where pieces that leap and take may come from, whichever they are.
    pub(super) leapers: Vec<Squares>,
    /// Where pieces that shoot may hit from.
    pub(super) shooters: Vec<Squares>,
    /// Where pieces that walk and take may come from, if nothing stands in their way: they attack round corners.
    pub(super) walks: Vec<Squares>,
    /// The last rank, as each side sees it.
    pub(super) last_rank: PerSide<Squares>,
    /// Letters of what a pawn may become.
    pub(super) promotes_to: Vec<Letter>,
    /// Letters without which a side has lost.
    pub(super) imperials: Vec<Letter>,
    /// Letters of the heirs.
    pub(super) heirs: Vec<Letter>,
    /// The ranks that each side calls home.
    pub(super) home: PerSide<Squares>,
    pub(super) start: Board,
}

/// Where pawns go.
#[derive(Clone, Debug)]
pub(super) struct Pawns {
    /// The square ahead of each.
    pub ahead: PerSide<Vec<Option<u8>>>,
    /// What a pawn on each square takes.
    pub takes: PerSide<Vec<Squares>>,
    /// Where a pawn on each square takes in passing.
    pub passing: PerSide<Vec<Squares>>,
    /// From where pawns may go farther, and how far.
    pub start: PerSide<Squares>,
    pub first: u32,
}

/// A move of a king and a rook.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub side: Side,
    pub king: (u8, u8),
    pub rook: (u8, u8),
    /// Squares that must be empty.
    pub between: Squares,
    /// Squares that must not be attacked.
    pub safe: Squares,
}

impl Chess {
    /// Compiles a rule set.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`ChessRules::check`]).
    pub fn new(rules: &ChessRules) -> Result<Self, RuleSetError> {
        rules.check()?;
        let lines = Lines::new(rules.shape());
        let kinds = kinds(rules, &lines)?;
        let union = |tables: &dyn Fn(&Kind) -> Option<&Vec<Squares>>| {
            let all = |square: usize| {
                let sets = kinds.iter().filter_map(tables).map(|table| table[square]);
                sets.fold(Squares::NONE, |all, set| all | set)
            };
            (0..lines.shape.squares()).map(all).collect()
        };
        let leapers = union(&|kind| kind.attacks().then_some(&kind.leaps));
        let shooters = union(&|kind| Some(&kind.shots).filter(|shots| !shots.is_empty()));
        let walks = union(&|kind| kind.attacks().then_some(&kind.walks));
        let top = lines.shape.height as u8 - 1;
        let home = rules.succession.as_ref().map_or(0, |law| law.home) as u8;
        let ranks = |ranks: std::ops::Range<u8>| {
            ranks.map(|rank| lines.rank(rank)).fold(Squares::NONE, |all, rank| all | rank)
        };
        let letters = |text: &str| text.bytes().map(|letter| letter - b'A').collect();
        Ok(Self {
            pawns: Pawns::new(rules, &lines),
            castlings: rules.castlings()?,
            leapers,
            shooters,
            walks,
            last_rank: PerSide { attackers: lines.rank(top), defenders: lines.rank(0) },
            promotes_to: letters(&rules.promotes_to),
            imperials: letters(&rules.imperials),
            heirs: letters(rules.succession.as_ref().map_or("", |law| &law.heirs)),
            home: PerSide { attackers: ranks(0..home), defenders: ranks(top + 1 - home..top + 1) },
            start: rules.board()?,
            rules: rules.clone(),
            kinds,
            lines,
        })
    }

    /// The rules that it was compiled from.
    pub fn rules(&self) -> &ChessRules {
        &self.rules
    }

    /// The kind of a letter.
    #[inline]
    pub(super) fn kind(&self, letter: Letter) -> &Kind {
        &self.kinds[usize::from(letter)]
    }

    /// The name of a square.
    pub(super) fn name(&self, square: u8) -> String {
        square_name(self.lines.shape, square)
    }

    /// The square of a name.
    pub(super) fn find(&self, name: &str) -> Option<u8> {
        find_square(self.lines.shape, name)
    }
}

/// The name of a square.
pub(super) fn square_name(shape: BoardShape, square: u8) -> String {
    let square = usize::from(square);
    crate::games::lines::point_name((square % shape.width, square / shape.width))
}

/// The square of a name.
pub(super) fn find_square(shape: BoardShape, name: &str) -> Option<u8> {
    let (file, rank) = read_point(name)?;
    let is_there = file < shape.width && rank < shape.height;
    is_there.then_some((rank * shape.width + file) as u8)
}

/// All kinds by their letters.
fn kinds(rules: &ChessRules, lines: &Lines) -> Result<Vec<Kind>, RuleSetError> {
    let start = rules.board()?;
    let nowhere = || Kind {
        leaps: vec![Squares::NONE; lines.shape.squares()],
        steps: vec![Squares::NONE; lines.shape.squares()],
        ..Kind::default()
    };
    let all = || 0..lines.shape.squares() as u8;
    let mut kinds: Vec<Kind> = (0..LETTERS).map(|_| nowhere()).collect();
    for piece in &rules.pieces {
        let letter = piece.letter as u8 - b'A';
        let mut kind = Kind::new(piece, lines);
        kind.walks = all().map(|square| kind.walked(square, Squares::NONE)).collect();
        kind.home = PerSide::from_fn(|side| start.find(side, letter));
        kind.brings = rules.brings(piece.letter);
        kind.worth = super::worth::worth(&kind, lines);
        kinds[usize::from(letter)] = kind;
    }
    Ok(kinds)
}

impl Pawns {
    fn new(rules: &ChessRules, lines: &Lines) -> Self {
        let shape = lines.shape;
        let up = |side| if side == Side::Attackers { 1 } else { -1 };
        let all = || 0..shape.squares() as u8;
        let to = move |square, ways: &[(i32, i32)]| -> Squares {
            ways.iter().filter_map(|way| go(shape, square, *way)).collect()
        };
        let diagonal = |side| [(-1, up(side)), (1, up(side))];
        let takes = |side: Side| {
            let ways: Vec<(i32, i32)> =
                rules.pawn_takes.iter().fold(Vec::new(), |mut ways, how| {
                    match how {
                        PawnTakes::Diagonal => ways.extend(diagonal(side)),
                        PawnTakes::Ahead => ways.push((0, up(side))),
                    }
                    ways
                });
            all().map(|square| to(square, &ways)).collect()
        };
        let passing = |side: Side| match rules.in_passing {
            true => all().map(|square| to(square, &diagonal(side))).collect(),
            false => vec![Squares::NONE; shape.squares()],
        };
        let rank = rules.pawn_rank as u8 - 1;
        let top = shape.height as u8 - 1;
        Self {
            ahead: PerSide::from_fn(|side| {
                all().map(|square| go(shape, square, (0, up(side)))).collect()
            }),
            takes: PerSide::from_fn(takes),
            passing: PerSide::from_fn(passing),
            start: PerSide { attackers: lines.rank(rank), defenders: lines.rank(top - rank) },
            first: rules.pawn_first,
        }
    }
}
