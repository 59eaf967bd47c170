use std::cell::Cell;

use imperial_data::load_rules;
use imperial_engine::search::SearchParams;

use super::*;

/// A game of `rules` reviewed by a few rollouts.
fn facts(rules: &str, text: &str, numbers: &[usize]) -> anyhow::Result<Facts> {
    let seen = Cell::new((0, 0));
    let reviewer = Reviewer {
        judge: &|_| Ok(Agent::Rollouts(SearchParams::rollouts(100))),
        threads: 1,
        progress: &|done, all| {
            seen.set((done, all));
            Ok(())
        },
    };
    let mut games = Games::default();
    games.add(text, (Path::new("nowhere"), &load_rules(rules)?), numbers)?;
    let facts = games.review(&reviewer)?;
    let (done, all) = seen.get();
    assert_eq!(done, all);
    Ok(facts)
}

/// The noughts let the crosses win: that is a blunder, and what was better is shown.
#[test]
fn a_blunder_is_found_with_what_was_better() {
    let facts = facts("tic-tac-toe", "b2 a1 c1 c2 a3", &[]).expect("a review");
    let game = &facts.games[0];
    let json: serde_json::Value = serde_json::from_str(&facts.json()).expect("JSON");
    assert_eq!(
        game.graded[4].as_ref().map(|of| of.grade),
        Some(imperial_play::analysis::Grade::Blunder)
    );
    let better = json["games"][0]["better"].as_array().expect("a list");
    let better =
        better.iter().find(|better| better["after"] == 3).expect("better than the blunder");
    assert_eq!(better["frames"][0]["move"]["text"], "a3");
    assert_eq!(json["games"][0]["frames"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["sheets"][0]["name"], "tic-tac-toe");
    assert!(!facts.are_checked(), "nobody has checked rollouts");
    assert_eq!(json["sheets"][0]["players"]["calibrated"], false);
}

/// The game of a record, reviewed; nobody chose its first `opening` plies.
fn reviewed(opening: u32) -> Facts {
    let ply = |mv: &str| imperial_data::PlyRecord { mv: mv.to_owned(), ..Default::default() };
    let record = GameRecord {
        rules: "tic-tac-toe".to_owned(),
        rules_hash: load_rules("tic-tac-toe").expect("embedded").hash,
        opening,
        attackers: "Ann</script>".to_owned(),
        plies: ["b2", "a1", "c1", "c2", "a2", "a3"].map(ply).to_vec(),
        ..GameRecord::default()
    };
    facts("tic-tac-toe", &record.to_line().expect("a record"), &[]).expect("a review")
}

/// The noughts do not see the diagonal, and then the crosses do not. Where that was drawn, nobody is to blame.
#[test]
fn moves_that_nobody_chose_are_shown_and_not_graded() {
    let all = reviewed(0).games[0].summary.key_moments.clone();
    assert!(all.contains(&4) && all.contains(&5), "{all:?}");
    for opening in [0, 4, 6] {
        let facts = reviewed(opening as u32);
        let game = &facts.games[0];
        let graded: Vec<bool> = game.graded.iter().map(Option::is_some).collect();
        assert_eq!(graded, (0..7).map(|ply| ply > opening).collect::<Vec<_>>());
        let later: Vec<usize> = all.iter().copied().filter(|ply| *ply > opening).collect();
        assert_eq!(game.summary.key_moments, later);
        assert_eq!(game.summary.accuracy.defenders.is_some(), opening < 6);
        let json: serde_json::Value = serde_json::from_str(&facts.json()).expect("JSON");
        assert_eq!(json["games"][0]["opening"], opening);
        assert_eq!(json["games"][0]["judged"].as_array().map(Vec::len), Some(7));
        let page = facts.page();
        assert_eq!(page.contains("c2??"), opening == 0, "people without scripts read the moves");
    }
}

/// The page has its scripts, styles and facts, asks for nothing, and no text can end a script.
#[test]
fn the_page_stands_alone() {
    let page = reviewed(0).page();
    assert!(page.contains("Ann"), "who played");
    assert_eq!(page.matches("</script>").count(), 2, "the facts and the modules");
    assert_eq!(page.matches("</style>").count(), 1);
    for outside in ["src=", "href=\"http", "@import", "import ", "export ", "url(http"] {
        let script = page.split("<script>").nth(1).expect("the modules");
        let lines = script.lines().filter(|line| line.starts_with(outside));
        assert_eq!(lines.count(), 0, "{outside}");
    }
    for wanted in page.split("modules[\"./").skip(1) {
        let name = wanted.split('"').next().expect("a name");
        let made = page.find(&format!("modules[\"./{name}\"] = ")).expect(name);
        let used = page.find(&format!("= modules[\"./{name}\"];")).unwrap_or(usize::MAX);
        assert!(made < used, "{name} is used before it is made");
    }
    assert!(page.contains("c2??"), "people without scripts read the moves");
}

#[test]
fn games_are_chosen_by_number() {
    let one = facts("tic-tac-toe", "b2 a1", &[1]).expect("a review");
    assert_eq!(one.games.len(), 1);
    let error = facts("tic-tac-toe", "b2 a1", &[2]).expect_err("one game").to_string();
    assert!(error.contains("there is no game 2: the games are 1 to 1"), "{error}");
    let many = "b2 a1\n".repeat(MOST_GAMES + 1);
    let error = facts("tic-tac-toe", &many, &[]).expect_err("too many").to_string();
    assert!(error.contains("201 lines are too many"), "{error}");
    let one = facts("tic-tac-toe", &many, &[MOST_GAMES + 1]).expect("a review");
    assert_eq!(one.games.len(), 1);
    let error = facts("tic-tac-toe", "hello", &[]).expect_err("no game").to_string();
    assert!(error.contains("it begins with `hello`"), "{error}");
}
