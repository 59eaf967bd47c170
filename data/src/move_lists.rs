//! Lists of moves, as other programs and sites keep their games: one game a line.
//!
//! ```text
//! h1-h3 f8-i8 f10-i10 d6-d3,0,0,Ongoing
//! d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 c4-c8,1,0,White
//! ```
//!
//! A line is a list of moves alone, or a table's row with such a list in one of its cells.
//! [`import_move_lists`] finds out which, plays every move by the rules that it is told, and writes a
//! folder as a finished job has it. `docs/data.md` has the form for users.

mod cells;
mod columns;
mod error;
mod game;
mod import;
mod lines;
mod words;

pub use columns::ColumnNames;
pub use error::MAX_MOVE_LINE_BYTES;
pub use error::{LineProblem, LineTrouble, MoveListError};
pub use import::{MoveListReport, MoveLists, import_move_lists};
