//! What a network sees of a tafl game.

use std::ops::RangeInclusive;

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
use crate::games::inputs::{Number, flag, names, share};
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

/// Every switch as numbers from 0 to 1, each under its name; choices of more than two values as one flag per
/// value. Start and first side are seen on the board. New ones come at the end: networks know the first ones.
const NUMBERS: [Number<RuleSet>; 56] = [
    ("size", |r| share(r.size as u32, LARGEST)),
    ("king_reach", |r| reach(r.king_reach)),
    ("men_reach", |r| reach(r.men_reach)),
    ("goal = edge", |r| flag(r.goal == Goal::Edge)),
    ("goal = corner", |r| flag(r.goal == Goal::Corner)),
    ("goal = edge-held", |r| flag(r.goal == Goal::EdgeHeld)),
    ("king_capture = two", |r| flag(r.king_capture == KingCapture::Two)),
    ("king_capture = four", |r| flag(r.king_capture == KingCapture::Four)),
    ("king_capture = linnaean", |r| flag(r.king_capture == KingCapture::Linnaean)),
    ("king_arms: hammer", |r| flag(matches!(r.king_arms, KingArms::Hammer | KingArms::Both))),
    ("king_arms: anvil", |r| flag(matches!(r.king_arms, KingArms::Anvil | KingArms::Both))),
    ("throne_stop = anyone", |r| flag(r.throne_stop == ThroneRight::Anyone)),
    ("throne_stop = king", |r| flag(r.throne_stop == ThroneRight::King)),
    ("throne_stop = nobody", |r| flag(r.throne_stop == ThroneRight::Nobody)),
    ("throne_pass = anyone", |r| flag(r.throne_pass == ThroneRight::Anyone)),
    ("throne_pass = king", |r| flag(r.throne_pass == ThroneRight::King)),
    ("throne_pass = nobody", |r| flag(r.throne_pass == ThroneRight::Nobody)),
    ("throne_hostile: attackers", |r| hostile(r.throne_hostile.attackers)),
    ("throne_hostile: defenders", |r| hostile(r.throne_hostile.defenders)),
    ("throne_hostile: king", |r| hostile(r.throne_hostile.king)),
    ("corner_stop = king", |r| flag(r.corner_stop == CornerStop::King)),
    ("corner_hostile: attackers", |r| flag(r.corner_hostile.contains(&Piece::Attacker))),
    ("corner_hostile: defenders", |r| flag(r.corner_hostile.contains(&Piece::Defender))),
    ("corner_hostile: king", |r| flag(r.corner_hostile.contains(&Piece::King))),
    ("camps = none", |r| flag(r.camps == Camps::None)),
    ("camps = home", |r| flag(r.camps == Camps::Home)),
    ("camps = sealed", |r| flag(r.camps == Camps::Sealed)),
    ("captures = one", |r| flag(r.captures == Captures::One)),
    ("capture_optional", |r| flag(r.capture_optional)),
    ("linnaean_capture = off", |r| flag(r.linnaean_capture == LinnaeanCapture::Off)),
    ("linnaean_capture = any-man", |r| flag(r.linnaean_capture == LinnaeanCapture::AnyMan)),
    ("linnaean_capture = last-man", |r| flag(r.linnaean_capture == LinnaeanCapture::LastMan)),
    ("entering = suicide", |r| flag(r.entering == Entering::Suicide)),
    ("immobilisation", |r| flag(r.immobilisation)),
    ("shieldwall", |r| flag(r.shieldwall != Shieldwall::Off)),
    ("exit_fort", |r| flag(r.exit_fort != ExitFort::Off)),
    ("encirclement", |r| flag(r.encirclement != Encirclement::Off)),
    ("repetition.count", |r| r.repetition.count.map_or(0.0, |count| 1.0 / count as f32)),
    ("repetition.result = draw", |r| flag(r.repetition.result == RepetitionResult::Draw)),
    ("repetition.result = loss", |r| flag(r.repetition.result == RepetitionResult::Loss)),
    ("repetition.result = defenders-own", |r| {
        flag(r.repetition.result == RepetitionResult::DefendersOwn)
    }),
    // A limit takes the lower half of the range, so that a long one is not taken for none.
    ("quiet_limit", |r| r.quiet_limit.map_or(1.0, |limit| share(limit, 1024) / 2.0)),
    ("ply_limit", |r| share(r.ply_limit, 1024)),
    ("stuck = draw", |r| flag(r.stuck == Stuck::Draw)),
    ("goal = edge-run", |r| flag(r.goal == Goal::EdgeRun)),
    ("two_roads", |r| flag(r.two_roads)),
    ("king_capture = enclosed", |r| flag(r.king_capture == KingCapture::Enclosed)),
    ("king_notice", |r| flag(r.king_notice)),
    ("camps_hostile_to = enemies", |r| flag(r.camps_hostile_to == CampsHostileTo::Enemies)),
    ("camps_pass = own", |r| flag(r.camps_pass == CampsPass::Own)),
    ("shieldwall = any", |r| flag(r.shieldwall == Shieldwall::Any)),
    ("shieldwall_corner", |r| flag(r.shieldwall_corner)),
    ("exit_fort = reach", |r| flag(r.exit_fort == ExitFort::Reach)),
    ("encirclement = firm", |r| flag(r.encirclement == Encirclement::Firm)),
    ("repetition.result = defenders", |r| flag(r.repetition.result == RepetitionResult::Defenders)),
    ("repetition.result = banned", |r| flag(r.repetition.result == RepetitionResult::Banned)),
];

/// The names of [`NUMBERS`] alone.
const RULE_NAMES: [&str; NUMBERS.len()] = names(&NUMBERS);

/// The pieces, in the order of [`Piece::ALL`].
const PIECE_KINDS: [PieceKind; 3] = [
    PieceKind { letter: 'a', name: "attacker", side: Side::Attackers, is_royal: false, mark: None },
    PieceKind { letter: 'd', name: "defender", side: Side::Defenders, is_royal: false, mark: None },
    PieceKind { letter: 'k', name: "king", side: Side::Defenders, is_royal: true, mark: None },
];

/// Quiet plies that fill their plane where the rules set no limit.
const MANY_QUIET_PLIES: u32 = 100;

const LARGEST: u32 = MAX_SIZE as u32;

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
        NUMBERS.map(|(_, number)| number(&self.rules)).to_vec()
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

    /// Those of the start and fewer; the king may be gone.
    fn piece_counts(&self) -> Vec<RangeInclusive<u32>> {
        let start = self.start(Side::Attackers).board;
        let men = Side::ALL.map(|side| 0..=start.men(side).iter().count() as u32);
        men.into_iter().chain([0..=1]).collect()
    }

    /// Whether the king has been given notice.
    fn state(&self, position: &Position<W>) -> u32 {
        u32::from(position.notice)
    }

    fn states(&self) -> u32 {
        1 + u32::from(self.rules.king_notice)
    }

    fn format_timeless(&self, position: &Position<W>) -> String {
        let text = self.write_position(position);
        // Clocks stand between the side and what the king has been given.
        let words = text.split_whitespace().enumerate();
        let timeless = words.filter(|(place, _)| !(2..4).contains(place)).map(|(_, word)| word);
        timeless.collect::<Vec<_>>().join(" ")
    }

    fn occupancy(&self, position: &Position<W>, squares: &mut [u8]) {
        squares.fill(0);
        let board = &position.board;
        for (content, side) in (1..).zip(Side::ALL) {
            board.men(side).iter().for_each(|square| squares[square.index()] = content);
        }
        if let Some(king) = board.king {
            squares[king.index()] = 3;
        }
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

fn reach(reach: Option<u32>) -> f32 {
    reach.map_or(1.0, |squares| share(squares, LARGEST))
}

fn hostile(throne: Option<ThroneState>) -> f32 {
    match throne {
        None => 0.0,
        Some(ThroneState::Empty) => 0.5,
        Some(ThroneState::Always) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the king has been given is no clock.
    #[test]
    fn a_position_without_clocks_keeps_the_notice() {
        let game = crate::catalog::AnyGame::by_name("tawlbwrdd-notice").expect("embedded");
        crate::with_game!(&game, |game| {
            for clocks in ["0 0", "7 44"] {
                let text = format!("11/11/11/5a5/5k5/11/3d1a5/11/a9d/11/11 a {clocks}");
                let mut position = game.parse_position(&text).expect("a position");
                let notice = game.parse_move(&position, "f5-f6").expect("a move");
                game.play(&mut position, notice);
                let timeless = "11/11/11/5a5/5k5/5a5/3d7/11/a9d/11/11 d notice";
                assert_eq!(game.format_timeless(&position), timeless);
            }
        });
    }

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
        let rules = table.try_into().expect("a rule set");
        NUMBERS.map(|(name, number)| (name, number(&rules))).to_vec()
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
        let limit = |plies: &str| numbers("quiet_limit", plies);
        let text = include_str!("../../../rules/tablut-corner.toml");
        let none = RuleSet::from_toml(text).expect("an embedded rule set");
        let none = NUMBERS.map(|(name, number)| (name, number(&none)));
        assert!(none != *limit("1024") && none != *limit("5000"));
        assert_ne!(limit("100"), limit("200"));
    }
}
