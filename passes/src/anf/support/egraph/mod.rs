//! Rewriting of `Anf` with e-graphs, for `simplify` and `fuse`.
//!
//! One e-graph holds one body ([`region`]). Its terms ([`term`]) are scalar operators and operations on whole arrays.
//! An expression with a body of its own (a branch, a loop, a SOAC) is opaque: the e-graph refers to it by its number in
//! a table, and its free variables are the operands. Expressions that are equal up to renaming have one number. The
//! e-graph has no binders, because named binders with substitution would make it grow exponentially.
//!
//! Rules ([`rule`]) add equal terms. An analysis ([`facts`]) knows constants, types and ranges. [`extract`] chooses a
//! term for each class so that the whole body is cheapest; it counts shared terms once. [`schedule`] turns the choice
//! into statements.
//!
//! Three principles keep this sound:
//!
//! - *Effects.* Statements that may make the program fail (assertions, calls, and expressions that contain one) keep
//!   their original order. A value that depends on a check ([`term::Op::Under`]) is computed after it.
//! - *Consumption.* The term of a statement may only use values that were computed before that statement. So no
//!   statement moves down, and no array is read after it was overwritten. Arrays that may be overwritten are never
//!   shared ([`term::Op::Fresh`]).
//! - *Work.* Limits count nodes and rounds, never time, so the same program gives the same result everywhere.

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
