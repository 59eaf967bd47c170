//! What the trainings of a recipe show together of each rule.

use imperial_stats::{Estimate, Knowledge};

use super::row::row;
use crate::page::exhibit::{Exhibit, alone};
use crate::page::facts::Facts;
use crate::page::key::Key;
use crate::page::table::Table;
use crate::plot::forest::{ForestRow, dot_key, finding_key, forest};
use crate::plot::rows::{Axis, RowLabel};
use crate::text::{comparison_cells, listed, points, points_cell};
use crate::{EffectTogether, EffectsTogether, Grade};

pub(super) fn figure(facts: &Facts, index: usize, data: &EffectsTogether) -> Exhibit {
    let effects = || data.switches.iter().chain([&data.total]);
    let rows: Vec<ForestRow> = effects().map(|one| forest_row(one, &data.agents)).collect();
    let axis = || {
        let pooled = effects().filter_map(|one| Some(one.effect.as_ref()?.difference));
        let each = effects().flat_map(|one| &one.trainings);
        let each = each.map(|training| Estimate::exactly(training.value));
        Axis::points("change of the attackers' score, points", pooled.chain(each))
    };
    let (from, to) = (facts.title(&data.from), facts.title(&data.to));
    let number = data.agents.len();
    let theirs = facts.report.attributions.iter();
    let theirs = theirs.filter(|one| data.agents.contains(&one.agent));
    let theirs = theirs.filter(|one| (&one.from, &one.to) == (&data.from, &data.to));
    let (interval, key) = match data.total.effect {
        Some(_) => (
            "Each disc is that of the middle training. Its interval holds games and trainings.",
            finding_key(),
        ),
        None => ("They are too few for an interval.", Vec::new()),
    };
    let provisional = match data.knowledge {
        Knowledge::Settled => "",
        _ => " Provisional: the networks have not learned all rule sets between the two.",
    };
    Exhibit {
        id: format!("plot-effects-{index}"),
        name: format!("which-rule-by-trainings-{}-{}", data.from, data.to),
        title: format!("Which rule makes the difference from {from} to {to}?"),
        rules: vec![data.from.clone(), data.to.clone()],
        description: "One row for each rule in which the rule sets differ: what each training found, and what they show \
                      together, in points of the attackers' score. The table holds the numbers."
            .to_owned(),
        note: format!(
            "Each dot is what one of {number} trainings at {} found that a rule contributes. {interval}{provisional}",
            data.strength
        ),
        games: theirs.map(|one| one.games).sum(),
        source: "effects.csv",
        key: Key::of(key.into_iter().chain([dot_key("one training")]).collect()),
        pictures: alone(|format| forest(&rows, axis(), format)),
        in_sight: None,
        table: Some(table(data)),
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
