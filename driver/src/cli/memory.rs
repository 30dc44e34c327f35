//! Reports an error and exits with a status if a compilation runs out of memory. Rust would abort.
//!
//! Besides the framework's arena and the backends, this is the only file with unsafe code, which an allocator needs.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a program is being compiled. While a program runs, the backend handles a lack of memory.
static COMPILING: AtomicBool = AtomicBool::new(false);

/// The system's allocator. During a compilation it ends the process with an error if there is no more memory.
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

// SAFETY: every method passes its arguments on to the system's allocator, whose contract is the same, and returns its
// result.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: `System` has the same requirement on `layout`, which the caller upholds.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: `pointer` comes from the methods above, and so from `System`; the rest is upheld by the caller.
        checked(unsafe { System.realloc(pointer, layout, size) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for `realloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}
