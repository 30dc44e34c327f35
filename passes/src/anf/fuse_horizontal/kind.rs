//! The kinds of SOACs that can be merged with each other.

use crate::anf::support::elements::Elements;
use crate::anf::support::soac::{Soac, combined};
use framework::{Name, Node};
use languages::anf::{Arena, Dest, Exp, HistOp, Lambda, Stm, Type};

/// The number of a SOAC's leading results that are only known after all elements: totals, and destinations.
pub fn whole(exp: &Exp<'_>) -> Option<usize> {
    match exp {
        Exp::Map { .. } => Some(0),
        Exp::Reduce { ops: totals, .. } | Exp::Scan { totals, .. } => Some(combined(totals)),
        Exp::Scatter { .. } | Exp::Hist { .. } => Some(usize::MAX),
        _ => None,
    }
}

/// The kind of a SOAC. Only SOACs of one kind can be merged.
#[derive(Clone, Copy)]
pub enum Kind<'b> {
    /// Maps, reductions and scans. Their results are first the totals, then the mapped arrays.
    Elements(Elements<'b>),
    Scatter {
        dests: &'b [Dest],
    },
    Hist {
        ops: &'b [HistOp<'b>],
    },
}

impl<'b> Kind<'b> {
    pub fn of(arena: &'b Arena<'b>, exp: &Exp<'b>) -> Option<Kind<'b>> {
        match exp {
            Exp::Scatter { dests, .. } => Some(Kind::Scatter { dests }),
            Exp::Hist { ops, .. } => Some(Kind::Hist { ops }),
            exp => Elements::of(arena, exp).map(Kind::Elements),
        }
    }

    pub fn goes_with(&self, other: &Kind<'b>) -> bool {
        matches!(
            (self, other),
            (Kind::Elements(_), Kind::Elements(_))
                | (Kind::Scatter { .. }, Kind::Scatter { .. })
                | (Kind::Hist { .. }, Kind::Hist { .. })
        )
    }

    /// The number of the function's leading results that are indices or bins instead of values.
    pub fn leading(&self) -> usize {
        match self {
            Kind::Elements(_) => 0,
            Kind::Scatter { dests } => dests.iter().map(|dest| usize::try_from(dest.rank).unwrap_or(0)).sum(),
            Kind::Hist { ops } => ops.len(),
        }
    }

    /// Whether an operator works on arrays.
    pub fn on_arrays(&self) -> bool {
        let arrays = |lambda: &Lambda| lambda.params.iter().any(|param| matches!(param.ty, Type::Array { .. }));
        match self {
            Kind::Elements(elements) => elements.on_arrays(),
            Kind::Scatter { .. } => false,
            Kind::Hist { ops } => ops.iter().any(|op| arrays(op.lambda)),
        }
    }

    /// The names that the SOAC uses other than as inputs.
    pub fn inside(&self, lambda: &Lambda<'b>) -> Vec<Name> {
        match self {
            Kind::Elements(elements) => elements.free_names(),
            Kind::Scatter { dests } => dests.iter().map(|dest| dest.array).chain(lambda.free_names()).collect(),
            Kind::Hist { ops } => ops.iter().flat_map(Node::free_names).chain(lambda.free_names()).collect(),
        }
    }
}

/// The positions of the statement's results that a SOAC reads as inputs.
pub fn reads<'s>(stm: &'s Stm<'_>, soac: &'s Soac<'_>) -> impl Iterator<Item = usize> + 's {
    (0..stm.pat.len()).filter(|at| soac.arrays.contains(&stm.pat[*at].name))
}
