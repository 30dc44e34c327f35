//! Accesses to memory in every form, and frames.

use super::super::ir::*;
use super::harness::{LEVELS, Random, check};

/// Bytes that are read.
const DATA: usize = 4096;

/// A function on random bytes that writes its results one after the other, 64 bytes apart.
struct Writer {
    f: Function,
    base: Value,
    written: usize,
    floats: Vec<(usize, Elem)>,
}

impl Writer {
    fn new(level: super::super::Level) -> Writer {
        let f = Function::new("memory", level, 1);
        let base = f.params[0];
        Writer { f, base, written: DATA, floats: Vec::new() }
    }

    /// The place of the next result.
    fn next(&mut self) -> Address {
        self.written += 64;
        Address::at(self.base, self.written as i32 - 64)
    }

    /// Writes a vector as a whole.
    fn write(&mut self, value: Value) {
        let place = self.next();
        self.f.store_vector(place, value, None);
    }

    fn finish(mut self) {
        let mut random = Random::new(3);
        let mut bytes: Vec<u8> = (0..DATA).map(|_| random.bits() as u8).collect();
        bytes.resize(self.written + 64, 0x77);
        self.f.ret(self.base);
        check(&self.f, &bytes, &self.floats);
    }
}

/// Masks to try for lanes of this width.
fn some_masks(w: &mut Writer, bits: Bits) -> Vec<Value> {
    let word = w.f.load(Access::I64, Address::at(w.base, 8));
    vec![w.f.mask_from_bits(bits, word), w.f.no_lanes(bits), w.f.all_lanes(bits), w.f.constant(Type::Mask(bits), 5)]
}

#[test]
fn scalars() {
    for level in LEVELS {
        let mut w = Writer::new(level);
        for (n, access) in (0..).zip(Access::ALL) {
            for place in [Address::at(w.base, 24 * n), Address::at(w.base, 200 + n)] {
                let value = w.f.load(access, place);
                for stored in Access::ALL.into_iter().filter(|stored| stored.elem() == access.elem()) {
                    let out = w.next();
                    w.f.store(stored, out, value);
                }
            }
        }
        w.finish();
    }
}

#[test]
fn addresses() {
    for level in LEVELS {
        let mut w = Writer::new(level);
        let word = w.f.load(Access::U8, Address::at(w.base, 77));
        let index = w.f.convert(ConvOp::ExtendU, I64, word);
        for scale in [1, 2, 4, 8] {
            let moved = w.f.binary_const(BinOp::Add, index, 3);
            let shifted = w.f.binary_const(BinOp::Shl, index, 1);
            let less = w.f.binary_const(BinOp::Sub, shifted, 5);
            let start = w.f.binary_const(BinOp::Add, w.base, 100);
            let sum = w.f.binary(BinOp::Add, w.base, index);
            for place in [
                Address::indexed(w.base, moved, scale),
                Address::indexed(start, shifted, scale).plus(9),
                Address::indexed(start, less, scale),
                Address::at(sum, 33),
            ] {
                let vector = w.f.load_vector(Elem::I32, place, None);
                w.write(vector);
                let scalar = w.f.load(Access::I64, place);
                let out = w.next();
                w.f.store(Access::I64, out, scalar);
            }
        }
        w.finish();
    }
}

#[test]
fn vectors() {
    for level in LEVELS {
        for elem in Elem::ALL {
            let mut w = Writer::new(level);
            let lanes = w.f.lanes(elem);
            for count in (0..7).map(|power| 1 << power).filter(|count| *count <= lanes) {
                let value = w.f.load_lanes(elem, Address::at(w.base, 333), count as u8);
                w.write(value);
                let all = w.f.load_vector(elem, Address::at(w.base, 91), None);
                let out = w.next();
                w.f.store_lanes(out, all, count as u8);
                // Widened right from memory, and from a register.
                for to in
                    Elem::ALL.into_iter().filter(|to| !to.is_float() && !elem.is_float() && to.bits() > elem.bits())
                {
                    for op in [ConvOp::ExtendS, ConvOp::ExtendU] {
                        let part = w.f.load_lanes(elem, Address::at(w.base, 512), count as u8);
                        let wide = w.f.convert(op, Type::Vector(to), part);
                        w.write(wide);
                    }
                }
            }
            // The second half right from memory.
            let halves = [77, 1007].map(|byte| w.f.load_lanes(elem, Address::at(w.base, byte), lanes as u8 / 2));
            let joined = w.f.join(halves[0], halves[1], lanes as u8 / 2);
            w.write(joined);
            for mask in some_masks(&mut w, elem.bits()) {
                let value = w.f.load_vector(elem, Address::at(w.base, 1001), Some(mask));
                w.write(value);
                let all = w.f.load_vector(elem, Address::at(w.base, 91), None);
                let out = w.next();
                w.f.store_vector(out, all, Some(mask));
            }
            let all = w.f.load_vector(elem, Address::at(w.base, 5), None);
            for bytes in [16, 32, level.register_bits() / 8] {
                let out = w.next();
                w.f.stream_lanes(out, all, (bytes / elem.bytes()) as u8);
            }
            // Far outside of all memory, too.
            w.f.prefetch(Address::at(w.base, 1 << 20));
            w.f.prefetch(Address::indexed(w.base, w.base, 8));
            w.f.fence();
            w.finish();
        }
    }
}

#[test]
fn gathers_and_scatters() {
    for level in LEVELS {
        for elem in [Elem::I32, Elem::I64, Elem::F32, Elem::F64] {
            for index_elem in [Elem::I32, Elem::I64] {
                let mut w = Writer::new(level);
                let wide = elem.bits().max(index_elem.bits());
                let masks = some_masks(&mut w, wide);
                let parts = (elem.bytes() / index_elem.bytes()).max(1) as u8;
                let raw = w.f.load_vector(index_elem, Address::at(w.base, 128), None);
                let few = w.f.binary_const(BinOp::And, raw, 7);
                let more = w.f.binary_const(BinOp::And, raw, 0x7f);
                // Negative as well.
                let around = w.f.binary_const(BinOp::Sub, more, 0x40);
                for (part, scale) in (0..parts).flat_map(|part| [1, 2, 4, 8].map(|scale| (part, scale))) {
                    let middle = w.f.binary_const(BinOp::Add, w.base, 1500);
                    for mask in masks.iter().copied().map(Some).chain([None]) {
                        let place = Address::indexed(middle, around, scale).plus(-4);
                        let value = w.f.gather(elem, place, mask, part);
                        w.write(value);
                        // Lanes at the same place are written in order.
                        let out = w.next();
                        w.next();
                        let value = w.f.load_vector(elem, Address::at(w.base, 640), None);
                        w.f.scatter(Address { index: Some(few), scale, ..out }, value, mask, part);
                    }
                }
                w.finish();
            }
        }
    }
}

#[test]
fn steps() {
    for (level, elem) in LEVELS.into_iter().flat_map(|level| Elem::ALL.map(|elem| (level, elem))) {
        let mut w = Writer::new(level);
        let (some, index) = (w.f.i64(1), w.f.i64(5));
        let counts: Vec<usize> = (0..7).map(|power| 1 << power).filter(|count| *count <= w.f.lanes(elem)).collect();
        for (count, distance) in counts.iter().flat_map(|count| [0, 3, 24, -31].map(|distance| (*count, distance))) {
            // Known to the selection, and not.
            let known = w.f.i64(distance);
            let counted = w.f.load(Access::I64, Address::at(w.base, 16));
            let none = w.f.binary(BinOp::Sub, counted, counted);
            let hidden = w.f.binary(BinOp::Add, known, none);
            for step in [known, hidden, some] {
                let middle = w.f.binary_const(BinOp::Add, w.base, DATA as u64 / 2);
                for place in [Address::at(middle, -7), Address::indexed(middle, index, 8)] {
                    let value = w.f.load_steps(elem, place, step, count as u8);
                    w.write(value);
                }
                // Lanes at the same place are written in order.
                let value = w.f.load_vector(elem, Address::at(w.base, 640), None);
                w.written += 64 * 31;
                let out = w.next();
                w.written += 64 * 31;
                w.f.store_steps(out, step, value, count as u8);
            }
        }
        w.finish();
    }
}

#[test]
fn large_frames() {
    for level in LEVELS {
        for bytes in [64, 200, 3000, 4096, 20_000, 100_000] {
            let mut w = Writer::new(level);
            let start = w.f.reserve(bytes);
            let value = w.f.load_vector(Elem::I64, Address::at(w.base, 0), None);
            // The interpreter's area is small, so only its start is used.
            let place = w.f.stack_address(start);
            w.f.store_vector(Address::at(place, 8), value, None);
            let value = w.f.load_vector(Elem::I64, Address::at(place, 8), None);
            w.write(value);
            w.finish();
        }
    }
}

#[test]
fn narrow_gathers() {
    for (level, elem) in LEVELS.into_iter().flat_map(|level| [(level, Elem::I8), (level, Elem::I16)]) {
        let size = elem.bytes();
        let mut memory: Vec<u8> = (0..256u32).map(|byte| (byte * 151 + 7) as u8).collect();
        memory.resize(256 + 64, 0);
        let mut f = Function::new("narrow", level, 1);
        let lanes = f.lanes(Elem::I64);
        let number = |lane: usize| (lane * 29 % 100) as u64;
        let index = f.lanes_const(Elem::I64, (0..lanes).map(number));
        let mask = f.constant(Type::Mask(Bits::B64), 0x5d);
        let base = f.binary_const(BinOp::Add, f.params[0], 6);
        let address = Address { scale: size as u8, ..Address::at(base, -2) };
        let words = f.gather_narrow(address, index, Some(mask));
        let result = f.convert(ConvOp::Truncate, Type::Vector(elem), words);
        f.store_vector(Address::at(f.params[0], 256), result, None);
        f.ret(base);
        let after = check(&f, &memory, &[]);
        for lane in 0..lanes {
            let at = 4 + number(lane) as usize * size;
            let expected = if 0x5d >> lane & 1 == 0 { vec![0; size] } else { memory[at..at + size].to_vec() };
            assert_eq!(after[256 + lane * size..][..size], expected, "lane {lane} of {elem}");
        }
    }
}
