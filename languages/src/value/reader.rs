//! Reads sequences of values, each as text or binary.

use std::borrow::Cow;
use std::io::Read;

use super::text::{self, Text};
use super::{DataError, Shape, Tree, Value, ValueType, binary};

/// The greatest number of dimensions of arrays in the input.
pub(super) const MAX_RANK: usize = 64;

/// The first bytes of the gzip format.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Reads values from input, one after the other. Each may be text or binary, independently of the others.
///
/// The input is not trusted. Memory for an array is allocated only as its bytes are found, and no input makes reading
/// panic. Only compressed input may take more memory than its own size, up to a thousand times.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: Cow<'a, [u8]>,
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Returns a reader of input. Uncompresses the input if it is in gzip's format; fails if it is damaged.
    pub fn new(bytes: &'a [u8]) -> Result<Reader<'a>, DataError> {
        if !bytes.starts_with(&GZIP_MAGIC) {
            return Ok(Reader { bytes: Cow::Borrowed(bytes), offset: 0 });
        }
        let mut uncompressed = Vec::new();
        flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut uncompressed).map_err(|error| {
            DataError::in_binary(uncompressed.len(), format!("the data is damaged or not in gzip's format: {error}"))
        })?;
        Ok(Reader { bytes: Cow::Owned(uncompressed), offset: 0 })
    }

    /// Reads the next value. Returns `None` at the end of the input.
    ///
    /// If the type is known, numbers need no suffix and empty arrays can be `[]`; a value of another type is an error.
    /// Otherwise, a number without a suffix is an `i32` or, with a fraction, an `f64`.
    pub fn next(&mut self, expected: Option<&ValueType>) -> Result<Option<Value>, DataError> {
        let bytes = &self.bytes[..];
        let start = text::skip_blanks(bytes, self.offset);
        let (value, end) = match bytes.get(start) {
            None => {
                self.offset = start;
                return Ok(None);
            }
            Some(b'b') => binary::read(bytes, start, expected)?,
            Some(_) => text::read(bytes, start, expected)?,
        };
        self.offset = end;
        Ok(Some(value))
    }

    /// Reads the next value, of a type that may be written only in the syntax of Futhark's source. Returns `None` at
    /// the end of the input.
    pub fn next_tree(&mut self, shape: &Shape) -> Result<Option<Tree>, DataError> {
        if let Some(ty) = shape.value_type() {
            return Ok(self.next(Some(&ty))?.map(Tree::Leaf));
        }
        self.offset = text::skip_blanks(&self.bytes, self.offset);
        if self.offset == self.bytes.len() {
            return Ok(None);
        }
        let mut text = Text { bytes: &self.bytes, offset: self.offset };
        let tree = text.tree(shape, false)?;
        self.offset = text.offset;
        Ok(Some(tree))
    }

    /// Whether the next value is written in the syntax of Futhark's source. If not, it is given leaf by leaf.
    pub fn is_whole(&self) -> bool {
        let offset = text::skip_blanks(&self.bytes, self.offset);
        offset == self.bytes.len() || Text { bytes: &self.bytes, offset }.is_whole()
    }

    /// Reads all remaining values, of the types that they state.
    pub fn read_all(&mut self) -> Result<Vec<Value>, DataError> {
        let mut values = Vec::new();
        while let Some(value) = self.next(None)? {
            values.push(value);
        }
        Ok(values)
    }

    /// Returns the number of bytes of the (uncompressed) input that have been read.
    pub fn offset(&self) -> usize {
        self.offset
    }
}
