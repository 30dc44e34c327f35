//! Warnings of passes.

use framework::Error;

/// Adds a warning, unless there is one of its place: a function may have several copies.
pub fn add(warnings: &mut Vec<Error>, warning: Error) {
    if !warnings.iter().any(|other| other.span.same_place(warning.span)) {
        warnings.push(warning);
    }
}
