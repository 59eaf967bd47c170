//! What a network sees of a tafl game.

use super::compiled::Tafl;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::{
    Camps, Captures, CornerStop, Entering, Goal, KingArms, KingCapture, LinnaeanCapture, Piece,
    RepetitionResult, RuleSet, Stuck, ThroneRight, ThroneState,
};
use super::square::{MAX_SIZE, Square, SquareSet};
use crate::encode::dihedral;
use crate::{Action, BoardShape, Choice, Encode, Game, PieceKind, Side};

/// Names of the input planes.
const PLANES: [&str; 19] = [
    "attackers",
    "defenders",
    "king",
    "hostile to attackers",
    "hostile to defenders",
    "hostile to the king",
    "attackers may not stop",
    "defenders may not stop",
    "the king may not stop",
    "attackers may not pass",
    "the king may not pass",
    "goal",
    "last move from",
    "last move to",
    "seen once before",
    "seen twice before",
    "quiet plies",
    "plies",
    "attackers to move",
];

/// Names of the numbers of the rule vector: the keys of a rule set, with `=` for one of several values
/// and `:` for one of several things that are set apart.
const RULE_NAMES: [&str; 44] = [
    "size",
    "king_reach",
    "men_reach",
    "goal = edge",
    "goal = corner",
    "goal = edge-held",
    "king_capture = two",
    "king_capture = four",
    "king_capture = linnaean",
    "king_arms: hammer",
    "king_arms: anvil",
    "throne_stop = anyone",
    "throne_stop = king",
    "throne_stop = nobody",
    "throne_pass = anyone",
    "throne_pass = king",
    "throne_pass = nobody",
    "throne_hostile: attackers",
    "throne_hostile: defenders",
    "throne_hostile: king",
    "corner_stop = king",
    "corner_hostile: attackers",
    "corner_hostile: defenders",
    "corner_hostile: king",
    "camps = none",
    "camps = home",
    "camps = sealed",
    "captures = one",
    "capture_optional",
    "linnaean_capture = off",
    "linnaean_capture = any-man",
    "linnaean_capture = last-man",
    "entering = suicide",
    "immobilisation",
    "shieldwall",
    "exit_fort",
    "encirclement",
    "repetition.count",
    "repetition.result = draw",
    "repetition.result = loss",
    "repetition.result = defenders-lose",
    "quiet_limit",
    "ply_limit",
    "stuck = draw",
];

/// The pieces, in the order of [`Piece::ALL`].
const PIECE_KINDS: [PieceKind; 3] = [
    PieceKind { letter: 'a', name: "attacker", side: Side::Attackers, is_royal: false },
    PieceKind { letter: 'd', name: "defender", side: Side::Defenders, is_royal: false },
    PieceKind { letter: 'k', name: "king", side: Side::Defenders, is_royal: true },
];

/// Quiet plies that fill their plane where the rules set no limit.
const MANY_QUIET_PLIES: u32 = 100;

impl<const W: usize> Encode for Tafl<W> {
    fn family(&self) -> &'static str {
        "tafl"
    }

    fn board(&self) -> BoardShape {
        BoardShape { width: self.geometry.size, height: self.geometry.size }
    }

    fn planes(&self) -> &'static [&'static str] {
        &PLANES
    }

    fn encode(&self, position: &Position<W>, planes: &mut [f32]) {
        let squares = self.geometry.size * self.geometry.size;
        assert_eq!(planes.len(), PLANES.len() * squares, "{} planes", PLANES.len());
        // Most planes have few squares set.
        planes.fill(0.0);
        let mut planes = planes.chunks_exact_mut(squares);
        let mut next = || planes.next().expect("as many planes as named");
        let board = &position.board;
        for side in Side::ALL {
            mark(next(), board.men(side).iter());
        }
        mark(next(), board.king);
        let throne = self.geometry.throne;
        let throne_empty = board.piece_at(throne).is_none();
        for piece in Piece::ALL {
            let plane = next();
            mark(plane, self.hostile[piece as usize].iter());
            mark(plane, self.is_hostile(piece, throne, throne_empty).then_some(throne));
        }
        let closed = |open: SquareSet<W>| self.geometry.all().filter(move |s| !open.contains(*s));
        for piece in Piece::ALL {
            mark(next(), closed(self.movement.open_to(piece).0));
        }
        for piece in [Piece::Attacker, Piece::King] {
            mark(next(), closed(self.movement.open_to(piece).1));
        }
        mark(next(), self.goal.iter());
        mark(next(), position.last.map(|(from, _)| from));
        mark(next(), position.last.map(|(_, to)| to));
        let occurrences = position.occurrences();
        next().fill(flag(occurrences >= 2));
        next().fill(flag(occurrences >= 3));
        let quiet_limit = self.rules.quiet_limit.unwrap_or(MANY_QUIET_PLIES);
        next().fill(share(position.quiet, quiet_limit));
        next().fill(share(position.ply, self.rules.ply_limit));
        next().fill(flag(position.side == Side::Attackers));
    }

    fn rule_vector(&self) -> Vec<f32> {
        rule_vector(&self.rules)
    }

    fn rule_names(&self) -> &'static [&'static str] {
        &RULE_NAMES
    }

    fn action(&self, mv: TaflMove) -> Action {
        let choice = match mv.take {
            Take::Every => Choice::Plain,
            Take::Nothing => Choice::Decline,
            Take::One(square) => Choice::Square(square.0),
        };
        Action { from: mv.from.0, to: mv.to.0, choice }
    }

    /// The laws themselves have all eight symmetries; the starting layout may have fewer.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        let start = self.start(Side::Attackers).board;
        let keeps = |map: &Vec<u16>| {
            self.geometry.all().all(|s| start.piece_at(s) == start.piece_at(Square(map[s.index()])))
        };
        dihedral(self.geometry.size as u16).into_iter().filter(keeps).collect()
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    fn piece_on(&self, position: &Position<W>, square: u16) -> Option<usize> {
        let piece = position.board.piece_at(Square(square))?;
        Piece::ALL.into_iter().position(|kind| kind == piece)
    }
}

/// Sets some squares of a plane of zeros.
fn mark(plane: &mut [f32], squares: impl IntoIterator<Item = Square>) {
    for square in squares {
        plane[square.index()] = 1.0;
    }
}

fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

fn share(part: u32, whole: u32) -> f32 {
    (part as f32 / whole as f32).min(1.0)
}

/// Every switch as numbers from 0 to 1; choices of more than two values as one flag per value.
fn rule_vector(rules: &RuleSet) -> Vec<f32> {
    let reach = |reach: Option<u32>| reach.map_or(1.0, |squares| share(squares, MAX_SIZE as u32));
    let throne = |piece| match rules.throne_hostile.to(piece) {
        None => 0.0,
        Some(ThroneState::Empty) => 0.5,
        Some(ThroneState::Always) => 1.0,
    };
    let mut vector = vec![share(rules.size as u32, MAX_SIZE as u32)];
    vector.extend([reach(rules.king_reach), reach(rules.men_reach)]);
    push_flags(&mut vector, rules.goal, &[Goal::Edge, Goal::Corner, Goal::EdgeHeld]);
    let king_captures = [KingCapture::Two, KingCapture::Four, KingCapture::Linnaean];
    push_flags(&mut vector, rules.king_capture, &king_captures);
    vector.push(flag(matches!(rules.king_arms, KingArms::Hammer | KingArms::Both)));
    vector.push(flag(matches!(rules.king_arms, KingArms::Anvil | KingArms::Both)));
    let rights = [ThroneRight::Anyone, ThroneRight::King, ThroneRight::Nobody];
    push_flags(&mut vector, rules.throne_stop, &rights);
    push_flags(&mut vector, rules.throne_pass, &rights);
    vector.extend(Piece::ALL.map(throne));
    vector.push(flag(rules.corner_stop == CornerStop::King));
    vector.extend(Piece::ALL.map(|piece| flag(rules.corner_hostile.contains(&piece))));
    push_flags(&mut vector, rules.camps, &[Camps::None, Camps::Home, Camps::Sealed]);
    vector.push(flag(rules.captures == Captures::One));
    vector.push(flag(rules.capture_optional));
    let shields = [LinnaeanCapture::Off, LinnaeanCapture::AnyMan, LinnaeanCapture::LastMan];
    push_flags(&mut vector, rules.linnaean_capture, &shields);
    vector.push(flag(rules.entering == Entering::Suicide));
    vector.extend([rules.immobilisation, rules.shieldwall, rules.exit_fort].map(flag));
    vector.push(flag(rules.encirclement));
    vector.push(1.0 / rules.repetition.count as f32);
    let results = [RepetitionResult::Draw, RepetitionResult::Loss, RepetitionResult::DefendersLose];
    push_flags(&mut vector, rules.repetition.result, &results);
    // A limit takes the lower half of the range, so that a long one is not taken for none.
    vector.push(rules.quiet_limit.map_or(1.0, |limit| share(limit, 1024) / 2.0));
    vector.push(share(rules.ply_limit, 1024));
    vector.push(flag(rules.stuck == Stuck::Draw));
    vector
}

fn push_flags<T: PartialEq + Copy>(vector: &mut Vec<f32>, value: T, values: &[T]) {
    vector.extend(values.iter().map(|candidate| flag(*candidate == value)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A switch changes the numbers that are named after it, and no others.
    #[test]
    fn every_number_of_the_rule_vector_is_named_after_its_switch() {
        let rules = RuleSet::from_toml(include_str!("../../../rules/tablut-corner.toml"))
            .expect("an embedded rule set");
        let before = rule_vector(&rules);
        assert_eq!(before.len(), RULE_NAMES.len());
        let changed = |change: fn(&mut RuleSet)| {
            let mut rules = rules.clone();
            change(&mut rules);
            let after = rule_vector(&rules);
            let named = (0..after.len()).filter(|i| before[*i] != after[*i]);
            named.map(|i| RULE_NAMES[i]).collect::<Vec<_>>()
        };
        assert_eq!(changed(|rules| rules.size = 11), ["size"]);
        assert_eq!(
            changed(|rules| rules.goal = Goal::EdgeHeld),
            ["goal = corner", "goal = edge-held"]
        );
        assert_eq!(changed(|rules| rules.corner_hostile = Vec::new()).len(), 3);
        assert!(
            changed(|rules| rules.corner_hostile = Vec::new())[0].starts_with("corner_hostile")
        );
        assert_eq!(changed(|rules| rules.captures = Captures::One), ["captures = one"]);
        assert_eq!(changed(|rules| rules.entering = Entering::Suicide), ["entering = suicide"]);
        assert_eq!(changed(|rules| rules.encirclement ^= true), ["encirclement"]);
        assert_eq!(changed(|rules| rules.repetition.count = 7), ["repetition.count"]);
        assert_eq!(changed(|rules| rules.quiet_limit = Some(9)), ["quiet_limit"]);
        assert_eq!(changed(|rules| rules.ply_limit = 9), ["ply_limit"]);
        assert_eq!(changed(|rules| rules.stuck = Stuck::Draw), ["stuck = draw"]);
    }

    #[test]
    fn a_long_quiet_limit_is_not_taken_for_none() {
        let rules = RuleSet::from_toml(include_str!("../../../rules/tablut-corner.toml"))
            .expect("an embedded rule set");
        let vector = |quiet_limit| rule_vector(&RuleSet { quiet_limit, ..rules.clone() });
        assert_ne!(vector(None), vector(Some(1024)));
        assert_ne!(vector(None), vector(Some(5000)));
        assert_ne!(vector(Some(100)), vector(Some(200)));
    }
}
