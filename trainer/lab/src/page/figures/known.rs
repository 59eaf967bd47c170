//! What is known of the balance of each rule set: proofs, best responses, networks, people and beginners on one scale.

use std::collections::BTreeSet;

use imperial_engine::Side;
use imperial_stats::Estimate;

use crate::page::blocks::Blocks;
use crate::page::exhibit::{Exhibit, alone};
use crate::page::facts::Facts;
use crate::page::key::{Key, Sign};
use crate::page::table::Table;
use crate::plot::forest::dot_key;
use crate::plot::known::{KnownRow, Lane, excluded_key, kind_key, known as draw};
use crate::plot::rows::{Axis, RowLabel};
use crate::text::{percent, percent_with_range, share_cell};
use crate::{Experience, Grade, Headline, ProvenOpenings};

/// The kinds of knowledge, in the order in which they stand below each other.
const KINDS: [&str; 6] = [NETWORKS, SKILL, RESPONSES, STRONGEST, PEOPLE, BEGINNERS];
const NETWORKS: &str = "networks";
const SKILL: &str = "at equal skill";
const RESPONSES: &str = "best responses";
const STRONGEST: &str = "strongest agent";
const PEOPLE: &str = "people";
const BEGINNERS: &str = "beginners";
/// What is certain has no marks.
const PROVEN: &str = "proven";

/// One figure: its kind, who it is of, and the attackers' score.
struct Known {
    kind: &'static str,
    who: String,
    score: Estimate,
    /// Whether it may be relied on for what it is.
    reliable: bool,
    /// Whether it is that of a single training, of several.
    is_dot: bool,
}

pub(crate) fn known(facts: &Facts) -> Blocks {
    let rule_sets: Vec<&String> = facts.report.rule_sets.iter().collect();
    let all: Vec<Vec<Known>> = rule_sets.iter().map(|rules| of_rules(facts, rules)).collect();
    let kinds = |own: &Vec<Known>| own.iter().map(|one| one.kind).collect::<BTreeSet<_>>().len();
    let is_proven = |rules: &&String| bounds(facts, rules).is_some();
    let is_more = all.iter().any(|own| kinds(own) > 1) || rule_sets.iter().any(is_proven);
    if !is_more {
        // One kind of knowledge has its own picture.
        return Blocks::default();
    }
    let rows: Vec<KnownRow> =
        rule_sets.iter().zip(&all).map(|(rules, own)| row(facts, rules, own)).collect();
    let occurs = |kind: &&str| all.iter().flatten().any(|one| one.kind == *kind);
    let mut key: Vec<(Sign, String)> = Vec::new();
    for kind in KINDS.into_iter().filter(occurs) {
        key.push((Sign::Drawn(kind_key(number(kind))), kind.to_owned()));
    }
    if all.iter().flatten().any(|one| one.is_dot) {
        let (sign, words) = dot_key("a single training");
        key.push((Sign::Drawn(sign), words));
    }
    if rule_sets.iter().any(is_proven) {
        key.push((Sign::Drawn(excluded_key()), "proven not to be".to_owned()));
    }
    let figure = Exhibit {
        id: "plot-known".to_owned(),
        name: "what-is-known-of-the-balance".to_owned(),
        title: "What is known of the balance?".to_owned(),
        description: "One row for each rule set: the attackers' score by each kind of knowledge that the report has. \
                      The table holds the numbers."
            .to_owned(),
        note: note(facts, &all),
        source: "balance.json",
        rules: facts.report.rule_sets.clone(),
        key: Key(key),
        pictures: alone(|format| draw(&rows, Axis::percent("attackers' score, %"), format)),
        table: Some(table(facts, &rule_sets, &all)),
        ..Exhibit::default()
    };
    figure.into()
}

fn note(facts: &Facts, all: &[Vec<Known>]) -> String {
    let mut note = "Each kind of knowledge has a mark with its interval.".to_owned();
    if facts.report.rule_sets.iter().any(|rules| is_bracket(facts, rules)) {
        note += " A broad line joins what best responses scored: a defence that learned to beat one attack, and an \
                 attack that learned to beat one defence. With best play the score lies between, if they are best.";
    }
    let all = || all.iter().flatten();
    if all().any(|one| one.kind == BEGINNERS) {
        note += " Beginners are agents that have learned nothing.";
    }
    if all().any(|one| !one.reliable && !one.is_dot) {
        note += " Hollow marks are of a single training, or rest on too few distinct games.";
    }
    note
}

fn number(kind: &str) -> usize {
    KINDS.iter().position(|known| *known == kind).unwrap_or_default()
}

/// All that the report has of a rule set but proofs, in the order of the kinds.
fn of_rules(facts: &Facts, rules: &str) -> Vec<Known> {
    let mut all = headline(facts, rules);
    all.extend(equal_skill(facts, rules));
    all.extend(responses(facts, rules));
    all.extend(people(facts, rules));
    all.extend(beginners(facts, rules));
    all.sort_by_key(|one| number(one.kind));
    all
}

fn headline(facts: &Facts, rules: &str) -> Vec<Known> {
    match facts.report.headline(rules) {
        Some(Headline::Trainings(one, own)) => {
            let number = own.trainings.len();
            let together = own.score.map(|score| Known {
                kind: NETWORKS,
                who: format!("{} ×{number}", one.strength),
                score,
                reliable: true,
                is_dot: false,
            });
            let each = own.trainings.iter().map(|training| Known {
                kind: NETWORKS,
                who: training.agent.clone(),
                score: training.score,
                reliable: false,
                is_dot: number > 1,
            });
            together.into_iter().chain(each).collect()
        }
        Some(Headline::Alone(agent, cell))
            if !matches!(agent.experience, Experience::None | Experience::Elsewhere) =>
        {
            vec![Known {
                kind: STRONGEST,
                who: agent.name.clone(),
                score: cell.score,
                reliable: cell.is_reliable(),
                is_dot: false,
            }]
        }
        _ => Vec::new(),
    }
}

fn equal_skill(facts: &Facts, rules: &str) -> Vec<Known> {
    let own = facts.report.surfaces.iter().filter(|one| one.rules == rules);
    let of = |one: &crate::Surface| -> Vec<Known> {
        let known = |who: String, score, reliable, is_dot| Known {
            kind: SKILL,
            who,
            score,
            reliable,
            is_dot,
        };
        let number = one.agents.len();
        let reliable = one.advantage.as_ref().is_some_and(|found| found.grade != Grade::Withheld);
        let together = one.equal_skill.together;
        let together =
            together.map(|score| known(format!("{number} trainings"), score, reliable, false));
        let each = one.agents.iter().zip(&one.equal_skill.each);
        let each = each.map(|(agent, score)| known(agent.clone(), *score, false, number > 1));
        together.into_iter().chain(each).collect()
    };
    own.flat_map(of).collect()
}

/// What learned to beat an attack or a defence.
fn responses(facts: &Facts, rules: &str) -> Vec<Known> {
    let own = facts.report.responses.iter().filter(|one| one.rules == rules);
    let known = own.map(|one| Known {
        kind: RESPONSES,
        who: format!("{} with {} learned to beat {}", one.agent, one.side.name(), one.against),
        score: one.score,
        reliable: one.reliable,
        is_dot: false,
    });
    known.collect()
}

/// Recorded games, and what others have published.
fn people(facts: &Facts, rules: &str) -> Vec<Known> {
    let report = facts.report;
    let known = |who: &str, score, reliable| Known {
        kind: PEOPLE,
        who: who.to_owned(),
        score,
        reliable,
        is_dot: false,
    };
    let recorded = report.cells_of(rules).filter(|cell| report.is_elsewhere(&cell.agent));
    let recorded = recorded.map(|cell| known(&cell.agent, cell.score, cell.is_reliable()));
    let published = report.published.iter().filter(|one| one.rules == rules);
    let confidence = report.options.confidence;
    let published = published.map(|one| known(&one.source, one.estimate(confidence), true));
    recorded.chain(published).collect()
}

fn beginners(facts: &Facts, rules: &str) -> Vec<Known> {
    let report = facts.report;
    let cells = report.cells_of(rules).filter(|cell| report.is_beginner(&cell.agent));
    let known = cells.map(|cell| Known {
        kind: BEGINNERS,
        who: cell.agent.clone(),
        score: cell.score,
        reliable: cell.is_reliable(),
        is_dot: false,
    });
    known.collect()
}

/// Between which scores the attackers are proven to end, where that says anything.
fn bounds(facts: &Facts, rules: &str) -> Option<[f64; 2]> {
    let own = facts.report.proven.iter().filter(|one| one.rules == rules);
    own.map(ProvenOpenings::bounds).find(|[low, high]| *low > 0.0 || *high < 1.0)
}

/// Whether both an attack and a defence have learned: two of one side have nothing between them.
fn is_bracket(facts: &Facts, rules: &str) -> bool {
    let learned = |side| {
        let mut all = facts.report.responses.iter();
        all.any(|one| one.rules == rules && one.side == side)
    };
    learned(Side::Attackers) && learned(Side::Defenders)
}

fn row(facts: &Facts, rules: &str, all: &[Known]) -> KnownRow {
    let is_bracket = is_bracket(facts, rules);
    let lanes = all.chunk_by(|a, b| a.kind == b.kind).map(|own| lane(own, is_bracket)).collect();
    let certain = bounds(facts, rules).map(|[low, high]| {
        ([low, high], format!("proven: from {} to {} %", percent(low), percent(high)))
    });
    let label = facts.title(rules).to_owned();
    KnownRow { label: RowLabel { label, heading: String::new() }, certain, lanes }
}

fn lane(own: &[Known], is_bracket: bool) -> Lane {
    let kind = own.first().map_or("", |one| one.kind);
    let tip = |one: &Known| format!("{}: {}", one.who, percent_with_range(one.score));
    let marks = own.iter().filter(|one| !one.is_dot);
    let dots = own.iter().filter(|one| one.is_dot);
    let values = || own.iter().map(|one| one.score.value);
    let ends = [values().fold(1.0, f64::min), values().fold(0.0, f64::max)];
    Lane {
        kind: number(kind),
        span: (kind == RESPONSES && is_bracket).then_some(ends),
        marks: marks.map(|one| (one.score, one.reliable, tip(one))).collect(),
        dots: dots.map(|one| (one.score.value, tip(one))).collect(),
    }
}

fn table(facts: &Facts, rule_sets: &[&String], all: &[Vec<Known>]) -> Table {
    let head = ["known by", "who", "attackers' score"];
    let mut table = Table::new("What is known, in percent of the games", head);
    for (rules, own) in rule_sets.iter().zip(all) {
        let title = facts.title(rules);
        if let Some([low, high]) = bounds(facts, rules) {
            let range = format!("{} to {}", percent(low), percent(high));
            table.row(title, [PROVEN.to_owned(), "best play".to_owned(), range]);
        }
        for one in own {
            table.row(title, [one.kind.to_owned(), one.who.clone(), share_cell(one.score)]);
        }
    }
    table
}
