//! The plotting library of the page: scales, marks, and pictures made of them. It draws numbers and
//! knows nothing of reports.
//!
//! Every picture comes in two widths, for screens and paper and for phones, or as one of many small ones.

pub(crate) mod board;
pub(crate) mod curves;
pub(crate) mod forest;
pub(crate) mod heat;
pub(crate) mod known;
mod labels;
pub(crate) mod marks;
pub(crate) mod pattern;
pub(crate) mod rows;
mod scale;
pub(crate) mod scatter;
pub(crate) mod size;
pub(crate) mod svg;

pub(crate) use size::Format;
