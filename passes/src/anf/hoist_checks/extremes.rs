//! Decides whether a condition holds in all iterations of a range. A linear condition does if it holds in the first and
//! the last iteration.
//!
//! `for all lo <= k < hi: cond(k)` becomes scalar code. The code is *sufficient*: if it yields true, the condition
//! holds in every iteration. It may yield false although the condition holds, for example if a sum would wrap around
//! after billions of further iterations. Then the search for a failing iteration finds none.

use super::condition::{Cond, alternatives};
use super::instance::{Instance, before, constant, extreme, negated};
use super::region::Region;
use super::slope::{Slope, limit};
use crate::anf::support::code::{Code, int, known, truth, variable};
use framework::Span;
use languages::anf::{Atom, Exp};
use languages::prim::{BinOp, PrimType, PrimValue};
use std::cell::RefCell;

/// The iterations `lo <= k < hi`. There is at least one.
#[derive(Clone)]
struct Range {
    lo: Atom,
    hi: Atom,
    /// Upper bounds of `hi`.
    tops: Vec<Atom>,
}

impl Range {
    /// The part of the range from `lo` on.
    fn from(&self, code: &mut Code<'_>, lo: Atom) -> Self {
        Range { lo: extreme(code, BinOp::Max, self.lo, lo), ..self.clone() }
    }

    /// The part of the range below `hi`.
    fn to(&self, code: &mut Code<'_>, hi: Atom) -> Self {
        let tops = self.tops.iter().copied().chain([hi]).collect();
        Range { lo: self.lo, hi: extreme(code, BinOp::Min, self.hi, hi), tops }
    }

    /// The smaller of `index + 1` and `hi`.
    fn after(&self, code: &mut Code<'_>, index: Atom) -> Atom {
        if let Some(next) = known(index).and_then(|index| index.checked_add(1)) {
            return int(next);
        }
        let last = before(code, self.hi);
        let index = extreme(code, BinOp::Min, index, last);
        code.operator(BinOp::Add, PrimType::I64, index, int(1))
    }
}

/// Tests of conditions on a region's iterations.
pub struct Extremes<'r, 'b> {
    pub region: &'r Region<'b>,
    /// The values that are the same in all iterations. Each is computed once.
    fixed: RefCell<Instance<'r, 'b>>,
    /// Additional conditions that the tests so far rely on.
    provided: RefCell<Vec<Atom>>,
}

impl<'r, 'b> Extremes<'r, 'b> {
    /// Tests of conditions on `region`. Their code must go to one list of statements, which shares values.
    pub fn new(region: &'r Region<'b>) -> Self {
        Extremes { region, fixed: RefCell::new(Instance::new(region, int(0))), provided: RefCell::default() }
    }

    /// The values of these atoms in the first iteration, or in all if they are fixed.
    pub fn fixed(&self, code: &mut Code<'b>, atoms: &[Atom]) -> Option<Vec<Atom>> {
        self.fixed.borrow_mut().atoms(code, atoms)
    }

    /// Whether `cond` holds in all of `count` iterations, if there are any. Returns `None` if the form of `cond` cannot
    /// be decided.
    pub fn hold(&self, code: &mut Code<'b>, cond: &Cond, count: Atom) -> Option<Atom> {
        let range = Range { lo: int(0), hi: count, tops: vec![count] };
        let holds = self.holds(code, cond, &range)?;
        let provided = self.provided.take();
        Some(provided.into_iter().fold(holds, |all, more| code.operator(BinOp::LogAnd, PrimType::Bool, all, more)))
    }

    /// Whether `cond` holds in a range.
    fn holds(&self, code: &mut Code<'b>, cond: &Cond, range: &Range) -> Option<Atom> {
        match cond {
            Cond::Fixed { atom, negated: opposite } => {
                let value = self.at(code, *atom, int(0))?;
                Some(if *opposite { negated(code, value) } else { value })
            }
            Cond::All(conds) => {
                let mut all = truth(true);
                for cond in conds {
                    let holds = self.holds(code, cond, range)?;
                    all = code.operator(BinOp::LogAnd, PrimType::Bool, all, holds);
                }
                Some(all)
            }
            Cond::Any(conds) => self.any(code, conds, range),
            Cond::Less { lhs, rhs, strict, .. } => self.less(code, *lhs, *rhs, *strict, range),
            Cond::Equal { .. } | Cond::Differ { .. } | Cond::Search | Cond::Unknown => None,
        }
    }

    pub fn at(&self, code: &mut Code<'b>, atom: Atom, index: Atom) -> Option<Atom> {
        if index == int(0) {
            return self.fixed(code, &[atom])?.first().copied();
        }
        Instance::new(self.region, index).atom(code, atom)
    }

    /// Tests a disjunction. All parts but one are guards: the remaining part must hold in the iterations in which no
    /// guard holds.
    fn any(&self, code: &mut Code<'b>, conds: &[Cond], range: &Range) -> Option<Atom> {
        let mut fixed = truth(false);
        let mut rest: Vec<Cond> = Vec::new();
        for part in alternatives(conds) {
            match part {
                Cond::Fixed { .. } => {
                    let value = self.holds(code, &part, range)?;
                    fixed = code.operator(BinOp::LogOr, PrimType::Bool, fixed, value);
                }
                Cond::Search => {}
                part => rest.push(part),
            }
        }
        // The check's own condition comes last, after the conditions of the branches around it.
        let Some(main) = rest.iter().rposition(|cond| matches!(cond, Cond::All(_))).or(rest.len().checked_sub(1))
        else {
            return Some(fixed);
        };
        let main = rest.remove(main);
        let holds = self.guarded(code, &rest, &main, range)?;
        Some(code.operator(BinOp::LogOr, PrimType::Bool, fixed, holds))
    }

    /// Whether `main` holds in the iterations of a range in which no guard holds.
    fn guarded(&self, code: &mut Code<'b>, guards: &[Cond], main: &Cond, range: &Range) -> Option<Atom> {
        let Some((guard, guards)) = guards.split_first() else { return self.holds(code, main, range) };
        let mut all = truth(true);
        for part in self.outside(code, guard, range)? {
            let holds = self.guarded(code, guards, main, &part)?;
            let empty = code.operator(BinOp::Le, PrimType::I64, part.hi, part.lo);
            let holds = code.operator(BinOp::LogOr, PrimType::Bool, empty, holds);
            all = code.operator(BinOp::LogAnd, PrimType::Bool, all, holds);
        }
        Some(all)
    }

    /// The iterations in which a guard does not hold.
    fn outside(&self, code: &mut Code<'b>, guard: &Cond, range: &Range) -> Option<Vec<Range>> {
        match guard {
            // not (k < r): from r on; not (k <= r): after r.
            Cond::Less { prim, lhs, rhs, strict } if self.is_index(code, *lhs, range) => {
                let bound = self.bound(code, *prim, *rhs)?;
                let bound = if *strict { bound } else { range.after(code, bound) };
                Some(vec![range.from(code, bound)])
            }
            // not (r < k): up to r; not (r <= k): below r.
            Cond::Less { prim, lhs, rhs, strict } if self.is_index(code, *rhs, range) => {
                let bound = self.bound(code, *prim, *lhs)?;
                let bound = if *strict { range.after(code, bound) } else { bound };
                Some(vec![range.to(code, bound)])
            }
            Cond::Equal { prim, lhs, rhs } | Cond::Differ { prim, lhs, rhs } => {
                let other = match (self.is_index(code, *lhs, range), self.is_index(code, *rhs, range)) {
                    (true, _) => rhs,
                    (_, true) => lhs,
                    _ => return None,
                };
                let bound = self.bound(code, *prim, *other)?;
                let next = range.after(code, bound);
                if matches!(guard, Cond::Differ { .. }) {
                    return Some(vec![range.from(code, bound).to(code, next)]);
                }
                let parts = [range.to(code, bound), range.from(code, next)];
                let empty =
                    |range: &Range| matches!((known(range.lo), known(range.hi)), (Some(lo), Some(hi)) if hi <= lo);
                Some(parts.into_iter().filter(|range| !empty(range)).collect())
            }
            _ => None,
        }
    }

    /// Whether a value is the number of the iteration, possibly converted to fewer bits. Then the number of iterations
    /// must fit these bits.
    fn is_index(&self, code: &mut Code<'b>, atom: Atom, range: &Range) -> bool {
        let Some(name) = variable(&atom) else { return false };
        if let Some(index) = self.region.indices.get(&name) {
            return !index.wraps;
        }
        match self.region.definition(name).map(|(stm, _)| stm.exp) {
            Some(Exp::Convert { from, to, arg, .. }) if from.is_signed() && to.is_signed() => {
                if !self.is_index(code, **arg, range) {
                    return false;
                }
                if to.bits() < from.bits() {
                    let few = code.operator(BinOp::Le, PrimType::I64, range.hi, int(1 << (to.bits() - 1)));
                    self.provided.borrow_mut().push(few);
                }
                true
            }
            _ => false,
        }
    }

    /// A bound of the index, as an `i64`.
    fn bound(&self, code: &mut Code<'b>, prim: PrimType, atom: Atom) -> Option<Atom> {
        if self.region.atom(atom) != Ok(false) {
            return None;
        }
        let value = self.at(code, atom, int(0))?;
        Some(code.converted(prim, PrimType::I64, value))
    }

    /// Whether `lhs < rhs` (or `<=`) in a range. One side is linear in the index and the other is fixed; other forms go
    /// to [`Self::apart`] or are not decided.
    fn less(&self, code: &mut Code<'b>, lhs: Atom, rhs: Atom, strict: bool, range: &Range) -> Option<Atom> {
        let (moving, fixed, above) = match (self.region.atom(lhs), self.region.atom(rhs)) {
            (Ok(true), Ok(false)) => (lhs, rhs, true),
            (Ok(false), Ok(true)) => (rhs, lhs, false),
            (Ok(true), Ok(true)) => return self.apart(code, lhs, rhs, strict, range),
            _ => return None,
        };
        let prim = self.prim(moving)?;
        if let Some((divisor, kind)) = self.modulus(moving)
            && (if above { divisor == fixed && strict } else { is_zero(fixed) && !strict })
        {
            // A modulus is not negative, and it is less than its divisor if that is positive.
            return self.positive(code, kind, divisor);
        }
        let fixed = self.at(code, fixed, int(0))?;
        let first = self.at(code, moving, range.lo)?;
        let op = if strict { BinOp::Lt } else { BinOp::Le };
        let compare = |code: &mut Code<'b>, value: Atom| {
            let (lhs, rhs) = if above { (value, fixed) } else { (fixed, value) };
            code.operator(op, prim, lhs, rhs)
        };
        let Some(slope) = self.slope(code, moving) else {
            let monotone = self.monotone(code, moving, range)?;
            let last = before(code, range.hi);
            let last = self.at(code, moving, last)?;
            let (a, b) = (compare(code, first), compare(code, last));
            let both = code.operator(BinOp::LogAnd, PrimType::Bool, a, b);
            return Some(code.operator(BinOp::LogAnd, PrimType::Bool, both, monotone));
        };
        let Some(unit) = slope.unit() else {
            // The sign of the slope is unknown, so the extreme may be at either end.
            let last = before(code, range.hi);
            let last = self.at(code, moving, last)?;
            let (a, b) = (compare(code, first), compare(code, last));
            let both = code.operator(BinOp::LogAnd, PrimType::Bool, a, b);
            let small = self.small(code, &slope, prim, first, range);
            return Some(code.operator(BinOp::LogAnd, PrimType::Bool, both, small));
        };
        // A value with slope 1 or -1 skips no number. So if the first and the last value are in the right order, no
        // value wraps around.
        let rises = unit > 0;
        let offset = known(first).zip(known(range.lo)).map(|(first, lo)| first.wrapping_sub(lo));
        let plain = rises && slope.bits == 64 && offset.is_some_and(|offset| (-limit(64)..=0).contains(&offset));
        let holds = if rises != above {
            compare(code, first)
        } else if plain && strict && above && range.tops.contains(&fixed) {
            truth(true)
        } else if rises && strict && plain {
            let end = self.at(code, moving, range.hi)?;
            code.operator(BinOp::Le, prim, end, fixed)
        } else {
            let last = before(code, range.hi);
            let last = self.at(code, moving, last)?;
            compare(code, last)
        };
        if plain {
            return Some(holds);
        }
        let last = before(code, range.hi);
        let last = self.at(code, moving, last)?;
        let (low, high) = if rises { (first, last) } else { (last, first) };
        let ordered = code.operator(BinOp::Le, prim, low, high);
        let holds = code.operator(BinOp::LogAnd, PrimType::Bool, holds, ordered);
        if slope.bits == 64 {
            return Some(holds);
        }
        // With so few iterations a narrow integer wraps around at most once.
        let few = code.operator(BinOp::Le, PrimType::I64, range.hi, int(1 << (slope.bits - 1)));
        Some(code.operator(BinOp::LogAnd, PrimType::Bool, holds, few))
    }

    /// The divisor and type of a modulus, if the divisor is the same in all iterations.
    fn modulus(&self, atom: Atom) -> Option<(Atom, PrimType)> {
        let (stm, _) = self.region.definition(variable(&atom)?)?;
        match stm.exp {
            Exp::Bin { op: BinOp::Mod, prim, rhs, .. } if prim.is_signed() && self.region.atom(**rhs) == Ok(false) => {
                Some((**rhs, *prim))
            }
            Exp::Convert { from, to, arg, .. } if from.is_signed() && to.bits() >= from.bits() => self.modulus(**arg),
            _ => None,
        }
    }

    fn positive(&self, code: &mut Code<'b>, prim: PrimType, atom: Atom) -> Option<Atom> {
        let value = self.at(code, atom, int(0))?;
        Some(code.operator(BinOp::Lt, prim, constant(PrimValue::I64(0), prim), value))
    }

    /// Whether a value only rises or only falls in a range. This holds for linear values, and for their quotients by
    /// positive divisors.
    fn monotone(&self, code: &mut Code<'b>, atom: Atom, range: &Range) -> Option<Atom> {
        if let Some(slope) = self.slope(code, atom) {
            let first = self.at(code, atom, range.lo)?;
            let prim = self.prim(atom)?;
            return Some(self.small(code, &slope, prim, first, range));
        }
        let (stm, position) = self.region.definition(variable(&atom)?)?;
        match stm.exp {
            Exp::Atoms { atoms, .. } => self.monotone(code, *atoms.get(position)?, range),
            Exp::Convert { from, to, arg, .. } if from.is_signed() && to.is_signed() && to.bits() >= from.bits() => {
                self.monotone(code, **arg, range)
            }
            Exp::Bin { op: BinOp::Div | BinOp::Quot, prim, lhs, rhs, .. }
                if prim.is_signed() && self.region.atom(**rhs) == Ok(false) =>
            {
                let inner = self.monotone(code, **lhs, range)?;
                let positive = self.positive(code, *prim, **rhs)?;
                Some(code.operator(BinOp::LogAnd, PrimType::Bool, inner, positive))
            }
            _ => None,
        }
    }

    /// Whether `lhs < rhs` (or `<=`) in a range. Both are linear in the index, so their difference is linear as well.
    fn apart(&self, code: &mut Code<'b>, lhs: Atom, rhs: Atom, strict: bool, range: &Range) -> Option<Atom> {
        let op = if strict { BinOp::Lt } else { BinOp::Le };
        let prim = self.prim(lhs)?;
        let last = before(code, range.hi);
        let mut all = truth(true);
        for index in [range.lo, last] {
            let (lhs, rhs) = (self.at(code, lhs, index)?, self.at(code, rhs, index)?);
            let holds = code.operator(op, prim, lhs, rhs);
            all = code.operator(BinOp::LogAnd, PrimType::Bool, all, holds);
        }
        for side in [lhs, rhs] {
            let slope = self.slope(code, side)?;
            let first = self.at(code, side, range.lo)?;
            let small = self.small(code, &slope, prim, first, range);
            all = code.operator(BinOp::LogAnd, PrimType::Bool, all, small);
        }
        Some(all)
    }

    /// Whether all values of a range are so small that computing them cannot wrap around.
    fn small(&self, code: &mut Code<'b>, slope: &Slope, prim: PrimType, first: Atom, range: &Range) -> Atom {
        // Floats do not wrap around, and they are exact enough to compare magnitudes.
        let float = |value: f64| Atom::Const { span: Span::NONE, value: PrimValue::F64(value) };
        let count = code.operator(BinOp::Sub, PrimType::I64, range.hi, range.lo);
        let mut extent = code.converted(PrimType::I64, PrimType::F64, count);
        extent = code.operator(BinOp::Mul, PrimType::F64, extent, float(slope.constant as f64));
        for factor in &slope.factors {
            let factor = code.converted(PrimType::I64, PrimType::F64, *factor);
            extent = code.operator(BinOp::Mul, PrimType::F64, extent, factor);
        }
        let first = code.converted(prim, PrimType::F64, first);
        let bound = limit(slope.bits) as f64;
        let mut small = truth(true);
        for value in [extent, first] {
            let low = code.operator(BinOp::Le, PrimType::F64, float(-bound), value);
            let high = code.operator(BinOp::Le, PrimType::F64, value, float(bound));
            small = code.operator(BinOp::LogAnd, PrimType::Bool, small, low);
            small = code.operator(BinOp::LogAnd, PrimType::Bool, small, high);
        }
        small
    }
}

fn is_zero(atom: Atom) -> bool {
    matches!(atom, Atom::Const { value, .. } if value.as_i64() == Some(0))
}
