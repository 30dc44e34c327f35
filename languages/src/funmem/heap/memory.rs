//! Blocks, stamps, and copies.
//!
//! Every scalar that a step stores gets a fresh *stamp*, and copies keep it. A location has the stamp of its value. An
//! array has the stamps that its elements have by the value semantics (figure 4), whatever happens to its block. So a
//! location with another stamp than the element has a wrong value, even if the two values happen to be equal: another
//! array was written there, or the index function is wrong.

use super::lmad::{Cut, Lmad};
use super::races::{Access, touch};
use super::{Label, Machine, Val, internal};
use crate::funmem::{Param, Type};
use crate::memory;
use crate::prim::{PrimType, PrimValue};
use crate::value::ArrayData;
use framework::{Name, Result, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Identifies a scalar that some step has stored.
pub type Stamp = u64;

/// The stamp of an element that was never written.
pub const UNWRITTEN: Stamp = 0;

/// A memory block.
pub struct Block {
    data: ArrayData,
    /// The stamp of each location.
    stamps: Vec<Stamp>,
}

/// The value of an array: label and index function `(ℓ, L)`.
#[derive(Clone, Debug)]
pub struct Array {
    /// The block.
    pub label: Label,
    /// The index function.
    pub lmad: Lmad,
    /// The stamps of the elements by the value semantics, in row-major order.
    pub stamps: Rc<Vec<Stamp>>,
}

impl Array {
    /// Returns the stamps of some elements, given by an index function on their numbers.
    fn part(&self, numbers: &Lmad) -> Result<Rc<Vec<Stamp>>> {
        let stamp = |number: i64| usize::try_from(number).ok().and_then(|number| self.stamps.get(number).copied());
        let stamps: Option<Vec<Stamp>> = numbers.image()?.into_iter().map(stamp).collect();
        stamps.map(Rc::new).ok_or_else(|| internal(Span::NONE, "a view has elements that its array lacks"))
    }

    /// Returns a view: the index function that `step` makes of the array's own.
    pub fn view(&self, step: impl Fn(&Lmad) -> Lmad) -> Result<Array> {
        Ok(Array { label: self.label, lmad: step(&self.lmad), stamps: self.part(&step(&self.lmad.numbers()))? })
    }
}

/// An array that a statement makes or updates.
pub struct Target {
    pub label: Label,
    pub lmad: Lmad,
    stamps: Vec<Stamp>,
}

impl Target {
    /// Returns the finished array.
    pub fn array(self) -> Val {
        Val::Array(Array { label: self.label, lmad: self.lmad, stamps: Rc::new(self.stamps) })
    }
}

impl Machine<'_> {
    /// E-MEM-ALLOC. Returns the label of a block whose elements are not yet written.
    pub fn alloc(&mut self, prim: PrimType, count: i64) -> Result<Label> {
        let count = memory::check(prim.size_bytes().max(size_of::<Stamp>()), &[memory::size(count)?])?;
        self.heap.push(Block { data: ArrayData::zeros(prim, count), stamps: vec![UNWRITTEN; count] });
        Ok(self.heap.len() - 1)
    }

    /// Returns the label of a block with these elements.
    pub fn alloc_argument(&mut self, data: ArrayData) -> Label {
        let stamps = (0..data.len()).map(|_| self.fresh_stamp()).collect();
        self.heap.push(Block { data, stamps });
        self.heap.len() - 1
    }

    fn fresh_stamp(&mut self) -> Stamp {
        self.stamp += 1;
        self.stamp
    }

    fn touch(&mut self, label: Label, address: i64, access: Access, span: Span) -> Result<()> {
        touch(&mut self.kernels, label, address, access).map_err(|(iteration, access)| {
            let what = if access == Access::Read { "reads" } else { "writes" };
            let place = format!("block {label} at {address}, which another iteration uses");
            internal(span, format!("a data race: iteration {iteration} {what} {place}"))
        })
    }

    /// Reads a location that must have a stamp. Nothing is known of the value of an element that was never written.
    pub fn read(&mut self, label: Label, address: i64, wanted: Stamp, span: Span) -> Result<PrimValue> {
        self.touch(label, address, Access::Read, span)?;
        self.look(label, address, wanted, span)
    }

    fn look(&self, label: Label, address: i64, wanted: Stamp, span: Span) -> Result<PrimValue> {
        let missing = || internal(span, format!("block {label} has no location {address}"));
        let block = self.heap.get(label).ok_or_else(missing)?;
        let at = usize::try_from(address).map_err(|_| missing())?;
        let value = block.data.get(at).ok_or_else(missing)?;
        let found = block.stamps.get(at).copied().unwrap_or(UNWRITTEN);
        if wanted != UNWRITTEN && found != wanted {
            let text = format!("the program is not valid: block {label} at {address} has not the value of the element");
            return Err(internal(span, text));
        }
        Ok(value)
    }

    fn write(
        &mut self,
        label: Label,
        address: i64,
        (value, stamp): (PrimValue, Stamp),
        access: Access,
        span: Span,
    ) -> Result<()> {
        self.touch(label, address, access, span)?;
        let done = usize::try_from(address).is_ok_and(|address| {
            self.heap.get_mut(label).is_some_and(|block| {
                let known = block.stamps.get_mut(address).map(|known| *known = stamp);
                known.is_some() && block.data.set(address, value)
            })
        });
        if done { Ok(()) } else { Err(internal(span, format!("block {label} has no location {address} for {value}"))) }
    }

    /// Copies a scalar or an array to a part of an array, by equation (5). `part` makes the part's index function of
    /// that of the whole.
    pub fn memcpy(
        &mut self,
        target: &mut Target,
        part: impl Fn(&Lmad) -> Lmad,
        value: Val,
        access: Access,
        span: Span,
    ) -> Result<()> {
        let (to, numbers) = (part(&target.lmad).image()?, part(&target.lmad.numbers()).image()?);
        let values = match value {
            Val::Scalar(value) => vec![(value, self.fresh_stamp())],
            Val::Array(source) => {
                let from = source.lmad.image()?;
                if source.label == target.label && overlap(&from, &to) {
                    return Err(internal(span, "a data race: a copy between overlapping parts of a block"));
                }
                self.elements(&source, &from, span)?
            }
            Val::Mem(_) | Val::Cert => return Err(internal(span, "a block or a certificate is stored")),
        };
        if to.len() != values.len() {
            return Err(internal(span, "a copy between arrays of different shapes"));
        }
        for ((address, number), value) in to.into_iter().zip(numbers).zip(values) {
            self.write(target.label, address, value, access, span)?;
            let stamp = usize::try_from(number).ok().and_then(|number| target.stamps.get_mut(number));
            *stamp.ok_or_else(|| internal(span, "an array has no such element"))? = value.1;
        }
        Ok(())
    }

    /// Reads all elements of an array.
    fn elements(&mut self, array: &Array, addresses: &[i64], span: Span) -> Result<Vec<(PrimValue, Stamp)>> {
        let mut values = Vec::with_capacity(addresses.len());
        for (address, stamp) in addresses.iter().zip(array.stamps.iter()) {
            values.push((self.read(array.label, *address, *stamp, span)?, *stamp));
        }
        Ok(values)
    }

    /// Reads an element or cell that an operation updates.
    pub fn read_cell(&mut self, target: &Target, indices: &[i64], access: Access, span: Span) -> Result<PrimValue> {
        let (cell, number) = (target.lmad.index(indices), target.lmad.numbers().index(indices));
        self.touch(target.label, cell.offset, access, span)?;
        let stamp = usize::try_from(number.offset).ok().and_then(|number| target.stamps.get(number).copied());
        let stamp = stamp.ok_or_else(|| internal(span, "an array has no such element"))?;
        self.look(target.label, cell.offset, written(stamp, span)?, span)
    }

    /// E-MEM-INDEX
    pub fn index(&mut self, array: &Array, indices: &[i64], span: Span) -> Result<PrimValue> {
        let in_bounds = indices.iter().zip(&array.lmad.dims).all(|(index, (count, _))| (0..*count).contains(index));
        let number = usize::try_from(array.lmad.numbers().index(indices).offset).ok().filter(|_| in_bounds);
        let stamp = number.and_then(|number| array.stamps.get(number).copied());
        let stamp = stamp.ok_or_else(|| internal(span, "an index is out of bounds"))?;
        self.read(array.label, array.lmad.index(indices).offset, written(stamp, span)?, span)
    }

    /// Returns the place in a parameter's type. Its block is bound before it, in the same pattern or earlier. The array
    /// fits the block.
    fn place(&self, param: &Param<'_>) -> Result<(Label, Lmad)> {
        let Type::Array { dims, mem, layout, .. } = param.ty else {
            return Err(internal(param.span, "an array is expected"));
        };
        let Some(Val::Mem(label)) = self.env.get(mem) else {
            return Err(internal(param.span, format!("`{mem}` is no memory block")));
        };
        let lmad = self.lmad(dims, layout)?;
        let size = self.heap.get(*label).map_or(0, |block| block.stamps.len());
        if !lmad.fits(size) {
            let text = format!("`{}` does not fit its block of {size} elements", param.name);
            return Err(internal(param.span, text));
        }
        Ok((*label, lmad))
    }

    /// Returns a new array at the place in a parameter's type. No element is written yet.
    pub fn fresh(&self, param: &Param<'_>) -> Result<Target> {
        let (label, lmad) = self.place(param)?;
        if !lmad.is_injective()? {
            return Err(internal(param.span, format!("two elements of `{}` share a location", param.name)));
        }
        let stamps = vec![UNWRITTEN; lmad.count()?];
        Ok(Target { label, lmad, stamps })
    }

    /// Takes an array that a statement updates in place, and becomes `param`.
    pub fn consumed(&mut self, array: Name, param: &Param<'_>) -> Result<Target> {
        let value = self.env.remove(&array);
        let Some(Val::Array(array)) = value else {
            return Err(internal(param.span, format!("`{array}` is no array, or was consumed")));
        };
        self.is_placed(param, &array)?;
        let stamps = Rc::try_unwrap(array.stamps).unwrap_or_else(|shared| Vec::clone(&shared));
        Ok(Target { label: array.label, lmad: array.lmad, stamps })
    }

    /// Checks that an array is where the type of its variable says.
    pub fn is_placed(&self, param: &Param<'_>, array: &Array) -> Result<()> {
        if self.place(param)? != (array.label, array.lmad.clone()) {
            return Err(internal(param.span, format!("`{}` is not where its type says", param.name)));
        }
        Ok(())
    }

    /// Binds an argument, whose elements are those of a block.
    pub fn bind_argument(&mut self, param: &Param<'_>, label: Label) -> Result<()> {
        let (_, lmad) = self.place(param)?;
        let stamps = self.heap.get(label).map_or(Vec::new(), |block| block.stamps.clone());
        self.env.insert(param.name, Val::Array(Array { label, lmad, stamps: Rc::new(stamps) }));
        Ok(())
    }

    /// A view with the same elements, at the place in a parameter's type.
    pub fn reshaped(&self, param: &Param<'_>, array: &Array) -> Result<Val> {
        let (label, lmad) = self.place(param)?;
        if label != array.label || lmad.count()? != array.stamps.len() || !lmad.same_elements(&array.lmad) {
            return Err(internal(param.span, format!("`{}` is not where its type says", param.name)));
        }
        Ok(Val::Array(Array { label, lmad, stamps: array.stamps.clone() }))
    }

    /// Definition 3.1: returns what is in the block of an entry point's result, in row-major order from its start.
    pub fn handed_out(&self, array: &Array, span: Span) -> Result<ArrayData> {
        let prim = self.heap.get(array.label).map_or(PrimType::Bool, |block| block.data.prim_type());
        let mut elements = Vec::with_capacity(array.stamps.len());
        for (address, stamp) in array.stamps.iter().enumerate() {
            elements.push(self.look(array.label, address as i64, written(*stamp, span)?, span)?);
        }
        ArrayData::from_values(prim, elements).ok_or_else(|| internal(span, "a block with elements of several types"))
    }
}

/// Returns the stamp of an element that is read. An element that was never written has no value.
fn written(stamp: Stamp, span: Span) -> Result<Stamp> {
    if stamp == UNWRITTEN { Err(internal(span, "an element is read that was never written")) } else { Ok(stamp) }
}

/// Whether a copy reads a location that it writes as another element. Elements are copied in any order.
fn overlap(from: &[i64], to: &[i64]) -> bool {
    if from == to {
        return false;
    }
    let sources: FxHashMap<i64, usize> = from.iter().enumerate().map(|(number, address)| (*address, number)).collect();
    to.iter().enumerate().any(|(number, address)| sources.get(address).is_some_and(|source| *source != number))
}

/// Returns the slice as a step from one index function to another.
pub fn cut(dims: &[Cut]) -> impl Fn(&Lmad) -> Lmad + '_ {
    move |lmad| lmad.slice(dims)
}

/// Returns the choice of an element or row as such a step.
pub fn row(indices: &[i64]) -> impl Fn(&Lmad) -> Lmad + '_ {
    move |lmad| lmad.index(indices)
}
