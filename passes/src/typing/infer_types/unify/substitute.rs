//! Substitutes types and sizes for names.

use super::Types;
use crate::typing::infer_types::types::{Abbreviation, Arg, Subst, Ty, Type, TypeParam};

impl<'t> Types<'t> {
    /// The definition of a named type for these arguments; `None` for an abstract type.
    pub fn applied_type(&mut self, named: &Abbreviation<'t>, args: &[Arg<'t>]) -> Option<Ty<'t>> {
        let mut subst = Subst::default();
        for (param, arg) in named.params.iter().zip(args) {
            match (*param, *arg) {
                (TypeParam::Size(name), Arg::Size(size)) => drop(subst.sizes.insert(name, size)),
                (TypeParam::Type(name, _), Arg::Type(ty)) => drop(subst.types.insert(name, ty)),
                _ => {}
            }
        }
        named.rhs.map(|rhs| self.substitute(rhs, &subst))
    }

    /// The type with names replaced and solved variables followed. Names bound inside types are unique, so no name is
    /// captured.
    pub fn substitute(&mut self, ty: Ty<'t>, subst: &Subst<'t>) -> Ty<'t> {
        let ty = self.shallow(ty);
        let store = self.store;
        match *ty {
            Type::Prim(_) | Type::Var(_) => ty,
            Type::Param(name) => subst.types.get(&name).copied().unwrap_or(ty),
            Type::Abstract(name, args) => {
                let args = args.iter().map(|arg| match arg {
                    Arg::Size(size) => Arg::Size(self.substitute_size(size, subst)),
                    Arg::Type(ty) => Arg::Type(self.substitute(ty, subst)),
                });
                let args: Vec<_> = args.collect();
                store.ty(Type::Abstract(name, store.args(args)))
            }
            Type::Array(size, elem) => {
                let (new_size, new_elem) = (self.substitute_size(size, subst), self.substitute(elem, subst));
                if std::ptr::eq(size, new_size) && std::ptr::eq(elem, new_elem) {
                    ty
                } else {
                    store.array(new_size, new_elem)
                }
            }
            Type::Record(fields) => {
                let new: Vec<_> = fields.iter().map(|(label, ty)| (*label, self.substitute(ty, subst))).collect();
                if new.iter().zip(fields).all(|((_, a), (_, b))| std::ptr::eq(*a, *b)) {
                    ty
                } else {
                    store.ty(Type::Record(store.fields(new)))
                }
            }
            Type::Sum(cases) => {
                let new = cases.iter().map(|(tag, types)| {
                    let types = types.iter().map(|ty| self.substitute(ty, subst)).collect();
                    (*tag, store.list(types))
                });
                let new: Vec<_> = new.collect();
                store.sum(new)
            }
            Type::Arrow(name, from, to) => {
                let (new_from, new_to) = (self.substitute(from, subst), self.substitute(to, subst));
                if std::ptr::eq(from, new_from) && std::ptr::eq(to, new_to) {
                    ty
                } else {
                    store.arrow(name, new_from, new_to)
                }
            }
            Type::Exists(names, body) => {
                let new = self.substitute(body, subst);
                if std::ptr::eq(body, new) { ty } else { store.ty(Type::Exists(names, new)) }
            }
            Type::Unique(body) => {
                let new = self.substitute(body, subst);
                if std::ptr::eq(body, new) { ty } else { self.unique(new) }
            }
        }
    }
}
