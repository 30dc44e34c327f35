//! The concrete syntax of `Mono`: that of the `MonoMatch` program in which tests and projections are matches.

use framework::{Dialect, Node};

use super::{Program, eval};
use crate::mono_match::MonoMatch;

/// The text of a program; `only` leaves only the definition of this name.
pub fn program(root: &Program<'_>, only: Option<&str>) -> String {
    match eval::embed(root) {
        Ok(program) => MonoMatch::print(program.root(), only),
        // A program that breaks rules may have no counterpart; it must be seen all the more.
        Err(_) => root.to_tree().pretty(120),
    }
}
