//! Positions as drawings: points joined by lines.
//!
//! ```text
//!  3  g---g---g
//!     | \ | / |
//!  2  .---.---.
//!     | / | \ |
//!  1  .---f---.
//!     a   b   c
//! ```

use super::compiled::Hunt;
use super::position::Position;
use super::setup::letter;

/// Columns from one file to the next.
const STRIDE: usize = 4;
/// Columns before the first file.
const MARGIN: usize = 4;

impl Hunt {
    pub(super) fn drawing(&self, position: &Position) -> String {
        let shape = self.graph.shape;
        let width = MARGIN + STRIDE * (shape.width - 1) + 1;
        // Two rows of text for each rank, the top one first, and one for the names of the files.
        let mut rows = vec![vec![' '; width]; 2 * shape.height];
        for edge in &self.graph.edges {
            self.draw_line(*edge, &mut rows);
        }
        for point in self.graph.points.iter() {
            let (row, column) = self.spot(point);
            rows[row][column] = match letter(position.pieces, point) {
                Some(letter) => letter.to_ascii_uppercase(),
                None => '.',
            };
        }
        for rank in 0..shape.height {
            let number = format!("{:>2}", rank + 1);
            let row = &mut rows[2 * (shape.height - 1 - rank)];
            row.iter_mut().zip(number.chars()).for_each(|(place, digit)| *place = digit);
        }
        for (file, name) in ('a'..).take(shape.width).enumerate() {
            rows[2 * shape.height - 1][MARGIN + STRIDE * file] = name;
        }
        let text =
            |row: Vec<char>| row.into_iter().collect::<String>().trim_end().to_owned() + "\n";
        let board: String = rows.into_iter().map(text).collect();
        board + &self.draw_hands(position)
    }

    /// Row and column of a point.
    fn spot(&self, point: u8) -> (usize, usize) {
        let (file, rank) = self.graph.place(point);
        (2 * (self.graph.shape.height - 1 - rank), MARGIN + STRIDE * file)
    }

    /// Marks the way between two points, as far as letters can.
    fn draw_line(&self, [from, to]: [u8; 2], rows: &mut [Vec<char>]) {
        let [(row, column), (to_row, to_column)] = [from, to].map(|point| self.spot(point));
        if row == to_row {
            (column.min(to_column) + 1..column.max(to_column))
                .for_each(|between| rows[row][between] = '-');
            return;
        }
        if row > to_row {
            return; // drawn from the upper end
        }
        let sign = match column.cmp(&to_column) {
            std::cmp::Ordering::Equal => '|',
            std::cmp::Ordering::Less => '\\',
            std::cmp::Ordering::Greater => '/',
        };
        for (down, between) in rows[row..to_row].iter_mut().enumerate().skip(1) {
            // Half a column counts to the right, so that signs beside each other stay apart.
            let share = down * column.abs_diff(to_column) / (to_row - row);
            let at = if column < to_column { column + share } else { column - share };
            let crossed = ['\\', '/'].contains(&between[at]) && between[at] != sign;
            between[at] = if crossed { 'X' } else { sign };
        }
    }

    fn draw_hands(&self, position: &Position) -> String {
        let sides = &self.rules.sides;
        let hands = [
            (position.hands.attackers, &sides.attackers),
            (position.hands.defenders, &sides.defenders),
        ];
        let hands = hands.into_iter().filter(|(number, _)| *number > 0);
        hands.map(|(number, who)| format!("    in hand: {number} ({who})\n")).collect()
    }
}
