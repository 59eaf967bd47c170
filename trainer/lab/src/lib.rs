//! The balance lab's report: how fair each rule set is, for agents of each strength.
//!
//! [`Cell`]s of games go in, one for each rule set and agent; a [`BalanceReport`] comes out, in which
//! every figure has its interval. It is written as a table for terminals ([`BalanceReport::table`]),
//! as CSV ([`BalanceReport::write_csv`]), as JSON ([`BalanceReport::write_json`]) and as one HTML page
//! that needs nothing else ([`page::page`]).
//!
//! No figure depends on the order of the games or on the number of threads.

pub mod attribution;
mod board;
mod cell;
mod compare;
mod contrast;
pub mod csv;
mod endings;
mod fairness;
mod findings;
mod first;
mod game_stats;
mod grade;
mod hypothesis;
mod json;
mod lengths;
mod measure;
pub mod page;
mod plot;
mod report;
mod results;
mod stopping;
mod strength;
mod summary;
mod table;
mod text;
mod titles;
mod trainings;

pub use attribution::estimate::SwitchGroup;
pub use attribution::{Attribution, Coalition, Interaction, Orders, Refused, SwitchEffect};
pub use board::Board;
pub use cell::CellReport;
pub use compare::{Comparison, Equivalence};
pub use contrast::{CellContrast, Contrast, Provenance, SideContrast, Unmatched};
pub use endings::Ending;
pub use fairness::{Bid, BidPoint, Fairness, Handicap, HandicapGames, HandicapPoint};
pub use findings::{Figure, Finding, KINDS, Kind, find, word};
pub use first::{FirstMover, FirstMoverHalf};
pub use game_stats::{
    BoardFacts, Branch, Ended, Ends, Example, ExamplePly, GameStatistics, KindPlaces, Losses,
    Opening, PieceFacts, Places, Tally, Watcher, Why,
};
pub use grade::Grade;
pub use hypothesis::{
    AgentChoice, BadHypothesis, Case, Hypothesis, JudgedHypothesis, Predicate, Verdict,
};
pub use lengths::{Lengths, bin_width};
pub use measure::Looks;
pub use report::{BalanceReport, Material, Options, RuleDifference, Trend};
pub use results::{Counted, Results};
pub use stopping::{StopReason, Stopping, half_width};
pub use strength::{Lead, MatchGame, StrengthCurve, StrengthPoint};
pub use summary::{AgentLabel, Cell, Experience, GameSummary};
pub use text::thousands;
pub use titles::Titles;
pub use trainings::{ScoreRange, TrainingSpread};

#[cfg(test)]
mod tests;
