//! The tile registers of AMX: whether there are any, and their shapes.
//!
//! A register holds up to 16 rows of 64 bytes. Rows of inputs hold 32 numbers of 16 bits (bf16), those of
//! weights pairs of them for 16 outputs, and those of sums 16 outputs in `f32`.

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::OnceLock;

/// Outputs of a tile, and most of its rows.
pub const SIDE: usize = 16;

/// Inputs that are multiplied at once.
pub const DEPTH: usize = 32;

/// Bytes of a row of a tile.
pub const ROW: usize = 64;

/// The number of 16 bits that is nearest to a value; of two, the even one.
pub fn rounded(value: f32) -> u16 {
    let bits = value.to_bits();
    // What is no number may become another one, but must not overflow.
    (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// Whether this machine has the instructions and the system lets us use them.
pub fn is_available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let vectors = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bf16");
        // Of leaf 7: AMX-BF16 is bit 22 of EDX, AMX-TILE bit 24.
        let wanted = 1 << 22 | 1 << 24;
        vectors && __cpuid_count(7, 0).edx & wanted == wanted && granted()
    })
}

/// Asks Linux for the tile registers, on behalf of all threads of this program.
fn granted() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: i64 = 0x1023;
    const XFEATURE_XTILEDATA: i64 = 18;
    if !cfg!(all(target_os = "linux", target_pointer_width = "64")) || cfg!(miri) {
        return false;
    }
    let answer: i64;
    // SAFETY: a system call of Linux that only changes which registers may be used; it overwrites `rcx`
    // and `r11`.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => answer,
            in("rdi") ARCH_REQ_XCOMP_PERM,
            in("rsi") XFEATURE_XTILEDATA,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    answer == 0
}

/// The shapes of the eight tile registers, as the processor reads them.
#[repr(C, align(64))]
pub struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Shapes {
    /// The first `8 - weights` registers have `rows` rows, for sums and inputs, the others are for weights.
    pub fn new(rows: usize, weights: usize) -> Self {
        assert!((1..=SIDE).contains(&rows) && weights <= 8);
        let used = |register: usize| register < 8;
        Self {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            row_bytes: std::array::from_fn(|register| if used(register) { ROW as u16 } else { 0 }),
            rows: std::array::from_fn(|register| match register {
                _ if register < 8 - weights => rows as u8,
                _ if used(register) => SIDE as u8,
                _ => 0,
            }),
        }
    }

    /// Gives the registers of this thread their shapes.
    ///
    /// # Safety
    /// AMX [is available](is_available).
    pub unsafe fn load(&self) {
        // SAFETY: the shapes are valid, and AMX is available.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const *self, options(nostack, readonly)) };
    }
}

/// Gives the registers of this thread up, so that they need not be kept when it pauses.
///
/// # Safety
/// AMX [is available](is_available).
pub unsafe fn release() {
    // SAFETY: AMX is available.
    unsafe { asm!("tilerelease", options(nostack, nomem)) };
}

/// Multiplies in registers alone, `rounds` times six tiles, and gives the number of multiplications and
/// additions.
///
/// # Safety
/// AMX [is available](is_available).
pub unsafe fn exercise(rounds: u64) -> u64 {
    // SAFETY: AMX is available, and no memory is used.
    unsafe {
        Shapes::new(SIDE, 1).load();
        asm!(
            "2:",
            "tdpbf16ps tmm0, tmm6, tmm7",
            "tdpbf16ps tmm1, tmm6, tmm7",
            "tdpbf16ps tmm2, tmm6, tmm7",
            "tdpbf16ps tmm3, tmm6, tmm7",
            "tdpbf16ps tmm4, tmm6, tmm7",
            "tdpbf16ps tmm5, tmm6, tmm7",
            "dec {rounds}",
            "jnz 2b",
            rounds = inout(reg) rounds.max(1) => _,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _, out("tmm4") _, out("tmm5") _,
            options(nostack, nomem),
        );
        release();
    }
    rounds * 6 * 2 * (SIDE * SIDE * DEPTH) as u64
}
