//! How fast the network is, by kernel, batch and size; each figure with a checksum of the work that was
//! done.
//!
//! | module | what it does |
//! |---|---|
//! | [`clock`], [`cpu_time`] | pieces of work on some threads for some time |
//! | [`figure`] | what comes out, as text and as JSON |
//! | [`net`] | what is measured |

pub mod clock;
pub mod cpu_time;
pub mod figure;
pub mod net;
