//! Turns expressions into terms. Expressions that rules match become operators. All others become numbers of a table.

use super::term::{Dim, Op};
use crate::anf::support::code::{int, var};
use framework::{Name, Names, Renaming};
use languages::anf::{Arena, Atom, Exp, SliceDim};
use languages::prim::BinOp;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The operator and operands of an expression, if rules match expressions of its form.
pub fn plain(exp: &Exp<'_>) -> Option<(Op, Vec<Atom>)> {
    let mut args = Vec::new();
    let op = match exp {
        // `>` becomes `<` with its operands swapped, so that rules need one form only.
        Exp::Bin { op: op @ (BinOp::Gt | BinOp::Ge), prim, lhs, rhs, .. } => {
            args.extend([**rhs, **lhs]);
            Op::Bin(if *op == BinOp::Gt { BinOp::Lt } else { BinOp::Le }, *prim)
        }
        Exp::Bin { op, prim, lhs, rhs, .. } => {
            args.extend([**lhs, **rhs]);
            Op::Bin(*op, *prim)
        }
        Exp::Un { op, prim, arg, .. } => {
            args.push(**arg);
            Op::Un(*op, *prim)
        }
        Exp::Tri { op, prim, a, b, c, .. } => {
            args.extend([**a, **b, **c]);
            Op::Tri(*op, *prim)
        }
        Exp::Convert { from, to, arg, .. } => {
            args.push(**arg);
            Op::Convert(*from, *to)
        }
        Exp::Index { array, indices, .. } => {
            args.push(var(*array));
            args.extend(*indices);
            Op::Index
        }
        Exp::Slice { array, dims, .. } => {
            args.push(var(*array));
            Op::Slice(operands(dims, &mut args))
        }
        Exp::Update { array, dims, value, .. } => {
            args.extend([var(*array), **value]);
            Op::Update(operands(dims, &mut args))
        }
        Exp::ArrayLit { elems, prim, row, .. } => {
            args.push(int(i64::try_from(elems.len()).unwrap_or(i64::MAX)));
            args.extend(elems.iter().chain(*row));
            Op::ArrayLit(*prim, elems.len())
        }
        Exp::Iota { count, start, step, prim, .. } => {
            args.extend([**count, **start, **step]);
            Op::Iota(*prim)
        }
        Exp::Replicate { shape, value, .. } => {
            args.push(**value);
            args.extend(*shape);
            Op::Replicate
        }
        Exp::Rearrange { array, perm, .. } => {
            args.push(var(*array));
            Op::Rearrange(perm.iter().copied().collect())
        }
        Exp::Reshape { array, shape, .. } => {
            args.push(var(*array));
            args.extend(*shape);
            Op::Reshape
        }
        Exp::Assert { cond, .. } => {
            args.push(**cond);
            Op::Assert
        }
        _ => return None,
    };
    Some((op, args))
}

/// The dimensions of a slice. Appends their operands to `args`.
fn operands(dims: &[SliceDim<'_>], args: &mut Vec<Atom>) -> Box<[Dim]> {
    let dim = |dim: &SliceDim<'_>| match dim {
        SliceDim::Fix { index, .. } => {
            args.push(**index);
            Dim::Fix
        }
        SliceDim::Span { start, count, stride, .. } => {
            args.extend([**start, **count, **stride]);
            Dim::Span
        }
    };
    dims.iter().map(dim).collect()
}

/// Assigns numbers to expressions. Expressions that are equal up to renaming have one number.
pub struct Interned<'c> {
    arena: &'c Arena<'c>,
    /// For each size and number of free variables: the only such expression so far, or `None` if there are several,
    /// which are all in `numbers`. Most expressions stay alone, so no canonical copy of them is made.
    alone: FxHashMap<(u64, usize), Option<u32>>,
    numbers: FxHashMap<Exp<'c>, u32>,
}

impl<'c> Interned<'c> {
    /// An empty table. The arena holds the canonical copies.
    pub fn new(arena: &'c Arena<'c>) -> Self {
        Interned { arena, alone: FxHashMap::default(), numbers: FxHashMap::default() }
    }

    /// The number of an expression with these free variables in a region's table. Expressions that are equal up to
    /// renaming have the same `size`.
    pub fn number<'b>(
        &mut self,
        blocks: &mut Vec<(Exp<'b>, Vec<Name>)>,
        exp: &Exp<'b>,
        free: Vec<Name>,
        size: u64,
    ) -> u32 {
        let next = u32::try_from(blocks.len()).unwrap_or(u32::MAX);
        match self.alone.entry((size, free.len())) {
            Entry::Vacant(entry) => {
                entry.insert(Some(next));
                blocks.push((*exp, free));
                return next;
            }
            Entry::Occupied(mut entry) => {
                if let Some(first) = entry.get_mut().take()
                    && let Some((exp, free)) = blocks.get(first as usize)
                {
                    let copy = canonical(self.arena, exp, free);
                    self.numbers.insert(copy, first);
                }
            }
        }
        *self.numbers.entry(canonical(self.arena, exp, &free)).or_insert_with(|| {
            blocks.push((*exp, free));
            next
        })
    }
}

/// The canonical copy of an expression: free variables are named by their position in `free`, bound ones in order.
fn canonical<'c>(arena: &'c Arena<'c>, exp: &Exp<'_>, free: &[Name]) -> Exp<'c> {
    let mut renaming = Renaming::<framework::Static<'c, Atom>>::new(Names::Canonical);
    for (position, name) in free.iter().enumerate() {
        let hole = Name { base: framework::Symbol::new("%free"), tag: u32::try_from(position).unwrap_or(u32::MAX) };
        renaming = renaming.rename(*name, hole);
    }
    exp.copy_into(arena, &mut renaming)
}
