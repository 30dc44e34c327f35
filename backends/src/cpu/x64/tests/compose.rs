//! What composed operations compute, by Rust's own integers.

use super::super::ir::*;
use super::harness::{LEVELS, check, edges};

/// The integer with this many bits, extended.
fn extend(signed: bool, bits: usize, x: u64) -> i128 {
    let unused = 64 - bits;
    if signed { i128::from((x << unused) as i64 >> unused) } else { i128::from(x << unused >> unused) }
}

#[test]
fn divisions() {
    for (level, elem) in LEVELS.into_iter().flat_map(|level| Bits::ALL.map(|bits| (level, bits.integer()))) {
        for op in [BinOp::DivS, BinOp::DivU, BinOp::RemS, BinOp::RemU] {
            let numbers = edges(elem);
            let mut pairs: Vec<(u64, u64)> = numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b))).collect();
            let mut f = Function::new(format!("{op:?}"), level, 1);
            let lanes = f.lanes(elem);
            pairs.resize(pairs.len().next_multiple_of(lanes), (1, 1));
            let size = elem.bytes();
            let bytes = |pick: fn(&(u64, u64)) -> u64| {
                pairs.iter().flat_map(move |pair| pick(pair).to_le_bytes()[..size].to_vec())
            };
            let mut memory: Vec<u8> = bytes(|pair| pair.0).chain(bytes(|pair| pair.1)).collect();
            let all = pairs.len() * size;
            memory.resize(3 * all, 0);

            let base = f.params[0];
            let (body, exit) = (f.block(&[I64]), f.block(&[]));
            let zero = f.i64(0);
            f.jump(body, &[zero]);
            f.switch_to(body);
            let i = f.block_params(body)[0];
            let place = |part: usize| Address::indexed(base, i, 1).plus((part * all) as i32);
            let [a, b] = [0, 1].map(|part| f.load_vector(elem, place(part), None));
            let result = f.divide(op, a, b);
            f.store_vector(place(2), result, None);
            let next = f.binary_const(BinOp::Add, i, (lanes * size) as u64);
            let end = f.i64(all as i64);
            let more = f.compare(Cond::Lt, next, end);
            f.branch(more, (body, &[next]), (exit, &[]));
            f.switch_to(exit);
            f.ret(zero);

            let after = check(&f, &memory, &[]);
            for (k, (a, b)) in pairs.into_iter().enumerate() {
                let bits = elem.bits().count();
                let [x, y] = [a, b].map(|x| extend(matches!(op, BinOp::DivS | BinOp::RemS), bits, x));
                let exact = match op {
                    _ if y == 0 => 0,
                    BinOp::DivS | BinOp::DivU => x / y,
                    _ => x % y,
                };
                let found = &after[2 * all + k * size..][..size];
                assert_eq!(found, &exact.to_le_bytes()[..size], "{op:?} of {elem}: {x} and {y}");
            }
        }
    }
}

#[test]
fn narrow_gathers() {
    for (level, index_elem) in LEVELS.into_iter().flat_map(|level| [(level, Elem::I32), (level, Elem::I64)]) {
        for access in [Access::I8, Access::U8, Access::I16, Access::U16] {
            let stored = access.stored().bytes();
            let mut memory: Vec<u8> = (0..256u32).map(|byte| (byte * 151 + 7) as u8).collect();
            memory.resize(256 + 64, 0);
            let mut f = Function::new(format!("{access:?}"), level, 1);
            let lanes = f.lanes(index_elem);
            let number = |lane: usize| (lane * 29 % 100) as u64;
            let index = f.lanes_const(index_elem, (0..lanes).map(number));
            let mask = f.constant(Type::Mask(index_elem.bits()), 0x5d);
            let base = f.binary_const(BinOp::Add, f.params[0], 6);
            let address = Address { scale: stored as u8, ..Address::at(base, -2) };
            let result = f.gather_narrow(access, address, index, Some(mask));
            f.store_vector(Address::at(f.params[0], 256), result, None);
            f.ret(base);
            let after = check(&f, &memory, &[]);
            for lane in 0..lanes {
                let at = 4 + number(lane) as usize * stored;
                let raw = if stored == 1 {
                    memory[at].into()
                } else {
                    u64::from(u16::from_le_bytes([memory[at], memory[at + 1]]))
                };
                let exact = if 0x5d >> lane & 1 == 0 {
                    0
                } else {
                    extend(matches!(access, Access::I8 | Access::I16), stored * 8, raw)
                };
                let size = index_elem.bytes();
                assert_eq!(
                    after[256 + lane * size..][..size],
                    exact.to_le_bytes()[..size],
                    "lane {lane} of {access:?}"
                );
            }
        }
    }
}

#[test]
fn masks_of_truth_values() {
    for level in LEVELS {
        let mut f = Function::new("masks", level, 1);
        let base = f.params[0];
        for (k, condition) in [0, 1, 7, i32::MIN].into_iter().enumerate() {
            let condition = f.i32(condition);
            for (n, bits) in Bits::ALL.into_iter().enumerate() {
                let mask = f.mask_of(bits, condition);
                let word = f.mask_to_bits(mask);
                f.store(Access::I64, Address::at(base, (k * 32 + n * 8) as i32), word);
            }
        }
        f.ret(base);
        let after = check(&f, &[0; 128], &[]);
        for (k, word) in after.chunks(8).enumerate() {
            let lanes = level.register_bits() / Bits::ALL[k % 4].count();
            let expected = if k < 4 { 0 } else { u64::MAX >> (64 - lanes) };
            assert_eq!(word, expected.to_le_bytes());
        }
    }
}
