//! The sentences, and the table for terminals.

use super::super::{AgentLabel, BalanceReport, Evidence, Experience, Options, Topic};
use super::{agent, cell, games, report, taught};

#[test]
fn findings_say_what_the_games_show_and_no_more() {
    let report = report();
    let texts: Vec<&str> = report.headlines.iter().map(|line| line.text.as_str()).collect();
    for expected in [
        "Under imperial-contest, attackers win more often when net-64 plays itself than when random \
         does, by 20.0 points (95 %: 10.4 to 29.1).",
        "Under tablut-linnaeus, from random to net-64, nothing can be said, because too few of the \
         games are distinct.",
        "Under imperial-contest with net-64 on both sides no advantage is shown for either side: the \
         attackers score 50.0 % (95 %: 43.1 to 56.9).",
        "Of imperial-contest and tablut-linnaeus when net-64 plays itself nothing can be said, \
         because too few of the games are distinct.",
    ] {
        assert!(texts.contains(&expected), "{expected}\nis not in\n{}", texts.join("\n"));
    }
    let pair = &report.differences[0];
    assert_eq!(
        pair.share.text,
        "attackers win more often under tablut-linnaeus than under imperial-contest, by 25.0 points \
         (95 %: 15.4 to 34.0), when random plays itself"
    );
    let first = report.cells[0].first_mover.as_ref().expect("both sides began");
    assert_eq!(
        first.effect.text,
        "attackers win more often when they move first, by 20.0 points (95 %: 7.3 to 31.9)"
    );
}

#[test]
fn balance_is_claimed_only_from_many_games() {
    let text = |games| {
        let report = BalanceReport::new(
            vec![cell("tablut", agent("a", 0), games)],
            &Options { resamples: 500, ..Options::default() },
        );
        report.cells[0].advantage.text.clone()
    };
    let many = text(games(2000, 100, 0, 2000));
    assert!(many.contains("balanced within ±5 points"), "{many}");
    let few = text(games(20, 1, 0, 20));
    assert!(few.contains("no advantage is shown for either side"), "{few}");
    let defenders = text(games(100, 0, 0, 300));
    assert!(defenders.contains("the defenders do better, scoring 75.0 %"), "{defenders}");
}

#[test]
fn cut_off_games_are_a_caution() {
    let cells = vec![cell("tablut", agent("a", 0), games(100, 50, 40, 50))];
    let report = BalanceReport::new(cells, &Options::default());
    let caution = &report.headlines.last().expect("a caution");
    assert_eq!(caution.topic, Topic::Caution);
    assert_eq!(
        caution.text,
        "Under tablut with a on both sides, 20.0 % of the games were cut off at the ply limit; had they \
         been played on, the attackers' share could be anything from 50.0 to 70.0 %."
    );
}

#[test]
fn among_many_rule_sets_only_the_largest_differences_are_headlines() {
    let sets = (0..7).map(|set| {
        let wins = if set == 0 { 150 } else { 100 };
        cell(&format!("set-{set}"), agent("a", 0), games(wins, 0, 0, 200 - wins))
    });
    let report = BalanceReport::new(sets.collect(), &Options::default());
    assert_eq!(report.differences.len(), 21);
    let rules: Vec<_> = report.headlines.iter().filter(|line| line.topic == Topic::Rules).collect();
    assert_eq!(rules.len(), 7, "six pairs with set-0 and the sum");
    assert!(
        rules[6].text.starts_with("Of 21 pairs of rule sets, 6 are shown to differ"),
        "{}",
        rules[6].text
    );
}

#[test]
fn the_table_is_plain_and_narrow() {
    let report = report();
    let plain = report.table(false);
    assert!(!plain.contains('\x1b'));
    assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
    assert!(plain.contains("  random    200  30.0 (24.1 to 36.7)     10.0        2.0"), "{plain}");
    let coloured = report.table(true);
    assert!(coloured.contains("\x1b[1mimperial-contest\x1b[0m"));
}

#[test]
fn of_many_findings_alike_the_table_tells_the_first() {
    let rules = ["a", "b", "c", "d", "e", "imperial-contest"];
    let cells = rules.map(|rules| cell(rules, agent("a", 0), games(150, 0, 0, 50)));
    let report = BalanceReport::new(cells.to_vec(), &Options::default());
    let text = report.table(false);
    let advantages = || text.matches("the attackers do better").count();
    assert_eq!(advantages(), 3, "{text}");
    assert!(text.contains("  … and 3 more of this kind, in the report"), "{text}");
    let claim = text.find("claim of 1855").expect("the claim");
    assert!(text.rfind("do better").is_some_and(|finding| finding < claim), "{text}");
}

#[test]
fn the_table_explains_what_occurs_in_it() {
    // As one line, since sentences are wrapped.
    let told = |report: &BalanceReport| {
        let text = report.table(false);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let plain = told(&report());
    for expected in [
        " b median random",
        "b: wins of the defenders",
        "median: of the games' lengths",
        "* shown ? perhaps",
        "! read",
    ] {
        assert!(plain.contains(expected), "{expected} is not in\n{plain}");
    }
    assert!(!plain.contains("= balanced") && !plain.contains("defenders only"), "{plain}");
    let one_sided = vec![cell("tablut", agent("a", 0), games(0, 0, 0, 200))];
    let plain = told(&BalanceReport::new(one_sided, &Options::default()));
    assert!(plain.contains("defenders only: the attackers won no game."), "{plain}");
    assert!(!BalanceReport::new(Vec::new(), &Options::default()).table(false).contains("b:"));
}

#[test]
fn agents_with_long_names_are_told_apart() {
    let names = ["network:64@tafl9-1732-240", "network:64@tafl9-1951-240"];
    let cells =
        [0, 1].map(|index| cell("tablut", agent(names[index], index as u32), games(50, 0, 0, 50)));
    let plain = BalanceReport::new(cells.to_vec(), &Options::default()).table(false);
    let lines =
        || plain.lines().filter(|line| line.starts_with("  net") && line.contains("  100  "));
    assert_eq!(lines().count(), 2, "{plain}");
    let [first, second]: [&str; 2] = lines()
        .map(|line| line.trim().split("  ").next().expect("a name"))
        .collect::<Vec<_>>()
        .try_into()
        .expect("two");
    assert_ne!(first, second);
}

#[test]
fn effects_of_rules_are_told_by_size_and_interactions_with_their_number() {
    let mut report = super::lab::filled(report(), "tablut-linnaeus");
    let told = |report: &mut BalanceReport, text: &str| {
        super::super::verdict::write(report);
        report.headlines.iter().any(|line| line.text.contains(text))
    };
    assert!(told(
        &mut report,
        "; the largest effects are tablut-linnaeus +30.0 (+25.0 to +35.0), "
    ));
    let pair = &mut report.attributions[0].interactions[0];
    pair.effect = imperial_stats::Estimate { value: 0.1, low: 0.02, high: 0.18 };
    assert!(told(&mut report, "apart (+2.0 to +18.0); among so many pairs that can be chance."));
    report.attributions[0].interactions[0].p_holm = 0.01;
    assert!(told(&mut report, "apart (+2.0 to +18.0)."));
}

#[test]
fn side_advantages_are_corrected_for_their_number() {
    let mut report = super::lab::filled(report(), "tablut-linnaeus");
    let mut evidence = |high: f64, rule_sets: usize| {
        let mut curve = report.curves[0].clone();
        for point in &mut curve.points {
            point.side_advantage =
                Some(imperial_stats::Estimate { value: -100.0, low: -200.0, high });
        }
        report.curves = vec![curve; rule_sets];
        super::super::verdict::write(&mut report);
        let told = |line: &&super::super::Headline| line.text.contains("side is worth");
        report.headlines.iter().find(told).and_then(|line| line.evidence)
    };
    // The one with p = 0.04 alone is shown, of eight it is not; that with p = 0.0001 always is.
    assert_eq!(evidence(-5.0, 1), Some(Evidence::Shown));
    assert_eq!(evidence(-5.0, 8), Some(Evidence::Suggested));
    assert_eq!(evidence(-50.0, 8), Some(Evidence::Shown));
    assert_eq!(evidence(5.0, 1), Some(Evidence::Open));
}

#[test]
fn what_would_even_a_game_is_told_in_a_whole_sentence() {
    let mut report = super::lab::filled(report(), "tablut-linnaeus");
    super::super::verdict::write(&mut report);
    assert_eq!(
        report.fairness[0].text,
        "under tablut-linnaeus with net-64 on both sides no handicap that was played evens the game: \
         the defenders are ahead with 1 of 64 playouts; the game would be even if the king had to \
         escape within 40 plies (95 %: at least 30; read off games that were played without the bid)"
    );
    report.fairness[0].bid.as_mut().expect("a bid").plies = None;
    super::super::verdict::write(&mut report);
    assert!(
        report.fairness[0].text.contains(
            "no bid for the king evens the game, since the defenders win less than half of the games \
             even without one"
        ),
        "{}",
        report.fairness[0].text
    );
    let handicap = report.fairness[0].handicap.as_mut().expect("a handicap");
    handicap.ratio = Some(imperial_stats::Estimate { value: 0.25, low: 0.2, high: 0.3 });
    super::super::verdict::write(&mut report);
    assert!(
        report.fairness[0].text.contains(
            "the game would be even if the defenders had 25.0 % of the attackers' playouts \
             (95 %: 20.0 to 30.0)"
        ),
        "{}",
        report.fairness[0].text
    );
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
