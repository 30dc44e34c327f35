//! Copies between strided layouts in host memory.

/// One dimension of a copy: its size, and its strides in the destination and the source, in elements.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Number of indices.
    pub count: i64,
    /// Stride in the destination.
    pub to: i64,
    /// Stride in the source.
    pub from: i64,
}

/// An equivalent copy with as few dimensions as possible. Dimensions of size 1 are dropped, and adjacent dimensions
/// that one stride covers are merged. A copy of at most one element has no dimensions left.
pub fn simplify(extents: &[Extent]) -> Vec<Extent> {
    let mut simple: Vec<Extent> = Vec::with_capacity(extents.len());
    if extents.iter().any(|e| e.count <= 0) {
        return simple;
    }
    for &inner in extents.iter().filter(|e| e.count != 1) {
        match simple.last_mut() {
            Some(outer) if outer.to == inner.to * inner.count && outer.from == inner.from * inner.count => {
                match outer.count.checked_mul(inner.count) {
                    Some(count) => *outer = Extent { count, ..inner },
                    // With strides of 0 a small block may have more elements than an `i64` can count.
                    None => simple.push(inner),
                }
            }
            _ => simple.push(inner),
        }
    }
    simple
}

/// The side of the square tiles of a transposition. Two tiles of 8-byte elements fit into a first-level cache.
const TILE: usize = 32;

/// The elements of a copy.
trait Element: Copy {
    /// The rows and columns of a block that registers transpose: as many elements as a register of 128 bits has.
    const SIDE: usize;

    /// Transposes a block. Rows are `from_row` and `to_row` elements apart.
    ///
    /// # Safety
    /// All elements of the block may be read in `from` and written in `to`.
    unsafe fn transpose_block(to: *mut Self, to_row: isize, from: *const Self, from_row: isize);
}

/// Blocks of a type of element. In each of the rounds, row `k` of a half and row `k` of the other half are merged, one
/// element of each in turn. A block of 2^n rows is transposed after n rounds.
macro_rules! element {
    ($type:ident, $side:literal, $rounds:literal, $low:ident, $high:ident) => {
        impl Element for $type {
            const SIDE: usize = $side;

            #[inline]
            #[cfg(target_arch = "x86_64")]
            unsafe fn transpose_block(to: *mut Self, to_row: isize, from: *const Self, from_row: isize) {
                use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_setzero_si128, _mm_storeu_si128, $high, $low};
                // SAFETY: by the caller's promise; all processors with this architecture have these instructions.
                unsafe {
                    let mut rows = [_mm_setzero_si128(); $side];
                    for (k, row) in rows.iter_mut().enumerate() {
                        *row = _mm_loadu_si128(from.offset(k as isize * from_row).cast::<__m128i>());
                    }
                    for _ in 0..$rounds {
                        let before = rows;
                        for k in 0..$side / 2 {
                            rows[2 * k] = $low(before[k], before[k + $side / 2]);
                            rows[2 * k + 1] = $high(before[k], before[k + $side / 2]);
                        }
                    }
                    for (k, row) in rows.into_iter().enumerate() {
                        _mm_storeu_si128(to.offset(k as isize * to_row).cast::<__m128i>(), row);
                    }
                }
            }

            #[inline]
            #[cfg(not(target_arch = "x86_64"))]
            unsafe fn transpose_block(to: *mut Self, to_row: isize, from: *const Self, from_row: isize) {
                for i in 0..$side {
                    for j in 0..$side {
                        // SAFETY: by the caller's promise.
                        unsafe { *to.offset(j * to_row + i) = *from.offset(i * from_row + j) };
                    }
                }
            }
        }
    };
}

element!(u8, 16, 4, _mm_unpacklo_epi8, _mm_unpackhi_epi8);
element!(u16, 8, 3, _mm_unpacklo_epi16, _mm_unpackhi_epi16);
element!(u32, 4, 2, _mm_unpacklo_epi32, _mm_unpackhi_epi32);
element!(u64, 2, 1, _mm_unpacklo_epi64, _mm_unpackhi_epi64);

/// Copies at least one element of `size` bytes (1, 2, 4 or 8) along `extents`, a result of [`simplify`].
///
/// # Safety
/// All elements that the extents reach may be read in `source` and written in `destination`. If they overlap, the
/// result is unspecified.
pub unsafe fn copy(destination: *mut u8, source: *const u8, size: usize, extents: &[Extent]) {
    // SAFETY: upheld by the caller; IMP memory is aligned to its elements.
    unsafe {
        match size {
            1 => copy_elements(destination, source, extents),
            2 => copy_elements(destination.cast::<u16>(), source.cast(), extents),
            4 => copy_elements(destination.cast::<u32>(), source.cast(), extents),
            _ => copy_elements(destination.cast::<u64>(), source.cast(), extents),
        }
    }
}

/// [`copy`] for elements of type `T`.
///
/// # Safety
/// As [`copy`].
unsafe fn copy_elements<T: Element>(destination: *mut T, source: *const T, extents: &[Extent]) {
    match *extents {
        [] => {}
        [Extent { count, to: 1, from: 1 }] => {
            // SAFETY: upheld by the caller.
            unsafe { std::ptr::copy(source, destination, count as usize) };
        }
        [Extent { count, to, from }] => {
            for i in 0..count as isize {
                // SAFETY: upheld by the caller.
                unsafe { *destination.offset(i * to as isize) = *source.offset(i * from as isize) };
            }
        }
        [Extent { count: rows, to: 1, from: from_row }, Extent { count: columns, to: to_row, from: 1 }]
        | [Extent { count: columns, to: to_row, from: 1 }, Extent { count: rows, to: 1, from: from_row }] => {
            // SAFETY: upheld by the caller.
            unsafe {
                transpose(destination, to_row as isize, source, from_row as isize, rows as usize, columns as usize)
            };
        }
        // On one side the elements of the inner dimension are far apart, so both dimensions are traversed in tiles.
        [outer, inner] if inner.to != 1 || inner.from != 1 => {
            tiles(outer.count as usize, inner.count as usize, TILE, |i, j| {
                let (i, j) = (i as i64, j as i64);
                // SAFETY: upheld by the caller.
                unsafe {
                    *destination.offset((i * outer.to + j * inner.to) as isize) =
                        *source.offset((i * outer.from + j * inner.from) as isize);
                }
            });
        }
        [outer, ref rest @ ..] => {
            for i in 0..outer.count as isize {
                // SAFETY: upheld by the caller.
                unsafe {
                    let to = destination.offset(i * outer.to as isize);
                    copy_elements(to, source.offset(i * outer.from as isize), rest);
                }
            }
        }
    }
}

/// Calls `each` for all pairs of indices, those of a square tile together.
fn tiles(rows: usize, columns: usize, side: usize, mut each: impl FnMut(usize, usize)) {
    for row in (0..rows).step_by(side) {
        for column in (0..columns).step_by(side) {
            for i in row..(row + side).min(rows) {
                for j in column..(column + side).min(columns) {
                    each(i, j);
                }
            }
        }
    }
}

/// Transposes a matrix, whose rows are `from_row` elements apart. Those of the result are `to_row` apart.
///
/// # Safety
/// All elements of the matrix may be read in `source` and written in `destination`.
unsafe fn transpose<T: Element>(
    destination: *mut T,
    to_row: isize,
    source: *const T,
    from_row: isize,
    rows: usize,
    columns: usize,
) {
    let side = T::SIDE;
    let (whole_rows, whole_columns) = (rows / side, columns / side);
    let element = |i: usize, j: usize| {
        let (i, j) = (i as isize, j as isize);
        // SAFETY: upheld by the caller.
        unsafe { *destination.offset(j * to_row + i) = *source.offset(i * from_row + j) };
    };
    tiles(whole_rows, whole_columns, (TILE / side).max(4), |i, j| {
        let (i, j) = ((i * side) as isize, (j * side) as isize);
        // SAFETY: upheld by the caller; the block is part of the matrix.
        unsafe {
            let to = destination.offset(j * to_row + i);
            T::transpose_block(to, to_row, source.offset(i * from_row + j), from_row);
        }
    });
    // What is left on the right and below.
    for i in 0..whole_rows * side {
        (whole_columns * side..columns).for_each(|j| element(i, j));
    }
    for i in whole_rows * side..rows {
        (0..columns).for_each(|j| element(i, j));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(count: i64, to: i64, from: i64) -> Extent {
        Extent { count, to, from }
    }

    #[test]
    fn dense_dimensions_merge() {
        assert_eq!(simplify(&[extent(2, 12, 12), extent(3, 4, 4), extent(4, 1, 1)]), [extent(24, 1, 1)]);
        assert_eq!(simplify(&[extent(5, 1, 9), extent(1, 7, 7)]), [extent(5, 1, 9)]);
        assert_eq!(simplify(&[extent(5, 1, 9), extent(0, 7, 7)]), []);
        assert_eq!(simplify(&[extent(2, 1, 3), extent(3, 2, 1)]).len(), 2);
    }

    #[test]
    fn transposition_and_reversal() {
        for size in [1, 2, 4, 8] {
            let source: Vec<u8> = (0..70 * 45 * size).map(|k| (k % 251) as u8).collect();
            let transposed = [extent(70, 1, 45), extent(45, 70, 1)];
            for extents in [transposed, [transposed[1], transposed[0]]] {
                let mut result = vec![0u8; source.len()];
                // SAFETY: both vectors have 70 * 45 elements.
                unsafe { copy(result.as_mut_ptr(), source.as_ptr(), size, &simplify(&extents)) };
                let at = |bytes: &[u8], element: usize| bytes[element * size..][..size].to_vec();
                assert!((0..70).all(|i| (0..45).all(|j| at(&result, j * 70 + i) == at(&source, i * 45 + j))), "{size}");
            }
        }

        let source = [1u8, 2, 3, 4];
        let mut result = [0u8; 4];
        // SAFETY: the source is walked backwards from its last element.
        unsafe { copy(result.as_mut_ptr(), source.as_ptr().add(3), 1, &[extent(4, 1, -1)]) };
        assert_eq!(result, [4, 3, 2, 1]);
    }
}
