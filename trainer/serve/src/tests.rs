//! The server as pages meet it: single questions, and real connections, many and bad ones too.

mod answers;
mod clients;
mod strangers;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use imperial_net::Backend;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::*;

fn settings(public: bool) -> Settings {
    Settings {
        address: ([127, 0, 0, 1], 0).into(),
        names: Vec::new(),
        rules: imperial_data::load_rules("brandubh").expect("embedded"),
        agents: Vec::new(),
        backend: Backend::cpu(),
        threads: 1,
        public,
    }
}

/// A server whose searches one thread does.
fn server() -> (Router, Queue) {
    server_for(false)
}

/// The same, where everybody may come.
fn server_for(public: bool) -> (Router, Queue) {
    let server = Arc::new(settings(public).server());
    let queue = server.queue.clone();
    (routes(server), queue)
}

/// Whoever starts the server hears at once of an agent that cannot play.
#[test]
fn nothing_is_served_with_an_agent_that_cannot_play() {
    for agent in ["network:9@typo.net", "ugi:./engine"] {
        let agents = vec![agent.parse().expect("an agent")];
        let settings = Settings { agents, ..settings(false) };
        let error = serve(settings, |_| panic!("it listens"), || true).expect_err(agent);
        assert!(error.to_string().contains(agent), "{error:#}");
    }
}

#[test]
fn the_page_has_an_address_that_browsers_can_open() {
    let pages = ["127.0.0.1:1855", "0.0.0.0:1855", "[::]:80", "192.0.2.7:80"]
        .map(|address| page_at(address.parse().expect("an address")));
    let expected = ["127.0.0.1:1855", "localhost:1855", "localhost:80", "192.0.2.7:80"];
    assert_eq!(pages, expected.map(|address| format!("http://{address}/")));
}

fn request(path: &str, body: &str) -> Request<Body> {
    Request::post(path)
        .header("host", "localhost:1855")
        .header("origin", "http://localhost:1855")
        .header("content-type", "application/json")
        .header("x-client", "test")
        .body(Body::from(body.to_owned()))
        .expect("a request")
}

/// The status and the text of an answer.
async fn answer(routes: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = routes.clone().oneshot(request).await.expect("an answer");
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

/// The answer to a question, which must be one.
async fn ask(routes: &Router, path: &str, question: Value) -> Value {
    let (status, text) = answer(routes, request(path, &question.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

/// The messages of a stream, to its end.
async fn stream(routes: &Router, path: &str, question: &Value) -> Vec<(String, Value)> {
    let (status, text) = answer(routes, request(path, &question.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    messages(&text)
}

fn messages(text: &str) -> Vec<(String, Value)> {
    let field = |block: &str, name: &str| {
        block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).map(str::to_owned)
    };
    let message = |block: &str| {
        let data = serde_json::from_str(&field(block, "data:")?).expect("JSON");
        Some((field(block, "event:")?, data))
    };
    text.split("\n\n").filter_map(message).collect()
}
