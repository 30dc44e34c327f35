//! Which values of a loop body are the same for neighbouring iterations, and whether it pays to run several
//! iterations at once: the analysis before `group.rs`.
//!
//! A body qualifies if all it does can be done for several iterations in lockstep: no numbers of type `f16`, and none
//! of fewer than 32 bits if the registers have only 128; at most one assertion (so that the first lane to fail is the
//! first iteration to fail); and arrays of its own only where all lanes allocate the same number of elements together.

mod gains;
mod loops;

use framework::{Name, Node};
use languages::lanes::facts::{Aliases, each_stm};
use languages::lanes::{Exp, Op, Reduce, Stm};
use languages::prim::{BinOp, PrimType, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a value differs between neighbouring iterations; each kind includes those before it, but for `Unit` and
/// `Uniform`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Not at all.
    Uniform,
    /// By one: an index of consecutive elements.
    Unit,
    /// By the same amount each time.
    Strided,
    /// In any way.
    Varying,
}

impl Kind {
    /// The kind of a variable that holds values of both kinds.
    fn join(self, other: Kind) -> Kind {
        match (self, other) {
            (Kind::Uniform, Kind::Unit) | (Kind::Unit, Kind::Uniform) => Kind::Strided,
            _ => self.max(other),
        }
    }
}

/// Whether to judge a body by what registers of more than 128 bits gain, and the aliases around it.
pub type Device<'a> = (bool, &'a Aliases);

/// What is known about a body.
pub struct Kinds<'a> {
    /// Whether registers have more than 128 bits, with instructions for all widths of lanes, and for masks.
    wide: bool,
    /// Whether a group may be left where its indices are in two rows: it is that of a map.
    in_rows: bool,
    kinds: FxHashMap<Name, Kind>,
    /// Under how many conditions that vary each variable is declared.
    depths: FxHashMap<Name, u32>,
    written: FxHashSet<Name>,
    /// What stands for the arrays that each iteration has for itself; see [`Aliases::class`].
    own: FxHashSet<Name>,
    aliases: &'a Aliases,
    /// Variables whose first value, zero, is never seen.
    replaced: FxHashSet<Name>,
    changed: bool,
    qualifies: bool,
    asserts: u32,
    /// Whether the body can run again for the same indices.
    may_run_again: bool,
    /// Truth values on which most groups of lanes agree, as they compare indices; and others.
    edges: FxHashSet<Name>,
    no_edges: FxHashSet<Name>,
    /// The number of conditions around on which lanes disagree more often.
    masks: u32,
    /// Whether the code is in a loop in which lanes search.
    in_search: bool,
    gain: i64,
    /// What it gains besides if the loops of these lengths are short.
    gain_of_short: i64,
    lengths: Vec<Name>,
    weight: i64,
    /// The accesses to elements that are no neighbours.
    scattered: i64,
    statements: usize,
}

/// Operations in a loop count so many times.
const LOOP_WEIGHT: i64 = 8;
/// What it gains that several rows end their loops together: processors often predict the end of a short one wrongly.
const LOOP_END: i64 = 10;
/// A group would often be left if rows had fewer elements.
const SHORT_ROW: i64 = 64;
/// Bodies with more statements are not duplicated, so that compiling takes bounded time. A gamma function of `f64` has
/// 630, besides declarations; 40 elementary functions of complex numbers have 10,000.
const MOST_STATEMENTS: usize = 30000;

impl<'a> Kinds<'a> {
    /// Analyses the body of a loop over `index`, with the expressions evaluated after it and the reduction that
    /// combines these. `None` if running several iterations at once is impossible or does not pay.
    pub fn of(
        index: Name,
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        reduce: Option<&Reduce<'_>>,
        (wide, aliases): Device<'a>,
    ) -> Option<Kinds<'a>> {
        let mut kinds = Kinds {
            wide,
            in_rows: values.is_empty() && reduce.is_none(),
            kinds: FxHashMap::default(),
            depths: FxHashMap::default(),
            written: FxHashSet::default(),
            own: FxHashSet::default(),
            aliases,
            replaced: FxHashSet::default(),
            changed: true,
            qualifies: true,
            asserts: 0,
            may_run_again: aliases.repeatable(body),
            edges: FxHashSet::default(),
            no_edges: FxHashSet::default(),
            masks: 0,
            in_search: false,
            gain: 0,
            gain_of_short: 0,
            lengths: Vec::new(),
            weight: 1,
            scattered: 0,
            statements: 0,
        };
        each_stm(body, &mut |stm| {
            kinds.statements += usize::from(!matches!(stm, Stm::Decl { .. }));
            match stm {
                Stm::Write { mem, .. } => {
                    kinds.written.insert(*mem);
                }
                Stm::Copy { to, .. } => {
                    kinds.written.insert(to.mem);
                }
                Stm::Alloc { name, .. } => {
                    kinds.own.insert(aliases.class(*name));
                }
                _ => {}
            }
        });
        if kinds.statements > MOST_STATEMENTS {
            return None;
        }
        kinds.kinds.insert(index, Kind::Unit);
        while kinds.changed && kinds.qualifies {
            kinds.changed = false;
            kinds.asserts = 0;
            kinds.gain = 0;
            kinds.gain_of_short = 0;
            kinds.lengths.clear();
            kinds.scattered = 0;
            kinds.stms(body, 0);
            values.iter().for_each(|value| kinds.count(value));
            reduce.into_iter().flat_map(Reduce::ops).for_each(|op| kinds.op(op, 0));
        }
        if kinds.gain > 0 || !kinds.leaves_rows() {
            kinds.gain_of_short = 0;
            kinds.lengths.clear();
        }
        let finds_first_failure = kinds.may_run_again || kinds.asserts <= 1;
        let gains = kinds.gain + kinds.gain_of_short > 0;
        (kinds.qualifies && finds_first_failure && gains).then_some(kinds)
    }

    /// Whether a variable is declared outside of the body.
    pub fn is_outside(&self, name: Name) -> bool {
        !self.depths.contains_key(&name)
    }

    /// The number of statements but declarations of scalars.
    pub fn statements(&self) -> usize {
        self.statements
    }

    /// The lengths of loops that have to be short for the group to gain.
    pub fn lengths(&self) -> &[Name] {
        &self.lengths
    }

    /// Whether the body can run again for the same indices, to find the first of them that fails.
    pub fn may_run_again(&self) -> bool {
        self.may_run_again
    }

    /// Whether the iterations of this loop access elements that are neighbours more often than those of the loop
    /// around.
    pub fn is_nearer_than(&self, around: &Kinds<'_>) -> bool {
        self.scattered.saturating_mul(LOOP_WEIGHT) < around.scattered
    }

    /// Whether a group of lanes may leave its indices to code that runs them one by one, and has nothing to free.
    pub fn may_leave(&self) -> bool {
        self.may_run_again && self.own.is_empty()
    }

    /// Whether an operator divides consecutive indices by the length of a row, which neighbours have in common more
    /// often than not: the group is left where they are in two rows. Rows of few elements have no groups of their own.
    pub fn is_row(&self, op: BinOp, prim: PrimType, divisor: &Exp<'_>) -> bool {
        let is_short = matches!(divisor, Exp::Const { value, .. } if value.as_i64().is_none_or(|k| k < SHORT_ROW));
        self.leaves_rows() && is_index(prim) && op.divides(prim) && !is_short
    }

    /// Whether a group may be left now and then: only a few indices run one by one.
    pub fn leaves_rows(&self) -> bool {
        self.in_rows && self.may_leave()
    }

    /// The kind of a variable; those from outside the body are uniform.
    pub fn variable(&self, name: Name) -> Kind {
        self.kinds.get(&name).copied().unwrap_or(Kind::Uniform)
    }

    /// Under how many varying conditions a variable is declared.
    pub fn depth(&self, name: Name) -> u32 {
        self.depths.get(&name).copied().unwrap_or(0)
    }

    /// The kind of an expression's value.
    pub fn exp(&self, exp: &Exp<'_>) -> Kind {
        match exp {
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => Kind::Uniform,
            Exp::Var { name, .. } => self.variable(*name),
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.exp(lhs), self.exp(rhs));
                match (op, x, y) {
                    (_, Kind::Uniform, Kind::Uniform) => Kind::Uniform,
                    (_, Kind::Unit, Kind::Uniform) if self.is_row(*op, *prim, rhs) => row_kind(*op),
                    _ if !is_index(*prim) || x == Kind::Varying || y == Kind::Varying => Kind::Varying,
                    (BinOp::Add, Kind::Unit, Kind::Uniform) | (BinOp::Add, Kind::Uniform, Kind::Unit) => Kind::Unit,
                    (BinOp::Sub, Kind::Unit, Kind::Uniform) => Kind::Unit,
                    (BinOp::Add | BinOp::Sub, ..) => Kind::Strided,
                    (BinOp::Mul, _, Kind::Uniform) | (BinOp::Mul, Kind::Uniform, _) => Kind::Strided,
                    _ => Kind::Varying,
                }
            }
            // Where an `i32` would wrap around, the group leaves.
            Exp::Convert { from, to, arg, .. } => match (from, to) {
                (PrimType::I64, PrimType::I32) => self.exp(arg),
                (PrimType::I32, PrimType::I64) if self.may_leave() => self.exp(arg),
                _ => varying_unless_uniform([self.exp(arg)]),
            },
            Exp::Un { arg, .. } => varying_unless_uniform([self.exp(arg)]),
            // Vectors are not yet there.
            Exp::Splat { .. } | Exp::Steps { .. } | Exp::Any { .. } | Exp::All { .. } => Kind::Varying,
            Exp::Select { cond, yes, no, .. } if self.exp(cond) == Kind::Uniform => self.exp(yes).join(self.exp(no)),
            Exp::Tri { a, b, c, .. } | Exp::Select { cond: a, yes: b, no: c, .. } => {
                varying_unless_uniform([self.exp(a), self.exp(b), self.exp(c)])
            }
        }
    }

    /// Whether most groups of lanes agree on a truth value: it depends on the order of indices, as at the edges of an
    /// array.
    pub fn is_edge(&self, exp: &Exp<'_>) -> bool {
        match exp {
            Exp::Bin { op, prim, lhs, rhs, .. } if op.is_comparison() && is_index(*prim) => {
                self.exp(lhs) != Kind::Varying && self.exp(rhs) != Kind::Varying
            }
            Exp::Bin { op: BinOp::LogAnd | BinOp::LogOr, lhs, rhs, .. } => self.is_edge(lhs) && self.is_edge(rhs),
            Exp::Un { op: UnOp::Not, arg, .. } => self.is_edge(arg),
            Exp::Var { name, .. } if self.edges.contains(name) => !self.no_edges.contains(name),
            _ => self.exp(exp) == Kind::Uniform,
        }
    }

    /// Whether reading from a memory gives the same in all lanes at the same index: it is not the lanes' own, and the
    /// body does not write it.
    fn is_constant(&self, mem: Name) -> bool {
        !self.written.contains(&mem) && !self.is_own(mem)
    }

    /// Whether each iteration has a memory for itself.
    pub fn is_own(&self, mem: Name) -> bool {
        self.own.contains(&self.aliases.class(mem))
    }

    fn declare(&mut self, name: Name, prim: PrimType, depth: u32) {
        self.check(prim);
        self.depths.insert(name, depth);
        if !self.replaced.contains(&name) {
            self.kinds.entry(name).or_insert(Kind::Uniform);
        }
    }

    fn raise(&mut self, name: Name, kind: Kind) {
        let entry = self.kinds.entry(name).or_insert(Kind::Uniform);
        if entry.join(kind) != *entry {
            *entry = entry.join(kind);
            self.changed = true;
        }
    }

    /// A variable is assigned a value of some kind, under `depth` varying conditions.
    fn assign(&mut self, name: Name, kind: Kind, depth: u32) {
        // A body has no business with variables of its surroundings.
        self.qualifies &= self.depths.contains_key(&name);
        if depth > self.depth(name) {
            self.raise(name, Kind::Varying);
            return;
        }
        // Zero, the first value of a variable, does not count where an assignment replaces it before it is used.
        if self.replaced.contains(&name) && !self.kinds.contains_key(&name) {
            self.kinds.insert(name, kind);
            self.changed = true;
            return;
        }
        self.raise(name, kind);
    }

    fn under_mask(&mut self, is_masked: bool, body: impl FnOnce(&mut Self)) {
        self.masks += u32::from(is_masked);
        body(self);
        self.masks -= u32::from(is_masked);
    }

    fn op(&mut self, op: &Op<'_>, depth: u32) {
        for param in op.lhs.iter().chain(op.rhs) {
            self.declare(param.name, param.prim, depth);
            self.raise(param.name, Kind::Varying);
        }
        self.stms(op.body, depth);
        op.results.iter().for_each(|result| self.count(result));
    }

    fn stms(&mut self, stms: &[Stm<'_>], depth: u32) {
        for (k, stm) in stms.iter().enumerate() {
            if let Stm::Decl { name, .. } = stm
                && is_replaced(*name, &stms[k + 1..])
            {
                self.replaced.insert(*name);
            }
            self.stm(stm, depth);
        }
    }

    fn stm(&mut self, stm: &Stm<'_>, depth: u32) {
        match stm {
            Stm::Decl { name, prim, .. } => self.declare(*name, *prim, depth),
            Stm::Assign { name, value, .. } => {
                self.count(value);
                let is_edge = self.masks == 0 && self.is_edge(value);
                if is_edge { &mut self.edges } else { &mut self.no_edges }.insert(*name);
                self.assign(*name, self.exp(value), depth);
            }
            Stm::Read { name, mem, prim, index, .. } => {
                self.access(*mem, *prim, index);
                let uniform = self.exp(index) == Kind::Uniform && self.is_constant(*mem);
                self.no_edges.insert(*name);
                self.assign(*name, if uniform { Kind::Uniform } else { Kind::Varying }, depth);
            }
            Stm::Write { mem, prim, index, value, .. } => {
                self.count(value);
                self.access(*mem, *prim, index);
            }
            Stm::If { cond, yes, no, .. } => {
                self.count(cond);
                let depth = depth + u32::from(self.exp(cond) != Kind::Uniform);
                self.under_mask(!self.is_edge(cond), |k| {
                    k.stms(yes, depth);
                    k.stms(no, depth);
                });
            }
            Stm::For { index, bound, body, .. } => {
                self.declare(*index, PrimType::I64, depth);
                let varies = self.exp(bound) != Kind::Uniform;
                if self.wide && !varies {
                    self.gain += LOOP_END * self.weight;
                }
                self.gain_of_waiting(bound, loops::carried(body));
                self.in_loop(varies.then_some(body), |k| k.stms(body, depth + u32::from(varies)));
            }
            Stm::While { cond, body, .. } => {
                let varies = self.exp(cond) != Kind::Uniform;
                self.in_loop(varies.then_some(body), |k| {
                    k.count(cond);
                    k.stms(body, depth + u32::from(varies));
                });
            }
            Stm::Assert { cond, .. } => {
                // In a loop a later lane might fail in an earlier round.
                self.asserts += if self.weight > 1 { 2 } else { 1 };
                self.gain -= self.weight;
                self.count(cond);
            }
            Stm::Reduce { reduce, .. } => {
                self.declare(reduce.dim.index, PrimType::I64, depth);
                self.qualifies &= self.exp(reduce.dim.count) == Kind::Uniform;
                self.gain_if_short(reduce.dim.count, reduce.targets.len() as i64);
                self.in_loop(None, |k| {
                    k.stms(reduce.body, depth);
                    reduce.values.iter().for_each(|value| k.count(value));
                    k.op(reduce.each(), depth);
                });
                reduce.targets.iter().for_each(|&target| self.assign(target, Kind::Varying, depth));
            }
            Stm::Parallel { space, body, .. } => {
                for dim in *space {
                    self.declare(dim.index, PrimType::I64, depth);
                    self.qualifies &= self.exp(dim.count) == Kind::Uniform;
                }
                self.in_loop(None, |k| k.stms(body, depth));
            }
            Stm::DeclMem { name, .. } => {
                self.depths.insert(*name, depth);
            }
            Stm::Free { name, .. } => self.qualifies &= self.depths.get(name) == Some(&depth),
            Stm::AssignMem { name, from, .. } => {
                // All lanes together, and not between the lanes' own memory, whose layout is another, and that of all.
                self.qualifies &= self.depths.get(name) == Some(&depth);
                self.qualifies &= !self.is_own(*name) || self.depths.contains_key(from);
            }
            Stm::Alloc { name, prim, count, .. } => {
                self.check(*prim);
                self.qualifies &= self.depths.get(name) == Some(&depth) && self.exp(count) == Kind::Uniform;
            }
            Stm::Copy { prim, shape, to, from, .. } => {
                self.check(*prim);
                let varies = shape.iter().any(|count| self.exp(count) != Kind::Uniform);
                for region in [to, from] {
                    self.count(region.offset);
                    self.qualifies &= region.strides.iter().all(|stride| self.exp(stride) == Kind::Uniform);
                    if varies {
                        self.in_loop(Some(&[]), |k| k.access(region.mem, *prim, region.offset));
                    }
                }
            }
            _ => self.qualifies = false,
        }
    }
}

/// Whether the first of these statements that mentions a variable assigns it, without use of its old value.
fn is_replaced(name: Name, stms: &[Stm<'_>]) -> bool {
    for stm in stms {
        let mentions = stm.mentions(name);
        if mentions > 0 {
            return matches!(stm, Stm::Assign { name: assigned, .. } if *assigned == name && mentions == 1);
        }
    }
    false
}

/// The kind of the quotient or the remainder of consecutive indices, all in one row.
fn row_kind(op: BinOp) -> Kind {
    if matches!(op, BinOp::Div | BinOp::Quot) { Kind::Uniform } else { Kind::Unit }
}

/// Whether values of a type count as indices, of which neighbours may differ by the same number.
pub fn is_index(prim: PrimType) -> bool {
    matches!(prim, PrimType::I32 | PrimType::I64)
}

fn varying_unless_uniform<const N: usize>(kinds: [Kind; N]) -> Kind {
    if kinds.iter().all(|kind| *kind == Kind::Uniform) { Kind::Uniform } else { Kind::Varying }
}
