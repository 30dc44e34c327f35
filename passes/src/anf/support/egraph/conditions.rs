//! Which of the conditions around a body say anything about it.

use super::region::{Known, MAX_DEPTH};
use super::term::Op;
use crate::anf::support::code::variable;
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp};
use languages::prim::BinOp;
use rustc_hash::FxHashSet;

/// Up to how many conditions a body is told of: the innermost ones. Branches may be nested deeply.
const MAX_CONDITIONS: usize = 16;

/// A condition that holds, or does not, in a branch.
pub struct Condition {
    /// Its name.
    pub name: Name,
    /// Whether it holds.
    pub truth: bool,
    /// The names that it speaks of, its own among them.
    speaks_of: FxHashSet<Name>,
    /// The two that are compared, if all that is known is that they are not equal.
    unequal: Option<(Atom, Atom)>,
}

impl Condition {
    /// A condition.
    pub fn new(known: &Known<'_>, name: Name, truth: bool) -> Condition {
        let mut speaks_of = FxHashSet::default();
        mentioned(known, name, 0, &mut speaks_of);
        let unequal = match known.definitions.get(&name) {
            Some((Op::Bin(op @ (BinOp::Eq | BinOp::Ne), _), args)) if (*op == BinOp::Ne) == truth => match args[..] {
                [lhs, rhs] => Some((lhs, rhs)),
                _ => None,
            },
            _ => None,
        };
        Condition { name, truth, speaks_of, unequal }
    }
}

/// A name and what it is defined by.
fn mentioned(known: &Known<'_>, name: Name, depth: usize, found: &mut FxHashSet<Name>) {
    if !found.insert(name) || depth >= MAX_DEPTH {
        return;
    }
    let same = known.same.get(&name).into_iter().filter_map(variable);
    let operands = known.definitions.get(&name).into_iter().flat_map(|(_, args)| args.iter().filter_map(variable));
    for name in same.chain(operands) {
        mentioned(known, name, depth + 1, found);
    }
}

/// The conditions that may say something about the statements of a body, those of bodies further in left out: these are told for themselves.
pub fn relevant<'k>(known: &'k Known<'_>, body: &Body<'_>) -> Vec<&'k Condition> {
    if known.holds.is_empty() {
        return Vec::new();
    }
    let mut names = FxHashSet::default();
    let mut compared: FxHashSet<(Atom, Atom)> = FxHashSet::default();
    body.result.iter().filter_map(variable).for_each(|name| mentioned(known, name, 0, &mut names));
    for stm in body.stms {
        match stm.exp {
            Exp::If { cond, .. } => variable(cond).into_iter().for_each(|name| mentioned(known, name, 0, &mut names)),
            Exp::Loop { inits, .. } => {
                inits.iter().filter_map(variable).for_each(|name| mentioned(known, name, 0, &mut names));
            }
            Exp::Map { .. } | Exp::Reduce { .. } | Exp::Scan { .. } | Exp::Scatter { .. } | Exp::Hist { .. } => {}
            Exp::Bin { op: BinOp::Eq | BinOp::Ne, lhs, rhs, .. } => {
                compared.extend([(**lhs, **rhs), (**rhs, **lhs)]);
                stm.exp.free_names().iter().for_each(|name| mentioned(known, *name, 0, &mut names));
            }
            plain => plain.free_names().iter().for_each(|name| mentioned(known, *name, 0, &mut names)),
        }
    }
    let speaks = |condition: &&Condition| {
        names.contains(&condition.name)
            || match &condition.unequal {
                Some(pair) => compared.contains(pair),
                None => !names.is_disjoint(&condition.speaks_of),
            }
    };
    let mut told: Vec<&Condition> = known.holds.iter().rev().filter(speaks).take(MAX_CONDITIONS).collect();
    told.reverse();
    told
}
