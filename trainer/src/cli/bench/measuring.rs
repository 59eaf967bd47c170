//! On how many threads and how long.

use std::num::NonZeroUsize;

use serde::Serialize;

/// What was asked for, or one thread and then all cores.
pub(super) fn numbers_of_threads(asked: Option<NonZeroUsize>) -> anyhow::Result<Vec<NonZeroUsize>> {
    if let Some(threads) = asked {
        return Ok(vec![threads]);
    }
    let all = std::thread::available_parallelism()?;
    let one = NonZeroUsize::MIN;
    Ok(if all == one { vec![one] } else { vec![one, all] })
}

/// A figure as a line: JSON where that was asked for, or `row`.
pub(super) fn shown<T: Serialize>(figure: &T, json: bool, row: fn(&T) -> String) -> String {
    if json { serde_json::to_string(figure).expect("a figure is JSON") } else { row(figure) }
}

/// Reads a time of measuring.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=3600.0).contains(seconds))
        .ok_or_else(|| format!("`{text}` is not a number of seconds from 0 to 3600"))
}
