//! Builds loops over the elements of arrays.

use super::code::{Code, dims, int, prim, var};
use framework::{Name, Span};
use languages::anf::{Atom, Body, Exp, Lambda, LoopForm, Param, Type};
use languages::prim::PrimType;

/// A loop's parameter, and its initial value: a new array of `width` elements of a type, allocated by `code`.
pub fn new_array<'b>(code: &mut Code<'b>, width: Atom, element: &Type<'_>) -> (Param<'b>, Atom) {
    let shape: Vec<Atom> = std::iter::once(width).chain(dims(element).iter().copied()).collect();
    let ty = code.array(prim(element), shape.iter().copied(), true);
    let exp = Exp::Scratch { span: code.span, prim: prim(element), shape: code.arena.slice(shape) };
    let blank = code.bind("blank", ty, exp);
    (code.param("acc", ty), var(blank))
}

/// Stores each value at `index` of its array. Returns the arrays.
pub fn store<'b>(code: &mut Code<'b>, accs: &[(Param<'b>, Atom)], values: &[Atom], index: Atom) -> Vec<Atom> {
    let pairs = accs.iter().zip(values);
    pairs
        .map(|((acc, _), value)| {
            let exp = code.update(acc.name, &[index], dims(acc.ty), *value);
            var(code.bind("acc", *acc.ty, exp))
        })
        .collect()
}

/// `loop (params) for index < width do body`, with the initial values of the parameters.
pub fn for_loop<'b>(
    code: &Code<'b>,
    width: Atom,
    index: Name,
    params: impl IntoIterator<Item = (Param<'b>, Atom)>,
    body: Body<'b>,
) -> Exp<'b> {
    let (arena, span) = (code.arena, code.span);
    let (params, inits): (Vec<_>, Vec<_>) = params.into_iter().unzip();
    let form = LoopForm::For { span, index, prim: PrimType::I64, bound: arena.alloc(width), unroll: false };
    Exp::Loop {
        span,
        params: arena.slice(params),
        inits: arena.slice(inits),
        form: arena.alloc(form),
        body: arena.alloc(body),
    }
}

/// The loop that applies a function to the elements of arrays, and gives the arrays of its results. These are allocated
/// by `code`. `sizes` are the dimensions of an array.
pub fn map_loop<'b, 's>(
    code: &mut Code<'b>,
    width: Atom,
    arrays: &[Name],
    lambda: &Lambda<'b>,
    sizes: impl Fn(Name) -> &'s [Atom],
) -> Exp<'b> {
    let accs: Vec<_> = lambda.rets.iter().map(|ty| new_array(code, width, ty)).collect();
    let index = Name::fresh("i");
    let mut inside = Code::new(code.arena, code.span);
    for (param, array) in lambda.params.iter().zip(arrays) {
        let exp = inside.element(*array, &[var(index)], sizes(*array));
        inside.push(&[*param], exp);
    }
    inside.stms.extend(lambda.body.stms);
    let results = store(&mut inside, &accs, lambda.body.result, var(index));
    for_loop(code, width, index, accs, inside.body(results))
}

/// The numbers from 0 to below `count`.
pub fn numbers(code: &mut Code<'_>, base: &str, count: Atom) -> Name {
    let (arena, span, prim) = (code.arena, code.span, PrimType::I64);
    let ty = code.array(prim, [count], false);
    let (count, start, step) = (arena.alloc(count), arena.alloc(int(0)), arena.alloc(int(1)));
    code.bind(base, ty, Exp::Iota { span, count, start, step, prim })
}

/// Maps a function over arrays. Returns the arrays of its results.
pub fn bind_map<'b>(code: &mut Code<'b>, base: &str, width: Atom, arrays: &[Name], lambda: Lambda<'b>) -> Vec<Name> {
    let (arena, span) = (code.arena, code.span);
    let made: Vec<Param<'b>> = lambda.rets.iter().map(|ty| code.param(base, array_of(code, width, ty))).collect();
    let (width, arrays) = (arena.alloc(width), arena.slice(arrays.iter().copied()));
    code.push(&made, Exp::Map { span, groups: false, width, arrays, lambda: arena.alloc(lambda) });
    made.iter().map(|param| param.name).collect()
}

/// The type of an array of `width` elements of a type.
pub fn array_of<'b>(code: &Code<'b>, width: Atom, element: &Type<'_>) -> Type<'b> {
    Type::Array {
        span: Span::NONE,
        prim: prim(element),
        dims: code.arena.slice(std::iter::once(width).chain(dims(element).iter().copied()).collect::<Vec<_>>()),
        unique: false,
    }
}
