//! Turns arrays that a SOAC reads at its own index into inputs.

use crate::anf::support::code::{known, variable};
use crate::anf::support::soac::{Soac, with_parts};
use framework::{Name, Node, Result};
use languages::anf::{Arena, Atom, Exp, Lambda, Param, Rewrite, SliceDim, Type, default_rewrite_exp};

/// The SOAC with `array` as one more input. Returns `None` if its function uses `array` other than at `index`, one of
/// its parameters. `row` is the type of an element of `array`.
///
///     map (\i -> xs[i] + i) (iota n)     becomes     map (\i x -> x + i) (iota n) xs
pub fn as_input<'b>(arena: &'b Arena<'b>, exp: &Exp<'b>, array: Name, index: Name, row: Type<'b>) -> Option<Exp<'b>> {
    let soac = Soac::of(exp)?;
    let param = Param { span: soac.lambda.body.span, name: array.refresh(), ty: arena.alloc(row) };
    let lambda = Rows { arena, array, index, row: param }.rewrite_lambda(arena.alloc(soac.lambda)).ok()?;
    if lambda.free_names().contains(&array) {
        return None;
    }
    let (elements, others) = lambda.params.split_at(soac.arrays.len());
    let params = arena.slice(elements.iter().copied().chain([param]).chain(others.iter().copied()));
    let arrays: Vec<Name> = soac.arrays.iter().copied().chain([array]).collect();
    Some(with_parts(arena, exp, &arrays, Lambda { params, ..lambda }))
}

struct Rows<'b> {
    arena: &'b Arena<'b>,
    array: Name,
    index: Name,
    row: Param<'b>,
}

impl<'b> Rows<'b> {
    fn is_index(&self, atom: &Atom) -> bool {
        variable(atom) == Some(self.index)
    }

    /// Whether a slice selects the whole row.
    fn is_whole(&self, dims: &[SliceDim<'_>]) -> bool {
        let Type::Array { dims: sizes, .. } = *self.row.ty else { return false };
        let whole = |(dim, size): (&SliceDim<'_>, &Atom)| match dim {
            SliceDim::Span { start, count, stride, .. } => {
                known(**start) == Some(0) && known(**stride) == Some(1) && *count == size
            }
            SliceDim::Fix { .. } => false,
        };
        dims.len() == sizes.len() && dims.iter().zip(sizes).all(whole)
    }
}

impl<'b> Rewrite<'b, 'b> for Rows<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, node: &'b Exp<'b>) -> Result<Exp<'b>> {
        let row = self.row.name;
        let value = |span| Exp::Atoms { span, atoms: self.arena.slice([crate::anf::support::code::var(row)]) };
        Ok(match *node {
            Exp::Index { span, array, indices: [first, rest @ ..] } if array == self.array && self.is_index(first) => {
                if rest.is_empty() {
                    value(span)
                } else {
                    Exp::Index { span, array: row, indices: rest }
                }
            }
            Exp::Slice { span, array, dims: [SliceDim::Fix { index, .. }, rest @ ..] }
                if array == self.array && self.is_index(index) =>
            {
                if self.is_whole(rest) {
                    value(span)
                } else {
                    Exp::Slice { span, array: row, dims: rest }
                }
            }
            _ => default_rewrite_exp(self, node)?,
        })
    }
}
