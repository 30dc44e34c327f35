//! From memory annotations to imperative code, and what makes imperative code safe.

pub mod check_accesses;
pub mod to_imp;
