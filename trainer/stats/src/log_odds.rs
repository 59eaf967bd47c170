//! Shares and their log-odds.

/// The share that has these log-odds: the logistic curve.
pub fn share_of(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The log-odds of a share; infinite where it is 1 or more.
pub fn log_odds_of(share: f64) -> f64 {
    if share < 1.0 { (share / (1.0 - share)).ln() } else { f64::INFINITY }
}

/// The logarithm of that share, without overflow.
pub(crate) fn ln_share_of(logit: f64) -> f64 {
    logit.min(0.0) - (-logit.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_agree_with_exact_numbers() {
        // Decimal with 60 digits: s = 1 / (1 + (-x).exp()), s.ln()
        let cases = [
            (-3.0, 0.047_425_873_177_566_78, -3.048_587_351_573_742),
            (0.0, 0.5, -std::f64::consts::LN_2),
            (1.25, 0.777_299_861_174_691_2, -0.251_929_081_345_372_9),
            (40.0, 1.0, -4.248_354_255_291_589e-18),
        ];
        for (logit, share, logarithm) in cases {
            assert!((share_of(logit) - share).abs() < 1e-15, "{logit}");
            assert!(logit > 30.0 || (log_odds_of(share) - logit).abs() < 1e-12, "{logit}");
            assert!((ln_share_of(logit) / logarithm - 1.0).abs() < 1e-14, "{logit}");
        }
        assert_eq!([-800.0, 800.0].map(share_of), [0.0, 1.0]);
        assert_eq!(
            [0.0, 1.0, 1.5].map(log_odds_of),
            [-f64::INFINITY, f64::INFINITY, f64::INFINITY]
        );
        assert_eq!(ln_share_of(-800.0), -800.0, "where the share itself is 0");
    }
}
