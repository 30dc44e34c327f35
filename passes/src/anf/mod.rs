//! Passes on A-normal form.

pub mod code;
pub mod fuse;
pub mod inline;
pub mod normalise;
pub mod propagate;
pub mod remove_dead;
pub mod types;
