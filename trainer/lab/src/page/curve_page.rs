//! A page of curves in the style of the report, such as how a training goes.

use imperial_plot::curves::Curves;
use maud::html;

use super::context::CurveFigure;
use super::exhibit::{Exhibit, alone};
use super::front::heading;
use super::html::{document, prose};
use super::key::Key;

/// What the browser may do for the page: nothing but its own style.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A page of curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurvePage {
    /// What stands above the headline.
    pub kicker: String,
    /// Headline.
    pub title: String,
    /// Paragraphs below it.
    pub intro: Vec<String>,
    /// Numbers and what they count.
    pub facts: Vec<(String, String)>,
    /// The pictures.
    pub figures: Vec<CurveFigure>,
}

impl CurvePage {
    /// The page, which needs no other file.
    pub fn html(&self) -> String {
        let intro = html! { div.intro { @for text in &self.intro { p { (prose(text)) } } } };
        let body = html! {
            (heading(&self.kicker, &self.title, &intro, &self.facts))
            main { @for figure in &self.figures { section id=(figure.id) { (figure.exhibit()) } } }
        };
        document(&self.title, POLICY, &body)
    }
}

impl CurveFigure {
    /// The picture with what belongs to it.
    pub(super) fn exhibit(&self) -> Exhibit {
        let names: Vec<&str> = self.series.iter().map(|(name, _)| name.as_str()).collect();
        let series = self.series.iter().map(|(name, points)| (name.as_str(), points.clone()));
        let drawn = Curves { along: &self.along, axis: &self.axis, series: series.collect() };
        Exhibit {
            id: format!("plot-{}", self.id),
            name: self.title.clone(),
            title: self.title.clone(),
            description: format!("{}, one line each for {}.", self.axis, names.join(", ")),
            note: self.note.clone(),
            key: Key::of(drawn.key()),
            pictures: alone(|format| drawn.draw(format)),
            ..Exhibit::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_points_is_a_page() {
        let figure = CurveFigure {
            id: "a".to_owned(),
            title: "A <b>".to_owned(),
            series: vec![("x".to_owned(), Vec::new()), ("y".to_owned(), vec![(1.0, f64::NAN)])],
            ..CurveFigure::default()
        };
        let page = CurvePage { figures: vec![figure], ..CurvePage::default() }.html();
        assert!(page.contains("A &lt;b&gt;") && !page.contains("NaN"));
    }
}
