//! The language `FunMem`: arrays with non-semantic memory.

mod eval;
mod grammar;
mod heap;
pub mod index;
pub mod lmad;
mod print;
pub mod rules;

pub use eval::unmemorise;
pub use grammar::*;

use crate::value;
use framework::pass::Context;
use framework::{Dialect, Error, ErrorKind, Outcome, Owned, Result};
use std::any::Any;

impl Dialect for FunMem {
    fn print(root: &Self::Root<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn rules() -> &'static [&'static dyn framework::pass::AnyRule] {
        rules::RULES
    }

    /// Evaluates a program by values. If the call asks for a heap, evaluates it on the heap, too, and compares the
    /// results.
    fn evaluate(program: &Owned<Self>, input: &dyn Any, context: &Context) -> Result<Outcome> {
        let by_value = crate::seg::embed(&unmemorise(program)?)?;
        let outcome = <crate::anf::Anf as Dialect>::evaluate(&by_value, input, context);
        let call = crate::run::evaluate_call(input)?;
        if !call.heap {
            return outcome;
        }
        let results = match &outcome {
            Ok(outcome) => match outcome.downcast_ref::<Vec<value::Value>>() {
                Some(results) => Ok(results.as_slice()),
                None => return Err(Error::internal("an evaluator's outcome is a list of values")),
            },
            Err(error) if error.kind == ErrorKind::RunTime => Err(error),
            Err(_) => return outcome,
        };
        let params = crate::anf::eval::param_types(by_value.root(), call.entry);
        Ok(Box::new(heap::evaluate(program, call, &params, results)?))
    }
}
