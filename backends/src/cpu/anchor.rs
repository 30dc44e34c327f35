//! Addresses of functions of this binary, in a form that holds in every process that runs it.

/// The place from which distances count. A static variable has one address; functions may be there several times.
static ANCHOR: u8 = 0;

/// The address from which distances count.
pub fn address() -> usize {
    std::ptr::from_ref(&ANCHOR).expose_provenance()
}

/// The distance of a function of this binary: the same in every process, wherever the system loads the binary.
pub fn distance(function: usize) -> usize {
    function.wrapping_sub(address())
}
