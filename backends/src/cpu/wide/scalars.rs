//! Operators on scalars.

use languages::lanes::Exp;
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

use super::super::x64::ir::{self as ir, Cond, ConvOp, Elem, FmaOp, I32, Type, Value};
use super::{Held, Wide, scalar_elem};

/// The comparison of an operator.
pub(super) fn cond(op: BinOp, prim: PrimType) -> Option<Cond> {
    let unsigned = !prim.is_float() && !prim.is_signed();
    Some(match op {
        BinOp::Eq => Cond::Eq,
        BinOp::Ne => Cond::Ne,
        BinOp::Lt if unsigned => Cond::LtU,
        BinOp::Le if unsigned => Cond::LeU,
        BinOp::Gt if unsigned => Cond::GtU,
        BinOp::Ge if unsigned => Cond::GeU,
        BinOp::Lt => Cond::Lt,
        BinOp::Le => Cond::Le,
        BinOp::Gt => Cond::Gt,
        BinOp::Ge => Cond::Ge,
        _ => return None,
    })
}

/// An operator that is one instruction, on integers or on floats.
pub(super) fn simple(op: BinOp, prim: PrimType) -> Option<ir::BinOp> {
    let (float, signed) = (prim.is_float(), prim.is_signed());
    Some(match op {
        BinOp::Add => ir::BinOp::Add,
        BinOp::Sub => ir::BinOp::Sub,
        BinOp::Mul => ir::BinOp::Mul,
        BinOp::Div if float => ir::BinOp::Div,
        BinOp::Min if float || signed => ir::BinOp::Min,
        BinOp::Max if float || signed => ir::BinOp::Max,
        BinOp::Min => ir::BinOp::MinU,
        BinOp::Max => ir::BinOp::MaxU,
        BinOp::And | BinOp::LogAnd => ir::BinOp::And,
        BinOp::Or | BinOp::LogOr => ir::BinOp::Or,
        BinOp::Xor => ir::BinOp::Xor,
        BinOp::Shl => ir::BinOp::Shl,
        BinOp::Shr if signed => ir::BinOp::Sar,
        BinOp::Shr | BinOp::LShr => ir::BinOp::Shr,
        _ => return None,
    })
}

impl Wide<'_> {
    /// The value of a scalar expression.
    pub(super) fn scalar(&mut self, exp: &Exp<'_>) -> Option<Value> {
        Some(match exp {
            Exp::Const { value, .. } => self.scalar_constant(*value),
            Exp::Var { name, .. } => match self.held.get(name)? {
                Held::Scalar(value) => *value,
                Held::Vector(_) | Held::Memory(_) => return None,
            },
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.scalar(lhs)?, self.scalar(rhs)?);
                self.scalar_binary(*op, *prim, x, y)?
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.scalar(arg)?;
                self.scalar_unary(*op, *prim, x)?
            }
            Exp::Tri { prim, a, b, c, .. } => {
                if !matches!(prim, PrimType::F32 | PrimType::F64) {
                    return None;
                }
                let (a, b, c) = (self.scalar(a)?, self.scalar(b)?, self.scalar(c)?);
                self.f.fma(FmaOp::Add, a, b, c)
            }
            Exp::Convert { from, to, arg, .. } => {
                let x = self.scalar(arg)?;
                self.scalar_convert(*from, *to, x)?
            }
            Exp::Select { cond, yes, no, .. } => {
                let (cond, yes, no) = (self.scalar(cond)?, self.scalar(yes)?, self.scalar(no)?);
                self.f.select(cond, yes, no)
            }
            Exp::Any { mask, .. } => {
                let masks = self.vector(mask)?;
                let whole = self.folded(ir::BinOp::Or, &masks)?;
                self.f.any(whole)
            }
            Exp::All { mask, .. } => {
                let masks = self.vector(mask)?;
                let whole = self.folded(ir::BinOp::And, &masks)?;
                self.f.all(whole)
            }
            Exp::Capacity { .. } | Exp::Parameter { .. } | Exp::Splat { .. } | Exp::Steps { .. } => return None,
        })
    }

    /// All registers combined into one. `None` if there is none.
    pub(super) fn folded(&mut self, op: ir::BinOp, registers: &[Value]) -> Option<Value> {
        let (&first, rest) = registers.split_first()?;
        Some(rest.iter().fold(first, |all, &register| self.f.binary(op, all, register)))
    }

    fn scalar_constant(&mut self, value: PrimValue) -> Value {
        let prim = value.prim_type();
        // Narrow integers are extended.
        let bits = match value {
            PrimValue::I8(x) => u64::from(i32::from(x) as u32),
            PrimValue::I16(x) => u64::from(i32::from(x) as u32),
            _ => value.to_bits(),
        };
        self.f.constant(Type::Scalar(scalar_elem(prim)), bits)
    }

    /// Extends the low bits of a narrow integer.
    fn narrowed(&mut self, prim: PrimType, value: Value) -> Value {
        let op = match prim {
            PrimType::I8 => ConvOp::Extend8S,
            PrimType::U8 => ConvOp::Extend8U,
            PrimType::I16 => ConvOp::Extend16S,
            PrimType::U16 => ConvOp::Extend16U,
            _ => return value,
        };
        self.f.convert(op, I32, value)
    }

    /// A narrow integer with zeros above.
    fn zero_extended(&mut self, prim: PrimType, value: Value) -> Value {
        match prim {
            PrimType::I8 => self.f.convert(ConvOp::Extend8U, I32, value),
            PrimType::I16 => self.f.convert(ConvOp::Extend16U, I32, value),
            _ => value,
        }
    }

    fn scalar_binary(&mut self, op: BinOp, prim: PrimType, x: Value, y: Value) -> Option<Value> {
        if prim == PrimType::F16 {
            return self.scalar_half_binary(op, x, y);
        }
        if let Some(cond) = cond(op, prim) {
            return Some(self.f.compare(cond, x, y));
        }
        match op {
            BinOp::LShr if prim.is_signed() && prim.size_bytes() < 4 => {
                let x = self.zero_extended(prim, x);
                let shifted = self.f.binary(ir::BinOp::Shr, x, y);
                return Some(self.narrowed(prim, shifted));
            }
            BinOp::Shl | BinOp::Shr | BinOp::LShr if prim.size_bytes() < 4 => {
                // A negative amount is large, and so is one that is extended.
                let shifted = self.f.binary(simple(op, prim)?, x, y);
                return Some(self.narrowed(prim, shifted));
            }
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem if !prim.is_float() => {
                return self.scalar_divide(op, prim, x, y);
            }
            BinOp::MulHi if prim.size_bytes() < 4 => {
                // The whole product is in the register.
                let product = self.f.binary(ir::BinOp::Mul, x, y);
                let upper = self.f.binary_const(ir::BinOp::Shr, product, 8 * prim.size_bytes() as u64);
                return Some(self.narrowed(prim, upper));
            }
            BinOp::MulHi => {
                let op = if prim.is_signed() { ir::BinOp::MulHighS } else { ir::BinOp::MulHighU };
                return Some(self.f.binary(op, x, y));
            }
            _ => {}
        }
        match simple(op, prim) {
            Some(op) => {
                let result = self.f.binary(op, x, y);
                Some(self.narrowed(prim, result))
            }
            None => self.scalar_binary_call(op, prim, x, y),
        }
    }

    /// The four divisions of integers, without traps: a zero divisor counts as 1, and so does -1 for the division,
    /// whose quotient is then negated.
    pub(super) fn scalar_divide(&mut self, op: BinOp, prim: PrimType, x: Value, y: Value) -> Option<Value> {
        let signed = prim.is_signed();
        let ty = self.f.ty(y);
        let (zero, one) = (self.f.constant(ty, 0), self.f.constant(ty, 1));
        let is_zero = self.f.compare(Cond::Eq, y, zero);
        let divisor = self.f.select(is_zero, one, y);
        let quotient_wanted = matches!(op, BinOp::Div | BinOp::Quot);
        if !signed {
            let op = if quotient_wanted { ir::BinOp::DivU } else { ir::BinOp::RemU };
            return Some(self.f.binary(op, x, divisor));
        }
        let minus_one = self.f.constant(ty, u64::MAX);
        let is_minus_one = self.f.compare(Cond::Eq, y, minus_one);
        let safe = self.f.select(is_minus_one, one, divisor);
        let quotient = self.f.binary(ir::BinOp::DivS, x, safe);
        let negated = self.f.unary(ir::UnOp::Neg, x);
        let quotient = self.f.select(is_minus_one, negated, quotient);
        let product = self.f.binary(ir::BinOp::Mul, quotient, divisor);
        let remainder = self.f.binary(ir::BinOp::Sub, x, product);
        let result = match op {
            BinOp::Quot => quotient,
            BinOp::Rem => remainder,
            _ => {
                // To round toward negative infinity, corrects the quotient if the sign of the remainder differs from
                // that of the divisor.
                let inexact = self.f.compare(Cond::Ne, remainder, zero);
                let signs = self.f.binary(ir::BinOp::Xor, remainder, divisor);
                let differ = self.f.compare(Cond::Lt, signs, zero);
                let correct = self.f.binary(ir::BinOp::And, inexact, differ);
                if quotient_wanted {
                    let less = self.f.binary(ir::BinOp::Sub, quotient, one);
                    self.f.select(correct, less, quotient)
                } else {
                    let more = self.f.binary(ir::BinOp::Add, remainder, divisor);
                    self.f.select(correct, more, remainder)
                }
            }
        };
        Some(self.narrowed(prim, result))
    }

    fn scalar_unary(&mut self, op: UnOp, prim: PrimType, x: Value) -> Option<Value> {
        if prim == PrimType::F16 {
            return self.scalar_half_unary(op, x);
        }
        let ty = self.f.ty(x);
        let one = |w: &mut Self| {
            let one = PrimValue::one(prim);
            w.scalar_constant(one)
        };
        let result = match op {
            UnOp::Neg => self.f.unary(ir::UnOp::Neg, x),
            UnOp::Complement => self.f.unary(ir::UnOp::Not, x),
            UnOp::Not => self.f.binary_const(ir::BinOp::Xor, x, 1),
            UnOp::Abs if prim.is_float() || prim.is_signed() => self.f.unary(ir::UnOp::Abs, x),
            UnOp::Abs => x,
            UnOp::Sqrt => self.f.unary(ir::UnOp::Sqrt, x),
            UnOp::Rsqrt => {
                let (one, root) = (one(self), self.f.unary(ir::UnOp::Sqrt, x));
                self.f.binary(ir::BinOp::Div, one, root)
            }
            UnOp::Ceil => self.f.unary(ir::UnOp::Ceil, x),
            UnOp::Floor => self.f.unary(ir::UnOp::Floor, x),
            UnOp::Trunc => self.f.unary(ir::UnOp::Trunc, x),
            UnOp::Round => self.f.unary(ir::UnOp::Round, x),
            UnOp::IsNan => self.f.compare(Cond::Ne, x, x),
            UnOp::IsInf => {
                let magnitude = self.f.unary(ir::UnOp::Abs, x);
                let bits =
                    if prim == PrimType::F32 { u64::from(f32::INFINITY.to_bits()) } else { f64::INFINITY.to_bits() };
                let infinity = self.f.constant(ty, bits);
                self.f.compare(Cond::Eq, magnitude, infinity)
            }
            UnOp::ToBits => self.f.convert(ConvOp::Bits, Type::Scalar(ty.elem().bits().integer()), x),
            UnOp::FromBits if prim == PrimType::U32 => self.f.convert(ConvOp::Bits, Type::Scalar(Elem::F32), x),
            UnOp::FromBits if prim == PrimType::U64 => self.f.convert(ConvOp::Bits, Type::Scalar(Elem::F64), x),
            UnOp::FromBits => x,
            UnOp::Sgn if prim.is_integer() => {
                let one = one(self);
                let most = self.f.binary(if prim.is_signed() { ir::BinOp::Min } else { ir::BinOp::MinU }, x, one);
                if !prim.is_signed() {
                    return Some(most);
                }
                let minus_one = self.f.unary(ir::UnOp::Neg, one);
                self.f.binary(ir::BinOp::Max, most, minus_one)
            }
            _ => return self.scalar_unary_call(op, prim, x),
        };
        // The bits of a narrow integer that an operator leaves above.
        let narrow = matches!(op, UnOp::Neg | UnOp::Complement | UnOp::Abs);
        Some(if narrow { self.narrowed(prim, result) } else { result })
    }

    pub(super) fn scalar_convert(&mut self, from: PrimType, to: PrimType, x: Value) -> Option<Value> {
        if from == to {
            return Some(x);
        }
        let target = Type::Scalar(scalar_elem(to));
        let source = self.f.ty(x);
        Some(match (from.is_float(), to.is_float()) {
            // By way of `f32`.
            _ if from == PrimType::F16 => {
                let x = self.f.convert(ConvOp::FromHalf, Type::Scalar(Elem::F32), x);
                return self.scalar_convert(PrimType::F32, to, x);
            }
            _ if to == PrimType::F16 => {
                let x = self.scalar_convert(from, PrimType::F32, x)?;
                self.f.convert(ConvOp::ToHalf, target, x)
            }
            (true, true) => self.f.convert(ConvOp::Float, target, x),
            (true, false) if to == PrimType::Bool => {
                let zero = self.f.constant(source, 0);
                self.f.compare(Cond::Ne, x, zero)
            }
            (true, false) => {
                let unsigned = matches!(to, PrimType::U32 | PrimType::U64);
                let result = self.f.convert(if unsigned { ConvOp::IntU } else { ConvOp::IntS }, target, x);
                self.narrowed(to, result)
            }
            (false, true) => {
                // Narrow integers are extended to 32 bits, which hold them as signed numbers.
                let unsigned = matches!(from, PrimType::U32 | PrimType::U64);
                self.f.convert(if unsigned { ConvOp::FloatU } else { ConvOp::FloatS }, target, x)
            }
            (false, false) if to == PrimType::Bool => {
                let zero = self.f.constant(source, 0);
                self.f.compare(Cond::Ne, x, zero)
            }
            (false, false) => {
                let signed = from.is_signed() && to.is_signed();
                let x = if signed { x } else { self.zero_extended(from, x) };
                let result = match (source.elem(), target.elem()) {
                    (Elem::I32, Elem::I64) => {
                        self.f.convert(if signed { ConvOp::ExtendS } else { ConvOp::ExtendU }, target, x)
                    }
                    (Elem::I64, Elem::I32) => self.f.convert(ConvOp::Truncate, target, x),
                    _ => x,
                };
                self.narrowed(to, result)
            }
        })
    }
}
