//! From memory annotations to imperative code.

pub mod to_imp;
