//! The functions on `f64`.

use std::f64::consts::{FRAC_PI_2, PI};

use super::numbers::Numbers;
use super::oracle::Big;
use super::*;

/// Ranges of arguments: numbers, or magnitudes as exponents of 2 with either sign.
enum Range {
    Within(f64, f64),
    Magnitude(f64, f64),
    /// 1 plus such a magnitude.
    OnePlus(f64, f64),
}
use Range::{Magnitude, OnePlus, Within};

impl Range {
    fn choose(&self, numbers: &mut Numbers) -> f64 {
        match *self {
            Within(low, high) => numbers.within(low, high),
            Magnitude(low, high) => numbers.magnitude(low, high),
            OnePlus(low, high) => 1.0 + numbers.magnitude(low, high),
        }
    }
}

/// The number of arguments for each range.
fn count() -> usize {
    if all_floats() { 3_500_000 } else { 400 }
}

/// Checks the greatest error of a function. An error that is small by itself is no error.
fn check(op: UnOp, exact: fn(&Big) -> Big, small: f64, ranges: &[Range], hard: &[f64]) {
    let mut worst = (0.0, 0.0);
    let mut numbers = Numbers::new();
    let random: Vec<_> = ranges.iter().flat_map(|range| (0..count()).map(move |_| range)).collect();
    let args = hard.iter().copied().chain(random.into_iter().map(|range| range.choose(&mut numbers)));
    for x in args {
        let result = unary(op, x).expect("the function is written here");
        let exact = exact(&Big::of(x));
        let error = exact.ulps(result);
        let is_small = error > 1.0 && (result - exact.to_f64()).abs() < small;
        if !is_small && error > worst.0 {
            worst = (error, x);
        }
    }
    let (error, x) = worst;
    println!("{op}: {error:.4} ulp, at {x:e} = {:#x}", x.to_bits());
    assert!(error <= 1.0, "{op}: {error} ulp at {x:e}");
}

/// Tests of functions of one operand: the ranges of random arguments, and arguments that are hard for the formula.
macro_rules! functions {
    ($($name:ident: $Op:ident $exact:ident [$($range:expr),*] [$($hard:expr),*];)*) => {$(
        #[test]
        fn $name() {
            check(UnOp::$Op, Big::$exact, 0.0, &[$($range),*], &[$($hard),*]);
        }
    )*};
}

functions! {
    exponential: Exp exp [Within(-750.0, 712.0), Magnitude(-60.0, 0.0)] [709.782_712_893_383_9, -745.133_219_101_941_1];
    hyperbolic_sine: Sinh sinh [Within(-712.0, 712.0), Within(-2.0, 2.0), Magnitude(-60.0, 0.0)] [710.475_860_073_943_9];
    hyperbolic_cosine: Cosh cosh [Within(-712.0, 712.0), Within(-2.0, 2.0), Magnitude(-60.0, 0.0)] [-710.475_860_073_943_9];
    hyperbolic_tangent: Tanh tanh [Within(-23.0, 23.0), Within(-1.0, 1.0), Magnitude(-60.0, 0.0)] [0.55, 22.0];
    logarithm: Log ln [Within(0.5, 2.0), OnePlus(-52.0, -1.0), Magnitude(-1074.0, 1024.0)] [5e-324];
    binary_logarithm: Log2 log2 [Within(0.5, 2.0), OnePlus(-52.0, -1.0), Magnitude(-1074.0, 1024.0)] [5e-324];
    decimal_logarithm: Log10 log10 [Within(0.5, 2.0), OnePlus(-52.0, -1.0), Magnitude(-1074.0, 1024.0)] [1e22, 1e-5];
    logarithm_near_one: Log1p log1p [Within(-1.0, 2.0), Magnitude(-60.0, 0.0), Magnitude(0.0, 1024.0)] [f64::MAX];
    inverse_hyperbolic_sine: Asinh asinh [Within(-3.0, 3.0), Magnitude(-60.0, 1024.0)] [f64::MAX];
    inverse_hyperbolic_cosine: Acosh acosh [Within(1.0, 5.0), Magnitude(0.0, 1024.0), OnePlus(-52.0, 0.0)] [f64::MAX];
    inverse_hyperbolic_tangent: Atanh atanh [Within(-1.0, 1.0), Magnitude(-60.0, 0.0)] [1.0 - 2f64.powi(-53)];
    // The number nearest to a multiple of π/2, and numbers near others (Muller, 2016).
    sine: Sin sin [Within(-10.0, 10.0), Magnitude(-40.0, 40.0), Magnitude(20.0, 1024.0)]
        [6_381_956_970_095_103.0 * 2f64.powi(797), 1e22, f64::MAX, PI, 1_048_576.5];
    cosine: Cos cos [Within(-10.0, 10.0), Magnitude(-40.0, 40.0), Magnitude(20.0, 1024.0)]
        [6_381_956_970_095_103.0 * 2f64.powi(797), 1e22, f64::MAX, FRAC_PI_2, 1_048_575.5];
    tangent: Tan tan [Within(-10.0, 10.0), Magnitude(-40.0, 40.0), Magnitude(20.0, 1024.0)]
        [6_381_956_970_095_103.0 * 2f64.powi(797), 1e22, f64::MAX, FRAC_PI_2, PI];
    inverse_sine: Asin asin [Within(-1.0, 1.0), Magnitude(-60.0, 0.0)] [0.5, 1.0 - 2f64.powi(-53)];
    inverse_cosine: Acos acos [Within(-1.0, 1.0), Magnitude(-60.0, 0.0)] [0.5, 1.0 - 2f64.powi(-53), -1.0];
    inverse_tangent: Atan atan [Within(-3.0, 3.0), Magnitude(-60.0, 60.0)] [1.0, 0.414_213_562_373_095_03];
    cube_root: Cbrt cbrt [Within(-10.0, 10.0), Magnitude(-1074.0, 1024.0)] [5e-324, f64::MAX];
    error_function: Erf erf [Within(-7.0, 7.0), Within(-1.0, 1.0), Magnitude(-60.0, 0.0)] [0.5];
    complementary_error_function: Erfc erfc [Within(-7.0, 27.3), Within(-1.0, 1.0), Magnitude(-60.0, 0.0)] [0.5, -0.5];
    gamma_function: Gamma gamma [Within(-184.0, 172.0), Within(-3.0, 3.0), Magnitude(-60.0, 3.0)] [171.6, 1.0, 2.0];
}

/// Near its zeros between negative integers, the logarithm of the gamma function has a small error, but not in units
/// of its last place.
#[test]
fn logarithm_of_gamma() {
    let exact = |x: &Big| {
        let gamma = |x: &Big| x.gamma().abs().ln();
        if x.is_negative() { gamma(x) } else { x.log_gamma() }
    };
    let ranges = [Within(-30.0, 30.0), Within(0.5, 3.0), Magnitude(-60.0, 1.0)];
    check(UnOp::LogGamma, exact, 1e-16, &ranges, &[0.9375, 1.0625, 1.9375, 2.0625, 8.0]);
}

/// Checks the greatest error of a function of two operands.
fn check_binary(op: BinOp, exact: fn(&Big, &Big) -> Big, random: fn(&mut Numbers) -> (f64, f64)) {
    let mut numbers = Numbers::new();
    let mut worst = (0.0, 0.0, 0.0);
    for _ in 0..3 * count() {
        let (x, y) = random(&mut numbers);
        if !(x.is_finite() && y.is_finite()) {
            continue;
        }
        let result = binary(op, x, y).expect("the function is written here");
        let error = exact(&Big::of(x), &Big::of(y)).ulps(result);
        if error > worst.0 {
            worst = (error, x, y);
        }
    }
    let (error, x, y) = worst;
    println!("{op}: {error:.4} ulp, at {x:e}, {y:e}");
    assert!(error <= 1.0, "{op}: {error} ulp at {x:e}, {y:e}");
}

#[test]
fn power() {
    check_binary(BinOp::Pow, Big::power, |numbers| numbers.power(1024.0));
}

#[test]
fn hypotenuse() {
    let exact = |x: &Big, y: &Big| x.times(x).plus(&y.times(y)).sqrt();
    check_binary(BinOp::Hypot, exact, |numbers| numbers.pair(f64::from_bits));
}

#[test]
fn angle() {
    let exact = |y: &Big, x: &Big| {
        let angle = y.over(x).atan();
        match (x.is_negative(), y.is_negative()) {
            (false, _) => angle,
            (true, false) => angle.plus(&Big::pi()),
            (true, true) => angle.minus(&Big::pi()),
        }
    };
    check_binary(BinOp::Atan2, exact, |numbers| numbers.pair(f64::from_bits));
}

/// A function of the standard library.
type Unary = fn(f64) -> f64;
/// A function of two operands.
type Binary = fn(f64, f64) -> f64;

/// Whether a result is right: the same zero, infinity or NaN, or nearly the same number.
fn agrees(result: f64, exact: f64) -> bool {
    result.to_bits() == exact.to_bits()
        || result.is_nan() && exact.is_nan()
        || exact != 0.0 && (result - exact).abs() <= exact.abs() * 2f64.powi(-50)
}

/// Zeros, infinities, NaN and others: what C's standard says, and so the standard library.
#[test]
fn edges() {
    let functions: [(UnOp, Unary); 22] = [
        (UnOp::Exp, f64::exp),
        (UnOp::Sinh, f64::sinh),
        (UnOp::Cosh, f64::cosh),
        (UnOp::Tanh, f64::tanh),
        (UnOp::Log, f64::ln),
        (UnOp::Log2, f64::log2),
        (UnOp::Log10, f64::log10),
        (UnOp::Log1p, f64::ln_1p),
        (UnOp::Asinh, libm::asinh),
        (UnOp::Acosh, |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) }),
        (UnOp::Atanh, libm::atanh),
        (UnOp::Sin, f64::sin),
        (UnOp::Cos, f64::cos),
        (UnOp::Tan, f64::tan),
        (UnOp::Asin, f64::asin),
        (UnOp::Acos, f64::acos),
        (UnOp::Atan, f64::atan),
        (UnOp::Cbrt, f64::cbrt),
        (UnOp::Erf, libm::erf),
        (UnOp::Erfc, libm::erfc),
        (UnOp::Gamma, libm::tgamma),
        (UnOp::LogGamma, |x| if x == f64::NEG_INFINITY { f64::INFINITY } else { libm::lgamma(x) }),
    ];
    for (op, exact) in functions {
        for x in EDGES {
            let (result, exact) = (unary(op, x).expect("the function is written here"), exact(x));
            assert!(agrees(result, exact), "{op} {x:e}: {result:e} instead of {exact:e}");
        }
    }
    let functions: [(BinOp, Binary); 3] =
        [(BinOp::Pow, f64::powf), (BinOp::Hypot, f64::hypot), (BinOp::Atan2, f64::atan2)];
    for (op, exact) in functions {
        for (x, y) in EDGES.iter().flat_map(|&x| EDGES.iter().map(move |&y| (x, y))) {
            let (result, exact) = (binary(op, x, y).expect("the function is written here"), exact(x, y));
            assert!(agrees(result, exact), "{op} {x:e} {y:e}: {result:e} instead of {exact:e}");
        }
    }
}
