//! Sizes: equality up to arithmetic, and equations between them.
//!
//! Sizes are sums of products of names, of numbers and of results of other operators; two sizes are the same if their normal forms are.
//! Arithmetic is that of `i64`: it wraps around.

pub mod computed;
use std::collections::BTreeMap;

use framework::{Name, Symbol};
use languages::prim::{BinOp, PrimValue};

use crate::typing::infer_types::state::{Infer, Subst};
use crate::typing::infer_types::types::{Size, SizeVar, Sz};
use crate::typing::infer_types::unify::Clash;

/// A factor of a product.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// A variable of the program.
    Name(Name),
    /// A variable of inference.
    Var(SizeVarOrd),
    /// An operator that is not part of the normal form, applied to two sizes.
    Op(BinOp, Poly, Poly),
    /// An expression that is no arithmetic.
    Form(Symbol, Vec<Poly>),
}

/// A size variable, with an order.
pub type SizeVarOrd = u32;

/// The normal form of a size: products with their factors in order, and how often each is counted (never 0).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Poly(BTreeMap<Vec<Factor>, i64>);

impl Poly {
    fn constant(value: i64) -> Poly {
        let mut poly = Poly::default();
        poly.add(Vec::new(), value);
        poly
    }

    fn factor(factor: Factor) -> Poly {
        Poly(BTreeMap::from([(vec![factor], 1)]))
    }

    fn add(&mut self, product: Vec<Factor>, times: i64) {
        let entry = self.0.entry(product);
        let count = entry.or_insert(0);
        *count = count.wrapping_add(times);
        if *count == 0 {
            self.0.retain(|_, count| *count != 0);
        }
    }

    pub fn plus(mut self, other: &Poly, times: i64) -> Poly {
        for (product, count) in &other.0 {
            self.add(product.clone(), count.wrapping_mul(times));
        }
        self
    }

    fn times(&self, other: &Poly) -> Poly {
        let mut result = Poly::default();
        for (a, m) in &self.0 {
            for (b, n) in &other.0 {
                let mut product: Vec<Factor> = a.iter().chain(b).cloned().collect();
                product.sort();
                result.add(product, m.wrapping_mul(*n));
            }
        }
        result
    }

    /// The number that it is, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn mentions(&self, var: SizeVarOrd) -> bool {
        self.0.keys().flatten().any(|factor| match factor {
            Factor::Var(other) => *other == var,
            Factor::Op(_, a, b) => a.mentions(var) || b.mentions(var),
            Factor::Form(_, parts) => parts.iter().any(|part| part.mentions(var)),
            Factor::Name(_) => false,
        })
    }

    pub fn has_vars(&self) -> bool {
        self.0.keys().flatten().any(|factor| match factor {
            Factor::Var(_) => true,
            Factor::Op(_, a, b) => a.has_vars() || b.has_vars(),
            Factor::Form(_, parts) => parts.iter().any(Poly::has_vars),
            Factor::Name(_) => false,
        })
    }
}

impl<'t> Infer<'t> {
    /// A new size variable.
    pub fn fresh_size(&mut self, span: framework::Span) -> Sz<'t> {
        let var = self.sizes.fresh(self.level, span);
        self.store.size(Size::Var(var))
    }

    /// The size itself, if it is a variable that is solved or a name for another size.
    pub fn shallow_size(&mut self, mut size: Sz<'t>) -> Sz<'t> {
        loop {
            let next = match size {
                Size::Var(var) => self.sizes.solution(*var),
                Size::Name(name) => self.aliases.get(name).copied(),
                _ => None,
            };
            match next {
                Some(next) => size = next,
                None => return size,
            }
        }
    }

    /// The size with all solved variables replaced, and computed as far as it is known.
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

    /// The size of an operation, computed if its operands are known.
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

    /// The normal form.
    pub fn normal_size(&mut self, size: Sz<'t>) -> Poly {
        match self.shallow_size(size) {
            Size::Name(name) => Poly::factor(Factor::Name(*name)),
            Size::Const(value) => Poly::constant(*value),
            Size::Var(var) => Poly::factor(Factor::Var(self.sizes.root(*var).0)),
            Size::Computed(holder, _) => self.normal_size(holder),
            Size::Form(form, parts) => {
                let parts = parts.iter().map(|part| self.normal_size(part)).collect();
                Poly::factor(Factor::Form(*form, parts))
            }
            Size::Bin(op, a, b) => {
                let (a, b) = (self.normal_size(a), self.normal_size(b));
                match op {
                    BinOp::Add => a.plus(&b, 1),
                    BinOp::Sub => a.plus(&b, -1),
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

    /// Whether two sizes are known to be the same.
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
            _ => false,
        }
    }

    /// Whether a size contains unsolved variables of this scope.
    pub fn is_local_size(&mut self, size: Sz<'t>) -> bool {
        match self.shallow_size(size) {
            Size::Var(var) => self.sizes.level(*var) >= self.level,
            Size::Bin(_, a, b) => self.is_local_size(a) || self.is_local_size(b),
            Size::Computed(holder, _) => self.is_local_size(holder),
            _ => false,
        }
    }

    /// Makes two sizes the same, now or, if both depend on variables in ways that cannot be solved yet, later.
    pub fn unify_sizes(&mut self, found: Sz<'t>, expected: Sz<'t>) -> Result<(), Clash<'t>> {
        if !self.equate(found, expected)? {
            self.equations.push((self.span, found, expected));
        }
        Ok(())
    }

    /// Tries to make two sizes the same. `Ok(false)` if that needs to know more variables: no variable is solved by arithmetic, as it would be
    /// in `?0 + 1 = n`, since the size of an argument would then be a difference that nobody has written.
    pub fn equate(&mut self, found: Sz<'t>, expected: Sz<'t>) -> Result<bool, Clash<'t>> {
        let (a, b) = (self.shallow_size(found), self.shallow_size(expected));
        match (a, b) {
            (Size::Var(x), Size::Var(y)) => {
                self.sizes.union(*x, *y);
                return Ok(true);
            }
            (Size::Var(var), other) | (other, Size::Var(var)) if self.solve(*var, other)? => return Ok(true),
            (Size::Computed(..), _) | (_, Size::Computed(..)) => return self.equate_computed(a, b),
            _ => {}
        }
        let clash = Clash::Sizes(found, expected);
        let difference = self.normal_size(a).plus(&self.normal_size(b), -1);
        if difference.is_zero() {
            return Ok(true);
        }
        // `?0 = ?0 + ?0`: that 0 would do is a coincidence.
        if matches!(a, Size::Var(_)) || matches!(b, Size::Var(_)) {
            return Ok(false);
        }
        if !difference.has_vars() {
            let (a, b) = (self.expanded_size(a), self.expanded_size(b));
            return if self.normal_size(a) == self.normal_size(b) { Ok(true) } else { Err(clash) };
        }
        // The operands of the same operator, in order: `n * m` and `?0 * ?1`.
        if let (Size::Bin(op, a1, a2), Size::Bin(other, b1, b2)) = (a, b)
            && op == other
        {
            let state = self.sizes.snapshot();
            if matches!(self.equate(a1, b1), Ok(true)) && matches!(self.equate(a2, b2), Ok(true)) {
                self.sizes.commit(state);
                return Ok(true);
            }
            self.sizes.rollback(state);
        }
        Ok(false)
    }

    /// The size with variables replaced by what `let`s define them to be.
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

    /// Gives a variable its size. `Ok(false)` if the size contains the variable.
    pub fn solve(&mut self, var: SizeVar, size: Sz<'t>) -> Result<bool, Clash<'t>> {
        let root = self.sizes.root(var);
        if self.normal_size(size).mentions(root.0) {
            return Ok(false);
        }
        let level = self.sizes.level(var);
        let mut size = size;
        loop {
            match self.adjust_size(size, level, &[]) {
                Ok(()) => break,
                Err(Clash::Escape(name)) if self.defined.contains_key(&name) => {
                    let subst = Subst::size(name, self.defined[&name]);
                    size = self.substitute_size(size, &subst);
                }
                Err(clash @ Clash::Escape(name)) => match self.forgotten(size, name) {
                    Some(rest) => size = rest,
                    None => return Err(clash),
                },
                Err(clash) => return Err(clash),
            }
        }
        self.sizes.solve(var, size);
        Ok(true)
    }

    /// Makes sure that a size can be named at a level: its variables may only be solved by such sizes from now on.
    pub fn adjust_size(&mut self, size: Sz<'t>, level: u32, bound: &[Name]) -> Result<(), Clash<'t>> {
        match self.shallow_size(size) {
            Size::Name(name) => {
                let outside = bound.contains(name) || self.levels.get(name).is_some_and(|own| *own <= level);
                if outside { Ok(()) } else { Err(Clash::Escape(*name)) }
            }
            Size::Const(_) => Ok(()),
            Size::Var(var) => {
                self.sizes.lower(*var, level);
                Ok(())
            }
            Size::Bin(_, a, b) => {
                self.adjust_size(a, level, bound)?;
                self.adjust_size(b, level, bound)
            }
            Size::Computed(holder, value) => {
                self.adjust_size(holder, level, bound)?;
                self.adjust_size(value, level, bound)
            }
            Size::Form(_, parts) => parts.iter().try_for_each(|part| self.adjust_size(part, level, bound)),
        }
    }

    /// Tries all equations that were put off again.
    pub fn retry_equations(&mut self) -> framework::Result<()> {
        loop {
            let before = self.equations.len();
            for (span, found, expected) in std::mem::take(&mut self.equations) {
                match self.equate(found, expected) {
                    Ok(true) => {}
                    Ok(false) => self.equations.push((span, found, expected)),
                    Err(clash) => return Err(self.size_error(span, &clash)),
                }
            }
            if self.equations.len() == before {
                return Ok(());
            }
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
}
