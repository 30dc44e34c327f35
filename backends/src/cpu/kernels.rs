//! Translates kernel statements of host code. Each becomes a few functions over ranges of indices, which `runtime.rs`
//! divides among threads.
//!
//! The functions take an environment: an array of 8-byte words with the values of the free scalar variables and the
//! base addresses of the free memory variables, in the order of their first uses.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use cranelift_module::FuncId;
use framework::{Error, Name, Node, Result};
use languages::lanes::{Dim, Exp, Hist, Op, Reduce, Scan, Stm};
use languages::prim::PrimType;
use rustc_hash::FxHashSet;
use std::rc::Rc;

use super::translate::{Translator, constant_in};
use super::vectors::Group;
use super::{ops, runtime};
use crate::scans::gives_carries;
use crate::{LEFT_ALONE, MOST_ALONE};
use languages::lanes::facts::{self, may_fail};

/// A captured variable.
#[derive(Clone, Copy)]
enum Capture {
    Scalar(Name, PrimType),
    Memory(Name),
}

/// The captured variables of a kernel, in the order of their words.
struct Captures {
    all: Vec<Capture>,
    /// Those that are scalars and stay the same in a loop over its indices, if that has no loops in it.
    constant: FxHashSet<Name>,
}

/// What the functions that launch a kernel need to know of it.
struct Launch {
    captures: Captures,
    environment: Value,
    /// The fields of `runtime::Cost`.
    cost: [Value; 2],
}

/// The types of the parameters after worker and environment.
const RANGE: &[Type] = &[types::I64, types::I64];
const RANGE_AND_STATE: &[Type] = &[types::I64, types::I64, types::I64];
const TWO_STATES: &[Type] = &[types::I64, types::I64];

impl Translator<'_> {
    /// The free variables of a statement, and an environment on the stack with their values.
    fn capture(&mut self, stm: &Stm<'_>) -> Result<(Captures, Value)> {
        let mut all = Vec::new();
        let mut values = Vec::new();
        for name in stm.free_names() {
            match self.lookup(name) {
                (Some(scalar), _) => {
                    all.push(Capture::Scalar(name, scalar.prim));
                    values.push(self.b.use_var(scalar.variable));
                }
                (None, Some(memory)) => {
                    all.push(Capture::Memory(name));
                    values.push(self.b.use_var(memory.base));
                }
                (None, None) => return Err(Error::internal(format!("{name} is not in scope"))),
            }
        }
        let environment = self.stack_words(values.len());
        self.store_words(&values, environment);
        Ok((Captures { all, constant: constant_in(stm) }, environment))
    }

    /// Compiles a kernel function. `build` receives the parameters after worker and environment.
    fn kernel(
        &mut self,
        captures: &Captures,
        params: &[Type],
        build: impl FnOnce(&mut Translator<'_>, &[Value]) -> Result<()>,
    ) -> Result<FuncId> {
        let all: Vec<Type> = [types::I64, types::I64].iter().chain(params).copied().collect();
        self.unit.define(&all, true, |t, args| {
            let environment = args[1];
            t.constant.clone_from(&captures.constant);
            for (i, capture) in captures.all.iter().enumerate() {
                let offset = 8 * i as i32;
                match *capture {
                    Capture::Scalar(name, prim) => {
                        let value = match t.unit.thread {
                            Some(thread) if thread == name => t.thread_number(runtime::thread_number as *const u8),
                            _ => {
                                t.has_home(name, environment, offset);
                                t.load(prim, environment, offset)
                            }
                        };
                        t.bind(name, prim, value);
                    }
                    Capture::Memory(name) => {
                        t.has_home(name, environment, offset);
                        let address = t.load(PrimType::I64, environment, offset);
                        t.bind_borrowed(name, address);
                    }
                }
            }
            build(t, &args[2..])
        })
    }

    /// Calls a routine of `runtime.rs`, and leaves the function if the returned status is a failure.
    pub(super) fn run(&mut self, routine: *const u8, args: &[Value]) {
        let params: Vec<Type> = args.iter().map(|&arg| self.b.func.dfg.value_type(arg)).collect();
        let status = ops::call_value(&mut self.b, routine, &params, types::I8, args);
        self.leave_if(status);
    }

    /// Calls a routine of `runtime.rs` whose arguments are in memory, one word each.
    fn run_on_words(&mut self, routine: *const u8, words: &[Value]) {
        let address = self.stack_words(words.len());
        self.store_words(words, address);
        self.run(routine, &[self.worker, address]);
    }

    /// Runs a kernel whose threads have memory of their own.
    pub(super) fn threads(&mut self, count: Name, thread: Name, body: &[Stm<'_>]) -> Result<()> {
        let threads = self.thread_number(runtime::thread_count as *const u8);
        self.bind(count, PrimType::I64, threads);
        // The number of a thread that runs host code. Kernels find out theirs.
        let zero = self.word(0);
        self.bind(thread, PrimType::I64, zero);
        let around = self.unit.thread.replace(thread);
        let done = self.stms(body);
        self.unit.thread = around;
        done
    }

    pub(super) fn thread_number(&mut self, routine: *const u8) -> Value {
        ops::call_value(&mut self.b, routine, &[types::I64], types::I64, &[self.worker])
    }

    fn word(&mut self, value: i64) -> Value {
        self.b.ins().iconst(types::I64, value)
    }

    /// Runs a kernel statement on all threads, if that is worth it. An index takes `cycles` cycles.
    pub fn launch(&mut self, stm: &Stm<'_>, cycles: &Exp<'_>, known: bool) -> Result<()> {
        let cycles = self.exp(cycles)?;
        let measured = if known { 0 } else { self.unit.add_measured() };
        let measured = self.word(measured);
        let (captures, environment) = self.capture(stm)?;
        let launch = Launch { captures, environment, cost: [cycles, measured] };
        let (groups, kernel) = Group::split(stm);
        let group = groups.first();
        let aliases = Rc::new(self.unit.aliases.in_kernel(kernel));
        let around = std::mem::replace(&mut self.unit.aliases, aliases);
        let launched = match kernel {
            Stm::Parallel { space, body, .. } => self.launch_parallel(&launch, &groups, space, body),
            Stm::Reduce { reduce, .. } => self.launch_reduce(&launch, group, reduce),
            Stm::Scan { scan, .. } => self.launch_scan(&launch, scan),
            Stm::Hist { hist, .. } => self.launch_hist(&launch, group, hist),
            _ => Err(Error::internal("only kernel statements are launched")),
        };
        self.unit.aliases = around;
        launched
    }

    /// The fields of `runtime::Order`: how a kernel that combines values is cut into pieces. That depends neither on
    /// the width of vectors nor on the number of threads.
    fn order(&mut self, group: Option<&Group<'_>>, bodies: &[&[Stm<'_>]], ops: &[&Op<'_>]) -> [Value; 2] {
        let least = match (bodies.iter().any(|body| facts::repeats(body)), group) {
            (false, _) => runtime::LEAST_PIECE,
            (true, Some(group)) => group.lanes,
            (true, None) => 1,
        };
        let matters = ops.iter().any(|op| facts::rounds(op));
        [self.word(least), self.word(i64::from(matters))]
    }

    /// The cost of a kernel that must not be cut into pieces unless it is `divisible`.
    fn cost(&mut self, cost: [Value; 2], divisible: bool) -> [Value; 2] {
        if divisible {
            return cost;
        }
        [self.b.ins().f64const(runtime::UNDIVIDED), self.word(0)]
    }

    fn launch_parallel(
        &mut self,
        launch: &Launch,
        groups: &[Group<'_>],
        space: &[Dim<'_>],
        body: &[Stm<'_>],
    ) -> Result<()> {
        let Launch { captures, environment, cost } = launch;
        let kernel = self.kernel(captures, RANGE, |t, args| t.flat_space(space, (args[0], args[1]), body, groups))?;
        let lanes = groups.iter().fold(0, |lanes, group| lanes | group.lanes);
        let mut total = self.word(1);
        for dim in space {
            let count = self.exp(dim.count)?;
            let zero = self.word(0);
            let count = self.b.ins().smax(count, zero);
            total = self.b.ins().imul(total, count);
        }
        let kernel = self.function_address(kernel);
        let lanes = self.word(lanes);
        let args = [self.worker, kernel, *environment, total, lanes, cost[0], cost[1]];
        self.run(runtime::parallel as *const u8, &args);
        Ok(())
    }

    fn launch_reduce(&mut self, launch: &Launch, group: Option<&Group<'_>>, reduce: &Reduce<'_>) -> Result<()> {
        let Launch { captures, environment, cost } = launch;
        let chunk = self.reduce_chunk(captures, group, reduce)?;
        let combine = self.combine(captures, reduce.op)?;
        let op_may_fail = may_fail(reduce.op.body);
        // If the operator may fail, a second run in order finds the first failure. If the body must not run twice, the
        // range is not cut into pieces.
        let cost = self.cost(*cost, !op_may_fail || self.unit.aliases.repeatable(reduce.body));
        let (chunk, combine) = (self.function_address(chunk), self.function_address(combine));
        let total = self.exp(reduce.dim.count)?;
        let result = self.stack_words(reduce.targets.len());
        let width = self.word(reduce.targets.len() as i64);
        let again = self.word(i64::from(op_may_fail));
        let order = self.order(group, &[reduce.body], &[reduce.op]);
        // The fields of `runtime::Reduction`.
        let words = [chunk, combine, *environment, total, cost[0], cost[1], order[0], order[1], result, width, again];
        self.run_on_words(runtime::reduce as *const u8, &words);
        self.assign_words(reduce.targets, result, 0)
    }

    fn launch_scan(&mut self, launch: &Launch, scan: &Scan<'_>) -> Result<()> {
        let Launch { captures, environment, .. } = launch;
        let totals = scan.totals;
        // The state consists of the carry, followed by the totals.
        let pass = self.kernel(captures, RANGE_AND_STATE, |t, args| {
            let start = t.load_state(scan.op, args[2]);
            let (mut end, combined) = t.scan_loop(scan, (args[0], args[1]), &start)?;
            end.extend(combined);
            t.store_words(&end, args[2]);
            Ok(())
        })?;
        let alone = match gives_carries(scan, &self.unit.aliases) {
            false => None,
            true => Some(self.kernel(captures, RANGE_AND_STATE, |t, args| {
                let start = t.load_state(scan.op, args[2]);
                let end = t.scan_piece(scan, (args[0], args[1]), &start)?;
                t.store_words(&end, args[2]);
                Ok(())
            })?),
        };
        let chunk = self.kernel(captures, RANGE_AND_STATE, |t, args| {
            let neutral = t.exps(scan.neutral)?;
            let results = t.reduce_for_scan(scan, (args[0], args[1]), &neutral)?;
            t.store_words(&results, args[2]);
            Ok(())
        })?;
        let combine = self.combine(captures, scan.op)?;
        let join = self.combine(captures, totals.op)?;
        let start = self.exps(scan.neutral)?;
        let state = self.stack_words(start.len() + totals.targets.len());
        self.store_words(&start, state);
        // A body that writes memory that it reads must not run twice. If combining the totals may fail, the failure of
        // the first index must be reported, so the scan is not cut either.
        let cost = self.cost(launch.cost, self.unit.aliases.repeatable(scan.body) && !may_fail(totals.op.body));
        let (pass, chunk) = (self.function_address(pass), self.function_address(chunk));
        let (combine, join) = (self.function_address(combine), self.function_address(join));
        let total = self.exp(scan.dim.count)?;
        let (width, extra) = (self.word(start.len() as i64), self.word(totals.targets.len() as i64));
        let order = self.order(None, &[scan.body, scan.after], &[scan.op, totals.op]);
        // The fields of `runtime::Prefixes`.
        let alone = match alone {
            Some(alone) => self.function_address(alone),
            None => self.word(0),
        };
        let words = [
            pass,
            alone,
            chunk,
            combine,
            join,
            *environment,
            total,
            cost[0],
            cost[1],
            order[0],
            order[1],
            state,
            width,
            extra,
        ];
        self.run_on_words(runtime::scan as *const u8, &words);
        self.assign_words(totals.targets, state, start.len())
    }

    fn launch_hist(&mut self, launch: &Launch, group: Option<&Group<'_>>, hist: &Hist<'_>) -> Result<()> {
        let Launch { captures, environment, .. } = launch;
        let count = hist.dests.len();
        let prims: Vec<PrimType> = hist.op.lhs.iter().map(|param| param.prim).collect();
        let kernel = self.kernel(captures, RANGE_AND_STATE, |t, args| {
            let histograms = t.addresses(args[2], 0, &prims);
            t.hist_loop(hist, group, (args[0], args[1]), &histograms)
        })?;
        let merge = self.kernel(captures, RANGE_AND_STATE, |t, args| {
            let histograms = t.addresses(args[2], 0, &prims);
            let private = t.addresses(args[2], count, &prims);
            t.count_loop(args[0], args[1], 1, |t, bin| {
                let mut values = Vec::with_capacity(count);
                for &(base, prim) in &private {
                    let address = t.offset(base, bin, prim);
                    values.push(t.load(prim, address, 0));
                }
                t.update_bin(hist.op, bin, &values, &histograms)
            })?;
            Ok(())
        })?;
        // The records of `runtime::Histogram`.
        let mut records = Vec::with_capacity(3 * count);
        for ((address, prim), neutral) in self.histograms(hist)?.into_iter().zip(hist.neutral) {
            records.push(address);
            records.push(self.word(prim.size_bytes() as i64));
            let neutral = self.exp(neutral)?;
            records.push(ops::to_bits(&mut self.b, prim, neutral));
        }
        let table = self.stack_words(records.len());
        self.store_words(&records, table);
        // If the operator may fail, the failure of the first index must be reported, so the indices are processed in
        // order.
        let cost = self.cost(launch.cost, !may_fail(hist.op.body));
        let (kernel, merge) = (self.function_address(kernel), self.function_address(merge));
        let total = self.exp(hist.dim.count)?;
        let width = self.exp(hist.width)?;
        let count = self.word(count as i64);
        let order = self.order(None, &[hist.body], &[hist.op]);
        // The fields of `runtime::Histograms`.
        let words = [kernel, merge, *environment, total, cost[0], cost[1], order[0], order[1], table, count, width];
        self.run_on_words(runtime::hist as *const u8, &words);
        Ok(())
    }

    /// Loads consecutive words, after `skip` words, into scalar variables.
    fn assign_words(&mut self, targets: &[Name], address: Value, skip: usize) -> Result<()> {
        for (k, target) in targets.iter().enumerate() {
            let scalar = self.scalar(*target)?;
            let value = self.load(scalar.prim, address, 8 * (skip + k) as i32);
            self.b.def_var(scalar.variable, value);
        }
        Ok(())
    }

    /// Compiles the function that reduces a range from the neutral element and stores the result in its state.
    fn reduce_chunk(&mut self, captures: &Captures, group: Option<&Group<'_>>, reduce: &Reduce<'_>) -> Result<FuncId> {
        self.kernel(captures, RANGE_AND_STATE, |t, args| {
            let neutral = t.exps(reduce.neutral)?;
            let results = t.reduce_loop(reduce, group, (args[0], args[1]), &neutral)?;
            t.store_words(&results, args[2]);
            Ok(())
        })
    }

    /// Compiles the function that applies an operator to two lists of operands in memory and stores the result in the
    /// first.
    fn combine(&mut self, captures: &Captures, op: &Op<'_>) -> Result<FuncId> {
        self.kernel(captures, TWO_STATES, |t, args| {
            let (left, right) = (t.load_state(op, args[0]), t.load_state(op, args[1]));
            let results = t.apply(op, &left, &right)?;
            t.store_words(&results, args[0]);
            Ok(())
        })
    }

    /// Loads the operands of an operator from consecutive words.
    fn load_state(&mut self, op: &Op<'_>, address: Value) -> Vec<Value> {
        op.lhs.iter().enumerate().map(|(k, param)| self.load(param.prim, address, 8 * k as i32)).collect()
    }

    /// Loads the addresses of histograms from consecutive words, after `skip` words. Returns them with the types of the
    /// bins.
    fn addresses(&mut self, state: Value, skip: usize, prims: &[PrimType]) -> Vec<(Value, PrimType)> {
        prims
            .iter()
            .enumerate()
            .map(|(k, &prim)| (self.load(PrimType::I64, state, 8 * (skip + k) as i32), prim))
            .collect()
    }

    /// Loops over the flat indices from `low` to `high - 1` of a space, the last dimension fastest. The outer loop is
    /// over rows, and finds the other indices by division; the inner loop is over the part of a row that is in the
    /// range.
    fn flat_space(
        &mut self,
        space: &[Dim<'_>],
        (low, high): (Value, Value),
        body: &[Stm<'_>],
        groups: &[Group<'_>],
    ) -> Result<()> {
        let Some((inner, outer)) = space.split_last() else {
            // A space without dimensions has a single index vector.
            let empty = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, low, high);
            return self.branch(empty, |_| Ok(()), |t| t.stms(body));
        };
        if outer.is_empty() {
            return self.row(inner, (low, high), body, groups);
        }
        // An empty range may come with an empty dimension, and dividing by its size 0 must be avoided.
        let empty = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, low, high);
        self.branch(
            empty,
            |_| Ok(()),
            |t| {
                let width = t.exp(inner.count)?;
                let counts = outer.iter().map(|dim| t.exp(dim.count)).collect::<Result<Vec<_>>>()?;
                let first = t.b.ins().udiv(low, width);
                let last = t.b.ins().iadd_imm_s(high, -1);
                let last = t.b.ins().udiv(last, width);
                let end = t.b.ins().iadd_imm_s(last, 1);
                t.count_loop(first, end, 1, |t, row| {
                    let mut rest = row;
                    for (k, (dim, &count)) in outer.iter().zip(&counts).enumerate().rev() {
                        let index = if k == 0 { rest } else { t.b.ins().urem(rest, count) };
                        t.bind(dim.index, PrimType::I64, index);
                        // Each group has names of its own for the same indices.
                        for name in groups.iter().filter_map(|group| group.indices.get(k)) {
                            t.bind(*name, PrimType::I64, index);
                        }
                        if k > 0 {
                            rest = t.b.ins().udiv(rest, count);
                        }
                    }
                    let start = t.b.ins().imul(row, width);
                    let zero = t.b.ins().iconst(types::I64, 0);
                    let from = t.b.ins().isub(low, start);
                    let from = t.b.ins().smax(from, zero);
                    let to = t.b.ins().isub(high, start);
                    let to = t.b.ins().smin(to, width);
                    t.row(inner, (from, to), body, groups)
                })?;
                Ok(())
            },
        )
    }

    /// Loops over the indices from `low` to `high - 1` of one dimension: in groups, if there are any, and the rest one
    /// by one.
    pub(super) fn row(
        &mut self,
        dim: &Dim<'_>,
        (low, high): (Value, Value),
        body: &[Stm<'_>],
        groups: &[Group<'_>],
    ) -> Result<()> {
        let overlaps = self.unit.aliases.repeatable(body);
        let all_groups = |t: &mut Self, mut low: Value| -> Result<Value> {
            for group in groups {
                low = t.if_whole(group, (low, high), |t| match t.full_width_map(group, (low, high), overlaps)? {
                    Some(next) => Ok(next),
                    None => t.groups(group, (low, high), |_| Ok(())),
                })?;
            }
            Ok(low)
        };
        let one_by_one = |t: &mut Self, low: Value, high: Value| {
            t.count_loop(low, high, 1, |t, i| {
                t.poll_for(body);
                t.bind(dim.index, PrimType::I64, i);
                t.stms(body)
            })
        };
        if !groups.iter().any(|group| facts::leaves(group.body)) {
            let low = all_groups(self, low)?;
            one_by_one(self, low, high)?;
            return Ok(());
        }
        // Where a group has been left, a few indices run alone, and the groups go on.
        let (alone, least) = (self.b.declare_var(types::I64), self.b.ins().iconst(types::I64, LEFT_ALONE));
        self.b.def_var(alone, least);
        self.repeat_from(low, high, |t, from| {
            let low = all_groups(t, from)?;
            let alone_before = t.b.use_var(alone);
            let (more, most) = (t.b.ins().iadd(alone_before, alone_before), t.b.ins().iconst(types::I64, MOST_ALONE));
            let more = t.b.ins().smin(more, most);
            let is_left_again = t.b.ins().icmp(IntCC::Equal, low, from);
            let few = t.b.ins().select(is_left_again, more, least);
            t.b.def_var(alone, few);
            let end = t.b.ins().iadd(low, few);
            let end = t.b.ins().smin(end, high);
            one_by_one(t, low, end)
        })
    }
}
