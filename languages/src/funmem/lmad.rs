//! Operations on index functions: an LMAD (IFL'22 §3.1) is a [`Layout`] with the sizes of its array.
//!
//! The operations are symbolic. What they cannot decide, they deny: the result is `None`, or "perhaps".

use super::index::{Index, Layout};

/// The product of some sizes.
pub fn product(sizes: &[Index]) -> Index {
    sizes.iter().fold(Index::constant(1), |count, size| count.times(size))
}

impl Layout {
    /// The subarray at these leading indices: equation (3), for several dimensions at once.
    pub fn at(&self, indices: &[Index]) -> Layout {
        let ways = indices.iter().zip(&self.strides).map(|(index, stride)| index.times(stride));
        let offset = ways.fold(self.offset.clone(), |offset, way| offset.plus(&way));
        Layout { offset, strides: self.strides.iter().skip(indices.len()).cloned().collect() }
    }

    /// The transposed array: dimension `i` of the result is dimension `perm[i]`. T-MEM-TRANSPOSE
    pub fn rearranged(&self, perm: &[i64]) -> Layout {
        let strides = perm.iter().filter_map(|dim| self.strides.get(usize::try_from(*dim).ok()?).cloned());
        Layout { offset: self.offset.clone(), strides: strides.collect() }
    }

    /// The same elements in row-major order, under other sizes whose product is equal. `None` if no LMAD is known to
    /// have them. Then the elements must be copied.
    ///
    /// Dimensions can be joined if walking the outer one continues the walk of the inner one. So the sizes on both
    /// sides are divided into groups of equal products, as small as possible, and each old group must be such a walk.
    pub fn reshaped(&self, from: &[Index], to: &[Index]) -> Option<Layout> {
        let mut strides = Vec::new();
        let (mut from, mut to, mut old) = (from, to, self.strides.as_slice());
        while !(from.is_empty() && to.is_empty()) {
            let (left, right) = first_group(from, to);
            let (group, rest) = from.split_at(left);
            let (steps, later) = old.split_at(left.min(old.len()));
            let step = walk(group, steps)?;
            strides.extend(Layout::row_major(&to[..right]).strides.iter().map(|stride| stride.times(&step)));
            (from, to, old) = (rest, &to[right..], later);
        }
        Some(Layout { offset: self.offset.clone(), strides })
    }
}

/// The lengths of the shortest prefixes, not both empty, that have the same product, or else of the whole lists.
fn first_group(from: &[Index], to: &[Index]) -> (usize, usize) {
    for total in 2..=from.len() + to.len() {
        for left in 1..=from.len().min(total - 1) {
            let right = total - left;
            if right <= to.len() && product(&from[..left]) == product(&to[..right]) {
                return (left, right);
            }
        }
    }
    (from.len(), to.len())
}

/// The distance of neighbouring elements, if walking through these dimensions in row-major order is one walk.
fn walk(sizes: &[Index], strides: &[Index]) -> Option<Index> {
    let one = Index::constant(1);
    let mut dims = sizes.iter().zip(strides).filter(|(size, _)| **size != one).rev();
    let Some((size, step)) = dims.next() else { return Some(one) };
    let mut next = step.times(size);
    for (size, stride) in dims {
        if *stride != next {
            return None;
        }
        next = stride.times(size);
    }
    Some(step.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn numbers(values: &[i64]) -> Vec<Index> {
        values.iter().map(|value| Index::constant(*value)).collect()
    }

    fn constant(index: &Index) -> i64 {
        index.as_constant().expect("an index function of numbers")
    }

    /// Equation (1) for all indices in row-major order.
    fn addresses(layout: &Layout, sizes: &[i64]) -> Vec<i64> {
        let mut all = vec![constant(&layout.offset)];
        for (size, stride) in sizes.iter().zip(&layout.strides) {
            let stride = constant(stride);
            all = all.into_iter().flat_map(|base| (0..*size).map(move |at| base + at * stride)).collect();
        }
        all
    }

    /// An index function of numbers, and its sizes.
    fn layouts() -> impl Strategy<Value = (Layout, Vec<i64>)> {
        let dims = prop::collection::vec((1_i64..5, -7_i64..8), 0..4);
        (-3_i64..20, dims, any::<bool>()).prop_map(|(offset, dims, dense)| {
            let (sizes, strides): (Vec<i64>, Vec<i64>) = dims.into_iter().unzip();
            let mut layout = Layout { offset: Index::constant(offset), strides: numbers(&strides) };
            if dense {
                layout.strides = Layout::row_major(&numbers(&sizes)).strides;
            }
            (layout, sizes)
        })
    }

    /// The ways to write a number of elements as a product of at most three sizes.
    fn shapes(count: i64) -> Vec<Vec<i64>> {
        let divisors = || (1..=count).filter(move |size| count % size == 0);
        let mut all = vec![vec![count], vec![1, count], vec![count, 1]];
        all.extend(divisors().map(|size| vec![size, count / size]));
        for outer in divisors() {
            all.extend(
                divisors().filter(|size| count / outer % size == 0).map(|size| vec![outer, size, count / outer / size]),
            );
        }
        all
    }

    proptest! {
        #[test]
        fn reshapes_keep_the_elements((layout, sizes) in layouts()) {
            let from = numbers(&sizes);
            for to in shapes(sizes.iter().product()) {
                if let Some(view) = layout.reshaped(&from, &numbers(&to)) {
                    prop_assert_eq!(view.strides.len(), to.len());
                    prop_assert_eq!(addresses(&view, &to), addresses(&layout, &sizes));
                } else {
                    // Only an array with gaps may have no view.
                    prop_assert!(!layout.is_contiguous(&from));
                }
            }
        }

        #[test]
        fn transposes_exchange_dimensions((layout, sizes) in layouts()) {
            let perm: Vec<i64> = (0..sizes.len() as i64).rev().collect();
            let turned: Vec<i64> = sizes.iter().rev().copied().collect();
            let mut found = addresses(&layout.rearranged(&perm), &turned);
            let mut wanted = addresses(&layout, &sizes);
            found.sort_unstable();
            wanted.sort_unstable();
            prop_assert_eq!(found, wanted);
        }

        #[test]
        fn rows_are_parts((layout, sizes) in layouts()) {
            let Some((first, rest)) = sizes.split_first() else { return Ok(()) };
            let rows = (0..*first).flat_map(|row| addresses(&layout.at(&numbers(&[row])), rest));
            prop_assert_eq!(rows.collect::<Vec<_>>(), addresses(&layout, &sizes));
        }
    }

    #[test]
    fn rows_with_gaps_have_views_along_each_dimension() {
        let [n, m, k] = ["n", "m", "k"].map(|name| Index::variable(framework::Name::plain(name)));
        let gaps = Layout { offset: Index::default(), strides: vec![m.times(&k), Index::constant(2)] };
        // [n][m] to [1][n][m][1], and to [n·m].
        let one = Index::constant(1);
        let view = gaps.reshaped(&[n.clone(), m.clone()], &[one.clone(), n.clone(), m.clone(), one]);
        assert_eq!(view.map(|view| view.strides[1].clone()), Some(m.times(&k)));
        assert_eq!(gaps.reshaped(&[n.clone(), m.clone()], &[n.times(&m)]), None);
        // Every second element of [n·m] as [n][m].
        let even = Layout { offset: Index::default(), strides: vec![Index::constant(2)] };
        let view = even.reshaped(&[n.times(&m)], &[n, m.clone()]);
        assert_eq!(view.map(|view| view.strides), Some(vec![m.times(&Index::constant(2)), Index::constant(2)]));
    }
}
