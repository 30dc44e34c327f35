//! The interface of evaluators. An evaluator receives a [`Call`], and returns a `Vec<Value>` with one value for each
//! result of the entry point.

use crate::codes;
use crate::prim::{PrimType, PrimValue};
use crate::stop::Stop;
use crate::trace::Tracer;
use crate::value::Value;
use framework::{Code, Error, Name, Result, Span, Symbol, stack};
use std::any::Any;

/// A call of an entry point.
#[derive(Debug, Clone)]
pub struct Call {
    /// The name of the entry point.
    pub entry: Symbol,
    /// The arguments.
    pub args: Vec<Value>,
    /// Whether `FunMem` programs run on a heap (IFL'22 figure 10) instead of on values (figure 9).
    pub heap: bool,
    /// Takes what the program traces.
    pub tracer: Tracer,
    /// Ends the evaluation from outside.
    pub stop: Stop,
}

/// The limit on nested calls. A program that recurses deeper fails.
pub const MAX_DEPTH: usize = 250_000;

/// Returns an error message if a function may not be called inside of `depth` calls.
pub fn too_deep(name: &str, depth: usize) -> Option<String> {
    if depth >= MAX_DEPTH {
        Some(format!("Calls of `{name}` are nested more than {MAX_DEPTH} deep."))
    } else if stack::is_low() {
        Some(format!("Calls of `{name}` are nested too deeply for the stack there is."))
    } else {
        None
    }
}

/// The error of evaluators that know no derivatives.
pub fn early_derivative(span: Span) -> Error {
    codes::EARLY_DERIVATIVE.error(span, "a derivative has a value only after the pass `differentiate`")
}

/// A dimension of a parameter's type.
pub enum ParamDim {
    /// A known size.
    Size(i64),
    /// A size parameter. The first argument with this dimension determines its value.
    Name(Name),
}

/// The type of a parameter.
pub struct ParamType {
    /// The type of a scalar, or of the elements of an array.
    pub prim: PrimType,
    /// The dimensions of an array; `None` for a scalar.
    pub dims: Option<Vec<ParamDim>>,
}

/// Checks the number of arguments of an entry point.
pub fn check_count(expected: usize, found: usize) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let message = format!("Error: {expected} arguments are expected, found {found}");
    Err(Error::run_time(message).code(&codes::WRONG_INPUT))
}

/// Checks an argument against the type of the parameter `name`. `known` has the size parameters that earlier arguments
/// determine. Returns the size parameters that this argument determines. Fails if the type is wrong, or a size differs
/// from one in `known`.
pub fn fitting(
    name: Name,
    ty: &ParamType,
    arg: &Value,
    known: impl Fn(Name) -> Option<PrimValue>,
) -> Result<Vec<(Name, PrimValue)>> {
    let mut new: Vec<(Name, PrimValue)> = Vec::new();
    let fits = match (&ty.dims, arg) {
        (None, Value::Scalar(value)) => value.prim_type() == ty.prim,
        (Some(dims), Value::Array(array)) => {
            array.data.prim_type() == ty.prim
                && array.shape.len() == dims.len()
                && dims.iter().zip(&array.shape).all(|(dim, found)| {
                    let found = PrimValue::I64(*found as i64);
                    match dim {
                        ParamDim::Size(size) => PrimValue::I64(*size) == found,
                        ParamDim::Name(name) => {
                            let before = new.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
                            let before = before.or_else(|| known(*name));
                            if before.is_none() {
                                new.push((*name, found));
                            }
                            before.is_none_or(|before| before == found)
                        }
                    }
                })
        }
        _ => false,
    };
    if fits {
        return Ok(new);
    }
    let message = format!("Error: argument `{}` has type {}", name.base, arg.type_description());
    Err(Error::run_time(message).code(&codes::WRONG_INPUT))
}

/// Returns the call that the driver has passed to an evaluator.
pub fn evaluate_call(input: &dyn Any) -> Result<&Call> {
    input.downcast_ref().ok_or_else(|| Error::internal("the input of an evaluator is a `Call`"))
}

/// Prints a number as Futhark's error messages do: without its type, floats with six decimals.
pub fn shown(value: PrimValue) -> String {
    match value {
        PrimValue::Bool(value) => value.to_string(),
        PrimValue::F16(value) => format!("{:.6}", value.to_f32()),
        PrimValue::F32(value) => format!("{value:.6}"),
        PrimValue::F64(value) => format!("{value:.6}"),
        PrimValue::U64(value) => value.to_string(),
        // All other types fit an `i64`.
        value => value.as_i64().unwrap_or_default().to_string(),
    }
}

/// Returns the error of a failed program: the code, the message, and the backtrace, innermost place first.
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
