//! Questions to the server of the page: answered or refused. The first byte picks what is asked for.

#![no_main]

use std::sync::OnceLock;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use imperial_data::GameRecord;
use imperial_net::Backend;
use imperial_serve::{Settings, fuzzed};
use libfuzzer_sys::fuzz_target;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

/// The first of them compute; the last three search, and stop when nobody reads their answer.
const PATHS: [&str; 7] = ["line", "rules", "read", "write", "move", "analysis", "review"];
const SHORT: usize = 4;

/// A question of each kind for every rule set.
fn seeds() -> Vec<Vec<u8>> {
    let older = |(_, record)| GameRecord { format: 1, ..record };
    let games = imperial_fuzz_seeds::games().into_iter().map(older).flat_map(|record| {
        let moves: Vec<_> = record.plies.iter().take(12).map(|ply| &ply.mv).collect();
        let question = serde_json::json!({
            "rules": { "name": record.rules }, "moves": moves, "agent": "random", "since": 1,
            "text": record.to_line().expect("a record"), "form": "json",
            "names": { "attackers": "A", "defenders": "B" }, "playouts": 4,
        });
        (0..PATHS.len()).map(move |path| [&[path as u8], question.to_string().as_bytes()].concat())
    });
    games.collect()
}

fn server() -> &'static (Runtime, Router) {
    static SERVER: OnceLock<(Runtime, Router)> = OnceLock::new();
    SERVER.get_or_init(|| {
        let settings = Settings {
            address: ([127, 0, 0, 1], 0).into(),
            names: Vec::new(),
            rules: imperial_data::load_rules("brandubh").expect("embedded"),
            agents: Vec::new(),
            backend: Backend::cpu(),
            threads: 1,
            public: false,
        };
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        (runtime.expect("a runtime"), fuzzed(settings))
    })
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let Some((pick, body)) = data.split_first() else { return };
    let path = usize::from(*pick) % PATHS.len();
    let request = Request::post(format!("/api/{}", PATHS[path]))
        .header("host", "localhost:1855")
        .header("origin", "http://localhost:1855")
        .header("content-type", "application/json")
        .header("x-client", "fuzz")
        .body(Body::from(body.to_vec()))
        .expect("a request");
    let (runtime, routes) = server();
    runtime.block_on(async {
        let answer = routes.clone().oneshot(request).await.expect("an answer");
        // A question that cannot be answered is refused; the server itself never fails.
        let status = answer.status();
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR);
        if path < SHORT && status == StatusCode::OK {
            let body = answer.into_body().collect().await.expect("a body").to_bytes();
            serde_json::from_slice::<serde_json::Value>(&body).expect("JSON");
        }
    });
});
