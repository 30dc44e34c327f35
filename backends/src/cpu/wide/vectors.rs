//! Operators on vectors.

use languages::lanes::Exp;
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

use super::super::x64::ir::{self as ir, Cond, ConvOp, Elem, FmaOp, Type, Value};
use super::scalars::{cond, simple};
use super::{Held, Wide, elem};

impl Wide<'_> {
    /// The registers of a vector.
    pub(super) fn vector(&mut self, exp: &Exp<'_>) -> Option<Vec<Value>> {
        Some(self.vector_and_type(exp)?.1)
    }

    /// The type of a vector's elements, and its registers.
    fn vector_and_type(&mut self, exp: &Exp<'_>) -> Option<(PrimType, Vec<Value>)> {
        Some(match exp {
            Exp::Var { name, .. } => match self.held.get(name)? {
                Held::Vector(registers) => (self.type_of(*name)?, registers.clone()),
                Held::Scalar(_) | Held::Memory(_) => return None,
            },
            Exp::Splat { prim, value, .. } => (*prim, self.splat_exp(*prim, value)?),
            Exp::Steps { prim, base, step, .. } => (*prim, self.steps(*prim, base, step)?),
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.vector(lhs)?, self.vector(rhs)?);
                let registers = match **rhs {
                    Exp::Splat { value: Exp::Const { value, .. }, .. } if op.divides(*prim) => {
                        self.vector_divide(*op, *prim, &x, &y, Some(*value))?
                    }
                    _ => self.vector_binary(*op, *prim, &x, &y)?,
                };
                (op.result_type(*prim), registers)
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.vector(arg)?;
                (op.result_type(*prim), self.vector_unary(*op, *prim, x)?)
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                if !matches!(prim, PrimType::F32 | PrimType::F64) {
                    return None;
                }
                let (a, b, c) = (self.vector(a)?, self.vector(b)?, self.vector(c)?);
                let parts = a.iter().zip(&b).zip(&c);
                let registers = parts.map(|((&a, &b), &c)| self.f.fma(FmaOp::Add, a, b, c)).collect();
                (op.result_type(*prim), registers)
            }
            Exp::Convert { from, to, arg, .. } => {
                let x = self.vector(arg)?;
                (*to, self.vector_convert(*from, *to, x)?)
            }
            Exp::Select { cond, yes, no, .. } => {
                let masks = self.vector(cond)?;
                let ((prim, yes), (_, no)) = (self.vector_and_type(yes)?, self.vector_and_type(no)?);
                (prim, self.choose(prim, &masks, &yes, &no)?)
            }
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } | Exp::Any { .. } | Exp::All { .. } => {
                return None;
            }
        })
    }

    /// The same scalar in every lane. What comes from outside of the group is splat once.
    fn splat_exp(&mut self, prim: PrimType, value: &Exp<'_>) -> Option<Vec<Value>> {
        match value {
            Exp::Const { value, .. } => {
                let bits = match value {
                    PrimValue::Bool(true) => u64::MAX >> (64 - self.f.lanes_of(super::lanes::MASK)),
                    _ => value.to_bits(),
                };
                let register = self.f.constant(self.register_type(prim), bits);
                Some(vec![register; self.registers(prim)])
            }
            Exp::Var { name, .. } if let Some(&outside) = self.outside.get(name) => {
                if let Some(registers) = self.splats.get(name) {
                    return Some(registers.clone());
                }
                let current = self.f.current();
                self.f.switch_to(self.entry);
                let registers = self.splat(prim, outside)?;
                self.f.switch_to(current);
                self.splats.insert(*name, registers.clone());
                Some(registers)
            }
            _ => {
                let value = self.scalar(value)?;
                self.splat(prim, value)
            }
        }
    }

    /// `base + k * step` in lane `k`.
    pub(super) fn steps(&mut self, prim: PrimType, base: &Exp<'_>, step: &Exp<'_>) -> Option<Vec<Value>> {
        let elem = elem(prim).filter(|elem| !elem.is_float())?;
        let known = match step {
            Exp::Const { value, .. } => value.as_i64(),
            _ => None,
        };
        let starts = self.splat_exp(prim, base)?;
        let lanes = self.f.lanes(elem) as u64;
        let mut registers = Vec::with_capacity(starts.len());
        let step = match known {
            Some(_) => None,
            None => Some(self.splat_exp(prim, step)?),
        };
        for (k, start) in starts.into_iter().enumerate() {
            let first = k as u64 * lanes;
            let factor = known.map_or(1, |step| step as u64);
            let numbers = self.f.lanes_const(elem, (first..first + lanes).map(|lane| lane.wrapping_mul(factor)));
            let distance = match &step {
                Some(step) => self.f.binary(ir::BinOp::Mul, numbers, *step.get(k)?),
                None => numbers,
            };
            registers.push(self.f.binary(ir::BinOp::Add, start, distance));
        }
        Some(registers)
    }

    /// In each lane one of two values.
    pub(super) fn choose(
        &mut self,
        prim: PrimType,
        masks: &[Value],
        yes: &[Value],
        no: &[Value],
    ) -> Option<Vec<Value>> {
        let Some(elem) = elem(prim) else {
            // Of truth values: `(mask & yes) | (!mask & no)`.
            let parts = masks.iter().zip(yes).zip(no).map(|((&mask, &yes), &no)| {
                let yes = self.f.binary(ir::BinOp::And, mask, yes);
                let no = self.f.binary(ir::BinOp::AndNot, mask, no);
                self.f.binary(ir::BinOp::Or, yes, no)
            });
            return Some(parts.collect());
        };
        let masks = self.masks_for(elem.bits(), masks)?;
        let parts = masks.iter().zip(yes).zip(no);
        Some(parts.map(|((&mask, &yes), &no)| self.f.select(mask, yes, no)).collect())
    }

    pub(super) fn each(
        &mut self,
        x: &[Value],
        y: &[Value],
        mut apply: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Vec<Value> {
        x.iter().zip(y).map(|(&x, &y)| apply(self, x, y)).collect()
    }

    pub(super) fn vector_binary(&mut self, op: BinOp, prim: PrimType, x: &[Value], y: &[Value]) -> Option<Vec<Value>> {
        match prim {
            PrimType::Bool => return self.mask_binary(op, x, y),
            PrimType::F16 => return self.half_binary(op, x, y),
            _ => {}
        }
        if let Some(cond) = cond(op, prim) {
            let masks = self.each(x, y, |w, x, y| w.f.compare(cond, x, y));
            return self.kept_masks(&masks);
        }
        match op {
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem if prim.is_integer() => {
                return self.vector_divide(op, prim, x, y, None);
            }
            BinOp::MulHi if prim.size_bytes() == 1 => {
                let extend = if prim.is_signed() { ConvOp::ExtendS } else { ConvOp::ExtendU };
                let (x, y) = (
                    self.resized(extend, x, Type::Vector(Elem::I16))?,
                    self.resized(extend, y, Type::Vector(Elem::I16))?,
                );
                let upper = self.each(&x, &y, |w, x, y| {
                    let product = w.f.binary(ir::BinOp::Mul, x, y);
                    w.f.binary_const(ir::BinOp::Shr, product, 8)
                });
                return self.resized(ConvOp::Truncate, &upper, self.register_type(prim));
            }
            BinOp::MulHi if matches!(prim.size_bytes(), 2 | 4) => {
                let op = if prim.is_signed() { ir::BinOp::MulHighS } else { ir::BinOp::MulHighU };
                return Some(self.each(x, y, |w, x, y| w.f.binary(op, x, y)));
            }
            BinOp::CopySign => {
                let bits = if prim == PrimType::F32 { 1 << 31 } else { 1 << 63 };
                let sign = self.f.constant(self.register_type(prim), bits);
                return Some(self.each(x, y, |w, x, y| {
                    // `AndNot` takes the bits of its right operand that the left one lacks.
                    let magnitude = w.f.binary(ir::BinOp::AndNot, sign, x);
                    let sign = w.f.binary(ir::BinOp::And, sign, y);
                    w.f.binary(ir::BinOp::Or, magnitude, sign)
                }));
            }
            _ => {}
        }
        match simple(op, prim) {
            Some(op) => Some(self.each(x, y, |w, x, y| w.f.binary(op, x, y))),
            None => self.vector_binary_call(op, prim, x, y),
        }
    }

    fn mask_binary(&mut self, op: BinOp, x: &[Value], y: &[Value]) -> Option<Vec<Value>> {
        let instruction = match op {
            BinOp::LogAnd | BinOp::And => ir::BinOp::And,
            BinOp::LogOr | BinOp::Or | BinOp::Max => ir::BinOp::Or,
            BinOp::Ne | BinOp::Xor | BinOp::Eq => ir::BinOp::Xor,
            // `false < true`
            BinOp::Lt => ir::BinOp::AndNot,
            _ => return None,
        };
        Some(self.each(x, y, |w, x, y| {
            let result = w.f.binary(instruction, x, y);
            if op == BinOp::Eq { w.f.unary(ir::UnOp::Not, result) } else { result }
        }))
    }

    fn vector_unary(&mut self, op: UnOp, prim: PrimType, x: Vec<Value>) -> Option<Vec<Value>> {
        if prim == PrimType::Bool {
            return (op == UnOp::Not).then(|| x.iter().map(|&x| self.f.unary(ir::UnOp::Not, x)).collect());
        }
        if prim == PrimType::F16 {
            return self.half_unary(op, x);
        }
        let ty = self.register_type(prim);
        let simple = match op {
            UnOp::Neg => Some(ir::UnOp::Neg),
            UnOp::Complement => Some(ir::UnOp::Not),
            UnOp::Abs if prim.is_float() || prim.is_signed() => Some(ir::UnOp::Abs),
            UnOp::Abs => return Some(x),
            UnOp::Sqrt => Some(ir::UnOp::Sqrt),
            UnOp::Ceil => Some(ir::UnOp::Ceil),
            UnOp::Floor => Some(ir::UnOp::Floor),
            UnOp::Trunc => Some(ir::UnOp::Trunc),
            UnOp::Round => Some(ir::UnOp::Round),
            _ => None,
        };
        if let Some(op) = simple {
            return Some(x.iter().map(|&x| self.f.unary(op, x)).collect());
        }
        match op {
            UnOp::Rsqrt => {
                let one = self.f.constant(ty, PrimValue::one(prim).to_bits());
                let each = x.iter().map(|&x| {
                    let root = self.f.unary(ir::UnOp::Sqrt, x);
                    self.f.binary(ir::BinOp::Div, one, root)
                });
                Some(each.collect())
            }
            UnOp::IsNan => {
                let masks: Vec<Value> = x.iter().map(|&x| self.f.compare(Cond::Ne, x, x)).collect();
                self.kept_masks(&masks)
            }
            UnOp::IsInf => {
                let bits =
                    if prim == PrimType::F32 { u64::from(f32::INFINITY.to_bits()) } else { f64::INFINITY.to_bits() };
                let infinity = self.f.constant(ty, bits);
                let masks: Vec<Value> = x
                    .iter()
                    .map(|&x| {
                        let magnitude = self.f.unary(ir::UnOp::Abs, x);
                        self.f.compare(Cond::Eq, magnitude, infinity)
                    })
                    .collect();
                self.kept_masks(&masks)
            }
            UnOp::ToBits | UnOp::FromBits => {
                let to = elem(op.result_type(prim))?;
                // An `f16` is its bits.
                if elem(prim) == Some(to) {
                    return Some(x);
                }
                Some(x.iter().map(|&x| self.f.convert(ConvOp::Bits, Type::Vector(to), x)).collect())
            }
            UnOp::Sgn if prim.is_integer() => {
                let (one, minus_one) = (self.f.constant(ty, 1), self.f.constant(ty, u64::MAX));
                let signed = prim.is_signed();
                let least = if signed { ir::BinOp::Min } else { ir::BinOp::MinU };
                let each = x.iter().map(|&x| {
                    let most = self.f.binary(least, x, one);
                    if signed { self.f.binary(ir::BinOp::Max, most, minus_one) } else { most }
                });
                Some(each.collect())
            }
            _ => self.vector_unary_call(op, prim, &x),
        }
    }
}
