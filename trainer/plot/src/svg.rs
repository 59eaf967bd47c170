//! A small writer of SVG pictures.
//!
//! Shapes get CSS classes, not colours: the style sheet knows light, dark and paper. Numbers
//! that are none are written as 0, text is escaped.

use std::fmt::Write;

use maud::{Escaper, Markup, PreEscaped, html};

/// A picture being drawn; the origin is the top left.
#[derive(Clone, Debug)]
pub struct Svg {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

/// An element of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The name of the element: `line`.
    pub(crate) name: &'static str,
    /// Its CSS classes; may be empty.
    pub(crate) class: String,
    /// Where it is and what form it has.
    pub(crate) attributes: Vec<(&'static str, String)>,
    pub(crate) inner: Inner,
}

/// What is in an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    Nothing,
    /// What is shown while the pointer rests on it.
    Tip(String),
    /// What a text says.
    Text(String),
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// What a screen reader says of a picture, and the name that ties it to the picture.
#[derive(Clone, Copy, Debug)]
pub struct Alt<'a> {
    /// The name, which comes once on a page.
    pub id: &'a str,
    /// What is said first.
    pub title: &'a str,
    /// What is said after it.
    pub description: &'a str,
}

impl Svg {
    /// An empty picture of this size.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.line_with_tip(class, from, to, "");
    }

    /// A line with a `tip`, which is shown while the pointer rests on it.
    pub(crate) fn line_with_tip(
        &mut self,
        class: &str,
        from: (f64, f64),
        to: (f64, f64),
        tip: &str,
    ) {
        let ends = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        self.add("line", class, numbers(ends), tip);
    }

    /// A rectangle from its top left; `tip` is shown while the pointer rests on it, unless empty.
    pub fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), tip: &str) {
        let (width, height) = (size.0.max(0.0), size.1.max(0.0));
        let places = [("x", at.0), ("y", at.1), ("width", width), ("height", height)];
        self.add("rect", class, numbers(places), tip);
    }

    pub(crate) fn circle(&mut self, class: &str, centre: (f64, f64), radius: f64, tip: &str) {
        let places = [("cx", centre.0), ("cy", centre.1), ("r", radius.max(0.0))];
        self.add("circle", class, numbers(places), tip);
    }

    /// A line through points.
    pub(crate) fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        self.add("polyline", class, joined(points), "");
    }

    /// A closed shape through points.
    pub(crate) fn polygon(&mut self, class: &str, points: &[(f64, f64)], tip: &str) {
        self.add("polygon", class, joined(points), tip);
    }

    /// A path that is moved to `at` and scaled.
    pub(crate) fn path(&mut self, class: &str, data: &str, at: (f64, f64), scale: f64) {
        let [x, y, scale] = [at.0, at.1, scale].map(number);
        let place = format!("translate({x} {y}) scale({scale})");
        self.add("path", class, vec![("d", data.to_owned()), ("transform", place)], "");
    }

    /// A symbol of the page, in a square.
    pub fn symbol_at(&mut self, id: &str, at: (f64, f64), side: f64) {
        let places = [("x", at.0), ("y", at.1), ("width", side), ("height", side)];
        let mut attributes = numbers(places);
        attributes.push(("href", format!("#{id}")));
        self.add("use", "", attributes, "");
    }

    /// A text whose base line passes through `at`.
    pub fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        let mut attributes = numbers([("x", at.0), ("y", at.1)]);
        attributes.push(("text-anchor", anchor.name().to_owned()));
        let inner = Inner::Text(text.to_owned());
        self.shapes.push(Shape { name: "text", class: class.to_owned(), attributes, inner });
    }

    fn add(
        &mut self,
        name: &'static str,
        class: &str,
        attributes: Vec<(&'static str, String)>,
        tip: &str,
    ) {
        let inner = if tip.is_empty() { Inner::Nothing } else { Inner::Tip(tip.to_owned()) };
        self.shapes.push(Shape { name, class: class.to_owned(), attributes, inner });
    }

    fn view(&self) -> String {
        format!("0 0 {} {}", number(self.width), number(self.height))
    }

    /// Its elements.
    pub(crate) fn body(&self) -> PreEscaped<String> {
        let mut body = String::new();
        for shape in &self.shapes {
            let class = (!shape.class.is_empty()).then_some(("class", shape.class.as_str()));
            let own = shape.attributes.iter().map(|(key, value)| (*key, value.as_str()));
            write_element(&mut body, shape.name, class.into_iter().chain(own), &shape.inner);
        }
        PreEscaped(body)
    }

    /// The finished picture as a symbol that other pictures use by its name.
    pub(crate) fn symbol(self, id: &str) -> Markup {
        html! { symbol id=(id) viewBox=(self.view()) { (self.body()) } }
    }

    /// The finished picture as a part of a line of text, which says what it means.
    pub fn inline(&self, class: &str) -> Markup {
        html! {
            svg class=(class) viewBox=(self.view()) aria-hidden="true" { (self.body()) }
        }
    }

    /// The finished picture as an element of a page.
    pub fn finish(&self, class: &str, alt: Alt) -> Markup {
        let [title, description] = ["t", "d"].map(|part| format!("{}-{part}", alt.id));
        html! {
            svg class=(class) viewBox=(self.view()) role="img"
                aria-labelledby=(format_args!("{title} {description}")) {
                title id=(title) { (alt.title) }
                desc id=(description) { (alt.description) }
                (self.body())
            }
        }
    }
}

impl Anchor {
    /// Its name in SVG.
    const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// Writes an element and what is in it; values and texts are escaped.
pub(crate) fn write_element<'a>(
    to: &mut String,
    name: &str,
    attributes: impl Iterator<Item = (&'a str, &'a str)>,
    inner: &Inner,
) {
    let _ = write!(to, "<{name}");
    for (key, value) in attributes {
        let _ = write!(to, " {key}=\"");
        write_escaped(to, value);
        to.push('"');
    }
    match inner {
        Inner::Nothing => to.push_str("/>\n"),
        Inner::Tip(tip) => {
            to.push_str("><title>");
            write_escaped(to, tip);
            let _ = writeln!(to, "</title></{name}>");
        }
        Inner::Text(text) => {
            to.push('>');
            write_escaped(to, text);
            let _ = writeln!(to, "</{name}>");
        }
    }
}

/// Writes text that cannot become markup. XML has no control characters, however they are written.
pub(crate) fn write_escaped(to: &mut String, text: &str) {
    let plain = text.replace(char::is_control, " ");
    let _ = Escaper::new(to).write_str(&plain);
}

fn numbers<const N: usize>(places: [(&'static str, f64); N]) -> Vec<(&'static str, String)> {
    places.into_iter().map(|(key, place)| (key, number(place))).collect()
}

fn joined(points: &[(f64, f64)]) -> Vec<(&'static str, String)> {
    let points: Vec<String> =
        points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    vec![("points", points.join(" "))]
}

/// A coordinate with at most two decimals. SVG has no word for "not a number".
pub(crate) fn number(value: f64) -> String {
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
