//! Facts about code that passes and backends need: types of expressions, estimated cost, aliases, private arrays.

use super::cost::{Costs, operator_cycles};
use super::{Exp, Op, Operand, Stm, Traced, Visit, walk_stm};
use crate::imp::PRIVATE_CLASS_BYTES;
use crate::prim::{BinOp, PrimType, UnOp};
use framework::{Error, Name, Node, Result};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

struct EachStm<'f, 'a>(&'f mut dyn FnMut(&'a Stm<'a>));

impl<'a> Visit<'a> for EachStm<'_, 'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        (self.0)(node);
        walk_stm(self, node);
    }
}

/// Visits statements and all nested statements, each before the statements in it.
pub fn each_stm<'a>(stms: &'a [Stm<'a>], look: &mut dyn FnMut(&'a Stm<'a>)) {
    stms.iter().for_each(|stm| EachStm(look).visit_stm(stm));
}

/// Looks at the memory variables into whose blocks a statement writes, inner statements and procedures not included.
pub fn each_written(stm: &Stm<'_>, look: &mut dyn FnMut(Name)) {
    match stm {
        Stm::Write { mem, .. } | Stm::Store { mem, .. } | Stm::Scatter { mem, .. } => look(*mem),
        Stm::Copy { to, .. } => look(to.mem),
        Stm::Hist { hist, .. } => hist.dests.iter().for_each(|bins| look(bins.mem)),
        _ => {}
    }
}

/// The variables that statements and the statements in them assign.
pub fn assigned(stms: &[Stm<'_>]) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    each_stm(stms, &mut |stm| names.extend(targets(stm)));
    names
}

/// The variables that a statement assigns, inner statements not included.
pub fn targets<'a>(stm: &'a Stm<'a>) -> &'a [Name] {
    match stm {
        Stm::Assign { name, .. }
        | Stm::AssignMem { name, .. }
        | Stm::Free { name, .. }
        | Stm::Alloc { name, .. }
        | Stm::Read { name, .. }
        | Stm::Load { name, .. }
        | Stm::Gather { name, .. } => std::slice::from_ref(name),
        Stm::Call { targets, .. } => targets,
        Stm::Reduce { reduce, .. } => reduce.targets,
        Stm::Scan { scan, .. } => scan.totals.targets,
        _ => &[],
    }
}

/// Whether statements contain an assertion or a call of a procedure, which may fail for some indices only.
pub fn may_fail(stms: &[Stm<'_>]) -> bool {
    let mut found = false;
    each_stm(stms, &mut |stm| found |= matches!(stm, Stm::Assert { .. } | Stm::Call { .. } | Stm::Check { .. }));
    found
}

/// Whether statements may leave their group.
pub fn leaves(stms: &[Stm<'_>]) -> bool {
    let mut found = false;
    each_stm(stms, &mut |stm| found |= matches!(stm, Stm::Leave { .. }));
    found
}

/// Loops of at most so many iterations are as short as their bodies.
const SHORT: i64 = 64;

/// The number of loops of unknown length that are in each other. Kernels and calls count as loops.
pub fn loop_depth(stms: &[Stm<'_>]) -> u32 {
    struct Depth {
        here: u32,
        most: u32,
    }
    impl<'a> Visit<'a> for Depth {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            let is_loop = match node {
                Stm::For { bound: Exp::Const { value, .. }, .. } => value.as_i64().is_none_or(|count| count > SHORT),
                Stm::For { .. } | Stm::While { .. } | Stm::Call { .. } => true,
                _ => node.is_kernel(),
            };
            self.here += u32::from(is_loop);
            self.most = self.most.max(self.here);
            walk_stm(self, node);
            self.here -= u32::from(is_loop);
        }
    }
    let mut depth = Depth { here: 0, most: 0 };
    stms.iter().for_each(|stm| depth.visit_stm(stm));
    depth.most
}

/// The type of an expression, given the types of variables.
pub fn exp_type(exp: &Exp<'_>, variable: &dyn Fn(Name) -> Option<PrimType>) -> Result<PrimType> {
    Ok(match exp {
        Exp::Const { value, .. } => value.prim_type(),
        Exp::Var { name, .. } => {
            variable(*name).ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))?
        }
        Exp::Bin { op, prim, .. } => op.result_type(*prim),
        Exp::Un { op, prim, .. } => op.result_type(*prim),
        Exp::Tri { op, prim, .. } => op.result_type(*prim),
        Exp::Convert { to, .. } => *to,
        Exp::Select { yes, .. } => exp_type(yes, variable)?,
        Exp::Capacity { .. } | Exp::Parameter { .. } => PrimType::I64,
        Exp::Splat { prim, .. } | Exp::Steps { prim, .. } => *prim,
        Exp::Any { .. } | Exp::All { .. } => PrimType::Bool,
    })
}

/// The expression of an operator's result, if its body does nothing but give results a name, as `to-imp` does:
/// `var add; add <- x + y`.
pub fn computed<'a>(op: &Op<'a>, result: &'a Exp<'a>) -> Option<&'a Exp<'a>> {
    let named = |exp: &Exp<'a>| {
        op.body.iter().find_map(|stm| match (stm, exp) {
            (Stm::Assign { name, value, .. }, Exp::Var { name: own, .. }) if name == own => Some(*value),
            _ => None,
        })
    };
    let only_names = op.body.iter().all(|stm| matches!(stm, Stm::Decl { .. } | Stm::Assign { .. }));
    only_names.then(|| named(result).unwrap_or(result))
}

/// The statements of an operator that one of its results needs, if it only needs the operands for this result, and no
/// more than assignments.
pub fn component<'a>(op: &Op<'a>, position: usize) -> Option<Vec<Stm<'a>>> {
    let mut names: FxHashSet<Name> = op.results.get(position)?.free_names().into_iter().collect();
    let mut needed = Vec::new();
    for stm in op.body.iter().rev() {
        match stm {
            Stm::Assign { name, value, .. } if names.contains(name) => names.extend(value.free_names()),
            Stm::Decl { name, .. } if names.contains(name) => {}
            Stm::Assign { .. } | Stm::Decl { .. } => continue,
            _ => return None,
        }
        needed.push(*stm);
    }
    needed.reverse();
    let operands = op.lhs.iter().zip(op.rhs).enumerate().filter(|(other, _)| *other != position);
    let mut others = operands.flat_map(|(_, (left, right))| [left.name, right.name]);
    (!others.any(|other| names.contains(&other))).then_some(needed)
}

/// Whether an operator combines each pair of operands by one associative and commutative instruction. Then operands may
/// be combined in any order and in several groups, with the same result up to the rounding of floats.
pub fn commutes(op: &Op<'_>) -> bool {
    let results = op.results.iter().zip(op.lhs.iter().zip(op.rhs));
    results.into_iter().all(|(result, (left, right))| match computed(op, result) {
        Some(Exp::Bin { op: instruction, lhs: Exp::Var { name: x, .. }, rhs: Exp::Var { name: y, .. }, .. }) => {
            instruction.combines_in_any_order()
                && ((*x == left.name && *y == right.name) || (*x == right.name && *y == left.name))
        }
        _ => false,
    })
}

/// Whether an operator's results depend on the order in which operands are combined, as sums of floats are rounded.
pub fn rounds(op: &Op<'_>) -> bool {
    op.lhs.iter().any(|param| param.prim.is_float())
}

/// Whether statements contain a loop, a kernel or a call of a procedure.
pub fn repeats(stms: &[Stm<'_>]) -> bool {
    let mut found = false;
    each_stm(stms, &mut |stm| {
        found |= matches!(stm, Stm::For { .. } | Stm::While { .. } | Stm::Call { .. }) || stm.kernel().is_some();
    });
    found
}

/// The value of an integer constant.
pub fn constant_integer(exp: &Exp<'_>) -> Option<i64> {
    match exp {
        Exp::Const { value, .. } => value.as_i64(),
        _ => None,
    }
}

/// The assumed rounds of a loop whose length is not constant.
const UNKNOWN_ROUNDS: u64 = 16;

/// Costs in cycles, with a guess for the length of loops, given the cycles of each operator. Costs that are too large
/// for a number are the largest one.
pub struct Guess(pub fn(&Exp<'_>) -> u32);

impl<'a> Costs<'a> for Guess {
    type Cost = u64;

    fn operator(&self, exp: &Exp<'_>) -> u32 {
        (self.0)(exp)
    }

    fn cycles(&mut self, cycles: u32) -> u64 {
        u64::from(cycles)
    }

    fn both(&mut self, first: u64, second: u64) -> u64 {
        first.saturating_add(second)
    }

    fn either(&mut self, yes: u64, no: u64) -> u64 {
        yes.max(no)
    }

    fn part(&mut self, whole: u64, parts: i64) -> u64 {
        whole.div_ceil(parts.max(1).unsigned_abs())
    }

    fn times(&mut self, count: Option<&'a Exp<'a>>, each: u64) -> u64 {
        let count = count.and_then(constant_integer);
        count.map_or(UNKNOWN_ROUNDS, |count| count.max(0) as u64).saturating_mul(each)
    }
}

/// An estimate of the cycles that statements take.
pub fn cost<'a>(stms: &'a [Stm<'a>]) -> u64 {
    Guess(operator_cycles).stms(stms)
}

/// The key of a statement: its address, which does not change while the program is alive.
pub fn key(stm: &Stm<'_>) -> usize {
    std::ptr::from_ref(stm).addr()
}

/// Takes away the variables that a statement assigns to others, or passes to a procedure, or assigns.
fn forget_shared(stm: &Stm<'_>, new: &mut FxHashSet<Name>) {
    each_stm(std::slice::from_ref(stm), &mut |stm| match stm {
        Stm::AssignMem { name, from, .. } => {
            new.remove(name);
            new.remove(from);
        }
        Stm::Alloc { name, .. } => {
            new.remove(name);
        }
        Stm::Call { args, targets, .. } => {
            for arg in *args {
                if let Operand::MemOperand { mem, .. } = arg {
                    new.remove(mem);
                }
            }
            new.retain(|name| !targets.contains(name));
        }
        _ => {}
    });
}

/// Classes of memory variables that may denote the same block, since assignments connect them.
#[derive(Debug, Default)]
pub struct Aliases {
    /// The next variable of a class, on the way to its representative.
    parents: Rc<FxHashMap<Name, Name>>,
    /// Blocks of which each thread of a kernel has a part of its own.
    threads: Rc<FxHashSet<Name>>,
    /// The variables whose blocks have been allocated before a kernel, and to which no other variable refers there.
    new: FxHashMap<usize, FxHashSet<Name>>,
    /// Those of this kernel, with what stands for their classes.
    apart: FxHashMap<Name, Name>,
}

impl Aliases {
    /// The aliases in a function's body.
    pub fn of(stms: &[Stm<'_>]) -> Aliases {
        let mut aliases = Aliases::default();
        each_stm(stms, &mut |stm| match stm {
            Stm::AssignMem { name, from, .. } => aliases.join(*name, *from),
            Stm::Threads { body, .. } => {
                Rc::make_mut(&mut aliases.threads).extend(body.iter().filter_map(|stm| match stm {
                    Stm::Alloc { name, .. } => Some(*name),
                    _ => None,
                }))
            }
            // A procedure may return its arguments.
            Stm::Call { args, targets, .. } => {
                let passed = args.iter().filter_map(|arg| match arg {
                    Operand::MemOperand { mem, .. } => Some(*mem),
                    Operand::ScalarOperand { .. } => None,
                });
                let all: Vec<Name> = passed.chain(targets.iter().copied()).collect();
                all.windows(2).for_each(|pair| aliases.join(pair[0], pair[1]));
            }
            _ => {}
        });
        aliases.find_new(stms, &mut FxHashSet::default());
        aliases
    }

    /// Finds the new blocks at each kernel. In a loop, the variable of a block may later be assigned to others, but
    /// these refer to the block of the last iteration when the next one allocates.
    fn find_new(&mut self, stms: &[Stm<'_>], new: &mut FxHashSet<Name>) {
        for stm in stms {
            match stm {
                Stm::Alloc { name, .. } => {
                    new.insert(*name);
                    continue;
                }
                Stm::For { .. } | Stm::While { .. } => forget_shared(stm, new),
                _ => {}
            }
            match stm {
                Stm::If { yes, no, .. } => {
                    self.find_new(yes, &mut new.clone());
                    self.find_new(no, &mut new.clone());
                }
                Stm::For { body, .. } | Stm::While { body, .. } | Stm::Threads { body, .. } => {
                    self.find_new(body, &mut new.clone());
                }
                _ => {}
            }
            forget_shared(stm, new);
            if let Some(kernel) = stm.kernel() {
                self.new.insert(key(kernel), new.clone());
            }
        }
    }

    /// The aliases in a kernel.
    pub fn in_kernel(&self, stm: &Stm<'_>) -> Aliases {
        let Aliases { parents, threads, .. } = self;
        let new = self.new.get(&key(stm)).into_iter().flatten();
        let apart = new.map(|name| (*name, name.refresh())).collect();
        Aliases { parents: parents.clone(), threads: threads.clone(), new: FxHashMap::default(), apart }
    }

    fn join(&mut self, a: Name, b: Name) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            Rc::make_mut(&mut self.parents).insert(a, b);
        }
    }

    /// The representative of all variables that may denote the same block as this one.
    pub fn class(&self, mut name: Name) -> Name {
        if let Some(class) = self.apart.get(&name) {
            return *class;
        }
        while let Some(&next) = self.parents.get(&name) {
            name = next;
        }
        name
    }

    /// Whether statements may run twice with the same effect as once: they read no memory that they write, except
    /// memory that they declare themselves, or of which each thread has a part.
    pub fn repeatable(&self, stms: &[Stm<'_>]) -> bool {
        let mut read = FxHashSet::default();
        let mut written = FxHashSet::default();
        let mut own: FxHashSet<Name> = self.threads.iter().map(|name| self.class(*name)).collect();
        each_stm(stms, &mut |stm| {
            each_written(stm, &mut |mem| {
                written.insert(self.class(mem));
            });
            match stm {
                Stm::Read { mem, .. } | Stm::Load { mem, .. } | Stm::Gather { mem, .. } => {
                    read.insert(self.class(*mem));
                }
                Stm::Copy { from, .. } => {
                    read.insert(self.class(from.mem));
                }
                Stm::Trace { values, .. } => {
                    for traced in *values {
                        if let Traced::TracedArray { from, .. } = traced {
                            read.insert(self.class(from.mem));
                        }
                    }
                }
                Stm::Hist { hist, .. } => {
                    read.extend(hist.dests.iter().map(|bins| self.class(bins.mem)));
                }
                Stm::Alloc { name, .. } => {
                    own.insert(self.class(*name));
                }
                _ => {}
            }
        });
        written.iter().all(|class| own.contains(class) || !read.contains(class))
    }
}

/// The largest array, in bytes, that may be private to a thread.
const PRIVATE_BYTES: i64 = 4096;
/// The largest total size, in bytes, of a function's private arrays, since they are on the stack.
const MOST_PRIVATE_BYTES: i64 = 1 << 18;

/// The memory variables that kernels declare.
fn declared_in_kernels(stms: &[Stm<'_>]) -> FxHashSet<Name> {
    let mut declared = FxHashSet::default();
    each_stm(stms, &mut |stm| {
        if stm.kernel().is_some() {
            each_stm(std::slice::from_ref(stm), &mut |inner| {
                if let Stm::DeclMem { name, .. } = inner {
                    declared.insert(*name);
                }
            });
        }
    });
    declared
}

/// The memory variables declared in kernels that only denote small blocks of constant size, which no other variable
/// denotes. They need no reference counts and no heap.
pub fn private_arrays(stms: &[Stm<'_>]) -> FxHashSet<Name> {
    let mut private = declared_in_kernels(stms);
    let mut shared = FxHashSet::default();
    let mut used = 0;
    // A block of a group has the arrays of all its lanes.
    let mut lanes_of: FxHashMap<Name, i64> = FxHashMap::default();
    each_stm(stms, &mut |stm| {
        if let Stm::Vectors { lanes, body, .. } = stm {
            each_stm(body, &mut |stm| {
                if let Stm::Alloc { name, .. } = stm {
                    lanes_of.insert(*name, *lanes);
                }
            });
        }
    });
    each_stm(stms, &mut |stm| match stm {
        Stm::AssignMem { name, from, .. } => {
            shared.insert(*name);
            shared.insert(*from);
        }
        Stm::Alloc { name, prim, count, .. } => {
            let lanes = lanes_of.get(name).copied().unwrap_or(1).max(1);
            let bytes = constant_integer(count).and_then(|n| (n / lanes).checked_mul(prim.size_bytes() as i64));
            let fits = |bytes: i64| (0..=PRIVATE_BYTES).contains(&bytes) && used + bytes <= MOST_PRIVATE_BYTES;
            match bytes.filter(|bytes| fits(*bytes)) {
                Some(bytes) => used += bytes,
                None => drop(shared.insert(*name)),
            }
        }
        _ => {}
    });
    private.retain(|name| !shared.contains(name));
    private
}

/// A class of memory variables of a kernel that may denote the same blocks, and only denote arrays private to a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateClass {
    /// The variables.
    pub members: Vec<Name>,
    /// The type of the elements.
    pub prim: PrimType,
    /// The number of elements of the largest block.
    pub count: u32,
}

/// The classes of private arrays in a function, by their representatives. All blocks of such a class are allocated in
/// kernels, with small constant sizes.
pub fn private_classes(stms: &[Stm<'_>], aliases: &Aliases) -> FxHashMap<Name, PrivateClass> {
    let in_kernels = declared_in_kernels(stms);
    let mut everywhere: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    let mut blocks: FxHashMap<Name, Option<(PrimType, u32)>> = FxHashMap::default();
    each_stm(stms, &mut |stm| match stm {
        Stm::DeclMem { name, .. } => everywhere.entry(aliases.class(*name)).or_default().push(*name),
        // The memory of an argument is not declared, so it is not declared in a kernel.
        Stm::AssignMem { from, .. } => everywhere.entry(aliases.class(*from)).or_default().push(*from),
        Stm::Alloc { name, prim, count, .. } => {
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

/// Whether there are vector instructions for an operator.
pub fn is_native_binary(op: BinOp, prim: PrimType) -> bool {
    use BinOp::{Add, And, Div, Eq, Ge, Gt, Le, LogAnd, LogOr, Lt, Max, Min, Mul, Ne, Or, Sub, Xor};
    match prim {
        PrimType::F32 | PrimType::F64 => {
            matches!(op, Add | Sub | Mul | Div | Min | Max | Eq | Ne | Lt | Le | Gt | Ge)
        }
        PrimType::I32 | PrimType::U32 => {
            matches!(op, Add | Sub | Mul | And | Or | Xor | Min | Max | Eq | Ne | Lt | Le | Gt | Ge)
        }
        PrimType::I64 => matches!(op, Add | Sub | And | Or | Xor | Eq | Ne | Lt | Le | Gt | Ge),
        PrimType::U64 => matches!(op, Add | Sub | And | Or | Xor | Eq | Ne),
        PrimType::Bool => matches!(op, LogAnd | LogOr | Eq | Ne),
        _ => false,
    }
}

/// Whether registers of more than 128 bits have vector instructions for an operator, or a few of them.
pub fn is_wide_binary(op: BinOp, prim: PrimType) -> bool {
    use BinOp::{Add, And, CopySign, Div, LShr, LogAnd, LogOr, Max, Min, Mul, MulHi, Or, Shl, Shr, Sub, Xor};
    match op {
        _ if op.divides(prim) => true,
        MulHi => prim.size_bytes() <= 4,
        Add | Sub | Mul | Div | Min | Max | And | Or | Xor | Shl | Shr | LShr | LogAnd | LogOr | CopySign => true,
        _ => op.is_comparison(),
    }
}

/// Whether registers of more than 128 bits have vector instructions for an operator, or a few of them.
pub fn is_wide_unary(op: UnOp, prim: PrimType) -> bool {
    use UnOp::{
        Abs, Ceil, Complement, Floor, FromBits, IsInf, IsNan, Neg, Not, Round, Rsqrt, Sgn, Sqrt, ToBits, Trunc,
    };
    match op {
        Sgn => prim.is_integer(),
        Neg | Complement | Not | Abs | Sqrt | Rsqrt | Ceil | Floor | Round | Trunc | IsNan | IsInf => true,
        ToBits | FromBits => true,
        _ => false,
    }
}

/// Whether there are vector instructions for a shift by this amount: the same constant in every lane.
pub fn is_native_shift(op: BinOp, prim: PrimType, amount: &Exp<'_>) -> bool {
    let constant = matches!(amount, Exp::Const { .. });
    constant && matches!(op, BinOp::Shl | BinOp::Shr | BinOp::LShr) && matches!(prim.size_bytes(), 4 | 8)
}

/// Whether there are vector instructions for an operator.
pub fn is_native_unary(op: UnOp, prim: PrimType) -> bool {
    use UnOp::{Abs, Ceil, Complement, Floor, FromBits, Neg, Not, Round, Rsqrt, Sqrt, ToBits, Trunc};
    match prim {
        PrimType::F32 | PrimType::F64 => {
            matches!(op, Neg | Abs | Sqrt | Rsqrt | Ceil | Floor | Round | Trunc | ToBits)
        }
        PrimType::I32 | PrimType::I64 => matches!(op, Neg | Complement),
        PrimType::U32 | PrimType::U64 => matches!(op, Neg | Complement | FromBits),
        PrimType::Bool => op == Not,
        _ => false,
    }
}

/// Whether there are vector instructions for a conversion.
pub fn is_native_convert(from: PrimType, to: PrimType) -> bool {
    use PrimType::{F32, F64, I32, I64, U32, U64};
    let same_bits = matches!((from, to), (I32, U32) | (U32, I32) | (I64, U64) | (U64, I64));
    from == to || same_bits || matches!((from, to), (I32, F32) | (I32, F64) | (F32, F64) | (F64, F32))
}
