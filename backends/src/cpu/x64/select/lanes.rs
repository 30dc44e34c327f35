//! Lanes that move: splats, single lanes, slides, permutations, joins.

use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::View;
use super::Select;
use super::floats::{MOVE_32, MOVE_64};
use super::lines::A;
use super::tables::{self, Pair};
use super::vectors::Merge;

const INSERT_128: Pair = [VEX_Vinserti128_ymm_ymm_xmmm128_imm8, EVEX_Vinserti32x4_ymm_k1z_ymm_xmmm128_imm8];
const UNPACK_8: Pair = [VEX_Vpunpcklbw_xmm_xmm_xmmm128, EVEX_Vpunpcklbw_xmm_k1z_xmm_xmmm128];
const UNPACK_16: Pair = [VEX_Vpunpcklwd_xmm_xmm_xmmm128, EVEX_Vpunpcklwd_xmm_k1z_xmm_xmmm128];
const UNPACK_32: Pair = [VEX_Vpunpckldq_xmm_xmm_xmmm128, EVEX_Vpunpckldq_xmm_k1z_xmm_xmmm128b32];
const UNPACK_64: Pair = [VEX_Vpunpcklqdq_xmm_xmm_xmmm128, EVEX_Vpunpcklqdq_xmm_k1z_xmm_xmmm128b64];
const SHUFFLE_32: Pair = [VEX_Vpshufd_xmm_xmmm128_imm8, EVEX_Vpshufd_xmm_k1z_xmmm128b32_imm8];
const MOVE: Pair = [VEX_Vmovaps_ymm_ymmm256, EVEX_Vmovaps_zmm_k1z_zmmm512];

impl Select<'_> {
    /// An argument that is the low 128 bits of a register.
    const fn low(register: VReg) -> A {
        A::Use(register, View::Xmm)
    }

    /// Copies a whole register.
    pub fn copy(&mut self, d: VReg, a: VReg) {
        self.line(self.code(MOVE), &[A::Def(d, self.whole()), self.all_of(a)]);
    }

    pub fn splat(&mut self, elem: Elem, d: VReg, a: Value) {
        if let Some(address) = self.loaded_scalar(a, elem) {
            let mem = self.address(address);
            return self.vector_line(tables::splat_memory(elem.bits()), d, &[A::Mem(mem)], None);
        }
        let scalar = self.reg(a);
        self.splat_register(elem, d, scalar, None);
    }

    /// A scalar in a register in all lanes, or in those of a mask.
    fn splat_register(&mut self, elem: Elem, d: VReg, scalar: VReg, merge: Option<Merge>) {
        match elem {
            Elem::F32 => {
                let pair = [VEX_Vbroadcastss_ymm_xmm, EVEX_Vbroadcastss_zmm_k1z_xmmm32];
                self.vector_line(pair, d, &[Self::low(scalar)], merge);
            }
            Elem::F64 => {
                let pair = [VEX_Vbroadcastsd_ymm_xmm, EVEX_Vbroadcastsd_zmm_k1z_xmmm64];
                self.vector_line(pair, d, &[Self::low(scalar)], merge);
            }
            _ if self.wide() => {
                let (code, view) = match elem {
                    Elem::I8 => (EVEX_Vpbroadcastb_zmm_k1z_r32, View::R32),
                    Elem::I16 => (EVEX_Vpbroadcastw_zmm_k1z_r32, View::R32),
                    Elem::I64 => (EVEX_Vpbroadcastq_zmm_k1z_r64, View::R64),
                    _ => (EVEX_Vpbroadcastd_zmm_k1z_r32, View::R32),
                };
                self.vector_line([code; 2], d, &[A::Use(scalar, view)], merge);
            }
            _ => {
                let (pair, view) = if elem == Elem::I64 { (MOVE_64, View::R64) } else { (MOVE_32, View::R32) };
                let moved = self.vector();
                self.line(self.code(pair), &[A::Def(moved, View::Xmm), A::Use(scalar, view)]);
                let pair = tables::splat_memory(elem.bits());
                self.vector_line(pair, d, &[Self::low(moved)], merge);
            }
        }
    }

    /// The 128 bits with this number in the low part of a register, which may be the same one.
    pub fn chunk(&mut self, a: VReg, number: u8) -> VReg {
        if number == 0 {
            return a;
        }
        let chunk = self.vector();
        let code = self.code([VEX_Vextracti128_xmmm128_ymm_imm8, EVEX_Vextracti32x4_xmmm128_k1z_zmm_imm8]);
        self.line(code, &[A::Def(chunk, View::Xmm), self.all_of(a), A::Imm8(number)]);
        chunk
    }

    pub fn extract(&mut self, d: VReg, a: Value, lane: u8) {
        let elem = self.f.ty(a).elem();
        let a = self.reg(a);
        let in_chunk = 16 / elem.bytes() as u8;
        let chunk = Self::low(self.chunk(a, lane / in_chunk));
        let lane = lane % in_chunk;
        let (pair, view) = match elem {
            Elem::F32 | Elem::F64 => {
                // The parts of 32 bits in the new order, from the right; only the first ones matter.
                let order = match (elem, lane) {
                    (Elem::F32, lane) => lane,
                    (_, 0) => 0b01_00,
                    _ => 0b11_10,
                };
                return self.line(self.code(SHUFFLE_32), &[A::Def(d, View::Xmm), chunk, A::Imm8(order)]);
            }
            Elem::I8 => ([VEX_Vpextrb_r32m8_xmm_imm8, EVEX_Vpextrb_r32m8_xmm_imm8], View::R32),
            Elem::I16 => ([VEX_Vpextrw_r32_xmm_imm8, EVEX_Vpextrw_r32_xmm_imm8], View::R32),
            Elem::I32 => ([VEX_Vpextrd_rm32_xmm_imm8, EVEX_Vpextrd_rm32_xmm_imm8], View::R32),
            Elem::I64 => ([VEX_Vpextrq_rm64_xmm_imm8, EVEX_Vpextrq_rm64_xmm_imm8], View::R64),
        };
        self.line(self.code(pair), &[A::Def(d, view), chunk, A::Imm8(lane)]);
    }

    /// The scalar goes to all lanes of a masked copy.
    pub fn insert(&mut self, elem: Elem, d: VReg, a: Value, b: Value, lane: u8) {
        let (old, scalar) = (self.reg(a), self.reg(b));
        if self.wide() {
            let mask = self.fresh(RegClass::Vector);
            self.mask_constant(mask, elem.bits(), 1 << lane);
            return self.splat_register(elem, d, scalar, Some(Merge { mask, old: Some(old) }));
        }
        let (splat, mask) = (self.vector(), self.vector());
        self.splat_register(elem, splat, scalar, None);
        self.mask_constant(mask, elem.bits(), 1 << lane);
        self.blend(elem, d, mask, self.all_of(splat), old);
    }

    pub fn slide(&mut self, elem: Elem, d: VReg, a: Value, b: Value, from: u8) {
        let (a, b) = (self.reg(a), self.reg(b));
        self.slide_bytes(d, a, b, usize::from(from) * elem.bytes());
    }

    /// The bytes of `a` from this one on, followed by bytes of `b`.
    fn slide_bytes(&mut self, d: VReg, a: VReg, b: VReg, bytes: usize) {
        let all = self.f.level.register_bits() / 8;
        match bytes {
            0 => self.copy(d, a),
            _ if bytes == all => self.copy(d, b),
            _ if self.wide() && bytes.is_multiple_of(4) => {
                let args = [A::Def(d, View::Zmm), self.all_of(b), self.all_of(a), A::Imm8(bytes as u8 / 4)];
                self.line(EVEX_Valignd_zmm_k1z_zmm_zmmm512b32_imm8, &args);
            }
            _ => {
                // In each 128 bits, the bytes of two neighbours are joined.
                let (chunk, rest) = (bytes / 16, bytes % 16);
                let [low, high] = [chunk, chunk + 1].map(|chunk| self.slide_chunks(a, b, chunk));
                if rest == 0 {
                    return self.copy(d, low);
                }
                let code = self.code([VEX_Vpalignr_ymm_ymm_ymmm256_imm8, EVEX_Vpalignr_zmm_k1z_zmm_zmmm512_imm8]);
                let args = [A::Def(d, self.whole()), self.all_of(high), self.all_of(low), A::Imm8(rest as u8)];
                self.line(code, &args);
            }
        }
    }

    /// As `slide_bytes`, by whole chunks of 128 bits.
    fn slide_chunks(&mut self, a: VReg, b: VReg, chunks: usize) -> VReg {
        let all = self.f.level.register_bits() / 128;
        if chunks == 0 {
            return a;
        }
        if chunks == all {
            return b;
        }
        let d = self.vector();
        if self.wide() {
            self.slide_bytes(d, a, b, chunks * 16);
        } else {
            // The upper half of `a`, and the lower half of `b`.
            let args = [A::Def(d, View::Ymm), self.all_of(a), self.all_of(b), A::Imm8(0x21)];
            self.line(VEX_Vperm2i128_ymm_ymm_ymmm256_imm8, &args);
        }
        d
    }

    pub fn permute(&mut self, elem: Elem, d: VReg, a: Value, index: Value) {
        let (lanes, index) = (self.reg(a), self.reg(index));
        self.permute_register(elem.bits(), d, lanes, index);
    }

    pub fn permute2(&mut self, elem: Elem, d: VReg, operands: [Value; 3]) {
        let [a, b, index] = operands.map(|operand| self.reg(operand));
        if self.wide() {
            // The index becomes the result.
            let code = match elem.bits() {
                Bits::B64 => EVEX_Vpermi2q_zmm_k1z_zmm_zmmm512b64,
                Bits::B32 => EVEX_Vpermi2d_zmm_k1z_zmm_zmmm512b32,
                _ => EVEX_Vpermi2w_zmm_k1z_zmm_zmmm512,
            };
            return self.line(code, &[A::Tied(d, index, View::Zmm), self.all_of(a), self.all_of(b)]);
        }
        // The bit above those of a lane's number says which vector counts.
        let [first, second] = [a, b].map(|lanes| {
            let permuted = self.vector();
            self.permute_register(elem.bits(), permuted, lanes, index);
            permuted
        });
        let integer = elem.bits().integer();
        let above = elem.bits().count() - 1 - self.f.lanes(elem).ilog2() as usize;
        let top = self.made_shift(BinOp::Shl, integer, index, above as u8);
        // The blend of 16 bits looks at each byte.
        let which = if elem == Elem::I16 { self.made_shift(BinOp::Sar, integer, top, 15) } else { top };
        self.blend(elem, d, which, self.all_of(second), first);
    }

    /// Lanes of a register in the order of another.
    fn permute_register(&mut self, bits: Bits, d: VReg, lanes: VReg, index: VReg) {
        let (lanes_arg, index_arg) = (self.all_of(lanes), self.all_of(index));
        if self.wide() {
            let code = match bits {
                Bits::B64 => EVEX_Vpermq_zmm_k1z_zmm_zmmm512b64,
                Bits::B32 => EVEX_Vpermd_zmm_k1z_zmm_zmmm512b32,
                _ => EVEX_Vpermw_zmm_k1z_zmm_zmmm512,
            };
            return self.line(code, &[A::Def(d, View::Zmm), index_arg, lanes_arg]);
        }
        match bits {
            Bits::B32 => self.line(VEX_Vpermd_ymm_ymm_ymmm256, &[A::Def(d, View::Ymm), index_arg, lanes_arg]),
            Bits::B64 => {
                // Lane `i` is the lanes `2 i` and `2 i + 1` of 32 bits.
                let twice = self.vector();
                let args = [A::Def(twice, View::Ymm), index_arg, A::Imm8(0xa0)];
                self.line(VEX_Vpshufd_ymm_ymmm256_imm8, &args);
                let doubled = self.made(BinOp::Add, Elem::I32, twice, self.all_of(twice));
                let second = self.every_lane(Bits::B64, 1 << 32);
                let halves = self.made(BinOp::Add, Elem::I32, doubled, second);
                let args = [A::Def(d, View::Ymm), self.all_of(halves), lanes_arg];
                self.line(VEX_Vpermd_ymm_ymm_ymmm256, &args);
            }
            _ => self.permute_16(d, lanes, index),
        }
    }

    /// AVX2 moves bytes within 128 bits. So both halves are shuffled, and bit 3 of the lane's number says which counts.
    fn permute_16(&mut self, d: VReg, lanes: VReg, index: VReg) {
        // The bytes of lane `i` have the numbers `2 i` and `2 i + 1`.
        let doubled = self.made_shift(BinOp::Shl, Elem::I16, index, 1);
        let mask = self.every_lane(Bits::B16, 0x0e);
        let even = self.made(BinOp::And, Elem::I16, doubled, mask);
        let odd = self.made_shift(BinOp::Shl, Elem::I16, even, 8);
        let both = self.made(BinOp::Or, Elem::I16, even, self.all_of(odd));
        let next = self.every_lane(Bits::B16, 0x0100);
        let bytes = self.made(BinOp::Or, Elem::I16, both, next);
        let [low, high] = [0x00, 0x11].map(|half| {
            let (twice, shuffled) = (self.vector(), self.vector());
            let args = [A::Def(twice, View::Ymm), self.all_of(lanes), self.all_of(lanes), A::Imm8(half)];
            self.line(VEX_Vperm2i128_ymm_ymm_ymmm256_imm8, &args);
            let args = [A::Def(shuffled, View::Ymm), self.all_of(twice), self.all_of(bytes)];
            self.line(VEX_Vpshufb_ymm_ymm_ymmm256, &args);
            shuffled
        });
        let top = self.made_shift(BinOp::Shl, Elem::I16, index, 12);
        let upper = self.made_shift(BinOp::Sar, Elem::I16, top, 15);
        self.blend(Elem::I16, d, upper, self.all_of(high), low);
    }

    pub fn join(&mut self, elem: Elem, d: VReg, parts: [Value; 2], lanes: u8) {
        if usize::from(lanes) * elem.bytes() == 32
            && let Some(Op::LoadVector { address, lanes: loaded, mask: None }) = self.only_here_unchanged(parts[1])
            && *loaded == lanes
        {
            let mem = A::Mem(self.address(address));
            let low = self.reg(parts[0]);
            return self.join_halves(d, low, mem);
        }
        let [a, b] = parts.map(|part| self.reg(part));
        self.join_bytes(d, a, b, usize::from(lanes) * elem.bytes());
    }

    /// The lower half of `low`, and 256 bits above it.
    fn join_halves(&mut self, d: VReg, low: VReg, high: A) {
        let args = [A::Def(d, View::Zmm), self.all_of(low), high, A::Imm8(1)];
        self.line(EVEX_Vinserti64x4_zmm_k1z_zmm_ymmm256_imm8, &args);
    }

    /// The low bytes of `a` and `b`, zeros above.
    pub fn join_bytes(&mut self, d: VReg, a: VReg, b: VReg, bytes: usize) {
        let (low, high) = (Self::low(a), Self::low(b));
        match bytes {
            32 => self.join_halves(d, a, A::Use(b, View::Ymm)),
            16 => {
                let args = [A::Def(d, View::Ymm), A::Use(a, View::Ymm), high, A::Imm8(1)];
                self.line(self.code(INSERT_128), &args);
            }
            8 => self.line(self.code(UNPACK_64), &[A::Def(d, View::Xmm), low, high]),
            _ => {
                // Unpacking takes lanes of each in turn. Only the first two are wanted.
                let unpack = match bytes {
                    4 => UNPACK_32,
                    2 => UNPACK_16,
                    _ => UNPACK_8,
                };
                let unpacked = self.vector();
                self.line(self.code(unpack), &[A::Def(unpacked, View::Xmm), low, high]);
                let mut kept = vec![0xff; 2 * bytes];
                kept.resize(self.f.level.register_bits() / 8, 0);
                let kept = A::Mem(self.pooled(&kept, false));
                let pair = tables::binary(BinOp::And, Elem::I32);
                self.vector_line(pair, d, &[self.all_of(unpacked), kept], None);
            }
        }
    }
}
