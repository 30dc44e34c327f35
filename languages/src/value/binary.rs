//! Futhark's binary data format, version 2.
//!
//! A value consists of the byte `b`, the version, the number of dimensions in a byte, the element type's name in four
//! characters (right-aligned), the sizes as `u64`s, and the elements. All numbers are little-endian. A `bool` is a
//! byte.

use std::io::{self, Write};

use super::array::{element_count, with_elements};
use super::reader::MAX_RANK;
use super::{ArrayData, ArrayValue, DataError, Element, Value, ValueType};
use crate::prim::PrimType;

/// The version of the format.
const VERSION: u8 = 2;

/// Returns the four characters of a type's name.
fn type_name(prim: PrimType) -> [u8; 4] {
    let mut name = [b' '; 4];
    let text = prim.name().as_bytes();
    name[4 - text.len()..].copy_from_slice(text);
    name
}

/// Takes the next `N` bytes.
fn take<const N: usize>(bytes: &[u8], offset: &mut usize, what: &str) -> Result<[u8; N], DataError> {
    let taken = bytes
        .get(*offset..)
        .and_then(|rest| rest.first_chunk::<N>())
        .ok_or_else(|| DataError::in_binary(*offset, format!("expected {what}, found the end of the data")))?;
    *offset += N;
    Ok(*taken)
}

/// The longest header of a value, in bytes.
pub(super) const MAX_HEADER: usize = 7 + 8 * u8::MAX as usize;

/// What stands before the elements of a value.
pub(super) struct Header {
    pub prim: PrimType,
    pub shape: Vec<usize>,
    /// Where the elements start, and how many bytes they take.
    pub offset: usize,
    pub length: usize,
}

impl Header {
    /// The value with these elements.
    pub fn value(self, data: ArrayData) -> Value {
        match data.get(0) {
            Some(scalar) if self.shape.is_empty() => Value::Scalar(scalar),
            _ => Value::Array(ArrayValue { shape: self.shape, data }),
        }
    }

    /// The error if there are only this many bytes of elements.
    pub fn too_short(&self, found: usize) -> DataError {
        let length = self.length;
        let message = format!("expected {length} bytes of elements, found the end of the data after {found}");
        DataError::in_binary(self.offset, message)
    }
}

/// Reads the value that starts at `start`, whose first byte is `b`. Returns the value and its end.
pub(super) fn read(bytes: &[u8], start: usize, expected: Option<&ValueType>) -> Result<(Value, usize), DataError> {
    let header = header(bytes, start, expected)?;
    let elements = bytes.get(header.offset..).and_then(|rest| rest.get(..header.length));
    let elements = elements.ok_or_else(|| header.too_short(bytes.len() - header.offset))?;
    let (data, end) = (ArrayData::from_bytes(header.prim, elements), header.offset + header.length);
    Ok((header.value(data), end))
}

/// Reads what stands before the elements of the value that starts at `start`, whose first byte is `b`.
pub(super) fn header(bytes: &[u8], start: usize, expected: Option<&ValueType>) -> Result<Header, DataError> {
    let mut offset = start + 1;
    let [version] = take(bytes, &mut offset, "the version of the binary format")?;
    if version != VERSION {
        return Err(DataError::in_binary(
            start + 1,
            format!("expected version {VERSION} of the binary format, found version {version}"),
        ));
    }
    let [rank] = take(bytes, &mut offset, "a number of dimensions")?;
    let rank = usize::from(rank);
    let name: [u8; 4] = take(bytes, &mut offset, "the name of a type")?;
    let prim = PrimType::ALL.into_iter().find(|prim| type_name(*prim) == name).ok_or_else(|| {
        DataError::in_binary(offset - 4, format!("expected the name of a type, found \"{}\"", name.escape_ascii()))
    })?;
    let found = ValueType { prim, rank };
    if let Some(expected) = expected.filter(|expected| **expected != found) {
        let found = if rank > MAX_RANK { format!("one of {rank} dimensions") } else { format!("one of type {found}") };
        return Err(DataError::in_binary(start, format!("expected a value of type {expected}, found {found}")));
    }
    if rank > MAX_RANK {
        return Err(DataError::in_binary(start + 2, format!("expected at most {MAX_RANK} dimensions, found {rank}")));
    }
    let sizes_start = offset;
    let mut shape = Vec::with_capacity(rank);
    for _ in 0..rank {
        let size = u64::from_le_bytes(take(bytes, &mut offset, "the size of a dimension")?);
        // `element_count` rejects any size beyond `usize`.
        shape.push(usize::try_from(size).unwrap_or(usize::MAX));
    }
    let count = element_count(&shape, prim)
        .ok_or_else(|| DataError::in_binary(sizes_start, format!("the sizes {shape:?} are too large")))?;
    Ok(Header { prim, shape, offset, length: count * prim.size_bytes() })
}

/// Writes a value in the binary format. Fails if writing fails, or if an array has more than 255 dimensions.
pub fn write_binary(value: &Value, out: &mut impl Write) -> io::Result<()> {
    let mut bytes = vec![b'b', VERSION];
    match value {
        Value::Scalar(scalar) => {
            bytes.push(0);
            bytes.extend(type_name(scalar.prim_type()));
            bytes.extend(&scalar.to_bits().to_le_bytes()[..scalar.prim_type().size_bytes()]);
        }
        Value::Array(array) => {
            let too_many = |_| io::Error::other("an array of more than 255 dimensions has no binary representation");
            bytes.push(u8::try_from(array.shape.len()).map_err(too_many)?);
            bytes.extend(type_name(array.data.prim_type()));
            for size in &array.shape {
                bytes.extend((*size as u64).to_le_bytes());
            }
            return with_elements!(&array.data, elements => write_elements(elements, bytes, out));
        }
    }
    out.write_all(&bytes)
}

/// Writes bytes and then elements, a part at a time, so that a large array does not need its size again in memory.
fn write_elements<T: Element>(elements: &[T], mut bytes: Vec<u8>, out: &mut impl Write) -> io::Result<()> {
    for part in elements.chunks(1 << 14) {
        T::append_bytes(part, &mut bytes);
        out.write_all(&bytes)?;
        bytes.clear();
    }
    // Without elements, the bytes in front of them are left.
    out.write_all(&bytes)
}
