//! Squares and lists of squares. `a1` is the first square of the first row of a position record.

/// A square as file and rank, from 0.
pub(super) type At = (usize, usize);

/// The sixteen squares of the attackers in the 9x9 setup: the camps.
const CAMPS: [&str; 16] = [
    "d1", "e1", "f1", "e2", "a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5", "d9", "e9", "f9", "e8",
];

/// Reads a square of a board with `size` files.
pub(super) fn read_square(text: &str, size: usize) -> Option<At> {
    let (letter, digits) = text.split_at_checked(1)?;
    let file = usize::from(letter.bytes().next()?.checked_sub(b'a')?);
    if digits.is_empty() || digits.len() > 2 || digits.starts_with(['0', '+']) {
        return None;
    }
    let rank = digits.parse::<usize>().ok()?.checked_sub(1)?;
    (file < size && rank < size).then_some((file, rank))
}

/// Reads `a1,a9,`; sorted, without duplicates.
pub(super) fn read_list(text: &str, size: usize) -> Option<Vec<At>> {
    let names = text.split(',').filter(|name| !name.is_empty());
    let mut squares = names.map(|name| read_square(name, size)).collect::<Option<Vec<_>>>()?;
    squares.sort_unstable();
    squares.dedup();
    Some(squares)
}

/// The four corners, sorted.
pub(super) fn corners(size: usize) -> Vec<At> {
    let last = size - 1;
    vec![(0, 0), (0, last), (last, 0), (last, last)]
}

/// The middle square.
pub(super) fn centre(size: usize) -> At {
    (size / 2, size / 2)
}

/// The camps of the 9x9 board, sorted.
pub(super) fn camps() -> Vec<At> {
    let mut squares: Vec<_> = CAMPS.iter().filter_map(|name| read_square(name, 9)).collect();
    squares.sort_unstable();
    squares
}

/// The camps as a list in a rules record.
pub(super) fn camps_list() -> String {
    CAMPS.iter().map(|name| format!("{name},")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read() {
        assert_eq!(read_square("a1", 9), Some((0, 0)));
        assert_eq!(read_square("s19", 19), Some((18, 18)));
        for wrong in ["", "a", "a0", "a01", "a+1", "j1", "a10", "A1", "é1", "a1x", "a999"] {
            assert_eq!(read_square(wrong, 9), None, "{wrong}");
        }
        assert_eq!(read_list("a9,a1,", 9), Some(vec![(0, 0), (0, 8)]));
        assert_eq!(read_list("", 9), Some(vec![]));
        assert_eq!(camps().len(), 16);
    }
}
