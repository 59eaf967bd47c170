//! Quantiles of samples.

/// The `share`-quantile of ascending `values`, by linear interpolation between the two nearest
/// (definition 7 of Hyndman and Fan 1996, *The American Statistician* 50:361; numpy's default).
///
/// `None` when there are no values. A `share` outside [0, 1] counts as the nearer end.
pub fn quantile(ascending: &[f64], share: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let position = share.clamp(0.0, 1.0) * last as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(last);
    let weight = position - below as f64;
    Some(ascending[below] + weight * (ascending[above] - ascending[below]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_numpy() {
        // numpy.quantile([12, 15, 9, 30, 22, 41, 18, 17], [0, 0.25, 0.5, 0.75, 1])
        let values = [9.0, 12.0, 15.0, 17.0, 18.0, 22.0, 30.0, 41.0];
        for (share, expected) in [(0.0, 9.0), (0.25, 14.25), (0.5, 17.5), (0.75, 24.0), (1.0, 41.0)]
        {
            assert_eq!(quantile(&values, share), Some(expected));
        }
        // numpy.quantile([3, 1, 4, 1, 5], 0.9)
        let found = quantile(&[1.0, 1.0, 3.0, 4.0, 5.0], 0.9).expect("there are values");
        assert!((found - 4.6).abs() < 1e-12);
    }

    #[test]
    fn one_value_is_every_quantile_and_none_is_none() {
        assert_eq!(quantile(&[7.0], 0.3), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
