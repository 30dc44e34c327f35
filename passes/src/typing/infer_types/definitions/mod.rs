//! Infers definitions, one after the other.
//!
//! This room is the topmost: its rules call those of other rooms, which never call it.

mod entries;
mod modules;
mod named_types;
mod value;

use std::rc::Rc;

use framework::{Error, Name, Node, Result};
use languages::resolved::Def;
use languages::source::Liftedness;
use rustc_hash::FxHashSet;

use self::value::Value;
use crate::typing::infer_types::draft::Definition;
use crate::typing::infer_types::functions::recursion::Recursion;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Abbreviation, Scheme};

/// The step after the inference of a value's definition.
pub type Use<'u, 't> = dyn FnMut(&mut Infer<'t>, &Definition<'t>) -> Result<()> + 'u;

/// The outcome of the definitions so far.
#[derive(Default)]
struct Verdicts {
    errors: Vec<Error>,
    /// The last definition, if it was wrong.
    failed: Option<Name>,
    /// Definitions that are wrong, and those that use them. They have no types, so no further errors are reported for
    /// them.
    wrong: FxHashSet<Name>,
}

impl<'t> Infer<'t> {
    /// Infers all definitions in order, and passes each value to `with`. Returns the errors of all wrong definitions.
    pub fn definitions(&mut self, defs: &'t [Def<'t>], with: &mut Use<'_, 't>) -> Vec<Error> {
        let mut verdicts = Verdicts::default();
        for def in defs {
            self.next_definition(def, &mut verdicts, with);
        }
        verdicts.errors
    }

    fn next_definition(&mut self, def: &'t Def<'t>, verdicts: &mut Verdicts, with: &mut Use<'_, 't>) {
        let name = bound_name(def);
        if let Some(name) = name {
            self.modules.begin(name);
        }
        // If this definition is an alternative: the wrong function that it replaces.
        let replaced = match *def {
            Def::Otherwise { of, .. } if verdicts.failed == Some(of) => Some(of),
            Def::Otherwise { .. } => return,
            _ => None,
        };
        if let Some(replaced) = replaced {
            verdicts.wrong.remove(&replaced);
        }
        verdicts.failed = None;
        if !verdicts.wrong.is_empty() && def.free_names().iter().any(|name| verdicts.wrong.contains(name)) {
            verdicts.wrong.extend(name);
            return;
        }
        match (self.definition(def, with), replaced) {
            (Ok(()), None) => {}
            (Ok(()), Some(replaced)) => {
                verdicts.errors.pop();
                if let Some(name) = name {
                    self.stands_for(replaced, name);
                }
            }
            (Err(error), None) => {
                self.forget_definition();
                verdicts.errors.push(error);
                verdicts.failed = name;
                verdicts.wrong.extend(name);
            }
            // The alternative is wrong, too: the error of the function itself is reported.
            (Err(_), Some(replaced)) => {
                self.forget_definition();
                verdicts.wrong.insert(replaced);
            }
        }
    }

    /// Makes a name stand for another value from now on.
    fn stands_for(&mut self, name: Name, value: Name) {
        if let Some(binding) = self.binding(value).cloned() {
            self.set_binding(name, binding);
        }
        self.declare_at(name, 0);
        self.modules.set_value(name, value);
    }

    fn definition(&mut self, def: &'t Def<'t>, with: &mut Use<'_, 't>) -> Result<()> {
        match *def {
            Def::Value { .. } | Def::Otherwise { .. } => {
                let Some(value) = Value::of(def) else { return Ok(()) };
                self.value(value, with)
            }
            Def::Abbreviation { name, lifted, given, type_params, rhs, .. } => {
                self.abbreviation(name, if given { Liftedness::Lifted } else { lifted }, given, type_params, rhs)
            }
            Def::Sealed { span, name, lifted, type_params, rhs } => self.sealed(span, name, lifted, type_params, rhs),
            Def::Conforms { span, name, value, type_params, ty } => {
                match self.conforms(span, name, value, type_params, ty)? {
                    Some(definition) => with(self, &definition),
                    None => Ok(()),
                }
            }
            Def::Abstract { span, .. } | Def::Assumed { span, .. } | Def::SameType { span, .. }
                if !self.modules.are_opaque() =>
            {
                Err(Error::internal("`check-modules` has to come before").or_at(span))
            }
            Def::Abstract { name, lifted, type_params, .. } => {
                let params = self.scoped(|infer| Ok(infer.declare_type_params(type_params)))?;
                let params = params.into_iter().map(|(_, param)| param).collect();
                self.name_type(name, lifted, Abbreviation { params, rhs: None });
                Ok(())
            }
            Def::Assumed { span, name, type_params, ty } => {
                let (params, ty) = self.declared_scheme(span, type_params, ty)?;
                self.define(name, Rc::new(Scheme { params, ty }));
                Ok(())
            }
            Def::Known { ty, known, .. } => {
                self.modules.set_known(ty, known);
                Ok(())
            }
            Def::SameType { span, member, type_params, found, wanted } => {
                self.same_type((span, member), type_params, found, wanted)
            }
        }
    }

    /// Infers the definition of a value. A recursive function without a declared result is first inferred with calls at
    /// the sizes of its own parameters. If that fails, it is inferred with calls at any sizes; then no size of its
    /// result may depend on them.
    fn value(&mut self, value: Value<'t>, with: &mut Use<'_, 't>) -> Result<()> {
        if !value.has_open_recursion() {
            let definition = self.value_definition(value, Recursion::SameSizes)?;
            return self.finish(definition, with);
        }
        let state = self.snapshot();
        let first = self.value_definition(value, Recursion::SameSizes);
        let error = match first.and_then(|definition| self.finish(definition, with)) {
            Ok(()) => {
                self.commit(state);
                return Ok(());
            }
            Err(error) => error,
        };
        self.rollback(state);
        self.forget_definition();
        let second = self.value_definition(value, Recursion::AnySizes);
        second.and_then(|definition| self.finish(definition, with)).map_err(|_| error)
    }

    /// Hands on a definition. An entry point that takes packages becomes two: one for callers, and one for the program.
    fn finish(&mut self, mut definition: Definition<'t>, with: &mut Use<'_, 't>) -> Result<()> {
        if !definition.entry || !self.modules.have_packages() {
            return with(self, &definition);
        }
        let Some(entry) = self.entry_for_callers(&definition)? else { return with(self, &definition) };
        definition.entry = false;
        with(self, &definition)?;
        with(self, &entry)
    }
}

/// The name that a definition binds.
pub fn bound_name(def: &Def<'_>) -> Option<Name> {
    match *def {
        Def::Value { name, .. }
        | Def::Otherwise { name, .. }
        | Def::Abbreviation { name, .. }
        | Def::Abstract { name, .. }
        | Def::Assumed { name, .. }
        | Def::Sealed { name, .. }
        | Def::Conforms { name, .. } => Some(name),
        Def::Known { .. } | Def::SameType { .. } => None,
    }
}
