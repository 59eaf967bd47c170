//! All tests of the engine from outside, as one program: each of them compiles every family of games, so many programs
//! would compile it many times. `cargo test --test engine perft` runs those of one module.
//!
//! | module | what it tests |
//! |---|---|
//! | `rulings`, `chess_rulings`, `dablot_rulings`, `hunt_rulings` | one law each, with its source |
//! | `reference_agrees`, `chess_agrees`, `dablot_agrees`, `hunt_agrees` | whole games against a second, slow implementation |
//! | `perft` | numbers of sequences of moves |
//! | `conformance`, `wins_in_one`, `tafl_keys`, `known_inputs` | what every game keeps: moves, keys, wins in one ply, the inputs of networks |
//! | `chess_maharajah` | a game that is solved |
//! | `bagh_chal_counts` | how many positions a game has |
//! | `search_golden`, `search_batch`, `search_tic_tac_toe` | the tree search |
//! | `docs` | pages of `docs/` against the program |
//!
//! The others serve these: random rule sets and positions, the slow implementations and how they are compared, readers
//! of rulings.

#[macro_use]
mod switch_rulings;

mod agreement;
mod arbitrary;
mod bagh_chal_counts;
mod chess_agrees;
mod chess_maharajah;
mod chess_reference;
mod chess_rulings;
mod conformance;
mod dablot_agrees;
mod dablot_reference;
mod dablot_rulings;
mod depth;
mod docs;
mod hunt_agrees;
mod hunt_reference;
mod hunt_rulings;
mod known_inputs;
mod perft;
mod reference;
mod reference_agrees;
mod rulings;
mod search_batch;
mod search_golden;
mod search_tic_tac_toe;
mod tafl_keys;
mod wins_in_one;
