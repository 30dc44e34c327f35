//! Translates expressions, addresses and copies.

use super::{Place, Stms, Translation};
use crate::imp::support::{bin, int, variable};
use framework::{Error, Name, Result, Span};
use languages::funmem::index::{Index, Layout};
use languages::funmem::{self, Atom};
use languages::imp::{Exp, Part, Region, Stm, Traced};
use languages::prim::{BinOp, PrimType};

impl<'b> Translation<'_, 'b> {
    pub(super) fn alloc(&self, exp: Exp<'b>) -> &'b Exp<'b> {
        self.arena.alloc(exp)
    }

    pub(super) fn atom(&self, atom: &Atom) -> Exp<'b> {
        match *atom {
            Atom::Const { span, value } => Exp::Const { span, value },
            Atom::Var { span, name } => Exp::Var { span, name },
        }
    }

    pub(super) fn arith(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, PrimType::I64, lhs, rhs)
    }

    pub(super) fn index(&self, index: &Index) -> Exp<'b> {
        // Goes through the node of `FunMem`, so that there is one translation for normal forms.
        let arena = funmem::Arena::default();
        self.poly(&index.node(&arena))
    }

    pub(super) fn poly(&self, poly: &funmem::Poly<'_>) -> Exp<'b> {
        match poly {
            funmem::Poly::PolyConst { value, .. } => int(*value),
            funmem::Poly::PolyVar { name, .. } => variable(*name),
            funmem::Poly::PolyAdd { lhs, rhs, .. } => self.arith(BinOp::Add, self.poly(lhs), self.poly(rhs)),
            funmem::Poly::PolySub { lhs, rhs, .. } => self.arith(BinOp::Sub, self.poly(lhs), self.poly(rhs)),
            funmem::Poly::PolyMul { lhs, rhs, .. } => self.arith(BinOp::Mul, self.poly(lhs), self.poly(rhs)),
        }
    }

    /// Equation (1): the address of an element.
    pub(super) fn address(&self, layout: &Layout, indices: &[Exp<'b>]) -> Exp<'b> {
        let mut sum = (!layout.offset.is_zero()).then(|| self.index(&layout.offset));
        for (index, stride) in indices.iter().zip(&layout.strides) {
            let term =
                if *stride == Index::constant(1) { *index } else { self.arith(BinOp::Mul, *index, self.index(stride)) };
            sum = Some(match sum {
                None => term,
                Some(sum) => self.arith(BinOp::Add, sum, term),
            });
        }
        sum.unwrap_or_else(|| int(0))
    }

    /// The region of a block that an array occupies.
    fn lmad(&self, mem: Name, layout: &Layout) -> &'b Region<'b> {
        let strides: Vec<_> = layout.strides.iter().map(|stride| self.index(stride)).collect();
        let offset = self.alloc(self.index(&layout.offset));
        self.arena.alloc(Region { span: Span::NONE, mem, offset, strides: self.arena.slice(strides) })
    }

    /// Procedure Copy: stores `value`, a scalar or an array, at a place with the same dimensions.
    pub(super) fn store(&self, span: Span, place: &Place, value: &Atom, out: &mut Stms<'b>) -> Result<()> {
        let prim = place.prim;
        if let Atom::Var { name, .. } = value
            && let Some(from) = self.arrays.get(name)
        {
            if place.layout.strides.len() != from.dims.len() || from.layout.strides.len() != from.dims.len() {
                return Err(Error::internal(format!("`{name}` is copied to a place of another rank")).or_at(span));
            }
            if place.mem == from.mem && place.layout == from.layout {
                // The array has been built here.
                return Ok(());
            }
            let shape: Vec<_> = from.dims.iter().map(|dim| self.atom(dim)).collect();
            let (to, from) = (self.lmad(place.mem, &place.layout), self.lmad(from.mem, &from.layout));
            out.push(Stm::Copy { span, prim, shape: self.arena.slice(shape), to, from });
            return Ok(());
        }
        let index = self.alloc(self.index(&place.layout.offset));
        out.push(Stm::Write { span, mem: place.mem, prim, index, value: self.alloc(self.atom(value)) });
        Ok(())
    }

    /// The layout of the subarray at these leading indices.
    pub(super) fn at(&self, layout: &Layout, indices: &[Index]) -> Layout {
        let mut offset = layout.offset.clone();
        for (index, stride) in indices.iter().zip(&layout.strides) {
            offset = offset.plus(&index.times(stride));
        }
        Layout { offset, strides: layout.strides.iter().skip(indices.len()).cloned().collect() }
    }

    /// The value of an expression that reads no memory.
    pub(super) fn scalar(&self, exp: &funmem::Exp<'_>) -> Option<Exp<'b>> {
        let alloc = |atom: &Atom| self.alloc(self.atom(atom));
        Some(match exp {
            funmem::Exp::Bin { span, op, prim, lhs, rhs } => {
                Exp::Bin { span: *span, op: *op, prim: *prim, lhs: alloc(lhs), rhs: alloc(rhs) }
            }
            funmem::Exp::Un { span, op, prim, arg } => Exp::Un { span: *span, op: *op, prim: *prim, arg: alloc(arg) },
            funmem::Exp::Tri { span, op, prim, a, b, c } => {
                Exp::Tri { span: *span, op: *op, prim: *prim, a: alloc(a), b: alloc(b), c: alloc(c) }
            }
            funmem::Exp::Convert { span, from, to, arg } => {
                Exp::Convert { span: *span, from: *from, to: *to, arg: alloc(arg) }
            }
            funmem::Exp::Capacity { span } => Exp::Capacity { span: *span },
            funmem::Exp::Parameter { span, name } => Exp::Parameter { span: *span, name: *name },
            _ => return None,
        })
    }

    /// A leaf of a value that is traced.
    pub(super) fn traced(&self, traced: &funmem::Traced<'_>) -> Result<Traced<'b>> {
        let funmem::Traced { span, value, prim } = *traced;
        if let Atom::Var { name, .. } = value
            && let Some(array) = self.arrays.get(name)
        {
            let dims = array.dims.iter().map(|dim| self.atom(dim)).collect::<Vec<_>>();
            let from = self.lmad(array.mem, &array.layout);
            return Ok(Traced::TracedArray { span, prim, dims: self.arena.slice(dims), from });
        }
        Ok(Traced::TracedScalar { span, value: self.alloc(self.atom(value)), prim })
    }

    pub(super) fn part(&self, part: &funmem::Part<'_>) -> Part<'b> {
        match part {
            funmem::Part::Literal { span, text } => Part::Literal { span: *span, text: *text },
            funmem::Part::Show { span, value, prim } => {
                Part::Show { span: *span, value: self.alloc(self.atom(value)), prim: *prim }
            }
        }
    }
}
