//! Translates function operands of array operations: lambdas, their parameters and their results.

use super::functions::{bound_names, is_visible};
use super::value::{Value, leaf_types};
use super::{Leaf, Normaliser};
use crate::anf::support::code::var;
use framework::{Name, Result, Span};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Type};
use languages::first_order as fo;
use rustc_hash::FxHashSet;

impl<'b> Normaliser<'_, 'b> {
    /// A function operand with parameters of these types. A size of a result that is only known inside the function is
    /// taken from `ret`.
    pub fn lambda(&mut self, span: Span, fun: &fo::Fun<'_>, params: Vec<Vec<Leaf>>) -> Result<(Lambda<'b>, Vec<Leaf>)> {
        let mut all: Vec<Param<'b>> = Vec::new();
        let mut values = Vec::new();
        for (pat, leaves) in fun.params.iter().zip(params) {
            let base = if let fo::Pat::PatVar { name, .. } = pat { name.base } else { "x".into() };
            let mut value = Vec::new();
            for leaf in leaves {
                let (param, leaf) = self.leaf_param(span, base.as_str(), leaf.prim, leaf.dims);
                all.push(param);
                value.push(leaf);
            }
            values.push((pat, value));
        }
        let (stms, result) = self.region(|normaliser| {
            for (pat, value) in values {
                normaliser.bind(pat, value)?;
            }
            normaliser.exp(fun.body)
        })?;
        let mut inside = bound_names(&stms);
        inside.extend(all.iter().map(|param| param.name));
        let rets = self.visible_types(&result, fun.ret, &inside)?;
        let types: Vec<Type<'b>> = rets.iter().map(|leaf| self.type_of(span, leaf.prim, &leaf.dims)).collect();
        let result: Vec<Atom> = result.iter().map(|leaf| leaf.atom).collect();
        let body = Body { span, stms: self.arena.slice(stms), result: self.arena.slice(result) };
        let lambda =
            Lambda { span, params: self.arena.slice(all), rets: self.arena.slice(types), body: self.arena.alloc(body) };
        Ok((lambda, rets))
    }

    /// The types of a function's results, with sizes that are in scope outside.
    fn visible_types(&mut self, value: &Value, ty: &fo::Type<'_>, inside: &FxHashSet<Name>) -> Result<Vec<Leaf>> {
        let mut out = Vec::new();
        for (leaf, leaf_ty) in value.iter().zip(leaf_types(ty)) {
            let mut dims = Vec::new();
            for (dim, size) in leaf.dims.iter().zip(&leaf_ty.sizes) {
                dims.push(if is_visible(*dim, inside) { *dim } else { self.size_of(size)? });
            }
            out.push(Leaf { atom: leaf.atom, prim: leaf.prim, dims });
        }
        Ok(out)
    }

    /// The parameters of an operator on values like these.
    pub fn like(value: &[Leaf]) -> Vec<Leaf> {
        value.to_vec()
    }

    pub fn rows(value: &[Leaf]) -> Vec<Leaf> {
        let row =
            |leaf: &Leaf| Leaf { atom: leaf.atom, prim: leaf.prim, dims: leaf.dims.iter().skip(1).copied().collect() };
        value.iter().map(row).collect()
    }

    /// The identity function.
    pub fn identity(&mut self, span: Span, leaves: &[Leaf]) -> Lambda<'b> {
        let params: Vec<Param<'b>> =
            leaves.iter().map(|leaf| self.leaf_param(span, "x", leaf.prim, leaf.dims.clone()).0).collect();
        let result: Vec<Atom> = params.iter().map(|param| var(param.name)).collect();
        let rets: Vec<Type<'b>> = params.iter().map(|param| *param.ty).collect();
        let body = Body { span, stms: &[], result: self.arena.slice(result) };
        Lambda { span, params: self.arena.slice(params), rets: self.arena.slice(rets), body: self.arena.alloc(body) }
    }

    /// Binds the results of a SOAC: arrays of `width` rows, or single `rows` if there is no `width`.
    pub fn results(&mut self, span: Span, base: &str, width: Option<Atom>, rows: &[Leaf], exp: Exp<'b>) -> Value {
        let mut pat = Vec::new();
        let mut value = Vec::new();
        for row in rows {
            let dims = width.into_iter().chain(row.dims.iter().copied()).collect();
            let (param, leaf) = self.leaf_param(span, base, row.prim, dims);
            pat.push(param);
            value.push(leaf);
        }
        self.push(span, pat, &[], exp);
        value
    }
}
