//! Functions as values, with parameters whose sizes are computed from arguments of the same function.
//!
//!     def g (n: i64) (xs: [k n]i32): i32 = e
//!     def twice (f: (n: i64) -> [k n]i32 -> i32) = …
//!
//! The definition `g` has a size parameter `m` for its callers, `g [m] (n: i64) (xs: [m]i32)`. The function `f` has no
//! size parameters, as it is a value. So a parameter of `f` has a size of its own, which its argument holds:
//! `f: (n: i64) -> (?[m]. [m]i32) -> i32`. Callers of `f` are checked by the expression `k n`. As a value, `g` is
//!
//!     \n x -> let [m] (xs: [m]i32) = x in g [m] n xs

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved;

use crate::typing::infer_types::draft::{Closure, E, Kind, Pat, PatKind};
use crate::typing::infer_types::sizes::Sizes;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Size, SizeVar, Subst, Sz, Ty, Type};

impl<'t> Infer<'t> {
    /// Whether a type is that of a definition with a parameter whose size is computed from earlier arguments.
    pub fn depends_on_own_arguments(&mut self, ty: Ty<'t>) -> bool {
        self.dependent_params(ty) > 0
    }

    /// The number of parameters up to the last one whose size is computed from earlier arguments.
    fn dependent_params(&mut self, ty: Ty<'t>) -> usize {
        let (mut rest, mut names) = (self.value_type(ty), Vec::new());
        let (mut count, mut last) = (0, 0);
        while let Type::Arrow(name, from, to) = *rest {
            count += 1;
            if !names.is_empty() && !self.argument_sizes(from, &names).is_empty() {
                last = count;
            }
            names.extend(name);
            rest = self.value_type(to);
        }
        last
    }

    /// The open sizes in a type whose values depend on arguments, with these values.
    fn argument_sizes(&mut self, ty: Ty<'t>, args: &[Name]) -> Vec<(SizeVar, Sz<'t>)> {
        let (mut parts, mut sizes) = (Vec::new(), Vec::new());
        self.each_size(ty, &mut |types, size| {
            types.computed_parts(size, &|sizes, holder| matches!(sizes.holder(holder), Size::Var(_)), &mut parts);
        });
        for (holder, value) in parts {
            let mut names = Vec::new();
            self.size_names(value, &mut names);
            if let Size::Var(var) = *holder
                && names.iter().any(|name| args.contains(name))
            {
                sizes.push((var, value));
            }
        }
        sizes
    }

    /// A type in which the sizes of parameters that no longer depend on arguments of a function are open sizes.
    pub fn known_parameters(&mut self, ty: Ty<'t>) -> Ty<'t> {
        match *self.shallow(ty) {
            Type::Arrow(name, from, to) => {
                let taken = match *self.shallow(from) {
                    Type::Exists(names, body) if self.is_known_here(from) => self.flexible(names, body),
                    _ => from,
                };
                let (taken, given) = (self.known_parameters(taken), self.known_parameters(to));
                let same = std::ptr::eq(taken, from) && std::ptr::eq(given, to);
                if same { ty } else { self.store.arrow(name, taken, given) }
            }
            Type::Record(fields) if self.has_function(ty) => {
                let new: Vec<_> = fields.iter().map(|(label, ty)| (*label, self.known_parameters(ty))).collect();
                let same = new.iter().zip(fields).all(|((_, new), (_, old))| std::ptr::eq(*new, *old));
                if same { ty } else { self.store.record(new) }
            }
            Type::Exists(names, body) => {
                let new = self.known_parameters(body);
                if std::ptr::eq(new, body) { ty } else { self.store.exists(names.to_vec(), new) }
            }
            Type::Unique(body) => {
                let new = self.known_parameters(body);
                if std::ptr::eq(new, body) { ty } else { self.unique(new) }
            }
            _ => ty,
        }
    }

    /// Whether the unknown sizes of a type are known by expressions that can be computed here.
    fn is_known_here(&mut self, ty: Ty<'t>) -> bool {
        let Type::Exists(names, body) = *self.shallow(ty) else { return false };
        if self.has_unknown_size(ty) {
            return false;
        }
        let (mut found, level) = (Vec::new(), self.level());
        self.each_size(body, &mut |types, size| {
            let value = types.value(size);
            types.size_names(value, &mut found);
        });
        found.into_iter().all(|name| names.contains(&name) || self.is_visible(name, level))
    }

    /// The pattern of a parameter whose type is probably `ty`. If an argument of that type holds a size, the size gets
    /// a name.
    pub fn argument(&mut self, param: &'t resolved::Pat<'t>, ty: Ty<'t>) -> Result<Pat<'t>> {
        let ty = match *self.shallow(ty) {
            Type::Exists(..) if self.has_unknown_size(ty) => ty,
            Type::Exists(..) if has_declared_component(param) => self.fresh(param.span()),
            Type::Exists(names, body) => self.skolems(names, body),
            _ if has_declared_component(param) && self.has_computed_size(ty) => self.fresh(param.span()),
            _ => ty,
        };
        // The parameter may declare the same size, for which the function computes another variable.
        let outer = self.begin_coercible();
        let pat = self.pattern(param, ty);
        self.end_coercible(outer);
        pat
    }

    /// Whether a size in a type depends on one of these arguments. In the older editions, all sizes are dynamic.
    pub fn depends_on(&mut self, ty: Ty<'t>, args: &[Name]) -> bool {
        let mut names = Vec::new();
        self.each_size(ty, &mut |types, size| {
            let value = types.value(size);
            types.size_names(value, &mut names);
        });
        !self.has_dynamic_sizes() && names.iter().any(|name| args.contains(name))
    }

    fn has_computed_size(&mut self, ty: Ty<'t>) -> bool {
        let mut found = false;
        self.each_size(ty, &mut |types, size| found |= types.has_form(size));
        found
    }

    /// A variable that is no callee.
    pub fn variable_value(&mut self, span: Span, name: Name) -> Result<E<'t>> {
        let draft = self.variable(span, name)?;
        match self.depends_on_own_arguments(draft.ty) {
            true => self.function_value(span, draft, Vec::new(), draft.ty),
            false => Ok(draft),
        }
    }

    /// A definition, applied to `args`, as a value. `ty` is the type of the application.
    pub fn function_value(&mut self, span: Span, callee: E<'t>, args: Vec<E<'t>>, ty: Ty<'t>) -> Result<E<'t>> {
        let count = self.dependent_params(ty);
        let (mut lets, mut passed) = (Vec::new(), Vec::new());
        for arg in args {
            let name = Name::fresh("a");
            self.declare(name, arg.ty);
            passed.push(self.var(arg.span, name, arg.ty));
            lets.push((name, arg));
        }
        let closure = self.scoped(|infer| {
            let (mut params, mut rest) = (Vec::new(), ty);
            for _ in 0..count {
                let Type::Arrow(name, from, to) = *infer.value_type(rest) else {
                    return Err(Error::internal("a function without a parameter").or_at(span));
                };
                let param = name.map_or_else(|| Name::fresh("x"), Name::refresh);
                let plain = infer.plain(from);
                infer.declare(param, plain);
                passed.push(infer.var(span, param, plain));
                params.push(Pat { span, ty: from, kind: PatKind::Var(param) });
                let own = infer.store.named(param);
                rest = name.map_or(to, |name| infer.substitute(to, &Subst::size(name, own)));
            }
            let body = infer.scoped(|infer| {
                let ty = infer.plain(rest);
                let call = infer.exp(span, ty, Kind::Apply(callee, std::mem::take(&mut passed)));
                Ok(infer.opened(call, "the result"))
            })?;
            infer.with_argument_sizes(span, Closure { params, ret: rest, body, declared: false })
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let lambda = self.exp(span, ty, Kind::Lambda(closure));
        Ok(self.with_lets(lets, lambda))
    }

    /// The closure of a function that is a value: its arguments hold the sizes that are computed from earlier
    /// arguments.
    ///
    ///     \n (xs: [k n]i32) -> e     is     \n (x: ?[m]. [m]i32) -> let [m] (xs: [m]i32) = x in e
    pub fn with_argument_sizes(&mut self, span: Span, closure: Closure<'t>) -> Result<Closure<'t>> {
        let Closure { params, mut ret, declared, mut body } = closure;
        let (mut earlier, mut new, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut subst = Subst::default();
        for pat in params {
            let (names, place) = (pat.names(), pat.span);
            let held = self.held_by_argument(pat.ty, &earlier);
            let inside = self.argument_sizes(pat.ty, &earlier);
            earlier.extend(&names);
            if held.is_empty() && inside.is_empty() {
                new.push(pat);
                continue;
            }
            let param = Name::fresh("x");
            match pat.name() {
                Some(name) => drop(subst.sizes.insert(name, self.store.named(param))),
                None => {
                    let inner = |_: &Sizes<'t>, name: Name| names.contains(&name);
                    let hidden = self.hide_in_results(ret, &inner);
                    ret = hidden.map_err(|clash| self.escape_error(span, ret, &clash, cannot_leave))?;
                }
            }
            let ty = self.open_argument(param, held, inside, pat, &mut steps)?;
            let ty = self.substitute(ty, &subst);
            new.push(Pat { span: place, ty, kind: PatKind::Var(param) });
        }
        for Step { sizes, pat, rhs } in steps.into_iter().rev() {
            let hidden = self.hide(ret, &|_, name| sizes.contains(&name));
            ret = hidden.map_err(|clash| self.escape_error(span, ret, &clash, cannot_leave))?;
            body = self.exp(body.span, body.ty, Kind::Let { sizes, pat, rhs, body });
        }
        let ret = self.substitute(ret, &subst);
        Ok(Closure { params: new, ret, body, declared })
    }

    /// Takes the steps from the argument `param` to a pattern. The argument holds the sizes `held`; those of `inside`
    /// are sizes of functions in the argument. Returns the type of `param`.
    fn open_argument(
        &mut self,
        param: Name,
        held: Vec<Name>,
        inside: Vec<(SizeVar, Sz<'t>)>,
        pat: Pat<'t>,
        steps: &mut Vec<Step<'t>>,
    ) -> Result<Ty<'t>> {
        let (span, inner) = (pat.span, self.plain(pat.ty));
        let mut known = Vec::new();
        // Functions in the argument may have parameters of a size that the argument holds.
        // The change does nothing and cannot fail.
        let _ = self.map_sizes(pat.ty, true, &mut |types, size, visible| {
            let mut parts = Vec::new();
            types.computed_parts(size, &|_, _| !visible, &mut parts);
            for (holder, value) in parts {
                if let Size::Name(name) = *holder
                    && held.contains(&name)
                    && !known.iter().any(|(other, _)| *other == name)
                {
                    known.push((name, value));
                }
            }
            Ok(size)
        });
        for (var, value) in inside {
            let Some((name, rhs)) = self.computed_size(span, value)? else { continue };
            let own = self.store.named(name);
            self.assign_size(var, own);
            known.push((name, value));
            steps.push(Step { sizes: Vec::new(), pat: Pat { span, ty: rhs.ty, kind: PatKind::Var(name) }, rhs });
        }
        let open = self.with_unknown_inside(pat.ty, &known);
        let (mut names, mut fresh) = (Vec::new(), Subst::default());
        for name in &held {
            names.push(name.refresh());
            fresh.sizes.insert(*name, self.store.named(names[names.len() - 1]));
        }
        let body = self.substitute(open, &fresh);
        let outside = self.store.exists(names, body);
        let plain = self.plain(outside);
        self.declare(param, plain);
        let mut rhs = self.var(span, param, plain);
        if known.is_empty() {
            steps.push(Step { sizes: held, pat: Pat { span, ty: inner, kind: pat.kind }, rhs });
            return Ok(outside);
        }
        if !held.is_empty() {
            let (name, ty) = (Name::fresh("y"), self.plain(open));
            self.declare(name, ty);
            steps.push(Step { sizes: held, pat: Pat { span, ty, kind: PatKind::Var(name) }, rhs });
            rhs = self.var(span, name, ty);
        }
        // Functions get wrappers, which coerce arguments and results.
        let rhs = self.scoped(|infer| infer.coercing(|infer| infer.fit(span, rhs, inner, "this parameter")));
        let rhs = rhs.map_err(|_| codes::MISSING_FEATURE.error(span, MIXED))?;
        steps.push(Step { sizes: Vec::new(), pat: Pat { span, ty: inner, kind: pat.kind }, rhs });
        Ok(outside)
    }

    /// The names of the sizes in a parameter's type that its argument holds. `earlier` are the variables of earlier
    /// parameters. Open sizes get names.
    fn held_by_argument(&mut self, ty: Ty<'t>, earlier: &[Name]) -> Vec<Name> {
        let visible = self.visible_sizes(ty);
        let open = self.argument_sizes(ty, earlier);
        let outside = self.level() - 1;
        let (mut parts, mut names) = (Vec::new(), Vec::new());
        for size in visible {
            self.computed_parts(size, &|_, _| true, &mut parts);
        }
        for (holder, _) in parts {
            match *self.holder(holder) {
                Size::Var(var) if open.iter().any(|(own, _)| *own == var) => {
                    let name = Name::fresh("m");
                    self.declare_name(name);
                    let own = self.store.named(name);
                    self.assign_size(var, own);
                    names.push(name);
                }
                // An expected type has given the size its name: see `argument`.
                Size::Name(name)
                    if self.is_inside(name, outside) && !earlier.contains(&name) && !names.contains(&name) =>
                {
                    names.push(name);
                }
                _ => {}
            }
        }
        names
    }

    /// A type in which the functions have parameters and results that hold sizes of their own, instead of the `known`
    /// sizes.
    fn with_unknown_inside(&mut self, ty: Ty<'t>, known: &[(Name, Sz<'t>)]) -> Ty<'t> {
        if known.is_empty() {
            return ty;
        }
        match *self.shallow(ty) {
            Type::Arrow(name, from, to) => {
                let (from, to) = (self.with_unknown(from, known), self.with_unknown(to, known));
                self.store.arrow(name, from, to)
            }
            Type::Record(fields) => {
                let fields = fields.iter().map(|(label, ty)| (*label, self.with_unknown_inside(ty, known))).collect();
                self.store.record(fields)
            }
            Type::Unique(body) => {
                let body = self.with_unknown_inside(body, known);
                self.unique(body)
            }
            _ => ty,
        }
    }

    fn with_unknown(&mut self, ty: Ty<'t>, known: &[(Name, Sz<'t>)]) -> Ty<'t> {
        let (mut names, body) = match *self.shallow(ty) {
            Type::Exists(names, body) => (names.to_vec(), body),
            _ => (Vec::new(), ty),
        };
        let body = self.with_unknown_inside(body, known);
        let mut new = Vec::new();
        for (old, value) in known {
            if self.is_constructive(body, *old) {
                let name = Name::fresh("k");
                self.declare_name(name);
                names.push(name);
                new.push((*old, self.store.computed(self.store.named(name), value)));
            }
        }
        // The change cannot fail.
        let changed = self.map_sizes(body, true, &mut |types, size, visible| {
            Ok(if visible { types.with_holders_of(size, &new) } else { size })
        });
        self.store.exists(names, changed.unwrap_or(body))
    }
}

/// The message for a parameter that is not supported.
const MIXED: &str = "a function with a parameter that is a record of functions, whose sizes are computed from earlier \
                     arguments, cannot be used as a value yet";

/// A `let` before the body of a function.
struct Step<'t> {
    sizes: Vec<Name>,
    pat: Pat<'t>,
    rhs: E<'t>,
}

/// A message about a function's type.
fn cannot_leave(text: &str) -> String {
    format!("the type `{text}` cannot leave this function")
}

/// Whether a pattern declares the type of a component.
fn has_declared_component(pat: &resolved::Pat<'_>) -> bool {
    declares_type(match pat {
        resolved::Pat::PatAscribe { pat, .. } => pat,
        _ => pat,
    })
}

/// Whether a parameter or a part of it has a type in the program.
pub fn declares_type(pat: &resolved::Pat<'_>) -> bool {
    use resolved::Pat as P;
    match pat {
        P::PatAscribe { .. } => true,
        P::PatRecord { fields, .. } => fields.iter().any(|field| declares_type(field.pat)),
        P::PatCon { args, .. } => args.iter().any(declares_type),
        _ => false,
    }
}
