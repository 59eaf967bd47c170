//! Many strangers at once, as a process of its own meets them: the server answers meanwhile, and its memory comes back.
//!
//! In a release build an answer takes at most 100 ms, and the usual opponent's move 300 ms. Debug builds on a busy machine
//! get more time.

use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use imperial_net::Backend;
use imperial_serve::{Settings, caps, serve};

/// Time for an answer, but for one in ten.
const PROMPT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1000 } else { 100 });
/// Time for every answer.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 5 });
/// Time for the usual opponent's first move.
const MOVE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 300 });
/// Memory that may be left, in MiB: what the allocator keeps, and tables that are made once.
const LEFT_MIB: u64 = 24;

/// One test at a time: they measure the same process.
static ALONE: Mutex<()> = Mutex::new(());

/// A server that stops with the test.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
}

impl Running {
    fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, told) = mpsc::channel();
        let stopped = Arc::clone(&stop);
        let settings = Settings {
            address: ([127, 0, 0, 1], 0).into(),
            names: Vec::new(),
            rules: imperial_data::load_rules("brandubh").expect("embedded"),
            agents: Vec::new(),
            backend: Backend::cpu(),
            threads: 1,
            public: false,
        };
        let server = thread::spawn(move || {
            let ready = |address| tell.send(address).expect("the test waits");
            serve(settings, ready, || stopped.load(Ordering::Relaxed)).expect("it serves");
        });
        let address = told.recv().expect("it is ready");
        Self { address, stop, server: Some(server) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect_timeout(&self.address, PATIENCE).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// Asks, and leaves the answer where it is.
    fn post(&self, client: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nx-client: {client}\r\n\
             content-type: application/json\r\ncontent-length: {1}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it listens");
        stream
    }

    /// How long the page takes to come.
    fn time_of_page(&self) -> Duration {
        let started = Instant::now();
        let mut stream = self.connect();
        let head = format!("GET / HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).expect("it listens");
        let text = rest_of(stream);
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        started.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.server.take().map(JoinHandle::join);
    }
}

fn rest_of(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer in time");
    text
}

fn assert_prompt(mut times: Vec<Duration>) {
    times.sort_unstable();
    let (usual, worst) = (times[times.len() * 9 / 10 - 1], times[times.len() - 1]);
    println!("{} answers: nine of ten in {usual:?}, all in {worst:?}", times.len());
    assert!(usual <= PROMPT, "one answer in ten takes more than {usual:?}");
}

/// Files that this process may open.
fn most_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let open = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    open.and_then(|open| open.split_whitespace().next()?.parse().ok()).unwrap_or(1024)
}

/// Memory of this process in MiB, and its open files; Linux alone tells.
fn held() -> Option<(u64, usize)> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(((pages * 4096) >> 20, std::fs::read_dir("/proc/self/fd").ok()?.count()))
}

/// Opens connections in waves, most of which ask nothing or half a question and stay.
fn crowd(running: &Running, waves: usize, wave: usize, most: usize) -> Vec<Duration> {
    let (mut kept, mut times) = (VecDeque::new(), Vec::new());
    for _ in 0..waves {
        for number in 0..wave {
            let mut stream = running.connect();
            let half =
                ["", "GET / HTTP/1.1\r\nhost: loc", "POST /api/move HTTP/1.1\r\n"][number % 3];
            // The server may have ended it by now.
            let _ = stream.write_all(half.as_bytes());
            if number % 4 > 0 {
                kept.push_back(stream);
            }
        }
        while kept.len() > most {
            kept.pop_front();
        }
        times.extend((0..4).map(|_| running.time_of_page()));
    }
    times
}

/// Strangers who open thousands of connections and hold them, or ask half a question, or go again, neither keep the
/// page from others nor leave anything.
#[test]
fn thousands_of_silent_connections_hold_nobody_up() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let running = Running::start();
    // Our ends are files of this process, too.
    let most = (most_files() - 150).saturating_sub(caps::CONNECTIONS).clamp(60, 2500);
    println!("{most} connections are held");
    crowd(&running, 2, 400.min(most), most);
    let rest = |files: usize| {
        let since = Instant::now();
        while held().is_some_and(|(_, open)| open > files) {
            assert!(since.elapsed() < PATIENCE, "{:?} files are left of {files}", held());
            thread::sleep(Duration::from_millis(20));
        }
        println!("all are gone after {:?}", since.elapsed());
    };
    rest(60);
    let before = held();
    assert_prompt(crowd(&running, 10, 400.min(most), most));
    rest(60);
    if let (Some((before, _)), Some((after, _))) = (before, held()) {
        println!("{before} MiB before, {after} MiB after");
        assert!(after <= before + LEFT_MIB, "{before} MiB before, {after} MiB after");
    }
    assert_prompt((0..20).map(|_| running.time_of_page()).collect());
}

/// Searches are done beside the connections: the page comes and positions are told while two hundred wait for moves.
#[test]
fn the_page_comes_while_two_hundred_movers_wait() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let running = Running::start();
    let question = r#"{ "rules": { "name": "brandubh" }, "moves": [], "agent": "rollouts:60" }"#;
    let ask = |number| running.post(&format!("client{number}"), "/api/move", question);
    let movers: Vec<TcpStream> = (0..200).map(ask).collect();
    let mut times: Vec<Duration> = (0..30).map(|_| running.time_of_page()).collect();
    let standing = r#"{ "rules": { "name": "brandubh" }, "moves": [] }"#;
    times.extend((0..30).map(|_| {
        let started = Instant::now();
        let text = rest_of(running.post("other", "/api/line", standing));
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        started.elapsed()
    }));
    let answers: Vec<String> = movers.into_iter().map(rest_of).collect();
    assert!(answers.iter().all(|text| text.contains("event: move")), "all get their moves");
    assert!(answers.iter().any(|text| text.contains("event: place")), "some waited");
    assert_prompt(times);
}

/// Whoever opens the page and makes a move gets an answer soon, whatever the rules.
#[test]
fn the_usual_opponent_moves_soon_under_all_rules() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let running = Running::start();
    let mut times: Vec<(Duration, &str)> = Vec::new();
    for rules in imperial_engine::catalog::names() {
        let question = format!(
            r#"{{ "rules": {{ "name": "{rules}" }}, "moves": [], "agent": "level:casual", "seed": 7, "vary": true }}"#
        );
        let started = Instant::now();
        let text = rest_of(running.post("person", "/api/move", &question));
        assert!(text.contains("event: move"), "{rules}: {text}");
        times.push((started.elapsed(), rules));
    }
    times.sort_unstable();
    println!("slowest of {}: {:?}", times.len(), &times[times.len().saturating_sub(4)..]);
    assert!(times.iter().all(|(time, _)| *time <= MOVE), "{:?}", times.last());
}
