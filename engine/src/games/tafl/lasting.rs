//! Which men can never be taken.
//!
//! A wall of men is judged as if its side stood still and the other side, the besiegers, made any
//! number of moves. Besiegers move about in *rooms*, parts of the ground without a man of the wall;
//! a man falls when they can stand on two opposite sides of him. What falls is ground from then on,
//! and one looks again until nothing falls. The order does not matter: the ground only grows.
//!
//! ```text
//! 3 . . . . . D . .     f3 can be taken between e3 and g3, and then nothing is left of
//! 2 . . . . D . D .     the wall; with a man on g3 all of it lasts.
//! 1 . . . . D K D .
//!   a b c d e f g h
//! ```

use super::board::Board;
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::rules::KingArms;
use super::square::{Square, SquareSet};
use crate::Side;

/// A part of the ground with besiegers in it.
struct Room<const W: usize> {
    squares: SquareSet<W>,
    /// Whether it has more squares than besiegers, so that they can move.
    is_lively: bool,
    /// Number of besiegers who can take.
    strength: u32,
}

impl<const W: usize> Tafl<W> {
    /// The men of `side` whom the other side can never take. `None` where the besiegers get to
    /// `guarded`, the square of a king behind the wall, on which no man stands.
    pub(super) fn lasting_men(
        &self,
        board: &Board<W>,
        side: Side,
        guarded: Option<Square>,
    ) -> Option<SquareSet<W>> {
        let besiegers = board.pieces_of(!side);
        let mut wall = board.men(side);
        loop {
            let open = self.open_ground(side, besiegers, wall, guarded);
            let is_entered = |king: Square| {
                let room = self.connected([king].into_iter().collect(), open, wall, side);
                !(room & besiegers).is_empty()
            };
            if guarded.is_some_and(is_entered) {
                return None;
            }
            let lost = self.losses(board, side, wall, &self.rooms(board, side, open, wall));
            if lost.is_empty() {
                return Some(wall);
            }
            wall = wall & !lost;
        }
    }

    fn open_ground(
        &self,
        side: Side,
        besiegers: SquareSet<W>,
        wall: SquareSet<W>,
        guarded: Option<Square>,
    ) -> SquareSet<W> {
        let king: SquareSet<W> = guarded.into_iter().collect();
        ((besiegers | self.ground[!side].stops) & !wall & self.geometry.squares) | king
    }

    /// All rooms of the ground.
    fn rooms(
        &self,
        board: &Board<W>,
        side: Side,
        open: SquareSet<W>,
        wall: SquareSet<W>,
    ) -> Vec<Room<W>> {
        let besiegers = board.pieces_of(!side);
        let armed =
            if self.rules.king_arms == KingArms::None { board.men(!side) } else { besiegers };
        let mut rooms = Vec::new();
        let mut left = besiegers;
        while let Some(besieger) = left.iter().next() {
            let squares = self.connected([besieger].into_iter().collect(), open, wall, side);
            rooms.push(Room {
                squares,
                is_lively: squares.len() > (squares & besiegers).len(),
                strength: (squares & armed).len(),
            });
            left = left & !squares;
        }
        rooms
    }

    /// The open squares that are connected to `seeds`, over the throne too where besiegers of the wall
    /// of `side` pass over it and do not stop there.
    fn connected(
        &self,
        seeds: SquareSet<W>,
        open: SquareSet<W>,
        wall: SquareSet<W>,
        side: Side,
    ) -> SquareSet<W> {
        let throne = self.geometry.throne;
        let mut reached = self.geometry.flood(seeds, open);
        let is_bridge = !open.contains(throne) && !wall.contains(throne);
        if !is_bridge || !self.ground[!side].crosses_throne {
            return reached;
        }
        let beside = self.geometry.neighbours(throne);
        loop {
            let across = (0..DIRECTIONS).filter_map(|direction| {
                let (near, far) = (beside[direction]?, beside[(direction + 2) % DIRECTIONS]?);
                (reached.contains(near) && open.contains(far)).then_some(far)
            });
            let next = reached | across.collect();
            if next == reached {
                return reached;
            }
            reached = self.geometry.flood(next, open);
        }
    }

    /// The men of the wall that fall next.
    fn losses(
        &self,
        board: &Board<W>,
        side: Side,
        wall: SquareSet<W>,
        rooms: &[Room<W>],
    ) -> SquareSet<W> {
        let throne = self.geometry.throne;
        let is_throne_free = !wall.contains(throne) && board.king != Some(throne);
        let mut reached = self.hostile_to_men[side][usize::from(is_throne_free)];
        let mut lively = SquareSet::EMPTY;
        for room in rooms {
            reached = reached | room.squares;
            lively = if room.is_lively { lively | room.squares } else { lively };
        }
        let before = |squares, direction| self.geometry.before(squares, direction);
        let fallen = (0..DIRECTIONS / 2).map(|one| {
            let other = one + DIRECTIONS / 2;
            let both = |squares| before(squares, one) & before(squares, other);
            let either = |squares| before(squares, one) | before(squares, other);
            // A room may have fewer besiegers than this takes of it.
            let spared = rooms.iter().fold(SquareSet::EMPTY, |spared, room| match room.strength {
                0 => spared | either(room.squares),
                1 => spared | both(room.squares),
                _ => spared,
            });
            both(reached) & either(lively) & !spared
        });
        fallen.fold(SquareSet::EMPTY, |lost, fallen| lost | fallen) & wall
    }
}
