//! Reads number and character literals, and the escape sequences of strings.

use languages::prim::{PrimType, PrimValue};
use languages::source::float_literal;

use super::token::Tok;

/// Reads the number at the start of `text`: the token and its length. Reads a fraction or an exponent only if
/// `fraction` is true. An error comes with the length to skip.
pub(super) fn number(text: &str, fraction: bool) -> Result<(Tok, usize), (String, usize)> {
    let bytes = text.as_bytes();
    let prefix = match (bytes.first(), bytes.get(1)) {
        (Some(b'0'), Some(b'x' | b'X')) if digits(bytes, 2, 16) > 0 => Some(16),
        (Some(b'0'), Some(b'b' | b'B')) if digits(bytes, 2, 2) > 0 => Some(2),
        (Some(b'0'), Some(b'r' | b'R')) if roman_digits(bytes) > 0 => Some(0),
        _ => None,
    };
    match prefix {
        Some(16) => hexadecimal(text),
        Some(2) => whole(text, 2, digits(bytes, 2, 2), 2),
        Some(_) => {
            let end = 2 + roman_digits(bytes);
            with_suffix(roman(text.get(2..end).unwrap_or("")), false, text, end)
        }
        None => decimal(text, fraction),
    }
}

/// The number of digits of a base starting at `at`; after the first digit, `_` counts as well.
fn digits(bytes: &[u8], at: usize, base: u32) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    if !rest.first().is_some_and(|byte| (*byte as char).is_digit(base)) {
        return 0;
    }
    rest.iter().position(|byte| *byte != b'_' && !(*byte as char).is_digit(base)).unwrap_or(rest.len())
}

fn roman_digits(bytes: &[u8]) -> usize {
    let rest = bytes.get(2..).unwrap_or(&[]);
    rest.iter().position(|byte| !b"IVXLCDM".contains(byte)).unwrap_or(rest.len())
}

fn roman(numeral: &str) -> i128 {
    let value = |char| match char {
        'I' => 1,
        'V' => 5,
        'X' => 10,
        'L' => 50,
        'C' => 100,
        'D' => 500,
        _ => 1000,
    };
    let values: Vec<i128> = numeral.chars().map(value).collect();
    let next = values.iter().skip(1).copied().chain([0]);
    values.iter().zip(next).map(|(this, next)| if *this < next { -this } else { *this }).sum()
}

/// A whole number in a base whose digits start at `start`.
fn whole(text: &str, start: usize, length: usize, base: u32) -> Result<(Tok, usize), (String, usize)> {
    let end = start + length;
    let mut value: i128 = 0;
    for digit in text.get(start..end).unwrap_or("").chars().filter_map(|char| char.to_digit(base)) {
        let next = value.checked_mul(i128::from(base)).and_then(|value| value.checked_add(i128::from(digit)));
        value = next.ok_or_else(|| ("this number is too large".to_string(), end))?;
    }
    with_suffix(value, base == 10, text, end)
}

/// The token of a whole number whose suffix, if any, starts at `end`.
fn with_suffix(value: i128, decimal: bool, text: &str, end: usize) -> Result<(Tok, usize), (String, usize)> {
    match suffix(text, end, |ty| ty.is_integer()) {
        // A value out of range wraps around, as in arithmetic.
        Some(ty) => Ok((Tok::Number(PrimValue::from_bits(ty, value as u64)), end + ty.name().len())),
        None => Ok((Tok::Int { value, decimal }, end)),
    }
}

/// The name of a number type at `at`.
fn suffix(text: &str, at: usize, allowed: impl Fn(PrimType) -> bool) -> Option<PrimType> {
    let rest = text.get(at..)?;
    PrimType::ALL.into_iter().filter(|ty| allowed(*ty)).find(|ty| rest.starts_with(ty.name()))
}

fn decimal(text: &str, fraction: bool) -> Result<(Tok, usize), (String, usize)> {
    let bytes = text.as_bytes();
    let length = digits(bytes, 0, 10);
    let mut end = length;
    if fraction {
        if bytes.get(end) == Some(&b'.') {
            let places = digits(bytes, end + 1, 10);
            if places > 0 {
                end += 1 + places;
            }
        }
        if let Some(b'e' | b'E') = bytes.get(end) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = bytes.get(end + 1 + sign..).unwrap_or(&[]).iter().take_while(|byte| byte.is_ascii_digit());
            let exponent = exponent.count();
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        if let Some(ty) = suffix(text, end, PrimType::is_float) {
            let value = float(text, end, ty)?;
            return Ok((Tok::Number(value), end + ty.name().len()));
        }
    }
    if end == length {
        return whole(text, 0, length, 10);
    }
    match float(text, end, PrimType::F64)? {
        PrimValue::F64(value) => Ok((Tok::Float(value), end)),
        _ => Err(("this is not a number".to_string(), end)),
    }
}

/// The value of the decimal number in the first `end` bytes.
fn float(text: &str, end: usize, ty: PrimType) -> Result<PrimValue, (String, usize)> {
    let digits: String = text.get(..end).unwrap_or("").chars().filter(|char| *char != '_').collect();
    float_literal(&digits, ty).ok_or_else(|| ("this is not a number".to_string(), end))
}

fn hexadecimal(text: &str) -> Result<(Tok, usize), (String, usize)> {
    let bytes = text.as_bytes();
    let length = digits(bytes, 2, 16);
    let point = 2 + length;
    let places = if bytes.get(point) == Some(&b'.') { digits(bytes, point + 1, 16) } else { 0 };
    let power = point + 1 + places;
    if places == 0 || !matches!(bytes.get(power), Some(b'p' | b'P')) {
        return whole(text, 2, length, 16);
    }
    let sign = usize::from(matches!(bytes.get(power + 1), Some(b'+' | b'-')));
    let exponent = digits(bytes, power + 1 + sign, 10);
    if exponent == 0 {
        return whole(text, 2, length, 16);
    }
    let end = power + 1 + sign + exponent;
    let fraction = text.get(point + 1..power).unwrap_or("");
    let mantissa = text.get(2..point).unwrap_or("").chars().chain(fraction.chars());
    let mantissa =
        mantissa.filter_map(|char| char.to_digit(16)).fold(0.0, |value, digit| value * 16.0 + f64::from(digit));
    let places = fraction.chars().filter(|char| *char != '_').count() as f64;
    let exponent: f64 = text.get(power + 1..end).unwrap_or("").replace('_', "").parse().unwrap_or(0.0);
    let value = mantissa * (exponent - 4.0 * places).exp2();
    match suffix(text, end, PrimType::is_float) {
        Some(ty) => {
            // The shortest decimal that determines the `f64`, so that there is only one more rounding.
            let value = float_literal(&format!("{value:e}"), ty);
            let value = value.ok_or_else(|| ("this is not a number".to_string(), end))?;
            Ok((Tok::Number(value), end + ty.name().len()))
        }
        None => Ok((Tok::Float(value), end)),
    }
}

/// The character literal at the start of `text`, and its length; `None` if `'` has another meaning here.
pub(super) fn character(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('\'')?;
    let (value, length) = match body.chars().next()? {
        '\\' => escape(body)?,
        '\'' => return None,
        char if char.is_control() => return None,
        char => (char, char.len_utf8()),
    };
    body.get(length..)?.starts_with('\'').then_some((value, length + 2))
}

/// The escape sequence at the start of `text`, and its length.
pub(super) fn escape(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('\\')?;
    let simple = match body.chars().next()? {
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '0'..='9' => return code(body, 0, 10),
        'x' => return code(body, 1, 16),
        'o' => return code(body, 1, 8),
        char @ ('\\' | '"' | '\'') => char,
        _ => return None,
    };
    Some((simple, 2))
}

/// The character with the number whose digits start at `start` in `body`. The length includes the backslash.
fn code(body: &str, start: usize, base: u32) -> Option<(char, usize)> {
    let digits: String = body.get(start..)?.chars().take_while(|char| char.is_digit(base)).take(8).collect();
    let value = u32::from_str_radix(&digits, base).ok()?;
    Some((char::from_u32(value)?, 1 + start + digits.len()))
}
