//! Residual expressions, their patterns and their types.

use super::Defunc;
use super::static_value::{Static, field_type, is_order_zero, parameter_type, part, unsized_type, with_unknown};
use framework::{Error, Name, Result, Span, Symbol};
use languages::first_order::{Exp, Field, Lower, Pat, PatField, SizeBinder, Type, TypeField};
use languages::mono;

impl<'a, 'b> Defunc<'a, 'b> {
    /// The type of a value of order zero, the same as in `Mono`.
    pub(super) fn own_type(&mut self, ty: &'a mono::Type<'a>) -> Result<&'b Type<'b>> {
        let ty = self.lower_type(ty)?;
        Ok(self.arena.alloc(ty))
    }

    /// The type of an expression that ends in a body. `own` is its type in `Mono`, in terms of outer names. If the body
    /// yields a closure, the result is the body's type, without sizes that are not in scope outside.
    pub(super) fn result_type(
        &mut self,
        own: &'a mono::Type<'a>,
        body: &Exp<'b>,
        value: &Static<'a>,
    ) -> Result<&'b Type<'b>> {
        match value {
            Static::Dyn => self.own_type(own),
            _ => Ok(unsized_type(self.arena, body.ty())),
        }
    }

    /// Binds sizes.
    pub(super) fn sizes(&mut self, sizes: &'a [mono::SizeBinder]) -> Result<&'b [SizeBinder]> {
        let mut new = Vec::new();
        for size in sizes {
            self.types.insert(size.name, self.size_type());
            new.push(self.lower_size_binder(size)?);
        }
        Ok(self.arena.slice(new))
    }

    /// Binds a pattern to a static value. Residual variables of order zero have their own type; others have the type of
    /// the value that they are bound to.
    pub(super) fn pattern(
        &mut self,
        pat: &'a mono::Pat<'a>,
        value: &Static<'a>,
        ty: Option<&'b Type<'b>>,
    ) -> Result<Pat<'b>> {
        let own = |defunc: &mut Self, pat: &'a mono::Pat<'a>| defunc.residual_type(pat.ty(), value, ty);
        Ok(match pat {
            mono::Pat::PatVar { span, name, .. } => {
                let ty = own(self, pat)?;
                self.env.insert(*name, value.clone());
                self.types.insert(*name, ty);
                Pat::PatVar { span: *span, ty, name: *name }
            }
            mono::Pat::PatWild { span, .. } => Pat::PatWild { span: *span, ty: own(self, pat)? },
            mono::Pat::PatRecord { span, fields, .. } => {
                let ty = own(self, pat)?;
                let mut out = Vec::new();
                for field in *fields {
                    let (part, part_ty) = (part(value, field.label), field_type(ty, field.label));
                    let pat = self.pattern(field.pat, &part, part_ty)?;
                    out.push(PatField { span: field.span, label: field.label, pat: self.arena.alloc(pat) });
                }
                Pat::PatRecord { span: *span, ty, fields: self.arena.slice(out) }
            }
        })
    }

    /// The pattern of a function's parameter.
    pub(super) fn parameter(&self, pat: Pat<'b>) -> Pat<'b> {
        let ty = parameter_type(self.arena, pat.ty());
        match pat {
            Pat::PatVar { span, name, .. } => Pat::PatVar { span, ty, name },
            Pat::PatWild { span, .. } => Pat::PatWild { span, ty },
            Pat::PatRecord { span, fields, .. } => Pat::PatRecord { span, ty, fields },
        }
    }

    /// The type of the residual expression of a static value: parts of order zero have their type in `own`, other parts
    /// have their type in `residual`.
    pub(super) fn residual_type(
        &mut self,
        own: &'a mono::Type<'a>,
        value: &Static<'a>,
        residual: Option<&'b Type<'b>>,
    ) -> Result<&'b Type<'b>> {
        Ok(match (value, residual, own) {
            (_, _, mono::Type::TypeUnique { body, .. }) if !is_order_zero(body) => {
                self.residual_type(body, value, residual)?
            }
            // A record of arrays and functions that take such arrays: only the arrays know their sizes.
            (_, _, mono::Type::TypeExists { sizes, body, .. }) if !is_order_zero(body) => {
                let ty = self.residual_type(body, value, residual)?;
                with_unknown(self.arena, ty, &mut sizes.iter().map(|size| size.name).collect())
            }
            (Static::Rcd(_), Some(residual), mono::Type::TypeRecord { span, fields }) => {
                let mut out = Vec::new();
                for field in *fields {
                    let inner = field_type(residual, field.label);
                    let ty = self.residual_type(field.ty, &part(value, field.label), inner)?;
                    out.push(TypeField { span: field.span, label: field.label, ty });
                }
                self.arena.alloc(Type::TypeRecord { span: *span, fields: self.arena.slice(out) })
            }
            (Static::Dyn, ..) | (_, None, _) => self.own_type(own)?,
            (_, Some(residual), _) => residual,
        })
    }

    /// `let pat = rhs in body`. Its type `ty` is the type of the body, in terms of outer names.
    pub(super) fn bind(&self, ty: &'b Type<'b>, pat: Pat<'b>, rhs: Exp<'b>, body: Exp<'b>) -> Exp<'b> {
        Exp::Let {
            span: body.span(),
            ty,
            sizes: &[],
            pat: self.arena.alloc(pat),
            rhs: self.alloc(rhs),
            body: self.alloc(body),
        }
    }

    pub(super) fn var(&self, span: Span, name: Name, ty: &'b Type<'b>) -> Exp<'b> {
        Exp::Var { span, ty, name }
    }

    pub(super) fn project(&self, exp: Exp<'b>, label: Symbol) -> Result<Exp<'b>> {
        if let Exp::Record { fields, .. } = exp
            && let Some(field) = fields.iter().find(|field| field.label == label)
        {
            return Ok(*field.exp);
        }
        let ty = field_type(exp.ty(), label)
            .ok_or_else(|| Error::internal(format!("a closure has no field `{label}`")).or_at(exp.span()))?;
        Ok(Exp::Project { span: exp.span(), ty, exp: self.alloc(exp), label })
    }

    /// A record of residual expressions.
    pub(super) fn record(&self, span: Span, fields: Vec<(Symbol, Exp<'b>)>) -> Exp<'b> {
        let types =
            fields.iter().map(|(label, exp)| TypeField { span, label: *label, ty: unsized_type(self.arena, exp.ty()) });
        let ty = Type::TypeRecord { span, fields: self.arena.slice(types.collect::<Vec<_>>()) };
        let fields = fields.into_iter().map(|(label, exp)| Field { span, label, exp: self.alloc(exp) });
        Exp::Record { span, ty: self.arena.alloc(ty), fields: self.arena.slice(fields.collect::<Vec<_>>()) }
    }

    /// Binds an expression to a new variable, unless it may be duplicated.
    pub(super) fn named(&mut self, exp: Exp<'b>) -> (Exp<'b>, Option<(Pat<'b>, Exp<'b>)>) {
        if is_path(&exp) {
            return (exp, None);
        }
        let (span, ty, name) = (exp.span(), exp.ty(), Name::fresh("v"));
        self.types.insert(name, ty);
        (self.var(span, name, ty), Some((Pat::PatVar { span, ty, name }, exp)))
    }

    /// `lets` around an expression, the first one outermost.
    pub(super) fn lets(
        &self,
        lets: impl IntoIterator<Item = (Pat<'b>, Exp<'b>), IntoIter: DoubleEndedIterator>,
        body: Exp<'b>,
    ) -> Exp<'b> {
        lets.into_iter().rev().fold(body, |body, (pat, rhs)| self.bind(body.ty(), pat, rhs, body))
    }
}

/// Whether an expression is a variable, a field of one, or a constant.
fn is_path(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Var { .. } | Exp::Const { .. } => true,
        Exp::Project { exp, .. } => is_path(exp),
        _ => false,
    }
}
