//! Functions that break a rule of the validator each, and what it says.

use super::super::ir::*;
use super::super::{Level, violations};

/// The violations of a function that `build` makes after a valid start: `v0` is a parameter.
#[track_caller]
fn breaks(build: impl FnOnce(&mut Function), expected: &[&str]) {
    let mut f = Function::new("test", Level::Avx512, 1);
    build(&mut f);
    assert_eq!(violations(&f), expected, "{f}");
}

#[test]
fn a_loop_with_a_masked_tail_is_valid() {
    let mut f = Function::new("saxpy", Level::Avx512, 3);
    let [x, y, n] = [f.params[0], f.params[1], f.params[2]];
    let body = f.block(&[I64]);
    let exit = f.block(&[]);
    let zero = f.i64(0);
    f.jump(body, &[zero]);
    f.switch_to(body);
    let i = f.block_params(body)[0];
    let left = f.binary(BinOp::Sub, n, i);
    let mask = f.first_lanes(Bits::B32, left);
    let a = f.load_vector(Elem::F32, Address::indexed(x, i, 4), Some(mask));
    let b = f.load_vector(Elem::F32, Address::indexed(y, i, 4), Some(mask));
    let two = f.constant(Type::Vector(Elem::F32), 2f32.to_bits().into());
    let sum = f.fma(FmaOp::Add, a, two, b);
    f.store_vector(Address::indexed(y, i, 4), sum, Some(mask));
    let next = f.binary_const(BinOp::Add, i, 16);
    let more = f.compare(Cond::Lt, next, n);
    f.branch(more, (body, &[next]), (exit, &[]));
    f.switch_to(exit);
    f.ret(zero);

    assert_eq!(violations(&f), [""; 0]);
    let text = "\
function saxpy avx512 v0 v1 v2 {
b0:
    v4 = i64 const 0x0
    jump b1 v4
b1 (v3: i64):
    v5 = i64 sub v2 v3
    v6 = mask16 first v5
    v7 = f32x16 load [v0 + v3 * 4] lanes 16 if v6
    v8 = f32x16 load [v1 + v3 * 4] lanes 16 if v6
    v9 = f32x16 const 0x40000000
    v10 = f32x16 fma.add v7 v9 v8
    store [v1 + v3 * 4] v10 lanes 16 if v6
    v11 = i64 const 0x10
    v12 = i64 add v3 v11
    v13 = i32 cmp.lt v12 v2
    if v13 b1 v12 else b2
b2:
    return v4
}
";
    assert_eq!(f.to_string(), text);
}

#[test]
fn shape() {
    breaks(|_| {}, &["b0: the block has no end"]);
    breaks(|f| f.jump(Block(0), &[]), &["b0: jump b0: the entry is a target"]);
    breaks(|f| f.jump(Block(7), &[]), &["b0: jump b7: b7 does not exist"]);
}

#[test]
fn definitions() {
    breaks(|f| f.ret(Value(5)), &["b0: return v5: v5 is not defined here"]);
    breaks(
        |f| {
            let [yes, no] = [f.block(&[]), f.block(&[])];
            let one = f.i32(1);
            f.branch(one, (yes, &[]), (no, &[]));
            f.switch_to(yes);
            let zero = f.i64(0);
            f.ret(zero);
            f.switch_to(no);
            f.ret(zero);
        },
        &["b2: return v2: v2 is not defined here"],
    );
}

#[test]
fn arguments() {
    breaks(
        |f| {
            let next = f.block(&[I64, I32]);
            let (a, b) = (f.params[0], f.i32(3));
            f.branch(b, (next, &[a]), (next, &[b, a]));
            f.switch_to(next);
            f.ret(a);
        },
        &[
            "b0: if v3 b1 v0 else b1 v3 v0: b1 takes 2 arguments, not 1",
            "b0: if v3 b1 v0 else b1 v3 v0: v3 is i32, not i64",
            "b0: if v3 b1 v0 else b1 v3 v0: v0 is i64, not i32",
        ],
    );
}

#[test]
fn types() {
    breaks(
        |f| {
            let a = f.params[0];
            let b = f.i32(1);
            f.binary(BinOp::Add, a, b);
            f.unary(UnOp::Sqrt, a);
            let v = f.splat(Elem::F64, a);
            f.compare(Cond::LtU, v, v);
            f.select(b, v, v);
            f.convert(ConvOp::Truncate, Type::Vector(Elem::I32), v);
            f.push(I32, Op::Unary(UnOp::Neg, a));
            f.any(v);
            f.ret(b);
        },
        &[
            "b0: add v0 v1: v1 is i32, not i64",
            "b0: sqrt v0: the operator does not apply",
            "b0: splat v0: v0 is i64, not f64",
            "b0: cmp.ltu v4 v4: the comparison does not apply",
            "b0: select v1 v4 v4: v1 is i32, not mask8",
            "b0: conv.truncate v4: the conversion does not apply",
            "b0: neg v0: the result is i32, not i64",
            "b0: any v4: the operand is no mask",
            "b0: return v1: v1 is i32, not i64",
        ],
    );
}

#[test]
fn constants() {
    breaks(
        |f| {
            let a = f.params[0];
            let v = f.load_lanes(Elem::I16, Address::at(a, 0), 3);
            f.convert_part(ConvOp::ExtendS, Type::Vector(Elem::I32), v, 2);
            f.extract(v, 32);
            f.join(v, v, 32);
            f.load(Access::I8, Address::indexed(a, a, 3));
            f.load(Access::I8, Address::at(a, 1 << 30));
            f.stack_address(0);
            f.ret(a);
        },
        &[
            "b0: load [v0] lanes 3: so many lanes cannot be accessed",
            "b0: conv.extends v1 part 2: the operand has no such part",
            "b0: extract v1 lane 32: there is no such lane",
            "b0: join v1 v1 lanes 32: so many lanes cannot be joined",
            "b0: load.i8 [v0 + v0 * 3]: the scale is not 1, 2, 4 or 8",
            "b0: load.i8 [v0 + 1073741824]: the displacement is too far",
            "b0: stack 0: the byte is outside of the stack area",
        ],
    );
}
