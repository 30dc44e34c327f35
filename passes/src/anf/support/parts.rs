//! Divides reductions with operators on arrays into parts.

use super::code::{Code, dims, int, prim, scalar, var};
use super::effects::{consumed, with_views};
use super::loops::{bind_map, numbers};
use super::soac::combined;
use super::types::Types;
use crate::anf::sequentialise::{has_call, on_arrays};
use framework::{Name, Names, Node, Renaming, Span};
use languages::anf::{Arena, Atom, Exp, Lambda, Param, Reduction, SliceDim, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

/// The number of parts: enough to keep some threads busy, and few operators to combine the parts.
pub const PARTS: i64 = 64;
/// The fewest elements that are divided.
pub const FEWEST: i64 = 256;

/// A reduction of some elements.
#[derive(Clone, Copy)]
pub struct Reduce<'b> {
    /// The number of elements.
    pub width: Atom,
    /// The inputs.
    pub arrays: &'b [Name],
    /// The function that is applied to each element.
    pub lambda: &'b Lambda<'b>,
    /// The operators; one of them works on arrays.
    pub ops: &'b [Reduction<'b>],
}

impl<'b> Reduce<'b> {
    /// The reduction that a statement is, if its operator works on arrays, and threads can run it. `on_host` are the
    /// functions that they cannot call.
    pub fn of(stm: &Stm<'b>, on_host: &FxHashSet<Name>) -> Option<Reduce<'b>> {
        let Exp::Reduce { width, arrays, lambda, ops, .. } = stm.exp else { return None };
        let reduces_all = lambda.rets.len() == combined(ops);
        let overwrites = std::iter::once(*lambda).chain(ops.iter().map(|op| op.lambda)).any(overwrites);
        let splits = ops.iter().any(|op| on_arrays(op.lambda))
            && reduces_all
            && !arrays.is_empty()
            && !overwrites
            && !has_call(stm.exp, on_host);
        splits.then_some(Reduce { width: **width, arrays, lambda, ops })
    }

    /// The same reduction of other elements, with names of its own.
    pub fn copied<'c>(&self, arena: &'c Arena<'c>, width: Atom, arrays: &[Name]) -> Reduce<'c> {
        let mut renaming = Renaming::new(Names::Fresh);
        let ops: Vec<Reduction<'c>> = self.ops.iter().map(|op| op.copy_into(arena, &mut renaming)).collect();
        let lambda = arena.alloc(self.lambda.copy_into(arena, &mut renaming));
        Reduce { width, arrays: arena.slice(arrays.iter().copied()), lambda, ops: arena.slice(ops) }
    }

    /// The expression.
    pub fn exp(&self, span: Span, arena: &'b Arena<'b>) -> Exp<'b> {
        let Reduce { width, arrays, lambda, ops } = *self;
        Exp::Reduce { span, width: arena.alloc(width), arrays, lambda, ops }
    }
}

/// Whether a function overwrites an array that it has not made.
pub fn overwrites(lambda: &Lambda<'_>) -> bool {
    let mut outside: FxHashSet<Name> = lambda.free_names().into_iter().collect();
    outside.extend(lambda.params.iter().map(|param| param.name));
    let consumed = lambda.body.stms.iter().flat_map(consumed).collect();
    with_views(lambda.body, consumed).iter().any(|name| outside.contains(name))
}

/// Maps a function over `parts` parts of the elements of arrays. It gets the number of a part's elements and the part
/// of each array, and gives results of these types. Returns the arrays of the results.
pub fn map_parts<'b>(
    types: &Types<'_>,
    code: &mut Code<'b>,
    (width, arrays): (Atom, &[Name]),
    parts: Atom,
    rets: &[Type<'b>],
    function: impl FnOnce(&mut Code<'b>, Atom, &[Name]) -> Exp<'b>,
) -> Vec<Name> {
    let (arena, span) = (code.arena, code.span);
    let size = part_size(code, width, parts);
    let numbers = numbers(code, "parts", parts);
    let number = code.param("part", scalar(PrimType::I64));
    let mut inside = Code::new(arena, span);
    let (start, count) = part_of(&mut inside, width, size, var(number.name));
    let part: Vec<Name> = arrays
        .iter()
        .map(|array| types.get(*array).map_or(*array, |ty| slice(&ty, &mut inside, *array, start, count)))
        .collect();
    let exp = function(&mut inside, count, &part);
    let results: Vec<Param<'b>> = rets.iter().map(|ty| inside.param("reduced", *ty)).collect();
    inside.push(&results, exp);
    let body = arena.alloc(inside.body(results.iter().map(|param| var(param.name))));
    let lambda = Lambda { span, params: arena.slice([number]), rets: arena.slice(rets.iter().copied()), body };
    bind_map(code, "partial", parts, &[numbers], lambda)
}

/// The number of elements of each part but for the last ones.
pub fn part_size(code: &mut Code<'_>, width: Atom, parts: Atom) -> Atom {
    let more = code.arith(BinOp::Sub, parts, int(1));
    let rounded = code.arith(BinOp::Add, width, more);
    code.arith(BinOp::Quot, rounded, parts)
}

/// The first element of a part, and the number of its elements.
pub fn part_of(code: &mut Code<'_>, width: Atom, size: Atom, part: Atom) -> (Atom, Atom) {
    let start = code.arith(BinOp::Mul, part, size);
    let start = code.arith(BinOp::Min, start, width);
    let rest = code.arith(BinOp::Sub, width, start);
    (start, code.arith(BinOp::Min, rest, size))
}

/// `array[start :+ count]`, given the type of the array.
pub fn slice(ty: &Type<'_>, code: &mut Code<'_>, array: Name, start: Atom, count: Atom) -> Name {
    let (arena, span) = (code.arena, code.span);
    let rows = dims(ty).get(1..).unwrap_or_default();
    let sizes = std::iter::once((start, count)).chain(rows.iter().map(|size| (int(0), *size)));
    let cut = sizes.map(|(start, count)| SliceDim::Span {
        span,
        start: arena.alloc(start),
        count: arena.alloc(count),
        stride: arena.alloc(int(1)),
    });
    let cut = arena.slice(cut.collect::<Vec<_>>());
    let ty = code.array(prim(ty), std::iter::once(count).chain(rows.iter().copied()), false);
    code.bind("elements", ty, Exp::Slice { span, array, dims: cut })
}
