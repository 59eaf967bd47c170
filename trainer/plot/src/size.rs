//! How wide pictures and their texts are.

use crate::text::shortened;

/// How wide a picture is drawn, in the units of its view box, which are pixels at full size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For screens and paper.
    Wide,
    /// For phones.
    Narrow,
    /// One of many beside each other, on screens of all widths.
    Panel,
}

impl Format {
    /// The formats of a picture that stands alone, of which each screen shows one.
    pub const ALONE: [Self; 2] = [Self::Wide, Self::Narrow];

    pub(crate) const fn width(self) -> f64 {
        match self {
            Self::Wide => 640.0,
            Self::Narrow | Self::Panel => 360.0,
        }
    }

    /// The class of the picture, by which the style sheet shows the one that fits the screen.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
            Self::Panel => "panel",
        }
    }

    /// About how many ticks a level axis has room for.
    pub(crate) const fn ticks(self) -> usize {
        match self {
            Self::Wide => 8,
            Self::Narrow | Self::Panel => 4,
        }
    }
}

/// About how wide a letter is at the size of labels (12 pixels), on the wide side.
pub(crate) const LETTER: f64 = 7.4;

/// About how wide a text is.
pub(crate) fn text_width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// Number of letters that have room in `width`.
pub(crate) fn letters(width: f64) -> usize {
    (width / LETTER).floor().max(2.0) as usize
}

/// The text with its middle left out where it would be wider than `width`.
pub(crate) fn fitted(text: &str, width: f64) -> String {
    shortened(text, letters(width))
}
