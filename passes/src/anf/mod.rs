//! Passes on A-normal form.

pub mod code;
pub mod distribute;
pub mod effects;
pub mod egraph;
pub mod elements;
pub mod fuse;
pub mod fuse_horizontal;
pub mod hoist_checks;
pub mod hoist_invariant;
pub mod inline;
pub mod normalise;
pub mod remove_dead;
pub mod rules;
pub mod scalar_functions;
pub mod simplify;
pub mod simplify_shapes;
pub mod slice_sizes;
pub mod soac;
pub mod split_scans;
pub mod summary;
#[cfg(test)]
mod testing;
pub mod types;
pub mod unroll;
