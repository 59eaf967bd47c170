//! Who goes where: along ranks and files over empty squares, within reach, past the special squares
//! that allow it.

use super::arrivals::Arrivals;
use super::board::Board;
use super::geometry::{DIRECTIONS, Geometry};
use super::rules::{Camps, CornerStop, Piece, RuleSet};
use super::square::{Square, SquareSet};
use crate::Side;

/// How one kind of mover goes.
#[derive(Clone, Debug)]
struct Walker<const W: usize> {
    /// Squares that it may slide over when they are empty.
    may_pass: SquareSet<W>,
    /// Squares where it may stop.
    may_stop: SquareSet<W>,
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
            leads_on: geometry.views(may_pass).map(|view| view & !geometry.line_ends),
            stops: geometry.views(may_stop),
            reach: reach.filter(|reach| (*reach as usize) < geometry.size - 1),
        }
    }

    /// Where `movers` arrive in `direction`, all of them at once.
    ///
    /// Added to the empty squares, the squares just ahead of the movers carry along each run of
    /// empty squares up to the obstacle that ends it; the digits that this clears are the squares
    /// passed over.
    #[inline]
    fn arrivals(
        &self,
        direction: usize,
        movers: SquareSet<W>,
        empty: SquareSet<W>,
        line_ends: SquareSet<W>,
    ) -> SquareSet<W> {
        let ahead = (movers & !line_ends).raised();
        let way = empty & self.leads_on[direction];
        let passed = way & !way.plus(ahead & way);
        let arrivals = (ahead | passed.raised()) & empty & self.stops[direction];
        match self.reach {
            None => arrivals,
            Some(reach) => arrivals & within(movers, reach),
        }
    }
}

/// The numbers at most `reach` above one of `movers`.
fn within<const W: usize>(movers: SquareSet<W>, reach: u32) -> SquareSet<W> {
    let mut ahead = movers.raised();
    for _ in 1..reach {
        ahead = ahead.raised() | movers.raised();
    }
    ahead
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
    line_ends: SquareSet<W>,
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
            line_ends: geometry.line_ends,
        }
    }

    /// Where the pieces of `side` can go.
    #[inline]
    pub fn arrivals(&self, geometry: &Geometry<W>, board: &Board<W>, side: Side) -> Arrivals<W> {
        Arrivals(std::array::from_fn(|direction| match side {
            Side::Attackers => self.attackers_along(board, direction),
            Side::Defenders => self.defenders_along(geometry, board, direction),
        }))
    }

    /// Whether `side` can move at all.
    #[inline]
    pub fn can_move(&self, geometry: &Geometry<W>, board: &Board<W>, side: Side) -> bool {
        (0..DIRECTIONS).any(|direction| {
            let arrivals = match side {
                Side::Attackers => self.attackers_along(board, direction),
                Side::Defenders => self.defenders_along(geometry, board, direction),
            };
            !arrivals.is_empty()
        })
    }

    #[inline]
    fn attackers_along(&self, board: &Board<W>, direction: usize) -> SquareSet<W> {
        let empty = !board.occupied_along(direction);
        let mut abroad = board.along(direction).attackers;
        let mut arrivals = SquareSet::EMPTY;
        for (home, walker) in &self.homes {
            let at_home = abroad & home[direction];
            if !at_home.is_empty() {
                abroad = abroad & !at_home;
                arrivals = arrivals | walker.arrivals(direction, at_home, empty, self.line_ends);
            }
        }
        arrivals | self.attacker.arrivals(direction, abroad, empty, self.line_ends)
    }

    #[inline]
    fn defenders_along(
        &self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        direction: usize,
    ) -> SquareSet<W> {
        let empty = !board.occupied_along(direction);
        let mut men = board.along(direction).defenders;
        let Some(king) = board.king.filter(|_| !self.king_goes_like_a_man) else {
            return self.defender.arrivals(direction, men, empty, self.line_ends);
        };
        let number = geometry.along(king)[direction];
        men.remove(number);
        let king: SquareSet<W> = [number].into_iter().collect();
        self.defender.arrivals(direction, men, empty, self.line_ends)
            | self.king.arrivals(direction, king, empty, self.line_ends)
    }

    /// Whether a piece that does not stand in a camp may stop on, and slide over, `square` when
    /// it is empty.
    pub fn rights(&self, piece: Piece, square: Square) -> (bool, bool) {
        let walker = match piece {
            Piece::Attacker => &self.attacker,
            Piece::Defender => &self.defender,
            Piece::King => &self.king,
        };
        (walker.may_stop.contains(square), walker.may_pass.contains(square))
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
    let mut impassable = closed_camps & !home;
    let mut forbidden = impassable;
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
