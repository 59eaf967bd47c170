//! Balance and playing strength: in Elo where agents played each other, else in the order given.

mod marks;

use imperial_plot::Format;
use imperial_plot::scatter::{Scatter, Series, people_key, proven_key, scatter};
use imperial_stats::Estimate;

use super::{proven, results};
use crate::page::blocks::Blocks;
use crate::page::exhibit::{Exhibit, alone, panels};
use crate::page::facts::Facts;
use crate::page::html::MANY_RULE_SETS;
use crate::page::key::Key;
use crate::page::table::Table;
use crate::text::{elo_cell, percent, percent_with_range, share_cell, whole};
use crate::{BalanceReport, CellReport};
use marks::{Mark, marks, names, series};

pub(crate) fn strength(facts: &Facts) -> Blocks {
    let report = facts.report;
    if report.agents.len() < 2 {
        // One agent has no line: its scores are the picture of who wins.
        return results::scores(facts);
    }
    let is_rated = is_rated(report);
    let order = by_strength(report, is_rated);
    let data = if is_rated { in_elo(facts, &order) } else { in_order(facts, &order) };
    let across = if is_rated { RATED } else { ORDERED };
    let between: u64 = report.curves.iter().map(|curve| curve.games).filter(|_| is_rated).sum();
    let people_at = data.series.iter().position(|series| !series.people.is_empty());
    let proven_at = data.series.iter().position(|series| !series.proven.is_empty());
    let levels = people_at.map(people_key).into_iter().chain(proven_at.map(proven_key));
    let keys = data.key().into_iter().chain(levels).collect();
    let (key, pictures) = match data.series.len() {
        0..=MANY_RULE_SETS => (Key::of(keys), alone(|format| scatter(&data, None, format))),
        _ => {
            let rule_sets = data.series.iter().map(|series| series.rules);
            let pictures =
                panels(facts, rule_sets, |index| scatter(&data, Some(index), Format::Panel));
            (Key::default(), pictures)
        }
    };
    let has_networks = data.series.iter().any(|series| series.paths.len() > 1);
    let lines = if has_networks { NETWORKS } else { "" };
    let people = if people_at.is_some() { PEOPLE } else { "" };
    let dots = match data.series.iter().any(|series| !series.dots.is_empty()) {
        true if is_rated => RATED_DOTS,
        true => DOTS,
        false => "",
    };
    let proven = if proven_at.is_some() { proven::LINES } else { "" };
    let figure = Exhibit {
        id: "plot-strength".to_owned(),
        name: "who-wins-by-strength".to_owned(),
        rules: report.rule_sets.clone(),
        title: "Who wins at which strength?".to_owned(),
        description:
            "One line for each rule set, one point for each agent: across its strength, up the \
                      attackers' score when it plays itself, with intervals. The table holds the \
                      numbers."
                .to_owned(),
        note: format!(
            "{across} The height is the attackers' score in games of the agent against itself. A line \
             that climbs says that attackers gain as agents get stronger. The numbers name the \
             agents.{dots}{lines}{people}{proven}"
        ),
        games: report.cell_games() + between,
        source: if is_rated { "strength.csv" } else { "balance.csv" },
        key: key.numbered(order.iter().map(String::as_str)),
        pictures,
        in_sight: None,
        table: (!report.curves.is_empty()).then(|| ratings(facts)),
    };
    figure.into()
}

const RATED: &str = "Strength comes from games between agents that are close in strength, sides swapped. \
    Elo counts from the mean of the agents of each rule set, so two rule sets' scales are not to be compared, \
    only their shapes.";
const ORDERED: &str = "The agents stand in the order given, weakest first; trainings of one recipe are equals. Games \
    between them do not say how far they are apart.";
/// Half of an interval, in Elo, beyond which games say nothing of a rating.
const VAGUE: f64 = 800.0;
/// Distance between rule sets at an agent, as a share of that between agents.
const APART: f64 = 0.17;

const PEOPLE: &str = " A level line of dots and dashes is what people score.";
const DOTS: &str = " Dots are single trainings. A mark stands for all of a recipe, and its interval holds games and trainings.";
const RATED_DOTS: &str = " Dots are single trainings. A mark stands for all of a recipe at their mean rating; its upright interval \
     holds games and trainings, and its level line goes from the lowest rating to the highest.";
const NETWORKS: &str =
    " A line joins the agents of one network, dashed for the second network and those after it.";

/// Whether games between agents say of most of them how strong they are.
fn is_rated(report: &BalanceReport) -> bool {
    let points = || report.curves.iter().flat_map(|curve| &curve.points);
    let known = points().filter(|point| point.elo.half_width() < VAGUE).count();
    2 * known > points().count()
}

/// What the marks are called, by their mean rating, weakest first; those without one stand first, as they were given.
/// Without ratings all stand as given.
fn by_strength(report: &BalanceReport, is_rated: bool) -> Vec<String> {
    let mut names = names(report);
    if !is_rated {
        return names;
    }
    let all: Vec<Mark> = report.rule_sets.iter().flat_map(|rules| rated(report, rules)).collect();
    let rating = |name: &String| {
        let own = all.iter().filter(|mark| mark.name == *name).map(Mark::across);
        let own: Vec<f64> = own.filter(|rating| rating.is_finite()).collect();
        if own.is_empty() { f64::NEG_INFINITY } else { own.iter().sum::<f64>() / own.len() as f64 }
    };
    names.sort_by(|a, b| rating(a).total_cmp(&rating(b)));
    names
}

/// The marks of a rule set at their ratings, weakest first.
fn rated(report: &BalanceReport, rules: &str) -> Vec<Mark> {
    let Some(curve) = report.curves.iter().find(|curve| curve.rules == rules) else {
        return Vec::new();
    };
    let rating = |agent: &str| {
        let point = curve.points.iter().find(|point| point.agent == agent)?;
        Some(point.elo)
    };
    let mut marks = marks(report, rules, &rating);
    marks.sort_by(|a, b| a.across().total_cmp(&b.across()));
    marks
}

/// What people score under a rule set, as others have published it, and recorded games that have no point here.
fn people(facts: &Facts, rules: &str, names: &[&str]) -> Vec<(f64, String)> {
    let report = facts.report;
    let published = report.published.iter().filter(|one| one.rules == rules);
    let published =
        published.map(|one| (one.score, format!("{}: {} %", one.source, percent(one.score))));
    let is_left = |cell: &&CellReport| {
        report.is_elsewhere(&cell.agent) && !names.contains(&cell.agent.as_str())
    };
    let recorded = report.cells_of(rules).filter(is_left);
    let recorded = recorded.map(|cell| {
        (cell.score.value, format!("{}: {}", cell.agent, percent_with_range(cell.score)))
    });
    recorded.chain(published).collect()
}

/// The marks of a rule set with a line for each network, numbered as in `order`.
fn with_lines<'a>(
    facts: &'a Facts,
    rules: &'a str,
    marks: &[Mark],
    order: &[String],
) -> Series<'a> {
    // In an order the axis itself has the numbers of the agents.
    let is_labelled = !facts.report.curves.is_empty();
    let number = |name: &str| {
        let place = order.iter().position(|known| known == name);
        place.filter(|_| is_labelled).map(|place| place + 1)
    };
    let names: Vec<&str> = marks.iter().map(|mark| mark.name.as_str()).collect();
    Series {
        people: people(facts, rules, &names),
        proven: proven::bounds(facts, rules),
        ..series((rules, facts.title(rules)), marks, number)
    }
}

fn in_elo<'a>(facts: &'a Facts, order: &[String]) -> Scatter<'a> {
    let rules = facts.report.curves.iter().map(|curve| curve.rules.as_str());
    let of = |rules| with_lines(facts, rules, &rated(facts.report, rules), order);
    Scatter {
        series: rules.map(of).collect(),
        across: "playing strength, Elo above the mean agent",
        up: "attackers' score against itself, %",
        places: Vec::new(),
    }
}

fn in_order<'a>(facts: &'a Facts, order: &[String]) -> Scatter<'a> {
    let report: &BalanceReport = facts.report;
    let number = report.rule_sets.len();
    // Rule sets in one picture stand beside each other, so that none hides another.
    let apart = if number > MANY_RULE_SETS { 0.0 } else { APART };
    let of = |(index, rules): (usize, &'a String)| {
        let beside = apart * (index as f64 - (number as f64 - 1.0) / 2.0);
        let mut marks = marks(report, rules, &|_| Some(Estimate::exactly(0.0)));
        for mark in &mut marks {
            let place = order.iter().position(|name| *name == mark.name).unwrap_or_default();
            mark.put(place as f64 + beside);
        }
        with_lines(facts, rules, &marks, order)
    };
    Scatter {
        series: report.rule_sets.iter().enumerate().map(of).collect(),
        across: "agents, weaker to stronger",
        up: "attackers' score against itself, %",
        places: (1..=order.len()).map(|number| number.to_string()).collect(),
    }
}

fn ratings(facts: &Facts) -> Table {
    let head = ["agent", "Elo", "attack", "defence", "attackers' score, %", "attackers' side, Elo"];
    let caption =
        "Ratings in Elo; what the attackers' side is worth between two copies of the agent";
    let mut table = Table::new(caption, head);
    for curve in &facts.report.curves {
        for point in &curve.points {
            let row = [
                point.agent.clone(),
                elo_cell(point.elo),
                whole(point.attack.value),
                whole(point.defence.value),
                share_cell(point.score),
                point.side_advantage.map_or_else(|| "–".to_owned(), elo_cell),
            ];
            table.row(facts.title(&curve.rules), row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{PageContext, page};
    use crate::tests::{cell, games, lab, report, taught};
    use crate::{Experience, Options, StrengthCurve, StrengthPoint};

    /// Games of the rule sets between two have their own picture, and those that rate nobody are in none.
    #[test]
    fn the_games_are_those_of_the_picture() {
        let mut report = lab::filled(report(), "tablut-linnaeus");
        let told = |report: &BalanceReport| {
            let page = page(report, &PageContext::default());
            let figure = page.split("id=\"plot-strength\"").nth(1).expect("the picture");
            let told = figure.split("<i>n</i> = ").nth(1).and_then(|rest| rest.split(' ').next());
            told.expect("a number").to_owned()
        };
        assert!(report.games() > 800 && !is_rated(&report));
        assert_eq!((report.cell_games(), told(&report).as_str()), (800, "800"));
        let points = report.curves.iter_mut().flat_map(|curve| &mut curve.points);
        points.for_each(|point| point.elo = Estimate::exactly(point.elo.value));
        assert!(is_rated(&report));
        assert_eq!(told(&report), (800 + report.curves[0].games).to_string());
    }

    #[test]
    fn the_key_goes_from_weak_to_strong_as_measured() {
        let names = ["a", "b", "c", "people"];
        let cells = names.into_iter().zip(0..).map(|(name, place)| {
            cell("tablut", taught(name, place, Experience::None), games(30, 0, 0, 30))
        });
        let mut report = BalanceReport::new(cells.collect(), &Options::default());
        assert_eq!(by_strength(&report, false), names, "as given");
        let sure = Estimate::exactly;
        let point = |(name, elo): (&str, f64)| StrengthPoint {
            agent: name.to_owned(),
            elo: sure(elo),
            attack: sure(elo),
            defence: sure(elo),
            side_advantage: None,
            lean: None,
            share: sure(0.5),
            score: sure(0.5),
            games: 10,
        };
        report.curves.push(StrengthCurve {
            rules: "tablut".to_owned(),
            points: [("a", 120.0), ("b", -200.0), ("c", 80.0)].map(point).into(),
            leads: Vec::new(),
            pool_mean: sure(0.0),
            draw_margin: sure(0.0),
            games: 30,
        });
        assert_eq!(by_strength(&report, is_rated(&report)), ["people", "b", "c", "a"]);
    }
}
