//! The largest block that any index of a kernel allocates: what is left of the kernel if it only finds this number.

use super::key;
use crate::imp::support::{int, variable};
use framework::{Name, Names, Node, Renaming, Span};
use languages::imp::{Arena, Dim, Exp, Op, Reduce, ScalarParam, Stm, Visit, walk_stm};
use languages::prim::{BinOp, PrimType, UnOp};
use rustc_hash::FxHashSet;

/// Returns a kernel that assigns the size of the largest block that `allocations` allocate to `target`.
///
/// It runs the statements of the kernel on which the sizes depend. Where the kernel fails, an index stops instead: the
/// kernel itself will fail. `None` if the sizes depend on what the kernel writes, on scans, or on calls.
pub fn largest<'a, 'b>(
    kernel: &'a Stm<'a>,
    allocations: FxHashSet<*const ()>,
    target: Name,
    arena: &'b Arena<'b>,
) -> Option<Stm<'b>> {
    let (dims, body): (Vec<&Dim<'a>>, &'a [Stm<'a>]) = match kernel {
        Stm::Parallel { space, body, .. } => (space.iter().collect(), body),
        Stm::Reduce { reduce, .. } => (vec![&reduce.dim], reduce.body),
        Stm::Scan { scan, .. } => (vec![&scan.dim], scan.body),
        Stm::Hist { hist, .. } => (vec![&hist.dim], hist.body),
        _ => return None,
    };
    let mut slice = Slice::of(body, allocations)?;
    while slice.grows(body) {}
    if !slice.is_possible {
        return None;
    }
    let written = Writer { slice, arena, most: Name::fresh("most"), stopped: Name::fresh("stopped") };
    Some(written.kernel(&dims, body, kernel.span(), target))
}

/// The statements of a kernel on which the sizes of some allocations depend.
struct Slice {
    allocations: FxHashSet<*const ()>,
    /// The scalar variables that they read.
    needed: FxHashSet<Name>,
    /// Blocks of the kernel's own.
    own: FxHashSet<Name>,
    /// Whether the kernel writes other blocks before the last allocation.
    writes: bool,
    /// Whether all statements can be part of the slice.
    is_possible: bool,
}

/// What a statement has in it.
struct Contents<'s> {
    allocations: &'s FxHashSet<*const ()>,
    allocates: bool,
    asserts: bool,
}

impl<'a> Visit<'a> for Contents<'_> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        self.allocates |= self.allocations.contains(&key(node));
        self.asserts |= matches!(node, Stm::Assert { .. });
        walk_stm(self, node);
    }
}

/// The memory that statements declare, write, and read.
#[derive(Default)]
struct Memory {
    declared: FxHashSet<Name>,
    written: Vec<Name>,
    read: Vec<Name>,
    calls: bool,
}

impl<'a> Visit<'a> for Memory {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::DeclMem { name, .. } => drop(self.declared.insert(*name)),
            Stm::AssignMem { from, .. } => self.written.push(*from),
            Stm::Write { mem, .. } => self.written.push(*mem),
            Stm::Copy { to, .. } => self.written.push(to.mem),
            Stm::Hist { hist, .. } => self.written.extend(hist.dests.iter().map(|bins| bins.mem)),
            Stm::Read { mem, .. } => self.read.push(*mem),
            Stm::Call { .. } => self.calls = true,
            _ => {}
        }
        walk_stm(self, node);
    }
}

impl Slice {
    fn of<'a>(body: &'a [Stm<'a>], allocations: FxHashSet<*const ()>) -> Option<Slice> {
        let mut slice = Slice {
            allocations,
            needed: FxHashSet::default(),
            own: FxHashSet::default(),
            writes: false,
            is_possible: true,
        };
        let mut memory = Memory::default();
        slice.until_last(body, true).iter().for_each(|stm| memory.visit_stm(stm));
        slice.writes = memory.written.iter().any(|name| !memory.declared.contains(name));
        slice.own = memory.declared;
        slice.contents(body).allocates.then_some(slice)
    }

    fn contents<'a>(&self, stms: &'a [Stm<'a>]) -> Contents<'_> {
        let mut contents = Contents { allocations: &self.allocations, allocates: false, asserts: false };
        stms.iter().for_each(|stm| contents.visit_stm(stm));
        contents
    }

    /// The statements of a list that may run before the last allocation. `ends` tells whether the kernel ends after
    /// the list, as far as the allocations are concerned.
    fn until_last<'a>(&self, stms: &'a [Stm<'a>], ends: bool) -> &'a [Stm<'a>] {
        match ends {
            true => {
                let last = (0..stms.len()).rposition(|at| self.contents(&stms[at..=at]).allocates);
                &stms[..last.map_or(0, |last| last + 1)]
            }
            false => stms,
        }
    }

    fn need(&mut self, exp: &Exp<'_>) {
        self.needed.extend(exp.free_names());
    }

    /// Adds what the slice needs. Tells whether that was more than before.
    fn grows<'a>(&mut self, body: &'a [Stm<'a>]) -> bool {
        let before = self.needed.len();
        self.keeps(body, true);
        self.is_possible && self.needed.len() > before
    }

    /// Adds what the statements need that are part of the slice. Tells whether there are any.
    fn keeps<'a>(&mut self, stms: &'a [Stm<'a>], ends: bool) -> bool {
        let stms = self.until_last(stms, ends);
        let mut any = false;
        for (at, stm) in stms.iter().enumerate().rev() {
            any |= self.keeps_stm(stm, ends && at + 1 == stms.len());
        }
        any
    }

    fn keeps_stm<'a>(&mut self, stm: &'a Stm<'a>, ends: bool) -> bool {
        match stm {
            Stm::Alloc { count, .. } if self.allocations.contains(&key(stm)) => self.need(count),
            Stm::Assert { cond, .. } => self.need(cond),
            Stm::Assign { name, value, .. } if self.needed.contains(name) => self.need(value),
            Stm::Read { name, mem, index, .. } if self.needed.contains(name) => {
                self.is_possible &= !self.writes && !self.own.contains(mem);
                self.need(index);
            }
            Stm::If { cond, yes, no, .. } => {
                let (yes, no) = (self.keeps(yes, ends), self.keeps(no, ends));
                if !yes && !no {
                    return false;
                }
                self.need(cond);
            }
            Stm::For { bound: exp, body, .. } | Stm::While { cond: exp, body, .. } => {
                if !self.keeps(body, false) {
                    return false;
                }
                self.need(exp);
            }
            Stm::Parallel { space, body, .. } => {
                if !self.keeps(body, false) {
                    return false;
                }
                space.iter().for_each(|dim| self.need(dim.count));
            }
            Stm::Reduce { reduce, .. } if reduce.targets.iter().any(|target| self.needed.contains(target)) => {
                self.keeps_whole(stm);
            }
            Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. } => {
                let contents = self.contents(std::slice::from_ref(stm));
                let totals = match stm {
                    Stm::Scan { scan, .. } => scan.totals.targets,
                    _ => &[],
                };
                let needed = totals.iter().any(|target| self.needed.contains(target));
                self.is_possible &= !contents.allocates && !contents.asserts && !needed;
                return false;
            }
            Stm::Call { targets, .. } => {
                self.is_possible &= !targets.iter().any(|target| self.needed.contains(target));
                return false;
            }
            _ => return false,
        }
        true
    }

    /// Takes a reduction as it is.
    fn keeps_whole<'a>(&mut self, stm: &'a Stm<'a>) {
        let contents = self.contents(std::slice::from_ref(stm));
        let mut memory = Memory::default();
        memory.visit_stm(stm);
        let is_read = memory.read.iter().any(|name| self.writes || self.own.contains(name));
        let is_simple = memory.declared.is_empty() && memory.written.is_empty() && !memory.calls && !is_read;
        self.is_possible &= is_simple && !contents.asserts;
        self.needed.extend(stm.free_names());
    }
}

/// Writes the slice.
struct Writer<'b> {
    slice: Slice,
    arena: &'b Arena<'b>,
    /// The size of the index's largest block.
    most: Name,
    /// Whether an assertion of the index failed.
    stopped: Name,
}

impl<'b> Writer<'b> {
    /// The kernel, of one dimension.
    fn kernel<'a>(&self, dims: &[&Dim<'a>], body: &'a [Stm<'a>], span: Span, target: Name) -> Stm<'b> {
        let mut stms = vec![
            Stm::Decl { span, name: self.most, prim: PrimType::I64 },
            Stm::Decl { span, name: self.stopped, prim: PrimType::Bool },
        ];
        let (index, count) = match dims {
            [dim] => (dim.index, *self.keep(dim.count)),
            _ => self.numbered(dims, span, &mut stms),
        };
        self.list(body, true, &mut stms);
        let (lhs, rhs) = (Name::fresh("x"), Name::fresh("y"));
        let param = |name| self.arena.slice([ScalarParam { span, name, prim: PrimType::I64 }]);
        let larger = self.bin(BinOp::Max, PrimType::I64, variable(lhs), variable(rhs));
        let op = Op { span, lhs: param(lhs), rhs: param(rhs), body: &[], results: self.arena.slice([larger]) };
        let reduce = Reduce {
            span,
            dim: self.arena.alloc(Dim { span, index, count: self.arena.alloc(count) }),
            body: self.arena.slice(stms),
            values: self.arena.slice([variable(self.most)]),
            op: self.arena.alloc(op),
            step: None,
            neutral: self.arena.slice([int(0)]),
            comm: true,
            targets: self.arena.slice([target]),
        };
        let reduce = Stm::Reduce { span, reduce: self.arena.alloc(reduce) };
        reduce.copy_into(self.arena, &mut Renaming::new(Names::Fresh))
    }

    /// One dimension for several: the number of an index vector, and how many there are.
    fn numbered<'a>(&self, dims: &[&Dim<'a>], span: Span, stms: &mut Vec<Stm<'b>>) -> (Name, Exp<'b>) {
        let number = Name::fresh("i");
        let mut count = int(1);
        for dim in dims.iter().rev() {
            let size = *self.keep(dim.count);
            let rest = self.bin(BinOp::Quot, PrimType::I64, variable(number), count);
            let index = self.bin(BinOp::Rem, PrimType::I64, rest, size);
            count = self.bin(BinOp::Mul, PrimType::I64, size, count);
            stms.push(Stm::Decl { span, name: dim.index, prim: PrimType::I64 });
            stms.push(Stm::Assign { span, name: dim.index, value: self.arena.alloc(index) });
        }
        (number, count)
    }

    fn bin(&self, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        super::bin(self.arena, op, prim, lhs, rhs)
    }

    fn going(&self) -> Exp<'b> {
        let arg = self.arena.alloc(variable(self.stopped));
        Exp::Un { span: Span::NONE, op: UnOp::Not, prim: PrimType::Bool, arg }
    }

    fn keep(&self, exp: &Exp<'_>) -> &'b Exp<'b> {
        self.arena.alloc(exp.copy_into(self.arena, &mut Renaming::new(Names::Keep)))
    }

    fn list<'a>(&self, stms: &'a [Stm<'a>], ends: bool, out: &mut Vec<Stm<'b>>) {
        self.all(self.slice.until_last(stms, ends), ends, out);
    }

    /// Writes a list of statements. After a statement that may have stopped the index, the rest is conditional.
    fn all<'a>(&self, stms: &'a [Stm<'a>], ends: bool, out: &mut Vec<Stm<'b>>) {
        for (at, stm) in stms.iter().enumerate() {
            let written = out.len();
            out.extend(self.stm(stm, ends && at + 1 == stms.len()));
            let may_stop = out.len() > written && self.slice.contents(std::slice::from_ref(stm)).asserts;
            if may_stop {
                let mut rest = Vec::new();
                self.all(&stms[at + 1..], ends, &mut rest);
                if !rest.is_empty() {
                    let (cond, yes) = (self.arena.alloc(self.going()), self.arena.slice(rest));
                    out.push(Stm::If { span: stm.span(), cond, yes, no: &[] });
                }
                return;
            }
        }
    }

    fn stm<'a>(&self, stm: &'a Stm<'a>, ends: bool) -> Option<Stm<'b>> {
        let span = stm.span();
        let list = |stms: &'a [Stm<'a>], ends: bool| {
            let mut out = Vec::new();
            self.list(stms, ends, &mut out);
            self.arena.slice(out)
        };
        let needs = |name: &Name| self.slice.needed.contains(name);
        Some(match stm {
            Stm::Alloc { count, .. } if self.slice.allocations.contains(&key(stm)) => {
                let value = self.bin(BinOp::Max, PrimType::I64, variable(self.most), *self.keep(count));
                Stm::Assign { span, name: self.most, value: self.arena.alloc(value) }
            }
            Stm::Assert { cond, .. } => {
                let arg = self.keep(cond);
                let value = Exp::Un { span, op: UnOp::Not, prim: PrimType::Bool, arg };
                Stm::Assign { span, name: self.stopped, value: self.arena.alloc(value) }
            }
            Stm::Decl { name, .. } | Stm::Assign { name, .. } | Stm::Read { name, .. } if needs(name) => {
                stm.copy_into(self.arena, &mut Renaming::new(Names::Keep))
            }
            Stm::Reduce { reduce, .. } if reduce.targets.iter().any(needs) => {
                stm.copy_into(self.arena, &mut Renaming::new(Names::Keep))
            }
            Stm::If { cond, yes, no, .. } => {
                let (yes, no) = (list(yes, ends), list(no, ends));
                if yes.is_empty() && no.is_empty() {
                    return None;
                }
                Stm::If { span, cond: self.keep(cond), yes, no }
            }
            Stm::For { index, bound, body, .. } => {
                let body = self.turn(span, body)?;
                Stm::For { span, index: *index, bound: self.keep(bound), body }
            }
            Stm::Parallel { space, body, .. } => {
                let mut nest = self.turn(span, body)?;
                for Dim { index, count, .. } in space.iter().rev() {
                    nest = self.arena.slice([Stm::For { span, index: *index, bound: self.keep(count), body: nest }]);
                }
                *nest.first()?
            }
            Stm::While { cond, body, .. } => {
                let (goes_on, body) = (self.keep(cond), self.turn(span, body)?);
                let cond = match self.slice.contents(std::slice::from_ref(stm)).asserts {
                    true => self.bin(BinOp::LogAnd, PrimType::Bool, self.going(), *goes_on),
                    false => *goes_on,
                };
                Stm::While { span, cond: self.arena.alloc(cond), body }
            }
            _ => return None,
        })
    }

    /// The body of a loop, if there is anything in it. It does nothing after the index has stopped.
    fn turn<'a>(&self, span: Span, body: &'a [Stm<'a>]) -> Option<&'b [Stm<'b>]> {
        let mut stms = Vec::new();
        self.list(body, false, &mut stms);
        let stms = self.arena.slice(stms);
        match self.slice.contents(body).asserts {
            _ if stms.is_empty() => None,
            true => {
                let cond = self.arena.alloc(self.going());
                Some(self.arena.slice([Stm::If { span, cond, yes: stms, no: &[] }]))
            }
            false => Some(stms),
        }
    }
}
