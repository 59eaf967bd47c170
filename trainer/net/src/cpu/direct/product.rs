//! The products of a convolution by tiles.

use std::arch::asm;

use super::super::tile_unit::{DEPTH, ROW, SIDE};
use super::field::Field;

/// Most tiles whose sums stay in registers; one more is for inputs and one for weights.
pub const TOGETHER: usize = 6;

/// What one run of products reads: the taps of one rank of the kernel.
#[derive(Clone, Copy)]
struct Run {
    /// Inputs of the first tile, numbers of 16 bits.
    inputs: *const u8,
    /// Bytes from a tile's inputs to those of the next.
    tile: usize,
    /// Bytes from a point to the next.
    point: usize,
    weights: *const u8,
    /// What will be read later: as much as `LINES` lines for each step is fetched into the cache.
    next: *const u8,
    /// Tiles of weights.
    steps: usize,
}

/// `$run`: adds the products of a run to the sums of so many tiles. The inputs of a rank's taps lie one
/// behind the other, as the channels of neighbouring points do. `$store`: stores the sums.
macro_rules! of_tiles {
    ($run:ident, $store:ident, $($number:literal $register:literal $input:ident),*) => {
        /// # Safety
        /// The registers have their shapes, and all tiles lie within the buffers.
        #[inline(always)]
        unsafe fn $run(run: Run) {
            let Run { inputs, tile, point, weights, next, steps } = run;
            // SAFETY: the caller vouches for AMX, the registers and the addresses. The sums stay in the
            // registers from one piece of assembly to the next: the compiler never uses those itself.
            unsafe {
                asm!(
                    "2:",
                    "tileloadd tmm7, [{weights} + {line}]",
                    $(
                        concat!("tileloadd tmm6, [{", stringify!($input), "} + {point}]"),
                        concat!("tdpbf16ps ", $register, ", tmm6, tmm7"),
                        concat!("add {", stringify!($input), "}, 64"),
                    )*
                    "prefetcht1 [{next}]",
                    "prefetcht1 [{next} + 64]",
                    "prefetcht1 [{next} + 128]",
                    "prefetcht1 [{next} + 192]",
                    "add {weights}, 1024",
                    "add {next}, 256",
                    "dec {steps}",
                    "jnz 2b",
                    $($input = inout(reg) inputs.add($number * tile) => _,)*
                    weights = inout(reg) weights => _, next = inout(reg) next => _,
                    steps = inout(reg) steps => _, line = in(reg) ROW, point = in(reg) point,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }

        /// # Safety
        /// As for the run; `sums` has room for all tiles.
        #[inline(always)]
        unsafe fn $store(sums: *mut f32, height: usize) {
            // SAFETY: as for the run.
            unsafe {
                asm!(
                    $(
                        concat!("tilestored [{sums} + {line}], ", $register),
                        "add {sums}, {tile}",
                    )*
                    sums = inout(reg) sums => _, line = in(reg) ROW, tile = in(reg) height * ROW,
                    options(nostack),
                );
            }
        }
    };
}

of_tiles!(run_1, store_1, 0 "tmm0" a);
of_tiles!(run_2, store_2, 0 "tmm0" a, 1 "tmm1" b);
of_tiles!(run_3, store_3, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c);
of_tiles!(run_4, store_4, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c, 3 "tmm3" d);
of_tiles!(run_5, store_5, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c, 3 "tmm3" d, 4 "tmm4" e);
of_tiles!(run_6, store_6, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c, 3 "tmm3" d, 4 "tmm4" e, 5 "tmm5" f);

/// The sums of one block of 16 outputs of one position.
#[derive(Clone, Copy)]
pub struct Piece {
    /// `[point][depth]`, numbers of 16 bits.
    pub inputs: *const u8,
    /// `[tap][depth / 32][depth / 2][output][depth % 2]`, numbers of 16 bits.
    pub weights: *const u8,
    /// What will be read later; a quarter as much as the weights is fetched into the cache.
    pub next: *const u8,
    /// `[point][output]`, for all [`Field::sums`].
    pub sums: *mut f32,
    /// Channels of the inputs.
    pub depth: usize,
}

/// Computes a piece in as many parts as [`parts`] says, and does something else after each: what comes from
/// vectors is then done while the tiles still multiply.
///
/// # Safety
/// The registers have the [shapes](super::super::tile_unit::Shapes) of the field, and all values lie within
/// the buffers.
#[inline(always)]
pub unsafe fn multiply(field: &Field, piece: &Piece, mut between: impl FnMut(usize)) {
    let point = piece.depth * 2;
    let (tile, steps) = (field.height * point, 3 * piece.depth / DEPTH);
    let groups = field.tiles.div_ceil(TOGETHER);
    for group in 0..groups {
        let (first, end) = (group * field.tiles / groups, (group + 1) * field.tiles / groups);
        // SAFETY: AMX is available, as the registers have their shapes.
        unsafe { clear() };
        for rank in 0..3 {
            // SAFETY: the caller vouches for the buffers, and the tiles are among those of the field.
            unsafe {
                let run = Run {
                    inputs: piece.inputs.add(first * tile + rank * field.row * point),
                    tile,
                    point,
                    weights: piece.weights.add(rank * steps * SIDE * ROW),
                    next: piece.next.wrapping_add(rank * steps * SIDE * ROW / 4),
                    steps,
                };
                match end - first {
                    1 => run_1(run),
                    2 => run_2(run),
                    3 => run_3(run),
                    4 => run_4(run),
                    5 => run_5(run),
                    _ => run_6(run),
                }
                if rank == 2 {
                    let sums = piece.sums.add(first * field.height * SIDE);
                    match end - first {
                        1 => store_1(sums, field.height),
                        2 => store_2(sums, field.height),
                        3 => store_3(sums, field.height),
                        4 => store_4(sums, field.height),
                        5 => store_5(sums, field.height),
                        _ => store_6(sums, field.height),
                    }
                }
            }
            between(3 * group + rank);
        }
    }
}

/// Parts in which a piece is computed.
pub fn parts(field: &Field) -> usize {
    3 * field.tiles.div_ceil(TOGETHER)
}

/// Sets all sums to zero.
///
/// # Safety
/// The registers have their shapes.
#[inline(always)]
unsafe fn clear() {
    // SAFETY: the caller vouches for the registers.
    unsafe {
        asm!(
            "tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3", "tilezero tmm4",
            "tilezero tmm5",
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _, out("tmm4") _, out("tmm5") _,
            options(nostack, nomem),
        );
    }
}
