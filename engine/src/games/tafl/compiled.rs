//! A rule set made ready: masks and tables instead of switches.

use super::board::Board;
use super::geometry::{DIRECTIONS, Geometry};
use super::ground::Ground;
use super::layout::Layout;
use super::movement::Movement;
use super::position::Position;
use super::row_places::row_places;
use super::rules::{
    Camps, CampsHostileTo, Encirclement, ExitFort, Goal, Piece, RepetitionResult, RuleSet,
    Shieldwall, ThroneState,
};
use super::square::{Square, SquareSet};
use super::zobrist;
use crate::{PerSide, Side};

/// A tafl game ready to play on boards of up to `64 * W` squares.
#[derive(Clone, Debug)]
pub struct Tafl<const W: usize> {
    pub(super) rules: RuleSet,
    pub(super) geometry: Geometry<W>,
    pub(super) movement: Movement<W>,
    /// Squares where the king wins by standing there.
    pub(super) goal: SquareSet<W>,
    /// The same, numbered along each direction.
    pub(super) goal_along: [SquareSet<W>; DIRECTIONS],
    /// Whether a move may do what most rules do not know: take a row, give notice, run along the edge.
    pub(super) has_rare_moves: bool,
    /// Whether more can end the game than the king's place, the moves left and the clocks.
    pub(super) has_rare_ends: bool,
    /// The occurrence of a position that ends the game; beyond all limits where none does.
    pub(super) repetition_count: u32,
    /// Squares where a move may take a row of men along the edge.
    pub(super) row_places: SquareSet<W>,
    /// What besiegers of each side may do before the other side's wall.
    pub(super) ground: PerSide<Ground<W>>,
    /// Whether the defenders may not bring back an earlier position.
    pub(super) is_repetition_banned: bool,
    /// Whether a capture leaves the mover a choice.
    pub(super) has_choices: bool,
    /// Whether every pair of squares that a piece can go between is one legal move.
    pub(super) has_plain_moves: bool,
    pub(super) start: Board<W>,
    /// Squares that are always enemies of each kind of piece.
    pub(super) hostile: [SquareSet<W>; 3],
    /// Whether the throne is an enemy of each kind of piece while it is empty.
    pub(super) hostile_throne: [bool; 3],
    /// Squares that are enemies of a side's men: while the throne is held, and while it is empty.
    pub(super) hostile_to_men: PerSide<[SquareSet<W>; 2]>,
    /// Where attackers stand in the Linnaean capture: beside the throne and one square further out.
    pub(super) siege: SquareSet<W>,
}

impl<const W: usize> Tafl<W> {
    /// Compiles a rule set.
    ///
    /// # Panics
    /// When the rule set was not checked by [`RuleSet::from_toml`] or [`RuleSet::check`], or its
    /// board has more than `64 * W` squares.
    pub fn new(rules: &RuleSet) -> Self {
        let geometry = Geometry::new(rules.size);
        let layout = Layout::from_drawing(&rules.setup, rules.size).expect("a checked layout");
        let hostile = Piece::ALL.map(|piece| always_hostile(rules, &geometry, piece));
        let goal = goal_squares(rules, &geometry);
        let throne = |piece| rules.throne_hostile.to(piece) == Some(ThroneState::Empty);
        let movement = Movement::new(rules, &geometry);
        let has_choices = rules.has_choices();
        let is_repetition_banned = rules.repetition.result == RepetitionResult::Banned;
        Self {
            ground: PerSide::from_fn(|besieger| Ground::new(rules, &movement, besieger)),
            row_places: row_places(rules, &geometry),
            has_rare_ends: is_repetition_banned
                || rules.two_roads
                || rules.exit_fort != ExitFort::Off
                || rules.encirclement != Encirclement::Off,
            movement,
            goal_along: geometry.views(goal),
            goal,
            has_plain_moves: !has_choices && !is_repetition_banned,
            has_choices,
            is_repetition_banned,
            has_rare_moves: rules.king_notice
                || rules.goal == Goal::EdgeRun
                || rules.shieldwall != Shieldwall::Off,
            repetition_count: rules.repetition.count.unwrap_or(u32::MAX),
            start: layout.board(&geometry),
            hostile_to_men: PerSide::from_fn(|side| {
                let man = Piece::man_of(side);
                let held = hostile[man as usize];
                let mut empty = held;
                if throne(man) {
                    empty.insert(geometry.throne);
                }
                [held, empty]
            }),
            siege: siege(&geometry),
            hostile,
            hostile_throne: Piece::ALL.map(throne),
            rules: rules.clone(),
            geometry,
        }
    }

    /// The rule set that was compiled.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Whether `square` acts as an enemy of `piece`.
    #[inline]
    pub(super) fn is_hostile(&self, piece: Piece, square: Square, throne_empty: bool) -> bool {
        self.hostile[piece as usize].contains(square)
            || (throne_empty
                && self.hostile_throne[piece as usize]
                && square == self.geometry.throne)
    }

    pub(super) fn start_position(&self, first: Side) -> Position<W> {
        self.position(self.start, first, false, (0, 0))
    }

    /// A position without a past, with its quiet plies and all plies.
    pub(super) fn position(
        &self,
        board: Board<W>,
        side: Side,
        notice: bool,
        (quiet, ply): (u32, u32),
    ) -> Position<W> {
        let key = self.key(&board, side) ^ if notice { zobrist::NOTICE } else { 0 };
        let mut position = Position {
            board,
            side,
            notice,
            quiet,
            ply,
            key,
            history: vec![key],
            occurrences: 1,
            repeated: 0,
            last: None,
            outcome: None,
        };
        position.outcome = self.find_outcome(&position);
        position
    }

    /// The key of a board without notice, from scratch.
    fn key(&self, board: &Board<W>, side: Side) -> u64 {
        let turn = if side == Side::Defenders { zobrist::SIDE } else { 0 };
        let pieces = Side::ALL.into_iter().flat_map(|side| board.pieces(side));
        pieces.fold(turn, |key, (piece, square)| key ^ zobrist::key(piece, square))
    }
}

fn siege<const W: usize>(geometry: &Geometry<W>) -> SquareSet<W> {
    let beside = |direction| geometry.next(geometry.throne, direction);
    let beyond = |direction| geometry.next(beside(direction)?, direction);
    (0..DIRECTIONS).flat_map(|d| [beside(d), beyond(d)]).flatten().collect()
}

/// Squares that `piece` must always fear.
fn always_hostile<const W: usize>(
    rules: &RuleSet,
    geometry: &Geometry<W>,
    piece: Piece,
) -> SquareSet<W> {
    let mut hostile = SquareSet::EMPTY;
    if rules.throne_hostile.to(piece) == Some(ThroneState::Always) {
        hostile.insert(geometry.throne);
    }
    if rules.corner_hostile.contains(&piece) {
        hostile = hostile | geometry.corners;
    }
    match rules.camps {
        Camps::None => hostile,
        _ if piece == Piece::Attacker && rules.camps_hostile_to == CampsHostileTo::Enemies => {
            hostile
        }
        Camps::Home if piece == Piece::Attacker => {
            hostile | (geometry.all_camps() & !geometry.camp_middles)
        }
        Camps::Home | Camps::Sealed => hostile | geometry.all_camps(),
    }
}

/// Where the king wins by standing there. Home camps are no goal, because he may not go there; and for a
/// run along the edge no square is enough.
fn goal_squares<const W: usize>(rules: &RuleSet, geometry: &Geometry<W>) -> SquareSet<W> {
    match (rules.goal, rules.camps) {
        (Goal::Corner, _) => geometry.corners,
        (Goal::EdgeRun, _) => SquareSet::EMPTY,
        (Goal::Edge | Goal::EdgeHeld, Camps::None | Camps::Sealed) => geometry.edge,
        (Goal::Edge | Goal::EdgeHeld, Camps::Home) => geometry.edge & !geometry.all_camps(),
    }
}
