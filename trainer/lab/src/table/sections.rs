//! The tables that not every report has: switches, handicaps.

use std::fmt::Write;

use super::columns::columns;
use super::paint::{BOLD, Paint, wrapped};
use crate::text::{percent, percent_range, points_cell, probability, thousands};
use crate::{Attribution, BalanceReport, Fairness};
use imperial_stats::Estimate;

impl BalanceReport {
    pub(super) fn sections(&self, paint: Paint) -> String {
        let mut text = String::new();
        text.extend(self.attributions.iter().map(|attribution| switches(attribution, paint)));
        text.extend(self.fairness.iter().filter_map(|fairness| handicap(fairness, paint)));
        text.extend(self.proven.iter().map(|one| format!("\n{}\n", wrapped(&one.words(&one.rules)))));
        text
    }
}

fn table(title: &str, header: &[&str], rows: &[Vec<String>], paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "\n{}", paint.with(BOLD, title));
    text + &columns(header, rows, rows, paint)
}

fn switches(attribution: &Attribution, paint: Paint) -> String {
    let Attribution { agent, from, to, .. } = attribution;
    let some = |step: Option<Estimate>| step.map_or_else(|| "–".to_owned(), points_cell);
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
            vec![
                format!("{} of {}", point.playouts, handicap.playouts),
                thousands(point.games),
                format!("{} ({})", percent(point.score.value), percent_range(point.score)),
            ]
        })
        .collect();
    let title =
        format!("{}, {}: {} weakened", fairness.rules, fairness.agent, handicap.weakened.name());
    Some(table(&title, &["playouts", "games", "attackers' score %"], &rows, paint))
}
