//! `reshape` and `shape` of older editions, which take arrays of any rank.

use framework::{Name, Result, Span};
use languages::builtin::Builtin;
use languages::codes;
use languages::prim::{BinOp, PrimType};
use languages::resolved;

use crate::typing::infer_types::draft::{E, Kind, Pat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Sz, Ty, Type};

impl<'t> Infer<'t> {
    /// Infers an array, and returns it with the sizes of all its dimensions and its element type.
    fn dimensions_of(&mut self, exp: &'t resolved::Exp<'t>) -> Result<(E<'t>, Vec<Sz<'t>>, Ty<'t>)> {
        let array = self.infer(exp)?;
        let mut sizes = Vec::new();
        let mut elem = self.value_type(array.ty);
        while let Type::Array(size, inner) = *elem {
            sizes.push(size);
            elem = self.value_type(inner);
        }
        match sizes.is_empty() {
            true => Err(codes::UNKNOWN_RESULT_SIZES.error(exp.span(), "this is not known to be an array here")),
            false => Ok((array, sizes, elem)),
        }
    }

    /// `reshape`: the elements of an array of any rank, in another shape.
    pub fn reshape(
        &mut self,
        span: Span,
        shape: &'t [resolved::Exp<'t>],
        array: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let store = self.store;
        let size_ty = store.prim(PrimType::I64);
        let (mut result, mut from, elem) = self.dimensions_of(array)?;
        while let [outer, inner, rest @ ..] = &from[..] {
            let mut sizes = vec![self.simplified(BinOp::Mul, outer, inner)];
            sizes.extend(rest);
            let ty = sizes.iter().rev().fold(elem, |elem, size| store.array(size, elem));
            result = self.exp(span, ty, Kind::Intrinsic(Builtin::Flatten, vec![result]));
            from = sizes;
        }
        let mut to = Vec::new();
        let mut computed = Vec::new();
        for exp in shape {
            let draft = self.check(exp, size_ty, "a size")?;
            to.push(match self.size_of(draft) {
                Some(size) => size,
                None => {
                    let name = Name::fresh("n");
                    self.declare_size(name, exp.span(), "the value of this expression");
                    computed.push((name, draft));
                    store.named(name)
                }
            });
        }
        let one = store.constant(1);
        let mut products = vec![one];
        for size in &to {
            let last = products.last().copied().unwrap_or(one);
            products.push(self.simplified(BinOp::Mul, last, size));
        }
        let whole = store.array(products.pop().unwrap_or(one), elem);
        result = self.exp(span, whole, Kind::Coerce(result));
        let mut inner = elem;
        while let (Some(product), Some(size)) = (products.pop(), to.pop()) {
            inner = store.array(size, inner);
            if !to.is_empty() {
                result = self.exp(span, store.array(product, inner), Kind::Intrinsic(Builtin::Unflatten, vec![result]));
            }
        }
        for (name, rhs) in computed.into_iter().rev() {
            let pat = Pat { span, ty: size_ty, kind: PatKind::Var(name) };
            result = self.exp(span, result.ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        Ok(result)
    }

    /// `shape`: the sizes of all dimensions of an array.
    pub fn shape(&mut self, span: Span, array: &'t resolved::Exp<'t>) -> Result<E<'t>> {
        let store = self.store;
        let (array, sizes, _) = self.dimensions_of(array)?;
        let (size_ty, number) = (store.prim(PrimType::I64), store.prim(PrimType::I32));
        let ty = store.array(store.constant(sizes.len() as i64), number);
        let names: Vec<Name> = sizes.iter().map(|_| Name::fresh("n")).collect();
        let mut elems = Vec::new();
        for name in &names {
            self.declare_size(*name, span, "a size of this array");
            let own = self.var(span, *name, size_ty);
            elems.push(self.exp(span, number, Kind::Convert(own)));
        }
        let mut result = self.exp(span, ty, Kind::Array(elems));
        for (name, size) in names.into_iter().zip(sizes) {
            result = self.exp(span, ty, Kind::LetSize { name, size, body: result });
        }
        let pat = Pat { span, ty: array.ty, kind: PatKind::Wild };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: array, body: result }))
    }
}
