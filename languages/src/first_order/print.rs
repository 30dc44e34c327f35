//! The concrete syntax of `FirstOrder`: that of the `Mono` program in which calls are applications.

use framework::{Dialect, Node};

use super::{Program, eval};
use crate::mono::Mono;

/// The text of a program; `only` leaves only the definition of this name.
pub fn program(root: &Program<'_>, only: Option<&str>) -> String {
    match eval::embed(root) {
        Ok(program) => Mono::print(program.root(), only),
        // A program that breaks rules may have no counterpart; it must be seen all the more.
        Err(_) => root.to_tree().pretty(120),
    }
}
