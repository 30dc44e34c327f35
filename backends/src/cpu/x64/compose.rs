//! Operations that have no instruction, made of those that have.

use super::ir::*;

impl Function {
    /// The mask of all lanes if an `I32` is not 0, else of none.
    pub fn mask_of(&mut self, bits: Bits, condition: Value) -> Value {
        let [all, none] = [-1, 0].map(|word| self.i64(word));
        let word = self.select(condition, all, none);
        self.mask_from_bits(bits, word)
    }

    /// Quotients or remainders of integer lanes. No lane traps: a zero divisor yields 0, and the least integer divided
    /// by -1 wraps around.
    ///
    /// Floats have a quotient that is exact enough: it differs from the next integer by at least one part in 2¹⁶ for
    /// lanes of 16 bits and one in 2³² for those of 32. Lanes of 64 bits are divided one by one.
    pub fn divide(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let elem = self.ty(a).elem();
        let signed = matches!(op, BinOp::DivS | BinOp::RemS);
        let quotient = match elem {
            Elem::I64 => self.divide_64(signed, a, b),
            Elem::I32 => self.divide_as(Elem::F64, signed, a, b),
            _ => self.divide_narrow(signed, a, b),
        };
        let result = if matches!(op, BinOp::DivS | BinOp::DivU) {
            quotient
        } else {
            let product = self.binary(BinOp::Mul, quotient, b);
            self.binary(BinOp::Sub, a, product)
        };
        let zero = self.constant(Type::Vector(elem), 0);
        let defined = self.compare(Cond::Ne, b, zero);
        self.select(defined, result, zero)
    }

    /// Quotients of `I32` lanes as floats of this type.
    fn divide_as(&mut self, float: Elem, signed: bool, a: Value, b: Value) -> Value {
        let convert = if signed { ConvOp::FloatS } else { ConvOp::FloatU };
        // A quotient of narrower lanes is in the signed range; so is a signed one, except that of the least integer
        // and -1, which becomes the least integer.
        let back = if signed || float == Elem::F32 { ConvOp::IntFast } else { ConvOp::IntU };
        let parts = float.bytes() / 4;
        let quotients = (0..parts as u8).map(|part| {
            let [a, b] = [a, b].map(|value| self.convert_part(convert, Type::Vector(float), value, part));
            let quotient = self.binary(BinOp::Div, a, b);
            self.convert(back, Type::Vector(Elem::I32), quotient)
        });
        let quotients = quotients.collect();
        self.join_all(quotients, Elem::I32, self.lanes(float))
    }

    /// Quotients of lanes of 8 and 16 bits, as lanes of 32.
    fn divide_narrow(&mut self, signed: bool, a: Value, b: Value) -> Value {
        let elem = self.ty(a).elem();
        let extend = if signed { ConvOp::ExtendS } else { ConvOp::ExtendU };
        let parts = 4 / elem.bytes();
        let mut quotients = Vec::new();
        for part in 0..parts as u8 {
            let [a, b] = [a, b].map(|value| self.convert_part(extend, Type::Vector(Elem::I32), value, part));
            let quotient = self.divide_as(Elem::F32, signed, a, b);
            quotients.push(self.convert(ConvOp::Truncate, Type::Vector(elem), quotient));
        }
        self.join_all(quotients, elem, self.lanes(Elem::I32))
    }

    /// Vectors whose first lanes count, as one vector.
    pub fn join_all(&mut self, mut parts: Vec<Value>, elem: Elem, mut lanes: usize) -> Value {
        debug_assert!(parts.len() * lanes == self.lanes(elem));
        while parts.len() > 1 {
            parts = parts.chunks(2).map(|pair| self.join(pair[0], pair[1], lanes as u8)).collect();
            lanes *= 2;
        }
        parts[0]
    }

    fn divide_64(&mut self, signed: bool, a: Value, b: Value) -> Value {
        let vector = self.ty(a);
        let [one, minus_one, zero] = [1, u64::MAX, 0].map(|bits| self.constant(vector, bits));
        let is_zero = self.compare(Cond::Eq, b, zero);
        let mut divisor = self.select(is_zero, one, b);
        let is_minus_one = self.compare(Cond::Eq, b, minus_one);
        if signed {
            divisor = self.select(is_minus_one, one, divisor);
        }
        let op = if signed { BinOp::DivS } else { BinOp::DivU };
        let mut quotient = zero;
        for lane in 0..self.lanes(Elem::I64) as u8 {
            let [a, b] = [a, divisor].map(|value| self.extract(value, lane));
            let scalar = self.binary(op, a, b);
            quotient = self.insert(quotient, scalar, lane);
        }
        if signed {
            let negated = self.unary(UnOp::Neg, a);
            quotient = self.select(is_minus_one, negated, quotient);
        }
        quotient
    }

    /// Reads integers of 8 or 16 bits from addresses with a vector index, into lanes as wide as those of the index.
    /// `access` says how they are extended; lanes without the mask are zero. Offsets from the base must fit into the
    /// index's lanes, and elements must not cross words of this size.
    ///
    /// Whole words are read at multiples of their size. So nothing is read outside of a page that has an element.
    pub fn gather_narrow(&mut self, access: Access, address: Address, index: Value, mask: Option<Value>) -> Value {
        let vector = self.ty(index);
        let elem = vector.elem();
        let in_word = elem.bytes() as u64 - 1;
        let start = self.binary_const(BinOp::And, address.base, !in_word);
        let rest = self.binary_const(BinOp::And, address.base, in_word);
        let rest = self.binary_const(BinOp::Add, rest, i64::from(address.displacement) as u64);
        let rest = if elem == Elem::I32 { self.convert(ConvOp::Truncate, I32, rest) } else { rest };
        let rest = self.splat(elem, rest);
        let offset = self.binary_const(BinOp::Mul, index, address.scale.into());
        let offset = self.binary(BinOp::Add, offset, rest);
        let word_offset = self.binary_const(BinOp::And, offset, !in_word);
        let words = self.gather(elem, Address::indexed(start, word_offset, 1), mask, 0);
        let byte = self.binary_const(BinOp::And, offset, in_word);
        let bit = self.binary_const(BinOp::Shl, byte, 3);
        let moved = self.binary(BinOp::Shr, words, bit);
        let unused = (elem.bits().count() - access.stored().bits().count()) as u64;
        let top = self.binary_const(BinOp::Shl, moved, unused);
        let extend = if matches!(access, Access::I8 | Access::I16) { BinOp::Sar } else { BinOp::Shr };
        self.binary_const(extend, top, unused)
    }
}
