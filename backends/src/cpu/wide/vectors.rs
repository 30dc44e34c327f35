//! Operators on vectors.

use languages::lanes::Exp;
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

use super::super::x64::ir::{self as ir, Cond, ConvOp, Elem, FmaOp, Type, Value};
use super::scalars::{cond, has_operators, simple};
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
                has_operators(*prim)?;
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

    fn each(
        &mut self,
        x: &[Value],
        y: &[Value],
        mut apply: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Vec<Value> {
        x.iter().zip(y).map(|(&x, &y)| apply(self, x, y)).collect()
    }

    pub(super) fn vector_binary(&mut self, op: BinOp, prim: PrimType, x: &[Value], y: &[Value]) -> Option<Vec<Value>> {
        has_operators(prim)?;
        if prim == PrimType::Bool {
            return self.mask_binary(op, x, y);
        }
        if let Some(cond) = cond(op, prim) {
            let masks = self.each(x, y, |w, x, y| w.f.compare(cond, x, y));
            return self.kept_masks(&masks);
        }
        match op {
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem if prim.is_integer() => {
                return self.vector_divide(op, prim, x, y, None);
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

    /// The four divisions of integers of at most 32 bits. For a divisor that is `known`, `y` has it in every lane.
    fn vector_divide(
        &mut self,
        op: BinOp,
        prim: PrimType,
        x: &[Value],
        y: &[Value],
        known: Option<PrimValue>,
    ) -> Option<Vec<Value>> {
        if prim.size_bytes() == 8 {
            return self.vector_binary_call(op, prim, x, y);
        }
        let down = prim.is_signed() && matches!(op, BinOp::Div | BinOp::Mod);
        let by_product = known.and_then(|divisor| self.quotients_by_product(prim, x, divisor, down));
        let quotients = match by_product {
            Some(quotients) => quotients,
            None => self.quotients_of_floats(prim, x, y, down)?,
        };
        if matches!(op, BinOp::Div | BinOp::Quot) {
            return Some(quotients);
        }
        let products = self.each(&quotients, y, |w, q, y| w.f.binary(ir::BinOp::Mul, q, y));
        Some(self.each(x, &products, |w, x, product| w.f.binary(ir::BinOp::Sub, x, product)))
    }

    /// The quotients by a constant as the upper halves of products (Granlund and Montgomery, PLDI 1994, figure 4.1):
    /// signed numbers without their signs. `None` for 0, and for negative divisors if quotients are rounded down.
    fn quotients_by_product(
        &mut self,
        prim: PrimType,
        x: &[Value],
        divisor: PrimValue,
        down: bool,
    ) -> Option<Vec<Value>> {
        let wide = if prim.is_signed() { PrimType::I32 } else { PrimType::U32 };
        let divisor = divisor.as_i64()?;
        if divisor == 0 || (down && divisor < 0) {
            return None;
        }
        let magnitude = divisor.unsigned_abs();
        // 2^l is the least power that is not less than the divisor.
        let l = magnitude.next_power_of_two().trailing_zeros();
        let factor = (((1u128 << l) - u128::from(magnitude)) << 32) / u128::from(magnitude) + 1;
        let ty = Type::Vector(Elem::I32);
        let [factor, first, second, top] = [factor as u64, u64::from(l.min(1)), u64::from(l.saturating_sub(1)), 31]
            .map(|number| self.f.constant(ty, number));
        let x = self.vector_convert(prim, wide, x.to_vec())?;
        let quotient = |f: &mut ir::Function, x: Value| {
            let high = f.binary(ir::BinOp::MulHighU, x, factor);
            let rest = f.binary(ir::BinOp::Sub, x, high);
            let rest = f.binary(ir::BinOp::Shr, rest, first);
            let sum = f.binary(ir::BinOp::Add, high, rest);
            f.binary(ir::BinOp::Shr, sum, second)
        };
        let mut quotients = Vec::with_capacity(x.len());
        for x in x {
            if !prim.is_signed() {
                quotients.push(quotient(&mut self.f, x));
                continue;
            }
            // All ones for negative numbers. Down, `!x` is divided instead of `x`, and otherwise `-x`.
            let sign = self.f.binary(ir::BinOp::Sar, x, top);
            let mut size = self.f.binary(ir::BinOp::Xor, x, sign);
            if !down {
                size = self.f.binary(ir::BinOp::Sub, size, sign);
            }
            let size = quotient(&mut self.f, size);
            let signed = self.f.binary(ir::BinOp::Xor, size, sign);
            quotients.push(match (down, divisor < 0) {
                (true, _) => signed,
                (false, false) => self.f.binary(ir::BinOp::Sub, signed, sign),
                // The other sign: `sign - signed` is the negative of `signed - sign`.
                (false, true) => self.f.binary(ir::BinOp::Sub, sign, signed),
            });
        }
        self.vector_convert(wide, prim, quotients)
    }

    /// The quotients as those of numbers of 64 bits: rounded toward zero or down, they are exact.
    fn quotients_of_floats(&mut self, prim: PrimType, x: &[Value], y: &[Value], down: bool) -> Option<Vec<Value>> {
        let (f64, i32) = (PrimType::F64, PrimType::I32);
        let round = if down { ir::UnOp::Floor } else { ir::UnOp::Trunc };
        let a = self.vector_convert(prim, f64, x.to_vec())?;
        let b = self.vector_convert(prim, f64, y.to_vec())?;
        let exact = self.each(&a, &b, |w, a, b| w.f.binary(ir::BinOp::Div, a, b));
        let quotients: Vec<Value> = exact.into_iter().map(|quotient| self.f.unary(round, quotient)).collect();
        // The least integer divided by -1 is out of range, and becomes the least integer.
        let quotients = match prim {
            PrimType::U32 => self.resized(ConvOp::IntU, &quotients, Type::Vector(Elem::I32))?,
            _ => self.resized(ConvOp::IntFast, &quotients, Type::Vector(Elem::I32))?,
        };
        if prim.size_bytes() < 4 { self.vector_convert(i32, prim, quotients) } else { Some(quotients) }
    }

    fn vector_unary(&mut self, op: UnOp, prim: PrimType, x: Vec<Value>) -> Option<Vec<Value>> {
        if prim == PrimType::Bool {
            return (op == UnOp::Not).then(|| x.iter().map(|&x| self.f.unary(ir::UnOp::Not, x)).collect());
        }
        has_operators(prim)?;
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
