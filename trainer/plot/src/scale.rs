//! Scales: from values to places, with round tick marks.

/// A linear scale.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The values at the two ends.
    pub(crate) values: (f64, f64),
    /// The places of the two ends.
    pub(crate) places: (f64, f64),
}

impl Scale {
    /// The place of a value; values beyond the ends are moved to them.
    pub fn at(self, value: f64) -> f64 {
        let ((v0, v1), (p0, p1)) = (self.values, self.places);
        let share = if v1 > v0 { (value - v0) / (v1 - v0) } else { 0.5 };
        p0 + share.clamp(0.0, 1.0) * (p1 - p0)
    }

    /// Round values between the ends, about `wanted` of them.
    pub(crate) fn ticks(self, wanted: usize) -> Vec<f64> {
        let (low, high) = self.values;
        let step = round_step((high - low) / wanted.max(1) as f64);
        let first = (low / step - 1e-9).ceil();
        let last = (high / step + 1e-9).floor();
        (0..)
            .map(|index| first + f64::from(index))
            .take_while(|n| *n <= last)
            .map(|n| n * step)
            .collect()
    }
}

/// The next 1, 2 or 5 times a power of ten; 1 for what is no positive number.
pub(crate) fn round_step(raw: f64) -> f64 {
    if !raw.is_finite() || raw <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(raw.log10().floor());
    let digit = [1.0, 2.0, 5.0, 10.0].into_iter().find(|digit| digit * power >= raw * 0.999_999);
    digit.unwrap_or(10.0) * power
}

/// The label of a tick: no needless decimals, a true minus sign.
pub(crate) fn tick_label(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    let text = format!("{}", rounded.abs());
    if rounded < 0.0 { format!("−{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale { values: (0.0, 137.0), places: (0.0, 1.0) };
        assert_eq!(scale.ticks(5), [0.0, 50.0, 100.0]);
        let scale = Scale { values: (-0.3, 0.3), places: (0.0, 1.0) };
        let labels: Vec<_> = scale.ticks(6).into_iter().map(tick_label).collect();
        assert_eq!(labels, ["−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3"]);
    }

    #[test]
    fn an_empty_range_does_no_harm() {
        let scale = Scale { values: (5.0, 5.0), places: (0.0, 100.0) };
        assert_eq!(scale.at(5.0), 50.0);
        assert_eq!(scale.ticks(4), [5.0]);
        assert_eq!(round_step(f64::NAN), 1.0);
    }
}
