//! `expand-memory`: allocates the memory of a kernel's threads before the kernel.

mod largest;

use crate::imp::support::{self, int, variable};
use framework::pass::{Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, Span, pass};
use languages::imp::{
    Arena, Bins, Exp, Hist, Imp, PRIVATE_CLASS_BYTES, Region, Rewrite, Stm, Visit, default_rewrite_bins,
    default_rewrite_region, default_rewrite_stm, walk_hist, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Gives each thread of a kernel a part of blocks that are allocated before the kernel.
    ///
    ///     kernel (i < n) do { var m: mem f32; m <- alloc f32 k; … m[e] <- x … }
    ///     becomes
    ///     threads t < T, together, with k * 4 bytes do { var m': mem f32; m' <- alloc f32 T * k
    ///     kernel (i < n) do { var m: mem f32; m <- m'; … m[e * step + t * lead] <- x … } }
    ///
    /// IFL'22 §5. There, each index of the kernel has memory. Here, each of `T` threads has, which run several
    /// indices each, and the device chooses `T` by the bytes that a thread needs. So it knows before the kernel how
    /// much memory that takes.
    ///
    /// The device also chooses one of the paper's two index functions. With `step = T` and `lead = 1`, the parts of
    /// threads are interleaved: neighbouring threads of a GPU access neighbouring elements at the same time. With
    /// `step = 1` and `lead = k`, each part is in one piece, as the caches of processors want it, and the bins of
    /// histograms.
    ///
    /// Programs for processors stay as they are: few threads run many indices, and each uses the same memory again
    /// and again.
    ///
    /// If the size differs from index to index, another kernel finds the largest one first. It runs those statements
    /// of the kernel on which the size depends:
    ///
    ///     kernel (i < n) do { var k: i64; k <- ns[i]; var m: mem f32; m <- alloc f32 k; … }
    ///     becomes
    ///     largest <- reduce max_i64 from (0) of (i < n) do { var k: i64; k <- ns[i]; most <- max_i64(most, k) } (most)
    ///     threads t < T, together, with largest * 4 bytes do { …
    ///
    /// A block stays in the kernel if its size is a small constant, since it can be in registers then. It also stays
    /// if its size depends on what the kernel writes, or if a block from one iteration of a loop may be alive when
    /// the next iteration allocates another.
    pub ExpandMemory = "expand-memory": Imp => Imp {
        counts: { blocks, kernels },
        options: {
            /// Leaves programs as they are, for a device with few threads.
            few_threads: bool = false,
        },
    }
}

impl Transform for ExpandMemory {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        if run.options.few_threads {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        let mut counts = (0, 0);
        let mut notes = Vec::new();
        let result = Owned::build(|arena| {
            let mut expansion = Expansion { arena, plan: None, blocks: 0, kernels: 0, notes: Vec::new() };
            let result = expansion.rewrite_program(program.root());
            counts = (expansion.blocks, expansion.kernels);
            notes = expansion.notes;
            result
        })?;
        notes.into_iter().for_each(|(span, note)| run.note(span, note, span));
        (run.counts.blocks, run.counts.kernels) = counts;
        run.unchanged_if(counts.0 == 0);
        Ok(result)
    }
}

/// What a kernel does with its own blocks.
#[derive(Default)]
struct Kernel<'a> {
    /// The loops around the current statement.
    path: Vec<usize>,
    loops: usize,
    /// The loops around the declaration of each block.
    declared: FxHashMap<Name, Vec<usize>>,
    /// The allocations, each with the loops around it.
    allocated: Vec<(&'a Stm<'a>, Vec<usize>)>,
    /// Blocks that may be the same.
    same: Vec<(Name, Name)>,
    /// Blocks with bins of histograms.
    bins: FxHashSet<Name>,
    /// How the kernel's scalar variables are assigned: by this expression, or in another way.
    assigned: FxHashMap<Name, Option<&'a Exp<'a>>>,
}

impl<'a> Visit<'a> for Kernel<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let mut other = |name: Name| {
            self.assigned.insert(name, None);
        };
        match node {
            Stm::DeclMem { name, .. } => drop(self.declared.insert(*name, self.path.clone())),
            Stm::Alloc { .. } => self.allocated.push((node, self.path.clone())),
            Stm::AssignMem { name, from, .. } => self.same.push((*name, *from)),
            Stm::Assign { name, value, .. } => {
                self.assigned.entry(*name).and_modify(|known| *known = None).or_insert(Some(value));
            }
            Stm::Read { name, .. } => other(*name),
            Stm::Call { targets, .. } => targets.iter().copied().for_each(other),
            Stm::Reduce { reduce, .. } => reduce.targets.iter().copied().for_each(other),
            Stm::Scan { scan, .. } => scan.totals.targets.iter().copied().for_each(other),
            _ => {}
        }
        let repeats = node.is_kernel() || matches!(node, Stm::For { .. } | Stm::While { .. });
        if repeats {
            self.loops += 1;
            self.path.push(self.loops);
        }
        walk_stm(self, node);
        if repeats {
            self.path.pop();
        }
    }

    fn visit_hist(&mut self, node: &'a Hist<'a>) {
        self.bins.extend(node.dests.iter().map(|bins| bins.mem));
        walk_hist(self, node);
    }
}

/// The variables of a kernel that may refer to the same blocks.
struct Class<'a> {
    members: FxHashSet<Name>,
    allocated: Vec<(&'a Stm<'a>, Vec<usize>)>,
}

impl<'a> Kernel<'a> {
    fn of(stm: &'a Stm<'a>) -> Kernel<'a> {
        let mut kernel = Kernel::default();
        walk_stm(&mut kernel, stm);
        kernel
    }

    fn classes(&self) -> Vec<Class<'a>> {
        let mut classes: Vec<Class<'a>> = Vec::new();
        for (stm, path) in &self.allocated {
            let Stm::Alloc { name, .. } = stm else { continue };
            if let Some(class) = classes.iter_mut().find(|class| class.members.contains(name)) {
                class.allocated.push((*stm, path.clone()));
                continue;
            }
            let mut members = FxHashSet::from_iter([*name]);
            let mut size = 0;
            while size < members.len() {
                size = members.len();
                for (a, b) in &self.same {
                    if members.contains(a) || members.contains(b) {
                        members.extend([*a, *b]);
                    }
                }
            }
            classes.push(Class { members, allocated: vec![(*stm, path.clone())] });
        }
        classes
    }

    /// Whether blocks from one iteration of a loop are gone in the next one.
    fn is_fresh(&self, class: &Class<'_>) -> bool {
        let declared = |path: &[usize]| {
            class.members.iter().all(|name| self.declared.get(name).is_some_and(|declared| declared.starts_with(path)))
        };
        class.allocated.iter().all(|(_, path)| declared(path))
    }
}

/// Where the elements of threads are: element `e` of thread `t` is at `e * step + t * lead`.
#[derive(Clone, Copy)]
struct Layout {
    /// 1 if there is none.
    step: Option<Name>,
    lead: Name,
}

/// What happens to the kernel around.
struct Plan {
    count: Name,
    thread: Name,
    together: Name,
    layouts: FxHashMap<Name, Layout>,
    /// The blocks instead of those that statements allocate.
    outer: FxHashMap<*const (), Name>,
}

struct Expansion<'b> {
    arena: &'b Arena<'b>,
    /// The kernel around, if there is one.
    plan: Option<Plan>,
    blocks: u64,
    kernels: u64,
    notes: Vec<(Span, String)>,
}

/// No block has more elements. Products of such sizes with numbers of threads are still numbers of 64 bits.
const MOST_ELEMENTS: i64 = 1 << 48;

/// A statement's identity.
fn key(stm: &Stm<'_>) -> *const () {
    std::ptr::from_ref(stm).cast()
}

fn is_small(class: &Class<'_>) -> bool {
    let bytes = |stm: &Stm<'_>| match stm {
        Stm::Alloc { count: Exp::Const { value, .. }, prim, .. } => {
            usize::try_from(value.as_i64()?).ok()?.checked_mul(prim.size_bytes())
        }
        _ => None,
    };
    let sizes: Option<Vec<usize>> = class.allocated.iter().map(|(stm, _)| bytes(stm)).collect();
    let largest = sizes.and_then(|sizes| sizes.into_iter().max());
    largest.is_some_and(|bytes| bytes.saturating_mul(class.members.len()) <= PRIVATE_CLASS_BYTES)
}

/// An operator on operands of type `prim`, without products by 0 and 1 and sums with 0.
fn bin<'b>(arena: &'b Arena<'b>, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
    let is = |exp: &Exp<'_>, wanted: i64| matches!(exp, Exp::Const { value: PrimValue::I64(n), .. } if *n == wanted);
    match op {
        BinOp::Mul if is(&lhs, 0) || is(&rhs, 1) => return lhs,
        BinOp::Mul if is(&lhs, 1) || is(&rhs, 0) => return rhs,
        BinOp::Add if is(&rhs, 0) => return lhs,
        _ => {}
    }
    support::bin(arena, op, prim, lhs, rhs)
}

impl<'a, 'b> Expansion<'b> {
    fn bin(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, PrimType::I64, lhs, rhs)
    }

    /// A size, as it is known before the kernel.
    fn before(&self, kernel: &Kernel<'a>, exp: &Exp<'a>, free: &FxHashSet<Name>) -> Option<Exp<'b>> {
        let go = |exp: &Exp<'a>| self.before(kernel, exp, free);
        Some(match *exp {
            Exp::Const { span, value } => Exp::Const { span, value },
            Exp::Var { span, name } => match kernel.assigned.get(&name) {
                Some(value) => go((*value)?)?,
                None if free.contains(&name) => Exp::Var { span, name },
                None => return None,
            },
            Exp::Bin { span, op, prim, lhs, rhs } => {
                Exp::Bin { span, op, prim, lhs: self.arena.alloc(go(lhs)?), rhs: self.arena.alloc(go(rhs)?) }
            }
            Exp::Un { span, op, prim, arg } => Exp::Un { span, op, prim, arg: self.arena.alloc(go(arg)?) },
            Exp::Convert { span, from, to, arg } => Exp::Convert { span, from, to, arg: self.arena.alloc(go(arg)?) },
            Exp::Capacity { span } => Exp::Capacity { span },
            Exp::Parameter { span, name } => Exp::Parameter { span, name },
            Exp::Tri { .. } | Exp::Select { .. } => return None,
        })
    }

    /// Gives the threads of a kernel memory from outside. Adds the sizes of their parts to the statements before, and
    /// returns the statements that allocate, and the bytes of each thread.
    fn plan(&mut self, stm: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Option<(Plan, Vec<Stm<'b>>, Exp<'b>)> {
        let kernel = Kernel::of(stm);
        let free: FxHashSet<Name> = stm.free_names().into_iter().collect();
        let mut plan = Plan {
            count: Name::fresh("threads"),
            thread: Name::fresh("thread"),
            together: Name::fresh("together"),
            layouts: FxHashMap::default(),
            outer: FxHashMap::default(),
        };
        let (mut stms, mut bytes) = (Vec::new(), None);
        for class in kernel.classes().iter().filter(|class| !is_small(class)) {
            let Some((Stm::Alloc { span, name, prim, .. }, _)) = class.allocated.first() else { continue };
            let has_bins = class.members.iter().any(|name| kernel.bins.contains(name));
            let size = match kernel.is_fresh(class) {
                true => {
                    self.size(stm, &kernel, class, &free, out).ok_or("its size depends on what the kernel computes")
                }
                false => Err("an older block may be alive"),
            };
            let size = match size {
                Ok(size) => size,
                Err(reason) => {
                    self.notes.push((*span, format!("each thread allocates `{}` itself: {reason}", name.base)));
                    continue;
                }
            };
            let mut choice = |called: &str, yes, no| {
                let cond = self.arena.alloc(variable(plan.together));
                let (yes, no) = (self.arena.alloc(yes), self.arena.alloc(no));
                self.set(*span, called, Exp::Select { span: *span, cond, yes, no }, &mut stms)
            };
            let layout = match has_bins {
                true => Layout { step: None, lead: size },
                false => Layout {
                    step: Some(choice("step", variable(plan.count), int(1))),
                    lead: choice("lead", int(1), variable(size)),
                },
            };
            plan.layouts.extend(class.members.iter().map(|member| (*member, layout)));
            for (alloc, _) in &class.allocated {
                let Stm::Alloc { span, name, prim, .. } = **alloc else { continue };
                let block = name.refresh();
                let count = self.arena.alloc(self.bin(BinOp::Mul, variable(plan.count), variable(size)));
                stms.push(Stm::DeclMem { span, name: block, prim });
                stms.push(Stm::Alloc { span, name: block, prim, count });
                plan.outer.insert(key(alloc), block);
                self.blocks += 1;
            }
            let each = (class.allocated.len() * prim.size_bytes()) as i64;
            let part = self.bin(BinOp::Mul, variable(size), int(each));
            bytes = Some(bytes.map_or(part, |sum| self.bin(BinOp::Add, sum, part)));
        }
        Some((plan, stms, bytes?))
    }

    /// Finds the size of the largest block of a class, by statements before the kernel.
    fn size(
        &self,
        stm: &'a Stm<'a>,
        kernel: &Kernel<'a>,
        class: &Class<'a>,
        free: &FxHashSet<Name>,
        out: &mut Vec<Stm<'b>>,
    ) -> Option<Name> {
        let span = stm.span();
        let mut sizes = vec![int(0)];
        for (alloc, _) in &class.allocated {
            let Stm::Alloc { count, .. } = alloc else { continue };
            let Some(count) = self.before(kernel, count, free) else {
                let allocations = class.allocated.iter().map(|(alloc, _)| key(alloc)).collect();
                let largest = Name::fresh("largest");
                let kernel = largest::largest(stm, allocations, largest, self.arena)?;
                out.push(Stm::Decl { span, name: largest, prim: PrimType::I64 });
                out.push(kernel);
                sizes = vec![variable(largest)];
                break;
            };
            if !sizes.iter().any(|size| is_same(size, &count)) {
                sizes.push(count);
            }
        }
        let largest = sizes.into_iter().reduce(|largest, size| self.bin(BinOp::Max, largest, size))?;
        Some(self.set(span, "size", self.bin(BinOp::Min, largest, int(MOST_ELEMENTS)), out))
    }

    /// Computes an `i64` before the kernel.
    fn set(&self, span: Span, called: &str, value: Exp<'b>, out: &mut Vec<Stm<'b>>) -> Name {
        let name = Name::fresh(called);
        out.push(Stm::Decl { span, name, prim: PrimType::I64 });
        out.push(Stm::Assign { span, name, value: self.arena.alloc(value) });
        name
    }

    /// The address of an element of a block.
    fn address(&self, mem: Name, index: Exp<'b>) -> Exp<'b> {
        let Some((plan, Layout { step, lead })) = self.layout(mem) else { return index };
        let element = match step {
            Some(step) => self.bin(BinOp::Mul, index, variable(step)),
            None => index,
        };
        self.bin(BinOp::Add, self.bin(BinOp::Mul, variable(plan.thread), variable(lead)), element)
    }

    fn layout(&self, mem: Name) -> Option<(&Plan, Layout)> {
        let plan = self.plan.as_ref()?;
        Some((plan, *plan.layouts.get(&mem)?))
    }
}

/// Whether two sizes are written alike.
fn is_same(a: &Exp<'_>, b: &Exp<'_>) -> bool {
    match (a, b) {
        (Exp::Const { value: a, .. }, Exp::Const { value: b, .. }) => a == b,
        (Exp::Var { name: a, .. }, Exp::Var { name: b, .. }) => a == b,
        (Exp::Bin { op, lhs, rhs, .. }, Exp::Bin { op: other, lhs: left, rhs: right, .. }) => {
            op == other && is_same(lhs, left) && is_same(rhs, right)
        }
        _ => false,
    }
}

impl<'a, 'b> Expansion<'b> {
    /// Rewrites a kernel.
    fn kernel(&mut self, stm: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        let Some((plan, mut body, bytes)) = self.plan(stm, out) else {
            out.push(stm.copy_into(self.arena, &mut Renaming::new(Names::Keep)));
            return Ok(());
        };
        let Plan { count, thread, together, .. } = plan;
        self.plan = Some(plan);
        let kernel = default_rewrite_stm(self, stm);
        self.plan = None;
        body.push(kernel?);
        self.kernels += 1;
        let (bytes, body) = (self.arena.alloc(bytes), self.arena.slice(body));
        out.push(Stm::Threads { span: stm.span(), count, thread, together, bytes, body });
        Ok(())
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Expansion<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn extend_stm(&mut self, node: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        if self.plan.is_none() && node.is_kernel() {
            return self.kernel(node, out);
        }
        out.push(self.rewrite_stm(node)?);
        Ok(())
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        if let Some(block) = self.plan.as_ref().and_then(|plan| plan.outer.get(&key(node)))
            && let Stm::Alloc { span, name, .. } = node
        {
            return Ok(Stm::AssignMem { span: *span, name: *name, from: *block });
        }
        let stm = default_rewrite_stm(self, node)?;
        Ok(match stm {
            Stm::Read { span, name, mem, prim, index } => {
                Stm::Read { span, name, mem, prim, index: self.arena.alloc(self.address(mem, *index)) }
            }
            Stm::Write { span, mem, prim, index, value } => {
                Stm::Write { span, mem, prim, index: self.arena.alloc(self.address(mem, *index)), value }
            }
            other => other,
        })
    }

    fn rewrite_region(&mut self, node: &'a Region<'a>) -> Result<Region<'b>> {
        let region = default_rewrite_region(self, node)?;
        let Some((_, layout)) = self.layout(region.mem) else { return Ok(region) };
        let offset = self.arena.alloc(self.address(region.mem, *region.offset));
        let strides = match layout.step {
            Some(step) => {
                let strides = region.strides.iter().map(|stride| self.bin(BinOp::Mul, *stride, variable(step)));
                self.arena.slice(strides.collect::<Vec<_>>())
            }
            None => region.strides,
        };
        Ok(Region { offset, strides, ..region })
    }

    fn rewrite_bins(&mut self, node: &'a Bins<'a>) -> Result<Bins<'b>> {
        let bins = default_rewrite_bins(self, node)?;
        Ok(Bins { offset: self.arena.alloc(self.address(bins.mem, *bins.offset)), ..bins })
    }
}
