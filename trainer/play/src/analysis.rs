//! Searching one position at a time, as the engine protocol, a game with a person and an analysis do.
//!
//! - `setup`: where a game stands, as text.
//! - `grade`: how good a move was, and a whole game.
//! - `report`: everything that a search found about one position, as JSON and as a table.
//! - `position_search`: a search of that position, which may know something from the moves before.
//! - `many`: moves for many positions at once.
//! - `searched`: the same, compiled once for each type of game.

mod grade;
mod many;
mod position_search;
mod report;
mod searched;
mod setup;

pub use grade::{Grade, Graded, Summary, grade};
pub(crate) use many::{chosen, drawn};
pub use position_search::{
    Analysis, AnalysisError, Means, USUAL_LEAVES, all_cores, leaves_at_once,
};
pub use report::{Certain, MoveRow, Report};
pub use searched::Searched;
pub use setup::{Setup, SetupError, line_of};
