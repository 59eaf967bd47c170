//! The values that the switches of a rule set can have.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Side;

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// An attackers' man.
    #[serde(rename = "attackers")]
    Attacker,
    /// A defenders' man.
    #[serde(rename = "defenders")]
    Defender,
    /// The king, who belongs to the defenders.
    King,
}

impl Piece {
    /// All kinds, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Attacker, Self::Defender, Self::King];

    /// The side it belongs to.
    pub const fn side(self) -> Side {
        match self {
            Self::Attacker => Side::Attackers,
            Self::Defender | Self::King => Side::Defenders,
        }
    }

    /// The men of `side`.
    pub const fn man_of(side: Side) -> Self {
        match side {
            Side::Attackers => Self::Attacker,
            Side::Defenders => Self::Defender,
        }
    }
}

/// Where the king wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// On arriving on any square of the border.
    Edge,
    /// On arriving on a corner.
    Corner,
    /// On standing on the border when the defenders are to move: he has survived one reply there.
    EdgeHeld,
    /// On moving from one square of the border to another one of the same side. A corner belongs to
    /// two sides.
    EdgeRun,
}

/// How the king is captured. Only a move of the attackers that ends next to him does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KingCapture {
    /// Like a man: by enemies or hostile squares on two opposite sides.
    Two,
    /// By enemies or hostile squares on all four sides; never on the edge.
    Four,
    /// By four attackers on the throne, by three beside it, by two elsewhere (Linnaeus 1732).
    Linnaean,
    /// On all sides, each an attacker, the empty throne or the rim of the board (Walker).
    Enclosed,
}

/// Whether the king helps to capture attackers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KingArms {
    /// Never.
    None,
    /// As the piece that moves.
    Hammer,
    /// As the piece that stands opposite.
    Anvil,
    /// As either.
    Both,
}

/// Who may do something with the empty throne.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThroneRight {
    /// Every piece.
    Anyone,
    /// The king alone.
    King,
    /// No piece.
    Nobody,
}

impl ThroneRight {
    /// Whether `piece` has the right.
    pub const fn includes(self, piece: Piece) -> bool {
        match self {
            Self::Anyone => true,
            Self::King => matches!(piece, Piece::King),
            Self::Nobody => false,
        }
    }
}

/// When the throne acts as an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThroneState {
    /// Only while nobody stands on it.
    Empty,
    /// Whoever stands on it.
    Always,
}

/// For whose pieces the throne acts as an enemy in a capture; a kind that is left out has nothing
/// to fear from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThroneHostile {
    /// For the attackers' men.
    pub attackers: Option<ThroneState>,
    /// For the defenders' men.
    pub defenders: Option<ThroneState>,
    /// For the king.
    pub king: Option<ThroneState>,
}

impl ThroneHostile {
    /// When the throne is hostile to `piece`.
    pub const fn to(self, piece: Piece) -> Option<ThroneState> {
        match piece {
            Piece::Attacker => self.attackers,
            Piece::Defender => self.defenders,
            Piece::King => self.king,
        }
    }
}

/// The kinds of pieces for which the corners act as an enemy.
pub type HostileTo = Vec<Piece>;

/// Who may end a move on a corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CornerStop {
    /// Every piece.
    #[default]
    Anyone,
    /// The king alone.
    King,
}

/// What the sixteen squares on which the attackers of the 9x9 game start do. 9x9 only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Camps {
    /// Nothing: ordinary squares.
    #[default]
    None,
    /// Only an attacker that has not left his own group of four may stand on or cross them; they
    /// are hostile to the defenders and the king, and but for the four in the middle of a side to
    /// the attackers too (University of Bologna).
    Home,
    /// An empty one may not be entered or crossed by anybody; all are hostile to everybody.
    Sealed,
}

/// Whose enemies the camps are, beyond the defenders and the king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CampsHostileTo {
    /// The attackers' too, as the kind of camps says.
    #[default]
    All,
    /// Nobody else's: attackers have nothing to fear from their own camps.
    Enemies,
}

/// Who may slide over the empty squares of a camp where he may not stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CampsPass {
    /// No piece.
    #[default]
    Nobody,
    /// The attackers, whose camps they are.
    Own,
}

/// How many pieces a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Captures {
    /// Every piece that it flanks.
    All,
    /// At most one, which the mover picks.
    One,
}

/// Capture of the man who shields a king on the throne who is surrounded on the other three sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinnaeanCapture {
    /// There is none.
    #[default]
    Off,
    /// Whichever man it is.
    AnyMan,
    /// Only the defenders' last man (Jaques 1855, law 11).
    LastMan,
}

/// What happens to a man that itself moves between two enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entering {
    /// Nothing.
    #[default]
    Safe,
    /// It is captured.
    Suicide,
}

/// Capture of a row of men along the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shieldwall {
    /// There is none.
    #[default]
    Off,
    /// By a move that ends at an end of the row.
    Flank,
    /// By a move that ends at an end of the row or in front of it.
    Any,
}

/// Win of the defenders by a fort at the edge that cannot be broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExitFort {
    /// There is none.
    #[default]
    Off,
    /// The king stands on the edge.
    Edge,
    /// The king stands on the edge, or the empty squares around him reach it.
    Reach,
}

/// Win of the attackers by a ring around all defenders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encirclement {
    /// There is none.
    #[default]
    Off,
    /// No defender could get to the edge past the attackers as they stand.
    Ring,
    /// Nor past those attackers alone who can never be taken.
    Firm,
}

/// What a plain `true` means where a rule file has words; `false` is the default.
pub(super) trait YesOrNo: Default + DeserializeOwned {
    /// `true`.
    const YES: Self;
}

impl YesOrNo for Shieldwall {
    const YES: Self = Self::Flank;
}

impl YesOrNo for ExitFort {
    const YES: Self = Self::Edge;
}

impl YesOrNo for Encirclement {
    const YES: Self = Self::Ring;
}

/// Reads a word, `true` or `false`.
pub(super) fn word_or_yes<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: YesOrNo,
{
    struct Words<T>(PhantomData<T>);

    impl<T: YesOrNo> Visitor<'_> for Words<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_bool<E: serde::de::Error>(self, yes: bool) -> Result<T, E> {
            Ok(if yes { T::YES } else { T::default() })
        }

        fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<T, E> {
            T::deserialize(StrDeserializer::new(word))
        }
    }

    deserializer.deserialize_any(Words(PhantomData))
}

/// What it means that a position occurs again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repetition {
    /// The occurrence that ends the game, at least 2; none where defenders may repeat nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// How it ends.
    pub result: RepetitionResult,
}

impl Repetition {
    /// The position occurring `count` times ends the game so.
    pub const fn ends(count: u32, result: RepetitionResult) -> Self {
        Self { count: Some(count), result }
    }

    /// The defenders may not repeat any position.
    pub const BANNED: Self = Self { count: None, result: RepetitionResult::Banned };
}

/// How a repeated position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// A draw.
    Draw,
    /// The side whose move repeated it loses.
    Loss,
    /// The defenders lose, whoever repeated it.
    Defenders,
    /// Defenders who repeat it lose; attackers who do draw.
    #[serde(alias = "defenders-lose")]
    DefendersOwn,
    /// It ends nothing: a defenders' move that brings back any earlier position is illegal.
    Banned,
}
