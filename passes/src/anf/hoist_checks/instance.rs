//! Computes a region's values for one iteration, outside the region.

use super::region::Region;
use crate::anf::support::code::{Code, int, var, variable};
use framework::{Name, Names, Node, Renaming, Static};
use languages::anf::{Atom, Exp, Stm};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp, convert};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// The values of a region's names in one iteration.
pub struct Instance<'r, 'b> {
    region: &'r Region<'b>,
    /// The number of the iteration.
    index: Atom,
    values: FxHashMap<Name, Atom>,
}

impl<'r, 'b> Instance<'r, 'b> {
    /// The iteration with number `index`, an `i64`.
    pub fn new(region: &'r Region<'b>, index: Atom) -> Self {
        Instance { region, index, values: FxHashMap::default() }
    }

    /// Sets a parameter to a value.
    pub fn given(mut self, param: Name, value: Atom) -> Self {
        self.values.insert(param, value);
        self
    }

    /// The values of atoms, whose status must be `Ok`. Returns `None` if they take too many statements.
    pub fn atoms(&mut self, code: &mut Code<'b>, atoms: &[Atom]) -> Option<Vec<Atom>> {
        for stm in self.region.slice(atoms.iter().copied())? {
            if !stm.pat.iter().all(|param| self.values.contains_key(&param.name)) {
                self.statement(code, &stm);
            }
        }
        Some(atoms.iter().map(|atom| self.value(code, *atom)).collect())
    }

    /// The value of one atom.
    pub fn atom(&mut self, code: &mut Code<'b>, atom: Atom) -> Option<Atom> {
        self.atoms(code, &[atom])?.first().copied()
    }

    /// The value of an atom whose statements have been computed.
    fn value(&mut self, code: &mut Code<'b>, atom: Atom) -> Atom {
        let Some(name) = variable(&atom) else { return atom };
        if let Some(known) = self.values.get(&name) {
            return *known;
        }
        if let Some((_, array, prim)) = self.region.elements.iter().find(|(param, ..)| *param == name) {
            let index = code.arena.slice([self.index]);
            let element =
                code.shared(name.base.as_str(), *prim, Exp::Index { span: code.span, array: *array, indices: index });
            self.values.insert(name, element);
            return element;
        }
        let Some(progression) = self.region.indices.get(&name).copied() else { return atom };
        let prim = progression.prim;
        let index = code.converted(PrimType::I64, prim, self.index);
        let way = code.operator(BinOp::Mul, prim, index, progression.step);
        let value = code.operator(BinOp::Add, prim, progression.start, way);
        self.values.insert(name, value);
        value
    }

    fn statement(&mut self, code: &mut Code<'b>, stm: &Stm<'b>) {
        let results = match (stm.exp, stm.pat) {
            (Exp::Atoms { atoms, .. }, _) => atoms.iter().map(|atom| self.value(code, *atom)).collect(),
            (Exp::Bin { op, prim, lhs, rhs, .. }, _) => {
                let lhs = self.value(code, **lhs);
                let mut rhs = self.value(code, **rhs);
                if op.divides(*prim) {
                    rhs = divisor(code, *prim, rhs);
                }
                vec![code.operator(*op, *prim, lhs, rhs)]
            }
            (Exp::Un { op, prim, arg, .. }, [param]) => {
                let arg = self.value(code, **arg);
                let exp = Exp::Un { span: code.span, op: *op, prim: *prim, arg: code.arena.alloc(arg) };
                vec![code.shared(param.name.base.as_str(), op.result_type(*prim), exp)]
            }
            (Exp::Tri { op, prim, a, b, c, .. }, [param]) => {
                let [a, b, c] = [a, b, c].map(|atom| self.value(code, **atom));
                let alloc = |atom| code.arena.alloc(atom);
                let exp = Exp::Tri { span: code.span, op: *op, prim: *prim, a: alloc(a), b: alloc(b), c: alloc(c) };
                vec![code.shared(param.name.base.as_str(), *prim, exp)]
            }
            (Exp::Convert { from, to, arg, .. }, _) => {
                // An index that is converted to `i64` is the number of the iteration itself.
                let counter = variable(arg).and_then(|name| self.region.indices.get(&name));
                if *to == PrimType::I64 && counter.is_some_and(|counter| !counter.wraps) {
                    vec![self.index]
                } else {
                    let arg = self.value(code, **arg);
                    vec![code.converted(*from, *to, arg)]
                }
            }
            (exp, pat) => {
                let mut renaming = Renaming::new(Names::Fresh);
                for name in exp.free_names() {
                    renaming = match self.value(code, var(name)) {
                        Atom::Var { name: new, .. } => renaming.rename(name, new),
                        constant @ Atom::Const { .. } => renaming.replace(name, Static(constant, PhantomData)),
                    };
                }
                let exp = exp.copy_into(code.arena, &mut renaming);
                let fresh: Vec<_> = pat.iter().map(|param| code.param(param.name.base.as_str(), *param.ty)).collect();
                code.push(&fresh, exp);
                let copies = fresh.iter().zip(pat).filter(|(_, param)| self.region.is_search(param.name));
                let copies: Vec<Name> = copies.map(|(copy, _)| copy.name).collect();
                self.region.searches.borrow_mut().extend(copies);
                fresh.iter().map(|param| var(param.name)).collect()
            }
        };
        for (param, result) in stm.pat.iter().zip(results) {
            self.values.insert(param.name, result);
        }
    }
}

/// The divisor, or 1 if it is 0. Another check reports the division by 0; the hoisted code must not fail.
fn divisor<'b>(code: &mut Code<'b>, prim: PrimType, rhs: Atom) -> Atom {
    match rhs {
        Atom::Const { value, .. } if value.as_i64() != Some(0) => rhs,
        Atom::Const { span, .. } => Atom::Const { span, value: PrimValue::one(prim) },
        Atom::Var { span, .. } => {
            let zero = Atom::Const { span, value: PrimValue::zero(prim) };
            let nonzero = code.operator(BinOp::Ne, prim, rhs, zero);
            code.choice(nonzero, prim, rhs, Atom::Const { span, value: PrimValue::one(prim) })
        }
    }
}

/// The maximum or minimum of two `i64`s.
pub fn extreme(code: &mut Code<'_>, op: BinOp, a: Atom, b: Atom) -> Atom {
    if a == b { a } else { code.operator(op, PrimType::I64, a, b) }
}

/// `not atom`
pub fn negated(code: &mut Code<'_>, atom: Atom) -> Atom {
    match atom {
        Atom::Const { span, value } => Atom::Const { span, value: PrimValue::Bool(value == PrimValue::Bool(false)) },
        Atom::Var { .. } => {
            let exp = Exp::Un { span: code.span, op: UnOp::Not, prim: PrimType::Bool, arg: code.arena.alloc(atom) };
            code.shared("not", PrimType::Bool, exp)
        }
    }
}

/// `atom - 1`
pub fn before(code: &mut Code<'_>, atom: Atom) -> Atom {
    code.operator(BinOp::Sub, PrimType::I64, atom, int(1))
}

/// A constant converted to another type.
pub fn constant(value: PrimValue, to: PrimType) -> Atom {
    Atom::Const { span: framework::Span::NONE, value: convert(value, to) }
}
