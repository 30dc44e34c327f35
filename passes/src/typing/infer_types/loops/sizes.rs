//! Compares the sizes that a loop's body returns with those of the loop's parameter.

use framework::Name;

use crate::typing::infer_types::draft::{E, Kind};
use crate::typing::infer_types::sizes::normal_form::Poly;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Arg, Clash, Sz, Ty, Type};

impl<'t> Infer<'t> {
    /// Unifies the types of the body's result and of the parameter, except for sizes, which are collected in pairs.
    pub(super) fn go_around(
        &mut self,
        result: Ty<'t>,
        param: Ty<'t>,
        sizes: &mut Vec<(Sz<'t>, Sz<'t>)>,
    ) -> std::result::Result<(), Clash<'t>> {
        if let Type::Var(_) = param {
            return self.unify(result, param);
        }
        let found = self.value_type(result);
        match (*param, *found) {
            (Type::Array(n, x), Type::Array(m, y)) => {
                sizes.push((n, m));
                self.go_around(y, x, sizes)
            }
            (Type::Record(xs), Type::Record(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, _), (y, _))| x == y) =>
            {
                xs.iter().zip(ys).try_for_each(|((_, x), (_, y))| self.go_around(y, x, sizes))
            }
            (Type::Sum(xs), Type::Sum(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, p), (y, q))| x == y && p.len() == q.len()) =>
            {
                let mut payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.try_for_each(|(x, y)| self.go_around(y, x, sizes))
            }
            (Type::Abstract(x, xs), Type::Abstract(y, ys)) if x == y => {
                xs.iter().zip(ys).try_for_each(|pair| match pair {
                    (Arg::Size(n), Arg::Size(m)) => {
                        sizes.push((n, m));
                        Ok(())
                    }
                    (Arg::Type(x), Arg::Type(y)) => self.go_around(y, x, sizes),
                    _ => Err(Clash::Types(found, param)),
                })
            }
            (_, Type::Var(_)) => {
                self.unify(found, param)?;
                for size in self.visible_sizes(param) {
                    sizes.push((size, size));
                }
                Ok(())
            }
            _ => self.unify(found, param),
        }
    }

    /// The body, coerced to the parameter's type if sizes of both have the same expressions but different holders.
    pub(super) fn with_holders(&mut self, body: E<'t>, sizes: &[(Sz<'t>, Sz<'t>)]) -> E<'t> {
        let (mut position, mut changed) = (0, false);
        let plain = self.plain(body.ty);
        let ty = self.map_sizes(plain, true, &mut |infer, size, visible| {
            if !visible {
                return Ok(size);
            }
            let pair = sizes.get(position).copied();
            position += 1;
            Ok(match pair {
                Some((param, result))
                    if infer.common_value(param, result).is_some() && !infer.same_size(param, result) =>
                {
                    changed = true;
                    param
                }
                _ => size,
            })
        });
        match ty {
            Ok(ty) if changed => self.exp(body.span, ty, Kind::Coerce(body)),
            _ => body,
        }
    }

    /// Whether a size is still open, and has open parts from outside of the loop.
    pub(super) fn is_open_outside(&mut self, size: Sz<'t>) -> bool {
        let mut vars = Vec::new();
        self.open_sizes(size, &mut vars);
        vars.iter().any(|var| self.size_level(*var) <= self.level())
    }

    /// Whether a size is still open, and only the body of the loop has open parts of it.
    fn is_made_inside(&mut self, size: Sz<'t>) -> bool {
        let mut vars = Vec::new();
        self.open_sizes(size, &mut vars);
        !vars.is_empty() && vars.iter().all(|var| self.size_level(*var) > self.level())
    }

    /// Finds the sizes that change from iteration to iteration, from the result of one round. Returns whether more
    /// sizes change than assumed.
    ///
    /// Sizes that start equal and change in the same way share one name.
    /// `decides`: the body decides sizes that are open outside of the loop, too.
    pub(super) fn refine(
        &mut self,
        before: &[Sz<'t>],
        after: &[(Sz<'t>, Sz<'t>)],
        variant: &mut [Option<Name>],
        decides: bool,
    ) -> bool {
        let mut results: Vec<Option<Poly>> = Vec::new();
        for (param, result) in after {
            // As in today's Futhark, the body does not decide a size that is open outside of the loop (`xs: []i64`).
            let open = self.is_made_inside(result) || decides && self.is_open_outside(result);
            let same = self.same_size(param, result)
                || open && matches!(self.equate(result, param), Ok(true))
                || self.common_value(param, result).is_some();
            results.push(if same { None } else { Some(self.normal_size(result)) });
        }
        let starts: Vec<Poly> = before.iter().map(|size| self.normal_size(size)).collect();
        let mut changed = false;
        let old = variant.to_vec();
        let mut named: Vec<(usize, Option<Name>, Option<Poly>, Name)> = Vec::new();
        for position in 0..variant.len() {
            let class = |other: usize| match old[position] {
                Some(name) => old[other] == Some(name),
                None => old[other].is_none() && starts[other] == starts[position],
            };
            let members: Vec<usize> = (0..variant.len()).filter(|other| class(*other)).collect();
            let first = members[0];
            let stays = match old[position] {
                // A size that changes. All sizes that share its name must change alike.
                Some(_) => {
                    members.iter().all(|other| results[*other] == results[first]) || results[position] == results[first]
                }
                None => results[position].is_none(),
            };
            if stays {
                continue;
            }
            changed = true;
            let known = named.iter().find(|(leader, class, result, _)| {
                *leader == first && *class == old[position] && *result == results[position]
            });
            let name = match known {
                Some((.., name)) => *name,
                None => {
                    let name = Name::fresh("n");
                    named.push((first, old[position], results[position].clone(), name));
                    name
                }
            };
            variant[position] = Some(name);
        }
        changed
    }
}
