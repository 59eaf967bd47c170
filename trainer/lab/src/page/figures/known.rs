//! What is known of the balance of each rule set: proofs, best responses, networks, people and beginners on one scale.

use imperial_plot::forest::dot_key;
use imperial_plot::known::{KnownRow, Lane, excluded_key, kind_key, known as draw};
use imperial_plot::marks::KeyEntry;
use imperial_plot::rows::{Axis, RowLabel};
use imperial_stats::Estimate;

use crate::page::blocks::Blocks;
use crate::page::exhibit::{Exhibit, alone};
use crate::page::facts::Facts;
use crate::page::key::Key;
use crate::page::table::Table;
use crate::responses::bracket;
use crate::text::{percent, percent_with_range, share_cell};
use crate::{Experience, Grade, Headline, ProvenOpenings, Surface};

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

impl Known {
    /// A figure with a mark of its own.
    fn new(kind: &'static str, who: impl Into<String>, score: Estimate, reliable: bool) -> Self {
        Self { kind, who: who.into(), score, reliable, is_dot: false }
    }
}

pub(crate) fn known(facts: &Facts) -> Blocks {
    let rule_sets = &facts.report.rule_sets;
    let all: Vec<Vec<Known>> = rule_sets.iter().map(|rules| of_rules(facts, rules)).collect();
    let is_proven = rule_sets.iter().any(|rules| bounds(facts, rules).is_some());
    let is_mixed = |own: &Vec<Known>| own.iter().any(|one| one.kind != own[0].kind);
    if !is_proven && !all.iter().any(is_mixed) {
        // One kind of knowledge has its own picture.
        return Blocks::default();
    }
    let rows: Vec<KnownRow> =
        rule_sets.iter().zip(&all).map(|(rules, own)| row(facts, rules, own)).collect();
    let figure = Exhibit {
        id: "plot-known".to_owned(),
        name: "what-is-known-of-the-balance".to_owned(),
        title: "What is known of the balance?".to_owned(),
        description: "One row for each rule set: the attackers' score by each kind of knowledge that the report has. \
                      The table holds the numbers."
            .to_owned(),
        note: note(facts, &all),
        games: facts.report.cell_games(),
        source: "balance.json",
        rules: facts.report.rule_sets.clone(),
        key: key(&all, is_proven),
        pictures: alone(|format| draw(&rows, Axis::percent("attackers' score, %"), format)),
        table: Some(table(facts, &all)),
        ..Exhibit::default()
    };
    figure.into()
}

/// The kinds that occur, and what else is drawn.
fn key(all: &[Vec<Known>], is_proven: bool) -> Key {
    let all = || all.iter().flatten();
    let occurs = |(_, kind): &(usize, &str)| all().any(|one| one.kind == *kind);
    let kinds = KINDS.into_iter().enumerate().filter(occurs);
    let mut key: Vec<KeyEntry> =
        kinds.map(|(number, kind)| (kind_key(number), kind.to_owned())).collect();
    key.extend(all().any(|one| one.is_dot).then(|| dot_key("a single training")));
    key.extend(
        is_proven.then(|| (excluded_key(), "proven: no score of best play lies here".to_owned())),
    );
    Key::of(key)
}

fn note(facts: &Facts, all: &[Vec<Known>]) -> String {
    let mut note = "Each kind of knowledge has a mark with its interval.".to_owned();
    let brackets = || facts.report.rule_sets.iter().filter_map(|rules| bracket_of(facts, rules));
    if brackets().any(|[low, high]| low <= high) {
        note += " A broad line is the narrowest range that best responses leave: between a defence that learned to beat \
                 an attack, and an attack that learned to beat a defence. With best play the score lies there, if \
                 they are best.";
    }
    if brackets().any(|[low, high]| low > high) {
        note += " Where best responses leave nothing between them, there is no line: some are not the best.";
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
            let who = format!("{} ×{}", one.strength, own.trainings.len());
            let together = own.score.map(|score| Known::new(NETWORKS, who, score, true));
            let each = own.trainings.iter();
            let each = each.map(|training| (training.agent.as_str(), training.score));
            of_trainings(NETWORKS, together, each)
        }
        Some(Headline::Alone(agent, cell))
            if !matches!(agent.experience, Experience::None | Experience::Elsewhere) =>
        {
            vec![Known::new(STRONGEST, &agent.name, cell.score, cell.is_reliable())]
        }
        _ => Vec::new(),
    }
}

fn equal_skill(facts: &Facts, rules: &str) -> Vec<Known> {
    let own = facts.report.surfaces.iter().filter(|one| one.rules == rules);
    let of = |one: &Surface| {
        let who = format!("{} trainings", one.agents.len());
        let reliable = one.advantage.as_ref().is_some_and(|found| found.grade != Grade::Withheld);
        let together = one.equal_skill.together;
        let together = together.map(|score| Known::new(SKILL, who, score, reliable));
        let each = one.agents.iter().map(String::as_str).zip(one.equal_skill.each.iter().copied());
        of_trainings(SKILL, together, each)
    };
    own.flat_map(of).collect()
}

/// What trainings show together, if anything, and what each shows: a dot where there are several.
fn of_trainings<'a>(
    kind: &'static str,
    together: Option<Known>,
    each: impl ExactSizeIterator<Item = (&'a str, Estimate)>,
) -> Vec<Known> {
    let is_dot = each.len() > 1;
    let each = each.map(|(who, score)| Known { is_dot, ..Known::new(kind, who, score, false) });
    together.into_iter().chain(each).collect()
}

/// What learned to beat an attack or a defence.
fn responses(facts: &Facts, rules: &str) -> Vec<Known> {
    let own = facts.report.responses.iter().filter(|one| one.rules == rules);
    let known = own.map(|one| {
        let who = format!("{} with {} learned to beat {}", one.agent, one.side.name(), one.against);
        Known::new(RESPONSES, who, one.score, one.reliable)
    });
    known.collect()
}

/// Recorded games, and what others have published.
fn people(facts: &Facts, rules: &str) -> Vec<Known> {
    let report = facts.report;
    let recorded = report.cells_of(rules).filter(|cell| report.is_elsewhere(&cell.agent));
    let recorded =
        recorded.map(|cell| Known::new(PEOPLE, &cell.agent, cell.score, cell.is_reliable()));
    let published = report.published.iter().filter(|one| one.rules == rules);
    let confidence = report.options.confidence;
    let published =
        published.map(|one| Known::new(PEOPLE, &one.source, one.estimate(confidence), true));
    recorded.chain(published).collect()
}

fn beginners(facts: &Facts, rules: &str) -> Vec<Known> {
    let report = facts.report;
    let cells = report.cells_of(rules).filter(|cell| report.is_beginner(&cell.agent));
    let known =
        cells.map(|cell| Known::new(BEGINNERS, &cell.agent, cell.score, cell.is_reliable()));
    known.collect()
}

/// Between which scores the attackers are proven to end, where that says anything.
fn bounds(facts: &Facts, rules: &str) -> Option<[f64; 2]> {
    let own = facts.report.proven.iter().filter(|one| one.rules == rules);
    own.map(ProvenOpenings::bounds).find(|[low, high]| *low > 0.0 || *high < 1.0)
}

/// What best responses leave between them.
fn bracket_of(facts: &Facts, rules: &str) -> Option<[f64; 2]> {
    bracket(&facts.report.responses, rules)
}

fn row(facts: &Facts, rules: &str, all: &[Known]) -> KnownRow {
    let span = bracket_of(facts, rules).filter(|[low, high]| low <= high);
    let lanes = all.chunk_by(|a, b| a.kind == b.kind).map(|own| lane(own, span)).collect();
    let certain = bounds(facts, rules).map(|[low, high]| {
        ([low, high], format!("proven: from {} to {} %", percent(low), percent(high)))
    });
    let label = facts.title(rules).to_owned();
    KnownRow { label: RowLabel { label, heading: String::new() }, certain, lanes }
}

fn lane(own: &[Known], span: Option<[f64; 2]>) -> Lane {
    let kind = own.first().map_or("", |one| one.kind);
    let tip = |one: &Known| format!("{}: {}", one.who, percent_with_range(one.score));
    let marks = own.iter().filter(|one| !one.is_dot);
    let dots = own.iter().filter(|one| one.is_dot);
    Lane {
        kind: number(kind),
        span: span.filter(|_| kind == RESPONSES),
        marks: marks.map(|one| (one.score, one.reliable, tip(one))).collect(),
        dots: dots.map(|one| (one.score.value, tip(one))).collect(),
    }
}

fn table(facts: &Facts, all: &[Vec<Known>]) -> Table {
    let head = ["known by", "who", "attackers' score"];
    let mut table = Table::new("What is known, in percent of the games", head);
    for (rules, own) in facts.report.rule_sets.iter().zip(all) {
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
