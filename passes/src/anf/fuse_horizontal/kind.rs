//! What SOACs have in common that can be one.

use crate::anf::support::elements::Elements;
use crate::anf::support::soac::{Soac, combined};
use framework::{Name, Node};
use languages::anf::{Arena, Dest, Exp, HistOp, Lambda, Stm, Type};

/// How many of a SOAC's results are not known element by element.
pub fn whole(exp: &Exp<'_>) -> Option<usize> {
    match exp {
        Exp::Map { .. } => Some(0),
        Exp::Reduce { ops: totals, .. } | Exp::Scan { totals, .. } => Some(combined(totals)),
        Exp::Scatter { .. } | Exp::Hist { .. } => Some(usize::MAX),
        _ => None,
    }
}

/// What SOACs that can be one have in common.
#[derive(Clone, Copy)]
pub enum Kind<'b> {
    /// Maps, reductions and scans. Results are first the totals, then what is mapped out.
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

    /// How many of the function's results are not written: indices, bins.
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

    /// What is used otherwise than element by element.
    pub fn inside(&self, lambda: &Lambda<'b>) -> Vec<Name> {
        match self {
            Kind::Elements(elements) => elements.free_names(),
            Kind::Scatter { dests } => dests.iter().map(|dest| dest.array).chain(lambda.free_names()).collect(),
            Kind::Hist { ops } => ops.iter().flat_map(Node::free_names).chain(lambda.free_names()).collect(),
        }
    }
}

/// The positions of those results of a statement that a SOAC reads.
pub fn reads<'s>(stm: &'s Stm<'_>, soac: &'s Soac<'_>) -> impl Iterator<Item = usize> + 's {
    (0..stm.pat.len()).filter(|at| soac.arrays.contains(&stm.pat[*at].name))
}
