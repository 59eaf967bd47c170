//! Times as users write them.

use std::time::Duration;

/// `90s`, `30m`, `2h`, `1.5h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 90s, 30m or 2h".to_owned();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1.0,
        'm' => 60.0,
        'h' => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("90s", 90), ("30m", 1800), ("1.5h", 5400), ("0s", 0)] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "90", "h", "-1h", "5 days", "1e300h", "NaNs", "9µ"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
