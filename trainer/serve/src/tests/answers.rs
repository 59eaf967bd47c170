//! What is answered to a page.

use super::*;

fn named(rules: &str) -> Value {
    json!({ "name": rules })
}

#[tokio::test]
async fn a_page_learns_the_rules() {
    let (routes, _) = server();
    let request = Request::get("/api/list").header("host", "127.0.0.1:1").body(Body::empty());
    let (_, text) = answer(&routes, request.expect("a request")).await;
    let list: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(list["first"], named("brandubh"));
    for entry in list["rules"].as_array().expect("a list") {
        let sheet = ask(
            &routes,
            "/api/rules",
            json!({ "rules": named(entry["name"].as_str().expect("text")) }),
        )
        .await;
        assert_eq!(sheet["title"], entry["title"]);
        let start = sheet["starts"]["attackers"].as_str().or(sheet["starts"]["defenders"].as_str());
        let line = json!({ "rules": { "text": sheet["text"] }, "start": start, "moves": [] });
        let line = ask(&routes, "/api/line", line).await;
        let squares = sheet["width"].as_u64().zip(sheet["height"].as_u64()).map(|(w, h)| w * h);
        assert_eq!(line["frames"][0]["board"].as_str().map(|board| board.len() as u64), squares);
        assert!(!line["legal"].as_array().expect("a list").is_empty());
    }
}

/// A whole game of two agents, asked for move by move as the page does, in three families of games.
#[tokio::test]
async fn games_are_played_to_their_ends() {
    let (routes, queue) = server();
    for (rules, agent) in
        [("tic-tac-toe", "rollouts:20"), ("connect-four", "random"), ("brandubh", "random")]
    {
        let mut moves: Vec<Value> = Vec::new();
        let end = loop {
            let standing = json!({ "rules": named(rules), "moves": moves, "since": moves.len() });
            let line = ask(&routes, "/api/line", standing).await;
            let frame = line["frames"]
                .as_array()
                .and_then(|frames| frames.last())
                .expect("a frame")
                .clone();
            if !frame["end"].is_null() {
                break frame["end"].clone();
            }
            let question = json!({ "rules": named(rules), "moves": moves, "agent": agent, "seed": 7, "vary": true });
            let told = stream(&routes, "/api/move", &question).await;
            let (name, data) = told.last().expect("a message");
            assert_eq!(name, "move", "{data}");
            assert!(
                line["legal"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .any(|mv| mv["text"] == data["move"])
            );
            moves.push(data["move"].clone());
        };
        assert!(end["words"].as_str().is_some_and(|words| words.ends_with('.')), "{end}");
        let question = json!({ "rules": named(rules), "moves": moves, "agent": agent });
        let told = stream(&routes, "/api/move", &question).await;
        assert_eq!(told.last().expect("a message").0, "error");
    }
    assert_eq!(queue.len(), 0);
}

#[tokio::test]
async fn an_analysis_ends_when_all_is_known() {
    let (routes, _) = server();
    let question = json!({ "rules": named("tic-tac-toe"), "moves": ["a1", "b1", "a2"], "agent": "rollouts:9" });
    let told = stream(&routes, "/api/analysis", &question).await;
    let (name, found) = told.last().expect("a message");
    assert_eq!(name, "last");
    assert!(found["done"] == true && found["best"] == "a3", "{found}");
    assert_eq!(found["moves"][0]["text"], "a3");
}

#[tokio::test]
async fn a_review_grades_every_move() {
    let (routes, _) = server();
    let moves = ["a1", "b1", "b2", "c1", "c3"];
    let question =
        json!({ "rules": named("tic-tac-toe"), "moves": moves, "agent": "rollouts:300" });
    let told = stream(&routes, "/api/review", &question).await;
    let plies: Vec<&Value> =
        told.iter().filter(|(name, _)| name == "ply").map(|(_, data)| data).collect();
    assert_eq!(plies.len(), moves.len() + 1);
    assert!(plies[0]["graded"].is_null());
    // The move before the last lets the line be completed.
    assert_eq!(plies[4]["graded"]["side"], "defenders");
    assert_eq!(plies[5]["graded"]["grade"], "best");
    let (name, summary) = told.last().expect("a message");
    assert_eq!(name, "summary");
    // The first move is judged by a search alone, which errs a little.
    let accuracy = |side| summary["accuracy"][side].as_f64().expect("a number");
    assert!(accuracy("attackers") > 90.0, "{summary}");
    assert!(accuracy("defenders") < 80.0, "{summary}");
}

/// What nobody chose is shown with its value, and is no blunder of those who played.
#[tokio::test]
async fn a_review_grades_no_move_that_was_drawn() {
    let (routes, _) = server();
    let moves = ["a1", "b1", "b2", "c1", "c3"];
    // More than there are: nothing is graded.
    for opening in [4, 9] {
        let question = json!({ "rules": named("tic-tac-toe"), "moves": moves, "opening": opening,
            "agent": "rollouts:300" });
        let messages = stream(&routes, "/api/review", &question).await;
        let (name, summary) = messages.last().expect("a message");
        assert_eq!(name, "summary");
        assert!(summary["accuracy"]["defenders"].is_null(), "{summary}");
        let graded =
            messages.iter().filter(|(name, _)| name == "ply").map(|(_, ply)| &ply["graded"]);
        let graded: Vec<bool> = graded.map(Value::is_object).collect();
        assert_eq!(graded, [false, false, false, false, false, opening == 4]);
    }
}

#[tokio::test]
async fn games_go_out_as_records_and_come_in() {
    let (routes, _) = server();
    let rules = named("tic-tac-toe");
    let wish = json!({ "rules": rules, "moves": ["a1", "b2"], "opening": 1, "form": "json",
        "names": { "attackers": "person", "defenders": "random" }, "values": [0.5, null] });
    let file = ask(&routes, "/api/write", wish).await;
    let found =
        ask(&routes, "/api/read", json!({ "text": file["text"], "rules": named("brandubh") }))
            .await;
    let game = &found["games"][0];
    assert_eq!(
        (&game["rules"], &game["moves"][1], &game["values"][0]),
        (&rules, &json!("b2"), &json!(0.5))
    );
    assert_eq!(game["opening"], 1);
}

/// Agents on the page draw their moves as they do in matches, where levels are rated: by their own temperature.
#[tokio::test]
async fn an_agent_varies_as_it_is_rated() {
    let (routes, _) = server();
    let rules = named("tablut-linnaeus");
    for (agent, varies) in [("network[temperature=1]:8", true), ("network[temperature=0]:8", false)]
    {
        let mut found = std::collections::BTreeSet::new();
        for seed in 0..12 {
            let question = json!({ "rules": rules, "agent": agent, "seed": seed });
            let told = stream(&routes, "/api/move", &question).await;
            found.insert(told.last().expect("a message").1["move"].to_string());
        }
        assert_eq!(found.len() > 1, varies, "{agent}: {found:?}");
    }
}

/// However long a game is, its review computes for no longer than it may.
#[test]
fn a_review_ends_in_time() {
    let rules = Arc::new(imperial_data::load_rules("connect-four").expect("embedded"));
    let moves = ["a1", "b1", "a2", "b2"].into_iter().map(str::to_owned).collect();
    let setup = imperial_play::analysis::Setup { start: None, moves };
    let time = std::time::Duration::from_millis(500);
    let mut walk = review::Walk::new(rules, setup, 0, 1, Some(time));
    let agent = || {
        Ok(imperial_play::agent::Agent::Rollouts(imperial_engine::search::SearchParams::rollouts(
            1_000_000,
        )))
    };
    let (started, going) = (std::time::Instant::now(), std::sync::atomic::AtomicBool::new(false));
    while !walk.is_over() {
        walk.step(agent, caps::TURN, &going).expect("a game");
        assert!(started.elapsed() < 10 * time, "it goes on");
    }
    assert!(started.elapsed() > time / 2, "the time is used");
}
