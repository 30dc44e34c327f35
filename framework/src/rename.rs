//! Renaming and substitution. Both copy the program; no other traversal changes names.

use crate::Name;
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// The treatment of binders in a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Keeps all names.
    Keep,
    /// Keeps all names. Renamings reach into the scopes of the names that they rename, as programs need in which every
    /// name is bound once.
    Unique,
    /// Gives each binder a fresh name, as substitution needs to avoid capture.
    Fresh,
    /// Numbers binders in the order of the traversal. Two programs are equal up to renaming if and only if their
    /// canonical copies are equal.
    Canonical,
}

/// The replacement type of languages without a `#[var]` production. It has no values, since nothing can replace a
/// variable there.
#[derive(Clone, Copy, Debug)]
pub enum NoVariable<'b> {
    #[doc(hidden)]
    Never(std::convert::Infallible, PhantomData<&'b ()>),
}

/// A replacement whose type holds no reference.
#[derive(Clone, Copy, Debug)]
pub struct Static<'b, T>(pub T, pub PhantomData<&'b ()>);

/// The state of a renaming copy: the new names of free and bound names.
pub struct Renaming<'b, R> {
    names: Names,
    uses: FxHashMap<Name, Vec<Name>>,
    binders: FxHashMap<Name, Vec<Name>>,
    replacements: FxHashMap<Name, R>,
    count: u32,
    lifetime: PhantomData<&'b ()>,
}

impl<'b, R: Copy> Renaming<'b, R> {
    /// Returns a renaming that treats binders as `names` says, and keeps free names.
    pub fn new(names: Names) -> Self {
        Renaming {
            names,
            uses: FxHashMap::default(),
            binders: FxHashMap::default(),
            replacements: FxHashMap::default(),
            count: 0,
            lifetime: PhantomData,
        }
    }

    /// Renames free uses of `from` to `to`. Binders get fresh names, so none captures `to`.
    pub fn rename(mut self, from: Name, to: Name) -> Self {
        self.uses.entry(from).or_default().push(to);
        self
    }

    /// Replaces the variable `name` by copies of `with`. Uses of the name where the grammar requires a name stay.
    pub fn replace(mut self, name: Name, with: R) -> Self {
        self.replacements.insert(name, with);
        self
    }

    /// Returns the new name of a use.
    pub fn name(&self, name: Name) -> Name {
        self.uses.get(&name).and_then(|stack| stack.last()).copied().unwrap_or(name)
    }

    /// Returns the new name of a binding occurrence.
    pub fn binder(&self, name: Name) -> Name {
        self.binders.get(&name).and_then(|stack| stack.last()).copied().unwrap_or(name)
    }

    /// Returns the replacement of a variable, if the variable is free and substituted.
    pub fn replacement(&self, name: Name) -> Option<R> {
        let hidden = self.uses.get(&name).is_some_and(|stack| !stack.is_empty());
        if hidden { None } else { self.replacements.get(&name).copied() }
    }

    #[doc(hidden)]
    pub fn choose(&mut self, names: Vec<Name>) -> Vec<(Name, Name)> {
        if self.names == Names::Unique {
            return Vec::new();
        }
        names
            .into_iter()
            .map(|name| {
                let new = match self.names {
                    Names::Keep | Names::Unique => name,
                    Names::Fresh => name.refresh(),
                    Names::Canonical => {
                        self.count += 1;
                        Name { base: crate::Symbol::new("%"), tag: self.count }
                    }
                };
                (name, new)
            })
            .collect()
    }

    #[doc(hidden)]
    pub fn chosen(&mut self, names: Vec<Name>) -> Vec<(Name, Name)> {
        if self.names == Names::Unique {
            return Vec::new();
        }
        names.into_iter().map(|name| (name, self.binder(name))).collect()
    }

    #[doc(hidden)]
    pub fn push(&mut self, pairs: &[(Name, Name)]) {
        for (old, new) in pairs {
            self.uses.entry(*old).or_default().push(*new);
        }
    }

    #[doc(hidden)]
    pub fn pop(&mut self, pairs: &[(Name, Name)]) {
        for (old, _) in pairs {
            if let Some(stack) = self.uses.get_mut(old) {
                stack.pop();
            }
        }
    }

    #[doc(hidden)]
    pub fn push_binders(&mut self, pairs: &[(Name, Name)]) {
        for (old, new) in pairs {
            self.binders.entry(*old).or_default().push(*new);
        }
    }

    #[doc(hidden)]
    pub fn pop_binders(&mut self, pairs: &[(Name, Name)]) {
        for (old, _) in pairs {
            if let Some(stack) = self.binders.get_mut(old) {
                stack.pop();
            }
        }
    }
}
