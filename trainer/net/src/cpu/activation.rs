//! What lies between the convolutions, forwards and backwards.

use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Matrix;
use super::trunk::Affine;

/// `output = max(0, sums * scale + shift)`
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn activate<L: Lanes>(grid: &Grid, sums: &Image, affine: &Affine, output: &mut Image) {
    assert!(sums.fits(grid) && output.fits(grid) && sums.channels == output.channels);
    assert!(affine.scale.len() == sums.channels && affine.shift.len() == sums.channels);
    for channel in (0..sums.channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let scale = L::load(affine.scale.as_ptr().add(channel));
            let shift = L::load(affine.shift.as_ptr().add(channel));
            for square in grid.squares() {
                let at = square * sums.channels + channel;
                let sum = L::load(sums.values.as_ptr().add(at));
                let value = sum.mul_add(scale, shift).max(L::splat(0.0));
                value.store(output.values.as_mut_ptr().add(at));
            }
        }
    }
}

/// The adjoint of [`activate`], in place: from the gradient of the outputs to that of the sums.
/// `affine` becomes its own gradient.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn activate_back<L: Lanes>(
    grid: &Grid,
    (sums, outputs): (&Image, &Image),
    affine: &mut Affine,
    gradient: &mut Image,
) {
    let channels = sums.channels;
    assert!(sums.fits(grid) && outputs.fits(grid) && gradient.fits(grid));
    assert!(channels == outputs.channels && channels == gradient.channels);
    assert!(affine.scale.len() == channels && affine.shift.len() == channels);
    for channel in (0..channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let scale = L::load(affine.scale.as_ptr().add(channel));
            let (mut of_scale, mut of_shift) = (L::splat(0.0), L::splat(0.0));
            for square in grid.squares() {
                let at = square * channels + channel;
                let place = gradient.values.as_mut_ptr().add(at);
                let open = L::load(place).gated(L::load(outputs.values.as_ptr().add(at)));
                of_scale = open.mul_add(L::load(sums.values.as_ptr().add(at)), of_scale);
                of_shift = of_shift.add(open);
                open.mul_add(scale, L::splat(0.0)).store(place);
            }
            of_scale.store(affine.scale.as_mut_ptr().add(channel));
            of_shift.store(affine.shift.as_mut_ptr().add(channel));
        }
    }
}

/// The adjoint of a block's last ReLU, in place, and its sum over the squares.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn close<L: Lanes>(grid: &Grid, outputs: &Image, gradient: &mut Image, sum: &mut [f32]) {
    let channels = outputs.channels;
    assert!(outputs.fits(grid) && gradient.fits(grid));
    assert!(channels == gradient.channels && channels == sum.len());
    for channel in (0..channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let mut total = L::splat(0.0);
            for square in grid.squares() {
                let at = square * channels + channel;
                let place = gradient.values.as_mut_ptr().add(at);
                let open = L::load(place).gated(L::load(outputs.values.as_ptr().add(at)));
                total = total.add(open);
                open.store(place);
            }
            total.store(sum.as_mut_ptr().add(channel));
        }
    }
}

/// The adjoint of a block's pooled layer: adds to the gradients of its weights and, through the pooling,
/// of `image`. `gradient_of_pooled` is scratch space.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn pool_back<L: Lanes>(
    grid: &Grid,
    layer: &Matrix,
    (image, pooled): (&Image, &[f32]),
    shift: &[f32],
    weights: &mut [f32],
    gradient_of_pooled: &mut [f32],
    gradient: &mut Image,
) {
    for (row, value) in weights.chunks_exact_mut(layer.outputs).zip(pooled) {
        row.iter_mut().zip(shift).for_each(|(sum, gradient)| *sum += value * gradient);
    }
    for (input, gradient) in gradient_of_pooled.iter_mut().enumerate() {
        *gradient = layer.row_product(input, shift);
    }
    // SAFETY: the caller vouches for the instructions.
    unsafe { unpool::<L>(grid, (image, pooled), gradient_of_pooled, gradient) };
}

/// The adjoint of pooling: adds the means' gradients to all squares, and the maxima's to the first square
/// that has the maximum.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn unpool<L: Lanes>(
    grid: &Grid,
    (image, pooled): (&Image, &[f32]),
    gradient_of_pooled: &[f32],
    gradient: &mut Image,
) {
    let channels = image.channels;
    assert!(image.fits(grid) && gradient.fits(grid) && gradient.channels == channels);
    assert!(pooled.len() == 2 * channels && gradient_of_pooled.len() == 2 * channels);
    for channel in (0..channels).step_by(L::WIDTH) {
        // SAFETY: squares of the board and whole vectors of channels, lengths checked.
        unsafe {
            let share = L::splat(1.0 / grid.board.squares() as f32);
            let mean = L::load(gradient_of_pooled.as_ptr().add(channel));
            let mean = mean.mul_add(share, L::splat(0.0));
            let mut left = L::load(gradient_of_pooled.as_ptr().add(channels + channel));
            let largest = L::load(pooled.as_ptr().add(channels + channel));
            for square in grid.squares() {
                let at = square * channels + channel;
                let below = largest.sub(L::load(image.values.as_ptr().add(at)));
                let kept = left.gated(below);
                let place = gradient.values.as_mut_ptr().add(at);
                L::load(place).add(mean).add(left.sub(kept)).store(place);
                left = kept;
            }
        }
    }
}
