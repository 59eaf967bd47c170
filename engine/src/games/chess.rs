//! Chess with other pieces on other boards: the Emperor's Game, the Maharajah, Imperial Chess.
//!
//! [`ChessRules`] is data, the pieces too; [`Chess`] is a rule set compiled.
//!
//! | file | what it does |
//! |---|---|
//! | `rules`, `parse`, `agreement`, `rule_file` | every switch; reading, checking and comparing them |
//! | `piece` | how a kind of piece goes, as a rule file has it |
//! | `squares`, `board`, `setup` | sets of squares; where pieces stand; boards as text |
//! | `kinds`, `compiled` | kinds of pieces and whole rule sets, compiled |
//! | `reach`, `danger` | where pieces may go; what attacks a royal piece |
//! | `position`, `state`, `notation`, `drawing` | pieces with their past, as text and drawn |
//! | `moves`, `special`, `turns`, `play` | which moves there are; what they do, and when the game is over |
//! | `wins` | which moves win at once |
//! | `worth`, `guess` | what pieces are worth; who stands better at first sight |
//! | `encode`, `symmetry` | what a network sees; turns and mirrors that keep the laws |
//! | `game` | all that as a [`Game`](crate::Game) |

mod agreement;
mod board;
mod compiled;
mod danger;
mod drawing;
mod encode;
mod game;
mod guess;
mod kinds;
mod moves;
mod notation;
mod parse;
mod piece;
mod play;
mod position;
mod reach;
mod rule_file;
mod rules;
mod setup;
mod special;
mod squares;
mod state;
mod symmetry;
mod turns;
mod wins;
mod worth;

pub use compiled::Chess;
pub use moves::ChessMove;
pub use piece::{Piece, Ways};
pub use position::Position;
pub use rules::{ChessRules, PawnTakes, Succession};
