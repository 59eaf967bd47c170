//! The figures: known values, the same whatever the order of the games and the number of threads.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::super::csv::COLUMNS;
use super::super::{BalanceReport, Cell, Grade, Options};
use super::{agent, cell, cells, games, report};
use crate::page::{PageContext, page};
use imperial_stats::Estimate;

fn assert_estimate(found: Estimate, value: f64, low: f64, high: f64) {
    for (found, expected) in [(found.value, value), (found.low, low), (found.high, high)] {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }
}

#[test]
fn shares_agree_with_statsmodels() {
    let report = report();
    let cell = report.cell("imperial-contest", "random").expect("a cell");
    let results = cell.results;
    // proportion_confint(60, 200, method="wilson") and so on; 4 of 200 by method="beta"
    assert_estimate(results.attackers.share, 0.3, 0.240_747_446_823_7, 0.366_790_683_727_2);
    assert_estimate(results.draws.share, 0.1, 0.065_670_448_669_1, 0.149_405_812_432_7);
    assert_estimate(results.defenders.share, 0.6, 0.530_836_720_392_6, 0.665_394_214_331_9);
    assert_estimate(results.cut_off.share, 0.02, 0.005_475_565_879_6, 0.050_413_609_089_9);
    assert_eq!(cell.score.value, 0.35);
    assert!(cell.score.low > 0.28 && cell.score.high < 0.42);
    // 400 * numpy.log10(.35 / .65)
    assert!((cell.elo.value.points() + 107.538_124_917).abs() < 1e-6);
    // x / (1 - x) of proportion_confint(120, 180, method="wilson")
    assert!((cell.balance.value.expect("both won") - 2.0).abs() < 1e-12);
    assert!((cell.balance.low.expect("bounded") - 1.468_845_203_248).abs() < 1e-9);
    assert!((cell.balance.high.expect("bounded") - 2.723_227_737_787).abs() < 1e-9);
}

#[test]
fn lengths_agree_with_numpy_and_scipy() {
    let report = report();
    let lengths = &report.cell("imperial-contest", "random").expect("a cell").lengths;
    // x = [10 + i % 50 for i in range(200)]; scipy.stats.t.interval(.95, 199, x.mean(), sem(x))
    let mean = lengths.mean_interval.expect("many games");
    assert_estimate(mean, 34.5, 32.482_733_357_681_6, 36.517_266_642_318_4);
    let quartiles = (lengths.lower_quartile, lengths.median, lengths.upper_quartile);
    assert_eq!(quartiles, (22.0, 34.5, 47.0));
    assert_eq!((lengths.shortest, lengths.longest), (10, 59));
    assert_eq!(lengths.histogram.iter().sum::<u64>(), 200);
    assert_eq!(report.length_bin, 2);
    assert_eq!(lengths.histogram[..6], [0, 0, 0, 0, 0, 8]);
}

#[test]
fn differences_agree_with_statsmodels() {
    let report = report();
    let cell = report.cell("imperial-contest", "random").expect("a cell");
    // confint_proportions_2indep(40, 100, 20, 100, method="newcomb", compare="diff")
    let first = cell.first_mover.as_ref().expect("both sides began");
    assert_eq!((first.attackers_first.games, first.defenders_first.games), (100, 100));
    let effect = &first.effect;
    assert_estimate(effect.difference, 0.2, 0.073_119_159_996_2, 0.318_505_099_339_0);
    // 41/102 and 21/102 with p(1 - p)/102 each: 2 * norm.sf(z); the only comparison of its kind
    assert!((effect.p - 0.001_833_017_177_101).abs() < 1e-9);
    assert_eq!((effect.p_holm, effect.grade), (effect.p, Grade::Shown));
    // confint_proportions_2indep(60, 200, 110, 200, ...)
    let pair = report.differences.iter().find(|pair| pair.agent == "random").expect("a pair");
    let difference = &pair.share;
    assert_estimate(difference.difference, -0.25, -0.339_711_440_222_9, -0.153_793_420_163_7);
    assert!((difference.p - 2.031_967_322e-7).abs() < 1e-12);
    assert_eq!(
        report.cell("tablut-linnaeus", "random").map(|c| c.first_mover.is_some()),
        Some(false)
    );
}

#[test]
fn copies_of_a_few_games_make_no_claim() {
    let report = report();
    let cell = report.cell("tablut-linnaeus", "net-64").expect("a cell");
    assert_eq!((cell.games, cell.distinct_games), (200, 5));
    assert!(!cell.is_reliable());
    assert_eq!(cell.advantage.grade, Grade::Withheld);
    let trend = report.trends.iter().find(|trend| trend.rules == "tablut-linnaeus");
    assert_eq!(trend.map(|trend| trend.share.grade), Some(Grade::Withheld));
}

#[test]
fn games_of_one_opening_count_in_full() {
    let apart = games(100, 0, 0, 100);
    let mut shared = apart.clone();
    for game in &mut shared {
        game.opening = Some(game.game / 50);
    }
    let cells = vec![cell("apart", agent("a", 0), apart), cell("shared", agent("a", 0), shared)];
    let report = BalanceReport::new(cells, &Options::default());
    let [apart, shared] = ["apart", "shared"].map(|rules| report.cell(rules, "a").expect("a cell"));
    assert_eq!((apart.results, apart.score), (shared.results, shared.score));
    assert_eq!((apart.openings, shared.openings), (200, 4));
}

#[test]
fn the_order_of_games_and_cells_does_not_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut split: Vec<Cell> = Vec::new();
    for mut whole in cells() {
        whole.games.shuffle(&mut rng);
        let second = whole.games.split_off(70);
        split.push(Cell { games: second, ..whole.clone() });
        split.push(whole);
    }
    assert_eq!(BalanceReport::new(split, &Options::default()), report());
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(report)
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn the_csv_has_a_row_per_cell_and_documented_columns() {
    let text = report().to_csv().expect("a table");
    let mut reader = ::csv::Reader::from_reader(text.as_slice());
    let header = reader.headers().expect("a header").clone();
    assert_eq!(header.iter().collect::<Vec<_>>().join(","), COLUMNS);
    let rows: Vec<_> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 4);
    let value = |row: usize, name: &str| {
        let column = header.iter().position(|column| column == name).expect("a column");
        rows[row][column].to_owned()
    };
    for (name, expected) in [
        ("rules", "imperial-contest"),
        ("agent", "random"),
        ("games", "200"),
        ("draws", "20"),
        ("cut_off", "4"),
        ("attackers_share", "0.300000"),
        ("attackers_share_low", "0.240747"),
        ("attackers_score", "0.350000"),
        ("balance_number", "2.000000"),
        ("plies_median", "34.500000"),
        ("ended_king_captured", "60"),
        ("ended_ply_limit", "4"),
        ("ended_line", "0"),
        ("attackers_first_share", "0.400000"),
        ("first_mover_effect_low", "0.073119"),
    ] {
        assert_eq!(value(0, name), expected, "{name}");
    }
    assert_eq!(value(1, "attackers_first_share"), "", "only the attackers began");
}

#[test]
fn the_json_holds_everything_and_comes_back() {
    let report = report();
    let json = report.to_json().expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&json).expect("valid JSON");
    let at = |pointer: &str| value.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
    assert_eq!(at("/format"), 5);
    assert_eq!(at("/options/confidence"), 0.95);
    assert_eq!(at("/rule_sets/1"), "tablut-linnaeus");
    assert_eq!(at("/agents/0/name"), "random");
    assert_eq!(at("/cells/0/results/attackers/games"), 60);
    assert_eq!(at("/cells/0/endings/0/cause"), "king-escaped");
    assert_eq!(at("/cells/0/endings/0/defenders"), 120);
    assert_eq!(at("/cells/0/advantage/grade"), "shown");
    assert_eq!(at("/differences/0/share/grade"), "shown");
    assert_eq!(at("/trends/0/strongest"), "net-64");
    let back = BalanceReport::from_json(&json).expect("the report comes back");
    assert_eq!(back.findings, report.findings);
    assert_eq!(back.cells.len(), report.cells.len());
}

#[test]
fn reports_of_other_formats_are_refused_with_what_to_do() {
    let json = report().to_json().expect("JSON");
    let read = |format: &str| {
        BalanceReport::from_json(&json.replacen(
            "\"format\": 5",
            &format!("\"format\": {format}"),
            1,
        ))
    };
    assert!(read("4").is_ok());
    for format in ["1", "6"] {
        let error = read(format).expect_err(format).to_string();
        assert!(error.contains(&format!("format {format};")), "{error}");
        assert!(error.contains("`imperial report games FOLDER`"), "{error}");
    }
    assert!(BalanceReport::from_json("[]").is_err());
}

/// What people score is a level line of the picture, in the colour of its rule set, and in its key.
#[test]
fn people_have_a_line_in_the_picture_of_who_wins() {
    let cells = ["random", "net"]
        .into_iter()
        .zip(0..)
        .map(|(name, place)| cell("tablut", agent(name, place), games(40, 0, 0, 160)));
    let published = crate::Published {
        rules: "tablut".to_owned(),
        source: "a server".to_owned(),
        games: None,
        score: 0.9,
        has_draws: true,
    };
    let with = |published: Vec<crate::Published>| {
        let material =
            crate::Material { cells: cells.clone().collect(), published, ..Default::default() };
        page(&BalanceReport::of(material, &Options::default()), &PageContext::default())
    };
    let (without, with) = (with(Vec::new()), with(vec![published]));
    assert!(!without.contains("class=\"people"));
    // Wide and narrow, and the key.
    assert_eq!(with.matches("class=\"people s0\"").count(), 3);
    assert!(with.contains("<title>a server: 90.0 %</title>") && with.contains("what people score"));
}

/// What is proven is a level line, too, where it says anything.
#[test]
fn proofs_have_a_line_in_the_picture_of_who_wins() {
    let cells = ["random", "net"]
        .into_iter()
        .zip(0..)
        .map(|(name, place)| cell("tablut", agent(name, place), games(40, 0, 0, 160)));
    let with = |attackers: u64| {
        let proven = vec![crate::ProvenOpenings {
            rules: "tablut".to_owned(),
            agent: "net".to_owned(),
            openings: 100,
            nodes: 1000,
            proven: imperial_engine::PerSide { attackers, defenders: 0 },
        }];
        let cells = cells.clone().collect();
        let material = crate::Material { cells, proven, ..Default::default() };
        page(&BalanceReport::of(material, &Options::default()), &PageContext::default())
    };
    let (nothing, some) = (with(0), with(10));
    assert!(!nothing.contains("class=\"proven") && nothing.contains("none is proven"));
    // Wide and narrow, and the key.
    assert_eq!(some.matches("class=\"proven s0\"").count(), 3);
    assert!(some.contains("<title>proven: at least 10.0 %</title>"));
    assert!(some.contains("10 proven for the attackers and 0 for the defenders"));
}
