//! Many connections at once: players, slow readers, and those that drop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game as _, Side, with_game};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::*;

/// Time for all that a test waits for.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server at a port of its own, which stops with the test.
struct Running {
    address: SocketAddr,
    queue: Queue,
    stop: Arc<AtomicBool>,
}

impl Running {
    async fn start() -> Self {
        Self::start_for(false).await
    }

    async fn start_for(public: bool) -> Self {
        let (routes, queue) = server_for(public);
        let listener = listen::bind(([127, 0, 0, 1], 0).into()).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        tokio::spawn(async move {
            listen::listen(listener, routes, move || asked.load(Ordering::Relaxed)).await;
        });
        Self { address, queue, stop }
    }

    /// A connection that has asked.
    async fn asking(&self, client: &str, path: &str, question: &Value) -> TcpStream {
        let body = question.to_string();
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nx-client: {client}\r\n\
             content-type: application/json\r\ncontent-length: {1}\r\nconnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        stream.write_all(body.as_bytes()).await.expect("it listens");
        stream
    }

    /// All that is answered to a question.
    async fn ask(&self, client: &str, path: &str, question: &Value) -> String {
        let mut stream = self.asking(client, path, question).await;
        let mut text = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut text)).await.expect("in time").expect("text");
        text
    }

    /// Waits until nothing is searched any more.
    async fn rest(&self) {
        let since = Instant::now();
        while self.queue.len() > 0 {
            assert!(since.elapsed() < PATIENCE, "{} searches are left", self.queue.len());
            sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.queue.close();
    }
}

fn standing(rules: &str, agent: &str) -> Value {
    standing_after(rules, agent, &[])
}

fn standing_after(rules: &str, agent: &str, moves: &[String]) -> Value {
    json!({ "rules": { "name": rules }, "moves": moves, "agent": agent })
}

/// `plies` moves of a game, of every kind.
fn legal_moves(rules: &str, plies: usize) -> Vec<String> {
    let game = AnyGame::by_name(rules).expect("embedded");
    with_game!(&game, |game| {
        let mut position = game.start(Side::Attackers);
        let mut play = |ply| {
            let moves = game.moves(&position);
            let mv = moves[7 * ply % moves.len()];
            let text = game.format_move(&position, mv);
            game.play(&mut position, mv);
            text
        };
        (0..plies).map(&mut play).collect()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_clients_get_their_moves() {
    let running = Arc::new(Running::start().await);
    let clients: Vec<_> = (0..200)
        .map(|number| {
            let running = Arc::clone(&running);
            tokio::spawn(async move {
                let client = format!("client{number}");
                let text =
                    running.ask(&client, "/api/move", &standing("brandubh", "rollouts:20")).await;
                assert!(text.starts_with("HTTP/1.1 200"), "{text}");
                assert!(text.contains("event: move"), "{text}");
                text.contains("event: place")
            })
        })
        .collect();
    let mut told = 0;
    for client in clients {
        told += usize::from(client.await.expect("it has a move"));
    }
    assert!(told > 0, "nobody was told the place in the queue");
    running.rest().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_drop_leave_nothing() {
    let running = Running::start().await;
    let mut kept = Vec::new();
    for number in 0..60 {
        let path = ["/api/analysis", "/api/move", "/api/review"][number % 3];
        let question = standing("tablut-linnaeus", "rollouts:20000");
        kept.push(running.asking(&format!("client{number}"), path, &question).await);
    }
    // Halves of requests, and bytes that are none.
    for text in [
        "POST /api/move HTTP/1.1\r\nhost:",
        "GET",
        "\u{16}\u{3}\u{1}\u{2}",
        "GET / HTTP/1.1\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(running.address).await.expect("a connection");
        stream.write_all(text.as_bytes()).await.expect("it listens");
        kept.push(stream);
    }
    sleep(Duration::from_millis(500)).await;
    drop(kept);
    running.rest().await;
    let text = running.ask("after", "/api/move", &standing("brandubh", "random")).await;
    assert!(text.contains("event: move"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_hold_nobody_up() {
    let running = Running::start().await;
    let mut slow = Vec::new();
    for number in 0..caps::ANALYSES + 4 {
        let question = standing("tablut-linnaeus", "rollouts:9");
        slow.push(running.asking(&format!("slow{number}"), "/api/analysis", &question).await);
    }
    sleep(Duration::from_millis(600)).await;
    for number in 0..5 {
        let (client, question) = (format!("quick{number}"), standing("brandubh", "rollouts:50"));
        assert!(running.ask(&client, "/api/move", &question).await.contains("event: move"));
    }
    drop(slow);
    running.rest().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_page_cannot_take_all() {
    let running = Running::start().await;
    let question = standing("tablut-linnaeus", "rollouts:9");
    let mut kept = Vec::new();
    for _ in 0..caps::JOBS_OF_CLIENT {
        kept.push(running.asking("greedy", "/api/analysis", &question).await);
    }
    while running.queue.len() < caps::JOBS_OF_CLIENT {
        sleep(Duration::from_millis(10)).await;
    }
    let text = running.ask("greedy", "/api/analysis", &question).await;
    assert!(text.starts_with("HTTP/1.1 429") && text.contains("stop one of them"), "{text}");
    drop(kept);
    running.rest().await;
}

/// A search of whatever kind computes for a turn at a time, so that others get their moves meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_searches_hold_nobody_up() {
    let running = Running::start().await;
    let moves = legal_moves("alea-evangelii", 40);
    for path in ["/api/review", "/api/move"] {
        for agent in ["alphabeta:depth=60", "rollouts:20000"] {
            let question = standing_after("alea-evangelii", agent, &moves);
            let long = running.asking("long", path, &question).await;
            sleep(Duration::from_millis(300)).await;
            for number in 0..3 {
                let (client, since) = (format!("quick{number}"), Instant::now());
                let question = standing("brandubh", "level:beginner");
                let text = running.ask(&client, "/api/move", &question).await;
                assert!(text.contains("event: move"), "{text}");
                assert!(since.elapsed() < caps::TURN * 12, "{path} {agent}: {:?}", since.elapsed());
            }
            assert!(running.queue.len() > 0, "{path} {agent} was over before");
            drop(long);
            running.rest().await;
        }
    }
}

/// A page of this name, as the proxy tells of an address.
fn at(name: &str, address: &str) -> String {
    format!("{name}\r\nx-forwarded-for: 203.0.113.9, {address}")
}

/// Whoever calls himself by many names on a public server is one client all the same, and strangers are served
/// between his searches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_no_use_on_a_public_server() {
    let running = Running::start_for(true).await;
    let (mut kept, question) = (Vec::new(), standing("alea-evangelii", "level:master"));
    for number in 0..caps::JOBS_OF_CLIENT {
        let name = at(&format!("name{number}"), "192.0.2.1");
        kept.push(running.asking(&name, "/api/move", &question).await);
    }
    while running.queue.len() < caps::JOBS_OF_CLIENT {
        sleep(Duration::from_millis(10)).await;
    }
    let text = running.ask(&at("another", "192.0.2.1"), "/api/move", &question).await;
    assert!(text.starts_with("HTTP/1.1 429") && text.contains("stop one of them"), "{text}");
    let (since, question) = (Instant::now(), standing("brandubh", "level:beginner"));
    let text = running.ask(&at("name0", "192.0.2.2"), "/api/move", &question).await;
    assert!(text.contains("event: move"), "{text}");
    assert!(since.elapsed() < caps::TURN * 12, "{:?}", since.elapsed());
    drop(kept);
    running.rest().await;
}

/// Strangers cannot ask a public server for an agent that computes for long.
#[tokio::test]
async fn a_public_server_has_its_own_agents_alone() {
    let (routes, _) = server_for(true);
    for agent in ["alphabeta:depth=60", "rollouts:1000", "network:4000"] {
        let told = stream(&routes, "/api/move", &standing("brandubh", agent)).await;
        let (name, data) = told.last().expect("a message");
        assert!(
            name == "error" && data["error"].as_str().is_some_and(|words| words.contains("offers"))
        );
    }
}
