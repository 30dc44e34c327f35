//! The common type of two branches: sizes that differ between the branches are unknown.

use framework::Name;

use crate::typing::infer_types::sizes::normal_form::Poly;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Clash, Size, Sz, Ty, Type};

/// Pairs of different sizes of two branches, each with the unknown size that stands for both.
#[derive(Default)]
pub struct Joined {
    pairs: Vec<(Poly, Poly, Name)>,
    names: Vec<Name>,
}

impl<'t> Infer<'t> {
    /// Replaces the unknown sizes in a branch's type by fresh names.
    pub fn unpack(&mut self, ty: Ty<'t>, joined: &mut Joined) -> Ty<'t> {
        match *self.shallow(ty) {
            Type::Exists(names, body) => {
                for name in names {
                    self.declare_name(*name);
                    joined.names.push(*name);
                }
                body
            }
            _ => ty,
        }
    }

    /// The common type of two branches: sizes that differ are unknown.
    pub fn join(&mut self, a: Ty<'t>, b: Ty<'t>, joined: &mut Joined) -> Result<Ty<'t>, Clash<'t>> {
        // A branch may know only some constructors of the sum type: each branch has its own sizes.
        self.complete_sums(a, Some(b));
        self.complete_sums(b, Some(a));
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

    /// The type of a value that is one of two functions. It consumes the arguments that either function consumes, and
    /// its result is unique if both results are. The two types are equal up to uniqueness. `parameter` says whether
    /// they are types of a parameter.
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

    fn join_sizes(&mut self, a: Sz<'t>, b: Sz<'t>, joined: &mut Joined) -> Result<Sz<'t>, Clash<'t>> {
        if self.same_size(a, b) {
            return Ok(a);
        }
        // Earlier branches differ in this size, and this branch has no array of it (`#none`), so that any size will do.
        for (known, open) in [(a, b), (b, a)] {
            if let (Size::Name(name), Size::Var(var)) = (*self.holder(known), *self.holder(open))
                && self.is_local_size(open)
                && joined.pairs.iter().any(|(.., other)| *other == name)
            {
                let none = self.store.constant(0);
                self.assign_size(var, none);
                return Ok(known);
            }
        }
        // If one branch leaves a size open, the other branch decides it. But branches do not decide sizes of
        // parameters.
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
            self.declare_name(name);
            name
        });
        let own = self.store.named(name);
        Ok(value.map_or(own, |value| self.store.computed(own, value)))
    }

    /// The joined type, with the sizes in which the branches differ as unknown sizes.
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
