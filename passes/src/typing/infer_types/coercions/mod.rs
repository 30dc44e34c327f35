//! Sizes that are checked when the program runs, as editions before today's have it.
//!
//! Types are inferred as always, sizes with them. Where an expression has another size than its context asks for, today's language
//! has an error; here the expression is coerced: `e :> t`. A function in such a place becomes one whose parameters and result are.

use framework::{Error, Name, Result, Span};
use languages::builtin::Builtin;
use languages::codes;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::resolved;

use crate::typing::infer_types::draft::{Closure, Dim, E, Kind, Pat, PatKind, TypeParam};
use crate::typing::infer_types::state::{Infer, Subst};
use crate::typing::infer_types::types::{Size, Sz, Ty, Type};
use crate::typing::infer_types::unify::{Clash, Unified};

impl<'t> Infer<'t> {
    /// An expression as one of the expected type.
    pub fn fit(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>, what: &str) -> Result<E<'t>> {
        if !self.dynamic {
            let outer = self.coercible.replace(false);
            let result = self.expect(span, draft.ty, expected, what);
            let differs = std::mem::replace(&mut self.coercible, outer) == Some(true);
            result.map_err(|error| self.bound(error, draft))?;
            return if differs { self.held_elsewhere(span, draft, expected) } else { Ok(draft) };
        }
        self.span = span;
        let equations = self.equations.len();
        let clash = match self.attempt(|infer| {
            infer.unify(draft.ty, expected)?;
            infer.consumes_no_more(draft.ty, expected)
        }) {
            Ok(()) if self.equations.len() == equations => return Ok(draft),
            Ok(()) => None,
            Err(clash) => Some(clash),
        };
        // What cannot be solved yet is checked when the program runs.
        self.equations.truncate(equations);
        let error = match clash {
            Some(clash @ Clash::Consumes(_)) => return Err(self.type_error(span, draft.ty, expected, what, &clash)),
            Some(clash) => self.type_error(span, draft.ty, expected, what, &clash),
            None => codes::WRONG_SIZE.error(span, "sizes do not match"),
        };
        self.coerced(span, draft, expected, error)
    }

    /// An expression of the expected type whose sizes other variables hold: a coercion, which cannot fail.
    fn held_elsewhere(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>) -> Result<E<'t>> {
        let (ty, mut inside) = (self.plain(expected), false);
        if let Type::Exists(..) = ty {
            return Ok(draft);
        }
        // The change does nothing and cannot fail.
        let _ = self.map_sizes(ty, true, &mut |infer, size, visible| {
            inside |= !visible && infer.has_form(size);
            Ok(size)
        });
        if inside {
            let message = "a function whose sizes are computed is used where they are computed elsewhere";
            return Err(codes::MISSING_FEATURE.error(span, message));
        }
        Ok(self.exp(span, ty, Kind::Coerce(draft)))
    }

    /// Does something, or else nothing.
    pub fn attempt(&mut self, work: impl FnOnce(&mut Self) -> Unified<'t>) -> Unified<'t> {
        let state = (self.types.snapshot(), self.sizes.snapshot());
        let equations = self.equations.len();
        let result = work(self);
        if result.is_ok() {
            self.types.commit(state.0);
            self.sizes.commit(state.1);
        } else {
            self.types.rollback(state.0);
            self.sizes.rollback(state.1);
            self.equations.truncate(equations);
        }
        result
    }

    /// An expression of a type that differs from the expected one in sizes only; otherwise `error`.
    fn coerced(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>, error: Error) -> Result<E<'t>> {
        let (found, wanted) = (self.value_type(draft.ty), self.value_type(expected));
        match (*found, *wanted) {
            (_, Type::Exists(names, body)) => {
                self.level += 1;
                let body = self.flexible(names, body);
                let result = self.fit(span, draft, body, "this expression");
                self.level -= 1;
                return result.map_err(|_| error);
            }
            (Type::Arrow(m, from, to), Type::Arrow(n, wanted_from, wanted_to)) => {
                let result = self.wrapped(span, draft, (m, from, to), (n, wanted_from, wanted_to));
                let result = result.map_err(|_| error.clone())?;
                return match self.attempt(|infer| infer.unify(result.ty, expected)) {
                    Ok(()) => Ok(result),
                    Err(_) => Err(error),
                };
            }
            _ => {}
        }
        let equations = self.equations.len();
        let mut sizes = Vec::new();
        if self.attempt(|infer| infer.loosely(found, wanted, &mut sizes)).is_err() {
            return Err(error);
        }
        for (found, wanted) in sizes {
            // Those that differ are what the coercion checks.
            let _ = self.attempt(|infer| infer.unify_sizes(found, wanted));
        }
        self.equations.truncate(equations);
        let ty = self.plain(expected);
        Ok(self.exp(span, ty, Kind::Coerce(draft)))
    }

    /// Makes two types the same but for the sizes of arrays in their values, which are gathered.
    fn loosely(&mut self, found: Ty<'t>, wanted: Ty<'t>, sizes: &mut Vec<(Sz<'t>, Sz<'t>)>) -> Unified<'t> {
        let (a, b) = (self.value_type(found), self.value_type(wanted));
        match (*a, *b) {
            (Type::Array(n, x), Type::Array(m, y)) => {
                sizes.push((n, m));
                self.loosely(x, y, sizes)
            }
            (Type::Record(xs), Type::Record(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, _), (y, _))| x == y) =>
            {
                xs.iter().zip(ys).try_for_each(|((_, x), (_, y))| self.loosely(x, y, sizes))
            }
            (Type::Sum(xs), Type::Sum(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, p), (y, q))| x == y && p.len() == q.len()) =>
            {
                let mut payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.try_for_each(|(x, y)| self.loosely(x, y, sizes))
            }
            _ => self.unify(a, b),
        }
    }

    /// Why a coercion from one type to another always fails, if two of the sizes are different numbers.
    pub fn never_same(&mut self, found: Ty<'t>, wanted: Ty<'t>) -> Option<Clash<'t>> {
        let mut sizes = Vec::new();
        self.attempt(|infer| infer.loosely(found, wanted, &mut sizes)).ok()?;
        sizes.into_iter().find_map(|(found, wanted)| match (self.holder(found), self.holder(wanted)) {
            (Size::Const(n), Size::Const(m)) if n != m => self.unify_sizes(found, wanted).err(),
            _ => None,
        })
    }

    /// `\x -> f (x :> from) :> to`.
    fn wrapped(
        &mut self,
        span: Span,
        func: E<'t>,
        (name, from, to): (Option<Name>, Ty<'t>, Ty<'t>),
        (wanted_name, wanted_from, wanted_to): (Option<Name>, Ty<'t>, Ty<'t>),
    ) -> Result<E<'t>> {
        let callee = Name::fresh("f");
        let (param, param_ty) = (Name::fresh("x"), self.plain(wanted_from));
        self.declare(callee, func.ty);
        let atomic = matches!(func.kind, Kind::Lambda(_) | Kind::Var(..));
        let f = if atomic { func } else { self.var(span, callee, func.ty) };
        let closure = self.scoped(|infer| {
            infer.declare(param, param_ty);
            let arg = infer.var(span, param, param_ty);
            let (body, ret) = infer.scoped(|infer| {
                let arg = infer.fit(span, arg, from, "this argument")?;
                let own = infer.store.named(param);
                let mut result = |name: Option<Name>, ty: Ty<'t>| match name {
                    Some(name) => infer.substitute(ty, &Subst::size(name, own)),
                    None => ty,
                };
                let (ty, wanted) = (result(name, to), result(wanted_name, wanted_to));
                let ty = infer.plain(ty);
                let call = infer.exp(span, ty, Kind::Apply(f, vec![arg]));
                let call = infer.opened(call, "the result");
                let body = infer.fit(span, call, wanted, "the result")?;
                Ok((body, wanted))
            })?;
            let ret = infer.leave_scope(span, ret)?;
            let pat = Pat { span, ty: param_ty, kind: PatKind::Var(param) };
            Ok(Closure { params: vec![pat], ret, body, declared: false })
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let lambda = self.exp(span, ty, Kind::Lambda(closure));
        if atomic {
            return Ok(lambda);
        }
        let pat = Pat { span, ty: func.ty, kind: PatKind::Var(callee) };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: func, body: lambda }))
    }

    /// Makes the sizes that the types of parameters leave open parameters of the function: they may be any.
    pub fn any_sizes(&mut self, params: &[Pat<'t>], declared: &mut Vec<(Span, TypeParam)>) {
        if !self.dynamic {
            return;
        }
        for pat in params {
            let mut open = Vec::new();
            self.each_size(pat.ty, &mut |infer, size| {
                if let Size::Var(var) = *infer.shallow_size(size) {
                    open.push(var);
                }
            });
            for var in open {
                if self.sizes.solution(var).is_some() {
                    continue;
                }
                let (place, name) = (self.sizes.span(var), Name::fresh("n"));
                // That of the parameters.
                self.level -= 1;
                self.declare_size(name, place, "the size of a parameter");
                self.level += 1;
                self.sizes.solve(var, self.store.named(name));
                declared.push((place, TypeParam::Size(name)));
            }
        }
    }

    /// A function for a place that wants one whose results all have the same shape, where it does not say which: its results are
    /// coerced to sizes that [`Infer::applied`] finds. `None` if that is not so.
    pub fn regular(&mut self, span: Span, draft: E<'t>, wanted: Ty<'t>) -> Result<Option<(E<'t>, Irregular<'t>)>> {
        if !self.dynamic || !matches!(self.value_type(draft.ty), Type::Arrow(..)) {
            return Ok(None);
        }
        self.span = span;
        let equations = self.equations.len();
        if self.attempt(|infer| infer.unify(draft.ty, wanted)).is_ok() {
            // Nothing is lost: the same is done again.
            self.equations.truncate(equations);
            return Ok(None);
        }
        let (mut found, mut expected) = (self.value_type(draft.ty), self.value_type(wanted));
        let (mut params, mut names) = (Vec::new(), Vec::new());
        while let (Type::Arrow(name, from, to), Type::Arrow(_, own, result)) = (found, expected) {
            if self.attempt(|infer| infer.unify(own, from)).is_err() {
                return Ok(None);
            }
            names.extend(*name);
            params.push((*own, self.plain(from)));
            (found, expected) = (self.value_type(to), self.value_type(result));
        }
        let Ok(result) = self.hide(found, &|_, name| names.contains(&name)) else { return Ok(None) };
        let (Type::Exists(unknown, body), Type::Var(_)) = (*self.shallow(result), *expected) else { return Ok(None) };
        let func = Name::fresh("f");
        self.declare(func, draft.ty);
        let mut subst = Subst::default();
        let mut sizes = Vec::new();
        for name in unknown {
            let size = name.refresh();
            self.declare_size(size, span, "a size of the results of this function");
            subst.sizes.insert(*name, self.store.named(size));
            sizes.push(size);
        }
        let plain = self.plain(body);
        let regular = self.substitute(plain, &subst);
        let callee = self.var(span, func, draft.ty);
        let closure = self.scoped(|infer| {
            let (mut pats, mut args) = (Vec::new(), Vec::new());
            for (_, ty) in &params {
                let name = Name::fresh("x");
                infer.declare(name, ty);
                pats.push(Pat { span, ty, kind: PatKind::Var(name) });
                args.push(infer.var(span, name, ty));
            }
            infer.scoped(|infer| {
                let call = infer.exp(span, result, Kind::Apply(callee, args));
                let call = infer.opened(call, "the result");
                let body = infer.exp(span, regular, Kind::Coerce(call));
                Ok(Closure { params: pats, ret: regular, body, declared: false })
            })
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let lambda = self.exp(span, ty, Kind::Lambda(closure));
        if self.attempt(|infer| infer.unify(ty, wanted)).is_err() {
            return Ok(None);
        }
        let params = params.into_iter().map(|(wanted, _)| wanted).collect();
        Ok(Some((lambda, Irregular { span, func, draft, params, result, sizes })))
    }

    /// The application of a function to arguments. The sizes of the results of functions among them, as far as they are unknown, are
    /// those of the result for the first elements of the arrays that the function is for: intra-assertion, figure 17 of FHPC'14.
    pub fn applied(
        &mut self,
        span: Span,
        ty: Ty<'t>,
        callee: E<'t>,
        mut passed: Vec<E<'t>>,
        params: &[Ty<'t>],
        unknown: Vec<(usize, Irregular<'t>)>,
    ) -> Result<E<'t>> {
        let mut arrays = Vec::new();
        let mut sizes = Vec::new();
        for (position, function) in &unknown {
            let mut args = Vec::new();
            let mut counts = Vec::new();
            for wanted in &function.params {
                let wanted = self.value_type(wanted);
                let mut found = None;
                for (index, param) in params.iter().enumerate().skip(position + 1) {
                    if let Type::Array(size, elem) = *self.value_type(param)
                        && std::ptr::eq(self.value_type(elem), wanted)
                    {
                        found = Some((index, size, elem));
                    }
                }
                let Some((index, size, elem)) = found else {
                    let message = "the sizes of the results of this function are not known before it is applied";
                    return Err(codes::UNKNOWN_RESULT_SIZES.error(function.span, message));
                };
                let array = passed[index];
                let array = match array.kind {
                    Kind::Var(..) => array,
                    _ => {
                        let name = Name::fresh("xs");
                        self.declare(name, array.ty);
                        arrays.push((name, array));
                        self.var(array.span, name, array.ty)
                    }
                };
                passed[index] = array;
                let zero = self.number(function.span, 0);
                let elem = self.plain(elem);
                let first = self.exp(function.span, elem, Kind::Index(array, vec![Dim::At(function.span, zero)]));
                // A function may consume its argument.
                let first = match elem {
                    Type::Prim(_) => first,
                    _ => self.exp(function.span, elem, Kind::Intrinsic(Builtin::Copy, vec![first])),
                };
                args.push(first);
                counts.push(size);
            }
            for (position, name) in function.sizes.iter().enumerate() {
                sizes.push((*name, self.size_of_first(function, position, args.clone(), &counts)));
            }
        }
        let mut result = self.exp(span, ty, Kind::Apply(callee, passed));
        let functions = unknown.into_iter().map(|(_, function)| (function.func, function.draft));
        let bindings: Vec<_> = arrays.into_iter().chain(functions).chain(sizes).collect();
        for (name, rhs) in bindings.into_iter().rev() {
            let pat = Pat { span: rhs.span, ty: rhs.ty, kind: PatKind::Var(name) };
            result = self.exp(span, result.ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        Ok(result)
    }

    /// An array with its dimensions and the type of what it has in them.
    fn dimensions_of(&mut self, exp: &'t resolved::Exp<'t>) -> Result<(E<'t>, Vec<Sz<'t>>, Ty<'t>)> {
        let array = self.infer(exp)?;
        let mut sizes = Vec::new();
        let mut elem = self.value_type(array.ty);
        while let Type::Array(size, inner) = *elem {
            sizes.push(size);
            elem = self.value_type(inner);
        }
        match sizes.is_empty() {
            true => Err(codes::UNKNOWN_RESULT_SIZES.error(exp.span(), "this is not known to be an array here")),
            false => Ok((array, sizes, elem)),
        }
    }

    /// The elements of an array of any rank, in another shape.
    pub fn reshape(
        &mut self,
        span: Span,
        shape: &'t [resolved::Exp<'t>],
        array: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let store = self.store;
        let size_ty = store.prim(PrimType::I64);
        let (mut result, mut from, elem) = self.dimensions_of(array)?;
        while let [outer, inner, rest @ ..] = &from[..] {
            let mut sizes = vec![self.simplified(BinOp::Mul, outer, inner)];
            sizes.extend(rest);
            let ty = sizes.iter().rev().fold(elem, |elem, size| store.array(size, elem));
            result = self.exp(span, ty, Kind::Intrinsic(Builtin::Flatten, vec![result]));
            from = sizes;
        }
        let mut to = Vec::new();
        let mut computed = Vec::new();
        for exp in shape {
            let draft = self.check(exp, size_ty, "a size")?;
            to.push(match self.size_of(draft) {
                Some(size) => size,
                None => {
                    let name = Name::fresh("n");
                    self.declare_size(name, exp.span(), "the value of this expression");
                    computed.push((name, draft));
                    store.named(name)
                }
            });
        }
        let one = store.constant(1);
        let mut products = vec![one];
        for size in &to {
            let last = products.last().copied().unwrap_or(one);
            products.push(self.simplified(BinOp::Mul, last, size));
        }
        let whole = store.array(products.pop().unwrap_or(one), elem);
        result = self.exp(span, whole, Kind::Coerce(result));
        let mut inner = elem;
        while let (Some(product), Some(size)) = (products.pop(), to.pop()) {
            inner = store.array(size, inner);
            if !to.is_empty() {
                result = self.exp(span, store.array(product, inner), Kind::Intrinsic(Builtin::Unflatten, vec![result]));
            }
        }
        for (name, rhs) in computed.into_iter().rev() {
            let pat = Pat { span, ty: size_ty, kind: PatKind::Var(name) };
            result = self.exp(span, result.ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        Ok(result)
    }

    /// The sizes of all dimensions of an array.
    pub fn shape(&mut self, span: Span, array: &'t resolved::Exp<'t>) -> Result<E<'t>> {
        let store = self.store;
        let (array, sizes, _) = self.dimensions_of(array)?;
        let (size_ty, number) = (store.prim(PrimType::I64), store.prim(PrimType::I32));
        let ty = store.array(store.constant(sizes.len() as i64), number);
        let names: Vec<Name> = sizes.iter().map(|_| Name::fresh("n")).collect();
        let mut elems = Vec::new();
        for name in &names {
            self.declare_size(*name, span, "a size of this array");
            let own = self.var(span, *name, size_ty);
            elems.push(self.exp(span, number, Kind::Convert(own)));
        }
        let mut result = self.exp(span, ty, Kind::Array(elems));
        for (name, size) in names.into_iter().zip(sizes) {
            result = self.exp(span, ty, Kind::LetSize { name, size, body: result });
        }
        let pat = Pat { span, ty: array.ty, kind: PatKind::Wild };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: array, body: result }))
    }

    fn number(&mut self, span: Span, value: i64) -> E<'t> {
        let ty = self.store.prim(PrimType::I64);
        self.exp(span, ty, Kind::Const(PrimValue::I64(value)))
    }

    /// A size of the function's result for these arguments; 0 if one of `counts` is.
    fn size_of_first(
        &mut self,
        function: &Irregular<'t>,
        position: usize,
        args: Vec<E<'t>>,
        counts: &[Sz<'t>],
    ) -> E<'t> {
        let span = function.span;
        let (size_ty, truth) = (self.store.prim(PrimType::I64), self.store.prim(PrimType::Bool));
        let callee = self.var(span, function.func, function.draft.ty);
        let call = self.exp(span, function.result, Kind::Apply(callee, args));
        let mut names = Vec::new();
        let mut subst = Subst::default();
        let (unknown, body): (&[Name], Ty<'t>) = match *self.shallow(function.result) {
            Type::Exists(names, body) => (names, body),
            _ => (&[], function.result),
        };
        self.level += 1;
        for name in unknown {
            let fresh = name.refresh();
            self.declare_size(fresh, span, "a size of this function's first result");
            subst.sizes.insert(*name, self.store.named(fresh));
            names.push(fresh);
        }
        self.level -= 1;
        let plain = self.plain(body);
        let ty = self.substitute(plain, &subst);
        let own = match names.get(position) {
            Some(name) => self.var(span, *name, size_ty),
            None => self.number(span, 0),
        };
        let pat = Pat { span, ty, kind: PatKind::Var(Name::fresh("first")) };
        let mut size = self.exp(span, size_ty, Kind::Let { sizes: names, pat, rhs: call, body: own });
        for count in counts {
            let name = Name::fresh("n");
            self.declare_size(name, span, "the number of elements");
            let (own, zero) = (self.var(span, name, size_ty), self.number(span, 0));
            let empty = self.exp(span, truth, Kind::Bin(BinOp::Eq, own, zero));
            let none = self.number(span, 0);
            let body = self.exp(span, size_ty, Kind::If(empty, none, size));
            size = self.exp(span, size_ty, Kind::LetSize { name, size: count, body });
        }
        size
    }
}

/// A function whose results may have different sizes, where they must not.
#[derive(Debug)]
pub struct Irregular<'t> {
    span: Span,
    /// The variable that holds the function.
    func: Name,
    draft: E<'t>,
    /// The types of its parameters as the place wants them.
    params: Vec<Ty<'t>>,
    /// The type of its result, with unknown sizes.
    result: Ty<'t>,
    /// The names of these sizes.
    sizes: Vec<Name>,
}
