//! A picture with what belongs to it, laid out on a sheet of its own: title, key, picture, text, source.

mod font;
mod png;

pub use png::DrawError;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::marks::Sign;
use crate::pattern::{self, SIDE};
use crate::style::styles;
use crate::svg::{Inner, Shape, Svg, number, write_element, write_escaped};
use font::{FAMILY, Font};

/// Width of the picture itself, and of the white around it.
const FIELD: f64 = 360.0;
const MARGIN: f64 = 8.0;
/// Width of the sheet. Printed at 80 millimetres its smallest letters are 6 points high.
const WIDTH: f64 = FIELD + 2.0 * MARGIN;
/// The same in millimetres: a column of a journal.
const PRINTED: f64 = 80.0;

const TITLE: Font = Font { size: 14.5, bold: true };
const OF: Font = Font { size: 12.0, bold: true };
const KEY: Font = Font { size: 11.0, bold: false };
const NUMBER: Font = Font { size: 11.0, bold: true };
const NOTE: Font = Font { size: 11.0, bold: false };
const SOURCE: Font = Font { size: 10.0, bold: false };
/// Height of a line of text, in heights of its letters.
const LINE: f64 = 1.32;
/// Distance between entries of the key, and between a sign and its words.
const APART: f64 = 16.0;
const BESIDE: f64 = 5.0;

/// What is on a sheet.
#[derive(Debug)]
pub struct Content {
    /// The question that it answers.
    pub title: String,
    /// What it shows in particular; may be empty.
    pub of: String,
    /// What a screen reader says.
    pub description: String,
    /// Signs and what they mean; empty where the picture says it itself.
    pub key: Vec<(Sign, String)>,
    /// The picture, made smaller where it is wider than a sheet.
    pub picture: Svg,
    /// What stands below it; may be empty.
    pub note: String,
    /// Where it comes from; may be empty.
    pub source: String,
}

/// A picture that stands alone, with its colours as attributes: it needs no style sheet, font or other file.
#[derive(Debug)]
pub struct Sheet {
    title: String,
    description: String,
    height: f64,
    groups: Vec<Group>,
}

/// Shapes that are moved to `at` and scaled.
#[derive(Debug)]
struct Group {
    at: (f64, f64),
    scale: f64,
    shapes: Vec<Shape>,
}

impl Sheet {
    /// Lays out a picture and what belongs to it.
    pub fn new(content: &Content) -> Self {
        let title = format!("{} {}", content.title, content.of).trim_end().to_owned();
        let description = content.description.clone();
        let mut sheet = Self { title, description, height: MARGIN, groups: Vec::new() };
        sheet.text(TITLE, "--ink", &content.title);
        sheet.text(OF, "--ink", &content.of);
        sheet.key(&content.key);
        sheet.height += 4.0;
        let scale = (FIELD / content.picture.width).min(1.0);
        sheet.group((MARGIN, sheet.height), scale, &content.picture);
        sheet.height += scale * content.picture.height + 8.0;
        sheet.text(NOTE, "--ink", &content.note);
        sheet.height += 3.0;
        sheet.text(SOURCE, "--muted", &content.source);
        sheet.height = (sheet.height + MARGIN).ceil();
        sheet
    }

    fn text(&mut self, font: Font, colour: &str, text: &str) {
        for line in font.lines(text, FIELD) {
            self.height += font.size * LINE;
            // The base line: letters reach a quarter of their height below it.
            self.word(font, colour, (MARGIN, self.height - 0.3 * font.size), &line);
        }
    }

    fn word(&mut self, font: Font, colour: &str, (x, y): (f64, f64), text: &str) {
        let mut attributes = vec![("x", number(x)), ("y", number(y))];
        attributes.push(("font-size", number(font.size)));
        attributes.push(("fill", styles().colour(colour).to_owned()));
        if font.bold {
            attributes.push(("font-weight", "600".to_owned()));
        }
        let inner = Inner::Text(text.to_owned());
        let shapes = vec![Shape { name: "text", class: String::new(), attributes, inner }];
        self.groups.push(Group { at: (0.0, 0.0), scale: 1.0, shapes });
    }

    /// Entries one after the other, in as many lines as they need.
    fn key(&mut self, entries: &[(Sign, String)]) {
        let line = KEY.size * 1.5;
        let (mut x, mut is_first) = (MARGIN, true);
        for (sign, words) in entries {
            let (number, sign_width) = match sign {
                Sign::Drawn(svg) => (String::new(), svg.width),
                Sign::Number(number) => (number.to_string(), NUMBER.width(&number.to_string())),
            };
            let room = FIELD - sign_width - BESIDE;
            let lines = KEY.lines(words, room);
            let widest = lines.iter().map(|line| KEY.width(line)).fold(0.0, f64::max);
            let width = sign_width + BESIDE + widest;
            if is_first || x + width > MARGIN + FIELD {
                (x, is_first) = (MARGIN, false);
                self.height += line;
            }
            let base = self.height - 0.35 * KEY.size;
            match sign {
                Sign::Drawn(svg) => self.group((x, base - 0.5 * svg.height - 4.0), 1.0, svg),
                Sign::Number(_) => self.word(NUMBER, "--ink", (x, base), &number),
            }
            for (index, words) in lines.iter().enumerate() {
                let y = base + index as f64 * KEY.size * LINE;
                self.word(KEY, "--ink", (x + sign_width + BESIDE, y), words);
            }
            self.height += lines.len().saturating_sub(1) as f64 * KEY.size * LINE;
            x += width + APART;
        }
        self.height += if entries.is_empty() { 0.0 } else { 2.0 };
    }

    fn group(&mut self, at: (f64, f64), scale: f64, picture: &Svg) {
        let shapes = picture.shapes.iter().map(styled).collect();
        self.groups.push(Group { at, scale, shapes });
    }

    /// The sheet as SVG, 80 millimetres wide. Its text is text, so that it can be found and changed.
    pub fn svg(&self) -> String {
        let mut text = self.head();
        let mut say = |name, words: &String| {
            write_element(&mut text, name, std::iter::empty(), &Inner::Text(words.clone()));
        };
        say("title", &self.title);
        if !self.description.is_empty() {
            say("desc", &self.description);
        }
        self.write(&mut text, Clone::clone);
        text
    }

    /// The sheet as SVG with its text as outlines and without words for readers.
    fn outlined(&self) -> String {
        let mut text = self.head();
        self.write(&mut text, outlined);
        text
    }

    fn head(&self) -> String {
        let (width, height) = (number(WIDTH), number(self.height));
        let printed = number(PRINTED * self.height / WIDTH);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{PRINTED}mm\" height=\"{printed}mm\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\""
        );
        write_escaped(&mut text, FAMILY);
        text.push_str("\">\n");
        text
    }

    fn write(&self, text: &mut String, form: fn(&Shape) -> Shape) {
        self.write_patterns(text);
        let white = styles().colour("--paper");
        let (width, height) = (number(WIDTH), number(self.height));
        let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"{white}\"/>");
        for group in &self.groups {
            let is_moved = group.at != (0.0, 0.0);
            if is_moved {
                let [x, y] = [group.at.0, group.at.1].map(number);
                let _ = write!(text, "<g transform=\"translate({x} {y})");
                if group.scale < 1.0 {
                    let _ = write!(text, " scale({:.4})", group.scale);
                }
                text.push_str("\">\n");
            }
            group.shapes.iter().for_each(|shape| write_shape(text, &form(shape)));
            if is_moved {
                text.push_str("</g>\n");
            }
        }
        text.push_str("</svg>\n");
    }

    /// The patterns that shapes of the sheet are filled with.
    fn write_patterns(&self, text: &mut String) {
        let shapes = || self.groups.iter().flat_map(|group| &group.shapes);
        let is_used = |id: &str| {
            let fill = format!("url(#{id})");
            shapes().any(|shape| shape.attributes.iter().any(|(_, value)| *value == fill))
        };
        for pattern in pattern::all().into_iter().filter(|pattern| is_used(pattern.id)) {
            let _ = writeln!(
                text,
                "<defs><pattern id=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" \
                 patternUnits=\"userSpaceOnUse\" patternTransform=\"{}\">",
                pattern.id,
                pattern.transform()
            );
            pattern.shapes.iter().for_each(|shape| write_shape(text, &styled(shape)));
            text.push_str("</pattern></defs>\n");
        }
    }
}

fn write_shape(text: &mut String, shape: &Shape) {
    let attributes = shape.attributes.iter().map(|(key, value)| (*key, value.as_str()));
    write_element(text, shape.name, attributes, &shape.inner);
}

/// The shape with attributes instead of classes.
fn styled(shape: &Shape) -> Shape {
    let look = styles().of(shape.name, &shape.class);
    let mut attributes = shape.attributes.clone();
    attributes.extend(look);
    Shape { class: String::new(), attributes, ..shape.clone() }
}

/// A text as a path; other shapes as they are, without what the pointer shows.
fn outlined(shape: &Shape) -> Shape {
    let Inner::Text(text) = &shape.inner else {
        return Shape { inner: Inner::Nothing, ..shape.clone() };
    };
    let own: BTreeMap<&str, &str> =
        shape.attributes.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let value = |key: &str| own.get(key).and_then(|value| value.parse::<f64>().ok());
    let bold = value("font-weight").is_some_and(|weight| weight >= 600.0);
    let font = Font { size: value("font-size").unwrap_or(KEY.size), bold };
    let before = match own.get("text-anchor") {
        Some(&"middle") => 0.5,
        Some(&"end") => 1.0,
        _ => 0.0,
    };
    let x = value("x").unwrap_or_default() - before * font.width(text);
    let data = font.outlines(text, (x, value("y").unwrap_or_default()));
    let is_look =
        |key: &str| !["x", "y", "text-anchor"].contains(&key) && !key.starts_with("font-");
    let look = shape.attributes.iter().filter(|(key, _)| is_look(key)).cloned();
    let attributes = std::iter::once(("d", data)).chain(look).collect();
    Shape { name: "path", class: String::new(), attributes, inner: Inner::Nothing }
}
