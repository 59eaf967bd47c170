//! What a surface says in words.

use imperial_stats::Estimate;
use imperial_stats::trainings::share_of;

use super::{OfTrainings, Surface};
use crate::text::{elo_cell, listed, percent, percent_with_range};

impl OfTrainings {
    /// The figure of all trainings together, or else what each has.
    pub(crate) fn words(&self, text: impl Fn(Estimate) -> String) -> String {
        match self.together {
            Some(together) => text(together),
            None => listed(self.each.iter().map(|one| text(*one))),
        }
    }
}

impl Surface {
    /// How much more the attackers score, as a share, than levels that add up would give them at equal skill, where both
    /// sides have the playouts that are farthest from the middle.
    pub fn bend(&self) -> f64 {
        let middle = self.equal_skill.value();
        let logit = (middle / (1.0 - middle)).ln();
        share_of(logit + self.interaction.value()) - middle
    }

    /// What it comes to, in two sentences; `title` names the rule set.
    pub(crate) fn words(&self, title: &str) -> String {
        let equal = listed(self.equal_playouts().map(|cell| percent(cell.score.value())));
        let [fewest, most] = [self.playouts.first(), self.playouts.last()]
            .map(|end| end.copied().unwrap_or_default());
        let [attack, defence] =
            [&self.gains.attackers, &self.gains.defenders].map(|gain| gain.words(elo_cell));
        format!(
            "{title} at equal skill: attackers score {}; at equal playouts, from {fewest} to {most}, {equal} %. A \
             doubling of playouts is worth {attack} Elo to the attack, {defence} to the defence.",
            self.equal_skill.words(percent_with_range)
        )
    }
}
