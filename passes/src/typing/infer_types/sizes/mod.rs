//! Sizes and facts about them.
//!
//! [`Sizes`] solves equations between sizes ([`equate`](self::equate)), up to arithmetic ([`normal_form`]). It knows
//! nothing of types: the room `unify` takes types apart, and asks `Sizes` about their sizes.

pub mod computed;
pub mod equate;
pub mod normal_form;

use std::ops::{Deref, DerefMut};

use framework::{Name, Span};
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::resolved;
use rustc_hash::{FxHashMap, FxHashSet};

use self::equate::Equation;
use self::normal_form::{Factor, Poly};
use crate::typing::infer_types::scopes::Scopes;
use crate::typing::infer_types::types::tables::{SizeState, SizeTable};
use crate::typing::infer_types::types::{Size, SizeVar, Store, Subst, Sz};

/// Facts about sizes, on top of scopes.
pub struct Sizes<'t> {
    scopes: Scopes<'t>,
    /// Where types and sizes are allocated.
    pub store: &'t Store<'t>,
    table: SizeTable<'t>,
    /// Names that stand for another size: `n` in `let [n] (ys: [n]i32) = xs`.
    aliases: FxHashMap<Name, Sz<'t>>,
    /// The values of variables that `let`s bind to sizes. Such a value may still be in scope where the variable is not.
    defined: FxHashMap<Name, Sz<'t>>,
    /// The expressions whose values variables hold: see [`computed`].
    meaning: FxHashMap<Name, Sz<'t>>,
    /// The variables that hold the values of expressions, for as long as the variables are in scope.
    holders: FxHashMap<&'t resolved::Exp<'t>, Name>,
    /// The keys of `holders` in order, to forget them at the end of scopes.
    held: Vec<&'t resolved::Exp<'t>>,
    /// The expressions that `let`s bind variables to, of which only the outside of the `let`'s scope knows.
    outside: FxHashMap<Name, Sz<'t>>,
    /// Stands for holders in the definition of a named type: each use computes the size.
    unheld: FxHashSet<Name>,
    /// The open equations.
    equations: Vec<Equation<'t>>,
    /// Between [`Sizes::begin_coercible`] and [`Sizes::end_coercible`]: whether two sizes counted as equal although
    /// different variables hold them.
    coercible: Option<bool>,
    /// The place that is being checked.
    span: Span,
}

impl<'t> Deref for Sizes<'t> {
    type Target = Scopes<'t>;

    fn deref(&self) -> &Scopes<'t> {
        &self.scopes
    }
}

impl DerefMut for Sizes<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.scopes
    }
}

/// Variables of inference, and names.
impl<'t> Sizes<'t> {
    /// The state before the first definition.
    pub fn new(store: &'t Store<'t>) -> Self {
        Sizes {
            scopes: Scopes::default(),
            store,
            table: SizeTable::default(),
            aliases: FxHashMap::default(),
            defined: FxHashMap::default(),
            meaning: FxHashMap::default(),
            holders: FxHashMap::default(),
            held: Vec::new(),
            outside: FxHashMap::default(),
            unheld: FxHashSet::default(),
            equations: Vec::new(),
            coercible: None,
            span: Span::NONE,
        }
    }

    /// The place that is being checked. Messages about variables of inference name it.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Sets the place that is being checked.
    pub fn check_at(&mut self, span: Span) {
        self.span = span;
    }

    /// A new size variable.
    pub fn fresh_size(&mut self, span: Span) -> Sz<'t> {
        let var = self.table.fresh(self.scopes.level(), span);
        self.store.size(Size::Var(var))
    }

    /// The representative of a class of unified variables.
    pub fn size_root(&mut self, var: SizeVar) -> SizeVar {
        self.table.root(var)
    }

    /// The level of an unsolved variable of inference. Its solution may mention names of that scope.
    pub fn size_level(&mut self, var: SizeVar) -> u32 {
        self.table.level(var)
    }

    /// The place that an unsolved variable of inference was made for.
    pub fn size_span(&mut self, var: SizeVar) -> Span {
        self.table.span(var)
    }

    /// Whether a variable of inference has a solution.
    pub fn is_solved_size(&mut self, var: SizeVar) -> bool {
        self.table.solution(var).is_some()
    }

    /// Solves a variable of inference without a check.
    pub fn assign_size(&mut self, var: SizeVar, size: Sz<'t>) {
        self.table.solve(var, size);
    }

    /// Takes a snapshot of the solved variables.
    pub(super) fn size_snapshot(&mut self) -> SizeState<'t> {
        self.table.snapshot()
    }

    /// Returns to a snapshot.
    pub(super) fn size_rollback(&mut self, state: SizeState<'t>) {
        self.table.rollback(state);
    }

    /// Keeps the changes since a snapshot.
    pub(super) fn size_commit(&mut self, state: SizeState<'t>) {
        self.table.commit(state);
    }

    /// Binds a new variable that holds a size. `span` and `origin` tell messages where the size comes from.
    pub fn declare_size(&mut self, name: Name, span: Span, origin: impl Into<String>) {
        let ty = self.store.prim(PrimType::I64);
        self.declare(name, ty);
        self.set_origin(name, span, origin);
    }

    /// Records that a variable holds the value of an expression, for as long as the variable is in scope.
    pub fn hold(&mut self, exp: &'t resolved::Exp<'t>, holder: Name) {
        self.holders.insert(exp, holder);
        self.held.push(exp);
    }

    /// The variable in scope that holds the value of an expression.
    pub fn holder_of(&self, exp: &resolved::Exp<'t>) -> Option<Name> {
        self.holders.get(exp).copied()
    }

    /// The number of expressions whose values are held by variables in scope.
    pub fn held_expressions(&self) -> usize {
        self.held.len()
    }

    /// Ends the scope of all variables that hold expressions but the first `mark`.
    pub fn release(&mut self, mark: usize) {
        for exp in self.held.drain(mark..) {
            self.holders.remove(exp);
        }
    }

    /// Records the expression whose value a variable holds.
    pub fn set_meaning(&mut self, name: Name, value: Sz<'t>) {
        self.meaning.insert(name, value);
    }

    /// Makes a name stand for a size.
    pub fn set_alias(&mut self, name: Name, size: Sz<'t>) {
        self.aliases.insert(name, size);
    }

    /// The size that a name stands for.
    pub fn alias(&self, name: Name) -> Option<Sz<'t>> {
        self.aliases.get(&name).copied()
    }

    /// Records the size that a `let` binds a variable to.
    pub fn set_definition(&mut self, name: Name, size: Sz<'t>) {
        self.defined.insert(name, size);
    }

    /// The size that a `let` binds a variable to.
    pub fn definition_of(&self, name: Name) -> Option<Sz<'t>> {
        self.defined.get(&name).copied()
    }
}

/// Sizes of equal values that different variables hold.
impl<'t> Sizes<'t> {
    /// Begins a phase in which sizes with the same expression count as equal even if different variables hold them.
    /// Returns the argument for `end_coercible`.
    pub fn begin_coercible(&mut self) -> Option<bool> {
        self.coercible.replace(false)
    }

    /// Records that two such sizes occurred, if the phase allows it.
    pub fn coerce_sizes(&mut self) -> bool {
        if self.coercible.is_some() {
            self.coercible = Some(true);
        }
        self.coercible.is_some()
    }

    /// Ends that phase. Returns whether such sizes occurred, so that the expression has to be coerced.
    pub fn end_coercible(&mut self, outer: Option<bool>) -> bool {
        std::mem::replace(&mut self.coercible, outer) == Some(true)
    }

    /// Resets the state after a wrong definition.
    pub fn forget_unfinished(&mut self) {
        self.coercible = None;
        self.equations.clear();
        self.go_to(0);
    }
}

/// Values of sizes.
impl<'t> Sizes<'t> {
    /// The size behind solved variables and names that stand for other sizes.
    pub fn shallow_size(&mut self, mut size: Sz<'t>) -> Sz<'t> {
        loop {
            let next = match size {
                Size::Var(var) => self.table.solution(*var),
                Size::Name(name) => self.aliases.get(name).copied(),
                _ => None,
            };
            match next {
                Some(next) => size = next,
                None => return size,
            }
        }
    }

    /// The size with all solved variables replaced, and constant parts computed.
    pub fn zonk_size(&mut self, size: Sz<'t>) -> Sz<'t> {
        let size = self.shallow_size(size);
        match size {
            Size::Bin(op, a, b) => {
                let (x, y) = (self.zonk_size(a), self.zonk_size(b));
                match self.simplified(*op, x, y) {
                    Size::Bin(..) if std::ptr::eq(x, *a) && std::ptr::eq(y, *b) => size,
                    simplified => simplified,
                }
            }
            Size::Computed(holder, _) => self.zonk_size(holder),
            _ => size,
        }
    }

    /// The size of an operation, as a number if both operands are numbers.
    pub fn simplified(&mut self, op: BinOp, a: Sz<'t>, b: Sz<'t>) -> Sz<'t> {
        match (op, a, b) {
            (_, Size::Const(x), Size::Const(y)) => match op.eval(PrimValue::I64(*x), PrimValue::I64(*y)) {
                Ok(PrimValue::I64(value)) => self.store.constant(value),
                _ => self.store.bin(op, a, b),
            },
            (BinOp::Add | BinOp::Sub, _, Size::Const(0)) | (BinOp::Mul, _, Size::Const(1)) => a,
            (BinOp::Add, Size::Const(0), _) | (BinOp::Mul, Size::Const(1), _) => b,
            _ => self.store.bin(op, a, b),
        }
    }

    /// The normal form of a size.
    pub fn normal_size(&mut self, size: Sz<'t>) -> Poly {
        match self.shallow_size(size) {
            Size::Name(name) => Poly::factor(Factor::Name(*name)),
            Size::Const(value) => Poly::constant(*value),
            Size::Var(var) => Poly::factor(Factor::Var(self.table.root(*var).0)),
            Size::Computed(holder, _) => self.normal_size(holder),
            Size::Form(form, parts) => {
                let parts = parts.iter().map(|part| self.normal_size(part)).collect();
                Poly::factor(Factor::Form(form.text, parts))
            }
            Size::Bin(op, a, b) => {
                let (a, b) = (self.normal_size(a), self.normal_size(b));
                match op {
                    BinOp::Add => a.plus(&b),
                    BinOp::Sub => a.minus(&b),
                    BinOp::Mul => a.times(&b),
                    _ => match (a.as_constant(), b.as_constant()) {
                        (Some(x), Some(y)) => match op.eval(PrimValue::I64(x), PrimValue::I64(y)) {
                            Ok(PrimValue::I64(value)) => Poly::constant(value),
                            _ => Poly::factor(Factor::Op(*op, a, b)),
                        },
                        _ => Poly::factor(Factor::Op(*op, a, b)),
                    },
                }
            }
        }
    }

    /// Whether two sizes are known to be equal.
    pub fn same_size(&mut self, a: Sz<'t>, b: Sz<'t>) -> bool {
        let (a, b) = (self.shallow_size(a), self.shallow_size(b));
        match (a, b) {
            (Size::Name(a), Size::Name(b)) => a == b,
            (Size::Const(a), Size::Const(b)) => a == b,
            _ => std::ptr::eq(a, b) || self.normal_size(a) == self.normal_size(b),
        }
    }

    /// Whether a size contains unsolved variables.
    pub fn is_open_size(&mut self, size: Sz<'t>) -> bool {
        match self.shallow_size(size) {
            Size::Var(_) => true,
            Size::Bin(_, a, b) => self.is_open_size(a) || self.is_open_size(b),
            Size::Computed(holder, _) => self.is_open_size(holder),
            Size::Form(_, parts) => parts.iter().any(|part| self.is_open_size(part)),
            _ => false,
        }
    }

    /// Whether a size contains unsolved variables of this scope.
    pub fn is_local_size(&mut self, size: Sz<'t>) -> bool {
        match self.shallow_size(size) {
            Size::Var(var) => self.table.level(*var) >= self.level(),
            Size::Bin(_, a, b) => self.is_local_size(a) || self.is_local_size(b),
            Size::Computed(holder, _) => self.is_local_size(holder),
            _ => false,
        }
    }

    /// The size with variables replaced by the sizes that `let`s bind them to.
    pub fn expanded_size(&mut self, size: Sz<'t>) -> Sz<'t> {
        match *self.shallow_size(size) {
            Size::Name(name) => match self.defined.get(&name).copied() {
                Some(definition) => self.expanded_size(definition),
                None => size,
            },
            Size::Bin(op, a, b) => {
                let (a, b) = (self.expanded_size(a), self.expanded_size(b));
                self.store.bin(op, a, b)
            }
            Size::Computed(holder, _) => self.expanded_size(holder),
            Size::Const(_) | Size::Var(_) | Size::Form(..) => size,
        }
    }

    /// The names in a size.
    pub fn size_names(&mut self, size: Sz<'t>, out: &mut Vec<Name>) {
        match self.shallow_size(size) {
            Size::Name(name) => out.push(*name),
            Size::Bin(_, a, b) => {
                self.size_names(a, out);
                self.size_names(b, out);
            }
            Size::Computed(holder, value) => {
                self.size_names(holder, out);
                self.size_names(value, out);
            }
            Size::Form(_, parts) => parts.iter().for_each(|part| self.size_names(part, out)),
            Size::Const(_) | Size::Var(_) => {}
        }
    }

    /// The size with names replaced.
    pub fn substitute_size(&mut self, size: Sz<'t>, subst: &Subst<'t>) -> Sz<'t> {
        let size = self.shallow_size(size);
        match size {
            Size::Name(name) => subst.sizes.get(name).copied().unwrap_or(size),
            Size::Bin(op, a, b) => {
                let (x, y) = (self.substitute_size(a, subst), self.substitute_size(b, subst));
                if std::ptr::eq(x, *a) && std::ptr::eq(y, *b) { size } else { self.store.bin(*op, x, y) }
            }
            Size::Computed(holder, value) => {
                let (new, known) = (self.substitute_size(holder, subst), self.substitute_size(value, subst));
                let same = std::ptr::eq(new, *holder) && std::ptr::eq(known, *value);
                if same { size } else { self.store.computed(new, known) }
            }
            Size::Form(form, parts) => {
                let new: Vec<_> = parts.iter().map(|part| self.substitute_size(part, subst)).collect();
                let same = new.iter().zip(*parts).all(|(new, old)| std::ptr::eq(*new, *old));
                if same { size } else { self.store.form(*form, new) }
            }
            Size::Const(_) | Size::Var(_) => size,
        }
    }
}
