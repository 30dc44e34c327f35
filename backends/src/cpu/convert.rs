//! Turns argument arrays into memory blocks, and memory blocks into result arrays. Nothing is copied unless the program
//! still refers to the block.

use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use languages::prim::PrimType;
use languages::value::{ArrayData, Element};

use super::memory::{Block, Heap};

/// Evaluates an expression for the element type of an array.
macro_rules! for_elements {
    ($data:expr, $elements:ident => $body:expr) => {
        match $data {
            ArrayData::I8($elements) => $body,
            ArrayData::I16($elements) => $body,
            ArrayData::I32($elements) => $body,
            ArrayData::I64($elements) => $body,
            ArrayData::U8($elements) => $body,
            ArrayData::U16($elements) => $body,
            ArrayData::U32($elements) => $body,
            ArrayData::U64($elements) => $body,
            ArrayData::F16($elements) => $body,
            ArrayData::F32($elements) => $body,
            ArrayData::F64($elements) => $body,
            ArrayData::Bool($elements) => $body,
        }
    };
}

/// Makes a block of an array's elements, without copying them.
pub fn adopt(heap: &mut Heap, data: ArrayData) -> NonNull<Block> {
    for_elements!(data, elements => adopt_vector(heap, elements))
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
        match prim {
            PrimType::I8 => extract_vector::<i8>(heap, block, count),
            PrimType::I16 => extract_vector::<i16>(heap, block, count),
            PrimType::I32 => extract_vector::<i32>(heap, block, count),
            PrimType::I64 => extract_vector::<i64>(heap, block, count),
            PrimType::U8 => extract_vector::<u8>(heap, block, count),
            PrimType::U16 => extract_vector::<u16>(heap, block, count),
            PrimType::U32 => extract_vector::<u32>(heap, block, count),
            PrimType::U64 => extract_vector::<u64>(heap, block, count),
            PrimType::F16 => extract_vector::<half::f16>(heap, block, count),
            PrimType::F32 => extract_vector::<f32>(heap, block, count),
            PrimType::F64 => extract_vector::<f64>(heap, block, count),
            PrimType::Bool => {
                make_truths(block, count);
                extract_vector::<bool>(heap, block, count)
            }
        }
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
    // else refers to it; a block that is not taken is kept alive by another reference.
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
