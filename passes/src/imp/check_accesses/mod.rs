//! `check-accesses`: makes sure that a program only accesses its own blocks.

mod checks;

use framework::pass::{Context, Run, Transform};
use framework::pipeline::broken;
use framework::{Error, Language, Name, Names, Owned, Program as AnyProgram, Renaming, Result, Span, Symbol, pass};
use languages::imp::{
    Arena, Arg, ArgDim, Exp, Fun, Hist, Imp, Op, Operand, Proc, Program, Reduce, Res, Scan, Slot, Stm, Totals, Traced,
};
use languages::prim::{BinOp, PrimType};
use languages::run::MAX_DEPTH;
use rustc_hash::FxHashMap;

pass! {
    /// Puts a check before every memory operation: reads, writes, copies, histograms, allocations and results.
    ///
    ///     xs[i] <- v     becomes     assert (0 <= i && i < xs_size) …; xs[i] <- v
    ///
    /// Programs from the compiler's own passes need no such checks: earlier passes have checked every index. A program
    /// from a text or a plug-in may access any address, and backends do not check. So drivers run this pass last on
    /// such programs. The pass first checks the rule of the language that it relies on: a memory variable holds blocks
    /// of one element type.
    ///
    /// Every memory variable gets a second variable with the number of elements of its block (0 without a block).
    /// Procedures pass these numbers along. They also count how deeply their calls are nested, so that a program fails
    /// before the stack overflows.
    pub CheckAccesses = "check-accesses": Imp => Imp {
        counts: { checks },
    }
}

impl Transform for CheckAccesses {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        if let Some(error) = broken(&AnyProgram::new(program.clone()).check_rules(), Imp::INFO, run) {
            return Err(error);
        }
        let mut checks = 0;
        let result = Owned::build(|arena| {
            let root = program.root();
            let mut checker = Checker {
                arena,
                context: run,
                sizes: FxHashMap::default(),
                depth: None,
                function: Symbol::new(""),
                checks: 0,
            };
            let mut procs = Vec::new();
            for proc in root.procs {
                procs.push(checker.proc(proc)?);
            }
            let mut funs = Vec::new();
            for fun in root.funs {
                funs.push(checker.fun(fun)?);
            }
            checks = checker.checks;
            Ok(Program { span: root.span, funs: arena.slice(funs), procs: arena.slice(procs) })
        })?;
        run.counts.checks = checks;
        Ok(result)
    }
}

/// The deepest nesting of calls. The limit of `inline` is lower, so a program whose calls `inline` counts fails by that
/// limit first, with a place in its source.
const MOST_NESTED: i64 = MAX_DEPTH as i64 + 1000;

/// Adds checks to a program.
struct Checker<'b, 'c> {
    arena: &'b Arena<'b>,
    context: &'c Context,
    /// The variable with the number of elements of a memory variable's block.
    sizes: FxHashMap<Name, Name>,
    /// The variable with the number of enclosing calls; `None` in an entry point.
    depth: Option<Name>,
    /// The function's name, for checks without a place.
    function: Symbol,
    checks: u64,
}

type Stms<'b> = Vec<Stm<'b>>;

impl<'b> Checker<'b, '_> {
    fn exp(&self, exp: &Exp<'_>) -> Exp<'b> {
        exp.copy_into(self.arena, &mut Renaming::new(Names::Keep))
    }

    fn exps(&self, exps: &[Exp<'_>]) -> &'b [Exp<'b>] {
        self.arena.slice(exps.iter().map(|exp| self.exp(exp)).collect::<Vec<_>>())
    }

    /// The number of elements of a memory variable's block.
    fn size(&self, mem: Name) -> Result<Exp<'b>> {
        let size = self.sizes.get(&mem).copied();
        let name = size.ok_or_else(|| Error::internal(format!("`{mem}` has no size")))?;
        Ok(Exp::Var { span: Span::NONE, name })
    }

    /// A variable for the number of elements of a memory variable's block.
    fn new_size(&mut self, mem: Name) -> Name {
        let name = Name::fresh(format!("{}_size", mem.base).as_str());
        self.sizes.insert(mem, name);
        name
    }

    fn set_size(&mut self, mem: Name, value: Exp<'b>, out: &mut Stms<'b>) -> Result<()> {
        let Exp::Var { name, .. } = self.size(mem)? else { return Err(Error::internal("a size is a variable")) };
        out.push(Stm::Assign { span: Span::NONE, name, value: self.arena.alloc(value) });
        Ok(())
    }

    fn fun(&mut self, fun: &Fun<'_>) -> Result<Fun<'b>> {
        (self.function, self.depth) = (fun.entry, None);
        let mut body = Vec::new();
        for arg in fun.args {
            let Arg::ArrayArg { span, mem, dims, .. } = arg else { continue };
            // Backends check arguments: the number of elements of an argument's block is the product of its sizes.
            let sizes = dims.iter().map(|dim| match dim {
                ArgDim::Fixed { value, .. } => self.int(*value),
                ArgDim::Fresh { name, .. } | ArgDim::Same { name, .. } => self.var(*name),
            });
            let count = sizes.reduce(|product, size| self.bin(BinOp::Mul, product, size)).unwrap_or(self.int(1));
            let name = self.new_size(*mem);
            body.push(Stm::Decl { span: *span, name, prim: PrimType::I64 });
            self.set_size(*mem, count, &mut body)?;
        }
        self.stms(fun.body, &mut body)?;
        for result in fun.results {
            if let Res::ArrayRes { span, mem, dims, .. } = result {
                self.check_result(*span, *mem, dims, &mut body)?;
            }
        }
        let Fun { span, name, entry, .. } = *fun;
        let keep = &mut Renaming::new(Names::Keep);
        let args: Vec<_> = fun.args.iter().map(|arg| arg.copy_into(self.arena, keep)).collect();
        let results: Vec<_> = fun.results.iter().map(|result| result.copy_into(self.arena, keep)).collect();
        let (args, results, body) = (self.arena.slice(args), self.arena.slice(results), self.arena.slice(body));
        Ok(Fun { span, name, entry, args, results, body })
    }

    fn proc(&mut self, proc: &Proc<'_>) -> Result<Proc<'b>> {
        self.function = proc.name;
        let depth = Name::fresh("depth");
        self.depth = Some(depth);
        let mut params = vec![Slot::ScalarSlot { span: proc.span, name: depth, prim: PrimType::I64 }];
        for param in proc.params {
            params.push(*param);
            if let Slot::MemSlot { span, name, .. } = param {
                let size = self.new_size(*name);
                params.push(Slot::ScalarSlot { span: *span, name: size, prim: PrimType::I64 });
            }
        }
        let mut body = Vec::new();
        self.stms(proc.body, &mut body)?;
        let results = self.operands(proc.results)?;
        let (params, body) = (self.arena.slice(params), self.arena.slice(body));
        Ok(Proc { span: proc.span, name: proc.name, params, body, results: self.arena.slice(results) })
    }

    /// The operands; each block is followed by its number of elements.
    fn operands(&self, operands: &[Operand<'_>]) -> Result<Vec<Operand<'b>>> {
        let mut out = Vec::new();
        for operand in operands {
            out.push(operand.copy_into(self.arena, &mut Renaming::new(Names::Keep)));
            if let Operand::MemOperand { span, mem } = operand {
                let value = self.arena.alloc(self.size(*mem)?);
                out.push(Operand::ScalarOperand { span: *span, value, prim: PrimType::I64 });
            }
        }
        Ok(out)
    }

    fn list(&mut self, stms: &[Stm<'_>]) -> Result<&'b [Stm<'b>]> {
        let mut out = Vec::new();
        self.stms(stms, &mut out)?;
        Ok(self.arena.slice(out))
    }

    fn stms(&mut self, stms: &[Stm<'_>], out: &mut Stms<'b>) -> Result<()> {
        stms.iter().try_for_each(|stm| self.stm(stm, out))
    }

    fn stm(&mut self, stm: &Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let span = stm.span();
        match stm {
            Stm::Read { mem, index, .. } | Stm::Write { mem, index, .. } => {
                self.check_index(span, *mem, index, out)?;
                self.keep(stm, out);
            }
            Stm::Copy { shape, to, from, .. } => {
                self.check_regions(span, shape, &[*to, *from], out)?;
                self.keep(stm, out);
            }
            Stm::Alloc { name, count, .. } => {
                self.check_count(span, count, out);
                self.keep(stm, out);
                self.set_size(*name, self.exp(count), out)?;
            }
            Stm::DeclMem { name, .. } => {
                self.keep(stm, out);
                let size = self.new_size(*name);
                out.push(Stm::Decl { span, name: size, prim: PrimType::I64 });
            }
            Stm::Free { name, .. } => {
                self.keep(stm, out);
                self.set_size(*name, self.int(0), out)?;
            }
            Stm::AssignMem { name, from, .. } => {
                self.keep(stm, out);
                self.set_size(*name, self.size(*from)?, out)?;
            }
            Stm::Call { proc, args, targets, .. } => self.call(span, *proc, args, targets, out)?,
            Stm::If { cond, yes, no, .. } => {
                let (yes, no) = (self.list(yes)?, self.list(no)?);
                out.push(Stm::If { span, cond: self.arena.alloc(self.exp(cond)), yes, no });
            }
            Stm::For { index, bound, body, .. } => {
                let body = self.list(body)?;
                out.push(Stm::For { span, index: *index, bound: self.arena.alloc(self.exp(bound)), body });
            }
            Stm::While { cond, body, .. } => {
                let body = self.list(body)?;
                out.push(Stm::While { span, cond: self.arena.alloc(self.exp(cond)), body });
            }
            Stm::Threads { count, thread, together, bytes, body, .. } => {
                let (bytes, body) = (self.arena.alloc(self.exp(bytes)), self.list(body)?);
                out.push(Stm::Threads { span, count: *count, thread: *thread, together: *together, bytes, body });
            }
            Stm::Parallel { groups, space, body, .. } => {
                let keep = &mut Renaming::new(Names::Keep);
                let space: Vec<_> = space.iter().map(|dim| dim.copy_into(self.arena, keep)).collect();
                out.push(Stm::Parallel {
                    span,
                    groups: *groups,
                    space: self.arena.slice(space),
                    body: self.list(body)?,
                });
            }
            Stm::Reduce { reduce, .. } => {
                let reduce = self.reduce(reduce)?;
                out.push(Stm::Reduce { span, reduce: self.arena.alloc(reduce) });
            }
            Stm::Scan { scan, .. } => {
                let scan = self.scan(scan)?;
                out.push(Stm::Scan { span, scan: self.arena.alloc(scan) });
            }
            Stm::Hist { hist, .. } => {
                self.check_bins(span, hist, out)?;
                let hist = self.hist(hist)?;
                out.push(Stm::Hist { span, hist: self.arena.alloc(hist) });
            }
            Stm::Trace { values, .. } => {
                for traced in *values {
                    if let Traced::TracedArray { dims, from, .. } = traced {
                        self.check_regions(span, dims, &[*from], out)?;
                    }
                }
                self.keep(stm, out);
            }
            Stm::Decl { .. } | Stm::Assign { .. } | Stm::Assert { .. } | Stm::Combine { .. } => self.keep(stm, out),
        }
        Ok(())
    }

    fn keep(&self, stm: &Stm<'_>, out: &mut Stms<'b>) {
        out.push(stm.copy_into(self.arena, &mut Renaming::new(Names::Keep)));
    }

    /// Translates a call, which also passes the depth of calls and the sizes of blocks.
    fn call(
        &mut self,
        span: Span,
        proc: Symbol,
        args: &[Operand<'_>],
        targets: &[Name],
        out: &mut Stms<'b>,
    ) -> Result<()> {
        let depth = match self.depth {
            None => self.int(1),
            Some(depth) => self.bin(BinOp::Add, self.var(depth), self.int(1)),
        };
        self.check_depth(span, proc, depth, MOST_NESTED, out);
        let depth = Operand::ScalarOperand { span, value: self.arena.alloc(depth), prim: PrimType::I64 };
        let args: Vec<_> = std::iter::once(depth).chain(self.operands(args)?).collect();
        let sizes = |target: &Name| std::iter::once(*target).chain(self.sizes.get(target).copied());
        let targets: Vec<Name> = targets.iter().flat_map(sizes).collect();
        let (args, targets) = (self.arena.slice(args), self.arena.slice(targets));
        out.push(Stm::Call { span, proc, args, targets });
        Ok(())
    }

    fn op(&mut self, op: &Op<'_>) -> Result<&'b Op<'b>> {
        let body = self.list(op.body)?;
        let (lhs, rhs) = (self.arena.slice(op.lhs.iter().copied()), self.arena.slice(op.rhs.iter().copied()));
        Ok(self.arena.alloc(Op { span: op.span, lhs, rhs, body, results: self.exps(op.results) }))
    }

    fn reduce(&mut self, reduce: &Reduce<'_>) -> Result<Reduce<'b>> {
        Ok(Reduce {
            span: reduce.span,
            dim: self.arena.alloc(reduce.dim.copy_into(self.arena, &mut Renaming::new(Names::Keep))),
            body: self.list(reduce.body)?,
            values: self.exps(reduce.values),
            op: self.op(reduce.op)?,
            step: reduce.step.map(|step| self.op(step)).transpose()?,
            neutral: self.exps(reduce.neutral),
            comm: reduce.comm,
            targets: self.arena.slice(reduce.targets.iter().copied()),
        })
    }

    fn scan(&mut self, scan: &Scan<'_>) -> Result<Scan<'b>> {
        let Reduce { span, dim, body, values, op, neutral, .. } = self.reduce(&scan.reduction())?;
        let after = self.list(scan.after)?;
        let totals = Totals {
            span: scan.totals.span,
            values: self.exps(scan.totals.values),
            op: self.op(scan.totals.op)?,
            neutral: self.exps(scan.totals.neutral),
            targets: self.arena.slice(scan.totals.targets.iter().copied()),
        };
        let outs = self.arena.slice(scan.outs.iter().copied());
        Ok(Scan { span, dim, body, values, op, neutral, outs, after, totals: self.arena.alloc(totals) })
    }

    fn hist(&mut self, hist: &Hist<'_>) -> Result<Hist<'b>> {
        let keep = &mut Renaming::new(Names::Keep);
        let dests: Vec<_> = hist.dests.iter().map(|bins| bins.copy_into(self.arena, keep)).collect();
        Ok(Hist {
            span: hist.span,
            dim: self.arena.alloc(hist.dim.copy_into(self.arena, keep)),
            body: self.list(hist.body)?,
            width: self.arena.alloc(self.exp(hist.width)),
            op: self.op(hist.op)?,
            neutral: self.exps(hist.neutral),
            dests: self.arena.slice(dests),
        })
    }
}
