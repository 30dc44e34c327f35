//! Which instructions are chosen: what operations take in.

use super::super::Level;
use super::super::ir::*;
use super::super::pool::Pool;
use super::super::select::select;

/// The instructions of a function that `build` makes of its parameters, without those that return.
fn chosen(level: Level, build: impl FnOnce(&mut Function, Value, Value)) -> Vec<String> {
    let mut f = Function::new("test", level, 2);
    let [a, b] = [f.params[0], f.params[1]];
    build(&mut f, a, b);
    f.ret(a);
    let machine = select(&f, &mut Pool::default());
    let lines =
        machine.insts.iter().flat_map(|inst| &machine.lines[inst.lines.start as usize..inst.lines.end as usize]);
    lines.map(|line| format!("{:?}", line.code)).collect()
}

#[test]
fn loads_and_constants_are_operands() {
    let lines = chosen(Level::Avx512, |f, a, b| {
        let x = f.load_vector(Elem::F32, Address::at(a, 0), None);
        let y = f.load_vector(Elem::F32, Address::at(b, 64), None);
        let half = f.constant(Type::Vector(Elem::F32), 0.5f32.to_bits().into());
        let scaled = f.binary(BinOp::Mul, x, half);
        let scalar = f.load(Access::F32, Address::at(b, 0));
        let all = f.splat(Elem::F32, scalar);
        let moved = f.binary(BinOp::Sub, scaled, all);
        let negated = f.unary(UnOp::Neg, moved);
        let sum = f.fma(FmaOp::Add, negated, moved, y);
        f.store_vector(Address::at(a, 0), sum, None);
    });
    assert_eq!(
        lines,
        [
            "EVEX_Vmovups_zmm_k1z_zmmm512",
            "EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er",
            "EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er",
            "EVEX_Vfnmadd213ps_zmm_k1z_zmm_zmmm512b32_er",
            "EVEX_Vmovups_zmmm512_k1z_zmm",
        ]
    );
}

#[test]
fn a_load_stays_before_a_write() {
    let lines = chosen(Level::Avx2, |f, a, b| {
        let x = f.load_vector(Elem::I32, Address::at(a, 0), None);
        let y = f.load_vector(Elem::I32, Address::at(b, 0), None);
        f.store_vector(Address::at(b, 0), x, None);
        let sum = f.binary(BinOp::Add, x, y);
        f.store_vector(Address::at(a, 0), sum, None);
    });
    assert_eq!(
        lines,
        [
            "VEX_Vmovups_ymm_ymmm256",
            "VEX_Vmovups_ymm_ymmm256",
            "VEX_Vmovups_ymmm256_ymm",
            "VEX_Vpaddd_ymm_ymm_ymmm256",
            "VEX_Vmovups_ymmm256_ymm",
        ]
    );
}

#[test]
fn addresses_take_in_sums_and_shifts() {
    let lines = chosen(Level::Avx512, |f, a, b| {
        let scaled = f.binary_const(BinOp::Shl, b, 2);
        let moved = f.binary_const(BinOp::Add, scaled, 12);
        let word = f.load(Access::I64, Address::indexed(a, moved, 2).plus(-5));
        f.store(Access::I64, Address::at(a, 0), word);
    });
    assert_eq!(lines, ["Mov_r64_rm64", "Mov_rm64_r64"]);
}

#[test]
fn choices_become_masked_forms() {
    let lines = chosen(Level::Avx512, |f, a, b| {
        let x = f.load_vector(Elem::I64, Address::at(a, 0), None);
        let y = f.load_vector(Elem::I64, Address::at(b, 0), None);
        let first = f.first_lanes(Bits::B64, b);
        let greater = f.compare(Cond::Gt, x, y);
        let mask = f.binary(BinOp::And, first, greater);
        let product = f.binary(BinOp::Mul, x, y);
        let chosen = f.select(mask, product, x);
        f.store_vector(Address::at(a, 0), chosen, Some(mask));
    });
    let tail = &lines[lines.len() - 3..];
    let expected = [
        "EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8",
        "EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64",
        "EVEX_Vmovupd_zmmm512_k1z_zmm",
    ];
    assert_eq!(tail, expected);
}

#[test]
fn branches_take_in_comparisons_and_what_nobody_needs_has_no_code() {
    let lines = chosen(Level::Avx512, |f, a, b| {
        f.binary(BinOp::Mul, a, b);
        f.load(Access::I64, Address::at(a, 0));
        let less = f.compare(Cond::LtU, a, b);
        let (yes, no) = (f.block(&[]), f.block(&[]));
        f.branch(less, (yes, &[]), (no, &[]));
        f.switch_to(yes);
        f.ret(b);
        f.switch_to(no);
    });
    assert_eq!(lines, ["Cmp_r64_rm64"]);
}

#[test]
fn blocks_that_cannot_be_reached_have_no_code() {
    let lines = chosen(Level::Avx2, |f, a, b| {
        let (lost, end) = (f.block(&[]), f.block(&[I64]));
        f.jump(end, &[a]);
        f.switch_to(lost);
        let product = f.binary(BinOp::Mul, a, b);
        f.jump(end, &[product]);
        f.switch_to(end);
    });
    assert_eq!(lines, [""; 0]);
}
