//! The solver for types: unification, and facts about type variables.
//!
//! [`Types`] is the solver. It asks [`Sizes`] about the sizes in types, and knows nothing of expressions. Its errors
//! are [`Clash`]es, which the room `messages` turns into error messages.

mod consumption;
mod escape;
mod restrict;
mod solve;
mod substitute;
mod walk;

use std::ops::{Deref, DerefMut};

use framework::{Name, Span};
use languages::prim::PrimType;
use languages::source::Liftedness;

use crate::typing::infer_types::sizes::Sizes;
use crate::typing::infer_types::sizes::equate::Equation;
use crate::typing::infer_types::types::tables::{Constraint, Free, SizeState, TypeState, TypeTable};
use crate::typing::infer_types::types::{
    Arg, Clash, PrimSet, Scheme, Size, Store, Subst, Ty, Type, TypeParam, TypeVar, Unified,
};

/// The solver for types.
pub struct Types<'t> {
    sizes: Sizes<'t>,
    table: TypeTable<'t>,
    /// Names for the arguments of functions whose result types are being unified.
    arguments: Vec<Name>,
    /// Whether abstract types are replaced by their definitions. A definition may be a function type even if the
    /// abstract type is not lifted.
    revealed: bool,
}

/// A state of the solver to return to.
pub struct State<'t> {
    types: TypeState<'t>,
    sizes: SizeState<'t>,
    equations: Vec<Equation<'t>>,
}

impl<'t> Deref for Types<'t> {
    type Target = Sizes<'t>;

    fn deref(&self) -> &Sizes<'t> {
        &self.sizes
    }
}

impl<'t> DerefMut for Types<'t> {
    fn deref_mut(&mut self) -> &mut Sizes<'t> {
        &mut self.sizes
    }
}

impl<'t> Types<'t> {
    /// The state before the first definition. `revealed` says whether abstract types are replaced by their definitions.
    pub fn new(store: &'t Store<'t>, revealed: bool) -> Self {
        Types { sizes: Sizes::new(store), table: TypeTable::default(), arguments: Vec::new(), revealed }
    }

    /// Takes a snapshot of the state.
    pub fn snapshot(&mut self) -> State<'t> {
        let equations = self.sizes.equations().to_vec();
        State { types: self.table.snapshot(), sizes: self.sizes.size_snapshot(), equations }
    }

    /// Returns to a snapshot.
    pub fn rollback(&mut self, state: State<'t>) {
        self.table.rollback(state.types);
        self.sizes.size_rollback(state.sizes);
        self.sizes.set_equations(state.equations);
    }

    /// Keeps the changes since a snapshot.
    pub fn commit(&mut self, state: State<'t>) {
        self.table.commit(state.types);
        self.sizes.size_commit(state.sizes);
    }

    /// Runs `work`, and undoes its changes if it fails.
    pub fn attempt(&mut self, work: impl FnOnce(&mut Self) -> Unified<'t>) -> Unified<'t> {
        let state = self.snapshot();
        let result = work(self);
        match result {
            Ok(()) => self.commit(state),
            Err(_) => self.rollback(state),
        }
        result
    }

    /// Runs `work` at another level.
    fn at_level<R>(&mut self, level: u32, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.go_to(level);
        let result = work(self);
        self.go_to(outer);
        result
    }

    /// Resets the state after a wrong definition.
    pub fn forget_unfinished(&mut self) {
        self.arguments.clear();
        self.sizes.forget_unfinished();
    }
}

/// Variables of inference.
impl<'t> Types<'t> {
    /// A type variable with a constraint.
    pub fn fresh_with(&mut self, span: Span, constraint: Constraint<'t>) -> Ty<'t> {
        let level = self.level();
        let known = matches!(constraint, Constraint::Prims(_) | Constraint::Equality);
        let var = self.table.fresh(Free { level, order_zero: known, sized: known, value: true, constraint, span });
        self.store.ty(Type::Var(var))
    }

    /// A type variable that may stand for any type of a value.
    pub fn fresh(&mut self, span: Span) -> Ty<'t> {
        self.fresh_with(span, Constraint::Any)
    }

    /// A type variable that may stand for primitive types.
    pub fn fresh_prim(&mut self, span: Span, holds: impl Fn(PrimType) -> bool) -> Ty<'t> {
        self.fresh_with(span, Constraint::Prims(PrimSet::of(holds)))
    }

    /// A type variable that may stand for the result of a function: sizes may be unknown.
    pub fn fresh_result(&mut self, span: Span) -> Ty<'t> {
        let level = self.level();
        let var = self.table.fresh(Free {
            level,
            order_zero: false,
            sized: false,
            value: false,
            constraint: Constraint::Any,
            span,
        });
        self.store.ty(Type::Var(var))
    }

    /// The number of type variables so far.
    pub fn type_count(&self) -> u32 {
        self.table.len()
    }

    /// The unsolved variables from number `first` on that must be primitive types, with the possible types.
    pub fn undecided(&mut self, first: u32) -> Vec<(TypeVar, PrimSet, Span)> {
        let open = (first..self.table.len()).map(TypeVar).filter_map(|var| match self.table.probe(var) {
            Err(Free { constraint: Constraint::Prims(set), span, .. }) if self.table.root(var) == var => {
                Some((var, set, span))
            }
            _ => None,
        });
        open.collect()
    }

    /// The primitive types that an open type may still become, if only these are possible.
    pub fn possible(&mut self, ty: Ty<'t>) -> Option<PrimSet> {
        let Type::Var(var) = ty else { return None };
        match self.table.probe(*var) {
            Err(Free { constraint: Constraint::Prims(set), .. }) => Some(set),
            _ => None,
        }
    }

    /// Whether values of the types `found` can be used as values of the types `expected`. Changes nothing.
    pub fn would_fit(&mut self, pairs: &[(Ty<'t>, Ty<'t>)]) -> bool {
        let state = self.snapshot();
        let fit = pairs.iter().all(|(found, expected)| self.unify(found, expected).is_ok());
        self.rollback(state);
        fit
    }

    /// Whether a clash is one of two sizes that are different numbers.
    pub fn never_equal(&mut self, clash: &Clash<'t>) -> bool {
        matches!(clash, Clash::Sizes(a, b) if matches!((self.holder(a), self.holder(b)), (Size::Const(n), Size::Const(m)) if n != m))
    }

    /// The facts about a variable, if it is unsolved.
    pub fn free(&mut self, var: TypeVar) -> Option<Free<'t>> {
        self.table.probe(var).err()
    }

    /// Solves a variable without a check.
    pub fn assign(&mut self, var: TypeVar, ty: Ty<'t>) {
        self.table.solve(var, ty);
    }

    /// Moves an unsolved variable to an outer scope.
    pub fn move_out(&mut self, var: TypeVar, level: u32) {
        if let Err(free) = self.table.probe(var) {
            self.table.update(var, Free { level, ..free });
        }
    }

    /// The type of one use of a definition.
    pub fn instantiate(&mut self, span: Span, scheme: &Scheme<'t>) -> (Ty<'t>, &'t [Arg<'t>]) {
        self.instance(span, scheme, false)
    }

    /// Returns an instance of a type scheme for a use of a function in its own body: only sizes differ.
    pub fn instantiate_sizes(&mut self, span: Span, scheme: &Scheme<'t>) -> (Ty<'t>, &'t [Arg<'t>]) {
        self.instance(span, scheme, true)
    }

    fn instance(&mut self, span: Span, scheme: &Scheme<'t>, same_types: bool) -> (Ty<'t>, &'t [Arg<'t>]) {
        if scheme.params.is_empty() {
            return (scheme.ty, &[]);
        }
        let mut subst = Subst::default();
        let mut inst = Vec::new();
        for param in &scheme.params {
            match *param {
                TypeParam::Size(name) => {
                    let size = self.fresh_size(span);
                    subst.sizes.insert(name, size);
                    inst.push(Arg::Size(size));
                }
                TypeParam::Type(name, _) if same_types => inst.push(Arg::Type(self.store.ty(Type::Param(name)))),
                TypeParam::Type(name, lifted) => {
                    let level = self.level();
                    let ty = self.table.fresh(Free {
                        level,
                        order_zero: lifted == Liftedness::Unlifted || self.is_without_functions(name),
                        sized: lifted == Liftedness::Unlifted,
                        value: lifted == Liftedness::Unlifted,
                        constraint: Constraint::Any,
                        span,
                    });
                    let ty = self.store.ty(Type::Var(ty));
                    subst.types.insert(name, ty);
                    inst.push(Arg::Type(ty));
                }
            }
        }
        (self.substitute(scheme.ty, &subst), self.store.args(inst))
    }

    /// The type with its unknown sizes replaced by fresh names (skolem constants).
    pub fn skolems(&mut self, names: &[Name], body: Ty<'t>) -> Ty<'t> {
        let mut subst = Subst::default();
        for name in names {
            let fresh = name.refresh();
            self.declare_name(fresh);
            subst.sizes.insert(*name, self.store.named(fresh));
        }
        self.substitute(body, &subst)
    }

    /// The type with its unknown sizes replaced by variables.
    pub fn flexible(&mut self, names: &[Name], body: Ty<'t>) -> Ty<'t> {
        let mut subst = Subst::default();
        for name in names {
            let span = self.span();
            let size = self.fresh_size(span);
            subst.sizes.insert(*name, size);
        }
        self.substitute(body, &subst)
    }
}
