//! What is moved out of loops.

use super::super::Level;
use super::super::hoist::hoist;
use super::super::ir::*;
use super::super::validate;
use super::harness::check;

/// A function that stores `(k * 3 + first) + i` at place `i` for each `i` below 8 of each `k` below 4, where `first` is
/// what is at its address. The inner loop computes the whole sum, twice if asked.
fn nest(twice: bool) -> Function {
    let mut f = Function::new("nest", Level::Avx2, 1);
    let memory = f.params[0];
    let zero = f.i64(0);
    let first = f.load(Access::I64, Address::at(memory, 0));
    let (outer, inner, after, exit) = (f.block(&[I64]), f.block(&[I64]), f.block(&[]), f.block(&[]));
    f.jump(outer, &[zero]);
    f.switch_to(outer);
    let k = f.block_params(outer)[0];
    let start = f.i64(0);
    f.jump(inner, &[start]);
    f.switch_to(inner);
    let i = f.block_params(inner)[0];
    for _ in 0..1 + usize::from(twice) {
        let row = f.binary_const(BinOp::Mul, k, 3);
        let row = f.binary(BinOp::Add, row, first);
        let sum = f.binary(BinOp::Add, row, i);
        f.store(Access::I64, Address::indexed(memory, i, 8).plus(8), sum);
    }
    let next = f.binary_const(BinOp::Add, i, 1);
    let limit = f.i64(8);
    let again = f.compare(Cond::Lt, next, limit);
    f.branch(again, (inner, &[next]), (after, &[]));
    f.switch_to(after);
    let next = f.binary_const(BinOp::Add, k, 1);
    let limit = f.i64(4);
    let again = f.compare(Cond::Lt, next, limit);
    f.branch(again, (outer, &[next]), (exit, &[]));
    f.switch_to(exit);
    f.ret(first);
    f
}

/// The sums and products of a block.
fn arithmetic(f: &Function, block: usize) -> usize {
    f.blocks[block].insts.iter().filter(|inst| matches!(inst.op, Op::Binary(..))).count()
}

#[test]
fn the_start_of_a_row_is_computed_once_a_row() {
    for twice in [false, true] {
        let mut f = nest(twice);
        let bytes: Vec<u8> = (0..72).collect();
        check(&f, &bytes, &[]);
        hoist(&mut f);
        assert!(validate(&f).is_ok(), "{f}");
        // The outer block has the row, and the inner one the sum with its index, for each store, and the next index.
        assert_eq!(arithmetic(&f, 1), 2, "{f}");
        assert_eq!(arithmetic(&f, 2), 2 + usize::from(twice), "{f}");
        check(&f, &bytes, &[]);
    }
}

#[test]
fn what_may_fail_or_is_a_vector_stays() {
    let mut f = Function::new("stays", Level::Avx2, 1);
    let memory = f.params[0];
    let divisor = f.load(Access::I64, Address::at(memory, 0));
    let (head, body, exit) = (f.block(&[I64]), f.block(&[]), f.block(&[]));
    let zero = f.i64(0);
    f.jump(head, &[zero]);
    f.switch_to(head);
    let i = f.block_params(head)[0];
    let limit = f.i64(2);
    let more = f.compare(Cond::Lt, i, limit);
    f.branch(more, (body, &[]), (exit, &[]));
    f.switch_to(body);
    // The divisor is not 0 where this is computed; outside of the loop it might be.
    let quotient = f.binary(BinOp::DivS, divisor, divisor);
    let lanes = f.splat(Elem::I64, divisor);
    let sums = f.binary(BinOp::Add, lanes, lanes);
    f.store_vector(Address::at(memory, 8), sums, None);
    let next = f.binary(BinOp::Add, i, quotient);
    f.jump(head, &[next]);
    f.switch_to(exit);
    f.ret(divisor);
    let before = f.clone();
    hoist(&mut f);
    assert_eq!(f, before);
    check(&f, &[7; 64], &[]);
}

#[test]
fn a_row_has_an_address_of_its_own() {
    let mut f = Function::new("row", Level::Avx2, 1);
    let memory = f.params[0];
    let row = f.load(Access::I64, Address::at(memory, 0));
    let (body, exit) = (f.block(&[I64, I64]), f.block(&[]));
    let zero = f.i64(0);
    f.jump(body, &[zero, zero]);
    f.switch_to(body);
    let (i, total) = (f.block_params(body)[0], f.block_params(body)[1]);
    let place = f.binary(BinOp::Add, row, i);
    let element = f.load(Access::I64, Address::indexed(memory, place, 8).plus(8));
    let total = f.binary(BinOp::Add, total, element);
    f.store(Access::I64, Address::at(memory, 0), total);
    let next = f.binary_const(BinOp::Add, i, 1);
    let limit = f.i64(4);
    let again = f.compare(Cond::Lt, next, limit);
    f.branch(again, (body, &[next, total]), (exit, &[]));
    f.switch_to(exit);
    f.ret(row);
    let bytes: Vec<u8> = (0..72).map(|k| if k == 0 { 2 } else { u8::from(k >= 8) * k }).collect();
    check(&f, &bytes, &[]);
    hoist(&mut f);
    assert!(validate(&f).is_ok(), "{f}");
    let reads = f.blocks[1].insts.iter().find_map(|inst| match inst.op {
        Op::Load(_, address) => Some(address),
        _ => None,
    });
    let address = reads.unwrap();
    assert!(address.base != memory && address.index == Some(i), "{f}");
    check(&f, &bytes, &[]);
}
