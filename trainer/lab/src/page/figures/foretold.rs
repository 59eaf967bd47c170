//! Whether the scores that searches foretell come true: a reliability diagram (Niculescu-Mizil and Caruana 2005).

use imperial_plot::curves::Curves;
use imperial_stats::{Calibration, Confidence, Foretold, Proportion, calibration_error};
use imperial_watch::Forecasts;

use crate::page::blocks::Blocks;
use crate::page::exhibit::{Exhibit, alone};
use crate::page::facts::Facts;
use crate::page::key::Key;
use crate::page::table::Table;
use crate::text::{decimal, percent, percent_with_range};

/// Fewer games in a group say nothing.
const FEWEST: u64 = 20;
/// Most agents in the picture: the strongest, since each has two lines.
const MOST_AGENTS: usize = 2;

/// An agent's forecasts under all rule sets.
struct Known<'a> {
    agent: &'a str,
    /// As it foretold, and as learned from the other half of the games.
    forms: [(&'static str, Vec<Foretold>, f64); 2],
    calibration: Calibration,
}

pub(crate) fn foretold(facts: &Facts) -> Blocks {
    let known: Vec<Known> =
        facts.report.agents.iter().filter_map(|agent| known(facts, &agent.name)).collect();
    let Some(strongest) = known.len().checked_sub(1) else { return Blocks::default() };
    let shown = &known[(strongest + 1).saturating_sub(MOST_AGENTS)..];
    let name = |of: &Known, form: &str| match shown.len() {
        1 => form.to_owned(),
        _ => format!("{}, {form}", of.agent),
    };
    let line = |groups: &[Foretold]| {
        let enough = groups.iter().filter(|group| group.games >= FEWEST);
        enough.map(|group| (50.0 + 50.0 * group.value, 100.0 * group.score)).collect()
    };
    let mut lines: Vec<(String, Vec<(f64, f64)>)> =
        vec![("if all came true".to_owned(), vec![(0.0, 0.0), (100.0, 100.0)])];
    for of in shown {
        lines.extend(of.forms.iter().map(|(form, groups, _)| (name(of, form), line(groups))));
    }
    let series = lines.iter().map(|(name, points)| (name.as_str(), points.clone()));
    let drawn = Curves {
        along: "attackers' score that is foretold, %",
        axis: "score that comes true, %",
        series: series.collect(),
    };
    let exhibit = Exhibit {
        id: "plot-foretold".to_owned(),
        name: "do-forecasts-come-true".to_owned(),
        rules: facts.report.rule_sets.clone(),
        title: "Do forecasts come true?".to_owned(),
        description: "Across the score that a search foretells, up the score of these games. The table holds the \
                      numbers."
            .to_owned(),
        note: "Above the straight line the attackers do better than foretold. Values of searches are discounted, so \
               they lean to the middle. Calibrated forecasts were learned from the other half of the games."
            .to_owned(),
        key: Key::of(drawn.key()),
        source: "balance.json",
        pictures: alone(|format| drawn.draw(format)),
        table: Some(table(&known)),
        ..Exhibit::default()
    };
    Blocks::from(exhibit).folded("Do forecasts come true?")
}

fn known<'a>(facts: &Facts<'a>, agent: &'a str) -> Option<Known<'a>> {
    let cells = facts.report.cells.iter().filter(|cell| cell.agent == agent);
    let all = cells
        .filter_map(|cell| facts.statistics(cell))
        .fold(Forecasts::default(), |all, statistics| all.and(&statistics.forecasts));
    let (even, odd) = (Calibration::fit(&all.even)?, Calibration::fit(&all.odd)?);
    let learned = |groups: &[Foretold], from: Calibration| -> Vec<Foretold> {
        let of =
            |group: &Foretold| Foretold { value: 2.0 * from.score(group.value) - 1.0, ..*group };
        groups.iter().map(of).collect()
    };
    let join = |one: &[Foretold], two: &[Foretold]| -> Vec<Foretold> {
        one.iter().zip(two).map(|(one, two)| one.and(two)).collect()
    };
    let (plain, calibrated) =
        (join(&all.even, &all.odd), join(&learned(&all.even, odd), &learned(&all.odd, even)));
    let error = |groups: &[Foretold]| calibration_error(Calibration::AS_IS, groups);
    let calibration = Calibration::fit(&plain)?;
    let forms =
        [("as foretold", error(&plain)?, plain), ("calibrated", error(&calibrated)?, calibrated)];
    let forms = forms.map(|(name, error, groups)| (name, groups, error));
    Some(Known { agent, forms, calibration })
}

fn table(known: &[Known]) -> Table {
    let head = ["forecast", "foretold", "came true", "games"];
    let caption =
        "Attackers' score in percent, foretold and come true; a game counts once in each row";
    let mut table = Table::new(caption, head);
    for of in known {
        let Calibration { intercept, slope } = of.calibration;
        for (form, groups, error) in &of.forms {
            let group = format!(
                "{}, {form}: off by {} points on average (intercept {intercept:.2}, slope {slope:.2})",
                of.agent,
                decimal(100.0 * error)
            );
            for of_value in groups.iter().filter(|group| group.games >= FEWEST) {
                let true_ = Proportion::of_share(of_value.score, of_value.games as f64);
                let came = true_.map(|share| percent_with_range(share.estimate(Confidence::P95)));
                let foretold = percent(f64::midpoint(1.0, of_value.value));
                let row = [
                    (*form).to_owned(),
                    foretold,
                    came.unwrap_or_default(),
                    of_value.games.to_string(),
                ];
                table.row(&group, row);
            }
        }
    }
    table
}
