//! What entry points take and give in the program: which arguments cannot be read, and how results are written.

use crate::shape::{Shape, split};
use framework::pass::{AnyPass, Context, PassInfo};
use framework::pipeline::Pipeline;
use framework::{AnyLanguage, Error, Program, Result};
use languages::typed::{Def, Pat, Type, Typed, tuple_components};
use languages::value::{Value, write_binary, write_text};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

/// The types of an entry point, as far as they are known: a compilation that starts after type inference does not tell.
#[derive(Clone, Default)]
pub struct EntryTypes(Arc<OnceLock<Signature>>);

struct Signature {
    params: Vec<Shape>,
    results: Vec<Shape>,
}

impl EntryTypes {
    /// Has a compilation note the types when it comes to a typed program.
    pub fn note(pipeline: &mut Pipeline, entry: &str) -> EntryTypes {
        let types = EntryTypes::default();
        let typed = AnyLanguage::of::<Typed>().info;
        if let Some(step) = pipeline.steps.iter_mut().find(|step| step.pass.from().info == typed) {
            step.pass = Arc::new(Noting { pass: step.pass.clone(), entry: entry.into(), types: types.clone() });
        }
        types
    }

    /// Fails for arguments that no input can be: their parts say nothing to who does not know how sums are laid out.
    pub fn check_arguments(&self) -> Result<()> {
        for (index, shape) in self.0.get().iter().flat_map(|types| &types.params).enumerate() {
            if shape.has_sum() {
                let (number, ty) = (index + 1, shape.text(&[], 0));
                let message =
                    format!("Error: argument {number}, of type {ty}, cannot be read: no input has values of sum types");
                return Err(Error::run_time(message));
            }
        }
        Ok(())
    }

    /// Writes results, which are leaves or the evaluators' values, a line each.
    pub fn write_text(&self, results: &[Value], out: &mut impl Write) -> io::Result<()> {
        let Some(Signature { results: shapes, .. }) = self.0.get() else {
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
        for (index, shape) in self.0.get().iter().flat_map(|types| &types.results).enumerate() {
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
    types: EntryTypes,
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
        let found = defs.iter().find_map(|Def::Value { name, entry, params, ret, .. }| {
            let wanted = *entry && name.base.as_str() == self.entry;
            wanted.then(|| signature(params, ret)).flatten()
        });
        if let Some(signature) = found {
            self.types.0.get_or_init(|| signature);
        }
        self.pass.run(program, context)
    }
}

/// What callers see. The results are the components of a tuple, or one.
fn signature(params: &[Pat<'_>], ret: &Type<'_>) -> Option<Signature> {
    let mut params = params.iter().map(|param| Shape::of(param.ty())).collect::<Option<Vec<Shape>>>()?;
    let mut ret = ret;
    // Entry points return no functions: what their results take, callers pass.
    loop {
        ret = match ret {
            Type::TypeArrow { from, to, .. } => {
                params.push(Shape::of(from)?);
                to
            }
            Type::TypeExists { body, .. } | Type::TypeUnique { body, .. } => body,
            _ => break,
        };
    }
    let results = match tuple_components(ret) {
        Some(fields) => fields.iter().map(|field| Shape::of(field.ty)).collect::<Option<_>>()?,
        None => vec![Shape::of(ret)?],
    };
    Some(Signature { params, results })
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
