//! What every node of every language can do, and the walk over names and scopes that the binding operations are made of.

use crate::sexp::Tree;
use crate::{Name, ProductionInfo, Span};
use rustc_hash::FxHashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A node of a program. Implemented by `language!` for every nonterminal.
pub trait Node: Copy + Debug + PartialEq + Eq + Hash {
    /// Where it came from.
    fn span(&self) -> Span;
    /// Which production it is.
    fn production(&self) -> &'static ProductionInfo;
    /// The names it binds in the production around it (a pattern's variables), in order.
    fn exports(&self, out: &mut Vec<Name>);
    /// Tells the walker of all nodes, names and scopes below, in order.
    fn walk(&self, walker: &mut dyn Walker);
    /// Its S-expression.
    fn to_tree(&self) -> Tree;

    /// Names that are used below and bound nowhere between here and there, each once, in order of first use.
    fn free_names(&self) -> Vec<Name> {
        let mut walker = FreeNames::default();
        self.walk(&mut walker);
        walker.free
    }

    /// How many nodes it is made of.
    fn size(&self) -> u64 {
        let mut walker = Size::default();
        self.walk(&mut walker);
        walker.nodes
    }
}

/// Reads a program's names and scopes. See [`Node::walk`].
pub trait Walker {
    /// A node is entered.
    fn node(&mut self, _production: &'static ProductionInfo, _span: Span) {}
    /// The node that was entered last and not left yet is left.
    fn leave(&mut self) {}
    /// A use of a name.
    fn name(&mut self, name: Name, span: Span);
    /// A binding occurrence.
    fn binder(&mut self, _name: Name, _span: Span) {}
    /// These names come into scope.
    fn bind(&mut self, names: &[Name]);
    /// They leave it.
    fn unbind(&mut self, names: &[Name]);
}

/// The arena of nodes of one type inside a language's arena.
pub trait Allocates<T> {
    /// The arena.
    fn slot(&self) -> &typed_arena::Arena<T>;
}

/// Names in scope, counted, since a name may be bound again inside its own scope.
#[derive(Default)]
pub struct Scope {
    depth: FxHashMap<Name, usize>,
}

impl Scope {
    /// Whether a name is in scope.
    pub fn contains(&self, name: Name) -> bool {
        self.depth.get(&name).is_some_and(|depth| *depth > 0)
    }
    /// Names come into scope.
    pub fn enter(&mut self, names: &[Name]) {
        for name in names {
            *self.depth.entry(*name).or_default() += 1;
        }
    }
    /// Names leave scope.
    pub fn leave(&mut self, names: &[Name]) {
        for name in names {
            if let Some(depth) = self.depth.get_mut(name) {
                *depth = depth.saturating_sub(1);
            }
        }
    }
}

#[derive(Default)]
struct FreeNames {
    scope: Scope,
    seen: rustc_hash::FxHashSet<Name>,
    free: Vec<Name>,
}

impl Walker for FreeNames {
    fn name(&mut self, name: Name, _: Span) {
        if !self.scope.contains(name) && self.seen.insert(name) {
            self.free.push(name);
        }
    }
    fn bind(&mut self, names: &[Name]) {
        self.scope.enter(names);
    }
    fn unbind(&mut self, names: &[Name]) {
        self.scope.leave(names);
    }
}

#[derive(Default)]
struct Size {
    nodes: u64,
}

impl Walker for Size {
    fn node(&mut self, _: &'static ProductionInfo, _: Span) {
        self.nodes += 1;
    }
    fn name(&mut self, _: Name, _: Span) {}
    fn bind(&mut self, _: &[Name]) {}
    fn unbind(&mut self, _: &[Name]) {}
}

/// A name used where nothing binds it, or bound twice: what [`check_names`] reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// Used, but not in scope.
    Unbound(Name, Span),
    /// Bound a second time.
    Rebound(Name, Span),
}

/// All uses of unbound names and, with `unique`, all names with two binding occurrences.
pub fn check_names(node: &impl Node, unique: bool) -> Vec<NameFault> {
    let mut walker = NameCheck { scope: Scope::default(), bound: FxHashMap::default(), unique, faults: Vec::new() };
    node.walk(&mut walker);
    walker.faults
}

struct NameCheck {
    scope: Scope,
    bound: FxHashMap<Name, ()>,
    unique: bool,
    faults: Vec<NameFault>,
}

impl Walker for NameCheck {
    fn name(&mut self, name: Name, span: Span) {
        if !self.scope.contains(name) {
            self.faults.push(NameFault::Unbound(name, span));
        }
    }
    fn binder(&mut self, name: Name, span: Span) {
        if self.bound.insert(name, ()).is_some() && self.unique {
            self.faults.push(NameFault::Rebound(name, span));
        }
    }
    fn bind(&mut self, names: &[Name]) {
        self.scope.enter(names);
    }
    fn unbind(&mut self, names: &[Name]) {
        self.scope.leave(names);
    }
}
