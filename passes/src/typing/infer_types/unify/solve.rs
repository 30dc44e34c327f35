//! Unification.

use std::rc::Rc;

use framework::{Name, Symbol};

use super::Types;
use crate::typing::infer_types::sizes::Sizes;
use crate::typing::infer_types::types::tables::{Constraint, Free};
use crate::typing::infer_types::types::{Arg, Clash, Subst, Sz, Ty, Type, TypeVar, Unified, label_order};

impl<'t> Types<'t> {
    /// The type behind solved variables.
    pub fn shallow(&mut self, mut ty: Ty<'t>) -> Ty<'t> {
        while let Type::Var(var) = ty {
            match self.table.solution(*var) {
                Some(next) => ty = next,
                None => break,
            }
        }
        ty
    }

    /// The type without the uniqueness mark at its top.
    pub fn value_type(&mut self, ty: Ty<'t>) -> Ty<'t> {
        let mut ty = self.shallow(ty);
        while let Type::Unique(body) = ty {
            ty = self.shallow(body);
        }
        ty
    }

    /// The type without uniqueness marks at its top and in its components.
    pub fn plain(&mut self, ty: Ty<'t>) -> Ty<'t> {
        let ty = self.value_type(ty);
        match *ty {
            Type::Array(size, elem) => {
                let new = self.plain(elem);
                if std::ptr::eq(new, elem) { ty } else { self.store.array(size, new) }
            }
            Type::Record(fields) => {
                let new: Vec<_> = fields.iter().map(|(label, ty)| (*label, self.plain(ty))).collect();
                match new.iter().zip(fields).all(|((_, new), (_, old))| std::ptr::eq(*new, *old)) {
                    true => ty,
                    false => self.store.ty(Type::Record(self.store.fields(new))),
                }
            }
            Type::Sum(cases) => {
                let store = self.store;
                let new = cases
                    .iter()
                    .map(|(tag, types)| (*tag, store.list(types.iter().map(|ty| self.plain(ty)).collect())));
                let new: Vec<_> = new.collect();
                store.sum(new)
            }
            Type::Exists(names, body) => {
                let body = self.plain(body);
                self.store.ty(Type::Exists(names, body))
            }
            _ => ty,
        }
    }

    /// Unifies two types. With unknown sizes the types are not symmetric: a value of type `found` can then be used as
    /// one of type `expected`.
    pub fn unify(&mut self, found: Ty<'t>, expected: Ty<'t>) -> Unified<'t> {
        let (a, b) = (self.value_type(found), self.value_type(expected));
        if std::ptr::eq(a, b) {
            return Ok(());
        }
        match (*a, *b) {
            (Type::Var(x), Type::Var(y)) => self.unify_vars(x, y),
            // A value has known sizes.
            (Type::Var(x), Type::Exists(names, body)) if self.free(x).is_some_and(|free| free.value) => {
                self.at_level(self.level() + 1, |solver| {
                    let body = solver.flexible(names, body);
                    solver.unify(a, body)
                })
            }
            (Type::Var(x), _) => self.solve_type(x, b),
            (_, Type::Var(y)) => {
                let a = if self.free(y).is_some_and(|free| free.value) { self.known_before(a) } else { a };
                self.solve_type(y, a)
            }
            (Type::Prim(x), Type::Prim(y)) if x == y => Ok(()),
            (Type::Param(x), Type::Param(y)) if x == y => Ok(()),
            (Type::Abstract(x, xs), Type::Abstract(y, ys)) if x == y => {
                xs.iter().zip(ys).try_for_each(|pair| match pair {
                    (Arg::Size(a), Arg::Size(b)) => self.unify_sizes(a, b),
                    (Arg::Type(a), Arg::Type(b)) => self.unify(a, b),
                    _ => Err(Clash::Types(a, b)),
                })
            }
            (Type::Array(n, x), Type::Array(m, y)) => {
                self.unify(x, y)?;
                self.unify_sizes(n, m)
            }
            (Type::Record(xs), Type::Record(ys)) => {
                if xs.len() != ys.len() || xs.iter().zip(ys).any(|((x, _), (y, _))| x != y) {
                    return Err(Clash::Types(a, b));
                }
                xs.iter().zip(ys).try_for_each(|((_, x), (_, y))| self.unify(x, y))
            }
            (Type::Sum(xs), Type::Sum(ys)) => {
                if xs.len() != ys.len() || xs.iter().zip(ys).any(|((x, p), (y, q))| x != y || p.len() != q.len()) {
                    return Err(Clash::Types(a, b));
                }
                let payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.into_iter().try_for_each(|(x, y)| self.unify(x, y))
            }
            (Type::Arrow(m, x, r), Type::Arrow(n, y, s)) => {
                self.unify(y, x).map_err(|clash| match clash {
                    // A size that is computed from earlier arguments, where a function takes only arrays of one size.
                    Clash::Escape(_) if matches!(y, Type::Exists(..)) => Clash::Types(x, y),
                    clash => clash,
                })?;
                self.unify_results((m, r), (n, s))
            }
            (Type::Exists(names, body), Type::Exists(others, other)) => self.at_level(self.level() + 1, |solver| {
                let body = solver.skolems(names, body);
                let other = solver.flexible(others, other);
                solver.unify(body, other)
            }),
            (_, Type::Exists(names, body)) => self.at_level(self.level() + 1, |solver| {
                let body = solver.flexible(names, body);
                solver.unify(a, body)
            }),
            (Type::Exists(names, body), _) => self.at_level(self.level() + 1, |solver| {
                let body = solver.skolems(names, body);
                solver.unify(body, b)
            }),
            _ => Err(Clash::Types(a, b)),
        }
    }

    /// Unifies the result types of functions, whose arguments may have names.
    fn unify_results(&mut self, a: (Option<Name>, Ty<'t>), b: (Option<Name>, Ty<'t>)) -> Unified<'t> {
        let Some(name) = a.0.or(b.0) else {
            let (x, y) = self.without_arguments(a.1, b.1)?;
            return self.unify(x, y);
        };
        self.at_level(self.level() + 1, |solver| {
            let fresh = name.refresh();
            solver.declare_name(fresh);
            let own = solver.store.named(fresh);
            let mut named = |(name, ty): (Option<Name>, Ty<'t>)| match name {
                Some(name) => solver.substitute(ty, &Subst::size(name, own)),
                None => ty,
            };
            let (x, y) = (named(a), named(b));
            solver.arguments.push(fresh);
            let result = solver.without_arguments(x, y).and_then(|(x, y)| solver.unify(x, y));
            solver.arguments.pop();
            result
        })
    }

    /// Two result types that have to be equal. If one is a variable, it cannot mention the arguments of the functions,
    /// so sizes of the other that depend on them become unknown.
    fn without_arguments(&mut self, x: Ty<'t>, y: Ty<'t>) -> Result<(Ty<'t>, Ty<'t>), Clash<'t>> {
        if self.arguments.is_empty() {
            return Ok((x, y));
        }
        let arguments = self.arguments.clone();
        let inner = |_: &Sizes<'t>, name: Name| arguments.contains(&name);
        Ok(match (self.value_type(x), self.value_type(y)) {
            (Type::Var(_), Type::Var(_)) => (x, y),
            (_, Type::Var(_)) => (self.hide_in_results(x, &inner)?, y),
            (Type::Var(_), _) => (x, self.hide_in_results(y, &inner)?),
            _ => (x, y),
        })
    }

    /// Unifies two variables.
    fn unify_vars(&mut self, x: TypeVar, y: TypeVar) -> Unified<'t> {
        let (x, y) = (self.table.root(x), self.table.root(y));
        if x == y {
            return Ok(());
        }
        let (Err(a), Err(b)) = (self.table.probe(x), self.table.probe(y)) else { return Ok(()) };
        let parts = [(a.constraint.parts(), y, &b), (b.constraint.parts(), x, &a)];
        for (parts, var, free) in parts {
            parts.into_iter().try_for_each(|part| self.adjust(part, var, free, &mut Vec::new()))?;
        }
        let mut later = Vec::new();
        let constraint = self.both(y, &a.constraint, &b.constraint, &mut later)?;
        // Keeps the place that requires a number, for messages.
        let by_other = matches!(b.constraint, Constraint::Prims(_)) && !matches!(a.constraint, Constraint::Prims(_));
        let span = if by_other { b.span.or(a.span) } else { a.span.or(b.span) };
        let free = Free {
            level: a.level.min(b.level),
            order_zero: a.order_zero || b.order_zero,
            sized: a.sized || b.sized,
            value: a.value || b.value,
            constraint,
            span,
        };
        self.table.union(x, y, free);
        later.into_iter().try_for_each(|(x, y)| self.unify(x, y))
    }

    /// The conjunction of two constraints. `later` receives the pairs of types of components that have to be unified.
    fn both(
        &mut self,
        var: TypeVar,
        a: &Constraint<'t>,
        b: &Constraint<'t>,
        later: &mut Vec<(Ty<'t>, Ty<'t>)>,
    ) -> Result<Constraint<'t>, Clash<'t>> {
        let ty = self.store.ty(Type::Var(var));
        Ok(match (a, b) {
            (Constraint::Any, other) | (other, Constraint::Any) => other.clone(),
            (Constraint::Equality, other) | (other, Constraint::Equality) => {
                match other {
                    Constraint::Fields(fields) => {
                        fields.iter().try_for_each(|(_, ty)| self.need_equality(ty))?;
                    }
                    Constraint::Cases(cases) => {
                        cases.iter().flat_map(|(_, types)| types.iter()).try_for_each(|ty| self.need_equality(ty))?;
                    }
                    _ => {}
                }
                other.clone()
            }
            (Constraint::Prims(a), Constraint::Prims(b)) => {
                let set = a.and(*b);
                if set.iter().next().is_none() {
                    return Err(Clash::NotOneOf(ty, *a));
                }
                Constraint::Prims(set)
            }
            (Constraint::Fields(a), Constraint::Fields(b)) => {
                let mut all = a.to_vec();
                for (label, ty) in b.iter() {
                    match all.iter().find(|(other, _)| other == label) {
                        Some((_, other)) => later.push((other, ty)),
                        None => all.push((*label, ty)),
                    }
                }
                all.sort_by(|(a, _), (b, _)| label_order(*a, *b));
                Constraint::Fields(Rc::new(all))
            }
            (Constraint::Cases(a), Constraint::Cases(b)) => {
                let mut all = a.to_vec();
                for (tag, types) in b.iter() {
                    match all.iter().find(|(other, _)| other == tag) {
                        Some((_, others)) if others.len() == types.len() => {
                            later.extend(others.iter().copied().zip(types.iter().copied()));
                        }
                        Some(_) => return Err(Clash::NoCase(ty, *tag)),
                        None => all.push((*tag, types)),
                    }
                }
                all.sort_by_key(|(tag, _)| *tag);
                Constraint::Cases(Rc::new(all))
            }
            (Constraint::Prims(set), _) | (_, Constraint::Prims(set)) => return Err(Clash::NotOneOf(ty, *set)),
            (Constraint::Fields(fields), Constraint::Cases(_)) | (Constraint::Cases(_), Constraint::Fields(fields)) => {
                let label = fields.first().map_or(Symbol::new("0"), |(label, _)| *label);
                return Err(Clash::NoField(ty, label));
            }
        })
    }

    /// Solves a variable.
    fn solve_type(&mut self, var: TypeVar, ty: Ty<'t>) -> Unified<'t> {
        let Err(free) = self.table.probe(var) else { return Ok(()) };
        let var = self.table.root(var);
        let mut ty = self.plain(ty);
        loop {
            match self.adjust(ty, var, &free, &mut Vec::new()) {
                Ok(()) => break,
                Err(Clash::Escape(name)) if let Some(definition) = self.definition_of(name) => {
                    let subst = Subst::size(name, definition);
                    ty = self.substitute(ty, &subst);
                }
                Err(clash @ Clash::Escape(name)) => match self.forgotten_in(ty, name) {
                    Some(rest) => ty = rest,
                    None => return Err(clash),
                },
                Err(clash) => return Err(clash),
            }
        }
        // The variable is solved at the end, so that messages about a clash show it unsolved.
        let mut parts = Vec::new();
        match &free.constraint {
            Constraint::Any | Constraint::Equality => {}
            Constraint::Prims(set) => match ty {
                Type::Prim(prim) if set.contains(*prim) => {}
                _ => return Err(Clash::NotOneOf(ty, *set)),
            },
            Constraint::Fields(fields) => {
                let Type::Record(own) = ty else { return Err(Clash::NoField(ty, fields[0].0)) };
                for (label, wanted) in fields.iter() {
                    match own.iter().find(|(other, _)| other == label) {
                        Some((_, field)) => parts.push((*field, *wanted)),
                        None => return Err(Clash::NoField(ty, *label)),
                    }
                }
            }
            Constraint::Cases(cases) => {
                let Type::Sum(own) = ty else { return Err(Clash::NoCase(ty, cases[0].0)) };
                for (tag, types) in cases.iter() {
                    match own.iter().find(|(other, _)| other == tag) {
                        Some((_, payload)) if payload.len() == types.len() => {
                            parts.extend(types.iter().copied().zip(payload.iter().copied()));
                        }
                        _ => return Err(Clash::NoCase(ty, *tag)),
                    }
                }
            }
        }
        self.table.solve(var, ty);
        if let Constraint::Equality = free.constraint {
            self.need_equality(ty)?;
        }
        parts.into_iter().try_for_each(|(a, b)| self.unify(a, b))
    }

    /// Unifies two types except for the sizes of arrays in their values, which are collected in pairs.
    pub fn unify_but_for_sizes(
        &mut self,
        found: Ty<'t>,
        wanted: Ty<'t>,
        sizes: &mut Vec<(Sz<'t>, Sz<'t>)>,
    ) -> Unified<'t> {
        let (a, b) = (self.value_type(found), self.value_type(wanted));
        match (*a, *b) {
            (Type::Array(n, x), Type::Array(m, y)) => {
                sizes.push((n, m));
                self.unify_but_for_sizes(x, y, sizes)
            }
            (Type::Record(xs), Type::Record(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, _), (y, _))| x == y) =>
            {
                xs.iter().zip(ys).try_for_each(|((_, x), (_, y))| self.unify_but_for_sizes(x, y, sizes))
            }
            (Type::Sum(xs), Type::Sum(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, p), (y, q))| x == y && p.len() == q.len()) =>
            {
                let mut payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.try_for_each(|(x, y)| self.unify_but_for_sizes(x, y, sizes))
            }
            (Type::Abstract(x, xs), Type::Abstract(y, ys)) if x == y => {
                xs.iter().zip(ys).try_for_each(|pair| match pair {
                    (Arg::Size(n), Arg::Size(m)) => {
                        sizes.push((n, m));
                        Ok(())
                    }
                    (Arg::Type(x), Arg::Type(y)) => self.unify_but_for_sizes(x, y, sizes),
                    _ => Err(Clash::Types(a, b)),
                })
            }
            _ => self.unify(a, b),
        }
    }
}
