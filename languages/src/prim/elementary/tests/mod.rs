//! The errors of the functions: on `f32`, measured against those of Rust's standard library and of `libm` on `f64`; on
//! `f64`, against numbers of 192 bits (`double.rs`).

mod double;
mod numbers;
mod oracle;

use super::*;
use numbers::Numbers;

/// How often the numbers between one tested argument and the next are left out. 1 with `ALL_FLOATS=1` in the
/// environment.
fn step() -> usize {
    if all_floats() { 1 } else { 16_411 }
}

/// Whether tests take as many arguments as the documentation says.
fn all_floats() -> bool {
    std::env::var_os("ALL_FLOATS").is_some()
}

/// The distance of a result from the exact one, in units in the last place of the exact one.
fn ulps(result: f32, exact: f64) -> f64 {
    let rounded = exact as f32;
    if result.to_bits() == rounded.to_bits() || (result.is_nan() && rounded.is_nan()) {
        return if exact.is_finite() && rounded.is_finite() {
            (f64::from(result) - exact).abs() / ulp(exact)
        } else {
            0.0
        };
    }
    if result == 0.0 && exact == 0.0 || !exact.is_finite() || result.is_nan() {
        // The wrong sign of a zero, or another number than an infinity or NaN.
        return f64::INFINITY;
    }
    // Infinity counts as the number after the last.
    let result = if result.is_infinite() { 2f64.powi(128).copysign(result.into()) } else { f64::from(result) };
    (result - exact).abs() / ulp(exact)
}

/// The unit in the last place of an `f32` near this number.
fn ulp(exact: f64) -> f64 {
    let exponent = ((exact.abs().to_bits() >> 52) as i32 - 1023).clamp(-126, 127);
    2f64.powi(exponent - 23)
}

/// Checks the greatest error of a function. An error that is small by itself is no error.
fn check(op: UnOp, exact: fn(f64) -> f64, bound: f64, small: f64) {
    let threads = 2u32;
    let part = |thread: u32| {
        let mut worst = (0.0, 0f32);
        for bits in (thread..=u32::MAX).step_by(step() * threads as usize) {
            let x = f32::from_bits(bits);
            let result = unary(op, x).expect("the function is written here");
            let exact = exact(f64::from(x));
            let error = ulps(result, exact);
            let is_small = error > 1.0 && (f64::from(result) - exact).abs() < small;
            if !is_small && error > worst.0 {
                worst = (error, x);
            }
        }
        worst
    };
    let (error, x) = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        let worst = all.into_iter().map(|one| one.join().expect("no function panics"));
        worst.fold((0.0, 0f32), |a, b| if b.0 > a.0 { b } else { a })
    });
    println!("{op}: {error:.4} ulp, at {x:e} = {:#x}", x.to_bits());
    assert!(error <= bound, "{op}: {error} ulp at {x:e}");
}

/// Tests of functions of one operand, with at most 1 ulp of error.
macro_rules! functions {
    ($($name:ident: $Op:ident $exact:expr;)*) => {$(
        #[test]
        fn $name() {
            check(UnOp::$Op, $exact, 1.0, 0.0);
        }
    )*};
}

functions! {
    exponential: Exp f64::exp;
    hyperbolic_sine: Sinh f64::sinh;
    hyperbolic_cosine: Cosh f64::cosh;
    hyperbolic_tangent: Tanh f64::tanh;
    logarithm: Log f64::ln;
    binary_logarithm: Log2 f64::log2;
    decimal_logarithm: Log10 f64::log10;
    logarithm_near_one: Log1p f64::ln_1p;
    inverse_hyperbolic_sine: Asinh libm::asinh;
    // The function of `libm` is wrong below 1.
    inverse_hyperbolic_cosine: Acosh |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) };
    inverse_hyperbolic_tangent: Atanh libm::atanh;
    sine: Sin f64::sin;
    cosine: Cos f64::cos;
    tangent: Tan f64::tan;
    inverse_sine: Asin f64::asin;
    inverse_cosine: Acos f64::acos;
    inverse_tangent: Atan f64::atan;
    cube_root: Cbrt f64::cbrt;
    error_function: Erf libm::erf;
    complementary_error_function: Erfc libm::erfc;
    gamma_function: Gamma libm::tgamma;
}

/// Near its zeros between negative integers, the logarithm of the gamma function has a small error, but not in units
/// of its last place. The function of `libm` is wrong at minus infinity.
#[test]
fn logarithm_of_gamma() {
    let exact = |x| if x == f64::NEG_INFINITY { f64::INFINITY } else { libm::lgamma(x) };
    check(UnOp::LogGamma, exact, 1.0, 1e-8);
}

#[test]
fn zeros_keep_their_signs() {
    for op in [UnOp::Sin, UnOp::Tan, UnOp::Asin, UnOp::Atan, UnOp::Sinh, UnOp::Tanh, UnOp::Cbrt] {
        for zero in [0.0f64, -0.0] {
            let result = unary(op, zero).expect("the function is written here");
            assert_eq!(result.to_bits(), zero.to_bits(), "{op} of {zero:?}");
            let result = unary(op, zero as f32).expect("the function is written here");
            assert_eq!(result.to_bits(), (zero as f32).to_bits(), "{op} of {zero:?}f32");
        }
    }
}

/// Numbers at which functions change their behaviour.
const EDGES: [f64; 23] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    3.0,
    -3.0,
    0.5,
    -0.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    f32::MAX as f64,
    -f32::MAX as f64,
    1.401_298_464_324_817e-45,
    16_777_215.0,
    16_777_216.0,
    -8_388_609.0,
];

/// Checks the greatest error of a function of two operands, on edges and on random numbers.
fn check_binary(op: BinOp, exact: fn(f64, f64) -> f64, random: fn(&mut Numbers) -> (f32, f32)) {
    let mut numbers = Numbers::new();
    let count = if all_floats() { 1_000_000_000 } else { 300_000 };
    let edges = EDGES.iter().flat_map(|&x| EDGES.iter().map(move |&y| (x as f32, y as f32)));
    let mut worst = (0.0, 0.0, 0.0);
    for (x, y) in edges.chain((0..count).map(|_| random(&mut numbers))) {
        let result = binary(op, x, y).expect("the function is written here");
        // A square has the rounding error of the product.
        let exact = exact(f64::from(x), f64::from(y));
        let error = ulps(result, exact);
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
    check_binary(BinOp::Pow, f64::powf, |numbers| {
        let (x, y) = numbers.power(128.0);
        (x as f32, y as f32)
    });
}

#[test]
fn hypotenuse() {
    check_binary(BinOp::Hypot, f64::hypot, |numbers| numbers.pair_f32());
}

#[test]
fn angle() {
    check_binary(BinOp::Atan2, f64::atan2, |numbers| numbers.pair_f32());
}
