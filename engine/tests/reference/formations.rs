//! What stands on the board and decides the game: two roads, exit fort, ring.
//!
//! Everything is a list of squares, and what is connected is found by painting squares one by one.

use imperial_engine::Side;

use super::board::{Board, DIRECTIONS, Piece, Square};
use super::movement::{destinations, may_stop};
use super::rules::{Encirclement, ExitFort, Goal, Hostile, Rules};

/// Whether a king's move from `from` to `to` is the run along the edge that the rules ask for.
pub fn runs_along_edge(rules: &Rules, board: &Board, from: Square, to: Square) -> bool {
    let last = board.size - 1;
    let sides: [fn(Square, i32) -> bool; 4] = [
        |square, last| square.rank == last,
        |square, last| square.file == last,
        |square, _| square.rank == 0,
        |square, _| square.file == 0,
    ];
    rules.goal == Goal::EdgeRun && sides.iter().any(|side| side(from, last) && side(to, last))
}

/// Whether the king could go to the last square of two lines.
pub fn has_two_roads(rules: &Rules, board: &Board) -> bool {
    let Some(king) = board.king().filter(|_| rules.two_roads) else { return false };
    let ways = destinations(rules, board, king);
    let is_road = |direction: &(i32, i32)| {
        let line: Vec<Square> = (1..board.size)
            .map(|count| king.step(*direction, count))
            .take_while(|square| board.contains(*square))
            .collect();
        line.last().is_some_and(|end| ways.contains(end))
    };
    DIRECTIONS.iter().filter(|direction| is_road(direction)).count() >= 2
}

/// The squares of `allowed` that are connected to `start` by side neighbours, `start` included.
fn painted(board: &Board, start: &[Square], allowed: impl Fn(Square) -> bool) -> Vec<Square> {
    let mut painted = start.to_vec();
    let mut is_painted: Vec<bool> = board.squares().map(|square| start.contains(&square)).collect();
    let mut next = 0;
    while next < painted.len() {
        for square in painted[next].neighbours() {
            if board.contains(square) && !is_painted[board.index(square)] && allowed(square) {
                is_painted[board.index(square)] = true;
                painted.push(square);
            }
        }
        next += 1;
    }
    painted
}

/// Whether the king is in an exit fort.
pub fn is_exit_fort(rules: &Rules, board: &Board) -> bool {
    let Some(king) = board.king() else { return false };
    let is_empty = |square: Square| board.contains(square) && board.get(square).is_none();
    let stands_so = match rules.exit_fort {
        ExitFort::Off => return false,
        ExitFort::Edge => board.is_edge(king),
        ExitFort::Reach => {
            painted(board, &[king], is_empty).iter().any(|square| board.is_edge(*square))
        }
    };
    if !stands_so || destinations(rules, board, king).is_empty() {
        return false;
    }
    let mut siege = Siege::new(rules, board, Side::Defenders, Some(king));
    siege.take_what_falls();
    !siege.is_entered()
}

/// Whether all defenders are ringed.
pub fn is_encircled(rules: &Rules, board: &Board) -> bool {
    let attackers = squares_of(board, |piece| piece == Piece::Attacker);
    let ring = match rules.encirclement {
        Encirclement::Off => return false,
        Encirclement::Ring => attackers,
        Encirclement::Firm => {
            let mut siege = Siege::new(rules, board, Side::Attackers, None);
            siege.take_what_falls();
            siege.wall
        }
    };
    let inside = squares_of(board, |piece| piece != Piece::Attacker);
    let reached =
        painted(board, &inside, |square| board.contains(square) && !ring.contains(&square));
    !reached.iter().any(|square| board.is_edge(*square))
}

fn squares_of(board: &Board, wanted: impl Fn(Piece) -> bool) -> Vec<Square> {
    board.pieces().filter(|(_, piece)| wanted(*piece)).map(|(square, _)| square).collect()
}

/// A wall of men, and the others around it who make any number of moves.
struct Siege<'a> {
    rules: &'a Rules,
    board: &'a Board,
    /// The side whose wall it is.
    side: Side,
    king: Option<Square>,
    wall: Vec<Square>,
}

/// A connected part of the ground with besiegers in it.
struct Room {
    squares: Vec<Square>,
    besiegers: usize,
    /// Besiegers who can take.
    strength: usize,
}

impl<'a> Siege<'a> {
    /// `king` is the square of a king whom the wall guards.
    fn new(rules: &'a Rules, board: &'a Board, side: Side, king: Option<Square>) -> Self {
        let wall = squares_of(board, |piece| piece.side() == side && piece.is_man());
        Self { rules, board, side, king, wall }
    }

    /// The men of the other side.
    fn besieger(&self) -> Piece {
        if self.side == Side::Defenders { Piece::Attacker } else { Piece::Defender }
    }

    fn is_besieged_from(&self, square: Square) -> bool {
        self.board.get(square).is_some_and(|piece| piece.side() != self.side)
    }

    fn is_open(&self, square: Square) -> bool {
        let may_stop = || may_stop(self.rules, self.board, self.besieger(), square, square);
        self.board.contains(square)
            && !self.wall.contains(&square)
            && (self.is_besieged_from(square) || may_stop() || self.king == Some(square))
    }

    /// The open squares connected with one.
    fn ground_around(&self, start: Square) -> Vec<Square> {
        let throne = self.board.throne();
        let man = self.besieger();
        let bridge = !self.is_open(throne)
            && !self.wall.contains(&throne)
            && self.rules.throne_pass.allows(man)
            && self.rules.men_reach != Some(1);
        let mut ground = painted(self.board, &[start], |square| self.is_open(square));
        loop {
            let across = DIRECTIONS.iter().find_map(|direction| {
                let (near, far) = (throne.step(*direction, 1), throne.step(*direction, -1));
                let joins = ground.contains(&near) && !ground.contains(&far) && self.is_open(far);
                joins.then_some(far)
            });
            match across.filter(|_| bridge) {
                Some(far) => ground.push(far),
                None => return ground,
            }
            ground = painted(self.board, &ground, |square| self.is_open(square));
        }
    }

    fn rooms(&self) -> Vec<Room> {
        let mut rooms: Vec<Room> = Vec::new();
        for square in self.board.squares().filter(|square| self.is_besieged_from(*square)) {
            if rooms.iter().any(|room| room.squares.contains(&square)) {
                continue;
            }
            let squares = self.ground_around(square);
            let inside: Vec<Piece> = squares
                .iter()
                .filter(|square| self.is_besieged_from(**square))
                .filter_map(|square| self.board.get(*square))
                .collect();
            let armed = self.rules.king_is_hammer || self.rules.king_is_anvil;
            let takes = inside.iter().filter(|piece| piece.is_man() || armed).count();
            rooms.push(Room { squares, besiegers: inside.len(), strength: takes });
        }
        rooms
    }

    fn is_entered(&self) -> bool {
        self.king.is_some_and(|king| {
            self.ground_around(king).iter().any(|square| self.is_besieged_from(*square))
        })
    }

    /// Takes lost men out until none is lost.
    fn take_what_falls(&mut self) {
        loop {
            let rooms = self.rooms();
            let lost: Vec<Square> =
                self.wall.iter().copied().filter(|man| self.is_lost(*man, &rooms)).collect();
            if lost.is_empty() {
                return;
            }
            self.wall.retain(|man| !lost.contains(man));
        }
    }

    fn is_lost(&self, man: Square, rooms: &[Room]) -> bool {
        [(1, 0), (0, 1)].into_iter().any(|along| {
            let beside = [man.step(along, 1), man.step(along, -1)];
            let room_of = |square: Square| rooms.iter().find(|room| room.squares.contains(&square));
            let is_lively = |room: &Room| room.squares.len() > room.besiegers;
            let is_manned = |room: &Room| {
                let needed = beside.iter().filter(|square| room.squares.contains(square)).count();
                room.strength >= needed
            };
            beside.iter().all(|square| {
                self.board.contains(*square)
                    && (room_of(*square).is_some() || self.is_special_enemy(*square))
            }) && beside.iter().any(|square| room_of(*square).is_some_and(is_lively))
                && rooms.iter().all(is_manned)
        })
    }

    /// Whether the square itself is hostile to the men of the wall.
    fn is_special_enemy(&self, square: Square) -> bool {
        let victim = if self.side == Side::Defenders { Piece::Defender } else { Piece::Attacker };
        let corner = self.board.is_corner(square) && self.rules.corner_hostile.contains(&victim);
        let held = self.wall.contains(&square) || self.board.king() == Some(square);
        let throne = self
            .rules
            .throne_hostile
            .iter()
            .any(|(whose, when)| *whose == victim && (*when == Hostile::Always || !held));
        corner || (square == self.board.throne() && throne)
    }
}
