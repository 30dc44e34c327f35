//! Packages: values of abstract types with sizes of their own.
//!
//!     module l: { type~ t val init: i64 -> t } = { type~ t = []i64 def init n = iota n }
//!
//! Inside the module, `l.init 3` is an array of known size. Outside it is a *package*, whose size is part of the value.
//! The rules here turn one view of a value into the other. Both are types of the same specification: `packed` has
//! abstract types where `open` has their definitions. A package is opened by a `let` that names its sizes. A function
//! gets a wrapper, which opens its argument and packs its result, or the other way round.

mod definitions;

use framework::{Error, Name, Result, Span};

use crate::typing::infer_types::draft::{Closure, E, Kind, Pat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Arg, Size, Subst, Ty, Type};

/// The direction in which a function is wrapped.
#[derive(Clone, Copy)]
enum Wrapper {
    /// The function takes and returns packages outside.
    Packs,
    /// The function takes and returns packages inside.
    Opens,
}

/// Both views of a type.
#[derive(Clone, Copy)]
struct Views<'t> {
    packed: Ty<'t>,
    open: Ty<'t>,
}

impl<'t> Infer<'t> {
    /// Whether a type has packages where its other view has their definitions.
    pub fn has_packages(&mut self, packed: Ty<'t>, open: Ty<'t>) -> bool {
        match (*self.value_type(packed), *self.value_type(open)) {
            (Type::Abstract(x, xs), Type::Abstract(y, ys)) if x == y => xs.iter().zip(ys).any(|pair| match pair {
                (Arg::Type(packed), Arg::Type(open)) => self.has_packages(packed, open),
                _ => false,
            }),
            (Type::Abstract(..), _) => true,
            (Type::Exists(_, packed), Type::Exists(_, open)) => self.has_packages(packed, open),
            (_, Type::Exists(_, open)) => self.has_packages(packed, open),
            (Type::Array(_, packed), Type::Array(_, open)) => self.has_packages(packed, open),
            (Type::Record(xs), Type::Record(ys)) => {
                xs.iter().zip(ys).any(|((_, packed), (_, open))| self.has_packages(packed, open))
            }
            (Type::Sum(xs), Type::Sum(ys)) => {
                let mut payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.any(|(packed, open)| self.has_packages(packed, open))
            }
            (Type::Arrow(_, x, r), Type::Arrow(_, y, s)) => self.has_packages(x, y) || self.has_packages(r, s),
            _ => false,
        }
    }

    /// The type of a definition of a parametric module's body outside of the body, where the definitions of an
    /// argument's types are known again. Since arrays know their sizes, the value stays the same.
    pub fn known_view(&mut self, ty: Ty<'t>) -> Ty<'t> {
        if !self.modules.have_known() {
            return ty;
        }
        let open = self.revealed(ty);
        if self.has_packages(ty, open) { self.known_parts(open) } else { ty }
    }

    fn known_parts(&mut self, open: Ty<'t>) -> Ty<'t> {
        match *self.shallow(open) {
            Type::Arrow(name, from, to) => {
                let (from, to) = (self.with_open_sizes(from), self.known_parts(to));
                self.store.arrow(name, from, to)
            }
            _ => self.quantified(open),
        }
    }

    /// The result type of a function whose parameter has a name, for an argument that a variable holds.
    fn at_argument(&mut self, param: Option<Name>, argument: Name, result: Ty<'t>) -> Ty<'t> {
        let size = self.store.named(argument);
        param.map_or(result, |param| self.substitute(result, &Subst::size(param, size)))
    }

    /// `func arg`. If the argument is a size, the variable `name` holds it.
    fn call(&mut self, span: Span, func: E<'t>, name: Name, arg: E<'t>) -> Result<E<'t>> {
        if let Type::Var(_) = self.value_type(func.ty) {
            let result = self.fresh_result(span);
            let wanted = self.store.arrow(None, arg.ty, result);
            self.expect(span, func.ty, wanted, "this value of the module")?;
        }
        let Type::Arrow(param, from, to) = *self.value_type(func.ty) else {
            return Err(Error::internal("a value that is no function, though its specification is").or_at(span));
        };
        let arg = self.opened(arg, "an argument of the module's value");
        let arg = self.fit(span, arg, from, "an argument of the module's value")?;
        let lets = self.compute_open_sizes(span, from)?;
        let arg = self.with_lets(lets, arg);
        let ty = self.at_argument(param, name, to);
        let ty = self.plain(ty);
        // `(f x) y` is `f x y`: a size that `f` takes may be that of any argument.
        let (func, mut args) = match &func.kind {
            Kind::Apply(first, args) => (*first, args.clone()),
            _ => (func, Vec::new()),
        };
        args.push(arg);
        let call = self.exp(span, ty, Kind::Apply(func, args));
        Ok(self.opened(call, "the result"))
    }

    /// Turns a value with packages into one without.
    fn open_package(&mut self, span: Span, exp: E<'t>, views: Views<'t>) -> Result<E<'t>> {
        let Views { packed, open } = views;
        if !self.has_packages(packed, open) {
            return Ok(exp);
        }
        match (*self.value_type(packed), *self.value_type(open)) {
            (Type::Arrow(..), Type::Arrow(..)) => self.wrapper(span, exp, views, Wrapper::Opens),
            (Type::Record(_), Type::Record(_)) if self.has_function(packed) => {
                self.each_component(span, exp, views, Self::open_package)
            }
            _ => {
                let plain = self.plain(open);
                let (mut sizes, mut ty) = (Vec::new(), plain);
                if let Type::Exists(names, body) = *plain {
                    let mut subst = Subst::default();
                    for name in names {
                        sizes.push(name.refresh());
                        subst.sizes.insert(*name, self.store.named(sizes[sizes.len() - 1]));
                    }
                    ty = self.substitute(body, &subst);
                }
                // The open sizes are those that the abstract types hide.
                for size in self.visible_sizes(ty) {
                    if let Size::Var(var) = *self.shallow_size(size) {
                        sizes.push(Name::fresh("k"));
                        let own = self.store.named(sizes[sizes.len() - 1]);
                        self.assign_size(var, own);
                    }
                }
                for name in &sizes {
                    self.declare_size(*name, span, "a size of a value of an abstract type");
                }
                Ok(self.bind(sizes, Name::fresh("t"), exp, ty))
            }
        }
    }

    /// Turns a value without packages into one with packages.
    fn pack(&mut self, span: Span, exp: E<'t>, views: Views<'t>) -> Result<E<'t>> {
        let Views { packed, open } = views;
        if !self.has_packages(packed, open) {
            return self.fit(span, exp, open, "this value of the module");
        }
        match (*self.value_type(packed), *self.value_type(open)) {
            (Type::Arrow(..), Type::Arrow(..)) => self.wrapper(span, exp, views, Wrapper::Packs),
            (Type::Record(_), Type::Record(_)) if self.has_function(packed) => {
                self.each_component(span, exp, views, Self::pack)
            }
            (Type::Record(_), Type::Exists(_, open)) if self.has_function(packed) => {
                self.pack(span, exp, Views { packed, open })
            }
            _ => {
                let exp = self.fit(span, exp, open, "this value of the module")?;
                let ty = self.plain(packed);
                Ok(self.bind(Vec::new(), Name::fresh("t"), exp, ty))
            }
        }
    }

    /// Changes the components of a record, which may be functions.
    fn each_component(
        &mut self,
        span: Span,
        exp: E<'t>,
        views: Views<'t>,
        change: impl Fn(&mut Self, Span, E<'t>, Views<'t>) -> Result<E<'t>>,
    ) -> Result<E<'t>> {
        let (Type::Record(packed), Type::Record(open), Type::Record(found)) =
            (*self.value_type(views.packed), *self.value_type(views.open), *self.value_type(exp.ty))
        else {
            return Err(no_record(span));
        };
        let name = Name::fresh("r");
        self.declare(name, exp.ty);
        let mut parts = Vec::new();
        for (((label, ty), (_, packed)), (_, open)) in found.iter().zip(packed).zip(open) {
            let whole = self.var(span, name, exp.ty);
            let part = self.exp(span, ty, Kind::Project(whole, *label));
            parts.push((*label, change(self, span, part, Views { packed, open })?));
        }
        let ty = self.store.record(parts.iter().map(|(label, part)| (*label, part.ty)).collect());
        let body = self.exp(span, ty, Kind::Record(parts));
        let pat = Pat { span, ty: exp.ty, kind: PatKind::Var(name) };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: exp, body }))
    }

    /// A function that takes and returns values of the other view than `func` does.
    fn wrapper(&mut self, span: Span, func: E<'t>, views: Views<'t>, way: Wrapper) -> Result<E<'t>> {
        let (Type::Arrow(n, from, to), Type::Arrow(m, own, result)) =
            (*self.value_type(views.packed), *self.value_type(views.open))
        else {
            return Err(Error::internal("a wrapper of a value that is no function").or_at(span));
        };
        let taken = Views { packed: from, open: own };
        let (callee, param) = (Name::fresh("f"), Name::fresh("x"));
        self.declare(callee, func.ty);
        let outer = match way {
            Wrapper::Packs => taken.packed,
            Wrapper::Opens => taken.open,
        };
        let plain = self.plain(outer);
        let closure = self.scoped(|infer| {
            infer.declare(param, plain);
            let given = Views { packed: infer.at_argument(n, param, to), open: infer.at_argument(m, param, result) };
            let body = infer.scoped(|infer| {
                let (arg, f) = (infer.var(span, param, plain), infer.var(span, callee, func.ty));
                match way {
                    Wrapper::Packs => {
                        let arg = infer.open_package(span, arg, taken)?;
                        let call = infer.call(span, f, param, arg)?;
                        infer.pack(span, call, given)
                    }
                    Wrapper::Opens => {
                        let arg = infer.pack(span, arg, taken)?;
                        let call = infer.call(span, f, param, arg)?;
                        infer.open_package(span, call, given)
                    }
                }
            })?;
            let ret = match way {
                Wrapper::Packs => given.packed,
                Wrapper::Opens => given.open,
            };
            let ret = infer.leave_scope(span, ret)?;
            let pat = Pat { span, ty: outer, kind: PatKind::Var(param) };
            Ok(Closure { params: vec![pat], ret, body, declared: false })
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let lambda = self.exp(span, ty, Kind::Lambda(closure));
        let pat = Pat { span, ty: func.ty, kind: PatKind::Var(callee) };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: func, body: lambda }))
    }
}

fn no_record(span: Span) -> Error {
    Error::internal("a value that is no record, though its specification is").or_at(span)
}
