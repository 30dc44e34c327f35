//! Which kernels get groups.

use crate::lanes::support::variable;
use framework::{Name, Result};
use languages::lanes::facts::{self, Aliases, commutes, each_stm, may_fail};
use languages::lanes::{
    Arena, Arg, ArgDim, Dim, Exp, Fun, Hist, Op, Proc, Reduce, Rewrite, ScalarParam, Slot, Stm, Visit,
    default_rewrite_fun, default_rewrite_proc, default_rewrite_stm, walk_arg, walk_arg_dim, walk_dim,
    walk_scalar_param, walk_slot, walk_stm,
};
use languages::prim::PrimType;
use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::group::Group;
use super::kinds::{Device, Kinds};

/// How much a loop counts for the choice between a kernel and one inside of it, as its length is not known.
const OWN_LOOPS: u64 = 4;
/// The number of lanes of reductions whose results depend on the order of their elements.
const ROUNDING_LANES: i64 = 16;
/// So many lanes are for registers of more than 128 bits.
pub const WIDE_LANES: i64 = 16;
/// Histograms whose bins and values cost less are added one by one.
const SIMPLE_BINS: u64 = 20;

/// The types of all scalar variables of a function, whose names are unique.
#[derive(Default)]
struct Types(FxHashMap<Name, PrimType>);

impl<'a> Visit<'a> for Types {
    fn visit_arg(&mut self, node: &'a Arg<'a>) {
        if let Arg::ScalarArg { name, prim, .. } = node {
            self.0.insert(*name, *prim);
        }
        walk_arg(self, node);
    }

    fn visit_arg_dim(&mut self, node: &'a ArgDim) {
        if let ArgDim::Fresh { name, .. } = node {
            self.0.insert(*name, PrimType::I64);
        }
        walk_arg_dim(self, node);
    }

    fn visit_slot(&mut self, node: &'a Slot) {
        if let Slot::ScalarSlot { name, prim, .. } = node {
            self.0.insert(*name, *prim);
        }
        walk_slot(self, node);
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.0.insert(node.index, PrimType::I64);
        walk_dim(self, node);
    }

    fn visit_scalar_param(&mut self, node: &'a ScalarParam) {
        self.0.insert(node.name, node.prim);
        walk_scalar_param(self, node);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Decl { name, prim, .. } => drop(self.0.insert(*name, *prim)),
            Stm::For { index, .. } => drop(self.0.insert(*index, PrimType::I64)),
            Stm::Threads { count, thread, together, .. } => {
                self.0.extend([(*count, PrimType::I64), (*thread, PrimType::I64), (*together, PrimType::Bool)]);
            }
            _ => {}
        }
        walk_stm(self, node);
    }
}

/// The numbers of lanes that groups may have.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub usual: i64,
    /// That of maps with loops, if it is greater.
    pub loops: i64,
    /// That of a few indices that take long, if it is less.
    pub few: i64,
}

/// Gives kernels groups.
pub(super) struct Choice<'b> {
    arena: &'b Arena<'b>,
    lanes: Numbers,
    /// Whether registers have more than 128 bits.
    wide: bool,
    types: FxHashMap<Name, PrimType>,
    /// The aliases in the function or the kernel of host code around.
    aliases: Rc<Aliases>,
    in_kernel: bool,
    /// Whether the threads of the kernel around have memory of their own. Lanes are not threads.
    in_threads: bool,
    /// Whether a kernel around has a group, in which the lanes run what is inside one index after the other.
    in_group: bool,
    /// The number of groups so far.
    pub groups: u64,
}

impl<'b> Choice<'b> {
    pub(super) fn new(arena: &'b Arena<'b>, lanes: Numbers) -> Self {
        let (types, aliases) = (FxHashMap::default(), Rc::default());
        Choice {
            arena,
            lanes,
            wide: lanes.usual >= WIDE_LANES,
            types,
            aliases,
            in_kernel: false,
            in_threads: false,
            in_group: false,
            groups: 0,
        }
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Choice<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        let mut types = Types::default();
        types.visit_fun(node);
        (self.types, self.aliases) = (types.0, Rc::new(Aliases::of(node.body)));
        default_rewrite_fun(self, node)
    }

    fn rewrite_proc(&mut self, node: &'a Proc<'a>) -> Result<Proc<'b>> {
        let mut types = Types::default();
        types.visit_proc(node);
        (self.types, self.aliases) = (types.0, Rc::new(Aliases::of(node.body)));
        default_rewrite_proc(self, node)
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        if let Stm::Threads { .. } = node {
            let around = std::mem::replace(&mut self.in_threads, true);
            let stm = default_rewrite_stm(self, node);
            self.in_threads = around;
            return stm;
        }
        if !node.is_kernel() {
            return default_rewrite_stm(self, node);
        }
        let outermost = !std::mem::replace(&mut self.in_kernel, true);
        let around = self.aliases.clone();
        if outermost {
            self.aliases = Rc::new(self.aliases.in_kernel(node));
        }
        // The kernels inside of a thread may have groups, but not the one whose indices threads share.
        let in_threads = std::mem::replace(&mut self.in_threads, false);
        let groups = if in_threads { Vec::new() } else { self.groups_of(node, outermost)? };
        let in_group = self.in_group | !groups.is_empty();
        let around_group = std::mem::replace(&mut self.in_group, in_group);
        let stm = default_rewrite_stm(self, node)?;
        (self.in_group, self.in_threads, self.aliases) = (around_group, in_threads, around);
        self.in_kernel = !outermost;
        self.groups += u64::from(!groups.is_empty());
        Ok(groups.into_iter().fold(stm, |stm, group| group.of(self.arena, stm)))
    }
}

/// The parts of a group.
struct Made<'b> {
    lanes: i64,
    indices: Vec<Name>,
    body: &'b [Stm<'b>],
    values: Vec<Exp<'b>>,
    ops: Vec<Op<'b>>,
}

impl<'b> Made<'b> {
    /// The kernel with this group.
    fn of(self, arena: &'b Arena<'b>, kernel: Stm<'b>) -> Stm<'b> {
        let Made { lanes, indices, body, values, ops } = self;
        let (indices, values, op) = (arena.slice(indices), arena.slice(values), arena.slice(ops));
        Stm::Vectors { span: kernel.span(), lanes, indices, past: None, body, values, op, kernel: arena.alloc(kernel) }
    }
}

/// The most statements of a map with groups of several sizes, which has its code three times or more.
const MOST_STATEMENTS: usize = 1000;

/// The most statements of a map with groups that only run if the loops in it are short.
const MOST_TWICE: usize = 100;

/// Whether a map has loops, and not too much code.
fn gains_from_more_lanes(body: &[Stm<'_>], kinds: &Kinds<'_>) -> bool {
    let mut loops = false;
    each_stm(body, &mut |stm| {
        loops |= matches!(stm, Stm::For { .. } | Stm::While { .. } | Stm::Reduce { .. });
    });
    loops && kinds.statements() <= MOST_STATEMENTS
}

impl<'b> Choice<'b> {
    /// The groups of a kernel, if it should have any, from fewer to more lanes.
    fn groups_of<'a>(&self, node: &'a Stm<'a>, outermost: bool) -> Result<Vec<Made<'b>>> {
        let group = match node {
            Stm::Parallel { space, body, .. } => return self.map_groups(space, body, (self.device(node), outermost)),
            Stm::Reduce { reduce, .. } => self.reduce_group(reduce, self.device(node))?,
            Stm::Hist { hist, .. } => self.hist_group(hist, self.device(node))?,
            _ => None,
        };
        Ok(group.into_iter().collect())
    }

    /// The groups of a map, from fewer to more lanes.
    fn map_groups<'a>(
        &self,
        space: &'a [Dim<'a>],
        body: &'a [Stm<'a>],
        (device, outermost): (Device<'_>, bool),
    ) -> Result<Vec<Made<'b>>> {
        let Some((last, outer)) = space.split_last() else { return Ok(Vec::new()) };
        let Some(kinds) = Kinds::of(last.index, body, &[], None, device) else { return Ok(Vec::new()) };
        let mut lengths = kinds.lengths().to_vec();
        match inner_groups(body, &kinds, device) {
            Inner::Less => {}
            Inner::More(inner) if kinds.leaves_rows() && kinds.statements() <= MOST_TWICE => lengths.extend(inner),
            Inner::More(_) | Inner::Always => return Ok(Vec::new()),
        }
        lengths.sort_unstable();
        lengths.dedup();
        let Numbers { usual, loops, few } = self.lanes;
        let has_loops = lengths.is_empty() && gains_from_more_lanes(body, &kinds);
        let is_heavy = outermost && has_loops && facts::loop_depth(body) > 1;
        let fewer = (is_heavy && (2..usual).contains(&few)).then_some(few);
        let more = (has_loops && loops > usual).then_some(loops);
        let lanes = fewer.into_iter().chain([usual]).chain(more);
        lanes.map(|lanes| self.map_group((outer, last), body, (&kinds, &lengths), lanes)).collect()
    }

    /// Whether a kernel is judged by what registers of more than 128 bits gain, and the aliases around it. On every
    /// processor, kernels with sums of floats are: groups decide in which order the sums are rounded.
    fn device(&self, kernel: &Stm<'_>) -> Device<'_> {
        let mut wide = self.wide;
        each_stm(std::slice::from_ref(kernel), &mut |stm| {
            wide |= matches!(stm, Stm::Reduce { reduce, .. } if facts::rounds(reduce.op));
        });
        (wide, &self.aliases)
    }

    fn start<'k>(&'k self, kinds: &'k Kinds<'k>, lanes: i64, index: Name) -> (Group<'k, 'b>, Name) {
        let (mut group, first) = Group::start(self.arena, kinds, &self.types, lanes, index);
        group.free_masks = self.lanes.loops > WIDE_LANES;
        (group, first)
    }

    /// The group of a map with these dimensions, the last one apart, with so many lanes, if these lengths are short.
    fn map_group<'a>(
        &self,
        (outer, last): (&'a [Dim<'a>], &'a Dim<'a>),
        body: &'a [Stm<'a>],
        (kinds, lengths): (&Kinds<'_>, &[Name]),
        lanes: i64,
    ) -> Result<Made<'b>> {
        let (mut group, first) = self.start(kinds, lanes, last.index);
        let mut indices = Vec::with_capacity(outer.len() + 1);
        for dim in outer {
            let name = dim.index.refresh();
            group.bind_index(dim.index, variable(name));
            indices.push(name);
        }
        indices.push(first);
        let body = group.list(|group| {
            group.leave_unless_short(lengths);
            group.stms(body)
        })?;
        Ok(Made { lanes, indices, body, values: Vec::new(), ops: Vec::new() })
    }

    fn reduce_group<'a>(&self, reduce: &'a Reduce<'a>, device: Device<'_>) -> Result<Option<Made<'b>>> {
        // If the operator may fail, the elements are combined in order, so that the failure of the first index is
        // reported.
        let Reduce { dim, body, values, op, comm, .. } = *reduce;
        if !(commutes(op) || (comm && !may_fail(op.body))) {
            return Ok(None);
        }
        // What is left of a group adds in the same order as the group.
        if self.in_group && facts::rounds(op) {
            return Ok(None);
        }
        let Some(kinds) = Kinds::of(dim.index, body, values, Some(reduce), device) else { return Ok(None) };
        // The lanes decide which operands are combined first, so they are as many on every processor if that matters.
        let lanes = if facts::rounds(op) { ROUNDING_LANES } else { self.lanes.usual };
        let (mut group, first) = self.start(&kinds, lanes, dim.index);
        let (body, values) = with_values(&mut group, body, &values.iter().collect::<Vec<_>>())?;
        let ops = reduce.ops().map(|op| group.operator(op)).collect::<Result<_>>()?;
        Ok(Some(Made { lanes, indices: vec![first], body, values, ops }))
    }

    /// The group of a histogram, if computing its bins and values takes long.
    fn hist_group<'a>(&self, hist: &'a Hist<'a>, device: Device<'_>) -> Result<Option<Made<'b>>> {
        let Some((Stm::Combine { bin, values, .. }, body)) = hist.body.split_last() else { return Ok(None) };
        let mut combines = false;
        each_stm(body, &mut |stm| combines |= matches!(stm, Stm::Combine { .. }));
        if combines || facts::cost(body) <= SIMPLE_BINS {
            return Ok(None);
        }
        let all: Vec<Exp<'a>> = std::iter::once(**bin).chain(values.iter().copied()).collect();
        let Some(kinds) = Kinds::of(hist.dim.index, body, &all, None, device) else { return Ok(None) };
        let (mut group, first) = self.start(&kinds, self.lanes.usual, hist.dim.index);
        let all: Vec<&'a Exp<'a>> = std::iter::once(*bin).chain(values.iter()).collect();
        let (body, values) = with_values(&mut group, body, &all)?;
        Ok(Some(Made { lanes: self.lanes.usual, indices: vec![first], body, values, ops: Vec::new() }))
    }
}

/// The code of a body in a group, and the vectors of expressions after it.
fn with_values<'a, 'b>(
    group: &mut Group<'_, 'b>,
    body: &'a [Stm<'a>],
    exps: &[&'a Exp<'a>],
) -> Result<(&'b [Stm<'b>], Vec<Exp<'b>>)> {
    let mut values = Vec::with_capacity(exps.len());
    let body = group.list(|group| {
        group.stms(body)?;
        for exp in exps {
            let prim = group.type_of(exp)?;
            let value = group.exp(exp)?;
            values.push(group.vector(prim, &value));
        }
        Ok(())
    })?;
    Ok((body, values))
}

/// Whether kernels inside should have groups, rather than the kernel around.
enum Inner {
    /// No.
    Less,
    /// Yes, if any of these lengths is more than a few.
    More(Vec<Name>),
    Always,
}

/// Whether there is a kernel inside that should have the group, rather than the kernel around, of which `kinds` is
/// known: a map, whose indices are neighbours in memory more often, or a reduction, if they are. But if the kernel
/// around has loops of its own that take as long, these matter more.
fn inner_groups(body: &[Stm<'_>], kinds: &Kinds<'_>, device: Device<'_>) -> Inner {
    let (mut inner, mut own) = (0u64, 0u64);
    let mut lengths = Some(Vec::new());
    for stm in body {
        let mut inside = 0;
        each_stm(std::slice::from_ref(stm), &mut |stm| {
            let better = match stm {
                Stm::Parallel { space, body, .. } => {
                    space.last().filter(|last| Kinds::of(last.index, body, &[], None, device).is_some())
                }
                Stm::Reduce { reduce, .. } => {
                    let Reduce { dim, body, values, op, .. } = **reduce;
                    let inner = Kinds::of(dim.index, body, values, Some(reduce), device);
                    let is_better = commutes(op) && inner.is_some_and(|inner| inner.is_nearer_than(kinds));
                    is_better.then_some(dim)
                }
                _ => None,
            };
            if let Some(dim) = better {
                inside += facts::cost(std::slice::from_ref(stm));
                match (dim.count, &mut lengths) {
                    (&Exp::Var { name, .. }, Some(lengths)) if kinds.is_outside(name) => lengths.push(name),
                    _ => lengths = None,
                }
            }
        });
        if inside == 0 && matches!(stm, Stm::For { .. } | Stm::While { .. }) {
            own = own.saturating_add(facts::cost(std::slice::from_ref(stm)));
        }
        inner = inner.saturating_add(inside);
    }
    match inner > own.saturating_mul(OWN_LOOPS) {
        true => lengths.map_or(Inner::Always, Inner::More),
        false => Inner::Less,
    }
}
