//! What the iterations of loops leave to the next.

use framework::Name;
use languages::lanes::facts::each_stm;
use languages::lanes::{Exp, Stm};
use rustc_hash::FxHashSet;

use super::{Kinds, LOOP_WEIGHT, is_index};

impl Kinds<'_> {
    /// Looks at the body of a loop. If lanes leave it one by one, `apart` has its statements.
    pub(super) fn in_loop(&mut self, apart: Option<&[Stm<'_>]>, body: impl FnOnce(&mut Self)) {
        let (weight, in_search) = (self.weight, self.in_search);
        self.weight = weight.saturating_mul(LOOP_WEIGHT).min(1 << 20);
        self.in_search = apart.map_or(in_search, |stms| !walks(stms));
        self.under_mask(apart.is_some(), body);
        (self.weight, self.in_search) = (weight, in_search);
    }
}

/// The scalars that an iteration of a loop leaves to the next.
pub(super) fn carried(body: &[Stm<'_>]) -> i64 {
    let (mut own, mut assigned) = (FxHashSet::default(), FxHashSet::default());
    each_stm(body, &mut |stm| match stm {
        Stm::Decl { name, .. } => own.extend([*name]),
        Stm::Assign { name, .. } => assigned.extend([*name]),
        _ => {}
    });
    assigned.difference(&own).count() as i64
}

/// Whether an iteration reads from memory where the next one goes on, as in lists and trees. In searches, which compute
/// it, lanes take about as many rounds each; walks end anywhere.
fn walks(body: &[Stm<'_>]) -> bool {
    let (mut own, mut read) = (FxHashSet::default(), FxHashSet::default());
    each_stm(body, &mut |stm| {
        if let Stm::Decl { name, .. } = stm {
            own.insert(*name);
        }
    });
    let mut changed = true;
    while changed {
        let known = read.len();
        each_stm(body, &mut |stm| match stm {
            Stm::Read { name, prim, .. } if is_index(*prim) => drop(read.insert(*name)),
            Stm::Assign { name, value, .. } if is_read(value, &read) => drop(read.insert(*name)),
            _ => {}
        });
        changed = read.len() > known;
    }
    !read.is_subset(&own)
}

/// Whether one of these numbers is an operand of an expression. What is selected counts, and not by what.
fn is_read(exp: &Exp<'_>, read: &FxHashSet<Name>) -> bool {
    match exp {
        Exp::Var { name, .. } => read.contains(name),
        Exp::Bin { op, lhs, rhs, .. } => !op.is_comparison() && (is_read(lhs, read) || is_read(rhs, read)),
        Exp::Un { arg, .. } | Exp::Convert { arg, .. } => is_read(arg, read),
        Exp::Select { yes, no, .. } => is_read(yes, read) || is_read(no, read),
        _ => false,
    }
}
