//! `split-ordered`: lets lanes reduce neighbouring runs of elements.

use super::support::code::{Code, int, scalar, var};
use super::support::elements::identity;
use super::support::host;
use super::support::loops::{bind_map, numbers};
use super::support::parts::{Reduce, slice};
use super::support::soac::{body_work, combined, copy, exp_soacs, is_plain};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Owned, Result, Span, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Type};
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
        host::rewrite_body(self, node, |splitter, code, stm, pat| {
            let whole = splitter.rewrite_exp(stm.exp)?;
            Ok(match ordered(stm).filter(|_| splitter.few_threads) {
                Some(reduce) => splitter.choice(code, pat, reduce, whole),
                None => whole,
            })
        })
    }

    /// Does not visit the functions of SOACs.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
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
        let rets = reduce.copied(arena, reduce.width, &[]).lambda.rets;
        let body = arena.alloc(inside.body(reduced));
        let lambda = Lambda { span, params: arena.slice([number]), rets, body };
        let partial = bind_map(&mut code, "partial", runs, &[numbers], lambda);

        let last = reduce.copied(arena, runs, &partial);
        let lambda = arena.alloc(identity(arena, *last.lambda));
        let all = bind_scalars(&mut code, rets, Reduce { lambda, ..last }.exp(span, arena));
        let done = code.arith(BinOp::Mul, runs, int(RUN));
        let left = code.arith(BinOp::Sub, reduce.width, done);
        let rest = self.reduced(&mut code, reduce, done, left);

        let (mut results, mut from) = (Vec::new(), 0);
        for op in reduce.copied(arena, reduce.width, &[]).ops {
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
        let part = part.collect::<Vec<_>>();
        let part = reduce.copied(self.arena, count, &part);
        bind_scalars(code, part.lambda.rets, part.exp(code.span, self.arena))
    }
}

/// Names the results of an expression.
fn bind_scalars<'b>(code: &mut Code<'b>, types: &[Type<'b>], exp: Exp<'b>) -> Vec<Atom> {
    let pat: Vec<Param<'b>> = types.iter().map(|ty| code.param("reduced", *ty)).collect();
    code.push(&pat, exp);
    pat.iter().map(|param| var(param.name)).collect()
}
