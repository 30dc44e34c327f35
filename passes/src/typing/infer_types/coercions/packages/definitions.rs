//! Definitions that a module or an entry point has for its users: with packages outside of modules, without them for
//! callers of the program.

use framework::{Name, Result, Span, Symbol};

use super::{Views, no_record};
use crate::typing::infer_types::draft::{Closure, E, Kind, Pat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Arg, Scheme, Size, Ty, Type};

/// A value of a module, and what has been made of it. A function in a record that the value yields is made anew in its
/// wrapper, since its sizes may be known only there.
struct Origin<'o, 't> {
    value: Name,
    scheme: &'o Scheme<'t>,
    steps: Vec<Step<'t>>,
}

#[derive(Clone, Copy)]
enum Step<'t> {
    /// The application to a variable, which holds a value of the packed view.
    Apply(Name, Views<'t>),
    /// The projection of a field.
    Project(Symbol),
}

impl<'t> Origin<'_, 't> {
    fn then(&self, step: Step<'t>) -> Self {
        let steps = self.steps.iter().copied().chain([step]).collect();
        Origin { value: self.value, scheme: self.scheme, steps }
    }
}

impl<'t> Infer<'t> {
    /// The value of a module as a function or a constant of the specified type, whose views are given:
    ///
    ///     val step: t -> t     becomes     \x -> let [k] (y: [k]i64) = x in step y
    ///
    /// The second result is the type arguments of all uses of the value.
    pub fn packed_view(
        &mut self,
        span: Span,
        value: Name,
        scheme: &Scheme<'t>,
        packed: Ty<'t>,
        open: Ty<'t>,
    ) -> Result<(Closure<'t>, Vec<&'t [Arg<'t>]>)> {
        let mut rest = Views { packed, open };
        let (mut params, mut args) = (Vec::new(), Vec::new());
        while let (Type::Arrow(n, from, to), Type::Arrow(m, own, result)) =
            (*self.value_type(rest.packed), *self.value_type(rest.open))
        {
            let (name, plain) = (n.map_or_else(|| Name::fresh("x"), Name::refresh), self.plain(from));
            self.declare(name, plain);
            params.push(Pat { span, ty: from, kind: PatKind::Var(name) });
            args.push((name, Views { packed: from, open: own }));
            rest = Views { packed: self.at_argument(n, name, to), open: self.at_argument(m, name, result) };
        }
        let steps = args.into_iter().map(|(name, views)| Step::Apply(name, views)).collect();
        let origin = Origin { value: self.modules.value_of(value), scheme, steps };
        let mut made = Vec::new();
        let body = self.scoped(|infer| infer.packed_part(span, &origin, rest, &mut made))?;
        let ret = self.leave_scope(span, rest.packed)?;
        Ok((Closure { params, ret, body, declared: false }, made))
    }

    /// Closes the sizes that the type of such a definition does not mention. They are those of functions in its result,
    /// and matter only where these are applied.
    pub fn close_other_sizes(&mut self, made: Vec<&'t [Arg<'t>]>) {
        for arg in made.into_iter().flatten() {
            if let Arg::Size(size) = arg
                && let Size::Var(var) = *self.shallow_size(size)
            {
                let any = self.store.constant(0);
                self.assign_size(var, any);
            }
        }
    }

    /// A part of the value of a module, with packages. `made` receives the type arguments of all uses of the value.
    fn packed_part(
        &mut self,
        span: Span,
        origin: &Origin<'_, 't>,
        views: Views<'t>,
        made: &mut Vec<&'t [Arg<'t>]>,
    ) -> Result<E<'t>> {
        let Views { packed, open } = views;
        let open = match *self.value_type(open) {
            Type::Exists(_, body) if self.has_function(packed) => body,
            _ => open,
        };
        match (*self.value_type(packed), *self.value_type(open)) {
            (Type::Record(xs), Type::Record(ys)) if self.has_function(packed) && self.has_packages(packed, open) => {
                let mut parts = Vec::new();
                for ((label, packed), (_, open)) in xs.iter().zip(ys) {
                    let origin = origin.then(Step::Project(*label));
                    parts.push((*label, self.packed_part(span, &origin, Views { packed, open }, made)?));
                }
                let ty = self.store.record(parts.iter().map(|(label, part)| (*label, part.ty)).collect());
                Ok(self.exp(span, ty, Kind::Record(parts)))
            }
            (Type::Arrow(n, from, to), Type::Arrow(m, own, result)) if self.has_packages(packed, open) => {
                let (param, plain) = (Name::fresh("x"), self.plain(from));
                let closure = self.scoped(|infer| {
                    infer.declare(param, plain);
                    let origin = origin.then(Step::Apply(param, Views { packed: from, open: own }));
                    let (packed, open) = (infer.at_argument(n, param, to), infer.at_argument(m, param, result));
                    let body = infer.scoped(|infer| infer.packed_part(span, &origin, Views { packed, open }, made))?;
                    let ret = infer.leave_scope(span, packed)?;
                    let pat = Pat { span, ty: from, kind: PatKind::Var(param) };
                    Ok(Closure { params: vec![pat], ret, body, declared: false })
                })?;
                let ty = self.closure_type(span, &closure.params, closure.ret)?;
                Ok(self.exp(span, ty, Kind::Lambda(closure)))
            }
            _ => {
                let exp = self.made(span, origin, made)?;
                self.pack(span, exp, Views { packed, open: views.open })
            }
        }
    }

    /// The value of a module, with all steps.
    fn made(&mut self, span: Span, origin: &Origin<'_, 't>, made: &mut Vec<&'t [Arg<'t>]>) -> Result<E<'t>> {
        let (ty, inst) = self.instantiate(span, origin.scheme);
        made.push(inst);
        let ty = self.value_type(ty);
        let callee = self.exp(span, ty, Kind::Var(origin.value, inst));
        let mut result = self.opened(callee, "this value");
        for step in &origin.steps {
            result = match *step {
                Step::Apply(name, views) => {
                    let plain = self.plain(views.packed);
                    let arg = self.var(span, name, plain);
                    let arg = self.open_package(span, arg, views)?;
                    self.call(span, result, name, arg)?
                }
                Step::Project(label) => {
                    let Type::Record(fields) = *self.value_type(result.ty) else { return Err(no_record(span)) };
                    let field = fields.iter().find(|(own, _)| *own == label).ok_or_else(|| no_record(span))?;
                    let ty = self.value_type(field.1);
                    self.exp(span, ty, Kind::Project(result, label))
                }
            };
        }
        Ok(result)
    }

    /// An entry point for callers, who know no packages: they pass arrays, whose sizes are size parameters.
    ///
    ///     entry main (x: t) = e     becomes     entry main [k] (y: [k]i64) = main' y     def main' (x: t) = e
    ///
    /// `None` if the entry point takes no packages.
    pub fn entry_view(&mut self, span: Span, name: Name, scheme: &Scheme<'t>) -> Result<Option<Closure<'t>>> {
        let (ty, inst) = self.instantiate(span, scheme);
        self.modules.reveal_all();
        let open = self.revealed(ty);
        self.modules.hide_again();
        let mut rest = Views { packed: ty, open };
        let (mut params, mut args, mut any) = (Vec::new(), Vec::new(), false);
        while let (Type::Arrow(n, from, to), Type::Arrow(m, own, result)) =
            (*self.value_type(rest.packed), *self.value_type(rest.open))
        {
            let own = self.with_open_sizes(own);
            any |= self.has_packages(from, own);
            let (name, plain) = (n.map_or_else(|| Name::fresh("x"), Name::refresh), self.plain(own));
            self.declare(name, plain);
            params.push(Pat { span, ty: own, kind: PatKind::Var(name) });
            args.push((name, Views { packed: from, open: own }));
            rest = Views { packed: self.at_argument(n, name, to), open: self.at_argument(m, name, result) };
        }
        if !any {
            return Ok(None);
        }
        let body = self.scoped(|infer| {
            let ty = infer.value_type(ty);
            let mut result = infer.exp(span, ty, Kind::Var(name, inst));
            for (name, views) in args {
                let plain = infer.plain(views.open);
                let arg = infer.var(span, name, plain);
                let arg = infer.pack(span, arg, views)?;
                result = infer.call(span, result, name, arg)?;
            }
            Ok(result)
        })?;
        let ret = self.leave_scope(span, rest.packed)?;
        Ok(Some(Closure { params, ret, body, declared: false }))
    }

    /// The type with its unknown sizes, and those of its components, replaced by variables.
    pub(super) fn with_open_sizes(&mut self, ty: Ty<'t>) -> Ty<'t> {
        let ty = self.shallow(ty);
        match *ty {
            Type::Exists(names, body) => {
                let body = self.flexible(names, body);
                self.with_open_sizes(body)
            }
            Type::Record(fields) => {
                let fields = fields.iter().map(|(label, ty)| (*label, self.with_open_sizes(ty))).collect();
                self.store.record(fields)
            }
            Type::Sum(cases) => {
                let mut new = Vec::new();
                for (tag, types) in cases {
                    new.push((*tag, self.store.list(types.iter().map(|ty| self.with_open_sizes(ty)).collect())));
                }
                self.store.sum(new)
            }
            Type::Unique(body) => {
                let body = self.with_open_sizes(body);
                self.unique(body)
            }
            _ => ty,
        }
    }
}
