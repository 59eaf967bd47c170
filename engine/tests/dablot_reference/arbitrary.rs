//! Random games: boards, laws and positions.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::boards::{Point, Ways, name};

/// The text of a random rule file. Limits are low, so that games reach them.
pub fn dablot_rule_set(rng: &mut ChaCha8Rng) -> String {
    let (board, ways) = if rng.random_bool(0.6) {
        let (columns, ranks) =
            *[(2, 3), (3, 3), (4, 5), (3, 5), (5, 3), (6, 7)].choose(rng).expect("a size");
        (format!("columns = {columns}\nranks = {ranks}"), Ways::lattice(columns, ranks))
    } else {
        own_board(rng)
    };
    let promotion = *["none", "far-rank", "unbacked"].choose(rng).expect("a value");
    let setup = match rng.random_bool(0.2) {
        true => mirrored(&ways, rng),
        false => scattered(&ways, promotion, true, rng),
    };
    let mut text = vec![
        "game = \"dablot\"\nname = \"random\"\ntitle = \"Random\"\nsource = \"drawn at random\""
            .to_owned(),
        board,
        format!("setup = \"{setup}\""),
        format!("promotion = \"{promotion}\""),
        format!("repetition = {{ count = {}, result = \"draw\" }}", rng.random_range(2..=4)),
        format!("ply_limit = {}", rng.random_range(10..=60)),
    ];
    if rng.random_bool(0.7) {
        text.push(format!("quiet_limit = {}", rng.random_range(4..=30)));
    }
    for (key, share) in [("compulsory", 0.3), ("men_back", 0.6), ("ambush", 0.5)] {
        text.push(format!("{key} = {}", rng.random_bool(share)));
    }
    let mut choose = |key: &str, values: &[&str]| {
        text.push(format!("{key} = {}", values.choose(rng).expect("a value")));
    };
    choose("ladder", &["3", "4"]);
    choose("actions", &["1", "1", "1", "2", "3"]);
    choose("first", &["\"attackers\"", "\"defenders\"", "\"lot\""]);
    choose("stuck", &["\"loss\"", "\"loss\"", "\"draw\""]);
    text.join("\n") + "\n"
}

/// A board of one's own: ranks, and lines that join points of neighbouring ranks at random.
fn own_board(rng: &mut ChaCha8Rng) -> (String, Ways) {
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
    let text = |line: &Vec<Point>| line.iter().map(|p| name(*p)).collect::<Vec<_>>().join(" ");
    let texts: Vec<String> = lines.iter().map(text).collect();
    let quoted: Vec<String> = texts.iter().map(|line| format!("\"{line}\"")).collect();
    (format!("lines = [{}]", quoted.join(", ")), Ways::of_lines(&texts))
}

/// A board with pieces of both sides anywhere.
fn scattered(ways: &Ways, promotion: &str, has_leaders: bool, rng: &mut ChaCha8Rng) -> String {
    let mut points: Vec<Point> = ways.points.iter().copied().collect();
    points.shuffle(rng);
    let most = points.len() / 3;
    let mut letters = Vec::new();
    for side in 0..2 {
        let kinds = if promotion == "unbacked" { "MMMMNOOP" } else { "MMMMMOOP" };
        let kinds: Vec<char> = kinds.chars().collect();
        let count = rng.random_range(1..=most.max(1));
        let leader = (has_leaders || rng.random_bool(0.9)).then_some('K');
        let others = (0..count).map(|_| *kinds.choose(rng).expect("a kind"));
        for letter in leader.into_iter().chain(others) {
            letters.push(if side == 0 { letter } else { letter.to_ascii_lowercase() });
        }
    }
    let letter = |point: &Point| {
        let place = points.iter().position(|other| other == point).expect("a point");
        letters.get(place).copied().unwrap_or('.')
    };
    written(ways, letter)
}

/// A board whose pieces stand alike on the left and on the right, as far as the points do.
fn mirrored(ways: &Ways, rng: &mut ChaCha8Rng) -> String {
    let width = ways.points.iter().map(|(file, _)| *file).max().expect("points");
    let height = ways.height();
    let middle = (width + 1) / 2;
    let free = |rank: i32| (1..=width).find(|file| ways.points.contains(&(*file, rank)));
    let leader = |rank: i32| match ways.points.contains(&(middle, rank)) {
        true => middle,
        false => free(rank).expect("a point"),
    };
    let (low, high) = (leader(1), leader(height));
    let crowd = rng.random_range(1..=2.min(height / 2));
    written(ways, |(file, rank)| match (*file, *rank) {
        at if at == (low, 1) => 'K',
        at if at == (high, height) => 'k',
        (_, rank) if rank <= crowd => 'M',
        (_, rank) if rank > height - crowd => 'm',
        _ => '.',
    })
}

fn written(ways: &Ways, letter: impl Fn(&Point) -> char) -> String {
    let rank =
        |rank: i32| ways.points.iter().filter(|(_, r)| *r == rank).map(&letter).collect::<String>();
    (1..=ways.height()).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// The text of a position with pieces anywhere, at any place of a turn.
pub fn dablot_position(
    ways: &Ways,
    promotion: &str,
    actions: usize,
    rng: &mut ChaCha8Rng,
) -> String {
    let board = scattered(ways, promotion, false, rng);
    let side = ["a", "d"].choose(rng).expect("a side");
    let done = rng.random_range(0..actions);
    let state = if done == 0 { "-".to_owned() } else { (actions - done).to_string() };
    format!("{board} {side} {state} 0 0")
}
