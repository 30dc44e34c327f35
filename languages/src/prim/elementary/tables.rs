//! The formats of floats, and the constants of the formulas.

/// The format of a float type, and the constants for it.
///
/// A constant in several parts is the sum of them: each part is the nearest float to what is left. Coefficients of
/// polynomials start with the constant one.
#[derive(Debug)]
pub struct Precision {
    /// The bits of a mantissa, without the leading one.
    pub mantissa: i64,
    /// The bits of the representation.
    pub width: i64,
    /// The bias of exponents.
    pub bias: i64,
    /// The least normal number.
    pub least_normal: f64,
    /// The bits of √½, rounded down.
    pub root_half: i64,
    /// The exponential is infinite above, and zero below.
    pub exp_range: [f64; 2],
    /// ln 2.
    pub ln_2: [f64; 2],
    /// ln 2, with so few bits in the first part that its products with exponents are exact.
    pub ln_2_short: [f64; 2],
    /// `(exp r - 1 - r) / r²` for `|r| <= ln 2 / 2`.
    pub exp: &'static [f64],
    /// `(log (1 + f) - f + f²/2) / f³` for `√½ - 1 <= f <= √2 - 1`.
    pub log: &'static [f64],
    /// π/2.
    pub half_pi: [f64; 3],
    /// From this magnitude on, `half_pi` has too few bits to reduce an argument.
    pub huge_angle: f64,
    /// `(sin r - r) / r³` as a polynomial in `r²`, for `|r| <= π/4`.
    pub sin: &'static [f64],
    /// `(cos r - 1 + r²/2) / r⁴` as a polynomial in `r²`, for `|r| <= π/4`.
    pub cos: &'static [f64],
}

impl Precision {
    /// 1.5 times the number from which on floats are integers.
    pub fn magic(&self) -> f64 {
        1.5 * self.two_to_the_mantissa()
    }

    /// The number from which on floats are integers.
    pub fn two_to_the_mantissa(&self) -> f64 {
        (1i64 << self.mantissa) as f64
    }
}

/// Of `f32`. Errors of the polynomials, as parts of the results: `exp` 2^-30.7, `log` 2^-28.6, `sin` 2^-28.2, `cos`
/// 2^-31.
pub static SINGLE: Precision = Precision {
    mantissa: 23,
    width: 32,
    bias: 127,
    least_normal: f32::MIN_POSITIVE as f64,
    root_half: 0x3f35_04f3,
    exp_range: [-104.0, 89.0],
    ln_2: [6.931_471_825e-1, -1.904_654_212e-9],
    ln_2_short: [6.931_457_520e-1, 1.428_606_765e-6],
    exp: &[5e-1, 1.666_666_716e-1, 4.166_645_929e-2, 8.333_310_485e-3, 1.393_408_980e-3, 1.989_148_004e-4],
    log: &[
        3.333_333_135e-1,
        -2.499_999_702e-1,
        2.000_071_555e-1,
        -1.666_780_263e-1,
        1.424_905_211e-1,
        -1.242_568_493e-1,
        1.168_547_720e-1,
        -1.147_978_082e-1,
        6.971_505_284e-2,
    ],
    half_pi: [1.570_796_371, -4.371_138_829e-8, -1.715_124_510e-15],
    huge_angle: 131_072.0,
    sin: &[-1.666_666_716e-1, 8.333_331_905e-3, -1.984_007_686e-4, 2.724_870_228e-6],
    cos: &[4.166_666_791e-2, -1.388_888_806e-3, 2.480_059_266e-5, -2.729_993_867e-7],
};

/// The binary digits of 2/π after eight zeros, 64 in each number.
pub const TWO_OVER_PI: [u64; 4] =
    [0x00a2_f983_6e4e_4415, 0x29fc_2757_d1f5_34dd, 0xc0db_6295_993c_4390, 0x41fe_5163_abde_bbc5];
