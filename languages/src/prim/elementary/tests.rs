//! The errors of the functions, measured against those of Rust's standard library on `f64`.

use super::*;

/// How often the numbers between one tested argument and the next are left out. 1 with `ALL_FLOATS=1` in the
/// environment.
fn step() -> usize {
    if std::env::var_os("ALL_FLOATS").is_some() { 1 } else { 4099 }
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

/// Checks the greatest error of a function.
fn check(op: UnOp, exact: fn(f64) -> f64, bound: f64) {
    let threads = 2u32;
    let part = |thread: u32| {
        let mut worst = (0.0, 0f32);
        for bits in (thread..=u32::MAX).step_by(step() * threads as usize) {
            let x = f32::from_bits(bits);
            let result = unary(op, x).expect("the function is written here");
            let error = ulps(result, exact(f64::from(x)));
            if error > worst.0 {
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

#[test]
fn exponential() {
    check(UnOp::Exp, f64::exp, 1.0);
}

#[test]
fn logarithm() {
    check(UnOp::Log, f64::ln, 1.0);
}

#[test]
fn sine() {
    check(UnOp::Sin, f64::sin, 1.0);
}

#[test]
fn cosine() {
    check(UnOp::Cos, f64::cos, 1.0);
}

#[test]
fn tangent() {
    check(UnOp::Tan, f64::tan, 1.0);
}
