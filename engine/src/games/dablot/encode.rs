//! What a network sees of Dablot.

use std::ops::RangeInclusive;

use super::compiled::Dablot;
use super::moves::{DablotMove, Form};
use super::pieces::Kind;
use super::points::Points;
use super::position::Position;
use super::rules::{DablotRules, Promotion};
use super::symmetry::symmetries;
use crate::games::inputs::{Number, flag, names, share};
use crate::games::rule_text::Stuck;
use crate::games::texts::timeless;
use crate::{Action, BoardShape, Choice, Encode, Game as _, PieceKind, Side};

/// Names of the input planes. New ones are added at the end: a network that knows fewer knows the first
/// ones. Each has at most one value beside 0.
const PLANES: [&str; 24] = [
    "attackers' men",
    "attackers' men that went back",
    "attackers' officers",
    "attackers' sons",
    "attackers' leader",
    "defenders' men",
    "defenders' men that went back",
    "defenders' officers",
    "defenders' sons",
    "defenders' leader",
    "points of the board",
    "points on lines along rank or file",
    "points on other lines",
    "where attackers' men become officers",
    "where defenders' men become officers",
    "last move from",
    "last move to",
    "seen once before",
    "seen twice before",
    "quiet plies",
    "plies",
    "the attackers to move",
    "two actions are left",
    "one action is left",
];

/// Every switch as numbers from 0 to 1, each under its name. Board and start are seen on the board.
/// New ones come at the end: networks know the first ones.
const NUMBERS: [Number<DablotRules>; 11] = [
    ("compulsory", |r| flag(r.compulsory)),
    ("men_back", |r| flag(r.men_back)),
    ("promotion = far-rank", |r| flag(r.promotion == Promotion::FarRank)),
    ("promotion = unbacked", |r| flag(r.promotion == Promotion::Unbacked)),
    ("ladder = 4", |r| flag(r.ladder == 4)),
    ("actions", |r| share(r.actions - 1, 2)),
    ("ambush", |r| flag(r.ambush)),
    ("repetition.count", |r| 1.0 / r.repetition.count as f32),
    ("quiet_limit", |r| r.quiet_limit.map_or(1.0, |limit| share(limit, 1024))),
    ("ply_limit", |r| share(r.ply_limit, 1024)),
    ("stuck = draw", |r| flag(r.stuck == Stuck::Draw)),
];

/// The names of [`NUMBERS`] alone.
const RULE_NAMES: [&str; NUMBERS.len()] = names(&NUMBERS);

/// The attackers' kinds and then the defenders', each in the order of [`Kind::ALL`].
const PIECE_KINDS: [PieceKind; 2 * Kind::ALL.len()] = {
    let mut kinds = [kind(Side::Attackers, Kind::Man); 2 * Kind::ALL.len()];
    let mut nth = 0;
    while nth < kinds.len() {
        let side = if nth < Kind::ALL.len() { Side::Attackers } else { Side::Defenders };
        kinds[nth] = kind(side, Kind::ALL[nth % Kind::ALL.len()]);
        nth += 1;
    }
    kinds
};

const fn kind(side: Side, kind: Kind) -> PieceKind {
    let name = match (side, kind) {
        (Side::Attackers, Kind::Man) => "attackers' man",
        (Side::Attackers, Kind::Backed) => "attackers' man that went back",
        (Side::Attackers, Kind::Officer) => "attackers' officer",
        (Side::Attackers, Kind::Son) => "attackers' son",
        (Side::Attackers, Kind::Leader) => "attackers' leader",
        (Side::Defenders, Kind::Man) => "defenders' man",
        (Side::Defenders, Kind::Backed) => "defenders' man that went back",
        (Side::Defenders, Kind::Officer) => "defenders' officer",
        (Side::Defenders, Kind::Son) => "defenders' son",
        (Side::Defenders, Kind::Leader) => "defenders' leader",
    };
    let mark = match kind {
        Kind::Man | Kind::Leader => None,
        Kind::Backed | Kind::Officer | Kind::Son => Some(kind.letter(Side::Attackers)),
    };
    let is_royal = matches!(kind, Kind::Leader);
    PieceKind { letter: kind.letter(side), name, side, is_royal, mark }
}

/// Quiet plies that fill their plane where there is no limit.
const MANY_QUIET_PLIES: u32 = 100;

impl Encode for Dablot {
    fn family(&self) -> &'static str {
        "dablot"
    }

    fn board(&self) -> BoardShape {
        self.board.shape
    }

    fn is_point(&self, square: u16) -> bool {
        self.board.point_on(square).is_some()
    }

    fn lines(&self) -> Vec<[u16; 2]> {
        let once = self.board.edges.iter().filter(|[from, to]| from < to);
        once.map(|edge| edge.map(|point| self.board.square(point))).collect()
    }

    fn planes(&self) -> &'static [&'static str] {
        &PLANES
    }

    fn encode(&self, position: &Position, planes: &mut [f32]) {
        let squares = self.board.shape.squares();
        assert_eq!(planes.len(), PLANES.len() * squares, "{} planes", PLANES.len());
        planes.fill(0.0);
        let mut planes = planes.chunks_exact_mut(squares);
        let mut next = || planes.next().expect("as many planes as named");
        for side in Side::ALL {
            for kind in Kind::ALL {
                self.mark(next(), position.pieces.of(side, kind));
            }
        }
        self.mark(next(), self.board.points);
        let (orthogonal, other) = self.joined();
        self.mark(next(), orthogonal);
        self.mark(next(), other);
        self.mark(next(), self.far_rank.attackers);
        self.mark(next(), self.far_rank.defenders);
        let only = |point: Option<u8>| point.map_or(Points::NONE, Points::only);
        self.mark(next(), only(position.last.map(|(from, _)| from)));
        self.mark(next(), only(position.last.map(|(_, to)| to)));
        let occurrences = position.occurrences();
        next().fill(flag(occurrences >= 2));
        next().fill(flag(occurrences >= 3));
        next().fill(share(position.quiet, self.rules.quiet_limit.unwrap_or(MANY_QUIET_PLIES)));
        next().fill(share(position.ply, self.rules.ply_limit));
        next().fill(flag(position.side == Side::Attackers));
        for left in [2, 1] {
            next().fill(flag(self.is_in_turn(position) && position.left == left));
        }
    }

    /// The pieces, the turn, the last move and the clocks.
    fn fingerprint(&self, position: &Position, see: &mut impl FnMut(u64)) {
        for side in Side::ALL {
            for kind in Kind::ALL {
                let Points(bits) = position.pieces.of(side, kind);
                see(bits as u64);
                see((bits >> 64) as u64);
            }
        }
        let last =
            position.last.map_or(u64::MAX, |(from, to)| u64::from(from) << 8 | u64::from(to));
        let turn = u64::from(position.left) << 1 | position.side as u64;
        see(turn << 8 | u64::from(position.occurrences().min(3)));
        see(last);
        see(u64::from(position.quiet) << 32 | u64::from(position.ply));
    }

    fn rule_vector(&self) -> Vec<f32> {
        NUMBERS.map(|(_, number)| number(&self.rules)).to_vec()
    }

    fn rule_names(&self) -> &'static [&'static str] {
        &RULE_NAMES
    }

    /// A step or a capture goes from where it starts to where it ends. An ambush is the victim's point and those of
    /// its pieces; the end of a turn is the leader who stays.
    fn action(&self, mv: DablotMove) -> Action {
        let square = |point| self.board.square(point);
        let choice = match (mv.form, mv.points.count()) {
            (_, 0) => Choice::Plain,
            (Form::Walk { .. }, 1) => Choice::Square(square(mv.points.first())),
            _ => Choice::Squares(mv.points.iter().map(square).collect()),
        };
        Action { from: square(mv.from), to: square(mv.to), choice }
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        symmetries(self)
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    /// `leader of the Swedes`.
    fn kind_name(&self, kind: usize) -> String {
        let PieceKind { name, side, .. } = PIECE_KINDS[kind];
        let (_, bare) = name.split_once("' ").unwrap_or(("", name));
        format!("{bare} of {}", self.side_name(side).the())
    }

    /// Those of the start, less what is captured; officers may come from men.
    fn piece_counts(&self) -> Vec<RangeInclusive<u32>> {
        let most = |side| {
            let start = |kind| self.start.of(side, kind).count();
            let (men, backed) = (start(Kind::Man), start(Kind::Backed));
            let promoted = if self.rules.promotion == Promotion::None { 0 } else { men };
            Kind::ALL.map(|kind| match kind {
                Kind::Backed if self.marks_backed => men + backed,
                Kind::Officer => start(kind) + promoted,
                other => start(other),
            })
        };
        let counts = Side::ALL.into_iter().flat_map(most);
        counts.map(|most| 0..=most).collect()
    }

    fn state(&self, position: &Position) -> u32 {
        u32::from(self.actions - position.left)
    }

    fn states(&self) -> u32 {
        self.actions.into()
    }

    fn format_timeless(&self, position: &Position) -> String {
        timeless(&self.write_position(position))
    }

    fn piece_on(&self, position: &Position, square: u16) -> Option<usize> {
        let (side, kind) = position.pieces.on(self.board.point_on(square)?)?;
        Some(side as usize * Kind::ALL.len() + kind as usize)
    }
}

impl Dablot {
    /// Sets some points of a plane of zeros.
    fn mark(&self, plane: &mut [f32], points: Points) {
        for point in points.iter() {
            plane[usize::from(self.board.square(point))] = 1.0;
        }
    }

    /// The points on lines along rank or file, and those on others.
    fn joined(&self) -> (Points, Points) {
        let (mut orthogonal, mut other) = (Points::NONE, Points::NONE);
        for edge in &self.board.edges {
            let set = if self.board.is_orthogonal(*edge) { &mut orthogonal } else { &mut other };
            *set |= Points::only(edge[0]);
        }
        (orthogonal, other)
    }
}
