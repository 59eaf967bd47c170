//! What a network sees of a tafl game.

use super::compiled::Tafl;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::{
    Camps, CampsHostileTo, CampsPass, Captures, CornerStop, Encirclement, Entering, ExitFort, Goal,
    KingArms, KingCapture, LinnaeanCapture, Piece, RepetitionResult, RuleSet, Shieldwall, Stuck,
    ThroneRight, ThroneState,
};
use super::square::{MAX_SIZE, Square, SquareSet};
use crate::encode::dihedral;
use crate::{Action, BoardShape, Choice, Encode, Game, PieceKind, Side};

/// Names of the input planes. New ones are added at the end: a network that knows fewer knows the first
/// ones, and plays on as if the rest had weights of zero.
const PLANES: [&str; 20] = [
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
    "notice given to the king",
];

/// Names of the numbers of the rule vector: the keys of a rule set, with `=` for one of several values
/// and `:` for one of several things that are set apart. New ones are added at the end, as with planes.
const RULE_NAMES: [&str; 56] = [
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
    "repetition.result = defenders-own",
    "quiet_limit",
    "ply_limit",
    "stuck = draw",
    "goal = edge-run",
    "two_roads",
    "king_capture = enclosed",
    "king_notice",
    "camps_hostile_to = enemies",
    "camps_pass = own",
    "shieldwall = any",
    "shieldwall_corner",
    "exit_fort = reach",
    "encirclement = firm",
    "repetition.result = defenders",
    "repetition.result = banned",
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
        mark(next(), self.aim().iter());
        mark(next(), position.last.map(|(from, _)| from));
        mark(next(), position.last.map(|(_, to)| to));
        let occurrences = position.occurrences();
        next().fill(flag(occurrences >= 2));
        next().fill(flag(occurrences >= 3));
        let quiet_limit = self.rules.quiet_limit.unwrap_or(MANY_QUIET_PLIES);
        next().fill(share(position.quiet, quiet_limit));
        next().fill(share(position.ply, self.rules.ply_limit));
        next().fill(flag(position.side == Side::Attackers));
        next().fill(flag(position.notice));
    }

    /// The key of pieces, side to move and notice, the last move, and the clocks.
    fn fingerprint(&self, position: &Position<W>, see: &mut impl FnMut(u64)) {
        let last =
            position.last.map_or(u32::MAX, |(from, to)| u32::from(from.0) << 16 | u32::from(to.0));
        see(position.key);
        see(u64::from(last) << 32 | u64::from(position.occurrences().min(3)));
        see(u64::from(position.quiet) << 32 | u64::from(position.ply));
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

/// Every switch as numbers from 0 to 1; choices of more than two values as one flag per value. Start
/// and first side are seen on the board.
fn rule_vector(rules: &RuleSet) -> Vec<f32> {
    // Taken apart, so that a new switch cannot be forgotten here.
    let RuleSet {
        game: _,
        name: _,
        title: _,
        source: _,
        house_rules: _,
        size,
        setup: _,
        first: _,
        king_reach,
        men_reach,
        goal,
        two_roads,
        king_capture,
        king_notice,
        king_arms,
        throne_stop,
        throne_pass,
        throne_hostile,
        corner_stop,
        corner_hostile,
        camps,
        camps_hostile_to,
        camps_pass,
        captures,
        capture_optional,
        linnaean_capture,
        entering,
        immobilisation,
        shieldwall,
        shieldwall_corner,
        exit_fort,
        encirclement,
        repetition,
        quiet_limit,
        ply_limit,
        stuck,
    } = rules;
    let reach = |reach: Option<u32>| reach.map_or(1.0, |squares| share(squares, MAX_SIZE as u32));
    let throne = |piece| match throne_hostile.to(piece) {
        None => 0.0,
        Some(ThroneState::Empty) => 0.5,
        Some(ThroneState::Always) => 1.0,
    };
    let mut vector = vec![share(*size as u32, MAX_SIZE as u32)];
    vector.extend([reach(*king_reach), reach(*men_reach)]);
    push_flags(&mut vector, *goal, &[Goal::Edge, Goal::Corner, Goal::EdgeHeld]);
    let king_captures = [KingCapture::Two, KingCapture::Four, KingCapture::Linnaean];
    push_flags(&mut vector, *king_capture, &king_captures);
    vector.push(flag(matches!(king_arms, KingArms::Hammer | KingArms::Both)));
    vector.push(flag(matches!(king_arms, KingArms::Anvil | KingArms::Both)));
    let rights = [ThroneRight::Anyone, ThroneRight::King, ThroneRight::Nobody];
    push_flags(&mut vector, *throne_stop, &rights);
    push_flags(&mut vector, *throne_pass, &rights);
    vector.extend(Piece::ALL.map(throne));
    vector.push(flag(*corner_stop == CornerStop::King));
    vector.extend(Piece::ALL.map(|piece| flag(corner_hostile.contains(&piece))));
    push_flags(&mut vector, *camps, &[Camps::None, Camps::Home, Camps::Sealed]);
    vector.push(flag(*captures == Captures::One));
    vector.push(flag(*capture_optional));
    let shields = [LinnaeanCapture::Off, LinnaeanCapture::AnyMan, LinnaeanCapture::LastMan];
    push_flags(&mut vector, *linnaean_capture, &shields);
    vector.push(flag(*entering == Entering::Suicide));
    vector.push(flag(*immobilisation));
    vector.push(flag(*shieldwall != Shieldwall::Off));
    vector.push(flag(*exit_fort != ExitFort::Off));
    vector.push(flag(*encirclement != Encirclement::Off));
    vector.push(repetition.count.map_or(0.0, |count| 1.0 / count as f32));
    let results = [RepetitionResult::Draw, RepetitionResult::Loss, RepetitionResult::DefendersOwn];
    push_flags(&mut vector, repetition.result, &results);
    // A limit takes the lower half of the range, so that a long one is not taken for none.
    vector.push(quiet_limit.map_or(1.0, |limit| share(limit, 1024) / 2.0));
    vector.push(share(*ply_limit, 1024));
    vector.push(flag(*stuck == Stuck::Draw));
    vector.push(flag(*goal == Goal::EdgeRun));
    vector.push(flag(*two_roads));
    vector.push(flag(*king_capture == KingCapture::Enclosed));
    vector.push(flag(*king_notice));
    vector.push(flag(*camps_hostile_to == CampsHostileTo::Enemies));
    vector.push(flag(*camps_pass == CampsPass::Own));
    vector.push(flag(*shieldwall == Shieldwall::Any));
    vector.push(flag(*shieldwall_corner));
    vector.push(flag(*exit_fort == ExitFort::Reach));
    vector.push(flag(*encirclement == Encirclement::Firm));
    let results = [RepetitionResult::Defenders, RepetitionResult::Banned];
    push_flags(&mut vector, repetition.result, &results);
    vector
}

fn push_flags<T: PartialEq + Copy>(vector: &mut Vec<f32>, value: T, values: &[T]) {
    vector.extend(values.iter().map(|candidate| flag(*candidate == value)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of every switch that the vector tells, as a rule file has them.
    const VALUES: [(&str, &[&str]); 29] = [
        ("size", &["9", "11"]),
        ("king_reach", &["1", "4"]),
        ("men_reach", &["1", "4"]),
        ("goal", &["'edge'", "'corner'", "'edge-held'", "'edge-run'"]),
        ("two_roads", &["false", "true"]),
        ("king_capture", &["'two'", "'four'", "'linnaean'", "'enclosed'"]),
        ("king_notice", &["false", "true"]),
        ("king_arms", &["'none'", "'hammer'", "'anvil'", "'both'"]),
        ("throne_stop", &["'anyone'", "'king'", "'nobody'"]),
        ("throne_pass", &["'anyone'", "'king'", "'nobody'"]),
        (
            "throne_hostile",
            &["{ attackers = 'empty' }", "{ defenders = 'always' }", "{ king = 'empty' }"],
        ),
        ("corner_stop", &["'anyone'", "'king'"]),
        ("corner_hostile", &["['attackers']", "['defenders']", "['king']"]),
        ("camps", &["'none'", "'home'", "'sealed'"]),
        ("camps_hostile_to", &["'all'", "'enemies'"]),
        ("camps_pass", &["'nobody'", "'own'"]),
        ("captures", &["'all'", "'one'"]),
        ("capture_optional", &["false", "true"]),
        ("linnaean_capture", &["'off'", "'any-man'", "'last-man'"]),
        ("entering", &["'safe'", "'suicide'"]),
        ("immobilisation", &["false", "true"]),
        ("shieldwall", &["false", "true", "'any'"]),
        ("shieldwall_corner", &["false", "true"]),
        ("exit_fort", &["'off'", "'edge'", "'reach'"]),
        ("encirclement", &["'off'", "'ring'", "'firm'"]),
        (
            "repetition",
            &[
                "{ count = 3, result = 'draw' }",
                "{ count = 4, result = 'loss' }",
                "{ count = 3, result = 'defenders' }",
                "{ count = 3, result = 'defenders-own' }",
                "{ result = 'banned' }",
            ],
        ),
        ("quiet_limit", &["50", "100"]),
        ("ply_limit", &["100", "200"]),
        ("stuck", &["'loss'", "'draw'"]),
    ];

    /// The numbers of Tablut to the corners with one switch set otherwise, by name.
    fn numbers(key: &str, value: &str) -> Vec<(&'static str, f32)> {
        let text = include_str!("../../../rules/tablut-corner.toml");
        let mut table: toml::Table = text.parse().expect("an embedded rule set");
        let set: toml::Table = format!("{key} = {value}").parse().expect("a value");
        table.extend(set);
        let vector = rule_vector(&table.try_into().expect("a rule set"));
        assert_eq!(vector.len(), RULE_NAMES.len());
        RULE_NAMES.into_iter().zip(vector).collect()
    }

    /// Every value of a switch has numbers of its own, in places that are named after the switch, and
    /// the flag of a value is set for that value alone.
    #[test]
    fn every_number_of_the_rule_vector_is_named_after_its_switch() {
        let told: Vec<&str> = VALUES.iter().map(|(key, _)| *key).collect();
        let seen_on_the_board = ["setup", "first"];
        let switches = RuleSet::SWITCHES.into_iter().filter(|key| !seen_on_the_board.contains(key));
        assert_eq!(told, switches.collect::<Vec<_>>());
        for (key, values) in VALUES {
            for (index, value) in values.iter().enumerate() {
                let after = numbers(key, value);
                for other in &values[index + 1..] {
                    let differ = after.iter().zip(numbers(key, other)).filter(|(a, b)| a.1 != b.1);
                    let names: Vec<&str> = differ.map(|((name, _), _)| *name).collect();
                    assert!(!names.is_empty(), "{key}: {value} and {other} look alike");
                    assert!(names.iter().all(|name| name.starts_with(key)), "{key}: {names:?}");
                }
                for (name, number) in after {
                    let flag = name.strip_prefix(key).and_then(|rest| rest.strip_prefix(" = "));
                    if let Some(flag) = flag {
                        assert_eq!(number == 1.0, format!("'{flag}'") == *value, "{name}: {value}");
                    }
                    // `throne_hostile: king` and the like.
                    let part = name.strip_prefix(key).and_then(|rest| rest.strip_prefix(": "));
                    if let Some(part) = part {
                        let set = value.contains(part) || *value == "'both'";
                        assert_eq!(number > 0.0, set, "{name}: {value}");
                    }
                }
            }
        }
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
