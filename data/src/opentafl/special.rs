//! Throne, corners and forts of a rules record, and what they are in our rules.

use imperial_engine::games::tafl::{
    Camps, CornerStop, HostileTo, Piece, ThroneHostile, ThroneRight, ThroneState,
};

use super::keys::{Keys, RulesRecordError};
use super::kinds::Kinds;
use super::squares::{At, camps, centre, corners, read_list};

/// A refusal, and the switches that would have to be said in our own keys to make it void.
#[derive(Debug)]
pub(super) struct Refusal {
    pub switches: &'static [&'static str],
    pub error: RulesRecordError,
}

/// What could be read, and what could not be taken over.
pub(super) type Refusals = Vec<Refusal>;

const THRONE: &[&str] = &["throne_stop", "throne_pass", "throne_hostile"];
const CORNERS: &[&str] = &["corner_stop", "corner_hostile"];

/// The switches of the throne.
#[derive(Debug)]
pub(super) struct Throne {
    /// Whether there is one, which OpenTafl's other laws ask for.
    pub exists: bool,
    pub stop: ThroneRight,
    pub pass: ThroneRight,
    pub hostile: ThroneHostile,
}

impl Throne {
    /// An ordinary square.
    const ORDINARY: Self = Self {
        exists: false,
        stop: ThroneRight::Anyone,
        pass: ThroneRight::Anyone,
        hostile: ThroneHostile { attackers: None, defenders: None, king: None },
    };

    pub fn read(
        keys: &Keys,
        size: usize,
        refusals: &mut Refusals,
    ) -> Result<Self, RulesRecordError> {
        let squares = squares(keys, "cen", size, &[centre(size)])?;
        if squares.is_empty() {
            return Ok(Self::ORDINARY);
        }
        let mut refuse = |key, switches, reason: &str| {
            refusals.push(Refusal { switches, error: keys.refused(key, reason) });
        };
        if squares != [centre(size)] {
            refuse("cen", THRONE, "the throne is the middle square");
        }
        let (stop, pass) = (kinds(keys, "cens")?, kinds(keys, "cenp")?);
        if stop.or(pass).and(kinds(keys, "cenre")?) != stop.or(pass) {
            refuse("cenre", THRONE, "the throne has no law of its own for coming back");
        }
        let right = |kinds| {
            [ThroneRight::Anyone, ThroneRight::King, ThroneRight::Nobody]
                .into_iter()
                .find(|right| kinds == Kinds::of(|piece| right.includes(piece)))
        };
        let choice = "it is anyone, the king or nobody";
        let throne = Self {
            exists: true,
            stop: right(stop).unwrap_or_else(|| {
                refuse("cens", &["throne_stop"], choice);
                ThroneRight::King
            }),
            pass: right(pass).unwrap_or_else(|| {
                refuse("cenp", &["throne_pass"], choice);
                ThroneRight::Anyone
            }),
            hostile: ThroneHostile::default(),
        };
        let (occupied, empty) = (kinds(keys, "cenh")?, kinds(keys, "cenhe")?);
        if occupied.and(empty) != occupied {
            refuse(
                "cenh",
                &["throne_hostile"],
                "an occupied throne is hostile only where the empty one is",
            );
        }
        let state = |piece| match (empty.has(piece), occupied.has(piece)) {
            (true, true) => Some(ThroneState::Always),
            (true, false) => Some(ThroneState::Empty),
            (false, _) => None,
        };
        let hostile = ThroneHostile {
            attackers: state(Piece::Attacker),
            defenders: state(Piece::Defender),
            king: state(Piece::King),
        };
        Ok(Self { hostile, ..throne })
    }
}

/// The switches of the corners.
#[derive(Debug)]
pub(super) struct Corners {
    pub exist: bool,
    pub stop: CornerStop,
    pub hostile: HostileTo,
}

impl Corners {
    pub fn read(
        keys: &Keys,
        size: usize,
        refusals: &mut Refusals,
    ) -> Result<Self, RulesRecordError> {
        let squares = squares(keys, "cor", size, &corners(size))?;
        if squares.is_empty() {
            return Ok(Self { exist: false, stop: CornerStop::Anyone, hostile: Vec::new() });
        }
        let mut refuse = |key, switches, reason: &str| {
            refusals.push(Refusal { switches, error: keys.refused(key, reason) });
        };
        if squares != corners(size) {
            refuse("cor", CORNERS, "the corners are the four extreme squares");
        }
        let stop = kinds(keys, "cors")?;
        if stop.and(kinds(keys, "corre")?) != stop {
            refuse("corre", CORNERS, "corners have no law of their own for coming back");
        }
        kinds(keys, "corp")?; // Nothing lies beyond a corner.
        let stop = match stop {
            Kinds::ALL => CornerStop::Anyone,
            Kinds::KING => CornerStop::King,
            _ => {
                refuse("cors", &["corner_stop"], "it is anyone or the king");
                CornerStop::King
            }
        };
        let hostile = kinds(keys, "corh")?;
        let hostile = Piece::ALL.into_iter().filter(|piece| hostile.has(*piece)).collect();
        Ok(Self { exist: true, stop, hostile })
    }
}

/// Forts: none, or the camps of 9x9 as `sealed` ones.
pub(super) fn read_camps(
    keys: &Keys,
    size: usize,
    refusals: &mut Refusals,
) -> Result<Camps, RulesRecordError> {
    let attackers = Fort::read(keys, ["afor", "afors", "aforp", "aforre", "aforh"], size)?;
    let defenders = Fort::read(keys, ["dfor", "dfors", "dforp", "dforre", "dforh"], size)?;
    let reason = "the only forts known are the attackers' starting squares of 9x9, \
                  hostile to all and closed once empty";
    if !defenders.is_ordinary() {
        refusals.push(Refusal { switches: &[], error: keys.refused("dfor", reason) });
    }
    if attackers.is_ordinary() {
        return Ok(Camps::None);
    }
    if size != 9 || !attackers.is_sealed() {
        refusals.push(Refusal { switches: &["camps"], error: keys.refused("afor", reason) });
    }
    Ok(Camps::Sealed)
}

/// Special squares with one set of rights.
struct Fort {
    squares: Vec<At>,
    stop: Kinds,
    pass: Kinds,
    hostile: Kinds,
}

impl Fort {
    fn read(keys: &Keys, names: [&str; 5], size: usize) -> Result<Self, RulesRecordError> {
        let [list, stop, pass, again, hostile] = names;
        let again = kinds(keys, again)?;
        Ok(Self {
            squares: squares(keys, list, size, &[])?,
            stop: kinds(keys, stop)?.and(again),
            pass: kinds(keys, pass)?.and(again),
            hostile: kinds(keys, hostile)?,
        })
    }

    /// Whether the squares differ from others in nothing.
    fn is_ordinary(&self) -> bool {
        let open = self.stop == Kinds::ALL && self.pass == Kinds::ALL;
        self.squares.is_empty() || (open && self.hostile == Kinds::NONE)
    }

    fn is_sealed(&self) -> bool {
        let closed = self.stop == Kinds::NONE && self.pass == Kinds::NONE;
        self.squares == camps() && closed && self.hostile == Kinds::ALL
    }
}

fn kinds(keys: &Keys, key: &str) -> Result<Kinds, RulesRecordError> {
    Kinds::read(keys.get(key)).ok_or_else(|| keys.wrong(key, "letters of tcnkmgTCNKMG"))
}

/// A list of squares; `default` is `usual`.
fn squares(keys: &Keys, key: &str, size: usize, usual: &[At]) -> Result<Vec<At>, RulesRecordError> {
    match keys.get(key) {
        "default" => Ok(usual.to_owned()),
        list => read_list(list, size)
            .ok_or_else(|| keys.wrong(key, "squares of the board, such as a1,a9,")),
    }
}
