//! From SOACs to flat parallel operations.

pub mod flatten;
pub mod nest;
pub mod sequentialise;
