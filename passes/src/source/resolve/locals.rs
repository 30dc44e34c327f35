//! Names that are bound inside a definition.

use framework::{Name, Symbol};
use rustc_hash::FxHashMap;

use super::scope::{DefId, Meaning, Space};

/// The meaning of a name that is bound inside a definition.
#[derive(Debug, Clone, Copy)]
pub(super) enum Local {
    /// A variable, size or type parameter.
    Name(Name),
    /// A name of a module that was opened here.
    Opened(Meaning),
}

/// The local names in scope. [`Locals::leave`] restores an outer scope.
#[derive(Debug, Default)]
pub(super) struct Locals {
    names: FxHashMap<(Space, Symbol), Vec<Local>>,
    /// The bound names, in order.
    log: Vec<(Space, Symbol)>,
}

/// A point in the log of bound names. [`Locals::leave`] goes back to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize);

impl Locals {
    pub fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    pub fn bind(&mut self, space: Space, symbol: Symbol, local: Local) {
        self.names.entry((space, symbol)).or_default().push(local);
        self.log.push((space, symbol));
    }

    pub fn leave(&mut self, mark: Mark) {
        for key in self.log.drain(mark.0..) {
            if let Some(meanings) = self.names.get_mut(&key) {
                meanings.pop();
            }
        }
    }

    pub fn lookup(&self, space: Space, symbol: Symbol) -> Option<Local> {
        self.names.get(&(space, symbol))?.last().copied()
    }

    /// All names of a name space in scope.
    pub fn known(&self, space: Space) -> Vec<Symbol> {
        let bound = self.names.iter().filter(|((of, _), meanings)| *of == space && !meanings.is_empty());
        bound.map(|((_, symbol), _)| *symbol).collect()
    }
}

/// The meaning of a type's name at its use.
#[derive(Debug, Clone, Copy)]
pub(super) enum TypeHead {
    Param(Name),
    Def(DefId),
    Prim(languages::prim::PrimType),
}
