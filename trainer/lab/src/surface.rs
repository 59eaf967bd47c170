//! What a network scores with more search for one side than for the other, and who is ahead at equal skill.

mod compute;
mod words;

use imperial_engine::PerSide;
use serde::{Deserialize, Serialize};

use super::AgentLabel;
use imperial_stats::{Comparison, Estimate, Knowledge};
use imperial_watch::GameSummary;

pub(super) use compute::all;

/// Games of one network on a grid of playouts.
#[derive(Clone, Debug)]
pub struct SurfaceGames {
    /// The rule set.
    pub rules: String,
    /// The network, at any strength.
    pub agent: AgentLabel,
    /// What the network knows of these rules; `None` without a network.
    pub knowledge: Option<Knowledge>,
    /// The playouts of either side, fewest first.
    pub playouts: Vec<u32>,
    /// The games with each number of playouts for the attackers, and of these with each for the defenders.
    pub games: Vec<Vec<GameSummary>>,
}

/// What the trainings of a recipe score on a grid of attackers' by defenders' playouts, under one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// The rule set.
    pub rules: String,
    /// The recipe; `None` where nobody has said of which the networks are.
    pub recipe: Option<String>,
    /// The networks, one for each training, each at any strength. All lists of trainings are in this order.
    pub agents: Vec<String>,
    /// What the networks know of the rules: as much as the one that knows least.
    pub knowledge: Knowledge,
    /// The playouts of either side, fewest first.
    pub playouts: Vec<u32>,
    /// What was played: the attackers' playouts, and of each all of the defenders'.
    pub cells: Vec<SurfaceCell>,
    /// The attackers' score where attack and defence are equally skilled.
    pub equal_skill: OfTrainings,
    /// That of the middle training less one half, with what may be said about it. `None` for fewer than three
    /// trainings.
    pub advantage: Option<Comparison>,
    /// The attackers' scores along the line of equal skill, weakest first; the levels need not add up here.
    pub line: Vec<SkillPoint>,
    /// How skilled each side is with so many playouts.
    pub skills: Vec<Skill>,
    /// What a doubling of a side's own playouts is worth to it, in Elo.
    pub gains: PerSide<OfTrainings>,
    /// By how many Elo a doubling is worth more to the attack than to the defence.
    pub gain_apart: OfTrainings,
    /// What the attackers score more than levels that add up would give them, in log-odds, where both sides have the
    /// playouts that are farthest from the middle.
    pub interaction: OfTrainings,
    /// Probability by chance alone that the scores are as far from levels that add up.
    pub misfit_p: f64,
}

/// The games with one number of playouts for each side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurfaceCell {
    /// The attackers' playouts.
    pub attackers: u32,
    /// The defenders'.
    pub defenders: u32,
    /// Number of games of each training.
    pub games: Vec<u64>,
    /// The attackers' score.
    pub score: OfTrainings,
}

/// A figure of each training, and of all together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OfTrainings {
    /// Of each, with the interval of its games alone.
    pub each: Vec<Estimate>,
    /// Of the middle training, with an interval that holds games and trainings. `None` for fewer than three.
    pub together: Option<Estimate>,
}

/// How skilled attack and defence are with so many playouts, in Elo above their mean over the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// The playouts.
    pub playouts: u32,
    /// The attack.
    pub attack: OfTrainings,
    /// The defence.
    pub defence: OfTrainings,
}

/// A place where attack and defence are equally skilled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillPoint {
    /// The attackers' playouts, read off between those that were played.
    pub attackers: f64,
    /// The defenders'.
    pub defenders: f64,
    /// The attackers' score there.
    pub score: OfTrainings,
}

impl OfTrainings {
    /// The one figure to draw or to say: of all together, or else the mean of what each has. It has an interval only
    /// where they have one together.
    pub fn value(&self) -> f64 {
        let mean = || self.each.iter().map(|one| one.value).sum::<f64>() / self.each.len() as f64;
        self.together.map_or_else(mean, |together| together.value)
    }
}

impl Surface {
    /// The cell of so many playouts.
    pub fn cell(&self, attackers: u32, defenders: u32) -> Option<&SurfaceCell> {
        self.cells.iter().find(|cell| cell.attackers == attackers && cell.defenders == defenders)
    }

    /// What the attackers score with equal playouts, fewest first.
    pub fn equal_playouts(&self) -> impl Iterator<Item = &SurfaceCell> {
        self.cells.iter().filter(|cell| cell.attackers == cell.defenders)
    }

    /// Number of all its games.
    pub fn games(&self) -> u64 {
        self.cells.iter().flat_map(|cell| &cell.games).sum()
    }

    /// What networks show of rules that they have not learned to the end is at most suggested.
    pub(super) fn hold_back(&mut self) {
        if self.knowledge < Knowledge::Settled {
            self.advantage.iter_mut().for_each(Comparison::hold_back);
        }
    }
}
