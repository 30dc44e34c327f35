//! Figures 5 and 6 of the paper: `E ⊢ e ⇝ ⟨e', sv⟩`.

use super::static_value::{Static, is_order_zero, part, unsized_type};
use super::{Defunc, Residual};
use framework::{Error, Result};
use languages::builtin::Builtin;
use languages::first_order::{self, Arena, Exp, Lower, Pat, Type, gone};
use languages::mono;
use std::rc::Rc;

impl<'a, 'b> Defunc<'a, 'b> {
    /// `E ⊢ e ⇝ ⟨e', sv⟩`. Rules that say nothing of functions are those of `default_lower_exp`.
    pub(super) fn exp(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        match node {
            // D-VAR
            mono::Exp::Var { span, name, .. } => {
                if let Some(def) = self.defs.get(name).copied() {
                    return self.global(*span, def);
                }
                let value = self.env.get(name).cloned().unwrap_or(Static::Dyn);
                let ty = match self.types.get(name) {
                    Some(ty) if !matches!(value, Static::Dyn) => *ty,
                    _ => {
                        let ty = self.lower_type(node.ty())?;
                        self.arena.alloc(ty)
                    }
                };
                Ok((self.var(*span, *name, ty), value))
            }
            // D-IF
            mono::Exp::If { span, cond, yes, no, .. } => self.conditional(node, *span, cond, yes, no),
            // D-LAM
            mono::Exp::Lambda { params, ret, body, .. } => self.closure(node, params, ret, body),
            // D-APP
            mono::Exp::Apply { span, func, args, ty } => {
                let outer = self.call;
                if !self.prelude.contains(&span.file) {
                    self.call = *span;
                }
                let result = self.application(*span, ty, func, args);
                self.call = outer;
                result
            }
            // D-LET
            mono::Exp::Let { span, sizes, pat, rhs, body, .. } => {
                let (rhs, value) = self.exp(rhs)?;
                let mut new_sizes = Vec::new();
                for size in *sizes {
                    self.types.insert(size.name, self.size_type());
                    new_sizes.push(self.lower_size_binder(size)?);
                }
                let pat = self.pattern(pat, &value, Some(rhs.ty()))?;
                let (body, value) = self.exp(body)?;
                let ty = match value {
                    Static::Dyn => {
                        let ty = self.lower_type(node.ty())?;
                        self.arena.alloc(ty)
                    }
                    _ => unsized_type(self.arena, body.ty()),
                };
                let result = Exp::Let {
                    span: *span,
                    ty,
                    sizes: self.arena.slice(new_sizes),
                    pat: self.arena.alloc(pat),
                    rhs: self.alloc(rhs),
                    body: self.alloc(body),
                };
                Ok((result, value))
            }
            // D-RCD
            mono::Exp::Record { span, fields, .. } if !is_order_zero(node.ty()) => {
                let (mut residuals, mut values) = (Vec::new(), Vec::new());
                for field in *fields {
                    let (exp, value) = self.exp(field.exp)?;
                    residuals.push((field.label, exp));
                    values.push((field.label, value));
                }
                Ok((self.record(*span, residuals), Static::Rcd(Rc::new(values))))
            }
            // D-PROJ
            mono::Exp::Project { span, exp, label, ty } => {
                let (exp, value) = self.exp(exp)?;
                match part(&value, *label) {
                    Static::Dyn => {
                        let ty = self.lower_type(ty)?;
                        let ty = self.arena.alloc(ty);
                        Ok((Exp::Project { span: *span, ty, exp: self.alloc(exp), label: *label }, Static::Dyn))
                    }
                    part => Ok((self.project(exp, *label)?, part)),
                }
            }
            // D-UPDATE of a record's field.
            mono::Exp::Update { span, exp, path, value, .. } if !is_order_zero(node.ty()) => {
                self.update(*span, exp, path, value)
            }
            // D-LOOP
            mono::Exp::Loop { .. } => self.looping(node),
            // What the paper does not have: sum types, assertions, attributes, holes.
            mono::Exp::Con { span, tag, args, .. } if !is_order_zero(node.ty()) => self.construct(*span, *tag, args),
            mono::Exp::Test { span, exp, tag, .. } if !is_order_zero(exp.ty()) => {
                let made = self.exp(exp)?;
                Ok((self.test(*span, made, *tag)?, Static::Dyn))
            }
            mono::Exp::Payload { span, ty, exp, tag, index } if !is_order_zero(exp.ty()) => {
                let made = self.exp(exp)?;
                self.payload(*span, ty, made, *tag, *index)
            }
            mono::Exp::Assert { span, cond, exp, .. } => {
                let cond = self.lower_exp(cond)?;
                let (exp, value) = self.exp(exp)?;
                Ok((Exp::Assert { span: *span, ty: exp.ty(), cond: self.alloc(cond), exp: self.alloc(exp) }, value))
            }
            mono::Exp::ExpAttributed { span, attr, exp, .. } => {
                let attr = self.lower_attr(attr)?;
                let (exp, value) = self.exp(exp)?;
                let attr = self.arena.alloc(attr);
                Ok((Exp::ExpAttributed { span: *span, ty: exp.ty(), attr, exp: self.alloc(exp) }, value))
            }
            mono::Exp::Hole { span, ty } => self.hole(*span, ty),
            // What the prelude knows of the type of a function is true of what is known of the function.
            mono::Exp::Intrinsic { op: Builtin::Believe, args: [arg], .. } if !is_order_zero(arg.ty()) => self.exp(arg),
            // D-NUM, D-TRUE, D-FALSE, D-PLUS, D-LEQ, D-ARRAY, D-INDEX, D-UPDATE, D-LENGTH: of order zero, and so are their parts.
            // D-MAP: `exp_intrinsic`.
            _ => Ok((first_order::default_lower_exp(self, node)?, Static::Dyn)),
        }
    }
}

/// The rules for the parts of expressions; those of order zero have the residual expression only.
impl<'a, 'b> Lower<'a, 'b> for Defunc<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn lower_exp(&mut self, node: &'a mono::Exp<'a>) -> Result<Exp<'b>> {
        Ok(self.exp(node)?.0)
    }

    fn lower_pat(&mut self, node: &'a mono::Pat<'a>) -> Result<Pat<'b>> {
        self.pattern(node, &Static::Dyn, None)
    }

    fn type_type_arrow(&mut self, node: gone::TypeTypeArrow<'a>) -> Result<Type<'b>> {
        Err(Error::internal("the type of a function where a value of order zero is expected").or_at(node.span))
    }

    fn exp_lambda(&mut self, node: gone::ExpLambda<'a>) -> Result<Exp<'b>> {
        Err(Error::internal("a lambda that D-LAM did not see").or_at(node.span))
    }

    fn exp_apply(&mut self, node: gone::ExpApply<'a>) -> Result<Exp<'b>> {
        Err(Error::internal("an application that D-APP did not see").or_at(node.span))
    }

    // D-MAP
    fn exp_intrinsic(&mut self, node: gone::ExpIntrinsic<'a>) -> Result<Exp<'b>> {
        let gone::ExpIntrinsic { span, ty, op, args } = node;
        // Users know their call of the prelude's function, and no place in it.
        let span = if self.prelude.contains(&span.file) { self.call.or(span) } else { span };
        self.operation(span, ty, op, args)
    }
}
