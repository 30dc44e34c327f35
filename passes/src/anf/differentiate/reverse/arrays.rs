//! Operations that move elements.

use super::{Accumulator, Adjoint, Reverse};
use crate::anf::support::code::{dims, int, prim, scalar, var};
use framework::{Name, Result};
use languages::anf::{Atom, Exp, SliceDim, Type};
use languages::prim::{BinOp, PrimType};

impl<'b> Reverse<'_, 'b> {
    /// An operation with one array as its result.
    pub(super) fn array(&mut self, exp: &Exp<'b>, adjoint: Atom) -> Result<()> {
        match *exp {
            Exp::Index { array, indices, .. } => {
                let span = self.b.span;
                let fixed = indices.iter().map(|index| SliceDim::Fix { span, index: self.b.arena.alloc(*index) });
                let dims = self.b.arena.slice(fixed.collect::<Vec<_>>());
                self.add_part(array, dims, adjoint)
            }
            Exp::Slice { array, dims, .. } => self.add_part(array, dims, adjoint),
            Exp::Update { array, dims, value, .. } => {
                let ty = self.b.type_of(array)?;
                if self.varied.holds(value) {
                    let part = self.part(adjoint, ty, dims)?;
                    self.add(value, part)?;
                }
                if self.varied.has(array) {
                    let part = self.part_type(ty, dims);
                    let zero = self.b.zero(part);
                    let rest = self.with_part(adjoint, ty, dims, zero)?;
                    self.add(&var(array), rest)?;
                }
                Ok(())
            }
            Exp::Copy { array, .. } => self.add(&var(array), adjoint),
            // Each element is the start and some steps. As in Futhark, it counts as one more element, too.
            Exp::Iota { count, start, step, prim, .. } => {
                let total = self.b.total(adjoint)?;
                self.add(start, total)?;
                let elements = self.b.converted(prim, PrimType::I64, total);
                self.add(count, elements)?;
                if self.varied.holds(step) {
                    let steps = self.b.iota(*count);
                    let arrays = [self.b.name(steps)?, self.b.name(adjoint)?];
                    let lambda = self.function(&[scalar(PrimType::I64), scalar(prim)], |this, args| {
                        let steps = this.b.converted(PrimType::I64, prim, args[0]);
                        Ok(vec![(this.b.op(BinOp::Mul, prim, steps, args[1]), scalar(prim))])
                    })?;
                    let weighted = self.b.map("steps", *count, &arrays, lambda)[0];
                    let total = self.b.total(weighted)?;
                    self.add(step, total)?;
                }
                Ok(())
            }
            Exp::Reshape { array, .. } => {
                let ty = self.b.type_of(array)?;
                let value = self.b.reshaped(adjoint, dims(&ty))?;
                self.add(&var(array), value)
            }
            Exp::Rearrange { span, array, perm } => {
                let mut inverse = vec![0; perm.len()];
                for (at, from) in perm.iter().enumerate() {
                    inverse[*from as usize] = at as i64;
                }
                let ty = self.b.type_of(array)?;
                let exp = Exp::Rearrange { span, array: self.b.name(adjoint)?, perm: self.b.arena.slice(inverse) };
                let value = self.b.bind("rearranged", ty, exp);
                self.add(&var(array), value)
            }
            Exp::ArrayLit { elems, .. } => {
                for (at, elem) in elems.iter().enumerate() {
                    if self.varied.holds(elem) {
                        let element = self.b.element(adjoint, &[int(at as i64)])?;
                        self.add(elem, element)?;
                    }
                }
                Ok(())
            }
            Exp::Replicate { shape, value, .. } => {
                let ty = self.b.ty(*value)?;
                let count = self.b.product(shape);
                let flat: Vec<Atom> = std::iter::once(count).chain(dims(&ty).iter().copied()).collect();
                let flat = self.b.reshaped(adjoint, &flat)?;
                let total = self.b.total(flat)?;
                self.add(value, total)
            }
            Exp::Concat { arrays, .. } => {
                let mut start = int(0);
                for array in arrays {
                    let ty = self.b.type_of(*array)?;
                    let count = dims(&ty)[0];
                    if self.varied.has(*array) {
                        let part = self.b.span_of(adjoint, start, count, int(1))?;
                        self.add(&var(*array), part)?;
                    }
                    start = self.b.int(BinOp::Add, start, count);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Adds to the adjoint of a part of an array.
    pub(super) fn add_part(&mut self, array: Name, part: &'b [SliceDim<'b>], value: Atom) -> Result<()> {
        if !self.varied.has(array) {
            return Ok(());
        }
        let ty = self.b.type_of(array)?;
        let whole = match self.adjoints.get(&array) {
            Some(Adjoint::Region(offset)) => return self.accumulate(*offset, ty, part, value),
            Some(Adjoint::Value(value)) => *value,
            None => self.b.zero(ty),
        };
        let old = self.part(whole, ty, part)?;
        let part_type = self.part_type(ty, part);
        let value = self.b.at_type(value, part_type)?;
        let sum = self.b.sum(part_type, old, value)?;
        let whole = self.with_part(whole, ty, part, sum)?;
        self.adjoints.insert(array, Adjoint::Value(whole));
        Ok(())
    }

    /// Adds to the adjoint of the row, or element, at an index.
    pub(super) fn add_row(&mut self, array: Name, index: Atom, value: Atom) -> Result<()> {
        let ty = self.b.type_of(array)?;
        self.add_part(array, self.b.empty().row(&[index], dims(&ty)), value)
    }

    fn part_type(&mut self, ty: Type<'b>, part: &[SliceDim<'b>]) -> Type<'b> {
        let counts = part.iter().filter_map(|dim| match dim {
            SliceDim::Fix { .. } => None,
            SliceDim::Span { count, .. } => Some(**count),
        });
        let counts: Vec<Atom> = counts.collect();
        self.b.array(&counts, scalar(prim(&ty)))
    }

    fn part(&mut self, array: Atom, ty: Type<'b>, part: &'b [SliceDim<'b>]) -> Result<Atom> {
        let (span, array, ty) = (self.b.span, self.b.name(array)?, self.part_type(ty, part));
        let indices = part.iter().map(|dim| match dim {
            SliceDim::Fix { index, .. } => Some(**index),
            SliceDim::Span { .. } => None,
        });
        let exp = match indices.collect::<Option<Vec<Atom>>>() {
            Some(indices) => Exp::Index { span, array, indices: self.b.arena.slice(indices) },
            None => Exp::Slice { span, array, dims: part },
        };
        Ok(self.b.bind("part", ty, exp))
    }

    fn with_part(&mut self, array: Atom, ty: Type<'b>, part: &'b [SliceDim<'b>], value: Atom) -> Result<Atom> {
        let (span, array, value) = (self.b.span, self.b.name(array)?, self.b.arena.alloc(value));
        Ok(self.b.bind("adj", ty, Exp::Update { span, array, dims: part, value }))
    }

    /// Adds a value to a part of an array that is a region of the accumulator.
    pub(super) fn accumulate(&mut self, offset: Atom, ty: Type<'b>, part: &[SliceDim<'b>], value: Atom) -> Result<()> {
        let [dim, rest @ ..] = part else { return self.accumulate_element(offset, value) };
        let row = self.b.row_type(ty);
        let stride = self.b.product(dims(&row));
        match dim {
            SliceDim::Fix { index, .. } => {
                let distance = self.b.int(BinOp::Mul, **index, stride);
                let offset = self.b.int(BinOp::Add, offset, distance);
                self.accumulate(offset, row, rest, value)
            }
            SliceDim::Span { start, count, stride: step, .. } => {
                self.repeat(**count, &[], &[], |this, index, _| {
                    let element = this.b.element(value, &[index])?;
                    let distance = this.b.int(BinOp::Mul, index, **step);
                    let index = this.b.int(BinOp::Add, **start, distance);
                    let distance = this.b.int(BinOp::Mul, index, stride);
                    let offset = this.b.int(BinOp::Add, offset, distance);
                    this.accumulate(offset, row, rest, element)?;
                    Ok(Vec::new())
                })?;
                Ok(())
            }
        }
    }

    fn accumulate_element(&mut self, index: Atom, value: Atom) -> Result<()> {
        let Some(acc) = self.acc else { return Ok(()) };
        let ty = self.b.type_of(acc.name)?;
        let lambda = self.b.addition(scalar(acc.prim))?.lambda;
        let exp = Exp::Accumulate {
            span: self.b.span,
            dests: self.b.arena.slice([acc.name]),
            index: self.b.arena.alloc(index),
            size: self.b.arena.alloc(acc.size),
            values: self.b.arena.slice([value]),
            lambda: Some(lambda),
        };
        let param = self.b.param("acc", ty);
        self.b.push(&[param], exp);
        self.acc = Some(Accumulator { name: param.name, ..acc });
        Ok(())
    }
}
