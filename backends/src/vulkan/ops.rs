//! Translates operators on primitive values to SPIR-V.
//!
//! Values in registers: integers in their own width, `bool` as a truth value, floats in their own width. An operator on
//! `f16` is the operator on `f32`, rounded, as `languages::prim` defines. This file guards the cases that SPIR-V leaves
//! undefined: division by zero, shifts by the width or more, and conversions out of range. `math.rs` has operators that
//! SPIR-V lacks, or has only with low precision.

use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp};
use rspirv::spirv::{GlslStd450Op as GLOp, Op};

use super::spirv::{Code, LONG, Ty, Val};
use super::{fma, math};

/// The register type of values of a primitive type.
pub const fn register_type(prim: PrimType) -> Ty {
    match prim {
        PrimType::Bool => Ty::Bool,
        PrimType::F16 | PrimType::F32 | PrimType::F64 => Ty::Float(prim.bits()),
        _ => Ty::Int(prim.bits()),
    }
}

/// The type of values of a primitive type in memory: the register type, except for `bool`, which is a byte.
pub const fn memory_type(prim: PrimType) -> Ty {
    match prim {
        PrimType::Bool => Ty::Int(8),
        _ => register_type(prim),
    }
}

/// A constant.
pub fn constant(c: &mut Code, value: PrimValue) -> Val {
    c.constant(register_type(value.prim_type()), value.to_bits())
}

/// Converts a value from its memory type to its register type.
pub fn from_memory(c: &mut Code, prim: PrimType, value: Val) -> Val {
    if prim == PrimType::Bool { is_nonzero(c, value) } else { value }
}

/// Converts a value from its register type to its memory type.
pub fn to_memory(c: &mut Code, prim: PrimType, value: Val) -> Val {
    if prim == PrimType::Bool { from_bool(c, value, 8) } else { value }
}

/// A register's bits, zero-extended to 64.
pub fn to_bits(c: &mut Code, value: Val) -> Val {
    match value.ty {
        Ty::Bool => from_bool(c, value, 64),
        Ty::Float(bits) => {
            let bits = c.unary(Op::Bitcast, Ty::Int(bits), value);
            resize(c, bits, 64, false)
        }
        Ty::Int(_) => resize(c, value, 64, false),
    }
}

/// The register with these bits; the inverse of [`to_bits`].
pub fn from_bits(c: &mut Code, ty: Ty, bits: Val) -> Val {
    match ty {
        Ty::Bool => is_nonzero(c, bits),
        Ty::Float(width) => {
            let bits = resize(c, bits, width, false);
            c.unary(Op::Bitcast, ty, bits)
        }
        Ty::Int(width) => resize(c, bits, width, false),
    }
}

/// A truth value as the integer 0 or 1.
fn from_bool(c: &mut Code, value: Val, bits: u32) -> Val {
    let (one, zero) = (c.int(bits, 1), c.int(bits, 0));
    c.select(value, one, zero)
}

fn is_nonzero(c: &mut Code, value: Val) -> Val {
    let zero = c.constant(value.ty, 0);
    c.binary(Op::INotEqual, Ty::Bool, value, zero)
}

/// Converts an integer to another width: truncates it, or extends it by sign or zeros.
pub fn resize(c: &mut Code, value: Val, bits: u32, signed: bool) -> Val {
    let ty = Ty::Int(bits);
    if value.ty == ty {
        return value;
    }
    c.unary(if signed { Op::SConvert } else { Op::UConvert }, ty, value)
}

/// The width of an integer or float register.
fn width(value: Val) -> u32 {
    match value.ty {
        Ty::Bool => 1,
        Ty::Int(bits) | Ty::Float(bits) => bits,
    }
}

/// An operator of two operands.
pub fn binary(c: &mut Code, op: BinOp, prim: PrimType, lhs: Val, rhs: Val) -> Val {
    match prim {
        PrimType::Bool => bool_binary(c, op, lhs, rhs),
        PrimType::F16 => half_binary(c, op, lhs, rhs),
        PrimType::F32 | PrimType::F64 => float_binary(c, op, lhs, rhs),
        _ => integer_binary(c, op, prim.is_signed(), lhs, rhs),
    }
}

fn bool_binary(c: &mut Code, op: BinOp, lhs: Val, rhs: Val) -> Val {
    let not = |c: &mut Code, x: Val| c.unary(Op::LogicalNot, Ty::Bool, x);
    match op {
        BinOp::LogAnd => c.binary(Op::LogicalAnd, Ty::Bool, lhs, rhs),
        BinOp::LogOr => c.binary(Op::LogicalOr, Ty::Bool, lhs, rhs),
        BinOp::Ne => c.binary(Op::LogicalNotEqual, Ty::Bool, lhs, rhs),
        // `false < true`.
        BinOp::Lt => {
            let negated = not(c, lhs);
            c.binary(Op::LogicalAnd, Ty::Bool, negated, rhs)
        }
        BinOp::Gt => bool_binary(c, BinOp::Lt, rhs, lhs),
        BinOp::Le => {
            let greater = bool_binary(c, BinOp::Gt, lhs, rhs);
            not(c, greater)
        }
        BinOp::Ge => bool_binary(c, BinOp::Le, rhs, lhs),
        _ => c.binary(Op::LogicalEqual, Ty::Bool, lhs, rhs),
    }
}

fn half_binary(c: &mut Code, op: BinOp, lhs: Val, rhs: Val) -> Val {
    let wide = Ty::Float(32);
    match op {
        BinOp::CopySign => copy_sign(c, lhs, rhs),
        BinOp::NextAfter => math::next_after(c, lhs, rhs),
        BinOp::Min | BinOp::Max => float_binary(c, op, lhs, rhs),
        BinOp::Ldexp => {
            let x = c.unary(Op::FConvert, wide, lhs);
            let result = math::ldexp(c, x, rhs);
            round_to_half(c, result)
        }
        _ => {
            let (x, y) = (c.unary(Op::FConvert, wide, lhs), c.unary(Op::FConvert, wide, rhs));
            let result = float_binary(c, op, x, y);
            if op.is_comparison() { result } else { round_to_half(c, result) }
        }
    }
}

/// Rounds an `f32` to the nearest `f16`, ties to even. Computed on bits, because devices may round in any way.
pub fn round_to_half(c: &mut Code, x: Val) -> Val {
    let int = Ty::Int(32);
    let bits = c.unary(Op::Bitcast, int, x);
    let k = |c: &mut Code, value: i64| c.int(32, value);
    let (low, sign_bit) = (k(c, 0x7fff_ffff), k(c, 0x8000));
    let magnitude = c.binary(Op::BitwiseAnd, int, bits, low);
    let sixteen = k(c, 16);
    let sign = c.binary(Op::ShiftRightLogical, int, bits, sixteen);
    let sign = c.binary(Op::BitwiseAnd, int, sign, sign_bit);
    // Normal numbers: drops 13 bits. To round, first adds half a unit, less one if the last kept bit is even.
    let thirteen = k(c, 13);
    let last = c.binary(Op::ShiftRightLogical, int, magnitude, thirteen);
    let one = k(c, 1);
    let last = c.binary(Op::BitwiseAnd, int, last, one);
    let rebias = k(c, 0xfff - (112 << 23));
    let rounded = c.binary(Op::IAdd, int, magnitude, rebias);
    let rounded = c.binary(Op::IAdd, int, rounded, last);
    let normal = c.binary(Op::ShiftRightLogical, int, rounded, thirteen);
    // Subnormal numbers: adding 0.5 to the magnitude leaves the number of least subnormals in the low bits.
    let absolute = c.unary(Op::Bitcast, Ty::Float(32), magnitude);
    let half = c.float(32, 0.5);
    let sum = c.binary(Op::FAdd, Ty::Float(32), absolute, half);
    let sum = c.unary(Op::Bitcast, int, sum);
    let half_bits = k(c, 0x3f00_0000);
    let subnormal = c.binary(Op::ISub, int, sum, half_bits);
    let least_normal = k(c, 0x3880_0000);
    let is_subnormal = c.binary(Op::ULessThan, Ty::Bool, magnitude, least_normal);
    let mut result = c.select(is_subnormal, subnormal, normal);
    // Numbers from 65520 on round to infinity. Bits above those of infinity are NaN.
    let (too_large, infinity, infinity32, nan) = (k(c, 0x477f_f000), k(c, 0x7c00), k(c, 0x7f80_0000), k(c, 0x7e00));
    let overflows = c.binary(Op::UGreaterThanEqual, Ty::Bool, magnitude, too_large);
    result = c.select(overflows, infinity, result);
    let is_nan = c.binary(Op::UGreaterThan, Ty::Bool, magnitude, infinity32);
    result = c.select(is_nan, nan, result);
    let result = c.binary(Op::BitwiseOr, int, result, sign);
    let result = resize(c, result, 16, false);
    c.unary(Op::Bitcast, Ty::Float(16), result)
}

/// The magnitude of one float with the sign of another.
pub fn copy_sign(c: &mut Code, lhs: Val, rhs: Val) -> Val {
    let bits = width(lhs);
    let int = Ty::Int(bits);
    let sign = c.int(bits, 1 << (bits - 1));
    let rest = c.int(bits, !(1i64 << (bits - 1)));
    let (x, y) = (c.unary(Op::Bitcast, int, lhs), c.unary(Op::Bitcast, int, rhs));
    let x = c.binary(Op::BitwiseAnd, int, x, rest);
    let y = c.binary(Op::BitwiseAnd, int, y, sign);
    let both = c.binary(Op::BitwiseOr, int, x, y);
    c.unary(Op::Bitcast, lhs.ty, both)
}

/// The absolute value of a float.
pub fn absolute(c: &mut Code, x: Val) -> Val {
    let bits = width(x);
    let rest = c.int(bits, !(1i64 << (bits - 1)));
    let as_int = c.unary(Op::Bitcast, Ty::Int(bits), x);
    let masked = c.binary(Op::BitwiseAnd, Ty::Int(bits), as_int, rest);
    c.unary(Op::Bitcast, x.ty, masked)
}

/// The bits of infinity in a width.
const fn infinity_bits(bits: u32) -> i64 {
    match bits {
        16 => 0x7c00,
        32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    }
}

/// Compares the bits of a float's magnitude with those of infinity.
fn against_infinity(c: &mut Code, op: Op, x: Val) -> Val {
    let bits = width(x);
    let magnitude = absolute(c, x);
    let magnitude = c.unary(Op::Bitcast, Ty::Int(bits), magnitude);
    let infinity = c.int(bits, infinity_bits(bits));
    c.binary(op, Ty::Bool, magnitude, infinity)
}

/// Whether a float is a NaN.
pub fn is_nan(c: &mut Code, x: Val) -> Val {
    against_infinity(c, Op::UGreaterThan, x)
}

/// Whether a float is an infinity.
pub fn is_infinite(c: &mut Code, x: Val) -> Val {
    against_infinity(c, Op::IEqual, x)
}

/// Whether a float is neither a NaN nor an infinity.
pub fn is_finite(c: &mut Code, x: Val) -> Val {
    against_infinity(c, Op::ULessThan, x)
}

fn float_binary(c: &mut Code, op: BinOp, lhs: Val, rhs: Val) -> Val {
    let ty = lhs.ty;
    let compare = |c: &mut Code, op| c.binary(op, Ty::Bool, lhs, rhs);
    match op {
        BinOp::Add => c.binary(Op::FAdd, ty, lhs, rhs),
        BinOp::Sub => c.binary(Op::FSub, ty, lhs, rhs),
        BinOp::Mul => c.binary(Op::FMul, ty, lhs, rhs),
        BinOp::Div => c.binary(Op::FDiv, ty, lhs, rhs),
        BinOp::Eq => compare(c, Op::FOrdEqual),
        BinOp::Ne => compare(c, Op::FUnordNotEqual),
        BinOp::Lt => compare(c, Op::FOrdLessThan),
        BinOp::Le => compare(c, Op::FOrdLessThanEqual),
        BinOp::Gt => compare(c, Op::FOrdGreaterThan),
        BinOp::Ge => compare(c, Op::FOrdGreaterThanEqual),
        BinOp::Min | BinOp::Max => {
            let better = if op == BinOp::Min { Op::FOrdLessThan } else { Op::FOrdGreaterThan };
            let take = c.binary(better, Ty::Bool, rhs, lhs);
            let no_number = is_nan(c, lhs);
            let take = c.binary(Op::LogicalOr, Ty::Bool, take, no_number);
            c.select(take, rhs, lhs)
        }
        BinOp::CopySign => copy_sign(c, lhs, rhs),
        BinOp::NextAfter => math::next_after(c, lhs, rhs),
        BinOp::Ldexp => math::ldexp(c, lhs, rhs),
        // The modulus: programs of `Lanes` have no elementary functions.
        _ => math::remainder(c, lhs, rhs),
    }
}

fn integer_binary(c: &mut Code, op: BinOp, signed: bool, lhs: Val, rhs: Val) -> Val {
    let ty = lhs.ty;
    let pick = |yes: Op, no: Op| if signed { yes } else { no };
    let compare = |c: &mut Code, op| c.binary(op, Ty::Bool, lhs, rhs);
    match op {
        BinOp::Add => c.binary(Op::IAdd, ty, lhs, rhs),
        BinOp::Sub => c.binary(Op::ISub, ty, lhs, rhs),
        BinOp::Mul => c.binary(Op::IMul, ty, lhs, rhs),
        BinOp::And => c.binary(Op::BitwiseAnd, ty, lhs, rhs),
        BinOp::Or => c.binary(Op::BitwiseOr, ty, lhs, rhs),
        BinOp::Xor => c.binary(Op::BitwiseXor, ty, lhs, rhs),
        BinOp::Eq => compare(c, Op::IEqual),
        BinOp::Ne => compare(c, Op::INotEqual),
        BinOp::Lt => compare(c, pick(Op::SLessThan, Op::ULessThan)),
        BinOp::Le => compare(c, pick(Op::SLessThanEqual, Op::ULessThanEqual)),
        BinOp::Gt => compare(c, pick(Op::SGreaterThan, Op::UGreaterThan)),
        BinOp::Ge => compare(c, pick(Op::SGreaterThanEqual, Op::UGreaterThanEqual)),
        BinOp::Min => {
            let less = compare(c, pick(Op::SLessThan, Op::ULessThan));
            c.select(less, lhs, rhs)
        }
        BinOp::Max => {
            let greater = compare(c, pick(Op::SGreaterThan, Op::UGreaterThan));
            c.select(greater, lhs, rhs)
        }
        BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => divide(c, op, signed, lhs, rhs),
        BinOp::Shl => shift(c, Op::ShiftLeftLogical, lhs, rhs),
        BinOp::LShr => shift(c, Op::ShiftRightLogical, lhs, rhs),
        BinOp::Shr if signed => shift(c, Op::ShiftRightArithmetic, lhs, rhs),
        BinOp::Shr => shift(c, Op::ShiftRightLogical, lhs, rhs),
        BinOp::MulHi => multiply_high(c, signed, lhs, rhs),
        _ => math::integer_power(c, signed, lhs, rhs),
    }
}

/// A shift. Amounts are read as unsigned; a shift by the width or more shifts out all bits.
fn shift(c: &mut Code, op: Op, lhs: Val, rhs: Val) -> Val {
    let bits = width(lhs);
    let (most, limit) = (c.int(bits, i64::from(bits) - 1), c.int(bits, i64::from(bits)));
    let inside = c.binary(Op::ULessThan, Ty::Bool, rhs, limit);
    let amount = c.select(inside, rhs, most);
    let shifted = c.binary(op, lhs.ty, lhs, amount);
    if op == Op::ShiftRightArithmetic {
        // A shift by one less than the width leaves only copies of the sign.
        return shifted;
    }
    let zero = c.int(bits, 0);
    c.select(inside, shifted, zero)
}

/// The four divisions of integers. A zero divisor yields 0, and the least integer divided by -1 wraps around.
fn divide(c: &mut Code, op: BinOp, signed: bool, lhs: Val, rhs: Val) -> Val {
    let (ty, bits) = (lhs.ty, width(lhs));
    let (zero, one, minus_one) = (c.int(bits, 0), c.int(bits, 1), c.int(bits, -1));
    let quotient_wanted = matches!(op, BinOp::Div | BinOp::Quot);
    let is_zero = c.binary(Op::IEqual, Ty::Bool, rhs, zero);
    let mut result;
    if signed {
        let is_minus_one = c.binary(Op::IEqual, Ty::Bool, rhs, minus_one);
        let bad = c.binary(Op::LogicalOr, Ty::Bool, is_zero, is_minus_one);
        let divisor = c.select(bad, one, rhs);
        let quotient = c.binary(Op::SDiv, ty, lhs, divisor);
        // Does not use `SRem`, which Vulkan defines only for operands that are not negative.
        let product = c.binary(Op::IMul, ty, quotient, divisor);
        let remainder = c.binary(Op::ISub, ty, lhs, product);
        result = match op {
            BinOp::Quot => quotient,
            BinOp::Rem => remainder,
            _ => {
                let inexact = c.binary(Op::INotEqual, Ty::Bool, remainder, zero);
                let signs = c.binary(Op::BitwiseXor, ty, remainder, divisor);
                let differ = c.binary(Op::SLessThan, Ty::Bool, signs, zero);
                let correct = c.binary(Op::LogicalAnd, Ty::Bool, inexact, differ);
                if quotient_wanted {
                    let correction = c.select(correct, one, zero);
                    c.binary(Op::ISub, ty, quotient, correction)
                } else {
                    let correction = c.select(correct, divisor, zero);
                    c.binary(Op::IAdd, ty, remainder, correction)
                }
            }
        };
        let by_minus_one = if quotient_wanted { c.unary(Op::SNegate, ty, lhs) } else { zero };
        result = c.select(is_minus_one, by_minus_one, result);
    } else {
        let divisor = c.select(is_zero, one, rhs);
        result = c.binary(if quotient_wanted { Op::UDiv } else { Op::UMod }, ty, lhs, divisor);
    }
    c.select(is_zero, zero, result)
}

/// The high half of a product.
fn multiply_high(c: &mut Code, signed: bool, lhs: Val, rhs: Val) -> Val {
    let bits = width(lhs);
    if bits < 64 {
        let (x, y) = (resize(c, lhs, 64, signed), resize(c, rhs, 64, signed));
        let product = c.binary(Op::IMul, LONG, x, y);
        let amount = c.long(i64::from(bits));
        let high = c.binary(Op::ShiftRightLogical, LONG, product, amount);
        return resize(c, high, bits, false);
    }
    // Multiplies halves of 32 bits. None of these sums overflows.
    let (mask, by) = (c.long(0xffff_ffff), c.long(32));
    let low = |c: &mut Code, x| c.binary(Op::BitwiseAnd, LONG, x, mask);
    let high = |c: &mut Code, x| c.binary(Op::ShiftRightLogical, LONG, x, by);
    let (a0, a1, b0, b1) = (low(c, lhs), high(c, lhs), low(c, rhs), high(c, rhs));
    let p00 = c.binary(Op::IMul, LONG, a0, b0);
    let p01 = c.binary(Op::IMul, LONG, a0, b1);
    let p10 = c.binary(Op::IMul, LONG, a1, b0);
    let p11 = c.binary(Op::IMul, LONG, a1, b1);
    let carry = high(c, p00);
    let middle = c.binary(Op::IAdd, LONG, p10, carry);
    let middle_low = low(c, middle);
    let other = c.binary(Op::IAdd, LONG, p01, middle_low);
    let (middle_high, other_high) = (high(c, middle), high(c, other));
    let sum = c.binary(Op::IAdd, LONG, p11, middle_high);
    let mut result = c.binary(Op::IAdd, LONG, sum, other_high);
    if signed {
        // Corrects the result for negative operands, which were read as 2^64 more than their value.
        let zero = c.long(0);
        for (x, y) in [(lhs, rhs), (rhs, lhs)] {
            let negative = c.binary(Op::SLessThan, Ty::Bool, x, zero);
            let excess = c.select(negative, y, zero);
            result = c.binary(Op::ISub, LONG, result, excess);
        }
    }
    result
}

/// An operator of one operand.
pub fn unary(c: &mut Code, op: UnOp, prim: PrimType, arg: Val) -> Val {
    match prim {
        PrimType::Bool => c.unary(Op::LogicalNot, Ty::Bool, arg),
        PrimType::F16 => match op {
            UnOp::Neg | UnOp::Abs | UnOp::IsNan | UnOp::IsInf | UnOp::ToBits => float_unary(c, op, arg),
            _ => {
                let wide = c.unary(Op::FConvert, Ty::Float(32), arg);
                let result = float_unary(c, op, wide);
                round_to_half(c, result)
            }
        },
        PrimType::F32 | PrimType::F64 => float_unary(c, op, arg),
        _ => integer_unary(c, op, prim.is_signed(), arg),
    }
}

fn float_unary(c: &mut Code, op: UnOp, arg: Val) -> Val {
    let (ty, bits) = (arg.ty, width(arg));
    match op {
        UnOp::Neg => {
            let sign = c.int(bits, 1 << (bits - 1));
            let as_int = c.unary(Op::Bitcast, Ty::Int(bits), arg);
            let flipped = c.binary(Op::BitwiseXor, Ty::Int(bits), as_int, sign);
            c.unary(Op::Bitcast, ty, flipped)
        }
        UnOp::Abs => absolute(c, arg),
        UnOp::IsNan => is_nan(c, arg),
        UnOp::IsInf => is_infinite(c, arg),
        UnOp::ToBits => c.unary(Op::Bitcast, Ty::Int(bits), arg),
        UnOp::Sqrt => c.glsl(GLOp::Sqrt, ty, &[arg]),
        UnOp::Rsqrt => {
            let root = c.glsl(GLOp::Sqrt, ty, &[arg]);
            let one = c.float(bits, 1.0);
            c.binary(Op::FDiv, ty, one, root)
        }
        UnOp::Sgn => {
            let (zero, one, minus_one) = (c.float(bits, 0.0), c.float(bits, 1.0), c.float(bits, -1.0));
            let positive = c.binary(Op::FOrdGreaterThan, Ty::Bool, arg, zero);
            let negative = c.binary(Op::FOrdLessThan, Ty::Bool, arg, zero);
            let result = c.select(negative, minus_one, zero);
            let result = c.select(positive, one, result);
            let no_number = is_nan(c, arg);
            c.select(no_number, arg, result)
        }
        // `floor`, `ceil`, `round` and `trunc`: programs of `Lanes` have no elementary functions.
        _ => math::rounded(c, op, arg),
    }
}

fn integer_unary(c: &mut Code, op: UnOp, signed: bool, arg: Val) -> Val {
    let (ty, bits) = (arg.ty, width(arg));
    let zero = c.int(bits, 0);
    match op {
        UnOp::Neg => c.unary(Op::SNegate, ty, arg),
        UnOp::Complement => c.unary(Op::Not, ty, arg),
        UnOp::Abs if !signed => arg,
        UnOp::Abs => {
            let negative = c.binary(Op::SLessThan, Ty::Bool, arg, zero);
            let negated = c.unary(Op::SNegate, ty, arg);
            c.select(negative, negated, arg)
        }
        UnOp::Sgn => {
            let (one, minus_one) = (c.int(bits, 1), c.int(bits, -1));
            let nonzero = c.binary(Op::INotEqual, Ty::Bool, arg, zero);
            let result = c.select(nonzero, one, zero);
            if !signed {
                return result;
            }
            let negative = c.binary(Op::SLessThan, Ty::Bool, arg, zero);
            c.select(negative, minus_one, result)
        }
        UnOp::FromBits => c.unary(Op::Bitcast, Ty::Float(bits), arg),
        UnOp::PopCount if bits == 64 => {
            let (low, high) = halves(c, arg);
            let (low, high) = (c.unary(Op::BitCount, Ty::Int(32), low), c.unary(Op::BitCount, Ty::Int(32), high));
            c.binary(Op::IAdd, Ty::Int(32), low, high)
        }
        UnOp::PopCount => {
            let wide = resize(c, arg, 32, false);
            c.unary(Op::BitCount, Ty::Int(32), wide)
        }
        UnOp::Clz if bits == 64 => {
            let (low, high) = halves(c, arg);
            let (in_low, in_high) = (leading_zeros(c, low), leading_zeros(c, high));
            first_half(c, high, in_high, in_low)
        }
        UnOp::Clz => {
            let wide = resize(c, arg, 32, false);
            let count = leading_zeros(c, wide);
            let more = c.int(32, i64::from(32 - bits));
            c.binary(Op::ISub, Ty::Int(32), count, more)
        }
        UnOp::Ctz if bits == 64 => {
            let (low, high) = halves(c, arg);
            let (in_low, in_high) = (trailing_zeros(c, low, 32), trailing_zeros(c, high, 32));
            first_half(c, low, in_low, in_high)
        }
        _ => {
            let wide = resize(c, arg, 32, false);
            trailing_zeros(c, wide, bits)
        }
    }
}

/// The low and the high half of a 64-bit integer.
fn halves(c: &mut Code, x: Val) -> (Val, Val) {
    let by = c.long(32);
    let high = c.binary(Op::ShiftRightLogical, LONG, x, by);
    (resize(c, x, 32, false), resize(c, high, 32, false))
}

/// A count of zeros over two halves: the count of the first half, unless that half is all zeros.
fn first_half(c: &mut Code, first: Val, in_first: Val, in_second: Val) -> Val {
    let (zero, half) = (c.int(32, 0), c.int(32, 32));
    let empty = c.binary(Op::IEqual, Ty::Bool, first, zero);
    let beyond = c.binary(Op::IAdd, Ty::Int(32), in_second, half);
    c.select(empty, beyond, in_first)
}

fn leading_zeros(c: &mut Code, x: Val) -> Val {
    // For 0 the position of the highest one bit is -1, so the count is 32.
    let highest = c.glsl(GLOp::FindUMsb, Ty::Int(32), &[x]);
    let top = c.int(32, 31);
    c.binary(Op::ISub, Ty::Int(32), top, highest)
}

fn trailing_zeros(c: &mut Code, x: Val, if_zero: u32) -> Val {
    let lowest = c.glsl(GLOp::FindILsb, Ty::Int(32), &[x]);
    let (zero, all) = (c.int(32, 0), c.int(32, i64::from(if_zero)));
    let empty = c.binary(Op::IEqual, Ty::Bool, x, zero);
    c.select(empty, all, lowest)
}

/// An operator of three operands.
pub fn ternary(c: &mut Code, op: TriOp, prim: PrimType, x: Val, y: Val, z: Val) -> Val {
    let TriOp::Fma = op;
    if prim == PrimType::F16 {
        let [x, y, z] = [x, y, z].map(|value| c.unary(Op::FConvert, Ty::Float(32), value));
        let result = fma::fused_multiply_add(c, x, y, z);
        return round_to_half(c, result);
    }
    fma::fused_multiply_add(c, x, y, z)
}

/// Converts a value from one primitive type to another, as `languages::prim::convert` does.
pub fn convert(c: &mut Code, from: PrimType, to: PrimType, arg: Val) -> Val {
    let target = register_type(to);
    match (arg.ty, target) {
        _ if from == to => arg,
        (Ty::Bool, Ty::Int(bits)) => from_bool(c, arg, bits),
        (Ty::Bool, Ty::Float(16)) => {
            let (one, zero) = (c.constant(target, 0x3c00), c.constant(target, 0));
            c.select(arg, one, zero)
        }
        (Ty::Bool, Ty::Float(bits)) => {
            let (one, zero) = (c.float(bits, 1.0), c.float(bits, 0.0));
            c.select(arg, one, zero)
        }
        (Ty::Int(_), Ty::Bool) => is_nonzero(c, arg),
        (Ty::Float(_), Ty::Bool) => {
            let zero = c.constant(arg.ty, 0);
            c.binary(Op::FUnordNotEqual, Ty::Bool, arg, zero)
        }
        (Ty::Int(_), Ty::Int(bits)) => resize(c, arg, bits, from.is_signed() && to.is_signed()),
        (Ty::Int(_), Ty::Float(16)) => {
            let op = if from.is_signed() { Op::ConvertSToF } else { Op::ConvertUToF };
            let wide = c.unary(op, Ty::Float(32), arg);
            round_to_half(c, wide)
        }
        (Ty::Int(_), Ty::Float(_)) => {
            let op = if from.is_signed() { Op::ConvertSToF } else { Op::ConvertUToF };
            c.unary(op, target, arg)
        }
        (Ty::Float(64), Ty::Float(16)) => {
            let single = c.unary(Op::FConvert, Ty::Float(32), arg);
            round_to_half(c, single)
        }
        (Ty::Float(_), Ty::Float(16)) => round_to_half(c, arg),
        (Ty::Float(16), Ty::Int(_)) => {
            let wide = c.unary(Op::FConvert, Ty::Float(32), arg);
            float_to_integer(c, to, wide)
        }
        (Ty::Float(_), Ty::Int(_)) => float_to_integer(c, to, arg),
        _ => c.unary(Op::FConvert, target, arg),
    }
}

fn float_to_integer(c: &mut Code, to: PrimType, arg: Val) -> Val {
    let wide = if to.bits() == 64 { 64 } else { 32 };
    let mut result = saturate(c, arg, wide, true);
    if matches!(to, PrimType::U32 | PrimType::U64) {
        let zero = c.constant(arg.ty, 0);
        let negative = c.binary(Op::FOrdLessThan, Ty::Bool, arg, zero);
        let unsigned = saturate(c, arg, wide, false);
        result = c.select(negative, result, unsigned);
    }
    let finite = is_finite(c, arg);
    let zero = c.int(wide, 0);
    let result = c.select(finite, result, zero);
    resize(c, result, to.bits(), false)
}

/// Converts a float to an integer of 32 or 64 bits. Rounds toward zero; a value out of range becomes the nearest limit
/// of the type.
fn saturate(c: &mut Code, x: Val, bits: u32, signed: bool) -> Val {
    let float = width(x);
    let (low, high, least, most) = if signed {
        let edge = 2f64.powi(bits as i32 - 1);
        (-edge, edge, 1i64 << (bits - 1), (1i64 << (bits - 1)).wrapping_sub(1))
    } else {
        (0.0, 2f64.powi(bits as i32), 0, -1)
    };
    let (low, high) = (c.float(float, low), c.float(float, high));
    let too_low = c.binary(Op::FOrdLessThan, Ty::Bool, x, low);
    let too_high = c.binary(Op::FOrdGreaterThanEqual, Ty::Bool, x, high);
    let outside = c.binary(Op::LogicalOr, Ty::Bool, too_low, too_high);
    let zero = c.float(float, 0.0);
    let safe = c.select(outside, zero, x);
    let result = c.unary(if signed { Op::ConvertFToS } else { Op::ConvertFToU }, Ty::Int(bits), safe);
    let (least, most) = (c.int(bits, least), c.int(bits, most));
    let result = c.select(too_low, least, result);
    c.select(too_high, most, result)
}
