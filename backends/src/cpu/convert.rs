//! Turns argument arrays into memory blocks, and memory blocks into result arrays. Only results are copied whose memory
//! the program still refers to, or that is lent.

use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use languages::prim::PrimType;
use languages::value::{ArrayData, Element, Lent, with_elements, with_type};

use super::memory::{Block, Heap};

/// Makes a block of an array's elements, without copying them.
pub fn adopt(heap: &mut Heap, data: ArrayData) -> NonNull<Block> {
    with_elements!(data, elements => adopt_vector(heap, elements))
}

fn adopt_vector<T: Element>(heap: &mut Heap, elements: Vec<T>) -> NonNull<Block> {
    let mut elements = ManuallyDrop::new(elements);
    // The pointer of a vector is never null, and its buffer has the layout of an array of `capacity` elements. Elements
    // beyond the length are uninitialised, as in any fresh block.
    let (data, count) = (elements.as_mut_ptr(), elements.capacity());
    match NonNull::new(data.cast::<u8>()) {
        Some(data) => heap.adopt(T::PRIM, count, data),
        None => heap.adopt(T::PRIM, 0, NonNull::<T>::dangling().cast()),
    }
}

/// Makes a block of elements that belong to somebody else.
///
/// # Safety
/// As long as there are references to the block, nothing writes to the elements, and they are alive.
pub unsafe fn lend(heap: &mut Heap, elements: Lent<'_>) -> NonNull<Block> {
    let data = NonNull::new(elements.address().cast_mut()).unwrap_or(NonNull::dangling());
    // SAFETY: upheld by the caller; the elements of a slice are aligned.
    unsafe { heap.lend(elements.prim_type(), elements.len(), data) }
}

/// Returns the first `count` elements of a block as an array, and gives up one reference to the block. `None` if the
/// block has fewer elements, or elements of another type.
///
/// # Safety
/// `block` is a block of `heap` with a reference.
pub unsafe fn extract(heap: &mut Heap, block: NonNull<Block>, prim: PrimType, count: usize) -> Option<ArrayData> {
    // SAFETY: upheld by the caller; the block has elements of type `prim`.
    unsafe {
        if block.as_ref().prim() != prim {
            return None;
        }
        // Elements of others are truth values.
        if prim == PrimType::Bool && !block.as_ref().is_lent() {
            make_truths(block, count);
        }
        with_type!(prim, T => extract_vector::<T>(heap, block, count))
    }
}

/// Makes every byte of an array of truth values 0 or 1. Elements that the program has not written may be other bytes.
///
/// # Safety
/// `block` has elements of type `bool`.
unsafe fn make_truths(block: NonNull<Block>, count: usize) {
    // SAFETY: upheld by the caller; the bytes are inside the block.
    unsafe {
        let (data, available) = block.as_ref().contents();
        let bytes = std::slice::from_raw_parts_mut(data.cast_mut(), count.min(available));
        bytes.iter_mut().for_each(|byte| *byte &= 1);
    }
}

/// [`extract`] for elements of type `T`.
///
/// # Safety
/// As [`extract`].
unsafe fn extract_vector<T: Element>(heap: &mut Heap, block: NonNull<Block>, count: usize) -> Option<ArrayData> {
    // SAFETY: upheld by the caller; a taken block has the layout of an array of `capacity` elements of `T`, and nothing
    // else refers to it; a block that is not taken is kept alive by another reference, or its owner keeps the elements.
    unsafe {
        let (data, available) = block.as_ref().contents();
        if available < count {
            return None;
        }
        let elements = match heap.take(block) {
            Some((data, capacity)) => Vec::from_raw_parts(data.as_ptr().cast::<T>(), count, capacity),
            None => std::slice::from_raw_parts(data.cast::<T>(), count).to_vec(),
        };
        Some(T::into_data(elements))
    }
}
