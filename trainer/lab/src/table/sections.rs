//! The tables that not every report has: switches, handicaps, surfaces, best responses, proofs.

use super::columns::columns;
use super::paint::{BOLD, Paint, wrapped};
use crate::text::{
    comparison_cells, counted, none, points, points_cell, probability, share_cell, thousands,
};
use crate::{Attribution, BalanceReport, EffectTogether, EffectsTogether, Fairness};
use imperial_stats::Estimate;

impl BalanceReport {
    pub(super) fn sections(&self, paint: Paint) -> String {
        let mut text = String::new();
        text.extend(self.effects.iter().map(|one| together(one, paint)));
        let is_alone = |one: &&Attribution| {
            !self.effects.iter().any(|group| group.agents.contains(&one.agent))
        };
        text.extend(self.attributions.iter().filter(is_alone).map(|one| switches(one, paint)));
        text.extend(self.fairness.iter().filter_map(|fairness| handicap(fairness, paint)));
        let surfaces = self.surfaces.iter().map(|one| one.words(&one.rules));
        let responses = self.responses.iter().map(|one| one.words(&one.rules));
        let proven = self.proven.iter().map(|one| one.words(&one.rules));
        let words = surfaces.chain(responses).chain(proven);
        text.extend(words.map(|words| {
            format!(
                "
{}
",
                wrapped(&words)
            )
        }));
        text
    }
}

fn table(title: &str, header: &[&str], rows: &[Vec<String>], paint: Paint) -> String {
    format!("\n{}\n{}", paint.with(BOLD, title), columns(header, rows, rows, paint))
}

/// What the trainings of a recipe found of each switch.
fn together(effects: &EffectsTogether, paint: Paint) -> String {
    let row = |one: &EffectTogether| {
        let name = if one.name.is_empty() { "all together" } else { &one.name };
        let [effect, _, finding] = comparison_cells(one.effect.as_ref());
        let each: Vec<String> =
            one.trainings.iter().map(|training| points(training.value)).collect();
        vec![name.to_owned(), effect, finding, each.join(" · ")]
    };
    let rows: Vec<_> = effects.switches.iter().chain([&effects.total]).map(row).collect();
    let EffectsTogether { strength, from, to, agents, .. } = effects;
    let trainings = counted(agents.len() as u64, "training", "trainings");
    let title = format!(
        "{from} to {to}, {strength}, {trainings}: change of the attackers' score in points"
    );
    table(&title, &["switch", "effect", "finding", "each training"], &rows, paint)
}

fn switches(attribution: &Attribution, paint: Paint) -> String {
    let Attribution { agent, from, to, .. } = attribution;
    let some = |step: Option<Estimate>| step.map_or_else(none, points_cell);
    let rows: Vec<_> = attribution
        .switches
        .iter()
        .map(|switch| {
            vec![
                switch.name.clone(),
                points_cell(switch.effect),
                probability(switch.p_holm),
                some(switch.first),
            ]
        })
        .collect();
    let title = format!("{from} to {to}, {agent}: change of the attackers' score in points");
    let alone = format!("alone, from {from}");
    table(&title, &["switch", "effect", "p (Holm)", &alone], &rows, paint)
}

fn handicap(fairness: &Fairness, paint: Paint) -> Option<String> {
    let handicap = fairness.handicap.as_ref()?;
    let rows: Vec<_> = handicap
        .points
        .iter()
        .map(|point| {
            let playouts = format!("{} of {}", point.playouts, handicap.playouts);
            vec![playouts, thousands(point.games), share_cell(point.score)]
        })
        .collect();
    let title =
        format!("{}, {}: {} weakened", fairness.rules, fairness.agent, handicap.weakened.name());
    Some(table(&title, &["playouts", "games", "attackers' score %"], &rows, paint))
}
