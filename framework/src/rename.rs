//! Renaming and substitution, both by copying: the one traversal that changes names.

use crate::Name;
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// How a copy names what it binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// As it was.
    Keep,
    /// As it was, and renamings reach into the scopes of the names they rename: for programs in which every name is bound once.
    Unique,
    /// Every binder gets a name of its own. Needed for substitution, which would capture otherwise.
    Fresh,
    /// Binders are numbered in the order of the traversal: programs are equal up to renaming if and only if their canonical copies are equal.
    Canonical,
}

/// In languages without a `#[var]` production nothing can take a variable's place.
#[derive(Clone, Copy, Debug)]
pub enum NoVariable<'b> {
    #[doc(hidden)]
    Never(std::convert::Infallible, PhantomData<&'b ()>),
}

/// A replacement whose type holds no reference.
#[derive(Clone, Copy, Debug)]
pub struct Static<'b, T>(pub T, pub PhantomData<&'b ()>);

/// The state of a renaming copy: what free and bound names become.
pub struct Renaming<'b, R> {
    names: Names,
    uses: FxHashMap<Name, Vec<Name>>,
    binders: FxHashMap<Name, Vec<Name>>,
    replacements: FxHashMap<Name, R>,
    count: u32,
    lifetime: PhantomData<&'b ()>,
}

impl<'b, R: Copy> Renaming<'b, R> {
    /// A copy that treats binders as `names` says and leaves free names alone.
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

    /// Free uses of `from` become `to`. Binders become fresh, so that `to` is not captured.
    pub fn rename(mut self, from: Name, to: Name) -> Self {
        self.uses.entry(from).or_default().push(to);
        self
    }

    /// The variable `name` becomes a copy of `with`; uses of the name elsewhere (where the grammar wants a name) stay.
    pub fn replace(mut self, name: Name, with: R) -> Self {
        self.replacements.insert(name, with);
        self
    }

    /// What a use becomes.
    pub fn name(&self, name: Name) -> Name {
        self.uses.get(&name).and_then(|stack| stack.last()).copied().unwrap_or(name)
    }

    /// What a binding occurrence becomes.
    pub fn binder(&self, name: Name) -> Name {
        self.binders.get(&name).and_then(|stack| stack.last()).copied().unwrap_or(name)
    }

    /// What takes the place of a variable, if it is free and substituted.
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
