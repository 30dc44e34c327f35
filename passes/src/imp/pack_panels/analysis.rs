//! Which kernels read the same columns for each row, and where.

use framework::{Name, Node};
use languages::imp::{Dim, Exp, ScalarParam, Stm, Visit, walk_dim, walk_scalar_param, walk_stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The fewest rounds of a loop, if their number is a constant.
const LEAST_ROUNDS: i64 = 32;
/// The most arrays of which a kernel has panels.
const MOST_PANELS: usize = 2;

/// Terms, and whether they are subtracted.
pub(super) type Offset<'a> = Vec<(Exp<'a>, bool)>;
/// Terms, of which `None` stands for 1, and whether they are subtracted.
pub(super) type Step<'a> = Vec<(Option<Exp<'a>>, bool)>;

/// The elements that a loop reads for a column: those at `column + offset + k · step`, for `k < rounds`.
#[derive(Clone, PartialEq)]
pub(super) struct Panel<'a> {
    pub mem: Name,
    pub prim: PrimType,
    pub rounds: Exp<'a>,
    /// The terms of the offset, and whether they are subtracted.
    pub offset: Offset<'a>,
    /// The terms of the step.
    pub step: Step<'a>,
}

/// A kernel that gains from panels.
pub(super) struct Columns<'a> {
    /// The dimensions before those of rows and columns.
    pub outer: &'a [Dim<'a>],
    pub row: &'a Dim<'a>,
    pub column: &'a Dim<'a>,
    pub body: &'a [Stm<'a>],
    pub panels: Vec<Panel<'a>>,
}

impl<'a> Columns<'a> {
    /// `None` if a statement is no such kernel.
    pub fn of(stm: &'a Stm<'a>) -> Option<Columns<'a>> {
        let Stm::Parallel { groups: false, space, body, .. } = stm else { return None };
        let [outer @ .., row, column] = *space else { return None };
        let mut own = Own::default();
        own.visit_stm(stm);
        let mut columns = Columns { outer, row, column, body, panels: Vec::new() };
        columns.stms(body, Place::Top, &own).then_some(())?;
        (1..=MOST_PANELS).contains(&columns.panels.len()).then_some(columns)
    }

    /// Finds panels in the statements of a kernel, or of a loop in it: its index and the number of its rounds. Only
    /// reads that certainly happen count, as a copy happens in any case. Returns whether the statements only compute,
    /// read, write and loop.
    fn stms(&mut self, stms: &'a [Stm<'a>], place: Place<'_, 'a>, own: &Own<'a>) -> bool {
        stms.iter().all(|stm| match stm {
            Stm::Decl { .. } | Stm::Assign { .. } | Stm::Write { .. } => true,
            Stm::Read { mem, prim, index, .. } => {
                if let Some(panel) = panel((*mem, *prim, index), place, self.column.index, own)
                    && !self.panels.contains(&panel)
                {
                    self.panels.push(panel);
                }
                true
            }
            Stm::For { index, bound, body, .. } => self.stms(body, place.inside(*index, bound), own),
            Stm::Reduce { reduce, .. } => {
                self.stms(reduce.body, place.inside(reduce.dim.index, reduce.dim.count), own)
                    && reduce.ops().all(|op| self.stms(op.body, Place::Elsewhere, own))
            }
            _ => false,
        })
    }
}

/// Where a statement of a kernel is.
#[derive(Clone, Copy)]
pub(super) enum Place<'e, 'a> {
    /// In no loop.
    Top,
    /// In one loop: its index and the number of its rounds.
    Loop(Name, &'e Exp<'a>),
    /// In several loops, or where panels are not worth it.
    Elsewhere,
}

impl<'e, 'a> Place<'e, 'a> {
    /// The place in a loop.
    pub fn inside(self, index: Name, rounds: &'e Exp<'a>) -> Place<'e, 'a> {
        let few = |rounds: i64| rounds < LEAST_ROUNDS;
        match (self, rounds) {
            (Place::Top, Exp::Const { value, .. }) if value.as_i64().is_none_or(few) => Place::Elsewhere,
            (Place::Top, _) => Place::Loop(index, rounds),
            _ => Place::Elsewhere,
        }
    }
}

/// The panel from which a read can come.
pub(super) fn panel<'a>(
    (mem, prim, index): (Name, PrimType, &Exp<'a>),
    place: Place<'_, 'a>,
    column: Name,
    own: &Own<'a>,
) -> Option<Panel<'a>> {
    let Place::Loop(k, rounds) = place else { return None };
    if own.written.contains(&mem) || !own.is_outside(rounds) {
        return None;
    }
    let (offset, step) = spaced(index, column, k, own)?;
    Some(Panel { mem, prim, rounds: *rounds, offset, step })
}

/// The names that a kernel declares, and the memory that it writes.
#[derive(Default)]
pub(super) struct Own<'a> {
    declared: FxHashSet<Name>,
    written: FxHashSet<Name>,
    /// The values of variables that are assigned where they are declared, and nowhere else.
    values: FxHashMap<Name, Option<Exp<'a>>>,
    /// The variable that was declared last.
    latest: Option<Name>,
}

impl Own<'_> {
    /// Whether the host can compute an expression.
    fn is_outside(&self, exp: &Exp<'_>) -> bool {
        exp.free_names().iter().all(|name| !self.declared.contains(name))
    }
}

impl<'a> Visit<'a> for Own<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let latest = self.latest.take();
        match node {
            Stm::Decl { name, .. } => {
                self.declared.insert(*name);
                self.latest = Some(*name);
            }
            Stm::Assign { name, value, .. } => {
                let value = (latest == Some(*name) && !value.free_names().contains(name)).then_some(**value);
                self.values.entry(*name).and_modify(|known| *known = None).or_insert(value);
            }
            Stm::For { index, .. } => drop(self.declared.insert(*index)),
            Stm::Write { mem, .. } => drop(self.written.insert(*mem)),
            _ => {}
        }
        walk_stm(self, node);
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.declared.insert(node.index);
        walk_dim(self, node);
    }

    fn visit_scalar_param(&mut self, node: &'a ScalarParam) {
        self.declared.insert(node.name);
        walk_scalar_param(self, node);
    }
}

/// The terms of a sum, and whether they are subtracted. Variables of the kernel stand for their values.
fn terms<'a>(exp: &Exp<'a>, minus: bool, own: &Own<'a>, out: &mut Vec<(Exp<'a>, bool)>) {
    match exp {
        Exp::Var { name, .. } if let Some(Some(value)) = own.values.get(name) => terms(value, minus, own, out),
        Exp::Bin { op: op @ (BinOp::Add | BinOp::Sub), prim: PrimType::I64, lhs, rhs, .. } => {
            terms(lhs, minus, own, out);
            terms(rhs, minus ^ (*op == BinOp::Sub), own, out);
        }
        _ => out.push((*exp, minus)),
    }
}

/// The offset and the step of an index `column + offset + k · step`, both known to the host. `None` if it has another
/// form.
fn spaced<'a>(index: &Exp<'a>, column: Name, k: Name, own: &Own<'a>) -> Option<(Offset<'a>, Step<'a>)> {
    let is = |exp: &Exp<'_>, wanted: Name| matches!(exp, Exp::Var { name, .. } if *name == wanted);
    let (mut sum, mut offset, mut step, mut columns) = (Vec::new(), Vec::new(), Vec::new(), 0);
    terms(index, false, own, &mut sum);
    for (term, minus) in sum {
        match term {
            _ if is(&term, column) && !minus => columns += 1,
            _ if is(&term, k) => step.push((None, minus)),
            _ if own.is_outside(&term) => offset.push((term, minus)),
            Exp::Bin { op: BinOp::Mul, lhs, rhs, .. } if is(lhs, k) && own.is_outside(rhs) => {
                step.push((Some(*rhs), minus));
            }
            Exp::Bin { op: BinOp::Mul, lhs, rhs, .. } if is(rhs, k) && own.is_outside(lhs) => {
                step.push((Some(*lhs), minus));
            }
            _ => return None,
        }
    }
    (columns == 1 && !step.is_empty()).then_some((offset, step))
}
