//! D-MAP and D-LOOP.

use super::static_value::{Static, is_order_zero, same, unsized_type};
use super::validate::function_operands;
use super::{Defunc, Residual};
use framework::{Error, Name, Result, Span};
use languages::builtin::Builtin;
use languages::first_order::{self, Exp, Fun, Lower, Pat};
use languages::mono;

impl<'a, 'b> Defunc<'a, 'b> {
    /// D-MAP, and likewise the other array operations.
    pub(super) fn operation(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        op: Builtin,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Exp<'b>> {
        let counts = function_operands(op);
        let mut lets = Vec::new();
        let mut funs = Vec::new();
        for (arg, count) in args.iter().zip(counts) {
            funs.push(self.operand(arg, *count, &mut lets)?);
        }
        let rest: Result<Vec<_>> = args.iter().skip(counts.len()).map(|arg| self.lower_exp(arg)).collect();
        let ty = self.lower_type(ty)?;
        let exp = Exp::Intrinsic {
            span,
            ty: self.arena.alloc(ty),
            op,
            funs: self.arena.slice(funs),
            args: self.arena.slice(rest?),
        };
        Ok(lets.into_iter().rev().fold(exp, |body, (pat, rhs)| self.bind(exp.ty(), pat, rhs, body)))
    }

    /// A function operand with `count` parameters: the function applied to new variables.
    fn operand(
        &mut self,
        node: &'a mono::Exp<'a>,
        count: usize,
        lets: &mut Vec<(Pat<'b>, Exp<'b>)>,
    ) -> Result<Fun<'b>> {
        let span = node.span();
        let (mut function, value) = self.exp(node)?;
        // What the function captures is computed once, outside.
        if !matches!(function, Exp::Var { .. } | Exp::Record { .. }) {
            let name = Name::fresh("f");
            self.types.insert(name, function.ty());
            lets.push((Pat::PatVar { span, ty: function.ty(), name }, function));
            function = self.var(span, name, function.ty());
        }
        let mut ty = node.ty();
        let mut params = Vec::new();
        let mut args = Vec::new();
        while params.len() < count {
            match ty {
                mono::Type::TypeArrow { from, to, .. } => {
                    let from = self.lower_type(from)?;
                    let from = self.arena.alloc(from);
                    let name = Name::fresh("x");
                    self.types.insert(name, from);
                    params.push(Pat::PatVar { span, ty: from, name });
                    args.push((self.var(span, name, from), Static::Dyn));
                    ty = to;
                }
                mono::Type::TypeUnique { body, .. } | mono::Type::TypeExists { body, .. } => ty = body,
                _ => return Err(Error::internal("an operand has too few parameters").or_at(span)),
            }
        }
        let (body, _) = self.apply(span, ty, (function, value), args)?;
        let ret = self.lower_type(ty)?;
        let ret = self.arena.alloc(ret);
        Ok(Fun { span, params: self.arena.slice(params), ret, body: self.alloc(body) })
    }

    /// D-LOOP. A loop carries functions only inside of accumulators: in every iteration the same ones.
    pub(super) fn looping(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        let mono::Exp::Loop { span, sizes, pat, init, form, body, .. } = node else {
            return Err(Error::internal("a loop was expected").or_at(node.span()));
        };
        for size in *sizes {
            self.types.insert(size.name, self.size_type());
        }
        if let mono::LoopForm::For { name, bound, .. } = form {
            let ty = self.lower_type(bound.ty())?;
            self.types.insert(*name, self.arena.alloc(ty));
        }
        if is_order_zero(pat.ty()) {
            return Ok((first_order::default_lower_exp(self, node)?, Static::Dyn));
        }
        let mut new_sizes = Vec::new();
        for size in *sizes {
            new_sizes.push(self.lower_size_binder(size)?);
        }
        let (init, value) = self.exp(init)?;
        let pat = self.pattern(pat, &value, Some(init.ty()))?;
        let form = self.lower_loop_form(form)?;
        let (body, result) = self.exp(body)?;
        if !same(&value, &result) {
            return Err(Error::internal("a loop carries functions that change").or_at(*span));
        }
        let exp = Exp::Loop {
            span: *span,
            ty: unsized_type(self.arena, init.ty()),
            sizes: self.arena.slice(new_sizes),
            pat: self.arena.alloc(pat),
            init: self.alloc(init),
            form: self.arena.alloc(form),
            body: self.alloc(body),
        };
        Ok((exp, value))
    }
}
