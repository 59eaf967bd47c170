//! Differences between rule sets.

use maud::html;

use crate::headline::ENOUGH;
use crate::page::blocks::Blocks;
use crate::page::facts::Facts;
use crate::page::table::Table;
use crate::text::{comparison_cells, counted, listed, none, points, points_cell};
use crate::{BalanceReport, Ensemble, EnsembleDifference, Grade, RuleDifference};

pub(crate) fn differences(facts: &Facts) -> Blocks {
    html! {
        @if !facts.report.differences.is_empty() {
            (matrix(facts))
            (pairs(facts))
        }
    }
    .into()
}

/// A difference as the table of all pairs shows it.
struct Pair<'a> {
    sets: [&'a str; 2],
    /// The first score minus the second; of trainings too few for an interval each.
    values: Vec<f64>,
    shown: bool,
}

impl Pair<'_> {
    /// The difference seen from one of its rule sets.
    fn text(&self, sign: f64) -> String {
        let values: Vec<String> = self.values.iter().map(|value| points(sign * value)).collect();
        let text = values.join(" · ");
        if self.shown { text } else { format!("({text})") }
    }
}

/// The trainings that judge all rule sets: most of them, and of equally many the strongest.
fn judges(report: &BalanceReport) -> Option<&Ensemble> {
    let with_pairs = report.ensembles.iter().filter(|one| !one.differences.is_empty());
    with_pairs.max_by_key(|one| one.agents.len().min(ENOUGH))
}

/// The differences between all pairs of rule sets, of all trainings together or else of the strongest agent; nothing
/// where there is one pair.
fn matrix(facts: &Facts) -> Table {
    let report = facts.report;
    let (who, all): (String, Vec<Pair>) = match judges(report) {
        Some(one) => {
            let trainings = counted(one.agents.len() as u64, "training", "trainings");
            let who = format!("{} of {trainings}", one.strength);
            (who, one.differences.iter().map(of_trainings).collect())
        }
        None => {
            let agent = report.differences.last().map_or("", |pair| pair.agent.as_str());
            let own = report.differences.iter().filter(|pair| pair.agent == agent);
            (agent.to_owned(), own.map(of_agent).collect())
        }
    };
    let is_named = |name: &&String| all.iter().any(|pair| pair.sets.contains(&name.as_str()));
    let names: Vec<&String> = report.rule_sets.iter().filter(is_named).collect();
    let caption = format!(
        "The attackers' score under the row's rule set minus that under the column's, in points, played by \
         {who}; in brackets: not shown by the games"
    );
    let titles = names.iter().map(|name| facts.title(name));
    let mut table = Table::new(caption, std::iter::once("rule set").chain(titles));
    let between = |first: &str, second: &str| all.iter().find(|pair| pair.sets == [first, second]);
    for row in names.iter().filter(|_| names.len() > 2) {
        let cell = |column: &&String| match (between(row, column), between(column, row)) {
            (Some(pair), _) => pair.text(1.0),
            (_, Some(pair)) => pair.text(-1.0),
            _ => String::new(),
        };
        let title = facts.title(row).to_owned();
        table.row("", std::iter::once(title).chain(names.iter().map(cell)));
    }
    table
}

fn of_trainings(pair: &EnsembleDifference) -> Pair<'_> {
    let sets = [pair.first.as_str(), pair.second.as_str()];
    match &pair.difference {
        Some(by) => {
            Pair { sets, values: vec![by.difference.value], shown: by.grade == Grade::Shown }
        }
        None => {
            let each = pair.trainings.iter().map(|training| training.score.value);
            Pair { sets, values: each.collect(), shown: false }
        }
    }
}

fn of_agent(pair: &RuleDifference) -> Pair<'_> {
    let sets = [pair.first.as_str(), pair.second.as_str()];
    let by = &pair.score;
    Pair { sets, values: vec![by.difference.value], shown: by.grade == Grade::Shown }
}

/// One row for each pair and player: several trainings are one player.
fn pairs(facts: &Facts) -> Table {
    let head = ["rule sets", "score", "p (Holm)", "finding", "each training", "share of wins"];
    let caption = "The attackers' score and share of wins under the first rule set minus the second, in points. \
                   Several trainings stand together, with an interval from three on";
    let mut table = Table::new(caption, head);
    let title =
        |first: &str, second: &str| format!("{} − {}", facts.title(first), facts.title(second));
    let several = || facts.report.ensembles.iter().filter(|one| one.agents.len() > 1);
    let is_alone = |agent: &String| !several().any(|one| one.agents.contains(agent));
    for pair in facts.report.differences.iter().filter(|pair| is_alone(&pair.agent)) {
        let names = title(&pair.first, &pair.second);
        let [score, p, finding] = comparison_cells(Some(&pair.score));
        let share = points_cell(pair.share.difference);
        table.row(&pair.agent, [names, score, p, finding, none(), share]);
    }
    for one in several() {
        let who = format!("{} ×{}", one.strength, one.agents.len());
        for pair in &one.differences {
            let names = title(&pair.first, &pair.second);
            let [score, p, finding] = comparison_cells(pair.difference.as_ref());
            let each = listed(pair.trainings.iter().map(|training| points(training.score.value)));
            table.row(&who, [names, score, p, finding, each, none()]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::page::{PageContext, page};
    use crate::tests::{cell, games, taught};
    use crate::{BalanceReport, Experience, Options};

    /// The last of three trainings says the opposite of the others.
    #[test]
    fn trainings_are_compared_together_and_not_by_the_last_one() {
        let wins = [("a", [300, 310, 100]), ("b", [200, 210, 220]), ("c", [200, 200, 200])];
        let cells = wins.into_iter().flat_map(|(rules, wins)| {
            let one = move |(at, wins): (usize, u64)| {
                let training = Experience::Network(at.to_string());
                let agent = taught(&format!("network:16@{at}"), at as u32, training);
                cell(rules, agent, games(wins, 0, 0, 400 - wins))
            };
            wins.into_iter().enumerate().map(one)
        });
        let report = BalanceReport::new(cells.collect(), &Options::default());
        let page = page(&report, &PageContext::default());
        let section = page.split("<section id=\"differences\">").nth(1).expect("a section");
        let section = section.split("</section>").next().expect("its end").replace('\u{a0}', " ");
        assert!(section.contains("played by network:16 of 3 trainings"), "{section}");
        assert!(section.contains("network:16 ×3") && !section.contains("network:16@2"));
        let together = report.ensembles[0].differences[0].difference.as_ref().expect("three");
        let value = crate::text::points(together.difference.value);
        assert!(section.contains(&format!("<td>({value})</td>")), "{value}: {section}");
        assert!(section.contains("+25.0, +25.0 and −30.0"), "each training: {section}");
    }
}
