//! From polymorphic to monomorphic programs.

pub mod compile_matches;
pub mod eta_expand;
pub mod expand_equality;
pub mod monomorphise;
mod support;
#[cfg(test)]
mod tests;
