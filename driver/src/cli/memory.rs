//! Reports an error and exits with a status if a compilation runs out of memory. Rust would abort.
//!
//! Besides the framework's arena and the backends, this is the only file with unsafe code, which an allocator needs.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a program is being compiled. While a program runs, the backend handles a lack of memory.
static COMPILING: AtomicBool = AtomicBool::new(false);

/// `mimalloc` for small blocks, and the system's allocator for others. During a compilation it ends the process with an
/// error if there is no more memory.
///
/// Passes make and drop many small blocks. The C library's allocator grows the memory of a thread by a system call for
/// each 4 kB, which took a tenth of the time of a compilation. Arrays stay with the system: it returns their memory.
///
/// The command line uses it. Programs that compile in their own process have the allocator that they choose.
pub struct Allocator;

/// Runs a compilation.
pub fn compiling<T>(work: impl FnOnce() -> T) -> T {
    COMPILING.store(true, Ordering::Relaxed);
    let result = work();
    COMPILING.store(false, Ordering::Relaxed);
    result
}

/// Returns the pointer. Ends the process if the pointer is null during a compilation.
fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() && COMPILING.load(Ordering::Relaxed) {
        // Neither call needs memory.
        let _ = std::io::stderr()
            .write_all(b"error: not supported: compiling this program takes more memory than there is\n");
        std::process::exit(3);
    }
    pointer
}

/// Blocks of fewer bytes are `mimalloc`'s, others the system's.
const SMALL: usize = 1 << 20;

/// The allocator of a block.
fn is_small(size: usize) -> bool {
    size < SMALL
}

// SAFETY: a block's allocator follows from its size, so that it is the same one from its allocation to its end. Every
// method passes its arguments on to that allocator, whose contract is the same, and returns its result.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: both allocators have the same requirement on `layout`, which the caller upholds.
        checked(unsafe { if is_small(layout.size()) { MiMalloc.alloc(layout) } else { System.alloc(layout) } })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        checked(unsafe {
            if is_small(layout.size()) { MiMalloc.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) }
        })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: `pointer` comes from the methods above, and so from the allocator for its size. A block that changes
        // its allocator is copied: both blocks have at least the bytes of the smaller size, and do not overlap.
        checked(unsafe {
            match (is_small(layout.size()), is_small(size)) {
                (true, true) => MiMalloc.realloc(pointer, layout, size),
                (false, false) => System.realloc(pointer, layout, size),
                _ => {
                    let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                    if !new.is_null() {
                        std::ptr::copy_nonoverlapping(pointer, new, layout.size().min(size));
                        self.dealloc(pointer, layout);
                    }
                    new
                }
            }
        })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for `realloc`.
        unsafe {
            if is_small(layout.size()) { MiMalloc.dealloc(pointer, layout) } else { System.dealloc(pointer, layout) }
        }
    }
}
