//! The languages of the compiler, and the modules that they share: primitive types, operators and values.

pub mod anf;
pub mod builtin;
pub mod codes;
pub mod embedded;
pub mod files;
pub mod first_order;
pub mod funmem;
pub mod imp;
pub mod lanes;
pub mod memory;
pub mod mono;
pub mod mono_match;
pub mod parameters;
pub mod polynomial;
pub mod prim;
pub mod resolved;
pub mod run;
pub mod seg;
pub mod source;
pub mod stop;
pub mod trace;
pub mod typed;
pub mod value;
