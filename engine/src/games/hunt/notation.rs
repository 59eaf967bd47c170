//! Moves and positions as text.
//!
//! A step is `d4-e5`, a capture names its captives by rank and file, `c3-e5xd4`, a placement is `@d4`. A
//! position is `BOARD SIDE HANDS QUIET PLIES`, such as `f3f/5/5/5/f3f a g20 0 0`.

use super::compiled::Hunt;
use super::moves::HuntMove;
use super::points::Points;
use super::position::Position;
use super::setup::{Pieces, read_board, write_board};
use crate::games::texts::{offer, read_clocks, read_side};
use crate::{Game, MoveError, PerSide, PositionError, Side};

impl Hunt {
    pub(super) fn write_move(&self, mv: HuntMove) -> String {
        let name = |point| self.graph.name(point);
        if mv.is_placement() {
            return format!("@{}", name(mv.to));
        }
        let captives: String = mv.taken.iter().map(|point| format!("x{}", name(point))).collect();
        format!("{}-{}{captives}", name(mv.from), name(mv.to))
    }

    pub(super) fn read_move(&self, position: &Position, text: &str) -> Result<HuntMove, MoveError> {
        let fail = |reason: String| MoveError::new(text, reason);
        let wanted = self.split_move(text).map_err(fail)?;
        if position.is_decided() {
            return Err(fail("the game is over".to_owned()));
        }
        let mut moves = Vec::new();
        self.list_moves(position, &mut moves);
        let (from, to, captives) = wanted;
        let is_placement = from.is_none();
        let from = from.unwrap_or(to);
        moves.retain(|mv| mv.from == from && mv.to == to && mv.is_placement() == is_placement);
        match (&moves[..], captives) {
            ([], _) => Err(fail(self.explain_illegal(position, from, to, is_placement))),
            ([mv], None) => Ok(*mv),
            (_, captives) => {
                let taken = captives.unwrap_or_default();
                let found = moves.iter().find(|mv| mv.taken == taken);
                found.copied().ok_or_else(|| fail(offer(&moves, |mv| self.write_move(mv))))
            }
        }
    }

    /// Splits `c3-e5xd4`; no start is a placement, and no captives are those that there are.
    fn split_move(&self, text: &str) -> Result<(Option<u8>, u8, Option<Points>), String> {
        let point = |name: &str| {
            self.graph.find(name).ok_or_else(|| format!("`{name}` is not a point of the board"))
        };
        if let Some(name) = text.strip_prefix('@') {
            return Ok((None, point(name)?, None));
        }
        let (from, rest) = text
            .split_once('-')
            .ok_or("expected a move such as `d4-e5`, `c3-e5xd4` or, to place a piece, `@d4`")?;
        let mut parts = rest.split('x');
        let to = point(parts.next().unwrap_or_default())?;
        let captives = parts.map(point).collect::<Result<Points, _>>()?;
        Ok((Some(point(from)?), to, (!captives.is_empty()).then_some(captives)))
    }

    /// Why nothing goes from `from` to `to`, or is placed there.
    fn explain_illegal(&self, position: &Position, from: u8, to: u8, is_placement: bool) -> String {
        let name = |point| self.graph.name(point);
        let Position { pieces, side, .. } = *position;
        let own = match side {
            Side::Attackers => pieces.many,
            Side::Defenders => pieces.few,
        };
        let who = self.side_name(side);
        if !is_placement && position.places() {
            let must = who.does("must place a piece first");
            return format!("{must}, such as `@{}`", name(to));
        }
        if is_placement && !position.places() {
            return who.does("have no piece in hand");
        }
        if !is_placement && !own.has(from) {
            return match pieces.all().has(from) {
                true => who.does("are to move"),
                false => format!("{} is empty", name(from)),
            };
        }
        if pieces.all().has(to) && (is_placement || from != to) {
            return format!("{} is occupied", name(to));
        }
        if side == Side::Defenders && self.must_capture && self.can_capture(pieces) {
            return "who can capture must, as far as the rules say".to_owned();
        }
        format!("no step or jump of these rules leads from {} to {}", name(from), name(to))
    }

    pub(super) fn write_position(&self, position: &Position) -> String {
        let board = write_board(position.pieces, &self.graph);
        let hand = |letter: char, number: u8| match number {
            0 => String::new(),
            _ => format!("{letter}{number}"),
        };
        let PerSide { attackers, defenders } = position.hands;
        let mut state = hand('g', attackers) + &hand('f', defenders);
        if state.is_empty() {
            state.push('-');
        }
        let side = position.side.letter();
        format!("{board} {side} {state} {} {}", position.quiet, position.ply)
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let fail = |reason: String| PositionError::new(text, reason);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, state, ref clocks @ ..] = fields[..] else {
            let form = "expected a board, `a` or `d`, the pieces in hand (`-` for none, `g20`, `f1`), \
                        and optionally two clocks";
            return Err(fail(form.to_owned()));
        };
        let pieces = read_board(board, &self.graph).map_err(fail)?;
        let side = read_side(side).map_err(fail)?;
        let hands = self.read_hands(state).map_err(fail)?;
        self.check_numbers(pieces, hands).map_err(fail)?;
        let clocks = read_clocks(clocks).map_err(fail)?;
        Ok(self.position(pieces, hands, side, clocks))
    }

    /// Reads `g20`, `f1`, `g3f1` or `-`.
    fn read_hands(&self, text: &str) -> Result<PerSide<u8>, String> {
        let wrong =
            || format!("`{text}` are no pieces in hand, such as `g20`, `f1`, `g3f1` or `-`");
        let mut hands = PerSide { attackers: 0, defenders: 0 };
        if text == "-" {
            return Ok(hands);
        }
        let (many, few) = match text.split_once('f') {
            Some((many, few)) => (many, Some(few)),
            None => (text, None),
        };
        let number = |digits: &str| match digits.parse::<u8>() {
            Ok(number) if number > 0 && !digits.starts_with(['0', '+']) => Ok(number),
            _ => Err(wrong()),
        };
        if !many.is_empty() {
            hands.attackers = number(many.strip_prefix('g').ok_or_else(wrong)?)?;
        }
        if let Some(few) = few {
            hands.defenders = number(few)?;
        }
        let most = [self.rules.hand_many, self.rules.hand_few];
        let given = [hands.attackers, hands.defenders];
        match given.into_iter().zip(most).any(|(given, most)| u32::from(given) > most)
            || text.is_empty()
        {
            true => Err(format!("the game begins with {} and {} pieces in hand", most[0], most[1])),
            false => Ok(hands),
        }
    }

    /// Refuses more pieces than the game has.
    fn check_numbers(&self, pieces: Pieces, hands: PerSide<u8>) -> Result<(), String> {
        let sides = [
            (pieces.many, hands.attackers, self.totals.attackers, 'g'),
            (pieces.few, hands.defenders, self.totals.defenders, 'f'),
        ];
        for (points, hand, total, letter) in sides {
            let all = points.count() + u32::from(hand);
            if all > total {
                return Err(format!("there are {all} `{letter}`; the game has {total}"));
            }
        }
        Ok(())
    }
}
