//! Equality of sizes, offsets and strides: that of polynomials, after variables are replaced by their definitions.

use super::place::Place;
use crate::funmem::index::{Index, Layout};
use crate::funmem::{Atom, Exp, Param, Stm, Type};
use crate::prim::{BinOp, PrimType};
use framework::Name;
use rustc_hash::FxHashMap;

/// The limits on polynomials that replace variables: the number of their terms, and the number of factors of a term.
/// Larger ones stay variables. Programs of our passes are far below.
const MOST_TERMS: usize = 64;
const MOST_FACTORS: usize = 8;

/// The limit on rounds of replacements: definitions by definitions by definitions.
const MOST_ROUNDS: usize = 16;

/// Variables with the same values as other terms.
#[derive(Default)]
pub struct Equality {
    /// Sums, differences and products of type `i64`.
    sizes: FxHashMap<Name, Index>,
    /// Results of conditionals of type `i64`: the condition, and the value in either case. The pass `slice-sizes`
    /// computes the size of a branch's result by a conditional of its own, with the same condition.
    choices: FxHashMap<Name, (Name, [Index; 2])>,
    /// Conditions that say that two numbers of type `i64` are equal.
    equations: FxHashMap<Name, [Index; 2]>,
    /// The conditions that are known, with their values: those of the branches around, and those of checks that have
    /// passed.
    assumptions: Vec<Assumption>,
    /// The values of variables by the equations that hold.
    solved: FxHashMap<Name, Index>,
    /// Blocks that are other blocks.
    blocks: FxHashMap<Name, Name>,
}

/// What is known of a condition.
struct Assumption {
    cond: Name,
    value: bool,
    /// The variable that its equation gives a value, and the value before.
    solved: Option<(Name, Option<Index>)>,
}

impl Equality {
    /// Records the definitions of a statement. The statements before it are known, and those inside.
    pub fn define(&mut self, stm: &Stm<'_>) {
        match stm.exp {
            Exp::Atoms { atoms, .. } => {
                for (param, atom) in stm.pat.iter().zip(*atoms) {
                    match (param.ty, atom) {
                        (Type::Mem { .. }, Atom::Var { name, .. }) => {
                            let block = self.block(*name);
                            self.blocks.insert(param.name, block);
                        }
                        _ => self.equate(param, &Index::atom(atom)),
                    }
                }
            }
            Exp::Bin { op, prim: PrimType::I64, lhs, rhs, .. } => {
                let (Some(param), lhs, rhs) = (stm.pat.first(), Index::atom(lhs), Index::atom(rhs)) else { return };
                match op {
                    BinOp::Add => self.equate(param, &lhs.plus(&rhs)),
                    BinOp::Sub => self.equate(param, &lhs.minus(&rhs)),
                    BinOp::Mul => self.equate(param, &lhs.times(&rhs)),
                    BinOp::Eq => {
                        self.equations.insert(param.name, [lhs, rhs]);
                    }
                    _ => {}
                }
            }
            Exp::If { cond: Atom::Var { name: cond, .. }, yes, no, .. } => {
                for (param, (yes, no)) in stm.pat.iter().zip(yes.result.iter().zip(no.result)) {
                    if is_int(param) {
                        let values = [yes, no].map(|value| self.expand(&Index::atom(value)));
                        self.choices.insert(param.name, (*cond, values));
                    }
                }
            }
            _ => {}
        }
    }

    fn equate(&mut self, param: &Param<'_>, index: &Index) {
        let index = self.expand(index);
        let short = index.terms().count() <= MOST_TERMS;
        if is_int(param) && short && index.terms().all(|(factors, _)| factors.len() <= MOST_FACTORS) {
            self.sizes.insert(param.name, index);
        }
    }

    /// The number of assumptions.
    pub fn assumptions(&self) -> usize {
        self.assumptions.len()
    }

    /// Assumes that a condition has a value.
    pub fn assume(&mut self, cond: &Atom, value: bool) {
        let Atom::Var { name: cond, .. } = *cond else { return };
        let equation = self.equations.get(&cond).filter(|_| value).cloned();
        let solved = equation.and_then(|equation| self.solve(&equation));
        self.assumptions.push(Assumption { cond, value, solved });
    }

    /// Notes that a check has passed, if it says that two numbers are equal.
    pub fn checked(&mut self, cond: &Atom) {
        if let Atom::Var { name, .. } = cond
            && self.equations.contains_key(name)
        {
            self.assume(cond, true);
        }
    }

    /// Drops all assumptions but the first ones.
    pub fn retract(&mut self, kept: usize) {
        while self.assumptions.len() > kept {
            match self.assumptions.pop().and_then(|dropped| dropped.solved) {
                Some((name, Some(before))) => self.solved.insert(name, before),
                Some((name, None)) => self.solved.remove(&name),
                None => None,
            };
        }
    }

    /// Finds the value of a variable by an equation. Returns the variable, and its value before.
    fn solve(&mut self, equation: &[Index; 2]) -> Option<(Name, Option<Index>)> {
        let [lhs, rhs] = equation.each_ref().map(|side| self.expand(side));
        for (side, other) in [(&lhs, &rhs), (&rhs, &lhs)] {
            if let Some(name) = side.variables().next()
                && *side == Index::variable(name)
                && other.variables().all(|factor| factor != name)
            {
                return Some((name, self.solved.insert(name, other.clone())));
            }
        }
        None
    }

    fn definition(&self, name: &Name) -> Option<&Index> {
        self.sizes.get(name).or_else(|| self.solved.get(name)).or_else(|| {
            let (cond, [yes, no]) = self.choices.get(name)?;
            let known = self.assumptions.iter().find(|known| known.cond == *cond)?;
            Some(if known.value { yes } else { no })
        })
    }

    /// Replaces variables by their definitions, unless that takes too many terms.
    pub fn expand(&self, index: &Index) -> Index {
        let terms = |name: &Name| self.definition(name).map_or(1, |index| index.terms().count());
        let product = |factors: &[Name]| factors.iter().fold(1, |all: usize, name| all.saturating_mul(terms(name)));
        let mut index = index.clone();
        for _ in 0..MOST_ROUNDS {
            let total = index.terms().fold(0, |all: usize, (factors, _)| all.saturating_add(product(factors)));
            if total > MOST_TERMS * MOST_TERMS || index.variables().all(|name| self.definition(&name).is_none()) {
                break;
            }
            index = index.replaced(|name| self.definition(name).cloned().unwrap_or_else(|| Index::variable(*name)));
        }
        index
    }

    /// Returns the place with all variables replaced by their definitions.
    pub fn expand_place(&self, place: &Place) -> Place {
        let all = |list: &[Index]| list.iter().map(|index| self.expand(index)).collect();
        Place {
            mem: self.block(place.mem),
            dims: all(&place.dims),
            layout: Layout { offset: self.expand(&place.layout.offset), strides: all(&place.layout.strides) },
        }
    }

    /// Whether two terms have the same value.
    pub fn holds(&self, lhs: &Index, rhs: &Index) -> bool {
        lhs == rhs || self.expand(lhs) == self.expand(rhs)
    }

    /// Returns the first name of a block.
    pub fn block(&self, name: Name) -> Name {
        self.blocks.get(&name).copied().unwrap_or(name)
    }
}

fn is_int(param: &Param<'_>) -> bool {
    matches!(param.ty, Type::Scalar { prim: PrimType::I64, .. })
}

/// Writes a polynomial as in types: `a·n + 2`.
pub fn shown(index: &Index) -> String {
    let terms = index.terms().map(|(factors, times)| {
        let number = (times != 1 || factors.is_empty()).then(|| times.to_string());
        number.into_iter().chain(factors.iter().map(Name::to_string)).collect::<Vec<_>>().join("·")
    });
    let text = terms.collect::<Vec<_>>().join(" + ");
    if text.is_empty() { "0".to_string() } else { text }
}
