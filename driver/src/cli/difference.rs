//! Compares two outcomes of a program.

use framework::{Error, Outcome, Result};
use languages::value::Value;

/// The relative difference that two floats may have, since passes change the order of additions.
const TOLERANCE: f64 = 1e-4;

/// Describes the first difference between two outcomes. `None` if they are equal.
pub fn difference(before: &Result<Outcome>, after: &Result<Outcome>) -> Option<String> {
    match (before, after) {
        (Err(before), Err(after)) => {
            let first = |error: &Error| error.message.lines().next().unwrap_or_default().to_string();
            (first(before) != first(after)).then(|| format!("it failed with {before}, and now with {after}"))
        }
        (Ok(_), Err(after)) => Some(format!("it fails now: {after}")),
        (Err(before), Ok(_)) => Some(format!("it no longer fails with {before}")),
        (Ok(before), Ok(after)) => {
            let before = before.downcast_ref::<Vec<Value>>()?;
            let after = after.downcast_ref::<Vec<Value>>()?;
            if before.len() != after.len() {
                return Some(format!("{} results instead of {}", after.len(), before.len()));
            }
            before.iter().zip(after).find_map(|(before, after)| after.difference(before, TOLERANCE))
        }
    }
}
