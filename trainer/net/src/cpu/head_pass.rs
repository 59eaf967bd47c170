//! The heads of one sample forwards, its losses, and backwards.

use super::activation::unpool;
use super::dense::{add, pool};
use super::forward::dot;
use super::heads::{Columns, HeadGradients, HeadPass, HeadScratch};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::lesson::{Lesson, MoveLesson, cross_entropy, huber};
use super::operands::Operands;

/// Judges the trunk's output, compares with the lesson, adds to `gradients` and sets the gradient of the
/// trunk's output; gives the parts of the losses that [`Lesson`] names.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn learn<L: Lanes>(
    pass: &HeadPass,
    grid: &Grid,
    trunk: &Image,
    lesson: &Lesson<'_>,
    scratch: &mut HeadScratch,
    gradients: &mut HeadGradients,
    gradient: &mut Image,
) -> [f32; 5] {
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        pool::<L>(grid, trunk, &mut scratch.pooled);
        look::<L>(pass, grid, trunk, scratch);
        let [value, plies_left] = judge(pass, lesson, scratch);
        scratch.of_vectors.fill(0.0);
        let policy = choose(pass, Some(Columns::POLICY), &lesson.policy, scratch);
        let reply = choose(pass, pass.columns.reply, &lesson.reply, scratch);
        let occupancy = foresee_end(pass, lesson, scratch);
        judge_back(pass, scratch, gradients);
        look_back::<L>(pass, grid, trunk, scratch, gradients, gradient);
        let HeadScratch { pooled, of_pooled, .. } = scratch;
        unpool::<L>(grid, (trunk, pooled), of_pooled, gradient);
        [policy, value, plies_left, reply, occupancy]
    }
}

/// The 1x1 convolutions.
///
/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn look<L: Lanes>(pass: &HeadPass, grid: &Grid, trunk: &Image, scratch: &mut HeadScratch) {
    let (layer, vectors) = (&pass.squares, &mut scratch.vectors);
    let (first, squares) = (grid.square(0, 0), vectors.len() / layer.outputs);
    assert!(trunk.fits(grid) && layer.depth <= trunk.channels);
    assert!((first + squares) * trunk.channels <= trunk.values.len());
    assert!(layer.weights.len() == layer.depth * layer.outputs);
    for block in (0..layer.outputs).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked above.
        unsafe {
            let at = Operands {
                input: trunk.values.as_ptr().add(first * trunk.channels),
                input_stride: trunk.channels,
                weights: layer.weights.as_ptr().add(block * layer.depth),
                weights_stride: L::BLOCK,
                output: vectors.as_mut_ptr().add(block),
                output_stride: layer.outputs,
                next: std::ptr::null(),
            };
            L::product::<false>(at, layer.depth, squares);
        }
    }
    vectors.chunks_exact_mut(layer.outputs).for_each(|square| add(&layer.bias, square));
}

/// The adjoint of [`look`]: sets the gradient of the trunk's output.
///
/// # Safety
/// As for [`learn`].
#[inline(always)]
unsafe fn look_back<L: Lanes>(
    pass: &HeadPass,
    grid: &Grid,
    trunk: &Image,
    scratch: &HeadScratch,
    gradients: &mut HeadGradients,
    gradient: &mut Image,
) {
    let (layer, back, of_vectors) = (&pass.squares, &pass.squares_back, &scratch.of_vectors);
    let (first, squares) = (grid.square(0, 0), of_vectors.len() / layer.outputs);
    let (channels, width) = (trunk.channels, layer.outputs);
    assert!(trunk.fits(grid) && gradient.fits(grid) && gradient.channels == channels);
    assert!((first + squares) * channels <= trunk.values.len());
    assert!(gradients.squares.len() == layer.depth * width && back.depth <= width);
    assert!(back.outputs == channels && back.weights.len() == back.depth * channels);
    for block in (0..width).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked above.
        unsafe {
            let at = Operands {
                input: trunk.values.as_ptr().add(first * channels),
                input_stride: channels,
                weights: of_vectors.as_ptr().add(block),
                weights_stride: width,
                output: gradients.squares.as_mut_ptr().add(block),
                output_stride: width,
                next: std::ptr::null(),
            };
            L::product::<true>(at, squares, layer.depth);
        }
    }
    of_vectors.chunks_exact(width).for_each(|square| add(square, &mut gradients.squares_bias));
    gradient.values.fill(0.0);
    for block in (0..channels).step_by(L::BLOCK) {
        // SAFETY: the lengths were checked above.
        unsafe {
            let at = Operands {
                input: of_vectors.as_ptr(),
                input_stride: width,
                weights: back.weights.as_ptr().add(block * back.depth),
                weights_stride: L::BLOCK,
                output: gradient.values.as_mut_ptr().add(first * channels + block),
                output_stride: channels,
                next: std::ptr::null(),
            };
            L::product::<false>(at, back.depth, squares);
        }
    }
}

/// The layers that read the pooled trunk, and the losses of value and plies left.
#[inline(always)]
fn judge(pass: &HeadPass, lesson: &Lesson<'_>, scratch: &mut HeadScratch) -> [f32; 2] {
    let HeadScratch { pooled, inputs, outputs, hidden, results, of_results, .. } = scratch;
    let (half, padded) = (inputs.len() / 2, pooled.len() / 2);
    inputs[..half].copy_from_slice(&pooled[..half]);
    inputs[half..].copy_from_slice(&pooled[padded..][..half]);
    pass.pooled.forward(inputs, outputs);
    hidden.iter_mut().zip(&*outputs).for_each(|(unit, output)| *unit = output.max(0.0));
    pass.value.forward(hidden, results);
    let (wdl, plies_left) = of_results.split_at_mut(3);
    wdl.copy_from_slice(&results[..3]);
    let value = cross_entropy(wdl, lesson.wdl.iter().copied(), lesson.value);
    plies_left[0] = results[3];
    [value, huber(&mut plies_left[0], lesson.plies_left, lesson.plies)]
}

/// The adjoint of [`judge`]; the gradients of declining are known by then.
#[inline(always)]
fn judge_back(pass: &HeadPass, scratch: &mut HeadScratch, gradients: &mut HeadGradients) {
    let HeadGradients { pooled, pooled_bias, value, value_bias, .. } = gradients;
    let HeadScratch { inputs, of_inputs, of_outputs, hidden, of_hidden, of_results, .. } = scratch;
    pass.value.back((hidden, of_results), (value, value_bias), of_hidden);
    for ((of_output, of_unit), unit) in of_outputs.iter_mut().zip(&*of_hidden).zip(&*hidden) {
        *of_output = if *unit > 0.0 { *of_unit } else { 0.0 };
    }
    pass.pooled.back((inputs, of_outputs), (pooled, pooled_bias), of_inputs);
    let (half, padded) = (of_inputs.len() / 2, scratch.of_pooled.len() / 2);
    scratch.of_pooled[..half].copy_from_slice(&of_inputs[..half]);
    scratch.of_pooled[padded..][..half].copy_from_slice(&of_inputs[half..]);
}

/// The loss of a list of moves, by the columns from `start`; without such a head there is none.
#[inline(always)]
fn choose(
    pass: &HeadPass,
    start: Option<usize>,
    moves: &MoveLesson<'_>,
    scratch: &mut HeadScratch,
) -> f32 {
    let Some(start) = start else { return 0.0 };
    let HeadScratch { vectors, of_vectors, outputs, of_outputs, logits, places, .. } = scratch;
    let (d, width) = (pass.columns.d, pass.squares.outputs);
    let root = 1.0 / (d as f32).sqrt();
    // Declining in the policy and in the reply follow each other.
    let declining = pass.hidden + usize::from(start != Columns::POLICY);
    of_outputs[declining] = 0.0;
    let squares = |pair: i32| {
        let pair = pair as usize;
        let at = |square: usize| places[square] * width + start;
        (at(pair / places.len()), at(pair % places.len()) + d)
    };
    let victim = |choice: i32| places[choice as usize - 2] * width + start + 2 * d;
    logits.clear();
    for (pair, choice) in moves.pairs.iter().zip(moves.choices) {
        let (from, to) = squares(*pair);
        let chosen = match choice {
            0 => 0.0,
            1 => outputs[declining],
            _ => vectors[victim(*choice)],
        };
        logits.push(dot(&vectors[from..][..d], &vectors[to..][..d]) * root + chosen);
    }
    let loss = cross_entropy(logits, moves.shares.iter().copied(), moves.factor);
    for ((pair, choice), gradient) in moves.pairs.iter().zip(moves.choices).zip(&*logits) {
        let (from, to) = squares(*pair);
        let scaled = gradient * root;
        add_scaled(&mut of_vectors[from..][..d], &vectors[to..][..d], scaled);
        add_scaled(&mut of_vectors[to..][..d], &vectors[from..][..d], scaled);
        match choice {
            0 => {}
            1 => of_outputs[declining] += gradient,
            _ => of_vectors[victim(*choice)] += gradient,
        }
    }
    loss
}

#[inline(always)]
fn add_scaled(sums: &mut [f32], values: &[f32], scale: f32) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * scale);
}

/// The loss of what the squares hold at the end; without such a head, or if the end is not known, there
/// is none.
#[inline(always)]
fn foresee_end(pass: &HeadPass, lesson: &Lesson<'_>, scratch: &mut HeadScratch) -> f32 {
    let HeadScratch { vectors, of_vectors, logits, places, .. } = scratch;
    let Columns { occupancy, contents, .. } = pass.columns;
    let mut loss = 0.0;
    if contents == 0 || lesson.end.of_loss == 0.0 {
        return loss;
    }
    for (square, place) in places.iter().enumerate() {
        let at = place * pass.squares.outputs + occupancy;
        logits.clear();
        logits.extend(&vectors[at..][..contents]);
        let held = lesson.occupancy[square..].iter().step_by(places.len());
        loss += cross_entropy(logits, held.copied(), lesson.end);
        of_vectors[at..][..contents].copy_from_slice(logits);
    }
    loss
}
