//! Values that are linear in the index, and their slopes.

use super::extremes::Extremes;
use crate::anf::support::code::{Code, int, prim, variable};
use languages::anf::{Atom, Exp};
use languages::prim::{BinOp, PrimType};

/// The slope of a linear value: how much it grows from one iteration to the next. It is `constant` times the product of
/// the factors.
pub struct Slope {
    pub constant: i64,
    pub factors: Vec<Atom>,
    /// The width of the narrowest arithmetic that computes the value.
    pub bits: u32,
}

impl Slope {
    pub fn unit(&self) -> Option<i64> {
        (self.factors.is_empty() && self.constant.abs() == 1).then_some(self.constant)
    }
}

/// The largest magnitude for which the sum of two numbers of this many bits cannot wrap around.
pub fn limit(bits: u32) -> i64 {
    1 << (bits - 3)
}

impl<'b> Extremes<'_, 'b> {
    /// The type of a value that depends on the index.
    pub fn prim(&self, atom: Atom) -> Option<PrimType> {
        let name = variable(&atom)?;
        if let Some(index) = self.region.indices.get(&name) {
            return Some(index.prim);
        }
        let (stm, position) = self.region.definition(name)?;
        Some(prim(stm.pat.get(position)?.ty))
    }

    /// The slope of a value that depends on the index; `None` if the value is not linear.
    pub fn slope(&self, code: &mut Code<'b>, atom: Atom) -> Option<Slope> {
        let name = variable(&atom)?;
        if let Some(index) = self.region.indices.get(&name) {
            let bits = if index.wraps { index.prim.bits() } else { 64 };
            return Some(match index.step {
                Atom::Const { value, .. } => Slope { constant: value.as_i64()?, factors: Vec::new(), bits },
                step => Slope { constant: 1, factors: vec![code.converted(index.prim, PrimType::I64, step)], bits },
            });
        }
        let (stm, position) = self.region.definition(name)?;
        match stm.exp {
            Exp::Atoms { atoms, .. } => self.slope(code, *atoms.get(position)?),
            Exp::Bin { op: op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), prim, lhs, rhs, .. } if prim.is_signed() => {
                let (moving, other, swapped) = match (self.region.atom(**lhs), self.region.atom(**rhs)) {
                    (Ok(true), Ok(false)) => (**lhs, **rhs, false),
                    (Ok(false), Ok(true)) => (**rhs, **lhs, true),
                    (Ok(true), Ok(true)) => return self.sum(code, *op, *prim, **lhs, **rhs),
                    _ => return None,
                };
                let mut slope = self.arithmetic(code, *prim, moving)?;
                match op {
                    BinOp::Sub if swapped => slope.constant = slope.constant.checked_neg()?,
                    BinOp::Mul => match other {
                        Atom::Const { value, .. } => slope.constant = slope.constant.checked_mul(value.as_i64()?)?,
                        other => {
                            let factor = self.at(code, other, int(0))?;
                            slope.factors.push(code.converted(*prim, PrimType::I64, factor));
                        }
                    },
                    _ => {}
                }
                (slope.constant != 0).then_some(slope)
            }
            Exp::Convert { from, to, arg, .. } if from.is_signed() && to.is_signed() => {
                let slope = self.slope(code, **arg)?;
                let bits = if to.bits() < from.bits() { to.bits() } else { 64 };
                Some(Slope { bits: slope.bits.min(bits), ..slope })
            }
            _ => None,
        }
    }

    /// The slope of an operand of arithmetic of type `prim`. A value that may have wrapped around in narrower
    /// arithmetic is not linear any more.
    fn arithmetic(&self, code: &mut Code<'b>, prim: PrimType, atom: Atom) -> Option<Slope> {
        let slope = self.slope(code, atom)?;
        (slope.bits >= prim.bits()).then_some(Slope { bits: prim.bits(), ..slope })
    }

    /// The slope of a sum or difference of two values that depend on the index, if both slopes are constants.
    fn sum(&self, code: &mut Code<'b>, op: BinOp, prim: PrimType, lhs: Atom, rhs: Atom) -> Option<Slope> {
        let (a, b) = (self.arithmetic(code, prim, lhs)?, self.arithmetic(code, prim, rhs)?);
        let sign = match op {
            BinOp::Add => 1,
            BinOp::Sub => -1,
            _ => return None,
        };
        let constant = a.constant.checked_add(b.constant.checked_mul(sign)?)?;
        let numbers = a.factors.is_empty() && b.factors.is_empty() && constant != 0;
        numbers.then_some(Slope { constant, factors: Vec::new(), bits: prim.bits() })
    }
}
