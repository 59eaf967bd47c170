//! Pictures of numbers and boards, written by hand as SVG: scales, marks, and what is made of them.
//!
//! It draws numbers and knows nothing of reports. Shapes have CSS classes instead of colours: [`STYLE`] is the style
//! sheet that a page writes beside its pictures. A [`sheet::Sheet`] is a picture that stands alone, as SVG and as PNG.
//!
//! Every picture comes in two widths, for screens and paper and for phones, or as one of many small ones: [`Format`].
//! Lengths are in units of its view box, which are pixels at full size. Shares go from 0 to 1.

pub mod board;
pub mod curves;
pub mod forest;
pub mod heat;
pub mod known;
mod labels;
pub mod marks;
pub mod pattern;
pub mod rows;
mod scale;
pub mod scatter;
pub mod sheet;
mod size;
mod style;
pub mod svg;
pub mod text;

pub use board::Board;
pub use scale::Scale;
pub use size::Format;
pub use style::STYLE;

/// Its example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
