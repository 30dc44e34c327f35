//! The types of the elements of blocks.

use crate::prim::PrimType;
use framework::Name;
use rustc_hash::FxHashMap;

/// All elements of a block are of one type. Names that may denote the same block are in one class.
#[derive(Default)]
pub struct Blocks {
    /// The next name of a class, on the way to the class's representative.
    parents: FxHashMap<Name, Name>,
    /// The type of the elements, for representatives of classes, as far as it is known.
    elements: FxHashMap<Name, PrimType>,
}

impl Blocks {
    fn representative(&self, name: Name) -> Name {
        let mut name = name;
        while let Some(parent) = self.parents.get(&name) {
            name = *parent;
        }
        name
    }

    /// Records that a block holds elements of a type. Returns the other type of elements that it is known to hold.
    pub fn holds(&mut self, block: Name, prim: PrimType) -> Option<PrimType> {
        let known = *self.elements.entry(self.representative(block)).or_insert(prim);
        (known != prim).then_some(known)
    }

    /// Records that a block becomes that of a variable. Returns the types of the elements of the two, if these differ.
    pub fn becomes(&mut self, block: Name, variable: Name) -> Option<(PrimType, PrimType)> {
        let (block, variable) = (self.representative(block), self.representative(variable));
        if block == variable {
            return None;
        }
        self.parents.insert(variable, block);
        let of_variable = self.elements.remove(&variable)?;
        self.holds(block, of_variable).map(|of_block| (of_block, of_variable))
    }
}
