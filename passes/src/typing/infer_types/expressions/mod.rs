//! Infers expressions.

mod arrays;
mod branches;
mod join;
mod lets;
mod operators;
mod patterns;
mod updates;
use std::rc::Rc;
use std::str::FromStr;

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::{PrimType, UnOp};
use languages::resolved;
use languages::source::IntLiteral;

use crate::typing::infer_types::draft::{E, Kind, Literal};
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::{Infer, LiteralUse};
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{MAX_PARTS, Ty, Type};

impl<'t> Infer<'t> {
    /// Checks an expression against a type that its context gives. `what` names the expression in messages.
    pub fn check(&mut self, exp: &'t resolved::Exp<'t>, expected: Ty<'t>, what: &str) -> Result<E<'t>> {
        let draft = self.infer_hinted(exp, Some(expected))?;
        self.fit(exp.span(), draft, expected, what)
    }

    /// Infers an expression. Its type has no unknown sizes.
    pub fn infer(&mut self, exp: &'t resolved::Exp<'t>) -> Result<E<'t>> {
        self.infer_hinted(exp, None)
    }

    /// Infers an expression that probably has the type `hint`. Lambdas take the types of their parameters from the
    /// hint.
    pub fn infer_hinted(&mut self, exp: &'t resolved::Exp<'t>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        use resolved::Exp as X;
        let span = exp.span();
        let store = self.store;
        Ok(match *exp {
            X::Const { value, .. } => self.exp(span, store.prim(value.prim_type()), Kind::Const(value)),
            X::IntLit { value, .. } => self.integer(span, value, hint),
            X::FloatLit { value, .. } => {
                let ty = self.fresh_prim(span, PrimType::is_float);
                self.note_literal(LiteralUse { span, literal: Literal::Float(value), ty, in_pattern: false });
                self.exp(span, ty, Kind::Number(Literal::Float(value)))
            }
            X::StringLit { text, .. } => self.string(span, text),
            X::Hole { .. } => {
                let ty = self.fresh(span);
                self.exp(span, ty, Kind::Hole)
            }
            X::Var { name, .. } => self.variable_value(span, name)?,
            X::Project { exp, label, .. } => self.project(span, exp, label)?,
            X::Record { fields, .. } => {
                let mut types = Vec::new();
                let mut drafts = Vec::new();
                for field in fields {
                    let draft = self.infer(field.exp)?;
                    types.push((field.label, draft.ty));
                    drafts.push((field.label, draft));
                }
                let ty = self.limited(span, store.record(types))?;
                self.exp(span, ty, Kind::Record(drafts))
            }
            X::Array { elems, .. } => self.array_literal(span, elems)?,
            X::Index { array, indices, .. } => self.index(span, array, indices)?,
            X::Apply { func, args, .. } => {
                let draft = self.apply(span, func, args)?;
                self.limited(span, draft.ty)?;
                draft
            }
            X::Bin { op, lhs, rhs, .. } => self.binary(span, op, lhs, rhs)?,
            // `-128` is an `i8`, but `128` is not.
            X::Un { op: UnOp::Neg, arg: resolved::Exp::IntLit { value, .. }, .. } if value.0 >= 0 => {
                self.integer(span, IntLiteral(-value.0), hint)
            }
            X::Un { op, arg, .. } => self.unary(span, op, arg)?,
            X::Con { tag, args, .. } => {
                let mut types = Vec::new();
                let mut drafts = Vec::new();
                for arg in args {
                    let draft = self.infer(arg)?;
                    types.push(draft.ty);
                    drafts.push(draft);
                }
                let ty = self.fresh_with(span, Constraint::Cases(Rc::new(vec![(tag, store.list(types))])));
                self.exp(span, ty, Kind::Con(tag, drafts))
            }
            X::Ascribe { exp, ty, .. } => {
                let mark = self.pending_count();
                let wanted = self.annotation(ty)?;
                let draft = self.check(exp, wanted, "this expression");
                let mut draft = draft.map_err(|error| self.ascribed(error, exp.span(), ty.span()))?;
                if self.has_unique_result(wanted) {
                    // A later pass checks which results of the function are unique.
                    let name = Name::fresh("f");
                    self.declare(name, wanted);
                    draft = self.bind(Vec::new(), name, draft, wanted);
                }
                self.after_pending(mark, draft)
            }
            X::Reshape { shape, array, .. } => self.reshape(span, shape, array)?,
            X::Shape { array, .. } => self.shape(span, array)?,
            X::Convert { to, exp, .. } => self.conversion(span, to, exp)?,
            X::ToSize { exp, .. } => {
                let draft = self.check(exp, store.prim(PrimType::I32), "a size")?;
                self.exp(span, store.prim(PrimType::I64), Kind::Convert(draft))
            }
            X::OfSize { exp, .. } => {
                let draft = self.check(exp, store.prim(PrimType::I64), "a size")?;
                self.exp(span, store.prim(PrimType::I32), Kind::Convert(draft))
            }
            X::Coerce { exp, ty, .. } => self.coerce(span, exp, ty)?,
            X::Range { start, second, kind, end, .. } => self.range(span, start, second, kind, end)?,
            X::If { cond, yes, no, .. } => self.conditional(span, cond, yes, no, hint)?,
            X::Match { scrutinee, arms, .. } => self.matching(span, scrutinee, arms, hint)?,
            X::Let { .. } | X::LetFun { .. } => self.lets(exp, hint)?,
            X::Update { exp, path, value, .. } => self.update(span, exp, path, value)?,
            X::Lambda { params, ret, body, .. } => self.lambda(span, params, ret, body, hint)?,
            X::Loop { pat, init, form, body, .. } => self.looping(span, pat, init, form, body)?,
            X::Assert { cond, exp, .. } => {
                let bool_ty = store.prim(PrimType::Bool);
                let cond = self.check(cond, bool_ty, "an assertion's condition")?;
                let draft = self.branch(exp, hint)?;
                let ty = self.leave_scope(span, draft.ty)?;
                let result = self.exp(span, ty, Kind::Assert(cond, draft));
                self.opened(result, "the asserted value")
            }
            X::ExpAttributed { attr, exp, .. } => {
                let draft = self.infer_hinted(exp, hint)?;
                self.exp(span, draft.ty, Kind::Attributed(*attr, draft))
            }
            X::Intrinsic { .. } => return Err(Error::internal("an intrinsic inside an expression").or_at(span)),
        })
    }

    /// `f64 e`, of edition 2017.
    fn conversion(&mut self, span: Span, to: Symbol, exp: &'t resolved::Exp<'t>) -> Result<E<'t>> {
        let Ok(prim) = PrimType::from_str(to.as_str()) else {
            return Err(Error::internal(format!("a conversion to `{to}`")).or_at(span));
        };
        let draft = self.infer(exp)?;
        self.check_at(span);
        if let Err(clash) = self.need_prim(draft.ty, |_| true) {
            return Err(self.operand_error(exp.span(), to.as_str(), draft.ty, &clash));
        }
        Ok(self.exp(span, self.store.prim(prim), Kind::Convert(draft)))
    }

    /// Checks that a type has at most [`MAX_PARTS`] parts.
    fn limited(&mut self, span: Span, ty: Ty<'t>) -> Result<Ty<'t>> {
        match self.is_small(ty) {
            true => Ok(ty),
            false => Err(codes::TYPE_TOO_LARGE
                .error(span, format!("the type of this expression has more than {MAX_PARTS} parts"))),
        }
    }

    fn integer(&mut self, span: Span, value: IntLiteral, hint: Option<Ty<'t>>) -> E<'t> {
        let ty = match hint.map(|hint| self.value_type(hint)) {
            Some(ty @ Type::Prim(prim)) if *prim != PrimType::Bool => ty,
            _ => self.fresh_prim(span, |prim| prim.is_integer() || prim.is_float()),
        };
        self.note_literal(LiteralUse { span, literal: Literal::Int(value), ty, in_pattern: false });
        self.exp(span, ty, Kind::Number(Literal::Int(value)))
    }

    /// Infers a use of a variable or a definition.
    pub fn variable(&mut self, span: Span, name: Name) -> Result<E<'t>> {
        let binding = self.binding(name).cloned();
        let shown = self.modules.shown(name);
        let name = self.modules.value_of(name);
        let name = self.inside_of(name);
        let draft = match binding {
            Some(Binding::Mono(ty)) => self.var(span, name, ty),
            Some(Binding::Recursive(scheme)) => {
                let (ty, inst) = self.instantiate_sizes(span, &scheme);
                let ty = self.value_type(ty);
                self.exp(span, ty, Kind::Var(name, inst))
            }
            Some(Binding::Poly(scheme)) => {
                let (ty, inst) = self.instantiate(span, &scheme);
                self.note_uses(span, &scheme, inst);
                let ty = self.known_view(ty);
                let ty = self.value_type(ty);
                if let Some(shown) = shown {
                    // The value has the type that its module specifies, which has been checked at the module.
                    let (wanted, _) = self.instantiate(span, &shown);
                    let outer = self.begin_coercible();
                    let _ = self.attempt(|infer| infer.unify(ty, wanted));
                    self.end_coercible(outer);
                }
                self.exp(span, ty, Kind::Var(name, inst))
            }
            // All earlier definitions have types, so only the name itself can lack one.
            None => {
                let message = format!("`{}` is used in the type of its own parameter", name.base);
                return Err(codes::OWN_TYPE.error(span, message));
            }
        };
        Ok(self.opened(draft, "this value"))
    }
}
