//! Mathematical functions as SPIR-V, for what GLSL.std.450 lacks or has with little precision (its `sin` may be off
//! by 2^-11).
//!
//! All are computed in `f64` where the device has it, and else in `f32` by the same formulas: range reduction to a
//! small interval, then a Taylor polynomial or a short loop. On `f64` results are within a few ulp of the exact ones,
//! but for powers and the gamma function, whose relative error grows to about 1e-13 for large results; sines of
//! arguments beyond 2^50 are not meaningful.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, LOG10_E, PI};

use languages::prim::{BinOp, UnOp};
use rspirv::spirv::{GlslStd450Op as GLOp, Op};

use super::ops;
use super::spirv::{Code, Ty, Val, Var};

/// Operations on floats of one width, as short names for formulas.
struct Floats<'c> {
    c: &'c mut Code,
    bits: u32,
}

/// π/2 as the sum of three doubles, each the nearest to what is left.
const HALF_PI: [f64; 3] = [FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];
/// ln 2 as a double with few bits, whose products with exponents are exact, and the rest.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// An operator of two floats of 32 or 64 bits.
pub fn binary(c: &mut Code, op: BinOp, lhs: Val, rhs: Val) -> Val {
    if op == BinOp::Atan2Pi {
        let angle = binary(c, BinOp::Atan2, lhs, rhs);
        return over_pi(c, angle);
    }
    in_work_precision(c, [lhs, rhs], |f, [x, y]| match op {
        BinOp::Pow => f.pow(x, y),
        BinOp::Atan2 => f.atan2(x, y),
        BinOp::Hypot => f.hypot(x, y),
        _ => f.fmod(x, y),
    })
}

/// An operator of a float of 32 or 64 bits.
pub fn unary(c: &mut Code, op: UnOp, arg: Val) -> Val {
    match op {
        // Defined as the functions of the rounded product.
        UnOp::SinPi | UnOp::CosPi | UnOp::TanPi => {
            let pi = match arg.ty {
                Ty::Float(64) => c.float(64, PI),
                _ => c.float(32, f64::from(std::f32::consts::PI)),
            };
            let angle = c.binary(Op::FMul, arg.ty, arg, pi);
            let function = match op {
                UnOp::SinPi => UnOp::Sin,
                UnOp::CosPi => UnOp::Cos,
                _ => UnOp::Tan,
            };
            unary(c, function, angle)
        }
        UnOp::AsinPi | UnOp::AcosPi | UnOp::AtanPi => {
            let function = match op {
                UnOp::AsinPi => UnOp::Asin,
                UnOp::AcosPi => UnOp::Acos,
                _ => UnOp::Atan,
            };
            let angle = unary(c, function, arg);
            over_pi(c, angle)
        }
        _ => in_work_precision(c, [arg], |f, [x]| match op {
            UnOp::Exp => f.exp(x),
            UnOp::Log => f.log(x),
            UnOp::Log2 => f.log_base(x, 1.0, LOG2_E),
            UnOp::Log10 => f.log_base(x, LOG10_E * LN_2, LOG10_E),
            UnOp::Log1p => f.log1p(x),
            UnOp::Sin => f.sin_cos(x, 0),
            UnOp::Cos => f.sin_cos(x, 1),
            UnOp::Tan => f.tan(x),
            UnOp::Asin => f.asin(x),
            UnOp::Acos => f.acos(x),
            UnOp::Atan => f.atan(x),
            UnOp::Sinh => f.sinh(x),
            UnOp::Cosh => f.cosh(x),
            UnOp::Tanh => f.tanh(x),
            UnOp::Asinh => f.asinh(x),
            UnOp::Acosh => f.acosh(x),
            UnOp::Atanh => f.atanh(x),
            UnOp::Cbrt => f.cbrt(x),
            UnOp::Gamma => f.gamma(x),
            UnOp::LogGamma => f.log_gamma(x),
            UnOp::Erf => f.erf(x),
            UnOp::Erfc => f.erfc(x),
            // All others are in `ops.rs`.
            _ => x,
        }),
    }
}

/// An angle in multiples of π, in its own precision.
fn over_pi(c: &mut Code, angle: Val) -> Val {
    let pi = match angle.ty {
        Ty::Float(64) => c.float(64, PI),
        _ => c.float(32, f64::from(std::f32::consts::PI)),
    };
    c.binary(Op::FDiv, angle.ty, angle, pi)
}

/// Computes a function in the greatest precision of the device and rounds its result.
fn in_work_precision<const N: usize>(
    c: &mut Code,
    args: [Val; N],
    function: impl FnOnce(&mut Floats<'_>, [Val; N]) -> Val,
) -> Val {
    let ty = args[0].ty;
    let work = if c.has_f64() { Ty::Float(64) } else { Ty::Float(32) };
    if ty == work {
        let bits = if work == Ty::Float(64) { 64 } else { 32 };
        return function(&mut Floats { c, bits }, args);
    }
    let args = args.map(|arg| c.unary(Op::FConvert, work, arg));
    let result = function(&mut Floats { c, bits: 64 }, args);
    c.unary(Op::FConvert, ty, result)
}

/// Rounding to an integer by a function of GLSL.std.450; keeps the sign of zeros.
pub fn rounded(c: &mut Code, op: GLOp, x: Val) -> Val {
    let result = c.glsl(op, x.ty, &[x]);
    ops::copy_sign(c, result, x)
}

/// The next float after one in the direction of another; for any width.
pub fn next_after(c: &mut Code, x: Val, y: Val) -> Val {
    let bits = match x.ty {
        Ty::Float(bits) => bits,
        _ => 32,
    };
    let int = Ty::Int(bits);
    let (one, minus_one, zero) = (c.int(bits, 1), c.int(bits, -1), c.constant(x.ty, 0));
    let as_int = c.unary(Op::Bitcast, int, x);
    // Floats of one sign are ordered as their bits are.
    let above = c.binary(Op::FOrdGreaterThan, Ty::Bool, y, x);
    let positive = c.binary(Op::FOrdGreaterThan, Ty::Bool, x, zero);
    let away = c.binary(Op::LogicalEqual, Ty::Bool, above, positive);
    let step = c.select(away, one, minus_one);
    let moved = c.binary(Op::IAdd, int, as_int, step);
    let moved = c.unary(Op::Bitcast, x.ty, moved);
    // From zero: the least subnormal with the sign of the direction.
    let least = c.unary(Op::Bitcast, x.ty, one);
    let least = ops::copy_sign(c, least, y);
    let is_zero = c.binary(Op::FOrdEqual, Ty::Bool, x, zero);
    let result = c.select(is_zero, least, moved);
    let same = c.binary(Op::FOrdEqual, Ty::Bool, x, y);
    let result = c.select(same, y, result);
    let (x_nan, y_nan) = (ops::is_nan(c, x), ops::is_nan(c, y));
    let result = c.select(x_nan, x, result);
    c.select(y_nan, y, result)
}

/// A float of 32 or 64 bits times a power of two.
pub fn ldexp(c: &mut Code, x: Val, exponent: Val) -> Val {
    in_work_precision(c, [x], |f, [x]| {
        let limit = if f.bits == 64 { 2200 } else { 300 };
        let exponent = f.clamp_int(exponent, limit);
        let exponent = ops::resize(f.c, exponent, f.bits, true);
        f.scale(x, exponent)
    })
}

/// `x * y + z`, rounded once.
pub fn fused_multiply_add(c: &mut Code, x: Val, y: Val, z: Val) -> Val {
    if x.ty == Ty::Float(64) || !c.has_f64() {
        return c.glsl(GLOp::Fma, x.ty, &[x, y, z]);
    }
    // The product of two `f32` is exact in `f64`. The sum is rounded to odd, so that rounding it to `f32` is as good as
    // rounding the exact sum (Boldo and Melquiond, 2008): if it is inexact and its last bit is even, it becomes its
    // neighbour on the side of the exact sum.
    in_work_precision(c, [x, y, z], |f, [x, y, z]| {
        let product = f.mul(x, y);
        let sum = f.add(product, z);
        let of_z = f.sub(sum, product);
        let of_product = f.sub(sum, of_z);
        let (lost_product, lost_z) = (f.sub(product, of_product), f.sub(z, of_z));
        let lost = f.add(lost_product, lost_z);
        let (int, zero, one, minus_one) = (f.int_ty(), f.c.int(64, 0), f.c.int(64, 1), f.c.int(64, -1));
        let bits = f.c.unary(Op::Bitcast, int, sum);
        let last = f.c.binary(Op::BitwiseAnd, int, bits, one);
        let even = f.c.binary(Op::IEqual, Ty::Bool, last, zero);
        let (low, high) = (f.below(lost, 0.0), f.above(lost, 0.0));
        let inexact = f.or(low, high);
        let positive = f.above(sum, 0.0);
        let away = f.c.binary(Op::LogicalEqual, Ty::Bool, high, positive);
        let step = f.select(away, one, minus_one);
        let moved = f.c.binary(Op::IAdd, int, bits, step);
        let moves = f.and(even, inexact);
        let odd = f.select(moves, moved, bits);
        let ty = f.ty();
        f.c.unary(Op::Bitcast, ty, odd)
    })
}

/// An integer to the power of another, by repeated squaring; a negative exponent gives 0.
pub fn integer_power(c: &mut Code, signed: bool, base: Val, exponent: Val) -> Val {
    let ty = base.ty;
    let (zero, one) = (c.constant(ty, 0), c.constant(ty, 1));
    let [square, rest, result] = std::array::from_fn(|_| c.variable(ty));
    c.set(square, base);
    c.set(rest, exponent);
    c.set(result, one);
    loop_while(
        c,
        |c| {
            let rest = c.get(rest);
            c.binary(Op::INotEqual, Ty::Bool, rest, zero)
        },
        |c| {
            let (current, power, left) = (c.get(result), c.get(square), c.get(rest));
            let bit = c.binary(Op::BitwiseAnd, ty, left, one);
            let odd = c.binary(Op::INotEqual, Ty::Bool, bit, zero);
            let product = c.binary(Op::IMul, ty, current, power);
            let next = c.select(odd, product, current);
            c.set(result, next);
            let power = c.binary(Op::IMul, ty, power, power);
            c.set(square, power);
        },
        |c| {
            let left = c.get(rest);
            let left = c.binary(Op::ShiftRightLogical, ty, left, one);
            c.set(rest, left);
        },
    );
    let power = c.get(result);
    if !signed {
        return power;
    }
    let negative = c.binary(Op::SLessThan, Ty::Bool, exponent, zero);
    c.select(negative, zero, power)
}

/// A loop: `test` gives the condition to go on; `step` comes after each round of `body`.
fn loop_while(
    c: &mut Code,
    test: impl FnOnce(&mut Code) -> Val,
    body: impl FnOnce(&mut Code),
    step: impl FnOnce(&mut Code),
) {
    let open = c.open_loop();
    let cond = test(c);
    c.open_body(&open, cond);
    body(c);
    c.open_step(&open);
    step(c);
    c.close_loop(&open);
}

impl Floats<'_> {
    fn ty(&self) -> Ty {
        Ty::Float(self.bits)
    }
    fn int_ty(&self) -> Ty {
        Ty::Int(self.bits)
    }
    fn k(&mut self, value: f64) -> Val {
        self.c.float(self.bits, value)
    }
    fn add(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FAdd, ty, x, y)
    }
    fn sub(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FSub, ty, x, y)
    }
    fn mul(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FMul, ty, x, y)
    }
    fn div(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FDiv, ty, x, y)
    }
    fn neg(&mut self, x: Val) -> Val {
        let zero = self.k(0.0);
        self.sub(zero, x)
    }
    fn abs(&mut self, x: Val) -> Val {
        ops::absolute(self.c, x)
    }
    fn sqrt(&mut self, x: Val) -> Val {
        let ty = self.ty();
        self.c.glsl(GLOp::Sqrt, ty, &[x])
    }
    fn round(&mut self, x: Val) -> Val {
        let ty = self.ty();
        self.c.glsl(GLOp::RoundEven, ty, &[x])
    }
    fn lt(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::FOrdLessThan, Ty::Bool, x, y)
    }
    fn eq(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::FOrdEqual, Ty::Bool, x, y)
    }
    fn and(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::LogicalAnd, Ty::Bool, x, y)
    }
    fn or(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::LogicalOr, Ty::Bool, x, y)
    }
    fn not(&mut self, x: Val) -> Val {
        self.c.unary(Op::LogicalNot, Ty::Bool, x)
    }
    fn select(&mut self, cond: Val, yes: Val, no: Val) -> Val {
        self.c.select(cond, yes, no)
    }
    /// `x * value`.
    fn times(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.mul(x, value)
    }
    /// `x + value`.
    fn plus(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.add(x, value)
    }
    /// Whether `x < value`.
    fn below(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.lt(x, value)
    }
    /// Whether `x > value`.
    fn above(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.lt(value, x)
    }
    fn is(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.eq(x, value)
    }
    fn is_nan(&mut self, x: Val) -> Val {
        ops::is_nan(self.c, x)
    }
    fn is_infinite(&mut self, x: Val) -> Val {
        ops::is_infinite(self.c, x)
    }
    fn with_sign_of(&mut self, magnitude: Val, sign: Val) -> Val {
        ops::copy_sign(self.c, magnitude, sign)
    }
    /// The polynomial whose coefficients are given from the constant on.
    fn polynomial(&mut self, x: Val, coefficients: &[f64]) -> Val {
        let mut result = self.k(coefficients.last().copied().unwrap_or(0.0));
        for &coefficient in coefficients.iter().rev().skip(1) {
            let product = self.mul(result, x);
            result = self.plus(product, coefficient);
        }
        result
    }
    fn as_int(&mut self, x: Val) -> Val {
        let ty = self.int_ty();
        self.c.unary(Op::ConvertFToS, ty, x)
    }
    fn as_float(&mut self, x: Val) -> Val {
        let ty = self.ty();
        self.c.unary(Op::ConvertSToF, ty, x)
    }
    /// Bits of the mantissa, and the bias of exponents.
    fn format(&self) -> (i64, i64) {
        if self.bits == 64 { (52, 1023) } else { (23, 127) }
    }
    /// An integer of any width, kept between `-limit` and `limit`.
    fn clamp_int(&mut self, x: Val, limit: i64) -> Val {
        let bits = match x.ty {
            Ty::Int(bits) => bits,
            _ => 32,
        };
        let (low, high) = (self.c.int(bits, -limit), self.c.int(bits, limit));
        let less = self.c.binary(Op::SLessThan, Ty::Bool, x, low);
        let x = self.c.select(less, low, x);
        let more = self.c.binary(Op::SGreaterThan, Ty::Bool, x, high);
        self.c.select(more, high, x)
    }
    /// Two to the power of an integer, which must be in the range of normal numbers.
    fn power_of_two(&mut self, exponent: Val) -> Val {
        let (mantissa, bias) = self.format();
        let int = self.int_ty();
        let (bias, shift) = (self.c.int(self.bits, bias), self.c.int(self.bits, mantissa));
        let biased = self.c.binary(Op::IAdd, int, exponent, bias);
        let bits = self.c.binary(Op::ShiftLeftLogical, int, biased, shift);
        let ty = self.ty();
        self.c.unary(Op::Bitcast, ty, bits)
    }
    /// `x` times two to an integer power of at most twice the range of normal numbers: in three steps, each of which
    /// is in their range.
    fn scale(&mut self, x: Val, exponent: Val) -> Val {
        let int = self.int_ty();
        let three = self.c.int(self.bits, 3);
        let third = self.c.binary(Op::SDiv, int, exponent, three);
        let twice = self.c.binary(Op::IAdd, int, third, third);
        let rest = self.c.binary(Op::ISub, int, exponent, twice);
        let (part, last) = (self.power_of_two(third), self.power_of_two(rest));
        let x = self.mul(x, part);
        let x = self.mul(x, part);
        self.mul(x, last)
    }

    /// The factorials' reciprocals that make the Taylor series of the exponential, from `first` in steps of `step`,
    /// with alternating signs if `alternate`.
    fn taylor(first: u32, step: usize, count: usize, alternate: bool) -> Vec<f64> {
        let mut coefficients = Vec::with_capacity(count);
        let mut factorial = (1..=first).fold(1.0, |product, n| product * f64::from(n));
        let mut n = first;
        for k in 0..count {
            let sign = if alternate && k % 2 == 1 { -1.0 } else { 1.0 };
            coefficients.push(sign / factorial);
            for _ in 0..step {
                n += 1;
                factorial *= f64::from(n);
            }
        }
        coefficients
    }

    fn exp(&mut self, x: Val) -> Val {
        // Beyond these limits the result is 0 or infinity; NaN becomes the lower limit and is put back at the end.
        let limit = if self.bits == 64 { 750.0 } else { 110.0 };
        let in_range = self.above(x, -limit);
        let low = self.k(-limit);
        let clamped = self.select(in_range, x, low);
        let too_high = self.above(clamped, limit);
        let high = self.k(limit);
        let clamped = self.select(too_high, high, clamped);
        // x = k ln 2 + r.
        let k = self.times(clamped, LOG2_E);
        let k = self.round(k);
        let (ln_high, ln_low) = if self.bits == 64 { (LN_2_HIGH, LN_2_LOW) } else { (0.693_359_375, -2.121_944_4e-4) };
        let part = self.times(k, ln_high);
        let r = self.sub(clamped, part);
        let part = self.times(k, ln_low);
        let r = self.sub(r, part);
        let count = if self.bits == 64 { 14 } else { 8 };
        let p = self.polynomial(r, &Self::taylor(0, 1, count, false));
        let k = self.as_int(k);
        let result = self.scale(p, k);
        let nan = self.is_nan(x);
        self.select(nan, x, result)
    }

    /// A positive number as `m * 2^e` with `m` near 1: `(m, e)`, both as floats.
    fn split(&mut self, x: Val) -> (Val, Val) {
        let (mantissa, bias) = self.format();
        let int = self.int_ty();
        // Subnormal numbers are made normal first.
        let least = if self.bits == 64 { f64::MIN_POSITIVE } else { f64::from(f32::MIN_POSITIVE) };
        let up = (mantissa + 2) as i32;
        let tiny = self.below(x, least);
        let scaled = self.times(x, 2f64.powi(up));
        let x = self.select(tiny, scaled, x);
        let (zero, less) = (self.k(0.0), self.k(f64::from(-up)));
        let correction = self.select(tiny, less, zero);
        let bits = self.c.unary(Op::Bitcast, int, x);
        let shift = self.c.int(self.bits, mantissa);
        let exponent = self.c.binary(Op::ShiftRightLogical, int, bits, shift);
        let bias_value = self.c.int(self.bits, bias);
        let exponent = self.c.binary(Op::ISub, int, exponent, bias_value);
        let exponent = self.as_float(exponent);
        let exponent = self.add(exponent, correction);
        let mask = self.c.int(self.bits, (1 << mantissa) - 1);
        let bits = self.c.binary(Op::BitwiseAnd, int, bits, mask);
        let one = self.c.int(self.bits, bias << mantissa);
        let bits = self.c.binary(Op::BitwiseOr, int, bits, one);
        let ty = self.ty();
        let m = self.c.unary(Op::Bitcast, ty, bits);
        let large = self.above(m, std::f64::consts::SQRT_2);
        let half = self.times(m, 0.5);
        let next = self.plus(exponent, 1.0);
        (self.select(large, half, m), self.select(large, next, exponent))
    }

    /// The natural logarithm of a number between √½ and √2: `2 artanh ((m - 1) / (m + 1))`.
    fn log_near_one(&mut self, m: Val) -> Val {
        let (below, above) = (self.plus(m, -1.0), self.plus(m, 1.0));
        let s = self.div(below, above);
        let square = self.mul(s, s);
        let count = if self.bits == 64 { 12 } else { 6 };
        let coefficients: Vec<f64> = (0..count).map(|k| 2.0 / f64::from(2 * k + 1)).collect();
        let p = self.polynomial(square, &coefficients);
        self.mul(s, p)
    }

    /// What logarithms of any base have in common: their values where `x` is not a positive finite number.
    fn log_limits(&mut self, x: Val, result: Val) -> Val {
        let (infinity, minus_infinity, nan) = (self.k(f64::INFINITY), self.k(f64::NEG_INFINITY), self.k(f64::NAN));
        let infinite = self.eq(x, infinity);
        let result = self.select(infinite, infinity, result);
        let zero = self.is(x, 0.0);
        let result = self.select(zero, minus_infinity, result);
        let negative = self.below(x, 0.0);
        let no_number = self.is_nan(x);
        let bad = self.or(negative, no_number);
        self.select(bad, nan, result)
    }

    fn log(&mut self, x: Val) -> Val {
        let (m, e) = self.split(x);
        let fraction = self.log_near_one(m);
        let (ln_high, ln_low) = if self.bits == 64 { (LN_2_HIGH, LN_2_LOW) } else { (0.693_359_375, -2.121_944_4e-4) };
        let low = self.times(e, ln_low);
        let high = self.times(e, ln_high);
        let low = self.add(fraction, low);
        let result = self.add(high, low);
        self.log_limits(x, result)
    }

    /// The logarithm to a base whose logarithm of 2 is `of_two`, and of e is `of_e`.
    fn log_base(&mut self, x: Val, of_two: f64, of_e: f64) -> Val {
        let (m, e) = self.split(x);
        let fraction = self.log_near_one(m);
        let fraction = self.times(fraction, of_e);
        let whole = self.times(e, of_two);
        let result = self.add(whole, fraction);
        self.log_limits(x, result)
    }

    fn log1p(&mut self, x: Val) -> Val {
        // The quotient makes up for what rounding 1 + x lost.
        let u = self.plus(x, 1.0);
        let log = self.log(u);
        let difference = self.plus(u, -1.0);
        let ratio = self.div(x, difference);
        let result = self.mul(log, ratio);
        let tiny = self.is(u, 1.0);
        let result = self.select(tiny, x, result);
        let infinity = self.k(f64::INFINITY);
        let infinite = self.eq(x, infinity);
        self.select(infinite, infinity, result)
    }

    /// `x * y` as a rounded product and its error, by halves of the mantissas.
    fn exact_product(&mut self, x: Val, y: f64) -> (Val, Val) {
        let splitter = if self.bits == 64 { 134_217_729.0 } else { 4097.0 };
        let halves = |f: &mut Self, x: Val| {
            let scaled = f.times(x, splitter);
            let difference = f.sub(scaled, x);
            let high = f.sub(scaled, difference);
            (high, f.sub(x, high))
        };
        let y = self.k(y);
        let product = self.mul(x, y);
        let ((xh, xl), (yh, yl)) = (halves(self, x), halves(self, y));
        let hh = self.mul(xh, yh);
        let error = self.sub(hh, product);
        let hl = self.mul(xh, yl);
        let error = self.add(error, hl);
        let lh = self.mul(xl, yh);
        let error = self.add(error, lh);
        let ll = self.mul(xl, yl);
        (product, self.add(error, ll))
    }

    /// `x = k π/2 + r` with `|r| <= π/4`: `r`, and `k` as an integer.
    fn reduce_angle(&mut self, x: Val) -> (Val, Val) {
        let k = self.times(x, 1.0 / HALF_PI[0]);
        let k = self.round(k);
        let parts = if self.bits == 64 {
            HALF_PI
        } else {
            let first = f64::from(HALF_PI[0] as f32);
            let second = f64::from((HALF_PI[0] - first + HALF_PI[1]) as f32);
            [first, second, HALF_PI[0] - first - second + HALF_PI[1]]
        };
        let (high, error) = self.exact_product(k, parts[0]);
        let r = self.sub(x, high);
        let r = self.sub(r, error);
        let (high, error) = self.exact_product(k, parts[1]);
        let r = self.sub(r, high);
        let low = self.times(k, parts[2]);
        let low = self.add(error, low);
        let r = self.sub(r, low);
        (r, self.as_int(k))
    }

    /// Sine and cosine of a reduced angle.
    fn sine_and_cosine(&mut self, r: Val) -> (Val, Val) {
        let square = self.mul(r, r);
        let count = if self.bits == 64 { 9 } else { 6 };
        let odd = self.polynomial(square, &Self::taylor(1, 2, count, true));
        let even = self.polynomial(square, &Self::taylor(0, 2, count + 1, true));
        (self.mul(r, odd), even)
    }

    /// Infinities have no angle.
    fn angle_limits(&mut self, x: Val, result: Val) -> Val {
        let finite = ops::is_finite(self.c, x);
        let nan = self.k(f64::NAN);
        self.select(finite, result, nan)
    }

    /// The sine of `x + quarters * π/2`.
    fn sin_cos(&mut self, x: Val, quarters: i64) -> Val {
        let (r, k) = self.reduce_angle(x);
        let (sine, cosine) = self.sine_and_cosine(r);
        let int = self.int_ty();
        let (quarters, one, two, zero) = (
            self.c.int(self.bits, quarters),
            self.c.int(self.bits, 1),
            self.c.int(self.bits, 2),
            self.c.int(self.bits, 0),
        );
        let k = self.c.binary(Op::IAdd, int, k, quarters);
        let odd = self.c.binary(Op::BitwiseAnd, int, k, one);
        let odd = self.c.binary(Op::INotEqual, Ty::Bool, odd, zero);
        let value = self.select(odd, cosine, sine);
        let half_turn = self.c.binary(Op::BitwiseAnd, int, k, two);
        let half_turn = self.c.binary(Op::INotEqual, Ty::Bool, half_turn, zero);
        let negated = self.neg(value);
        let result = self.select(half_turn, negated, value);
        self.angle_limits(x, result)
    }

    fn tan(&mut self, x: Val) -> Val {
        let (r, k) = self.reduce_angle(x);
        let (sine, cosine) = self.sine_and_cosine(r);
        let (one, zero) = (self.c.int(self.bits, 1), self.c.int(self.bits, 0));
        let int = self.int_ty();
        let odd = self.c.binary(Op::BitwiseAnd, int, k, one);
        let odd = self.c.binary(Op::INotEqual, Ty::Bool, odd, zero);
        let direct = self.div(sine, cosine);
        let minus_cosine = self.neg(cosine);
        let inverse = self.div(minus_cosine, sine);
        let result = self.select(odd, inverse, direct);
        self.angle_limits(x, result)
    }

    fn atan(&mut self, x: Val) -> Val {
        // First to at most 1 by the complement, then to at most tan π/8 by subtracting π/4.
        let a = self.abs(x);
        let one = self.k(1.0);
        let large = self.lt(one, a);
        let inverse = self.div(one, a);
        let z = self.select(large, inverse, a);
        let steep = self.above(z, 0.414_213_562_373_095);
        let (below, above) = (self.plus(z, -1.0), self.plus(z, 1.0));
        let turned = self.div(below, above);
        let z = self.select(steep, turned, z);
        let square = self.mul(z, z);
        let count = if self.bits == 64 { 22 } else { 10 };
        let coefficients: Vec<f64> =
            (0..count).map(|k| if k % 2 == 0 { 1.0 } else { -1.0 } / f64::from(2 * k + 1)).collect();
        let p = self.polynomial(square, &coefficients);
        let angle = self.mul(z, p);
        let more = self.plus(angle, FRAC_PI_4);
        let angle = self.select(steep, more, angle);
        let (half_pi, rest) = (self.k(HALF_PI[0]), self.k(HALF_PI[1]));
        let complement = self.sub(rest, angle);
        let complement = self.add(half_pi, complement);
        let angle = self.select(large, complement, angle);
        self.with_sign_of_unless_nan(angle, x)
    }

    /// A magnitude with the sign of `x`, or `x` where that is no number.
    fn with_sign_of_unless_nan(&mut self, magnitude: Val, x: Val) -> Val {
        let result = self.with_sign_of(magnitude, x);
        let no_number = self.is_nan(x);
        self.select(no_number, x, result)
    }

    /// `(1 - x) (1 + x)`.
    fn one_minus_square(&mut self, x: Val) -> Val {
        let one = self.k(1.0);
        let (minus, plus) = (self.sub(one, x), self.add(one, x));
        self.mul(minus, plus)
    }

    fn asin(&mut self, x: Val) -> Val {
        let rest = self.one_minus_square(x);
        let cosine = self.sqrt(rest);
        let tangent = self.div(x, cosine);
        let result = self.atan(tangent);
        self.outside_one_nan(x, result)
    }

    fn acos(&mut self, x: Val) -> Val {
        let one = self.k(1.0);
        let (minus, plus) = (self.sub(one, x), self.add(one, x));
        let ratio = self.div(minus, plus);
        let root = self.sqrt(ratio);
        let half = self.atan(root);
        let result = self.add(half, half);
        self.outside_one_nan(x, result)
    }

    fn outside_one_nan(&mut self, x: Val, result: Val) -> Val {
        let a = self.abs(x);
        let outside = self.above(a, 1.0);
        let no_number = self.is_nan(x);
        let bad = self.or(outside, no_number);
        let nan = self.k(f64::NAN);
        self.select(bad, nan, result)
    }

    /// The greater and the lesser magnitude, and the lesser over the greater: 0 for two zeros, 1 for two infinities.
    fn ratio(&mut self, x: Val, y: Val) -> (Val, Val) {
        let (a, b) = (self.abs(x), self.abs(y));
        let swap = self.lt(a, b);
        let (greater, lesser) = (self.select(swap, b, a), self.select(swap, a, b));
        let ratio = self.div(lesser, greater);
        let (zero, one) = (self.k(0.0), self.k(1.0));
        let none = self.is(greater, 0.0);
        let ratio = self.select(none, zero, ratio);
        let both = self.is_infinite(lesser);
        (greater, self.select(both, one, ratio))
    }

    fn atan2(&mut self, y: Val, x: Val) -> Val {
        let (_, ratio) = self.ratio(x, y);
        let angle = self.atan(ratio);
        let (ax, ay) = (self.abs(x), self.abs(y));
        let steep = self.lt(ax, ay);
        let (half_pi, pi, pi_rest) = (self.k(HALF_PI[0]), self.k(PI), self.k(2.0 * HALF_PI[1]));
        let complement = self.sub(half_pi, angle);
        let angle = self.select(steep, complement, angle);
        // The sign bit counts, so that the angle of -0.0 is π.
        let one = self.k(1.0);
        let sign = self.with_sign_of(one, x);
        let left = self.below(sign, 0.0);
        let supplement = self.sub(pi_rest, angle);
        let supplement = self.add(pi, supplement);
        let angle = self.select(left, supplement, angle);
        let result = self.with_sign_of(angle, y);
        let (bad_x, bad_y) = (self.is_nan(x), self.is_nan(y));
        let result = self.select(bad_x, x, result);
        self.select(bad_y, y, result)
    }

    fn hypot(&mut self, x: Val, y: Val) -> Val {
        let (greater, ratio) = self.ratio(x, y);
        let square = self.mul(ratio, ratio);
        let sum = self.plus(square, 1.0);
        let root = self.sqrt(sum);
        let result = self.mul(greater, root);
        let (bad_x, bad_y) = (self.is_nan(x), self.is_nan(y));
        let result = self.select(bad_x, x, result);
        let result = self.select(bad_y, y, result);
        // An infinite leg makes an infinite hypotenuse, whatever the other is.
        let (infinite_x, infinite_y) = (self.is_infinite(x), self.is_infinite(y));
        let infinite = self.or(infinite_x, infinite_y);
        let infinity = self.k(f64::INFINITY);
        self.select(infinite, infinity, result)
    }

    /// `e^a / 2` and `e^-a / 2` for `a >= 0`, without overflow before the result's.
    fn half_exponentials(&mut self, a: Val) -> (Val, Val) {
        let half = self.times(a, 0.5);
        let root = self.exp(half);
        let part = self.times(root, 0.5);
        let up = self.mul(part, root);
        let half = self.k(0.5);
        let down = self.div(half, root);
        (up, self.div(down, root))
    }

    /// The hyperbolic sine near 0, by its series.
    fn small_sinh(&mut self, x: Val) -> Val {
        let square = self.mul(x, x);
        let p = self.polynomial(square, &Self::taylor(1, 2, 10, false));
        self.mul(x, p)
    }

    fn sinh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let (up, down) = self.half_exponentials(a);
        let large = self.sub(up, down);
        let series = self.small_sinh(a);
        let small = self.below(a, 1.0);
        let magnitude = self.select(small, series, large);
        self.with_sign_of_unless_nan(magnitude, x)
    }

    fn cosh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let (up, down) = self.half_exponentials(a);
        self.add(up, down)
    }

    fn tanh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let (sine, cosine) = (self.small_sinh(a), self.cosh(a));
        let series = self.div(sine, cosine);
        let twice = self.add(a, a);
        let power = self.exp(twice);
        let (one, two) = (self.k(1.0), self.k(2.0));
        let denominator = self.add(power, one);
        let rest = self.div(two, denominator);
        let large = self.sub(one, rest);
        let small = self.below(a, 1.0);
        let magnitude = self.select(small, series, large);
        self.with_sign_of_unless_nan(magnitude, x)
    }

    /// From here on adding 1 to the square changes nothing.
    fn huge(&self) -> f64 {
        if self.bits == 64 { 1e10 } else { 1e5 }
    }

    fn asinh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let square = self.mul(a, a);
        let sum = self.plus(square, 1.0);
        let root = self.sqrt(sum);
        let denominator = self.plus(root, 1.0);
        let quotient = self.div(square, denominator);
        let argument = self.add(a, quotient);
        let near = self.log1p(argument);
        let log = self.log(a);
        let far = self.plus(log, LN_2);
        let huge = self.huge();
        let is_far = self.above(a, huge);
        let magnitude = self.select(is_far, far, near);
        self.with_sign_of_unless_nan(magnitude, x)
    }

    fn acosh(&mut self, x: Val) -> Val {
        let t = self.plus(x, -1.0);
        let (square, twice) = (self.mul(t, t), self.add(t, t));
        let sum = self.add(twice, square);
        let root = self.sqrt(sum);
        let argument = self.add(t, root);
        let near = self.log1p(argument);
        let log = self.log(x);
        let far = self.plus(log, LN_2);
        let huge = self.huge();
        let is_far = self.above(x, huge);
        let result = self.select(is_far, far, near);
        let outside = self.below(x, 1.0);
        let nan = self.k(f64::NAN);
        self.select(outside, nan, result)
    }

    fn atanh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let one = self.k(1.0);
        let (twice, rest) = (self.add(a, a), self.sub(one, a));
        let argument = self.div(twice, rest);
        let log = self.log1p(argument);
        let magnitude = self.times(log, 0.5);
        let result = self.with_sign_of(magnitude, x);
        self.outside_one_nan(x, result)
    }

    fn cbrt(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let log = self.log(a);
        let third = self.times(log, 1.0 / 3.0);
        let t = self.exp(third);
        // One step of Newton's method.
        let square = self.mul(t, t);
        let cube = self.mul(square, t);
        let error = self.sub(cube, a);
        let slope = self.times(square, 3.0);
        let correction = self.div(error, slope);
        let root = self.sub(t, correction);
        let magnitude = self.with_sign_of(root, x);
        let (zero, infinite, no_number) = (self.is(x, 0.0), self.is_infinite(x), self.is_nan(x));
        let special = self.or(zero, infinite);
        let special = self.or(special, no_number);
        self.select(special, x, magnitude)
    }

    fn is_whole(&mut self, x: Val) -> Val {
        let ty = self.ty();
        let whole = self.c.glsl(GLOp::Trunc, ty, &[x]);
        self.eq(whole, x)
    }

    fn pow(&mut self, x: Val, y: Val) -> Val {
        let a = self.abs(x);
        let log = self.log(a);
        let exponent = self.mul(y, log);
        let magnitude = self.exp(exponent);
        // A negative base: the sign of an odd power; no number unless the power is whole.
        let half = self.times(y, 0.5);
        let (whole, half_whole) = (self.is_whole(y), self.is_whole(half));
        let not_even = self.not(half_whole);
        let odd = self.and(whole, not_even);
        let one = self.k(1.0);
        let sign = self.with_sign_of(one, x);
        let sign = self.select(odd, sign, one);
        let signed = self.with_sign_of(magnitude, sign);
        let negative = self.below(x, 0.0);
        let not_whole = self.not(whole);
        let no_root = self.and(negative, not_whole);
        let infinite_base = self.is_infinite(x);
        let finite_base = self.not(infinite_base);
        let no_root = self.and(no_root, finite_base);
        let nan = self.k(f64::NAN);
        let result = self.select(no_root, nan, signed);
        let (bad_x, bad_y) = (self.is_nan(x), self.is_nan(y));
        let bad = self.or(bad_x, bad_y);
        let result = self.select(bad, nan, result);
        // 1 to any power and anything to the power 0 is 1; so is -1 to an infinite power.
        let (unit, none, unit_magnitude, endless) =
            (self.is(x, 1.0), self.is(y, 0.0), self.is(a, 1.0), self.is_infinite(y));
        let minus_unit = self.and(unit_magnitude, endless);
        let trivial = self.or(unit, none);
        let trivial = self.or(trivial, minus_unit);
        let result = self.select(trivial, one, result);
        // A square is exact.
        let (square, twice) = (self.mul(x, x), self.is(y, 2.0));
        self.select(twice, square, result)
    }

    /// The remainder of `x / y` rounded toward zero, exactly: subtracts `y` times falling powers of two.
    fn fmod(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        let (a, b) = (self.abs(x), self.abs(y));
        let (zero, infinity) = (self.k(0.0), self.k(f64::INFINITY));
        let finite_x = self.lt(a, infinity);
        let divisor = self.lt(zero, b);
        let finite_y = self.lt(b, infinity);
        let works = self.and(finite_x, divisor);
        let works = self.and(works, finite_y);
        let rest: Var = self.c.variable(ty);
        let scaled: Var = self.c.variable(ty);
        let start = self.select(works, a, zero);
        self.c.set(rest, start);
        let one = self.k(1.0);
        let b = self.select(works, b, one);
        self.c.set(scaled, b);
        let half_start = self.times(start, 0.5);
        let bits = self.bits;
        // The largest y 2^k that is not beyond x.
        loop_while(
            self.c,
            |c| {
                let scaled = c.get(scaled);
                c.binary(Op::FOrdLessThanEqual, Ty::Bool, scaled, half_start)
            },
            |_| {},
            |c| {
                let value = c.get(scaled);
                let twice = c.binary(Op::FAdd, ty, value, value);
                c.set(scaled, twice);
            },
        );
        loop_while(
            self.c,
            |c| {
                let scaled = c.get(scaled);
                c.binary(Op::FOrdGreaterThanEqual, Ty::Bool, scaled, b)
            },
            |c| {
                let (left, value) = (c.get(rest), c.get(scaled));
                let fits = c.binary(Op::FOrdGreaterThanEqual, Ty::Bool, left, value);
                let less = c.binary(Op::FSub, ty, left, value);
                let left = c.select(fits, less, left);
                c.set(rest, left);
            },
            |c| {
                let (value, half) = (c.get(scaled), c.float(bits, 0.5));
                let next = c.binary(Op::FMul, ty, value, half);
                c.set(scaled, next);
            },
        );
        let remainder = self.c.get(rest);
        let remainder = self.with_sign_of(remainder, x);
        let nan = self.k(f64::NAN);
        let result = self.select(works, remainder, nan);
        // A finite number over an infinity is its own remainder.
        let infinite_y = self.is_infinite(y);
        let own = self.and(finite_x, infinite_y);
        self.select(own, x, result)
    }

    /// A loop over `n` from `first` to `last` upward or downward; `step` gets the number and the accumulators.
    fn series<const N: usize>(
        &mut self,
        first: i64,
        last: i64,
        start: [Val; N],
        step: impl FnOnce(&mut Floats<'_>, Val, [Val; N]) -> [Val; N],
    ) -> [Val; N] {
        let (ty, int, bits) = (self.ty(), self.int_ty(), self.bits);
        let counter = self.c.variable(int);
        let variables: [Var; N] = std::array::from_fn(|_| self.c.variable(ty));
        for (variable, value) in variables.iter().zip(start) {
            self.c.set(*variable, value);
        }
        let first_value = self.c.int(bits, first);
        self.c.set(counter, first_value);
        let by = if first <= last { 1 } else { -1 };
        let end = self.c.int(bits, last + by);
        loop_while(
            self.c,
            |c| {
                let n = c.get(counter);
                c.binary(Op::INotEqual, Ty::Bool, n, end)
            },
            |c| {
                let n = c.get(counter);
                let n = c.unary(Op::ConvertSToF, ty, n);
                let values = variables.map(|variable| c.get(variable));
                let next = step(&mut Floats { c, bits }, n, values);
                for (variable, value) in variables.iter().zip(next) {
                    c.set(*variable, value);
                }
            },
            |c| {
                let (n, by) = (c.get(counter), c.int(bits, by));
                let next = c.binary(Op::IAdd, int, n, by);
                c.set(counter, next);
            },
        );
        variables.map(|variable| self.c.get(variable))
    }

    /// The error function for magnitudes up to about 3: `2/√π x e^(-x²) Σ (2x²)^n / (1·3·…·(2n+1))`, all terms
    /// positive.
    fn erf_series(&mut self, a: Val) -> Val {
        let square = self.mul(a, a);
        let twice = self.add(square, square);
        let one = self.k(1.0);
        let [sum, _] = self.series(1, 70, [one, one], |f, n, [sum, term]| {
            let odd = f.add(n, n);
            let odd = f.plus(odd, 1.0);
            let factor = f.div(twice, odd);
            let term = f.mul(term, factor);
            [f.add(sum, term), term]
        });
        let minus = self.neg(square);
        let decay = self.exp(minus);
        let scale = self.times(a, std::f64::consts::FRAC_2_SQRT_PI);
        let product = self.mul(scale, decay);
        self.mul(product, sum)
    }

    /// The complementary error function from 2 on: `e^(-x²)/√π / (x + ½/(x + 1/(x + 3⁄2/(x + …))))`.
    fn erfc_fraction(&mut self, a: Val) -> Val {
        let [fraction] = self.series(80, 1, [a], |f, n, [fraction]| {
            let half = f.times(n, 0.5);
            let part = f.div(half, fraction);
            [f.add(a, part)]
        });
        let square = self.mul(a, a);
        let minus = self.neg(square);
        let decay = self.exp(minus);
        let scaled = self.times(decay, std::f64::consts::FRAC_2_SQRT_PI / 2.0);
        self.div(scaled, fraction)
    }

    /// A magnitude kept within the limits of the two functions above.
    fn clamped(&mut self, a: Val, low: f64, high: f64) -> Val {
        let (low_value, high_value) = (self.k(low), self.k(high));
        let below = self.below(a, low);
        let a = self.select(below, low_value, a);
        let above = self.above(a, high);
        self.select(above, high_value, a)
    }

    fn erf(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let small = self.clamped(a, 0.0, 2.0);
        let series = self.erf_series(small);
        let large = self.clamped(a, 2.0, 30.0);
        let rest = self.erfc_fraction(large);
        let one = self.k(1.0);
        let complement = self.sub(one, rest);
        let near = self.below(a, 2.0);
        let magnitude = self.select(near, series, complement);
        self.with_sign_of_unless_nan(magnitude, x)
    }

    fn erfc(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let small = self.clamped(a, 0.0, 2.0);
        let series = self.erf_series(small);
        let large = self.clamped(a, 2.0, 30.0);
        let rest = self.erfc_fraction(large);
        let (one, two) = (self.k(1.0), self.k(2.0));
        let signed = self.with_sign_of(series, x);
        let near = self.sub(one, signed);
        let negative = self.below(x, 0.0);
        let other = self.sub(two, rest);
        let far = self.select(negative, other, rest);
        let is_near = self.below(a, 2.0);
        let result = self.select(is_near, near, far);
        let no_number = self.is_nan(x);
        self.select(no_number, x, result)
    }

    /// Lanczos' approximation for `x >= ½`, with `z = x - 1`: `(t, A)` such that `Γ(x) = √2π t^(z + ½) e^-t A`.
    fn lanczos(&mut self, z: Val) -> (Val, Val) {
        const COEFFICIENTS: [f64; 8] = [
            676.520_368_121_885_1,
            -1_259.139_216_722_402_8,
            771.323_428_777_653_1,
            -176.615_029_162_140_6,
            12.507_343_278_686_905,
            -0.138_571_095_265_720_12,
            9.984_369_578_019_572e-6,
            1.505_632_735_149_311_6e-7,
        ];
        let mut sum = self.k(0.999_999_999_999_809_9);
        for (n, coefficient) in COEFFICIENTS.into_iter().enumerate() {
            let denominator = self.plus(z, n as f64 + 1.0);
            let coefficient = self.k(coefficient);
            let term = self.div(coefficient, denominator);
            sum = self.add(sum, term);
        }
        (self.plus(z, 7.5), sum)
    }

    /// The operand that is reflected to at least ½, and whether it was.
    fn reflected(&mut self, x: Val) -> (Val, Val) {
        let reflect = self.below(x, 0.5);
        let one = self.k(1.0);
        let other = self.sub(one, x);
        (self.select(reflect, other, x), reflect)
    }

    /// `sin πx`, exactly 0 for whole numbers.
    fn sin_pi(&mut self, x: Val) -> Val {
        let near = self.round(x);
        let rest = self.sub(x, near);
        let angle = self.times(rest, PI);
        let sine = self.sin_cos(angle, 0);
        let half = self.times(near, 0.5);
        let even = self.is_whole(half);
        let negated = self.neg(sine);
        self.select(even, sine, negated)
    }

    fn gamma(&mut self, x: Val) -> Val {
        let (argument, reflect) = self.reflected(x);
        let z = self.plus(argument, -1.0);
        let (t, sum) = self.lanczos(z);
        let log = self.log(t);
        let power = self.plus(z, 0.5);
        let power = self.mul(power, log);
        // By the square root, so that large powers do not overflow before they are scaled down.
        let half = self.times(power, 0.5);
        let root = self.exp(half);
        let minus = self.neg(t);
        let decay = self.exp(minus);
        let product = self.mul(root, decay);
        let product = self.mul(product, root);
        let product = self.mul(product, sum);
        let value = self.times(product, (2.0 * PI).sqrt());
        let (infinity, nan) = (self.k(f64::INFINITY), self.k(f64::NAN));
        let huge = self.above(argument, 180.0);
        let value = self.select(huge, infinity, value);
        let sine = self.sin_pi(x);
        let denominator = self.mul(sine, value);
        let pi = self.k(PI);
        let other = self.div(pi, denominator);
        let result = self.select(reflect, other, value);
        // The poles.
        let (whole, negative, zero) = (self.is_whole(x), self.below(x, 0.0), self.is(x, 0.0));
        let pole = self.and(whole, negative);
        let result = self.select(pole, nan, result);
        let at_zero = self.with_sign_of(infinity, x);
        let result = self.select(zero, at_zero, result);
        let no_number = self.is_nan(x);
        self.select(no_number, x, result)
    }

    fn log_gamma(&mut self, x: Val) -> Val {
        let (argument, reflect) = self.reflected(x);
        let z = self.plus(argument, -1.0);
        let (t, sum) = self.lanczos(z);
        let log = self.log(t);
        let log = self.plus(log, -1.0);
        // (z + ½) (ln t - 1) - 7, since t is z + ½ + 7: large terms cancel before they are added.
        let power = self.plus(z, 0.5);
        let value = self.mul(power, log);
        let value = self.plus(value, -7.0);
        let scaled = self.times(sum, (2.0 * PI).sqrt());
        let log_sum = self.log(scaled);
        let value = self.add(value, log_sum);
        let sine = self.sin_pi(x);
        let sine = self.abs(sine);
        let pi = self.k(PI);
        let ratio = self.div(pi, sine);
        let log_ratio = self.log(ratio);
        let other = self.sub(log_ratio, value);
        let result = self.select(reflect, other, value);
        let infinity = self.k(f64::INFINITY);
        let infinite = self.is_infinite(x);
        let (whole, above) = (self.is_whole(x), self.above(x, 0.0));
        let not_above = self.not(above);
        let pole = self.and(whole, not_above);
        let unbounded = self.or(infinite, pole);
        let result = self.select(unbounded, infinity, result);
        let no_number = self.is_nan(x);
        self.select(no_number, x, result)
    }
}
