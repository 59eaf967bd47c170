//! Self-play, learning and balance analysis for the tafl games: the parts of the program `imperial`.
//!
//! From the inside out:
//!
//! | module | what it does |
//! |---|---|
//! | [`networks`] | the networks that come with the program |
//! | [`agent`] | who plays: random moves, search with rollouts, search with a network |
//! | [`evaluation`] | evaluators around others: a cache, shares for threads |
//! | [`play`] | many games at once, recorded |
//! | [`learning`] | from recorded games to a network |
//! | [`balance`] | how fair a rule set is: tables and pages |
//! | [`training`] | generations of self-play and learning, for hours |
//! | [`experiment`], [`run`] | the whole loop from one file |
//! | [`mod@bench`] | how fast the rules are |
//! | [`truth`] | how well the search plays where the right moves are known |
//! | [`ugi`] | the engine protocol, for other programs |
//! | `console` | a person against the program on a terminal; one position looked at |
//! | [`cli`] | the command line |

// burn's types nest deeply.
#![recursion_limit = "512"]

pub mod cli;
mod console;
mod describe;
pub mod experiment;
pub mod run;
mod sentence;
mod training_page;
pub mod ugi;
