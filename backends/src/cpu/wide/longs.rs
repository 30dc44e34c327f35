//! Divisions of integers in vectors, and other operations on those of 64 bits that have no instruction. They are those
//! of floats if all lanes have at most 51 bits, which is so for nearly all sizes and indices.

use languages::prim::{BinOp, PrimType, PrimValue};

use super::super::x64::ir::{self as ir, Cond, ConvOp, Elem, Type, Value};
use super::Wide;

impl Wide<'_> {
    /// The four divisions of integers. For a divisor that is `known`, `y` has it in every lane. The result for a zero
    /// divisor is any number.
    pub(super) fn vector_divide(
        &mut self,
        op: BinOp,
        prim: PrimType,
        x: &[Value],
        y: &[Value],
        known: Option<PrimValue>,
    ) -> Option<Vec<Value>> {
        if prim.size_bytes() == 8 {
            return self.divide_long(op, prim, x, y, known);
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

    /// The registers of a type that `yes` makes if a condition holds, and else `no`.
    fn either(
        &mut self,
        cond: Value,
        prim: PrimType,
        yes: impl FnOnce(&mut Self) -> Option<Vec<Value>>,
        no: impl FnOnce(&mut Self) -> Option<Vec<Value>>,
    ) -> Option<Vec<Value>> {
        let types = vec![self.register_type(prim); self.registers(prim)];
        let (then, otherwise, join) = (self.f.block(&[]), self.f.block(&[]), self.f.block(&types));
        self.f.branch(cond, (then, &[]), (otherwise, &[]));
        self.f.switch_to(then);
        let results = yes(self)?;
        self.f.jump(join, &results);
        self.f.switch_to(otherwise);
        let results = no(self)?;
        self.f.jump(join, &results);
        self.f.switch_to(join);
        Some(self.f.block_params(join).to_vec())
    }

    /// The divisions of numbers of 64 bits: as those of floats if all are small, and else one by one.
    fn divide_long(
        &mut self,
        op: BinOp,
        prim: PrimType,
        x: &[Value],
        y: &[Value],
        known: Option<PrimValue>,
    ) -> Option<Vec<Value>> {
        let is_small = known.is_some_and(|divisor| divisor.to_bits() < 1 << 51);
        let large = self.any_large(prim, if is_small { x.to_vec() } else { [x, y].concat() })?;
        self.either(large, prim, |w| w.vector_binary_call(op, prim, x, y), |w| Some(w.divide_small(op, prim, x, y)))
    }

    /// Floats of 32 bits of integers of 64. Small ones are floats of 64 bits, so only one rounding changes them.
    pub(super) fn short_floats(&mut self, prim: PrimType, x: &[Value]) -> Option<Vec<Value>> {
        let op = if prim.is_signed() { ConvOp::FloatS } else { ConvOp::FloatU };
        let [short, long] = [PrimType::F32, PrimType::F64].map(|float| self.register_type(float));
        let large = self.any_large(prim, x.to_vec())?;
        self.either(
            large,
            PrimType::F32,
            |w| w.resized(op, x, short),
            |w| {
                let exact = w.resized(op, x, long)?;
                w.resized(ConvOp::Float, &exact, short)
            },
        )
    }

    /// Integers of 64 bits of floats of 64: those of small floats from the bits of a sum, others one by one.
    pub(super) fn longs_of_floats(&mut self, prim: PrimType, x: &[Value]) -> Option<Vec<Value>> {
        let op = if prim.is_signed() { ConvOp::IntS } else { ConvOp::IntU };
        let (long, float) = (self.register_type(prim), self.register_type(PrimType::F64));
        let most = self.f.constant(float, ((1u64 << 51) as f64).to_bits());
        let zero = self.f.constant(float, 0);
        let mut small = Vec::new();
        for &x in x {
            if prim.is_signed() {
                let size = self.f.unary(ir::UnOp::Abs, x);
                small.push(self.f.compare(Cond::Lt, size, most));
            } else {
                small.extend([self.f.compare(Cond::Le, zero, x), self.f.compare(Cond::Lt, x, most)]);
            }
        }
        let small = self.folded(ir::BinOp::And, &small)?;
        let small = self.f.all(small);
        self.either(
            small,
            prim,
            |w| {
                let whole: Vec<Value> = x.iter().map(|&x| w.f.unary(ir::UnOp::Trunc, x)).collect();
                Some(whole.into_iter().map(|x| w.small_long(x)).collect())
            },
            |w| w.resized(op, x, long),
        )
    }

    /// Whether a lane is not in -2⁵¹ .. 2⁵¹, or without a sign not in 0 .. 2⁵¹.
    fn any_large(&mut self, prim: PrimType, mut registers: Vec<Value>) -> Option<Value> {
        registers.dedup();
        let ty = self.register_type(prim);
        let bits = if prim.is_signed() { 52 } else { 51 };
        let half = self.f.constant(ty, 1 << 51);
        let up = |w: &mut Self, x| if prim.is_signed() { w.f.binary(ir::BinOp::Add, x, half) } else { x };
        let raised: Vec<Value> = registers.into_iter().map(|register| up(self, register)).collect();
        let all = self.folded(ir::BinOp::Or, &raised)?;
        let (bits, zero) = (self.f.constant(ty, bits), self.f.constant(ty, 0));
        let upper = self.f.binary(ir::BinOp::Shr, all, bits);
        let large = self.f.compare(Cond::Ne, upper, zero);
        Some(self.f.any(large))
    }

    /// The divisions of numbers of 64 bits that are less than 2⁵¹, without their signs. Quotients, rounded as floats,
    /// and products of them are exact then: another integer is at least 1/y away from x/y, and a float is at most
    /// 2⁻⁵³ · x/y.
    fn divide_small(&mut self, op: BinOp, prim: PrimType, x: &[Value], y: &[Value]) -> Vec<Value> {
        let down = prim.is_signed() && matches!(op, BinOp::Div | BinOp::Mod);
        let round = if down { ir::UnOp::Floor } else { ir::UnOp::Trunc };
        let mut last: Option<(Value, Value)> = None;
        self.each(x, y, |w, x, y| {
            // Most divisors are the same in all registers.
            let b = match last {
                Some((of, b)) if of == y => b,
                _ => w.small_float(y),
            };
            last = Some((y, b));
            let a = w.small_float(x);
            let quotient = w.f.binary(ir::BinOp::Div, a, b);
            let mut result = w.f.unary(round, quotient);
            if matches!(op, BinOp::Mod | BinOp::Rem) {
                let product = w.f.binary(ir::BinOp::Mul, result, b);
                result = w.f.binary(ir::BinOp::Sub, a, product);
            }
            w.small_long(result)
        })
    }

    /// The float 1.5 · 2⁵², and its bits as integers. Its last bit counts for 1: its bits plus a small integer are
    /// those of their sum.
    fn shift(&mut self) -> (Value, Value) {
        let bits = (1.5 * (1u64 << 52) as f64).to_bits();
        let (long, float) = (self.register_type(PrimType::I64), self.register_type(PrimType::F64));
        (self.f.constant(float, bits), self.f.constant(long, bits))
    }

    /// The floats of small integers of 64 bits.
    fn small_float(&mut self, x: Value) -> Value {
        let (shift, shift_bits) = self.shift();
        let bits = self.f.binary(ir::BinOp::Add, x, shift_bits);
        let sum = self.f.convert(ConvOp::Bits, self.register_type(PrimType::F64), bits);
        self.f.binary(ir::BinOp::Sub, sum, shift)
    }

    /// The integers of 64 bits of floats that are small integers.
    fn small_long(&mut self, x: Value) -> Value {
        let (shift, shift_bits) = self.shift();
        let sum = self.f.binary(ir::BinOp::Add, x, shift);
        let bits = self.f.convert(ConvOp::Bits, self.register_type(PrimType::I64), sum);
        self.f.binary(ir::BinOp::Sub, bits, shift_bits)
    }
}
