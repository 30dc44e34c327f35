//! Writing values as text.

use std::io::{self, Write};

use half::f16;

use super::array::with_elements;
use super::{ArrayData, Element, Value};
use crate::prim::PrimValue;

/// Writes a value on one line, in the notation of `futhark dataset`. Every number has its suffix. Floats have the
/// fewest digits that read back to the same number; only the bits of a NaN are lost. Fails only if writing fails.
pub fn write_text(value: &Value, out: &mut impl Write) -> io::Result<()> {
    let mut text = TextBuffer { text: Vec::new(), out };
    text.value(value)?;
    text.flush()
}

/// A buffer of text in front of an output.
struct TextBuffer<'a, W> {
    text: Vec<u8>,
    out: &'a mut W,
}

impl<W: Write> TextBuffer<'_, W> {
    /// The number of bytes at which the buffer is written out.
    const CAPACITY: usize = 1 << 16;

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn value(&mut self, value: &Value) -> io::Result<()> {
        match value {
            Value::Scalar(scalar) => {
                let data = ArrayData::from_values(scalar.prim_type(), [*scalar]);
                if let Some(data) = data {
                    with_elements!(&data, elements => self.elements(elements))?;
                }
            }
            Value::Array(array) if array.data.is_empty() => {
                self.text.extend(format!("empty({})", array.type_description()).as_bytes());
            }
            Value::Array(array) => with_elements!(&array.data, elements => self.rows(&array.shape, elements))?,
        }
        Ok(())
    }

    /// Writes an array that has elements, in brackets.
    fn rows<T: WriteElement>(&mut self, shape: &[usize], elements: &[T]) -> io::Result<()> {
        self.text.push(b'[');
        match shape {
            [size, inner @ ..] if !inner.is_empty() => {
                for (i, row) in elements.chunks_exact(elements.len() / size).enumerate() {
                    if i > 0 {
                        self.text.extend(b", ");
                    }
                    self.rows(inner, row)?;
                }
            }
            _ => self.elements(elements)?,
        }
        self.text.push(b']');
        Ok(())
    }

    /// Writes elements, separated by commas.
    fn elements<T: WriteElement>(&mut self, elements: &[T]) -> io::Result<()> {
        for (i, element) in elements.iter().enumerate() {
            if i > 0 {
                self.text.extend(b", ");
            }
            element.append_text(&mut self.text);
            if self.text.len() >= Self::CAPACITY {
                self.flush()?;
            }
        }
        Ok(())
    }
}

/// An element with a notation as text.
trait WriteElement: Element {
    /// Appends the element's notation.
    fn append_text(self, text: &mut Vec<u8>);
}

/// Implements [`WriteElement`] for integers.
macro_rules! integer_text {
    ($($t:ident)*) => {$(
        impl WriteElement for $t {
            fn append_text(self, text: &mut Vec<u8>) {
                let mut digits = [0; 20];
                let mut first = digits.len();
                let mut magnitude = i128::from(self).unsigned_abs() as u64;
                loop {
                    first -= 1;
                    digits[first] = b'0' + (magnitude % 10) as u8;
                    magnitude /= 10;
                    if magnitude == 0 {
                        break;
                    }
                }
                if i128::from(self) < 0 {
                    text.push(b'-');
                }
                text.extend(&digits[first..]);
                text.extend(stringify!($t).as_bytes());
            }
        }
    )*};
}

integer_text! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Implements [`WriteElement`] for floats.
macro_rules! float_text {
    ($($t:ident $Variant:ident)*) => {$(
        impl WriteElement for $t {
            fn append_text(self, text: &mut Vec<u8>) {
                // The data format has one NaN.
                let x = if self.is_nan() { $t::NAN } else { self };
                // Writing to a vector cannot fail.
                let _ = write!(text, "{}", PrimValue::$Variant(x));
            }
        }
    )*};
}

float_text! { f16 F16 f32 F32 f64 F64 }

impl WriteElement for bool {
    fn append_text(self, text: &mut Vec<u8>) {
        text.extend(if self { &b"true"[..] } else { b"false" });
    }
}
