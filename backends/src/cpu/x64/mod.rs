//! Machine code at the full width of the processor's registers: AVX-512 and AVX2.
//!
//! This room knows nothing of Futhark's languages. A translator builds functions of the language in [`ir`], and
//! [`compile`] makes machine code of them:
//!
//! 1. `validate.rs` checks them; `flow.rs` finds dominators and orders blocks;
//! 2. `select/` chooses instructions on virtual registers (`machine.rs`), and collects constants (`pool.rs`);
//! 3. `regalloc2` gives them registers, and adds moves and spills;
//! 4. `emit.rs` encodes them with `iced-x86`, with frames and jumps;
//! 5. `code.rs` puts them into memory that can be executed.
//!
//! `interpret/` is the oracle of the tests, which compare it with the machine code bit by bit.

mod build;
mod code;
mod detect;
mod emit;
mod flow;
#[cfg(test)]
mod interpret;
pub mod ir;
mod machine;
mod ops;
mod pool;
mod print;
mod select;
#[cfg(test)]
mod tests;
mod validate;

pub use code::{Code, compile};
pub use detect::Level;
pub use validate::{validate, violations};
