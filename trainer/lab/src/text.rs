//! How numbers are written: one decimal for percentages, a true minus sign, never "NaN".

use std::borrow::Borrow;

pub(crate) use imperial_plot::text::{decimal, none, shortened, shortened_apart, whole};
use imperial_stats::{Comparison, Estimate};

/// Longest sentence of a finding.
pub(super) const MOST_WORDS: usize = 25;

/// `58.3`, from the share 0.583.
pub(super) fn percent(share: f64) -> String {
    decimal(100.0 * share)
}

/// `+12.0` or `−3.1`, in percentage points.
pub(super) fn points(difference: f64) -> String {
    signed(decimal(100.0 * difference))
}

/// The number with its sign, except for zero and for what is no number.
pub(super) fn signed(number: String) -> String {
    if number.starts_with(['−', '–']) || ["0", "0.0"].contains(&number.as_str()) {
        number
    } else {
        format!("+{number}")
    }
}

/// `5` or `2.5`, from the share 0.05 or 0.025: a setting, as it was given.
pub(super) fn plain(share: f64) -> String {
    ((share * 1e4).round() / 100.0).to_string()
}

/// A probability of error.
pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// `+5.1 (1.2 to 9.3)`, in points.
pub(super) fn points_cell(estimate: Estimate) -> String {
    format!("{} ({})", points(estimate.value), points_range(estimate))
}

/// What a comparison finds: the difference in points, its probability of error, and a word for it; dashes where there
/// is none.
pub(super) fn comparison_cells(found: Option<&Comparison>) -> [String; 3] {
    let Some(found) = found else { return [none(), none(), none()] };
    let word = found.conclusion().word().to_owned();
    [points_cell(found.difference), probability(found.p_holm), word]
}

/// `120 (85 to 156)`.
pub(super) fn elo_cell(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{} ({} to {})", whole(value), whole(low), whole(high))
}

/// `55.2 to 61.3`, the interval of a share in percent; with signs where it begins below 0, as that of a difference
/// may.
pub(super) fn percent_range(estimate: Estimate) -> String {
    if percent(estimate.low).starts_with('−') {
        return points_range(estimate);
    }
    format!("{} to {}", percent(estimate.low), percent(estimate.high))
}

/// `58.3 (55.2 to 61.3)`, for tables whose head says "%".
pub(super) fn share_cell(estimate: Estimate) -> String {
    format!("{} ({})", percent(estimate.value), percent_range(estimate))
}

/// `58.3 % (55.2 to 61.3)`.
pub(super) fn percent_with_range(estimate: Estimate) -> String {
    format!("{} % ({})", percent(estimate.value), percent_range(estimate))
}

/// `+5.1 to +19.2`, the interval of a difference in points.
pub(super) fn points_range(estimate: Estimate) -> String {
    format!("{} to {}", points(estimate.low), points(estimate.high))
}

/// `A`, `A and B`, `A, B and C`.
pub fn listed<T: Into<String>>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(T::into).collect();
    match &names[..] {
        [] => String::new(),
        [alone] => alone.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// The sentence around as many of `names` as leave it within [`MOST_WORDS`]; the others are counted.
pub(super) fn fitted_list<T: Borrow<str>>(
    names: &[T],
    sentence: impl Fn(&str) -> String,
) -> String {
    let with = |shown: usize| {
        let more = format!("{} more", names.len() - shown);
        let some = names[..shown].iter().map(T::borrow);
        let list: Vec<&str> = some.chain((shown < names.len()).then_some(more.as_str())).collect();
        sentence(&listed(list))
    };
    let all = (1..=names.len()).rev().map(with);
    all.into_iter().find(|text| fits(text)).unwrap_or_else(|| with(names.len().min(1)))
}

/// The first sentence that has no more than [`MOST_WORDS`], or else the last.
pub(super) fn first_fitting<const N: usize>(sentences: [String; N]) -> Option<String> {
    let place = sentences.iter().position(|sentence| fits(sentence)).unwrap_or(N.saturating_sub(1));
    sentences.into_iter().nth(place)
}

/// Whether a sentence has no more than [`MOST_WORDS`].
fn fits(sentence: &str) -> bool {
    sentence.split_whitespace().count() <= MOST_WORDS
}

/// `before`, `2 others`, `after`, or nothing where `all` are one.
pub(super) fn others(all: usize, before: &str, after: &str) -> String {
    match all.saturating_sub(1) {
        0 => String::new(),
        1 => format!("{before} 1 other{after}"),
        more => format!("{before} {more} others{after}"),
    }
}

/// `1 game`, `12 games`.
pub fn counted(number: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { singular } else { plural })
}

/// `12 000`, with a narrow space that does not break.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        let left = digits.len() - index;
        // Four digits read well without a gap.
        if index > 0 && left.is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_commas() {
        assert_eq!(listed::<&str>([]), "");
        assert_eq!(listed(["a", "b"]), "a and b");
        assert_eq!(listed(["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(percent(0.583), "58.3");
        assert_eq!(points(0.12), "+12.0");
        assert_eq!(points(-0.031), "−3.1");
        assert_eq!(points(-0.000_1), "0.0");
        assert_eq!(thousands(1752), "1752");
        assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(counted(1, "game", "games"), "1 game");
    }
}
