//! Positions through the trunk.

use super::activation::activate;
use super::aligned::Aligned;
use super::conv::{Buffers, ConvScratch, Finish, convolve, transform};
use super::dense::{dense, pool};
use super::image::{Grid, Image};
use super::lanes::Lanes;
use super::layers::Conv;
use super::points::pitch;
use super::sums::add;
use super::trunk::{Affine, Block, Conditioning, CpuTrunk};

/// Buffers for positions of one network on one board. Some go through the layers together, so that weights
/// are read from memory once for all of them, but no result depends on another's.
///
/// Play uses the same images for every block. Learning keeps all of them.
#[derive(Debug)]
pub struct Activations {
    pub grid: Grid,
    /// One for each position, here and below.
    pub inputs: Vec<Image>,
    /// Where kept: sums of the stem and of every block's first convolution.
    pub sums: Vec<Vec<Image>>,
    /// Outputs of the stem and, where kept, of every block.
    pub outputs: Vec<Vec<Image>>,
    /// What lies between the convolutions of a block, where kept of every one.
    pub inner: Vec<Vec<Image>>,
    /// Means and then maxima of all channels of `inner`.
    pub pooled: Vec<Vec<Aligned>>,
    /// What a block adds to every square of each position.
    pub shifts: Vec<Aligned>,
    pub scratch: ConvScratch,
}

impl Activations {
    /// Buffers for `positions` positions on the board of `grid`. `padded` are the channels of the inputs,
    /// `sums_together` those whose sums are computed at once; `kept` is the number of blocks whose images are kept, if they are.
    pub fn new(
        grid: Grid,
        positions: usize,
        [padded, channels, sums_together]: [usize; 3],
        kept: Option<usize>,
    ) -> Self {
        let points = |channels: usize| {
            Aligned::zeros(grid.tiling.points() * pitch(positions * grid.tiles, channels))
        };
        let images = |channels: usize| -> Vec<Image> {
            (0..positions).map(|_| Image::new(&grid, channels)).collect()
        };
        let layers = |count: usize| (0..count).map(|_| images(channels)).collect::<Vec<_>>();
        let blocks = kept.unwrap_or(1);
        Self {
            inputs: images(padded),
            sums: layers(kept.map_or(0, |blocks| blocks + 1)),
            outputs: layers(kept.map_or(1, |blocks| blocks + 1)),
            inner: layers(blocks),
            pooled: vec![vec![Aligned::zeros(2 * channels); positions]; blocks],
            shifts: vec![Aligned::zeros(channels); positions],
            scratch: ConvScratch {
                transformed: points(channels.max(padded)),
                sums: points(sums_together),
                #[cfg(target_arch = "x86_64")]
                direct: None,
            },
            grid,
        }
    }
}

/// Runs the first `positions` inputs through all blocks. `rules` gives what the rules do to a position. With
/// `KEEP` everything is kept that [`Activations`] has room for.
///
/// # Safety
/// The machine has the instructions of `L`, for which the trunk is laid out.
#[inline(always)]
pub unsafe fn forward<'a, L: Lanes, const KEEP: bool>(
    trunk: &CpuTrunk,
    rules: impl Fn(usize) -> &'a Conditioning,
    activations: &mut Activations,
    positions: usize,
) {
    let Activations { grid, inputs, sums, outputs, inner, pooled, shifts, scratch } = activations;
    let mut buffers = Buffers::new(grid, scratch);
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        transform::<L>(&mut buffers, &inputs[..positions], trunk.stem.depth);
        let output = &mut outputs[0][..positions];
        let kept = sums.first_mut();
        convolve_relu::<L, KEEP>(&mut buffers, &trunk.stem, |p| &rules(p).stem, kept, output);
        for (index, block) in trunk.blocks.iter().enumerate() {
            let place = if KEEP { index } else { 0 };
            let (x, inner) = (&outputs[place][..positions], &mut inner[place][..positions]);
            transform::<L>(&mut buffers, x, block.first.depth);
            let (affine, kept) = (|p: usize| &rules(p).blocks[index], sums.get_mut(index + 1));
            convolve_relu::<L, KEEP>(&mut buffers, &block.first, affine, kept, inner);
            for ((inner, pooled), shift) in inner.iter().zip(&mut pooled[place]).zip(&mut *shifts) {
                block.shift::<L>(grid, inner, pooled, shift);
            }
            if KEEP {
                let (before, after) = outputs.split_at_mut(index + 1);
                for (x, output) in before[index].iter().zip(&mut after[0]).take(positions) {
                    output.values.copy_from_slice(&x.values);
                }
            }
            let residual = |position: usize| Finish::Residual { shift: &shifts[position] };
            let output = &mut outputs[if KEEP { index + 1 } else { 0 }][..positions];
            transform::<L>(&mut buffers, inner, block.second.depth);
            convolve::<L>(&mut buffers, &block.second, residual, output);
        }
    }
}

/// `outputs = max(0, sums * scale + shift)`, and with `KEEP` the `sums` as well.
///
/// # Safety
/// As for [`forward`].
#[inline(always)]
unsafe fn convolve_relu<'a, L: Lanes, const KEEP: bool>(
    buffers: &mut Buffers<'_>,
    layer: &Conv,
    affine: impl Fn(usize) -> &'a Affine,
    sums: Option<&mut Vec<Image>>,
    outputs: &mut [Image],
) {
    // SAFETY: the caller vouches for the instructions; the functions check all lengths.
    unsafe {
        if !KEEP {
            return convolve::<L>(buffers, layer, |position| affine(position).relu(), outputs);
        }
        let sums = &mut sums.expect("room for what is kept")[..outputs.len()];
        convolve::<L>(buffers, layer, |_| Finish::Plain, sums);
        for (position, (sums, output)) in sums.iter().zip(outputs).enumerate() {
            activate::<L>(buffers.grid, sums, affine(position), output);
        }
    }
}

impl Block {
    /// What is added to every square after the second convolution: its bias, and what the pooled `inner`
    /// image makes of it.
    ///
    /// # Safety
    /// The machine has the instructions of `L`.
    #[inline(always)]
    unsafe fn shift<L: Lanes>(
        &self,
        grid: &Grid,
        inner: &Image,
        pooled: &mut [f32],
        shift: &mut [f32],
    ) {
        match &self.pooled {
            None => shift.copy_from_slice(&self.second.bias),
            // SAFETY: the caller vouches for the instructions; the functions check all lengths.
            Some(layer) => unsafe {
                pool::<L>(grid, inner, pooled);
                dense::<L>(layer, pooled, shift);
                add(&self.second.bias, shift);
            },
        }
    }
}
