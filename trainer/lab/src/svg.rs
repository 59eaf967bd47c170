//! A small writer of SVG pictures.
//!
//! Shapes get CSS classes, not colours: the page's style sheet knows light, dark and paper. Numbers
//! that are none are written as 0, text is escaped.

use std::fmt::Write;

/// A picture being drawn; the origin is the top left.
#[derive(Debug)]
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// What a screen reader says of a picture, and the name that ties it to the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alt<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
}

impl Svg {
    /// An empty picture.
    pub(super) const fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    pub(super) const fn width(&self) -> f64 {
        self.width
    }

    pub(super) const fn height(&self) -> f64 {
        self.height
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        let _ = writeln!(
            self.body,
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        );
    }

    /// A rectangle; `tip` is shown while the pointer rests on it, unless empty.
    pub(super) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), tip: &str) {
        let [x, y, w, h] = [at.0, at.1, size.0.max(0.0), size.1.max(0.0)].map(number);
        let shape = format!(r#"<rect class="{class}" x="{x}" y="{y}" width="{w}" height="{h}""#);
        self.close(&shape, "rect", tip);
    }

    pub(super) fn circle(&mut self, class: &str, centre: (f64, f64), radius: f64, tip: &str) {
        let [x, y, r] = [centre.0, centre.1, radius.max(0.0)].map(number);
        let shape = format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}""#);
        self.close(&shape, "circle", tip);
    }

    /// A line through points.
    pub(super) fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        let points = points.join(" ");
        let _ = writeln!(self.body, r#"<polyline class="{class}" points="{points}"/>"#);
    }

    /// A closed shape through points.
    pub(super) fn polygon(&mut self, class: &str, points: &[(f64, f64)], tip: &str) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        let shape = format!(r#"<polygon class="{class}" points="{}""#, points.join(" "));
        self.close(&shape, "polygon", tip);
    }

    /// A path that is moved to `at` and scaled.
    pub(super) fn path(&mut self, class: &str, data: &str, at: (f64, f64), scale: f64) {
        let [x, y, scale] = [at.0, at.1, scale].map(number);
        let _ = writeln!(
            self.body,
            r#"<path class="{class}" d="{data}" transform="translate({x} {y}) scale({scale})"/>"#
        );
    }

    pub(super) fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        let [x, y] = [at.0, at.1].map(number);
        self.text_element(class, &format!(r#"x="{x}" y="{y}""#), anchor, text);
    }

    /// A text that rises to the right and ends at `at`.
    pub(super) fn rising_text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let [x, y] = [at.0, at.1].map(number);
        let place = format!(r#"x="{x}" y="{y}" transform="rotate(-35 {x} {y})""#);
        self.text_element(class, &place, Anchor::End, text);
    }

    fn text_element(&mut self, class: &str, place: &str, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        let _ = writeln!(
            self.body,
            r#"<text class="{class}" {place} text-anchor="{anchor}">{text}</text>"#
        );
    }

    fn close(&mut self, shape: &str, name: &str, tip: &str) {
        let _ = if tip.is_empty() {
            writeln!(self.body, "{shape}/>")
        } else {
            writeln!(self.body, "{shape}><title>{}</title></{name}>", escape(tip))
        };
    }

    /// The finished picture as a symbol that other pictures use by its name.
    pub(super) fn symbol(self, id: &str) -> String {
        let [width, height] = [self.width, self.height].map(number);
        format!("<symbol id=\"{id}\" viewBox=\"0 0 {width} {height}\">\n{}</symbol>\n", self.body)
    }

    /// The finished picture as a part of a line of text, which says what it means.
    pub(super) fn inline(&self, class: &str) -> String {
        let [width, height] = [self.width, self.height].map(number);
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">{}</svg>",
            self.body
        )
    }

    /// The finished picture as an element of a page.
    pub(super) fn finish(self, class: &str, alt: Alt) -> String {
        let [width, height] = [self.width, self.height].map(number);
        let Alt { id, title, description } = alt;
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-labelledby=\"{id}-t {id}-d\">\n<title id=\"{id}-t\">{}</title>\n\
             <desc id=\"{id}-d\">{}</desc>\n{}</svg>\n",
            escape(title),
            escape(description),
            self.body
        )
    }
}

/// A coordinate with at most two decimals. SVG has no word for "not a number".
fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let rounded = (value * 100.0).round() / 100.0;
    // Adding 0 turns a negative zero into zero.
    format!("{}", rounded + 0.0)
}

/// The text with the five characters that mean something in HTML and SVG written as entities.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Characters that no XML text may hold.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_always_numbers() {
        assert_eq!(number(12.0), "12");
        assert_eq!(number(1.0 / 3.0), "0.33");
        assert_eq!(number(-0.001), "0");
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(number(value), "0");
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text("label", (0.0, 0.0), Anchor::Start, "<script>'a' & \"b\"\u{1}");
        let alt = Alt { id: "x", title: "<t>", description: "&" };
        let text = svg.finish("plot", alt);
        assert!(text.contains("&lt;script&gt;&#39;a&#39; &amp; &quot;b&quot;\u{fffd}"));
        assert!(text.contains(">&lt;t&gt;</title>"));
    }
}
