//! Views of modules: types and values as module types show them.
//!
//! Outside of a module, its abstract types are types of their own, and its values have the types that their
//! specifications say. `check-modules` infers types that way. `infer-types` then replaces abstract types by their
//! definitions.

use std::rc::Rc;

use framework::Name;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typing::infer_types::types::Scheme;

/// How inference sees types that module types make abstract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbstractTypes {
    /// They are types of their own. So programs are checked.
    Opaque,
    /// They are replaced by their definitions. So programs are translated.
    Revealed,
}

/// What module types show of types and values.
pub struct ModuleViews<'t> {
    abstract_types: AbstractTypes,
    /// The abstract types.
    sealed: FxHashSet<Name>,
    /// How many definitions there are before each definition.
    order: FxHashMap<Name, usize>,
    /// While a definition is held against a module type: its place in the order. Types that are sealed later are
    /// transparent meanwhile.
    revealed_after: Option<usize>,
    /// The values that names of modules stand for.
    values: FxHashMap<Name, Name>,
    /// The types that polymorphic values are shown with.
    shown: FxHashMap<Name, Rc<Scheme<'t>>>,
}

impl<'t> ModuleViews<'t> {
    /// No module has been seen.
    pub fn new(abstract_types: AbstractTypes) -> Self {
        ModuleViews {
            abstract_types,
            sealed: FxHashSet::default(),
            order: FxHashMap::default(),
            revealed_after: None,
            values: FxHashMap::default(),
            shown: FxHashMap::default(),
        }
    }

    /// Whether abstract types are types of their own.
    pub fn are_opaque(&self) -> bool {
        self.abstract_types == AbstractTypes::Opaque
    }

    /// Comes to the next definition.
    pub fn begin(&mut self, name: Name) {
        self.order.insert(name, self.order.len());
    }

    /// Makes a type abstract.
    pub fn seal(&mut self, name: Name) {
        self.sealed.insert(name);
    }

    /// Whether a type is a type of its own at the moment.
    pub fn is_sealed(&self, name: Name) -> bool {
        let revealed = self.revealed_after.is_some_and(|place| self.order.get(&name).is_some_and(|own| *own > place));
        self.are_opaque() && self.sealed.contains(&name) && !revealed
    }

    /// Makes types transparent that are sealed after a definition, until [`ModuleViews::hide_again`].
    pub fn reveal_after(&mut self, name: Name) {
        self.revealed_after = self.order.get(&name).copied();
    }

    /// Ends [`ModuleViews::reveal_after`].
    pub fn hide_again(&mut self) {
        self.revealed_after = None;
    }

    /// Whether some abstract types are transparent at the moment that are types of their own otherwise.
    pub fn is_revealing(&self) -> bool {
        self.are_opaque() && self.revealed_after.is_some()
    }

    /// Makes a name stand for a value.
    pub fn set_value(&mut self, name: Name, value: Name) {
        self.values.insert(name, self.value_of(value));
    }

    /// The value that a name stands for: itself, unless a module shows it under this name.
    pub fn value_of(&self, name: Name) -> Name {
        self.values.get(&name).copied().unwrap_or(name)
    }

    /// Notes the type that a polymorphic value is shown with.
    pub fn show_as(&mut self, name: Name, scheme: Rc<Scheme<'t>>) {
        self.shown.insert(name, scheme);
    }

    /// The type that a polymorphic value is shown with.
    pub fn shown(&self, name: Name) -> Option<Rc<Scheme<'t>>> {
        self.shown.get(&name).cloned()
    }
}
