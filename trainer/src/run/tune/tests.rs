use imperial_data::{GameRecord, GameResult, load_rules};
use imperial_engine::catalog;

use super::*;

fn vary(keys: &[&str]) -> Vec<Vary> {
    keys.iter().map(|key| key.parse().expect(key)).collect()
}

fn candidates(rules: &str, keys: &[&str]) -> anyhow::Result<Candidates> {
    Candidates::new(&load_rules(rules).expect("embedded"), &vary(keys))
}

#[test]
fn all_values_are_combined_and_the_first_is_the_rule_set_itself() {
    let found = candidates("brandubh", &["king_arms=both/none", "throne_stop=king/nobody"]);
    let found = found.expect("four rule sets");
    assert_eq!(found.rules().len() + found.refused().len(), 4);
    assert_eq!(Some(found.rules()[0].text.as_str()), catalog::text("brandubh"));
    for (place, rules) in found.rules().iter().enumerate() {
        for other in &found.rules()[..place] {
            assert!(other.game.has_other_laws(&rules.game), "{}", rules.game.name());
        }
    }
}

#[test]
fn values_that_are_not_named_come_from_the_catalogue() {
    let found = candidates("tablut-linnaeus", &["king_capture"]).expect("rule sets");
    let (_, values) = found.varied(1);
    assert_eq!(values[0].0, "king_capture");
    assert!(found.rules().len() > 2, "{found:?}");
}

#[test]
fn pairs_of_men_are_left_out() {
    let found = candidates("brandubh", &["without"]).expect("rule sets");
    let values: Vec<_> =
        (0..found.rules().len()).map(|place| found.varied(place).1[0].1.clone()).collect();
    assert_eq!(values, ["–", "d1+d7", "d2+d6", "d3+d5"]);
    let men = |rules: &LoadedRules| rules.text.matches(['A', 'D']).count();
    let [whole, fewer] = [0, 1].map(|place| men(&found.rules()[place]));
    assert!(fewer < whole, "{}", found.rules()[1].text);
    let both = candidates("brandubh", &["without=d1+d7/d2", "first"]).expect("rule sets");
    assert_eq!(both.rules().len(), 9);
}

/// Lists and tables are values, too; the message names no line of a text that nobody has written.
#[test]
fn values_are_those_of_rule_files() {
    let asked = r#"pawn_takes=["ahead"]/["diagonal", "ahead"]"#;
    let found = candidates("imperial-chess", &[asked]).expect("other pawns");
    assert_eq!(found.varied(1).1[0].1, r#"["ahead"]"#);
    assert_eq!(vary(&[asked])[0].to_string(), asked);
    let one = vary(&[r#"throne_hostile={ king = "empty" }/none/"true""#]).remove(0);
    assert_eq!(vary(&[&one.to_string()]), [one]);
    let error = candidates("imperial-chess", &[r#"pawn_takes=["up", "down"]"#]);
    let error = error.expect_err("no ways of pawns").to_string();
    assert!(error.starts_with(r#"--vary pawn_takes=["up", "down"]: "#), "{error}");
    assert!(!error.contains("line "), "{error}");
}

#[test]
fn what_cannot_be_varied_is_said() {
    let refused = [
        (&["colour"][..], "no switch"),
        (&["king_arms=both"], "name another"),
        (
            &["goal", "king_capture", "throne_stop", "throne_pass", "captures", "king_arms"],
            "the most",
        ),
        (&["goal=edge/corner", "goal"], "`goal` is varied twice"),
        (&["without=a1"], "--vary without=a1: no man stands on `a1`"),
        (&["without=d4"], "no game without him"),
        (&["king_capture=nonsense"], "--vary king_capture=nonsense: "),
        (&["king_capture=two/fuor", "throne_stop"], "--vary king_capture=fuor: "),
    ];
    for (keys, words) in refused {
        let error = candidates("brandubh", keys).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    }
    assert!("".parse::<Vary>().is_err() && "King=2".parse::<Vary>().is_err());
}

#[test]
fn draws_are_half_points_and_no_wins() {
    let drawn = GameRecord { result: GameResult::Draw, ..GameRecord::default() };
    let score = score(&vec![GameSummary::new(&drawn); 50]);
    assert!(score.value == 0.5 && score.high - score.low < 0.1, "{score:?}");
}

/// Of four rule sets two play on for a second round; the first is then judged by its own games again.
#[test]
fn a_search_of_several_rounds_ends_the_same_the_second_time() {
    let candidates = candidates("brandubh", &["goal=edge/corner", "king_arms=both/none"]);
    let candidates = candidates.expect("four rule sets");
    assert_eq!(candidates.rules().len(), 4);
    for seed in 0..4 {
        let folder = tempfile::tempdir().expect("a folder");
        let task = Tune {
            candidates: &candidates,
            specs: &["random".parse().expect("an agent")],
            target: 0.5,
            games: 12,
            final_games: 4,
            opening: OpeningPlies::default(),
            seed,
            folder: folder.path().to_owned(),
            backend: &Backend::cpu(),
        };
        let found = tune(&task, &[Agent::Random]).expect("a search");
        let rounds: Vec<(u32, u64)> =
            found.standings.iter().map(|one| (one.rounds, one.games)).collect();
        assert_eq!(rounds, [(2, 24), (2, 24), (1, 12), (1, 12)]);
        let again = tune(&task, &[Agent::Random]).expect("a search");
        assert_eq!(again.table(), found.table());
    }
}

/// Random movers on a small board: the attackers' score hangs on where the king must go. The search finds the rule
/// set that is nearest to the target, whichever that is, and its games are the same the second time.
#[test]
fn the_nearest_to_the_target_wins() {
    let two = candidates("brandubh", &["goal=edge/corner"]).expect("two rule sets");
    assert_eq!(two.rules().len(), 2);
    for target in [0.0, 1.0] {
        let folder = tempfile::tempdir().expect("a folder");
        let task = Tune {
            candidates: &two,
            specs: &["random".parse().expect("an agent")],
            target,
            games: 60,
            final_games: 20,
            opening: OpeningPlies::default(),
            seed: 1855,
            folder: folder.path().to_owned(),
            backend: &Backend::cpu(),
        };
        let found = tune(&task, &[Agent::Random]).expect("a search");
        let [best, other] = &found.standings[..] else { panic!("{found:?}") };
        let far = |one: &Standing| (one.score.value - target).abs();
        assert!(far(best) <= far(other));
        assert_eq!((best.games, best.rounds), (60, 1));
        let text = fs::read_to_string(&found.file).expect("a file");
        assert_eq!(LoadedRules::of_text(text).expect("rules").game.name(), best.name);
        let again = tune(&task, &[Agent::Random]).expect("a search");
        assert_eq!(again.table(), found.table());
        let others = candidates("mini-tablut", &["goal"]).expect("others");
        let agents =
            ["random", "rollouts:2"].map(|name| name.parse::<AgentSpec>().expect("an agent"));
        let more = Tune { specs: &agents, folder: folder.path().to_owned(), ..task };
        more.check_folder().expect("one agent more");
        let other = Tune { specs: &agents[1..], folder: folder.path().to_owned(), ..more };
        let error = other.check_folder().expect_err("another agent's search").to_string();
        assert!(error.contains("holds a search by `random` too"), "{error}");
        let error = Tune { candidates: &others, ..other }.check_folder();
        let error = error.expect_err("another search lies there").to_string();
        assert!(error.contains("that tried `brandubh"), "{error}");
        assert!(found.compared.report.cells.iter().any(|cell| cell.rules == best.name));
    }
}
