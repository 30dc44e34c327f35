//! Selects the conditions of enclosing branches that matter for a body.

use super::region::{Known, MAX_DEPTH};
use super::term::Op;
use crate::anf::support::code::variable;
use crate::anf::support::soac::Soac;
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp};
use languages::prim::BinOp;
use rustc_hash::FxHashSet;

/// The largest number of conditions that a body assumes. Branches may be nested deeply; the innermost conditions are
/// assumed.
const MAX_CONDITIONS: usize = 16;

/// A condition whose truth value is known inside a branch.
pub struct Condition {
    /// Its name.
    pub name: Name,
    /// Its truth value in the branch.
    pub truth: bool,
    /// All names that the condition depends on, including its own.
    speaks_of: FxHashSet<Name>,
    /// The two compared values, if the condition only tells that they differ.
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

/// Adds a name and the names in its definition to `found`.
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

/// The conditions that share names with the statements of a body. Nested bodies are not considered, because each
/// selects its own conditions.
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
            soac if Soac::of(soac).is_some() => {}
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
