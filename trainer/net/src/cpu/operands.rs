//! Where products read and write.

/// What is multiplied: `sums[point][row] = inputs[point][row] · weights[point]` for all points.
#[derive(Clone, Copy)]
pub struct Points {
    /// Rows of `depth` inputs, `input_stride` apart, those of a point `input_pitch` from those of the next.
    pub inputs: *const f32,
    pub input_stride: usize,
    pub input_pitch: usize,
    /// Weights of all points, laid out for the kernel.
    pub weights: *const f32,
    /// Rows of `outputs` sums, without space between them; points are `sum_pitch` apart.
    pub sums: *mut f32,
    pub sum_pitch: usize,
    pub points: usize,
    pub rows: usize,
    pub depth: usize,
    pub outputs: usize,
}

/// Where a product reads and writes.
#[derive(Clone, Copy)]
pub struct Operands {
    /// Inputs. Those of a row lie together and rows `input_stride` apart; where the product is added to what
    /// is there, it is the other way round: rows lie together and the inputs of a row `input_stride` apart.
    pub input: *const f32,
    pub input_stride: usize,
    /// Rows of [`Lanes::BLOCK`] weights, one for each input of a row.
    pub weights: *const f32,
    pub weights_stride: usize,
    /// Rows of [`Lanes::BLOCK`] outputs.
    pub output: *mut f32,
    pub output_stride: usize,
    /// What will be read after this product, as much as its weights: it is fetched into the cache
    /// meanwhile. Any address will do, as nothing is read from it.
    pub next: *const f32,
}

impl Operands {
    /// Goes on to the input and weights `steps` further down. The addresses may lie behind the last
    /// ones, which are then not read.
    #[inline(always)]
    pub fn advance<const ADD: bool>(&mut self, steps: usize) {
        let step = if ADD { self.input_stride } else { 1 };
        self.input = self.input.wrapping_add(steps * step);
        self.weights = self.weights.wrapping_add(steps * self.weights_stride);
    }
}
