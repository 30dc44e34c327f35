//! Flat operations for the SOACs in the function of a map: they work on the elements of all its iterations at once.
//!
//! The map is split around each SOAC (fission, rule G2 of PLDI'17), and changes places with loops and branches
//! that are the same for all its iterations (`interchange`; rule G7 there, for loops). What a SOAC needs of the statements in
//! front of it is computed again if it is a view or a single operator, and else kept in an array with an element for
//! each iteration. A map becomes a nest of two maps. A scan becomes one scan of all elements, whose operator starts
//! anew where a flag says that a segment begins (Blelloch). A reduction becomes a nest of maps that reduces parts of
//! each segment, and a map that reduces the parts. A histogram or a scatter has the bins of all iterations behind each
//! other.

mod interchange;
mod updates;

use self::interchange::{is_filled, is_shared, is_uniform};
use self::updates::{makes_bins, updates};
use super::inside::bound_by;
use crate::anf::sequentialise::on_arrays;
use crate::anf::support::code::{Code, dims, int, prim, scalar, truth, var, variable};
use crate::anf::support::effects::{consumed, has_effect};
use crate::anf::support::elements::identity;
use crate::anf::support::loops::{array_of, bind_map, numbers};
use crate::anf::support::nest;
use crate::anf::support::parts::{overwrites, part_of, part_size, slice};
use crate::anf::support::soac::{body_soacs, combined, exp_soacs};
use crate::anf::support::types::Types;
use framework::{Name, Names, Node, Renaming, Span};
use languages::anf::{Arena, Atom, Body, Exp, Lambda, Param, Reduction, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The most parts that a segment is reduced in.
const MOST_PARTS: i64 = 256;

/// What happens to a statement of the map's function.
enum Plan {
    /// It is computed wherever it is needed.
    Again,
    /// Its scalars are kept for each iteration.
    Kept,
    /// It becomes a flat operation.
    Flat,
}

/// The map that is split.
pub struct Flat<'a, 'b, 't> {
    arena: &'b Arena<'b>,
    types: &'t Types<'a>,
    /// The number of iterations.
    width: Atom,
    /// The names that differ between iterations.
    bound: FxHashSet<Name>,
    /// Names of the function, and the arrays that have their values for each iteration.
    given: Vec<(Param<'b>, Name)>,
    /// The statements that are computed wherever they are needed.
    again: Vec<&'a Stm<'a>>,
}

/// Whether the map of a function can be split, and has a SOAC that becomes flat. `bound` are the names that the
/// function binds.
pub fn splits(lambda: &Lambda<'_>, bound: &FxHashSet<Name>) -> bool {
    has_flat(lambda, bound.clone()) == Some(true)
}

/// Whether a SOAC of a function becomes flat. `None` if its map cannot be split. `bound` are the names that differ
/// between iterations.
fn has_flat(lambda: &Lambda<'_>, mut bound: FxHashSet<Name>) -> Option<bool> {
    let mut found = false;
    for stm in lambda.body.stms {
        let plan = match updates(stm) {
            _ if is_uniform(stm, &bound) => {
                stm.pat.iter().for_each(|param| _ = bound.remove(&param.name));
                Plan::Again
            }
            Some(update) => update.is_flat(lambda, &bound).then_some(Plan::Flat)?,
            None if makes_bins(stm, lambda, &bound) || is_filled(stm, &bound) => Plan::Again,
            None => plan(stm, &bound)?,
        };
        found |= matches!(plan, Plan::Flat);
    }
    Some(found)
}

/// Whether a function of numbers has no SOAC, and overwrites no array.
fn plain(lambda: &Lambda<'_>) -> bool {
    let scalars = lambda.rets.iter().all(|ty| matches!(ty, Type::Scalar { .. }));
    body_soacs(lambda.body) == 0 && !overwrites(lambda) && scalars
}

/// The plan for a statement. `None` if the map cannot be split at it.
fn plan(stm: &Stm<'_>, bound: &FxHashSet<Name>) -> Option<Plan> {
    if is_shared(stm, bound) {
        return Some(Plan::Flat);
    }
    if has_effect(stm.exp) || !consumed(stm).is_empty() {
        return None;
    }
    let outside = |atom: &Atom| variable(atom).is_none_or(|name| !bound.contains(&name));
    let simple = |ops: &[Reduction<'_>]| !ops.iter().any(|op| on_arrays(op.lambda));
    let alone = |op: &Reduction<'_>| {
        op.neutral.iter().all(outside) && op.lambda.free_names().iter().all(|name| !bound.contains(name))
    };
    match stm.exp {
        exp if nest::is_plain(exp) => Some(Plan::Again),
        Exp::Capacity { .. } | Exp::Reshape { .. } | Exp::Iota { .. } => Some(Plan::Again),
        Exp::If { .. } | Exp::Loop { .. } => {
            let scalars = stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. }));
            (scalars && exp_soacs(stm.exp) == 0).then_some(Plan::Kept)
        }
        Exp::Map { width, lambda, .. } => (outside(width) && plain(lambda)).then_some(Plan::Flat),
        Exp::Reduce { width, lambda, ops, .. } => {
            (outside(width) && plain(lambda) && simple(ops)).then_some(Plan::Flat)
        }
        Exp::Scan { width, lambda, ops, post, totals, .. } => {
            let fits = plain(lambda) && plain(post) && simple(ops) && simple(totals) && ops.iter().all(alone);
            (outside(width) && fits).then_some(Plan::Flat)
        }
        _ => None,
    }
}

impl<'a, 'b, 't> Flat<'a, 'b, 't> {
    /// Splits the map of a function over `arrays`, of which [`splits`] holds. Returns the arrays of its results.
    pub fn split(
        arena: &'b Arena<'b>,
        types: &'t Types<'a>,
        (width, arrays): (Atom, &[Name]),
        lambda: &'a Lambda<'a>,
        code: &mut Code<'b>,
    ) -> Vec<Name> {
        let mut keep = Renaming::new(Names::Keep);
        let params = lambda.params.iter().map(|param| param.copy_into(arena, &mut keep));
        let given: Vec<_> = params.zip(arrays.iter().copied()).collect();
        let own = given.len();
        let mut flat = Flat { arena, types, width, bound: bound_by(lambda), given, again: Vec::new() };
        flat.body(code, lambda, lambda.rets, own)
    }

    /// Splits the map of a function. Returns the arrays of its results: those that are given from position `own` on, or
    /// copies.
    fn body(&mut self, code: &mut Code<'b>, around: &Lambda<'a>, rets: &[Type<'_>], own: usize) -> Vec<Name> {
        let body = around.body;
        for stm in body.stms {
            let copied = self.copy(stm);
            match stm.exp {
                _ if is_uniform(stm, &self.bound) => {
                    stm.pat.iter().for_each(|param| _ = self.bound.remove(&param.name));
                    code.stms.push(copied);
                }
                Exp::Replicate { .. } if !makes_bins(stm, around, &self.bound) => self.fill(code, stm),
                Exp::Loop { .. } | Exp::If { .. } if exp_soacs(stm.exp) > 0 => self.interchange(code, stm),
                Exp::Map { .. } | Exp::If { .. } | Exp::Loop { .. } => self.keep(code, copied),
                Exp::Reduce { .. } => self.reduce(code, copied),
                Exp::Scan { .. } => self.scan(code, copied),
                Exp::Hist { .. } | Exp::Scatter { .. } => self.update(code, copied),
                _ => self.again.push(stm),
            }
        }
        let made = |atom: &Atom| {
            let is_made = |(param, _): &&(Param<'b>, Name)| variable(atom) == Some(param.name);
            self.given[own..].iter().find(is_made).map(|(_, made)| *made)
        };
        let results: Vec<Option<Name>> = body.result.iter().map(made).collect();
        let distinct: FxHashSet<&Option<Name>> = results.iter().collect();
        if distinct.len() == results.len() && results.iter().all(Option::is_some) {
            return results.into_iter().flatten().collect();
        }
        self.copies(code, body.result, rets)
    }

    /// New arrays with the values of some atoms for each iteration.
    fn copies(&self, code: &mut Code<'b>, atoms: &[Atom], types: &[Type<'_>]) -> Vec<Name> {
        let mut keep = Renaming::new(Names::Keep);
        let types = types.iter().map(|ty| ty.copy_into(self.arena, &mut keep)).collect();
        self.mapped(code, Vec::new(), atoms.to_vec(), types)
    }

    fn copy(&self, stm: &Stm<'_>) -> Stm<'b> {
        stm.copy_into(self.arena, &mut Renaming::new(Names::Keep))
    }

    /// The map of some statements over the iterations. Returns the arrays of its results.
    fn mapped(&self, code: &mut Code<'b>, stms: Vec<Stm<'b>>, result: Vec<Atom>, rets: Vec<Type<'b>>) -> Vec<Name> {
        let (arena, span) = (self.arena, code.span);
        let stms: Vec<Stm<'b>> = self.again.iter().map(|stm| self.copy(stm)).chain(stms).collect();
        let body = arena.alloc(Body { span, stms: arena.slice(stms), result: arena.slice(result) });
        let lambda = Lambda { span, params: &[], rets: arena.slice(rets), body };
        let used: FxHashSet<Name> = lambda.free_names().into_iter().collect();
        let (mut params, mut arrays): (Vec<Param<'b>>, Vec<Name>) =
            self.given.iter().filter(|(param, _)| used.contains(&param.name)).copied().unzip();
        if arrays.is_empty() {
            arrays.push(numbers(code, "numbers", self.width));
            params.push(code.param("i", scalar(PrimType::I64)));
        }
        let lambda = Lambda { params: arena.slice(params), ..lambda };
        let lambda = lambda.copy_into(arena, &mut Renaming::new(Names::Fresh));
        bind_map(code, "each", self.width, &arrays, lambda)
    }

    /// Computes a statement for each iteration.
    fn keep(&mut self, code: &mut Code<'b>, stm: Stm<'b>) {
        let result = stm.pat.iter().map(|param| var(param.name)).collect();
        let rets = stm.pat.iter().map(|param| *param.ty).collect();
        let made = self.mapped(code, vec![stm], result, rets);
        self.given.extend(stm.pat.iter().copied().zip(made));
    }

    /// A reduction of each segment: of its parts, and of the results of these. What its function returns beside comes
    /// from a map.
    fn reduce(&mut self, code: &mut Code<'b>, copied: Stm<'b>) {
        let (arena, span) = (self.arena, copied.span);
        let Exp::Reduce { width, arrays, lambda, ops, .. } = *copied.exp else { return };
        let count = combined(ops);
        if count < lambda.rets.len() {
            let (pat, map_pat) = copied.pat.split_at(count);
            let half = |range| arena.alloc(returning(arena, lambda, range));
            let map = Exp::Map { span, groups: false, width, arrays, lambda: half(count..lambda.rets.len()) };
            let reduce = Exp::Reduce { span, width, arrays, lambda: half(0..count), ops };
            self.keep(code, Stm { pat: map_pat, exp: arena.alloc(map), ..copied });
            return self.reduce(code, Stm { pat, exp: arena.alloc(reduce), ..copied });
        }
        // As many parts as the device has room for, but fewer for the threads that combine them.
        let capacity = code.shared("capacity", PrimType::I64, Exp::Capacity { span });
        let room = code.arith(BinOp::Mul, capacity, int(2));
        let iterations = code.arith(BinOp::Max, self.width, int(1));
        let parts = code.arith(BinOp::Quot, room, iterations);
        let parts = code.arith(BinOp::Min, parts, int(MOST_PARTS));
        let parts = code.arith(BinOp::Max, parts, int(1));
        let size = part_size(code, *width, parts);
        let indices = numbers(code, "numbers", parts);
        let number = code.param("part", scalar(PrimType::I64));
        let mut inside = Code::new(arena, span);
        let (start, count) = part_of(&mut inside, *width, size, var(number.name));
        let cut: Vec<Name> = arrays.iter().map(|array| self.part(&mut inside, *array, start, count)).collect();
        let reduce = Exp::Reduce { span, width: arena.alloc(count), arrays: arena.slice(cut), lambda, ops };
        let results: Vec<Param<'b>> = lambda.rets.iter().map(|ty| inside.param("reduced", *ty)).collect();
        inside.push(&results, reduce);
        let body = arena.alloc(inside.body(results.iter().map(|param| var(param.name))));
        let function = arena.alloc(Lambda { span, params: arena.slice([number]), rets: lambda.rets, body });
        let (width, arrays) = (arena.alloc(parts), arena.slice([indices]));
        let map = Exp::Map { span, groups: false, width, arrays, lambda: function };
        let partial: Vec<Param<'b>> =
            lambda.rets.iter().map(|ty| code.param("partial", array_of(code, parts, ty))).collect();
        let stms = vec![Stm { pat: arena.slice(partial.clone()), exp: arena.alloc(map), ..copied }];
        let result = partial.iter().map(|param| var(param.name)).collect();
        let rets = partial.iter().map(|param| *param.ty).collect();
        let made = self.mapped(code, stms, result, rets);
        // The second step.
        let known = self.given.len();
        self.given.extend(partial.iter().copied().zip(made));
        let arrays = arena.slice(partial.iter().map(|param| param.name).collect::<Vec<_>>());
        let nothing = arena.alloc(identity(arena, *lambda));
        let reduce = Exp::Reduce { span, width: arena.alloc(parts), arrays, lambda: nothing, ops };
        let stms = vec![Stm { exp: arena.alloc(reduce), ..copied }];
        let result = copied.pat.iter().map(|param| var(param.name)).collect();
        let made = self.mapped(code, stms, result, copied.pat.iter().map(|param| *param.ty).collect());
        self.given.truncate(known);
        self.given.extend(copied.pat.iter().copied().zip(made));
    }

    /// `array[start :+ count]`, where `array` may be an iota of the function.
    fn part(&self, code: &mut Code<'b>, array: Name, start: Atom, count: Atom) -> Name {
        let Some((first, step, prim)) = self.iota(array) else {
            return match self.type_of(array) {
                Some(ty) => slice(&ty, code, array, start, count),
                None => array,
            };
        };
        let (arena, span) = (code.arena, code.span);
        let first = number_at(code, (first, step, prim), start);
        let (size, start, step) = (arena.alloc(count), arena.alloc(first), arena.alloc(step));
        let ty = code.array(prim, [count], false);
        code.bind("numbers", ty, Exp::Iota { span, count: size, start, step, prim })
    }

    /// The type of an array of the function, or from outside of it.
    fn type_of(&self, array: Name) -> Option<Type<'b>> {
        let given = self.given.iter().find(|(param, _)| param.name == array).map(|(param, _)| *param.ty);
        given.or_else(|| Some(self.types.get(array)?.copy_into(self.arena, &mut Renaming::new(Names::Keep))))
    }

    /// The first number, the distance and the type of an iota of the function.
    fn iota(&self, array: Name) -> Option<(Atom, Atom, PrimType)> {
        self.again.iter().find_map(|stm| match (stm.exp, stm.pat) {
            (Exp::Iota { start, step, prim, .. }, [param]) if param.name == array => Some((**start, **step, *prim)),
            _ => None,
        })
    }

    /// A scan of each segment: one scan of all elements.
    fn scan(&mut self, code: &mut Code<'b>, copied: Stm<'b>) {
        let (arena, span) = (self.arena, copied.span);
        let Exp::Scan { width: size, arrays, lambda, ops, post, totals, .. } = *copied.exp else { return };
        if !totals.is_empty() {
            return self.totals(code, copied);
        }
        let total = code.operator(BinOp::Mul, PrimType::I64, self.width, *size);
        let indices = numbers(code, "numbers", total);
        // The function in front: the flag, its results, and the index, which the function behind needs.
        let index = code.param("k", scalar(PrimType::I64));
        let mut front = Code::new(arena, span);
        let (row, column) = self.place(&mut front, var(index.name), *size);
        let inner = self.applied(lambda, arrays, row, column, span);
        let begins = front.binary("begins", BinOp::Eq, PrimType::I64, column, int(0));
        let results = [&[begins][..], lambda.body.result, &[var(index.name)]].concat();
        let body = self.for_iteration(front, row, inner.body(results));
        let number = scalar(PrimType::I64);
        let rets = [&[scalar(PrimType::Bool)][..], lambda.rets, &[number]].concat();
        let front = Lambda { span, params: arena.slice([index]), rets: arena.slice(rets), body: arena.alloc(body) };
        // The function behind.
        let back_index = code.param("k", number);
        let mut back = Code::new(arena, span);
        let (row, _) = self.place(&mut back, var(back_index.name), *size);
        let mut inner = Code::new(arena, span);
        inner.stms.extend(self.again.iter().map(|stm| self.copy(stm)).chain(post.body.stms.iter().copied()));
        let body = self.for_iteration(back, row, inner.body(post.body.result.iter().copied()));
        let params = [&[code.param("flag", scalar(PrimType::Bool))][..], post.params, &[back_index]].concat();
        let back = Lambda { span, params: arena.slice(params), rets: post.rets, body: arena.alloc(body) };
        let op = self.segmented(code, ops, &lambda.rets[..combined(ops).min(lambda.rets.len())]);
        let fresh = |lambda: Lambda<'b>| arena.alloc(lambda.copy_into(arena, &mut Renaming::new(Names::Fresh)));
        let exp = Exp::Scan {
            span,
            width: arena.alloc(total),
            arrays: arena.slice([indices]),
            lambda: fresh(front),
            ops: arena.slice([op]),
            post: fresh(back),
            totals: &[],
        };
        self.rows_of(code, &copied, exp);
    }

    /// A scan with totals: the scan, and a reduction of its results.
    fn totals(&mut self, code: &mut Code<'b>, stm: Stm<'b>) {
        let (arena, span) = (self.arena, stm.span);
        let Exp::Scan { width, arrays, lambda, ops, post, totals, .. } = *stm.exp else { return };
        let (pat, rest) = stm.pat.split_at(combined(totals));
        let summed: Vec<Param<'b>> =
            post.rets[..pat.len()].iter().map(|ty| code.param("summed", array_of(code, *width, ty))).collect();
        let scan = Exp::Scan { span, width, arrays, lambda, ops, post, totals: &[] };
        let all = arena.slice(summed.iter().chain(rest).copied().collect::<Vec<_>>());
        self.scan(code, Stm { pat: all, exp: arena.alloc(scan), ..stm });
        let arrays = arena.slice(summed.iter().map(|param| param.name).collect::<Vec<_>>());
        let lambda = arena.alloc(identity(arena, Lambda { rets: &post.rets[..pat.len()], ..*post }));
        let reduce = Exp::Reduce { span, width, arrays, lambda, ops: totals };
        self.reduce(code, Stm { pat, exp: arena.alloc(reduce), ..stm });
    }

    /// Binds the results of a flat operation, and makes them rows for each iteration: those of a statement.
    fn rows_of(&mut self, code: &mut Code<'b>, stm: &Stm<'b>, exp: Exp<'b>) {
        let (arena, span) = (self.arena, stm.span);
        let mut made = Vec::new();
        for param in stm.pat {
            let size = dims(param.ty).first().copied().unwrap_or(int(0));
            let total = code.operator(BinOp::Mul, PrimType::I64, self.width, size);
            made.push((size, code.param("flat", code.array(prim(param.ty), [total], false))));
        }
        let pat = arena.slice(made.iter().map(|(_, param)| *param).collect::<Vec<_>>());
        code.stms.push(Stm { pat, exp: arena.alloc(exp), ..*stm });
        for (param, (size, flat)) in stm.pat.iter().zip(made) {
            let shape = [self.width, size];
            let ty = code.array(prim(flat.ty), shape, false);
            let exp = Exp::Reshape { span, array: flat.name, shape: arena.slice(shape) };
            self.given.push((*param, code.bind("rows", ty, exp)));
        }
    }

    /// The statements of a SOAC's function for the element `column` of the SOAC's arrays, in iteration `row`.
    fn applied(&self, lambda: &Lambda<'b>, arrays: &[Name], row: Atom, column: Atom, span: Span) -> Code<'b> {
        let mut code = Code::new(self.arena, span);
        code.stms.extend(self.again.iter().map(|stm| self.copy(stm)));
        for (param, array) in lambda.params.iter().zip(arrays) {
            let exp = match self.iota(*array) {
                Some(iota) => {
                    let value = number_at(&mut code, iota, column);
                    Exp::Atoms { span, atoms: self.arena.slice([value]) }
                }
                None => {
                    let ty = self.type_of(*array);
                    let sizes = ty.as_ref().map_or(&[][..], |ty| dims(ty));
                    match self.given.iter().find(|(param, _)| param.name == *array) {
                        // An element of the array for all iterations.
                        Some((_, rows)) => {
                            let sizes: Vec<Atom> = std::iter::once(self.width).chain(sizes.iter().copied()).collect();
                            code.element(*rows, &[row, column], &sizes)
                        }
                        None => code.element(*array, &[column], sizes),
                    }
                }
            };
            code.push(&[*param], exp);
        }
        code.stms.extend(lambda.body.stms);
        code
    }

    /// The iteration and the position in it of element `index` of all elements.
    fn place(&self, code: &mut Code<'b>, index: Atom, size: Atom) -> (Atom, Atom) {
        let row = code.arith(BinOp::Quot, index, size);
        let before = code.arith(BinOp::Mul, row, size);
        (row, code.arith(BinOp::Sub, index, before))
    }

    /// A body that is in the scope of the map's function, for iteration `row`.
    fn for_iteration(&self, mut code: Code<'b>, row: Atom, body: Body<'b>) -> Body<'b> {
        let used: FxHashSet<Name> = body.free_names().into_iter().collect();
        for (param, array) in self.given.iter().filter(|(param, _)| used.contains(&param.name)) {
            let sizes: Vec<Atom> = std::iter::once(self.width).chain(dims(param.ty).iter().copied()).collect();
            let exp = code.element(*array, &[row], &sizes);
            code.push(&[*param], exp);
        }
        code.stms.extend(body.stms);
        code.body(body.result.iter().copied())
    }

    /// The operator that starts anew where the flag of its second operand says so.
    fn segmented(&self, code: &Code<'b>, ops: &[Reduction<'b>], types: &[Type<'b>]) -> Reduction<'b> {
        let (arena, span) = (self.arena, code.span);
        let bool_type = scalar(PrimType::Bool);
        let (left_flag, right_flag) = (code.param("flag", bool_type), code.param("flag", bool_type));
        let side = || types.iter().map(|ty| code.param("x", *ty)).collect::<Vec<Param<'b>>>();
        let (left, right) = (side(), side());
        let mut joined = Code::new(arena, span);
        let (mut results, mut at) = (Vec::new(), 0);
        for op in ops {
            let lambda = op.lambda.copy_into(arena, &mut Renaming::new(Names::Fresh));
            let count = op.neutral.len();
            let operands = left[at..at + count].iter().chain(&right[at..at + count]);
            for (param, operand) in lambda.params.iter().zip(operands) {
                joined.push(&[*param], Exp::Atoms { span, atoms: arena.slice([var(operand.name)]) });
            }
            joined.stms.extend(lambda.body.stms);
            results.extend(lambda.body.result);
            at += count;
        }
        let joined = arena.alloc(joined.body(results));
        let anew = arena.alloc(Body {
            span,
            stms: &[],
            result: arena.slice(right.iter().map(|param| var(param.name)).collect::<Vec<_>>()),
        });
        let mut all = Code::new(arena, span);
        let flag = all.binary("flag", BinOp::LogOr, PrimType::Bool, var(left_flag.name), var(right_flag.name));
        let chosen: Vec<Param<'b>> = types.iter().map(|ty| all.param("x", *ty)).collect();
        let cond = arena.alloc(var(right_flag.name));
        all.push(&chosen, Exp::If { span, cond, yes: anew, no: joined });
        let results = std::iter::once(flag).chain(chosen.iter().map(|param| var(param.name))).collect::<Vec<_>>();
        let body = arena.alloc(all.body(results));
        let params = [&[left_flag][..], &left, &[right_flag], &right].concat();
        let rets = std::iter::once(bool_type).chain(types.iter().copied()).collect::<Vec<_>>();
        let lambda = Lambda { span, params: arena.slice(params), rets: arena.slice(rets), body };
        let neutral = std::iter::once(truth(false)).chain(ops.iter().flat_map(|op| op.neutral).copied());
        let neutral = arena.slice(neutral.collect::<Vec<_>>());
        Reduction { span, comm: false, lambda: arena.alloc(lambda), neutral }
    }
}

/// A function that returns some of a function's results.
fn returning<'b>(arena: &'b Arena<'b>, lambda: &Lambda<'b>, range: Range<usize>) -> Lambda<'b> {
    let body = Body { result: &lambda.body.result[range.clone()], ..*lambda.body };
    let lambda = Lambda { rets: &lambda.rets[range], body: arena.alloc(body), ..*lambda };
    lambda.copy_into(arena, &mut Renaming::new(Names::Fresh))
}

/// A number of an iota, given its first number, its distance and its type.
fn number_at(code: &mut Code<'_>, (first, step, prim): (Atom, Atom, PrimType), index: Atom) -> Atom {
    let index = code.converted(PrimType::I64, prim, index);
    let moved = code.operator(BinOp::Mul, prim, index, step);
    code.operator(BinOp::Add, prim, first, moved)
}
