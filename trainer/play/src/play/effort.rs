//! How the plies of a game share the effort of searching.

use imperial_engine::Side;

/// How the plies of games to learn from share the effort.
///
/// *Playout cap randomisation* (Wu 2019, KataGo): values need many games, policies need deep
/// searches, so a few plies get a deep search, whose policy is recorded, and the others a quick one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Share of the plies that the agent's own search thinks about.
    pub full_share: f32,
    /// Playouts of the other plies, without noise; their policies are not recorded.
    pub quick_playouts: u32,
    /// Root value from which a side counts as winning. When it has stayed there for
    /// [`DECIDED_PLIES`], only [`DECIDED_SHARE`] of `full_share` is left: the game goes on to its end,
    /// so that nothing is resigned wrongly, but little is learned from it. Above 1: never.
    pub decided: f32,
}

/// Plies in a row after which a game counts as decided.
pub const DECIDED_PLIES: u32 = 3;

/// What a decided game keeps of its full searches.
pub const DECIDED_SHARE: f32 = 0.25;

impl Effort {
    /// Every ply gets the agent's own search.
    pub const FULL: Self = Self { full_share: 1.0, quick_playouts: 1, decided: 2.0 };
}

/// Follows who has been winning, ply by ply.
#[derive(Clone, Copy, Debug)]
pub struct Winning {
    bar: f32,
    winning: Option<Side>,
    plies: u32,
}

impl Winning {
    /// A side is winning while the root value stays beyond `bar` in its favour.
    pub const fn new(bar: f32) -> Self {
        Self { bar, winning: None, plies: 0 }
    }

    /// Takes note of the root value of the next ply, from the attackers' view.
    pub fn see(&mut self, value: f32) {
        let winning = match value {
            v if v >= self.bar => Some(Side::Attackers),
            v if v <= -self.bar => Some(Side::Defenders),
            _ => None,
        };
        self.plies = if winning == self.winning { self.plies + 1 } else { 1 };
        self.winning = winning;
    }

    /// The side that has been winning for [`DECIDED_PLIES`] in a row.
    pub fn decided(&self) -> Option<Side> {
        self.winning.filter(|_| self.plies >= DECIDED_PLIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_decides_when_it_lasts() {
        let mut lead = Winning::new(0.9);
        let mut decided = |values: &[f32]| {
            values.iter().for_each(|value| lead.see(*value));
            lead.decided()
        };
        assert_eq!(decided(&[0.0, 0.0, 0.0, 0.95, 0.9]), None);
        assert_eq!(decided(&[1.0]), Some(Side::Attackers));
        assert_eq!(decided(&[-1.0, -1.0]), None);
        assert_eq!(decided(&[-0.95]), Some(Side::Defenders));
        assert_eq!(decided(&[0.5]), None);
    }
}
