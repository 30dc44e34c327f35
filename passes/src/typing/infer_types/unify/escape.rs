//! What becomes of sizes that leave their scope, and of sizes that differ between branches.

use framework::{Name, Result, Span};
use languages::codes;
use rustc_hash::FxHashMap;

use crate::typing::infer_types::sizes::Poly;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Arg, Size, Sz, Ty, Type};
use crate::typing::infer_types::unify::Clash;

/// Sizes of two branches that are different, with the unknown size that stands for both.
#[derive(Default)]
pub struct Joined {
    pairs: Vec<(Poly, Poly, Name)>,
    names: Vec<Name>,
}

impl<'t> Infer<'t> {
    /// The type with every size replaced by what `change` makes of it; its second argument says whether the size is that of an array in
    /// the value itself, so that it can be found there, and not part of a function type.
    pub fn map_sizes(
        &mut self,
        ty: Ty<'t>,
        visible: bool,
        change: &mut dyn FnMut(&mut Self, Sz<'t>, bool) -> std::result::Result<Sz<'t>, Clash<'t>>,
    ) -> std::result::Result<Ty<'t>, Clash<'t>> {
        let ty = self.shallow(ty);
        let store = self.store;
        Ok(match *ty {
            Type::Prim(_) | Type::Var(_) | Type::Param(_) => ty,
            Type::Abstract(name, args) => {
                let mut new = Vec::new();
                for arg in args {
                    new.push(match arg {
                        Arg::Size(size) => Arg::Size(change(self, size, visible)?),
                        Arg::Type(ty) => Arg::Type(self.map_sizes(ty, visible, change)?),
                    });
                }
                store.ty(Type::Abstract(name, store.args(new)))
            }
            Type::Array(size, elem) => {
                let new_size = change(self, size, visible)?;
                let new_elem = self.map_sizes(elem, visible, change)?;
                if std::ptr::eq(size, new_size) && std::ptr::eq(elem, new_elem) {
                    ty
                } else {
                    store.array(new_size, new_elem)
                }
            }
            Type::Record(fields) => {
                let mut new = Vec::new();
                for (label, ty) in fields {
                    new.push((*label, self.map_sizes(ty, visible, change)?));
                }
                if new.iter().zip(fields).all(|((_, a), (_, b))| std::ptr::eq(*a, *b)) {
                    ty
                } else {
                    store.ty(Type::Record(store.fields(new)))
                }
            }
            Type::Sum(cases) => {
                let mut new = Vec::new();
                for (tag, types) in cases {
                    let mut payload = Vec::new();
                    for ty in types.iter() {
                        payload.push(self.map_sizes(ty, visible, change)?);
                    }
                    new.push((*tag, store.list(payload)));
                }
                store.sum(new)
            }
            Type::Arrow(name, from, to) => {
                let new_from = self.map_sizes(from, false, change)?;
                let new_to = self.map_sizes(to, false, change)?;
                if std::ptr::eq(from, new_from) && std::ptr::eq(to, new_to) {
                    ty
                } else {
                    store.arrow(name, new_from, new_to)
                }
            }
            Type::Exists(names, body) => {
                let new = self.map_sizes(body, visible, change)?;
                store.ty(Type::Exists(names, new))
            }
            Type::Unique(body) => {
                let new = self.map_sizes(body, visible, change)?;
                store.ty(Type::Unique(new))
            }
        })
    }

    /// The type outside of the scope of the names that are `inner`: sizes that depend on them are unknown there.
    pub fn hide(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Self, Name) -> bool) -> std::result::Result<Ty<'t>, Clash<'t>> {
        let ty = self.by_definition(ty, inner);
        let (mut unknown, ty) = match *self.shallow(ty) {
            Type::Exists(names, body) => (names.to_vec(), body),
            _ => (Vec::new(), ty),
        };
        let mut known = unknown.clone();
        self.bound_sizes(ty, &mut known);
        let inner = |infer: &Self, name: Name| !known.contains(&name) && inner(infer, name);
        let ty = self.map_sizes(ty, true, &mut |infer, size, _| Ok(infer.without(size, &inner)))?;
        // A name that is the size of some array in the value keeps its relations to other sizes; what else depends on inner names
        // does not.
        let mut renamed: FxHashMap<Name, Name> = FxHashMap::default();
        let mut depends = false;
        self.each_size(ty, &mut |infer, size| {
            let mut names = Vec::new();
            infer.size_names(size, &mut names);
            depends |= names.iter().any(|name| inner(infer, *name));
        });
        if !depends {
            return Ok(self.store.exists(unknown, ty));
        }
        self.map_sizes(ty, true, &mut |infer, size, visible| {
            if visible
                && let Size::Name(name) = *infer.holder(size)
                && inner(infer, name)
                && !renamed.contains_key(&name)
            {
                renamed.insert(name, name.refresh());
                unknown.push(renamed[&name]);
            }
            Ok(size)
        })?;
        let mut replaced: Vec<(Poly, Name)> = Vec::new();
        let ty = self.map_sizes(ty, true, &mut |infer, size, visible| {
            let mut subst = crate::typing::infer_types::state::Subst::default();
            for (name, new) in &renamed {
                subst.sizes.insert(*name, infer.store.named(*new));
            }
            let size = infer.substitute_size(size, &subst);
            let mut names = Vec::new();
            infer.size_names(size, &mut names);
            let Some(hidden) = names.into_iter().find(|name| inner(infer, *name)) else { return Ok(size) };
            if !visible {
                return Err(Clash::Escape(hidden));
            }
            let poly = infer.normal_size(size);
            let name = match replaced.iter().find(|(other, _)| *other == poly) {
                Some((_, name)) => *name,
                None => {
                    let name = Name::fresh("k");
                    replaced.push((poly, name));
                    unknown.push(name);
                    name
                }
            };
            Ok(infer.unknown_but_for_value(size, name, &inner))
        })?;
        Ok(self.store.exists(unknown, ty))
    }

    /// As [`Infer::hide`], but sizes of functions' results that depend on inner names are only unknown before the function is applied.
    pub fn hide_in_results(
        &mut self,
        ty: Ty<'t>,
        inner: &dyn Fn(&Self, Name) -> bool,
    ) -> std::result::Result<Ty<'t>, Clash<'t>> {
        let ty = self.results_hidden(ty, inner)?;
        self.hide(ty, inner)
    }

    /// The type with unknown sizes in the results of functions. Names that are the size of some array in the value itself stay.
    fn results_hidden(
        &mut self,
        ty: Ty<'t>,
        inner: &dyn Fn(&Self, Name) -> bool,
    ) -> std::result::Result<Ty<'t>, Clash<'t>> {
        let mut visible = Vec::new();
        for size in self.visible_sizes(ty) {
            if let Size::Name(name) = *self.holder(size) {
                visible.push(name);
            }
        }
        let ty = self.shallow(ty);
        Ok(match *ty {
            Type::Arrow(name, from, to) => {
                let inner = |infer: &Self, name: Name| !visible.contains(&name) && inner(infer, name);
                let to = self.hide_in_results(to, &inner)?;
                self.store.arrow(name, from, to)
            }
            Type::Record(fields) => {
                let inner = |infer: &Self, name: Name| !visible.contains(&name) && inner(infer, name);
                let mut new = Vec::new();
                for (label, ty) in fields {
                    new.push((*label, self.results_hidden(ty, &inner)?));
                }
                self.store.ty(Type::Record(self.store.fields(new)))
            }
            _ => ty,
        })
    }

    /// The names that parts of a type bind.
    fn bound_sizes(&mut self, ty: Ty<'t>, out: &mut Vec<Name>) {
        match *self.shallow(ty) {
            Type::Prim(_) | Type::Var(_) | Type::Param(_) => {}
            Type::Abstract(_, args) => {
                for arg in args {
                    if let Arg::Type(ty) = arg {
                        self.bound_sizes(ty, out);
                    }
                }
            }
            Type::Array(_, elem) => self.bound_sizes(elem, out),
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.bound_sizes(ty, out)),
            Type::Sum(cases) => {
                cases.iter().flat_map(|(_, types)| types.iter()).for_each(|ty| self.bound_sizes(ty, out));
            }
            Type::Arrow(name, from, to) => {
                out.extend(name);
                self.bound_sizes(from, out);
                self.bound_sizes(to, out);
            }
            Type::Exists(names, body) => {
                out.extend(names);
                self.bound_sizes(body, out);
            }
            Type::Unique(body) => self.bound_sizes(body, out),
        }
    }

    /// The type with inner names replaced by what `let`s define them to be.
    fn by_definition(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Self, Name) -> bool) -> Ty<'t> {
        let mut ty = ty;
        loop {
            let mut subst = crate::typing::infer_types::state::Subst::default();
            self.each_size(ty, &mut |infer, size| {
                let mut names = Vec::new();
                infer.size_names(size, &mut names);
                for name in names.into_iter().filter(|name| inner(infer, *name)) {
                    subst.sizes.extend(infer.defined.get(&name).map(|size| (name, *size)));
                }
            });
            if subst.sizes.is_empty() {
                return ty;
            }
            ty = self.substitute(ty, &subst);
        }
    }

    /// The type of an expression of an inner scope, outside of that scope.
    pub fn leave_scope(&mut self, span: Span, ty: Ty<'t>) -> Result<Ty<'t>> {
        let level = self.level;
        let hidden = self.hide(ty, &move |infer: &Self, name| infer.levels.get(&name).is_some_and(|own| *own > level));
        let lowered = hidden.and_then(|hidden| self.lower(hidden, level).map(|()| hidden));
        lowered.map_err(|clash| {
            let text = self.show(ty);
            let error = codes::SIZE_ESCAPES.error(span, format!("the type `{text}` cannot leave this scope"));
            self.explain(error, &clash, ty, ty)
        })
    }

    /// Makes unknown sizes of a branch's type names of which nothing is known.
    pub fn unpack(&mut self, ty: Ty<'t>, joined: &mut Joined) -> Ty<'t> {
        match *self.shallow(ty) {
            Type::Exists(names, body) => {
                for name in names {
                    self.levels.insert(*name, self.level);
                    joined.names.push(*name);
                }
                body
            }
            _ => ty,
        }
    }

    /// The type of both of two branches: sizes that differ are unknown.
    pub fn join(&mut self, a: Ty<'t>, b: Ty<'t>, joined: &mut Joined) -> std::result::Result<Ty<'t>, Clash<'t>> {
        let (a, b) = (self.value_type(a), self.value_type(b));
        let store = self.store;
        match (*a, *b) {
            (Type::Array(n, x), Type::Array(m, y)) => {
                let elem = self.join(x, y, joined)?;
                let size = self.join_sizes(n, m, joined)?;
                Ok(store.array(size, elem))
            }
            (Type::Record(xs), Type::Record(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, _), (y, _))| x == y) =>
            {
                let mut fields = Vec::new();
                for ((label, x), (_, y)) in xs.iter().zip(ys) {
                    fields.push((*label, self.join(x, y, joined)?));
                }
                Ok(store.ty(Type::Record(store.fields(fields))))
            }
            (Type::Sum(xs), Type::Sum(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, p), (y, q))| x == y && p.len() == q.len()) =>
            {
                let mut cases = Vec::new();
                for ((tag, xs), (_, ys)) in xs.iter().zip(ys) {
                    let mut payload = Vec::new();
                    for (x, y) in xs.iter().zip(ys.iter()) {
                        payload.push(self.join(x, y, joined)?);
                    }
                    cases.push((*tag, store.list(payload)));
                }
                Ok(store.sum(cases))
            }
            _ => {
                self.unify(b, a)?;
                Ok(self.either(a, b, false))
            }
        }
    }

    /// The type of a function that may be one of two: it consumes what either of them consumes, and of its result is unique what is unique
    /// in both of theirs. Otherwise the types are the same. `parameter` says whether they are those of a parameter.
    fn either(&mut self, a: Ty<'t>, b: Ty<'t>, parameter: bool) -> Ty<'t> {
        let unique = |infer: &mut Self, ty| matches!(infer.shallow(ty), Type::Unique(_));
        let (x, y) = (unique(self, a), unique(self, b));
        let (plain, other) = (self.value_type(a), self.value_type(b));
        let store = self.store;
        let ty = match (*plain, *other) {
            (Type::Arrow(name, from, to), Type::Arrow(_, wanted, rest)) => {
                let from = self.either(from, wanted, !parameter);
                store.ty(Type::Arrow(name, from, self.either(to, rest, parameter)))
            }
            (Type::Record(xs), Type::Record(ys)) if xs.len() == ys.len() => {
                let fields = xs.iter().zip(ys).map(|((label, x), (_, y))| (*label, self.either(x, y, parameter)));
                let fields = fields.collect();
                store.ty(Type::Record(store.fields(fields)))
            }
            (Type::Exists(names, x), Type::Exists(_, y)) => {
                let body = self.either(x, y, parameter);
                store.ty(Type::Exists(names, body))
            }
            _ => plain,
        };
        let marked = x && y || parameter && (x || y);
        if marked { store.ty(Type::Unique(ty)) } else { ty }
    }

    fn join_sizes(&mut self, a: Sz<'t>, b: Sz<'t>, joined: &mut Joined) -> std::result::Result<Sz<'t>, Clash<'t>> {
        if self.same_size(a, b) {
            return Ok(a);
        }
        // What a branch leaves open can be as in the other. Sizes of parameters are not for branches to decide.
        if (self.is_local_size(a) || self.is_local_size(b)) && matches!(self.equate(a, b), Ok(true)) {
            return Ok(a);
        }
        let value = self.common_value(a, b);
        let (x, y) = (self.normal_size(a), self.normal_size(b));
        let known = joined.pairs.iter().find(|(m, n, _)| (m, n) == (&x, &y)).map(|(.., name)| *name);
        let name = known.unwrap_or_else(|| {
            let name = Name::fresh("k");
            joined.pairs.push((x, y, name));
            joined.names.push(name);
            self.levels.insert(name, self.level);
            name
        });
        let own = self.store.named(name);
        Ok(value.map_or(own, |value| self.store.computed(own, value)))
    }

    /// The joined type, with those of its sizes unknown that are.
    pub fn joined_type(&mut self, ty: Ty<'t>, joined: Joined) -> Ty<'t> {
        let mut names = Vec::new();
        for name in joined.names {
            if self.mentions(ty, name) {
                names.push(name);
            }
        }
        self.store.exists(names, ty)
    }
}
