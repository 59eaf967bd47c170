//! Sets of squares as bits: seven for each file, of which the highest stays empty, so that shifted
//! sets do not run from one file into the next (Tromp's layout).
//!
//! ```text
//!  .  .  .  .  .  .  .
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

/// Files of the board.
pub(super) const WIDTH: u32 = 7;
/// Ranks of the board.
pub(super) const HEIGHT: u32 = 6;
/// Squares of the board.
pub(super) const SQUARES: u32 = WIDTH * HEIGHT;
/// Bits of a file.
const FILE: u32 = HEIGHT + 1;

/// The lowest square of each file.
pub(super) const BOTTOM: u64 = {
    let (mut set, mut file) = (0, 0);
    while file < WIDTH {
        set |= 1 << (file * FILE);
        file += 1;
    }
    set
};
/// All squares.
pub(super) const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);

/// All squares of a file.
pub(super) const fn file(file: u32) -> u64 {
    ((1 << HEIGHT) - 1) << (file * FILE)
}

/// The bit of a square.
pub(super) const fn bit(file: u32, rank: u32) -> u64 {
    1 << (file * FILE + rank)
}

/// File and rank of a bit.
pub(super) const fn place(bit: u64) -> (u32, u32) {
    let number = bit.trailing_zeros();
    (number / FILE, number % FILE)
}

/// The lowest empty square of each file that has one.
pub(super) const fn landings(stones: u64) -> u64 {
    (stones + BOTTOM) & BOARD
}

/// Distances between neighbours: along files, ranks and both diagonals.
const STEPS: [u32; 4] = [1, FILE, FILE - 1, FILE + 1];

/// Whether four of `stones` stand in a line.
pub(super) fn has_line(stones: u64) -> bool {
    STEPS.into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// The squares that would make a line of four with three of `stones`, taken or not.
pub(super) fn line_ends(stones: u64) -> u64 {
    // Along a file a line can only be completed on top.
    let mut ends = (stones << 1) & (stones << 2) & (stones << 3);
    for step in &STEPS[1..] {
        let pairs = (stones << step) & (stones << (2 * step));
        ends |= pairs & (stones << (3 * step)); // xxx.
        ends |= pairs & (stones >> step); // xx.x
        let pairs = (stones >> step) & (stones >> (2 * step));
        ends |= pairs & (stones << step); // x.xx
        ends |= pairs & (stones >> (3 * step)); // .xxx
    }
    ends & BOARD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_exactly_where_one_square_completes_them() {
        // All lines of four, by counting squares.
        let on_board = |file: i32, rank: i32| (0..7).contains(&file) && (0..6).contains(&rank);
        let mut lines = 0;
        for (df, dr) in [(0, 1), (1, 0), (1, -1), (1, 1)] {
            for (f, r) in (0..7).flat_map(|f| (0..6).map(move |r| (f, r))) {
                let squares: Vec<_> = (0..4).map(|n| (f + n * df, r + n * dr)).collect();
                if !squares.iter().all(|&(f, r)| on_board(f, r)) {
                    continue;
                }
                lines += 1;
                let bits: Vec<u64> =
                    squares.iter().map(|&(f, r)| bit(f as u32, r as u32)).collect();
                let all = bits.iter().sum::<u64>();
                assert!(has_line(all));
                for (nth, end) in bits.iter().enumerate() {
                    assert!(!has_line(all & !end));
                    let completes = line_ends(all & !end) & end != 0;
                    // Nobody plays below a stone.
                    assert_eq!(completes, (df, nth) == (1, nth) || nth == 3, "{squares:?} {nth}");
                }
            }
        }
        assert_eq!(lines, 69);
        assert_eq!(line_ends(file(3) & !bit(3, 5)) & !file(3), 0);
    }

    #[test]
    fn stones_land_on_top() {
        assert_eq!(landings(0), BOTTOM);
        assert_eq!(landings(file(2)), BOTTOM & !file(2));
        assert_eq!(landings(bit(0, 0) | bit(0, 1)), (BOTTOM & !file(0)) | bit(0, 2));
        assert_eq!(place(bit(4, 5)), (4, 5));
    }
}
