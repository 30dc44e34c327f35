//! The results of entry points, written as values of the types that they have in the program.

use crate::shape::{Shape, split};
use framework::pass::{AnyPass, Context, PassInfo};
use framework::pipeline::Pipeline;
use framework::{AnyLanguage, Error, Program, Result};
use languages::typed::{Def, Type, Typed, tuple_components};
use languages::value::{Value, write_binary, write_text};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

/// The types of an entry point's results, as far as they are known: a compilation that starts after type inference does not tell.
#[derive(Clone, Default)]
pub struct ResultTypes(Arc<OnceLock<Vec<Shape>>>);

impl ResultTypes {
    /// Has a compilation note the types when it comes to a typed program.
    pub fn note(pipeline: &mut Pipeline, entry: &str) -> ResultTypes {
        let types = ResultTypes::default();
        let typed = AnyLanguage::of::<Typed>().info;
        if let Some(step) = pipeline.steps.iter_mut().find(|step| step.pass.from().info == typed) {
            step.pass = Arc::new(Noting { pass: step.pass.clone(), entry: entry.into(), types: types.clone() });
        }
        types
    }

    /// Writes results, which are leaves or the evaluators' values, a line each.
    pub fn write_text(&self, results: &[Value], out: &mut impl Write) -> io::Result<()> {
        let Some(shapes) = self.0.get() else {
            for value in results {
                write_text(value, out)?;
                out.write_all(b"\n")?;
            }
            return Ok(());
        };
        let leaves = all_leaves(shapes, results);
        for (shape, leaves) in shapes.iter().zip(split(shapes.iter(), &leaves)?) {
            shape.write(leaves, false, out)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes results in Futhark's binary format, which has primitive values and arrays of them only.
    pub fn write_binary(&self, results: &[Value], out: &mut impl Write) -> io::Result<()> {
        for (index, shape) in self.0.get().into_iter().flatten().enumerate() {
            if !matches!(shape, Shape::Leaf(_)) {
                let ty = shape.text(&[], 0);
                let message = format!("Error: result {}, of type {ty}, has no binary representation", index + 1);
                return Err(io::Error::other(Error::run_time(message)));
            }
        }
        results.iter().try_for_each(|value| write_binary(value, out))
    }
}

/// The first pass on typed programs, and what it notes.
struct Noting {
    pass: Arc<dyn AnyPass>,
    entry: String,
    types: ResultTypes,
}

impl AnyPass for Noting {
    fn info(&self) -> &PassInfo {
        self.pass.info()
    }

    fn from(&self) -> AnyLanguage {
        self.pass.from()
    }

    fn to(&self) -> AnyLanguage {
        self.pass.to()
    }

    fn run(&self, program: &Program, context: &mut Context) -> Result<Program> {
        let defs = program.get::<Typed>().map_or(&[][..], |program| program.root().defs);
        let found = defs.iter().find_map(|Def::Value { name, entry, ret, .. }| {
            (*entry && name.base.as_str() == self.entry).then(|| components(ret)).flatten()
        });
        if let Some(shapes) = found {
            self.types.0.get_or_init(|| shapes);
        }
        self.pass.run(program, context)
    }
}

/// The results that callers see: the components of a tuple, or one.
fn components(ty: &Type<'_>) -> Option<Vec<Shape>> {
    match ty {
        // Entry points return no functions: what their results take, callers pass.
        Type::TypeArrow { to, .. } => components(to),
        Type::TypeExists { body, .. } | Type::TypeUnique { body, .. } => components(body),
        _ => match tuple_components(ty) {
            Some(fields) => fields.iter().map(|field| Shape::of(field.ty)).collect(),
            None => Some(vec![Shape::of(ty)?]),
        },
    }
}

/// The leaves of all results; arrays are copied only where there is something to take apart.
fn all_leaves<'v>(shapes: &[Shape], results: &'v [Value]) -> Cow<'v, [Value]> {
    if shapes.len() != results.len() || shapes.iter().all(|shape| matches!(shape, Shape::Leaf(_))) {
        return Cow::Borrowed(results);
    }
    let mut leaves = Vec::new();
    for (shape, value) in shapes.iter().zip(results) {
        shape.leaves(value, &mut leaves);
    }
    Cow::Owned(leaves)
}
