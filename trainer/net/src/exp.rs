//! The exponential function by plain arithmetic, so that every machine computes the same bits: that of the system
//! fuses products and sums where the processor can.
//!
//! The method is that of the `expf` of Arm's Optimized Routines (MIT), which glibc has, too: eˣ = 2^(k/32) · 2^r
//! with 2^(k/32) from a table and a cubic for the rest, in numbers of 64 bits. Rounded to 32, the results are the
//! same but for one in some hundred millions.

/// 2^(i/32) as bits, less i/32 in the place of the exponent.
const POWERS: [u64; 32] = [
    0x3ff0_0000_0000_0000,
    0x3fef_d9b0_d315_8574,
    0x3fef_b558_6cf9_890f,
    0x3fef_9301_d012_5b51,
    0x3fef_72b8_3c7d_517b,
    0x3fef_5487_3168_b9aa,
    0x3fef_387a_6e75_6238,
    0x3fef_1e9d_f51f_dee1,
    0x3fef_06fe_0a31_b715,
    0x3fee_f1a7_373a_a9cb,
    0x3fee_dea6_4c12_3422,
    0x3fee_ce08_6061_892d,
    0x3fee_bfda_d536_2a27,
    0x3fee_b42b_569d_4f82,
    0x3fee_ab07_dd48_5429,
    0x3fee_a47e_b03a_5585,
    0x3fee_a09e_667f_3bcd,
    0x3fee_9f75_e8ec_5f74,
    0x3fee_a114_73eb_0187,
    0x3fee_a589_994c_ce13,
    0x3fee_ace5_422a_a0db,
    0x3fee_b737_b0cd_c5e5,
    0x3fee_c491_82a3_f090,
    0x3fee_d503_b23e_255d,
    0x3fee_e89f_995a_d3ad,
    0x3fee_ff76_f2fb_5e47,
    0x3fef_199b_dd85_529c,
    0x3fef_3720_dcef_9069,
    0x3fef_5818_dcfb_a487,
    0x3fef_7c97_337b_9b5f,
    0x3fef_a4af_a2a4_90da,
    0x3fef_d076_5b6e_4540,
];

/// 32 / ln 2.
const STEPS: f64 = 32.0 * std::f64::consts::LOG2_E;

/// Added and taken away again it rounds to a whole number, which is then in the lowest bits.
const ROUNDING: f64 = 6_755_399_441_055_744.0;

/// 2^(r/32) = 1 + a·r + b·r² + c·r³ for r within a half: [a, b, c].
const CUBIC: [f64; 3] = [
    f64::from_bits(0x3fe6_2e42_ff0c_52d6) / 32.0,
    f64::from_bits(0x3fce_bfce_50fa_c4f3) / 1024.0,
    f64::from_bits(0x3fac_6af8_4b91_2394) / 32_768.0,
];

/// eˣ for `x` of at most 80.
pub fn exp(x: f32) -> f32 {
    // Below it the result is 0 in 32 bits.
    let scaled = STEPS * f64::from(x.max(-150.0));
    let shifted = scaled + ROUNDING;
    let steps = shifted.to_bits();
    let r = scaled - (shifted - ROUNDING);
    let power = f64::from_bits(POWERS[steps as usize % 32].wrapping_add(steps << 47));
    let [a, b, c] = CUBIC;
    (((c * r + b) * (r * r) + (a * r + 1.0)) * power) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential_function() {
        let mut unequal = 0;
        for n in 0..1_000_000 {
            let x = (n - 900_000) as f32 * 1e-4;
            let (ours, systems) = (exp(x), x.exp());
            assert!((ours - systems).abs() <= 1.2e-7 * systems + f32::MIN_POSITIVE, "{x}");
            unequal += usize::from(ours.to_bits() != systems.to_bits());
        }
        // Other libraries than glibc round one in some hundred otherwise.
        println!("{unequal} of a million differ from the system's");
        assert!(unequal < 100_000);
        assert_eq!([exp(0.0), exp(-1e9), exp(f32::NEG_INFINITY)], [1.0, 0.0, 0.0]);
    }
}
