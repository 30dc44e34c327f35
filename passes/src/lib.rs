//! The passes of the compiler, a file each, in a folder per stage.

pub mod anf;
pub mod catalogue;
pub mod first_order;
pub mod funmem;
pub mod imp;
pub mod lanes;
pub mod mono;
pub mod seg;
pub mod source;
mod support;
pub mod typing;
