//! Random operations.

use super::super::super::ir::*;
use super::super::harness::mixed_called;
use super::Generator;

impl Generator {
    pub fn comparison(&mut self, ty: Type) -> Value {
        let conds: Vec<Cond> =
            Cond::ALL.into_iter().filter(|cond| !ty.elem().is_float() || !cond.is_unsigned()).collect();
        let cond = self.random.pick(&conds);
        let (a, b) = (self.value(ty), self.value(ty));
        self.f.compare(cond, a, b)
    }

    pub fn operation(&mut self) {
        let ty = self.any_type();
        let value = match self.random.below(12) {
            0 | 1 => self.unary(ty),
            2..5 => self.binary(ty),
            5 => self.fused(ty),
            6 => match ty {
                Type::Mask(_) => self.condition(),
                ty => self.comparison(ty),
            },
            7 => {
                let c = match ty {
                    Type::Vector(elem) => self.value(Type::Mask(elem.bits())),
                    _ => self.condition(),
                };
                let (a, b) = (self.value(ty), self.value(ty));
                self.f.select(c, a, b)
            }
            8 | 9 => self.conversion(ty),
            _ => self.moved(ty),
        };
        self.add(value);
    }

    fn unary(&mut self, ty: Type) -> Value {
        let ops: Vec<UnOp> = UnOp::ALL.into_iter().filter(|op| op.applies(ty)).collect();
        let (op, a) = (self.random.pick(&ops), self.value(ty));
        self.f.unary(op, a)
    }

    fn binary(&mut self, ty: Type) -> Value {
        let ops: Vec<BinOp> = BinOp::ALL.into_iter().filter(|op| op.applies(ty)).collect();
        let (op, mut a, mut b) = (self.random.pick(&ops), self.value(ty), self.value(ty));
        if self.random.below(4) == 0 {
            // Has no other use, so that the operation may take it in; but not if a write is between.
            b = self.source(ty);
            if self.random.below(2) == 0 {
                self.effect();
            }
        }
        match op {
            BinOp::DivS | BinOp::DivU | BinOp::RemS | BinOp::RemU => b = self.divisor(b),
            BinOp::And | BinOp::Or | BinOp::Xor | BinOp::AndNot => (a, b) = (self.number(a), self.number(b)),
            BinOp::Shl | BinOp::Shr | BinOp::Sar if self.random.below(2) == 0 => {
                let most = ty.elem().bits().count() + 2;
                b = self.f.constant(ty, self.random.below(most) as u64);
            }
            _ => {}
        }
        let result = self.f.binary(op, a, b);
        // Bits of two numbers may make a NaN.
        if matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::AndNot) { self.number(result) } else { result }
    }

    fn fused(&mut self, ty: Type) -> Value {
        let elem = if self.random.below(2) == 0 { Elem::F32 } else { Elem::F64 };
        let ty = if matches!(ty, Type::Scalar(_)) { Type::Scalar(elem) } else { Type::Vector(elem) };
        let op = self.random.pick(&FmaOp::ALL);
        let [a, b, c] = [(); 3].map(|()| self.value(ty));
        let result = self.f.fma(op, a, b, c);
        if let (Type::Vector(elem), 0) = (ty, self.random.below(3)) {
            let mask = self.value(Type::Mask(elem.bits()));
            let old = self.random.pick(&[a, b, c]);
            return self.f.select(mask, result, old);
        }
        result
    }

    fn conversion(&mut self, from: Type) -> Value {
        let to = loop {
            let to = self.any_type();
            if ConvOp::ALL.into_iter().any(|op| op.applies(from, to)) {
                break to;
            }
        };
        let ops: Vec<ConvOp> = ConvOp::ALL.into_iter().filter(|op| op.applies(from, to)).collect();
        let op = self.random.pick(&ops);
        let mut a = self.value(from);
        if matches!(op, ConvOp::Bits | ConvOp::ToHalf) {
            a = self.number(a);
        }
        let is_vector = !matches!(from, Type::Scalar(_)) && op != ConvOp::Bits;
        let parts = if is_vector { (to.elem().bytes() / from.elem().bytes()).max(1) } else { 1 };
        let part = self.random.below(parts) as u8;
        let result = self.f.convert_part(op, to, a, part);
        if op == ConvOp::Bits { self.number(result) } else { result }
    }

    /// Operations that move lanes.
    fn moved(&mut self, ty: Type) -> Value {
        let elem = ty.elem();
        if let Type::Mask(bits) = ty {
            let (a, b) = (self.value(ty), self.value(ty));
            return match self.random.below(3) {
                0 => self.f.mask_to_bits(a),
                1 => self.f.first_lane(a),
                _ => {
                    let count = self.random.below(self.f.lanes_of(bits).ilog2() as usize);
                    self.f.join(a, b, 1 << count)
                }
            };
        }
        let vector = Type::Vector(elem);
        let scalar = if elem.bits() < Bits::B32 { I32 } else { Type::Scalar(elem) };
        let lanes = self.f.lanes(elem);
        let (a, b) = (self.value(vector), self.value(vector));
        match self.random.below(9) {
            0 => {
                let a = self.value(scalar);
                self.f.splat(elem, a)
            }
            1 => self.f.extract(a, self.random.below(lanes) as u8),
            2 => {
                let scalar = self.value(scalar);
                self.f.insert(a, scalar, self.random.below(lanes) as u8)
            }
            3 => self.f.slide(a, b, self.random.below(lanes + 1) as u8),
            4 if elem != Elem::I8 => {
                let index = self.value(Type::Vector(elem.bits().integer()));
                if self.random.below(2) == 0 { self.f.permute(a, index) } else { self.f.permute2(a, b, index) }
            }
            5 => self.f.join(a, b, 1 << self.random.below(lanes.ilog2() as usize)),
            6 if elem.bits() >= Bits::B32 => {
                let (place, mask, part) = self.indexed(elem, false);
                self.f.gather(elem, place, mask, part)
            }
            7 => {
                let (place, step) = (self.place(elem, false), self.step(elem));
                self.f.load_steps(elem, place, step, 1 << self.random.below(lanes.ilog2() as usize + 1))
            }
            _ => {
                let value = self.source(vector);
                self.number(value)
            }
        }
    }

    /// The operands of an indexed access.
    fn indexed(&mut self, elem: Elem, written: bool) -> (Address, Option<Value>, u8) {
        let width = self.random.pick(&[Elem::I32, Elem::I64]);
        let index = self.value(Type::Vector(width));
        let index = self.f.binary_const(BinOp::And, index, 15);
        let parts = (elem.bytes() / width.bytes()).max(1);
        let mask = (self.random.below(3) > 0).then(|| self.value(Type::Mask(elem.bits().max(width.bits()))));
        let mut place = self.place(elem, written);
        if let Some(index) = place.index {
            let index = self.f.binary_const(BinOp::Mul, index, place.scale.into());
            place.base = self.f.binary(BinOp::Add, self.base, index);
        }
        (Address { index: Some(index), scale: elem.bytes() as u8, ..place }, mask, self.random.below(parts) as u8)
    }

    pub fn effect(&mut self) {
        match self.any_type() {
            Type::Mask(_) => {
                let args = [I64, Type::Scalar(Elem::F64), I32, Type::Scalar(Elem::F32)];
                let args = args.map(|ty| {
                    let value = self.value(ty);
                    self.number(value)
                });
                let result = self.f.call(mixed_called as *const () as usize, &args, Elem::I64);
                self.add(result);
            }
            Type::Scalar(elem) => {
                let accesses: Vec<Access> = Access::ALL.into_iter().filter(|access| access.elem() == elem).collect();
                let (access, value) = (self.random.pick(&accesses), self.value(Type::Scalar(elem)));
                let place = self.place(elem, true);
                self.f.store(access, place, value);
            }
            Type::Vector(elem) => {
                let value = self.value(Type::Vector(elem));
                if elem.bits() >= Bits::B32 && self.random.below(3) == 0 {
                    let (place, mask, part) = self.indexed(elem, true);
                    return self.f.scatter(place, value, mask, part);
                }
                let place = self.place(elem, true);
                if self.random.below(2) == 0 {
                    let mask = self.value(Type::Mask(elem.bits()));
                    return self.f.store_vector(place, value, Some(mask));
                }
                let lanes = 1 << self.random.below(self.f.lanes(elem).ilog2() as usize + 1);
                if self.random.below(2) == 0 {
                    let step = self.step(elem);
                    return self.f.store_steps(place, step, value, lanes);
                }
                self.f.store_lanes(place, value, lanes);
            }
        }
    }

    /// A distance in bytes of elements, which keeps a register of them in its region.
    fn step(&mut self, elem: Elem) -> Value {
        self.f.i64((self.random.below(3) * elem.bytes()) as i64)
    }
}
