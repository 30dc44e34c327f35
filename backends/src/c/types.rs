//! Types, constants and names in C.

use framework::Name;
use languages::prim::{PrimType, PrimValue};

/// The type of numbers. An `f16` is its bits.
pub const fn c_type(prim: PrimType) -> &'static str {
    match prim {
        PrimType::I8 => "int8_t",
        PrimType::I16 => "int16_t",
        PrimType::I32 => "int32_t",
        PrimType::I64 => "int64_t",
        PrimType::U8 => "uint8_t",
        PrimType::U16 | PrimType::F16 => "uint16_t",
        PrimType::U32 => "uint32_t",
        PrimType::U64 => "uint64_t",
        PrimType::F32 => "float",
        PrimType::F64 => "double",
        PrimType::Bool => "bool",
    }
}

/// The name of the type's number in the run time.
pub fn c_prim(prim: PrimType) -> String {
    prim.name().to_uppercase()
}

/// A constant.
pub fn constant(value: PrimValue) -> String {
    match value {
        PrimValue::I8(x) => x.to_string(),
        PrimValue::I16(x) => x.to_string(),
        PrimValue::I32(i32::MIN) => "INT32_MIN".into(),
        PrimValue::I32(x) => x.to_string(),
        PrimValue::I64(i64::MIN) => "INT64_MIN".into(),
        PrimValue::I64(x) if i32::try_from(x).is_ok_and(|x| x != i32::MIN) => x.to_string(),
        PrimValue::I64(x) => format!("INT64_C({x})"),
        PrimValue::U8(x) => format!("{x}u"),
        PrimValue::U16(x) => format!("{x}u"),
        PrimValue::U32(x) => format!("{x}u"),
        PrimValue::U64(x) => format!("UINT64_C({x})"),
        PrimValue::F16(x) => format!("0x{:x}", x.to_bits()),
        // The shortest digits that read back as the same number.
        PrimValue::F32(x) if x.is_finite() => format!("{x:?}f"),
        PrimValue::F64(x) if x.is_finite() => format!("{x:?}"),
        PrimValue::F32(x) => format!("frombits_u32(0x{:x})", x.to_bits()),
        PrimValue::F64(x) => format!("frombits_u64(0x{:x})", x.to_bits()),
        PrimValue::Bool(x) => x.to_string(),
    }
}

/// The name of a variable. It ends in a number, as no name of the run time does that could be mistaken for it.
pub fn identifier(name: Name) -> String {
    let base = plain(name.base.as_str());
    format!("{base}_{}", name.tag)
}

/// A text without characters that names in C cannot have.
pub fn plain(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let plain: String = letters.collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("x{plain}") }
}

/// A text as a string of C.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => escaped.extend(['\\', char::from(byte)]),
            b' '..=b'~' if byte != b'?' => escaped.push(char::from(byte)),
            _ => escaped += &format!("\\{byte:03o}"),
        }
    }
    escaped.push('"');
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_read_back_as_themselves() {
        assert_eq!(constant(PrimValue::F32(0.1)), "0.1f");
        assert_eq!(constant(PrimValue::F64(-1e300)), "-1e300");
        assert_eq!(constant(PrimValue::F64(f64::INFINITY)), "frombits_u64(0x7ff0000000000000)");
        assert_eq!(constant(PrimValue::I64(i64::MIN)), "INT64_MIN");
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("a\"b\\\n??("), "\"a\\\"b\\\\\\012\\077\\077(\"");
    }
}
