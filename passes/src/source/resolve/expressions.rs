//! Builds expressions of `Resolved` for syntax that `Resolved` lacks: operators, sections, paths, and loops without
//! initial values.

use framework::{Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::PrimValue;
use languages::resolved::{self as to, Lower};
use languages::source::{Exp, Pat, Step};

use super::body::{Body, Head};

impl<'s, 'b> Body<'_, 's, 'b> {
    pub fn var(&self, span: Span, name: Name) -> &'b to::Exp<'b> {
        self.arena.alloc(to::Exp::Var { span, name })
    }

    fn bool(&self, span: Span, value: bool) -> &'b to::Exp<'b> {
        self.arena.alloc(to::Exp::Const { span, value: PrimValue::Bool(value) })
    }

    pub fn var_pat(&self, span: Span, name: Name) -> &'b to::Pat<'b> {
        self.arena.alloc(to::Pat::PatVar { span, name })
    }

    /// An operator applied to both operands.
    pub fn operation(&self, span: Span, head: Head, lhs: &'b to::Exp<'b>, rhs: &'b to::Exp<'b>) -> to::Exp<'b> {
        match head {
            Head::Operator(op) => to::Exp::Bin { span, op, lhs, rhs },
            Head::And => to::Exp::If { span, cond: lhs, yes: rhs, no: self.bool(span, false) },
            Head::Or => to::Exp::If { span, cond: lhs, yes: self.bool(span, true), no: rhs },
            Head::Name(name) => {
                let args = self.arena.slice([*lhs, *rhs]);
                to::Exp::Apply { span, func: self.var(span, name), args }
            }
        }
    }

    /// A lambda with a body built from its parameters, which are named after `names`.
    pub fn lambda<const N: usize>(
        &self,
        span: Span,
        names: [&str; N],
        body: impl FnOnce([&'b to::Exp<'b>; N]) -> to::Exp<'b>,
    ) -> to::Exp<'b> {
        let names = names.map(Name::fresh);
        let params = self.arena.slice(names.map(|name| to::Pat::PatVar { span, name }));
        let body = body(names.map(|name| self.var(span, name)));
        to::Exp::Lambda { span, params, ret: None, body: self.arena.alloc(body) }
    }

    /// Binds the operand of a section to a variable, unless it costs nothing to evaluate it again.
    pub fn shared(
        &mut self,
        span: Span,
        operand: &'s Exp<'s>,
        section: impl FnOnce(&Self, &'b to::Exp<'b>) -> to::Exp<'b>,
    ) -> Result<to::Exp<'b>> {
        let operand = self.exp(operand)?;
        let cheap = matches!(
            operand,
            to::Exp::Var { .. } | to::Exp::Const { .. } | to::Exp::IntLit { .. } | to::Exp::FloatLit { .. }
        );
        if cheap {
            return Ok(section(self, operand));
        }
        let name = Name::fresh("operand");
        let body = section(self, self.var(span, name));
        let pat = self.var_pat(span, name);
        Ok(to::Exp::Let { span, sizes: &[], pat, rhs: operand, body: self.arena.alloc(body) })
    }

    /// The initial values of a loop that gives none: the pattern as an expression, whose variables must be in scope.
    pub fn initial_values(&mut self, pat: &'s Pat<'s>) -> Result<to::Exp<'b>> {
        match *pat {
            Pat::PatVar { span, name } => match self.variable(name.base, span)? {
                Head::Name(name) => Ok(to::Exp::Var { span, name }),
                _ => Err(codes::NOT_A_VARIABLE.error(span, format!("`{name}` is no variable to start the loop with"))),
            },
            Pat::PatTuple { span, elems } => {
                let fields = elems.iter().enumerate().map(|(index, pat)| {
                    let exp = self.initial_values(pat)?;
                    Ok(to::Field { span, label: index_label(index), exp: self.arena.alloc(exp) })
                });
                let fields = fields.collect::<Result<Vec<_>>>()?;
                Ok(to::Exp::Record { span, fields: self.arena.slice(fields) })
            }
            Pat::PatRecord { span, fields } => {
                let fields = fields.iter().map(|field| {
                    let exp = self.initial_values(field.pat)?;
                    Ok(to::Field { span: field.span, label: field.label, exp: self.arena.alloc(exp) })
                });
                let fields = fields.collect::<Result<Vec<_>>>()?;
                Ok(to::Exp::Record { span, fields: self.arena.slice(fields) })
            }
            Pat::PatAscribe { pat, .. } | Pat::PatAttributed { pat, .. } => self.initial_values(pat),
            Pat::PatWild { span }
            | Pat::PatInt { span, .. }
            | Pat::PatFloat { span, .. }
            | Pat::PatConst { span, .. }
            | Pat::PatCon { span, .. } => {
                Err(codes::NOT_A_VARIABLE
                    .error(span, "a loop without initial values needs a pattern of variables only"))
            }
        }
    }

    /// The expression that selects a path.
    pub fn follow(&mut self, base: &'b to::Exp<'b>, path: &'s [Step<'s>]) -> Result<&'b to::Exp<'b>> {
        path.iter().try_fold(base, |exp, step| {
            let exp = match *step {
                Step::StepField { span, label } => to::Exp::Project { span, exp, label },
                Step::StepIndex { span, indices } => {
                    let indices = indices.iter().map(|dim| self.lower_dim(dim)).collect::<Result<Vec<_>>>()?;
                    to::Exp::Index { span, array: exp, indices: self.arena.slice(indices) }
                }
            };
            Ok(self.arena.alloc(exp))
        })
    }

    pub fn path(&mut self, path: &'s [Step<'s>]) -> Result<&'b [to::Step<'b>]> {
        let steps = path.iter().map(|step| self.lower_step(step)).collect::<Result<Vec<_>>>()?;
        Ok(self.arena.slice(steps))
    }
}

/// The label of a tuple's component.
pub(super) fn index_label(index: usize) -> Symbol {
    Symbol::new(&index.to_string())
}
