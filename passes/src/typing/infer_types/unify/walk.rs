//! Walks over types: to their sizes, variables and components.

use framework::Name;
use languages::source::Liftedness;

use super::Types;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Arg, Clash, MAX_PARTS, Size, SizeVar, Subst, Sz, Ty, Type, TypeVar};

impl<'t> Types<'t> {
    /// Visits all sizes of a type.
    pub fn each_size(&mut self, ty: Ty<'t>, visit: &mut dyn FnMut(&mut Self, Sz<'t>)) {
        match *self.shallow(ty) {
            Type::Prim(_) | Type::Var(_) | Type::Param(_) => {}
            Type::Abstract(_, args) => {
                for arg in args {
                    match arg {
                        Arg::Size(size) => visit(self, size),
                        Arg::Type(ty) => self.each_size(ty, visit),
                    }
                }
            }
            Type::Array(size, elem) => {
                visit(self, size);
                self.each_size(elem, visit);
            }
            Type::Record(fields) => {
                for (_, ty) in fields {
                    self.each_size(ty, visit);
                }
            }
            Type::Sum(cases) => {
                for ty in cases.iter().flat_map(|(_, types)| types.iter()) {
                    self.each_size(ty, visit);
                }
            }
            Type::Arrow(_, from, to) => {
                self.each_size(from, visit);
                self.each_size(to, visit);
            }
            Type::Exists(_, body) | Type::Unique(body) => self.each_size(body, visit),
        }
    }

    /// The type with `change` applied to every size. The last argument of `change` says whether the size is visible:
    /// the size of an array in the value itself, not inside a function type.
    pub fn map_sizes(
        &mut self,
        ty: Ty<'t>,
        visible: bool,
        change: &mut dyn FnMut(&mut Self, Sz<'t>, bool) -> Result<Sz<'t>, Clash<'t>>,
    ) -> Result<Ty<'t>, Clash<'t>> {
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

    /// The visible sizes of a type, which can be read from its values.
    pub fn visible_sizes(&mut self, ty: Ty<'t>) -> Vec<Sz<'t>> {
        let mut sizes = Vec::new();
        // The change does nothing and cannot fail.
        let _ = self.map_sizes(ty, true, &mut |_, size, visible| {
            if visible {
                sizes.push(size);
            }
            Ok(size)
        });
        sizes
    }

    /// Whether a name occurs in the sizes of a type.
    pub fn mentions(&mut self, ty: Ty<'t>, name: Name) -> bool {
        let mut found = false;
        self.each_size(ty, &mut |solver, size| {
            let mut names = Vec::new();
            solver.size_names(size, &mut names);
            found |= names.contains(&name);
        });
        found
    }

    /// Whether every value of a type has an array of this size, so that the size can be read from the value.
    pub fn is_constructive(&mut self, ty: Ty<'t>, name: Name) -> bool {
        let mut found = false;
        // The change does nothing and cannot fail.
        let _ = self.map_sizes(ty, true, &mut |solver, size, visible| {
            found |= visible && matches!(*solver.holder(size), Size::Name(own) if own == name);
            Ok(size)
        });
        found
    }

    pub fn open_sizes(&mut self, size: Sz<'t>, out: &mut Vec<SizeVar>) {
        match self.shallow_size(size) {
            Size::Var(var) => {
                let root = self.size_root(*var);
                if !out.contains(&root) {
                    out.push(root);
                }
            }
            Size::Bin(_, a, b) => {
                self.open_sizes(a, out);
                self.open_sizes(b, out);
            }
            Size::Computed(holder, value) => {
                self.open_sizes(holder, out);
                self.open_sizes(value, out);
            }
            Size::Form(_, parts) => parts.iter().for_each(|part| self.open_sizes(part, out)),
            Size::Name(_) | Size::Const(_) => {}
        }
    }

    /// The unsolved variables of a type, in order.
    pub fn type_vars(&mut self, ty: Ty<'t>, out: &mut Vec<TypeVar>) {
        match *self.shallow(ty) {
            Type::Prim(_) | Type::Param(_) => {}
            Type::Var(var) => {
                let root = self.table.root(var);
                if !out.contains(&root) {
                    out.push(root);
                }
                if let Err(free) = self.table.probe(root) {
                    match free.constraint {
                        Constraint::Fields(fields) => fields.iter().for_each(|(_, ty)| self.type_vars(ty, out)),
                        Constraint::Cases(cases) => {
                            cases.iter().flat_map(|(_, types)| types.iter()).for_each(|ty| self.type_vars(ty, out));
                        }
                        _ => {}
                    }
                }
            }
            Type::Abstract(_, args) => {
                for arg in args {
                    if let Arg::Type(ty) = arg {
                        self.type_vars(ty, out);
                    }
                }
            }
            Type::Array(_, elem) => self.type_vars(elem, out),
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.type_vars(ty, out)),
            Type::Sum(cases) => {
                cases.iter().flat_map(|(_, types)| types.iter()).for_each(|ty| self.type_vars(ty, out));
            }
            Type::Arrow(_, from, to) => {
                self.type_vars(from, out);
                self.type_vars(to, out);
            }
            Type::Exists(_, body) | Type::Unique(body) => self.type_vars(body, out),
        }
    }

    /// Whether values of a type are or may contain functions.
    pub fn has_function(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Prim(_) | Type::Var(_) => false,
            Type::Param(name) => self.liftedness(name) == Some(Liftedness::Lifted),
            Type::Abstract(name, args) => {
                self.liftedness(name) == Some(Liftedness::Lifted)
                    || args.iter().any(|arg| matches!(arg, Arg::Type(ty) if self.has_function(ty)))
            }
            Type::Array(_, body) | Type::Exists(_, body) | Type::Unique(body) => self.has_function(body),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.has_function(ty)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).any(|ty| self.has_function(ty)),
            Type::Arrow(..) => true,
        }
    }

    /// The type with the unknown sizes of its components as unknown sizes of the whole. An instance of `(a, i32)` has
    /// such components if `a` is size-lifted.
    pub fn quantified(&mut self, ty: Ty<'t>) -> Ty<'t> {
        let ty = self.shallow(ty);
        let Type::Record(fields) = *ty else { return ty };
        let mut sizes = Vec::new();
        let fields = fields.iter().map(|(label, field)| {
            let Type::Exists(names, body) = *self.quantified(field) else { return (*label, *field) };
            let mut subst = Subst::default();
            for name in names {
                let fresh = name.refresh();
                self.declare_name(fresh);
                subst.sizes.insert(*name, self.store.named(fresh));
                sizes.push(fresh);
            }
            (*label, self.substitute(body, &subst))
        });
        let fields = fields.collect();
        if sizes.is_empty() {
            ty
        } else {
            self.store.exists(sizes, self.store.ty(Type::Record(self.store.fields(fields))))
        }
    }

    /// The type of unique values of type `body`. The mark has an effect only on types that may hold arrays.
    pub fn unique(&mut self, body: Ty<'t>) -> Ty<'t> {
        if self.may_hold_arrays(body) { self.store.ty(Type::Unique(body)) } else { body }
    }

    /// Whether values of a type may hold arrays, outside of functions.
    pub fn may_hold_arrays(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Prim(_) | Type::Arrow(..) => false,
            Type::Array(..) | Type::Var(_) | Type::Param(_) | Type::Abstract(..) => true,
            Type::Exists(_, body) | Type::Unique(body) => self.may_hold_arrays(body),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.may_hold_arrays(ty)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).any(|ty| self.may_hold_arrays(ty)),
        }
    }

    /// Whether a type has at most `MAX_PARTS` parts.
    pub fn is_small(&mut self, ty: Ty<'t>) -> bool {
        let mut todo = vec![ty];
        let mut parts = 0;
        while let Some(ty) = todo.pop() {
            parts += 1;
            if parts > MAX_PARTS {
                return false;
            }
            match *self.shallow(ty) {
                Type::Array(_, body) | Type::Exists(_, body) | Type::Unique(body) => todo.push(body),
                Type::Record(fields) => todo.extend(fields.iter().map(|(_, ty)| *ty)),
                Type::Sum(cases) => todo.extend(cases.iter().flat_map(|(_, types)| types.iter().copied())),
                Type::Arrow(_, from, to) => todo.extend([from, to]),
                Type::Prim(_) | Type::Var(_) | Type::Param(_) | Type::Abstract(..) => {}
            }
        }
        true
    }

    /// A function type, with the parameter's name only if the result mentions it.
    pub fn function_type(&mut self, param: Option<Name>, from: Ty<'t>, to: Ty<'t>) -> Ty<'t> {
        let param = param.filter(|name| self.mentions(to, *name));
        self.store.arrow(param, from, to)
    }
}
