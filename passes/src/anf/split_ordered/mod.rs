//! `split-ordered`: lets lanes reduce and scan neighbouring runs of elements.

mod gain;
mod scans;

use self::gain::{is_faster_in_lanes, rounds};
use self::scans::Scan;
use super::support::code::{Code, int, prim, scalar, var};
use super::support::elements::identity;
use super::support::host;
use super::support::loops::{bind_map, numbers};
use super::support::parts::{Reduce, slice};
use super::support::soac::{body_work, combined, copy, exp_soacs, is_plain};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

pass! {
    /// Splits a reduction or a scan whose operator does not commute into runs of 80 elements, which a map reduces.
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
    /// A scan also needs what is before each run:
    ///
    ///     scan f e xs
    ///     becomes
    ///     p = if n >= 16384 then n / 80 else 0
    ///     cs = scan f e (map (\k -> reduce f e xs[80·k :+ 80]) (iota p))
    ///     flatten (map (\k -> scan f (if k = 0 then e else cs[k-1]) xs[80·k :+ 80]) (iota p))
    ///     ++ scan f (if p = 0 then e else cs[p-1]) xs[80·p :+ n - 80·p]
    ///
    /// The last two scans start with what is before them: that of a run is a loop in a thread, and that of what is left
    /// a loop of the host. A scan reads its elements twice like this, but a lane never waits for the one before.
    ///
    /// Only for devices of few threads, and operators on scalars that are worth it: with no more than one instruction
    /// for each operand, reading elements of several runs costs more than it saves.
    pub SplitOrdered = "split-ordered": Anf => Anf {
        counts: { split },
        options: {
            /// Whether the device has few threads, which have lanes.
            few_threads: bool = false,
            /// Whether lanes are in registers of more than 128 bits. If not, scans that do not round stay as they
            /// are; the others are split as with wide registers, so that they have the same results.
            wide: bool = true,
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
        let (few_threads, wide) = (run.options.few_threads, run.options.wide);
        let program: &Program<'_> = program.root();
        Owned::build(|arena| {
            let mut splitter =
                Splitter { arena, types: Types::of(program), few_threads, wide, iotas: FxHashMap::default(), split: 0 };
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
    wide: bool,
    /// The start, the step and the type of iotas: their elements are computed where they are needed.
    iotas: FxHashMap<Name, (Atom, Atom, PrimType)>,
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
            if !splitter.few_threads {
                return Ok(whole);
            }
            if let (Exp::Iota { start, step, prim, .. }, [param]) = (stm.exp, stm.pat) {
                splitter.iotas.insert(param.name, (**start, **step, *prim));
            }
            if let Some(reduce) = ordered(stm) {
                splitter.split += 1;
                return Ok(splitter.choice(code, pat, reduce, whole));
            }
            if let Some(scan) = Scan::of(stm).filter(|scan| splitter.is_worth_it(scan)) {
                splitter.split += 1;
                let from = code.stms.len();
                let atoms = splitter.scan(code, scan);
                let certs = splitter.arena.slice(stm.certs.iter().copied());
                code.stms[from..].iter_mut().for_each(|new| new.certs = certs);
                return Ok(Exp::Atoms { span: code.span, atoms: splitter.arena.slice(atoms) });
            }
            Ok(whole)
        })
    }

    /// Does not visit the functions of SOACs.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

impl<'a, 'b> Splitter<'a, 'b> {
    fn is_worth_it(&self, scan: &Scan<'a>) -> bool {
        let types = |array| match self.iotas.contains_key(&array) {
            true => None,
            false => self.types.get(array).map(|ty| prim(&ty)),
        };
        (self.wide || rounds(scan)) && is_faster_in_lanes(scan, types)
    }

    /// The conditional that splits the reduction `whole`, which binds `pat`. Its condition is computed by `code`.
    fn choice(&mut self, code: &mut Code<'b>, pat: &[Param<'b>], reduce: Reduce<'a>, whole: Exp<'b>) -> Exp<'b> {
        let (arena, span) = (self.arena, code.span);
        let long = code.arith(BinOp::Le, int(FEWEST), reduce.width);
        let mut yes = Code::new(arena, span);
        let results = self.runs(&mut yes, reduce);
        let no = Code::new(arena, span).ending_in(pat, whole);
        let (yes, no) = (arena.alloc(yes.body(results)), arena.alloc(no));
        Exp::If { span, cond: arena.alloc(long), yes, no }
    }

    /// Maps a function over the numbers of runs. It gets the first element of a run, and gives results of these types.
    fn map_runs(
        &self,
        code: &mut Code<'b>,
        runs: Atom,
        rets: &[Type<'b>],
        function: impl FnOnce(&mut Code<'b>, Atom, Atom) -> Vec<Atom>,
    ) -> Vec<Name> {
        let (arena, span) = (code.arena, code.span);
        let numbers = numbers(code, "runs", runs);
        let number = code.param("run", scalar(PrimType::I64));
        let mut inside = Code::new(arena, span);
        let start = inside.arith(BinOp::Mul, var(number.name), int(RUN));
        let results = function(&mut inside, var(number.name), start);
        let body = arena.alloc(inside.body(results));
        let rets = arena.slice(rets.iter().copied());
        bind_map(code, "partial", runs, &[numbers], Lambda { span, params: arena.slice([number]), rets, body })
    }

    /// The results of a reduction of runs, of what is left, and of their results.
    fn runs(&self, code: &mut Code<'b>, reduce: Reduce<'a>) -> Vec<Atom> {
        let (arena, span) = (self.arena, code.span);
        let runs = code.arith(BinOp::Quot, reduce.width, int(RUN));
        let rets = reduce.copied(arena, reduce.width, &[]).lambda.rets;
        let partial = self.map_runs(code, runs, rets, |inside, _, start| self.reduced(inside, reduce, start, int(RUN)));

        let last = reduce.copied(arena, runs, &partial);
        let lambda = arena.alloc(identity(arena, *last.lambda));
        let all = bind_scalars(code, rets, Reduce { lambda, ..last }.exp(span, arena));
        let done = code.arith(BinOp::Mul, runs, int(RUN));
        let left = code.arith(BinOp::Sub, reduce.width, done);
        let rest = self.reduced(code, reduce, done, left);

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
        results
    }

    /// The parts of arrays with `count` elements from `start` on.
    fn part(&self, code: &mut Code<'b>, arrays: &[Name], start: Atom, count: Atom) -> Vec<Name> {
        let part = arrays.iter().map(|array| match (self.iotas.get(array), self.types.get(*array)) {
            (Some((from, step, prim)), _) => {
                let start = code.converted(PrimType::I64, *prim, start);
                let passed = code.operator(BinOp::Mul, *prim, start, *step);
                let start = code.operator(BinOp::Add, *prim, *from, passed);
                let ty = code.array(*prim, [count], false);
                let [count, start, step] = [count, start, *step].map(|atom| code.arena.alloc(atom));
                code.bind("numbers", ty, Exp::Iota { span: code.span, count, start, step, prim: *prim })
            }
            (None, Some(ty)) => slice(&ty, code, *array, start, count),
            (None, None) => *array,
        });
        part.collect()
    }

    /// The results of the reduction of `count` elements from `start` on.
    fn reduced(&self, code: &mut Code<'b>, reduce: Reduce<'_>, start: Atom, count: Atom) -> Vec<Atom> {
        let part = self.part(code, reduce.arrays, start, count);
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
