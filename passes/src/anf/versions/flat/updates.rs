//! Histograms and scatters in the function of a map: one of all its iterations, whose bins lie behind each other.

use super::{Around, Flat, plain};
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
    pub fn is_flat(&self, around: Around<'_>, bound: &FxHashSet<Name>) -> bool {
        let outside = |atom: &Atom| variable(atom).is_none_or(|name| !bound.contains(&name));
        let alone = |op: &HistOp<'_>| {
            let free = op.lambda.free_names().into_iter().chain(op.neutral.iter().filter_map(variable));
            !on_arrays(op.lambda) && free.into_iter().all(|name| !bound.contains(&name))
        };
        let made = |dest: Name| {
            let makes = |stm: &&Stm<'_>| stm.pat.iter().any(|param| param.name == dest);
            match around.body.stms.iter().find(makes) {
                Some(stm) => makes_bins(stm, around, bound),
                None => self.has_own(dest, around),
            }
        };
        outside(&self.width)
            && plain(self.lambda)
            && self.ops.iter().all(alone)
            && self.scattered.iter().all(|dest| dest.rank == 1)
            && self.dests().all(made)
    }

    /// Whether the bins are a loop's parameter, which nothing else uses: so they have an array of their own, the rows
    /// of which lie behind each other.
    fn has_own(&self, bins: Name, around: Around<'_>) -> bool {
        let is_param = around.params.iter().any(|param| param.name == bins && dims(param.ty).len() == 1);
        around.is_loop && is_param && self.is_only_use(bins, around)
    }

    /// Whether this is the only use of `bins`.
    fn is_only_use(&self, bins: Name, around: Around<'_>) -> bool {
        let times = self.dests().filter(|dest| *dest == bins).count();
        times == 1 && !self.lambda.free_names().contains(&bins) && uses(bins, around).len() == 1
    }
}

/// The statements that use a name, and how the result does.
fn uses<'a>(name: Name, around: Around<'a>) -> Vec<Option<&'a Stm<'a>>> {
    let stms = around.body.stms.iter().filter(|stm| stm.exp.free_names().contains(&name)).map(Some);
    stms.chain(around.body.result.iter().filter(|atom| variable(atom) == Some(name)).map(|_| None)).collect()
}

/// Whether a statement of a map's function makes an array for nothing but the bins of a histogram or a scatter there,
/// and can make those of all iterations at once: a replicate, or a copy of an input or of a replicate.
pub fn makes_bins(stm: &Stm<'_>, around: Around<'_>, bound: &FxHashSet<Name>) -> bool {
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
    let [Some(only)] = uses(param.name, around)[..] else { return false };
    let is_used = match updates(only) {
        Some(update) => update.is_only_use(param.name, around),
        None => matches!(only.exp, Exp::Copy { .. }) && makes_bins(only, around, bound),
    };
    outside(size) && is_made && is_used
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
        let maker = |array| self.again.iter().find(|stm| stm.pat.iter().any(|param| param.name == array));
        let rows = |array| self.given.iter().find(|(param, _)| param.name == array).map(|(_, rows)| *rows);
        let (arena, span) = (self.arena, code.span);
        let Some(ty) = self.type_of(dest) else { return dest };
        let size = dims(&ty).first().copied().unwrap_or(int(0));
        let total = code.operator(BinOp::Mul, PrimType::I64, self.width, size);
        let shape = arena.slice([total]);
        let exp = match (maker(dest).map(|stm| stm.exp), rows(dest)) {
            (Some(Exp::Replicate { value, .. }), _) => Exp::Replicate { span, shape, value },
            (Some(Exp::Copy { array, .. }), _) => {
                if matches!(maker(*array).map(|stm| stm.exp), Some(Exp::Replicate { .. })) {
                    return self.bins(code, *array);
                }
                let array = match rows(*array) {
                    Some(array) => {
                        let all = code.array(prim(&ty), [self.width, size], false);
                        code.bind("copy", all, Exp::Copy { span, array })
                    }
                    None => self.copies(code, &[var(*array)], &[ty])[0],
                };
                Exp::Reshape { span, array, shape }
            }
            (_, Some(array)) => Exp::Reshape { span, array, shape },
            _ => return dest,
        };
        let flat = code.array(prim(&ty), [total], false);
        code.bind("bins", flat, exp)
    }
}
