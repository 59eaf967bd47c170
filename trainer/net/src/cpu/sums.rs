//! Sums of plain arrays.

/// Adds to each of `sums` the summand of its place.
#[inline(always)]
pub fn add(summands: &[f32], sums: &mut [f32]) {
    sums.iter_mut().zip(summands).for_each(|(sum, summand)| *sum += summand);
}

/// Adds to each of `sums` the value of its place, times `scale`.
#[inline(always)]
pub fn add_scaled(sums: &mut [f32], values: &[f32], scale: f32) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * scale);
}

/// Sum of products, in eight interleaved sums so that it becomes vector code.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, b) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.0.iter().zip(b.0) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a.1.iter().zip(b.1).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
