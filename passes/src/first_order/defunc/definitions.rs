//! Definitions that are used as values.

use super::static_value::{Closure, Static};
use super::{Defunc, Residual, is_dynamic};
use framework::{Name, Names, Node, Renaming, Result, Span};
use languages::mono;
use std::rc::Rc;

impl<'a, 'b> Defunc<'a, 'b> {
    /// A definition used as a value.
    pub(super) fn definition(&mut self, span: Span, def: &'a mono::Def<'a>) -> Result<Residual<'a, 'b>> {
        let mono::Def::Value { name, params, ret, body, .. } = def;
        if params.is_empty() && is_dynamic(def) {
            self.def(def)?;
            let ty = self.own_type(ret)?;
            return Ok((self.var(span, *name, ty), Static::Dyn));
        }
        if params.is_empty() {
            // A constant that is a function is copied for each use.
            let copy = self.copies.alloc(body.copy_into(self.copies, &mut Renaming::new(Names::Fresh)));
            return self.exp(copy);
        }
        self.counts.closures += 1;
        let body = if is_dynamic(def) && body.free_names().contains(name) {
            self.own_call(span, *name, params, ret).unwrap_or(body)
        } else {
            body
        };
        let closure = Closure { params, ret, body, captured: Vec::new() };
        Ok((self.record(span, Vec::new()), Static::Lam(Rc::new(closure))))
    }

    /// A recursive function applied to its own parameters. It stands for the body of a recursive function that is used
    /// as a value, since expanding the body would never end.
    fn own_call(
        &self,
        span: Span,
        name: Name,
        params: &'a [mono::Pat<'a>],
        ret: &'a mono::Type<'a>,
    ) -> Option<&'a mono::Exp<'a>> {
        let args = params.iter().map(|param| match param {
            mono::Pat::PatVar { span, ty, name } => Some(mono::Exp::Var { span: *span, ty, name: *name }),
            _ => None,
        });
        let args = self.copies.slice(args.collect::<Option<Vec<_>>>()?);
        let func = self.copies.alloc(mono::Exp::Var { span, ty: self.arrow(params, ret), name });
        Some(self.copies.alloc(mono::Exp::Apply { span, ty: ret, func, args }))
    }

    /// The type of a function.
    pub(super) fn arrow(&self, params: &'a [mono::Pat<'a>], ret: &'a mono::Type<'a>) -> &'a mono::Type<'a> {
        params.iter().rev().fold(ret, |to, param| {
            let name = match param {
                mono::Pat::PatVar { name, .. } => Some(*name),
                _ => None,
            };
            self.copies.alloc(mono::Type::TypeArrow { span: param.span(), param: name, from: param.ty(), to })
        })
    }
}
