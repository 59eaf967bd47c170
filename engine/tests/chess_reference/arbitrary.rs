//! Random games: pieces, boards, laws and positions.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::laws::{Laws, as_side};
use super::reach::in_check;
use super::state::State;
use crate::agreement::Reference as _;

/// The text of a random rule file, which may contradict itself. Limits are low, so that games reach them.
pub fn chess_rule_set(rng: &mut ChaCha8Rng) -> String {
    let (files, ranks) = (rng.random_range(3..=6), rng.random_range(4..=7));
    let has_king = rng.random_bool(0.6);
    let mut letters: Vec<char> = ('A'..='Z').filter(|letter| !"KP".contains(*letter)).collect();
    letters.shuffle(rng);
    letters.truncate(rng.random_range(1..=4));
    let has_pawns = rng.random_bool(0.8);
    // Nothing tells left from right, so that boards can be mirrored.
    let is_even = rng.random_bool(0.2);
    let mut pieces: Vec<String> = letters.iter().map(|letter| piece(*letter, rng)).collect();
    if has_king {
        pieces.push(king(rng));
    }
    if has_pawns {
        pieces.push("letter = \"P\"\nname = \"pawn\"\npawn = true\n".to_owned());
    }
    let mut text = vec![
        "game = \"chess\"\nname = \"random\"\ntitle = \"Random\"\nsource = \"drawn at random\""
            .to_owned(),
        format!("files = {files}\nranks = {ranks}"),
        format!(
            "setup = \"{}\"",
            setup((files, ranks), &letters, (has_king, has_pawns, is_even), rng)
        ),
        format!("repetition = {{ count = {}, result = \"draw\" }}", rng.random_range(2..=4)),
        format!("ply_limit = {}", rng.random_range(10..=60)),
        format!("stuck = \"{}\"", ["loss", "draw"].choose(rng).expect("a value")),
        format!("pawn_rank = {}", rng.random_range(1..=2)),
        format!("pawn_first = {}", rng.random_range(1..=3)),
    ];
    let takes = ["[\"diagonal\"]", "[\"diagonal\", \"ahead\"]", "[\"ahead\"]", "[]"];
    text.push(format!("pawn_takes = {}", takes.choose(rng).expect("a value")));
    if rng.random_bool(0.7) {
        text.push(format!("quiet_limit = {}", rng.random_range(4..=30)));
    }
    let charge = !has_king && !is_even && rng.random_bool(0.6);
    let in_passing = !charge && !is_even && rng.random_bool(0.5);
    text.push(format!("in_passing = {in_passing}"));
    let some_do = |what: &str| pieces.iter().any(|piece| piece.contains(what));
    let may_hitch = some_do("rides = true") && some_do("carries = true");
    text.push(format!("hitching = {}", may_hitch && rng.random_bool(0.6)));
    text.push(format!("deployment = {}", !is_even && rng.random_bool(0.5)));
    if charge {
        text.push(format!("charge = {}", rng.random_range(1..=3)));
    }
    text.extend(changes(&letters, (has_king, is_even), rng));
    if has_king && !is_even && rng.random_bool(0.5) {
        text.push(castling(files, ranks, rng));
    }
    format!("{}\n\n[[pieces]]\n{}", text.join("\n"), pieces.join("\n[[pieces]]\n"))
}

/// Laws by which pieces become others: promotion or replacement, imperials, succession.
fn changes(
    letters: &[char],
    (has_king, is_even): (bool, bool),
    rng: &mut ChaCha8Rng,
) -> Vec<String> {
    let mut lines = Vec::new();
    let some = |rng: &mut ChaCha8Rng| -> String {
        letters.iter().filter(|_| rng.random_bool(0.7)).collect()
    };
    let changes = rng.random_range(0..3);
    if changes == 1 {
        lines.push(format!("promotes_to = \"{}\"", some(rng)));
    } else if changes == 2 && !is_even {
        lines.push(format!("replacement = [\"{}P {}P\"]", some(rng), some(rng)));
    }
    if !has_king && rng.random_bool(0.6) {
        lines.push(format!("imperials = \"{}\"", letters[0]));
    }
    if let [crown, regent, heirs @ ..] = letters
        && !heirs.is_empty()
        && !is_even
        && rng.random_bool(0.7)
    {
        let heirs: String = heirs.iter().collect();
        let home = rng.random_range(1..=3);
        lines.push(format!(
            "succession = {{ crown = \"{crown}\", regent = \"{regent}\", heirs = \"{heirs}\", home = {home} }}"
        ));
    }
    lines
}

fn piece(letter: char, rng: &mut ChaCha8Rng) -> String {
    let mut text = format!("letter = \"{letter}\"\nname = \"piece\"\n");
    let ways = ["[\"orthogonal\"]", "[\"diagonal\"]", "[\"orthogonal\", \"diagonal\"]"];
    let way = |rng: &mut ChaCha8Rng| *ways.choose(rng).expect("a way");
    match rng.random_range(0..6) {
        0 | 1 => text += &format!("slides = {}\n", way(rng)),
        2 => text += &format!("walk = {}\nwalk_ways = {}\n", rng.random_range(1..=3), way(rng)),
        3 => {
            let leap = [rng.random_range(0..=1), rng.random_range(1..=2)];
            text += &format!("leaps = [{leap:?}]\nslides = {}\n", way(rng));
        }
        _ => {
            let leap = [rng.random_range(0..=2), rng.random_range(1..=2)];
            text += &format!("leaps = [{leap:?}, [0, 1]]\n");
        }
    }
    if rng.random_bool(0.15) {
        text += "takes = false\n";
    }
    if rng.random_bool(0.2) {
        text += &format!("shoots = {}\n", rng.random_range(1..=2));
    }
    for (key, share) in [("rides", 0.5), ("carries", 0.4)] {
        if rng.random_bool(share) {
            text += &format!("{key} = true\n");
        }
    }
    text
}

fn king(rng: &mut ChaCha8Rng) -> String {
    let goes =
        ["leaps = [[0, 1], [1, 1]]", "walk = 1", "slides = [\"diagonal\"]\nleaps = [[0, 1]]"];
    let goes = goes.choose(rng).expect("a way");
    format!("letter = \"K\"\nname = \"king\"\nroyal = true\n{goes}\n")
}

/// Pieces of both sides on their first ranks, pawns before them, each square filled or not.
fn setup(
    (files, ranks): (usize, usize),
    letters: &[char],
    (has_king, has_pawns, is_even): (bool, bool, bool),
    rng: &mut ChaCha8Rng,
) -> String {
    let is_full = rng.random_bool(0.5);
    let is_mirrored = is_even || rng.random_bool(0.1);
    let mut rows = vec![vec!['.'; files]; ranks];
    let king = files / 2;
    for side in 0..2 {
        let row = |rank: usize| if side == 0 { rank } else { ranks - 1 - rank };
        let (first, second) = (row(0), row(1));
        for (file, square) in rows[first].iter_mut().enumerate() {
            if has_king && file == king {
                *square = as_side('K', side);
            } else if is_full || rng.random_bool(0.7) {
                *square = as_side(*letters.choose(rng).expect("a letter"), side);
            }
        }
        for square in rows[second].iter_mut().filter(|_| has_pawns) {
            if is_full || rng.random_bool(0.7) {
                *square = as_side('P', side);
            }
        }
        if is_mirrored {
            for rank in [first, second] {
                for file in 0..files / 2 {
                    rows[rank][files - 1 - file] = rows[rank][file];
                }
            }
            if has_king {
                rows[first][king] = as_side('K', side);
            }
        }
    }
    let ranks: Vec<String> = rows.iter().rev().map(|rank| rank.iter().collect()).collect();
    ranks.join("/")
}

/// A castling of both sides to the left, over so many files as there are.
fn castling(files: usize, ranks: usize, rng: &mut ChaCha8Rng) -> String {
    let name = |file: usize, rank: usize| format!("{}{rank}", char::from(b'a' + file as u8));
    let king = files / 2;
    let to = rng.random_range(0..files);
    let rook = if rng.random_bool(0.5) { 0 } else { files - 1 };
    let rook_to = rng.random_range(0..files);
    let one = |rank: usize| {
        let squares = [king, to, rook, rook_to].map(|file| name(file, rank));
        format!("\"{}-{} {}-{}\"", squares[0], squares[1], squares[2], squares[3])
    };
    format!("castling = [{}, {}]", one(1), one(ranks))
}

/// The text of a position with pieces anywhere, the side that has moved not in check.
pub fn chess_position(laws: &Laws, rng: &mut ChaCha8Rng) -> Option<String> {
    let mut squares: Vec<(i32, i32)> =
        (1..=laws.ranks).flat_map(|rank| (1..=laws.files).map(move |file| (file, rank))).collect();
    squares.shuffle(rng);
    let mut pieces: Vec<char> = laws.start.values().copied().collect();
    let share = rng.random_range(0.3..1.0);
    pieces.retain(|piece| laws.kind(*piece).royal || rng.random_bool(share));
    let board = squares.into_iter().zip(pieces).collect();
    let side = rng.random_range(0..2);
    let text = format!("{} {} - 0 0", laws.write(&board), ["a", "d"][side]);
    let state = State::parse(laws, &text);
    (!in_check(laws, &state.board, 1 - side)).then_some(text)
}
