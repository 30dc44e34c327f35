//! NumPy's file format for one array (`.npy`).
//!
//! A file begins with `\x93NUMPY`, two bytes of version, the length of a header in 2 or 4 bytes, and the header: a
//! dictionary of Python such as `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`. The elements follow.

use languages::prim::PrimType;
use languages::value::{ArrayData, ArrayValue, Value};
use std::io::{self, Write};

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"\x93NUMPY";
/// The header and what is before it are padded to a multiple of this.
const ALIGNMENT: usize = 64;

/// The types of both formats.
const TYPES: [(&str, PrimType); 12] = [
    ("i1", PrimType::I8),
    ("i2", PrimType::I16),
    ("i4", PrimType::I32),
    ("i8", PrimType::I64),
    ("u1", PrimType::U8),
    ("u2", PrimType::U16),
    ("u4", PrimType::U32),
    ("u8", PrimType::U64),
    ("f2", PrimType::F16),
    ("f4", PrimType::F32),
    ("f8", PrimType::F64),
    ("b1", PrimType::Bool),
];

/// Reads an array at the start of some bytes, and returns the bytes behind it, too.
///
/// Errors: what is wrong.
pub fn read(bytes: &[u8]) -> Result<(Value, &[u8]), String> {
    let cut_off = || "the data ends too early".to_string();
    let rest = bytes.strip_prefix(MAGIC).ok_or("not an array of NumPy")?;
    let (version, rest) = rest.split_at_checked(2).ok_or_else(cut_off)?;
    let width = if version[0] == 1 { 2 } else { 4 };
    let (length, rest) = rest.split_at_checked(width).ok_or_else(cut_off)?;
    let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
    let (header, rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
    let header = String::from_utf8_lossy(header);
    let (prim, swapped) = element_type(entry(&header, "descr")?)?;
    let mut shape = sizes(entry(&header, "shape")?)?;
    let is_fortran = entry(&header, "fortran_order")?.starts_with("True");
    let size = prim.size_bytes();
    let count = shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
    let end = count.and_then(|count| count.checked_mul(size)).ok_or("the array is too large")?;
    let (elements, rest) = rest.split_at_checked(end).ok_or_else(cut_off)?;
    let mut elements = elements.to_vec();
    if swapped {
        elements.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    }
    if is_fortran && shape.len() > 1 {
        elements = transposed(&elements, size, &shape);
    }
    let data = ArrayData::from_bytes(prim, &elements);
    let value = match data.get(0) {
        Some(scalar) if shape.is_empty() => Value::Scalar(scalar),
        _ => Value::Array(ArrayValue { shape: std::mem::take(&mut shape), data }),
    };
    Ok((value, rest))
}

/// The text of an entry of the header, and all that follows.
fn entry<'h>(header: &'h str, key: &str) -> Result<&'h str, String> {
    let found = header.split_once(&format!("'{key}'")).and_then(|(_, rest)| rest.trim_start().strip_prefix(':'));
    found.map(str::trim_start).ok_or_else(|| format!("the header has no `{key}`"))
}

/// A type, and whether the bytes of its values are in the order of big-endian machines.
fn element_type(text: &str) -> Result<(PrimType, bool), String> {
    let name = text.strip_prefix('\'').and_then(|text| text.split_once('\'')).map_or(text, |(name, _)| name);
    let plain = name.trim_start_matches(['<', '>', '|', '=']);
    let known = TYPES.iter().find(|(own, _)| *own == plain);
    let (_, prim) = known.ok_or_else(|| format!("elements of type `{name}` are not supported"))?;
    Ok((*prim, name.starts_with('>')))
}

fn sizes(text: &str) -> Result<Vec<usize>, String> {
    let inside = text.strip_prefix('(').and_then(|text| text.split_once(')')).ok_or("the shape is no tuple")?.0;
    let parts = inside.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_err(|_| format!("`{part}` is no size"))).collect()
}

/// Elements in row-major order, given those in column-major order.
fn transposed(elements: &[u8], size: usize, shape: &[usize]) -> Vec<u8> {
    let mut result = Vec::with_capacity(elements.len());
    let mut index = vec![0; shape.len()];
    for _ in 0..elements.len() / size {
        let place = index.iter().zip(shape).rev().fold(0, |place, (index, size)| place * size + index);
        result.extend_from_slice(&elements[place * size..][..size]);
        for (index, size) in index.iter_mut().zip(shape).rev() {
            *index += 1;
            if *index < *size {
                break;
            }
            *index = 0;
        }
    }
    result
}

/// Writes a value.
pub fn write(value: &Value, out: &mut impl Write) -> io::Result<()> {
    let (shape, data) = match value {
        Value::Scalar(scalar) => {
            let prim = scalar.prim_type();
            let bytes = scalar.to_bits().to_le_bytes();
            (&[][..], ArrayData::from_bytes(prim, &bytes[..prim.size_bytes()]))
        }
        Value::Array(array) => (&array.shape[..], array.data.clone()),
    };
    let prim = data.prim_type();
    let order = if prim.size_bytes() == 1 { '|' } else { '<' };
    // Every primitive type is in the table.
    let name = TYPES.iter().find(|(_, own)| *own == prim).map_or("", |(name, _)| name);
    let mut sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    if shape.len() > 1 {
        sizes.truncate(sizes.len() - 2);
    }
    let sizes = if shape.len() == 1 { sizes.trim_end() } else { &sizes };
    let mut header = format!("{{'descr': '{order}{name}', 'fortran_order': False, 'shape': ({sizes}), }}");
    let before = MAGIC.len() + 4;
    let padded = (before + header.len() + 1).next_multiple_of(ALIGNMENT) - before;
    header.push_str(&" ".repeat(padded - 1 - header.len()));
    header.push('\n');
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    // At most 64 sizes of 20 digits.
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    let mut bytes = Vec::new();
    data.append_bytes(&mut bytes);
    out.write_all(&bytes)
}
