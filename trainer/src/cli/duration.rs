//! Times as users write them.

use std::time::Duration;

/// A year, which bounds what clocks can add.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;

/// Reads `90s`, `30m`, `1.5h`, `2h30m`: up to a year.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong =
        || format!("`{text}` is not a time of up to a year, such as 90s, 30m, 1.5h or 2h30m");
    let mut seconds = 0.0;
    for part in text.split_inclusive(['h', 'm', 's']) {
        let (number, unit) =
            part.split_at(part.len() - part.chars().last().map_or(0, char::len_utf8));
        let unit = match unit {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        // Signs and exponents are numbers too, but not times.
        let is_plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
        let number: f64 = number.parse().ok().filter(|_| is_plain).ok_or_else(wrong)?;
        seconds += number * unit;
    }
    if text.is_empty() || seconds > LONGEST {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let times = [
            ("90s", 90),
            ("30m", 1800),
            ("1.5h", 5400),
            ("2h30m", 9000),
            ("1h0.5m1s", 3631),
            ("0s", 0),
            ("8784h", 366 * 24 * 3600),
        ];
        for (text, seconds) in times {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        let nonsense = [
            "",
            "5",
            "90",
            "h",
            "-1h",
            "+1h",
            "2d",
            "5 days",
            "1h5",
            "1e3h",
            "NaNs",
            "infh",
            "9µ",
            "1.2.3h",
            "8785h",
            "99999999999999999999h",
        ];
        for text in nonsense {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
