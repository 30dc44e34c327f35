//! Code that the passes of this stage share.

pub mod attributes;
#[cfg(test)]
pub mod testing;
