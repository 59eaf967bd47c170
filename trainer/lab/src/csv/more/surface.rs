//! What networks score on grids of playouts, and what is read off them.

use super::super::{header, number};
use crate::{BalanceReport, OfTrainings, Surface};
use imperial_stats::Estimate;

/// What the row of all trainings is called.
const TOGETHER: &str = "together";

impl BalanceReport {
    pub(super) fn surface_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "rules,training,attackers_playouts,defenders_playouts,games,attackers_score,attackers_score_low,\
             attackers_score_high",
        );
        for one in &self.surfaces {
            for cell in &one.cells {
                let all = cell.games.iter().sum::<u64>();
                let games = cell.games.iter().copied().chain([all]);
                let figures = by_training(one, &cell.score).zip(games);
                rows.extend(figures.map(|((training, figure), games)| {
                    let mut row = vec![one.rules.clone(), training];
                    row.extend(
                        [cell.attackers, cell.defenders].map(|playouts| playouts.to_string()),
                    );
                    row.push(games.to_string());
                    row.extend(figure);
                    row
                }));
            }
        }
        rows
    }

    /// Scores are shares, skills and gains are in Elo, the interaction is in log-odds.
    pub(super) fn skill_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "rules,training,figure,attackers_playouts,defenders_playouts,value,value_low,value_high",
        );
        rows.extend(self.surfaces.iter().flat_map(skills));
        rows
    }
}

/// A figure of each training with its name, and of all together.
fn by_training<'a>(
    of: &'a Surface,
    figure: &'a OfTrainings,
) -> impl Iterator<Item = (String, [String; 3])> + 'a {
    let cells = |one: Estimate| [one.value, one.low, one.high].map(number);
    let each = of.agents.iter().cloned().zip(figure.each.iter().map(move |one| cells(*one)));
    each.chain(figure.together.map(|together| (TOGETHER.to_owned(), cells(together))))
}

fn skills(one: &Surface) -> Vec<Vec<String>> {
    let none = String::new;
    let mut figures = vec![
        ("equal_skill", none(), none(), &one.equal_skill),
        ("attack_gain", none(), none(), &one.gains.attackers),
        ("defence_gain", none(), none(), &one.gains.defenders),
        ("gain_apart", none(), none(), &one.gain_apart),
        ("interaction", none(), none(), &one.interaction),
    ];
    for level in &one.skills {
        figures.push(("attack", level.playouts.to_string(), none(), &level.attack));
        figures.push(("defence", none(), level.playouts.to_string(), &level.defence));
    }
    for point in &one.line {
        let [attackers, defenders] =
            [point.attackers, point.defenders].map(|playouts| format!("{playouts:.1}"));
        figures.push(("line", attackers, defenders, &point.score));
    }
    let mut rows = Vec::new();
    for (name, attackers, defenders, figure) in figures {
        rows.extend(by_training(one, figure).map(|(training, cells)| {
            let mut row = vec![one.rules.clone(), training, name.to_owned()];
            row.extend([attackers.clone(), defenders.clone()]);
            row.extend(cells);
            row
        }));
    }
    rows
}
