//! The small matrix product: rows of inputs times a block of weights.

// Indices say more than iterators here, and both become the same unrolled code.
#![allow(clippy::needless_range_loop)]

use super::lanes::Lanes;

/// Where a product reads and writes.
#[derive(Clone, Copy)]
pub struct Operands {
    /// Inputs: those of a row lie `input_step` apart, rows `input_stride`.
    pub input: *const f32,
    pub input_stride: usize,
    pub input_step: usize,
    /// Rows of [`Lanes::BLOCK`] weights, one for each input of a row.
    pub weights: *const f32,
    pub weights_stride: usize,
    /// Rows of [`Lanes::BLOCK`] outputs.
    pub output: *mut f32,
    pub output_stride: usize,
}

/// `output[row] = Σ_k input[row][k] · weights[k]` for `rows` rows, added to what is there if `ADD`.
///
/// # Safety
/// The machine has the instructions of `L`, and the operands point to as many values as said.
#[inline(always)]
pub unsafe fn product<L: Lanes, const ADD: bool>(mut at: Operands, depth: usize, mut rows: usize) {
    // SAFETY: every run stays within the rows that the caller vouches for.
    unsafe {
        while rows > L::ROWS {
            // Two runs of about equal length beat a long one and a stub.
            let run = if rows >= 2 * L::ROWS { L::ROWS } else { rows.div_ceil(2) };
            run_of::<L, ADD>(at, depth, run);
            at.input = at.input.add(run * at.input_stride);
            at.output = at.output.add(run * at.output_stride);
            rows -= run;
        }
        run_of::<L, ADD>(at, depth, rows);
    }
}

/// As [`product`], for at most [`Lanes::ROWS`] rows, with the number of rows made a constant.
#[inline(always)]
unsafe fn run_of<L: Lanes, const ADD: bool>(at: Operands, depth: usize, rows: usize) {
    // SAFETY: the caller vouches for the instructions and operands.
    unsafe {
        match rows {
            1 => run::<L, ADD, 1>(at, depth),
            2 => run::<L, ADD, 2>(at, depth),
            3 => run::<L, ADD, 3>(at, depth),
            4 => run::<L, ADD, 4>(at, depth),
            5 => run::<L, ADD, 5>(at, depth),
            6 => run::<L, ADD, 6>(at, depth),
            7 if L::ROWS >= 7 => run::<L, ADD, 7>(at, depth),
            8 if L::ROWS >= 8 => run::<L, ADD, 8>(at, depth),
            9 if L::ROWS >= 9 => run::<L, ADD, 9>(at, depth),
            _ => debug_assert_eq!(rows, 0),
        }
    }
}

/// The sums of `ROWS` rows and one block of outputs stay in registers.
#[inline(always)]
unsafe fn run<L: Lanes, const ADD: bool, const ROWS: usize>(at: Operands, depth: usize) {
    // SAFETY: the caller vouches for the instructions, `ROWS` rows of inputs and outputs, and
    // `depth` rows of weights; `COLUMNS` is 1 or 2.
    unsafe {
        let mut left = [L::splat(0.0); ROWS];
        let mut right = [L::splat(0.0); ROWS];
        if ADD {
            for row in 0..ROWS {
                let output = at.output.add(row * at.output_stride);
                left[row] = L::load(output);
                if L::COLUMNS == 2 {
                    right[row] = L::load(output.add(L::WIDTH));
                }
            }
        }
        for k in 0..depth {
            let weights = at.weights.add(k * at.weights_stride);
            let first = L::load(weights);
            let second = if L::COLUMNS == 2 { L::load(weights.add(L::WIDTH)) } else { first };
            for row in 0..ROWS {
                let input = L::splat(*at.input.add(row * at.input_stride + k * at.input_step));
                left[row] = first.mul_add(input, left[row]);
                if L::COLUMNS == 2 {
                    right[row] = second.mul_add(input, right[row]);
                }
            }
        }
        for row in 0..ROWS {
            let output = at.output.add(row * at.output_stride);
            left[row].store(output);
            if L::COLUMNS == 2 {
                right[row].store(output.add(L::WIDTH));
            }
        }
    }
}
