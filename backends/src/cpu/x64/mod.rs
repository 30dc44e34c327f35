//! Machine code at the full width of the processor's registers: AVX-512 and AVX2.
//!
//! This room knows nothing of Futhark's languages. A translator builds functions of the language in [`ir`], and
//! [`compile`] makes machine code of each:
//!
//! 1. `validate.rs` checks it; `flow.rs` finds dominators and loops, and orders blocks; `hoist.rs` moves arithmetic
//!    out of loops;
//! 2. `select/` chooses instructions on virtual registers (`machine.rs`), and collects constants (`pool.rs`);
//! 3. `regalloc2` gives these registers, and adds moves and spills;
//! 4. `emit.rs` encodes them with `iced-x86`, with frames and jumps;
//! 5. `code.rs` puts the result, an [`Object`], into memory that can be executed.
//!
//! On a processor with AVX-512 whose registers of 512 bits work in halves (November 2026, one thread, shortest of
//! several runs, `cargo bench -p backends --bench x64`):
//!
//! | | AVX2 | AVX-512 | Cranelift, 128 bits |
//! |---|--:|--:|--:|
//! | Mandelbrot set, 10⁶ points, at most 100 iterations | 7.8 ms | 4.5 ms | |
//! | tile of a matrix product, f32 | 112 GFLOP/s | 116 GFLOP/s | |
//! | compile a polynomial of 1,000 terms | 1.1 ms | 1.1 ms | 5.8 ms |
//!
//! `interpret/` is the oracle of the tests, which compare it with the machine code bit by bit.

mod build;
mod code;
mod detect;
mod emit;
mod flow;
mod hoist;
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

pub use code::{Code, Object, compile};
pub use detect::Level;
pub use validate::{validate, violations};
