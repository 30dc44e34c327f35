//! Passes on A-normal form.

pub mod code;
pub mod effects;
pub mod egraph;
pub mod fuse;
pub mod inline;
pub mod normalise;
pub mod remove_dead;
pub mod rules;
pub mod simplify;
pub mod soac;
pub mod types;
