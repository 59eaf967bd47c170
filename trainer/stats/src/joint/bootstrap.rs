//! The spread of the ratings over other openings that might have been drawn.

use imperial_engine::game_stream;
use rand::RngExt;
use rayon::prelude::*;

use super::Openings;
use super::curve::Counts;
use super::data::{JointData, JointError};
use super::newton::{Maximum, Posterior};
use super::openings::Alike;

/// Stretched parameters of `resamples` resamples: in each, every two agents play as many openings as they did
/// under each rule set, drawn with replacement from theirs. Resample `k` draws from stream `k` of
/// `seed`, so the result does not depend on threads.
///
/// # Errors
/// When numbers overflow.
pub(super) fn bootstrap(
    posterior: &Posterior,
    data: &JointData,
    openings: Openings,
    maximum: &Maximum,
    (resamples, seed): (u32, u64),
) -> Result<Vec<Vec<f64>>, JointError> {
    (0..u64::from(resamples))
        .into_par_iter()
        .map(|resample| {
            let (counts, alike) = resampled(data, seed, resample);
            let mut parameters = posterior.maximise(&counts, Some(&maximum.parameters))?.parameters;
            let stretch = alike.stretch(openings, &posterior.cells, &parameters);
            parameters.iter_mut().for_each(|parameter| *parameter *= stretch);
            Ok(parameters)
        })
        .collect()
}

fn resampled(data: &JointData, seed: u64, resample: u64) -> (Vec<Counts>, Alike) {
    let mut rng = game_stream(seed, resample);
    let mut counts = vec![Counts::default(); data.cells.len()];
    let mut alike = Alike::default();
    for openings in &data.strata {
        for _ in 0..openings.len() {
            let opening = &openings[rng.random_range(0..openings.len())];
            opening.iter().for_each(|&(cell, result)| counts[cell].add(result));
            alike.add(opening);
        }
    }
    (counts, alike)
}
