//! The pictures of the report. Each comes in two widths: for screens and paper, and for phones.

mod boards;
mod course;
mod curves;
mod endings;
mod first;
mod forest;
mod icicle;
mod labels;
mod lengths;
mod marks;
mod paths;
mod results;
mod rows;
mod scale;
mod scatter;
mod scores;
mod shares;
mod strength;
mod switches;
mod toll;

use super::text::shortened;

pub(super) use boards::{RIM, SIDE, TOP, board, symbol, symbols};
pub(super) use course::{course, course_key};
pub(super) use curves::{CurvePanel, curves};
pub(super) use endings::{endings, endings_key};
pub(super) use first::{first_mover, first_mover_key};
pub(super) use forest::{ForestRow, forest};
pub(super) use icicle::{SHADES, icicle};
pub(super) use lengths::lengths;
pub(super) use marks::{KeyEntry, swatch};
pub(super) use paths::paths;
pub(super) use results::{results, results_key};
pub(super) use rows::is_one_player;
pub(super) use scatter::{Scatter, Series, Spot, scatter};
pub(super) use scores::scores;
pub(super) use shares::shares;
pub(super) use strength::strength;
pub(super) use switches::switches;
pub(super) use toll::{toll, toll_key};

/// How wide a picture is drawn, in the units of its view box, which are pixels at full size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// For screens and paper.
    Wide,
    /// For phones.
    Narrow,
    /// One of many beside each other, on screens of all widths.
    Panel,
}

impl Format {
    /// The formats of a picture that stands alone, of which each screen shows one.
    pub(super) const ALONE: [Self; 2] = [Self::Wide, Self::Narrow];

    pub(super) const fn width(self) -> f64 {
        match self {
            Self::Wide => 640.0,
            Self::Narrow | Self::Panel => 360.0,
        }
    }

    /// The class of the picture, by which the style sheet shows the one that fits the screen.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
            Self::Panel => "panel",
        }
    }
}

/// About how wide a letter is at the size of labels (12 pixels), on the wide side.
const LETTER: f64 = 7.4;

/// About how wide a text is.
fn text_width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// Number of letters that have room in `width`.
fn letters(width: f64) -> usize {
    (width / LETTER).floor().max(2.0) as usize
}

/// The text with its middle left out where it would be wider than `width`.
fn fitted(text: &str, width: f64) -> String {
    shortened(text, letters(width))
}
