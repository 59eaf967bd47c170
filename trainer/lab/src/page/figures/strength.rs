//! Balance and playing strength: in Elo where agents played each other, else in the order given.

use imperial_plot::Format;
use imperial_plot::scatter::{Scatter, Series, Spot, people_key, proven_key, scatter};
use imperial_stats::Estimate;

use super::{proven, results};
use crate::grouped::grouped;
use crate::page::blocks::Blocks;
use crate::page::exhibit::{Exhibit, alone, panels};
use crate::page::facts::Facts;
use crate::page::html::MANY_RULE_SETS;
use crate::page::key::Key;
use crate::page::table::Table;
use crate::text::{elo_cell, percent, percent_with_range, share_cell, whole};
use crate::{AgentLabel, BalanceReport, CellReport, Experience, StrengthCurve};

pub(crate) fn strength(facts: &Facts) -> Blocks {
    let report = facts.report;
    if report.agents.len() < 2 {
        // One agent has no line: its scores are the picture of who wins.
        return results::scores(facts);
    }
    let is_rated = is_rated(report);
    let data = if is_rated { in_elo(facts) } else { in_order(facts) };
    let names = by_strength(report).into_iter();
    let across = if is_rated { RATED } else { ORDERED };
    let between: u64 = report.curves.iter().map(|curve| curve.games).sum();
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
             agents.{lines}{people}{proven}"
        ),
        games: report.games() + between,
        source: if is_rated { "strength.csv" } else { "balance.csv" },
        key: key.numbered(names),
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
const NETWORKS: &str =
    " A line joins the agents of one network, dashed for the second network and those after it.";

/// Whether games between agents say of most of them how strong they are.
fn is_rated(report: &BalanceReport) -> bool {
    let points = || report.curves.iter().flat_map(|curve| &curve.points);
    let known = points().filter(|point| point.elo.half_width() < VAGUE).count();
    2 * known > points().count()
}

/// The agents in the order of their mean rating, weakest first; those without one stand first, as they were given.
/// Without ratings all stand as given.
fn by_strength(report: &BalanceReport) -> Vec<&str> {
    let rating = |name: &str| {
        let points = report.curves.iter().flat_map(|curve| &curve.points);
        let own = points.filter(|point| point.agent == name && point.elo.value.is_finite());
        let own: Vec<f64> = own.map(|point| point.elo.value).collect();
        if own.is_empty() { f64::NEG_INFINITY } else { own.iter().sum::<f64>() / own.len() as f64 }
    };
    let mut names: Vec<&str> = report.agents.iter().map(|agent| agent.name.as_str()).collect();
    if !is_rated(report) {
        return names;
    }
    names.sort_by(|a, b| rating(a).total_cmp(&rating(b)));
    names
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

/// The points of a rule set with a line for each network.
fn series<'a>(facts: &'a Facts, rules: &'a str, points: &[(Estimate, &CellReport)]) -> Series<'a> {
    let (agents, order) = (&facts.report.agents, by_strength(facts.report));
    // In an order the axis itself has the numbers of the agents.
    let is_labelled = !facts.report.curves.is_empty();
    let spot = |(x, cell): &(Estimate, &CellReport)| {
        let number = order.iter().position(|name| *name == cell.agent);
        Spot {
            x: *x,
            y: cell.score,
            filled: cell.is_reliable(),
            label: number
                .filter(|_| is_labelled)
                .map_or_else(String::new, |at| (at + 1).to_string()),
            tip: format!("{}: {}", cell.agent, percent_with_range(cell.score)),
        }
    };
    let names: Vec<&str> = points.iter().map(|(_, cell)| cell.agent.as_str()).collect();
    Series {
        rules,
        name: facts.title(rules),
        spots: points.iter().map(spot).collect(),
        paths: paths(agents, &names),
        people: people(facts, rules, &names),
        proven: proven::bounds(facts, rules),
    }
}

fn in_elo<'a>(facts: &'a Facts) -> Scatter<'a> {
    let of = |curve: &'a StrengthCurve| {
        let points = curve
            .points
            .iter()
            .filter_map(|point| Some((point.elo, facts.report.cell(&curve.rules, &point.agent)?)));
        series(facts, &curve.rules, &points.collect::<Vec<_>>())
    };
    Scatter {
        series: facts.report.curves.iter().map(of).collect(),
        across: "playing strength, Elo above the mean agent",
        up: "attackers' score against itself, %",
        places: Vec::new(),
    }
}

fn in_order<'a>(facts: &'a Facts) -> Scatter<'a> {
    let report: &BalanceReport = facts.report;
    let place = |name: &str| report.agents.iter().position(|agent| agent.name == name);
    let number = report.rule_sets.len();
    // Rule sets in one picture stand beside each other, so that none hides another.
    let apart = if number > MANY_RULE_SETS { 0.0 } else { APART };
    let of = |(index, rules): (usize, &'a String)| {
        let beside = apart * (index as f64 - (number as f64 - 1.0) / 2.0);
        let points = report.cells_of(rules).filter_map(|cell| {
            let place = place(&cell.agent)? as f64 + beside;
            Some((Estimate::exactly(place), cell))
        });
        series(facts, rules, &points.collect::<Vec<_>>())
    };
    Scatter {
        series: report.rule_sets.iter().enumerate().map(of).collect(),
        across: "agents, weaker to stronger",
        up: "attackers' score against itself, %",
        places: (1..=report.agents.len()).map(|number| number.to_string()).collect(),
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

/// The lines that join agents, as places in `names`: one for each network, through the agents that
/// never learned and then its own, in the order given. Those of the second network and the following
/// begin at the last agent that never learned. Without networks one line joins all. Agents of whom
/// nobody knows how strong they are stand alone.
fn paths(agents: &[AgentLabel], names: &[&str]) -> Vec<Vec<usize>> {
    let experience = |place: &usize| {
        agents.iter().find(|agent| agent.name == names[*place]).map(|agent| &agent.experience)
    };
    let network = |place: &usize| experience(place).and_then(Experience::network);
    let is_ranked = |place: &usize| experience(place) != Some(&Experience::Elsewhere);
    let (learned, others): (Vec<usize>, Vec<usize>) =
        (0..names.len()).filter(is_ranked).partition(|place| network(place).is_some());
    let networks = grouped(learned, |a, b| network(a) == network(b));
    let of = |(index, own): (usize, &Vec<usize>)| {
        let from = if index == 0 { 0 } else { others.len().saturating_sub(1) };
        others[from..].iter().chain(own).copied().collect()
    };
    if networks.is_empty() { vec![others] } else { networks.iter().enumerate().map(of).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{cell, games, taught};
    use crate::{Options, StrengthPoint};

    #[test]
    fn the_key_goes_from_weak_to_strong_as_measured() {
        let names = ["a", "b", "c", "people"];
        let cells = names.into_iter().zip(0..).map(|(name, place)| {
            cell("tablut", taught(name, place, Experience::None), games(30, 0, 0, 30))
        });
        let mut report = BalanceReport::new(cells.collect(), &Options::default());
        assert_eq!(by_strength(&report), names, "as given");
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
        assert_eq!(by_strength(&report), ["people", "b", "c", "a"]);
    }

    #[test]
    fn each_network_has_a_line_of_its_own() {
        let network =
            |name: &str, hash: &str| taught(name, 0, Experience::Network(hash.to_owned()));
        let agents = [
            taught("random", 0, Experience::None),
            taught("rollouts", 0, Experience::None),
            network("4@a", "a"),
            network("16@b", "b"),
            network("16@a", "a"),
        ];
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(paths(&agents, &names), [vec![0, 1, 2, 4], vec![1, 3]]);
        assert_eq!(paths(&agents[..2], &names[..2]), [[0, 1]]);
        assert_eq!(paths(&agents[2..], &names[2..]), [vec![0, 2], vec![1]]);
    }
}
