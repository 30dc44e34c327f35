//! Reading a sequence of values, text or binary.

use std::borrow::Cow;
use std::io::Read;

use super::text::{self, Text};
use super::{DataError, Shape, Tree, Value, ValueType, binary};

/// The most dimensions that an array read from input may have.
pub(super) const MAX_RANK: usize = 64;

/// What the gzip format begins with.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Reads values from input, one after the other. Each may be text or binary, whatever the others are.
///
/// The input is not trusted: nothing that it says about sizes is believed before as many bytes are there, and no input
/// makes reading panic. Only compressed input may take more memory than its own size, up to a thousand times.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: Cow<'a, [u8]>,
    offset: usize,
}

impl<'a> Reader<'a> {
    /// A reader of input, which is uncompressed first if it is in gzip's format. Errors if it is damaged.
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

    /// Reads the next value, `None` at the end of the input.
    ///
    /// Where the type is known, numbers need no suffix and empty arrays can be `[]`; a value of another type is an error.
    /// Without it, a number without a suffix is an `i32` or, if it is written as a fraction, an `f64`.
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

    /// Reads the next value, which is one of a type that may have no representation but that in Futhark's source. `None` at the end of the input.
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

    /// Whether the next value is written as in Futhark's source. If not, a value without representation is given leaf by leaf.
    pub fn is_whole(&self) -> bool {
        let offset = text::skip_blanks(&self.bytes, self.offset);
        offset == self.bytes.len() || Text { bytes: &self.bytes, offset }.is_whole()
    }

    /// Reads all values that are left, of whatever types they say they have.
    pub fn read_all(&mut self) -> Result<Vec<Value>, DataError> {
        let mut values = Vec::new();
        while let Some(value) = self.next(None)? {
            values.push(value);
        }
        Ok(values)
    }

    /// How many bytes of the (uncompressed) input have been read.
    pub fn offset(&self) -> usize {
        self.offset
    }
}
