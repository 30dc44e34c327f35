//! Rewriting of `Anf` with e-graphs: what `simplify` and `fuse` stand on.
//!
//! One e-graph holds one body ([`region`]). Its terms ([`term`]) are scalar operators and operations on whole arrays; everything with a body of
//! its own (branches, loops, SOACs) is opaque: an entry of a table, hashed up to renaming, with its free variables as operands. Binders never
//! get into an e-graph: named binders with substitution inside of one grow exponentially. Rules ([`rule`]) add what is equal, an
//! analysis ([`facts`]) knows constants, types and ranges, and [`extract`] chooses for each class the term that makes the whole body cheapest,
//! counting what is shared once. [`schedule`] makes statements of the choice.
//!
//! Three things keep this sound:
//!
//! - *Effects.* What may fail the program (assertions, calls, and what contains one) is kept, in the order of the original statements, and
//!   a value that depends on a check ([`term::Op::Under`]) is computed behind it.
//! - *Consumption.* A term may only use what came before the statement that it stands for. So no statement moves down, and nothing is read after
//!   it was overwritten. Arrays that something may overwrite are never shared ([`term::Op::Fresh`]).
//! - *Work.* Limits count nodes and rounds, never time: the same program gives the same result everywhere.

pub mod conditions;
pub mod equal;
pub mod explain;
pub mod extract;
pub mod facts;
pub mod forms;
pub mod region;
pub mod rule;
pub mod schedule;
pub mod term;
