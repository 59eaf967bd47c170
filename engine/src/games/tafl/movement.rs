//! Who goes where: along ranks and files over empty squares, within reach, past the special squares
//! that allow it.

use super::arrivals::Arrivals;
use super::board::Board;
use super::geometry::{DIRECTIONS, EAST, Geometry};
use super::rules::{Camps, CampsPass, CornerStop, Piece, RuleSet};
use super::square::{MAX_SIZE, Square, SquareSet};
use crate::Side;

/// The reach of pieces without a limit.
const MAX_REACH: u32 = MAX_SIZE as u32 - 1;

/// How one kind of mover goes.
#[derive(Clone, Debug)]
struct Walker<const W: usize> {
    /// Squares that it may slide over when they are empty.
    may_pass: SquareSet<W>,
    /// Squares where it may stop.
    may_stop: SquareSet<W>,
    /// Squares that are not the last of a line.
    has_next: SquareSet<W>,
    /// Squares over which it slides on to the next one of the line, numbered along each direction.
    leads_on: [SquareSet<W>; DIRECTIONS],
    /// Squares where it may stop, numbered along each direction.
    stops: [SquareSet<W>; DIRECTIONS],
    /// Most squares at once, where that is fewer than a line has.
    reach: Option<u32>,
}

impl<const W: usize> Walker<W> {
    fn new(rules: &RuleSet, geometry: &Geometry<W>, piece: Piece, home: SquareSet<W>) -> Self {
        let (impassable, forbidden) = closed_squares(rules, geometry, piece, home);
        let all: SquareSet<W> = geometry.all().collect();
        let (may_pass, may_stop) = (all & !impassable, all & !forbidden);
        let reach = if piece == Piece::King { rules.king_reach } else { rules.men_reach };
        Self {
            may_pass,
            may_stop,
            has_next: geometry.has_next,
            leads_on: geometry.views(may_pass).map(|view| view & geometry.has_next),
            stops: geometry.views(may_stop),
            reach: reach.filter(|reach| (*reach as usize) < geometry.size - 1),
        }
    }

    /// Where `movers` arrive, all of them at once.
    #[inline]
    fn arrivals(
        &self,
        movers: &[SquareSet<W>; DIRECTIONS],
        empty: &[SquareSet<W>; DIRECTIONS],
    ) -> Arrivals<W> {
        let mut arrivals = Arrivals::NONE;
        for direction in 0..DIRECTIONS {
            arrivals.0[direction] = self.slide(direction, movers[direction], empty[direction]);
        }
        match self.reach {
            None => arrivals,
            Some(reach) => arrivals & within(movers, reach),
        }
    }

    /// The same for a single piece, given by its numbers.
    #[inline]
    fn arrivals_of_one(
        &self,
        mover: &[Square; DIRECTIONS],
        empty: &[SquareSet<W>; DIRECTIONS],
    ) -> Arrivals<W> {
        let mut arrivals = Arrivals::NONE;
        for direction in 0..DIRECTIONS {
            let number = mover[direction];
            let set = SquareSet::run(number, 1);
            let within = SquareSet::run(Square(number.0 + 1), self.reach.unwrap_or(MAX_REACH));
            arrivals.0[direction] = self.slide(direction, set, empty[direction]) & within;
        }
        arrivals
    }

    /// Where `movers` arrive in `direction`, however far that is.
    ///
    /// Added to the empty squares, the squares just ahead of the movers carry along each run of
    /// empty squares up to the obstacle that ends it; the digits that this clears are the squares
    /// passed over.
    #[inline]
    fn slide(&self, direction: usize, movers: SquareSet<W>, empty: SquareSet<W>) -> SquareSet<W> {
        let ahead = (movers & self.has_next).raised();
        let way = empty & self.leads_on[direction];
        let passed = way & !way.plus(ahead & way);
        (ahead | passed.raised()) & empty & self.stops[direction]
    }
}

/// The squares at most `reach` ahead of one of `movers`. (Few games need it: kept out of the way.)
#[inline(never)]
fn within<const W: usize>(movers: &[SquareSet<W>; DIRECTIONS], reach: u32) -> Arrivals<W> {
    Arrivals(
        movers.map(|movers| (1..reach).fold(movers.raised(), |ahead, _| (ahead | movers).raised())),
    )
}

/// The compiled laws of movement.
#[derive(Clone, Debug)]
pub(super) struct Movement<const W: usize> {
    attacker: Walker<W>,
    defender: Walker<W>,
    king: Walker<W>,
    /// Whether the king goes exactly as his men do.
    king_goes_like_a_man: bool,
    /// The camps, numbered along each direction, with the attackers still at home in them.
    homes: Vec<([SquareSet<W>; DIRECTIONS], Walker<W>)>,
}

impl<const W: usize> Movement<W> {
    pub fn new(rules: &RuleSet, geometry: &Geometry<W>) -> Self {
        let walker = |piece, home| Walker::new(rules, geometry, piece, home);
        let [attacker, defender, king] = Piece::ALL.map(|piece| walker(piece, SquareSet::EMPTY));
        let home = |camp| (geometry.views(camp), walker(Piece::Attacker, camp));
        let homes = match rules.camps {
            Camps::Home => geometry.camps.map(home).into(),
            Camps::None | Camps::Sealed => Vec::new(),
        };
        Self {
            king_goes_like_a_man: (defender.may_pass, defender.may_stop, defender.reach)
                == (king.may_pass, king.may_stop, king.reach),
            attacker,
            defender,
            king,
            homes,
        }
    }

    /// Where the pieces of `side` can go.
    #[inline]
    pub fn arrivals(&self, geometry: &Geometry<W>, board: &Board<W>, side: Side) -> Arrivals<W> {
        let empty = std::array::from_fn(|direction| !board.occupied_along(direction));
        match (side, board.king) {
            (Side::Attackers, _) if self.homes.is_empty() => {
                self.attacker.arrivals(&board.pieces_along(side), &empty)
            }
            (Side::Attackers, _) => self.arrivals_of_campers(board, &empty),
            (Side::Defenders, Some(_)) if !self.king_goes_like_a_man => {
                let [men, king] = self.arrivals_apart(geometry, board, side);
                men | king
            }
            (Side::Defenders, _) => self.defender.arrivals(&board.pieces_along(side), &empty),
        }
    }

    /// The same of its men and of its king.
    #[inline]
    pub fn arrivals_apart(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        side: Side,
    ) -> [Arrivals<W>; 2] {
        let (Side::Defenders, Some(king)) = (side, board.king) else {
            return [self.arrivals(geometry, board, side), Arrivals::NONE];
        };
        let empty = std::array::from_fn(|direction| !board.occupied_along(direction));
        let men = board.men_along(geometry, side);
        let king = geometry.along(king);
        [self.defender.arrivals(&men, &empty), self.king.arrivals_of_one(king, &empty)]
    }

    /// Where the king goes from `king`, with the other pieces as on `board`.
    pub fn arrivals_of_king(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        king: Square,
    ) -> Arrivals<W> {
        let empty = std::array::from_fn(|direction| !board.occupied_along(direction));
        self.king.arrivals_of_one(geometry.along(king), &empty)
    }

    /// Where the attackers can go, when some are still at home in their camps.
    fn arrivals_of_campers(
        &self,
        board: &Board<W>,
        empty: &[SquareSet<W>; DIRECTIONS],
    ) -> Arrivals<W> {
        let mut abroad = board.pieces_along(Side::Attackers);
        let mut arrivals = Arrivals::NONE;
        for (home, walker) in &self.homes {
            let at_home = std::array::from_fn(|d| abroad[d] & home[d]);
            if !at_home[0].is_empty() {
                arrivals = arrivals | walker.arrivals(&at_home, empty);
                abroad = std::array::from_fn(|d| abroad[d] & !home[d]);
            }
        }
        arrivals | self.attacker.arrivals(&abroad, empty)
    }

    /// Whether `side` can move at all.
    #[inline]
    pub fn can_move(&self, geometry: &Geometry<W>, board: &Board<W>, side: Side) -> bool {
        // Nearly always some man can step east. (Attackers at home in a camp can do more.)
        let walker = match side {
            Side::Attackers => &self.attacker,
            Side::Defenders => &self.defender,
        };
        let east = (board.men(side) & walker.has_next).raised() & walker.stops[EAST];
        !(east & !board.occupied()).is_empty() || !self.arrivals(geometry, board, side).is_empty()
    }

    /// Whether `piece` on `from` may stop on `square` when it is empty.
    pub fn may_stop(&self, piece: Piece, from: Square, square: Square) -> bool {
        let mut homes = self.homes.iter().filter(|_| piece == Piece::Attacker);
        let at_home = homes.find(|(home, _)| home[EAST].contains(from)).map(|(_, walker)| walker);
        let open = at_home.map_or(self.open_to(piece).0, |walker| walker.may_stop);
        open.contains(square)
    }

    /// The squares where a piece that does not stand in a camp may stop, and those that it may slide
    /// over, when they are empty.
    pub fn open_to(&self, piece: Piece) -> (SquareSet<W>, SquareSet<W>) {
        let walker = match piece {
            Piece::Attacker => &self.attacker,
            Piece::Defender => &self.defender,
            Piece::King => &self.king,
        };
        (walker.may_stop, walker.may_pass)
    }
}

/// Squares that `piece` may not slide over, and those where it may not stop. An attacker in the camp
/// `home` may use the squares of that camp.
fn closed_squares<const W: usize>(
    rules: &RuleSet,
    geometry: &Geometry<W>,
    piece: Piece,
    home: SquareSet<W>,
) -> (SquareSet<W>, SquareSet<W>) {
    let throne: SquareSet<W> = [geometry.throne].into_iter().collect();
    let closed_camps = match rules.camps {
        Camps::None => SquareSet::EMPTY,
        Camps::Home | Camps::Sealed => geometry.all_camps(),
    };
    let mut forbidden = closed_camps & !home;
    let mut impassable = match rules.camps_pass {
        CampsPass::Own if piece == Piece::Attacker => SquareSet::EMPTY,
        CampsPass::Own | CampsPass::Nobody => forbidden,
    };
    if !rules.throne_pass.includes(piece) {
        impassable = impassable | throne;
    }
    if !rules.throne_stop.includes(piece) {
        forbidden = forbidden | throne;
    }
    if rules.corner_stop == CornerStop::King && piece != Piece::King {
        forbidden = forbidden | geometry.corners;
    }
    (impassable, forbidden)
}
