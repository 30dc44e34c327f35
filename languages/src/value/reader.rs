//! Reads sequences of values, each as text or binary.

use std::borrow::Cow;
use std::io::{self, Read};

use super::text::{self, Text};
use super::{ArrayData, DataError, Shape, Tree, Value, ValueType, binary};

/// The greatest number of dimensions of arrays in the input.
pub(super) const MAX_RANK: usize = 64;

/// The first bytes of the gzip format.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The number of bytes that are taken from a source together.
const CHUNK: usize = 1 << 20;

/// Reads values from input, one after the other. Each may be text or binary, independently of the others.
///
/// The input is not trusted. Memory for an array is allocated only as its bytes are found, and no input makes reading
/// panic. Only compressed input may take more memory than its own size, up to a thousand times.
pub struct Reader<'a> {
    bytes: Cow<'a, [u8]>,
    offset: usize,
    /// The bytes behind `bytes`. Elements of binary arrays go directly from there into the array.
    source: Option<Box<dyn Read + 'a>>,
    /// The number of bytes that were before `bytes`.
    dropped: usize,
}

impl<'a> Reader<'a> {
    /// Returns a reader of input. Uncompresses the input if it is in gzip's format; fails if it is damaged.
    pub fn new(bytes: &'a [u8]) -> Result<Reader<'a>, DataError> {
        if !bytes.starts_with(&GZIP_MAGIC) {
            return Ok(Reader { bytes: Cow::Borrowed(bytes), offset: 0, source: None, dropped: 0 });
        }
        let mut uncompressed = Vec::new();
        flate2::read::MultiGzDecoder::new(bytes)
            .read_to_end(&mut uncompressed)
            .map_err(|error| damaged(uncompressed.len(), &error))?;
        Ok(Reader { bytes: Cow::Owned(uncompressed), offset: 0, source: None, dropped: 0 })
    }

    /// Returns a reader of a source, which it reads as values are asked for. Uncompresses it if it is in gzip's format.
    pub fn from_source(mut source: impl Read + 'a) -> Result<Reader<'a>, DataError> {
        let mut first = Vec::new();
        let magic = GZIP_MAGIC.len() as u64;
        source.by_ref().take(magic).read_to_end(&mut first).map_err(|error| damaged(0, &error))?;
        if first != GZIP_MAGIC {
            return Ok(Reader { bytes: Cow::Owned(first), offset: 0, source: Some(Box::new(source)), dropped: 0 });
        }
        let whole = io::Cursor::new(first).chain(source);
        let source: Box<dyn Read + 'a> = Box::new(flate2::read::MultiGzDecoder::new(whole));
        Ok(Reader { bytes: Cow::Borrowed(&[]), offset: 0, source: Some(source), dropped: 0 })
    }

    /// Reads at most this many bytes of the source.
    fn fill(&mut self, most: usize) -> Result<(), DataError> {
        let Some(source) = &mut self.source else { return Ok(()) };
        let bytes = self.bytes.to_mut();
        let before = bytes.len();
        let done = source.take(most as u64).read_to_end(bytes).map_err(|error| damaged(bytes.len(), &error))?;
        if done < most {
            self.source = None;
        }
        debug_assert_eq!(self.bytes.len(), before + done);
        Ok(())
    }

    /// The position of the next byte that is not blank, or the end of the input.
    fn start(&mut self) -> Result<usize, DataError> {
        loop {
            let start = text::skip_blanks(&self.bytes, self.offset);
            if start < self.bytes.len() || self.source.is_none() {
                return Ok(start);
            }
            self.fill(CHUNK)?;
        }
    }

    /// Reads the rest of the source, unless a binary value is next.
    fn fill_text(&mut self) -> Result<usize, DataError> {
        let start = self.start()?;
        if self.bytes.get(start).is_some_and(|byte| *byte != b'b') {
            self.fill(usize::MAX)?;
        }
        Ok(start)
    }

    /// Reads a binary value, whose elements may be behind the bytes that are here.
    fn binary(&mut self, start: usize, expected: Option<&ValueType>) -> Result<Value, DataError> {
        self.fill((start + binary::MAX_HEADER).saturating_sub(self.bytes.len()))?;
        let dropped = self.dropped;
        let placed = |error: DataError| DataError { offset: error.offset + dropped, ..error };
        let header = binary::header(&self.bytes, start, expected).map_err(placed)?;
        let end = header.offset + header.length;
        let Some(source) = self.source.as_mut().filter(|_| end > self.bytes.len()) else {
            let (value, end) = binary::read(&self.bytes, start, expected).map_err(placed)?;
            self.offset = end;
            return Ok(value);
        };
        let size = header.prim.size_bytes();
        let mut data = ArrayData::zeros(header.prim, 0);
        data.reserve(header.length / size);
        let mut chunk = self.bytes[header.offset..].to_vec();
        let mut found = 0;
        while found < header.length {
            let wanted = (header.length - found).min(CHUNK).saturating_sub(chunk.len());
            let done = source.take(wanted as u64).read_to_end(&mut chunk).map_err(|error| damaged(found, &error))?;
            if done < wanted {
                return Err(placed(header.too_short(found + chunk.len())));
            }
            let whole = chunk.len() / size * size;
            data.extend(&chunk[..whole]);
            chunk.drain(..whole);
            found += whole;
        }
        self.dropped += end;
        (self.bytes, self.offset) = (Cow::Owned(chunk), 0);
        Ok(header.value(data))
    }

    /// Reads the next value. Returns `None` at the end of the input.
    ///
    /// If the type is known, numbers need no suffix and empty arrays can be `[]`; a value of another type is an error.
    /// Otherwise, a number without a suffix is an `i32` or, with a fraction, an `f64`.
    pub fn next(&mut self, expected: Option<&ValueType>) -> Result<Option<Value>, DataError> {
        let start = self.fill_text()?;
        let (value, end) = match self.bytes.get(start) {
            None => {
                self.offset = start;
                return Ok(None);
            }
            Some(b'b') => return self.binary(start, expected).map(Some),
            Some(_) => text::read(&self.bytes, start, expected)?,
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
        self.fill(usize::MAX)?;
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
    /// Fails if the source cannot be read.
    pub fn is_whole(&mut self) -> Result<bool, DataError> {
        let offset = self.fill_text()?;
        Ok(offset == self.bytes.len() || Text { bytes: &self.bytes, offset }.is_whole())
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
        self.dropped + self.offset
    }
}

fn damaged(offset: usize, error: &io::Error) -> DataError {
    DataError::in_binary(offset, format!("the data is damaged or cannot be read: {error}"))
}
