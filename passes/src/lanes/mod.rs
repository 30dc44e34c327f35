//! Passes that make code for several indices at once, and share work among threads.

pub mod branch_on_loads;
pub mod expand_half;
pub mod parallelise;
pub mod prefetch_runs;
pub mod reduce_divisions;
pub mod scalarise;
pub mod stream_stores;
mod support;
pub mod vectorise;
