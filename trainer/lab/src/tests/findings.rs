//! The findings, the table for terminals, and the JSON, which holds no sentences.

use imperial_stats::{Estimate, Interval};
use serde_json::Value;

use super::super::{
    AgentLabel, BalanceReport, Experience, Finding, Grade, KINDS, Kind, Options, Titles, find, word,
};
use super::{agent, cell, games, lab, report, taught};
use crate::page::{PageContext, page};

fn words_of(report: &BalanceReport, topic: &str) -> Vec<(Grade, String)> {
    let own = report.findings.iter().filter(|finding| finding.topic == topic);
    let words = |finding: &Finding| finding.words(&Titles::default()).expect("words");
    own.map(|finding| (finding.grade, words(finding))).collect()
}

/// A report on the games of an agent against itself: attackers' wins of 200 by rule set.
fn played(wins: &[(&str, u64)]) -> BalanceReport {
    let cells =
        wins.iter().map(|(rules, wins)| cell(rules, agent("a", 0), games(*wins, 0, 0, 200 - wins)));
    BalanceReport::new(cells.collect(), &Options::default())
}

#[test]
fn findings_say_what_the_games_show_and_no_more() {
    let report = report();
    let expected = [
        (
            "advantage",
            Grade::Open,
            "With net-64, no side is shown to be favoured in imperial-contest: attackers \
          score 50.0 % (43.1 to 56.9).",
        ),
        (
            "repeats",
            Grade::Caution,
            "Only 5 of 200 games are distinct in tablut-linnaeus with net-64.",
        ),
    ];
    for (topic, grade, words) in expected {
        assert_eq!(words_of(&report, topic), [(grade, words.to_owned())]);
    }
    let [(grade, words)] = &words_of(&report, "strength")[..] else { panic!("one finding") };
    assert_eq!(*grade, Grade::Shown);
    let (start, end) =
        ("From random to net-64, the attackers gain 15.0 points (", ") in imperial-contest.");
    assert!(words.starts_with(start) && words.ends_with(end), "{words}");
    assert_eq!(words_of(&report, "differences"), [], "too few games of one are distinct");
}

#[test]
fn sides_that_are_favoured_are_listed_together() {
    let report = played(&[("a", 150), ("b", 40), ("c", 180), ("d", 100)]);
    let found = words_of(&report, "advantage");
    let expected = [
        (
            Grade::Shown,
            "With a, the attackers are favoured in c and a: attackers score 75.0 to 90.0 %.",
        ),
        (
            Grade::Shown,
            "With a, the defenders are favoured in b: attackers score 20.0 % (15.0 to 26.1).",
        ),
        (
            Grade::Open,
            "With a, no side is shown to be favoured in d: attackers score 50.0 % (43.1 to 56.9).",
        ),
    ];
    assert_eq!(found, expected.map(|(grade, words)| (grade, words.to_owned())));
    let many = BalanceReport::new(
        vec![cell("e", agent("a", 0), games(2000, 100, 0, 2000))],
        &Options { resamples: 500, ..Options::default() },
    );
    let even = "With a, both sides are even within ±5 points in e.".to_owned();
    assert_eq!(words_of(&many, "advantage"), [(Grade::Equivalent, even)]);
}

#[test]
fn differences_are_one_finding() {
    let sets: Vec<String> = (0..7).map(|set| format!("set-{set}")).collect();
    let wins: Vec<(&str, u64)> = sets
        .iter()
        .zip(0..)
        .map(|(set, at)| (set.as_str(), if at == 0 { 150 } else { 100 }))
        .collect();
    let many = words_of(&played(&wins), "differences");
    let expected =
        "With a, attackers score 25.0 points more in set-0 than in set-1; 6 of 21 pairs differ."
            .to_owned();
    assert_eq!(many, [(Grade::Shown, expected)]);
    let two = words_of(&played(&[("a", 60), ("b", 110)]), "differences");
    let expected =
        "With a, attackers score 25.0 points (15.4 to 34.0) more in b than in a.".to_owned();
    assert_eq!(two, [(Grade::Shown, expected)]);
    let open = words_of(&played(&[("a", 100), ("b", 104)]), "differences");
    assert_eq!(open, [(Grade::Open, "With a, b and a are not shown to differ.".to_owned())]);
}

/// Draws count half, in the finding as in the table of the page.
#[test]
fn differences_are_those_of_the_scores() {
    let results = [("a", [100, 0, 100]), ("b", [40, 120, 40]), ("c", [60, 80, 60])];
    let cells = results.map(|(rules, [attackers, draws, defenders])| {
        cell(rules, agent("a", 0), games(attackers, draws, 0, defenders))
    });
    let report = BalanceReport::new(cells.to_vec(), &Options::default());
    assert!(report.differences.iter().any(|pair| pair.share.grade == Grade::Shown));
    let words = "With a, none of 3 pairs of rule sets is shown to differ.".to_owned();
    assert_eq!(words_of(&report, "differences"), [(Grade::Open, words)]);
    let page = page(&report, &PageContext::default());
    assert_eq!(page.matches("<td>(0.0)</td>").count(), 6, "in brackets: not shown");
}

#[test]
fn others_lean_by_more_than_the_limit() {
    let lean = |value| Estimate::new(value, Interval { low: value - 20.0, high: value + 20.0 });
    let finding = Finding::new("one-sided", Grade::Caution)
        .rule_sets(["tablut", "brandubh"])
        .agents(["a", "b"])
        .figures("lean", [lean(-150.0), lean(120.0)]);
    assert_eq!(
        finding.words(&Titles::default()).as_deref(),
        Some("In tablut, a leans to defence by 150 Elo, and 1 other by more than 100.")
    );
}

#[test]
fn cautions_name_the_worst_and_count_the_others() {
    let cells = [("tablut", 40), ("brandubh", 10), ("ard-ri", 0)]
        .map(|(rules, cut_off)| cell(rules, agent("a", 0), games(100, 50, cut_off, 50)));
    let alone = BalanceReport::new(cells[..1].to_vec(), &Options::default());
    let expected =
        "In tablut with a, 20.0 % of games were cut off, so attackers could win 50.0 to 70.0 %.";
    assert_eq!(words_of(&alone, "cut-off"), [(Grade::Caution, expected.to_owned())]);
    let report = BalanceReport::new(cells.to_vec(), &Options::default());
    let expected = "In tablut with a, 20.0 % of games were cut off, and more than 2 % in 1 other.";
    assert_eq!(words_of(&report, "cut-off"), [(Grade::Caution, expected.to_owned())]);
    let few =
        BalanceReport::new(vec![cell("b", agent("a", 0), games(5, 0, 0, 5))], &Options::default());
    assert_eq!(
        words_of(&few, "few-games"),
        [(Grade::Caution, "b with a has only 10 games.".to_owned())]
    );
}

#[test]
fn what_evens_a_game_is_an_estimate() {
    let mut report = lab::filled(report(), "tablut-linnaeus");
    let words =
        "In games of net-64, an escape limit would have evened results: tablut-linnaeus (40 plies)."
            .to_owned();
    assert_eq!(words_of(&report, "bid"), [(Grade::Estimate, words)]);
    assert_eq!(words_of(&report, "handicap"), [], "none that was played evens it");
    let handicap = report.fairness[0].handicap.as_mut().expect("a handicap");
    handicap.ratio = Some(Estimate::new(0.25, Interval { low: 0.2, high: 0.3 }));
    report.findings = find(KINDS, &report);
    let words = "With net-64, fewer playouts for the favoured side make results even: tablut-linnaeus (25.0 %).";
    assert_eq!(words_of(&report, "handicap"), [(Grade::Estimate, words.to_owned())]);
}

#[test]
fn effects_of_rules_come_by_size() {
    let report = lab::filled(report(), "tablut-linnaeus");
    let words = "From tablut-linnaeus to tablut-linnaeus, attackers gain 20.0 points (10.0 to 30.0), most by \
                 tablut-linnaeus (+30.0) and tablut-linnaeus (−10.0).";
    assert_eq!(words_of(&report, "switches"), [(Grade::Shown, words.to_owned())]);
}

#[test]
fn every_finding_is_one_short_sentence() {
    let titles = Titles::new([
        ("imperial-contest", "Imperial Contest (as Walker prints it)"),
        ("tablut-linnaeus", "Tablut (after Linnaeus, to the edge)"),
    ]);
    let rules = ["imperial-contest", "tablut-linnaeus", "c", "d", "e", "f", "g", "h"];
    let names = ["random", "network:4@tafl9-1732-240", "network:256@tafl9-1732-240"];
    let cells = rules.into_iter().zip(1..).flat_map(|(rules, place)| {
        let cell = move |(strength, name): (u32, &str)| {
            let wins = (20 * place + 15 * u64::from(strength)) % 200;
            cell(rules, agent(name, strength), games(wins, 10, 5, 200 - wins))
        };
        (0..).zip(names).map(cell).collect::<Vec<_>>()
    });
    let large = BalanceReport::new(cells.collect(), &Options::default());
    let reports = [report(), large, lab::filled(report(), "tablut-linnaeus")];
    let mut topics = std::collections::BTreeSet::new();
    for finding in reports.iter().flat_map(|report| &report.findings) {
        topics.insert(finding.topic.as_str());
        let words = finding.words(&titles).expect("words");
        assert!(words.split_whitespace().count() <= 25, "{words}");
        assert!(words.ends_with('.') && words.matches(". ").count() == 0, "{words}");
        assert!(!words.contains("imperial-contest"), "rule sets have their titles: {words}");
    }
    assert!(topics.len() >= 8, "{topics:?}");
    for report in &reports {
        let found = report.findings.iter().filter(|finding| finding.grade != Grade::Caution);
        assert!(found.count() <= 6, "{:?}", report.findings);
    }
}

/// A finding of somebody else: the agent whose games are longest.
const LONGEST: Kind = Kind {
    topic: "longest",
    find: |report| {
        let longest = report.cells.iter().max_by_key(|cell| cell.lengths.longest);
        let finding = longest.map(|cell| {
            Finding::new("longest", Grade::Estimate)
                .rule_sets([cell.rules.as_str()])
                .agents([cell.agent.as_str()])
                .count("plies", f64::from(cell.lengths.longest))
        });
        finding.into_iter().collect()
    },
    words: |finding, titles| {
        let plies = finding.figures.first()?.estimate.value;
        Some(format!(
            "The longest game took {plies} plies in {}.",
            titles.of(&finding.rule_sets[0])
        ))
    },
};

#[test]
fn a_further_finding_is_one_line() {
    let kinds = [KINDS, &[LONGEST]].concat();
    let found = find(&kinds, &report());
    let last = found.last().expect("findings");
    let words = word(&kinds, last, &Titles::default());
    assert_eq!(words.as_deref(), Some("The longest game took 59 plies in tablut-linnaeus."));
    assert_eq!(word(KINDS, last, &Titles::default()), None, "an unknown topic has no words");
    assert_eq!(found.len(), report().findings.len() + 1);
}

/// Strings of more than three words in JSON, with the keys that lead to them.
fn sentences(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.split_whitespace().count() > 3 => {
            found.push(format!("{path}: {text}"));
        }
        Value::Array(items) => items.iter().for_each(|item| sentences(item, path, found)),
        Value::Object(entries) => {
            for (key, item) in entries {
                sentences(item, &format!("{path}/{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn the_json_holds_no_sentences() {
    let mut report = lab::filled(report(), "tablut-linnaeus");
    let prose = "this is what a person would read";
    for agent in &mut report.agents {
        agent.description = prose.to_owned();
    }
    for attribution in &mut report.attributions {
        attribution.refused.iter_mut().for_each(|refused| refused.reason = prose.to_owned());
        for switch in &mut attribution.switches {
            (switch.from, switch.to) = (prose.to_owned(), prose.to_owned());
        }
    }
    // The words of a hypothesis are quoted from its experiment.
    report.hypotheses[0].hypothesis.statement = prose.to_owned();
    let json = serde_json::to_value(&report).expect("JSON");
    let mut found = Vec::new();
    sentences(&json, "", &mut found);
    assert_eq!(found, [format!("/hypotheses/statement: {prose}")]);
    assert!(json["findings"].as_array().is_some_and(|findings| findings.len() > 5));
}

#[test]
fn the_table_is_plain_and_narrow() {
    let report = report();
    let plain = report.table(false);
    assert!(!plain.contains('\x1b'));
    assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
    assert!(plain.contains("  random    200  35.0 (29.1 to 41.5)"), "{plain}");
    let [verdict, table] = ["no side is shown", "  random "].map(|text| plain.find(text));
    assert!(verdict < table, "the verdict comes first: {plain}");
    let coloured = report.table(true);
    assert!(coloured.contains("\x1b[1mimperial-contest\x1b[0m"));
}

#[test]
fn the_table_explains_what_occurs_in_it() {
    // As one line, since sentences are wrapped.
    let one_line = |report: &BalanceReport| {
        report.table(false).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let plain = one_line(&report());
    for expected in ["plies random", "A draw counts half", "* shown ? suggested", "! caution"] {
        assert!(plain.contains(expected), "{expected} is not in\n{plain}");
    }
    assert!(!plain.contains("= equivalent") && !plain.contains("three trainings"), "{plain}");
    assert!(!BalanceReport::new(Vec::new(), &Options::default()).table(false).contains("plies"));
    let judged = one_line(&lab::filled(report(), "tablut"));
    // Half the interval is 10 points: 10 · (1 + 0.84 / 1.96).
    let open = "Hypotheses open, four times in five a difference of 14.3 points would have been found: tablut (tablut)";
    assert!(judged.contains(open), "{judged}");
}

#[test]
fn agents_with_long_names_stay_apart() {
    let names = ["network:64@tafl9-1732-240", "network:64@tafl9-1951-240"];
    let cells =
        [0, 1].map(|index| cell("tablut", agent(names[index], index as u32), games(50, 0, 0, 50)));
    let plain = BalanceReport::new(cells.to_vec(), &Options::default()).table(false);
    let lines = plain.lines().filter(|line| line.starts_with("  net") && line.contains("  100  "));
    let shown: Vec<&str> = lines.filter_map(|line| line.trim().split("  ").next()).collect();
    assert!(shown.len() == 2 && shown[0] != shown[1], "{plain}");
}

/// Two rule sets, four beginners' and trained strengths, three trainings: what `imperial run` prints.
#[test]
fn the_table_of_two_rule_sets_fits_a_screen() {
    let net = |strength: u32, training: &str, place| {
        taught(
            &format!("network:{strength}@{training}"),
            place,
            Experience::Network(training.to_owned()),
        )
    };
    let cells = ["imperial-contest", "tablut-linnaeus"].into_iter().flat_map(|rules| {
        let weak =
            [taught("random", 0, Experience::None), taught("rollouts:16", 1, Experience::None)];
        let trained = [16, 64].into_iter().flat_map(|strength| {
            ["tafl9-1732", "tafl9-1951", "tafl9-1855"]
                .map(|training| net(strength, training, strength))
        });
        let agents: Vec<AgentLabel> = weak.into_iter().chain(trained).collect();
        agents.into_iter().map(move |agent| cell(rules, agent, games(30, 10, 5, 160)))
    });
    let plain = BalanceReport::new(cells.collect(), &Options::default()).table(false);
    assert!(plain.lines().count() <= 40, "{}:\n{plain}", plain.lines().count());
    assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
    assert!(plain.contains("network:64 ×3") && plain.contains("17.5 · 17.5 · 17.5"), "{plain}");
}

#[test]
fn what_two_networks_have_learned_is_no_trend_of_strength() {
    let net = |name: &str, strength| {
        taught(&format!("{name}-{strength}"), strength, Experience::Network(name.to_owned()))
    };
    let trends = |agents: [AgentLabel; 2]| {
        let cells = agents.map(|agent| cell("tablut", agent, games(100, 0, 0, 100)));
        BalanceReport::new(cells.to_vec(), &Options::default()).trends.len()
    };
    assert_eq!(trends([net("one", 0), net("other", 1)]), 0);
    assert_eq!(trends([net("one", 0), net("one", 1)]), 1);
    assert_eq!(trends([taught("random", 0, Experience::None), net("one", 1)]), 1);
}
