//! Conversions of `f16`, and its operators that move bits or choose one of their operands. The pass `expand-half`
//! replaces the others.
//!
//! Processors of x86-64 have had instructions for the conversions since 2012, but Cranelift has none. What these
//! functions make of a NaN is what the instructions make of it: the sign and the upper bits of its payload stay.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;
use languages::prim::{BinOp, UnOp};

use super::integer;

/// The bit of an `f16` that is its sign, and the others.
const SIGN: i64 = 0x8000;
const MAGNITUDE: i64 = 0x7fff;
/// The bits of infinity: as an `f16`, and as an `f32`.
const INFINITY: i64 = 0x7c00;
const WIDE_INFINITY: i64 = 0x7f80_0000;
/// The least number of type `f32` that is rounded to infinity, 65520, as bits.
const OVERFLOW: i64 = 0x477f_f000;
/// The least `f16` that is not subnormal, 2⁻¹⁴, as the bits of an `f32`.
const LEAST_NORMAL: i64 = 0x3880_0000;
/// The difference of the biases of the exponents, 112, in the exponent of an `f32`.
const REBIAS: i64 = 112 << 23;
/// How many bits more the fraction of an `f32` has.
const FRACTION: i64 = 13;
/// The quiet NaN of type `f16`.
const NAN: i64 = 0x7e00;

/// An `f16` as an `f32`.
pub fn to_f32(b: &mut FunctionBuilder<'_>, x: Value) -> Value {
    let x = b.ins().uextend(types::I32, x);
    let magnitude = b.ins().band_imm_u(x, MAGNITUDE);
    let moved = b.ins().ishl_imm_u(magnitude, FRACTION);
    // As an `f32`, the exponent is too small by 112. The product corrects that for subnormal numbers, too.
    let small = b.ins().bitcast(types::F32, MemFlagsData::new(), moved);
    let scale = b.ins().f32const(2f32.powi(112));
    let scaled = b.ins().fmul(small, scale);
    let scaled = b.ins().bitcast(types::I32, MemFlagsData::new(), scaled);
    let no_number = b.ins().bor_imm_u(moved, WIDE_INFINITY);
    let is_finite = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, magnitude, INFINITY);
    let magnitude = b.ins().select(is_finite, scaled, no_number);
    let sign = b.ins().band_imm_u(x, SIGN);
    let sign = b.ins().ishl_imm_u(sign, 16);
    let bits = b.ins().bor(magnitude, sign);
    b.ins().bitcast(types::F32, MemFlagsData::new(), bits)
}

/// The `f16` that is nearest to an `f32`, ties to even.
pub fn of_f32(b: &mut FunctionBuilder<'_>, x: Value) -> Value {
    let x = b.ins().bitcast(types::I32, MemFlagsData::new(), x);
    let magnitude = b.ins().band_imm_u(x, i64::from(i32::MAX));
    let top = b.ins().ushr_imm_u(magnitude, FRACTION);
    // Rounds up from the middle between two numbers, if the lower one is odd.
    let odd = b.ins().band_imm_u(top, 1);
    let rounded = b.ins().iadd(magnitude, odd);
    let rounded = b.ins().iadd_imm_s(rounded, (1 << (FRACTION - 1)) - 1 - REBIAS);
    let normal = b.ins().ushr_imm_u(rounded, FRACTION);
    // A sum with 0.5 is rounded to a multiple of the least `f16`, and counts these in its last bits.
    let half = b.ins().f32const(0.5);
    let number = b.ins().bitcast(types::F32, MemFlagsData::new(), magnitude);
    let counted = b.ins().fadd(number, half);
    let counted = b.ins().bitcast(types::I32, MemFlagsData::new(), counted);
    let subnormal = b.ins().iadd_imm_s(counted, -i64::from(0.5f32.to_bits()));
    let is_subnormal = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, magnitude, LEAST_NORMAL);
    let finite = b.ins().select(is_subnormal, subnormal, normal);
    let is_finite = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, magnitude, OVERFLOW);
    let infinity = integer(b, types::I32, INFINITY);
    let number = b.ins().select(is_finite, finite, infinity);
    let payload = b.ins().band_imm_u(top, MAGNITUDE);
    let no_number = b.ins().bor_imm_u(payload, NAN);
    let is_nan = b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, magnitude, WIDE_INFINITY);
    let magnitude = b.ins().select(is_nan, no_number, number);
    let sign = b.ins().ushr_imm_u(x, 16);
    let sign = b.ins().band_imm_u(sign, SIGN);
    let bits = b.ins().bor(magnitude, sign);
    b.ins().ireduce(types::I16, bits)
}

/// The operators of one operand that move bits.
pub fn unary(b: &mut FunctionBuilder<'_>, op: UnOp, x: Value) -> Option<Value> {
    match op {
        UnOp::ToBits => Some(x),
        UnOp::Neg => Some(b.ins().bxor_imm_u(x, SIGN)),
        UnOp::Abs => Some(b.ins().band_imm_u(x, MAGNITUDE)),
        _ => None,
    }
}

/// The operators of two operands that move bits or choose one of them.
pub fn binary(b: &mut FunctionBuilder<'_>, op: BinOp, x: Value, y: Value) -> Option<Value> {
    match op {
        BinOp::CopySign => {
            let magnitude = b.ins().band_imm_u(x, MAGNITUDE);
            let sign = b.ins().band_imm_u(y, SIGN);
            Some(b.ins().bor(magnitude, sign))
        }
        BinOp::Min | BinOp::Max => {
            let better = if op == BinOp::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
            let (left, right) = (to_f32(b, x), to_f32(b, y));
            let take_right = b.ins().fcmp(better, right, left);
            let no_number = b.ins().fcmp(FloatCC::NotEqual, left, left);
            let take_right = b.ins().bor(take_right, no_number);
            Some(b.ins().select(take_right, y, x))
        }
        _ => None,
    }
}
