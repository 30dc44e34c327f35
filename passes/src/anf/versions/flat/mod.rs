//! Flat operations for the SOACs in the function of a map: they work on the elements of all its iterations at once.
//!
//! The map is split around each SOAC (fission, rule G2 of PLDI'17), and changes places with loops and branches that
//! are the same for all its iterations (`interchange.rs`; rule G7 there, for loops). What a SOAC needs of the statements
//! in front of it is computed again if it is a view or a single operator, and else kept in an array with an element for
//! each iteration. A map becomes a nest of two maps, or, if its function has SOACs as well, one map of all elements
//! that is split in turn (`nests.rs`). A scan becomes one scan of all elements, whose operator starts anew where a flag
//! says that a segment begins (Blelloch; `scans.rs`). A reduction becomes a nest of maps that reduces parts of each
//! segment, and a map that reduces the parts (`reductions.rs`). A histogram or a scatter has the bins of all iterations
//! behind each other (`updates.rs`).

mod interchange;
mod nests;
mod reductions;
mod scans;
mod updates;

use self::interchange::{is_filled, is_shared, is_uniform};
use self::nests::is_nest;
use self::updates::{makes_bins, updates};
use super::inside::bound_by;
use crate::anf::sequentialise::on_arrays;
use crate::anf::support::code::{Code, dims, int, prim, scalar, var, variable};
use crate::anf::support::effects::{consumed, has_effect};
use crate::anf::support::loops::{bind_map, numbers};
use crate::anf::support::nest;
use crate::anf::support::parts::overwrites;
use crate::anf::support::soac::{body_soacs, exp_soacs};
use crate::anf::support::types::Types;
use framework::{Name, Names, Node, Renaming, Span};
use languages::anf::{Arena, Atom, Body, Exp, Lambda, Param, Reduction, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

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
    again: Vec<Stm<'b>>,
}

/// Code that is run for each iteration.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    params: &'a [Param<'a>],
    body: &'a Body<'a>,
    /// Whether it is that of a loop: then its parameters have arrays of their own, which it may overwrite.
    is_loop: bool,
}

impl<'a> Around<'a> {
    /// The function of a map.
    const fn of(lambda: &Lambda<'a>) -> Self {
        Self { params: lambda.params, body: lambda.body, is_loop: false }
    }

    const fn of_loop(params: &'a [Param<'a>], body: &'a Body<'a>) -> Self {
        Self { params, body, is_loop: true }
    }

    const fn of_branch(body: &'a Body<'a>) -> Self {
        Self { params: &[], body, is_loop: false }
    }
}

/// Whether the map of a function can be split, and has a SOAC that becomes flat. `bound` are the names that the
/// function binds.
pub fn splits(lambda: &Lambda<'_>, bound: &FxHashSet<Name>) -> bool {
    has_flat(Around::of(lambda), bound.clone()) == Some(true)
}

/// Whether a SOAC of some code becomes flat. `None` if the map around it cannot be split. `bound` are the names that
/// differ between iterations.
fn has_flat(around: Around<'_>, mut bound: FxHashSet<Name>) -> Option<bool> {
    let mut found = false;
    for stm in around.body.stms {
        let plan = match updates(stm) {
            _ if is_uniform(stm, &bound) => {
                stm.pat.iter().for_each(|param| _ = bound.remove(&param.name));
                Plan::Again
            }
            Some(update) => update.is_flat(around, &bound).then_some(Plan::Flat)?,
            None if makes_bins(stm, around, &bound) || is_filled(stm, &bound) => Plan::Again,
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
    if is_shared(stm, bound) || is_nest(stm, bound) {
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
        Exp::Capacity { .. } | Exp::Parameter { .. } | Exp::Reshape { .. } | Exp::Iota { .. } => Some(Plan::Again),
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
        flat.body(code, Around::of(lambda), lambda.rets, own)
    }

    /// Splits the map of a function. Returns the arrays of its results: those that are given from position `own` on, or
    /// copies.
    fn body(&mut self, code: &mut Code<'b>, around: Around<'a>, rets: &[Type<'_>], own: usize) -> Vec<Name> {
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
                Exp::Map { lambda, .. } if body_soacs(lambda.body) > 0 => self.nest(code, stm),
                Exp::Map { .. } | Exp::If { .. } | Exp::Loop { .. } => self.keep(code, copied),
                Exp::Reduce { .. } => self.reduce(code, copied),
                Exp::Scan { .. } => self.scan(code, copied),
                Exp::Hist { .. } | Exp::Scatter { .. } => self.update(code, copied),
                _ => self.again.push(copied),
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
        self.arguments(&mut code, lambda.params, arrays, row, column);
        code.stms.extend(lambda.body.stms);
        code
    }

    /// Binds the parameters of a SOAC's function to the element `column` of the SOAC's arrays, in iteration `row`.
    fn arguments(&self, code: &mut Code<'b>, params: &[Param<'b>], arrays: &[Name], row: Atom, column: Atom) {
        let span = code.span;
        code.stms.extend(self.again.iter().map(|stm| self.copy(stm)));
        for (param, array) in params.iter().zip(arrays) {
            let exp = match self.iota(*array) {
                Some(iota) => {
                    let value = number_at(code, iota, column);
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
    }

    /// The iteration and the position in it of element `index` of all elements.
    fn place(&self, code: &mut Code<'b>, index: Atom, size: Atom) -> (Atom, Atom) {
        let row = code.arith(BinOp::Quot, index, size);
        let before = code.arith(BinOp::Mul, row, size);
        (row, code.arith(BinOp::Sub, index, before))
    }

    /// A body that is in the scope of the map's function, for iteration `row`.
    fn for_iteration(&self, mut code: Code<'b>, row: Atom, body: Body<'b>) -> Body<'b> {
        self.values(&mut code, row, &body.free_names());
        code.stms.extend(body.stms);
        code.body(body.result.iter().copied())
    }

    /// Binds those of the given names that are `used` to their values in iteration `row`.
    fn values(&self, code: &mut Code<'b>, row: Atom, used: &[Name]) {
        let used: FxHashSet<Name> = used.iter().copied().collect();
        for (param, array) in self.given.iter().filter(|(param, _)| used.contains(&param.name)) {
            let sizes: Vec<Atom> = std::iter::once(self.width).chain(dims(param.ty).iter().copied()).collect();
            let exp = code.element(*array, &[row], &sizes);
            code.push(&[*param], exp);
        }
    }
}

/// A number of an iota, given its first number, its distance and its type.
fn number_at(code: &mut Code<'_>, (first, step, prim): (Atom, Atom, PrimType), index: Atom) -> Atom {
    let index = code.converted(PrimType::I64, prim, index);
    let moved = code.operator(BinOp::Mul, prim, index, step);
    code.operator(BinOp::Add, prim, first, moved)
}
