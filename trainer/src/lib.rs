//! Self-play, learning and balance analysis for tafl and other board games: the parts of the program `imperial`.
//!
//! | module | what it does |
//! |---|---|
//! | [`experiment`], [`run`] | the whole loop from one file |
//! | [`ugi`] | the engine protocol, for other programs |
//! | `batch` | many positions analysed, for other programs |
//! | `opentafl` | OpenTafl's engine protocol, as an engine; one game against such engines |
//! | `bologna` | the protocol of a competition |
//! | `people` | what people score, as others have counted it |
//! | `proofs` | wins that are proven, from a position or from many openings |
//! | `console` | a person against the program on a terminal; one position looked at |
//! | [`cli`] | the command line |

// burn's types nest deeply.
#![recursion_limit = "512"]

mod batch;
mod bologna;
pub mod cli;
mod console;
mod describe;
pub mod experiment;
#[cfg(fuzzing)]
pub mod fuzzing;
mod opentafl;
mod people;
mod proofs;
pub mod run;
mod sentence;
mod training_page;
pub mod ugi;
