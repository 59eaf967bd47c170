//! People beside programs.

use imperial_stats::{Estimate, difference};

use super::kind::Kind;
use crate::text::{counted, first_fitting, percent};
use crate::{BalanceReport, Experience, Finding, Grade, Headline, Titles};

/// A rule set, then who played: where the games of people come from, and the programs of the headline. Figures: the
/// score of `people` and that of `programs`; one of several trainings too few for an interval reaches from the lowest
/// end to the highest. `games` of people, where their number is known. A caution where the two disagree.
pub(super) const KIND: Kind = Kind { topic: "people", find, words };

/// A gap that matters, as a share. Counts of the same rule set by others differ by half of it.
const GAP: f64 = 0.1;
const PEOPLE: &str = "people";
const PROGRAMS: &str = "programs";
const GAMES: &str = "games";

/// One finding for each rule set and each source of games: recorded ones, and what others have published.
fn find(report: &BalanceReport) -> Vec<Finding> {
    let of = |rules: &String| {
        let programs = programs(report, rules);
        let recorded = report.cells_of(rules).filter(|cell| report.is_elsewhere(&cell.agent));
        let recorded = recorded.map(|cell| (cell.agent.as_str(), cell.score, Some(cell.games)));
        let published = report.published.iter().filter(|one| one.rules == *rules);
        let confidence = report.options.confidence;
        let published =
            published.map(|one| (one.source.as_str(), one.estimate(confidence), one.games));
        let people = recorded.filter(|_| programs.is_some()).chain(published);
        people.map(|people| finding(rules, people, programs)).collect::<Vec<_>>()
    };
    report.rule_sets.iter().flat_map(of).collect()
}

/// Who stands for programs, and their score.
fn programs<'a>(report: &'a BalanceReport, rules: &str) -> Option<(&'a str, Estimate)> {
    match report.headline(rules)? {
        Headline::Trainings(one, own) => Some((&one.strength, own.together())),
        Headline::Alone(agent, _) if agent.experience == Experience::Elsewhere => None,
        Headline::Alone(agent, cell) => Some((&agent.name, cell.score)),
    }
}

fn finding(
    rules: &str,
    (who, people, games): (&str, Estimate, Option<u64>),
    programs: Option<(&str, Estimate)>,
) -> Finding {
    let disagree = |(_, programs): &(&str, Estimate)| {
        let gap = difference(people, *programs);
        gap.value.abs() > GAP && !gap.interval().contains(0.0)
    };
    let grade =
        if programs.as_ref().is_some_and(disagree) { Grade::Caution } else { Grade::Estimate };
    Finding::new(KIND.topic, grade)
        .rule_sets([rules])
        .agents([who].into_iter().chain(programs.map(|(name, _)| name)))
        .figure(PEOPLE, people)
        .figures(GAMES, games.map(|games| Estimate::exactly(games as f64)))
        .figures(PROGRAMS, programs.map(|(_, score)| score))
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let (rules, who) = (titles.of(finding.rule_sets.first()?), finding.agent()?);
    let people = percent(finding.one(PEOPLE)?.value);
    // What has a number of games and an interval is a player of this report.
    let games = finding.one(GAMES).map(|games| counted(games.value as u64, "game", "games"));
    let source = match games {
        Some(games) if !who.contains(&games) => format!("{who}, {games}"),
        _ => who.to_owned(),
    };
    let Some(programs) = finding.one(PROGRAMS) else {
        return Some(format!("Among people, attackers score {people} % in {rules} ({source})."));
    };
    let programs = format!("{} %", percent(programs.value));
    if finding.grade == Grade::Caution {
        return first_fitting([
            format!(
                "People and programs disagree in {rules}: attackers score {people} % among people ({source}), \
                 {programs} among programs."
            ),
            format!(
                "People and programs disagree in {rules}: attackers score {people} % ({source}), {programs} here."
            ),
        ]);
    }
    first_fitting([
        format!(
            "Among people, attackers score {people} % in {rules} ({source}), among programs {programs}."
        ),
        format!("Among people, attackers score {people} % in {rules} ({source})."),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{cell, games, taught};
    use super::super::super::{Material, Options, Published};
    use super::*;

    fn report(people: Option<u64>, published: Option<f64>, programs: u64) -> BalanceReport {
        beside((people, published, None), programs)
    }

    /// Recorded wins of people, what others have published, and the number of games where they say it.
    fn beside(
        (people, published, counted): (Option<u64>, Option<f64>, Option<u64>),
        programs: u64,
    ) -> BalanceReport {
        let recorded = people.map(|wins| {
            cell(
                "tablut",
                taught("people", 0, Experience::Elsewhere),
                games(wins, 0, 0, 400 - wins),
            )
        });
        let net = |name: &str, place| {
            let agent =
                taught(&format!("n:64@{name}"), place, Experience::Network(name.to_owned()));
            cell("tablut", agent, games(programs, 0, 0, 400 - programs))
        };
        let cells = recorded.into_iter().chain([net("a", 1), net("b", 2), net("c", 3)]);
        let published = published.map(|score| Published {
            rules: "tablut".to_owned(),
            source: "a server, counted by somebody".to_owned(),
            games: counted,
            score,
            has_draws: true,
        });
        let published = published.into_iter().collect();
        let material = Material { cells: cells.collect(), published, ..Material::default() };
        BalanceReport::of(material, &Options::default())
    }

    fn worded(report: &BalanceReport) -> Vec<(Grade, String)> {
        let own = report.findings.iter().filter(|finding| finding.topic == KIND.topic);
        own.map(|one| (one.grade, one.words(&Titles::default()).expect("words"))).collect()
    }

    #[test]
    fn a_disagreement_is_shown_and_agreement_too() {
        let [(grade, words)] = &worded(&report(Some(200), None, 60))[..] else { panic!("one") };
        assert_eq!(*grade, Grade::Caution);
        assert_eq!(
            words,
            "People and programs disagree in tablut: attackers score 50.0 % among people (people, 400 games), 15.1 % \
             among programs."
        );
        let [(grade, words)] = &worded(&report(Some(200), None, 190))[..] else { panic!("one") };
        assert_eq!(*grade, Grade::Estimate);
        assert!(words.ends_with("(people, 400 games), among programs 47.5 %."), "{words}");
        assert_eq!(worded(&report(None, None, 60)), []);
    }

    #[test]
    fn what_others_have_counted_stands_beside_programs_with_its_source() {
        let [(grade, words)] = &worded(&report(None, Some(0.405), 60))[..] else { panic!("one") };
        assert_eq!(*grade, Grade::Caution);
        assert!(words.contains("40.5 %") && words.contains("counted by somebody"), "{words}");
        assert!(words.split_whitespace().count() <= 25, "{words}");
        assert_eq!(worded(&report(None, Some(0.2), 60))[0].0, Grade::Estimate, "near enough");
    }

    #[test]
    fn few_games_that_others_have_counted_may_differ_by_chance() {
        let grade = |games| worded(&beside((None, Some(0.405), Some(games)), 100))[0].0;
        assert_eq!((grade(20), grade(2000)), (Grade::Estimate, Grade::Caution));
    }
}
