//! Instances of recursive functions that take functions.

use super::static_value::Static;
use super::static_value::{same, unsized_type};
use super::{Defunc, MAX_DEPTH, Residual, Site};
use framework::{Error, Names, Renaming, Result};
use languages::codes;
use languages::first_order::{Def, Exp, Lower};
use languages::mono;

impl<'a, 'b> Defunc<'a, 'b> {
    /// A call of a recursive function that takes functions. It calls the instance for these functions and passes their
    /// captured values. The type system ensures that recursive calls pass the same functions on, so they call the same
    /// instance.
    pub(super) fn recursive_call(
        &mut self,
        Site { span, ty }: Site<'a>,
        def: &'a mono::Def<'a>,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Residual<'a, 'b>> {
        let mono::Def::Value { span: place, name, attrs, doc, params, ret, body, .. } = def;
        let mut residuals = Vec::new();
        let mut values = Vec::new();
        for arg in args {
            let (residual, value) = self.exp(arg)?;
            residuals.push(residual);
            values.push(value);
        }
        let known = self
            .instances
            .iter()
            .find(|(of, known, _)| of == name && known.iter().zip(&values).all(|(known, value)| same(known, value)));
        let instance = match known {
            Some((.., instance)) => *instance,
            None => {
                if self.instances.len() >= MAX_DEPTH {
                    return Err(codes::ENDLESS_INSTANCES
                        .error(span, format!("too many instances of `{}` are needed", name.base)));
                }
                self.counts.closures += 1;
                let instance = name.refresh();
                self.instances.push((*name, values.clone(), instance));
                let lambda = mono::Exp::Lambda { span: *place, ty: ret, params, ret, body };
                let copy: &'a mono::Exp<'a> =
                    self.copies.alloc(lambda.copy_into(self.copies, &mut Renaming::new(Names::Fresh)));
                let mono::Exp::Lambda { params, ret, body, .. } = copy else {
                    return Err(Error::internal("the copy of a lambda is not a lambda").or_at(span));
                };
                let mut new_params = Vec::new();
                for ((param, value), residual) in params.iter().zip(&values).zip(&residuals) {
                    let ty = unsized_type(self.arena, residual.ty());
                    let param = self.pattern(param, value, Some(ty))?;
                    new_params.push(self.parameter(param));
                }
                let attrs: Result<Vec<_>> = attrs.iter().map(|attr| self.lower_attr(attr)).collect();
                let ret = self.lower_type(ret)?;
                let body = self.lower_exp(body)?;
                self.out.push(Def::Value {
                    span: *place,
                    name: instance,
                    entry: false,
                    attrs: self.arena.slice(attrs?),
                    doc: *doc,
                    sizes: &[],
                    params: self.arena.slice(new_params),
                    ret: self.arena.alloc(ret),
                    body: self.alloc(body),
                });
                instance
            }
        };
        self.counts.calls += 1;
        let (ty, args) = (self.own_type(ty)?, self.arena.slice(residuals));
        Ok((Exp::Call { span, ty, func: instance, args }, Static::Dyn))
    }
}
