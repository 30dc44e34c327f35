//! `parallelise`: says how much work each kernel is, for the device to share it among its threads.

use crate::lanes::support::{bin, int, variable};
use framework::pass::{Report, Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, Span, pass, rules};
use languages::lanes::cost::Costs;
use languages::lanes::{
    Arena, Dim, Exp, Fun, Lanes, Proc, Program, Rewrite, Stm, Visit, default_rewrite_stm, walk_dim, walk_fun,
    walk_proc, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Makes every kernel of host code tasks for the threads of the device, with the cycles that an index takes.
    ///
    ///     kernel (i < n) do for j < m do s <- popc(s) done; ys[i] <- s done
    ///     becomes
    ///     tasks of m * 3.0 + 3.0 cycles do kernel (i < n) do for j < m do s <- popc(s) done; ys[i] <- s done done
    ///
    /// A device needs time to wake its threads, so it shares only work that takes longer. The work of loops depends on
    /// sizes, which are known when the kernel starts: the cost is an expression, and the table of costs is
    /// `languages/src/lanes/cost.rs`. A loop over `j < i` takes half of its longest run on average.
    ///
    /// Where a loop ends only by values of arrays, it counts as 16 rounds, and the cost is `about` right. Then the
    /// device measures how long the kernel takes.
    ///
    /// Kernels inside of kernels stay loops of one thread: the pass `versions` has made kernels of those that are worth
    /// it. A kernel that prints has no tasks, since its lines come in the order of its indices.
    pub Parallelise = "parallelise": Lanes => Lanes {
        ensures: [SharedKernels],
        counts: { known, guessed },
    }
}

impl Transform for Parallelise {
    fn transform(&self, program: &Owned<Lanes>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        Owned::build(|arena| {
            let mut sharing = Sharing { arena, in_kernel: false, known: 0, guessed: 0 };
            let result = sharing.rewrite_program(program.root());
            (run.counts.known, run.counts.guessed) = (sharing.known, sharing.guessed);
            run.unchanged_if(sharing.known + sharing.guessed == 0);
            result
        })
    }
}

rules! { Lanes:
    /// Every kernel of host code is in tasks, unless it prints.
    pub SharedKernels = "shared-kernels" by shared_kernels;
}

/// The rounds of a loop that ends by values of arrays.
const UNKNOWN_ROUNDS: f64 = 16.0;
/// The largest expression for a cost. Beyond it, what is added is a guess.
const MOST_NODES: usize = 256;
/// The largest expression for a number of rounds.
const MOST_COUNT_NODES: usize = 32;

/// Whether a statement or one in it prints.
fn prints(stm: &Stm<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            self.0 |= matches!(node, Stm::Trace { .. });
            walk_stm(self, node);
        }
    }
    let mut finder = Finder(false);
    finder.visit_stm(stm);
    finder.0
}

fn shared_kernels(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.0.enter(node.entry);
            walk_fun(self, node);
        }
        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.0.enter(node.name);
            walk_proc(self, node);
        }
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            match node {
                Stm::Tasks { .. } => {}
                _ if node.kernel().is_some() && !prints(node) => {
                    self.0.fail_node(node, "a kernel that one thread runs")
                }
                _ if node.kernel().is_some() => {}
                _ => walk_stm(self, node),
            }
        }
    }
    Finder(report).visit_program(program);
}

/// The cost of one index of a kernel, or of a part of its body, in cycles.
struct Cycles<'b> {
    constant: f64,
    /// What depends on sizes.
    sum: Option<Exp<'b>>,
    /// The number of nodes of `sum`.
    nodes: usize,
    known: bool,
}

/// Finds the cost of a kernel.
struct Estimate<'a, 'b> {
    arena: &'b Arena<'b>,
    /// The variables from outside of the kernel.
    outside: FxHashSet<Name>,
    /// The variables that the kernel assigns, with their values. `None` for those of which the value is not known.
    assigned: FxHashMap<Name, Option<&'a Exp<'a>>>,
    /// The indices, with their numbers.
    indices: FxHashMap<Name, &'a Exp<'a>>,
}

impl<'a> Visit<'a> for Estimate<'a, '_> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Assign { name, value, .. } => {
                self.assigned.entry(*name).and_modify(|known| *known = None).or_insert(Some(value));
            }
            Stm::Read { name, .. } => drop(self.assigned.insert(*name, None)),
            Stm::Call { targets, .. } => self.assigned.extend(targets.iter().map(|name| (*name, None))),
            Stm::Reduce { reduce, .. } => self.assigned.extend(reduce.targets.iter().map(|name| (*name, None))),
            Stm::Scan { scan, .. } => self.assigned.extend(scan.totals.targets.iter().map(|name| (*name, None))),
            Stm::For { index, bound, .. } => drop(self.indices.insert(*index, bound)),
            _ => {}
        }
        walk_stm(self, node);
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.indices.insert(node.index, node.count);
        walk_dim(self, node);
    }
}

/// Whether an operator fails for some operands. The kernel may apply it only under a condition.
fn may_fail(op: BinOp, prim: PrimType, rhs: &Exp<'_>) -> bool {
    let is_positive = matches!(rhs, Exp::Const { value, .. } if value.as_i64().is_some_and(|n| n > 0));
    match op {
        BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => prim.is_integer() && !is_positive,
        BinOp::Pow => prim.is_integer(),
        _ => false,
    }
}

fn float<'b>(value: f64) -> Exp<'b> {
    Exp::Const { span: Span::NONE, value: PrimValue::F64(value) }
}

impl<'a, 'b> Estimate<'a, 'b> {
    /// The cycles of one index of a kernel, and whether they are known.
    fn of(kernel: &'a Stm<'a>, arena: &'b Arena<'b>) -> (Exp<'b>, bool) {
        let outside = kernel.free_names().into_iter().collect();
        let mut estimate = Estimate { arena, outside, assigned: FxHashMap::default(), indices: FxHashMap::default() };
        estimate.visit_stm(kernel);
        let cycles = estimate.index(kernel);
        (estimate.whole(&cycles), cycles.known)
    }

    fn arith(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, PrimType::F64, lhs, rhs)
    }

    /// A cost as one expression.
    fn whole(&self, cycles: &Cycles<'b>) -> Exp<'b> {
        match cycles.sum {
            None => float(cycles.constant),
            Some(sum) if cycles.constant == 0.0 => sum,
            Some(sum) => self.arith(BinOp::Add, sum, float(cycles.constant)),
        }
    }

    /// An expression with the value that another has on average, over variables from outside of the kernel. `room` is
    /// the number of nodes that it may have. `None` if there is none, or if it could fail where the kernel would not.
    fn outside(&mut self, exp: &'a Exp<'a>, room: &mut usize) -> Option<Exp<'b>> {
        *room = room.checked_sub(1)?;
        Some(match exp {
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => self.kept(exp),
            Exp::Var { name, .. } if self.outside.contains(name) => variable(*name),
            Exp::Var { name, .. } => return self.inside(*name, room),
            Exp::Bin { span, op, prim, lhs, rhs } => {
                if may_fail(*op, *prim, rhs) {
                    return None;
                }
                let (lhs, rhs) = (self.outside(lhs, room)?, self.outside(rhs, room)?);
                let (lhs, rhs) = (self.arena.alloc(lhs), self.arena.alloc(rhs));
                Exp::Bin { span: *span, op: *op, prim: *prim, lhs, rhs }
            }
            Exp::Convert { span, from, to, arg } => {
                let arg = self.outside(arg, room)?;
                Exp::Convert { span: *span, from: *from, to: *to, arg: self.arena.alloc(arg) }
            }
            Exp::Select { span, cond, yes, no } => {
                let [cond, yes, no] = [self.outside(cond, room)?, self.outside(yes, room)?, self.outside(no, room)?]
                    .map(|exp| self.arena.alloc(exp));
                Exp::Select { span: *span, cond, yes, no }
            }
            Exp::Un { span, op, prim, arg } => {
                let arg = self.outside(arg, room)?;
                Exp::Un { span: *span, op: *op, prim: *prim, arg: self.arena.alloc(arg) }
            }
            Exp::Tri { .. } | Exp::Splat { .. } | Exp::Steps { .. } | Exp::Any { .. } | Exp::All { .. } => return None,
        })
    }

    /// The same for a variable of the kernel.
    fn inside(&mut self, name: Name, room: &mut usize) -> Option<Exp<'b>> {
        // While a variable's value is looked at, it has none: a loop may assign a variable by itself.
        if let Some(value) = self.assigned.insert(name, None).flatten() {
            let found = self.outside(value, room);
            self.assigned.insert(name, Some(value));
            return found;
        }
        let count = self.indices.remove(&name)?;
        let found = self.outside(count, room);
        self.indices.insert(name, count);
        Some(bin(self.arena, BinOp::Quot, PrimType::I64, found?, int(2)))
    }

    fn kept(&self, exp: &Exp<'_>) -> Exp<'b> {
        exp.copy_into(self.arena, &mut Renaming::new(Names::Keep))
    }

    /// A number of rounds as an `f64`, and its nodes.
    fn count(&mut self, count: &'a Exp<'a>) -> Option<(Exp<'b>, usize)> {
        let mut room = MOST_COUNT_NODES;
        let count = self.outside(count, &mut room)?;
        let least = self.arena.alloc(bin(self.arena, BinOp::Max, PrimType::I64, count, int(0)));
        let rounds = Exp::Convert { span: Span::NONE, from: PrimType::I64, to: PrimType::F64, arg: least };
        Some((rounds, MOST_COUNT_NODES - room + 3))
    }
}

impl<'a, 'b> Costs<'a> for Estimate<'a, 'b> {
    type Cost = Cycles<'b>;

    fn cycles(&mut self, cycles: u32) -> Cycles<'b> {
        Cycles { constant: f64::from(cycles), sum: None, nodes: 0, known: true }
    }

    fn both(&mut self, first: Cycles<'b>, second: Cycles<'b>) -> Cycles<'b> {
        let sum = match (first.sum, second.sum) {
            (Some(first), Some(second)) => Some(self.arith(BinOp::Add, first, second)),
            (first, second) => first.or(second),
        };
        let nodes = first.nodes + second.nodes + 1;
        Cycles { constant: first.constant + second.constant, sum, nodes, known: first.known && second.known }
    }

    /// The greater cost.
    fn either(&mut self, yes: Cycles<'b>, no: Cycles<'b>) -> Cycles<'b> {
        let known = yes.known && no.known;
        if yes.sum.is_none() && no.sum.is_none() {
            return Cycles { constant: yes.constant.max(no.constant), sum: None, nodes: 0, known };
        }
        let greater = self.arith(BinOp::Max, self.whole(&yes), self.whole(&no));
        Cycles { constant: 0.0, sum: Some(greater), nodes: yes.nodes + no.nodes + 5, known }
    }

    fn part(&mut self, whole: Cycles<'b>, parts: i64) -> Cycles<'b> {
        let share = 1.0 / parts.max(1) as f64;
        let sum = whole.sum.map(|sum| self.arith(BinOp::Mul, float(share), sum));
        Cycles { constant: share * whole.constant, sum, nodes: whole.nodes + 2, known: whole.known }
    }

    fn times(&mut self, count: Option<&'a Exp<'a>>, each: Cycles<'b>) -> Cycles<'b> {
        let constant = match count {
            Some(Exp::Const { value, .. }) => value.as_i64().map(|count| count.max(0) as f64),
            _ => None,
        };
        let found = match (constant, count) {
            (None, Some(count)) if each.nodes < MOST_NODES => self.count(count),
            _ => None,
        };
        if let Some((rounds, nodes)) = found {
            let all = self.arith(BinOp::Mul, rounds, self.whole(&each));
            return Cycles { constant: 0.0, sum: Some(all), nodes: each.nodes + nodes + 4, known: each.known };
        }
        let rounds = constant.unwrap_or(UNKNOWN_ROUNDS);
        let sum = each.sum.map(|sum| self.arith(BinOp::Mul, float(rounds), sum));
        let known = each.known && constant.is_some();
        Cycles { constant: rounds * each.constant, sum, nodes: each.nodes + 2, known }
    }
}

struct Sharing<'b> {
    arena: &'b Arena<'b>,
    in_kernel: bool,
    known: u64,
    guessed: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Sharing<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        if matches!(node, Stm::Tasks { .. }) {
            return Ok(node.copy_into(self.arena, &mut Renaming::new(Names::Keep)));
        }
        let around = self.in_kernel;
        self.in_kernel |= node.kernel().is_some();
        let stm = default_rewrite_stm(self, node)?;
        self.in_kernel = around;
        if self.in_kernel || node.kernel().is_none() || prints(node) {
            return Ok(stm);
        }
        let (cycles, known) = Estimate::of(node, self.arena);
        *if known { &mut self.known } else { &mut self.guessed } += 1;
        let (cycles, kernel) = (self.arena.alloc(cycles), self.arena.alloc(stm));
        Ok(Stm::Tasks { span: node.span(), cycles, known, kernel })
    }
}
