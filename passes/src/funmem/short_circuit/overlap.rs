//! Whether a statement stays away from a part of a block.

use super::super::support::blocks::{Blocks, Place};
use super::super::support::variable;
use framework::{Name, Node};
use languages::funmem::index::Index;
use languages::funmem::{Body, Exp, KernelResult, LoopForm, SegDim, Stm};
use languages::prim::PrimType;

/// The addresses from `low` on, below `high`.
pub struct Interval {
    low: Index,
    high: Index,
}

/// Follows the accesses of a statement to a block. `None` means that they are not known.
struct Accesses<'c, 'a> {
    blocks: &'c Blocks<'a>,
    mem: Name,
    /// Variables that count from 0 to below a number, outermost first.
    counters: Vec<(Name, Index)>,
    found: Vec<Interval>,
}

impl<'a> Blocks<'a> {
    /// Whether all accesses of a statement to the block of a place are outside of the place. This compares the lowest
    /// and the highest address on both sides.
    pub fn stays_apart(&self, stm: &Stm<'_>, place: &Place) -> bool {
        let mut accesses = Accesses { blocks: self, mem: place.mem, counters: Vec::new(), found: Vec::new() };
        let Some(here) = accesses.extent(place) else { return false };
        if accesses.stm(stm).is_none() {
            return false;
        }
        let ordered = |first: &Interval, second: &Interval| self.is_natural(&second.low.minus(&first.high));
        accesses.found.iter().all(|there| ordered(there, &here) || ordered(&here, there))
    }

    /// Whether a number is certainly at least 0: it is made of sizes and indices by addition and multiplication.
    fn is_natural(&self, index: &Index) -> bool {
        index.terms().all(|(names, times)| times >= 0 && names.iter().all(|name| self.naturals.contains(name)))
    }
}

impl Accesses<'_, '_> {
    /// All addresses of an array.
    fn extent(&self, place: &Place) -> Option<Interval> {
        let mut high = place.layout.offset.clone();
        for (size, stride) in place.dims.iter().zip(&place.layout.strides) {
            if !self.blocks.is_natural(stride) {
                return None;
            }
            high = high.plus(&size.minus(&Index::constant(1)).times(stride));
        }
        self.interval(place.layout.offset.clone(), high)
    }

    /// The addresses from `low` to `high`, for all values of the counters.
    fn interval(&self, low: Index, high: Index) -> Option<Interval> {
        let (mut low, mut high) = (self.blocks.expanded(&low), self.blocks.expanded(&high));
        for (counter, count) in self.counters.iter().rev() {
            let last = self.blocks.expanded(count).minus(&Index::constant(1));
            low = self.extreme(&low, *counter, &Index::default(), &last)?;
            high = self.extreme(&high, *counter, &last, &Index::default())?;
        }
        Some(Interval { low, high: high.plus(&Index::constant(1)) })
    }

    /// A number with one value for a counter where the number grows with it, and another where it falls.
    fn extreme(&self, index: &Index, counter: Name, growing: &Index, falling: &Index) -> Option<Index> {
        let constant = index.substitute(counter, &Index::default());
        let slope = index.substitute(counter, &Index::constant(1)).minus(&constant);
        if index.minus(&constant) != slope.times(&Index::variable(counter)) {
            return None;
        }
        let is_natural = |slope: &Index| {
            let counted = |name: &Name| self.counters.iter().any(|(counter, _)| counter == name);
            slope.terms().all(|(names, times)| {
                times >= 0 && names.iter().all(|name| self.blocks.naturals.contains(name) || counted(name))
            })
        };
        let value = if is_natural(&slope) {
            growing
        } else if is_natural(&Index::default().minus(&slope)) {
            falling
        } else {
            return None;
        };
        Some(index.substitute(counter, value))
    }

    /// Where an array may be in the block.
    fn places(&self, array: Name) -> impl Iterator<Item = Place> + use<> {
        let mut places = self.blocks.places(array);
        places.retain(|place| self.blocks.may_be(place.mem, self.mem));
        places.into_iter()
    }

    /// All elements of these arrays.
    fn whole(&mut self, arrays: impl IntoIterator<Item = Name>) -> Option<()> {
        for array in arrays {
            for place in self.places(array) {
                let interval = self.extent(&place)?;
                self.found.push(interval);
            }
        }
        Some(())
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Option<()> {
        let bound = || stm.pat.iter().map(|param| param.name);
        match stm.exp {
            // Views, and what has nothing to do with memory.
            Exp::Slice { .. }
            | Exp::Rearrange { .. }
            | Exp::Reshape { .. }
            | Exp::Alloc { .. }
            | Exp::Scratch { .. }
            | Exp::Un { .. }
            | Exp::Tri { .. }
            | Exp::Convert { .. }
            | Exp::Assert { .. } => Some(()),
            Exp::Atoms { .. } | Exp::Bin { .. } => Some(()),
            Exp::Index { array, indices, .. } => {
                for place in self.places(*array) {
                    let indices: Vec<Index> = indices.iter().map(Index::atom).collect();
                    let address = place.layout.at(&indices).offset;
                    let interval = self.interval(address.clone(), address)?;
                    self.found.push(interval);
                }
                Some(())
            }
            Exp::SegMap { space, body, .. } => {
                self.whole(bound())?;
                self.counted(space, |accesses| {
                    body.stms.iter().try_for_each(|stm| accesses.stm(stm))?;
                    body.results.iter().try_for_each(|result| match result {
                        KernelResult::Returns { value, .. } => accesses.whole(variable(value)),
                        KernelResult::Writes { .. } => accesses.whole(result.free_names()),
                    })
                })
            }
            Exp::If { yes, no, .. } => {
                self.whole(bound())?;
                self.body(yes)?;
                self.body(no)
            }
            Exp::Loop { params, inits, form, body, .. } => {
                self.whole(bound().chain(inits.iter().filter_map(variable)))?;
                self.whole(params.iter().map(|param| param.name))?;
                match form {
                    LoopForm::For { index, prim: PrimType::I64, bound, .. } => {
                        self.counters.push((*index, Index::atom(bound)));
                        self.body(body)?;
                        self.counters.pop();
                        Some(())
                    }
                    _ => self.body(body),
                }
            }
            _ => self.whole(stm.free_names().into_iter().chain(bound())),
        }
    }

    fn body(&mut self, body: &Body<'_>) -> Option<()> {
        body.stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn counted(&mut self, space: &[SegDim<'_>], inside: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let outside = self.counters.len();
        self.counters.extend(space.iter().map(|dim| (dim.index, Index::atom(dim.count))));
        inside(self)?;
        self.counters.truncate(outside);
        Some(())
    }
}
