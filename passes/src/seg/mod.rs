//! From SOACs to flat parallel operations.

pub mod flatten;
