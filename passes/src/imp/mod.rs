//! Passes from memory annotations to imperative code, and checks on imperative code.

pub mod check_accesses;
pub mod contract;
pub mod expand_math;
pub mod expand_memory;
pub mod fill_groups;
pub mod if_convert;
pub mod join_dims;
pub mod lower_copies;
pub mod pack_panels;
mod support;
pub mod to_imp;
pub mod unroll_and_jam;
