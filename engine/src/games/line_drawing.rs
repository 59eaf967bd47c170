//! Boards of points as drawings: points joined by lines.
//!
//! ```text
//!  3  g---g---g
//!     | \ | / |
//!  2  .---.---.
//!     | / | \ |
//!  1  .---f---.
//!     a   b   c
//! ```

use super::lines::Place;
use crate::BoardShape;

/// Columns from one file to the next.
const STRIDE: usize = 4;
/// Columns before the first file.
const MARGIN: usize = 4;

/// Draws a board: its edges, each both ways round or from its upper end, and the sign of each point.
pub(super) fn draw(
    shape: BoardShape,
    edges: impl Iterator<Item = [Place; 2]>,
    points: impl Iterator<Item = (Place, char)>,
) -> String {
    let width = MARGIN + STRIDE * (shape.width - 1) + 1;
    // Two rows of text for each rank, the top one first, and one for the names of the files.
    let mut rows = vec![vec![' '; width]; 2 * shape.height];
    for edge in edges {
        draw_line(edge.map(|place| spot(shape, place)), &mut rows);
    }
    for (place, sign) in points {
        let (row, column) = spot(shape, place);
        rows[row][column] = sign;
    }
    for rank in 0..shape.height {
        let number = format!("{:>2}", rank + 1);
        let row = &mut rows[2 * (shape.height - 1 - rank)];
        row.iter_mut().zip(number.chars()).for_each(|(place, digit)| *place = digit);
    }
    for (file, name) in ('a'..).take(shape.width).enumerate() {
        rows[2 * shape.height - 1][MARGIN + STRIDE * file] = name;
    }
    let text = |row: Vec<char>| row.into_iter().collect::<String>().trim_end().to_owned() + "\n";
    rows.into_iter().map(text).collect()
}

/// Row and column of a point.
fn spot(shape: BoardShape, (file, rank): Place) -> (usize, usize) {
    (2 * (shape.height - 1 - rank), MARGIN + STRIDE * file)
}

/// Marks the way between two points, as far as letters can.
fn draw_line([(row, column), (to_row, to_column)]: [(usize, usize); 2], rows: &mut [Vec<char>]) {
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
