//! Functions with numbers of 192 bits.

use std::cell::RefCell;

use astro_float_num::{BigFloat, Consts, RoundingMode, Sign};

/// The bits of results.
const BITS: usize = 192;
/// The bits of numbers that are reduced, or whose difference is taken.
const MANY: usize = 1_408;
const ROUNDING: RoundingMode = RoundingMode::None;

thread_local! {
    static CONSTANTS: RefCell<Option<Consts>> = RefCell::new(Consts::new().ok());
}

/// A number of many bits.
#[derive(Clone)]
pub struct Big(BigFloat);

/// Implements functions of one number, with so many bits.
macro_rules! functions {
    ($($name:ident $bits:ident;)*) => {$(
        pub fn $name(&self) -> Big {
            with_constants(|constants| self.0.$name($bits, ROUNDING, constants))
        }
    )*};
}

fn with_constants(function: impl FnOnce(&mut Consts) -> BigFloat) -> Big {
    CONSTANTS.with_borrow_mut(|constants| Big(function(constants.as_mut().expect("there is memory for constants"))))
}

impl Big {
    pub fn of(x: f64) -> Big {
        if x.abs() >= f64::MIN_POSITIVE || x == 0.0 {
            return Big(BigFloat::from_f64(x, BITS));
        }
        // The crate misreads subnormal numbers.
        let far = 2f64.powi(200);
        Big::of(x * far).over(&Big::of(far))
    }

    functions! {
        exp BITS;
        ln BITS;
        log2 BITS;
        log10 BITS;
        sin MANY;
        cos MANY;
        tan MANY;
        asin BITS;
        acos BITS;
        atan BITS;
        sinh BITS;
        cosh BITS;
        tanh BITS;
        asinh BITS;
        acosh BITS;
        atanh BITS;
    }

    pub fn pi() -> Big {
        with_constants(|constants| constants.pi(BITS, ROUNDING))
    }
    pub fn cbrt(&self) -> Big {
        Big(self.0.cbrt(BITS, ROUNDING))
    }
    pub fn sqrt(&self) -> Big {
        Big(self.0.sqrt(BITS, ROUNDING))
    }
    pub fn abs(&self) -> Big {
        Big(self.0.abs())
    }
    pub fn plus(&self, other: &Big) -> Big {
        Big(self.0.add(&other.0, MANY, ROUNDING))
    }
    pub fn minus(&self, other: &Big) -> Big {
        Big(self.0.sub(&other.0, MANY, ROUNDING))
    }
    pub fn times(&self, other: &Big) -> Big {
        Big(self.0.mul(&other.0, BITS, ROUNDING))
    }
    pub fn over(&self, other: &Big) -> Big {
        Big(self.0.div(&other.0, BITS, ROUNDING))
    }
    pub fn power(&self, exponent: &Big) -> Big {
        with_constants(|constants| self.0.pow(&exponent.0, BITS, ROUNDING, constants))
    }
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// `log (1 + x)`.
    pub fn log1p(&self) -> Big {
        let sum = self.plus(&Big::of(1.0));
        with_constants(|constants| sum.0.ln(MANY, ROUNDING, constants))
    }

    /// The error function, by its Taylor series.
    pub fn erf(&self) -> Big {
        let square = self.times(self);
        let (mut term, mut sum) = (self.clone(), self.clone());
        for n in 1..400 {
            term = term.times(&square).over(&Big::of(-f64::from(n)));
            sum = sum.plus(&term.over(&Big::of(f64::from(2 * n + 1))));
        }
        sum.times(&Big::of(2.0)).over(&Big::pi().sqrt())
    }

    /// The complementary error function: from 3 on by a continued fraction.
    pub fn erfc(&self) -> Big {
        if self.minus(&Big::of(3.0)).is_negative() {
            return Big::of(1.0).minus(&self.erf());
        }
        let fraction = (1..300).rev().fold(self.clone(), |rest, n| self.plus(&Big::of(f64::from(n) / 2.0).over(&rest)));
        let decay = Big::of(0.0).minus(&self.times(self)).exp();
        decay.over(&fraction).over(&Big::pi().sqrt())
    }

    /// The logarithm of the gamma function of a positive number, by Stirling's series from 40 on.
    pub fn log_gamma(&self) -> Big {
        // The Bernoulli numbers B₂, B₄ …, above and below.
        const BERNOULLI: [(f64, f64); 15] = [
            (1.0, 6.0),
            (-1.0, 30.0),
            (1.0, 42.0),
            (-1.0, 30.0),
            (5.0, 66.0),
            (-691.0, 2_730.0),
            (7.0, 6.0),
            (-3_617.0, 510.0),
            (43_867.0, 798.0),
            (-174_611.0, 330.0),
            (854_513.0, 138.0),
            (-236_364_091.0, 2_730.0),
            (8_553_103.0, 6.0),
            (-23_749_461_029.0, 870.0),
            (8_615_841_276_005.0, 14_322.0),
        ];
        let (mut z, mut product) = (self.clone(), Big::of(1.0));
        while z.minus(&Big::of(200.0)).is_negative() {
            product = product.times(&z);
            z = z.plus(&Big::of(1.0));
        }
        let power = z.minus(&Big::of(0.5)).times(&z.ln()).minus(&z);
        let mut sum = power.plus(&Big::pi().plus(&Big::pi()).ln().over(&Big::of(2.0)));
        let (square, mut inverse) = (z.times(&z), Big::of(1.0).over(&z));
        for (n, (above, below)) in BERNOULLI.into_iter().enumerate() {
            let k = 2.0 * n as f64 + 2.0;
            sum = sum.plus(&inverse.times(&Big::of(above)).over(&Big::of(below * k * (k - 1.0))));
            inverse = inverse.over(&square);
        }
        sum.minus(&product.ln())
    }

    /// The gamma function.
    pub fn gamma(&self) -> Big {
        if !self.is_negative() {
            return self.log_gamma().exp();
        }
        // Γ(x) = π / (sin πx Γ(1 - x))
        let other = Big::of(1.0).minus(self).log_gamma().exp();
        Big::pi().over(&Big::pi().times(self).sin().times(&other))
    }

    /// The nearest `f64`, but for its last bit. Infinite beyond the range of `f64`.
    pub fn to_f64(&self) -> f64 {
        match self.0.as_raw_parts() {
            Some((_, _, _, exponent, _)) if exponent > 1_024 => f64::INFINITY,
            Some((mantissa, _, sign, exponent, _)) => {
                let top = mantissa.last().copied().unwrap_or(0) as f64;
                let magnitude = libm::ldexp(top, exponent - 64);
                if sign == Sign::Neg { -magnitude } else { magnitude }
            }
            None => f64::NAN,
        }
    }

    /// The distance of an `f64` from this number, in units in the last place of this number. Infinite
    /// if only one of them is NaN.
    pub fn ulps(&self, result: f64) -> f64 {
        let exact = self.to_f64();
        if exact.is_nan() && result.is_nan() || exact.is_infinite() && result.is_infinite() {
            return 0.0;
        }
        let exponent = ((exact.abs().to_bits() >> 52) as i32 - 1_023).clamp(-1_022, 1_023);
        // Infinity counts as the number after the last.
        let last = Big::of(2f64.powi(1_023).copysign(result));
        let result = if result.is_infinite() { last.plus(&last) } else { Big::of(result) };
        let unit = Big::of(2f64.powi(-exponent / 2)).times(&Big::of(2f64.powi(52 - exponent - (-exponent / 2))));
        let error = result.minus(self).times(&unit).to_f64().abs();
        if error.is_nan() { f64::INFINITY } else { error }
    }
}
