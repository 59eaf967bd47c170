//! How games run their course: the share of games decided after each ply.

use super::super::svg::Svg;
use super::super::text::thousands;
use super::super::{Fate, Story};
use super::Format;
use super::marks::{KeyEntry, swatch};
use super::rows::{Axis, Frame, Rows, labels};

/// Places on the level axis that are no further apart than this are drawn as one.
const STEP: f64 = 1.5;

/// Corners of an outline that change it by no more than this are left out.
const NEAR: f64 = 0.2;

/// One row per story, over as many plies as the `longest` game has. The attackers' wins rise from the
/// floor, the defenders' wins hang from the ceiling with the draws below them; the gap between is
/// games that still go on.
pub(in super::super) fn course(stories: &[&Story], longest: u32, format: Format) -> Svg {
    let labels = labels(stories.iter().map(|story| (story.rules.as_str(), story.agent.as_str())));
    let row = if format == Format::Panel { 40.0 } else { 58.0 };
    let frame = Frame::new(format, row);
    let axis = Axis {
        values: (0.0, f64::from(longest)),
        ticks: if format == Format::Wide { 8 } else { 5 },
        title: "plies played",
        even: None,
    };
    let mut rows = Rows::new(&labels, frame, axis);
    for (row, story) in stories.iter().enumerate() {
        bands(&mut rows, row, story, longest);
    }
    rows.svg
}

/// What the colours of [`course`] mean, those that occur.
pub(in super::super) fn course_key(stories: &[&Story]) -> Vec<KeyEntry> {
    let occurs = |fate: &Fate| stories.iter().any(|story| !story.ends.list(*fate).is_empty());
    let fates = Fate::ALL.into_iter().filter(occurs);
    let fates = fates.map(|fate| (swatch(&format!("fill {}", class(fate))), words(fate)));
    let entries = fates.chain([(swatch("field"), "still playing")]);
    entries.map(|(picture, words)| (picture, words.to_owned())).collect()
}

/// The class of a fate's colour.
pub(super) const fn class(fate: Fate) -> &'static str {
    match fate {
        Fate::Attackers => "attackers",
        Fate::Draw => "draws",
        Fate::CutOff => "cut-off",
        Fate::Defenders => "defenders",
    }
}

/// A fate in a legend.
pub(super) const fn words(fate: Fate) -> &'static str {
    match fate {
        Fate::Attackers => "attackers have won",
        Fate::Draw => "drawn",
        Fate::CutOff => "cut off",
        Fate::Defenders => "defenders have won",
    }
}

fn bands(rows: &mut Rows, row: usize, story: &Story, longest: u32) {
    let (top, height) = (rows.tops[row], rows.row);
    let (left, right) = rows.scale.places;
    rows.svg.rect("field", (left, top), (right - left, height), "");
    let share = |fate, plies| story.ends.over_by(fate, plies) as f64 / story.games.max(1) as f64;
    // From the ceiling down: defenders, then draws, then cut-off games.
    let hanging = [Fate::Defenders, Fate::Draw, Fate::CutOff];
    let mut above: Vec<Fate> = Vec::new();
    for fate in hanging {
        let from = |plies| above.iter().map(|&fate| share(fate, plies)).sum::<f64>();
        let edges = |plies| {
            let start = from(plies);
            (top + height * start, top + height * (start + share(fate, plies)))
        };
        band(rows, story, fate, longest, &edges);
        above.push(fate);
    }
    let bottom = top + height;
    let edges = |plies| (bottom, bottom - height * share(Fate::Attackers, plies));
    band(rows, story, Fate::Attackers, longest, &edges);
}

/// The corners of a line without those that are [`NEAR`] the line without them (Ramer 1972, Douglas
/// and Peucker 1973): a page with many rows would be megabytes otherwise.
fn simplified(line: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let [first, inner @ .., last] = line else { return line.to_vec() };
    let off = |&(x, y): &(f64, f64)| {
        let share = (x - first.0) / (last.0 - first.0);
        (y - first.1 - share * (last.1 - first.1)).abs()
    };
    let farthest = (0..inner.len()).max_by(|&a, &b| off(&inner[a]).total_cmp(&off(&inner[b])));
    match farthest {
        Some(corner) if off(&inner[corner]) > NEAR => {
            let mut points = simplified(&line[..=corner + 1]);
            points.pop();
            points.extend(simplified(&line[corner + 1..]));
            points
        }
        _ => vec![*first, *last],
    }
}

/// Draws one band between two edges that depend on the ply.
fn band(
    rows: &mut Rows,
    story: &Story,
    fate: Fate,
    longest: u32,
    edges: &dyn Fn(u32) -> (f64, f64),
) {
    let games = story.ends.list(fate).len() as u64;
    if games == 0 {
        return;
    }
    let mut places: Vec<(f64, f64, f64)> = Vec::new();
    for plies in 0..=longest {
        let x = rows.scale.at(f64::from(plies));
        let far = places.last().is_none_or(|last| x - last.0 >= STEP);
        if far || plies == longest {
            let (near, edge) = edges(plies);
            places.push((x, near, edge));
        }
    }
    let there: Vec<(f64, f64)> = places.iter().map(|&(x, _, edge)| (x, edge)).collect();
    let back: Vec<(f64, f64)> = places.iter().rev().map(|&(x, near, _)| (x, near)).collect();
    let points = [simplified(&there), simplified(&back)].concat();
    let tip = format!(
        "{}, {}: {} in {} of {} games",
        story.rules,
        story.agent,
        words(fate),
        thousands(games),
        thousands(story.games)
    );
    rows.svg.polygon(&format!("fill {}", class(fate)), &points, &tip);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_keep_their_corners_and_lose_the_points_between() {
        let ramp: Vec<(f64, f64)> = (0..50).map(|x| (f64::from(x), f64::from(x.min(20)))).collect();
        assert_eq!(simplified(&ramp), [(0.0, 0.0), (20.0, 20.0), (49.0, 20.0)]);
        assert_eq!(simplified(&ramp[..1]), ramp[..1]);
        let back: Vec<(f64, f64)> = ramp.iter().rev().copied().collect();
        assert_eq!(simplified(&back), [(49.0, 20.0), (20.0, 20.0), (0.0, 0.0)]);
    }
}
