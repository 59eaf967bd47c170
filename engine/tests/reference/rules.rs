//! A rule set, read from the text of a rule file without the help of the engine.

use std::collections::HashMap;

use imperial_engine::Side;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::board::{Board, Piece};

/// Every switch of a tafl game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub setup: Board,
    /// `None` is a lot.
    pub first: Option<Side>,
    /// Most squares of one move; `None` is no limit.
    pub king_reach: Option<i32>,
    pub men_reach: Option<i32>,
    pub goal: Goal,
    pub two_roads: bool,
    pub king_capture: KingCapture,
    pub king_notice: bool,
    pub king_is_hammer: bool,
    pub king_is_anvil: bool,
    pub throne_stop: Who,
    pub throne_pass: Who,
    /// To whose pieces the throne is hostile, and when.
    pub throne_hostile: HashMap<Piece, Hostile>,
    pub corner_stop: Who,
    pub corner_hostile: Vec<Piece>,
    pub camps: Camps,
    /// Whether the camps are nobody's enemies but the defenders' and the king's.
    pub camps_fear_enemies_only: bool,
    /// Whether attackers may slide over empty camp squares.
    pub camps_pass_own: bool,
    pub one_capture: bool,
    pub capture_optional: bool,
    pub linnaean_capture: LinnaeanCapture,
    pub suicide: bool,
    pub immobilisation: bool,
    pub shieldwall: Shieldwall,
    pub shieldwall_corner: bool,
    pub exit_fort: ExitFort,
    pub encirclement: Encirclement,
    /// The count that ends the game, and how; no count for a ban.
    pub repetition: (Option<u32>, Repetition),
    pub quiet_limit: Option<u32>,
    pub ply_limit: u32,
    pub stuck_is_draw: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    Edge,
    Corner,
    EdgeHeld,
    EdgeRun,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shieldwall {
    Off,
    Flank,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExitFort {
    Off,
    Edge,
    Reach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encirclement {
    Off,
    Ring,
    Firm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingCapture {
    Two,
    Four,
    Linnaean,
    Enclosed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    Anyone,
    King,
    Nobody,
}

impl Who {
    pub fn allows(self, piece: Piece) -> bool {
        match self {
            Self::Anyone => true,
            Self::King => piece == Piece::King,
            Self::Nobody => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hostile {
    Empty,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Camps {
    None,
    Home,
    Sealed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinnaeanCapture {
    Off,
    AnyMan,
    LastMan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    Draw,
    Loss,
    Defenders,
    DefendersOwn,
    Banned,
}

impl Rules {
    /// Reads the text of a rule file. Panics when it is not one: tests have no other use for that.
    pub fn from_toml(text: &str) -> Self {
        let keys = Keys(text.parse().unwrap_or_else(|error| panic!("{error}\n{text}")));
        let arms = keys.word("king_arms", "none");
        let setup = Board::from_drawing(keys.word("setup", "")).expect("a drawing as setup");
        assert_eq!(keys.get("size"), Some(setup.size), "size of the drawing");
        Self {
            setup,
            first: match keys.word("first", "") {
                "lot" => None,
                side => Some(side.parse().expect("a side")),
            },
            king_reach: keys.get("king_reach"),
            men_reach: keys.get("men_reach"),
            goal: keys.get("goal").expect("a goal"),
            two_roads: keys.yes("two_roads"),
            king_capture: keys.get("king_capture").expect("a way to capture the king"),
            king_notice: keys.yes("king_notice"),
            king_is_hammer: matches!(arms, "hammer" | "both"),
            king_is_anvil: matches!(arms, "anvil" | "both"),
            throne_stop: keys.get("throne_stop").unwrap_or(Who::Anyone),
            throne_pass: keys.get("throne_pass").unwrap_or(Who::Anyone),
            throne_hostile: keys.get("throne_hostile").unwrap_or_default(),
            corner_stop: keys.get("corner_stop").unwrap_or(Who::Anyone),
            corner_hostile: keys.get("corner_hostile").unwrap_or_default(),
            camps: keys.get("camps").unwrap_or(Camps::None),
            camps_fear_enemies_only: keys.is("camps_hostile_to", "enemies", "all"),
            camps_pass_own: keys.is("camps_pass", "own", "nobody"),
            one_capture: keys.is("captures", "one", "all"),
            capture_optional: keys.yes("capture_optional"),
            linnaean_capture: keys.get("linnaean_capture").unwrap_or(LinnaeanCapture::Off),
            suicide: keys.is("entering", "suicide", "safe"),
            immobilisation: keys.yes("immobilisation"),
            shieldwall: keys.word_or_yes("shieldwall", Shieldwall::Flank, Shieldwall::Off),
            shieldwall_corner: keys.get("shieldwall_corner").unwrap_or(true),
            exit_fort: keys.word_or_yes("exit_fort", ExitFort::Edge, ExitFort::Off),
            encirclement: keys.word_or_yes("encirclement", Encirclement::Ring, Encirclement::Off),
            repetition: keys.repetition(),
            quiet_limit: keys.get("quiet_limit"),
            ply_limit: keys.get("ply_limit").expect("a ply limit"),
            stuck_is_draw: keys.is("stuck", "draw", "loss"),
        }
    }

    /// The sides that may start.
    pub fn starters(&self) -> Vec<Side> {
        self.first.map_or(Side::ALL.to_vec(), |side| vec![side])
    }
}

/// The keys of a rule file.
struct Keys(Table);

impl Keys {
    fn word<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.0.get(key).map_or(default, |value| value.as_str().expect(key))
    }

    fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.0.get(key).map(|value| value.clone().try_into().expect(key))
    }

    fn yes(&self, key: &str) -> bool {
        self.get(key).unwrap_or(false)
    }

    /// Whether `key` has the first of the only two words that it may have; the second is the default.
    fn is(&self, key: &str, yes: &str, no: &str) -> bool {
        let word = self.word(key, no);
        assert!([yes, no].contains(&word), "`{key}` cannot be `{word}`");
        word == yes
    }

    fn word_or_yes<T: DeserializeOwned>(&self, key: &str, yes: T, no: T) -> T {
        match self.0.get(key).and_then(Value::as_bool) {
            Some(true) => yes,
            Some(false) => no,
            None => self.get(key).unwrap_or(no),
        }
    }

    fn repetition(&self) -> (Option<u32>, Repetition) {
        let keys = Self(self.get("repetition").expect("repetition"));
        let (count, result) = (keys.get("count"), keys.get("result").expect("result"));
        assert_eq!(count.is_none(), result == Repetition::Banned, "a count, but for a ban");
        (count, result)
    }
}
