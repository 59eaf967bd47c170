//! Set-ups with fewer men, by which the stronger side gives the weaker one a start.

use std::collections::BTreeSet;

/// The squares of a drawn set-up: ranks from the top, as rule files have them.
struct Drawing(Vec<Vec<char>>);

/// File and rank from 0, counted from `a1`.
type Place = (usize, usize);

impl Drawing {
    fn of(setup: &str) -> Self {
        let rank = |line: &str| line.split_whitespace().flat_map(str::chars).collect();
        let ranks: Vec<Vec<char>> = setup.lines().map(rank).collect();
        Self(ranks.into_iter().filter(|rank| !rank.is_empty()).rev().collect())
    }

    fn at(&self, (file, rank): Place) -> Option<char> {
        self.0.get(rank)?.get(file).copied()
    }

    /// Every piece with its place.
    fn pieces(&self) -> impl Iterator<Item = (Place, char)> {
        let ranks = self.0.iter().enumerate();
        ranks
            .flat_map(|(rank, row)| row.iter().enumerate().map(move |(file, c)| ((file, rank), *c)))
            .filter(|(_, letter)| *letter != '.')
    }

    /// Where each of the eight ways to turn and mirror the board puts a place.
    fn images(&self, (file, rank): Place) -> [Place; 8] {
        let last = self.0.len().saturating_sub(1);
        let [far_file, far_rank] = [file, rank].map(|n| last.saturating_sub(n));
        let [a, b] = [(file, rank), (far_file, rank)];
        let [c, d] = [(file, far_rank), (far_file, far_rank)];
        [a, b, c, d, turned(a), turned(b), turned(c), turned(d)]
    }

    /// The ways, by number, that leave the set-up as it is.
    fn symmetries(&self) -> Vec<usize> {
        let same = |way: &usize| {
            self.pieces().all(|(place, letter)| self.at(self.images(place)[*way]) == Some(letter))
        };
        (0..8).filter(same).collect()
    }
}

const fn turned((file, rank): Place) -> Place {
    (rank, file)
}

/// The way that turns the board by half.
const HALF_TURN: usize = 3;

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap_or(u8::MAX - b'a')), rank + 1)
}

/// Men that a set-up can do without: pairs that stand opposite each other, as `d1+f9`, the attackers' first. Of pairs
/// that mirroring or turning the board makes equal, one is named. Where the halves of the board differ, single men.
pub fn men_to_leave_out(setup: &str) -> Vec<String> {
    let drawing = Drawing::of(setup);
    let ways = drawing.symmetries();
    let halves = ways.contains(&HALF_TURN);
    let mut seen = BTreeSet::new();
    let mut found = [Vec::new(), Vec::new()];
    for (place, letter) in drawing.pieces() {
        let Some(side) = ['A', 'D'].iter().position(|man| *man == letter) else { continue };
        let images = drawing.images(place);
        if ways.iter().any(|way| seen.contains(&images[*way])) {
            continue;
        }
        seen.insert(place);
        let opposite = Some(images[HALF_TURN]).filter(|other| halves && *other != place);
        let squares: Vec<String> =
            [Some(place), opposite].into_iter().flatten().map(name).collect();
        found[side].push(squares.join("+"));
    }
    found.concat()
}

/// A drawn set-up without the men on these squares, named as `d1+f9`.
///
/// # Errors
/// When a square is off the board, or no man stands there.
pub fn without_men(setup: &str, squares: &str) -> Result<String, String> {
    let mut drawing = Drawing::of(setup);
    for square in squares.split('+') {
        let places = drawing.pieces().find(|(place, _)| name(*place) == square);
        match places {
            Some(((file, rank), 'A' | 'D')) => drawing.0[rank][file] = '.',
            Some(_) => {
                return Err(format!(
                    "the king stands on `{square}`, and there is no game without him"
                ));
            }
            None => return Err(format!("no man stands on `{square}`")),
        }
    }
    let rows = drawing
        .0
        .iter()
        .rev()
        .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
    Ok(rows.map(|row| row + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::AnyGame;

    fn setup(rules: &str) -> String {
        let laws = AnyGame::by_name(rules).expect("embedded").laws().expect("switches");
        laws.text("setup").to_owned()
    }

    #[test]
    fn pairs_that_turning_makes_equal_are_named_once() {
        // The attackers of Tablut stand in four groups like a T, the defenders in a cross.
        assert_eq!(
            men_to_leave_out(&setup("tablut-linnaeus")),
            ["d1+f9", "e1+e9", "e2+e8", "e3+e7", "e4+e6"]
        );
    }

    #[test]
    fn men_are_left_out_and_nothing_else() {
        let whole = setup("tablut-linnaeus");
        for pair in men_to_leave_out(&whole) {
            let fewer = without_men(&whole, &pair).expect("men stand there");
            let men = |setup: &str| setup.chars().filter(char::is_ascii_alphabetic).count();
            assert_eq!(men(&fewer) + 2, men(&whole), "{pair}: {fewer}");
        }
        let [a, b] = ["d1+f9", "d9+f1"]
            .map(|pair| men_to_leave_out(&without_men(&whole, pair).expect("men")).len());
        assert_eq!(a, b, "mirror images");
    }

    #[test]
    fn a_lopsided_set_up_has_single_men() {
        let lopsided = "A . .\n. K .\n. . D\n";
        assert_eq!(men_to_leave_out(lopsided), ["a3", "c1"]);
        assert_eq!(without_men(lopsided, "a3").as_deref(), Ok(". . .\n. K .\n. . D\n"));
    }

    #[test]
    fn only_men_can_be_left_out() {
        let whole = setup("brandubh");
        for squares in ["d4", "a1", "z9", "", "d1+d1"] {
            without_men(&whole, squares).expect_err(squares);
        }
    }
}
