//! Scopes: what every name of the program stands for, and how deep it is bound.
//!
//! All names are different, so nothing is ever taken out of these tables. What ends with a scope is that its names may
//! be mentioned: each name has the *level* of the scope that binds it, and types outside of that scope cannot have it
//! in their sizes.

use std::rc::Rc;

use framework::{Name, Span};
use languages::source::Liftedness;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typing::infer_types::types::{Abbreviation, Scheme, Ty};

/// The type of a variable of the program.
#[derive(Clone, Debug)]
pub enum Binding<'t> {
    /// A parameter or a variable of a pattern has one type.
    Mono(Ty<'t>),
    /// A definition has a type scheme, of which every use has an instance.
    Poly(Rc<Scheme<'t>>),
}

impl<'t> Binding<'t> {
    /// The type, with the type parameters of its scheme free in it.
    pub fn ty(&self) -> Ty<'t> {
        match self {
            Binding::Mono(ty) => ty,
            Binding::Poly(scheme) => scheme.ty,
        }
    }
}

/// The meaning of every name.
#[derive(Default)]
pub struct Scopes<'t> {
    /// The level of the current scope: 0 among definitions, 1 for a definition's parameters, 2 in its body, and so on.
    level: u32,
    levels: FxHashMap<Name, u32>,
    variables: FxHashMap<Name, Binding<'t>>,
    named_types: FxHashMap<Name, Abbreviation<'t>>,
    liftedness: FxHashMap<Name, Liftedness>,
    /// Functions whose result types the program declares.
    declared_results: FxHashSet<Name>,
    /// Where sizes and abstract types come from, for messages.
    origins: FxHashMap<Name, (Span, String)>,
    /// The definitions, parameters and patterns that bind variables, for messages.
    places: FxHashMap<Name, Span>,
}

/// The level of names that only the type around them can mention: parameters named in function types.
const IN_TYPE: u32 = u32::MAX;

/// Levels.
impl Scopes<'_> {
    /// The level of the current scope.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Goes to the scope of another level and returns the level before.
    pub fn go_to(&mut self, level: u32) -> u32 {
        std::mem::replace(&mut self.level, level)
    }

    /// Binds a name in the current scope.
    pub fn declare_name(&mut self, name: Name) {
        self.declare_at(name, self.level);
    }

    /// Binds a name in the scope of a level.
    pub fn declare_at(&mut self, name: Name, level: u32) {
        self.levels.insert(name, level);
    }

    /// Binds a name in a scope right inside the current one.
    pub fn declare_inside(&mut self, name: Name) {
        self.declare_at(name, self.level + 1);
    }

    /// Binds a name that only the type around it can mention.
    pub fn declare_in_type(&mut self, name: Name) {
        self.declare_at(name, IN_TYPE);
    }

    /// Whether the scope of a level can mention a name.
    pub fn is_visible(&self, name: Name, level: u32) -> bool {
        self.levels.get(&name).is_some_and(|own| *own <= level)
    }

    /// Whether a name is bound in a scope inside that of a level.
    pub fn is_inside(&self, name: Name, level: u32) -> bool {
        self.levels.get(&name).is_some_and(|own| *own > level)
    }

    /// Whether a name is that of a definition.
    pub fn is_definition(&self, name: Name) -> bool {
        self.levels.get(&name) == Some(&0)
    }
}

/// Variables and types.
impl<'t> Scopes<'t> {
    /// Binds a variable of one type in the current scope.
    pub fn declare(&mut self, name: Name, ty: Ty<'t>) {
        self.declare_name(name);
        self.set_binding(name, Binding::Mono(ty));
    }

    /// Makes a name that of a definition, with its type scheme.
    pub fn define(&mut self, name: Name, scheme: Rc<Scheme<'t>>) {
        self.declare_at(name, 0);
        self.set_binding(name, Binding::Poly(scheme));
    }

    /// Binds a variable without changing its level.
    pub fn set_binding(&mut self, name: Name, binding: Binding<'t>) {
        self.variables.insert(name, binding);
    }

    /// The binding of a variable.
    pub fn binding(&self, name: Name) -> Option<&Binding<'t>> {
        self.variables.get(&name)
    }

    /// The definitions that are values, in no order.
    pub fn values(&self) -> Vec<(Name, Ty<'t>)> {
        let definitions = self.variables.iter().filter_map(|(name, binding)| match binding {
            Binding::Poly(scheme) if self.is_definition(*name) => Some((*name, scheme.ty)),
            _ => None,
        });
        definitions.collect()
    }

    /// Says that the program declares a function's result type.
    pub fn declare_result(&mut self, name: Name) {
        self.declared_results.insert(name);
    }

    /// Whether the program declares a function's result type.
    pub fn has_declared_result(&self, name: Name) -> bool {
        self.declared_results.contains(&name)
    }

    /// Defines a named type.
    pub fn name_type(&mut self, name: Name, lifted: Liftedness, abbreviation: Abbreviation<'t>) {
        self.declare_at(name, 0);
        self.liftedness.insert(name, lifted);
        self.named_types.insert(name, abbreviation);
    }

    /// The definition of a named type.
    pub fn abbreviation_of(&self, name: Name) -> Option<&Abbreviation<'t>> {
        self.named_types.get(&name)
    }

    /// Binds a type parameter in the scope of a level.
    pub fn declare_type(&mut self, name: Name, level: u32, lifted: Liftedness) {
        self.declare_at(name, level);
        self.liftedness.insert(name, lifted);
    }

    /// How lifted a type parameter or a named type is.
    pub fn liftedness(&self, name: Name) -> Option<Liftedness> {
        self.liftedness.get(&name).copied()
    }
}

/// Where names come from.
impl Scopes<'_> {
    /// Notes where a size or an abstract type comes from, as messages say it: `a size parameter`.
    pub fn set_origin(&mut self, name: Name, span: Span, origin: impl Into<String>) {
        self.origins.insert(name, (span, origin.into()));
    }

    /// Where a size or an abstract type comes from.
    pub fn origin(&self, name: Name) -> Option<(Span, &str)> {
        self.origins.get(&name).map(|(span, origin)| (*span, origin.as_str()))
    }

    /// Notes the definition, parameter or pattern that binds a variable.
    pub fn set_place(&mut self, name: Name, span: Span) {
        self.places.insert(name, span);
    }

    /// The definition, parameter or pattern that binds a variable.
    pub fn place(&self, name: Name) -> Option<Span> {
        self.places.get(&name).copied()
    }
}
