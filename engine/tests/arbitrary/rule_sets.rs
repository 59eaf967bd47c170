//! Random rule sets: every switch is drawn on its own.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

/// The text of a random rule file for a board of 5 to 13 files. Limits are low, so that games reach
/// them.
pub fn rule_set(rng: &mut ChaCha8Rng) -> String {
    let size = *[5, 7, 9, 9, 9, 11, 13].choose(rng).expect("a size");
    let mut lines = vec![
        "game = \"tafl\"".to_owned(),
        "name = \"random\"".to_owned(),
        "title = \"Random\"".to_owned(),
        "source = \"drawn at random\"".to_owned(),
        format!("size = {size}"),
        format!("setup = \"\"\"\n{}\"\"\"", setup(size)),
    ];
    if rng.random_bool(0.3) {
        lines.push(format!("king_reach = {}", rng.random_range(1..=5)));
    }
    if rng.random_bool(0.2) {
        lines.push(format!("men_reach = {}", rng.random_range(1..=5)));
    }
    for (key, values) in WORDS {
        // A key with a default may be missing.
        if !DEFAULTED.contains(&key) || rng.random_bool(0.8) {
            lines.push(format!("{key} = \"{}\"", values.choose(rng).expect("a value")));
        }
    }
    if size == 9 {
        lines.push(format!("camps = \"{}\"", ["none", "home", "sealed"].choose(rng).expect("one")));
    }
    let has_camps =
        lines.last().is_some_and(|line| line.contains("home") || line.contains("sealed"));
    for key in ["capture_optional", "immobilisation", "king_notice"] {
        lines.push(format!("{key} = {}", rng.random_bool(0.4)));
    }
    lines.push(format!("two_roads = {}", rng.random_bool(0.2)));
    if !has_camps {
        for (key, values) in FORMATIONS {
            lines.push(format!("{key} = {}", values.choose(rng).expect("a value")));
        }
    }
    lines.push(throne_hostile(rng));
    lines.push(corner_hostile(rng));
    lines.push(repetition(rng));
    if rng.random() {
        lines.push(format!("quiet_limit = {}", rng.random_range(4..=30)));
    }
    lines.push(format!("ply_limit = {}", rng.random_range(10..=60)));
    lines.join("\n") + "\n"
}

/// Keys whose value is one of some words.
const WORDS: [(&str, &[&str]); 13] = [
    ("first", &["attackers", "defenders", "lot"]),
    ("goal", &["edge", "corner", "edge-held", "edge-run"]),
    ("king_capture", &["two", "four", "linnaean", "enclosed"]),
    ("king_arms", &["none", "hammer", "anvil", "both"]),
    ("throne_stop", &["anyone", "king", "nobody"]),
    ("throne_pass", &["anyone", "king", "nobody"]),
    ("corner_stop", &["anyone", "king"]),
    ("camps_hostile_to", &["all", "enemies"]),
    ("camps_pass", &["nobody", "own"]),
    ("captures", &["all", "one"]),
    ("linnaean_capture", &["off", "any-man", "last-man"]),
    ("entering", &["safe", "suicide"]),
    ("stuck", &["loss", "draw"]),
];

const DEFAULTED: [&str; 6] =
    ["corner_stop", "camps_hostile_to", "camps_pass", "linnaean_capture", "entering", "stuck"];

/// The laws that go with no camps; `true` and `false` are words for two of their values.
const FORMATIONS: [(&str, &[&str]); 4] = [
    ("shieldwall", &["\"off\"", "false", "\"flank\"", "true", "\"any\"", "\"any\""]),
    ("shieldwall_corner", &["false", "true"]),
    ("exit_fort", &["\"off\"", "false", "\"edge\"", "true", "\"reach\"", "\"reach\""]),
    ("encirclement", &["\"off\"", "false", "\"ring\"", "true", "\"firm\"", "\"firm\""]),
];

fn repetition(rng: &mut ChaCha8Rng) -> String {
    let results = ["draw", "loss", "defenders", "defenders-own", "banned"];
    match *results.choose(rng).expect("a result") {
        "banned" => "repetition = { result = \"banned\" }".to_owned(),
        result => {
            let count = rng.random_range(2..=4);
            format!("repetition = {{ count = {count}, result = \"{result}\" }}")
        }
    }
}

fn throne_hostile(rng: &mut ChaCha8Rng) -> String {
    let pairs: Vec<String> = ["attackers", "defenders", "king"]
        .into_iter()
        .filter_map(|whose| match rng.random_range(0..3) {
            0 => None,
            1 => Some(format!("{whose} = \"empty\"")),
            _ => Some(format!("{whose} = \"always\"")),
        })
        .collect();
    format!("throne_hostile = {{ {} }}", pairs.join(", "))
}

fn corner_hostile(rng: &mut ChaCha8Rng) -> String {
    let whose: Vec<&str> = ["\"attackers\"", "\"defenders\"", "\"king\""]
        .into_iter()
        .filter(|_| rng.random())
        .collect();
    format!("corner_hostile = [{}]", whose.join(", "))
}

/// A starting layout: the tablut cross, stretched or shrunk to the board.
fn setup(size: i32) -> String {
    let middle = size / 2;
    let square = |file: i32, rank: i32| {
        let (along, across) = (
            (file - middle).abs().max((rank - middle).abs()),
            (file - middle).abs().min((rank - middle).abs()),
        );
        match (along, across) {
            (0, _) => "K",
            (_, 0) if along == middle || (size > 5 && along == middle - 1) => "A",
            (_, 0) if along <= 2 => "D",
            // On 5x5 they would be a ring from the start.
            (_, 1) if along == middle && size > 5 => "A",
            _ => ".",
        }
    };
    let rank = |rank| (0..size).map(|file| square(file, rank)).collect::<Vec<_>>().join(" ");
    (0..size).rev().map(|number| rank(number) + "\n").collect()
}
