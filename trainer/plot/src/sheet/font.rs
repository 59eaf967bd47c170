//! The letters of pictures: how wide they are, and their outlines.
//!
//! A PNG is drawn with the font of the program, so that it is the same on every machine. An SVG keeps its text, which
//! the reader's program draws with a font of about this width.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::svg::number;

/// DejaVu Sans Condensed; its licence lies beside it.
const REGULAR: &[u8] = include_bytes!("font/regular.ttf");
const BOLD: &[u8] = include_bytes!("font/bold.ttf");

/// The fonts that an SVG asks for, the first that there is: all are about as wide as ours, or narrower.
pub(super) const FAMILY: &str =
    "'DejaVu Sans Condensed', Arial, Helvetica, 'Liberation Sans', sans-serif";

/// A font at a size, in units of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) bold: bool,
}

fn face(bold: bool) -> Option<&'static Face<'static>> {
    static FACES: LazyLock<[Option<Face<'static>>; 2]> =
        LazyLock::new(|| [REGULAR, BOLD].map(|file| Face::parse(file, 0).ok()));
    FACES[usize::from(bold)].as_ref()
}

impl Font {
    /// How wide a text is.
    pub(super) fn width(self, text: &str) -> f64 {
        let Some(face) = face(self.bold) else { return 0.0 };
        text.chars().map(|letter| self.step(face, glyph(face, letter))).sum()
    }

    /// The outlines of a text that begins at a point of its base line, as the data of a path.
    pub(super) fn outlines(self, text: &str, (mut x, y): (f64, f64)) -> String {
        let Some(face) = face(self.bold) else { return String::new() };
        let scale = self.size / f64::from(face.units_per_em());
        let mut pen = Pen { at: (x, y), scale, data: String::new() };
        for letter in text.chars() {
            let glyph = glyph(face, letter);
            pen.at.0 = x;
            face.outline_glyph(glyph, &mut pen);
            x += self.step(face, glyph);
        }
        pen.data
    }

    /// The text in lines that are no wider than `width`, broken at blanks but not before a percent sign. A word that is
    /// wider has a line of its own.
    pub(super) fn lines(self, text: &str, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.replace(" %", "\u{a0}%").split(' ').filter(|word| !word.is_empty()) {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}")) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    fn step(self, face: &Face, glyph: GlyphId) -> f64 {
        let units = face.glyph_hor_advance(glyph).unwrap_or(face.units_per_em() / 2);
        self.size * f64::from(units) / f64::from(face.units_per_em())
    }
}

/// The glyph of a letter; an empty box for letters that the font lacks.
fn glyph(face: &Face, letter: char) -> GlyphId {
    face.glyph_index(letter).unwrap_or(GlyphId(0))
}

/// Writes outlines as the data of a path.
struct Pen {
    at: (f64, f64),
    scale: f64,
    data: String,
}

impl Pen {
    fn write(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (x, y) in points {
            let x = number(self.at.0 + self.scale * f64::from(*x));
            let y = number(self.at.1 - self.scale * f64::from(*y));
            let _ = write!(self.data, "{x} {y} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FONT: Font = Font { size: 12.0, bold: false };

    #[test]
    fn the_fonts_are_there_and_letters_have_widths_of_their_own() {
        assert!(face(false).is_some() && face(true).is_some());
        assert!(FONT.width("i") < FONT.width("m"));
        assert!(FONT.width("bold") < Font { bold: true, ..FONT }.width("bold"));
        assert!((FONT.width("ab") - FONT.width("a") - FONT.width("b")).abs() < 1e-9);
    }

    #[test]
    fn every_sign_of_the_pictures_has_an_outline() {
        for letter in "0123456789 \u{a0}\u{202f}ABCabc−±·×…–—†‡’“”≤≥→°%§½äøþÞðÆŠČάЖ".chars()
        {
            let known = face(false).and_then(|face| face.glyph_index(letter));
            assert!(known.is_some(), "{letter}");
        }
        assert!(FONT.outlines("o", (0.0, 0.0)).starts_with('M'));
    }

    #[test]
    fn lines_fit_and_hold_all_words() {
        let text = "The attackers score 50 % under the first rule set and more under the second.";
        let lines = FONT.lines(text, 120.0);
        assert!(lines.iter().all(|line| FONT.width(line) <= 120.0), "{lines:?}");
        assert_eq!(lines.join(" ").replace('\u{a0}', " "), text);
        assert!(lines.iter().all(|line| !line.starts_with('%')));
        assert_eq!(FONT.lines("", 120.0), Vec::<String>::new());
    }
}
