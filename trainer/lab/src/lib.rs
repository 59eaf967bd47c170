//! What games show about rule sets: facts, findings, and renderers of both.
//!
//! [`Cell`]s of games go in, one for each rule set and agent; a [`BalanceReport`] comes out, in which every figure
//! has its interval. It holds facts and [`Finding`]s. Renderers word them: a table for terminals
//! ([`BalanceReport::table`]), one HTML page ([`page::page`]), its pictures as files ([`figure_files`]), CSV ([`BalanceReport::to_csv`]) and JSON
//! ([`BalanceReport::to_json`]).
//!
//! No figure depends on the order of the games or on the number of threads.

pub mod attribution;
mod cell;
mod compute;
mod contrast;
pub mod csv;
mod endings;
mod ensembles;
mod fairness;
mod figure_files;
mod finding;
mod findings;
mod first;
mod grouped;
mod headline;
mod hypothesis;
mod json;
mod lengths;
pub mod page;
mod proven;
mod published;
mod report;
mod responses;
mod results;
mod stopping;
mod strength;
mod summary;
mod surface;
mod table;
mod text;
mod titles;

pub use attribution::estimate::SwitchGroup;
pub use attribution::{
    Attribution, Coalition, EffectTogether, EffectsTogether, Interaction, Orders, Refused,
    SwitchEffect,
};
pub use cell::CellReport;
pub use compute::Material;
pub use contrast::{
    CellContrast, OPENING, Provenance, RECORDED, ReportContrast, SideContrast, Unlike, Unmatched,
};
pub use endings::Ending;
pub use ensembles::{Ensemble, EnsembleDifference, EnsembleScore, TrainingScore};
pub use fairness::{Bid, BidPoint, Fairness, Handicap, HandicapGames, HandicapPoint};
pub use figure_files::{FigureError, FigureFile, figure_files};
pub use finding::{Figure, Finding};
pub use findings::{KINDS, Kind, find, word};
pub use first::{FirstMover, FirstMoverHalf};
pub use headline::Headline;
pub use hypothesis::{
    AgentChoice, BadHypothesis, Case, Hypothesis, JudgedHypothesis, Predicate, Quantity, Verdict,
};
pub use imperial_plot::Board;
pub use imperial_stats::{Comparison, Equivalence, Grade, Knowledge, Looks, Options};
pub use json::ReadReportError;
pub use lengths::{Lengths, bin_width};
pub use proven::ProvenOpenings;
pub use published::Published;
pub use report::{BalanceReport, RuleDifference, Trend};
pub use responses::{BestResponse, ResponseGames};
pub use results::{Counted, Results};
pub use stopping::{StopReason, Stopping, half_width};
pub use strength::{Lead, MatchGame, StrengthCurve, StrengthPoint};
pub use summary::{AgentLabel, Cell, Experience};
pub use surface::{OfTrainings, Skill, SkillPoint, Surface, SurfaceCell, SurfaceGames};
pub use text::{counted, listed, thousands};
pub use titles::Titles;

/// Its example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
