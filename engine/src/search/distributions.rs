//! Random numbers of the distributions that a root needs.

use std::f64::consts::TAU;

use rand::{Rng, RngExt};

/// A uniform number strictly between 0 and 1, so that its logarithm is finite.
fn open_unit(rng: &mut impl Rng) -> f64 {
    (f64::from(rng.random::<u32>()) + 0.5) / 2f64.powi(32)
}

/// A number of the standard Gumbel distribution.
pub(super) fn gumbel(rng: &mut impl Rng) -> f32 {
    -(-open_unit(rng).ln()).ln() as f32
}

/// A number of the standard normal distribution (Box and Muller 1958).
fn normal(rng: &mut impl Rng) -> f64 {
    (-2.0 * open_unit(rng).ln()).sqrt() * (TAU * open_unit(rng)).cos()
}

/// A number of the gamma distribution with scale 1 (Marsaglia and Tsang 2000, their lift of
/// shapes below 1 included).
fn gamma(shape: f64, rng: &mut impl Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * open_unit(rng).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && open_unit(rng).ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
            return d * v;
        }
    }
}

/// Fills `out` with a sample of the symmetric Dirichlet distribution whose parameters add up to
/// `concentration`.
pub(super) fn dirichlet(concentration: f32, out: &mut [f32], rng: &mut impl Rng) {
    let shape = f64::from(concentration) / out.len() as f64;
    for share in out.iter_mut() {
        *share = gamma(shape, rng) as f32;
    }
    let sum: f32 = out.iter().sum();
    let equal = 1.0 / out.len() as f32;
    for share in out {
        // Tiny shapes can underflow everywhere; equal shares then are as good as any.
        *share = if sum > 0.0 { *share / sum } else { equal };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    fn mean_and_variance(draws: u32, mut draw: impl FnMut() -> f64) -> (f64, f64) {
        let draws: Vec<f64> = (0..draws).map(|_| draw()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let square = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        (mean, square / draws.len() as f64)
    }

    #[test]
    fn gumbel_has_its_mean_and_variance() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mean, variance) = mean_and_variance(100_000, || f64::from(gumbel(&mut rng)));
        assert!((mean - 0.5772).abs() < 0.02, "{mean}");
        assert!((variance - TAU.powi(2) / 24.0).abs() < 0.05, "{variance}");
    }

    #[test]
    fn gamma_has_its_mean_and_variance() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for shape in [0.1, 0.7, 1.0, 4.0] {
            let (mean, variance) = mean_and_variance(100_000, || gamma(shape, &mut rng));
            assert!((mean / shape - 1.0).abs() < 0.05, "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.1, "{shape}: {variance}");
        }
    }

    #[test]
    fn dirichlet_sums_to_one_and_has_its_variance() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut out = [0.0; 5];
        // Variance of a share: (1/5)(4/5) / (10 + 1).
        let (mean, variance) = mean_and_variance(50_000, || {
            dirichlet(10.0, &mut out, &mut rng);
            assert!((out.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            f64::from(out[0])
        });
        assert!((mean - 0.2).abs() < 0.005, "{mean}");
        assert!((variance - 0.16 / 11.0).abs() < 0.001, "{variance}");
    }

    #[test]
    fn dirichlet_survives_tiny_parameters() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut out = [0.0; 300];
        dirichlet(1e-6, &mut out, &mut rng);
        assert!((out.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }
}
