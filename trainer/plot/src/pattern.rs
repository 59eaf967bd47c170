//! Patterns that fill shapes, so that no colour is needed to tell them apart.

use maud::{Markup, html};

use crate::svg::{Shape, Svg};

/// A pattern: a square that is repeated.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// Its name, by which the style sheet fills shapes with it.
    pub(crate) id: &'static str,
    /// How far it is turned, in degrees.
    pub(crate) turn: u32,
    /// What is in the square.
    pub(crate) shapes: Vec<Shape>,
}

/// The side of the square.
pub(crate) const SIDE: f64 = 6.0;

/// What is drawn on the ground of a pattern.
#[derive(Clone, Copy)]
enum Motif {
    Lines,
    Thin,
    Cross,
    Dots,
}

/// Every pattern: its name, its turn, and the classes of its ground and of what is drawn on it.
const ALL: [(&str, u32, &str, Motif, &str); 16] = [
    ("hatch", 45, "hatch-back", Motif::Lines, "hatch-line"),
    ("dots", 0, "hatch-back", Motif::Dots, "hatch-line"),
    ("cross", 45, "hatch-back", Motif::Cross, "hatch-line"),
    ("few-gone", 0, "fill attackers", Motif::Dots, "ink attackers"),
    ("ring", 45, "fill attackers", Motif::Thin, "ink attackers"),
    ("leader-taken", 90, "fill attackers", Motif::Thin, "ink attackers"),
    ("leader-alone", 0, "fill attackers", Motif::Cross, "ink attackers"),
    ("checkmate", 90, "fill attackers", Motif::Lines, "ink attackers"),
    ("imperials-gone", 90, "fill defenders", Motif::Lines, "ink defenders"),
    ("row", 135, "ground row", Motif::Thin, "ink attackers"),
    ("full", 0, "ground full", Motif::Dots, "ink defenders"),
    ("given", 135, "ground given", Motif::Lines, "ink attackers"),
    ("fort", 45, "fill defenders", Motif::Thin, "ink defenders"),
    ("roads", 0, "fill defenders", Motif::Dots, "ink defenders"),
    ("goal", 45, "fill defenders", Motif::Cross, "ink defenders"),
    ("captures", 90, "fill defenders", Motif::Thin, "ink defenders"),
];

/// All patterns.
pub(crate) fn all() -> Vec<Pattern> {
    let pattern = |(id, turn, ground, figure, class)| {
        let mut svg = Svg::new(SIDE, SIDE);
        svg.rect(ground, (0.0, 0.0), (SIDE, SIDE), "");
        match figure {
            Motif::Lines => svg.rect(class, (0.0, 0.0), (2.0, SIDE), ""),
            Motif::Thin => svg.rect(class, (0.0, 0.0), (1.1, SIDE), ""),
            Motif::Cross => {
                svg.rect(class, (0.0, 0.0), (1.0, SIDE), "");
                svg.rect(class, (0.0, 0.0), (SIDE, 1.0), "");
            }
            Motif::Dots => svg.circle(class, (3.0, 3.0), 1.3, ""),
        }
        Pattern { id, turn, shapes: svg.shapes }
    };
    ALL.into_iter().map(pattern).collect()
}

impl Pattern {
    /// How it is turned, as SVG says it.
    pub(crate) fn transform(&self) -> String {
        format!("rotate({})", self.turn)
    }
}

/// The patterns, shared by all pictures of a page, which has them once.
pub fn patterns() -> Markup {
    html! {
        svg.patterns width="0" height="0" aria-hidden="true" {
            defs {
                @for pattern in all() {
                    pattern id=(pattern.id) width=(SIDE) height=(SIDE)
                        patternUnits="userSpaceOnUse" patternTransform=(pattern.transform()) {
                        (Svg { width: SIDE, height: SIDE, shapes: pattern.shapes }.body())
                    }
                }
            }
        }
    }
}
