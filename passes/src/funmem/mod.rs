//! Passes that introduce memory and improve its use.

pub mod introduce_memory;
pub mod short_circuit;
