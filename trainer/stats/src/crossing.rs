//! Where a figure that rises reaches one half, or another value.

/// The place at which `values`, made to rise, are one half: by straight lines between `places`, which ascend.
/// `Err` holds the end that comes nearest where they do not reach it.
pub fn crossing(places: &[f64], values: &[f64]) -> Result<f64, f64> {
    reached(places, values, 0.5)
}

/// The same for another value than one half.
pub(crate) fn reached(places: &[f64], values: &[f64], level: f64) -> Result<f64, f64> {
    let rising = rising(values);
    let (Some(first), Some(last)) = (rising.first(), rising.last()) else { return Err(0.0) };
    if *first > level {
        return Err(places[0]);
    }
    if *last < level {
        return Err(places[places.len() - 1]);
    }
    // The last point that is not above the level; one follows unless it is at the level itself.
    let at = rising.iter().rposition(|value| *value <= level).unwrap_or(0);
    match rising.get(at + 1) {
        Some(next) => {
            let share = (level - rising[at]) / (next - rising[at]);
            Ok(places[at] + share * (places[at + 1] - places[at]))
        }
        None => Ok(places[at]),
    }
}

/// The nearest values that never fall (pool adjacent violators: Ayer et al. 1955, *Annals of
/// Mathematical Statistics* 26:641).
pub(crate) fn rising(values: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for value in values {
        let mut pool = (*value, 1);
        while let Some(before) = pools.pop_if(|before| before.0 > pool.0) {
            let number = before.1 + pool.1;
            let sum = before.0 * before.1 as f64 + pool.0 * pool.1 as f64;
            pool = (sum / number as f64, number);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(value, number)| std::iter::repeat_n(value, number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_to_rise() {
        assert_eq!(rising(&[0.125, 0.5, 0.25, 0.75]), [0.125, 0.375, 0.375, 0.75]);
        assert_eq!(rising(&[0.75, 0.5, 0.25]), [0.5, 0.5, 0.5]);
        assert_eq!(crossing(&[0.0, 1.0], &[0.5, 0.5]), Ok(1.0));
        assert_eq!(crossing(&[0.0, 1.0], &[0.6, 0.7]), Err(0.0));
        assert_eq!(crossing(&[0.0, 1.0], &[0.2, 0.3]), Err(1.0));
        assert_eq!(reached(&[4.0, 6.0, 8.0], &[-1.0, 0.0, 2.0], 1.0), Ok(7.0));
    }
}
