//! Operators on vectors.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{ConstantData, InstBuilder, Value, types};
use languages::lanes::facts::{is_native_binary, is_native_convert, is_native_unary};
use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp};

use super::{Lane, lanes_of, vector_type, view};
use crate::cpu::ops;
use crate::cpu::translate::Translator;

impl Translator<'_> {
    /// Applies a scalar operation in each lane.
    fn lanewise<const N: usize>(
        &mut self,
        args: [(PrimType, &Lane); N],
        result: PrimType,
        apply: impl Fn(&mut Self, [Value; N]) -> Value,
    ) -> Lane {
        let mut scalars = Vec::with_capacity(self.lanes);
        for k in 0..self.lanes {
            let values = args.map(|(prim, lane)| self.scalar_lane(prim, lane, k));
            scalars.push(apply(self, values));
        }
        Lane::Varying(self.pack(result, &scalars))
    }

    pub(super) fn vector_binary(&mut self, op: BinOp, prim: PrimType, x: &Lane, y: &Lane) -> Lane {
        if let Some(shifted) = self.vector_shift(op, prim, x, y) {
            return shifted;
        }
        if !is_native_binary(op, prim) {
            let second = op.second_operand_type(prim);
            return self.lanewise([(prim, x), (second, y)], op.result_type(prim), |t, [x, y]| {
                ops::binary(&mut t.b, op, prim, x, y)
            });
        }
        let (xs, ys) = (self.registers(prim, x), self.registers(prim, y));
        let results: Vec<Value> = xs.iter().zip(&ys).map(|(&x, &y)| self.register_binary(op, prim, x, y)).collect();
        if op.is_comparison() && lanes_of(prim) == 2 {
            return Lane::Varying(self.narrow(&results));
        }
        Lane::Varying(results)
    }

    /// A shift by the same known amount in every lane.
    fn vector_shift(&mut self, op: BinOp, prim: PrimType, x: &Lane, amount: &Lane) -> Option<Lane> {
        let (Lane::Uniform(amount), 4 | 8) = (amount, prim.size_bytes()) else { return None };
        let bits = 8 * prim.size_bytes() as i64;
        ops::known_integer(&self.b, *amount).filter(|known| (0..bits).contains(known))?;
        if !matches!(op, BinOp::Shl | BinOp::Shr | BinOp::LShr) {
            return None;
        }
        let registers = self.registers(prim, x);
        let ins = |x: Value| match op {
            BinOp::Shl => self.b.ins().ishl(x, *amount),
            BinOp::Shr if prim.is_signed() => self.b.ins().sshr(x, *amount),
            _ => self.b.ins().ushr(x, *amount),
        };
        Some(Lane::Varying(registers.into_iter().map(ins).collect()))
    }

    /// One instruction on a register; `is_native_binary` says for which operators.
    fn register_binary(&mut self, op: BinOp, prim: PrimType, x: Value, y: Value) -> Value {
        let b = &mut self.b;
        if matches!(prim, PrimType::F32 | PrimType::F64) {
            let compare = match op {
                BinOp::Add => return b.ins().fadd(x, y),
                BinOp::Sub => return b.ins().fsub(x, y),
                BinOp::Mul => return b.ins().fmul(x, y),
                BinOp::Div => return b.ins().fdiv(x, y),
                BinOp::Min | BinOp::Max => {
                    let better = if op == BinOp::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
                    let take = b.ins().fcmp(better, y, x);
                    let no_number = b.ins().fcmp(FloatCC::NotEqual, x, x);
                    let take = b.ins().bor(take, no_number);
                    let take = b.ins().bitcast(vector_type(prim), view(), take);
                    return b.ins().bitselect(take, y, x);
                }
                BinOp::Eq => FloatCC::Equal,
                BinOp::Ne => FloatCC::NotEqual,
                BinOp::Lt => FloatCC::LessThan,
                BinOp::Le => FloatCC::LessThanOrEqual,
                BinOp::Gt => FloatCC::GreaterThan,
                _ => FloatCC::GreaterThanOrEqual,
            };
            return b.ins().fcmp(compare, x, y);
        }
        let signed = prim.is_signed();
        let pick = |yes: IntCC, no: IntCC| if signed { yes } else { no };
        let compare = match op {
            BinOp::Add => return b.ins().iadd(x, y),
            BinOp::Sub => return b.ins().isub(x, y),
            BinOp::Mul => return b.ins().imul(x, y),
            BinOp::And | BinOp::LogAnd => return b.ins().band(x, y),
            BinOp::Or | BinOp::LogOr => return b.ins().bor(x, y),
            BinOp::Xor => return b.ins().bxor(x, y),
            BinOp::Min => return if signed { b.ins().smin(x, y) } else { b.ins().umin(x, y) },
            BinOp::Max => return if signed { b.ins().smax(x, y) } else { b.ins().umax(x, y) },
            BinOp::Eq => IntCC::Equal,
            BinOp::Ne => IntCC::NotEqual,
            BinOp::Lt => pick(IntCC::SignedLessThan, IntCC::UnsignedLessThan),
            BinOp::Le => pick(IntCC::SignedLessThanOrEqual, IntCC::UnsignedLessThanOrEqual),
            BinOp::Gt => pick(IntCC::SignedGreaterThan, IntCC::UnsignedGreaterThan),
            _ => pick(IntCC::SignedGreaterThanOrEqual, IntCC::UnsignedGreaterThanOrEqual),
        };
        b.ins().icmp(compare, x, y)
    }

    pub(super) fn vector_unary(&mut self, op: UnOp, prim: PrimType, x: &Lane) -> Lane {
        if !is_native_unary(op, prim) {
            return self.lanewise([(prim, x)], op.result_type(prim), |t, [x]| ops::unary(&mut t.b, op, prim, x));
        }
        let one = (op == UnOp::Rsqrt).then(|| {
            let one = ops::constant(&mut self.b, PrimValue::one(prim));
            self.b.ins().splat(vector_type(prim), one)
        });
        let registers = self.registers(prim, x);
        if matches!(op, UnOp::ToBits | UnOp::FromBits) {
            let ty = vector_type(op.result_type(prim));
            return Lane::Varying(registers.into_iter().map(|x| self.cast(ty, x)).collect());
        }
        let b = &mut self.b;
        let is_float = prim.is_float();
        Lane::Varying(
            registers
                .into_iter()
                .map(|x| match (op, one) {
                    (UnOp::Neg, _) if is_float => b.ins().fneg(x),
                    (UnOp::Neg, _) => b.ins().ineg(x),
                    (UnOp::Abs, _) => b.ins().fabs(x),
                    (UnOp::Sqrt, _) => b.ins().sqrt(x),
                    (UnOp::Ceil, _) => b.ins().ceil(x),
                    (UnOp::Floor, _) => b.ins().floor(x),
                    (UnOp::Round, _) => b.ins().nearest(x),
                    (UnOp::Trunc, _) => b.ins().trunc(x),
                    (_, Some(one)) => {
                        let root = b.ins().sqrt(x);
                        b.ins().fdiv(one, root)
                    }
                    // `Complement` and `Not`.
                    _ => b.ins().bnot(x),
                })
                .collect(),
        )
    }

    pub(super) fn vector_ternary(&mut self, op: TriOp, prim: PrimType, x: &Lane, y: &Lane, z: &Lane) -> Lane {
        let TriOp::Fma = op;
        if prim == PrimType::F16 {
            return self.lanewise([(prim, x), (prim, y), (prim, z)], prim, |t, [x, y, z]| {
                ops::ternary(&mut t.b, op, prim, x, y, z)
            });
        }
        let (xs, ys, zs) = (self.registers(prim, x), self.registers(prim, y), self.registers(prim, z));
        let parts = xs.iter().zip(&ys).zip(&zs);
        Lane::Varying(parts.map(|((&x, &y), &z)| self.b.ins().fma(x, y, z)).collect())
    }

    pub(super) fn vector_convert(&mut self, from: PrimType, to: PrimType, x: &Lane) -> Lane {
        if from == to {
            return x.clone();
        }
        if !is_native_convert(from, to) {
            return self.lanewise([(from, x)], to, |t, [x]| ops::convert(&mut t.b, from, to, x));
        }
        let registers = self.registers(from, x);
        let mut results = Vec::new();
        match (from, to) {
            (PrimType::I32, PrimType::F32) => {
                results.extend(registers.iter().map(|&x| self.b.ins().fcvt_from_sint(types::F32X4, x)));
            }
            (PrimType::I32, PrimType::F64) => {
                for x in registers {
                    for x in [self.b.ins().swiden_low(x), self.b.ins().swiden_high(x)] {
                        results.push(self.b.ins().fcvt_from_sint(types::F64X2, x));
                    }
                }
            }
            (PrimType::F32, PrimType::F64) => {
                for x in registers {
                    let upper = self.upper_half(x);
                    results.extend([x, upper].map(|x| self.b.ins().fvpromote_low(x)));
                }
            }
            (PrimType::F64, PrimType::F32) => {
                for pair in registers.chunks(2) {
                    let (x, y) = (self.b.ins().fvdemote(pair[0]), self.b.ins().fvdemote(pair[1]));
                    results.push(self.lower_halves(x, y));
                }
            }
            // Between integers with and without a sign nothing changes.
            _ => results = registers,
        }
        Lane::Varying(results)
    }

    /// The upper two elements of an `f32` register as the lower two.
    fn upper_half(&mut self, x: Value) -> Value {
        let order: Vec<u8> = (8..16).chain(0..8).collect();
        let mask = self.b.func.dfg.immediates.push(ConstantData::from(order.as_slice()));
        let bytes = self.cast(types::I8X16, x);
        let moved = self.b.ins().shuffle(bytes, bytes, mask);
        self.cast(types::F32X4, moved)
    }

    /// The lower two elements of two `f32` registers.
    fn lower_halves(&mut self, x: Value, y: Value) -> Value {
        let order: Vec<u8> = (0..8).chain(16..24).collect();
        let mask = self.b.func.dfg.immediates.push(ConstantData::from(order.as_slice()));
        let (x, y) = (self.cast(types::I8X16, x), self.cast(types::I8X16, y));
        let both = self.b.ins().shuffle(x, y, mask);
        self.cast(types::F32X4, both)
    }
}
