//! Passes on A-normal form: the optimiser.

pub mod differentiate;
pub mod distribute;
pub mod fuse;
pub mod fuse_horizontal;
pub mod gather_slices;
pub mod hoist_checks;
pub mod hoist_invariant;
pub mod inline;
pub mod interchange_reduce;
pub mod leave_loops;
pub mod loops_to_maps;
pub mod multiply_sums;
pub mod normalise;
pub mod read_joined;
pub mod remove_dead;
pub mod sequentialise;
pub mod simplify;
pub mod simplify_shapes;
pub mod slice_sizes;
pub mod split_ordered;
pub mod split_reductions;
pub mod split_scans;
pub mod support;
pub mod unroll;
pub mod versions;
pub mod warn_checks;
