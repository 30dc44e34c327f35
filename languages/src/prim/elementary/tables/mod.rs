//! The formats of floats, and the constants of the formulas.

mod double;
mod single;

pub use double::DOUBLE;
pub use single::SINGLE;

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
    /// The greatest number.
    pub greatest: f64,
    /// Whether the formulas may use fused multiply-adds. Without, they compute the rounding error of a product by
    /// splitting its factors.
    pub fused: bool,
    /// The number that splits a float into two halves (Veltkamp, 1968).
    pub splitter: f64,

    /// The exponential is infinite above, and zero below.
    pub exp_range: [f64; 2],
    /// ln 2. A multiple of the first part that is subtracted from a number near it leaves an exact difference.
    pub ln_2: [f64; 2],
    /// `(exp r - 1 - r) / r²` for `|r| <= ln 2 / 2`.
    pub exp: &'static [f64],
    /// `(sinh r - r) / r³` as a polynomial in `r²`, for `r <= 1`.
    pub sinh: &'static [f64],
    /// `(tanh r - r) / r³` as a polynomial in `r²`, for `r <= 0.55`.
    pub tanh: &'static [f64],

    /// ln 2, with so few bits in the first part that its products with exponents are exact.
    pub ln_2_short: [f64; 2],
    /// 1 / ln 2.
    pub log2_e: [f64; 2],
    /// 1 / ln 10.
    pub log10_e: [f64; 2],
    /// ln 2 / ln 10, like `ln_2_short`.
    pub log10_2_short: [f64; 2],
    /// `(log (1 + f) - f + f²/2) / f³` for `√½ - 1 <= f <= √2 - 1`.
    pub log: &'static [f64],
    /// `3 (artanh s - s - s³/3) / s⁵` as a polynomial in `s²`, for `s <= 3 - √8`.
    pub artanh: &'static [f64],
    /// 2/3.
    pub two_thirds: [f64; 2],

    /// π/2. Products of the first part with multiples up to `huge_angle` leave exact differences. It is less than π/2.
    pub half_pi: [f64; 3],
    /// π/4.
    pub quarter_pi: [f64; 2],
    /// From this magnitude on, `half_pi` has too few bits to reduce an angle.
    pub huge_angle: f64,
    /// `(r - sin r) / r³` as a polynomial in `r²`, for `|r| <= π/4`.
    pub sin: &'static [f64],
    /// `(cos r - 1 + r²/2) / r⁴` as a polynomial in `r²`, for `|r| <= π/4`.
    pub cos: &'static [f64],
    /// `(arctan t - t) / t³` as a polynomial in `t²`, for `t <= √2 - 1`.
    pub atan: &'static [f64],
    /// `(arcsin t - t) / t³` as a polynomial in `t²`, for `t <= ½`.
    pub asin: &'static [f64],

    /// The cube root of numbers from 1 to 2, with half of the bits.
    pub cbrt: &'static [f64],

    /// 2 / √π.
    pub two_over_root_pi: [f64; 2],
    /// `(erf a - 2a/√π) / a³` as a polynomial in `a²`, for `a <= ½`.
    pub erf: &'static [f64],
    /// `e^(a²) (1 + 2a) erfc a` at a = c.
    pub erfc_middle: [f64; 2],
    /// `(e^(a²) (1 + 2a) erfc a - erfc_middle) / q` as a polynomial in `q = (a - c) / (a + c)`, for `a >= ½` until the
    /// function underflows.
    pub erfc: &'static [f64],
    /// The derivative of `e^(a²) (1 + 2a) erfc a` by `q`, with a few bits.
    pub erfc_slope: &'static [f64],
    /// c.
    pub erfc_center: f64,

    /// (log (2π) - 1) / 2.
    pub stirling_constant: [f64; 2],
    /// `z (log Γ(z) - (z - ½) log z + z - log (2π) / 2)` as a polynomial in `1/z²`, for `z >= 8`.
    pub stirling: &'static [f64],
    /// The gamma function overflows above, and underflows below the negative.
    pub gamma_limit: f64,
    /// The slope of `log Γ` at 1 and at 2.
    pub log_gamma_slopes: [[f64; 2]; 2],
    /// `(log Γ(1 + t) - slope t) / t²` for `|t| <= 1/16`.
    pub log_gamma_one: &'static [f64],
    /// `(log Γ(2 + t) - slope t) / t²` for `|t| <= 1/16`.
    pub log_gamma_two: &'static [f64],
}

impl Precision {
    /// 1.5 times the number from which on floats are integers.
    pub fn magic(&self) -> f64 {
        1.5 * self.two_to_the_mantissa()
    }

    /// π.
    pub fn pi(&self) -> [f64; 2] {
        self.quarter_pi.map(|part| 4.0 * part)
    }

    /// The number from which on floats are integers.
    pub fn two_to_the_mantissa(&self) -> f64 {
        (1i64 << self.mantissa) as f64
    }
}

/// The binary digits of 2/π after 40 zeros, 64 in each number.
pub const TWO_OVER_PI: [u64; 20] = [
    0x0000_0000_00a2_f983,
    0x6e4e_4415_29fc_2757,
    0xd1f5_34dd_c0db_6295,
    0x993c_4390_41fe_5163,
    0xabde_bbc5_61b7_246e,
    0x3a42_4dd2_e006_492e,
    0xea09_d192_1cfe_1deb,
    0x1cb1_29a7_3ee8_8235,
    0xf52e_bb44_84e9_9c70,
    0x26b4_5f7e_4139_91d6,
    0x3983_5339_f49c_845f,
    0x8bbd_f928_3b1f_f897,
    0xffde_0598_0fef_2f11,
    0x8b5a_0a6d_1f6d_367e,
    0xcf27_cb09_b74f_463f,
    0x669e_5fea_2d75_27ba,
    0xc7eb_e5f1_7b3d_0739,
    0xf78a_5292_ea6b_fb5f,
    0xb11f_8d5d_0856_0330,
    0x46fc_7b6b_abf0_cfbc,
];
