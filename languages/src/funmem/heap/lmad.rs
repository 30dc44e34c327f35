//! Index functions of values.

use crate::memory;
use crate::prim::PrimValue;
use framework::Result;
use rustc_hash::FxHashSet;

/// An index function with constants only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lmad {
    /// The address of the first element.
    pub offset: i64,
    /// The number of elements and the stride of each dimension.
    pub dims: Vec<(i64, i64)>,
}

/// One dimension of a slice: its start, and, unless the dimension disappears, count and stride.
pub type Cut = (i64, Option<(i64, i64)>);

impl Lmad {
    /// Returns `R(counts)`: row-major order from offset zero.
    pub fn row_major(counts: impl DoubleEndedIterator<Item = i64>) -> Lmad {
        let mut stride: i64 = 1;
        let mut dims = Vec::new();
        for count in counts.rev() {
            dims.push((count, stride));
            stride = stride.wrapping_mul(count);
        }
        dims.reverse();
        Lmad { offset: 0, dims }
    }

    /// Returns row-major order for the same dimensions: the number of each element.
    pub fn numbers(&self) -> Lmad {
        Lmad::row_major(self.dims.iter().map(|(count, _)| *count))
    }

    /// The number of elements. Fails if there is no memory for as many values.
    pub fn count(&self) -> Result<usize> {
        let sizes: Vec<usize> = self.dims.iter().map(|(count, _)| usize::try_from(*count).unwrap_or(0)).collect();
        memory::check(size_of::<PrimValue>(), &sizes)
    }

    /// Returns the image: equation (1) for all indices in row-major order.
    pub fn image(&self) -> Result<Vec<i64>> {
        self.count()?;
        let mut addresses = vec![self.offset];
        for (count, stride) in &self.dims {
            let row = |base: i64| (0..*count).map(move |at| base.wrapping_add(at.wrapping_mul(*stride)));
            addresses = addresses.into_iter().flat_map(row).collect();
        }
        Ok(addresses)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.dims.iter().any(|(count, _)| *count <= 0)
    }

    /// The dimensions of several elements, unless there are no elements at all.
    fn long(&self) -> Option<impl DoubleEndedIterator<Item = (i64, i64)> + '_> {
        (!self.is_empty()).then(|| self.dims.iter().copied().filter(|(count, _)| *count > 1))
    }

    /// Whether all elements have addresses from 0 to below `size`.
    pub fn fits(&self, size: usize) -> bool {
        let Some(dims) = self.long() else { return true };
        let (mut least, mut most) = (i128::from(self.offset), i128::from(self.offset));
        for (count, stride) in dims {
            let way = i128::from(count - 1) * i128::from(stride);
            least = least.saturating_add(way.min(0));
            most = most.saturating_add(way.max(0));
        }
        0 <= least && most < size as i128
    }

    /// Whether no two elements have the same address.
    pub fn is_injective(&self) -> Result<bool> {
        let Some(dims) = self.long() else { return Ok(true) };
        let mut dims: Vec<(i128, i128)> =
            dims.map(|(count, stride)| (count.into(), i128::from(stride).abs())).collect();
        dims.sort_by_key(|(_, stride)| *stride);
        // The distance of the first and the last element of the dimensions so far.
        let mut extent: i128 = 0;
        for (count, stride) in dims {
            if stride <= extent {
                let image = self.image()?;
                return Ok(image.iter().collect::<FxHashSet<_>>().len() == image.len());
            }
            extent = extent.saturating_add((count - 1).saturating_mul(stride));
        }
        Ok(true)
    }

    /// Whether the elements, in row-major order, have the same addresses as those of another index function.
    pub fn same_elements(&self, other: &Lmad) -> bool {
        match (self.merged(), other.merged()) {
            (Some(here), Some(there)) => self.offset == other.offset && here == there,
            (here, there) => here.is_none() && there.is_none(),
        }
    }

    /// The dimensions of several elements, with neighbours merged that form one. `None` if there are no elements.
    fn merged(&self) -> Option<Vec<(i64, i64)>> {
        let mut out: Vec<(i64, i64)> = Vec::new();
        for (count, stride) in self.long()? {
            match out.last_mut() {
                Some((before, outer)) if *outer == count.wrapping_mul(stride) => {
                    (*before, *outer) = (before.wrapping_mul(count), stride);
                }
                _ => out.push((count, stride)),
            }
        }
        Some(out)
    }

    /// Returns the index function of a slice, by equation (2).
    pub fn slice(&self, dims: &[Cut]) -> Lmad {
        let mut offset = self.offset;
        let mut out = Vec::new();
        for ((start, span), (_, stride)) in dims.iter().zip(&self.dims) {
            offset = offset.wrapping_add(start.wrapping_mul(*stride));
            if let Some((count, step)) = span {
                out.push((*count, stride.wrapping_mul(*step)));
            }
        }
        Lmad { offset, dims: out }
    }

    /// Returns the index function of an element or row, by equation (3) for several dimensions at once.
    pub fn index(&self, indices: &[i64]) -> Lmad {
        let ways = indices.iter().zip(&self.dims).map(|(index, (_, stride))| index.wrapping_mul(*stride));
        let offset = ways.fold(self.offset, i64::wrapping_add);
        Lmad { offset, dims: self.dims[indices.len().min(self.dims.len())..].to_vec() }
    }

    /// Returns the index function of some rows, from `start` on.
    pub fn rows(&self, start: i64, count: i64) -> Lmad {
        let mut rows = self.clone();
        if let Some((outer, stride)) = rows.dims.first_mut() {
            rows.offset = rows.offset.wrapping_add(start.wrapping_mul(*stride));
            *outer = count;
        }
        rows
    }

    /// Returns the index function with permuted dimensions.
    pub fn permuted(&self, perm: &[i64]) -> Lmad {
        let dim = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| self.dims.get(dim).copied());
        Lmad { offset: self.offset, dims: perm.iter().filter_map(dim).collect() }
    }
}
