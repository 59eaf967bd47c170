//! What several pieces do together: riders, ranks that advance, charges; and succession.

use std::collections::BTreeSet;

use super::laws::{Board, Laws, Point, as_side, name, side_of};
use super::reach::{goes, shots};
use super::state::{Change, State};

impl State {
    /// Adds the moves of a piece with each rider beside it.
    pub(super) fn hitched(
        &self,
        laws: &Laws,
        (from, to): (Point, Point),
        board: &Board,
        found: &mut Vec<Change>,
    ) {
        for (right, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let rider = (from.0 + right, from.1 + up);
            let Some(lady) = self.board.get(&rider) else { continue };
            let has_moved = self.charge.as_ref().is_some_and(|(_, moved)| moved.contains(&rider));
            if side_of(*lady) != self.turn || !laws.kind(*lady).rides || has_moved {
                continue;
            }
            let seat = (to.0 + right, to.1 + up);
            if !laws.has(seat) || board.contains_key(&seat) {
                continue;
            }
            let mut board = board.clone();
            board.remove(&rider);
            board.insert(seat, *lady);
            let names = [from, to, rider, seat].map(name);
            let text = format!("{}-{}+{}-{}", names[0], names[1], names[2], names[3]);
            let change = Change::new(text, board, from, to);
            found.push(Change { moved: vec![to, seat], ..change });
        }
    }

    /// Adds the advances of whole ranks and the sign to charge.
    pub(super) fn together(&self, laws: &Laws, found: &mut Vec<Change>) {
        let up = if self.turn == 0 { 1 } else { -1 };
        for rank in (1..=laws.ranks).filter(|_| laws.flag("deployment")) {
            let files = || 1..=laws.files;
            let is_own = |piece: &char| side_of(*piece) == self.turn;
            let is_full = files().all(|file| self.board.get(&(file, rank)).is_some_and(is_own));
            let is_free = files().all(|file| !self.board.contains_key(&(file, rank + up)));
            if !is_full || !is_free || !laws.has((1, rank + up)) {
                continue;
            }
            let mut board = self.board.clone();
            let went: Vec<(Point, Point)> =
                files().map(|file| ((file, rank), (file, rank + up))).collect();
            for (from, to) in &went {
                let piece = board.remove(from).expect("a piece");
                board.insert(*to, piece);
            }
            let change = Change::new(format!("rank{rank}"), board, went[0].0, went[0].1);
            found.push(Change { went, ..change });
        }
        let least = laws.number("charge", 0);
        let can_capture = |(from, _): &&(Point, char)| {
            let is_enemy = |to: &Point| self.board.contains_key(to);
            goes(laws, &self.board, *from).iter().any(is_enemy)
                || !shots(laws, &self.board, *from).is_empty()
        };
        if least > 0 && self.own().iter().filter(can_capture).count() >= least {
            let board = self.board.clone();
            found.push(Change {
                text: "charge".to_owned(),
                board,
                went: Vec::new(),
                moved: Vec::new(),
                charges: true,
                may_crown: false,
            });
        }
    }

    /// Looks for the next file of a charge that has a piece to move.
    pub(super) fn go_on(&mut self, laws: &Laws, first: i32, moved: &BTreeSet<Point>) {
        for file in first..=laws.files {
            self.charge = Some((file, moved.clone()));
            let mut changes = Vec::new();
            for (from, piece) in self.own() {
                if from.0 == file && !moved.contains(&from) {
                    self.changes_of(laws, from, piece, &mut changes);
                }
            }
            if !changes.is_empty() {
                return;
            }
        }
        self.charge = None;
    }

    /// An heir that has come from home to the regent's side is crowned, where the crown is lost.
    pub(super) fn crown(&mut self, laws: &Laws, went: &[(Point, Point)]) {
        let Some((crown, regent, heirs, home)) = laws.succession() else { return };
        let [crown, regent] = [crown, regent].map(|letter| as_side(letter, self.turn));
        if self.board.values().any(|piece| *piece == crown) {
            return;
        }
        let ranks: Vec<i32> = (1..=home).map(|rank| laws.rank(self.turn, rank)).collect();
        let heir = went.iter().find(|(from, to)| {
            let is_heir = self.board.get(to).is_some_and(|piece| {
                side_of(*piece) == self.turn && heirs.contains(piece.to_ascii_uppercase())
            });
            let is_near = self.board.iter().any(|(at, piece)| {
                *piece == regent && (at.0 - to.0).abs().max((at.1 - to.1).abs()) == 1
            });
            from != to && is_heir && is_near && ranks.contains(&from.1)
        });
        if let Some((_, to)) = heir {
            self.board.insert(*to, crown);
        }
    }
}
