//! Which rule sets favour whom.

use imperial_stats::Estimate;

use super::kind::Kind;
use crate::summary::distinct;
use crate::text::{fitted_list, listed, percent, percent_range, plain};
use crate::{
    AgentLabel, BalanceReport, CellReport, Ensemble, EnsembleScore, Experience, Finding, Grade,
    Headline, Titles,
};

/// Figures: `attackers-score` of each rule set, and the `margin` that counts as even. Where networks played: one rule
/// set, its `training` scores, and from three trainings on their `attackers-score` together. Agents that have learned
/// nothing count as `beginners`. A finding is `provisional` where the networks have not learned the rules to the end.
pub(crate) const KIND: Kind = Kind { topic: "advantage", find, words };

const SCORE: &str = "attackers-score";
const TRAINING: &str = "training";
const BEGINNERS: &str = "beginners";
const PROVISIONAL: &str = "provisional";

/// One finding for each rule set that networks played. Of the others, one for each agent and side that is favoured,
/// one for even and one for undecided rule sets.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let headlines = report.rule_sets.iter().filter_map(|rules| report.headline(rules));
    let (mut trained, mut alone) = (Vec::new(), Vec::new());
    for headline in headlines {
        match headline {
            Headline::Trainings(one, own) => trained.push(of_trainings(one, own, report)),
            Headline::Alone(agent, cell) => alone.push((agent, cell)),
        }
    }
    let agents = distinct(alone.iter().map(|(agent, _)| *agent));
    let grouped = agents.iter().flat_map(|agent| {
        let own = alone.iter().filter(|(one, _)| one.name == agent.name);
        of_agent(agent, &own.map(|(_, cell)| *cell).collect::<Vec<_>>(), report)
    });
    trained.into_iter().chain(grouped).collect()
}

/// The finding on one rule set alone, of its headline; `None` without games.
pub(crate) fn of_rules(report: &BalanceReport, rules: &str) -> Option<Finding> {
    match report.headline(rules)? {
        Headline::Trainings(one, own) => Some(of_trainings(one, own, report)),
        Headline::Alone(agent, cell) => of_agent(agent, &[cell], report).pop(),
    }
}

fn of_trainings(one: &Ensemble, own: &EnsembleScore, report: &BalanceReport) -> Finding {
    let grade = match (&own.advantage, own.trainings.len()) {
        (Some(advantage), _) => advantage.conclusion(),
        (None, 1) => Grade::Suggested,
        (None, _) => Grade::Open,
    };
    let agents = own.trainings.iter().map(|training| training.agent.as_str());
    Finding::new(KIND.topic, grade)
        .rule_sets([own.rules.as_str()])
        .agents([one.strength.as_str()].into_iter().chain(agents))
        .count("margin", report.options.equivalence)
        .flag(PROVISIONAL, report.is_provisional(&own.rules))
        .figures(SCORE, own.score)
        .figures(TRAINING, own.trainings.iter().map(|training| training.score))
}

fn of_agent(agent: &AgentLabel, cells: &[&CellReport], report: &BalanceReport) -> Vec<Finding> {
    let groups = [
        (Grade::Shown, Some(false)),
        (Grade::Shown, Some(true)),
        (Grade::Equivalent, None),
        (Grade::Suggested, None),
        (Grade::Open, None),
    ];
    let beginners = f64::from(u8::from(agent.experience == Experience::None));
    let of = |(grade, defenders): (Grade, Option<bool>)| {
        let is_in = |cell: &&&CellReport| {
            cell.advantage.conclusion() == grade
                && defenders.is_none_or(|defenders| cell.advantage.is_negative() == defenders)
        };
        let mut cells: Vec<&CellReport> = cells.iter().filter(is_in).copied().collect();
        let distance = |cell: &CellReport| cell.advantage.difference.value.abs();
        cells.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        let finding = Finding::new(KIND.topic, grade)
            .rule_sets(cells.iter().map(|cell| cell.rules.as_str()))
            .agents([agent.name.as_str()])
            .count("margin", report.options.equivalence)
            .count(BEGINNERS, beginners)
            .figures(SCORE, cells.iter().map(|cell| cell.score));
        (!cells.is_empty()).then_some(finding)
    };
    groups.into_iter().filter_map(of).collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    if finding.all(TRAINING).next().is_some() {
        trained(finding, titles, by_whom(finding).as_deref())
    } else {
        alone(finding, titles)
    }
}

/// The finding on one rule set in words, after others have said by whom.
pub(crate) fn shortly(finding: &Finding, titles: &Titles) -> Option<String> {
    trained(finding, titles, None)
}

/// By how many trainings the attackers' score of a finding is, and at which strength; `None` where they have none
/// together.
pub(crate) fn by_whom(finding: &Finding) -> Option<String> {
    finding.one(SCORE)?;
    let number = finding.all(TRAINING).count();
    (number > 0).then(|| Some(format!("with {number} trainings at {}", finding.agent()?)))?
}

/// The attackers' score, of all trainings together or else of each.
pub(crate) fn scores(finding: &Finding) -> (Option<Estimate>, impl Iterator<Item = Estimate>) {
    (finding.one(SCORE), finding.all(TRAINING))
}

fn side(score: f64) -> &'static str {
    if score < 0.5 { "defenders" } else { "attackers" }
}

/// What trainings show of a rule set; `by` says whose the score is, if that is not known yet.
fn trained(finding: &Finding, titles: &Titles, by: Option<&str>) -> Option<String> {
    let (rules, strength) = (titles.of(finding.rule_sets.first()?), finding.agent()?);
    let number = finding.all(TRAINING).count();
    let scores = listed(finding.all(TRAINING).map(|score| percent(score.value)));
    let Some(score) = finding.one(SCORE) else {
        return Some(match number {
            1 => {
                let range = percent_range(finding.one(TRAINING)?);
                format!(
                    "{rules}: one training alone, at {strength}, scores {scores} % for attackers ({range} by its games)."
                )
            }
            _ => format!(
                "{rules}: {number} trainings, too few for an interval, score {scores} % for attackers at {strength}."
            ),
        });
    };
    let by = by.map(|by| format!(" {by}")).unwrap_or_default();
    let (value, range) = (percent(score.value), percent_range(score));
    let figures = format!("attackers score {value} % ({range}){by}");
    let (side, margin) = (side(score.value), plain(finding.one("margin")?.value));
    Some(match finding.grade {
        _ if finding.one(PROVISIONAL).is_some() => format!("Provisional for {rules}: {figures}."),
        Grade::Shown => format!("{rules} favours the {side}: {figures}."),
        Grade::Equivalent => format!("{rules} is even within ±{margin} points: {figures}."),
        Grade::Suggested => format!("{rules} may favour the {side}, or it is chance: {figures}."),
        _ => format!("{rules} is not shown to favour a side: {figures}."),
    })
}

/// What one agent shows of some rule sets.
fn alone(finding: &Finding, titles: &Titles) -> Option<String> {
    let (agent, first) = (finding.agent()?, finding.one(SCORE)?);
    let is_beginner = finding.one(BEGINNERS).is_some_and(|count| count.value > 0.0);
    let with =
        if is_beginner { format!("Between beginners ({agent})") } else { format!("With {agent}") };
    let side = side(first.value);
    let values = || finding.all(SCORE).map(|score| score.value);
    let (low, high) = (values().fold(1.0, f64::min), values().fold(0.0, f64::max));
    let score = match finding.rule_sets.len() {
        1 => format!("attackers score {} % ({})", percent(first.value), percent_range(first)),
        _ if percent(low) == percent(high) => format!("attackers score {} %", percent(low)),
        _ => format!("attackers score {} to {} %", percent(low), percent(high)),
    };
    let margin = plain(finding.one("margin")?.value);
    Some(fitted_list(&finding.titles(titles), |list| match finding.grade {
        Grade::Shown => format!("{with}, the {side} are favoured in {list}: {score}."),
        Grade::Equivalent => {
            format!("{with}, both sides are even within ±{margin} points in {list}.")
        }
        Grade::Suggested => {
            format!("{with}, one side may be favoured in {list}, or it is chance: {score}.")
        }
        _ => format!("{with}, no side is shown to be favoured in {list}: {score}."),
    }))
}
