//! `check-modules`: checks that modules conform to their module types.

use framework::pass::{Run, Transform};
use framework::{Error, Name, Node, Owned, Result, Symbol, pass};
use languages::resolved::{Arena, Attr, Def, NothingAssumed, Program, Resolved, Rewrite, default_rewrite_def};
use languages::typed;
use rustc_hash::FxHashSet;

use crate::typing::check_uniqueness;
use crate::typing::infer_types::{AbstractTypes, Infer, bound_name, elaborate, infer, settings};
use crate::typing::support::attributes::ABSTRACT;

pass! {
    /// Checks that modules conform to their module types.
    ///
    /// A module must define everything that its module type specifies, and code outside the module must not rely on the
    /// definitions of its abstract types. The program has the bodies of parametric modules only for this check; the
    /// pass removes them. Code outside the module must also consume no more than the module type allows.
    ///
    ///     module m: { type t val x: t } = { type t = i32 def x = 1i32 }
    ///     def f = m.x + 1i32                                      is rejected: expected `t`, found `i32`
    ///
    /// The pass infers all types with each abstract type as a type of its own. `infer-types` infers them again, with
    /// abstract types replaced by their definitions. A program without modules is not inferred here. A constant that a
    /// module exports under an abstract type gets the attribute `abstract`, since its type does not tell code outside
    /// the module whether it is an array.
    pub CheckModules = "check-modules": Resolved => Resolved {
        ensures: [NothingAssumed],
        counts: { checks, hidden_constants },
        options: {
            /// Allows conditionals and matches to yield functions.
            function_branches: bool = false,
        },
    }
}

impl Transform for CheckModules {
    fn transform(&self, program: &Owned<Resolved>, run: &mut Run<'_, Self>) -> Result<Owned<Resolved>> {
        let root = program.root();
        let checks = root.defs.iter().filter(|def| !is_of_program(def)).count();
        run.counts.checks = checks as u64;
        if checks == 0 {
            return Ok(program.clone());
        }
        let settings = settings(root, AbstractTypes::Opaque, run.options.function_branches, &run.sources);
        let (arena, mut values) = (typed::Arena::default(), Vec::new());
        let (hidden, unique) = infer(
            root,
            settings,
            &mut |infer, definition| {
                values.push(elaborate::definition(infer, &arena, definition)?);
                Ok(())
            },
            |infer| (hidden_constants(infer), infer.modules.take_unique_results()),
        )?;
        let mut found = check_uniqueness::check(&values, &FxHashSet::default(), &run.sources);
        let shared = unique.into_iter().filter(|(function, _)| found.may_share(*function)).map(|(_, error)| error);
        let mut errors: Vec<Error> = shared.collect();
        errors.append(&mut found.errors);
        if !errors.is_empty() {
            return Err(Error::several(errors));
        }
        run.counts.hidden_constants = hidden.len() as u64;
        let assumed = assumed(root);
        Owned::build(|arena| {
            let mut checked = Checked { arena, hidden };
            let kept = root.defs.iter().filter(|def| !is_only_checked(def, &assumed));
            let defs = kept.map(|def| checked.rewrite_def(def)).collect::<Result<Vec<_>>>()?;
            Ok(Program { span: root.span, edition: root.edition, defs: arena.slice(defs) })
        })
    }
}

/// Whether a definition is an ordinary one, not a check of a module type.
fn is_of_program(def: &Def<'_>) -> bool {
    matches!(def, Def::Value { .. } | Def::Otherwise { .. } | Def::Abbreviation { .. })
}

/// Assumed types and values, and all definitions that depend on them: the bodies of parametric modules.
fn assumed(root: &Program<'_>) -> FxHashSet<Name> {
    let mut assumed = FxHashSet::default();
    let unknown = |def: &Def<'_>| matches!(def, Def::Abstract { .. } | Def::Assumed { .. });
    if !root.defs.iter().any(unknown) {
        return assumed;
    }
    for def in root.defs {
        if unknown(def) || def.free_names().iter().any(|name| assumed.contains(name)) {
            assumed.extend(bound_name(def));
        }
    }
    assumed
}

/// Whether the program has a definition only for checks.
fn is_only_checked(def: &Def<'_>, assumed: &FxHashSet<Name>) -> bool {
    match def {
        Def::Known { ty, .. } => assumed.contains(ty),
        _ => bound_name(def).is_none_or(|name| assumed.contains(&name)),
    }
}

/// Constants that may be arrays although their types outside their modules do not say so.
fn hidden_constants(infer: &mut Infer<'_>) -> FxHashSet<Name> {
    let mut hidden = FxHashSet::default();
    for (name, ty) in infer.values() {
        if infer.is_hidden(ty) {
            hidden.insert(infer.modules.value_of(name));
        }
    }
    hidden
}

/// Copies the program, with attributes for hidden constants.
struct Checked<'b> {
    arena: &'b Arena<'b>,
    hidden: FxHashSet<Name>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Checked<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_def(&mut self, node: &'a Def<'a>) -> Result<Def<'b>> {
        let mut def = default_rewrite_def(self, node)?;
        if let Def::Value { span, name, attrs, .. } | Def::Otherwise { span, name, attrs, .. } = &mut def
            && self.hidden.contains(name)
        {
            let own = Attr::Atom { span: *span, name: Symbol::new(ABSTRACT) };
            *attrs = self.arena.slice(attrs.iter().copied().chain([own]));
        }
        Ok(def)
    }
}
