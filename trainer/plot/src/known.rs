//! What is known of a share, row by row: several kinds of knowledge of one thing below each other.

use imperial_stats::Estimate;

use crate::marks::{key_picture, level, mark, style, swatch};
use crate::rows::{Axis, RowLabel, Rows};
use crate::size::Format;
use crate::svg::Svg;

/// Distance between kinds of a row.
const APART: f64 = 13.0;
/// What at least stays free where a single share is left.
const GAP: f64 = 4.0;
/// The class of what cannot be.
const EXCLUDED: &str = "fill cut-off";

/// What is known of one thing.
#[derive(Clone, Debug, Default)]
pub struct KnownRow {
    /// What it is called.
    pub label: RowLabel,
    /// Between which shares it is certain to lie, with what the pointer shows.
    pub certain: Option<([f64; 2], String)>,
    /// Each kind of knowledge, below each other.
    pub lanes: Vec<Lane>,
}

/// One kind of knowledge of one thing.
#[derive(Clone, Debug, Default)]
pub struct Lane {
    /// Number of the kind, by which its marks look.
    pub kind: usize,
    /// A broad line between two shares.
    pub span: Option<[f64; 2]>,
    /// Figures, each with what the pointer shows; hollow where it is not to be relied on.
    pub marks: Vec<(Estimate, bool, String)>,
    /// Figures of single trainings, as small dots.
    pub dots: Vec<(f64, String)>,
}

/// The mark of a kind for a key.
pub fn kind_key(kind: usize) -> Svg {
    let mut svg = key_picture();
    mark(&mut svg, kind, (7.0, 6.0), true, "");
    svg
}

/// What cannot be, for a key.
pub fn excluded_key() -> Svg {
    swatch(EXCLUDED)
}

/// Draws the rows over a scale of shares in percent.
pub fn known(rows: &[KnownRow], axis: Axis, format: Format) -> Svg {
    let labels: Vec<RowLabel> = rows.iter().map(|row| row.label.clone()).collect();
    let most = rows.iter().map(|row| row.lanes.len()).max().unwrap_or(1).max(1);
    let mut picture = Rows::new(&labels, format, 6.0 + APART * most as f64, axis);
    for (index, row) in rows.iter().enumerate() {
        exclude(&mut picture, index, row);
        let top = picture.middle(index) - APART * (row.lanes.len() as f64 - 1.0) / 2.0;
        for (place, lane) in row.lanes.iter().enumerate() {
            draw(&mut picture, lane, top + APART * place as f64);
        }
    }
    picture.svg
}

/// Hatches the shares that cannot be.
fn exclude(rows: &mut Rows, index: usize, row: &KnownRow) {
    let Some(([low, high], tip)) = &row.certain else { return };
    let (top, height) = (rows.tops[index], rows.row);
    let at = |share: f64| rows.scale.at(100.0 * share);
    let (low, high) = (at(*low), at(*high));
    let short = (GAP - (high - low)).max(0.0) / 2.0;
    for (left, right) in [(at(0.0), low - short), (high + short, at(1.0))] {
        if right > left {
            rows.svg.rect(EXCLUDED, (left, top), (right - left, height), tip);
        }
    }
}

fn draw(rows: &mut Rows, lane: &Lane, y: f64) {
    let at = |share: f64| rows.scale.at(100.0 * share);
    let class = style(lane.kind);
    let span = lane.span.map(|ends| ends.map(at));
    let dots: Vec<(f64, &String)> =
        lane.dots.iter().map(|(share, tip)| (at(*share), tip)).collect();
    let marks: Vec<_> = lane
        .marks
        .iter()
        .map(|(one, filled, tip)| ([one.low, one.value, one.high].map(at), *filled, tip))
        .collect();
    if let Some([from, to]) = span {
        rows.svg.line(&format!("bracket {class}"), (from, y), (to, y));
    }
    for ([low, value, high], ..) in &marks {
        level(&mut rows.svg, &format!("interval {class}"), (*value, y), (*low, *high));
    }
    for (x, tip) in dots {
        rows.svg.circle("single", (x, y), 2.6, tip);
    }
    for ([_, value, _], filled, tip) in marks {
        mark(&mut rows.svg, lane.kind, (value, y), filled, tip);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_hatched_and_kinds_stand_below_each_other() {
        let lane = |kind, value: f64| Lane {
            kind,
            marks: vec![(Estimate::exactly(value), true, String::new())],
            ..Lane::default()
        };
        let row = KnownRow {
            certain: Some(([0.2, 1.0], "proven".to_owned())),
            lanes: vec![lane(0, 0.5), lane(1, 0.6)],
            ..KnownRow::default()
        };
        let svg = known(&[row], Axis::percent("score, %"), Format::Narrow);
        let text = svg.inline("narrow").into_string();
        assert_eq!(text.matches("class=\"fill cut-off\"").count(), 1, "nothing is excluded above");
        assert_eq!(text.matches("class=\"mark ").count(), 2);
        // Where everything is proven, the score itself stays free.
        let row = KnownRow { certain: Some(([0.4, 0.4], String::new())), ..KnownRow::default() };
        let svg = known(&[row], Axis::percent("score, %"), Format::Narrow);
        let text = svg.inline("narrow").into_string();
        let number = |name: &str, rect: &str| {
            let (_, rest) = rect.split_once(&format!("{name}=\"")).expect(name);
            rest.split_once('"').and_then(|(number, _)| number.parse::<f64>().ok()).expect(name)
        };
        let hatched: Vec<_> =
            text.split("<rect").filter(|part| part.contains("class=\"fill cut-off\"")).collect();
        let [left, right] = hatched[..] else { panic!("{text}") };
        let free = number(" x", right) - number(" x", left) - number(" width", left);
        assert!((free - GAP).abs() < 0.2, "{free}: {text}");
        let tall = |lanes: usize| {
            let lanes = vec![Lane::default(); lanes];
            known(&[KnownRow { lanes, ..KnownRow::default() }], Axis::percent(""), Format::Wide)
                .height
        };
        assert!((tall(4) - tall(2) - 2.0 * APART).abs() < 1e-9);
    }
}
