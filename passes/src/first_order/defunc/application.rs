//! D-APP.

use super::static_value::{Closure, Static, label, unsized_type};
use super::{Defunc, MAX_COPIED, MAX_DEPTH, Residual, is_dynamic};
use framework::{Error, Name, Names, Node, Renaming, Result, Span};
use languages::codes;
use languages::first_order::{Exp, Lower, Pat, Type};
use languages::mono;

impl<'a, 'b> Defunc<'a, 'b> {
    pub(super) fn application(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        func: &'a mono::Exp<'a>,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Residual<'a, 'b>> {
        if let mono::Exp::Var { name, .. } = func
            && let Some(def) = self.defs.get(name).copied()
            && is_dynamic(def)
        {
            let mono::Def::Value { params, .. } = def;
            if !params.is_empty() && params.len() == args.len() {
                self.counts.calls += 1;
                self.def(def)?;
                let args: Result<Vec<_>> = args.iter().map(|arg| self.lower_exp(arg)).collect();
                let ty = self.lower_type(ty)?;
                let call = Exp::Call { span, ty: self.arena.alloc(ty), func: *name, args: self.arena.slice(args?) };
                return Ok((call, Static::Dyn));
            }
        }
        if let mono::Exp::Var { name, .. } = func
            && let Some(def) = self.recursive.get(name).copied()
            && let mono::Def::Value { params, .. } = def
            && params.len() == args.len()
        {
            return self.recursive_call(span, ty, def, args);
        }
        let function = self.exp(func)?;
        let args: Result<Vec<_>> = args.iter().map(|arg| self.exp(arg)).collect();
        self.apply(span, ty, function, args?)
    }

    /// An application to as many arguments as there are. `ty` is the type of the result in terms of what is in scope.
    pub(super) fn apply(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        (function, value): Residual<'a, 'b>,
        args: Vec<Residual<'a, 'b>>,
    ) -> Result<Residual<'a, 'b>> {
        match value {
            _ if args.is_empty() => Ok((function, value)),
            Static::Lam(closure) => self.apply_lambda(span, ty, function, &closure, args),
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
                let apply = &mut |defunc: &mut Self, function| defunc.apply(span, ty, function, names.clone());
                let (result, value) = self.case(span, ty, (function, value), apply)?;
                Ok((self.lets(lets, result), value))
            }
            Static::Hole => {
                let (result, value) = self.hole(span, ty)?;
                let never = Pat::PatWild { span, ty: function.ty() };
                Ok((self.bind(result.ty(), never, function, result), value))
            }
            Static::Dyn | Static::Rcd(_) | Static::Con(..) => {
                Err(Error::internal("something that is no known function is applied").or_at(span))
            }
        }
    }

    /// D-APP
    fn apply_lambda(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        env: Exp<'b>,
        closure: &Closure<'a>,
        mut args: Vec<Residual<'a, 'b>>,
    ) -> Result<Residual<'a, 'b>> {
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
                .error(span, "the functions of this program are applied too often")
                .note("the body of a function is copied to each place where the function is applied"));
        }
        let mut lets: Vec<(Pat<'b>, Exp<'b>)> = Vec::new();
        // let env = e₁'
        let env = match env {
            Exp::Var { .. } | Exp::Record { .. } => env,
            other => {
                let name = Name::fresh("env");
                lets.push((Pat::PatVar { span, ty: other.ty(), name }, other));
                self.types.insert(name, other.ty());
                self.var(span, name, other.ty())
            }
        };
        // let y = env.Lab(y)
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
        // Sizes first: the types of the arrays speak of them.
        parts.sort_by_key(|(_, _, part)| !matches!(part.ty(), Type::TypePrim { .. }));
        for (name, new, part) in parts {
            if matches!(part, Exp::Var { name, .. } if name == new) {
                continue;
            }
            let ty = match (self.env.get(&new), self.types.get(&name)) {
                (Some(Static::Dyn), Some(ty)) => self.arena.alloc(ty.copy_into(self.arena, &mut sizes)),
                _ => part.ty(),
            };
            lets.push((Pat::PatVar { span, ty, name: new }, part));
            self.types.insert(new, ty);
        }
        let lambda =
            mono::Exp::Lambda { span, ty: closure.ret, params: closure.params, ret: closure.ret, body: closure.body };
        let copy: &'a mono::Exp<'a> = self.copies.alloc(lambda.copy_into(self.copies, &mut renaming));
        let mono::Exp::Lambda { params, ret, body, .. } = copy else {
            return Err(Error::internal("the copy of a function is a function").or_at(span));
        };
        let rest = args.split_off(args.len().min(params.len()));
        let (now, later) = params.split_at(args.len());
        // let x = e₂'
        for (param, (arg, value)) in now.iter().zip(args) {
            let pat = self.pattern(param, &value, Some(arg.ty()))?;
            lets.push((pat, arg));
        }
        let result = if later.is_empty() {
            self.exp(body)?
        } else {
            // The result's type may speak of the parameters that are left.
            let ty = self.arrow(later, ret);
            let node = mono::Exp::Lambda { span, ty, params: later, ret, body };
            let node: &'a mono::Exp<'a> = self.copies.alloc(node);
            self.closure(node, later, ret, body)?
        };
        // in e₀'
        let (body, value) = self.apply(span, ty, result, rest)?;
        self.depth -= 1;
        let ty = match value {
            Static::Dyn => {
                let ty = self.lower_type(ty)?;
                self.arena.alloc(ty)
            }
            _ => unsized_type(self.arena, body.ty()),
        };
        Ok((lets.into_iter().rev().fold(body, |body, (pat, rhs)| self.bind(ty, pat, rhs, body)), value))
    }
}
