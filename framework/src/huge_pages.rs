//! Huge pages for large arrays. The first touch of each page costs about a microsecond, whatever the size of the page;
//! and a processor knows the places of few pages by heart.

/// Asks the system to back memory that has just been allocated by huge pages, if it is large. A refusal is ignored.
#[cfg(target_os = "linux")]
pub fn ask(data: *mut u8, bytes: usize) {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" {
        /// The C library's function, which the standard library links.
        safe fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    const PAGE: usize = 4096;
    const WORTHWHILE: usize = 2 << 20;
    const MADV_HUGEPAGE: c_int = 14;
    if bytes < WORTHWHILE {
        return;
    }
    let skip = data.addr().next_multiple_of(PAGE) - data.addr();
    let address = data.wrapping_add(skip).cast::<c_void>();
    // The advice changes how whole pages inside of the memory are backed, not their contents. The call checks its
    // arguments.
    let _ = madvise(address, (bytes - skip) / PAGE * PAGE, MADV_HUGEPAGE);
}

/// Elsewhere, nothing is known about pages.
#[cfg(not(target_os = "linux"))]
pub fn ask(_: *mut u8, _: usize) {}
