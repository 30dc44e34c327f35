//! Reads Futhark's text data format: `1i32`, `f32.nan`, `true`, `[[1i32, 2i32], [3i32, 4i32]]`, `empty([0][2]i32)`,
//! `"bytes"`.
//!
//! Blanks and comments (`--` to the end of the line) may stand between tokens. Futhark's own C programs read
//! differently: here a number out of its type's range is an error and not reduced, `010` is ten and not octal, and a
//! comma needs an element after it.

use half::f16;

use super::array::{element_count, with_type};
use super::reader::MAX_RANK;
use super::{ArrayData, ArrayValue, DataError, Element, Value, ValueType};
use crate::prim::{LiteralError, PrimType, PrimValue, parse_as, split_suffix};

/// The number of bytes of a token that an error shows.
const SHOWN: usize = 40;

/// Returns the start of the next token or binary value, at `offset` or after it.
pub(super) fn skip_blanks(bytes: &[u8], mut offset: usize) -> usize {
    loop {
        match bytes.get(offset) {
            Some(byte) if byte.is_ascii_whitespace() => offset += 1,
            Some(b'-') if bytes.get(offset + 1) == Some(&b'-') => {
                let comment = bytes[offset..].iter().position(|byte| *byte == b'\n');
                offset = comment.map_or(bytes.len(), |length| offset + length + 1);
            }
            _ => return offset,
        }
    }
}

/// Reads the value that starts at `start`, which is no blank. Returns the value and its end.
pub(super) fn read(bytes: &[u8], start: usize, expected: Option<&ValueType>) -> Result<(Value, usize), DataError> {
    let mut text = Text { bytes, offset: start };
    let value = text.value(expected)?;
    Ok((value, text.offset))
}

/// A position in text.
pub(super) struct Text<'a> {
    /// The text.
    pub(super) bytes: &'a [u8],
    /// The position.
    pub(super) offset: usize,
}

/// The last token read of an array.
#[derive(PartialEq, Eq)]
enum Last {
    /// An opening bracket: an element or a closing bracket follows.
    Open,
    /// An element: a comma or a closing bracket follows.
    Element,
    /// A comma: an element or a closing bracket follows.
    Comma,
}

impl<'a> Text<'a> {
    /// Reads the value that starts here.
    pub(super) fn value(&mut self, expected: Option<&ValueType>) -> Result<Value, DataError> {
        match self.peek() {
            Some(b'[') => self.array(expected),
            Some(b'"') => self.string(expected),
            _ if self.token() == b"empty" => self.empty_array(expected),
            _ => self.scalar(expected),
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.offset).copied()
    }

    pub(super) fn skip_blanks(&mut self) {
        self.offset = skip_blanks(self.bytes, self.offset);
    }

    /// Returns the word or number that starts here; empty if something else does.
    pub(super) fn token(&self) -> &'a [u8] {
        let rest = &self.bytes[self.offset..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_');
        &rest[..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())]
    }

    /// Describes the text at this position, for an error.
    fn found(&self) -> String {
        let token = self.token();
        match self.peek() {
            None => "the end of the data".to_string(),
            Some(_) if token.len() > SHOWN => format!("`{}…`", token[..SHOWN].escape_ascii()),
            Some(_) if !token.is_empty() => format!("`{}`", token.escape_ascii()),
            Some(byte) => format!("`{}`", byte.escape_ascii()),
        }
    }

    pub(super) fn error(&self, message: impl Into<String>) -> DataError {
        DataError::in_text(self.bytes, self.offset, message)
    }

    /// Returns the error for finding anything else than `what` here.
    pub(super) fn expected(&self, what: &str) -> DataError {
        self.error(format!("expected {what}, found {}", self.found()))
    }

    /// Skips blanks, and takes a token that must be `token`.
    pub(super) fn expect(&mut self, token: &str) -> Result<(), DataError> {
        self.skip_blanks();
        if !self.bytes[self.offset..].starts_with(token.as_bytes()) {
            return Err(self.expected(&format!("`{token}`")));
        }
        self.offset += token.len();
        Ok(())
    }

    /// Reads a scalar.
    fn scalar(&mut self, expected: Option<&ValueType>) -> Result<Value, DataError> {
        if let Some(expected) = expected.filter(|expected| expected.rank != 0) {
            return Err(self.expected(&format!("a value of type {expected}")));
        }
        let prim = match expected {
            Some(expected) => expected.prim,
            None => self.literal_type()?,
        };
        with_type!(prim, T => Ok(Value::Scalar(self.element::<T>()?.to_value())))
    }

    /// Returns the type of the literal that starts here, by its suffix or by its form.
    fn literal_type(&self) -> Result<PrimType, DataError> {
        let token = std::str::from_utf8(self.token()).unwrap_or_default();
        match split_suffix(token) {
            ("", _) => Err(self.expected("a value")),
            (_, Some(prim)) => Ok(prim),
            (body, None) => {
                let hexadecimal = body.contains(['x', 'X']);
                let is_float = body.contains('.') || body.contains(if hexadecimal { ['p', 'P'] } else { ['e', 'E'] });
                Ok(if is_float { PrimType::F64 } else { PrimType::I32 })
            }
        }
    }

    /// Reads an element of a known type.
    fn element<T: ReadElement>(&mut self) -> Result<T, DataError> {
        let token = self.token();
        let element = match T::read_common(token) {
            Some(element) => element,
            None => self.uncommon_element()?,
        };
        self.offset += token.len();
        Ok(element)
    }

    /// Reads the element that starts here, in any notation.
    #[cold]
    fn uncommon_element<T: ReadElement>(&self) -> Result<T, DataError> {
        let what = || self.expected(&format!("a value of type {}", T::PRIM));
        let (body, prim) = split_suffix(std::str::from_utf8(self.token()).unwrap_or_default());
        if prim.is_some_and(|prim| prim != T::PRIM) {
            return Err(what());
        }
        match parse_as(T::PRIM, body) {
            Ok(value) => T::from_value(value).ok_or_else(what),
            Err(error @ LiteralError::OutOfRange(_)) => Err(self.error(format!("{}: {error}", self.found()))),
            Err(LiteralError::Malformed | LiteralError::NoSuffix) => Err(what()),
        }
    }

    /// Reads an array in brackets.
    fn array(&mut self, expected: Option<&ValueType>) -> Result<Value, DataError> {
        let (prim, rank) = match expected {
            Some(expected) if expected.rank == 0 => return Err(self.expected(&format!("a value of type {expected}"))),
            Some(expected) => (expected.prim, expected.rank),
            None => self.array_type()?,
        };
        with_type!(prim, T => self.array_of::<T>(rank))
    }

    /// Returns element type and number of dimensions of the array that starts here, by its first element.
    fn array_type(&self) -> Result<(PrimType, usize), DataError> {
        let mut ahead = Text { bytes: self.bytes, offset: self.offset };
        let mut rank = 0;
        while ahead.peek() == Some(b'[') {
            rank += 1;
            if rank > MAX_RANK {
                return Err(ahead.error(format!("expected at most {MAX_RANK} dimensions, found more")));
            }
            ahead.offset += 1;
            ahead.skip_blanks();
        }
        // The first rows may be empty.
        while matches!(ahead.peek(), Some(b'[' | b']' | b',')) {
            ahead.offset += 1;
            ahead.skip_blanks();
        }
        let prim = ahead.literal_type().map_err(|_| {
            self.error("cannot tell the element type of an empty array: write it as in `empty([0]i32)`")
        })?;
        Ok((prim, rank))
    }

    /// Reads an array of a known type, in brackets.
    fn array_of<T: ReadElement>(&mut self, rank: usize) -> Result<Value, DataError> {
        let mut elements: Vec<T> = Vec::new();
        let mut shape: Vec<Option<usize>> = vec![None; rank];
        // The number of elements so far, for each open bracket.
        let mut counts: Vec<usize> = Vec::with_capacity(rank);
        let mut last = Last::Comma;
        loop {
            self.skip_blanks();
            let depth = counts.len();
            match (self.peek(), &last) {
                (Some(b'['), Last::Open | Last::Comma) if depth < rank => {
                    counts.push(0);
                    self.offset += 1;
                    last = Last::Open;
                }
                // Behind the last element there may be a comma.
                (Some(b']'), Last::Open | Last::Element | Last::Comma) if depth > 0 => {
                    let count = counts.pop().unwrap_or_default();
                    let size = *shape[depth - 1].get_or_insert(count);
                    if size != count {
                        return Err(self.error(format!(
                            "irregular array: expected {size} elements as in the rows before, found {count}"
                        )));
                    }
                    self.offset += 1;
                    last = Last::Element;
                    match counts.last_mut() {
                        Some(outer) => *outer += 1,
                        None => break,
                    }
                }
                (Some(b','), Last::Element) => {
                    self.offset += 1;
                    last = Last::Comma;
                }
                (_, Last::Element) => return Err(self.expected("`,` or `]`")),
                (_, Last::Open | Last::Comma) if depth < rank => return Err(self.expected("`[`")),
                (_, Last::Open | Last::Comma) => {
                    elements.push(self.element()?);
                    if let Some(count) = counts.last_mut() {
                        *count += 1;
                    }
                    last = Last::Element;
                }
            }
        }
        let shape = shape.into_iter().collect::<Option<Vec<usize>>>().ok_or_else(|| {
            let sizes = "[0]".repeat(rank);
            self.error(format!("expected the inner sizes of an empty array, as in `empty({sizes}{})`", T::PRIM))
        })?;
        Ok(Value::Array(ArrayValue { shape, data: T::into_data(elements) }))
    }

    /// Reads `empty([0][2]i32)`. Older editions write the type of the elements, without sizes: `empty([]i32)`.
    fn empty_array(&mut self, expected: Option<&ValueType>) -> Result<Value, DataError> {
        let start = self.offset;
        let (mut shape, mut unknown) = (Vec::new(), 0);
        self.expect("empty")?;
        self.expect("(")?;
        self.skip_blanks();
        while self.peek() == Some(b'[') {
            if shape.len() == MAX_RANK {
                return Err(self.error(format!("expected at most {MAX_RANK} dimensions, found more")));
            }
            self.offset += 1;
            self.skip_blanks();
            if self.peek() == Some(b']') {
                shape.push(0);
                unknown += 1;
                self.offset += 1;
                self.skip_blanks();
                continue;
            }
            let size = match parse_as(PrimType::I64, std::str::from_utf8(self.token()).unwrap_or_default()) {
                Ok(PrimValue::I64(size)) => usize::try_from(size).ok(),
                _ => None,
            };
            shape.push(size.ok_or_else(|| self.expected("a size"))?);
            self.offset += self.token().len();
            self.expect("]")?;
            self.skip_blanks();
        }
        let prim: PrimType = std::str::from_utf8(self.token())
            .ok()
            .and_then(|name| name.parse().ok())
            .ok_or_else(|| self.expected("`[` or the name of a type"))?;
        if unknown == shape.len() && expected.is_none_or(|expected| expected.rank == unknown + 1) {
            shape.push(0);
        } else if unknown > 0 {
            return Err(self.expected("a size"));
        }
        let found = ValueType { prim, rank: shape.len() };
        self.offset += self.token().len();
        self.expect(")")?;
        let error = |message| Err(DataError::in_text(self.bytes, start, message));
        if let Some(expected) = expected.filter(|expected| **expected != found) {
            return error(format!("expected a value of type {expected}, found one of type {found}"));
        }
        match element_count(&shape, prim) {
            Some(0) => Ok(Value::Array(ArrayValue { shape, data: ArrayData::zeros(prim, 0) })),
            Some(_) => error(format!("expected an empty array, found the sizes {shape:?}")),
            None => error(format!("the sizes {shape:?} are too large")),
        }
    }

    /// Reads a string, which is an array of bytes.
    fn string(&mut self, expected: Option<&ValueType>) -> Result<Value, DataError> {
        if let Some(expected) = expected.filter(|expected| **expected != ValueType { prim: PrimType::U8, rank: 1 }) {
            return Err(self.error(format!("expected a value of type {expected}, found a string")));
        }
        self.offset += 1;
        let mut characters = Vec::new();
        loop {
            let length = self.bytes[self.offset..].iter().position(|byte| matches!(byte, b'"' | b'\\'));
            let length = length.unwrap_or(self.bytes.len() - self.offset);
            characters.extend(&self.bytes[self.offset..self.offset + length]);
            self.offset += length;
            match self.peek() {
                None => return Err(self.expected("`\"`")),
                Some(b'"') => break,
                Some(_) => {
                    let escaped = match self.bytes.get(self.offset + 1) {
                        Some(b'n') => b'\n',
                        Some(b't') => b'\t',
                        Some(b'r') => b'\r',
                        Some(b'0') => b'\0',
                        Some(byte @ (b'\\' | b'"' | b'\'')) => *byte,
                        _ => return Err(self.error("expected one of the escapes \\n \\t \\r \\0 \\\\ \\\" \\'")),
                    };
                    characters.push(escaped);
                    self.offset += 2;
                }
            }
        }
        self.offset += 1;
        Ok(Value::Array(ArrayValue { shape: vec![characters.len()], data: ArrayData::U8(characters) }))
    }
}

/// An element with a notation as text.
trait ReadElement: Element {
    /// Reads the most common notations quickly: decimal, with or without the suffix. Returns `None` for any other text,
    /// even if it denotes an element.
    fn read_common(token: &[u8]) -> Option<Self>;
}

/// Implements [`ReadElement`] for integers.
macro_rules! integer_text {
    ($($t:ident)*) => {$(
        impl ReadElement for $t {
            fn read_common(token: &[u8]) -> Option<$t> {
                let (negative, digits) = match token {
                    [b'-', digits @ ..] => (true, digits),
                    digits => (false, digits),
                };
                let mut magnitude: i64 = 0;
                let mut length = 0;
                // 18 digits cannot overflow.
                while let Some(digit) = digits.get(length).filter(|digit| digit.is_ascii_digit() && length < 18) {
                    magnitude = magnitude * 10 + i64::from(digit - b'0');
                    length += 1;
                }
                let suffix = &digits[length..];
                if length == 0 || !(suffix.is_empty() || suffix == stringify!($t).as_bytes()) {
                    return None;
                }
                $t::try_from(if negative { -magnitude } else { magnitude }).ok()
            }
        }
    )*};
}

integer_text! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Returns a decimal number without sign and suffix, for Rust's own parser. That parser would also accept names and
/// signs.
fn decimal<'a>(token: &'a [u8], suffix: &str) -> Option<&'a str> {
    let token = token.strip_suffix(suffix.as_bytes()).unwrap_or(token);
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let starts_well = matches!(digits.first(), Some(byte) if byte.is_ascii_digit() || *byte == b'.');
    starts_well.then(|| std::str::from_utf8(token).ok()).flatten()
}

impl ReadElement for f16 {
    fn read_common(token: &[u8]) -> Option<f16> {
        decimal(token, "f16")?.parse().ok().map(f16::from_f32)
    }
}

impl ReadElement for f32 {
    fn read_common(token: &[u8]) -> Option<f32> {
        decimal(token, "f32")?.parse().ok()
    }
}

impl ReadElement for f64 {
    fn read_common(token: &[u8]) -> Option<f64> {
        decimal(token, "f64")?.parse().ok()
    }
}

impl ReadElement for bool {
    fn read_common(token: &[u8]) -> Option<bool> {
        match token {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        }
    }
}
