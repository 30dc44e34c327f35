//! Fused multiply-adds. Drivers may compute the instruction for them in two steps, and Mesa's does on `f64`.

use rspirv::spirv::{GlslStd450Op as GLOp, Op};

use super::math::{Floats, in_work_precision};
use super::ops;
use super::spirv::{Code, Ty, Val};

/// `x * y + z`, rounded once. Devices without `f64` are trusted to have the instruction.
pub fn fused_multiply_add(c: &mut Code, x: Val, y: Val, z: Val) -> Val {
    if !c.has_f64() {
        return c.glsl(GLOp::Fma, x.ty, &[x, y, z]);
    }
    if x.ty == Ty::Float(64) {
        return Floats { c, bits: 64 }.fused_multiply_add(x, y, z);
    }
    // The product of two `f32` is exact in `f64`. The sum is rounded to odd, so that rounding it to `f32` is as good as
    // rounding the exact sum (Boldo and Melquiond, 2008).
    in_work_precision(c, [x, y, z], |f, [x, y, z]| {
        let product = f.mul(x, y);
        f.sum_to_odd(product, z)
    })
}

impl Floats<'_> {
    /// A sum and its rounding error (Knuth's TwoSum).
    fn two_sum(&mut self, x: Val, y: Val) -> (Val, Val) {
        let sum = self.add(x, y);
        let of_y = self.sub(sum, x);
        let of_x = self.sub(sum, of_y);
        let (lost_x, lost_y) = (self.sub(x, of_x), self.sub(y, of_y));
        (sum, self.add(lost_x, lost_y))
    }

    /// The sum of two floats of 64 bits, rounded to odd: if it is inexact and its last bit is even, it becomes its
    /// neighbour on the side of the exact sum.
    fn sum_to_odd(&mut self, x: Val, y: Val) -> Val {
        let (sum, lost) = self.two_sum(x, y);
        let (int, zero, one, minus_one) = (self.int_ty(), self.c.int(64, 0), self.c.int(64, 1), self.c.int(64, -1));
        let bits = self.c.unary(Op::Bitcast, int, sum);
        let last = self.c.binary(Op::BitwiseAnd, int, bits, one);
        let even = self.c.binary(Op::IEqual, Ty::Bool, last, zero);
        let (low, high) = (self.below(lost, 0.0), self.above(lost, 0.0));
        let inexact = self.or(low, high);
        let positive = self.above(sum, 0.0);
        let away = self.c.binary(Op::LogicalEqual, Ty::Bool, high, positive);
        let step = self.select(away, one, minus_one);
        let moved = self.c.binary(Op::IAdd, int, bits, step);
        let moves = self.and(even, inexact);
        let odd = self.select(moves, moved, bits);
        let ty = self.ty();
        self.c.unary(Op::Bitcast, ty, odd)
    }

    /// A float as the sum of two with half as many bits (Veltkamp, 1968).
    fn halves(&mut self, x: Val) -> (Val, Val) {
        let product = self.times(x, 134_217_729.0);
        let rest = self.sub(product, x);
        let high = self.sub(product, rest);
        (high, self.sub(x, high))
    }

    /// A product and its rounding error (Dekker, 1971).
    fn two_product(&mut self, x: Val, y: Val) -> (Val, Val) {
        let product = self.mul(x, y);
        let ((x, x_low), (y, y_low)) = (self.halves(x), self.halves(y));
        let parts = [(x, y), (x, y_low), (x_low, y), (x_low, y_low)].map(|(x, y)| self.mul(x, y));
        let [first, rest @ ..] = parts;
        let difference = self.sub(first, product);
        (product, rest.into_iter().fold(difference, |sum, part| self.add(sum, part)))
    }

    /// A finite number as a mantissa between 1 and 2 and an exponent of 2.
    fn scaled(&mut self, x: Val) -> (Val, Val) {
        let (int, ty) = (self.int_ty(), self.ty());
        // Subnormal numbers are made normal.
        let size = self.abs(x);
        let subnormal = self.below(size, f64::MIN_POSITIVE);
        let normal = self.times(x, 2f64.powi(54));
        let normal = self.select(subnormal, normal, x);
        let bits = self.c.unary(Op::Bitcast, int, normal);
        let (width, ones) = (self.c.int(64, 52), self.c.int(64, 0x7ff));
        let biased = self.c.binary(Op::ShiftRightLogical, int, bits, width);
        let biased = self.c.binary(Op::BitwiseAnd, int, biased, ones);
        let (bias, more) = (self.c.int(64, 1_023), self.c.int(64, 1_023 + 54));
        let bias = self.select(subnormal, more, bias);
        let exponent = self.c.binary(Op::ISub, int, biased, bias);
        let (mask, one) = (self.c.int(64, !(0x7ff << 52)), self.c.int(64, 0x3ff << 52));
        let mantissa = self.c.binary(Op::BitwiseAnd, int, bits, mask);
        let mantissa = self.c.binary(Op::BitwiseOr, int, mantissa, one);
        (self.c.unary(Op::Bitcast, ty, mantissa), exponent)
    }

    /// `x * y + z` of floats of 64 bits, rounded once. Computed on mantissas between 1 and 2, so that no product is too
    /// small for its rounding error, and then multiplied with a power of 2.
    fn fused_multiply_add(&mut self, x: Val, y: Val, z: Val) -> Val {
        let int = self.int_ty();
        let ((x_scaled, x_exponent), (y_scaled, y_exponent)) = (self.scaled(x), self.scaled(y));
        let (z_scaled, z_exponent) = self.scaled(z);
        let exponent = self.c.binary(Op::IAdd, int, x_exponent, y_exponent);
        let exponent = self.clamp_int(exponent, 1_200);
        // A summand far below the last bit of the product only decides the direction in which that is rounded.
        let distance = self.c.binary(Op::ISub, int, z_exponent, exponent);
        let near = self.clamp_int(distance, 200);
        let power = self.power_of_two(near);
        let summand = self.mul(z_scaled, power);
        let zero = self.k(0.0);
        let something = self.differs(z, 0.0);
        let summand = self.select(something, summand, zero);
        // x y + z = high + low, where low is rounded to odd.
        let (product, product_low) = self.two_product(x_scaled, y_scaled);
        let (sum, sum_low) = self.two_sum(summand, product_low);
        let (high, high_low) = self.two_sum(product, sum);
        let low = self.sum_to_odd(high_low, sum_low);
        // A result that is to be subnormal is rounded where its last bit is to be: added to a number with that last
        // bit.
        let least = self.c.int(64, -1_022);
        let least = self.c.binary(Op::ISub, int, least, exponent);
        let least = self.clamp_int(least, 300);
        let threshold = self.power_of_two(least);
        let total = self.add(high, low);
        let size = self.abs(total);
        let subnormal = self.lt(size, threshold);
        let shift = self.with_sign_of(threshold, total);
        let shift = self.select(subnormal, shift, zero);
        let (shifted, rest) = self.two_sum(shift, high);
        let rest = self.sum_to_odd(rest, low);
        let rounded = self.add(shifted, rest);
        let rounded = self.sub(rounded, shift);
        let result = self.scale(rounded, exponent);
        // A result that vanishes keeps its sign.
        let signed = self.with_sign_of(result, total);
        let something = self.differs(total, 0.0);
        let result = self.select(something, signed, result);
        // A summand far above the product stays as it is.
        let far = self.c.int(64, 150);
        let above = self.c.binary(Op::SGreaterThan, Ty::Bool, distance, far);
        let result = self.select(above, z, result);
        // Factors that are zero or not finite need no care; a summand that is not finite stays.
        let plain = self.mul(x, y);
        let plain = self.add(plain, z);
        let [finite_x, finite_y, finite_z] = [x, y, z].map(|value| ops::is_finite(self.c, value));
        let finite = self.and(finite_x, finite_y);
        let unusual = self.select(finite_z, plain, z);
        let unusual = self.select(finite, unusual, plain);
        let (factor_x, factor_y) = (self.differs(x, 0.0), self.differs(y, 0.0));
        let factors = self.and(factor_x, factor_y);
        let usual = self.and(finite, finite_z);
        let usual = self.and(usual, factors);
        self.select(usual, result, unusual)
    }
}
