//! Types of arrays for comparison, and the substitution of rule T-MEM-RESULT.

use crate::funmem::index::{Index, Layout};
use crate::funmem::{Atom, Param, Type};
use crate::prim::PrimType;
use framework::Name;
use rustc_hash::FxHashMap;

/// The type of an array without its elements: `[dims] @mem -> layout`.
#[derive(Clone)]
pub struct Place {
    /// The block.
    pub mem: Name,
    /// The number of elements of each dimension.
    pub dims: Vec<Index>,
    /// The offset and the strides.
    pub layout: Layout,
}

impl Place {
    /// Returns the place in a type, if it is that of an array.
    pub fn of(ty: &Type<'_>) -> Option<Place> {
        match ty {
            Type::Array { dims, mem, layout, .. } => {
                Some(Place { mem: *mem, dims: dims.iter().map(Index::atom).collect(), layout: Layout::of(layout) })
            }
            _ => None,
        }
    }

    /// Whether the elements are in row-major order from the start of the block: `@mem -> R(dims)`.
    pub fn is_row_major(&self) -> bool {
        self.layout == Layout::row_major(&self.dims)
    }

    /// The dimensions as a list that is as short as possible: neighbours that form one longer dimension are merged, and
    /// dimensions of one element are left out. Each item has a count and a stride.
    fn merged(&self) -> Vec<(Index, Index)> {
        let one = Index::constant(1);
        let mut out: Vec<(Index, Index)> = Vec::new();
        for (count, stride) in self.dims.iter().zip(&self.layout.strides).filter(|(count, _)| **count != one) {
            match out.last_mut() {
                Some((before, outer)) if *outer == count.times(stride) => {
                    (*before, *outer) = (before.times(count), stride.clone());
                }
                _ => out.push((count.clone(), stride.clone())),
            }
        }
        out
    }

    /// Whether two arrays with the same elements in row-major order have the same address for each. The first count
    /// does not matter, since both have as many elements.
    pub fn has_same_elements(&self, other: &Place) -> bool {
        let contiguous = |place: &Place| place.layout.is_contiguous(&place.dims);
        let (mut here, mut there) = (self.merged(), other.merged());
        for merged in [&mut here, &mut there] {
            merged.iter_mut().take(1).for_each(|(count, _)| *count = Index::default());
        }
        self.layout.offset == other.layout.offset && (here == there || (contiguous(self) && contiguous(other)))
    }
}

/// `S = {y1 ↦ x1, …, yn ↦ xn}`: the values of names that a pattern or a list of parameters binds.
#[derive(Default)]
pub struct Substitution {
    sizes: FxHashMap<Name, Index>,
    blocks: FxHashMap<Name, Name>,
}

impl Substitution {
    /// Adds `params ↦ values`.
    pub fn and(mut self, params: &[Param<'_>], values: &[Atom]) -> Self {
        for (param, value) in params.iter().zip(values) {
            match (param.ty, value) {
                (Type::Scalar { prim: PrimType::I64, .. }, value) => {
                    self.sizes.insert(param.name, Index::atom(value));
                }
                (Type::Mem { .. }, Atom::Var { name, .. }) => {
                    self.blocks.insert(param.name, *name);
                }
                _ => {}
            }
        }
        self
    }

    fn index(&self, index: &Index) -> Index {
        index.replaced(|name| self.sizes.get(name).cloned().unwrap_or_else(|| Index::variable(*name)))
    }

    /// `S(τ)`
    pub fn apply(&self, place: &Place) -> Place {
        let all = |list: &[Index]| list.iter().map(|index| self.index(index)).collect();
        Place {
            mem: self.blocks.get(&place.mem).copied().unwrap_or(place.mem),
            dims: all(&place.dims),
            layout: Layout { offset: self.index(&place.layout.offset), strides: all(&place.layout.strides) },
        }
    }
}
