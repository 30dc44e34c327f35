//! Index and layout algebra, and comparisons that ranges decide.
//!
//! A read through a view, or of an array that a formula describes, becomes a read of the underlying array or an
//! evaluation of the formula. A rule may only add reads of an array that the term already reads through a view. Other
//! arrays may be overwritten before the term is computed.

use crate::anf::support::egraph::facts::Graph;
use crate::anf::support::egraph::rule::{Kind, TermRule};
use crate::anf::support::egraph::term::{Dim, Op, Term};
use egg::Id;
use languages::prim::{BinOp, PrimType, PrimValue};

type Apply = fn(&mut Graph, &Term) -> Option<Id>;

const fn rule(name: &'static str, on: Kind, says: &'static str, apply: Apply) -> TermRule {
    TermRule { name, says, on, apply }
}

/// The table of rules.
#[rustfmt::skip]
pub static RULES: &[TermRule] = &[
    rule("index-slice", Kind::Index, "xs[s:…:d][i] = xs[s + i * d]", index_slice),
    rule("index-rearrange", Kind::Index, "(transpose xs)[i, j] = xs[j, i]", index_rearrange),
    rule("index-reshape", Kind::Index, "(unflatten xs)[i, j] = xs[i * m + j]", index_reshape),
    rule("index-iota", Kind::Index, "(a..b...c)[i] = a + i * (b - a)", index_iota),
    rule("index-replicate", Kind::Index, "(replicate n x)[i] = x", index_replicate),
    rule("index-literal", Kind::Index, "[x, y][1] = y", index_literal),
    rule("index-update", Kind::Index, "(xs with [i] = x)[i] = x", index_update),
    rule("index-checked", Kind::Read, "a read of an array that depends on a check depends on the check", through_check),
    rule("slice-slice", Kind::Slice, "xs[a:…:d][b:…:e] = xs[a + b * d:…:d * e]", slice_slice),
    rule("slice-whole", Kind::Slice, "xs[0:n] = xs, if xs has n elements", slice_whole),
    rule("slice-rearrange", Kind::Slice, "(transpose xss)[i] = xss[:, i]", slice_rearrange),
    rule("rearrange-twice", Kind::Rearrange, "transpose (transpose xss) = xss", rearrange_twice),
    rule("rearrange-nothing", Kind::Rearrange, "a permutation that moves nothing", rearrange_nothing),
    rule("reshape-twice", Kind::Reshape, "flatten (unflatten xs) is one reshape", reshape_twice),
    rule("reshape-nothing", Kind::Reshape, "a reshape to the same shape", reshape_nothing),
    rule("index-range", Kind::Binary, "0 <= i and i < n, for an index of an array of n elements, and 0 <= x for an unsigned x", index_range),
    rule("assert-true", Kind::Assert, "an assertion of a truth holds", assert_true),
    rule("convert-back", Kind::Convert, "widening and narrowing again", convert_back),
    rule("div-power-of-two", Kind::Binary, "x / 2^k = x * 2^-k for floats", div_power_of_two),
];

/// The term of this kind in a class.
fn find(graph: &Graph, class: Id, wanted: impl Fn(&Op) -> bool) -> Option<Term> {
    graph[class].nodes.iter().find(|term| wanted(&term.op)).cloned()
}

/// The term that made an array. The array may be overwritten later: reads come before that.
fn made(graph: &Graph, class: Id, wanted: impl Fn(&Op) -> bool) -> Option<Term> {
    match find(graph, class, |op| matches!(op, Op::Fresh(_))) {
        Some(fresh) => find(graph, fresh.args[0], wanted),
        None => find(graph, class, wanted),
    }
}

fn value(graph: &Graph, class: Id) -> Option<PrimValue> {
    graph[class].data.value
}

fn is(graph: &Graph, class: Id, number: i64) -> bool {
    value(graph, class) == Some(PrimValue::I64(number))
}

/// `a op b` of sizes and indices, simplified if it is trivial.
fn arith(graph: &mut Graph, op: BinOp, lhs: Id, rhs: Id) -> Id {
    match op {
        BinOp::Add if is(graph, lhs, 0) => rhs,
        BinOp::Add if is(graph, rhs, 0) => lhs,
        BinOp::Mul if is(graph, lhs, 1) => rhs,
        BinOp::Mul if is(graph, rhs, 1) => lhs,
        _ => graph.add(Term::new(Op::Bin(op, PrimType::I64), [lhs, rhs])),
    }
}

/// `start + index * stride`
fn affine(graph: &mut Graph, start: Id, index: Id, stride: Id) -> Id {
    let offset = arith(graph, BinOp::Mul, index, stride);
    arith(graph, BinOp::Add, start, offset)
}

/// The array and the indices of a read of one element.
fn index(term: &Term) -> Option<(Id, &[Id])> {
    match term.op {
        Op::Index => term.args.split_first().map(|(array, indices)| (*array, indices)),
        _ => None,
    }
}

fn index_slice(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let slice = find(graph, array, |op| matches!(op, Op::Slice(_)))?;
    let Op::Slice(dims) = &slice.op else { return None };
    let mut args = vec![slice.args[0]];
    let (mut at, mut indices) = (1, indices.iter());
    for dim in dims {
        args.push(match dim {
            Dim::Fix => slice.args[at],
            Dim::Span => affine(graph, slice.args[at], *indices.next()?, slice.args[at + 2]),
        });
        at += dim.width();
    }
    Some(graph.add(Term::new(Op::Index, args)))
}

fn index_rearrange(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let view = find(graph, array, |op| matches!(op, Op::Rearrange(_)))?;
    let Op::Rearrange(perm) = &view.op else { return None };
    let mut args = vec![view.args[0]; perm.len() + 1];
    for (from, index) in perm.iter().zip(indices) {
        *args.get_mut(usize::try_from(*from).ok()? + 1)? = *index;
    }
    Some(graph.add(Term::new(Op::Index, args)))
}

/// Only rewrites reads of reshapes from one dimension to several. The other direction would need a division.
fn index_reshape(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let view = find(graph, array, |op| matches!(op, Op::Reshape))?;
    let (base, shape) = view.args.split_first()?;
    if graph[*base].data.ty.as_ref()?.dims.len() != 1 || shape.len() != indices.len() {
        return None;
    }
    let mut flat = *indices.first()?;
    for (index, size) in indices.iter().zip(shape).skip(1) {
        let row = arith(graph, BinOp::Mul, flat, *size);
        flat = arith(graph, BinOp::Add, row, *index);
    }
    Some(graph.add(Term::new(Op::Index, [*base, flat])))
}

fn index_iota(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let iota = made(graph, array, |op| matches!(op, Op::Iota(_)))?;
    let Op::Iota(prim) = iota.op else { return None };
    let index = *indices.first()?;
    if prim == PrimType::I64 {
        return Some(affine(graph, iota.args[1], index, iota.args[2]));
    }
    let index = graph.add(Term::new(Op::Convert(PrimType::I64, prim), [index]));
    let offset = graph.add(Term::new(Op::Bin(BinOp::Mul, prim), [index, iota.args[2]]));
    Some(graph.add(Term::new(Op::Bin(BinOp::Add, prim), [iota.args[1], offset])))
}

fn index_replicate(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let replicate = made(graph, array, |op| matches!(op, Op::Replicate))?;
    let (value, shape) = replicate.args.split_first()?;
    // The value must be a scalar, since an array could be overwritten before it is read here.
    (shape.len() == indices.len()).then_some(*value)
}

fn index_literal(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let literal = made(graph, array, |op| matches!(op, Op::ArrayLit(..)))?;
    let Op::ArrayLit(_, count) = literal.op else { return None };
    let PrimValue::I64(position) = value(graph, *indices.first()?)? else { return None };
    let position = usize::try_from(position).ok().filter(|position| *position < count)?;
    (indices.len() == 1).then_some(literal.args[1 + position])
}

fn index_update(graph: &mut Graph, term: &Term) -> Option<Id> {
    let (array, indices) = index(term)?;
    let update = made(graph, array, |op| matches!(op, Op::Update(_)))?;
    let Op::Update(dims) = &update.op else { return None };
    let whole = dims.iter().all(|dim| *dim == Dim::Fix);
    let same = update.args[2..].iter().zip(indices).all(|(a, b)| graph.find(*a) == graph.find(*b));
    (whole && same && dims.len() == indices.len()).then_some(update.args[1])
}

/// `index (xs under c) i` is `(index xs i) under c`, for slices and other views too.
fn through_check(graph: &mut Graph, term: &Term) -> Option<Id> {
    if !matches!(term.op, Op::Index | Op::Slice(_) | Op::Rearrange(_) | Op::Reshape) {
        return None;
    }
    let checked = find(graph, *term.args.first()?, |op| matches!(op, Op::Under))?;
    let mut inner = term.clone();
    inner.args[0] = checked.args[0];
    let inner = graph.add(inner);
    let mut args = checked.args;
    args[0] = inner;
    Some(graph.add(Term::new(Op::Under, args)))
}

fn slice_slice(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Slice(outer) = &term.op else { return None };
    let slice = find(graph, term.args[0], |op| matches!(op, Op::Slice(_)))?;
    let Op::Slice(inner) = &slice.op else { return None };
    let mut args = vec![slice.args[0]];
    let mut dims = Vec::new();
    let (mut at, mut outer_at, mut outer) = (1, 1, outer.iter());
    for dim in inner {
        match dim {
            Dim::Fix => {
                dims.push(Dim::Fix);
                args.push(slice.args[at]);
            }
            Dim::Span => {
                let (start, stride) = (slice.args[at], slice.args[at + 2]);
                let next = *outer.next()?;
                let start = affine(graph, start, term.args[outer_at], stride);
                dims.push(next);
                args.push(start);
                if next == Dim::Span {
                    args.push(term.args[outer_at + 1]);
                    args.push(arith(graph, BinOp::Mul, stride, term.args[outer_at + 2]));
                }
                outer_at += next.width();
            }
        }
        at += dim.width();
    }
    Some(graph.add(Term::new(Op::Slice(dims.into()), args)))
}

fn slice_whole(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Slice(dims) = &term.op else { return None };
    let array = term.args[0];
    let sizes = graph[array].data.ty.as_ref()?.dims.clone();
    let mut at = 1;
    for (dim, size) in dims.iter().zip(&*sizes) {
        let whole = *dim == Dim::Span
            && is(graph, term.args[at], 0)
            && graph.find(term.args[at + 1]) == graph.find(*size)
            && is(graph, term.args[at + 2], 1);
        if !whole {
            return None;
        }
        at += dim.width();
    }
    Some(array)
}

fn slice_rearrange(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Slice(dims) = &term.op else { return None };
    let view = find(graph, term.args[0], |op| matches!(op, Op::Rearrange(_)))?;
    let Op::Rearrange(perm) = &view.op else { return None };
    // The remaining dimensions must keep their order.
    let kept: Vec<i64> = perm.iter().zip(dims).filter(|(_, dim)| **dim == Dim::Span).map(|(from, _)| *from).collect();
    if !kept.is_sorted() || perm.len() != dims.len() {
        return None;
    }
    let mut at = 1;
    let mut operands: Vec<(i64, Dim, &[Id])> = Vec::new();
    for (from, dim) in perm.iter().zip(dims) {
        operands.push((*from, *dim, term.args.get(at..at + dim.width())?));
        at += dim.width();
    }
    operands.sort_by_key(|(from, ..)| *from);
    let dims: Box<[Dim]> = operands.iter().map(|(_, dim, _)| *dim).collect();
    let args: Vec<Id> = view.args[..1].iter().chain(operands.iter().flat_map(|(.., args)| *args)).copied().collect();
    Some(graph.add(Term::new(Op::Slice(dims), args)))
}

fn rearrange_twice(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Rearrange(outer) = &term.op else { return None };
    let view = find(graph, term.args[0], |op| matches!(op, Op::Rearrange(_)))?;
    let Op::Rearrange(inner) = &view.op else { return None };
    let perm: Option<Box<[i64]>> = outer.iter().map(|at| inner.get(usize::try_from(*at).ok()?).copied()).collect();
    Some(graph.add(Term::new(Op::Rearrange(perm?), [view.args[0]])))
}

fn rearrange_nothing(_: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Rearrange(perm) = &term.op else { return None };
    (0..).zip(perm).all(|(at, from)| at == *from).then_some(term.args[0])
}

fn reshape_twice(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Reshape = term.op else { return None };
    let inner = find(graph, term.args[0], |op| matches!(op, Op::Reshape))?;
    let mut args = term.args.clone();
    args[0] = inner.args[0];
    Some(graph.add(Term::new(Op::Reshape, args)))
}

fn reshape_nothing(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Reshape = term.op else { return None };
    let (array, shape) = term.args.split_first()?;
    let dims = &graph[*array].data.ty.as_ref()?.dims;
    let same = dims.len() == shape.len() && dims.iter().zip(shape).all(|(a, b)| graph.find(*a) == graph.find(*b));
    same.then_some(*array)
}

fn truth(graph: &mut Graph, value: bool) -> Option<Id> {
    Some(graph.add(Term::constant(PrimValue::Bool(value))))
}

fn index_range(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Bin(op, prim) = term.op else { return None };
    let [a, b] = *term.args else { return None };
    let below = |a: Id, b: Id| graph[a].data.below.is_some_and(|bound| graph.find(bound) == graph.find(b));
    let known = |class: Id| value(graph, class).and_then(PrimValue::as_i64);
    let natural = |class: Id| prim.is_integer() && graph[class].data.natural;
    let positive = |class: Id| prim.is_signed() && graph[class].data.positive;
    let unsigned = prim.is_integer() && !prim.is_signed();
    match op {
        BinOp::Lt if below(a, b) => truth(graph, true),
        BinOp::Le if below(a, b) => truth(graph, true),
        BinOp::Le if below(b, a) => truth(graph, false),
        BinOp::Lt if below(b, a) => truth(graph, false),
        BinOp::Le if natural(b) && known(a).is_some_and(|a| a <= 0) && prim.is_signed() => truth(graph, true),
        BinOp::Lt if natural(b) && known(a).is_some_and(|a| a < 0) && prim.is_signed() => truth(graph, true),
        BinOp::Lt if positive(b) && known(a).is_some_and(|a| a <= 0) => truth(graph, true),
        BinOp::Le if positive(a) && known(b).is_some_and(|b| b <= 0) => truth(graph, false),
        BinOp::Eq if positive(b) && known(a) == Some(0) || positive(a) && known(b) == Some(0) => truth(graph, false),
        BinOp::Ne if positive(b) && known(a) == Some(0) || positive(a) && known(b) == Some(0) => truth(graph, true),
        BinOp::Lt if unsigned && known(b) == Some(0) => truth(graph, false),
        BinOp::Le if unsigned && known(a) == Some(0) => truth(graph, true),
        BinOp::Lt if natural(a) && known(b).is_some_and(|b| b <= 0) && prim.is_signed() => truth(graph, false),
        _ => None,
    }
}

fn assert_true(graph: &mut Graph, term: &Term) -> Option<Id> {
    let holds = term.op == Op::Assert && value(graph, term.args[0]) == Some(PrimValue::Bool(true));
    holds.then(|| graph.add(Term::new(Op::Held, [])))
}

fn convert_back(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Convert(wide, to) = term.op else { return None };
    let inner = find(graph, term.args[0], |op| matches!(op, Op::Convert(..)))?;
    let Op::Convert(from, _) = inner.op else { return None };
    let integers = from.is_integer() && wide.is_integer() && wide.bits() > from.bits();
    let floats = from.is_float() && wide.is_float() && wide.bits() > from.bits();
    ((integers || floats) && from == to).then_some(inner.args[0])
}

fn div_power_of_two(graph: &mut Graph, term: &Term) -> Option<Id> {
    let Op::Bin(BinOp::Div, prim) = term.op else { return None };
    let power = |bits: u64, fraction: u32, max: u64| {
        let exponent = (bits >> fraction) & max;
        // The reciprocal must be a normal number as well.
        bits & ((1 << fraction) - 1) == 0 && exponent > 1 && exponent < max - 1
    };
    let reciprocal = match value(graph, term.args[1])? {
        PrimValue::F64(x) if power(x.to_bits(), 52, 0x7ff) => PrimValue::F64(1.0 / x),
        PrimValue::F32(x) if power(u64::from(x.to_bits()), 23, 0xff) => PrimValue::F32(1.0 / x),
        _ => return None,
    };
    let reciprocal = graph.add(Term::constant(reciprocal));
    Some(graph.add(Term::new(Op::Bin(BinOp::Mul, prim), [term.args[0], reciprocal])))
}
