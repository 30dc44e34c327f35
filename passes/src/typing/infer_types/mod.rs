//! `infer-types`: infers the types of all expressions, after Hindley and Milner, with Futhark's sizes.
//!
//! The pass is divided into *rooms*: folders and files. A room imports only from rooms above it in this list, which a
//! test checks:
//!
//! | room | what it holds |
//! |---|---|
//! | `types` | types, sizes, type schemes; unification tables |
//! | `scopes` | the meanings of names, and how deeply they are bound |
//! | `sizes` | [`sizes::Sizes`], the solver for equations between sizes |
//! | `unify` | [`unify::Types`], the solver for types: unification, restrictions, sizes that leave their scope |
//! | `messages` | error messages about types |
//! | `modules` | types and values as module types specify them |
//! | `draft` | expressions whose types have variables |
//! | `state` | [`state::Infer`]: the solver, and facts about the current definition |
//! | `expressions`, `loops`, `functions`, `annotations`, `coercions` | the rules, which call each other: see [`state`] |
//! | `function_values` | functions as values, whose arguments hold sizes |
//! | `definitions` | the rules of definitions, in order |
//! | `elaborate` | turns drafts into `Typed`, once all types are known |
//!
//! `Types` is built on `Sizes`, and `Sizes` on `Scopes`. Each layer has the methods of the layer below by `Deref`, and
//! cannot see its fields.

mod annotations;
mod coercions;
mod definitions;
mod draft;
pub mod elaborate;
mod expressions;
mod function_values;
mod functions;
mod loops;
mod messages;
mod modules;
mod scopes;
mod sizes;
mod state;
#[cfg(test)]
mod tests;
mod types;
mod unify;
mod warnings;

use framework::pass::{Run, Transform};
use framework::{Error, Owned, Result, SourceMap, Span, pass};
use languages::resolved::{self, Def, Resolved};
use languages::source::prelude::is_own;
use languages::typed::{Program, Typed};

use self::draft::{Definition, Drafts};
use self::types::Store;

pub use self::definitions::bound_name;
pub use self::modules::AbstractTypes;
pub use self::state::{Infer, Settings};
pub use self::types::{Ty, Type};

pass! {
    /// Infers the types of all expressions, with their sizes, and checks that they match.
    ///
    ///     def f xs = map (\x -> x + 1) xs
    ///     becomes
    ///     def f [n] (xs: [n]i32): [n]i32 = map{i32, [n], i32} (\(x: i32) -> x + 1) xs
    ///
    /// Types and sizes are inferred together, by unification. A size that is unknown before an array is computed (such
    /// as that of the result of `filter`) gets a name in a `let` at that place. Abstract types are replaced by their
    /// definitions, since `check-modules` has checked the program with abstract types as types of their own. Values of
    /// abstract types with sizes of their own become packages.
    pub InferTypes = "infer-types": Resolved => Typed {
        requires: [languages::resolved::NothingAssumed],
        counts: { definitions },
        options: {
            /// Allows conditionals and matches to yield functions.
            function_branches: bool = false,
        },
    }
}

impl Transform for InferTypes {
    fn transform(&self, program: &Owned<Resolved>, run: &mut Run<'_, Self>) -> Result<Owned<Typed>> {
        let (mut count, mut warnings) = (0, Vec::new());
        let result = Owned::<Typed>::build(|arena| {
            let root = program.root();
            let mut defs = Vec::new();
            let settings = settings(root, AbstractTypes::Revealed, run.options.function_branches, &run.sources);
            let found = infer(
                root,
                settings,
                &mut |infer, definition| {
                    defs.push(elaborate::definition(infer, arena, definition)?);
                    Ok(())
                },
                |infer| std::mem::take(&mut infer.warnings),
            )?;
            warnings = own_warnings(found, &run.sources);
            count = defs.len() as u64;
            Ok(Program { span: root.span, defs: arena.slice(defs) })
        });
        run.counts.definitions = count;
        run.warnings.extend(warnings);
        result
    }
}

/// The warnings about the program's own text, in textual order, one for each place.
fn own_warnings(mut found: Vec<(Span, Error)>, sources: &SourceMap) -> Vec<Error> {
    found.retain(|(span, _)| is_own(sources, *span));
    let place = |(span, _): &(Span, Error)| (span.file.0, span.start);
    found.sort_by_key(place);
    // The body of a parametric module occurs once for each application.
    found.dedup_by_key(|warning| place(warning));
    found.into_iter().map(|(_, warning)| warning).collect()
}

/// The settings of inference, from the edition of the program and the options of the pass.
pub fn settings<'t>(
    root: &resolved::Program<'_>,
    abstract_types: AbstractTypes,
    function_branches: bool,
    sources: &'t SourceMap,
) -> Settings<'t> {
    Settings {
        abstract_types,
        modules_are_checked: abstract_types == AbstractTypes::Revealed && has_modules(root),
        dynamic_sizes: root.edition.has_dynamic_sizes(),
        function_branches,
        sources,
    }
}

/// Whether a program has module types that make types abstract or give values other types.
pub fn has_modules(root: &resolved::Program<'_>) -> bool {
    root.defs.iter().any(|def| matches!(def, Def::Sealed { .. } | Def::Conforms { .. }))
}

/// The step after the inference of a value's definition.
pub type Use<'u> = dyn for<'t> FnMut(&mut Infer<'t>, &Definition<'t>) -> Result<()> + 'u;

/// Infers all definitions, and passes each value to `with`. Returns the result of `then` on the state after the last
/// definition, or the errors of all wrong definitions.
pub fn infer<'r, R>(
    root: &'r resolved::Program<'r>,
    settings: Settings<'r>,
    with: &mut Use<'_>,
    then: impl for<'t> FnOnce(&mut Infer<'t>) -> R,
) -> Result<R> {
    let (store, drafts) = (Store::default(), Drafts::default());
    let mut infer = Infer::new(&store, &drafts, settings);
    let errors = infer.definitions(root.defs, &mut |infer, definition| with(infer, definition));
    if errors.is_empty() { Ok(then(&mut infer)) } else { Err(Error::several(errors)) }
}
