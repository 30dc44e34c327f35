//! Infers functions and their applications.

mod generalise;
mod local;
mod misfits;
pub mod parameters;
pub mod recursion;
use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved;

use self::misfits::Misfit;
use crate::typing::infer_types::draft::{Closure, E, Kind, Pat, PatKind};
use crate::typing::infer_types::function_values::declares_type;
use crate::typing::infer_types::sizes::Sizes;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Subst, Ty, Type};

/// A step between a function's parameters and its body: see [`Infer::closure`].
pub type BeforeBody<'f, 't> = dyn FnMut(&mut Infer<'t>, &[Pat<'t>]) -> Result<()> + 'f;

impl<'t> Infer<'t> {
    /// Infers the application of a function to arguments, from left to right.
    pub fn apply(&mut self, span: Span, func: &'t resolved::Exp<'t>, args: &'t [resolved::Exp<'t>]) -> Result<E<'t>> {
        // `(f x) y` is `f x y`: sizes that `f` takes may come from any argument.
        let mut func = func;
        let mut args: Vec<&'t resolved::Exp<'t>> = args.iter().collect();
        let mut section = args.len() == 1 && func.span().same_place(span);
        while let resolved::Exp::Apply { span, func: inner, args: first } = func {
            section = first.len() == 1 && inner.span().same_place(*span);
            args.splice(0..0, first.iter());
            func = inner;
        }
        let what = match func {
            resolved::Exp::Var { name, .. } => format!("`{}`", name.base),
            _ => "this function".to_string(),
        };
        let function = what.clone();
        let mut callee = match *func {
            resolved::Exp::Var { span, name } => self.variable(span, name)?,
            _ => self.infer(func)?,
        };
        let mut passed = Vec::new();
        let mut params = Vec::new();
        let mut unknown = Vec::new();
        let mut ty = callee.ty;
        for (index, arg) in args.iter().copied().enumerate() {
            if let Type::Exists(..) = self.shallow(ty) {
                params.clear();
                let call = self.exp(span, ty, Kind::Apply(callee, std::mem::take(&mut passed)));
                callee = self.opened(call, &what);
                ty = callee.ty;
            }
            match *self.value_type(ty) {
                Type::Arrow(name, param, result) => {
                    let what = match args.len() {
                        1 => format!("the argument of {what}"),
                        _ => format!("argument {} of {what}", index + 1),
                    };
                    let param = self.known_parameters(param);
                    let unknown_before = self.unknown_count();
                    let mut draft = self.infer_hinted(arg, Some(param))?;
                    if section && index == 0 {
                        self.section_operand(draft, unknown_before)?;
                    }
                    draft = match self.regular(arg.span(), draft, param)? {
                        Some((draft, function)) => {
                            unknown.push((passed.len(), function));
                            draft
                        }
                        None => {
                            let fitted = self.fit(arg.span(), draft, param, &what);
                            fitted.map_err(|error| {
                                let error = self.bound(error, callee);
                                self.misfit(
                                    error,
                                    &Misfit { func, callee, what: &function, args: &args, index, draft, ty },
                                )
                            })?
                        }
                    };
                    let lets = self.compute_open_sizes(arg.span(), param)?;
                    draft = self.with_lets(lets, draft);
                    params.push(param);
                    ty = result;
                    if let Some(name) = name {
                        if self.mentions(result, name) {
                            self.warn_of_binding(arg);
                        }
                        let size;
                        (draft, size) = self.named_size(arg, draft);
                        ty = self.substitute(result, &Subst::size(name, size));
                    }
                    passed.push(draft);
                    self.no_unknown_parameter(arg.span(), ty, &function)?;
                }
                Type::Var(_) => {
                    let draft = self.infer(arg)?;
                    let result = self.fresh_result(span);
                    let wanted = self.store.arrow(None, draft.ty, result);
                    self.expect(func.span(), ty, wanted, &what)?;
                    passed.push(draft);
                    params.push(self.store.record(Vec::new()));
                    ty = result;
                }
                _ => {
                    return Err(self.not_a_function(arg.span(), callee, &what, index, args.len()));
                }
            }
        }
        let ty = self.plain(ty);
        let ty = self.known_parameters(ty);
        if self.depends_on_own_arguments(ty) {
            return self.function_value(span, callee, passed, ty);
        }
        let call = self.applied(span, ty, callee, passed, &params, unknown)?;
        Ok(self.opened(call, &format!("the result of {what}")))
    }

    /// Checks that the function that an application returns takes no values of unknown size: no argument of it could be
    /// shown to have that size.
    fn no_unknown_parameter(&mut self, span: Span, ty: Ty<'t>, what: &str) -> Result<()> {
        let ty = self.value_type(ty);
        if matches!(ty, Type::Arrow(..)) && !self.has_dynamic_sizes() && self.takes_unknown_size(ty) {
            let text = self.show(ty);
            let message = format!("with this argument, {what} becomes a function that takes values of an unknown size");
            return Err(codes::SIZE_ESCAPES.error(span, message).note(format!("its type would be `{text}`")));
        }
        Ok(())
    }

    /// Whether a type has a function with a parameter of unknown size.
    fn takes_unknown_size(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Arrow(_, from, to) => {
                self.is_of_unknown_size(from) || self.takes_unknown_size(from) || self.takes_unknown_size(to)
            }
            Type::Exists(_, body) => self.takes_unknown_size(body),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.takes_unknown_size(ty)),
            _ => false,
        }
    }

    fn is_of_unknown_size(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Exists(..) => self.has_unknown_size(ty),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.is_of_unknown_size(ty)),
            _ => false,
        }
    }

    /// Checks that the operand of a section makes no unknown sizes, since the section's type would mention them.
    pub fn section_operand(&mut self, operand: E<'t>, unknown_before: usize) -> Result<()> {
        if self.has_dynamic_sizes() {
            return Ok(());
        }
        let unknown = self.unknown_since(unknown_before);
        if let Some(name) = unknown.into_iter().find(|name| self.mentions(operand.ty, *name)) {
            let text = self.show(operand.ty);
            let error = codes::SIZE_NOT_YET_KNOWN
                .error(
                    operand.span,
                    format!("the type `{text}` of a section's operand must be known before the section"),
                )
                .note("causality check: bind the operand with `let`, before the section");
            return Err(self.with_origin(error, name));
        }
        Ok(())
    }

    /// Returns the size that an argument or an index stands for, and the draft to use in its place. An expression that
    /// is no arithmetic is bound to a variable.
    pub fn named_size(
        &mut self,
        exp: &'t resolved::Exp<'t>,
        draft: E<'t>,
    ) -> (E<'t>, crate::typing::infer_types::types::Sz<'t>) {
        if let Some(size) = self.size_of(draft) {
            return (draft, size);
        }
        // An operand of an operation that is a size already needs no name.
        if let (resolved::Exp::Bin { lhs, rhs, .. }, Kind::Bin(op, a, b)) = (exp, &draft.kind)
            && !op.is_comparison()
        {
            let ((a, x), (b, y)) = (self.named_size(lhs, a), self.named_size(rhs, b));
            return (self.exp(draft.span, draft.ty, Kind::Bin(*op, a, b)), self.store.bin(*op, x, y));
        }
        let ty = self.plain(draft.ty);
        match self.holder_of(exp) {
            Some(known) => (self.var(exp.span(), known, ty), self.held_by(known)),
            None => {
                let own = self.compute(exp);
                self.declare(own, ty);
                (self.bind(Vec::new(), own, draft, ty), self.held_by(own))
            }
        }
    }

    /// Infers a lambda.
    pub fn lambda(
        &mut self,
        span: Span,
        params: &'t [resolved::Pat<'t>],
        ret: Option<&'t resolved::Type<'t>>,
        body: &'t resolved::Exp<'t>,
        hint: Option<Ty<'t>>,
    ) -> Result<E<'t>> {
        let closure = self.scoped(|infer| {
            let closure = infer.closure(params, ret, body, hint, &mut |_, _| Ok(()))?;
            infer.with_argument_sizes(span, closure)
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        if let Err(clash) = self.lower_here(ty) {
            let text = self.show(ty);
            let error =
                codes::SIZE_ESCAPES.error(span, format!("this function's type `{text}` cannot leave its scope"));
            return Err(self.explain(error, &clash, ty));
        }
        Ok(self.exp(span, ty, Kind::Lambda(closure)))
    }

    /// Infers the parameters of a function in the current scope, and the body in an inner one. `before_body` runs in
    /// the inner scope, before the body.
    pub fn closure(
        &mut self,
        params: &'t [resolved::Pat<'t>],
        ret: Option<&'t resolved::Type<'t>>,
        body: &'t resolved::Exp<'t>,
        hint: Option<Ty<'t>>,
        before_body: &mut BeforeBody<'_, 't>,
    ) -> Result<Closure<'t>> {
        let mark = self.pending_count();
        let mut hint = hint;
        let mut pats = Vec::new();
        let mut before = Vec::new();
        let mut own = Vec::new();
        for param in params {
            let parts = match hint.map(|hint| self.value_type(hint)) {
                Some(Type::Arrow(name, from, to)) => Some((*name, *from, *to)),
                _ => None,
            };
            let ty = match parts {
                // The sizes that a parameter declares are checked when the function is called.
                Some(_) if self.has_dynamic_sizes() && matches!(param, resolved::Pat::PatAscribe { .. }) => {
                    self.fresh(param.span())
                }
                // The type of a parameter that declares none does not depend on earlier arguments.
                Some((_, from, _)) if !declares_type(param) && self.depends_on(from, &own) => self.fresh(param.span()),
                Some((_, from, _)) => from,
                None => self.fresh(param.span()),
            };
            let mut pat = self.argument(param, ty)?;
            if let (Some((Some(_), ..)), PatKind::Wild) = (&parts, &pat.kind) {
                // Later types of the hint mention the argument.
                let (name, plain) = (Name::fresh("x"), self.plain(pat.ty));
                self.declare(name, plain);
                pat.kind = PatKind::Var(name);
            }
            let pat = self.inside(pat, mark, &mut before)?;
            hint = match parts {
                Some((Some(name), _, to)) => match pat.name() {
                    Some(param) => {
                        own.push(param);
                        let size = self.store.named(param);
                        Some(self.substitute(to, &Subst::size(name, size)))
                    }
                    None => None,
                },
                Some((None, _, to)) => Some(to),
                None => None,
            };
            pats.push(pat);
        }
        let (ret, extended) = self.extended(ret, &mut pats, &mut before)?;
        self.enter_body(&before);
        let declared = self.scoped(|infer| {
            let mark = infer.pending_count();
            before_body(infer, &pats)?;
            // Anonymous sizes are inferred from the body, if there is one.
            let declared = match body {
                resolved::Exp::Intrinsic { .. } => ret.map(|ret| infer.result_annotation(ret)).transpose()?,
                _ => ret.map(|ret| infer.annotation(ret)).transpose()?,
            };
            if let (Some(ret), Some(ty), false) = (ret, declared, infer.has_dynamic_sizes()) {
                infer.no_component_sizes(ret.span(), ty, &pats)?;
            }
            let draft = match &extended[..] {
                [] => infer.body(body, declared, hint.filter(|_| declared.is_none()))?,
                args => infer.extended_body(body, args, declared)?,
            };
            let draft = infer.after_pending(mark, draft);
            let draft = infer.after(std::mem::take(&mut before), draft)?;
            Ok((declared, draft))
        })?;
        let (declared, draft) = declared;
        let result = match declared {
            // The sizes that the declared type computes are local to the body.
            Some(ret) => self.leave_scope(body.span(), ret)?,
            None => self.leave_scope(body.span(), draft.ty)?,
        };
        Ok(Closure { params: pats, ret: result, declared: declared.is_some(), body: draft })
    }

    /// Checks that the declared type of a result mentions no components of parameters, since callers cannot name them.
    fn no_component_sizes(&mut self, span: Span, ty: Ty<'t>, params: &[Pat<'t>]) -> Result<()> {
        for pat in params.iter().filter(|pat| pat.name().is_none()) {
            let names = pat.names();
            if let Some(name) = names.into_iter().find(|name| self.mentions(ty, *name)) {
                let message =
                    format!("the result type refers to `{}`, which is only a component of a parameter", name.base);
                return Err(codes::COMPONENT_SIZE.error(span, message).related(pat.span, "the parameter"));
            }
        }
        Ok(())
    }

    /// Infers the body of a function, and fits it to the declared result type if there is one.
    fn body(&mut self, body: &'t resolved::Exp<'t>, declared: Option<Ty<'t>>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        let span = body.span();
        if let resolved::Exp::Intrinsic { op, args, .. } = *body {
            let Some(declared) = declared else {
                return Err(Error::internal("an intrinsic must declare its type").or_at(span));
            };
            let args: Result<Vec<_>> = args.iter().map(|arg| self.infer(arg)).collect();
            let ty = self.plain(declared);
            let draft = self.intrinsic(span, op, args?, ty)?;
            return Ok(self.opened(draft, "the result"));
        }
        let draft = self.infer_hinted(body, declared.or(hint))?;
        match declared {
            Some(declared) => self.fit(span, draft, declared, "the function's body"),
            None => Ok(draft),
        }
    }

    fn intrinsic(&mut self, span: Span, op: framework::Symbol, args: Vec<E<'t>>, ty: Ty<'t>) -> Result<E<'t>> {
        use languages::builtin::Builtin;
        use languages::prim::{BinOp, TriOp, UnOp};
        let name = op.as_str();
        let kind = match (name, &args[..]) {
            ("convert", [arg]) => Kind::Convert(arg),
            _ => {
                match (Builtin::from_name(name), UnOp::from_name(name), BinOp::from_name(name), TriOp::from_name(name))
                {
                    (Some(builtin), ..) if builtin.arity() == args.len() => Kind::Intrinsic(builtin, args),
                    (_, Some(op), ..) if let [arg] = args[..] => Kind::Un(op, arg),
                    (_, _, Some(op), _) if let [a, b] = args[..] => Kind::Bin(op, a, b),
                    (.., Some(op)) if let [a, b, c] = args[..] => Kind::Tri(op, [a, b, c]),
                    _ => {
                        return Err(Error::internal(format!(
                            "there is no operation `{name}` of {} operands",
                            args.len()
                        ))
                        .or_at(span));
                    }
                }
            }
        };
        Ok(self.exp(span, ty, kind))
    }

    /// The type of a function.
    pub fn closure_type(&mut self, span: Span, params: &[Pat<'t>], ret: Ty<'t>) -> Result<Ty<'t>> {
        let mut ty = ret;
        for pat in params.iter().rev() {
            let from = pat.ty;
            let name = match pat.kind {
                PatKind::Var(name) => Some(name),
                _ => {
                    let names = pat.names();
                    let inner = |_: &Sizes<'t>, name: Name| names.contains(&name);
                    let hidden = self.hide_in_results(ty, &inner);
                    ty = hidden.map_err(|clash| {
                        let error =
                            codes::SIZE_ESCAPES.error(span, "a size in the function's type is part of a pattern");
                        self.explain(error, &clash, ty)
                    })?;
                    None
                }
            };
            ty = self.function_type(name, from, ty);
        }
        Ok(ty)
    }
}
