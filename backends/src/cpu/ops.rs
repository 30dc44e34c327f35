//! Translates operators on primitive values to machine code.
//!
//! Values in registers: integers in their own width, `bool` as an `i8` that is 0 or 1, `f16` as the `i16` of its bits,
//! `f32` and `f64` as themselves. Operators without a Cranelift instruction become calls of block functions (see
//! `math.rs`), so every operator of [`languages::prim`] works on every type that it applies to. Division does not trap:
//! a zero divisor yields 0, and the least integer divided by -1 wraps around.

mod half;

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, Signature, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp};

use super::translate::FIXED;
use super::{anchor, math, runtime};

/// The register type of values of a primitive type.
pub fn register_type(prim: PrimType) -> Type {
    match prim {
        PrimType::I8 | PrimType::U8 | PrimType::Bool => types::I8,
        PrimType::I16 | PrimType::U16 | PrimType::F16 => types::I16,
        PrimType::I32 | PrimType::U32 => types::I32,
        PrimType::I64 | PrimType::U64 => types::I64,
        PrimType::F32 => types::F32,
        PrimType::F64 => types::F64,
    }
}

/// Whether float registers hold values of the type, as for `f32` and `f64`.
fn in_float_register(prim: PrimType) -> bool {
    matches!(prim, PrimType::F32 | PrimType::F64)
}

/// A constant.
pub fn constant(b: &mut FunctionBuilder<'_>, value: PrimValue) -> Value {
    match value {
        PrimValue::F32(x) => b.ins().f32const(x),
        PrimValue::F64(x) => b.ins().f64const(x),
        _ => {
            let ty = register_type(value.prim_type());
            let bits = value.to_bits();
            let bits = match ty.bits() {
                8 => bits as i8 as i64,
                16 => bits as i16 as i64,
                32 => bits as i32 as i64,
                _ => bits as i64,
            };
            integer(b, ty, bits)
        }
    }
}

/// An integer constant of a register type. `value` is truncated to the width of the type.
pub fn integer(b: &mut FunctionBuilder<'_>, ty: Type, value: i64) -> Value {
    let masked = if ty.bits() == 64 { value } else { value & ((1 << ty.bits()) - 1) };
    b.ins().iconst(ty, masked)
}

/// Calls a Rust function without a result, with the C calling convention.
pub fn call(b: &mut FunctionBuilder<'_>, address: *const u8, params: &[Type], args: &[Value]) {
    call_address(b, address, params, None, args);
}

/// Calls a Rust function that returns a value of type `result`, with the C calling convention.
pub fn call_value(
    b: &mut FunctionBuilder<'_>,
    address: *const u8,
    params: &[Type],
    result: Type,
    args: &[Value],
) -> Value {
    let call = call_address(b, address, params, Some(result), args);
    // The signature has a result, so the call has one.
    b.inst_results(call)[0]
}

fn call_address(
    b: &mut FunctionBuilder<'_>,
    address: *const u8,
    params: &[Type],
    result: Option<Type>,
    args: &[Value],
) -> ir::Inst {
    let mut signature = Signature::new(b.func.signature.call_conv);
    signature.params.extend(params.iter().map(|&ty| AbiParam::new(ty)));
    signature.returns.extend(result.map(AbiParam::new));
    let signature = b.import_signature(signature);
    // The code may be loaded into another process, so it has no addresses. Its first parameter is the worker.
    // The translator creates the entry block before any other.
    let worker = b.block_params(ir::Block::from_u32(0))[0];
    let anchor = b.ins().load(types::I64, FIXED, worker, runtime::ANCHOR_OFFSET);
    let callee = b.ins().iadd_imm_s(anchor, anchor::distance(address.expose_provenance()) as i64);
    b.ins().call_indirect(signature, callee, args)
}

/// A register's bits, zero-extended to 64.
pub fn to_bits(b: &mut FunctionBuilder<'_>, prim: PrimType, value: Value) -> Value {
    match prim {
        PrimType::F64 => b.ins().bitcast(types::I64, MemFlagsData::new(), value),
        PrimType::F32 => {
            let bits = b.ins().bitcast(types::I32, MemFlagsData::new(), value);
            b.ins().uextend(types::I64, bits)
        }
        PrimType::I64 | PrimType::U64 => value,
        _ => b.ins().uextend(types::I64, value),
    }
}

/// The register with these bits; the inverse of [`to_bits`].
pub fn from_bits(b: &mut FunctionBuilder<'_>, prim: PrimType, bits: Value) -> Value {
    match prim {
        PrimType::F64 => b.ins().bitcast(types::F64, MemFlagsData::new(), bits),
        PrimType::F32 => {
            let low = b.ins().ireduce(types::I32, bits);
            b.ins().bitcast(types::F32, MemFlagsData::new(), low)
        }
        PrimType::I64 | PrimType::U64 => bits,
        _ => b.ins().ireduce(register_type(prim), bits),
    }
}

/// An operator of two operands.
pub fn binary(b: &mut FunctionBuilder<'_>, op: BinOp, prim: PrimType, lhs: Value, rhs: Value) -> Value {
    let native = match prim {
        PrimType::F16 => half::binary(b, op, lhs, rhs),
        PrimType::F32 | PrimType::F64 => float_binary(b, op, lhs, rhs),
        _ => integer_binary(b, op, prim, lhs, rhs),
    };
    native.unwrap_or_else(|| block_binary(b, op, prim, lhs, rhs))
}

/// The operators of two operands on `f32` and `f64` that have machine code.
fn float_binary(b: &mut FunctionBuilder<'_>, op: BinOp, lhs: Value, rhs: Value) -> Option<Value> {
    let compare = |b: &mut FunctionBuilder<'_>, cc| Some(b.ins().fcmp(cc, lhs, rhs));
    match op {
        BinOp::Add => Some(b.ins().fadd(lhs, rhs)),
        BinOp::Sub => Some(b.ins().fsub(lhs, rhs)),
        BinOp::Mul => Some(b.ins().fmul(lhs, rhs)),
        BinOp::Div => Some(b.ins().fdiv(lhs, rhs)),
        BinOp::CopySign => Some(b.ins().fcopysign(lhs, rhs)),
        BinOp::Eq => compare(b, FloatCC::Equal),
        BinOp::Ne => compare(b, FloatCC::NotEqual),
        BinOp::Lt => compare(b, FloatCC::LessThan),
        BinOp::Le => compare(b, FloatCC::LessThanOrEqual),
        BinOp::Gt => compare(b, FloatCC::GreaterThan),
        BinOp::Ge => compare(b, FloatCC::GreaterThanOrEqual),
        BinOp::Min | BinOp::Max => {
            // A comparison with a NaN is false. So `lhs` is taken, unless `rhs` is better or `lhs` is a NaN.
            let better = if op == BinOp::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
            let take_rhs = b.ins().fcmp(better, rhs, lhs);
            let no_number = b.ins().fcmp(FloatCC::NotEqual, lhs, lhs);
            let take_rhs = b.ins().bor(take_rhs, no_number);
            Some(b.ins().select(take_rhs, rhs, lhs))
        }
        _ => None,
    }
}

/// One comparison instead of the two in `0 <= x && x < n`: without signs, a negative `x` is larger than any `n` that is
/// not negative. Most `n` are sizes, which loops do not change, so `max(n, 0)` is computed once.
fn in_range(b: &mut FunctionBuilder<'_>, low: Value, high: Value) -> Option<Value> {
    let comparison = |value: Value| match definition(b, value)? {
        ir::InstructionData::IntCompare { cond, args, .. } => {
            Some((cond, args.map(|arg| b.func.dfg.resolve_aliases(arg))))
        }
        _ => None,
    };
    let (IntCC::SignedLessThanOrEqual, [zero, x]) = comparison(low)? else { return None };
    let (IntCC::SignedLessThan, [same, count]) = comparison(high)? else { return None };
    if known_integer(b, zero)? != 0 || same != x || b.func.dfg.value_type(x) != types::I64 {
        return None;
    }
    let count = match known_integer(b, count) {
        Some(0..) => count,
        _ => {
            let zero = integer(b, types::I64, 0);
            b.ins().smax(count, zero)
        }
    };
    Some(b.ins().icmp(IntCC::UnsignedLessThan, x, count))
}

/// The operators of two operands on integers and `bool` that have machine code.
fn integer_binary(b: &mut FunctionBuilder<'_>, op: BinOp, prim: PrimType, lhs: Value, rhs: Value) -> Option<Value> {
    let signed = prim.is_signed();
    let pick = |yes: IntCC, no: IntCC| if signed { yes } else { no };
    let compare = |b: &mut FunctionBuilder<'_>, cc| Some(b.ins().icmp(cc, lhs, rhs));
    match op {
        BinOp::Add => Some(b.ins().iadd(lhs, rhs)),
        BinOp::Sub => Some(b.ins().isub(lhs, rhs)),
        BinOp::Mul => Some(b.ins().imul(lhs, rhs)),
        BinOp::LogAnd => Some(in_range(b, lhs, rhs).unwrap_or_else(|| b.ins().band(lhs, rhs))),
        BinOp::And => Some(b.ins().band(lhs, rhs)),
        BinOp::Or | BinOp::LogOr => Some(b.ins().bor(lhs, rhs)),
        BinOp::Xor => Some(b.ins().bxor(lhs, rhs)),
        BinOp::Eq => compare(b, IntCC::Equal),
        BinOp::Ne => compare(b, IntCC::NotEqual),
        BinOp::Lt => compare(b, pick(IntCC::SignedLessThan, IntCC::UnsignedLessThan)),
        BinOp::Le => compare(b, pick(IntCC::SignedLessThanOrEqual, IntCC::UnsignedLessThanOrEqual)),
        BinOp::Gt => compare(b, pick(IntCC::SignedGreaterThan, IntCC::UnsignedGreaterThan)),
        BinOp::Ge => compare(b, pick(IntCC::SignedGreaterThanOrEqual, IntCC::UnsignedGreaterThanOrEqual)),
        BinOp::Min if signed => Some(b.ins().smin(lhs, rhs)),
        BinOp::Min => Some(b.ins().umin(lhs, rhs)),
        BinOp::Max if signed => Some(b.ins().smax(lhs, rhs)),
        BinOp::Max => Some(b.ins().umax(lhs, rhs)),
        BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => Some(divide(b, op, signed, lhs, rhs)),
        BinOp::Shl => Some(shift(b, lhs, rhs, |b, x, n| b.ins().ishl(x, n))),
        BinOp::LShr => Some(shift(b, lhs, rhs, |b, x, n| b.ins().ushr(x, n))),
        BinOp::Shr if signed => {
            // A shift by the width or more has the same result as a shift by one less than the width: copies of the
            // sign.
            let bits = i64::from(b.func.dfg.value_type(lhs).bits());
            let most = integer(b, b.func.dfg.value_type(lhs), bits - 1);
            let amount = b.ins().umin(rhs, most);
            Some(b.ins().sshr(lhs, amount))
        }
        BinOp::Shr => Some(shift(b, lhs, rhs, |b, x, n| b.ins().ushr(x, n))),
        BinOp::MulHi if b.func.dfg.value_type(lhs).bits() == 64 => {
            Some(if signed { b.ins().smulhi(lhs, rhs) } else { b.ins().umulhi(lhs, rhs) })
        }
        BinOp::MulHi => {
            let ty = b.func.dfg.value_type(lhs);
            let wide = if ty.bits() == 32 { types::I64 } else { types::I32 };
            let (x, y) = (extend(b, wide, signed, lhs), extend(b, wide, signed, rhs));
            let product = b.ins().imul(x, y);
            let high = b.ins().ushr_imm_u(product, i64::from(ty.bits()));
            Some(b.ins().ireduce(ty, high))
        }
        _ => None,
    }
}

/// The value, if it is an integer constant.
pub fn known_integer(b: &FunctionBuilder<'_>, value: Value) -> Option<i64> {
    match definition(b, value)? {
        ir::InstructionData::UnaryImm { opcode: ir::Opcode::Iconst, imm } => Some(imm.bits()),
        _ => None,
    }
}

/// The instruction that a value is a result of, if any.
pub fn definition(b: &FunctionBuilder<'_>, value: Value) -> Option<ir::InstructionData> {
    let dfg = &b.func.dfg;
    match dfg.value_def(dfg.resolve_aliases(value)) {
        ir::ValueDef::Result(inst, _) => Some(dfg.insts[inst]),
        _ => None,
    }
}

/// A shift that yields 0 if the amount, read as unsigned, is the width or more.
fn shift(
    b: &mut FunctionBuilder<'_>,
    lhs: Value,
    rhs: Value,
    emit: impl Fn(&mut FunctionBuilder<'_>, Value, Value) -> Value,
) -> Value {
    let ty = b.func.dfg.value_type(lhs);
    let bits = i64::from(ty.bits());
    let shifted = emit(b, lhs, rhs);
    if known_integer(b, rhs).is_some_and(|n| (0..bits).contains(&n)) {
        return shifted;
    }
    let width = integer(b, ty, bits);
    let in_range = b.ins().icmp(IntCC::UnsignedLessThan, rhs, width);
    let zero = integer(b, ty, 0);
    b.ins().select(in_range, shifted, zero)
}

/// Extends an integer register to a wider one.
fn extend(b: &mut FunctionBuilder<'_>, ty: Type, signed: bool, value: Value) -> Value {
    if signed { b.ins().sextend(ty, value) } else { b.ins().uextend(ty, value) }
}

/// The four divisions of integers, without traps.
fn divide(b: &mut FunctionBuilder<'_>, op: BinOp, signed: bool, lhs: Value, rhs: Value) -> Value {
    let ty = b.func.dfg.value_type(lhs);
    if ty.bits() < 32 {
        let (x, y) = (extend(b, types::I32, signed, lhs), extend(b, types::I32, signed, rhs));
        let wide = divide(b, op, signed, x, y);
        return b.ins().ireduce(ty, wide);
    }
    let quotient_wanted = matches!(op, BinOp::Div | BinOp::Quot);
    let known = known_integer(b, rhs).map(|n| if ty.bits() == 32 { i64::from(n as i32) } else { n });
    let safe_divisor = known.is_some_and(|n| n != 0 && n != -1);
    let zero = integer(b, ty, 0);
    // The divisor, replaced by 1 if dividing by it would trap.
    let (divisor, is_zero, is_minus_one) = if safe_divisor {
        (rhs, None, None)
    } else {
        let one = integer(b, ty, 1);
        let is_zero = b.ins().icmp_imm_s(IntCC::Equal, rhs, 0);
        let is_minus_one = signed.then(|| b.ins().icmp_imm_s(IntCC::Equal, rhs, -1));
        let unsafe_divisor = is_minus_one.map_or(is_zero, |m| b.ins().bor(is_zero, m));
        (b.ins().select(unsafe_divisor, one, rhs), Some(is_zero), is_minus_one)
    };
    let mut result = if !signed {
        if quotient_wanted { b.ins().udiv(lhs, divisor) } else { b.ins().urem(lhs, divisor) }
    } else if matches!(op, BinOp::Quot) {
        b.ins().sdiv(lhs, divisor)
    } else if matches!(op, BinOp::Rem) {
        b.ins().srem(lhs, divisor)
    } else {
        // To round toward negative infinity, corrects the quotient rounded toward zero if the sign of the remainder
        // differs from that of the divisor.
        let quotient = b.ins().sdiv(lhs, divisor);
        let product = b.ins().imul(quotient, divisor);
        let remainder = b.ins().isub(lhs, product);
        let inexact = b.ins().icmp(IntCC::NotEqual, remainder, zero);
        let signs = b.ins().bxor(remainder, divisor);
        let differ = b.ins().icmp(IntCC::SignedLessThan, signs, zero);
        let correct = b.ins().band(inexact, differ);
        if quotient_wanted {
            let correction = b.ins().uextend(ty, correct);
            b.ins().isub(quotient, correction)
        } else {
            let correction = b.ins().select(correct, divisor, zero);
            b.ins().iadd(remainder, correction)
        }
    };
    if let Some(is_minus_one) = is_minus_one {
        let negated = if quotient_wanted { b.ins().ineg(lhs) } else { zero };
        result = b.ins().select(is_minus_one, negated, result);
    }
    if let Some(is_zero) = is_zero {
        result = b.ins().select(is_zero, zero, result);
    }
    result
}

/// Any operator of two operands, by a block function.
fn block_binary(b: &mut FunctionBuilder<'_>, op: BinOp, prim: PrimType, lhs: Value, rhs: Value) -> Value {
    if let Some(address) = math::float_binary(op, prim) {
        let ty = register_type(prim);
        return call_value(b, address, &[ty, ty], ty, &[lhs, rhs]);
    }
    let x = to_bits(b, prim, lhs);
    let y = to_bits(b, op.second_operand_type(prim), rhs);
    let op_code = b.ins().iconst(types::I32, op as i64);
    let prim_code = b.ins().iconst(types::I32, prim as i64);
    let params = [types::I32, types::I32, types::I64, types::I64];
    let bits = call_value(b, math::any_binary as *const u8, &params, types::I64, &[op_code, prim_code, x, y]);
    from_bits(b, op.result_type(prim), bits)
}

/// An operator of one operand.
pub fn unary(b: &mut FunctionBuilder<'_>, op: UnOp, prim: PrimType, arg: Value) -> Value {
    let native = match prim {
        PrimType::F16 => half::unary(b, op, arg),
        PrimType::F32 | PrimType::F64 => float_unary(b, op, prim, arg),
        _ => integer_unary(b, op, prim, arg),
    };
    native.unwrap_or_else(|| block_unary(b, op, prim, arg))
}

/// The operators of one operand on `f32` and `f64` that have machine code.
fn float_unary(b: &mut FunctionBuilder<'_>, op: UnOp, prim: PrimType, arg: Value) -> Option<Value> {
    let ty = register_type(prim);
    match op {
        UnOp::Neg => Some(b.ins().fneg(arg)),
        UnOp::Abs => Some(b.ins().fabs(arg)),
        UnOp::Sqrt => Some(b.ins().sqrt(arg)),
        UnOp::Rsqrt => {
            let one = constant(b, PrimValue::one(prim));
            let root = b.ins().sqrt(arg);
            Some(b.ins().fdiv(one, root))
        }
        UnOp::Ceil => Some(b.ins().ceil(arg)),
        UnOp::Floor => Some(b.ins().floor(arg)),
        UnOp::Trunc => Some(b.ins().trunc(arg)),
        UnOp::Round => Some(b.ins().nearest(arg)),
        UnOp::IsNan => Some(b.ins().fcmp(FloatCC::NotEqual, arg, arg)),
        UnOp::IsInf => {
            let magnitude = b.ins().fabs(arg);
            let infinity = infinity(b, prim);
            Some(b.ins().fcmp(FloatCC::Equal, magnitude, infinity))
        }
        UnOp::ToBits => Some(b.ins().bitcast(ty.as_int(), MemFlagsData::new(), arg)),
        _ => None,
    }
}

/// The operators of one operand on integers and `bool` that have machine code.
fn integer_unary(b: &mut FunctionBuilder<'_>, op: UnOp, prim: PrimType, arg: Value) -> Option<Value> {
    let ty = register_type(prim);
    match op {
        UnOp::Neg => Some(b.ins().ineg(arg)),
        UnOp::Complement => Some(b.ins().bnot(arg)),
        UnOp::Not => Some(b.ins().bxor_imm_u(arg, 1)),
        UnOp::Abs if prim.is_signed() => Some(b.ins().iabs(arg)),
        UnOp::Abs => Some(arg),
        UnOp::Sgn => {
            let positive =
                b.ins().icmp_imm_s(if prim.is_signed() { IntCC::SignedGreaterThan } else { IntCC::NotEqual }, arg, 0);
            let positive = if ty == types::I8 { positive } else { b.ins().uextend(ty, positive) };
            if !prim.is_signed() {
                return Some(positive);
            }
            let negative = b.ins().icmp_imm_s(IntCC::SignedLessThan, arg, 0);
            let negative = if ty == types::I8 { negative } else { b.ins().uextend(ty, negative) };
            Some(b.ins().isub(positive, negative))
        }
        UnOp::FromBits if prim == PrimType::U16 => Some(arg),
        UnOp::FromBits => {
            let float = if prim == PrimType::U32 { types::F32 } else { types::F64 };
            Some(b.ins().bitcast(float, MemFlagsData::new(), arg))
        }
        UnOp::PopCount => {
            let count = b.ins().popcnt(arg);
            Some(resize(b, types::I32, false, count))
        }
        UnOp::Clz => {
            let count = b.ins().clz(arg);
            Some(resize(b, types::I32, false, count))
        }
        UnOp::Ctz => {
            let count = b.ins().ctz(arg);
            Some(resize(b, types::I32, false, count))
        }
        _ => None,
    }
}

/// Any operator of one operand, by a block function.
fn block_unary(b: &mut FunctionBuilder<'_>, op: UnOp, prim: PrimType, arg: Value) -> Value {
    let x = to_bits(b, prim, arg);
    let op_code = b.ins().iconst(types::I32, op as i64);
    let prim_code = b.ins().iconst(types::I32, prim as i64);
    let params = [types::I32, types::I32, types::I64];
    let bits = call_value(b, math::any_unary as *const u8, &params, types::I64, &[op_code, prim_code, x]);
    from_bits(b, op.result_type(prim), bits)
}

/// An operator of three operands.
pub fn ternary(b: &mut FunctionBuilder<'_>, op: TriOp, prim: PrimType, x: Value, y: Value, z: Value) -> Value {
    if in_float_register(prim) {
        let TriOp::Fma = op;
        return b.ins().fma(x, y, z);
    }
    let args = [x, y, z].map(|arg| to_bits(b, prim, arg));
    let op_code = b.ins().iconst(types::I32, op as i64);
    let prim_code = b.ins().iconst(types::I32, prim as i64);
    let params = [types::I32, types::I32, types::I64, types::I64, types::I64];
    let args = [op_code, prim_code, args[0], args[1], args[2]];
    let bits = call_value(b, math::any_ternary as *const u8, &params, types::I64, &args);
    from_bits(b, op.result_type(prim), bits)
}

/// Converts an integer register to another integer type: truncates it, or extends it by sign or zeros.
fn resize(b: &mut FunctionBuilder<'_>, ty: Type, signed: bool, value: Value) -> Value {
    let from = b.func.dfg.value_type(value).bits();
    match from.cmp(&ty.bits()) {
        std::cmp::Ordering::Less => extend(b, ty, signed, value),
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => b.ins().ireduce(ty, value),
    }
}

/// Converts a value from one primitive type to another.
pub fn convert(b: &mut FunctionBuilder<'_>, from: PrimType, to: PrimType, arg: Value) -> Value {
    if from == to {
        return arg;
    }
    let target = register_type(to);
    match (from, to) {
        (PrimType::F16, _) => {
            let arg = half::to_f32(b, arg);
            convert(b, PrimType::F32, to, arg)
        }
        (_, PrimType::F16) => {
            let arg = convert(b, from, PrimType::F32, arg);
            half::of_f32(b, arg)
        }
        (PrimType::F32, PrimType::F64) => b.ins().fpromote(types::F64, arg),
        (PrimType::F64, PrimType::F32) => b.ins().fdemote(types::F32, arg),
        (_, PrimType::Bool) if in_float_register(from) => {
            let zero = constant(b, PrimValue::zero(from));
            b.ins().fcmp(FloatCC::NotEqual, arg, zero)
        }
        (_, PrimType::Bool) => b.ins().icmp_imm_s(IntCC::NotEqual, arg, 0),
        _ if in_float_register(from) => float_to_integer(b, from, to, arg),
        _ if in_float_register(to) => {
            // Small integers are converted through 32 bits, which the instructions accept.
            let wide = if b.func.dfg.value_type(arg).bits() == 64 { types::I64 } else { types::I32 };
            let signed = from.is_signed();
            let arg = resize(b, wide, signed, arg);
            if signed { b.ins().fcvt_from_sint(target, arg) } else { b.ins().fcvt_from_uint(target, arg) }
        }
        _ => resize(b, target, from.is_signed() && to.is_signed(), arg),
    }
}

/// Converts a float to an integer. Rounds toward zero; infinities and NaN become 0; `languages::prim` defines all other
/// cases.
fn float_to_integer(b: &mut FunctionBuilder<'_>, from: PrimType, to: PrimType, arg: Value) -> Value {
    let wide = if matches!(to, PrimType::I64 | PrimType::U64) { types::I64 } else { types::I32 };
    let mut result = b.ins().fcvt_to_sint_sat(wide, arg);
    if matches!(to, PrimType::U32 | PrimType::U64) {
        let zero = constant(b, PrimValue::zero(from));
        let not_negative = b.ins().fcmp(FloatCC::GreaterThanOrEqual, arg, zero);
        let unsigned = b.ins().fcvt_to_uint_sat(wide, arg);
        result = b.ins().select(not_negative, unsigned, result);
    }
    let magnitude = b.ins().fabs(arg);
    let infinity = infinity(b, from);
    let finite = b.ins().fcmp(FloatCC::LessThan, magnitude, infinity);
    let zero = integer(b, wide, 0);
    let result = b.ins().select(finite, result, zero);
    resize(b, register_type(to), true, result)
}

/// The infinity of `f32` or `f64`.
fn infinity(b: &mut FunctionBuilder<'_>, prim: PrimType) -> Value {
    if prim == PrimType::F32 { b.ins().f32const(f32::INFINITY) } else { b.ins().f64const(f64::INFINITY) }
}
