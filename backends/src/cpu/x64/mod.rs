//! Machine code at the full width of the processor's registers: AVX-512 and AVX2.

mod build;
mod detect;
mod flow;
#[cfg(test)]
mod interpret;
pub mod ir;
mod ops;
mod print;
#[cfg(test)]
mod tests;
mod validate;

pub use detect::Level;
pub use validate::{validate, violations};
