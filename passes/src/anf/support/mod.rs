//! Code that the passes on `Anf` share.

pub mod code;
pub mod effects;
pub mod egraph;
pub mod elements;
pub mod groups;
pub mod host;
pub mod joined;
pub mod known_results;
pub mod loops;
pub mod nest;
pub mod parts;
pub mod rules;
pub mod scalar_functions;
pub mod soac;
pub mod summary;
#[cfg(test)]
pub mod testing;
pub mod types;
pub mod warnings;
