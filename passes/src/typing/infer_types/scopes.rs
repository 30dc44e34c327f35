//! Scopes: what every name of the program stands for, and how deeply it is bound.
//!
//! All names are unique, so names are never removed from these tables. Each name has the *level* of the scope that
//! binds it. After the end of that scope the name is still in the tables, but types outside the scope must not mention
//! it in their sizes.

use std::rc::Rc;

use framework::{Name, Span, Symbol};
use languages::resolved::Pat;
use languages::source::Liftedness;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typing::infer_types::types::{Abbreviation, Scheme, Ty};

/// The type of a variable of the program.
#[derive(Clone, Debug)]
pub enum Binding<'t> {
    /// A parameter or a variable of a pattern has one type.
    Mono(Ty<'t>),
    /// A definition has a type scheme, and every use has an instance of the scheme.
    Poly(Rc<Scheme<'t>>),
    /// A recursive function in its own body. Every use has an instance at other sizes, but at the same types.
    Recursive(Rc<Scheme<'t>>),
}

impl<'t> Binding<'t> {
    /// The type, with the type parameters of its scheme free in it.
    pub fn ty(&self) -> Ty<'t> {
        match self {
            Binding::Mono(ty) => ty,
            Binding::Poly(scheme) | Binding::Recursive(scheme) => scheme.ty,
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
    /// The inferred type parameters that stand for no functions.
    without_functions: FxHashSet<Name>,
    /// The functions with declared result types.
    declared_results: FxHashSet<Name>,
    /// Where sizes and abstract types come from, for messages.
    origins: FxHashMap<Name, (Span, String)>,
    /// The places of the definitions, parameters and patterns that bind variables, for messages.
    places: FxHashMap<Name, Span>,
    /// The names of functions' parameters, for messages.
    parameters: FxHashMap<Name, Vec<Option<Symbol>>>,
}

/// The level of named parameters in function types. Only the type itself can mention them. Expressions in the type have
/// scopes of their own inside.
pub const IN_TYPE: u32 = u32::MAX / 2;

/// Levels.
impl Scopes<'_> {
    /// The level of the current scope.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Sets the level of the current scope, and returns the previous level.
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

    /// Binds a name that only the surrounding type can mention.
    pub fn declare_in_type(&mut self, name: Name) {
        self.declare_at(name, IN_TYPE);
    }

    /// Whether only a type can mention a name.
    pub fn is_in_type(&self, name: Name) -> bool {
        self.levels.get(&name) == Some(&IN_TYPE)
    }

    /// Whether the scope of a level can mention a name.
    pub fn is_visible(&self, name: Name, level: u32) -> bool {
        self.levels.get(&name).is_some_and(|own| *own <= level)
    }

    /// Whether a name is bound at a deeper level than this one.
    pub fn is_inside(&self, name: Name, level: u32) -> bool {
        self.levels.get(&name).is_some_and(|own| *own > level)
    }

    /// Whether a name is bound by a definition.
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

    /// Binds the name of a definition to its type scheme.
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

    /// Records that the program declares a function's result type.
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

    /// Records that an inferred type parameter stands for no functions.
    pub fn declare_without_functions(&mut self, name: Name) {
        self.without_functions.insert(name);
    }

    /// Whether a type parameter is inferred and stands for no functions. One that is declared as size-lifted may, as in
    /// today's Futhark.
    pub fn is_without_functions(&self, name: Name) -> bool {
        self.without_functions.contains(&name)
    }

    /// The liftedness of a type parameter or a named type.
    pub fn liftedness(&self, name: Name) -> Option<Liftedness> {
        self.liftedness.get(&name).copied()
    }
}

/// Origins of names.
impl Scopes<'_> {
    /// Records the origin of a size or an abstract type, in the words of messages: `a size parameter`.
    pub fn set_origin(&mut self, name: Name, span: Span, origin: impl Into<String>) {
        self.origins.insert(name, (span, origin.into()));
    }

    /// The origin of a size or an abstract type.
    pub fn origin(&self, name: Name) -> Option<(Span, &str)> {
        self.origins.get(&name).map(|(span, origin)| (*span, origin.as_str()))
    }

    /// Records the place of the definition, parameter or pattern that binds a variable.
    pub fn set_place(&mut self, name: Name, span: Span) {
        self.places.insert(name, span);
    }

    /// The place of the definition, parameter or pattern that binds a variable.
    pub fn place(&self, name: Name) -> Option<Span> {
        self.places.get(&name).copied()
    }

    /// Records the names of a function's parameters.
    pub fn set_parameter_names(&mut self, function: Name, params: &[Pat<'_>]) {
        self.parameters.insert(function, params.iter().map(name_of).collect());
    }

    /// The names of a function's parameters, as far as they have names.
    pub fn parameter_names(&self, function: Name) -> &[Option<Symbol>] {
        self.parameters.get(&function).map_or(&[], Vec::as_slice)
    }
}

fn name_of(pat: &Pat<'_>) -> Option<Symbol> {
    match pat {
        Pat::PatVar { name, .. } => Some(name.base),
        Pat::PatAscribe { pat, .. } => name_of(pat),
        _ => None,
    }
}
