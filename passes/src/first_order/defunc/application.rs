//! The parts of D-APP: calls of dynamic functions (§5.3), limits, and copies of functions' bodies.

use super::static_value::{Closure, Static, label};
use super::{Defunc, Lets, MAX_COPIED, MAX_DEPTH, Residual, Site, is_dynamic};
use framework::{Error, Name, Names, Node, Renaming, Result, Span};
use languages::codes;
use languages::first_order::{Exp, Fun, Lower, Pat, Type};
use languages::mono;

impl<'a, 'b> Defunc<'a, 'b> {
    /// Records the innermost application outside the prelude, and returns the previous one.
    pub(super) fn enter_call(&mut self, span: Span) -> Span {
        let outer = self.call;
        if !self.prelude.contains(&span.file) {
            self.call = span;
        }
        outer
    }

    /// The place to report to the user: inside the prelude's functions, the place of the user's call.
    pub(super) fn user_place(&self, span: Span) -> Span {
        if self.prelude.contains(&span.file) { self.call.or(span) } else { span }
    }

    /// Translates a call of a dynamic function with all its arguments, or of an instance of a recursive function.
    /// Returns `None` for other applications.
    pub(super) fn dynamic_call(
        &mut self,
        site: Site<'a>,
        func: &'a mono::Exp<'a>,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Option<Residual<'a, 'b>>> {
        let mono::Exp::Var { name, .. } = func else { return Ok(None) };
        let Some(def) = self.defs.get(name).copied() else { return Ok(None) };
        let mono::Def::Value { params, .. } = def;
        if params.is_empty() || params.len() != args.len() {
            return Ok(None);
        }
        if is_dynamic(def) {
            self.counts.calls += 1;
            self.def(def)?;
            let args: Result<Vec<_>> = args.iter().map(|arg| self.lower_exp(arg)).collect();
            let (ty, args) = (self.own_type(site.ty)?, self.arena.slice(args?));
            return Ok(Some((Exp::Call { span: site.span, ty, func: *name, args }, Static::Dyn)));
        }
        if self.recursive.contains_key(name) {
            return self.recursive_call(site, def, args).map(Some);
        }
        Ok(None)
    }

    /// Applies a function to these arguments, according to its static value.
    pub(super) fn apply(
        &mut self,
        site: Site<'a>,
        (function, value): Residual<'a, 'b>,
        args: Vec<Residual<'a, 'b>>,
    ) -> Result<Residual<'a, 'b>> {
        match value {
            _ if args.is_empty() => Ok((function, value)),
            Static::Lam(closure) => self.apply_lambda(site, function, &closure, args),
            Static::Or(_) => {
                // Every alternative is applied to the same arguments, which are computed once.
                let (function, first) = self.named(function);
                let mut lets = Vec::from_iter(first);
                let mut names = Vec::new();
                for (arg, value) in args {
                    let (arg, binding) = self.named(arg);
                    lets.extend(binding);
                    names.push((arg, value));
                }
                let apply = &mut |defunc: &mut Self, function| defunc.apply(site, function, names.clone());
                let (result, value) = self.case(site.span, site.ty, (function, value), apply)?;
                Ok((self.lets(lets, result), value))
            }
            Static::Hole => {
                let (result, value) = self.hole(site.span, site.ty)?;
                let never = Pat::PatWild { span: site.span, ty: function.ty() };
                Ok((self.bind(result.ty(), never, function, result), value))
            }
            Static::Dyn | Static::Rcd(_) | Static::Con(..) => {
                Err(Error::internal("the applied function has no static value").or_at(site.span))
            }
        }
    }

    /// Counts an application. Fails if applications are nested too deeply, or copy too much.
    pub(super) fn begin_application(&mut self, span: Span, closure: &Closure<'a>) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return Err(
                codes::ENDLESS_INSTANCES.error(span, "functions are nested too deeply in each other's arguments")
            );
        }
        self.depth += 1;
        self.counts.applications += 1;
        self.copied += closure.body.size();
        if self.copied > MAX_COPIED {
            return Err(codes::TOO_MUCH_CODE
                .error(span, "this program applies functions in too many places")
                .note("the body of a function is copied to each place where the function is applied"));
        }
        Ok(())
    }

    /// Returns an expression that may be duplicated. An expression that is neither a variable nor a record is bound to
    /// a new variable in `lets`.
    pub(super) fn shared(&mut self, exp: Exp<'b>, base: &str, lets: &mut Lets<'b>) -> Exp<'b> {
        if matches!(exp, Exp::Var { .. } | Exp::Record { .. }) {
            return exp;
        }
        let (span, ty, name) = (exp.span(), exp.ty(), Name::fresh(base));
        lets.push((Pat::PatVar { span, ty, name }, exp));
        self.types.insert(name, ty);
        self.var(span, name, ty)
    }

    /// `(let y = env.Lab(y) in)ʸ` with new names, and the renaming from the old names to them.
    pub(super) fn open_environment(
        &mut self,
        env: Exp<'b>,
        closure: &Closure<'a>,
        lets: &mut Lets<'b>,
    ) -> Result<Renaming<'a, mono::Replacement<'a>>> {
        let mut renaming = Renaming::new(Names::Fresh);
        let mut sizes = Renaming::new(Names::Keep);
        let mut parts = Vec::new();
        for (name, value) in &closure.captured {
            let part = self.project(env, label(*name))?;
            let new = if let Exp::Var { name, .. } = part { name } else { name.refresh() };
            self.env.insert(new, value.clone());
            renaming = renaming.rename(*name, new);
            sizes = sizes.rename(*name, new);
            parts.push((*name, new, part));
        }
        // Sizes come first, because the types of the arrays use them.
        parts.sort_by_key(|(_, _, part)| !matches!(part.ty(), Type::TypePrim { .. }));
        for (name, new, part) in parts {
            if matches!(part, Exp::Var { name, .. } if name == new) {
                continue;
            }
            let ty = match (self.env.get(&new), self.types.get(&name)) {
                (Some(Static::Dyn), Some(ty)) => self.arena.alloc(ty.copy_into(self.arena, &mut sizes)),
                _ => part.ty(),
            };
            lets.push((Pat::PatVar { span: part.span(), ty, name: new }, part));
            self.types.insert(new, ty);
        }
        Ok(renaming)
    }

    /// A copy of a function with fresh names. Names stay unique, however often the function is applied.
    pub(super) fn fresh_copy(
        &mut self,
        span: Span,
        closure: &Closure<'a>,
        mut renaming: Renaming<'a, mono::Replacement<'a>>,
    ) -> Result<Closure<'a>> {
        let Closure { params, ret, body, .. } = *closure;
        let lambda = mono::Exp::Lambda { span, ty: ret, params, ret, body };
        let copy: &'a mono::Exp<'a> = self.copies.alloc(lambda.copy_into(self.copies, &mut renaming));
        match *copy {
            mono::Exp::Lambda { params, ret, body, .. } => Ok(Closure { params, ret, body, captured: Vec::new() }),
            _ => Err(Error::internal("the copy of a lambda is not a lambda").or_at(span)),
        }
    }

    /// The body of a function that is applied at `span`. If the body can fail, it gets a frame, so that backtraces of
    /// its failures name `span`.
    pub(super) fn applied(&self, span: Span, body: Exp<'b>) -> Exp<'b> {
        match body {
            Exp::Var { .. } | Exp::Const { .. } | Exp::Record { .. } => body,
            _ if self.prelude.contains(&span.file) => body,
            _ => Exp::Applied { span, ty: body.ty(), body: self.alloc(body) },
        }
    }

    /// The function operand of an array operation: a function of `count` new variables, which applies the operand to
    /// them.
    pub(super) fn operand(&mut self, node: &'a mono::Exp<'a>, count: usize, lets: &mut Lets<'b>) -> Result<Fun<'b>> {
        let span = node.span();
        let (function, value) = self.exp(node)?;
        let function = self.shared(function, "f", lets);
        let mut ty = node.ty();
        let mut params = Vec::new();
        let mut args = Vec::new();
        while params.len() < count {
            match ty {
                mono::Type::TypeArrow { from, to, .. } => {
                    let from = self.own_type(from)?;
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
        let (body, _) = self.apply(Site { span, ty }, (function, value), args)?;
        Ok(Fun { span, params: self.arena.slice(params), ret: self.own_type(ty)?, body: self.alloc(body) })
    }
}
