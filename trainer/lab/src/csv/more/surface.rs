//! What networks score on grids of playouts, and what is read off them.

use super::super::{Rows, figure, table};
use crate::{BalanceReport, OfTrainings, Surface, SurfaceCell};

/// What the row of all trainings is called.
const TOGETHER: &str = "together";

impl BalanceReport {
    pub(super) fn surface_rows(&self) -> Rows {
        let cells =
            self.surfaces.iter().flat_map(|one| one.cells.iter().map(move |cell| (one, cell)));
        table(
            "rules,training,attackers_playouts,defenders_playouts,games,attackers_score,attackers_score_low,\
             attackers_score_high",
            cells.flat_map(|(one, cell)| scores(one, cell)),
        )
    }

    /// Scores are shares, skills and gains are in Elo, the interaction is in log-odds.
    pub(super) fn skill_rows(&self) -> Rows {
        table(
            "rules,training,figure,attackers_playouts,defenders_playouts,value,value_low,value_high",
            self.surfaces.iter().flat_map(skills),
        )
    }
}

/// A figure of each training with its name, and of all together.
fn by_training<'a>(
    of: &'a Surface,
    of_trainings: &'a OfTrainings,
) -> impl Iterator<Item = (String, [String; 3])> + 'a {
    let each = of.agents.iter().cloned().zip(of_trainings.each.iter().copied());
    let all = each.chain(of_trainings.together.map(|together| (TOGETHER.to_owned(), together)));
    all.map(|(training, one)| (training, figure(one)))
}

fn scores(one: &Surface, cell: &SurfaceCell) -> Rows {
    let games = cell.games.iter().copied().chain([cell.games.iter().sum()]);
    let row = |((training, score), games): ((String, [String; 3]), u64)| {
        let mut row = vec![one.rules.clone(), training];
        row.extend([cell.attackers, cell.defenders].map(|playouts| playouts.to_string()));
        row.push(games.to_string());
        row.extend(score);
        row
    };
    by_training(one, &cell.score).zip(games).map(row).collect()
}

fn skills(one: &Surface) -> Rows {
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
    let mut rows = Rows::new();
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
