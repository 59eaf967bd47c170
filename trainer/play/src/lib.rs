//! Agents of all games and the games that they play.
//!
//! | module | what it does |
//! |---|---|
//! | [`agent`] | who plays: random moves, search with rollouts, search with a network, another program |
//! | [`prepare`] | from the description of an agent to one that can play |
//! | [`net_player`], [`networks`] | a network that plays, and those that come with the program |
//! | [`external`] | other programs as agents |
//! | [`otep`] | the lines of OpenTafl's engine protocol, for both ends |
//! | [`evaluation`] | threads that evaluate the leaves of one search, and a cache |
//! | [`play`] | many games at once, recorded |
//! | [`arena`] | matches of two agents, pools of many |
//! | [`mod@bench`] | how fast rules and searches are |
//! | [`analysis`] | one position searched at a time |
//! | [`playing_agent`] | an agent that is asked for one move at a time |
//! | [`table`], [`folder_name`] | rows in CSV files; names of folders |
//! | [`words`], [`sentence`] | what a search found and how a game ended, in words; errors as sentences |
//! | [`interrupt`], [`progress`], [`mod@tell`], [`terminal`], [`lines`] | the terminal that a person sits at |

pub mod agent;
pub mod analysis;
pub mod arena;
pub mod bench;
pub mod evaluation;
pub mod external;
pub mod folder_name;
pub mod interrupt;
pub mod lines;
pub mod net_player;
pub mod networks;
pub mod otep;
pub mod play;
pub mod playing_agent;
pub mod prepare;
pub mod progress;
pub mod sentence;
pub mod table;
pub mod tell;
pub mod terminal;
pub mod words;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
