//! The notation of primitive values: `1i32`, `0x1fu8`, `1.5f32`, `0x1.8p-1f64`, `f32.nan`, `-f32.inf`, `true`.
//!
//! The text that [`PrimValue`]'s `Display` writes reads back to the same bits. A NaN other than the positive quiet one
//! is written by its bits, `f32.nan(0xffc00000)`.

use std::fmt;
use std::str::FromStr;

use half::f16;

use super::{PrimType, PrimValue};

impl fmt::Display for PrimValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = self.prim_type();
        match *self {
            PrimValue::I8(x) => write!(f, "{x}{ty}"),
            PrimValue::I16(x) => write!(f, "{x}{ty}"),
            PrimValue::I32(x) => write!(f, "{x}{ty}"),
            PrimValue::I64(x) => write!(f, "{x}{ty}"),
            PrimValue::U8(x) => write!(f, "{x}{ty}"),
            PrimValue::U16(x) => write!(f, "{x}{ty}"),
            PrimValue::U32(x) => write!(f, "{x}{ty}"),
            PrimValue::U64(x) => write!(f, "{x}{ty}"),
            PrimValue::Bool(x) => write!(f, "{x}"),
            PrimValue::F16(x) if x.is_finite() => write!(f, "{}{ty}", Digits(x.to_f32())),
            PrimValue::F32(x) if x.is_finite() => write!(f, "{}{ty}", Digits(x)),
            PrimValue::F64(x) if x.is_finite() => write!(f, "{}{ty}", Digits(x)),
            _ if Some(*self) == named(ty, "inf") => write!(f, "{ty}.inf"),
            _ if Some(*self) == named(ty, "-inf") => write!(f, "-{ty}.inf"),
            _ if Some(*self) == named(ty, "nan") => write!(f, "{ty}.nan"),
            _ => write!(f, "{ty}.nan({:#x})", self.to_bits()),
        }
    }
}

/// The digits of a finite `f32` or `f64`: the fewest that read back to the same number. The layout is Futhark's, which
/// is Haskell's: `0.1`, `1.0e-2`, `1234567.0`, `1.0e7`.
///
/// An `f16` has the digits of the `f32` of the same value: `9.9975586e-2f16`. A reader that rounds would need fewer
/// digits, but programs compiled by Futhark truncate.
pub(crate) struct Digits<T>(pub T);

impl<T: Copy + Into<f64> + fmt::Debug + fmt::LowerExp> fmt::Display for Digits<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Digits(x) = *self;
        let magnitude: f64 = x.into().abs();
        // Within these bounds Rust writes no exponent either.
        if magnitude == 0.0 || (0.1..1e7).contains(&magnitude) {
            return write!(f, "{x:?}");
        }
        let text = format!("{x:e}");
        match text.split_once('e') {
            Some((digits, exponent)) if !digits.contains('.') => write!(f, "{digits}.0e{exponent}"),
            _ => f.write_str(&text),
        }
    }
}

/// Returns the float of type `ty` with the name `inf`, `-inf` or `nan`.
fn named(ty: PrimType, name: &str) -> Option<PrimValue> {
    let wide = match name {
        "inf" => f64::INFINITY,
        "-inf" => f64::NEG_INFINITY,
        "nan" => f64::NAN,
        _ => return None,
    };
    match ty {
        PrimType::F16 => Some(PrimValue::F16(f16::from_f64_const(wide))),
        PrimType::F32 => Some(PrimValue::F32(wide as f32)),
        PrimType::F64 => Some(PrimValue::F64(wide)),
        _ => None,
    }
}

/// The reason why a text is not the notation of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiteralError {
    /// The text is no literal, or no literal of this type.
    Malformed,
    /// The text is an integer that the type cannot hold.
    OutOfRange(PrimType),
    /// The literal needs a suffix for its type.
    NoSuffix,
}

impl fmt::Display for LiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiteralError::Malformed => f.write_str("malformed literal"),
            LiteralError::OutOfRange(ty) => write!(f, "number out of the range of {ty}"),
            LiteralError::NoSuffix => f.write_str("number without a type suffix"),
        }
    }
}

impl std::error::Error for LiteralError {}

impl FromStr for PrimValue {
    type Err = LiteralError;

    /// Reads a literal that contains its type.
    fn from_str(text: &str) -> Result<PrimValue, LiteralError> {
        match split_suffix(text) {
            (body, Some(ty)) => parse_as(ty, body),
            // A number without a suffix parses as an `f64`; any other text fails here.
            (body, None) => Err(parse_as(PrimType::F64, body).err().unwrap_or(LiteralError::NoSuffix)),
        }
    }
}

/// Splits a literal into its body, for [`parse_as`], and its type.
///
/// `1i32` is `1` and `i32`; `1.5` is `1.5` and no type; `true` and `f32.nan` are their own bodies, of types `bool` and
/// `f32`. The `f32` of `0x1f32` belongs to the hexadecimal integer, so a hexadecimal float needs an exponent.
pub fn split_suffix(text: &str) -> (&str, Option<PrimType>) {
    if matches!(text, "true" | "false") {
        return (text, Some(PrimType::Bool));
    }
    if let Some((ty, _)) = split_float_name(text) {
        return (text, Some(ty));
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let hexadecimal = unsigned.starts_with("0x") || unsigned.starts_with("0X");
    let exponent = unsigned.contains(['p', 'P']);
    let suffix = PrimType::ALL
        .into_iter()
        .find(|ty| *ty != PrimType::Bool && text.ends_with(ty.name()) && (!ty.is_float() || !hexadecimal || exponent));
    match suffix {
        Some(ty) => (&text[..text.len() - ty.name().len()], Some(ty)),
        None => (text, None),
    }
}

/// Splits `-f32.inf` into the type and the name `-inf`. Returns `None` if the text does not begin with a type and a
/// dot.
fn split_float_name(text: &str) -> Option<(PrimType, &str)> {
    let (negative, unsigned) = split_sign(text);
    let (ty, name) = unsigned.split_once('.')?;
    let ty: PrimType = ty.parse().ok()?;
    match (negative, name) {
        (true, "inf") => Some((ty, "-inf")),
        (true, _) => None,
        (false, _) => Some((ty, name)),
    }
}

/// Reads the body of a literal of a known type, without a suffix: `-1`, `0xff`, `0b101`, `1_000`, `1.5e-3`, `0x1.8p3`,
/// `f32.nan`, `true`. An integer is also a float.
pub fn parse_as(ty: PrimType, body: &str) -> Result<PrimValue, LiteralError> {
    match ty {
        PrimType::Bool => match body {
            "true" => Ok(PrimValue::Bool(true)),
            "false" => Ok(PrimValue::Bool(false)),
            _ => Err(LiteralError::Malformed),
        },
        _ if ty.is_float() => parse_float(ty, body).ok_or(LiteralError::Malformed),
        _ => parse_integer(ty, body),
    }
}

/// Splits off a sign. Returns whether the number is negative, and the rest.
fn split_sign(body: &str) -> (bool, &str) {
    match body.as_bytes().first() {
        Some(b'-') => (true, &body[1..]),
        Some(b'+') => (false, &body[1..]),
        _ => (false, body),
    }
}

/// Removes the underscores that may stand between the digits of a number.
fn without_underscores(digits: &str) -> Option<std::borrow::Cow<'_, str>> {
    if digits.starts_with('_') || digits.ends_with('_') {
        None
    } else if digits.contains('_') {
        Some(digits.replace('_', "").into())
    } else {
        Some(digits.into())
    }
}

fn parse_integer(ty: PrimType, body: &str) -> Result<PrimValue, LiteralError> {
    let (negative, digits) = split_sign(body);
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let digits = without_underscores(digits).ok_or(LiteralError::Malformed)?;
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(LiteralError::Malformed);
    }
    // A text of digits fails to parse only by overflow.
    let magnitude = i128::from_str_radix(&digits, radix).map_err(|_| LiteralError::OutOfRange(ty))?;
    let value = if negative { -magnitude } else { magnitude };
    let (least, greatest) = match (ty.is_signed(), ty.bits()) {
        (true, bits) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        (false, bits) => (0, (1i128 << bits) - 1),
    };
    if value < least || value > greatest {
        return Err(LiteralError::OutOfRange(ty));
    }
    Ok(PrimValue::from_bits(ty, value as u64))
}

fn parse_float(ty: PrimType, body: &str) -> Option<PrimValue> {
    if let Some((named_type, name)) = split_float_name(body) {
        return if named_type == ty { parse_float_name(ty, name) } else { None };
    }
    let body = without_underscores(body)?;
    let (negative, digits) = split_sign(&body);
    match digits.get(..2) {
        Some("0x" | "0X") => parse_hexadecimal_float(ty, negative, &digits[2..]),
        Some("0b" | "0B") => {
            let magnitude = u128::from_str_radix(digits.get(2..)?, 2).ok()?;
            Some(scaled(ty, negative, magnitude, 0))
        }
        _ => {
            // Rust's own parser would also accept names and a second sign.
            if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                return None;
            }
            match ty {
                PrimType::F16 => body.parse::<f32>().ok().map(|x| PrimValue::F16(f16::from_f32(x))),
                PrimType::F32 => body.parse().ok().map(PrimValue::F32),
                _ => body.parse().ok().map(PrimValue::F64),
            }
        }
    }
}

/// Reads `inf`, `-inf`, `nan` or `nan(0xffc00000)`.
fn parse_float_name(ty: PrimType, name: &str) -> Option<PrimValue> {
    let Some(bits) = name.strip_prefix("nan(0x").and_then(|rest| rest.strip_suffix(')')) else {
        return named(ty, name);
    };
    let bits = u64::from_str_radix(bits, 16).ok()?;
    let value = PrimValue::from_bits(ty, bits);
    let is_nan = match value {
        PrimValue::F16(x) => x.is_nan(),
        PrimValue::F32(x) => x.is_nan(),
        PrimValue::F64(x) => x.is_nan(),
        _ => false,
    };
    (is_nan && value.to_bits() == bits).then_some(value)
}

/// Reads `1.8p-3` of `0x1.8p-3`, or a hexadecimal integer.
fn parse_hexadecimal_float(ty: PrimType, negative: bool, text: &str) -> Option<PrimValue> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => {
            let (negative, digits) = split_sign(exponent);
            if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                return None;
            }
            // Beyond this bound every number is zero or infinite, whatever its digits.
            let magnitude: i64 = digits.parse().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX));
            (mantissa, if negative { -magnitude } else { magnitude })
        }
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut magnitude: u128 = 0;
    let mut scale = exponent;
    for (digits, is_fraction) in [(whole, false), (fraction, true)] {
        for digit in digits.chars() {
            let digit = u128::from(digit.to_digit(16)?);
            if magnitude >> 120 == 0 {
                magnitude = magnitude << 4 | digit;
                scale -= if is_fraction { 4 } else { 0 };
            } else {
                // There is no room for more digits. Whether any of them is not zero decides ties, so only that is kept.
                magnitude |= u128::from(digit != 0);
                scale += if is_fraction { 0 } else { 4 };
            }
        }
    }
    Some(scaled(ty, negative, magnitude, scale))
}

/// Returns `magnitude * 2**scale`, rounded once to the float type `ty`, ties to even.
fn scaled(ty: PrimType, negative: bool, magnitude: u128, scale: i64) -> PrimValue {
    // The bits of the significand after the leading one, and the bias of the exponent.
    let (fraction_bits, bias) = match ty {
        PrimType::F16 => (10, 15),
        PrimType::F32 => (23, 127),
        _ => (52, 1023),
    };
    let sign = u64::from(negative) << (ty.bits() - 1);
    if magnitude == 0 {
        return PrimValue::from_bits(ty, sign);
    }
    let length = 128 - i64::from(magnitude.leading_zeros());
    let exponent = scale + length - 1;
    if exponent > bias {
        return PrimValue::from_bits(ty, sign | ((2 * bias as u64 + 1) << fraction_bits));
    }
    // The weight of the last bit kept, of a normal number or of all subnormal ones.
    let last = exponent.max(1 - bias) - fraction_bits;
    let shift = last - scale;
    let significand = if shift <= 0 {
        // `last >= exponent - fraction_bits` bounds the shift, so the significand fits its bits.
        (magnitude << -shift) as u64
    } else if shift > 127 {
        0
    } else {
        let kept = (magnitude >> shift) as u64;
        let rest = magnitude & ((1 << shift) - 1);
        let half = 1u128 << (shift - 1);
        kept + u64::from(rest > half || (rest == half && kept & 1 == 1))
    };
    // The leading one of a normal number, and a carry out of the significand, add to the exponent's field.
    let field = (exponent.max(1 - bias) + bias - 1) as u64;
    PrimValue::from_bits(ty, sign | ((field << fraction_bits) + significand))
}
