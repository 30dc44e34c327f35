//! Inference of expressions.

pub mod arrays;
pub mod loops;
pub mod patterns;
pub mod records;
use std::rc::Rc;
use std::str::FromStr;

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::{BinOp, PrimType, UnOp};
use languages::resolved;
use languages::source::IntLiteral;

use crate::typing::infer_types::draft::{E, Kind, Literal, Pat};
use crate::typing::infer_types::state::{Binding, Infer};
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Ty, Type};
use crate::typing::infer_types::unify::escape::Joined;

/// A `let` whose body is still to come.
enum Pending<'t> {
    Pattern { span: Span, mark: usize, pat: Pat<'t>, rhs: E<'t>, sizes: Vec<Name> },
    Function { span: Span, function: crate::typing::infer_types::draft::Function<'t> },
}

impl<'t> Infer<'t> {
    /// An expression of a type that is known from its context; `what` names the expression in messages.
    pub fn check(&mut self, exp: &'t resolved::Exp<'t>, expected: Ty<'t>, what: &str) -> Result<E<'t>> {
        let draft = self.infer_hinted(exp, Some(expected))?;
        self.fit(exp.span(), draft, expected, what)
    }

    /// An expression. Its type has no unknown sizes.
    pub fn infer(&mut self, exp: &'t resolved::Exp<'t>) -> Result<E<'t>> {
        self.infer_hinted(exp, None)
    }

    /// An expression that probably has the type `hint`: functions take the types of their parameters from it.
    pub fn infer_hinted(&mut self, exp: &'t resolved::Exp<'t>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        use resolved::Exp as X;
        let span = exp.span();
        let store = self.store;
        Ok(match *exp {
            X::Const { value, .. } => self.exp(span, store.prim(value.prim_type()), Kind::Const(value)),
            X::IntLit { value, .. } => self.integer(span, value, hint),
            X::FloatLit { value, .. } => {
                let ty = self.fresh_prim(span, PrimType::is_float);
                self.literals.push((span, Literal::Float(value), ty));
                self.exp(span, ty, Kind::Number(Literal::Float(value)))
            }
            X::StringLit { text, .. } => self.string(span, text),
            X::Hole { .. } => {
                let ty = self.fresh(span);
                self.exp(span, ty, Kind::Hole)
            }
            X::Var { name, .. } => self.variable(span, name)?,
            X::Project { exp, label, .. } => self.project(span, exp, label)?,
            X::Record { fields, .. } => {
                let mut types = Vec::new();
                let mut drafts = Vec::new();
                for field in fields {
                    let draft = self.infer(field.exp)?;
                    types.push((field.label, draft.ty));
                    drafts.push((field.label, draft));
                }
                self.limited(span, store.record(types)).map(|ty| self.exp(span, ty, Kind::Record(drafts)))?
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
            X::Un { op, arg, .. } => {
                let draft = self.infer(arg)?;
                let holds = |prim: PrimType| match op {
                    UnOp::Not => prim == PrimType::Bool || prim.is_integer(),
                    op => op.applies_to(prim),
                };
                self.span = span;
                if let Err(clash) = self.need_prim(draft.ty, holds) {
                    return Err(self.operand_error(arg.span(), op.name(), draft.ty, &clash));
                }
                self.exp(span, draft.ty, Kind::Un(op, draft))
            }
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
                let mark = self.pending.len();
                let wanted = self.annotation(ty)?;
                let draft = self.check(exp, wanted, "this expression")?;
                self.after_pending(mark, draft)
            }
            X::Reshape { shape, array, .. } => self.reshape(span, shape, array)?,
            X::Shape { array, .. } => self.shape(span, array)?,
            X::Convert { to, exp, .. } => {
                let Ok(prim) = PrimType::from_str(to.as_str()) else {
                    return Err(Error::internal(format!("a conversion to `{to}`")).or_at(span));
                };
                let draft = self.infer(exp)?;
                self.span = span;
                if let Err(clash) = self.need_prim(draft.ty, |_| true) {
                    return Err(self.operand_error(exp.span(), to.as_str(), draft.ty, &clash));
                }
                self.exp(span, store.prim(prim), Kind::Convert(draft))
            }
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
            X::Intrinsic { .. } => return Err(Error::internal("an intrinsic inside of an expression").or_at(span)),
        })
    }

    fn integer(&mut self, span: Span, value: IntLiteral, hint: Option<Ty<'t>>) -> E<'t> {
        let ty = match hint.map(|hint| self.value_type(hint)) {
            Some(ty @ Type::Prim(prim)) if *prim != PrimType::Bool => ty,
            _ => self.fresh_prim(span, |prim| prim.is_integer() || prim.is_float()),
        };
        self.literals.push((span, Literal::Int(value), ty));
        self.exp(span, ty, Kind::Number(Literal::Int(value)))
    }

    pub fn variable(&mut self, span: Span, name: Name) -> Result<E<'t>> {
        let binding = self.env.get(&name).cloned();
        let shown = self.shown.get(&name).cloned();
        let name = self.views.get(&name).copied().unwrap_or(name);
        let name = self.insides.get(&name).copied().unwrap_or(name);
        let draft = match binding {
            Some(Binding::Mono(ty)) => self.var(span, name, ty),
            Some(Binding::Poly(scheme)) => {
                let (ty, inst) = self.instantiate(span, &scheme);
                let ty = self.value_type(ty);
                if let Some(shown) = shown {
                    // It has the type that it is shown with, which was checked where it is.
                    let (wanted, _) = self.instantiate(span, &shown);
                    let _ = self.attempt(|infer| infer.unify(ty, wanted));
                }
                self.exp(span, ty, Kind::Var(name, inst))
            }
            // Whatever is defined before has a type.
            None => {
                let message = format!("`{}` is used in the type of its own parameter", name.base);
                return Err(codes::OWN_TYPE.error(span, message));
            }
        };
        Ok(self.opened(draft, "this value"))
    }

    fn project(&mut self, span: Span, exp: &'t resolved::Exp<'t>, label: Symbol) -> Result<E<'t>> {
        let draft = self.infer(exp)?;
        let ty = match self.value_type(draft.ty) {
            Type::Record(fields) => match fields.iter().find(|(other, _)| *other == label) {
                Some((_, ty)) => ty,
                None => {
                    return Err(self.no_field(span, draft.ty, label));
                }
            },
            _ => {
                let field = self.fresh(span);
                let wanted = self.fresh_with(span, Constraint::Fields(Rc::new(vec![(label, field)])));
                self.expect(exp.span(), draft.ty, wanted, "this expression")?;
                field
            }
        };
        Ok(self.exp(span, ty, Kind::Project(draft, label)))
    }

    fn binary(
        &mut self,
        span: Span,
        op: BinOp,
        lhs: &'t resolved::Exp<'t>,
        rhs: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let a = self.infer(lhs)?;
        let b = self.check(rhs, a.ty, "the right operand");
        let b = b.map_err(|error| because(error, rhs.span(), lhs.span(), "the left operand has that type"))?;
        self.span = span;
        let clash = match op {
            BinOp::Eq | BinOp::Ne => self.need_equality(a.ty),
            _ => self.need_prim(a.ty, |prim| op.applies_to(prim)),
        };
        if let Err(clash) = clash {
            return Err(self.operand_error(lhs.span(), op.symbol().unwrap_or(op.name()), a.ty, &clash));
        }
        let ty = if op.is_comparison() { self.store.prim(PrimType::Bool) } else { a.ty };
        Ok(self.exp(span, ty, Kind::Bin(op, a, b)))
    }

    fn operand_error(
        &mut self,
        span: Span,
        op: &str,
        ty: Ty<'t>,
        clash: &crate::typing::infer_types::unify::Clash<'t>,
    ) -> Error {
        let text = self.show(ty);
        let error = codes::OPERATOR.error(span, format!("operator `{op}` does not apply to operands of type `{text}`"));
        let error = match self.value_type(ty) {
            Type::Array(..) => error.note(format!("arrays are combined element by element: `map2 ({op}) xs ys`")),
            _ => error,
        };
        self.explain(error, clash, ty, ty)
    }

    /// An expression in a scope of its own: what it binds and what is unknown in it does not get out.
    pub fn branch(&mut self, exp: &'t resolved::Exp<'t>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        self.scoped(|infer| infer.infer_hinted(exp, hint))
    }

    fn conditional(
        &mut self,
        span: Span,
        cond: &'t resolved::Exp<'t>,
        yes: &'t resolved::Exp<'t>,
        no: &'t resolved::Exp<'t>,
        hint: Option<Ty<'t>>,
    ) -> Result<E<'t>> {
        let bool_ty = self.store.prim(PrimType::Bool);
        let cond = self.check(cond, bool_ty, "the condition")?;
        let yes_draft = self.branch(yes, hint)?;
        let a = self.leave_scope(yes.span(), yes_draft.ty)?;
        let no_draft = self.branch(no, hint.or(Some(a)))?;
        let mut joined = Joined::default();
        let b = self.leave_scope(no.span(), no_draft.ty)?;
        let (a, b) = (self.unpack(a, &mut joined), self.unpack(b, &mut joined));
        let ty = self.join_or_fail(span, no.span(), a, b, &mut joined, "the `else` branch");
        let ty = ty.map_err(|error| because(error, no.span(), yes.span(), "the `then` branch has that type"))?;
        self.no_function_from(span, ty, "this conditional")?;
        let ty = self.joined_type(ty, joined);
        let result = self.exp(span, ty, Kind::If(cond, yes_draft, no_draft));
        Ok(self.opened(result, "this conditional"))
    }

    /// What is chosen when the program runs may not be a function, unless the user allows it: every function must be known at compile
    /// time.
    fn no_function_from(&mut self, span: Span, ty: Ty<'t>, what: &str) -> Result<()> {
        if self.function_branches {
            return Ok(());
        }
        self.need_no_function(ty).map_err(|clash| {
            let error = codes::FUNCTION_VALUE.error(span, format!("the result of {what} may not be of function type"));
            let error = self.explain(error, &clash, ty, ty);
            error.note("`--function-branches` allows it, at the price of a branch wherever the function is called")
        })
    }

    fn join_or_fail(
        &mut self,
        span: Span,
        place: Span,
        a: Ty<'t>,
        b: Ty<'t>,
        joined: &mut Joined,
        what: &str,
    ) -> Result<Ty<'t>> {
        self.span = span;
        self.join(a, b, joined).map_err(|clash| self.type_error(place, b, a, what, &clash))
    }

    fn matching(
        &mut self,
        span: Span,
        scrutinee: &'t resolved::Exp<'t>,
        arms: &'t [resolved::Arm<'t>],
        hint: Option<Ty<'t>>,
    ) -> Result<E<'t>> {
        let scrutinee = self.infer(scrutinee)?;
        let mut joined = Joined::default();
        let mut all: Option<Ty<'t>> = None;
        let mut drafts = Vec::new();
        for arm in arms {
            let (pat, body) = self.scoped(|infer| {
                let mark = infer.pending.len();
                let pat = infer.pattern(arm.pat, scrutinee.ty)?;
                infer.no_pending(mark)?;
                let body = infer.infer_hinted(arm.body, hint.or(all))?;
                Ok((pat, body))
            })?;
            let ty = self.leave_scope(arm.body.span(), body.ty)?;
            let ty = self.unpack(ty, &mut joined);
            all = Some(match all {
                None => ty,
                Some(all) => {
                    // There was a case before this one.
                    let (place, first) = (arm.body.span(), arms[0].body.span());
                    let all = self.join_or_fail(span, place, all, ty, &mut joined, "this case");
                    all.map_err(|error| because(error, place, first, "the first case has that type"))?
                }
            });
            drafts.push((pat, body));
        }
        let Some(ty) = all else { return Err(Error::internal("a match without cases").or_at(span)) };
        self.no_function_from(span, ty, "this `match`")?;
        let ty = self.joined_type(ty, joined);
        let result = self.exp(span, ty, Kind::Match(scrutinee, drafts));
        Ok(self.opened(result, "this match"))
    }

    /// A chain of `let`s: a loop, since programs have long ones.
    fn lets(&mut self, exp: &'t resolved::Exp<'t>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        use resolved::Exp as X;
        let mut chain = Vec::new();
        let mut rest = exp;
        let body = loop {
            match *rest {
                X::Let { span, sizes, pat, rhs, body } => {
                    let mark = self.pending.len();
                    // What a size in a type needed before is not computed again.
                    let unknown_before = self.unknown.len();
                    let mut rhs = match self.computed.get(rhs).copied() {
                        Some(known) => self.variable(rhs.span(), known)?,
                        None => self.infer(rhs)?,
                    };
                    // The operand of a section has a variable that the program does not write.
                    if pat.span().same_place(span) && body.span().same_place(span) {
                        self.section_operand(rhs, unknown_before)?;
                    }
                    let mut names = Vec::new();
                    for size in sizes {
                        if !is_size_of(pat, size.name) {
                            let message = format!(
                                "cannot bind `[{}]`: it is the size of no array in this pattern",
                                size.name.base
                            );
                            return Err(codes::SIZE_OF_NO_VALUE
                                .error(size.span, message)
                                .label("not the size of a value that is no function"));
                        }
                        self.declare_size(size.name, size.span, "a size that is bound here");
                        let own = self.fresh_size(size.span);
                        self.aliases.insert(size.name, own);
                        names.push(size.name);
                    }
                    if let (true, resolved::Pat::PatAscribe { pat, ty, .. }) = (self.dynamic, pat) {
                        let wanted = self.annotation(ty)?;
                        rhs = self.fit(pat.span(), rhs, wanted, "this pattern's value")?;
                    }
                    let pat = self.pattern(pat, rhs.ty)?;
                    // What type a number has may only be found where it is used as a size.
                    if let (Some(name), Type::Prim(PrimType::I64) | Type::Var(_)) = (pat.name(), self.shallow(pat.ty))
                        && let Some(size) = self.size_of(rhs)
                    {
                        self.defined.insert(name, size);
                    }
                    chain.push(Pending::Pattern { span, mark, pat, rhs, sizes: names });
                    rest = body;
                }
                X::LetFun { span, name, type_params, params, ret, rhs, body } => {
                    let function = self.local_function(span, name, type_params, params, ret, rhs)?;
                    chain.push(Pending::Function { span, function });
                    rest = body;
                }
                _ => break self.infer_hinted(rest, hint)?,
            }
        };
        let mut result = body;
        for pending in chain.into_iter().rev() {
            let ty = result.ty;
            result = match pending {
                Pending::Pattern { span, mark, pat, rhs, sizes } => {
                    for name in sizes.into_iter().rev() {
                        let Some(size) = self.aliases.get(&name).copied() else { continue };
                        result = self.exp(span, ty, Kind::LetSize { name, size, body: result });
                    }
                    let bound = self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
                    self.after_pending(mark, bound)
                }
                Pending::Function { span, function } => self.exp(span, ty, Kind::LetFun { function, body: result }),
            };
        }
        Ok(result)
    }
}

/// Whether some array that a pattern matches has this size by an ascription, so that it can be found there.
fn is_size_of(pat: &resolved::Pat<'_>, name: Name) -> bool {
    use resolved::Pat as P;
    match pat {
        P::PatAscribe { pat, ty, .. } => type_has_size(ty, name) || is_size_of(pat, name),
        P::PatRecord { fields, .. } => fields.iter().any(|field| is_size_of(field.pat, name)),
        P::PatCon { args, .. } => args.iter().any(|arg| is_size_of(arg, name)),
        _ => false,
    }
}

fn type_has_size(ty: &resolved::Type<'_>, name: Name) -> bool {
    use resolved::Type as T;
    let is_size = |size: &resolved::Size<'_>| matches!(size, resolved::Size::SizeOf { exp: resolved::Exp::Var { name: own, .. }, .. } if *own == name);
    match ty {
        T::TypeArray { size, elem, .. } => is_size(size) || type_has_size(elem, name),
        T::TypeRecord { fields, .. } => fields.iter().any(|field| type_has_size(field.ty, name)),
        T::TypeSum { cases, .. } => cases.iter().any(|case| case.payload.iter().any(|ty| type_has_size(ty, name))),
        T::TypeCon { args, .. } => args.iter().any(|arg| match arg {
            resolved::TypeArg::ArgSize { size, .. } => is_size(size),
            resolved::TypeArg::ArgType { ty, .. } => type_has_size(ty, name),
        }),
        T::TypeUnique { body, .. } | T::TypeExists { body, .. } => type_has_size(body, name),
        _ => false,
    }
}

/// Says where the expected type of an expression comes from, if the error is that of this expression.
pub fn because(error: Error, place: Span, reason: Span, text: &str) -> Error {
    if error.span.same_place(place) { error.related(reason, text) } else { error }
}
