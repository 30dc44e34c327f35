//! Passes that introduce memory and improve its use.

pub mod double_buffer;
pub mod hoist_allocations;
pub mod introduce_memory;
pub mod merge_blocks;
pub mod short_circuit;
mod support;
