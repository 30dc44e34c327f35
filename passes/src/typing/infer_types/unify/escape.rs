//! Sizes that leave their scope, and become unknown.

use framework::Name;
use rustc_hash::FxHashMap;

use super::Types;
use crate::typing::infer_types::sizes::Sizes;
use crate::typing::infer_types::sizes::normal_form::Poly;
use crate::typing::infer_types::types::{Arg, Clash, Size, Subst, Ty, Type};

impl<'t> Types<'t> {
    /// The type outside the scope of the names for which `inner` holds. Sizes that depend on these names become
    /// unknown. If such a size occurs only in the result of a function, each application has its own unknown size.
    pub fn hide(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Sizes<'t>, Name) -> bool) -> Result<Ty<'t>, Clash<'t>> {
        match self.hide_visible(ty, inner) {
            Err(Clash::Escape(_)) => {
                let ty = self.results_hidden(ty, inner)?;
                self.hide_visible(ty, inner)
            }
            result => result,
        }
    }

    fn hide_visible(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Sizes<'t>, Name) -> bool) -> Result<Ty<'t>, Clash<'t>> {
        let ty = self.by_definition(ty, inner);
        let ty = self.by_value(ty, inner);
        let (mut unknown, ty) = match *self.shallow(ty) {
            Type::Exists(names, body) => (names.to_vec(), body),
            _ => (Vec::new(), ty),
        };
        let mut known = unknown.clone();
        self.bound_sizes(ty, &mut known);
        let inner = |sizes: &Sizes<'t>, name: Name| !known.contains(&name) && inner(sizes, name);
        let mut kept = Vec::new();
        self.sizes_of_arguments(ty, &mut kept);
        let ty = self.map_sizes(ty, true, &mut |solver, size, _| solver.without_unless(size, &kept, &inner))?;
        // An inner name that is the size of an array in the value is renamed everywhere, so that it keeps its relations
        // to other sizes. Other sizes that depend on inner names become unknown.
        let mut renamed: FxHashMap<Name, Name> = FxHashMap::default();
        let mut depends = false;
        self.each_size(ty, &mut |solver, size| {
            let mut names = Vec::new();
            solver.size_names(size, &mut names);
            depends |= names.iter().any(|name| inner(solver, *name));
        });
        if !depends {
            return Ok(self.store.exists(unknown, ty));
        }
        self.map_sizes(ty, true, &mut |solver, size, visible| {
            if visible
                && let Size::Name(name) = *solver.holder(size)
                && inner(solver, name)
                && !renamed.contains_key(&name)
            {
                renamed.insert(name, name.refresh());
                unknown.push(renamed[&name]);
            }
            Ok(size)
        })?;
        let mut replaced: Vec<(Poly, Name)> = Vec::new();
        let ty = self.map_sizes(ty, true, &mut |solver, size, visible| {
            let mut subst = Subst::default();
            for (name, new) in &renamed {
                subst.sizes.insert(*name, solver.store.named(*new));
            }
            let size = solver.substitute_size(size, &subst);
            let mut names = Vec::new();
            solver.size_names(size, &mut names);
            let Some(hidden) = names.into_iter().find(|name| inner(solver, *name)) else { return Ok(size) };
            if !visible {
                return Err(Clash::Escape(hidden));
            }
            let poly = solver.normal_size(size);
            let name = match replaced.iter().find(|(other, _)| *other == poly) {
                Some((_, name)) => *name,
                None => {
                    let name = Name::fresh("k");
                    replaced.push((poly, name));
                    unknown.push(name);
                    name
                }
            };
            Ok(solver.unknown_but_for_value(size, name, &inner))
        })?;
        Ok(self.store.exists(unknown, ty))
    }

    /// Like [`Types::hide`], but sizes in the results of functions stay inside: each application has its own unknown
    /// sizes.
    pub fn hide_in_results(
        &mut self,
        ty: Ty<'t>,
        inner: &dyn Fn(&Sizes<'t>, Name) -> bool,
    ) -> Result<Ty<'t>, Clash<'t>> {
        let ty = self.results_hidden(ty, inner)?;
        self.hide(ty, inner)
    }

    /// The type with sizes hidden in the results of functions. Names that are sizes of arrays in the value itself stay.
    fn results_hidden(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Sizes<'t>, Name) -> bool) -> Result<Ty<'t>, Clash<'t>> {
        let mut visible = Vec::new();
        for size in self.visible_sizes(ty) {
            if let Size::Name(name) = *self.holder(size) {
                visible.push(name);
            }
        }
        let ty = self.shallow(ty);
        Ok(match *ty {
            Type::Arrow(name, from, to) => {
                let own = name;
                let inner =
                    |sizes: &Sizes<'t>, name: Name| own != Some(name) && !visible.contains(&name) && inner(sizes, name);
                let to = self.hide_in_results(to, &inner)?;
                self.store.arrow(name, from, to)
            }
            Type::Record(fields) => {
                let inner = |sizes: &Sizes<'t>, name: Name| !visible.contains(&name) && inner(sizes, name);
                let mut new = Vec::new();
                for (label, ty) in fields {
                    new.push((*label, self.results_hidden(ty, &inner)?));
                }
                self.store.ty(Type::Record(self.store.fields(new)))
            }
            _ => ty,
        })
    }

    /// Collects the names that parts of a type bind.
    pub fn bound_sizes(&mut self, ty: Ty<'t>, out: &mut Vec<Name>) {
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

    /// Collects the sizes that only arguments of functions in the type hold. Of such a size, the expression must not be
    /// forgotten: otherwise, the functions would take arguments of any size.
    fn sizes_of_arguments(&mut self, ty: Ty<'t>, out: &mut Vec<Name>) {
        match *self.value_type(ty) {
            Type::Arrow(_, from, to) => {
                if let Type::Exists(names, _) = *self.shallow(from) {
                    out.extend(names);
                }
                self.sizes_of_arguments(from, out);
                self.sizes_of_arguments(to, out);
            }
            Type::Exists(_, body) => self.sizes_of_arguments(body, out),
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.sizes_of_arguments(ty, out)),
            Type::Sum(cases) => {
                cases.iter().flat_map(|(_, types)| types.iter()).for_each(|ty| self.sizes_of_arguments(ty, out));
            }
            _ => {}
        }
    }

    /// The type, in which inner names are replaced by the sizes that `let`s bind them to.
    fn by_definition(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Sizes<'t>, Name) -> bool) -> Ty<'t> {
        let mut ty = ty;
        loop {
            let mut subst = Subst::default();
            self.each_size(ty, &mut |solver, size| {
                let mut names = Vec::new();
                solver.size_names(size, &mut names);
                for name in names.into_iter().filter(|name| inner(solver, *name)) {
                    subst.sizes.extend(solver.definition_of(name).map(|size| (name, size)));
                }
            });
            if subst.sizes.is_empty() {
                return ty;
            }
            ty = self.substitute(ty, &subst);
        }
    }

    /// The type, in which inner names are known by the expressions that `let`s bind them to.
    fn by_value(&mut self, ty: Ty<'t>, inner: &dyn Fn(&Sizes<'t>, Name) -> bool) -> Ty<'t> {
        let mut subst = Subst::default();
        self.each_size(ty, &mut |solver, size| {
            if let Size::Name(name) = *solver.shallow_size(size)
                && inner(solver, name)
            {
                subst.sizes.extend(solver.value_outside(name).map(|size| (name, size)));
            }
        });
        let ty = if subst.sizes.is_empty() { ty } else { self.substitute(ty, &subst) };
        // The change cannot fail.
        self.map_sizes(ty, true, &mut |solver, size, _| Ok(solver.with_values(size, inner))).unwrap_or(ty)
    }

    /// The type without the expressions in its sizes that mention a variable. `None` if no expression mentions it.
    pub fn forgotten_in(&mut self, ty: Ty<'t>, gone: Name) -> Option<Ty<'t>> {
        let (mut changed, mut kept) = (false, Vec::new());
        self.sizes_of_arguments(ty, &mut kept);
        let rest = self.map_sizes(ty, true, &mut |solver, size, _| {
            Ok(match solver.forgotten(size, gone, &kept)? {
                Some(rest) => {
                    changed = true;
                    rest
                }
                None => size,
            })
        });
        rest.ok().filter(|_| changed)
    }

    /// A type whose unknown sizes are known by their expressions, with variables as the holders of these sizes: they
    /// can be computed before a value of the type. Other types stay as they are.
    pub fn known_before(&mut self, ty: Ty<'t>) -> Ty<'t> {
        let Type::Exists(names, body) = *self.shallow(ty) else { return ty };
        if self.has_unknown_size(ty) || !self.coerce_sizes() {
            return ty;
        }
        self.flexible(names, body)
    }

    /// Whether a type has an unknown size that is not known to be the value of an expression either.
    pub fn has_unknown_size(&mut self, ty: Ty<'t>) -> bool {
        let Type::Exists(names, body) = *self.shallow(ty) else { return false };
        let mut unknown = false;
        self.each_size(body, &mut |solver, size| {
            let rest = solver.value(size);
            let mut left = Vec::new();
            solver.size_names(rest, &mut left);
            unknown |= left.iter().any(|name| names.contains(name));
        });
        unknown
    }
}
