//! Facts about IMP code that both backends need: names used, types of expressions, estimated cost.
//!
//! Names are globally unique in IMP, so that the free names of a piece of code are those used in it and not bound in it.

use framework::Name;
use languages::imp::{Exp, Layout, Op, Operand, Part, Stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a walk over code comes across, in the order of the text.
pub enum Event<'p> {
    /// A use of a name.
    Use(Name),
    /// A binding of a name.
    Bind(Name),
    /// A statement, before what is in it.
    Stm(&'p Stm<'p>),
    /// An expression, before what is in it.
    Exp(&'p Exp<'p>),
}

/// Walks over statements.
pub fn walk_stms<'p>(stms: &'p [Stm<'p>], visit: &mut dyn FnMut(Event<'p>)) {
    for stm in stms {
        walk_stm(stm, visit);
    }
}

/// Walks over expressions.
pub fn walk_exps<'p>(exps: &'p [Exp<'p>], visit: &mut dyn FnMut(Event<'p>)) {
    for exp in exps {
        walk_exp(exp, visit);
    }
}

/// Walks over one expression.
pub fn walk_exp<'p>(exp: &'p Exp<'p>, visit: &mut dyn FnMut(Event<'p>)) {
    visit(Event::Exp(exp));
    match exp {
        Exp::Const { .. } => {}
        Exp::Var { name, .. } => visit(Event::Use(*name)),
        Exp::Bin { lhs, rhs, .. } => {
            walk_exp(lhs, visit);
            walk_exp(rhs, visit);
        }
        Exp::Un { arg, .. } | Exp::Convert { arg, .. } => walk_exp(arg, visit),
        Exp::Select { cond: a, yes: b, no: c, .. } | Exp::Tri { a, b, c, .. } => {
            walk_exp(a, visit);
            walk_exp(b, visit);
            walk_exp(c, visit);
        }
    }
}

/// Walks over an operator.
pub fn walk_op<'p>(op: &'p Op<'p>, visit: &mut dyn FnMut(Event<'p>)) {
    for param in op.lhs.iter().chain(op.rhs) {
        visit(Event::Bind(param.name));
    }
    walk_stms(op.body, visit);
    walk_exps(op.results, visit);
}

fn walk_layout<'p>(layout: &'p Layout<'p>, visit: &mut dyn FnMut(Event<'p>)) {
    walk_exp(layout.offset, visit);
    for dim in layout.dims {
        walk_exp(dim.count, visit);
        walk_exp(dim.stride, visit);
    }
}

/// Walks over one statement.
pub fn walk_stm<'p>(stm: &'p Stm<'p>, visit: &mut dyn FnMut(Event<'p>)) {
    visit(Event::Stm(stm));
    match stm {
        Stm::Decl { name, .. } | Stm::DeclMem { name, .. } => visit(Event::Bind(*name)),
        Stm::Assign { name, value, .. } => {
            visit(Event::Use(*name));
            walk_exp(value, visit);
        }
        Stm::AssignMem { name, from, .. } => {
            visit(Event::Use(*name));
            visit(Event::Use(*from));
        }
        Stm::Alloc { name, count, .. } => {
            visit(Event::Use(*name));
            walk_exp(count, visit);
        }
        Stm::Read { name, mem, index, .. } => {
            visit(Event::Use(*name));
            visit(Event::Use(*mem));
            walk_exp(index, visit);
        }
        Stm::Write { mem, index, value, .. } => {
            visit(Event::Use(*mem));
            walk_exp(index, visit);
            walk_exp(value, visit);
        }
        Stm::Call { args, targets, .. } => {
            for arg in *args {
                match arg {
                    Operand::ScalarOperand { value, .. } => walk_exp(value, visit),
                    Operand::MemOperand { mem, .. } => visit(Event::Use(*mem)),
                }
            }
            targets.iter().for_each(|&name| visit(Event::Use(name)));
        }
        Stm::Copy { dst, dst_layout, src, src_layout, .. } => {
            visit(Event::Use(*dst));
            visit(Event::Use(*src));
            walk_layout(dst_layout, visit);
            walk_layout(src_layout, visit);
        }
        Stm::If { cond, yes, no, .. } => {
            walk_exp(cond, visit);
            walk_stms(yes, visit);
            walk_stms(no, visit);
        }
        Stm::For { index, bound, body, .. } => {
            visit(Event::Bind(*index));
            walk_exp(bound, visit);
            walk_stms(body, visit);
        }
        Stm::While { cond, body, .. } => {
            walk_exp(cond, visit);
            walk_stms(body, visit);
        }
        Stm::Assert { cond, message, .. } => {
            walk_exp(cond, visit);
            for part in *message {
                if let Part::Show { value, .. } = part {
                    walk_exp(value, visit);
                }
            }
        }
        Stm::Parallel { space, body, .. } => {
            for dim in *space {
                visit(Event::Bind(dim.index));
                walk_exp(dim.count, visit);
            }
            walk_stms(body, visit);
        }
        Stm::Reduce { dim, body, values, op, neutral, targets, .. } => {
            visit(Event::Bind(dim.index));
            walk_exp(dim.count, visit);
            walk_stms(body, visit);
            walk_exps(values, visit);
            walk_op(op, visit);
            walk_exps(neutral, visit);
            targets.iter().for_each(|&name| visit(Event::Use(name)));
        }
        Stm::Scan { dim, body, values, op, neutral, outs, after, totals, .. } => {
            visit(Event::Bind(dim.index));
            walk_exp(dim.count, visit);
            walk_stms(body, visit);
            walk_exps(values, visit);
            walk_op(op, visit);
            walk_exps(neutral, visit);
            outs.iter().for_each(|out| visit(Event::Bind(out.name)));
            walk_stms(after, visit);
            walk_exps(totals.values, visit);
            walk_op(totals.op, visit);
            walk_exps(totals.neutral, visit);
            totals.targets.iter().for_each(|&name| visit(Event::Use(name)));
        }
        Stm::Hist { dim, body, bin, values, width, op, neutral, mems, offsets, .. } => {
            visit(Event::Bind(dim.index));
            walk_exp(dim.count, visit);
            walk_stms(body, visit);
            walk_exp(bin, visit);
            walk_exps(values, visit);
            walk_exp(width, visit);
            walk_op(op, visit);
            walk_exps(neutral, visit);
            mems.iter().for_each(|&name| visit(Event::Use(name)));
            walk_exps(offsets, visit);
        }
    }
}

/// Collects the free names of what it walks over, in the order of their first uses.
#[derive(Default)]
pub struct FreeNames {
    used: Vec<Name>,
    seen: FxHashSet<Name>,
    bound: FxHashSet<Name>,
}

impl FreeNames {
    /// Takes note of an event.
    pub fn note(&mut self, event: &Event<'_>) {
        match *event {
            Event::Use(name) => {
                if self.seen.insert(name) {
                    self.used.push(name);
                }
            }
            Event::Bind(name) => {
                self.bound.insert(name);
            }
            Event::Stm(_) | Event::Exp(_) => {}
        }
    }

    /// The names used and not bound.
    pub fn into_names(self) -> Vec<Name> {
        let FreeNames { mut used, bound, .. } = self;
        used.retain(|name| !bound.contains(name));
        used
    }
}

/// The free names of a statement, in the order of their first uses.
pub fn free_names(stm: &Stm<'_>) -> Vec<Name> {
    let mut free = FreeNames::default();
    walk_stm(stm, &mut |event| free.note(&event));
    free.into_names()
}

/// The type of an expression, given those of variables.
pub fn exp_type(exp: &Exp<'_>, variable: &dyn Fn(Name) -> PrimType) -> PrimType {
    match exp {
        Exp::Const { value, .. } => value.prim_type(),
        Exp::Var { name, .. } => variable(*name),
        Exp::Bin { op, prim, .. } => op.result_type(*prim),
        Exp::Un { op, prim, .. } => op.result_type(*prim),
        Exp::Tri { op, prim, .. } => op.result_type(*prim),
        Exp::Convert { to, .. } => *to,
        Exp::Select { yes, .. } => exp_type(yes, variable),
    }
}

/// Whether an operator combines each pair of operands by one associative and commutative instruction, so that operands may
/// come in any order and in several groups with the same result, up to the rounding of floats.
pub fn commutes(op: &Op<'_>) -> bool {
    use BinOp::{Add, And, LogAnd, LogOr, Max, Min, Mul, Or, Xor};
    let results = op.results.iter().zip(op.lhs.iter().zip(op.rhs));
    op.body.is_empty()
        && results.into_iter().all(|(result, (left, right))| match result {
            Exp::Bin { op, lhs: Exp::Var { name: x, .. }, rhs: Exp::Var { name: y, .. }, .. } => {
                matches!(op, Add | Mul | Min | Max | And | Or | Xor | LogAnd | LogOr)
                    && ((*x == left.name && *y == right.name) || (*x == right.name && *y == left.name))
            }
            _ => false,
        })
}

/// The value of an integer constant.
pub fn constant_integer(exp: &Exp<'_>) -> Option<i64> {
    match exp {
        Exp::Const { value, .. } => value.as_i64(),
        _ => None,
    }
}

/// How often a loop of unknown bound is taken to run.
const UNKNOWN_TRIPS: u64 = 16;

/// An estimate of the operations that statements take.
pub fn cost(stms: &[Stm<'_>]) -> u64 {
    stms.iter().map(stm_cost).fold(0, u64::saturating_add)
}

fn exp_cost(exp: &Exp<'_>) -> u64 {
    let mut total = 0u64;
    walk_exp(exp, &mut |event| {
        if let Event::Exp(exp) = event {
            total += match exp {
                Exp::Const { .. } | Exp::Var { .. } => 0,
                Exp::Bin { .. } | Exp::Tri { .. } | Exp::Convert { .. } | Exp::Select { .. } => 1,
                Exp::Un { .. } => 4,
            };
        }
    });
    total
}

fn trips(count: &Exp<'_>) -> u64 {
    constant_integer(count).map_or(UNKNOWN_TRIPS, |n| n.max(0) as u64)
}

fn stm_cost(stm: &Stm<'_>) -> u64 {
    match stm {
        Stm::Decl { .. } | Stm::DeclMem { .. } | Stm::AssignMem { .. } => 0,
        Stm::Assign { value, .. } => exp_cost(value),
        Stm::Alloc { .. } => 20,
        Stm::Call { .. } => UNKNOWN_TRIPS * UNKNOWN_TRIPS,
        Stm::Read { index, .. } => 1 + exp_cost(index),
        Stm::Write { index, value, .. } => 1 + exp_cost(index) + exp_cost(value),
        Stm::Copy { dst_layout, .. } => {
            2 + dst_layout.dims.iter().map(|dim| trips(dim.count)).fold(1, u64::saturating_mul)
        }
        Stm::If { cond, yes, no, .. } => exp_cost(cond).saturating_add(cost(yes).max(cost(no))),
        Stm::For { bound, body, .. } => trips(bound).saturating_mul(1 + cost(body)),
        Stm::While { cond, body, .. } => UNKNOWN_TRIPS.saturating_mul(1 + exp_cost(cond) + cost(body)),
        Stm::Assert { cond, .. } => exp_cost(cond),
        Stm::Parallel { space, body, .. } => {
            space.iter().map(|dim| trips(dim.count)).fold(1, u64::saturating_mul).saturating_mul(1 + cost(body))
        }
        Stm::Reduce { dim, body, op, .. } | Stm::Hist { dim, body, op, .. } => {
            trips(dim.count).saturating_mul(2 + cost(body) + cost(op.body))
        }
        Stm::Scan { dim, body, op, after, totals, .. } => {
            trips(dim.count).saturating_mul(2 + cost(body) + cost(op.body) + cost(after) + cost(totals.op.body))
        }
    }
}

/// Which memory variables may denote the same block: those that assignments connect.
#[derive(Debug, Default)]
pub struct Aliases(FxHashMap<Name, Name>);

impl Aliases {
    /// The aliases in a function's body.
    pub fn of(stms: &[Stm<'_>]) -> Aliases {
        let mut aliases = Aliases::default();
        walk_stms(stms, &mut |event| match event {
            Event::Stm(Stm::AssignMem { name, from, .. }) => aliases.join(*name, *from),
            // A procedure may give back what it is given.
            Event::Stm(Stm::Call { args, targets, .. }) => {
                let passed = args.iter().filter_map(|arg| match arg {
                    Operand::MemOperand { mem, .. } => Some(*mem),
                    Operand::ScalarOperand { .. } => None,
                });
                let all: Vec<Name> = passed.chain(targets.iter().copied()).collect();
                all.windows(2).for_each(|pair| aliases.join(pair[0], pair[1]));
            }
            _ => {}
        });
        aliases
    }

    fn join(&mut self, a: Name, b: Name) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.0.insert(a, b);
        }
    }

    /// What stands for all variables that may denote the same block as this one.
    pub fn class(&self, mut name: Name) -> Name {
        while let Some(&next) = self.0.get(&name) {
            name = next;
        }
        name
    }

    /// Whether running statements a second time changes nothing: they do not read what they write, but for memory that
    /// they declare themselves.
    pub fn repeatable(&self, stms: &[Stm<'_>]) -> bool {
        let mut read = FxHashSet::default();
        let mut written = FxHashSet::default();
        let mut own = FxHashSet::default();
        walk_stms(stms, &mut |event| match event {
            Event::Stm(Stm::Read { mem, .. }) => {
                read.insert(self.class(*mem));
            }
            Event::Stm(Stm::Write { mem, .. }) => {
                written.insert(self.class(*mem));
            }
            Event::Stm(Stm::Copy { dst, src, .. }) => {
                read.insert(self.class(*src));
                written.insert(self.class(*dst));
            }
            Event::Stm(Stm::Hist { mems, .. }) => {
                for mem in *mems {
                    read.insert(self.class(*mem));
                    written.insert(self.class(*mem));
                }
            }
            Event::Stm(Stm::Alloc { name, .. }) => {
                own.insert(self.class(*name));
            }
            _ => {}
        });
        written.iter().all(|class| own.contains(class) || !read.contains(class))
    }
}

/// Arrays allocated with at most so many bytes may be private to a thread.
const PRIVATE_BYTES: i64 = 4096;

/// The memory variables declared in kernels that only ever denote small blocks of constant size of their own: they need
/// no reference counts and no heap.
pub fn private_arrays(stms: &[Stm<'_>]) -> FxHashSet<Name> {
    let mut private = FxHashSet::default();
    let mut shared = FxHashSet::default();
    walk_stms(stms, &mut |event| {
        if let Event::Stm(stm @ (Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. })) =
            event
        {
            walk_stm(stm, &mut |event| {
                if let Event::Stm(Stm::DeclMem { name, .. }) = event {
                    private.insert(*name);
                }
            });
        }
    });
    walk_stms(stms, &mut |event| match event {
        Event::Stm(Stm::AssignMem { name, from, .. }) => {
            shared.insert(*name);
            shared.insert(*from);
        }
        Event::Stm(Stm::Alloc { name, prim, count, .. }) => {
            let bytes = constant_integer(count).and_then(|n| n.checked_mul(prim.size_bytes() as i64));
            if bytes.is_none_or(|bytes| !(0..=PRIVATE_BYTES).contains(&bytes)) {
                shared.insert(*name);
            }
        }
        _ => {}
    });
    private.retain(|name| !shared.contains(name));
    private
}

/// Memory variables of a kernel that only ever denote arrays private to a thread: the classes of variables that may denote
/// the same blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateClass {
    /// The variables.
    pub members: Vec<Name>,
    /// The type of the elements.
    pub prim: PrimType,
    /// The elements of the largest block.
    pub count: u32,
}

/// Private memory of a kernel has at most so many bytes a class.
const PRIVATE_CLASS_BYTES: usize = 16 << 10;

/// The classes of private arrays in a function, by what stands for them: all blocks are allocated in kernels, with small
/// constant sizes.
pub fn private_classes(stms: &[Stm<'_>], aliases: &Aliases) -> FxHashMap<Name, PrivateClass> {
    let mut in_kernels = FxHashSet::default();
    let mut everywhere: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    let mut blocks: FxHashMap<Name, Option<(PrimType, u32)>> = FxHashMap::default();
    walk_stms(stms, &mut |event| match event {
        Event::Stm(stm @ (Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. })) => {
            walk_stm(stm, &mut |event| {
                if let Event::Stm(Stm::DeclMem { name, .. }) = event {
                    in_kernels.insert(*name);
                }
            });
        }
        Event::Stm(Stm::DeclMem { name, .. }) => everywhere.entry(aliases.class(*name)).or_default().push(*name),
        // An argument's memory is declared nowhere, and so not in a kernel.
        Event::Stm(Stm::AssignMem { from, .. }) => everywhere.entry(aliases.class(*from)).or_default().push(*from),
        Event::Stm(Stm::Alloc { name, prim, count, .. }) => {
            let this = constant_integer(count).and_then(|n| u32::try_from(n).ok()).map(|n| (*prim, n));
            blocks
                .entry(aliases.class(*name))
                .and_modify(|block| {
                    *block = match (*block, this) {
                        (Some((prim, most)), Some((other, n))) if prim == other => Some((prim, most.max(n))),
                        _ => None,
                    };
                })
                .or_insert(this);
        }
        _ => {}
    });
    let mut classes = FxHashMap::default();
    for (class, block) in blocks {
        let (Some((prim, count)), Some(mut members)) = (block, everywhere.remove(&class)) else { continue };
        members.sort_unstable();
        members.dedup();
        let bytes = (count as usize).saturating_mul(prim.size_bytes()).saturating_mul(members.len());
        if bytes <= PRIVATE_CLASS_BYTES && members.iter().all(|name| in_kernels.contains(name)) {
            classes.insert(class, PrivateClass { members, prim, count: count.max(1) });
        }
    }
    classes
}
