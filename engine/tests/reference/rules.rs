//! A rule set, read from the text of a rule file without the help of the engine.

use imperial_engine::Side;
use toml::{Table, Value};

use super::board::{Board, Piece};

/// Every switch of a tafl game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub name: String,
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
    pub throne_hostile: Vec<(Piece, Hostile)>,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Edge,
    Corner,
    EdgeHeld,
    EdgeRun,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shieldwall {
    Off,
    Flank,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitFort {
    Off,
    Edge,
    Reach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encirclement {
    Off,
    Ring,
    Firm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingCapture {
    Two,
    Four,
    Linnaean,
    Enclosed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hostile {
    Empty,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Camps {
    None,
    Home,
    Sealed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinnaeanCapture {
    Off,
    AnyMan,
    LastMan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        assert_eq!(keys.number("size"), Some(setup.size as u32), "size of the drawing");
        Self {
            name: keys.word("name", "").to_owned(),
            setup,
            first: keys.choice(
                "first",
                "",
                &[
                    ("attackers", Some(Side::Attackers)),
                    ("defenders", Some(Side::Defenders)),
                    ("lot", None),
                ],
            ),
            king_reach: keys.number("king_reach").map(|reach| reach as i32),
            men_reach: keys.number("men_reach").map(|reach| reach as i32),
            goal: keys.choice(
                "goal",
                "",
                &[
                    ("edge", Goal::Edge),
                    ("corner", Goal::Corner),
                    ("edge-held", Goal::EdgeHeld),
                    ("edge-run", Goal::EdgeRun),
                ],
            ),
            two_roads: keys.yes("two_roads"),
            king_capture: keys.choice(
                "king_capture",
                "",
                &[
                    ("two", KingCapture::Two),
                    ("four", KingCapture::Four),
                    ("linnaean", KingCapture::Linnaean),
                    ("enclosed", KingCapture::Enclosed),
                ],
            ),
            king_notice: keys.yes("king_notice"),
            king_is_hammer: matches!(arms, "hammer" | "both"),
            king_is_anvil: matches!(arms, "anvil" | "both"),
            throne_stop: keys.who("throne_stop"),
            throne_pass: keys.who("throne_pass"),
            throne_hostile: keys.throne_hostile(),
            corner_stop: keys.who("corner_stop"),
            corner_hostile: keys.corner_hostile(),
            camps: keys.choice(
                "camps",
                "none",
                &[("none", Camps::None), ("home", Camps::Home), ("sealed", Camps::Sealed)],
            ),
            camps_fear_enemies_only: keys.choice(
                "camps_hostile_to",
                "all",
                &[("all", false), ("enemies", true)],
            ),
            camps_pass_own: keys.choice(
                "camps_pass",
                "nobody",
                &[("nobody", false), ("own", true)],
            ),
            one_capture: keys.choice("captures", "", &[("all", false), ("one", true)]),
            capture_optional: keys.yes("capture_optional"),
            linnaean_capture: keys.choice(
                "linnaean_capture",
                "off",
                &[
                    ("off", LinnaeanCapture::Off),
                    ("any-man", LinnaeanCapture::AnyMan),
                    ("last-man", LinnaeanCapture::LastMan),
                ],
            ),
            suicide: keys.choice("entering", "safe", &[("safe", false), ("suicide", true)]),
            immobilisation: keys.yes("immobilisation"),
            shieldwall: keys.word_or_yes(
                "shieldwall",
                Shieldwall::Flank,
                &[("off", Shieldwall::Off), ("flank", Shieldwall::Flank), ("any", Shieldwall::Any)],
            ),
            shieldwall_corner: keys.0.get("shieldwall_corner").is_none()
                || keys.yes("shieldwall_corner"),
            exit_fort: keys.word_or_yes(
                "exit_fort",
                ExitFort::Edge,
                &[("off", ExitFort::Off), ("edge", ExitFort::Edge), ("reach", ExitFort::Reach)],
            ),
            encirclement: keys.word_or_yes(
                "encirclement",
                Encirclement::Ring,
                &[
                    ("off", Encirclement::Off),
                    ("ring", Encirclement::Ring),
                    ("firm", Encirclement::Firm),
                ],
            ),
            repetition: keys.repetition(),
            quiet_limit: keys.number("quiet_limit"),
            ply_limit: keys.number("ply_limit").expect("a ply limit"),
            stuck_is_draw: keys.choice("stuck", "loss", &[("loss", false), ("draw", true)]),
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

    fn yes(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|value| value.as_bool().expect(key))
    }

    fn number(&self, key: &str) -> Option<u32> {
        self.0.get(key).map(|value| number(value, key))
    }

    fn choice<T: Clone>(&self, key: &str, default: &str, values: &[(&str, T)]) -> T {
        let word = self.word(key, default);
        let found = values.iter().find(|(name, _)| *name == word);
        found.unwrap_or_else(|| panic!("`{key}` cannot be `{word}`")).1.clone()
    }

    /// A word that is `off` where the key is missing; `true` stands for `yes`, `false` for `off`.
    fn word_or_yes<T: Clone>(&self, key: &str, yes: T, values: &[(&str, T)]) -> T {
        match self.0.get(key).and_then(Value::as_bool) {
            Some(true) => yes,
            Some(false) => values[0].1.clone(),
            None => self.choice(key, "off", values),
        }
    }

    fn who(&self, key: &str) -> Who {
        let values = [("anyone", Who::Anyone), ("king", Who::King), ("nobody", Who::Nobody)];
        self.choice(key, "anyone", &values)
    }

    fn throne_hostile(&self) -> Vec<(Piece, Hostile)> {
        let Some(value) = self.0.get("throne_hostile") else { return Vec::new() };
        let table = value.as_table().expect("throne_hostile");
        let when = |value: &Value| match value.as_str() {
            Some("empty") => Hostile::Empty,
            Some("always") => Hostile::Always,
            other => panic!("`throne_hostile` cannot be {other:?}"),
        };
        table.iter().map(|(whose, value)| (piece_of(whose), when(value))).collect()
    }

    fn corner_hostile(&self) -> Vec<Piece> {
        let Some(value) = self.0.get("corner_hostile") else { return Vec::new() };
        let names = value.as_array().expect("corner_hostile");
        names.iter().map(|name| piece_of(name.as_str().expect("corner_hostile"))).collect()
    }

    fn repetition(&self) -> (Option<u32>, Repetition) {
        let keys = Keys(self.0["repetition"].as_table().expect("repetition").clone());
        let result = keys.choice(
            "result",
            "",
            &[
                ("draw", Repetition::Draw),
                ("loss", Repetition::Loss),
                ("defenders", Repetition::Defenders),
                ("defenders-own", Repetition::DefendersOwn),
                ("banned", Repetition::Banned),
            ],
        );
        let count = keys.number("count");
        assert_eq!(count.is_none(), result == Repetition::Banned, "a count, but for a ban");
        (count, result)
    }
}

fn number(value: &Value, key: &str) -> u32 {
    value.as_integer().and_then(|number| u32::try_from(number).ok()).expect(key)
}

fn piece_of(name: &str) -> Piece {
    match name {
        "attackers" => Piece::Attacker,
        "defenders" => Piece::Defender,
        "king" => Piece::King,
        _ => panic!("`{name}` is neither `attackers`, `defenders` nor `king`"),
    }
}
