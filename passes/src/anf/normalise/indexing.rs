//! Translates indexing, slicing and in-place updates.

use super::value::{Value, field_range, field_type};
use super::{Leaf, Normaliser};
use crate::anf::support::code::{int, known};
use framework::{Error, Name, Result, Span};
use languages::anf::{Atom, Exp, Part, SliceDim};
use languages::codes;
use languages::first_order as fo;
use languages::prim::{BinOp, PrimType, PrimValue, convert};

/// One dimension of an index whose parts have been computed.
enum Dim<'b> {
    Fix(Atom),
    Slice { start: Atom, count: Atom, stride: Atom, shown: Vec<Part<'b>>, valid: Atom },
}

impl<'b> Normaliser<'_, 'b> {
    /// An index as an `i64`.
    fn index_atom(&mut self, exp: &fo::Exp<'_>) -> Result<Atom> {
        let atom = self.atom(exp)?;
        let from = super::value::prim_of(exp.ty());
        if from == PrimType::I64 {
            return Ok(atom);
        }
        let span = exp.span();
        if let Atom::Const { value, .. } = atom {
            return Ok(Atom::Const { span, value: convert(value, PrimType::I64) });
        }
        let node = Exp::Convert { span, from, to: PrimType::I64, arg: self.arena.alloc(atom) };
        Ok(self.scalar(span, "index", PrimType::I64, &[], node))
    }

    fn dim(&mut self, dim: &fo::Dim<'_>, size: Atom) -> Result<Dim<'b>> {
        match dim {
            fo::Dim::At { index, .. } => Ok(Dim::Fix(self.index_atom(index)?)),
            fo::Dim::Slice { span, start, end, stride } => {
                let start = start.map(|exp| self.index_atom(exp)).transpose()?;
                let end = end.map(|exp| self.index_atom(exp)).transpose()?;
                let stride = stride.map(|exp| self.index_atom(exp)).transpose()?;
                self.slice_dim(*span, size, start, end, stride)
            }
        }
    }

    /// The start, number of elements and stride of a slice, and whether it is valid. A valid slice has a nonzero stride
    /// that leads from start to end. Its first and last elements are in bounds, if it has any.
    fn slice_dim(
        &mut self,
        span: Span,
        size: Atom,
        start: Option<Atom>,
        end: Option<Atom>,
        stride: Option<Atom>,
    ) -> Result<Dim<'b>> {
        let mut shown = Vec::new();
        if let Some(start) = start {
            shown.push(self.shown(start, PrimType::I64));
        }
        shown.push(self.text(":"));
        if let Some(end) = end {
            shown.push(self.shown(end, PrimType::I64));
        }
        if let Some(stride) = stride {
            shown.push(self.text(":"));
            shown.push(self.shown(stride, PrimType::I64));
        }
        if start.is_none() && end.is_none() && stride.is_none() {
            let valid = Atom::Const { span, value: PrimValue::Bool(true) };
            // Futhark's message shows the start of such a slice as well.
            shown.insert(0, self.text("0"));
            return Ok(Dim::Slice { start: int(0), count: size, stride: int(1), shown, valid });
        }
        if stride.is_none_or(|stride| known(stride) == Some(1)) {
            let start = start.unwrap_or(int(0));
            let end = end.unwrap_or(size);
            let count = if start == int(0) { end } else { self.size(span, BinOp::Sub, end, start) };
            let ordered = self.size(span, BinOp::Le, start, end);
            let empty = self.size(span, BinOp::Eq, start, end);
            let low = self.size(span, BinOp::Le, int(0), start);
            let high = self.size(span, BinOp::Le, end, size);
            let inside = self.truth(span, BinOp::LogAnd, low, high);
            let fits = self.truth(span, BinOp::LogOr, empty, inside);
            let valid = self.truth(span, BinOp::LogAnd, ordered, fits);
            return Ok(Dim::Slice { start, count, stride: int(1), shown, valid });
        }
        let stride = stride.unwrap_or(int(1));
        let backwards = self.size(span, BinOp::Lt, stride, int(0));
        let last = self.size(span, BinOp::Sub, size, int(1));
        let start = match start {
            Some(start) => start,
            None => self.select(span, backwards, last, int(0)),
        };
        let end = match end {
            Some(end) => end,
            None => self.select(span, backwards, int(-1), size),
        };
        let distance = self.size(span, BinOp::Sub, end, start);
        let sign = self.select(span, backwards, int(-1), int(1));
        let nonzero = self.size(span, BinOp::Ne, stride, int(0));
        // The divisor must not be zero, since the check for all dimensions comes after the division.
        let divisor = self.select(span, nonzero, stride, int(1));
        let count = if known(stride).is_some_and(|stride| stride.unsigned_abs() <= 1 << 31) {
            let rounded = self.size(span, BinOp::Add, distance, divisor);
            let rounded = self.size(span, BinOp::Sub, rounded, sign);
            self.size(span, BinOp::Quot, rounded, divisor)
        } else {
            // Here the sum might wrap around.
            let less = self.size(span, BinOp::Sub, distance, sign);
            let steps = self.size(span, BinOp::Quot, less, divisor);
            let count = self.size(span, BinOp::Add, steps, int(1));
            let none = self.size(span, BinOp::Eq, distance, int(0));
            self.select(span, none, int(0), count)
        };
        let product = self.size(span, BinOp::Mul, distance, sign);
        let ordered = self.size(span, BinOp::Le, int(0), product);
        let empty = self.size(span, BinOp::Eq, count, int(0));
        let steps = self.size(span, BinOp::Sub, count, int(1));
        let way = self.size(span, BinOp::Mul, steps, stride);
        let final_index = self.size(span, BinOp::Add, start, way);
        let first_ok = self.in_bounds(span, start, size);
        let last_ok = self.in_bounds(span, final_index, size);
        let inside = self.truth(span, BinOp::LogAnd, first_ok, last_ok);
        let fits = self.truth(span, BinOp::LogOr, empty, inside);
        let valid = self.truth(span, BinOp::LogAnd, nonzero, ordered);
        let valid = self.truth(span, BinOp::LogAnd, valid, fits);
        Ok(Dim::Slice { start, count, stride, shown, valid })
    }

    /// `if cond then yes else no` on `i64`s.
    pub fn select(&mut self, span: Span, cond: Atom, yes: Atom, no: Atom) -> Atom {
        if let Atom::Const { value: PrimValue::Bool(value), .. } = cond {
            return if value { yes } else { no };
        }
        let body = |atom: Atom| languages::anf::Body { span, stms: &[], result: self.arena.slice([atom]) };
        let (yes, no) = (self.arena.alloc(body(yes)), self.arena.alloc(body(no)));
        let exp = Exp::If { span, cond: self.arena.alloc(cond), yes, no };
        self.scalar(span, "choice", PrimType::I64, &[], exp)
    }

    pub fn in_bounds(&mut self, span: Span, index: Atom, size: Atom) -> Atom {
        let low = self.size(span, BinOp::Le, int(0), index);
        let high = self.size(span, BinOp::Lt, index, size);
        self.truth(span, BinOp::LogAnd, low, high)
    }

    /// Computes and checks the indices into the first dimensions `sizes`.
    fn dims(&mut self, span: Span, dims: &[fo::Dim<'_>], sizes: &[Atom]) -> Result<(Vec<Dim<'b>>, Vec<Name>)> {
        let mut out = Vec::new();
        for (dim, size) in dims.iter().zip(sizes) {
            out.push(self.dim(dim, *size)?);
        }
        let mut message = vec![self.text("Index [")];
        let mut valid: Option<Atom> = None;
        for (position, (dim, size)) in out.iter().zip(sizes).enumerate() {
            if position > 0 {
                message.push(self.text(", "));
            }
            let here = match dim {
                Dim::Fix(index) => {
                    message.push(self.shown(*index, PrimType::I64));
                    self.in_bounds(span, *index, *size)
                }
                Dim::Slice { shown, valid, .. } => {
                    message.extend(shown.iter().copied());
                    *valid
                }
            };
            if matches!(here, Atom::Const { value: PrimValue::Bool(true), .. }) {
                continue;
            }
            valid = Some(match valid {
                None => here,
                Some(before) => self.truth(span, BinOp::LogAnd, before, here),
            });
        }
        message.push(self.text("] out of bounds for array of shape "));
        self.shape(&sizes[..out.len()], &mut message);
        message.push(self.text("."));
        let certs = match valid {
            None => Vec::new(),
            Some(valid) => self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, valid, message),
        };
        Ok((out, certs))
    }

    fn slice_dims(&self, span: Span, dims: &[Dim<'b>], sizes: &[Atom]) -> &'b [SliceDim<'b>] {
        let alloc = |atom: Atom| self.arena.alloc(atom);
        let given = dims.iter().map(|dim| match dim {
            Dim::Fix(index) => SliceDim::Fix { span, index: alloc(*index) },
            Dim::Slice { start, count, stride, .. } => {
                SliceDim::Span { span, start: alloc(*start), count: alloc(*count), stride: alloc(*stride) }
            }
        });
        let whole = sizes.iter().skip(dims.len()).map(|size| SliceDim::Span {
            span,
            start: alloc(int(0)),
            count: alloc(*size),
            stride: alloc(int(1)),
        });
        self.arena.slice(given.chain(whole).collect::<Vec<_>>())
    }

    /// `array[dims]`
    pub fn index(&mut self, span: Span, array: &fo::Exp<'_>, dims: &[fo::Dim<'_>]) -> Result<Value> {
        let value = self.exp(array)?;
        let Some(first) = value.first() else { return Ok(Vec::new()) };
        let (dims, certs) = self.dims(span, dims, &first.dims.clone())?;
        let mut out = Vec::new();
        for leaf in &value {
            out.push(self.part(span, leaf, &dims, &certs));
        }
        Ok(out)
    }

    fn part(&mut self, span: Span, leaf: &Leaf, dims: &[Dim<'b>], certs: &[Name]) -> Leaf {
        let array = self.name(span, leaf);
        let fixed: Vec<Atom> = dims
            .iter()
            .filter_map(|dim| match dim {
                Dim::Fix(index) => Some(*index),
                Dim::Slice { .. } => None,
            })
            .collect();
        if fixed.len() == leaf.dims.len() {
            let exp = Exp::Index { span, array, indices: self.arena.slice(fixed) };
            let atom = self.scalar(span, "elem", leaf.prim, certs, exp);
            return Leaf { atom, prim: leaf.prim, dims: Vec::new() };
        }
        let kept = dims.iter().filter_map(|dim| match dim {
            Dim::Fix(_) => None,
            Dim::Slice { count, .. } => Some(*count),
        });
        let new_dims: Vec<Atom> = kept.chain(leaf.dims.iter().skip(dims.len()).copied()).collect();
        let exp = Exp::Slice { span, array, dims: self.slice_dims(span, dims, &leaf.dims) };
        self.array(span, "slice", leaf.prim, new_dims, certs, exp)
    }

    /// `exp with path = value`
    pub fn update(
        &mut self,
        span: Span,
        exp: &fo::Exp<'_>,
        path: &[fo::Step<'_>],
        value: &fo::Exp<'_>,
    ) -> Result<Value> {
        // The new value may use the array that is updated.
        let new = self.exp(value)?;
        let mut whole = self.exp(exp)?;
        let mut range = 0..whole.len();
        let mut ty = exp.ty();
        let mut dims = Vec::new();
        let mut certs = Vec::new();
        for step in path {
            match step {
                fo::Step::StepField { label, span } => {
                    let inner = field_range(ty, *label)
                        .ok_or_else(|| Error::internal(format!("no field `{label}`")).or_at(*span))?;
                    range = range.start + inner.start..range.start + inner.end;
                    ty = field_type(ty, *label).unwrap_or(ty);
                }
                fo::Step::StepIndex { indices, .. } => {
                    let Some(first) = whole.get(range.start) else { continue };
                    let sizes: Vec<Atom> = first.dims.iter().skip(dims.len()).copied().collect();
                    let (mut here, mut new_certs) = self.dims(span, indices, &sizes)?;
                    dims.append(&mut here);
                    certs.append(&mut new_certs);
                    for _ in *indices {
                        ty = element(ty);
                    }
                }
            }
        }
        for (position, value) in range.zip(new) {
            let Some(old) = whole.get(position).cloned() else { continue };
            if dims.is_empty() {
                whole[position] = value;
                continue;
            }
            let array = self.name(span, &old);
            let exp = Exp::Update {
                span,
                array,
                dims: self.slice_dims(span, &dims, &old.dims),
                value: self.arena.alloc(value.atom),
            };
            whole[position] = self.array(span, "updated", old.prim, old.dims, &certs, exp);
        }
        Ok(whole)
    }
}

/// The element type of an array type.
fn element<'a>(ty: &'a fo::Type<'a>) -> &'a fo::Type<'a> {
    match ty {
        fo::Type::TypeArray { elem, .. } => elem,
        fo::Type::TypeUnique { body, .. } | fo::Type::TypeExists { body, .. } => element(body),
        other => other,
    }
}
