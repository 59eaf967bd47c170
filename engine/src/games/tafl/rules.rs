//! A rule set: every switch of the tafl games as one documented field.

use serde::{Deserialize, Serialize};

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

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Starter {
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
    /// A fair coin for every game, recorded with it.
    Lot,
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

/// What it means that a position occurs again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repetition {
    /// The occurrence that ends the game, at least 2.
    pub count: u32,
    /// How it ends.
    pub result: RepetitionResult,
}

/// How a repeated position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// A draw.
    Draw,
    /// The side whose move repeated it loses.
    Loss,
    /// Defenders who repeat it lose; attackers who do draw (Copenhagen).
    DefendersLose,
}

/// What it is for the side to move to have no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stuck {
    /// It has lost.
    #[default]
    Loss,
    /// A draw.
    Draw,
}

/// The laws of one tafl game, as read from a TOML file. `docs/rules.md` explains each switch.
///
/// Implicit in all of them: pieces move like the rook of chess and never jump; capture is custodial
/// and active; the rim of the board is never hostile; the king belongs to the defenders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// The family, always `tafl`.
    pub game: String,
    /// Short name, lower case with hyphens.
    pub name: String,
    /// Name for headlines.
    pub title: String,
    /// Where the rules come from.
    pub source: String,
    /// Keys of the switches that the source is silent about.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// Files and ranks, odd, 5 to 19.
    pub size: usize,
    /// The starting layout, ranks from the top, squares separated by spaces: `.`, `A`, `D`, `K`.
    pub setup: String,
    /// Who moves first.
    pub first: Starter,
    /// Most squares that the king moves at once; absent: no limit.
    pub king_reach: Option<u32>,
    /// The same for men.
    pub men_reach: Option<u32>,
    /// Where the king wins.
    pub goal: Goal,
    /// How the king is captured.
    pub king_capture: KingCapture,
    /// Whether the king captures.
    pub king_arms: KingArms,
    /// Who may end a move on the empty throne.
    pub throne_stop: ThroneRight,
    /// Who may slide over the empty throne.
    pub throne_pass: ThroneRight,
    /// To whom the throne is hostile, and when.
    #[serde(default)]
    pub throne_hostile: ThroneHostile,
    /// Who may end a move on a corner.
    #[serde(default)]
    pub corner_stop: CornerStop,
    /// To whom the corners are hostile.
    #[serde(default)]
    pub corner_hostile: HostileTo,
    /// What the camps do.
    #[serde(default)]
    pub camps: Camps,
    /// How many men a move takes.
    pub captures: Captures,
    /// Whether the mover may decline to capture.
    #[serde(default)]
    pub capture_optional: bool,
    /// Whether the man who shields a king on the throne can be taken.
    #[serde(default)]
    pub linnaean_capture: LinnaeanCapture,
    /// Whether a man may safely move between two enemies.
    #[serde(default)]
    pub entering: Entering,
    /// Whether a piece is captured by the move that leaves only enemies, squares hostile to it and
    /// the rim beside it.
    #[serde(default)]
    pub immobilisation: bool,
    /// Capture of a row of men along the edge. Not available yet: must be false.
    #[serde(default)]
    pub shieldwall: bool,
    /// Win by an unbreakable formation at the edge. Not available yet: must be false.
    #[serde(default)]
    pub exit_fort: bool,
    /// Win by a closed ring round all defenders. Not available yet: must be false.
    #[serde(default)]
    pub encirclement: bool,
    /// What repetition means.
    pub repetition: Repetition,
    /// Plies without a capture that make a draw; absent: no limit.
    pub quiet_limit: Option<u32>,
    /// Plies after which the game is cut off.
    pub ply_limit: u32,
    /// What it means to have no move.
    #[serde(default)]
    pub stuck: Stuck,
}
