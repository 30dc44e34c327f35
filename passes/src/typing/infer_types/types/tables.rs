//! The unification tables of type and size variables, on `ena`.

use std::marker::PhantomData;
use std::rc::Rc;

use ena::unify::{InPlace, InPlaceUnificationTable, Snapshot, UnifyKey, UnifyValue};
use framework::{Span, Symbol};

use crate::typing::infer_types::types::{PrimSet, SizeVar, Sz, Ty, TypeVar};

/// The facts about an unsolved type variable.
#[derive(Clone, Debug)]
pub struct Free<'t> {
    /// The level of the variable's scope. Its solution must not mention names of inner scopes.
    pub level: u32,
    /// Whether the solution must contain no functions.
    pub order_zero: bool,
    /// Whether no part of the solution may have unknown sizes, not even inside type arguments.
    pub sized: bool,
    /// Whether the variable is the type of a variable or a component. Its solution may then have unknown sizes only
    /// inside a type parameter.
    pub value: bool,
    /// A further constraint on the solution.
    pub constraint: Constraint<'t>,
    /// The place that the variable was made for.
    pub span: Span,
}

/// A constraint on the solution of a type variable.
#[derive(Clone, Debug)]
pub enum Constraint<'t> {
    /// Any type.
    Any,
    /// A type with equality.
    Equality,
    /// One of these primitive types.
    Prims(PrimSet),
    /// A record with at least these fields.
    Fields(Rc<Vec<(Symbol, Ty<'t>)>>),
    /// A sum type with at least these constructors.
    Cases(Rc<Vec<(Symbol, &'t [Ty<'t>])>>),
}

impl<'t> Constraint<'t> {
    /// The types of the known components.
    pub fn parts(&self) -> Vec<Ty<'t>> {
        match self {
            Constraint::Fields(fields) => fields.iter().map(|(_, ty)| *ty).collect(),
            Constraint::Cases(cases) => cases.iter().flat_map(|(_, types)| types.iter().copied()).collect(),
            Constraint::Any | Constraint::Equality | Constraint::Prims(_) => Vec::new(),
        }
    }
}

/// The state of a variable. An entry with a later stamp replaces an earlier one.
#[derive(Clone, Debug)]
enum Entry<V, F> {
    Solved(V),
    Free(u32, F),
}

impl<V: Clone + std::fmt::Debug, F: Clone + std::fmt::Debug> UnifyValue for Entry<V, F> {
    type Error = ena::unify::NoError;

    fn unify_values(a: &Self, b: &Self) -> Result<Self, Self::Error> {
        Ok(match (a, b) {
            (Entry::Solved(_), _) => a.clone(),
            (_, Entry::Solved(_)) => b.clone(),
            (Entry::Free(first, _), Entry::Free(second, _)) => {
                if first >= second {
                    a.clone()
                } else {
                    b.clone()
                }
            }
        })
    }
}

macro_rules! key {
    ($Key:ident, $value:ty, $tag:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $Key<'t>(u32, PhantomData<&'t ()>);

        impl<'t> UnifyKey for $Key<'t> {
            type Value = $value;
            fn index(&self) -> u32 {
                self.0
            }
            fn from_index(index: u32) -> Self {
                $Key(index, PhantomData)
            }
            fn tag() -> &'static str {
                $tag
            }
        }
    };
}

/// The level and the origin of a size variable.
type FreeSize = (u32, Span);

key!(TypeKey, Entry<Ty<'t>, Free<'t>>, "type variable");
key!(SizeKey, Entry<Sz<'t>, FreeSize>, "size variable");

/// All type variables.
#[derive(Default)]
pub struct TypeTable<'t> {
    table: InPlaceUnificationTable<TypeKey<'t>>,
    stamp: u32,
}

/// All size variables.
#[derive(Default)]
pub struct SizeTable<'t> {
    table: InPlaceUnificationTable<SizeKey<'t>>,
    stamp: u32,
}

/// A snapshot of a table.
pub struct TypeState<'t>(Snapshot<InPlace<TypeKey<'t>>>);
/// A snapshot of a table.
pub struct SizeState<'t>(Snapshot<InPlace<SizeKey<'t>>>);

impl<'t> TypeTable<'t> {
    /// A new variable.
    pub fn fresh(&mut self, free: Free<'t>) -> TypeVar {
        TypeVar(self.table.new_key(Entry::Free(0, free)).0)
    }

    /// The number of variables.
    pub fn len(&self) -> u32 {
        self.table.len() as u32
    }

    /// The representative of a class of unified variables.
    pub fn root(&mut self, var: TypeVar) -> TypeVar {
        TypeVar(self.table.find(TypeKey(var.0, PhantomData)).0)
    }

    /// The solution; without one, the facts about the variable.
    pub fn probe(&mut self, var: TypeVar) -> Result<Ty<'t>, Free<'t>> {
        match self.table.probe_value(TypeKey(var.0, PhantomData)) {
            Entry::Solved(ty) => Ok(ty),
            Entry::Free(_, free) => Err(free),
        }
    }

    /// The solution, if there is one.
    pub fn solution(&mut self, var: TypeVar) -> Option<Ty<'t>> {
        self.probe(var).ok()
    }

    fn put(&mut self, var: TypeVar, entry: Entry<Ty<'t>, Free<'t>>) {
        // Unifying entries never fails: the later one wins.
        let _ = self.table.unify_var_value(TypeKey(var.0, PhantomData), entry);
    }

    /// Replaces the facts about an unsolved variable.
    pub fn update(&mut self, var: TypeVar, free: Free<'t>) {
        self.stamp += 1;
        self.put(var, Entry::Free(self.stamp, free));
    }

    /// Unifies two variables, with `free` as the facts about both.
    pub fn union(&mut self, a: TypeVar, b: TypeVar, free: Free<'t>) {
        self.update(a, free);
        self.table.union(TypeKey(a.0, PhantomData), TypeKey(b.0, PhantomData));
    }

    /// Solves a variable.
    pub fn solve(&mut self, var: TypeVar, ty: Ty<'t>) {
        self.put(var, Entry::Solved(ty));
    }

    /// Takes a snapshot.
    pub fn snapshot(&mut self) -> TypeState<'t> {
        TypeState(self.table.snapshot())
    }

    /// Returns to a snapshot.
    pub fn rollback(&mut self, state: TypeState<'t>) {
        self.table.rollback_to(state.0);
    }

    /// Keeps the changes since a snapshot.
    pub fn commit(&mut self, state: TypeState<'t>) {
        self.table.commit(state.0);
    }
}

impl<'t> SizeTable<'t> {
    /// A new variable.
    pub fn fresh(&mut self, level: u32, span: Span) -> SizeVar {
        SizeVar(self.table.new_key(Entry::Free(0, (level, span))).0)
    }

    /// The representative of a class of unified variables.
    pub fn root(&mut self, var: SizeVar) -> SizeVar {
        SizeVar(self.table.find(SizeKey(var.0, PhantomData)).0)
    }

    /// The solution, if there is one.
    pub fn solution(&mut self, var: SizeVar) -> Option<Sz<'t>> {
        match self.table.probe_value(SizeKey(var.0, PhantomData)) {
            Entry::Solved(size) => Some(size),
            Entry::Free(..) => None,
        }
    }

    fn free(&mut self, var: SizeVar) -> FreeSize {
        match self.table.probe_value(SizeKey(var.0, PhantomData)) {
            Entry::Free(_, free) => free,
            Entry::Solved(_) => (0, Span::NONE),
        }
    }

    /// The level of the scope of an unsolved variable.
    pub fn level(&mut self, var: SizeVar) -> u32 {
        self.free(var).0
    }

    /// The place that the variable was made for.
    pub fn span(&mut self, var: SizeVar) -> Span {
        self.free(var).1
    }

    /// Moves an unsolved variable to an outer scope.
    pub fn lower(&mut self, var: SizeVar, level: u32) {
        let (own, span) = self.free(var);
        if own > level {
            self.stamp += 1;
            let _ = self.table.unify_var_value(SizeKey(var.0, PhantomData), Entry::Free(self.stamp, (level, span)));
        }
    }

    /// Unifies two unsolved variables.
    pub fn union(&mut self, a: SizeVar, b: SizeVar) {
        let level = self.level(a).min(self.level(b));
        self.lower(a, level);
        self.lower(b, level);
        self.table.union(SizeKey(a.0, PhantomData), SizeKey(b.0, PhantomData));
    }

    /// Solves a variable.
    pub fn solve(&mut self, var: SizeVar, size: Sz<'t>) {
        let _ = self.table.unify_var_value(SizeKey(var.0, PhantomData), Entry::Solved(size));
    }

    /// Takes a snapshot.
    pub fn snapshot(&mut self) -> SizeState<'t> {
        SizeState(self.table.snapshot())
    }

    /// Returns to a snapshot.
    pub fn rollback(&mut self, state: SizeState<'t>) {
        self.table.rollback_to(state.0);
    }

    /// Keeps the changes since a snapshot.
    pub fn commit(&mut self, state: SizeState<'t>) {
        self.table.commit(state.0);
    }
}
