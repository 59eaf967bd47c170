//! How numbers are written: one decimal for percentages, a true minus sign, never "NaN".

use crate::stats::Estimate;

/// `58.3`, from the share 0.583.
pub(super) fn percent(share: f64) -> String {
    decimal(100.0 * share)
}

/// `+12.0` or `−3.1`, in percentage points.
pub(super) fn points(difference: f64) -> String {
    let text = decimal(100.0 * difference);
    if text.starts_with('−') || text == "0.0" { text } else { format!("+{text}") }
}

/// One decimal; a minus sign that is one; no negative zero; a dash for what is no number.
pub(super) fn decimal(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = format!("{:.1}", value.abs());
    if value < 0.0 && size != "0.0" { format!("−{size}") } else { size }
}

/// `5` or `2.5`, from the share 0.05 or 0.025: a setting, as it was given.
pub(super) fn plain(share: f64) -> String {
    ((share * 1e4).round() / 100.0).to_string()
}

/// `120` or `−35`: Elo and plies.
pub(super) fn whole(value: f64) -> String {
    let size = format!("{:.0}", value.abs());
    if value < 0.0 && size != "0" { format!("−{size}") } else { size }
}

/// `+5.1 (1.2 to 9.3)`, in points.
pub(super) fn points_cell(estimate: Estimate) -> String {
    format!("{} ({})", points(estimate.value), points_range(estimate))
}

/// `120 (85 to 156)`.
pub(super) fn elo_cell(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{} ({} to {})", whole(value), whole(low), whole(high))
}

/// `55.2 to 61.3`, the interval of a share in percent.
pub(super) fn percent_range(estimate: Estimate) -> String {
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

/// `1 game`, `12 games`.
pub(super) fn counted(number: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { singular } else { plural })
}

/// `12 000`, with a narrow space that does not break.
pub(crate) fn thousands(number: u64) -> String {
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
    fn numbers_are_written_for_people() {
        assert_eq!(percent(0.583), "58.3");
        assert_eq!(points(0.12), "+12.0");
        assert_eq!(points(-0.031), "−3.1");
        assert_eq!(points(-0.000_1), "0.0");
        assert_eq!(decimal(f64::NAN), "–");
        assert_eq!(thousands(1752), "1752");
        assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(counted(1, "game", "games"), "1 game");
    }
}
