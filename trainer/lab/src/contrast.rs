//! Two reports side by side: another seed, another network, another version.

mod same;
mod words;

use serde::{Deserialize, Serialize};

use super::{BalanceReport, CellReport, Grade, Looks, Options, StrengthCurve};
use imperial_stats::{
    Comparison, Estimate, Measured, difference, estimate_test, grade, holm, judge,
};
use same::Origins;
pub use same::{OPENING, Provenance, RECORDED, Unlike};

/// What differs between two reports, second minus first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportContrast {
    /// The cells that both have.
    pub cells: Vec<CellContrast>,
    /// The side advantages that both have.
    pub sides: Vec<SideContrast>,
    /// Cells that only one of them has.
    pub unmatched: Vec<Unmatched>,
    /// What games depend on, where the reports differ in it besides their agents: differences need not be chance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlike: Vec<Unlike>,
}

/// A cell that only one of two reports has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmatched {
    /// Whether the second report has it, and not the first.
    pub in_second: bool,
    /// The rule set.
    pub rules: String,
    /// The agent.
    pub agent: String,
}

/// One cell in both reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellContrast {
    /// The rule set.
    pub rules: String,
    /// The agent in the first report and in the second.
    pub agents: [String; 2],
    /// The attackers' score in the first and in the second.
    pub scores: [Estimate; 2],
    /// Whether both hold the same games, as far as one has them, so that nothing is repeated.
    pub same_games: bool,
    /// Difference in the attackers' share of wins.
    pub share: Comparison,
    /// Difference in the attackers' score.
    pub score: Comparison,
}

/// What the attackers' side is worth in both reports between two copies of an agent, in Elo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideContrast {
    /// The rule set.
    pub rules: String,
    /// The agent in the first report and in the second: the strongest that both have.
    pub agents: [String; 2],
    /// In the first and in the second.
    pub advantages: [Estimate; 2],
    /// Second minus first.
    pub difference: Estimate,
    /// Whether both rest on the same games.
    pub same_games: bool,
    /// Probability of a difference this large by chance alone.
    pub p: f64,
    /// The same after Holm's correction for all side advantages of other games.
    pub p_holm: f64,
    /// What it shows.
    pub grade: Grade,
}

impl ReportContrast {
    /// Compares two reports. Agents are matched by name; those that only one report has by their
    /// place in the order of strength, if both have equally many of them. `provenances` tell what the
    /// games of each depend on; empty where that is not known.
    pub fn between(
        first: &BalanceReport,
        second: &BalanceReport,
        provenances: [&Provenance; 2],
    ) -> Self {
        let origins = Origins { reports: [first, second], provenances };
        let looks = match (first.options.looks, second.options.looks) {
            (Looks::Once, Looks::Once) => Looks::Once,
            _ => Looks::Any,
        };
        let options = Options { looks, ..first.options };
        let names = matched(first, second);
        let mut cells = Vec::new();
        for cell in &first.cells {
            let name = names.iter().find(|(name, _)| *name == cell.agent).map(|(_, other)| other);
            let other = name.and_then(|name| second.cell(&cell.rules, name));
            cells.extend(other.map(|other| contrast(cell, other, &origins, &options)));
        }
        judge_cells(&mut cells, |cell| &mut cell.share, &options);
        judge_cells(&mut cells, |cell| &mut cell.score, &options);
        Self {
            unmatched: unmatched(first, second, &cells),
            sides: sides(&origins, &names, &options),
            unlike: origins.unlike(),
            cells,
        }
    }
}

/// Which agent of the second report stands for which of the first.
fn matched(first: &BalanceReport, second: &BalanceReport) -> Vec<(String, String)> {
    let names = |report: &BalanceReport| -> Vec<String> {
        report.agents.iter().map(|agent| agent.name.clone()).collect()
    };
    let (ours, theirs) = (names(first), names(second));
    let (both, alone): (Vec<_>, Vec<_>) = ours.iter().partition(|name| theirs.contains(name));
    let others: Vec<_> = theirs.iter().filter(|name| !ours.contains(name)).collect();
    let same = both.into_iter().map(|name| (name.clone(), name.clone()));
    let pairs = if alone.len() == others.len() { others.len() } else { 0 };
    let by_place = alone.into_iter().zip(others).take(pairs);
    same.chain(by_place.map(|(one, other)| (one.clone(), other.clone()))).collect()
}

fn contrast(
    cell: &CellReport,
    other: &CellReport,
    origins: &Origins<'_>,
    options: &Options,
) -> CellContrast {
    let same_games = origins.same_games(&cell.rules, [&cell.agent, &other.agent]);
    // Second minus first.
    let between = |of: fn(&CellReport) -> Measured| {
        let [first, second] =
            [cell, other].map(|cell| of(cell).reliable(cell.is_reliable() && !same_games));
        Comparison::between(&second, &first, options)
    };
    CellContrast {
        rules: cell.rules.clone(),
        agents: [cell.agent.clone(), other.agent.clone()],
        scores: [cell.score, other.score],
        same_games,
        share: between(CellReport::measured_share),
        score: between(CellReport::measured_score),
    }
}

/// Judges one comparison of each cell of other games together.
fn judge_cells(
    cells: &mut [CellContrast],
    of: fn(&mut CellContrast) -> &mut Comparison,
    options: &Options,
) {
    let others = cells.iter_mut().filter(|cell| !cell.same_games);
    judge(&mut others.map(of).collect::<Vec<_>>(), options);
}

/// Side advantages of the strongest agents that both reports rated. Reports of format 2 have none.
fn sides(
    origins: &Origins<'_>,
    names: &[(String, String)],
    options: &Options,
) -> Vec<SideContrast> {
    let [first, second] = origins.reports;
    let pairs = first.curves.iter().filter_map(|curve| {
        let other = second.curves.iter().find(|other| other.rules == curve.rules)?;
        let own = |curve: &StrengthCurve, name: &str| {
            curve.points.iter().find(|point| point.agent == name)?.side_advantage
        };
        curve.points.iter().rev().find_map(|point| {
            let (name, counterpart) = names.iter().find(|(name, _)| *name == point.agent)?;
            let advantages = [own(curve, name)?, own(other, counterpart)?];
            let difference = difference(advantages[1], advantages[0]);
            let p = estimate_test(difference, options.confidence);
            let same_games = origins.same_games(&curve.rules, [name, counterpart]);
            Some(SideContrast {
                rules: curve.rules.clone(),
                agents: [name.clone(), counterpart.clone()],
                advantages,
                difference,
                same_games,
                p,
                p_holm: p,
                grade: Grade::Withheld,
            })
        })
    });
    let mut sides: Vec<SideContrast> = pairs.collect();
    judge_sides(&mut sides, options);
    sides
}

/// Corrects the side advantages for their number and decides what they show.
fn judge_sides(sides: &mut [SideContrast], options: &Options) {
    let mut others: Vec<_> = sides.iter_mut().filter(|side| !side.same_games).collect();
    let corrected = holm(&others.iter().map(|side| side.p).collect::<Vec<_>>());
    for (side, p_holm) in others.iter_mut().zip(corrected) {
        side.p_holm = p_holm;
        side.grade = grade(side.difference, p_holm, false, options.confidence.alpha());
    }
}

fn unmatched(
    first: &BalanceReport,
    second: &BalanceReport,
    cells: &[CellContrast],
) -> Vec<Unmatched> {
    let lacks = |report: &BalanceReport, at: usize| {
        let alone = report.cells.iter().filter(|cell| {
            !cells.iter().any(|both| both.rules == cell.rules && both.agents[at] == cell.agent)
        });
        let unmatched = |cell: &CellReport| Unmatched {
            in_second: at == 1,
            rules: cell.rules.clone(),
            agent: cell.agent.clone(),
        };
        alone.map(unmatched).collect::<Vec<_>>()
    };
    [lacks(first, 0), lacks(second, 1)].concat()
}

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;

    use super::super::tests::{agent, cell, games};
    use super::super::{MatchGame, Material};
    use super::*;

    fn report(net: &str, wins: u64) -> BalanceReport {
        let cells = vec![
            cell("tablut", agent("random", 0), games(100, 0, 0, 900)),
            cell("tablut", agent(net, 1), games(wins, 0, 0, 1000 - wins)),
        ];
        BalanceReport::new(cells, &Options { resamples: 400, ..Options::default() })
    }

    /// The contrast of two reports of which nobody knows where they are from.
    fn unknown(first: &BalanceReport, second: &BalanceReport) -> ReportContrast {
        ReportContrast::between(first, second, [&Provenance::new(), &Provenance::new()])
    }

    fn provenance(seed: &str) -> Provenance {
        facts(&[(OPENING[0], "2"), (OPENING[1], "10"), ("Engine", "0.1.0"), ("Seed", seed)])
    }

    fn facts(own: &[(&str, &str)]) -> Provenance {
        let rules = ("Rules tablut", "0b0ace3c8d51d05c");
        own.iter()
            .chain([&rules])
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect()
    }

    #[test]
    fn the_same_games_repeat_nothing() {
        let (first, second) = (report("a.net", 500), report("a.net", 500));
        let between = |second: &BalanceReport, facts: &Provenance| {
            ReportContrast::between(&first, second, [&provenance("1855"), facts])
        };
        let contrast = between(&second, &provenance("1855"));
        assert!(contrast.cells.iter().all(|cell| cell.same_games));
        assert_eq!(contrast.cells[0].score.grade, Grade::Withheld);
        let text = contrast.table();
        let start = "! tablut, random: attackers score 10.0 and 10.0 % in the same games";
        assert!(text.starts_with(start), "{text}");
        // Other openings, other networks by the same name, or other seeds make other games.
        let mut other_opening = provenance("1855");
        other_opening.insert(OPENING[1].to_owned(), "12".to_owned());
        assert!(between(&second, &other_opening).cells.iter().all(|cell| !cell.same_games));
        for name in ["Network of a.net", "Agent a.net"] {
            let mut other_network = provenance("1855");
            other_network.insert(name.to_owned(), "network-16:58934a11".to_owned());
            let contrast = between(&second, &other_network);
            assert_eq!([0, 1].map(|cell: usize| contrast.cells[cell].same_games), [true, false]);
        }
        let mut reseeded = second;
        reseeded.options.seed += 1;
        let contrast = between(&reseeded, &provenance("7"));
        assert!(contrast.cells.iter().all(|cell| !cell.same_games));
        assert_eq!(contrast.cells[0].score.grade, Grade::Equivalent);
        assert!(unknown(&first, &first).cells.iter().all(|cell| !cell.same_games));
    }

    #[test]
    fn recorded_games_are_the_same_by_their_files() {
        let (first, mut second) = (report("a.net", 500), report("a.net", 500));
        let same = |second: &BalanceReport, ours: &str, hash: &str| {
            let ours = [(ours, hash)];
            let theirs = [("Recorded games people/games.jsonl", "12ab")];
            let contrast =
                ReportContrast::between(&first, second, [&facts(&ours), &facts(&theirs)]);
            contrast.cells[0].same_games
        };
        assert!(same(&second, "Recorded games people/games.jsonl", "34cd"), "it has grown");
        assert!(same(&second, "Recorded games copy/games.jsonl", "12ab"));
        assert!(!same(&second, "Recorded games others/games.jsonl", "34cd"));
        second.options.seed += 1;
        assert!(same(&second, "Recorded games copy/games.jsonl", "12ab"), "nothing is drawn");
    }

    #[test]
    fn side_advantages_are_corrected_for_their_number() {
        let side = |value: f64| SideContrast {
            rules: "tablut".to_owned(),
            agents: ["a".to_owned(), "a".to_owned()],
            advantages: [Estimate { value: 0.0, low: -50.0, high: 50.0 }; 2],
            difference: Estimate { value, low: value - 98.0, high: value + 98.0 },
            same_games: false,
            p: estimate_test(
                Estimate { value, low: value - 98.0, high: value + 98.0 },
                Options::default().confidence,
            ),
            p_holm: 1.0,
            grade: Grade::Withheld,
        };
        let mut sides: Vec<_> = [400.0, 110.0, 20.0].map(side).into();
        judge_sides(&mut sides, &Options::default());
        let found: Vec<_> = sides.iter().map(|side| side.grade).collect();
        assert_eq!(found, [Grade::Shown, Grade::Suggested, Grade::Open]);
        let contrast =
            ReportContrast { cells: Vec::new(), sides, unmatched: Vec::new(), unlike: Vec::new() };
        let text = contrast.table();
        let second = text.lines().nth(1).expect("a line");
        assert!(second.starts_with("? ") && second.ends_with("can be chance"), "{text}");
    }

    #[test]
    fn agents_are_matched_by_name_or_else_by_strength() {
        let contrast = unknown(&report("a.net", 500), &report("b.net", 600));
        assert_eq!(contrast.cells.len(), 2);
        let [same, other] = &contrast.cells[..] else { panic!("two cells") };
        assert_eq!(same.score.difference.value, 0.0);
        assert_eq!(same.score.grade, Grade::Equivalent);
        assert_eq!(other.agents, ["a.net", "b.net"]);
        assert!((other.score.difference.value - 0.1).abs() < 1e-9);
        assert_eq!(other.score.grade, Grade::Shown);
        assert!(contrast.unmatched.is_empty());
        let text = contrast.table();
        assert!(text.contains("attackers score 50.0 and then 60.0 %, +10.0 points"), "{text}");
    }

    #[test]
    fn what_only_one_report_has_is_said() {
        let mut more = report("a.net", 500);
        let other = report("b.net", 500);
        more.cells.push(other.cells[1].clone());
        more.agents.push(other.agents[1].clone());
        let contrast = unknown(&report("a.net", 500), &more);
        assert_eq!(contrast.cells.len(), 2);
        let [alone] = &contrast.unmatched[..] else { panic!("{:?}", contrast.unmatched) };
        assert_eq!((alone.in_second, alone.agent.as_str()), (true, "b.net"));
        assert!(contrast.table().ends_with("! only the second report has tablut with b.net\n"));
    }

    #[test]
    fn side_advantages_are_those_of_the_strongest_agent_in_both() {
        let rated = |net: &str, wins: u64| {
            let game = |opening: u64, swapped: bool| MatchGame {
                rules: "tablut".to_owned(),
                attackers: if swapped { "random" } else { net }.to_owned(),
                defenders: if swapped { net } else { "random" }.to_owned(),
                opening,
                // The network wins 3 of 4.
                result: if swapped == opening.is_multiple_of(4) {
                    GameResult::Attackers
                } else {
                    GameResult::Defenders
                },
            };
            let cells = vec![
                cell("tablut", agent("random", 0), games(100, 0, 0, 900)),
                cell("tablut", agent(net, 1), games(wins, 0, 0, 1000 - wins)),
            ];
            let matches = (0..50).flat_map(|o| [game(o, false), game(o, true)]).collect();
            let options = Options { resamples: 200, ..Options::default() };
            BalanceReport::of(Material { cells, matches, ..Material::default() }, &options)
        };
        let (first, second) = (rated("a.net", 500), rated("b.net", 760));
        let contrast = unknown(&first, &second);
        let side = &contrast.sides[0];
        assert_eq!(side.agents, ["a.net", "b.net"]);
        assert!((150.0..250.0).contains(&side.difference.value), "{side:?}");
        assert!(
            contrast.table().contains("* tablut, two copies of a.net and b.net: the attackers'")
        );

        // A report of format 2 has the mean of the pool only, under the name of now an agent's own.
        let mut old = serde_json::to_value(&first).expect("JSON");
        let curve = old["curves"][0].as_object_mut().expect("a curve");
        let mean = curve.remove("pool_mean").expect("there");
        curve.insert("side_advantage".to_owned(), mean);
        for point in curve["points"].as_array_mut().expect("points") {
            point.as_object_mut().expect("a point").remove("side_advantage");
        }
        for agent in old["agents"].as_array_mut().expect("agents") {
            agent.as_object_mut().expect("an agent").remove("experience");
        }
        let report = old.as_object_mut().expect("a report");
        for key in ["learned_trends", "findings", "hypotheses"] {
            report.remove(key);
        }
        for cell in report["cells"].as_array_mut().expect("cells") {
            let advantage = cell["advantage"].as_object_mut().expect("a comparison");
            let grade = advantage.remove("grade").expect("a grade");
            advantage.insert("evidence".to_owned(), grade);
        }
        let old: BalanceReport = serde_json::from_value(old).expect("an old report is read");
        assert_eq!(old.curves[0].pool_mean, first.curves[0].pool_mean);
        let contrast = unknown(&old, &second);
        assert_eq!((contrast.cells.len(), contrast.sides.len()), (2, 0));
    }
}
