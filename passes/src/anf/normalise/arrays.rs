//! Translates array literals and the array operations of the prelude.

use super::value::{Value, leaf_types};
use super::{Leaf, Normaliser};
use crate::anf::support::code::{int, truth};
use framework::{Error, Name, Result, Span};
use languages::anf::{Atom, Exp, SliceDim};
use languages::builtin::Builtin;
use languages::codes;
use languages::first_order as fo;
use languages::prim::{BinOp, PrimType};

impl<'b> Normaliser<'_, 'b> {
    /// `[x, y, z]`
    pub fn literal(&mut self, span: Span, elems: &[fo::Exp<'_>], ty: &fo::Type<'_>) -> Result<Value> {
        let values: Result<Vec<Value>> = elems.iter().map(|elem| self.exp(elem)).collect();
        let values = values?;
        let mut out = Vec::new();
        for (position, leaf) in leaf_types(ty).into_iter().enumerate() {
            let count = int(elems.len() as i64);
            let Some(first) = values.first().and_then(|value| value.get(position)) else {
                let mut dims = self.sizes_of(&leaf)?;
                if let Some(outer) = dims.first_mut() {
                    *outer = count;
                }
                let exp = Exp::Scratch { span, prim: leaf.prim, shape: self.arena.slice(dims.iter().copied()) };
                out.push(self.array(span, "empty", leaf.prim, dims, &[], exp));
                continue;
            };
            let row: Vec<Atom> = first.dims.clone();
            let dims = std::iter::once(count).chain(row.iter().copied()).collect();
            let atoms: Vec<Atom> =
                values.iter().filter_map(|value| value.get(position)).map(|leaf| leaf.atom).collect();
            let (elems, row) = (self.arena.slice(atoms), self.arena.slice(row));
            let exp = Exp::ArrayLit { span, elems, prim: leaf.prim, row };
            out.push(self.array(span, "array", leaf.prim, dims, &[], exp));
        }
        Ok(out)
    }

    /// The number of elements of an array: the first size of its leaves, or the size in its type if it has no leaves.
    fn length(&mut self, value: &Value, ty: &fo::Type<'_>) -> Result<Atom> {
        if let Some(count) = value.first().and_then(|leaf| leaf.dims.first()) {
            return Ok(*count);
        }
        match ty {
            fo::Type::TypeArray { size, .. } => self.size_of(size),
            fo::Type::TypeUnique { body, .. } | fo::Type::TypeExists { body, .. } => self.length(value, body),
            _ => Ok(int(0)),
        }
    }

    pub(super) fn names(&mut self, span: Span, value: &Value) -> Vec<Name> {
        value.iter().map(|leaf| self.name(span, leaf)).collect()
    }

    /// An array operation of the prelude.
    pub fn intrinsic(
        &mut self,
        span: Span,
        op: Builtin,
        funs: &[fo::Fun<'_>],
        args: &[fo::Exp<'_>],
        ty: &fo::Type<'_>,
    ) -> Result<Value> {
        let malformed = || Error::internal(format!("`{op}` has the wrong operands")).or_at(span);
        let mut values = Vec::new();
        for arg in args {
            values.push(self.exp(arg)?);
        }
        match (op, funs, args, values.as_slice()) {
            (Builtin::Map, [fun], [array], [value]) => {
                let width = self.length(value, array.ty())?;
                self.mapped(span, fun, width, value)
            }
            (Builtin::Reduce | Builtin::ReduceComm | Builtin::Scan, [fun], [_, array], [neutral, value]) => {
                let width = self.length(value, array.ty())?;
                self.folded(span, op, fun, width, neutral, value)
            }
            (Builtin::Scatter, [], [_, indices_exp, _], [dest, indices, new]) => {
                let width = self.length(indices, indices_exp.ty())?;
                Ok(self.scattered(span, width, dest, indices, new))
            }
            (Builtin::Hist, [fun], [_, _, indices_exp, _], [neutral, dest, indices, new]) => {
                let width = self.length(indices, indices_exp.ty())?;
                self.histogram(span, fun, width, (neutral, dest), (indices, new))
            }
            (Builtin::Accumulate, [fun], [_, _, _], [dest, index, new]) => {
                let index = index.first().ok_or_else(malformed)?.atom;
                self.accumulated(span, fun, dest, index, new)
            }
            (Builtin::ScatterStream | Builtin::HistStream, [op @ .., fun], [.., bs], [ne @ .., dest, value]) => {
                let width = self.length(value, bs.ty())?;
                self.streamed(span, fun, op.first().zip(ne.first()), width, (dest, value))
            }
            (Builtin::Jvp | Builtin::Vjp | Builtin::WithVjp, _, _, values) => self.derived(span, op, funs, values),
            // Figure 13: iota.
            (Builtin::Iota, [], [_], [count]) => {
                let count = count.first().ok_or_else(malformed)?.atom;
                let certs = self.check_count(&codes::INVALID_RANGE, span, count, |normaliser| {
                    vec![
                        normaliser.text("Range 0..1..<"),
                        normaliser.shown(count, PrimType::I64),
                        normaliser.text(" is invalid."),
                    ]
                });
                Ok(vec![self.iota(span, count, int(0), int(1), PrimType::I64, &certs)])
            }
            // Figure 13: replicate.
            (Builtin::Replicate, [], [_, _], [count, value]) => {
                let count = count.first().ok_or_else(malformed)?.atom;
                let certs = self.negative_count(span, count);
                let mut out = Vec::new();
                for leaf in value {
                    let dims = std::iter::once(count).chain(leaf.dims.iter().copied()).collect();
                    let shape = self.arena.slice([count]);
                    let exp = Exp::Replicate { span, shape, value: self.arena.alloc(leaf.atom) };
                    out.push(self.array(span, "replicate", leaf.prim, dims, &certs, exp));
                }
                Ok(out)
            }
            (Builtin::Scratch, [], [_], [count]) => self.scratch(span, count.first().ok_or_else(malformed)?.atom, ty),
            (Builtin::Zip, [], [_, _], [xs, ys]) => Ok(xs.iter().chain(ys).cloned().collect()),
            (Builtin::Unzip, [], [_], [xys]) => Ok(xys.clone()),
            (Builtin::Transpose, [], [_], [value]) => {
                Ok(value.iter().map(|leaf| self.transposed(span, leaf)).collect())
            }
            (Builtin::Flatten, [], [_], [value]) => {
                let mut out = Vec::new();
                for leaf in value {
                    let [n, m, rest @ ..] = leaf.dims.as_slice() else { return Err(malformed()) };
                    let count = self.size(span, BinOp::Mul, *n, *m);
                    let dims: Vec<Atom> = std::iter::once(count).chain(rest.iter().copied()).collect();
                    out.push(self.reshaped(span, leaf, dims, &[]));
                }
                Ok(out)
            }
            (Builtin::Unflatten, [], [_], [value]) => self.unflattened(span, value, ty),
            // Figure 13: concat. One statement computes the sum of the sizes.
            (Builtin::Concat, [], [_, _], [xs, ys]) => {
                let pairs: Vec<(Leaf, Leaf)> = xs.iter().cloned().zip(ys.iter().cloned()).collect();
                Ok(pairs.into_iter().map(|(x, y)| self.concat(span, &x, &y)).collect())
            }
            (Builtin::Rotate, [], [_, _], [amount, value]) => {
                let amount = amount.first().ok_or_else(malformed)?.atom;
                let mut out = Vec::new();
                for leaf in value {
                    out.push(self.rotate(span, amount, leaf));
                }
                Ok(out)
            }
            (Builtin::Reverse, [], [_], [value]) => {
                let mut out = Vec::new();
                for leaf in value {
                    let Some(count) = leaf.dims.first().copied() else { return Err(malformed()) };
                    let last = self.size(span, BinOp::Sub, count, int(1));
                    out.push(self.cut(span, leaf, last, count, int(-1)));
                }
                Ok(out)
            }
            // Figure 13: size. It needs no code.
            (Builtin::Length, [], [array], [value]) => {
                let count = self.length(value, array.ty())?;
                Ok(self.scalar_value(count, PrimType::I64))
            }
            (Builtin::Copy, [], [_], [value]) => Ok(value.iter().map(|leaf| self.copied(span, leaf)).collect()),
            _ => Err(malformed()),
        }
    }

    /// An array of that many elements which nobody reads before they are written.
    fn scratch(&mut self, span: Span, count: Atom, ty: &fo::Type<'_>) -> Result<Value> {
        let certs = self.negative_count(span, count);
        let mut out = Vec::new();
        for leaf in leaf_types(ty) {
            let mut dims = vec![count];
            for size in leaf.sizes.iter().skip(1) {
                dims.push(self.size_of(size)?);
            }
            let exp = Exp::Scratch { span, prim: leaf.prim, shape: self.arena.slice(dims.iter().copied()) };
            out.push(self.array(span, "scratch", leaf.prim, dims, &certs, exp));
        }
        Ok(out)
    }

    fn transposed(&mut self, span: Span, leaf: &Leaf) -> Leaf {
        let mut dims = leaf.dims.clone();
        dims.swap(0, 1);
        let mut perm: Vec<i64> = (0..dims.len() as i64).collect();
        perm.swap(0, 1);
        let array = self.name(span, leaf);
        let exp = Exp::Rearrange { span, array, perm: self.arena.slice(perm) };
        self.array(span, "transpose", leaf.prim, dims, &[], exp)
    }

    fn unflattened(&mut self, span: Span, value: &Value, ty: &fo::Type<'_>) -> Result<Value> {
        let types = leaf_types(ty);
        let (Some(first), Some(first_ty)) = (value.first(), types.first()) else { return Ok(Vec::new()) };
        let sides: Result<Vec<Atom>> = first_ty.sizes.iter().take(2).map(|size| self.size_of(size)).collect();
        let sides = sides?;
        let certs = self.check_sides(span, first, &sides);
        let mut out = Vec::new();
        for leaf in value {
            let dims = sides.iter().chain(leaf.dims.iter().skip(1)).copied().collect();
            out.push(self.reshaped(span, leaf, dims, &certs));
        }
        Ok(out)
    }

    fn copied(&mut self, span: Span, leaf: &Leaf) -> Leaf {
        if leaf.dims.is_empty() {
            return leaf.clone();
        }
        let array = self.name(span, leaf);
        self.array(span, "copy", leaf.prim, leaf.dims.clone(), &[], Exp::Copy { span, array })
    }

    fn negative_count(&mut self, span: Span, count: Atom) -> Vec<Name> {
        self.check_count(&codes::OUT_OF_MEMORY, span, count, |normaliser| {
            vec![
                normaliser.text("Number of elements "),
                normaliser.shown(count, PrimType::I64),
                normaliser.text(" is negative."),
            ]
        })
    }

    fn reshaped(&mut self, span: Span, leaf: &Leaf, dims: Vec<Atom>, certs: &[Name]) -> Leaf {
        let array = self.name(span, leaf);
        let exp = Exp::Reshape { span, array, shape: self.arena.slice(dims.iter().copied()) };
        self.array(span, "reshape", leaf.prim, dims, certs, exp)
    }

    /// Checks that no size is negative. The type guarantees the product of the sizes only.
    fn check_sides(&mut self, span: Span, leaf: &Leaf, dims: &[Atom]) -> Vec<Name> {
        let mut valid = truth(true);
        for size in dims {
            let natural = self.size(span, BinOp::Le, int(0), *size);
            valid = self.truth(span, BinOp::LogAnd, valid, natural);
        }
        let mut message = vec![self.text("Cannot unflatten array of shape ")];
        self.shape(&leaf.dims[..1], &mut message);
        message.push(self.text(" to array of shape "));
        self.shape(dims, &mut message);
        message.push(self.text("."));
        self.assert(&codes::SIZE_AT_RUN_TIME, span, valid, message)
    }

    /// `count` rows from `start` on.
    fn cut(&mut self, span: Span, leaf: &Leaf, start: Atom, count: Atom, stride: Atom) -> Leaf {
        let alloc = |atom| self.arena.alloc(atom);
        let first = SliceDim::Span { span, start: alloc(start), count: alloc(count), stride: alloc(stride) };
        let rest = leaf.dims.iter().skip(1).map(|size| SliceDim::Span {
            span,
            start: alloc(int(0)),
            count: alloc(*size),
            stride: alloc(int(1)),
        });
        let dims = self.arena.slice(std::iter::once(first).chain(rest).collect::<Vec<_>>());
        let new_dims = std::iter::once(count).chain(leaf.dims.iter().skip(1).copied()).collect();
        let array = self.name(span, leaf);
        self.array(span, "part", leaf.prim, new_dims, &[], Exp::Slice { span, array, dims })
    }

    fn concat(&mut self, span: Span, x: &Leaf, y: &Leaf) -> Leaf {
        let (n, m) = (x.dims.first().copied().unwrap_or(int(0)), y.dims.first().copied().unwrap_or(int(0)));
        let count = self.size(span, BinOp::Add, n, m);
        let dims = std::iter::once(count).chain(x.dims.iter().skip(1).copied()).collect();
        let names = [self.name(span, x), self.name(span, y)];
        let exp = Exp::Concat { span, arrays: self.arena.slice(names), count: self.arena.alloc(count) };
        self.array(span, "concat", x.prim, dims, &[], exp)
    }

    /// Concatenates two slices. `amount` may be negative or larger than the array.
    fn rotate(&mut self, span: Span, amount: Atom, leaf: &Leaf) -> Leaf {
        let count = leaf.dims.first().copied().unwrap_or(int(0));
        let empty = self.size(span, BinOp::Eq, count, int(0));
        let divisor = self.select(span, empty, int(1), count);
        let start = self.size(span, BinOp::Mod, amount, divisor);
        let rest = self.size(span, BinOp::Sub, count, start);
        let back = self.cut(span, leaf, start, rest, int(1));
        let front = self.cut(span, leaf, int(0), start, int(1));
        let mut rotated = self.concat(span, &back, &front);
        rotated.dims = leaf.dims.clone();
        self.reshaped(span, &rotated, leaf.dims.clone(), &[])
    }
}
