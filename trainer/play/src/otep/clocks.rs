//! The time that is left.

use std::fmt;
use std::time::Duration;

use imperial_engine::{PerSide, Side};

use super::WrongLine;

/// Moves that the main time is shared out among.
const MOVES_TO_GO: u32 = 30;
/// The longest time that is believed, in milliseconds: thirty days.
const LONGEST: i64 = 30 * 24 * 60 * 60 * 1000;
/// What is kept of a time limit for the way of the answer.
const LAG: Duration = Duration::from_millis(50);

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left of the main time, or of this period of overtime; `None` where there is no limit.
    pub left: Option<Duration>,
    /// Whether the main time is over.
    pub in_overtime: bool,
    /// Periods of overtime that are left.
    pub overtimes: u32,
}

/// `clock ATTACKERS[*] DEFENDERS[*] SECONDS ATTACKERS DEFENDERS`: milliseconds left, `*` in overtime; the length
/// of a period of overtime; how many of them are left.
///
/// A period that was not used up is whole again at the next move (OpenTafl's `GameClock.slap`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The clock of each side.
    pub sides: PerSide<Clock>,
    /// The length of a period of overtime.
    pub overtime: Duration,
}

impl Clocks {
    /// Clocks that give each move the same time, as overtime that never ends.
    pub fn each_move(time: Duration) -> Self {
        let clock = Clock { left: Some(time), in_overtime: true, overtimes: 100 };
        let overtime = Duration::from_secs(time.as_millis().div_ceil(1000) as u64);
        Self { sides: PerSide::from_fn(|_| clock), overtime }
    }

    /// How much time a move of `side` may take; `None` without a limit.
    ///
    /// In overtime nine tenths of the period. Else a thirtieth of the main time and, where there is overtime,
    /// half a period. Never more than nine tenths of all that can be used without losing a period.
    pub fn time_for_move(&self, side: Side) -> Option<Duration> {
        let Clock { left, in_overtime, overtimes } = self.sides[side];
        let left = left?;
        let period = if overtimes > 0 && !in_overtime { self.overtime } else { Duration::ZERO };
        let most = (left + period) * 9 / 10;
        let wanted = if in_overtime { most } else { left / MOVES_TO_GO + period / 2 };
        let time = wanted.min(most);
        Some(time.saturating_sub(LAG).max(time / 2))
    }

    /// Reads what follows `clock`. Times below zero are no limit; so is nothing left where there is no overtime.
    pub(super) fn read(line: &str, words: &[&str]) -> Result<Self, WrongLine> {
        let wrong = |reason: &str| WrongLine::new(line, reason);
        let [attackers, defenders, overtime @ ..] = words else {
            return Err(wrong("a clock has the milliseconds of both sides"));
        };
        let number = |word: Option<&&str>| match word {
            None => Ok(0),
            Some(word) => word.parse::<i64>().map_err(|_| wrong("expected whole numbers")),
        };
        let seconds = number(overtime.first())?;
        let counts = [number(overtime.get(1))?, number(overtime.get(2))?];
        let clock = |word: &str, count: i64| {
            let in_overtime = word.ends_with('*');
            let left = number(Some(&word.trim_end_matches('*')))?;
            let limited = left > 0 || left == 0 && (in_overtime || count > 0);
            let left = limited.then(|| Duration::from_millis(left.clamp(0, LONGEST) as u64));
            let overtimes = count.clamp(0, i64::from(u32::MAX)) as u32;
            Ok(Clock { left, in_overtime, overtimes })
        };
        let [attackers, defenders] = [clock(attackers, counts[0])?, clock(defenders, counts[1])?];
        let overtime = Duration::from_secs(seconds.clamp(0, LONGEST / 1000) as u64);
        Ok(Self { sides: PerSide { attackers, defenders }, overtime })
    }
}

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::ALL {
            let Clock { left, in_overtime, .. } = self.sides[side];
            let star = if in_overtime { "*" } else { "" };
            match left {
                Some(left) => write!(f, "{}{star} ", left.as_millis())?,
                None => write!(f, "-1{star} ")?,
            }
        }
        let [attackers, defenders] = Side::ALL.map(|side| self.sides[side].overtimes);
        write!(f, "{} {attackers} {defenders}", self.overtime.as_secs())
    }
}
