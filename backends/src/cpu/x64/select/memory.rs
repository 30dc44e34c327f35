//! Accesses to memory.

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Base, Flag, Mem, View};
use super::Select;
use super::lines::A;
use super::tables::{self, Pair};
use super::vectors::Merge;

const LOAD_F32: Pair = [VEX_Vmovss_xmm_m32, EVEX_Vmovss_xmm_k1z_m32];
const LOAD_F64: Pair = [VEX_Vmovsd_xmm_m64, EVEX_Vmovsd_xmm_k1z_m64];
const STORE_F32: Pair = [VEX_Vmovss_m32_xmm, EVEX_Vmovss_m32_k1_xmm];
const STORE_F64: Pair = [VEX_Vmovsd_m64_xmm, EVEX_Vmovsd_m64_k1_xmm];

/// The address some bytes on.
const fn plus(mem: Mem<VReg>, bytes: usize) -> Mem<VReg> {
    Mem { displacement: mem.displacement + bytes as i32, ..mem }
}

impl Select<'_> {
    pub fn load(&mut self, access: Access, d: VReg, address: &Address) {
        let mem = A::Mem(self.address(address));
        let code = match access {
            Access::I8 => Code::Movsx_r32_rm8,
            Access::U8 => Code::Movzx_r32_rm8,
            Access::I16 => Code::Movsx_r32_rm16,
            Access::U16 => Code::Movzx_r32_rm16,
            _ => return self.load_scalar(access.elem(), d, mem),
        };
        self.line(code, &[A::Def(d, View::R32), mem]);
    }

    /// Reads a scalar of 32 or 64 bits.
    pub fn load_scalar(&mut self, elem: Elem, d: VReg, mem: A) {
        match elem {
            Elem::F32 => self.line(self.code(LOAD_F32), &[A::Def(d, View::Xmm), mem]),
            Elem::F64 => self.line(self.code(LOAD_F64), &[A::Def(d, View::Xmm), mem]),
            Elem::I64 => self.line(Code::Mov_r64_rm64, &[A::Def(d, View::R64), mem]),
            _ => self.line(Code::Mov_r32_rm32, &[A::Def(d, View::R32), mem]),
        }
    }

    pub fn store(&mut self, access: Access, address: &Address, value: Value) {
        let mem = A::Mem(self.address(address));
        let value = self.reg(value);
        let (code, view) = match access.stored() {
            Elem::I8 => (Code::Mov_rm8_r8, View::R8),
            Elem::I16 => (Code::Mov_rm16_r16, View::R16),
            elem => return self.store_scalar(elem, mem, value),
        };
        self.line(code, &[mem, A::Use(value, view)]);
    }

    /// Writes a scalar of 32 or 64 bits.
    pub fn store_scalar(&mut self, elem: Elem, mem: A, value: VReg) {
        match elem {
            Elem::F32 => self.line(self.code(STORE_F32), &[mem, A::Use(value, View::Xmm)]),
            Elem::F64 => self.line(self.code(STORE_F64), &[mem, A::Use(value, View::Xmm)]),
            Elem::I64 => self.line(Code::Mov_rm64_r64, &[mem, A::Use(value, View::R64)]),
            _ => self.line(Code::Mov_rm32_r32, &[mem, A::Use(value, View::R32)]),
        }
    }

    pub fn prefetch(&mut self, address: &Address) {
        let place = A::Mem(self.address(address));
        self.line(Code::Prefetcht0_m8, &[place]);
    }

    pub fn load_vector(&mut self, elem: Elem, d: VReg, address: &Address, lanes: u8, mask: Option<Value>) {
        let address = self.address(address);
        let mem = A::Mem(address);
        if let Some(mask) = mask {
            let mask = self.reg(mask);
            return self.load_masked(elem, d, address, mask);
        }
        let (code, view) = match usize::from(lanes) * elem.bytes() {
            64 => (EVEX_Vmovups_zmm_k1z_zmmm512, View::Zmm),
            32 => (self.code([VEX_Vmovups_ymm_ymmm256, EVEX_Vmovups_ymm_k1z_ymmm256]), View::Ymm),
            16 => (self.code([VEX_Vmovups_xmm_xmmm128, EVEX_Vmovups_xmm_k1z_xmmm128]), View::Xmm),
            8 => (self.code(LOAD_F64), View::Xmm),
            4 => (self.code(LOAD_F32), View::Xmm),
            bytes => {
                let scalar = self.fresh(RegClass::Int);
                let narrow = if bytes == 2 { Code::Movzx_r32_rm16 } else { Code::Movzx_r32_rm8 };
                self.line(narrow, &[A::Def(scalar, View::R32), mem]);
                let code = self.code(super::floats::MOVE_32);
                return self.line(code, &[A::Def(d, View::Xmm), A::Use(scalar, View::R32)]);
            }
        };
        self.line(code, &[A::Def(d, view), mem]);
    }

    fn load_masked(&mut self, elem: Elem, d: VReg, address: Mem<VReg>, mask: VReg) {
        if self.wide() {
            let pair = tables::load(elem.bits());
            self.vector_line(pair, d, &[A::Mem(address)], Some(Merge { mask, old: None }));
            return;
        }
        let code = match elem.bits() {
            Bits::B32 => VEX_Vmaskmovps_ymm_ymm_m256,
            Bits::B64 => VEX_Vmaskmovpd_ymm_ymm_m256,
            _ => {
                let halves = [0, 1].map(|half| self.load_half(elem, address, mask, half));
                let [low, high] = halves;
                return self.join_bytes(d, low, high, 16);
            }
        };
        self.line(code, &[A::Def(d, View::Ymm), self.all_of(mask), A::Mem(address)]);
    }

    /// Reads the narrow lanes of a mask in half of a register (AVX2), one after the other.
    fn load_half(&mut self, elem: Elem, address: Mem<VReg>, mask: VReg, half: usize) -> VReg {
        let bits = self.byte_bits(mask);
        let insert = if elem == Elem::I8 { VEX_Vpinsrb_xmm_xmm_r32m8_imm8 } else { VEX_Vpinsrw_xmm_xmm_r32m16_imm8 };
        let mut loaded = self.made_zero();
        for lane in 0..16 / elem.bytes() {
            let byte = half * 16 + lane * elem.bytes();
            let next = self.vector();
            let source = A::Mem(plus(address, byte));
            let args = [A::Tied(next, loaded, View::Xmm), A::Use(loaded, View::Xmm), source, A::Imm8(lane as u8)];
            self.lines(&[
                (Code::Test_rm32_imm32, &[A::Use(bits, View::R32), A::Imm32((1u32 << byte) as i32)]),
                (Flag::E.codes()[1], &[A::End]),
                (insert, &args),
            ]);
            loaded = next;
        }
        loaded
    }

    /// A bit of each byte of a mask (AVX2).
    fn byte_bits(&mut self, mask: VReg) -> VReg {
        let bits = self.fresh(RegClass::Int);
        self.line(VEX_Vpmovmskb_r32_ymm, &[A::Def(bits, View::R32), self.all_of(mask)]);
        bits
    }

    pub fn store_vector(&mut self, address: &Address, value: Value, lanes: u8, mask: Option<Value>, stream: bool) {
        let elem = self.f.ty(value).elem();
        let address = self.address(address);
        let mem = A::Mem(address);
        let value = self.reg(value);
        if let Some(mask) = mask {
            let mask = self.reg(mask);
            return self.store_masked(elem, address, value, mask);
        }
        if stream {
            let (pair, view) = match usize::from(lanes) * elem.bytes() {
                16 => ([VEX_Vmovntps_m128_xmm, EVEX_Vmovntps_m128_xmm], View::Xmm),
                32 => ([VEX_Vmovntps_m256_ymm, EVEX_Vmovntps_m256_ymm], View::Ymm),
                _ => ([VEX_Vmovntps_m256_ymm, EVEX_Vmovntps_m512_zmm], self.whole()),
            };
            return self.line(self.code(pair), &[mem, A::Use(value, view)]);
        }
        let low = A::Use(value, View::Xmm);
        match usize::from(lanes) * elem.bytes() {
            64 => self.line(EVEX_Vmovups_zmmm512_k1z_zmm, &[mem, A::Use(value, View::Zmm)]),
            32 => {
                let code = self.code([VEX_Vmovups_ymmm256_ymm, EVEX_Vmovups_ymmm256_k1z_ymm]);
                self.line(code, &[mem, A::Use(value, View::Ymm)]);
            }
            16 => self.line(self.code([VEX_Vmovups_xmmm128_xmm, EVEX_Vmovups_xmmm128_k1z_xmm]), &[mem, low]),
            8 => self.line(self.code(STORE_F64), &[mem, low]),
            4 => self.line(self.code(STORE_F32), &[mem, low]),
            bytes => {
                let bits = if bytes == 2 { Bits::B16 } else { Bits::B8 };
                self.line(self.code(store_lane(bits)), &[mem, low, A::Imm8(0)]);
            }
        }
    }

    fn store_masked(&mut self, elem: Elem, address: Mem<VReg>, value: VReg, mask: VReg) {
        let mem = A::Mem(address);
        if self.wide() {
            let pair = tables::store(elem.bits());
            self.line(self.code(pair), &[A::Mask(mask), mem, self.all_of(value)]);
            return;
        }
        let code = match elem.bits() {
            Bits::B32 => VEX_Vmaskmovps_m256_ymm_ymm,
            Bits::B64 => VEX_Vmaskmovpd_m256_ymm_ymm,
            _ => {
                let bits = self.byte_bits(mask);
                for half in 0..2 {
                    let chunk = A::Use(self.chunk(value, half), View::Xmm);
                    for lane in 0..16 / elem.bytes() {
                        let byte = usize::from(half) * 16 + lane * elem.bytes();
                        let place = A::Mem(plus(address, byte));
                        let bit = A::Imm32((1u32 << byte) as i32);
                        self.lines(&[
                            (Code::Test_rm32_imm32, &[A::Use(bits, View::R32), bit]),
                            (Flag::E.codes()[1], &[A::End]),
                            (self.code(store_lane(elem.bits())), &[place, chunk, A::Imm8(lane as u8)]),
                        ]);
                    }
                }
                return;
            }
        };
        self.line(code, &[mem, self.all_of(mask), self.all_of(value)]);
    }

    /// The address, index and mask of an indexed access: the lanes' own index and the mask of its lanes.
    fn indexed(&mut self, elem: Elem, address: &Address, mask: Option<Value>, part: u8) -> (Mem<VReg>, Elem, VReg) {
        let base = Address { index: None, scale: 1, ..*address };
        let mut mem = self.address(&base);
        // The base may have taken in a sum, but a vector index leaves no room for it.
        if let Some((index, _)) = mem.index.take() {
            let sum = self.fresh(RegClass::Int);
            let whole = Mem { index: Some((index, View::R64)), ..mem };
            self.line(Code::Lea_r64_m, &[A::Def(sum, View::R64), A::Mem(whole)]);
            mem = Mem { base: Base::Reg(sum), displacement: 0, ..mem };
        }
        // The validator has seen that there is an index.
        let index = address.index.unwrap_or(address.base);
        let width = self.f.ty(index).elem();
        let wide = elem.bits().max(width.bits());
        let index = self.reg(index);
        let index = self.vector_part(index, width.bits(), wide, part);
        let view = self.part_view(wide.count() / width.bits().count());
        mem.index = Some((index, view));
        mem.scale = address.scale;
        let mask = match mask {
            Some(mask) => self.reg(mask),
            None => {
                let all = self.fresh(self.class(Type::Mask(wide)));
                self.mask_constant(all, wide, u64::MAX);
                all
            }
        };
        (mem, width, mask)
    }

    pub fn gather(&mut self, elem: Elem, d: VReg, address: &Address, mask: Option<Value>, part: u8) {
        let (mem, width, mut mask) = self.indexed(elem, address, mask, part);
        let pair = tables::gather(elem, width);
        let narrow = elem.bits() < width.bits();
        let view = if narrow { self.part_view(2) } else { self.whole() };
        let old = self.made_zero();
        let def = A::Tied(d, old, view);
        if self.wide() {
            let remains = self.fresh(RegClass::Vector);
            return self.line(self.code(pair), &[def, A::Mem(mem), A::Consumed(remains, mask)]);
        }
        if narrow {
            let truncated = self.vector();
            self.truncate_lanes(Elem::I64, Elem::I32, truncated, mask);
            mask = truncated;
        }
        let remains = self.vector();
        self.line(self.code(pair), &[def, A::Mem(mem), A::Tied(remains, mask, view)]);
    }

    pub fn scatter(&mut self, address: &Address, value: Value, mask: Option<Value>, part: u8) {
        let elem = self.f.ty(value).elem();
        let value = self.reg(value);
        let (mem, width, mask) = self.indexed(elem, address, mask, part);
        if !self.wide() {
            return self.scatter_lanes(elem, mem, width, value, mask);
        }
        let pair = tables::scatter(elem, width);
        let view = if elem.bits() < width.bits() { View::Ymm } else { View::Zmm };
        let remains = self.fresh(RegClass::Vector);
        self.line(self.code(pair), &[A::Mem(mem), A::Use(value, view), A::Consumed(remains, mask)]);
    }

    /// Writes lanes one after the other, as AVX2 has no scatter.
    fn scatter_lanes(&mut self, elem: Elem, mem: Mem<VReg>, width: Elem, value: VReg, mask: VReg) {
        let Some((index, _)) = mem.index else { return };
        let wide = elem.bits().max(width.bits());
        let bits = self.byte_bits(mask);
        for lane in 0..self.f.lanes_of(wide) {
            let offset = self.fresh(RegClass::Int);
            let in_chunk = 16 / width.bytes();
            let chunk = A::Use(self.chunk(index, (lane / in_chunk) as u8), View::Xmm);
            let number = A::Imm8((lane % in_chunk) as u8);
            let index = match width {
                Elem::I64 => {
                    self.line(VEX_Vpextrq_rm64_xmm_imm8, &[A::Def(offset, View::R64), chunk, number]);
                    offset
                }
                _ => {
                    let extended = self.fresh(RegClass::Int);
                    self.line(VEX_Vpextrd_rm32_xmm_imm8, &[A::Def(offset, View::R32), chunk, number]);
                    let args = [A::Def(extended, View::R64), A::Use(offset, View::R32)];
                    self.line(Code::Movsxd_r64_rm32, &args);
                    extended
                }
            };
            let in_chunk = 16 / elem.bytes();
            let chunk = A::Use(self.chunk(value, (lane / in_chunk) as u8), View::Xmm);
            let number = A::Imm8((lane % in_chunk) as u8);
            let place = A::Mem(Mem { index: Some((index, View::R64)), ..mem });
            let bit = A::Imm32((1u32 << (lane * wide.count() / 8)) as i32);
            self.lines(&[
                (Code::Test_rm32_imm32, &[A::Use(bits, View::R32), bit]),
                (Flag::E.codes()[1], &[A::End]),
                (self.code(store_lane(elem.bits())), &[place, chunk, number]),
            ]);
        }
    }
}

/// The instruction that writes a lane of 128 bits.
pub const fn store_lane(bits: Bits) -> Pair {
    match bits {
        Bits::B8 => [VEX_Vpextrb_r32m8_xmm_imm8, EVEX_Vpextrb_r32m8_xmm_imm8],
        Bits::B16 => [VEX_Vpextrw_r32m16_xmm_imm8, EVEX_Vpextrw_r32m16_xmm_imm8],
        Bits::B32 => [VEX_Vpextrd_rm32_xmm_imm8, EVEX_Vpextrd_rm32_xmm_imm8],
        Bits::B64 => [VEX_Vpextrq_rm64_xmm_imm8, EVEX_Vpextrq_rm64_xmm_imm8],
    }
}
