//! A page of curves in the style of the report, such as how a training goes.

use super::super::plots::{CurvePanel, Format, curves};
use super::super::svg::{Alt, escape};
use super::{PATTERNS, STYLE, prose};

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

/// One picture: lines over a common axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveFigure {
    /// Its name in the address: `losses`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it shows and how to read it.
    pub note: String,
    /// What the level axis counts: `generation`.
    pub along: String,
    /// What the upright axis shows.
    pub axis: String,
    /// The name of each line and its points.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
}

impl CurvePage {
    /// The page, which needs no other file.
    pub fn html(&self) -> String {
        let paragraphs: String =
            self.intro.iter().map(|text| format!("<p>{}</p>\n", prose(text))).collect();
        let fact = |(number, noun): &(String, String)| {
            format!("<li><b>{}</b> {}</li>\n", escape(number), escape(noun))
        };
        let facts: String = self.facts.iter().map(fact).collect();
        let figures: String = self.figures.iter().map(CurveFigure::html).collect();
        let title = escape(&self.title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n{PATTERNS}<header>\n\
             <p class=\"kicker\">{}</p>\n<h1>{title}</h1>\n<div class=\"intro\">\n{paragraphs}</div>\n\
             <ul class=\"facts\">\n{facts}</ul>\n</header>\n<main>\n{figures}</main>\n</body>\n\
             </html>\n",
            escape(&self.kicker)
        )
    }
}

impl CurveFigure {
    fn html(&self) -> String {
        let series = self.series.iter().map(|(name, points)| (name.as_str(), points.clone()));
        let panel = CurvePanel { along: &self.along, axis: &self.axis, series: series.collect() };
        let description = format!("{}, one line each for {}.", self.axis, self.names().join(", "));
        let picture = |format: Format| {
            let id = format!("{}-{}", self.id, format.class());
            let alt = Alt { id: &id, title: &self.title, description: &description };
            curves(&panel, format).finish(format.class(), alt)
        };
        let pictures: String = Format::ALONE.into_iter().map(picture).collect();
        format!(
            "<section id=\"{}\">\n<figure class=\"exhibit\">\n<figcaption><strong>{}</strong> \
             {}</figcaption>\n<div class=\"plot\">\n{pictures}</div>\n</figure>\n</section>\n",
            escape(&self.id),
            escape(&self.title),
            prose(&self.note)
        )
    }

    fn names(&self) -> Vec<&str> {
        self.series.iter().map(|(name, _)| name.as_str()).collect()
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
