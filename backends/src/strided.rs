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
const TILE: i64 = 32;

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
unsafe fn copy_elements<T: Copy>(destination: *mut T, source: *const T, extents: &[Extent]) {
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
        // On one side the elements of the inner dimension are far apart, so both dimensions are traversed in tiles.
        [outer, inner] if inner.to != 1 || inner.from != 1 => {
            for tile_outer in (0..outer.count).step_by(TILE as usize) {
                for tile_inner in (0..inner.count).step_by(TILE as usize) {
                    for i in tile_outer..(tile_outer + TILE).min(outer.count) {
                        for j in tile_inner..(tile_inner + TILE).min(inner.count) {
                            // SAFETY: upheld by the caller.
                            unsafe {
                                *destination.offset((i * outer.to + j * inner.to) as isize) =
                                    *source.offset((i * outer.from + j * inner.from) as isize);
                            }
                        }
                    }
                }
            }
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
        let source: Vec<u16> = (0..70 * 45).collect();
        let mut result = vec![0u16; source.len()];
        let extents = simplify(&[extent(70, 1, 45), extent(45, 70, 1)]);
        // SAFETY: both vectors have 70 * 45 elements.
        unsafe { copy(result.as_mut_ptr().cast(), source.as_ptr().cast(), 2, &extents) };
        assert!((0..70).all(|i| (0..45).all(|j| result[j * 70 + i] == source[i * 45 + j])));

        let source = [1u8, 2, 3, 4];
        let mut result = [0u8; 4];
        // SAFETY: the source is walked backwards from its last element.
        unsafe { copy(result.as_mut_ptr(), source.as_ptr().add(3), 1, &[extent(4, 1, -1)]) };
        assert_eq!(result, [4, 3, 2, 1]);
    }
}
