//! From higher-order to first-order programs.

pub mod defunc;
pub mod flatten_sums;
