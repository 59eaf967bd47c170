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
    for key in ["capture_optional", "immobilisation"] {
        lines.push(format!("{key} = {}", rng.random_bool(0.4)));
    }
    lines.push(throne_hostile(rng));
    lines.push(corner_hostile(rng));
    lines.push(format!(
        "repetition = {{ count = {}, result = \"{}\" }}",
        rng.random_range(2..=4),
        ["draw", "loss", "defenders-lose"].choose(rng).expect("a result")
    ));
    if rng.random() {
        lines.push(format!("quiet_limit = {}", rng.random_range(4..=30)));
    }
    lines.push(format!("ply_limit = {}", rng.random_range(10..=60)));
    lines.join("\n") + "\n"
}

/// Keys whose value is one of some words.
const WORDS: [(&str, &[&str]); 11] = [
    ("first", &["attackers", "defenders", "lot"]),
    ("goal", &["edge", "corner", "edge-held"]),
    ("king_capture", &["two", "four", "linnaean"]),
    ("king_arms", &["none", "hammer", "anvil", "both"]),
    ("throne_stop", &["anyone", "king", "nobody"]),
    ("throne_pass", &["anyone", "king", "nobody"]),
    ("corner_stop", &["anyone", "king"]),
    ("captures", &["all", "one"]),
    ("linnaean_capture", &["off", "any-man", "last-man"]),
    ("entering", &["safe", "suicide"]),
    ("stuck", &["loss", "draw"]),
];

const DEFAULTED: [&str; 4] = ["corner_stop", "linnaean_capture", "entering", "stuck"];

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
            (_, 1) if along == middle => "A",
            _ => ".",
        }
    };
    let rank = |rank| (0..size).map(|file| square(file, rank)).collect::<Vec<_>>().join(" ");
    (0..size).rev().map(|number| rank(number) + "\n").collect()
}
