//! `split-ordered`: lets lanes reduce neighbouring runs of elements.

use super::support::code::{Code, int, scalar, var, variable};
use super::support::elements::identity;
use super::support::loops::{bind_map, numbers};
use super::support::parts::{Reduce, slice};
use super::support::soac::{body_work, combined, copy, exp_soacs};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Names, Owned, Renaming, Result, Span, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Reduction, Rewrite, Stm, Type, default_rewrite_exp,
};
use languages::prim::{BinOp, PrimType};

pass! {
    /// Splits a reduction whose operator does not commute into runs of 80 elements, which a map reduces.
    ///
    ///     reduce f e xs
    ///     becomes
    ///     if n >= 16384
    ///     then f (reduce f e (map (\k -> reduce f e xs[80·k :+ 80]) (iota p))) (reduce f e xs[80·p :+ n - 80·p])
    ///     else reduce f e xs
    ///
    /// where `p` is `n / 80`, rounded down. A vector cannot combine neighbours if their order matters. But neighbouring
    /// runs can have a lane each: a lane combines the elements of its run in order, and the map has the results in
    /// order. A run of 80 elements of 32 bits is five lines of memory. The number is odd, so that the runs of a group
    /// are in different sets of a cache.
    ///
    /// Only for devices of few threads, and operators on scalars that are worth it: with no more than one instruction
    /// for each operand, reading elements of several runs costs more than it saves.
    pub SplitOrdered = "split-ordered": Anf => Anf {
        counts: { split },
        options: {
            /// Whether the device has few threads, which have lanes.
            few_threads: bool = false,
        },
    }
}

/// The elements of a run.
const RUN: i64 = 80;
/// The fewest elements that are split: some groups of lanes.
const FEWEST: i64 = 16_384;
/// The least work of an element that is worth it, as measured by [`body_work`].
const WORTH: u64 = 6;

impl Transform for SplitOrdered {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let few_threads = run.options.few_threads;
        let program: &Program<'_> = program.root();
        Owned::build(|arena| {
            let mut splitter = Splitter { arena, types: Types::of(program), few_threads, split: 0 };
            let result = splitter.rewrite_program(program);
            run.counts.split = splitter.split;
            run.unchanged_if(splitter.split == 0);
            result
        })
    }
}

struct Splitter<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    few_threads: bool,
    split: u64,
}

/// The reduction that a statement is, if it is to be split.
fn ordered<'a>(stm: &Stm<'a>) -> Option<Reduce<'a>> {
    let Exp::Reduce { width, arrays, lambda, ops, .. } = stm.exp else { return None };
    let scalars = lambda.rets.iter().all(|ret| matches!(ret, Type::Scalar { .. }));
    let reduces_all = lambda.rets.len() == combined(ops);
    let ordered = ops.iter().any(|op| !op.comm && !is_plain(op.lambda));
    let bodies = || ops.iter().map(|op| op.lambda).chain([*lambda]).map(|lambda| lambda.body);
    let worth = bodies().map(body_work).fold(0, u64::saturating_add) >= WORTH;
    let fits = scalars && reduces_all && ordered && worth && !arrays.is_empty() && bodies().all(has_lanes);
    fits.then_some(Reduce { width: **width, arrays, lambda, ops })
}

/// Whether an operator combines each pair of operands by one instruction, for which the order does not matter.
fn is_plain(lambda: &Lambda<'_>) -> bool {
    let (lhs, rhs) = lambda.params.split_at(lambda.params.len() / 2);
    lambda.body.result.iter().zip(lhs.iter().zip(rhs)).all(|(result, (left, right))| {
        let named = |atom: &Atom, param: &Param<'_>| variable(atom) == Some(param.name);
        lambda.body.stms.iter().any(|stm| match stm.exp {
            Exp::Bin { op, lhs, rhs, .. } if stm.pat.iter().any(|param| named(result, param)) => {
                let these = named(lhs, left) && named(rhs, right) || named(lhs, right) && named(rhs, left);
                op.combines_in_any_order() && these
            }
            _ => false,
        })
    })
}

/// Whether several lanes can run a body: it works on scalars, checks nothing, and has no loops of its own.
fn has_lanes(body: &Body<'_>) -> bool {
    body.stms.iter().all(|stm| match stm.exp {
        Exp::If { yes, no, .. } => has_lanes(yes) && has_lanes(no),
        Exp::Assert { .. } | Exp::Call { .. } | Exp::Trace { .. } | Exp::Loop { .. } => false,
        exp => exp_soacs(exp) == 0 && stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. })),
    })
}

impl<'a, 'b> Rewrite<'a, 'b> for Splitter<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut code = Code::new(self.arena, node.span);
        for stm in node.stms {
            code.span = stm.span;
            let pat = stm.pat.iter().map(|param| self.rewrite_param(param)).collect::<Result<Vec<_>>>()?;
            let exp = self.rewrite_exp(stm.exp)?;
            let exp = match ordered(stm).filter(|_| self.few_threads) {
                Some(reduce) => self.choice(&mut code, &pat, reduce, exp),
                None => exp,
            };
            let certs = self.arena.slice(stm.certs.iter().copied());
            code.stms.push(Stm { span: stm.span, pat: self.arena.slice(pat), certs, exp: self.arena.alloc(exp) });
        }
        Ok(code.body(node.result.iter().copied()))
    }

    /// Does not visit the functions of SOACs.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        match node {
            Exp::If { .. } | Exp::Loop { .. } => default_rewrite_exp(self, node),
            other => Ok(other.copy_into(self.arena, &mut Renaming::new(Names::Keep))),
        }
    }
}

impl<'a, 'b> Splitter<'a, 'b> {
    /// The conditional that splits the reduction `whole`, which binds `pat`. Its condition is computed by `code`.
    fn choice(&mut self, code: &mut Code<'b>, pat: &[Param<'b>], reduce: Reduce<'a>, whole: Exp<'b>) -> Exp<'b> {
        self.split += 1;
        let span = code.span;
        let long = code.arith(BinOp::Le, int(FEWEST), reduce.width);
        let no = Code::new(self.arena, span).ending_in(pat, whole);
        let (yes, no) = (self.arena.alloc(self.runs(span, reduce)), self.arena.alloc(no));
        Exp::If { span, cond: self.arena.alloc(long), yes, no }
    }

    /// The reductions of the runs and of what is left, and that of their results.
    fn runs(&self, span: Span, reduce: Reduce<'a>) -> Body<'b> {
        let arena = self.arena;
        let mut code = Code::new(arena, span);
        let runs = code.arith(BinOp::Quot, reduce.width, int(RUN));
        let numbers = numbers(&mut code, "runs", runs);
        let number = code.param("run", scalar(PrimType::I64));
        let mut inside = Code::new(arena, span);
        let start = inside.arith(BinOp::Mul, var(number.name), int(RUN));
        let reduced = self.reduced(&mut inside, reduce, start, int(RUN));
        let rets = copied(arena, reduce).lambda.rets;
        let body = arena.alloc(inside.body(reduced));
        let lambda = Lambda { span, params: arena.slice([number]), rets, body };
        let partial = bind_map(&mut code, "partial", runs, &[numbers], lambda);

        let last = copied(arena, reduce);
        let lambda = arena.alloc(identity(arena, *last.lambda));
        let all = Reduce { width: runs, arrays: arena.slice(partial), lambda, ops: last.ops };
        let all = bind_scalars(&mut code, rets, all.exp(span, arena));
        let done = code.arith(BinOp::Mul, runs, int(RUN));
        let left = code.arith(BinOp::Sub, reduce.width, done);
        let rest = self.reduced(&mut code, reduce, done, left);

        let (mut results, mut from) = (Vec::new(), 0);
        for op in copied(arena, reduce).ops {
            let Lambda { params, body, .. } = *op.lambda;
            let to = from + params.len() / 2;
            let values = all[from..to].iter().chain(&rest[from..to]);
            code.stms.extend(params.iter().zip(values).map(|(param, value)| copy(arena, param, *value)));
            code.stms.extend(body.stms);
            results.extend(body.result);
            from = to;
        }
        code.body(results)
    }

    /// The results of the reduction of `count` elements from `start` on.
    fn reduced(&self, code: &mut Code<'b>, reduce: Reduce<'a>, start: Atom, count: Atom) -> Vec<Atom> {
        let part = reduce.arrays.iter().map(|array| match self.types.get(*array) {
            Some(ty) => slice(&ty, code, *array, start, count),
            None => *array,
        });
        let arrays = part.collect::<Vec<_>>();
        let part = copied(self.arena, reduce);
        let part = Reduce { width: count, arrays: self.arena.slice(arrays), ..part };
        bind_scalars(code, part.lambda.rets, part.exp(code.span, self.arena))
    }
}

/// Names the results of an expression.
fn bind_scalars<'b>(code: &mut Code<'b>, types: &[Type<'b>], exp: Exp<'b>) -> Vec<Atom> {
    let pat: Vec<Param<'b>> = types.iter().map(|ty| code.param("reduced", *ty)).collect();
    code.push(&pat, exp);
    pat.iter().map(|param| var(param.name)).collect()
}

/// The same reduction with other names.
fn copied<'b>(arena: &'b Arena<'b>, reduce: Reduce<'_>) -> Reduce<'b> {
    let mut renaming = Renaming::new(Names::Fresh);
    let ops: Vec<Reduction<'b>> = reduce.ops.iter().map(|op| op.copy_into(arena, &mut renaming)).collect();
    let lambda = arena.alloc(reduce.lambda.copy_into(arena, &mut renaming));
    Reduce { width: reduce.width, arrays: arena.slice(reduce.arrays.iter().copied()), lambda, ops: arena.slice(ops) }
}
