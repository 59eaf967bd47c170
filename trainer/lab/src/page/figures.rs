//! The figures of the page, one file each.

pub(crate) mod attribution;
pub(crate) mod course;
pub(crate) mod differences;
pub(crate) mod endings;
pub(crate) mod fairness;
pub(crate) mod first;
pub(crate) mod foretold;
pub(crate) mod known;
pub(crate) mod learning;
mod manner;
pub(crate) mod maps;
pub(crate) mod openings;
pub(crate) mod proven;
pub(crate) mod results;
pub(crate) mod strength;
pub(crate) mod surface;
pub(crate) mod trainings;
