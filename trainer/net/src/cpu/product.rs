//! The small matrix product: rows of inputs times a block of weights.

// Indices say more than iterators here, and both become the same unrolled code.
#![allow(clippy::needless_range_loop)]

use super::aligned::LINE;
use super::lanes::Lanes;
use super::operands::Operands;

/// Steps of the depth between two fetches.
const STEPS: usize = 4;

/// `output[row] = Σ_k input[row][k] · weights[k]` for `rows` rows, added to what is there if `ADD`.
///
/// [`Lanes::product`] is this function, compiled once for each vector unit.
///
/// # Safety
/// The machine has the instructions of `L`, and the operands point to as many values as said.
#[inline(always)]
pub unsafe fn product<L: Lanes, const ADD: bool>(mut at: Operands, depth: usize, mut rows: usize) {
    // The runs over the rows share the fetching evenly: all at once would wait for the memory.
    let fetches = (STEPS * L::BLOCK / LINE).div_ceil(rows.div_ceil(L::ROWS).max(1));
    let row_stride = if ADD { 1 } else { at.input_stride };
    // SAFETY: every run stays within the rows that the caller vouches for.
    unsafe {
        while rows > L::ROWS {
            // Two runs of about equal length beat a long one and a stub.
            let run = if rows >= 2 * L::ROWS { L::ROWS } else { rows.div_ceil(2) };
            run_of::<L, ADD>(at, depth, run, fetches);
            at.input = at.input.add(run * row_stride);
            at.output = at.output.add(run * at.output_stride);
            at.next = at.next.wrapping_add(depth / STEPS * fetches * LINE);
            rows -= run;
        }
        run_of::<L, ADD>(at, depth, rows, fetches);
    }
}

/// As [`product`], for at most [`Lanes::ROWS`] rows, with the number of rows made a constant.
#[inline(always)]
unsafe fn run_of<L: Lanes, const ADD: bool>(
    at: Operands,
    depth: usize,
    rows: usize,
    fetches: usize,
) {
    // SAFETY: the caller vouches for the instructions and operands.
    unsafe {
        match rows {
            1 => run::<L, ADD, 1>(at, depth, fetches),
            2 => run::<L, ADD, 2>(at, depth, fetches),
            3 => run::<L, ADD, 3>(at, depth, fetches),
            4 => run::<L, ADD, 4>(at, depth, fetches),
            5 => run::<L, ADD, 5>(at, depth, fetches),
            6 => run::<L, ADD, 6>(at, depth, fetches),
            7 if L::ROWS >= 7 => run::<L, ADD, 7>(at, depth, fetches),
            8 if L::ROWS >= 8 => run::<L, ADD, 8>(at, depth, fetches),
            9 if L::ROWS >= 9 => run::<L, ADD, 9>(at, depth, fetches),
            _ => debug_assert_eq!(rows, 0),
        }
    }
}

/// The sums of `ROWS` rows and one block of outputs stay in registers.
#[inline(always)]
unsafe fn run<L: Lanes, const ADD: bool, const ROWS: usize>(
    at: Operands,
    depth: usize,
    fetches: usize,
) {
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
        let mut at_k = at;
        for _ in 0..depth / STEPS {
            for k in 0..STEPS {
                step::<L, ADD, ROWS>(at_k, k, &mut left, &mut right);
            }
            for line in 0..fetches {
                L::fetch(at_k.next.wrapping_add(line * LINE));
            }
            at_k.advance::<ADD>(STEPS);
            at_k.next = at_k.next.wrapping_add(fetches * LINE);
        }
        for _ in 0..depth % STEPS {
            step::<L, ADD, ROWS>(at_k, 0, &mut left, &mut right);
            at_k.advance::<ADD>(1);
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

/// Adds what input number `k` contributes to the sums.
#[inline(always)]
unsafe fn step<L: Lanes, const ADD: bool, const ROWS: usize>(
    at: Operands,
    k: usize,
    left: &mut [L; ROWS],
    right: &mut [L; ROWS],
) {
    let (row_stride, step) = if ADD { (1, at.input_stride) } else { (at.input_stride, 1) };
    // Addresses of every third row, so that each input is one instruction away.
    let thirds = [0, 3, 6].map(|row| at.input.wrapping_add(row * row_stride));
    // SAFETY: the caller vouches for the instructions, for `ROWS` rows of inputs and for the
    // weights of input number `k`.
    unsafe {
        let weights = at.weights.add(k * at.weights_stride);
        let first = L::load(weights);
        let second = if L::COLUMNS == 2 { L::load(weights.add(L::WIDTH)) } else { first };
        for row in 0..ROWS {
            let input = L::splat(*thirds[row / 3].add(row % 3 * row_stride + k * step));
            left[row] = first.mul_add(input, left[row]);
            if L::COLUMNS == 2 {
                right[row] = second.mul_add(input, right[row]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Portable;
    use super::*;

    /// Multiplies numbered rows and columns, the inputs laid out as `ADD` wants them.
    fn check<const ADD: bool>(rows: usize, depth: usize) {
        let value = |row: usize, k: usize| ((row * depth + k) % 7) as f32 - 3.0;
        let (outer, inner) = if ADD { (depth, rows) } else { (rows, depth) };
        let input: Vec<f32> = (0..outer * inner)
            .map(|i| if ADD { value(i % rows, i / rows) } else { value(i / depth, i % depth) })
            .collect();
        let weights: Vec<f32> = (0..depth * 8).map(|i| (i % 5) as f32 - 2.0).collect();
        let mut output = vec![1.0; rows * 8];
        let at = Operands {
            input: input.as_ptr(),
            input_stride: inner,
            weights: weights.as_ptr(),
            weights_stride: 8,
            output: output.as_mut_ptr(),
            output_stride: 8,
            next: std::ptr::null(),
        };
        // SAFETY: plain Rust, and the buffers are as large as said.
        unsafe { Portable::product::<ADD>(at, depth, rows) };
        for (index, found) in output.iter().enumerate() {
            let (row, column) = (index / 8, index % 8);
            let term = |k: usize| value(row, k) * weights[k * 8 + column];
            let expected = f32::from(u8::from(ADD)) + (0..depth).map(term).sum::<f32>();
            assert_eq!(*found, expected, "{rows}x{depth}");
        }
    }

    #[test]
    fn rows_of_any_number_and_depth_are_multiplied() {
        for (rows, depth) in [(1, 1), (2, 3), (5, 4), (6, 9), (7, 8), (13, 10), (40, 7)] {
            check::<false>(rows, depth);
            check::<true>(rows, depth);
        }
    }
}
