//! `infer-types`: the types of all expressions, after Hindley and Milner, with Futhark's sizes.

mod annotations;
mod coercions;
mod definitions;
mod draft;
mod elaborate;
mod expressions;
mod functions;
mod messages;
mod sizes;
mod state;
#[cfg(test)]
mod tests;
mod types;
mod unify;

use framework::pass::{Context, Transform};
use framework::{Error, Owned, Result, pass};
use languages::resolved::{Def, Resolved};
use languages::typed::{Program, Typed};
use rustc_hash::FxHashSet;

use self::state::Infer;
use self::types::Store;

pass! {
    /// Finds the types of all expressions, with their sizes, and checks that they fit together.
    ///
    ///     def f xs = map (\x -> x + 1) xs     becomes     def f [n] (xs: [n]i32): [n]i32 = map [n] i32 i32 (\(x: i32) -> x + 1) xs
    ///
    /// Types and sizes are found together, by unification. A size that cannot be known before an array is computed (that of the result
    /// of `filter`, say) gets a name in a `let` there. Programs with module types are inferred twice: once with abstract types as types of
    /// their own, for the errors, and once with what they stand for.
    pub InferTypes = "infer-types": Resolved => Typed {
        counts: { definitions },
        options: { function_branches = "false": "whether conditionals and matches may give functions" },
    }
}

impl Transform for InferTypes {
    fn run(&self, program: &Owned<Resolved>, context: &mut Context) -> Result<Owned<Typed>> {
        let mut count = 0;
        let sources = &context.sources;
        let function_branches = context.option("function_branches") == Some("true");
        let result = Owned::<Typed>::build(|arena| {
            let root = program.root();
            let mut defs = Vec::new();
            // To what is outside of a module, its abstract types are types of their own, and its values have the types that they are
            // specified with; no later pass needs to know.
            let mut hidden = FxHashSet::default();
            let abstracts = root.defs.iter().any(|def| matches!(def, Def::Sealed { .. } | Def::Conforms { .. }));
            if abstracts {
                let store = Store::default();
                let mut infer = Infer::new(&store, true);
                infer.dynamic = root.edition.has_dynamic_sizes();
                infer.function_branches = function_branches;
                infer.sources = Some(sources);
                let errors = infer.definitions(root.defs, None, &mut defs);
                if !errors.is_empty() {
                    return Err(Error::several(errors));
                }
                hidden = infer.hidden_constants();
            }
            let store = Store::default();
            let mut infer = Infer::new(&store, false);
            infer.checked = abstracts;
            infer.hidden = hidden;
            infer.dynamic = root.edition.has_dynamic_sizes();
            infer.function_branches = function_branches;
            infer.sources = Some(sources);
            let errors = infer.definitions(root.defs, Some(arena), &mut defs);
            count = defs.len() as u64;
            match errors.is_empty() {
                true => Ok(Program { span: root.span, defs: arena.slice(defs) }),
                false => Err(Error::several(errors)),
            }
        });
        context.count("definitions", count);
        result
    }
}
