//! Self-play, learning and balance analysis for tafl and other board games: the parts of the program `imperial`.
//!
//! | module | what it does |
//! |---|---|
//! | [`experiment`], [`run`] | the whole loop from one file |
//! | `people` | what people score, as others have counted it |
//! | `console` | a person against the program on a terminal; one position looked at |
//! | `training_page` | a training as a page of curves |
//! | [`cli`] | the command line |

// burn's types nest deeply.
#![recursion_limit = "512"]

pub mod cli;
mod console;
pub mod experiment;
#[cfg(fuzzing)]
pub mod fuzzing;
mod lists;
mod people;
pub mod run;
mod training_page;
