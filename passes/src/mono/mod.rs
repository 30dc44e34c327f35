//! From polymorphic to monomorphic programs.

pub mod compile_matches;
pub mod eta_expand;
pub mod expand_equality;
mod instance_types;
pub mod monomorphise;
#[cfg(test)]
mod tests;
