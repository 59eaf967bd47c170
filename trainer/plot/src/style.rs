//! How the shapes of pictures look: the style sheet of pages, and the same as attributes for files.
//!
//! Files are written from what is read of the style sheet, so that every colour is written down once. They have the
//! colours of paper, and need no style sheet, class or variable.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The style sheet of pictures, which a page holds beside them. It names the colours of light and dark screens and of
/// paper as variables (`--ink`), which the rest of the page may use, and says how shapes of each class look.
pub const STYLE: &str = include_str!("pictures.css");

/// Where the rules of shapes begin in it.
const START: &str = "/* Shapes */";
/// Where those of paper begin.
const PAPER: &str = "@media print {";

/// The properties that are written into files.
const WRITTEN: [&str; 10] = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "font-size",
    "font-weight",
    "paint-order",
];

/// The style sheet, as far as files need it.
pub(crate) struct Styles {
    /// The colours of paper by name: `--ink`.
    palette: BTreeMap<&'static str, &'static str>,
    rules: Vec<Rule>,
}

/// What shapes of an element's name and with all of these classes look like.
struct Rule {
    element: &'static str,
    classes: Vec<&'static str>,
    /// A greater weight wins: the number of classes, and that of elements.
    weight: (usize, usize),
    properties: Vec<(&'static str, &'static str)>,
}

/// What is read of the style sheet.
pub(crate) fn styles() -> &'static Styles {
    static STYLES: LazyLock<Styles> = LazyLock::new(Styles::read);
    &STYLES
}

impl Styles {
    fn read() -> Self {
        let (above, pictures) = STYLE.split_once(START).unwrap_or((STYLE, ""));
        let (pictures, paper) = pictures.split_once(PAPER).unwrap_or((pictures, ""));
        // The first `:root` is that of light screens, which paper changes in part.
        let palette = [above, paper].into_iter().flat_map(|text| {
            let root = text.split(":root {").nth(1).and_then(|rest| rest.split('}').next());
            properties(root.unwrap_or_default())
        });
        Self { palette: palette.collect(), rules: pictures.split('}').flat_map(rules).collect() }
    }

    /// A colour of the palette: `--ink`.
    pub(crate) fn colour(&self, name: &str) -> &'static str {
        self.palette.get(name).copied().unwrap_or_default()
    }

    /// The attributes of a shape with these classes.
    pub(crate) fn of(&self, element: &str, class: &str) -> BTreeMap<&'static str, String> {
        let classes: Vec<&str> = class.split_whitespace().collect();
        let fits = |rule: &&Rule| {
            (rule.element.is_empty() || rule.element == element)
                && rule.classes.iter().all(|one| classes.contains(one))
        };
        let mut fitting: Vec<&Rule> = self.rules.iter().filter(fits).collect();
        // Of equal weight the later one wins.
        fitting.sort_by_key(|rule| rule.weight);
        let all = fitting.iter().flat_map(|rule| &rule.properties).copied();
        let own: BTreeMap<&str, &str> = all.collect();
        let value = |name: &'static str| {
            let value = match (name, own.get(name), own.get("font")) {
                (_, Some(value), _) => value,
                // The size is all that is taken of `12px system-ui, …`.
                ("font-size", None, Some(font)) => font.split(' ').next()?,
                _ => return None,
            };
            let value = self.resolved(value, &own);
            // A mark that belongs to no series lacks its colour.
            (!value.is_empty()).then(|| (name, value.trim_end_matches("px").to_owned()))
        };
        let is_written = |name: &&str| element == "text" || !name.starts_with("font-");
        WRITTEN.into_iter().filter(is_written).filter_map(value).collect()
    }

    /// The value without variables and mixtures.
    fn resolved(&self, value: &str, own: &BTreeMap<&str, &str>) -> String {
        let mut value = value.to_owned();
        while let Some((start, inside, end)) = call(&value, "var(") {
            let (name, otherwise) = inside.split_once(',').unwrap_or((inside, ""));
            let name = name.trim();
            let found = own.get(name).or_else(|| self.palette.get(name)).copied();
            let found = found.unwrap_or(otherwise.trim()).to_owned();
            value.replace_range(start..end, &found);
        }
        while let Some((start, inside, end)) = call(&value, "color-mix(in srgb,") {
            let mixed = mixed(inside).unwrap_or_default();
            value.replace_range(start..end, &mixed);
        }
        value
    }
}

/// The rules of `selectors { properties`, one for each selector.
fn rules(text: &'static str) -> Vec<Rule> {
    let Some((selectors, body)) = text.split_once('{') else { return Vec::new() };
    // What stands above them may be a comment.
    let selectors = selectors.rsplit("*/").next().unwrap_or_default();
    let rule = |selector: &'static str| {
        let parts: Vec<&str> = selector.split_whitespace().collect();
        let mut own = parts.last().copied().unwrap_or_default().split('.');
        let element = own.next().unwrap_or_default();
        let classes: Vec<&str> = own.collect();
        // All that stands before the last part is the picture as a whole.
        let elements = parts.len().saturating_sub(1) + usize::from(!element.is_empty());
        let weight = (classes.len(), elements);
        Rule { element, classes, weight, properties: properties(body) }
    };
    selectors.split(',').map(rule).collect()
}

fn properties(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let pairs = text.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(name, value)| (name.trim(), value.trim())).collect()
}

/// The first call of a function: its start, what is in its brackets, and its end.
fn call<'a>(text: &'a str, function: &str) -> Option<(usize, &'a str, usize)> {
    let start = text.find(function)?;
    let inside = start + function.len();
    let mut depth = 1;
    for (at, letter) in text[inside..].char_indices() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if depth == 0 {
            return Some((start, &text[inside..inside + at], inside + at + 1));
        }
    }
    None
}

/// `#2c4568 55%, #d8d1c0` as one colour.
fn mixed(parts: &str) -> Option<String> {
    let (first, second) = parts.split_once(',')?;
    let (first, share) = first.trim().split_once(' ')?;
    let share = share.trim().strip_suffix('%')?.parse::<f64>().ok()? / 100.0;
    let [first, second] = [first, second.trim()].map(channels);
    let (first, second) = (first?, second?);
    let mix = |at: usize| (share * first[at] + (1.0 - share) * second[at]).round() as u8;
    Some(format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2)))
}

/// Red, green and blue of `#2c4568`, each from 0 to 255.
fn channels(colour: &str) -> Option<[f64; 3]> {
    let number = u32::from_str_radix(colour.strip_prefix('#')?, 16).ok()?;
    Some([16, 8, 0].map(|shift| f64::from(number >> shift & 0xff)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(element: &str, class: &str, property: &str) -> String {
        styles().of(element, class).get(property).cloned().unwrap_or_default()
    }

    #[test]
    fn the_style_sheet_is_read_as_browsers_do() {
        assert_eq!(styles().colour("--paper"), "#ffffff", "paper is white");
        let ink = styles().colour("--ink");
        assert_eq!(look("text", "tick", "font-size"), "11", "a class is more than an element");
        assert_eq!(look("text", "tick", "fill"), styles().colour("--muted"));
        assert_eq!(look("text", "unknown", "fill"), ink);
        assert_eq!(look("text", "unknown", "font-size"), "12", "from the shorthand");
        assert_eq!(look("line", "interval s1", "stroke"), styles().colour("--s1"));
        assert_eq!(look("line", "interval", "stroke"), ink, "where no series is named");
        assert_eq!(look("polyline", "series s1 whole", "stroke-dasharray"), "none");
        assert_eq!(look("polyline", "series s1", "stroke-dasharray"), "7 3");
        assert_eq!(look("circle", "mark s2 hollow", "fill"), "#ffffff");
        assert_eq!(look("rect", "fill quiet", "fill"), "url(#dots)");
    }

    #[test]
    fn mixtures_are_colours() {
        assert_eq!(mixed("#000000 50%, #ffffff").as_deref(), Some("#808080"));
        assert_eq!(mixed("#ff0000 100%, #ffffff").as_deref(), Some("#ff0000"));
        assert_eq!(mixed("red 50%, #ffffff"), None);
    }

    #[test]
    fn no_variable_and_no_mixture_is_left() {
        for rule in &styles().rules {
            let class = rule.classes.join(" ");
            for (property, value) in styles().of(rule.element, &class) {
                assert!(!value.contains("var("), "{class}: {property}");
                assert!(!value.contains("color-mix"), "{class}: {property}");
            }
        }
        assert!(styles().rules.len() > 60, "{}", styles().rules.len());
    }
}
