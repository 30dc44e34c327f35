//! Accesses to elements that are equally far apart. One instruction for each lane is faster than a gather or a scatter:
//! on a processor of 2024, 16 lanes of 32 bits are read in 2.4 ns instead of 7, and written in 4.4 instead of 7.2.

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Base, Mem, View};
use super::Select;
use super::lines::A;
use super::memory::store_lane;
use super::tables::Pair;

/// A 128-bit chunk of a register.
const CHUNK: usize = 16;

/// The places of lanes in order, of which four share a base: at it, and at one, two and three steps from it.
struct Places {
    base: VReg,
    step: VReg,
    /// Three steps.
    triple: VReg,
    next: usize,
}

/// The instruction that reads a lane of 128 bits.
const fn load_lane(bits: Bits) -> Pair {
    match bits {
        Bits::B8 => [VEX_Vpinsrb_xmm_xmm_r32m8_imm8, EVEX_Vpinsrb_xmm_xmm_r32m8_imm8],
        Bits::B16 => [VEX_Vpinsrw_xmm_xmm_r32m16_imm8, EVEX_Vpinsrw_xmm_xmm_r32m16_imm8],
        Bits::B32 => [VEX_Vpinsrd_xmm_xmm_rm32_imm8, EVEX_Vpinsrd_xmm_xmm_rm32_imm8],
        Bits::B64 => [VEX_Vpinsrq_xmm_xmm_rm64_imm8, EVEX_Vpinsrq_xmm_xmm_rm64_imm8],
    }
}

impl Select<'_> {
    fn places(&mut self, address: &Address, step: Value) -> Places {
        let (first, step) = (self.address(address), self.reg(step));
        let base = self.address_of(first);
        let triple =
            self.address_of(Mem { base: Base::Reg(step), index: Some((step, View::R64)), scale: 2, ..plain(step) });
        Places { base, step, triple, next: 0 }
    }

    /// An address in a register.
    fn address_of(&mut self, mem: Mem<VReg>) -> VReg {
        let sum = self.fresh(RegClass::Int);
        self.line(Code::Lea_r64_m, &[A::Def(sum, View::R64), A::Mem(mem)]);
        sum
    }

    /// The place of the next lane.
    fn next_place(&mut self, places: &mut Places) -> A {
        let number = places.next % 4;
        if number == 0 && places.next > 0 {
            let four = Mem { index: Some((places.step, View::R64)), scale: 4, ..plain(places.base) };
            places.base = self.address_of(four);
        }
        places.next += 1;
        let (index, scale) = match number {
            0 => (None, 1),
            1 => (Some(places.step), 1),
            2 => (Some(places.step), 2),
            _ => (Some(places.triple), 1),
        };
        A::Mem(Mem { index: index.map(|index| (index, View::R64)), scale, ..plain(places.base) })
    }

    pub fn load_steps(&mut self, elem: Elem, d: VReg, address: &Address, step: Value, lanes: u8) {
        let mut places = self.places(address, step);
        self.stepped(elem, d, &mut places, lanes.into());
    }

    /// Reads so many lanes, zeros above.
    fn stepped(&mut self, elem: Elem, d: VReg, places: &mut Places, lanes: usize) {
        let bytes = lanes * elem.bytes();
        if bytes > CHUNK {
            let [low, high] = [self.vector(), self.vector()];
            [low, high].into_iter().for_each(|half| self.stepped(elem, half, places, lanes / 2));
            return self.join_bytes(d, low, high, bytes / 2);
        }
        let mut chunk = None;
        for lane in 0..lanes {
            let next = if lane + 1 == lanes { d } else { self.vector() };
            let place = self.next_place(places);
            match (chunk, elem.bits()) {
                (None, Bits::B32) => self.load_scalar(Elem::F32, next, place),
                (None, Bits::B64) => self.load_scalar(Elem::F64, next, place),
                (_, bits) => {
                    let old = chunk.unwrap_or_else(|| self.made_zero());
                    let args = [A::Def(next, View::Xmm), A::Use(old, View::Xmm), place, A::Imm8(lane as u8)];
                    self.line(self.code(load_lane(bits)), &args);
                }
            }
            chunk = Some(next);
        }
    }

    pub fn store_steps(&mut self, address: &Address, step: Value, value: Value, lanes: u8) {
        let elem = self.f.ty(value).elem();
        let value = self.reg(value);
        let mut places = self.places(address, step);
        let (code, in_chunk) = (self.code(store_lane(elem.bits())), CHUNK / elem.bytes());
        let mut chunk = value;
        for lane in 0..usize::from(lanes) {
            if lane % in_chunk == 0 {
                chunk = self.chunk(value, (lane / in_chunk) as u8);
            }
            let place = self.next_place(&mut places);
            self.line(code, &[place, A::Use(chunk, View::Xmm), A::Imm8((lane % in_chunk) as u8)]);
        }
    }
}

/// The address in a register.
const fn plain(base: VReg) -> Mem<VReg> {
    Mem { base: Base::Reg(base), index: None, scale: 1, displacement: 0, broadcast: false }
}
