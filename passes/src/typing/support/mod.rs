//! Shared by the passes of this stage.

pub mod attributes;
#[cfg(test)]
pub mod testing;
