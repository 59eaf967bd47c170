//! Statistics of games: shares, scores, differences and Elo, each with an interval.
//!
//! Nothing here knows rules or a report. Counts go in, [`Estimate`]s come out. Every formula names
//! its source, and every test compares with figures computed by scipy, statsmodels or numpy.
//!
//! | question | answer |
//! |---|---|
//! | how often does it happen? | [`Proportion`] |
//! | how large is it on average? | [`Sample`] |
//! | by how much do two figures differ? | [`difference`], [`difference_test`], [`mean_test`], [`holm`] |
//! | and what does the difference show? | [`Comparison`], [`judge`] |
//! | how large is a weighted sum of several means? | [`Contrast`] |
//! | which of many switches causes it? | [`shapley`] |
//! | is the difference negligible? | [`mean_equivalence`], [`difference_equivalence`] |
//! | and if one looks again and again? | [`Anytime`] |
//! | what do several trainings show together? | [`trainings::pooled`] |
//! | who is ahead when both sides are equally skilled? | [`surface::Surface`] |
//! | who is the better of two agents? | [`PairCounts`], [`Elo`], while games are played [`Sprt`] |
//! | how strong are many agents, and what is a side worth to each? | [`JointModel`] |
//! | how fair is the game, in the number that tafl players use? | [`BalanceNumber`] |
//! | where does a rising figure reach one half? | [`crossing`] |
//! | what goes with a higher score? | [`logistic`] |
//! | what is the middle? | [`quantile`] |

mod anytime;
mod calibration;
mod comparison;
mod contrast;
#[cfg(test)]
mod coverage;
mod crossing;
mod difference;
mod elo;
mod equivalence;
mod grade;
mod interval;
mod joint;
mod knowledge;
mod linear;
mod log_odds;
mod logistic;
mod measured;
mod nielsen;
mod pairs;
mod proportion;
mod quantile;
mod sample;
pub mod shapley;
mod sprt;
mod steps;
pub mod surface;
pub mod trainings;

pub use anytime::Anytime;
pub use calibration::{Calibration, Foretold, calibration_error};
pub use comparison::{Comparison, Equivalence, grade, judge};
pub use contrast::Contrast;
pub use crossing::crossing;
pub use difference::{difference, difference_test, estimate_test, holm, mean_test};
pub use elo::{ELO_LIMIT, Elo, EloEstimate};
pub use equivalence::{difference_equivalence, mean_equivalence};
pub use grade::Grade;
pub use interval::{Confidence, ConfidenceError, Estimate, Interval};
pub use joint::{
    AgentRating, ELO_PER_LOGIT, JointData, JointError, JointFit, JointModel, JointRatings,
    Openings, RatedGame, Roles, RulesRating, Uncertain,
};
pub use knowledge::Knowledge;
pub use logistic::logistic;
pub use measured::{Looks, Measured, Options};
pub use nielsen::BalanceNumber;
pub use pairs::PairCounts;
pub use proportion::Proportion;
pub use quantile::quantile;
pub use sample::{Moments, Sample};
pub use sprt::{Hypothesis, LogLikelihoodRatio, ParseSprtError, Sprt};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
