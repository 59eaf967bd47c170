//! Random hunt games: boards, laws and positions.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::boards::{Lines, Point, name};

const BOARDS: [&str; 5] = ["cross", "cross-full", "alquerque", "chequered", "triangle"];

/// The text of a random rule file. Limits are low, so that games reach them.
pub fn hunt_rule_set(rng: &mut ChaCha8Rng) -> String {
    let (board, lines) = if rng.random_bool(0.7) {
        let name = *BOARDS.choose(rng).expect("a board");
        (format!("board = \"{name}\""), Lines::named(name))
    } else {
        own_board(rng)
    };
    let points: Vec<Point> = lines.points().into_iter().collect();
    let (many, few) = (rng.random_range(2..=points.len() / 2), rng.random_range(1..=3));
    let [hand_many, hand_few] =
        [many, few].map(|all| if rng.random_bool(0.3) { rng.random_range(1..=all) } else { 0 });
    let setup = scattered(&lines, many - hand_many, few - hand_few, rng);
    let mut text = vec![
        "game = \"hunt\"\nname = \"random\"\ntitle = \"Random\"\nsource = \"drawn at random\""
            .to_owned(),
        board,
        format!("setup = \"{setup}\"\nhand_many = {hand_many}\nhand_few = {hand_few}"),
        format!("repetition = {{ count = {}, result = \"draw\" }}", rng.random_range(2..=4)),
        format!("ply_limit = {}", rng.random_range(10..=60)),
    ];
    let captures = rng.random_bool(0.9);
    text.push(format!("few_capture = {captures}"));
    if captures {
        text.push(format!("few_win_captures = {}", rng.random_range(0..=many)));
    }
    for (key, values) in WORDS {
        if rng.random_bool(0.8) && (captures || !OF_CAPTURES.contains(&key)) {
            text.push(format!("{key} = \"{}\"", values.choose(rng).expect("a value")));
        }
    }
    for key in ["few_goal", "many_goal"] {
        if rng.random_bool(0.7) {
            continue;
        }
        let goal: Vec<String> =
            points.sample(rng, many.min(3)).map(|point| format!("\"{}\"", name(*point))).collect();
        text.push(format!("{key} = [{}]", goal.join(", ")));
    }
    let mut ways = vec!["\"forward\"", "\"sideways\"", "\"backward\""];
    ways.shuffle(rng);
    ways.truncate(rng.random_range(1..=3));
    text.push(format!("many_ways = [{}]", ways.join(", ")));
    text.join("\n") + "\n"
}

const WORDS: [(&str, &[&str]); 7] = [
    ("first", &["attackers", "defenders", "lot"]),
    ("many_lines", &["all", "all", "orthogonal"]),
    ("few_lines", &["all", "all", "orthogonal"]),
    ("chain", &["single", "optional", "forced"]),
    ("compulsory", &["no", "yes", "huff"]),
    ("trapped", &["stays", "removed"]),
    ("stuck", &["loss", "draw"]),
];

/// Words that mean nothing where nothing is captured.
const OF_CAPTURES: [&str; 2] = ["chain", "compulsory"];

/// A board of one's own: ranks, and lines that join points of neighbouring ranks at random.
fn own_board(rng: &mut ChaCha8Rng) -> (String, Lines) {
    let (width, height) = (rng.random_range(3..=7), rng.random_range(3..=6));
    let mut lines: Vec<Vec<Point>> =
        (1..=height).map(|rank| (1..=width).map(|file| (file, rank)).collect()).collect();
    for _ in 0..rng.random_range(2..=8) {
        let mut file: i32 = rng.random_range(1..=width);
        let line = (1..=height).map(|rank| {
            let point = (file, rank);
            file = (file + rng.random_range(-1..=1)).clamp(1, width);
            point
        });
        lines.push(line.collect());
    }
    let text = |line: &Vec<Point>| {
        format!("\"{}\"", line.iter().map(|point| name(*point)).collect::<Vec<_>>().join(" "))
    };
    let texts: Vec<String> = lines.iter().map(text).collect();
    (format!("lines = [{}]", texts.join(", ")), Lines(lines))
}

/// A board with so many pieces anywhere.
fn scattered(lines: &Lines, many: usize, few: usize, rng: &mut ChaCha8Rng) -> String {
    let mut points: Vec<Point> = lines.points().into_iter().collect();
    points.shuffle(rng);
    let letter = |point: &Point| match points.iter().position(|other| other == point) {
        Some(place) if place < many => 'g',
        Some(place) if place < many + few => 'f',
        _ => '.',
    };
    let highest = points.iter().map(|(_, rank)| *rank).max().expect("points");
    let all = lines.points();
    let rank = |rank: i32| all.iter().filter(|(_, r)| *r == rank).map(letter).collect::<String>();
    (1..=highest).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// The text of a position of a random rule set or another one, with pieces anywhere.
pub fn hunt_position(
    lines: &Lines,
    [many, few]: [usize; 2],
    hands: &str,
    rng: &mut ChaCha8Rng,
) -> String {
    let many = rng.random_range(0..=many);
    let few = rng.random_range(0..=few);
    let side = ["a", "d"].choose(rng).expect("a side");
    format!("{} {side} {hands} 0 0", scattered(lines, many, few, rng))
}
