//! What the trainings of a recipe show together of each rule.

use imperial_plot::forest::{ForestRow, dot_key, finding_key};
use imperial_plot::rows::RowLabel;
use imperial_stats::{Estimate, Knowledge};

use super::effects::{picture, row};
use crate::page::exhibit::Exhibit;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{comparison_cells, listed, points, points_cell};
use crate::{EffectTogether, EffectsTogether, Grade};

pub(super) fn figure(facts: &Facts, index: usize, data: &EffectsTogether) -> Exhibit {
    let effects = data.switches.iter().chain([&data.total]);
    let rows: Vec<ForestRow> = effects.map(|one| forest_row(one, &data.agents)).collect();
    let number = data.agents.len();
    let theirs = facts.report.attributions.iter();
    let theirs = theirs.filter(|one| data.agents.contains(&one.agent));
    let theirs = theirs.filter(|one| (&one.from, &one.to) == (&data.from, &data.to));
    let (interval, mut key) = match data.total.effect {
        Some(_) => (
            "Each disc is that of the middle training. Its interval holds games and trainings.",
            finding_key(),
        ),
        None => ("They are too few for an interval.", Vec::new()),
    };
    key.push(dot_key("one training"));
    let provisional = match data.knowledge {
        Knowledge::Settled => "",
        _ => " Provisional: the networks have not learned all rule sets between the two.",
    };
    Exhibit {
        id: format!("plot-effects-{index}"),
        name: format!("which-rule-by-trainings-{}-{}", data.from, data.to),
        description: "One row for each rule in which the rule sets differ: what each training found, and what they show \
                      together, in points of the attackers' score. The table holds the numbers."
            .to_owned(),
        note: format!(
            "Each dot is what one of {number} trainings at {} found that a rule contributes. {interval}{provisional}",
            data.strength
        ),
        games: theirs.map(|one| one.games).sum(),
        source: "effects.csv",
        table: Some(table(data)),
        ..picture(facts, [&data.from, &data.to], &rows, key)
    }
}

fn forest_row(one: &EffectTogether, agents: &[String]) -> ForestRow {
    let name = name(one);
    let dot = |(agent, training): (&String, &Estimate)| {
        (training.value, format!("{agent}: {} points", points_cell(*training)))
    };
    let dots = agents.iter().zip(&one.trainings).map(dot).collect();
    match &one.effect {
        Some(effect) => {
            ForestRow { dots, ..row(name, effect.difference, effect.grade == Grade::Shown) }
        }
        None => {
            let label = RowLabel { label: name.to_owned(), ..RowLabel::default() };
            ForestRow { label, dots, ..ForestRow::default() }
        }
    }
}

fn name(one: &EffectTogether) -> &str {
    if one.name.is_empty() { "all together" } else { &one.name }
}

fn table(data: &EffectsTogether) -> Table {
    let caption =
        "Effects in points of the attackers' score: of all trainings together, and of each";
    let head = ["rule", "together", "p (Holm)", "finding", "each training"];
    let mut table = Table::new(caption, head);
    for one in data.switches.iter().chain([&data.total]) {
        let each = listed(one.trainings.iter().map(|own| points(own.value)));
        let [effect, p, finding] = comparison_cells(one.effect.as_ref());
        table.row("", [name(one).to_owned(), effect, p, finding, each]);
    }
    table
}
