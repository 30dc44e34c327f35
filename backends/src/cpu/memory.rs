//! Memory blocks of the compiled program. They are reference counted. They are allocated with Rust's allocator, so that
//! the vector of an argument can become a block, and the block of a result can become a vector, without copying.
//!
//! A block may also be lent: its elements belong to somebody else. They are neither freed nor used again, and code that
//! may write into the block must not be given it.
//!
//! Every block belongs to one [`Heap`], and every heap to one thread. Kernels see outer blocks only as base addresses,
//! so reference counts need no atomic operations. A heap frees its remaining blocks when it is dropped; after a run
//! without errors no block remains.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::{self, NonNull};

use framework::huge_pages;
use languages::memory;
use languages::prim::PrimType;

/// The head of a memory block. Compiled code reads `data` and writes `references`; their offsets are constants below.
#[repr(C)]
pub struct Block {
    /// Address of the first element. Aligned to the element type; dangling if the block is empty.
    data: *mut u8,
    /// Number of memory variables that denote the block.
    references: u64,
    /// Number of elements allocated.
    count: usize,
    /// Element type.
    prim: PrimType,
    /// Whether the elements belong to somebody else.
    lent: bool,
    /// The previous block in the heap's list.
    previous: *mut Block,
    next: *mut Block,
}

impl Block {
    /// The type of the elements.
    pub const fn prim(&self) -> PrimType {
        self.prim
    }

    /// Address of the first element and number of elements allocated.
    pub const fn contents(&self) -> (*const u8, usize) {
        (self.data.cast_const(), self.count)
    }

    /// Whether the elements belong to somebody else.
    pub const fn is_lent(&self) -> bool {
        self.lent
    }
}

/// Offset of [`Block`]'s data address.
pub const DATA_OFFSET: i32 = std::mem::offset_of!(Block, data) as i32;
/// Offset of [`Block`]'s reference count.
pub const REFERENCES_OFFSET: i32 = std::mem::offset_of!(Block, references) as i32;

/// The reason why a block could not be allocated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllocError {
    /// The requested number of elements is negative.
    Negative { count: i64 },
    /// There is not enough memory for so many bytes.
    OutOfMemory { bytes: u128 },
}

impl std::fmt::Display for AllocError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AllocError::Negative { count } => write!(f, "Cannot allocate an array of {count} elements."),
            AllocError::OutOfMemory { bytes } => write!(f, "Out of memory: cannot allocate {bytes} bytes."),
        }
    }
}

/// Limits on the released blocks that a heap keeps for allocations of the same size: their number, and their bytes in
/// total. Reuse pays, since the first touch of fresh memory is slow.
const CACHED_BLOCKS: usize = 16;
const CACHED_BYTES: usize = 1 << 30;

/// Allocations of at least so many bytes are checked against the machine's free memory first. A system that overcommits
/// would grant them, and kill the process when it uses the memory.
const CHECKED_BYTES: usize = 256 << 20;

/// The memory blocks of one thread.
pub struct Heap {
    first: *mut Block,
    /// The cached blocks, the oldest first.
    cached: Vec<NonNull<Block>>,
    cached_bytes: usize,
    live: usize,
    /// The bytes of the blocks in use, and the most there have been.
    live_bytes: usize,
    peak_bytes: usize,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

impl Heap {
    /// An empty heap.
    pub const fn new() -> Heap {
        Heap { first: ptr::null_mut(), cached: Vec::new(), cached_bytes: 0, live: 0, live_bytes: 0, peak_bytes: 0 }
    }

    /// Number of blocks in use.
    pub const fn live(&self) -> usize {
        self.live
    }

    /// The most bytes that were in use at the same time.
    pub const fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// Counts bytes that were in use beside those of this heap.
    pub fn count_beside(&mut self, bytes: usize) {
        self.peak_bytes = self.peak_bytes.max(self.live_bytes + bytes);
    }

    /// Starts to count the most bytes in use anew.
    pub const fn forget_peak(&mut self) {
        self.peak_bytes = self.live_bytes;
    }

    /// A fresh block of `count` elements, with one reference and unspecified contents.
    pub fn allocate(&mut self, prim: PrimType, count: i64) -> Result<NonNull<Block>, AllocError> {
        let Ok(elements) = usize::try_from(count) else { return Err(AllocError::Negative { count }) };
        if let Some(at) = self.cached.iter().position(|block| {
            // SAFETY: cached blocks are allocated, and only this heap knows them.
            let block = unsafe { block.as_ref() };
            block.count == elements && block.prim == prim
        }) {
            let block = self.cached.remove(at);
            self.cached_bytes -= bytes_of(block);
            self.link(block);
            return Ok(block);
        }
        let out_of_memory = || AllocError::OutOfMemory { bytes: elements as u128 * prim.size_bytes() as u128 };
        let layout = layout(prim, elements).ok_or_else(out_of_memory)?;
        if layout.size() >= CHECKED_BYTES && memory::available().is_some_and(|bytes| bytes < layout.size()) {
            self.drop_cached();
            if memory::available().is_some_and(|bytes| bytes < layout.size()) {
                return Err(out_of_memory());
            }
        }
        let mut data = allocate_bytes(layout);
        if data.is_none() {
            self.drop_cached();
            data = allocate_bytes(layout);
        }
        Ok(self.adopt(prim, elements, data.ok_or_else(out_of_memory)?))
    }

    /// Makes a block, with one reference, of memory that Rust's global allocator has allocated for `count` elements of
    /// `prim`.
    pub fn adopt(&mut self, prim: PrimType, count: usize, data: NonNull<u8>) -> NonNull<Block> {
        self.block(prim, count, data, false)
    }

    /// Makes a block, with one reference, of the memory of `count` elements of `prim` that belong to somebody else.
    ///
    /// # Safety
    /// The elements are aligned, and nothing writes to them as long as there are references to the block.
    pub unsafe fn lend(&mut self, prim: PrimType, count: usize, data: NonNull<u8>) -> NonNull<Block> {
        self.block(prim, count, data, true)
    }

    fn block(&mut self, prim: PrimType, count: usize, data: NonNull<u8>, lent: bool) -> NonNull<Block> {
        let (data, previous, next) = (data.as_ptr(), ptr::null_mut(), ptr::null_mut());
        let block = Box::new(Block { data, references: 1, count, prim, lent, previous, next });
        let block = NonNull::from(Box::leak(block));
        self.link(block);
        block
    }

    /// Puts a block in front of the list, with one reference.
    fn link(&mut self, block: NonNull<Block>) {
        let raw = block.as_ptr();
        // SAFETY: `block` is allocated and in no list; `first` is null or an allocated block of this heap.
        unsafe {
            (*raw).references = 1;
            (*raw).previous = ptr::null_mut();
            (*raw).next = self.first;
            if !self.first.is_null() {
                (*self.first).previous = raw;
            }
        }
        self.first = raw;
        self.live += 1;
        self.live_bytes += bytes_of(block);
        self.peak_bytes = self.peak_bytes.max(self.live_bytes);
    }

    /// Takes a block off the list.
    fn unlink(&mut self, block: NonNull<Block>) {
        // SAFETY: `block` is in this heap's list, whose links all lead to allocated blocks.
        unsafe {
            let Block { previous, next, .. } = *block.as_ptr();
            if previous.is_null() {
                self.first = next;
            } else {
                (*previous).next = next;
            }
            if !next.is_null() {
                (*next).previous = previous;
            }
        }
        self.live -= 1;
        self.live_bytes -= bytes_of(block);
    }

    /// Gives up one reference. A block without references is freed.
    ///
    /// # Safety
    /// `block` is a block of this heap, with at least one reference.
    pub unsafe fn release(&mut self, block: NonNull<Block>) {
        // SAFETY: upheld by the caller.
        let references = unsafe {
            (*block.as_ptr()).references -= 1;
            (*block.as_ptr()).references
        };
        if references > 0 {
            return;
        }
        self.unlink(block);
        // SAFETY: the block is still allocated.
        if unsafe { block.as_ref() }.lent {
            free(block);
            return;
        }
        self.cached.push(block);
        self.cached_bytes += bytes_of(block);
        while self.cached.len() > CACHED_BLOCKS || self.cached_bytes > CACHED_BYTES {
            let oldest = self.cached.remove(0);
            self.cached_bytes -= bytes_of(oldest);
            free(oldest);
        }
    }

    /// Takes the data of a block as `(address, elements allocated)`, which the caller then owns. `None` if there are
    /// other references to the block, or if it is lent. Gives up one reference in all cases.
    ///
    /// # Safety
    /// `block` is a block of this heap, with at least one reference.
    pub unsafe fn take(&mut self, block: NonNull<Block>) -> Option<(NonNull<u8>, usize)> {
        // SAFETY: upheld by the caller; the box was leaked by `block`, and after `unlink` nothing refers to it.
        unsafe {
            if (*block.as_ptr()).references > 1 {
                (*block.as_ptr()).references -= 1;
                return None;
            }
            self.unlink(block);
            let head = Box::from_raw(block.as_ptr());
            if head.lent {
                return None;
            }
            Some((NonNull::new_unchecked(head.data), head.count))
        }
    }

    /// Frees all cached blocks.
    pub fn drop_cached(&mut self) {
        self.cached.drain(..).for_each(free);
        self.cached_bytes = 0;
    }

    /// Frees all blocks in use, after a failure.
    pub fn drop_live(&mut self) {
        while let Some(block) = NonNull::new(self.first) {
            self.unlink(block);
            free(block);
        }
    }
}

// SAFETY: a heap owns its blocks, and its addresses are valid on every thread.
unsafe impl Send for Heap {}

impl Drop for Heap {
    fn drop(&mut self) {
        self.drop_cached();
        self.drop_live();
    }
}

/// The size of a block's elements in bytes.
fn bytes_of(block: NonNull<Block>) -> usize {
    // SAFETY: callers pass allocated blocks of their own heap.
    let block = unsafe { block.as_ref() };
    block.count * block.prim.size_bytes()
}

/// The layout of `count` elements, equal to that of a vector's buffer. `None` if the size is too large for a layout.
fn layout(prim: PrimType, count: usize) -> Option<Layout> {
    let size = prim.size_bytes();
    let bytes = count.checked_mul(size)?;
    Layout::from_size_align(bytes, size).ok()
}

/// Allocates memory of a layout. `None` if there is not enough memory; dangling for a layout of 0 bytes.
fn allocate_bytes(layout: Layout) -> Option<NonNull<u8>> {
    if layout.size() == 0 {
        return NonNull::new(ptr::without_provenance_mut(layout.align()));
    }
    // SAFETY: the layout is not empty.
    let data = NonNull::new(unsafe { alloc(layout) })?;
    huge_pages::ask(data.as_ptr(), layout.size());
    Some(data)
}

/// Frees a block that is in no list. Elements of others stay.
fn free(block: NonNull<Block>) {
    // SAFETY: the box was leaked by `block`, and nothing refers to the block any more.
    let head = unsafe { Box::from_raw(block.as_ptr()) };
    if !head.lent
        && let Some(layout) = layout(head.prim, head.count)
        && layout.size() > 0
    {
        // SAFETY: `data` was allocated with this very layout.
        unsafe { dealloc(head.data, layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_reused_counted_and_freed() {
        let mut heap = Heap::new();
        let first = heap.allocate(PrimType::F64, 100).unwrap();
        let second = heap.allocate(PrimType::F64, 100).unwrap();
        assert_ne!(first, second);
        assert_eq!(heap.live(), 2);
        // SAFETY: the block has one reference.
        unsafe { heap.release(first) };
        assert_eq!(heap.live(), 1);
        assert_eq!(heap.allocate(PrimType::F64, 100), Ok(first));
    }

    #[test]
    fn lent_blocks_leave_their_elements_alone() {
        let mut heap = Heap::new();
        let elements = [1.5f64, 2.5];
        // SAFETY: the elements are alive to the end of the test, and not written.
        let lend = |heap: &mut Heap| unsafe { heap.lend(PrimType::F64, 2, NonNull::from(&elements).cast()) };
        let (first, second) = (lend(&mut heap), lend(&mut heap));
        // SAFETY: each block has a reference.
        unsafe {
            heap.release(first);
            assert_eq!(heap.take(second), None);
        }
        assert_eq!(heap.live(), 0);
        let fresh = heap.allocate(PrimType::F64, 2).unwrap();
        // SAFETY: the block has just been allocated.
        assert_ne!(unsafe { fresh.as_ref() }.contents().0, elements.as_ptr().cast());
        lend(&mut heap);
        drop(heap);
        assert_eq!(elements, [1.5, 2.5]);
    }

    #[test]
    fn sizes_are_checked() {
        let mut heap = Heap::new();
        assert_eq!(heap.allocate(PrimType::I32, -1), Err(AllocError::Negative { count: -1 }));
        let huge = heap.allocate(PrimType::I64, i64::MAX);
        assert_eq!(huge, Err(AllocError::OutOfMemory { bytes: (i64::MAX as u128) * 8 }));
        assert!(heap.allocate(PrimType::I64, 0).is_ok());
    }
}
