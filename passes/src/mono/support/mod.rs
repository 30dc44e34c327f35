//! Code that the passes between `Typed` and `Mono` share.

pub mod instance_types;
pub mod loops;
