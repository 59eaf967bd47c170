//! Making a move, and when the game is over.

use super::board::{Board, Letter};
use super::compiled::Chess;
use super::moves::{ChessMove, Form};
use super::position::{Passed, Position};
use super::squares::Squares;
use crate::{Cause, Outcome, Side};

/// What a move has done to the board.
struct Done {
    /// Whether nothing before it can recur.
    is_final: bool,
    /// Where pieces now stand that have moved.
    moved: Squares,
}

impl Chess {
    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&self, position: &mut Position, mv: ChessMove) {
        let is_over_before = position.charge;
        let done = self.put_all(position, mv);
        if done.is_final {
            position.history.clear();
            position.quiet = 0;
        } else {
            position.quiet += 1;
        }
        let charge = match (mv.form, is_over_before) {
            (Form::Charge, _) => self.next_charge(position, 0, Squares::NONE),
            (_, Some(charge)) => {
                self.next_charge(position, charge.file + 1, charge.moved | done.moved)
            }
            (_, None) => None,
        };
        position.charge = charge;
        if charge.is_none() {
            position.side = !position.side;
        }
        position.ply += 1;
        position.last = Some((mv.from, mv.to));
        position.history.push(position.key());
        position.outcome = self.find_outcome(position);
    }

    /// Moves the pieces; whose turn it is stays as it was.
    #[inline]
    fn put_all(&self, position: &mut Position, mv: ChessMove) -> Done {
        let side = position.side;
        let passed = std::mem::take(&mut position.passed);
        let done = self.put(&mut position.board, side, mv, passed.pawn);
        if position.rights != 0 {
            position.rights &= self.rights_after(mv);
        }
        if mv.form == Form::Go && self.rules.in_passing {
            position.passed = self.passed_by(&position.board, side, (mv.from, mv.to));
        }
        if let Some(law) = &self.rules.succession {
            self.crown(&mut position.board, side, mv, (law.crown, law.regent));
        }
        done
    }

    /// Moves the pieces of one move.
    #[inline]
    fn put(&self, board: &mut Board, side: Side, mv: ChessMove, passed: u8) -> Done {
        let ChessMove { from, to, form } = mv;
        let arrived = Squares::only(to);
        match form {
            Form::Charge => Done { is_final: false, moved: Squares::NONE },
            Form::Shoot => {
                board.take(to);
                Done { is_final: true, moved: Squares::only(from) }
            }
            Form::Go => Done { is_final: self.carry(board, from, to), moved: arrived },
            Form::Into(letter) => {
                let home = self.change(board, side, mv, letter);
                Done { is_final: true, moved: home.map_or(arrived, |home| arrived.with(home)) }
            }
            Form::Passing => {
                board.take(passed);
                self.carry(board, from, to);
                Done { is_final: true, moved: arrived }
            }
            Form::Castle(place) => {
                let (rook, to_rook) = self.castlings[usize::from(place)].rook;
                // One may go where the other stands.
                let (king, rook) = (board.take(from), board.take(rook));
                king.into_iter().for_each(|(side, letter)| board.put(side, letter, to));
                rook.into_iter().for_each(|(side, letter)| board.put(side, letter, to_rook));
                Done { is_final: false, moved: arrived }
            }
            Form::Carry(rider) => {
                let seat = self.seat(rider, (from, to)).unwrap_or(rider);
                let is_final = self.carry(board, from, to);
                self.carry(board, rider, seat);
                Done { is_final, moved: arrived.with(seat) }
            }
            Form::Deploy => {
                let mut is_final = false;
                for (from, to) in self.deployed(mv) {
                    is_final |= self.carry(board, from, to);
                }
                Done { is_final, moved: Squares::NONE }
            }
        }
    }

    /// Moves a piece and takes what stands where it goes; gives whether that cannot be taken back.
    #[inline]
    fn carry(&self, board: &mut Board, from: u8, to: u8) -> bool {
        let victim = board.take(to);
        let Some((side, letter)) = board.take(from) else { return false };
        board.put(side, letter, to);
        victim.is_some() || self.kind(letter).is_pawn
    }

    /// Makes a promotion, or brings a lost piece back and gives where the one went that brought it.
    fn change(&self, board: &mut Board, side: Side, mv: ChessMove, letter: Letter) -> Option<u8> {
        let home = board.on(mv.from).and_then(|(_, old)| {
            let is_replaced = !self.must_change(old);
            let home = is_replaced.then(|| self.place_at_home(board, side, old, (mv.from, mv.to)));
            Some((home.flatten()?, old))
        });
        board.take(mv.to);
        board.take(mv.from);
        board.put(side, letter, mv.to);
        let (home, old) = home?;
        board.put(side, old, home);
        Some(home)
    }

    /// Which castlings a move leaves possible, as bits.
    #[inline]
    fn rights_after(&self, mv: ChessMove) -> u8 {
        let touches = |square: u8| match mv.form {
            Form::Deploy => self.deployed(mv).any(|(from, to)| [from, to].contains(&square)),
            // Who shoots stays where it is.
            Form::Shoot => mv.to == square,
            _ => [mv.from, mv.to].contains(&square),
        };
        let lost = (0..).zip(&self.castlings).filter(|(_, castling)| {
            let is_touched = touches(castling.king.0) || touches(castling.rook.0);
            is_touched
                || matches!(mv.form, Form::Carry(rider) if
                [castling.king.0, castling.rook.0].contains(&rider))
        });
        !lost.fold(0, |bits, (place, _): (u8, _)| bits | 1 << place)
    }

    /// What a pawn's move over squares offers to enemy pawns; nothing for other moves.
    #[inline]
    pub(super) fn passed_by(&self, board: &Board, side: Side, (from, to): (u8, u8)) -> Passed {
        let width = self.lines.shape.width as u8;
        let far = from.abs_diff(to);
        let is_pawn = |square| board.on(square).is_some_and(|(_, kind)| self.kind(kind).is_pawn);
        if far <= width || !far.is_multiple_of(width) || !is_pawn(to) {
            return Passed::default();
        }
        let over = (from.min(to) + width..from.max(to)).step_by(usize::from(width));
        let is_ready = |square: &u8| {
            // Seen from the square, a pawn of the one side stands where one of the other would take.
            let near = self.pawns.passing[side][usize::from(*square)] & board.of(!side);
            near.iter().any(is_pawn)
        };
        Passed { squares: over.filter(is_ready).collect(), pawn: to }
    }

    /// Crowns the heir whom a move has brought from home to the regent's side, where the crown is lost.
    fn crown(&self, board: &mut Board, side: Side, mv: ChessMove, (crown, regent): (char, char)) {
        let [crown, regent] = [crown, regent].map(|letter| letter as u8 - b'A');
        if board.count(side, crown) > 0 {
            return;
        }
        let heir = |(from, to): &(u8, u8)| {
            let is_heir = board
                .on(*to)
                .is_some_and(|(owner, letter)| owner == side && self.heirs.contains(&letter));
            let near = self.lines.around(*to) & board.find(side, regent);
            is_heir && self.home[side].has(*from) && !near.is_empty()
        };
        let found = match mv.form {
            Form::Go | Form::Carry(_) => Some((mv.from, mv.to)).filter(heir),
            Form::Deploy => self.deployed(mv).find(heir),
            _ => None,
        };
        if let Some((_, to)) = found {
            board.take(to);
            board.put(side, crown, to);
        }
    }

    /// How the game ended, or `None` while it goes on.
    #[inline]
    pub(super) fn find_outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(outcome) = self.decided(&position.board) {
            return Some(outcome);
        }
        let (can_move, guard) = self.can_move(position);
        if !can_move {
            return Some(match guard.is_check {
                true => Outcome::win(!position.side, Cause::Checkmate),
                false => self.rules.stuck.outcome(position.side),
            });
        }
        let count = self.rules.repetition.count;
        if position.history.len() >= count as usize && position.occurrences() >= count {
            return Some(Outcome::draw(Cause::Repetition));
        }
        if self.rules.quiet_limit.is_some_and(|limit| position.quiet >= limit) {
            return Some(Outcome::draw(Cause::QuietLimit));
        }
        (position.ply >= self.rules.ply_limit).then_some(Outcome::draw(Cause::PlyLimit))
    }

    /// What the board decides: a side has lost that has no imperial piece, the attackers first.
    #[inline]
    fn decided(&self, board: &Board) -> Option<Outcome> {
        if self.imperials.is_empty() {
            return None;
        }
        let is_lost =
            |side: &Side| self.imperials.iter().all(|letter| board.count(*side, *letter) == 0);
        let lost = Side::ALL.into_iter().find(is_lost)?;
        Some(Outcome::win(!lost, Cause::ImperialsGone))
    }
}
