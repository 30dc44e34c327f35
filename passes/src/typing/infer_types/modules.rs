//! Views of modules: types and values as module types specify them.
//!
//! Outside a module, its abstract types are types of their own, and its values have their specified types.
//! `check-modules` infers types under this view. `infer-types` then replaces abstract types by their definitions,
//! except for those with sizes of their own: their values stay packages (`coercions/packages`).

use std::rc::Rc;

use framework::{Error, Name};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typing::infer_types::types::Scheme;

/// The view of types that module types make abstract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbstractTypes {
    /// They are types of their own. `check-modules` uses this view.
    Opaque,
    /// Those with sizes of their own are types of their own. The others are replaced by their definitions.
    /// `infer-types` uses this view.
    Revealed,
}

/// The types and values as module types specify them.
pub struct ModuleViews<'t> {
    abstract_types: AbstractTypes,
    /// The abstract types.
    sealed: FxHashSet<Name>,
    /// For types of arguments of parametric modules, whether their definitions are known. They are sealed only in the
    /// bodies of these modules.
    known: FxHashMap<Name, bool>,
    /// The position of each definition.
    order: FxHashMap<Name, usize>,
    /// The position from which on sealed types are transparent: after that of the definition that is being matched
    /// against a module type.
    revealed_from: Option<usize>,
    /// The values that names of modules stand for.
    values: FxHashMap<Name, Name>,
    /// The specified types of polymorphic values.
    shown: FxHashMap<Name, Rc<Scheme<'t>>>,
    /// Functions without declared results that must have unique ones, each with the error if it has not.
    unique_results: Vec<(Name, Error)>,
}

impl<'t> ModuleViews<'t> {
    /// The state before the first module.
    pub fn new(abstract_types: AbstractTypes) -> Self {
        ModuleViews {
            abstract_types,
            sealed: FxHashSet::default(),
            known: FxHashMap::default(),
            order: FxHashMap::default(),
            revealed_from: None,
            values: FxHashMap::default(),
            shown: FxHashMap::default(),
            unique_results: Vec::new(),
        }
    }

    /// Whether abstract types are types of their own.
    pub fn are_opaque(&self) -> bool {
        self.abstract_types == AbstractTypes::Opaque
    }

    /// Begins the next definition.
    pub fn begin(&mut self, name: Name) {
        self.order.insert(name, self.order.len());
    }

    /// Whether values of some types are packages: in the view of `infer-types`, these are all sealed types.
    pub fn have_packages(&self) -> bool {
        !self.are_opaque() && !self.sealed.is_empty()
    }

    /// Makes a type abstract.
    pub fn seal(&mut self, name: Name) {
        self.sealed.insert(name);
    }

    /// Whether a type is currently a type of its own.
    pub fn is_sealed(&self, name: Name) -> bool {
        let revealed = self.revealed_from.is_some_and(|place| self.order.get(&name).is_some_and(|own| *own >= place));
        self.sealed.contains(&name) && !revealed && !self.is_known(name)
    }

    /// Says whether the definition of an argument's type is known from now on.
    pub fn set_known(&mut self, name: Name, known: bool) {
        self.known.insert(name, known);
    }

    fn is_known(&self, name: Name) -> bool {
        self.known.get(&name).is_some_and(|known| *known)
    }

    /// Whether a type is that of an argument of a parametric module.
    pub fn is_of_argument(&self, name: Name) -> bool {
        self.known.contains_key(&name)
    }

    /// Whether values may have types whose definitions have become known since.
    pub fn have_known(&self) -> bool {
        self.known.values().any(|known| *known)
    }

    /// Makes the types that are sealed after a definition transparent, until [`ModuleViews::hide_again`].
    pub fn reveal_after(&mut self, name: Name) {
        self.revealed_from = self.order.get(&name).map(|place| place + 1);
    }

    /// Makes all types transparent, until [`ModuleViews::hide_again`].
    pub fn reveal_all(&mut self) {
        self.revealed_from = Some(0);
    }

    /// Ends [`ModuleViews::reveal_after`] and [`ModuleViews::reveal_all`].
    pub fn hide_again(&mut self) {
        self.revealed_from = None;
    }

    /// Whether some abstract types are transparent now that are types of their own otherwise.
    pub fn is_revealing(&self) -> bool {
        self.revealed_from.is_some() || self.have_known()
    }

    /// Makes a name stand for a value.
    pub fn set_value(&mut self, name: Name, value: Name) {
        self.values.insert(name, self.value_of(value));
    }

    /// The value that a name stands for: the name itself, unless a module exports a value under this name.
    pub fn value_of(&self, name: Name) -> Name {
        self.values.get(&name).copied().unwrap_or(name)
    }

    /// Records that a function without a declared result must have a unique one.
    pub fn needs_unique_result(&mut self, function: Name, error: Error) {
        self.unique_results.push((function, error));
    }

    /// Takes the recorded functions that must have unique results out of the state.
    pub fn take_unique_results(&mut self) -> Vec<(Name, Error)> {
        std::mem::take(&mut self.unique_results)
    }

    /// Records the specified type of a polymorphic value.
    pub fn show_as(&mut self, name: Name, scheme: Rc<Scheme<'t>>) {
        self.shown.insert(name, scheme);
    }

    /// The specified type of a polymorphic value.
    pub fn shown(&self, name: Name) -> Option<Rc<Scheme<'t>>> {
        self.shown.get(&name).cloned()
    }
}
