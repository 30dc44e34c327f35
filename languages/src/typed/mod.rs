//! `Typed`: the output of type inference, and the first language with an evaluator.

mod check;
pub mod eval;
mod grammar;
mod outside;
pub mod print;
pub mod rules;
mod sizes;

pub use grammar::*;
pub use outside::shape;
pub use rules::{KnownSizes, NamesInScope, UniqueNames, WellTyped};

use std::any::Any;

use framework::pass::{AnyRule, Context};
use framework::{Outcome, Owned, Result, Symbol};

impl framework::Dialect for Typed {
    fn print(root: &Program<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn evaluate(program: &Owned<Self>, input: &dyn Any, context: &Context) -> Result<Outcome> {
        let call = crate::run::evaluate_call(input)?;
        Ok(Box::new(eval::evaluate(program.root(), call, &context.sources)?))
    }

    fn rules() -> &'static [&'static dyn AnyRule] {
        &[&NamesInScope, &UniqueNames, &KnownSizes, &WellTyped]
    }
}

/// Returns the sort key of a record's label. Numbers come first, by value, then the other labels as texts.
pub fn label_order(label: Symbol) -> (u64, &'static str) {
    let text = label.as_str();
    (text.parse().unwrap_or(u64::MAX), text)
}

/// Returns the components of a tuple type, in order. A tuple type is a record type with the labels `0`, `1` and so on,
/// at least two or none.
pub fn tuple_components<'a>(ty: &Type<'a>) -> Option<&'a [TypeField<'a>]> {
    match *ty {
        Type::TypeRecord { fields, .. } => {
            let numbered = fields.iter().enumerate().all(|(index, field)| field.label.as_str() == index.to_string());
            (fields.len() != 1 && numbered).then_some(fields)
        }
        _ => None,
    }
}
