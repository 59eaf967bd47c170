//! What does not come from our page, or is no question.

use super::*;

async fn status(routes: &Router, request: Request<Body>) -> u16 {
    answer(routes, request).await.0.as_u16()
}

#[tokio::test]
async fn every_answer_has_the_headers() {
    let (routes, _) = server();
    for path in ["/", "/js/main.js", "/nothing", "/api/list", "/api/line"] {
        let request = Request::get(path).header("host", "localhost").body(Body::empty());
        let response =
            routes.clone().oneshot(request.expect("a request")).await.expect("an answer");
        let policy =
            response.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    }
}

#[tokio::test]
async fn other_pages_are_refused() {
    let (routes, _) = server();
    let question = || request("/api/rules", r#"{"rules": {"name": "brandubh"}}"#);
    assert_eq!(status(&routes, question()).await, 200);
    for (header, value) in
        [("host", "evil.example"), ("origin", "http://evil.example"), ("origin", "null")]
    {
        let mut request = question();
        request.headers_mut().insert(header, value.parse().expect("a value"));
        assert_eq!(status(&routes, request).await, 403, "{header}: {value}");
    }
    let mut request = question();
    request.headers_mut().remove("origin");
    assert_eq!(status(&routes, request).await, 403);
    // A form cannot send JSON.
    let mut request = question();
    request.headers_mut().insert("content-type", "text/plain".parse().expect("a value"));
    assert_eq!(status(&routes, request).await, 400);
}

#[tokio::test]
async fn garbage_is_answered_in_words() {
    let (routes, queue) = server();
    let deep = "[".repeat(100_000);
    let long = format!(r#"{{"rules": {{"name": "brandubh"}}, "moves": ["{}"]}}"#, "x".repeat(300));
    let many = format!(
        r#"{{"rules": {{"name": "brandubh"}}, "moves": [{}"a1-a2"]}}"#,
        "\"a1-a2\",".repeat(5000)
    );
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "\"x\"",
        "{\"rules\": 3}",
        "{\"rules\": {\"path\": \"/etc/passwd\"}}",
        &deep,
        &long,
        &many,
        r#"{"rules": {"name": "brandubh"}, "moves": ["a1-a9"]}"#,
        r#"{"rules": {"name": "brandubh"}, "start": "9/9"}"#,
        r#"{"rules": {"text": "game = 1"}}"#,
        r#"{"rules": {"name": "brandubh"}, "agent": "ugi:sh -c ls"}"#,
        "\u{0}\u{1}",
    ];
    for path in [
        "/api/rules",
        "/api/line",
        "/api/read",
        "/api/write",
        "/api/move",
        "/api/analysis",
        "/api/review",
    ] {
        for body in bodies {
            let (status, text) = answer(&routes, request(path, body)).await;
            let short = &body[..body.len().min(60)];
            assert!(status.as_u16() < 500, "{path} {short}: {status} {text}");
            if status != 200 {
                let told: Value = serde_json::from_str(&text).expect("JSON");
                assert!(
                    told["error"].as_str().is_some_and(|words| !words.is_empty()),
                    "{path} {short}"
                );
            }
        }
        let huge = "x".repeat(caps::BODY_BYTES + 1);
        assert_eq!(status(&routes, request(path, &huge)).await, 413, "{path}");
    }
    assert_eq!(queue.len(), 0);
}

/// Questions that nobody waits for any more take room until they are answered, so a server may have none left.
#[tokio::test]
async fn who_comes_when_too_much_waits_is_asked_to_come_again() {
    let server = Arc::new(settings(false).server());
    let routes = routes(Arc::clone(&server));
    let question = || request("/api/line", r#"{"rules": {"name": "brandubh"}}"#);
    let large = server.room_for((caps::SHORT_KIB - 1) << 10).expect("room for one");
    for path in ["/api/line", "/api/move"] {
        let (status, text) = answer(&routes, request(path, "{}")).await;
        assert!(status == 429 && text.contains("too much to do"), "{path}: {text}");
    }
    drop(large);
    assert_eq!(status(&routes, question()).await, 200);
    assert_eq!(server.room.available_permits(), caps::SHORT_KIB);
}

/// No path of a request is ever a path of a file.
#[tokio::test]
async fn paths_lead_nowhere() {
    let (routes, _) = server();
    for path in [
        "/../Cargo.toml",
        "/js/../../src/lib.rs",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/js/",
        "/css",
    ] {
        let request = Request::get(path).header("host", "localhost").body(Body::empty());
        assert_eq!(status(&routes, request.expect("a request")).await, 404, "{path}");
    }
}

#[tokio::test]
async fn programs_and_files_are_refused() {
    let (routes, _) = server();
    for agent in ["ugi:sh -c ls", "otep:sh -c ls", "network:9@/etc/passwd", "network:9@x.net"] {
        let question = json!({ "rules": { "name": "brandubh" }, "moves": [], "agent": agent });
        let told = stream(&routes, "/api/move", &question).await;
        let (name, data) = told.last().expect("a message");
        assert_eq!(name, "error", "{agent}");
        assert!(data["error"].as_str().is_some_and(|words| words.contains("a page")), "{data}");
    }
}

/// On a server for everybody one plays by the rule sets of the program, and no more.
#[tokio::test]
async fn a_public_server_only_plays() {
    let (routes, _) = server_for(true);
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    let mine = text.replace("name = \"brandubh\"", "name = \"mine\"");
    let standing = json!({ "rules": { "name": "tic-tac-toe" }, "agent": "level:novice" });
    let own = json!({ "rules": { "text": mine } });
    for (path, question, expected) in [
        ("/api/move", &standing, 200),
        ("/api/analysis", &standing, 403),
        ("/api/review", &standing, 403),
        ("/api/rules", &own, 403),
    ] {
        let request = request(path, &question.to_string());
        assert_eq!(status(&routes, request).await, expected, "{path}");
    }
    let mut last = 200;
    for _ in 0..200 {
        last = status(&routes, request("/api/line", &standing.to_string())).await;
        if last != 200 {
            break;
        }
    }
    assert_eq!(last, 429);
}
