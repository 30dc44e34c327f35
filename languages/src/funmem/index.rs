//! Index functions in normal form, for comparison: polynomials over `i64` variables, and LMADs over such polynomials.

use super::{Arena, Atom, Poly, SliceDim};
use crate::polynomial::Polynomial;
use crate::prim::PrimValue;
use framework::{Name, Span};

/// The polynomial of an offset, a stride or a size.
pub type Index = Polynomial<Name>;

impl Index {
    /// Returns a variable.
    pub fn variable(name: Name) -> Index {
        Index::factor(name)
    }

    /// Returns a size or an index. Atoms of other types count as zero; well-typed programs have none here.
    pub fn atom(atom: &Atom) -> Index {
        match atom {
            Atom::Const { value: PrimValue::I64(value), .. } => Index::constant(*value),
            Atom::Const { .. } => Index::default(),
            Atom::Var { name, .. } => Index::variable(*name),
        }
    }

    /// Returns the variables.
    pub fn variables(&self) -> impl Iterator<Item = Name> + '_ {
        self.factors().copied()
    }

    /// Substitutes a polynomial for a variable.
    pub fn substitute(&self, name: Name, with: &Index) -> Index {
        self.replaced(|factor| if *factor == name { with.clone() } else { Index::variable(*factor) })
    }

    /// Returns the polynomial as a node.
    pub fn node<'b>(&self, arena: &'b Arena<'b>) -> Poly<'b> {
        let span = Span::NONE;
        let mut sum: Option<Poly<'b>> = None;
        for (product, coefficient) in self.terms() {
            let mut term: Option<Poly<'b>> =
                (coefficient != 1 || product.is_empty()).then_some(Poly::PolyConst { span, value: coefficient });
            for name in product {
                let factor = Poly::PolyVar { span, name: *name };
                term = Some(match term {
                    None => factor,
                    Some(term) => Poly::PolyMul { span, lhs: arena.alloc(term), rhs: arena.alloc(factor) },
                });
            }
            let Some(term) = term else { continue };
            sum = Some(match sum {
                None => term,
                Some(sum) => Poly::PolyAdd { span, lhs: arena.alloc(sum), rhs: arena.alloc(term) },
            });
        }
        sum.unwrap_or(Poly::PolyConst { span, value: 0 })
    }

    /// Returns the polynomial of a node.
    pub fn of(poly: &Poly<'_>) -> Index {
        match poly {
            Poly::PolyConst { value, .. } => Index::constant(*value),
            Poly::PolyVar { name, .. } => Index::variable(*name),
            Poly::PolyAdd { lhs, rhs, .. } => Index::of(lhs).plus(&Index::of(rhs)),
            Poly::PolySub { lhs, rhs, .. } => Index::of(lhs).minus(&Index::of(rhs)),
            Poly::PolyMul { lhs, rhs, .. } => Index::of(lhs).times(&Index::of(rhs)),
        }
    }
}

/// An LMAD without its element counts, which are the dimensions of the array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The position of the first element.
    pub offset: Index,
    /// The distance of neighbouring elements along each dimension.
    pub strides: Vec<Index>,
}

impl Layout {
    /// Returns `R(dims)`: row-major order from offset zero.
    pub fn row_major(dims: &[Index]) -> Layout {
        let mut strides = vec![Index::constant(1); dims.len()];
        for dim in (1..dims.len()).rev() {
            strides[dim - 1] = strides[dim].times(&dims[dim]);
        }
        Layout { offset: Index::default(), strides }
    }

    /// Whether the elements are in row-major order without gaps, at any offset.
    pub fn is_contiguous(&self, dims: &[Index]) -> bool {
        self.strides == Layout::row_major(dims).strides
    }

    /// Returns the layout as a node.
    pub fn node<'b>(&self, arena: &'b Arena<'b>) -> super::Layout<'b> {
        let strides: Vec<_> = self.strides.iter().map(|stride| stride.node(arena)).collect();
        super::Layout { span: Span::NONE, offset: arena.alloc(self.offset.node(arena)), strides: arena.slice(strides) }
    }

    /// Returns the layout of a node.
    pub fn of(layout: &super::Layout<'_>) -> Layout {
        Layout { offset: Index::of(layout.offset), strides: layout.strides.iter().map(Index::of).collect() }
    }
}

/// Returns the layout of a slice, by equation (2).
pub fn slice(layout: &Layout, dims: &[SliceDim<'_>]) -> Layout {
    let mut offset = layout.offset.clone();
    let mut strides = Vec::new();
    for (dim, stride) in dims.iter().zip(&layout.strides) {
        match dim {
            SliceDim::Fix { index, .. } => offset = offset.plus(&Index::atom(index).times(stride)),
            SliceDim::Span { start, stride: step, .. } => {
                offset = offset.plus(&Index::atom(start).times(stride));
                strides.push(stride.times(&Index::atom(step)));
            }
        }
    }
    Layout { offset, strides }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_have_one_form() {
        let (x, y) = (Index::variable(Name::plain("x")), Index::variable(Name::plain("y")));
        let one = Index::constant(1);
        assert_eq!(x.plus(&one).times(&y), y.times(&x).plus(&y));
        assert!(x.plus(&x.times(&Index::constant(-1))).is_zero());
        assert_eq!(x.times(&y).substitute(Name::plain("x"), &one), y);
    }

    #[test]
    fn row_major_strides() {
        let dims = [Index::constant(2), Index::variable(Name::plain("n"))];
        let layout = Layout::row_major(&dims);
        assert_eq!(layout.strides, vec![Index::variable(Name::plain("n")), Index::constant(1)]);
        assert!(layout.is_contiguous(&dims));
    }
}
