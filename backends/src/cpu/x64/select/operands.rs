//! Values as operands: registers, memory, constants, addresses.

use iced_x86::Code;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Base, Mem, View};
use super::super::validate::MOST_DISPLACEMENT;
use super::lines::A;
use super::{Select, tables};

/// The view of a scalar integer.
pub const fn general(elem: Elem) -> View {
    match elem {
        Elem::I64 => View::R64,
        _ => View::R32,
    }
}

impl<'f> Select<'f> {
    /// The value in a register. Scalar constants are made anew for each use: that is cheaper than a register.
    pub fn reg(&mut self, value: Value) -> VReg {
        if let (Type::Scalar(elem), Some(Op::Const(bits))) = (self.f.ty(value), self.op(value)) {
            let made = self.fresh(self.class(Type::Scalar(elem)));
            self.constant(made, Type::Scalar(elem), *bits);
            return made;
        }
        let root = self.facts[value.index()].root;
        self.facts[root.index()].needed = true;
        self.name(value)
    }

    /// The value as a register argument.
    pub fn arg(&mut self, value: Value) -> A {
        let view = match self.f.ty(value) {
            Type::Scalar(elem) if elem.is_float() => View::Xmm,
            Type::Scalar(elem) => general(elem),
            Type::Mask(_) if self.wide() => View::K,
            Type::Vector(_) | Type::Mask(_) => self.whole(),
        };
        A::Use(self.reg(value), view)
    }

    /// The constant that a scalar is.
    pub fn known(&self, value: Value) -> Option<i64> {
        match (self.f.ty(value), self.op(value)) {
            (Type::Scalar(Elem::I32), Some(Op::Const(bits))) => Some(i64::from(*bits as i32)),
            (Type::Scalar(Elem::I64), Some(Op::Const(bits))) => Some(*bits as i64),
            _ => None,
        }
    }

    /// The constant that a scalar is, if it fits into 32 bits with a sign.
    pub fn known_i32(&self, value: Value) -> Option<i32> {
        self.known(value).and_then(|value| i32::try_from(value).ok())
    }

    /// The constant that is in every lane of a vector.
    pub fn known_lane(&self, value: Value) -> Option<u64> {
        let elem = self.f.ty(value).elem();
        let Some(Op::Const(bits)) = self.op(value) else { return None };
        let same = self.f.ty(self.facts[value.index()].root).elem().bits() == elem.bits();
        same.then(|| *bits & u64::MAX >> (64 - elem.bits().count()))
    }

    /// The place of a constant in the pool as a memory operand.
    pub fn pooled(&mut self, bytes: &[u8], broadcast: bool) -> Mem<VReg> {
        let base = Base::Pool(self.pool.place(bytes));
        Mem { base, index: None, scale: 1, displacement: 0, broadcast }
    }

    /// The bytes of a vector constant.
    fn vector_bytes(&self, value: Value) -> Option<Vec<u8>> {
        let root = self.facts[value.index()].root;
        let elem = self.f.ty(root).elem();
        let bytes = elem.bytes();
        match self.op(value)? {
            Op::Const(bits) => Some(bits.to_le_bytes()[..bytes].repeat(self.f.lanes(elem))),
            Op::Lanes(lanes) => {
                Some(lanes.iter().flat_map(|lane| lane.to_le_bytes().into_iter().take(bytes)).collect())
            }
            _ => None,
        }
    }

    /// The vector as a register or memory argument. `bits` is the width of lanes that the instruction can read one of
    /// for all; `None` if it cannot.
    pub fn source(&mut self, value: Value, bits: Option<Bits>) -> A {
        match self.folded(value, bits) {
            Some(mem) => A::Mem(mem),
            None => self.arg(value),
        }
    }

    /// Whether `source` would be memory.
    pub fn is_foldable(&self, value: Value, bits: Option<Bits>) -> bool {
        if !matches!(self.f.ty(value), Type::Vector(_)) {
            return false;
        }
        match self.op(value) {
            Some(Op::Const(_) | Op::Lanes(_)) => true,
            Some(Op::LoadVector { .. }) => self.loaded(value).is_some(),
            Some(Op::Splat(_)) => self.splat_load(value, bits).is_some(),
            _ => false,
        }
    }

    /// A load of a whole register that its user may take in.
    fn loaded(&self, value: Value) -> Option<&'f Address> {
        let root = self.facts[value.index()].root;
        match self.only_here_unchanged(value)? {
            Op::LoadVector { address, lanes, mask: None }
                if usize::from(*lanes) == self.f.lanes(self.f.ty(root).elem()) =>
            {
                Some(address)
            }
            _ => None,
        }
    }

    /// A load of a scalar into all lanes of this width that its user may take in.
    fn splat_load(&self, value: Value, bits: Option<Bits>) -> Option<&'f Address> {
        let elem = self.f.ty(self.facts[value.index()].root).elem();
        if bits != Some(elem.bits()) || !self.wide() {
            return None;
        }
        let Op::Splat(scalar) = self.only_here(value)? else { return None };
        self.loaded_scalar(*scalar, elem)
    }

    /// A load of a scalar of this type in memory that its user may take in.
    pub fn loaded_scalar(&self, value: Value, elem: Elem) -> Option<&'f Address> {
        match self.only_here_unchanged(value)? {
            Op::Load(access, address) if access.stored().bits() == elem.bits() => Some(address),
            _ => None,
        }
    }

    /// The vector in memory, if it may be read there.
    fn folded(&mut self, value: Value, bits: Option<Bits>) -> Option<Mem<VReg>> {
        if !self.is_foldable(value, bits) {
            return None;
        }
        if let Some(address) = self.loaded(value) {
            return Some(self.address(address));
        }
        if let Some(address) = self.splat_load(value, bits) {
            return Some(Mem { broadcast: true, ..self.address(address) });
        }
        let one = self.known_lane(value).filter(|_| self.wide() && bits == Some(self.f.ty(value).elem().bits()));
        if let (Some(lane), Some(bits)) = (one, bits) {
            return Some(self.pooled(&lane.to_le_bytes()[..bits.count() / 8], true));
        }
        let bytes = self.vector_bytes(value)?;
        Some(self.pooled(&bytes, false))
    }

    /// A scalar float as a register or memory argument.
    pub fn float_source(&mut self, value: Value) -> A {
        let elem = self.f.ty(value).elem();
        if let Some(Op::Const(bits)) = self.op(value) {
            let mem = self.pooled(&bits.to_le_bytes()[..elem.bytes()], false);
            return A::Mem(mem);
        }
        match self.loaded_scalar(value, elem) {
            Some(address) => A::Mem(self.address(address)),
            None => self.arg(value),
        }
    }

    /// A scalar integer as a register or memory argument.
    pub fn integer_source(&mut self, value: Value) -> A {
        match self.loaded_scalar(value, self.f.ty(value).elem()) {
            Some(address) => A::Mem(self.address(address)),
            None => self.arg(value),
        }
    }

    /// An address, with sums, constants and shifts that it is made of.
    pub fn address(&mut self, address: &Address) -> Mem<VReg> {
        let (base, mut displacement) = self.offset(address.base, address.displacement.into(), 1);
        let (mut index, mut scale) = (address.index, i64::from(address.scale));
        if let Some(value) = index {
            let (value, offset) = self.offset(value, displacement, scale);
            (index, displacement) = (Some(value), offset);
            if let Some(Op::Binary(BinOp::Shl, a, n)) = self.op(value)
                && let Some(n @ 0..=3) = self.known(*n)
                && scale << n <= 8
            {
                (index, scale) = (Some(*a), scale << n);
            }
        }
        let mut base = base;
        if index.is_none()
            && let Some(Op::Binary(BinOp::Add, a, b)) = self.only_here(base)
        {
            (base, index, scale) = (*a, Some(*b), 1);
        }
        let base = match self.op(base) {
            Some(Op::StackAddress(byte)) => Base::Stack(*byte),
            _ => Base::Reg(self.reg(base)),
        };
        let index = index.map(|index| (self.reg(index), View::R64));
        // The validator and `offset` keep it in range.
        Mem { base, index, scale: scale as u8, displacement: displacement as i32, broadcast: false }
    }

    /// An `I64` without the constant that it adds, and the offset with this constant times `scale`.
    fn offset(&self, value: Value, offset: i64, scale: i64) -> (Value, i64) {
        let (a, constant) = match self.op(value) {
            Some(Op::Binary(BinOp::Add, a, b)) => (*a, self.known_i32(*b).map(i64::from)),
            Some(Op::Binary(BinOp::Sub, a, b)) => (*a, self.known_i32(*b).map(|b| -i64::from(b))),
            _ => return (value, offset),
        };
        match constant.map(|constant| offset + constant * scale) {
            Some(sum) if sum.abs() < MOST_DISPLACEMENT.into() => (a, sum),
            _ => (value, offset),
        }
    }

    /// Makes a constant.
    pub fn constant(&mut self, d: VReg, ty: Type, bits: u64) {
        match ty {
            Type::Scalar(elem) if elem.is_float() => self.float_constant(d, elem, bits),
            Type::Scalar(elem) => self.integer_constant(d, elem, bits),
            Type::Mask(lanes) => self.mask_constant(d, lanes, bits),
            Type::Vector(elem) => {
                let lane = bits & u64::MAX >> (64 - elem.bits().count());
                if lane == 0 {
                    return self.zero(d);
                }
                // Tables have the row of every width.
                let pair = tables::splat_memory(elem.bits());
                let mem = self.pooled(&lane.to_le_bytes()[..elem.bytes()], false);
                self.line(self.code(pair), &[A::Def(d, self.whole()), A::Mem(mem)]);
            }
        }
    }

    fn integer_constant(&mut self, d: VReg, elem: Elem, bits: u64) {
        let bits = if elem == Elem::I64 { bits } else { u64::from(bits as u32) };
        if bits == 0 {
            let zero = A::Def(d, View::R32);
            // The register is read, but its value does not matter. So both operands are the definition.
            self.line(Code::Xor_r32_rm32, &[zero, A::Use(d, View::R32)]);
        } else if u32::try_from(bits).is_ok() {
            self.line(Code::Mov_r32_imm32, &[A::Def(d, View::R32), A::Imm32(bits as i32)]);
        } else if let Ok(short) = i32::try_from(bits as i64) {
            self.line(Code::Mov_rm64_imm32, &[A::Def(d, View::R64), A::Imm32To64(short)]);
        } else {
            self.line(Code::Mov_r64_imm64, &[A::Def(d, View::R64), A::Imm64(bits)]);
        }
    }

    fn float_constant(&mut self, d: VReg, elem: Elem, bits: u64) {
        let bits = if elem == Elem::F64 { bits } else { u64::from(bits as u32) };
        if bits == 0 {
            return self.zero(d);
        }
        let code = match elem {
            Elem::F32 => self.code([Code::VEX_Vmovss_xmm_m32, Code::EVEX_Vmovss_xmm_k1z_m32]),
            _ => self.code([Code::VEX_Vmovsd_xmm_m64, Code::EVEX_Vmovsd_xmm_k1z_m64]),
        };
        let mem = self.pooled(&bits.to_le_bytes()[..elem.bytes()], false);
        self.line(code, &[A::Def(d, View::Xmm), A::Mem(mem)]);
    }

    /// Makes a whole vector register zero.
    pub fn zero(&mut self, d: VReg) {
        let code = self.code([Code::VEX_Vpxor_xmm_xmm_xmmm128, Code::EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32]);
        self.line(code, &[A::Def(d, View::Xmm), A::Use(d, View::Xmm), A::Use(d, View::Xmm)]);
    }

    /// A whole vector register that is zero.
    pub fn made_zero(&mut self) -> VReg {
        let zero = self.fresh(RegClass::Float);
        self.zero(zero);
        zero
    }

    /// Makes a vector constant with different lanes.
    pub fn lanes_constant(&mut self, d: VReg, elem: Elem, lanes: &[u64]) {
        let bytes: Vec<u8> = lanes.iter().flat_map(|lane| lane.to_le_bytes().into_iter().take(elem.bytes())).collect();
        let mem = self.pooled(&bytes, false);
        self.line(
            self.code([Code::VEX_Vmovups_ymm_ymmm256, Code::EVEX_Vmovups_zmm_k1z_zmmm512]),
            &[A::Def(d, self.whole()), A::Mem(mem)],
        );
    }

    /// Every lane of this width the same, as a memory operand.
    pub fn every_lane(&mut self, bits: Bits, lane: u64) -> A {
        let bytes = &lane.to_le_bytes()[..bits.count() / 8];
        if self.wide() && bits >= Bits::B32 {
            return A::Mem(self.pooled(bytes, true));
        }
        let all = bytes.repeat(self.f.lanes_of(bits));
        A::Mem(self.pooled(&all, false))
    }

    /// The address of a byte of the stack area.
    pub fn stack_address(&mut self, d: VReg, byte: u32) {
        let mem = Mem { base: Base::Stack(byte), index: None, scale: 1, displacement: 0, broadcast: false };
        self.line(Code::Lea_r64_m, &[A::Def(d, View::R64), A::Mem(mem)]);
    }
}
