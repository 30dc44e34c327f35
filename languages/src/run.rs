//! The interface of evaluators: they are given a [`Call`] and answer with a `Vec<Value>`, a value for each result of
//! the entry point.

use crate::prim::PrimValue;
use crate::value::Value;
use framework::{Code, Error, Result, Span, Symbol, stack};
use std::any::Any;

/// A call of an entry point.
#[derive(Debug, Clone)]
pub struct Call {
    /// The entry point.
    pub entry: Symbol,
    /// Its arguments.
    pub args: Vec<Value>,
    /// Whether `FunMem` programs run on a heap (IFL'22 figure 10) instead of on values (figure 9).
    pub heap: bool,
}

/// How deep calls may be nested. A program that recurses deeper fails.
pub const MAX_DEPTH: usize = 50_000;

/// Why a function may not be called with `depth` calls around it; `None` if it may.
pub fn too_deep(name: &str, depth: usize) -> Option<String> {
    if depth >= MAX_DEPTH {
        Some(format!("Calls of `{name}` are nested more than {MAX_DEPTH} deep."))
    } else if stack::is_low() {
        Some(format!("Calls of `{name}` are nested too deeply for the stack there is."))
    } else {
        None
    }
}

/// The call that a driver hands to an evaluator.
pub fn evaluate_call(input: &dyn Any) -> Result<&Call> {
    input.downcast_ref().ok_or_else(|| Error::internal("the input of an evaluator is a `Call`"))
}

/// A number as the real Futhark shows it in error messages: without its type, floats with six decimals.
pub fn shown(value: PrimValue) -> String {
    match value {
        PrimValue::Bool(value) => value.to_string(),
        PrimValue::F16(value) => format!("{:.6}", value.to_f32()),
        PrimValue::F32(value) => format!("{value:.6}"),
        PrimValue::F64(value) => format!("{value:.6}"),
        PrimValue::U64(value) => value.to_string(),
        // The other types fit an `i64`.
        value => value.as_i64().unwrap_or_default().to_string(),
    }
}

/// The error of a program that failed: what failed, the message, and the chain of places that led to it, innermost first.
pub fn failure<'t>(code: &'static Code, message: &str, trace: impl IntoIterator<Item = &'t str>) -> Error {
    let mut text = format!("Error: {message}");
    for (depth, place) in trace.into_iter().enumerate() {
        if depth == 0 {
            text.push_str("\n\nBacktrace:");
        }
        let arrow = if depth == 0 { "->" } else { "  " };
        text.push_str(&format!("\n{arrow} #{depth}  {place}"));
    }
    text.push('\n');
    code.error(Span::NONE, text)
}
