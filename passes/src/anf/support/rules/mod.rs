//! The tables of rules that `simplify` and `fuse` apply.

pub mod arrays;
pub mod scalars;
#[cfg(test)]
mod tests;
