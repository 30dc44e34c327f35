//! Histograms and scatters in the function of a map: one of all its iterations, whose bins lie behind each other.

use super::{Flat, plain};
use crate::anf::sequentialise::on_arrays;
use crate::anf::support::code::{Code, dims, int, prim, scalar, var, variable};
use crate::anf::support::loops::numbers;
use framework::{Name, Names, Node, Renaming};
use languages::anf::{Atom, Dest, Exp, HistOp, Lambda, Stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

/// A histogram or a scatter.
pub struct Update<'a> {
    width: Atom,
    lambda: &'a Lambda<'a>,
    ops: &'a [HistOp<'a>],
    scattered: &'a [Dest],
}

/// The histogram or scatter that a statement is.
pub fn updates<'a>(stm: &Stm<'a>) -> Option<Update<'a>> {
    match stm.exp {
        Exp::Hist { width, lambda, ops, .. } => Some(Update { width: **width, lambda, ops, scattered: &[] }),
        Exp::Scatter { width, lambda, dests, .. } => {
            Some(Update { width: **width, lambda, ops: &[], scattered: dests })
        }
        _ => None,
    }
}

impl Update<'_> {
    /// The arrays that are overwritten.
    fn dests(&self) -> impl Iterator<Item = Name> {
        let bins = self.ops.iter().flat_map(|op| op.dests.iter().copied());
        bins.chain(self.scattered.iter().map(|dest| dest.array))
    }

    /// Whether it becomes a flat operation, in a map of `around`, which binds the names `bound`.
    pub fn is_flat(&self, around: &Lambda<'_>, bound: &FxHashSet<Name>) -> bool {
        let outside = |atom: &Atom| variable(atom).is_none_or(|name| !bound.contains(&name));
        let alone = |op: &HistOp<'_>| {
            let free = op.lambda.free_names().into_iter().chain(op.neutral.iter().filter_map(variable));
            !on_arrays(op.lambda) && free.into_iter().all(|name| !bound.contains(&name))
        };
        let made = |dest: Name| {
            let makes = |stm: &&Stm<'_>| stm.pat.iter().any(|param| param.name == dest);
            around.body.stms.iter().find(makes).is_some_and(|stm| makes_bins(stm, around, bound))
        };
        outside(&self.width)
            && plain(self.lambda)
            && self.ops.iter().all(alone)
            && self.scattered.iter().all(|dest| dest.rank == 1)
            && self.dests().all(made)
    }
}

/// Whether a statement of a map's function makes an array for nothing but the bins of a histogram or a scatter there,
/// and can make those of all iterations at once: a replicate, or a copy of an input or of a replicate.
pub fn makes_bins(stm: &Stm<'_>, around: &Lambda<'_>, bound: &FxHashSet<Name>) -> bool {
    let [param] = stm.pat else { return false };
    let [size] = dims(param.ty) else { return false };
    let outside = |atom: &Atom| variable(atom).is_none_or(|name| !bound.contains(&name));
    let is_replicate = |stm: &Stm<'_>| matches!(stm.exp, Exp::Replicate { value, .. } if outside(value));
    let is_made = match stm.exp {
        Exp::Copy { array, .. } => {
            let makes = |stm: &Stm<'_>| stm.pat.iter().any(|param| param.name == *array) && is_replicate(stm);
            around.params.iter().any(|param| param.name == *array) || around.body.stms.iter().any(makes)
        }
        _ => is_replicate(stm),
    };
    let uses = |stm: &&Stm<'_>| stm.exp.free_names().contains(&param.name);
    let uses: Vec<&Stm<'_>> = around.body.stms.iter().filter(uses).collect();
    let is_result = around.body.result.iter().any(|atom| variable(atom) == Some(param.name));
    let [only] = uses[..] else { return false };
    let is_used = match updates(only) {
        Some(update) => {
            let times = update.dests().filter(|dest| *dest == param.name).count();
            times == 1 && !update.lambda.free_names().contains(&param.name)
        }
        None => matches!(only.exp, Exp::Copy { .. }) && makes_bins(only, around, bound),
    };
    outside(size) && is_made && is_used && !is_result
}

impl<'b> Flat<'_, 'b, '_> {
    /// A histogram or a scatter of each iteration: one of all elements. Bins out of bounds stay out of bounds.
    pub(super) fn update(&mut self, code: &mut Code<'b>, stm: Stm<'b>) {
        let (arena, span) = (self.arena, stm.span);
        let (width, arrays, lambda) = match *stm.exp {
            Exp::Hist { width, arrays, lambda, .. } | Exp::Scatter { width, arrays, lambda, .. } => {
                (*width, arrays, lambda)
            }
            _ => return,
        };
        let sizes: Vec<Atom> = match stm.exp {
            Exp::Hist { ops, .. } => ops.iter().map(|op| *op.size).collect(),
            _ => stm.pat.iter().filter_map(|param| dims(param.ty).first().copied()).collect(),
        };
        let total = code.operator(BinOp::Mul, PrimType::I64, self.width, width);
        let indices = numbers(code, "numbers", total);
        let index = code.param("k", scalar(PrimType::I64));
        let mut front = Code::new(arena, span);
        let (row, column) = self.place(&mut front, var(index.name), width);
        let mut inner = self.applied(lambda, arrays, row, column, span);
        let mut results = lambda.body.result.to_vec();
        for (bin, size) in results.iter_mut().zip(&sizes) {
            let is_inside = inner.in_bounds(*bin, *size);
            let first = inner.arith(BinOp::Mul, row, *size);
            let place = inner.arith(BinOp::Add, first, *bin);
            *bin = inner.choice(is_inside, PrimType::I64, place, int(-1));
        }
        let body = arena.alloc(self.for_iteration(front, row, inner.body(results)));
        let lambda = Lambda { span, params: arena.slice([index]), rets: lambda.rets, body };
        let lambda = arena.alloc(lambda.copy_into(arena, &mut Renaming::new(Names::Fresh)));
        let (width, arrays) = (arena.alloc(total), arena.slice([indices]));
        let exp = match *stm.exp {
            Exp::Hist { ops, .. } => {
                let op = |op: &HistOp<'b>| HistOp {
                    size: arena.alloc(code.operator(BinOp::Mul, PrimType::I64, self.width, *op.size)),
                    dests: arena.slice(op.dests.iter().map(|dest| self.bins(code, *dest)).collect::<Vec<_>>()),
                    lambda: arena.alloc(op.lambda.copy_into(arena, &mut Renaming::new(Names::Fresh))),
                    ..*op
                };
                let ops = arena.slice(ops.iter().map(op).collect::<Vec<_>>());
                Exp::Hist { span, width, arrays, lambda, ops }
            }
            Exp::Scatter { dests, .. } => {
                let dest = |dest: &Dest| Dest { array: self.bins(code, dest.array), ..*dest };
                Exp::Scatter {
                    span,
                    width,
                    arrays,
                    lambda,
                    dests: arena.slice(dests.iter().map(dest).collect::<Vec<_>>()),
                }
            }
            other => other,
        };
        self.rows_of(code, &stm, exp);
    }

    /// The bins of all iterations behind each other, given the array of bins in the map's function.
    fn bins(&self, code: &mut Code<'b>, dest: Name) -> Name {
        let makes = |stm: &&&Stm<'_>| stm.pat.iter().any(|param| param.name == dest);
        let Some(stm) = self.again.iter().find(makes).map(|stm| self.copy(stm)) else { return dest };
        let (arena, span) = (self.arena, stm.span);
        let Some(ty) = stm.pat.first().map(|param| param.ty) else { return dest };
        let size = dims(ty).first().copied().unwrap_or(int(0));
        let total = code.operator(BinOp::Mul, PrimType::I64, self.width, size);
        let flat = code.array(prim(ty), [total], false);
        let exp = match *stm.exp {
            Exp::Copy { array, .. } => {
                let Some((_, rows)) = self.given.iter().find(|(param, _)| param.name == array) else {
                    return self.bins(code, array);
                };
                let copy = code.bind(
                    "copy",
                    code.array(prim(ty), [self.width, size], false),
                    Exp::Copy { span, array: *rows },
                );
                Exp::Reshape { span, array: copy, shape: arena.slice([total]) }
            }
            Exp::Replicate { value, .. } => Exp::Replicate { span, shape: arena.slice([total]), value },
            other => other,
        };
        code.bind("bins", flat, exp)
    }
}
