//! Bridges to other programs: what they say is read, and answered by our agents.
//!
//! - `ugi`: the engine protocol UGI.
//! - `opentafl`: the engine protocol of OpenTafl, as an engine; one game against such engines.
//! - `bologna`: the protocol of a competition, both ends.
//! - `batch`: many positions analysed.

pub mod batch;
pub mod bologna;
pub mod opentafl;
pub mod ugi;
