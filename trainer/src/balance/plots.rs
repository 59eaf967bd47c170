//! The pictures of the report. Each comes in two widths: for screens and paper, and for phones.

mod boards;
mod course;
mod curves;
mod endings;
mod first;
mod forest;
mod icicle;
mod lengths;
mod marks;
mod results;
mod rows;
mod scale;
mod scatter;
mod shares;
mod strength;
mod switches;
mod toll;

pub(super) use boards::{RIM, SIDE, TOP, board, symbol, symbols};
pub(super) use course::course;
pub(super) use curves::{CurvePanel, curves};
pub(super) use endings::endings;
pub(super) use first::first_mover;
pub(super) use forest::{ForestRow, forest};
pub(super) use icicle::{SHADES, icicle};
pub(super) use lengths::lengths;
pub(super) use results::results;
pub(super) use scatter::{Scatter, Spot, scatter};
pub(super) use shares::shares;
pub(super) use strength::strength;
pub(super) use switches::switches;
pub(super) use toll::toll;

/// How wide a picture is drawn, in the units of its view box, which are pixels at full size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// For screens and paper.
    Wide,
    /// For phones.
    Narrow,
}

impl Format {
    /// Both formats.
    pub(super) const ALL: [Self; 2] = [Self::Wide, Self::Narrow];

    pub(super) const fn width(self) -> f64 {
        match self {
            Self::Wide => 640.0,
            Self::Narrow => 360.0,
        }
    }

    /// The class of the picture, by which the style sheet shows one of the two.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }
}

/// About how wide a letter is at the size of labels (12 pixels), on the wide side.
const LETTER: f64 = 6.8;

/// About how wide a text is.
fn text_width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// The text with its end left out where it would be wider than `width`.
fn fitted(text: &str, width: f64) -> String {
    let room = (width / LETTER).floor().max(2.0) as usize;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room - 1).chain(['…']).collect()
}
