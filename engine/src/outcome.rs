//! How a game ended, and what a position is worth.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Side;

/// Why a game is over. One list for all games of the house, so that records and reports share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The king reached a goal square.
    KingEscaped,
    /// The king was captured.
    KingCaptured,
    /// The king had two clear ways to the edge, where that is enough.
    TwoRoads,
    /// The king stood in a fort at the edge that cannot be broken.
    ExitFort,
    /// No defender could get to the edge any more.
    Encircled,
    /// The side to move had no legal move.
    Stuck,
    /// The same position occurred as often as the rules allow.
    Repetition,
    /// Too many plies in a row without a capture.
    QuietLimit,
    /// The game was cut off at the ply limit: no result that the players agreed on.
    PlyLimit,
    /// A line of three or four was completed.
    Line,
    /// The board is full and nobody has won.
    BoardFull,
    /// The players ended the game, or the result was given away from the board: resigned, lost on
    /// time, agreed. No rules say so; only games from elsewhere end like this.
    Given,
    /// The game was broken off and has no result. Only games from elsewhere end like this.
    Unfinished,
    /// None of the few is left.
    FewGone,
    /// One of the few reached a goal, or the many filled theirs.
    Goal,
    /// The few took as many as they need.
    Captures,
    /// A leader was taken.
    LeaderTaken,
    /// A leader is the last piece of its side.
    LeaderAlone,
    /// A royal piece is attacked and cannot be saved.
    Checkmate,
    /// None of a side's imperial pieces is left.
    ImperialsGone,
}

impl Cause {
    /// Every cause, in the order of reports.
    pub const ALL: [Self; 20] = [
        Self::KingEscaped,
        Self::KingCaptured,
        Self::TwoRoads,
        Self::ExitFort,
        Self::Encircled,
        Self::Stuck,
        Self::Repetition,
        Self::QuietLimit,
        Self::PlyLimit,
        Self::Line,
        Self::BoardFull,
        Self::FewGone,
        Self::Goal,
        Self::Captures,
        Self::LeaderTaken,
        Self::LeaderAlone,
        Self::Checkmate,
        Self::ImperialsGone,
        Self::Given,
        Self::Unfinished,
    ];

    /// The name in records: `king-escaped`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingEscaped => "king-escaped",
            Self::KingCaptured => "king-captured",
            Self::TwoRoads => "two-roads",
            Self::ExitFort => "exit-fort",
            Self::Encircled => "encircled",
            Self::Stuck => "stuck",
            Self::Repetition => "repetition",
            Self::QuietLimit => "quiet-limit",
            Self::PlyLimit => "ply-limit",
            Self::Line => "line",
            Self::BoardFull => "board-full",
            Self::Given => "given",
            Self::Unfinished => "unfinished",
            Self::FewGone => "few-gone",
            Self::Goal => "goal",
            Self::Captures => "captures",
            Self::LeaderTaken => "leader-taken",
            Self::LeaderAlone => "leader-alone",
            Self::Checkmate => "checkmate",
            Self::ImperialsGone => "imperials-gone",
        }
    }

    /// Whether the game was cut off rather than played to an end. Reports count such games apart.
    pub const fn is_cut_off(self) -> bool {
        matches!(self, Self::PlyLimit | Self::Unfinished)
    }

    /// Whether pieces can move on from such an end: people overlook repetitions and limits, or agree
    /// to pass them over.
    pub const fn can_be_passed(self) -> bool {
        matches!(self, Self::Repetition | Self::QuietLimit | Self::PlyLimit)
    }

    /// Whether no rules end a game so: it is what a record from elsewhere says.
    pub const fn is_from_elsewhere(self) -> bool {
        matches!(self, Self::Given | Self::Unfinished)
    }

    /// Whether the board alone shows that the game is over, whatever was played before. Such a
    /// position has no legal moves; perft counts on through endings of the other kind.
    pub const fn is_on_the_board(self) -> bool {
        !(self.can_be_passed() || self.is_from_elsewhere() || matches!(self, Self::Stuck))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The end of a game: who won, if anybody, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning side; `None` is a draw.
    pub winner: Option<Side>,
    /// What ended the game.
    pub cause: Cause,
}

impl Outcome {
    /// A win of `side`.
    pub const fn win(side: Side, cause: Cause) -> Self {
        Self { winner: Some(side), cause }
    }

    /// A draw.
    pub const fn draw(cause: Cause) -> Self {
        Self { winner: None, cause }
    }

    /// The certain value of this outcome.
    pub const fn wdl(self) -> Wdl {
        match self.winner {
            Some(Side::Attackers) => Wdl { attackers: 1.0, draw: 0.0, defenders: 0.0 },
            None => Wdl { attackers: 0.0, draw: 1.0, defenders: 0.0 },
            Some(Side::Defenders) => Wdl { attackers: 0.0, draw: 0.0, defenders: 1.0 },
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} win ({})", self.cause),
            None => write!(f, "draw ({})", self.cause),
        }
    }
}

/// Probabilities of the three results, absolute: the same numbers whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wdl {
    /// Probability that the attackers win.
    pub attackers: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability that the defenders win.
    pub defenders: f32,
}

impl Wdl {
    /// The expected result as a signed number, still absolute.
    pub const fn advantage(self) -> Advantage {
        Advantage(self.attackers - self.defenders)
    }
}

/// Expected result from −1 (the defenders win) to 1 (the attackers win), whoever is to move.
///
/// It becomes a [`Utility`] only by naming the side that looks at it, so no sign can be lost.
///
/// ```
/// use imperial_engine::{Advantage, Side};
///
/// let good_for_attackers = Advantage(0.5);
/// assert_eq!(good_for_attackers.seen_by(Side::Defenders).0, -0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Advantage(pub f32);

impl Advantage {
    /// What this is worth to `side`.
    pub const fn seen_by(self, side: Side) -> Utility {
        match side {
            Side::Attackers => Utility(self.0),
            Side::Defenders => Utility(-self.0),
        }
    }
}

/// Expected result from −1 (this side loses) to 1 (this side wins), for one particular side.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Utility(pub f32);

impl Utility {
    /// The absolute value, given the side whose utility this is.
    pub const fn of(self, side: Side) -> Advantage {
        match side {
            Side::Attackers => Advantage(self.0),
            Side::Defenders => Advantage(-self.0),
        }
    }
}
