//! The parallelism inside of SOACs.

use super::{LEAST_INSIDE, Parallelism};
use crate::anf::support::code::{Code, int, known, variable};
use crate::anf::support::nest;
use crate::anf::support::soac::Soac;
use framework::Name;
use languages::anf::{Atom, Exp, Lambda, LoopForm, Param, Stm, Visit, walk_exp, walk_loop_form, walk_param, walk_stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The parallelism of a perfect nest of maps, and the function of the innermost one.
pub fn nest_of<'a>(width: Atom, lambda: &'a Lambda<'a>) -> (Parallelism, &'a Lambda<'a>) {
    let levels = nest::levels(lambda);
    let sizes = std::iter::once(width).chain(levels.iter().map(|level| level.width));
    (sizes.collect(), levels.last().map_or(lambda, |level| level.lambda))
}

/// The operators by which sizes are computed from others.
const SIZE_OPERATORS: [BinOp; 7] =
    [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Quot, BinOp::Min, BinOp::Max];
/// The most operators between a size and what is known outside.
const MOST_OPERATORS: u32 = 8;

/// The sizes inside of a function that can be computed outside.
pub struct Sizes {
    /// What the function binds.
    bound: FxHashSet<Name>,
    /// The operators that give numbers, in branches and loops, too.
    computed: FxHashMap<Name, (BinOp, Atom, Atom)>,
}

impl Sizes {
    /// Those of a function.
    pub fn of<'a>(lambda: &'a Lambda<'a>) -> Sizes {
        let mut sizes = Sizes { bound: bound_by(lambda), computed: FxHashMap::default() };
        sizes.visit_lambda(lambda);
        sizes
    }

    /// Whether a size can be computed outside, by so many operators.
    fn is_known(&self, size: &Atom, most: u32) -> bool {
        let Some(name) = variable(size).filter(|name| self.bound.contains(name)) else { return true };
        match (self.computed.get(&name), most.checked_sub(1)) {
            (Some((_, lhs, rhs)), Some(most)) => self.is_known(lhs, most) && self.is_known(rhs, most),
            _ => false,
        }
    }

    /// The same sizes, computed by `code` outside. They only decide which version runs: there, what is divided by zero
    /// or by a negative number is divided by one.
    pub fn outside(&self, sizes: &[Atom], code: &mut Code<'_>) -> Parallelism {
        sizes.iter().map(|size| self.size_outside(size, MOST_OPERATORS, code)).collect()
    }

    fn size_outside(&self, size: &Atom, most: u32, code: &mut Code<'_>) -> Atom {
        let found = variable(size).filter(|name| self.bound.contains(name)).and_then(|name| self.computed.get(&name));
        let (Some((op, lhs, rhs)), Some(most)) = (found, most.checked_sub(1)) else { return *size };
        let (lhs, mut rhs) = (self.size_outside(lhs, most, code), self.size_outside(rhs, most, code));
        if op.can_fail(PrimType::I64) {
            rhs = code.operator(BinOp::Max, PrimType::I64, rhs, int(1));
        }
        code.operator(*op, PrimType::I64, lhs, rhs)
    }
}

impl<'a> Visit<'a> for Sizes {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        if let (Exp::Bin { op, prim: PrimType::I64, lhs, rhs, .. }, [param]) = (node.exp, node.pat)
            && SIZE_OPERATORS.contains(op)
        {
            self.computed.insert(param.name, (*op, **lhs, **rhs));
        }
        walk_stm(self, node);
    }
}

/// Finds the SOACs inside of a function whose sizes are known outside, or can be computed there.
pub struct Inside<'s> {
    sizes: &'s Sizes,
    found: Vec<Parallelism>,
}

impl<'s> Inside<'s> {
    /// Those of `innermost`, which is a function or that of the innermost map of its nest. `sizes` are the function's.
    pub fn of<'a>(sizes: &'s Sizes, innermost: &'a Lambda<'a>) -> Vec<Parallelism> {
        let mut inside = Inside { sizes, found: Vec::new() };
        inside.visit_body(innermost.body);
        inside
            .found
            .retain(|sizes| !matches!(sizes[..], [size] if known(size).is_some_and(|size| size < LEAST_INSIDE)));
        inside.found.sort_by_key(|sizes| format!("{sizes:?}"));
        inside.found.dedup();
        inside.found
    }
}

impl<'a> Visit<'a> for Inside<'_> {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        let Some(soac) = Soac::of(node) else { return walk_exp(self, node) };
        let sizes = match node {
            Exp::Map { lambda, .. } => nest_of(soac.width, lambda).0,
            _ => vec![soac.width],
        };
        if sizes.iter().all(|size| self.sizes.is_known(size, MOST_OPERATORS)) {
            self.found.push(sizes);
        }
    }
}

/// All names that a function binds.
pub fn bound_by<'a>(lambda: &'a Lambda<'a>) -> FxHashSet<Name> {
    let mut bound = Bound(FxHashSet::default());
    bound.visit_lambda(lambda);
    bound.0
}

struct Bound(FxHashSet<Name>);

impl<'a> Visit<'a> for Bound {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.0.insert(node.name);
        walk_param(self, node);
    }

    fn visit_loop_form(&mut self, node: &'a LoopForm<'a>) {
        if let LoopForm::For { index, .. } = node {
            self.0.insert(*index);
        }
        walk_loop_form(self, node);
    }
}
