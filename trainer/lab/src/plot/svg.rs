//! A small writer of SVG pictures.
//!
//! Shapes get CSS classes, not colours: the page's style sheet knows light, dark and paper. Numbers
//! that are none are written as 0, text is escaped.

use std::fmt::Write;

use maud::{Escaper, Markup, PreEscaped, html};

/// A picture being drawn; the origin is the top left.
#[derive(Debug)]
pub(crate) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// What a screen reader says of a picture, and the name that ties it to the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alt<'a> {
    pub(crate) id: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
}

impl Svg {
    /// An empty picture.
    pub(crate) const fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ends = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        self.open("line", class, &ends);
        self.close("line", "");
    }

    /// A rectangle; `tip` is shown while the pointer rests on it, unless empty.
    pub(crate) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), tip: &str) {
        let (width, height) = (size.0.max(0.0), size.1.max(0.0));
        let places = [("x", at.0), ("y", at.1), ("width", width), ("height", height)];
        self.open("rect", class, &places);
        self.close("rect", tip);
    }

    pub(crate) fn circle(&mut self, class: &str, centre: (f64, f64), radius: f64, tip: &str) {
        let places = [("cx", centre.0), ("cy", centre.1), ("r", radius.max(0.0))];
        self.open("circle", class, &places);
        self.close("circle", tip);
    }

    /// A line through points.
    pub(crate) fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        self.points("polyline", class, points, "");
    }

    /// A closed shape through points.
    pub(crate) fn polygon(&mut self, class: &str, points: &[(f64, f64)], tip: &str) {
        self.points("polygon", class, points, tip);
    }

    fn points(&mut self, name: &str, class: &str, points: &[(f64, f64)], tip: &str) {
        self.open(name, class, &[]);
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        let _ = write!(self.body, " points=\"{}\"", points.join(" "));
        self.close(name, tip);
    }

    /// A path that is moved to `at` and scaled.
    pub(crate) fn path(&mut self, class: &str, data: &str, at: (f64, f64), scale: f64) {
        let [x, y, scale] = [at.0, at.1, scale].map(number);
        self.open("path", class, &[]);
        let place = format!("translate({x} {y}) scale({scale})");
        let _ = write!(self.body, " d=\"{data}\" transform=\"{place}\"");
        self.close("path", "");
    }

    /// A symbol of the page, in a square.
    pub(crate) fn symbol_at(&mut self, id: &str, at: (f64, f64), side: f64) {
        self.open("use", "", &[("x", at.0), ("y", at.1), ("width", side), ("height", side)]);
        let _ = write!(self.body, " href=\"#{id}\"");
        self.close("use", "");
    }

    pub(crate) fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.open("text", class, &[("x", at.0), ("y", at.1)]);
        let _ = write!(self.body, " text-anchor=\"{anchor}\">");
        self.write(text);
        self.body.push_str("</text>\n");
    }

    fn open(&mut self, name: &str, class: &str, places: &[(&str, f64)]) {
        let _ = write!(self.body, "<{name}");
        if !class.is_empty() {
            let _ = write!(self.body, " class=\"{class}\"");
        }
        for (key, place) in places {
            let _ = write!(self.body, " {key}=\"{}\"", number(*place));
        }
    }

    fn close(&mut self, name: &str, tip: &str) {
        if tip.is_empty() {
            return self.body.push_str("/>\n");
        }
        self.body.push_str("><title>");
        self.write(tip);
        let _ = writeln!(self.body, "</title></{name}>");
    }

    fn write(&mut self, text: &str) {
        let _ = Escaper::new(&mut self.body).write_str(text);
    }

    fn view(&self) -> String {
        format!("0 0 {} {}", number(self.width), number(self.height))
    }

    /// The finished picture as a symbol that other pictures use by its name.
    pub(crate) fn symbol(self, id: &str) -> Markup {
        html! { symbol id=(id) viewBox=(self.view()) { (PreEscaped(self.body)) } }
    }

    /// The finished picture as a part of a line of text, which says what it means.
    pub(crate) fn inline(&self, class: &str) -> Markup {
        html! {
            svg class=(class) viewBox=(self.view()) aria-hidden="true" { (PreEscaped(&self.body)) }
        }
    }

    /// The finished picture as an element of a page.
    pub(crate) fn finish(&self, class: &str, alt: Alt) -> Markup {
        let [title, description] = ["t", "d"].map(|part| format!("{}-{part}", alt.id));
        html! {
            svg class=(class) viewBox=(self.view()) role="img"
                aria-labelledby=(format_args!("{title} {description}")) {
                title id=(title) { (alt.title) }
                desc id=(description) { (alt.description) }
                (PreEscaped(&self.body))
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_always_numbers() {
        let expected = [(12.0, "12"), (1.0 / 3.0, "0.33"), (-0.001, "0"), (f64::NAN, "0")];
        for (value, text) in expected {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text("label", (0.0, 0.0), Anchor::Start, "<script> & \"b\"");
        svg.circle("mark", (0.0, 0.0), 1.0, "<tip>");
        let alt = Alt { id: "x", title: "<t>", description: "&" };
        let text = svg.finish("plot", alt).into_string();
        assert!(text.contains("&lt;script&gt; &amp; &quot;b&quot;"));
        assert!(text.contains(">&lt;t&gt;</title>") && text.contains("&lt;tip&gt;</title>"));
    }
}
