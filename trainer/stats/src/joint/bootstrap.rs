//! The spread of the ratings over other openings that might have been drawn.

use imperial_engine::game_stream;
use rand::RngExt;
use rayon::prelude::*;

use super::curve::Counts;
use super::data::{JointData, JointError};
use super::newton::{Maximum, Posterior};

/// Parameters of `resamples` resamples: in each, every two agents play as many openings as they did
/// under each rule set, drawn with replacement from theirs. Resample `k` draws from stream `k` of
/// `seed`, so the result does not depend on threads.
///
/// # Errors
/// When numbers overflow.
pub(super) fn bootstrap(
    posterior: &Posterior,
    data: &JointData,
    maximum: &Maximum,
    resamples: u32,
    seed: u64,
) -> Result<Vec<Vec<f64>>, JointError> {
    (0..u64::from(resamples))
        .into_par_iter()
        .map(|resample| {
            let counts = resampled(data, seed, resample);
            Ok(posterior.maximise(&counts, Some(&maximum.parameters))?.parameters)
        })
        .collect()
}

fn resampled(data: &JointData, seed: u64, resample: u64) -> Vec<Counts> {
    let mut rng = game_stream(seed, resample);
    let mut counts = vec![Counts::default(); data.cells.len()];
    for openings in &data.strata {
        for _ in 0..openings.len() {
            for &(cell, result) in &openings[rng.random_range(0..openings.len())] {
                counts[cell].add(result);
            }
        }
    }
    counts
}
