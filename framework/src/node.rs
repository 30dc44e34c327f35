//! Operations of all nodes of all languages, and the walk over names and scopes from which binding operations are
//! built.

use crate::sexp::Tree;
use crate::{Name, ProductionInfo, Span};
use rustc_hash::FxHashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A node of a program. `language!` implements this trait for every nonterminal.
pub trait Node: Copy + Debug + PartialEq + Eq + Hash {
    /// Returns the place in the source from which the node came.
    fn span(&self) -> Span;
    /// Returns the node's production.
    fn production(&self) -> &'static ProductionInfo;
    /// Adds to `out`, in order, the names that the node binds in the production around it, as a pattern binds its
    /// variables.
    fn exports(&self, out: &mut Vec<Name>);
    /// Tells `walker` of all nodes, names and scopes below, in order.
    fn walk(&self, walker: &mut dyn Walker);
    /// Returns the S-expression.
    fn to_tree(&self) -> Tree;

    /// Returns the free names: those used below, but bound outside. Each occurs once, in the order of first use.
    fn free_names(&self) -> Vec<Name> {
        let mut walker = FreeNames::default();
        self.walk(&mut walker);
        walker.free
    }

    /// Returns the number of uses of a name, without its binders.
    fn mentions(&self, name: Name) -> u32 {
        let mut walker = Mentions { name, count: 0 };
        self.walk(&mut walker);
        walker.count
    }

    /// Returns the number of nodes.
    fn size(&self) -> u64 {
        let mut walker = Size::default();
        self.walk(&mut walker);
        walker.nodes
    }
}

/// A reader of names and scopes. See [`Node::walk`].
pub trait Walker {
    /// Called when the walk enters a node.
    fn node(&mut self, _production: &'static ProductionInfo, _span: Span) {}
    /// Called when the walk leaves the node that it entered last.
    fn leave(&mut self) {}
    /// Called at the use of a name.
    fn name(&mut self, name: Name, span: Span);
    /// Called at a binding occurrence.
    fn binder(&mut self, _name: Name, _span: Span) {}
    /// Called when names come into scope.
    fn bind(&mut self, names: &[Name]);
    /// Called when names leave scope.
    fn unbind(&mut self, names: &[Name]);
}

/// The arena of nodes of one type inside a language's arena.
pub trait Allocates<T> {
    /// The arena.
    fn slot(&self) -> &typed_arena::Arena<T>;
}

/// The names in scope. They are counted, since a name may be bound again inside its own scope.
#[derive(Default)]
pub struct Scope {
    depth: FxHashMap<Name, usize>,
}

impl Scope {
    /// Whether a name is in scope.
    pub fn contains(&self, name: Name) -> bool {
        self.depth.get(&name).is_some_and(|depth| *depth > 0)
    }
    /// Brings names into scope.
    pub fn enter(&mut self, names: &[Name]) {
        for name in names {
            *self.depth.entry(*name).or_default() += 1;
        }
    }
    /// Takes names out of scope.
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

struct Mentions {
    name: Name,
    count: u32,
}

impl Walker for Mentions {
    fn name(&mut self, name: Name, _: Span) {
        self.count += u32::from(name == self.name);
    }
    fn bind(&mut self, _: &[Name]) {}
    fn unbind(&mut self, _: &[Name]) {}
}

/// A violation that [`check_names`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// A name that is used, but not in scope.
    Unbound(Name, Span),
    /// A name that is bound a second time.
    Rebound(Name, Span),
}

/// Returns all uses of unbound names and, with `unique`, all second binding occurrences of names.
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
