//! Queries and their answers.

use std::io::{BufReader, Cursor, Write};
use std::sync::Mutex;

use imperial_data::LoadedRules;
use imperial_engine::search::{RootRule, SearchParams};
use imperial_play::agent::{Agent, AgentSpec};
use imperial_play::lines::Lines;
use imperial_play::prepare::Purpose;
use serde_json::{Value, json};

use super::desk::with_playouts;
use super::queue::Queue;
use super::{Desk, answer, read};

fn desk() -> Desk<'static> {
    let rollouts = |_: &LoadedRules| Ok(Agent::Rollouts(SearchParams::rollouts(200)));
    Desk::new(Some("tic-tac-toe".to_owned()), 7, rollouts)
}

/// The answers to some lines, in the order in which they came.
fn answers(lines: &(impl AsRef<[u8]> + ?Sized), threads: u16) -> Vec<Value> {
    let mut output = Vec::new();
    let lines = Cursor::new(lines.as_ref().to_vec());
    answer(&desk(), lines, &mut output, threads).expect("answers");
    let text = String::from_utf8(output).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn positions_are_answered_by_their_names() {
    let lines = r#"{"id":"one","moves":["a1","b1","a2"],"turns":[2,3]}
{"id":{"any":1},"rules":"connect-four","moves":["d1"],"playouts":40}

{"moves":["a1","b1","a2","b2","a3"]}
"#;
    for threads in [1, 3] {
        let mut found = answers(lines, threads);
        found.sort_by_key(|answer| (answer["id"].to_string(), answer["turn"].to_string()));
        let [one, three, over, four] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&one["id"], &one["turn"]), (&json!("one"), &json!(2)));
        assert_eq!((&three["turn"], &three["best"]), (&json!(3), &json!("a3")));
        assert_eq!((&four["rules"], &four["playouts"]), (&json!("connect-four"), &json!(40)));
        assert_eq!((&over["id"], &over["value"]), (&json!(4), &json!(1.0)));
        assert_eq!(over["over"], "attackers win (line)");
    }
}

/// A query with other playouts looks as the agent with so many would, but for what the agent sets itself.
#[test]
fn candidates_go_by_the_playouts_of_a_query() {
    let looks = |agent: &str| {
        let spec: AgentSpec = agent.parse().expect("an agent");
        let search = spec.search().expect("it searches");
        with_playouts(search.params(Purpose::Measuring), 1000, Some(search))
    };
    let many = SearchParams { batch: 32, ..SearchParams::playing(1000) };
    assert_eq!(looks("network:16"), many);
    assert_eq!(with_playouts(SearchParams::playing(16), 1000, None), many, "the usual agent");
    // As many as it would have with sixteen.
    let RootRule::Gumbel(gumbel) = looks("network[candidates=4]:16").root else {
        panic!("a network searches by Gumbel's rule");
    };
    assert_eq!(gumbel.candidates, 4);
    for other in [SearchParams::puct(16), SearchParams::rollouts(16)] {
        let found = with_playouts(other, 1000, None);
        assert_eq!(found, SearchParams { playouts: 1000, batch: 32, ..other });
    }
}

/// Whoever waits for an answer knows which line it is for.
#[test]
fn wrong_queries_keep_their_names() {
    let lines = r#"{"id":"a","foo":1}
{"id":2,"playouts":-5}
{"id":3,"turns":[]}
{"id":4
"#;
    let ids: Vec<Value> = answers(lines, 1).iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!("a"), json!(2), json!(3), Value::Null]);
}

#[test]
fn nonsense_is_answered_and_the_rest_goes_on() {
    let lines = r#"{"id":1,"moves":["z9"]}
{"id":2,"rules":"nowhere"}
{"id":3,"turns":[9]}
no json
{"id":4,"depth":3}
{"id":5,"playouts":0}
{"id":6}
{"id":7,"moves":["a1"],"turns":[0,1,1]}
{"id":8,"moves":["a1"],"turns":[2]}
"#;
    let found = answers(lines, 1);
    assert_eq!(found.len(), 9);
    let of = |id: Value| found.iter().find(|answer| answer["id"] == id).expect("an answer");
    let error = |id: i32| of(json!(id))["error"].as_str().unwrap_or_default().to_owned();
    assert!(error(1).contains("z9"), "{found:?}");
    assert_eq!(of(json!(2))["line"], 2);
    assert!(error(2).contains("there is no rule set `nowhere`"), "{found:?}");
    assert!(error(3).contains("there is no turn 9; the query has 0 moves"), "{found:?}");
    assert!(error(8).ends_with("the query has 1 move"), "{found:?}");
    assert!(error(5).contains("at least 1"), "{found:?}");
    // A short line must not ask for more than the game has.
    assert!(error(7).contains("names 3 turns of 2"), "{found:?}");
    assert_eq!(of(Value::Null)["line"], 4);
    assert!(error(4).contains("there is no field `depth`"), "{found:?}");
    assert!(of(json!(6))["best"].is_string());
}

#[test]
fn a_line_that_is_no_text_is_answered_and_the_rest_goes_on() {
    let found = answers(b"{\"id\":1}\n\xff\xfe{}\n{\"id\":3}\n", 1);
    assert_eq!(found.len(), 3);
    let wrong = found.iter().find(|answer| answer["id"].is_null()).expect("an answer");
    assert_eq!(
        (&wrong["line"], &wrong["error"]),
        (&json!(2), &json!("the line is not UTF-8 text"))
    );
}

/// A search that would take hours ends when it is cancelled, and is not answered.
#[test]
fn what_is_looked_at_is_cancelled() {
    let (input, mut lines) = std::io::pipe().expect("a pipe");
    let asking = std::thread::spawn(move || {
        let long = json!({ "id": "long", "rules": "copenhagen", "playouts": 1_000_000_000 });
        writeln!(lines, "{long}").expect("somebody listens");
        std::thread::sleep(std::time::Duration::from_millis(400));
        let cancel = json!({ "id": "c", "cancel": "long" });
        writeln!(lines, "{cancel}\n{{\"id\":\"next\"}}").expect("somebody listens");
    });
    let mut output = Vec::new();
    answer(&desk(), BufReader::new(input), &mut output, 1).expect("answers");
    asking.join().expect("it has asked");
    let text = String::from_utf8(output).expect("text");
    let found: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(found[0], json!({ "id": "c", "cancel": "long", "cancelled": 1 }));
    assert_eq!((found.len(), &found[1]["id"]), (2, &json!("next")), "{text}");
}

/// The urgent come first, then the earlier ones, and what was cancelled does not come.
#[test]
fn the_urgent_come_first_and_the_cancelled_never() {
    let (moves, turns) = (["a1", "b2", "c3"], [0, 1, 2]);
    let many = json!({ "id": "many", "moves": moves, "turns": turns });
    let gone = json!({ "id": "gone", "moves": moves, "turns": turns });
    let cancel = json!({ "id": "c", "cancel": "gone" });
    let urgent = json!({ "id": "urgent", "priority": 9 });
    let lines = [many, gone, cancel, urgent].map(|line| line.to_string()).join("\n");
    let (queue, told) = (Queue::default(), Mutex::new(Vec::new()));
    let tell = |answer: &Value| {
        told.lock().expect("one thread").push(answer.clone());
        Ok(())
    };
    read(&desk(), &Lines::open(Cursor::new(lines)), &queue, &tell).expect("it is read");
    queue.close();
    let order =
        std::iter::from_fn(|| queue.take()).map(|job| job.position.answer(&|| false)["id"].clone());
    assert_eq!(order.collect::<Vec<_>>(), ["urgent", "many", "many", "many"]);
    let cancelled = json!({ "id": "c", "cancel": "gone", "cancelled": 3 });
    assert_eq!(told.into_inner().expect("one thread"), [cancelled]);
}

#[test]
fn game_records_are_queries_for_all_their_positions() {
    let mut record = json!({ "format": 1, "engine": "0.2.0", "rules": "tic-tac-toe", "rules_hash": "x",
        "seed": 1, "game": 12, "attackers": "random", "defenders": "random", "first": "attackers",
        "opening": 1, "result": "attackers", "cause": "line",
        "plies": [{"move":"a1"},{"move":"b1"},{"move":"a2"},{"move":"b2"},{"move":"a3"}] });
    let found = answers(&record.to_string(), 2);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|answer| answer["id"] == 12 && answer["best"].is_string()));
    // Of a game without a chosen move the last position.
    record["opening"] = json!(5);
    let found = answers(&record.to_string(), 1);
    let [last] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&last["turn"], &last["over"]), (&json!(5), &json!("attackers win (line)")));
}
