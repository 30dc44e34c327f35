//! Conversion between primitive types, `i32.f32 x` and the like.
//!
//! - Integer to integer keeps the low bits. A wider result is sign-extended if both types are signed, else
//!   zero-extended: Futhark's `u64.i8 (-1)` is 255.
//! - Integer to float rounds to nearest, ties to even.
//! - Float to integer rounds toward zero. NaN and the infinities become 0. C, and Futhark with it, leave numbers out of
//!   range undefined. Here `i32` and `i64` saturate. Narrower types keep the low bits of the `i32`, signed or not.
//!   `u32` and `u64` saturate above; a negative number becomes the bits of the signed integer, so that -1 becomes the
//!   greatest integer.
//! - Conversions to `f16` round to `f32` first.
//! - A `bool` counts as 0 or 1. Any number but 0 becomes `true`, NaN included.

use half::f16;

use super::{PrimType, PrimValue};

/// Converts `value` to the type `to`.
pub fn convert(value: PrimValue, to: PrimType) -> PrimValue {
    match value {
        _ if value.prim_type() == to => value,
        PrimValue::I8(x) if to.is_integer() => integer(x.into(), x as u8 as u64, to),
        PrimValue::I16(x) if to.is_integer() => integer(x.into(), x as u16 as u64, to),
        PrimValue::I32(x) if to.is_integer() => integer(x.into(), x as u32 as u64, to),
        PrimValue::I8(x) => signed(x.into(), to),
        PrimValue::I16(x) => signed(x.into(), to),
        PrimValue::I32(x) => signed(x.into(), to),
        PrimValue::I64(x) => signed(x, to),
        PrimValue::U8(x) => unsigned(x.into(), to),
        PrimValue::U16(x) => unsigned(x.into(), to),
        PrimValue::U32(x) => unsigned(x.into(), to),
        PrimValue::U64(x) => unsigned(x, to),
        PrimValue::F16(x) => float(x.to_f64(), to),
        PrimValue::F32(x) => float(x.into(), to),
        PrimValue::F64(x) => float(x, to),
        PrimValue::Bool(x) => unsigned(x.into(), to),
    }
}

/// Converts a signed integer narrower than 64 bits to the integer type `to`. The integer is given by its sign extension
/// and its zero extension.
fn integer(sign_extended: i64, zero_extended: u64, to: PrimType) -> PrimValue {
    PrimValue::from_bits(to, if to.is_signed() { sign_extended as u64 } else { zero_extended })
}

fn signed(x: i64, to: PrimType) -> PrimValue {
    match to {
        PrimType::F16 => PrimValue::F16(f16::from_f32(x as f32)),
        PrimType::F32 => PrimValue::F32(x as f32),
        PrimType::F64 => PrimValue::F64(x as f64),
        PrimType::Bool => PrimValue::Bool(x != 0),
        _ => PrimValue::from_bits(to, x as u64),
    }
}

fn unsigned(x: u64, to: PrimType) -> PrimValue {
    match to {
        PrimType::F16 => PrimValue::F16(f16::from_f32(x as f32)),
        PrimType::F32 => PrimValue::F32(x as f32),
        PrimType::F64 => PrimValue::F64(x as f64),
        PrimType::Bool => PrimValue::Bool(x != 0),
        _ => PrimValue::from_bits(to, x),
    }
}

/// Converts a float of any precision, given exactly, to another type.
fn float(x: f64, to: PrimType) -> PrimValue {
    let x = if x.is_nan() { f64::NAN } else { x };
    match to {
        PrimType::F16 => PrimValue::F16(f16::from_f32(x as f32)),
        PrimType::F32 => PrimValue::F32(x as f32),
        PrimType::F64 => PrimValue::F64(x),
        PrimType::Bool => PrimValue::Bool(x != 0.0),
        _ if !x.is_finite() => PrimValue::zero(to),
        // Rust's `as` rounds toward zero and saturates.
        PrimType::I64 => PrimValue::I64(x as i64),
        PrimType::U64 if x >= 0.0 => PrimValue::U64(x as u64),
        PrimType::U64 => PrimValue::U64(x as i64 as u64),
        PrimType::U32 if x >= 0.0 => PrimValue::U32(x as u32),
        _ => PrimValue::from_bits(to, x as i32 as u64),
    }
}
