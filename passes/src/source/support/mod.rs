//! Code that the passes on `Source` share.

pub mod edition;
pub mod rewriting;
