//! Operators as SPIR-V for which GLSL.std.450 has no exact instruction.
//!
//! Those on `f32` are computed in `f64` where the device has it. Elementary functions are not among them: `expand-math`
//! has replaced them by basic operations.

use languages::prim::UnOp;
use rspirv::spirv::{GlslStd450Op as GLOp, Op};

use super::ops;
use super::spirv::{Code, Ty, Val, Var};

/// Operations on floats of one width, as short names for formulas.
pub(super) struct Floats<'c> {
    pub c: &'c mut Code,
    pub bits: u32,
}

/// The remainder of the quotient of two floats of 32 or 64 bits, rounded toward zero.
pub fn remainder(c: &mut Code, lhs: Val, rhs: Val) -> Val {
    in_work_precision(c, [lhs, rhs], |f, [x, y]| f.fmod(x, y))
}

/// Computes a function in the greatest precision of the device and rounds its result.
pub(super) fn in_work_precision<const N: usize>(
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

/// From here on floats of 64 bits are integers.
const TWO_TO_52: f64 = 4503599627370496.0;

/// `floor`, `ceil`, `trunc` or `round` (the even one of two neighbours as near); keeps the sign of zeros.
///
/// f64 is rounded by additions: on processors without AVX-512, Mesa's llvmpipe rounds f64 with constants for f32, which
/// gives `round 1.5 = 1` (it is `trunc (x + 0.49999997)`) and `trunc x = x` above 2^24.
pub fn rounded(c: &mut Code, op: UnOp, x: Val) -> Val {
    let function = match op {
        UnOp::Floor => GLOp::Floor,
        UnOp::Ceil => GLOp::Ceil,
        UnOp::Round => GLOp::RoundEven,
        _ => GLOp::Trunc,
    };
    let result = match x.ty {
        Ty::Float(64) => rounded_by_additions(&mut Floats { c, bits: 64 }, op, x),
        _ => c.glsl(function, x.ty, &[x]),
    };
    ops::copy_sign(c, result, x)
}

/// As [`rounded`], but for the sign of zeros.
fn rounded_by_additions(f: &mut Floats<'_>, op: UnOp, x: Val) -> Val {
    let (size, unit, one) = (f.abs(x), f.k(TWO_TO_52), f.k(1.0));
    // The sum has no bits for fractions. Large numbers, infinities and NaN stay.
    let with_units = f.add(size, unit);
    let nearest = f.sub(with_units, unit);
    let has_fraction = f.lt(size, unit);
    let nearest = f.select(has_fraction, nearest, size);
    if op == UnOp::Trunc {
        let (too_far, below) = (f.lt(size, nearest), f.sub(nearest, one));
        return f.select(too_far, below, nearest);
    }
    let nearest = ops::copy_sign(f.c, nearest, x);
    let (too_far, moved) = match op {
        UnOp::Floor => (f.lt(x, nearest), f.sub(nearest, one)),
        UnOp::Ceil => (f.lt(nearest, x), f.add(nearest, one)),
        _ => return nearest,
    };
    f.select(too_far, moved, nearest)
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
    pub fn ty(&self) -> Ty {
        Ty::Float(self.bits)
    }
    pub fn int_ty(&self) -> Ty {
        Ty::Int(self.bits)
    }
    pub fn k(&mut self, value: f64) -> Val {
        self.c.float(self.bits, value)
    }
    pub fn add(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FAdd, ty, x, y)
    }
    pub fn sub(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FSub, ty, x, y)
    }
    pub fn mul(&mut self, x: Val, y: Val) -> Val {
        let ty = self.ty();
        self.c.binary(Op::FMul, ty, x, y)
    }
    pub fn abs(&mut self, x: Val) -> Val {
        ops::absolute(self.c, x)
    }
    pub fn lt(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::FOrdLessThan, Ty::Bool, x, y)
    }
    pub fn and(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::LogicalAnd, Ty::Bool, x, y)
    }
    pub fn or(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(Op::LogicalOr, Ty::Bool, x, y)
    }
    pub fn select(&mut self, cond: Val, yes: Val, no: Val) -> Val {
        self.c.select(cond, yes, no)
    }
    /// `x * value`.
    pub fn times(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.mul(x, value)
    }
    /// Whether `x < value`.
    pub fn below(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.lt(x, value)
    }
    /// Whether `x > value`.
    pub fn above(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.lt(value, x)
    }
    /// Whether `x != value`.
    pub fn differs(&mut self, x: Val, value: f64) -> Val {
        let value = self.k(value);
        self.c.binary(Op::FUnordNotEqual, Ty::Bool, x, value)
    }
    pub fn is_infinite(&mut self, x: Val) -> Val {
        ops::is_infinite(self.c, x)
    }
    pub fn with_sign_of(&mut self, magnitude: Val, sign: Val) -> Val {
        ops::copy_sign(self.c, magnitude, sign)
    }
    /// Bits of the mantissa, and the bias of exponents.
    fn format(&self) -> (i64, i64) {
        if self.bits == 64 { (52, 1023) } else { (23, 127) }
    }
    /// An integer of any width, kept between `-limit` and `limit`.
    pub fn clamp_int(&mut self, x: Val, limit: i64) -> Val {
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
    pub fn power_of_two(&mut self, exponent: Val) -> Val {
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
    pub fn scale(&mut self, x: Val, exponent: Val) -> Val {
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
}
