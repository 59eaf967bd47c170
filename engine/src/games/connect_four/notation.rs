//! Moves and positions as text.
//!
//! A move is the square where the stone lands, `d1`; a position is its ranks from the top, `x`
//! yellow, `o` red, digits for runs of empty squares: `7/7/7/7/3o3/3x3`.

use super::bits::{HEIGHT, WIDTH, bit, landings};
use super::stones::{Landing, Stones};
use crate::MoveError;
use crate::games::ranks;

const SHAPE: (usize, usize) = (WIDTH as usize, HEIGHT as usize);
const FILES: [char; WIDTH as usize] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

pub(super) fn write_move(mv: Landing) -> String {
    let (file, rank) = (u32::from(mv.0) % WIDTH, u32::from(mv.0) / WIDTH);
    format!("{}{}", FILES[file as usize], rank + 1)
}

pub(super) fn read_move(text: &str) -> Result<Landing, MoveError> {
    match text.as_bytes() {
        [file @ b'a'..=b'g', rank @ b'1'..=b'6'] => {
            Ok(Landing((rank - b'1') * WIDTH as u8 + (file - b'a')))
        }
        _ => Err(MoveError::new(text, "expected a square from a1 to g6")),
    }
}

fn letter(position: Stones, file: u32, rank: u32) -> Option<char> {
    let bit = bit(file, rank);
    match (position.yellow & bit != 0, position.red & bit != 0) {
        (true, _) => Some('x'),
        (_, true) => Some('o'),
        _ => None,
    }
}

pub(super) fn write_position(position: Stones) -> String {
    ranks::write(SHAPE, |file, rank| letter(position, file as u32, rank as u32))
}

/// Reads a position; `.` is an empty square, too.
pub(super) fn read_position(text: &str) -> Result<Stones, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != HEIGHT as usize {
        return Err(format!("the board has {HEIGHT} ranks, here are {}", ranks.len()));
    }
    let mut position = Stones::NONE;
    for (rank, letters) in (0..).zip(ranks.iter().rev()) {
        read_rank(&mut position, rank, letters)?;
    }
    let all = position.all();
    // Every stone stands on the bottom or on another one.
    if landings(all) & all != 0 || (0..WIDTH).any(|file| floats(all, file)) {
        return Err("a stone stands on an empty square".to_owned());
    }
    match position.yellow.count_ones().wrapping_sub(position.red.count_ones()) {
        0 | 1 => Ok(position),
        _ => Err("yellow has as many stones as red or one more".to_owned()),
    }
}

fn floats(all: u64, file: u32) -> bool {
    (1..HEIGHT).any(|rank| all & bit(file, rank) != 0 && all & bit(file, rank - 1) == 0)
}

fn read_rank(position: &mut Stones, rank: u32, letters: &str) -> Result<(), String> {
    let wrong = || format!("rank {} has not {WIDTH} squares", rank + 1);
    let mut file = 0;
    for letter in letters.chars() {
        let here = (file < WIDTH).then(|| bit(file, rank));
        match letter {
            'x' => position.yellow |= here.ok_or_else(wrong)?,
            'o' => position.red |= here.ok_or_else(wrong)?,
            '.' => {}
            '1'..='7' => file += letter.to_digit(10).unwrap_or_default() - 1,
            other => return Err(format!("`{other}` is not one of `x`, `o`, `.` and 1 to 7")),
        }
        file += 1;
    }
    if file == WIDTH { Ok(()) } else { Err(wrong()) }
}

pub(super) fn draw(position: Stones) -> String {
    let letter = |file, rank| letter(position, file as u32, rank as u32).unwrap_or('.');
    ranks::draw(SHAPE, 1, letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip() {
        for text in ["7/7/7/7/7/7", "7/7/7/3x3/3o3/2xox2", "x6/o6/x6/o6/x6/o6"] {
            assert_eq!(write_position(read_position(text).unwrap()), text);
        }
        assert_eq!(read_position("7/7/7/7/7/...x..."), read_position("7/7/7/7/7/3x3"));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (text, reason) in [
            ("7/7", "6 ranks"),
            ("7/7/7/7/7/8", "`8` is not"),
            ("7/7/7/7/7/6", "rank 1 has not 7"),
            ("7/7/7/7/7/7x", "rank 1 has not 7"),
            ("7/7/7/7/7/x7", "rank 1 has not 7"),
            ("7/7/7/7/3x3/7", "on an empty square"),
            ("7/7/7/7/7/xx5", "as many stones"),
            ("7/7/7/7/7/o6", "as many stones"),
        ] {
            let error = read_position(text).expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
