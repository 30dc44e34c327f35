//! The primitive types and their values.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use half::f16;
use serde::{Deserialize, Serialize};

/// A primitive type of Futhark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PrimType {
    /// Signed 8-bit integers, `i8`.
    I8,
    /// Signed 16-bit integers, `i16`.
    I16,
    /// Signed 32-bit integers, `i32`.
    I32,
    /// Signed 64-bit integers, `i64`: the type of sizes and indices.
    I64,
    /// Unsigned 8-bit integers, `u8`.
    U8,
    /// Unsigned 16-bit integers, `u16`.
    U16,
    /// Unsigned 32-bit integers, `u32`.
    U32,
    /// Unsigned 64-bit integers, `u64`.
    U64,
    /// IEEE 754 half precision, `f16`.
    F16,
    /// IEEE 754 single precision, `f32`.
    F32,
    /// IEEE 754 double precision, `f64`.
    F64,
    /// Truth values, `bool`.
    Bool,
}

impl PrimType {
    /// All primitive types, in order.
    pub const ALL: [PrimType; 12] = [
        PrimType::I8,
        PrimType::I16,
        PrimType::I32,
        PrimType::I64,
        PrimType::U8,
        PrimType::U16,
        PrimType::U32,
        PrimType::U64,
        PrimType::F16,
        PrimType::F32,
        PrimType::F64,
        PrimType::Bool,
    ];

    /// Returns the type's name in Futhark: `i32`, `f64`, `bool`.
    pub const fn name(self) -> &'static str {
        match self {
            PrimType::I8 => "i8",
            PrimType::I16 => "i16",
            PrimType::I32 => "i32",
            PrimType::I64 => "i64",
            PrimType::U8 => "u8",
            PrimType::U16 => "u16",
            PrimType::U32 => "u32",
            PrimType::U64 => "u64",
            PrimType::F16 => "f16",
            PrimType::F32 => "f32",
            PrimType::F64 => "f64",
            PrimType::Bool => "bool",
        }
    }

    /// Whether this is one of the eight integer types.
    pub const fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, PrimType::Bool)
    }

    /// Whether values have a sign: the signed integers and the floats.
    pub const fn is_signed(self) -> bool {
        matches!(self, PrimType::I8 | PrimType::I16 | PrimType::I32 | PrimType::I64) || self.is_float()
    }

    /// The unsigned type of as many bits, for an integer type; other types stay as they are.
    pub const fn without_sign(self) -> PrimType {
        match self {
            PrimType::I8 => PrimType::U8,
            PrimType::I16 => PrimType::U16,
            PrimType::I32 => PrimType::U32,
            PrimType::I64 => PrimType::U64,
            other => other,
        }
    }

    /// Whether this is `f16`, `f32` or `f64`.
    pub const fn is_float(self) -> bool {
        matches!(self, PrimType::F16 | PrimType::F32 | PrimType::F64)
    }

    /// Returns the size of a value in bytes, in memory and in the binary data format. A `bool` takes one byte.
    pub const fn size_bytes(self) -> usize {
        match self {
            PrimType::I8 | PrimType::U8 | PrimType::Bool => 1,
            PrimType::I16 | PrimType::U16 | PrimType::F16 => 2,
            PrimType::I32 | PrimType::U32 | PrimType::F32 => 4,
            PrimType::I64 | PrimType::U64 | PrimType::F64 => 8,
        }
    }

    /// Returns the number of bits of a number's representation; 1 for `bool`.
    pub const fn bits(self) -> u32 {
        match self {
            PrimType::Bool => 1,
            _ => 8 * self.size_bytes() as u32,
        }
    }
}

impl fmt::Display for PrimType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is no [`PrimType`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAPrimType;

impl fmt::Display for NotAPrimType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a primitive type")
    }
}

impl std::error::Error for NotAPrimType {}

impl FromStr for PrimType {
    type Err = NotAPrimType;

    fn from_str(name: &str) -> Result<PrimType, NotAPrimType> {
        PrimType::ALL.into_iter().find(|ty| ty.name() == name).ok_or(NotAPrimType)
    }
}

/// A value of a primitive type.
///
/// Equality and hashing are bitwise, so that values can be constants in hash-consed terms: `0.0` differs from `-0.0`,
/// and a NaN equals itself. The language's own `==` is [`BinOp::Eq`](super::BinOp::Eq).
#[derive(Debug, Clone, Copy)]
pub enum PrimValue {
    /// An `i8`.
    I8(i8),
    /// An `i16`.
    I16(i16),
    /// An `i32`.
    I32(i32),
    /// An `i64`.
    I64(i64),
    /// A `u8`.
    U8(u8),
    /// A `u16`.
    U16(u16),
    /// A `u32`.
    U32(u32),
    /// A `u64`.
    U64(u64),
    /// An `f16`.
    F16(f16),
    /// An `f32`.
    F32(f32),
    /// An `f64`.
    F64(f64),
    /// A `bool`.
    Bool(bool),
}

impl PrimValue {
    /// The value of a tuning parameter that is not set.
    pub const NOT_SET: PrimValue = PrimValue::I64(-1);

    /// Returns the type of the value.
    pub const fn prim_type(self) -> PrimType {
        match self {
            PrimValue::I8(_) => PrimType::I8,
            PrimValue::I16(_) => PrimType::I16,
            PrimValue::I32(_) => PrimType::I32,
            PrimValue::I64(_) => PrimType::I64,
            PrimValue::U8(_) => PrimType::U8,
            PrimValue::U16(_) => PrimType::U16,
            PrimValue::U32(_) => PrimType::U32,
            PrimValue::U64(_) => PrimType::U64,
            PrimValue::F16(_) => PrimType::F16,
            PrimValue::F32(_) => PrimType::F32,
            PrimValue::F64(_) => PrimType::F64,
            PrimValue::Bool(_) => PrimType::Bool,
        }
    }

    /// Returns the zero of a type: all bits clear, `false` for `bool`.
    pub const fn zero(ty: PrimType) -> PrimValue {
        PrimValue::from_bits(ty, 0)
    }

    /// Returns the one of a type, `true` for `bool`.
    pub const fn one(ty: PrimType) -> PrimValue {
        match ty {
            PrimType::F16 => PrimValue::F16(f16::ONE),
            PrimType::F32 => PrimValue::F32(1.0),
            PrimType::F64 => PrimValue::F64(1.0),
            _ => PrimValue::from_bits(ty, 1),
        }
    }

    /// Returns the value as a 64-bit integer: sign or zero extension for integers (a `u64` keeps its bits), 0 or 1 for
    /// `bool`, `None` for floats.
    pub const fn as_i64(self) -> Option<i64> {
        match self {
            PrimValue::I8(x) => Some(x as i64),
            PrimValue::I16(x) => Some(x as i64),
            PrimValue::I32(x) => Some(x as i64),
            PrimValue::I64(x) => Some(x),
            PrimValue::U8(x) => Some(x as i64),
            PrimValue::U16(x) => Some(x as i64),
            PrimValue::U32(x) => Some(x as i64),
            PrimValue::U64(x) => Some(x as i64),
            PrimValue::Bool(x) => Some(x as i64),
            PrimValue::F16(_) | PrimValue::F32(_) | PrimValue::F64(_) => None,
        }
    }

    /// Returns the bits of the representation, zero-extended to 64.
    pub const fn to_bits(self) -> u64 {
        match self {
            PrimValue::I8(x) => x as u8 as u64,
            PrimValue::I16(x) => x as u16 as u64,
            PrimValue::I32(x) => x as u32 as u64,
            PrimValue::I64(x) => x as u64,
            PrimValue::U8(x) => x as u64,
            PrimValue::U16(x) => x as u64,
            PrimValue::U32(x) => x as u64,
            PrimValue::U64(x) => x,
            PrimValue::F16(x) => x.to_bits() as u64,
            PrimValue::F32(x) => x.to_bits() as u64,
            PrimValue::F64(x) => x.to_bits(),
            PrimValue::Bool(x) => x as u64,
        }
    }

    /// Returns the value of type `ty` whose representation is the low bits of `bits`. This is the inverse of
    /// [`PrimValue::to_bits`].
    pub const fn from_bits(ty: PrimType, bits: u64) -> PrimValue {
        match ty {
            PrimType::I8 => PrimValue::I8(bits as i8),
            PrimType::I16 => PrimValue::I16(bits as i16),
            PrimType::I32 => PrimValue::I32(bits as i32),
            PrimType::I64 => PrimValue::I64(bits as i64),
            PrimType::U8 => PrimValue::U8(bits as u8),
            PrimType::U16 => PrimValue::U16(bits as u16),
            PrimType::U32 => PrimValue::U32(bits as u32),
            PrimType::U64 => PrimValue::U64(bits),
            PrimType::F16 => PrimValue::F16(f16::from_bits(bits as u16)),
            PrimType::F32 => PrimValue::F32(f32::from_bits(bits as u32)),
            PrimType::F64 => PrimValue::F64(f64::from_bits(bits)),
            PrimType::Bool => PrimValue::Bool(bits & 1 == 1),
        }
    }
}

impl PartialEq for PrimValue {
    fn eq(&self, other: &PrimValue) -> bool {
        self.prim_type() == other.prim_type() && self.to_bits() == other.to_bits()
    }
}

impl Eq for PrimValue {}

impl Hash for PrimValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.prim_type().hash(state);
        self.to_bits().hash(state);
    }
}
