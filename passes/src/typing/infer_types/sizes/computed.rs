//! Sizes that are values of expressions other than arithmetic: `[k n]`, `[length xs]`.
//!
//! Such a size is `Computed`. It consists of a *holder*, which has the value (a variable, or the size of an argument),
//! and of the expression itself. Two such sizes are equal if their expressions or their holders are equal. When a
//! variable of the expression goes out of scope, the expression is forgotten and the holder stays. When the holder goes
//! out of scope, only the expression is known of the size. If two holders have the same expression, a value with one of
//! them is coerced where the other is expected (`fit`).

use framework::Name;

use super::Sizes;
use super::normal_form::has_vars;
use crate::typing::infer_types::types::{Clash, Size, Subst, Sz};

impl<'t> Sizes<'t> {
    /// The size that a variable holds.
    pub fn held_by(&mut self, name: Name) -> Sz<'t> {
        match self.meaning.get(&name).copied() {
            Some(value @ Size::Name(_)) => value,
            Some(value) => self.store.computed(self.store.named(name), value),
            None => self.store.named(name),
        }
    }

    /// The holder of a size, without the expression.
    pub fn holder(&mut self, size: Sz<'t>) -> Sz<'t> {
        let mut size = self.shallow_size(size);
        while let Size::Computed(holder, _) = size {
            size = self.shallow_size(holder);
        }
        size
    }

    /// A size with every holder replaced by the expression that it holds, if that is known.
    pub fn value(&mut self, size: Sz<'t>) -> Sz<'t> {
        match *self.shallow_size(size) {
            Size::Computed(_, value) => self.value(value),
            Size::Name(name) => match self.defined.get(&name).copied() {
                Some(definition) => self.value(definition),
                None => self.store.named(name),
            },
            Size::Bin(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.store.bin(op, a, b)
            }
            Size::Form(form, parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect();
                self.store.form(form, parts)
            }
            Size::Const(_) | Size::Var(_) => self.shallow_size(size),
        }
    }

    /// The variable in scope that holds a value.
    pub fn holder_of_value(&mut self, value: Sz<'t>) -> Option<Name> {
        let wanted = self.normal_size(value);
        let held: Vec<Name> = self.held.iter().rev().filter_map(|exp| self.holders.get(exp).copied()).collect();
        held.into_iter().find(|name| match self.meaning.get(name).copied() {
            Some(meaning) => {
                let meaning = self.value(meaning);
                self.normal_size(meaning) == wanted
            }
            None => false,
        })
    }

    /// Records the expression that a `let` binds a variable to. As in today's Futhark, the variable is not equal to the
    /// expression inside the `let`, but a size that leaves the variable's scope is.
    pub fn set_value_outside(&mut self, name: Name, value: Sz<'t>) {
        self.outside.insert(name, value);
    }

    /// The size of a variable outside the `let` that binds the variable to an expression.
    pub fn value_outside(&mut self, name: Name) -> Option<Sz<'t>> {
        let value = self.outside.get(&name).copied()?;
        Some(self.store.computed(self.store.named(name), value))
    }

    /// Records that each use of a named type computes this size in its definition.
    pub fn set_unheld(&mut self, name: Name) {
        self.unheld.insert(name);
    }

    /// Whether a size's holder only stands for the holders in the uses of a named type.
    pub fn is_unheld(&mut self, size: Sz<'t>) -> bool {
        matches!(*self.holder(size), Size::Name(name) if self.unheld.contains(&name))
    }

    /// The values in a size whose holders `wanted` accepts, with the holders.
    pub fn computed_parts(
        &mut self,
        size: Sz<'t>,
        wanted: &dyn Fn(&mut Self, Sz<'t>) -> bool,
        out: &mut Vec<(Sz<'t>, Sz<'t>)>,
    ) {
        match *self.shallow_size(size) {
            Size::Computed(holder, value) if wanted(self, holder) => {
                let known = (self.holder(holder), self.value(value));
                out.push(known);
            }
            Size::Bin(_, a, b) => {
                self.computed_parts(a, wanted, out);
                self.computed_parts(b, wanted, out);
            }
            _ => {}
        }
    }

    /// A size with holders replaced.
    pub fn with_holders_of(&mut self, size: Sz<'t>, new: &[(Name, Sz<'t>)]) -> Sz<'t> {
        match *self.shallow_size(size) {
            Size::Computed(holder, _) => match *self.holder(holder) {
                Size::Name(name) => new.iter().find(|(old, _)| *old == name).map_or(size, |(_, new)| *new),
                _ => size,
            },
            Size::Bin(op, a, b) => {
                let (x, y) = (self.with_holders_of(a, new), self.with_holders_of(b, new));
                if std::ptr::eq(x, a) && std::ptr::eq(y, b) { size } else { self.store.bin(op, x, y) }
            }
            _ => size,
        }
    }

    pub fn has_form(&mut self, size: Sz<'t>) -> bool {
        match *self.shallow_size(size) {
            Size::Form(..) => true,
            Size::Computed(_, value) => self.has_form(value),
            Size::Bin(_, a, b) => self.has_form(a) || self.has_form(b),
            Size::Name(_) | Size::Const(_) | Size::Var(_) => false,
        }
    }

    /// Unifies two sizes, of which at least one is computed. `Ok(false)` says that this cannot be decided yet.
    pub fn equate_computed(&mut self, found: Sz<'t>, expected: Sz<'t>) -> Result<bool, Clash<'t>> {
        let (x, y) = (self.holder(found), self.holder(expected));
        let (known, other) = (self.expanded_size(x), self.expanded_size(y));
        if self.same_size(known, other) {
            return Ok(true);
        }
        let (a, b) = (self.value(found), self.value(expected));
        match self.equate_values(a, b) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(_) => return Err(Clash::Sizes(found, expected)),
        }
        match (x, y) {
            _ if self.is_unheld(x) || self.is_unheld(y) => Ok(true),
            (Size::Var(x), Size::Var(y)) => {
                self.table.union(*x, *y);
                Ok(true)
            }
            (Size::Var(var), other) | (other, Size::Var(var)) => match self.try_solve(*var, other) {
                // The size can be computed outside the scope of its holder.
                Err(Clash::Escape(_)) if self.coerce_sizes() => Ok(true),
                result => result,
            },
            _ if self.coercible.is_some() => {
                self.coercible = Some(true);
                Ok(true)
            }
            _ => Err(Clash::Sizes(found, expected)),
        }
    }

    /// Unifies two expressions.
    fn equate_values(&mut self, a: Sz<'t>, b: Sz<'t>) -> Result<bool, Clash<'t>> {
        let (a, b) = (self.shallow_size(a), self.shallow_size(b));
        match (a, b) {
            (Size::Var(x), Size::Var(y)) => {
                self.table.union(*x, *y);
                return Ok(true);
            }
            // The variable would have no holder for the value of the expression.
            (Size::Var(var), other) | (other, Size::Var(var)) => {
                return if self.has_form(other) { Ok(false) } else { self.try_solve(*var, other) };
            }
            (Size::Form(form, xs), Size::Form(other, ys)) if form.text == other.text && xs.len() == ys.len() => {
                let mut all = true;
                for (x, y) in xs.iter().zip(*ys) {
                    all &= self.equate_values(x, y)?;
                }
                return Ok(all);
            }
            _ => {}
        }
        let difference = self.normal_size(a).minus(&self.normal_size(b));
        if difference.is_zero() {
            return Ok(true);
        }
        if let (Size::Bin(op, a1, a2), Size::Bin(other, b1, b2)) = (a, b)
            && op == other
        {
            let state = self.table.snapshot();
            if matches!(self.equate_values(a1, b1), Ok(true)) && matches!(self.equate_values(a2, b2), Ok(true)) {
                self.table.commit(state);
                return Ok(true);
            }
            self.table.rollback(state);
        }
        if has_vars(&difference) { Ok(false) } else { Err(Clash::Sizes(a, b)) }
    }

    /// The expression, if two sizes are values of the same one.
    pub fn common_value(&mut self, a: Sz<'t>, b: Sz<'t>) -> Option<Sz<'t>> {
        let (a, b) = (self.value(a), self.value(b));
        (self.has_form(a) && self.normal_size(a) == self.normal_size(b)).then_some(a)
    }

    /// A size without the expressions that mention a name for which `gone` holds.
    pub fn without(&mut self, size: Sz<'t>, gone: &dyn Fn(&Self, Name) -> bool) -> Sz<'t> {
        match *self.shallow_size(size) {
            Size::Computed(holder, value) => {
                let (new, mut names) = (self.without(holder, gone), Vec::new());
                self.size_names(value, &mut names);
                if names.into_iter().any(|name| gone(self, name)) {
                    return new;
                }
                if std::ptr::eq(new, holder) { self.shallow_size(size) } else { self.store.computed(new, value) }
            }
            Size::Bin(op, a, b) => {
                let (x, y) = (self.without(a, gone), self.without(b, gone));
                let same = std::ptr::eq(x, a) && std::ptr::eq(y, b);
                if same { self.shallow_size(size) } else { self.store.bin(op, x, y) }
            }
            _ => self.shallow_size(size),
        }
    }

    /// The size without the expressions that mention a name for which `gone` holds. Fails if the expression of a size
    /// that `kept` holds mentions such a name.
    pub fn without_unless(
        &mut self,
        size: Sz<'t>,
        kept: &[Name],
        gone: &dyn Fn(&Self, Name) -> bool,
    ) -> Result<Sz<'t>, Clash<'t>> {
        let rest = self.without(size, gone);
        match *self.holder(size) {
            Size::Name(name) if kept.contains(&name) && !std::ptr::eq(rest, self.shallow_size(size)) => {
                let mut names = Vec::new();
                self.size_names(size, &mut names);
                Err(Clash::Escape(names.into_iter().find(|name| gone(self, *name)).unwrap_or(name)))
            }
            _ => Ok(rest),
        }
    }

    /// The size whose expression has the expressions that `let`s bind variables to, where `inner` holds for a variable.
    pub fn with_values(&mut self, size: Sz<'t>, inner: &dyn Fn(&Self, Name) -> bool) -> Sz<'t> {
        let Size::Computed(holder, value) = *self.shallow_size(size) else { return size };
        let (mut names, mut subst) = (Vec::new(), Subst::default());
        self.size_names(value, &mut names);
        for name in names {
            if inner(self, name)
                && let Some(known) = self.value_outside(name)
            {
                subst.sizes.insert(name, self.value(known));
            }
        }
        if subst.sizes.is_empty() {
            return size;
        }
        let value = self.substitute_size(value, &subst);
        self.store.computed(holder, value)
    }

    /// The size without the expressions that mention a variable. `None` if no expression mentions it. Fails if nothing
    /// else is known of the size, or if one of `kept` holds it.
    pub fn forgotten(&mut self, size: Sz<'t>, gone: Name, kept: &[Name]) -> Result<Option<Sz<'t>>, Clash<'t>> {
        let (before, mut after) = (self.count_names(size, gone), Vec::new());
        let rest = self.without(size, &|_, name| name == gone);
        self.size_names(rest, &mut after);
        if after.into_iter().filter(|name| *name == gone).count() == before {
            return Ok(None);
        }
        match *self.holder(rest) {
            Size::Var(_) => Err(Clash::Escape(gone)),
            Size::Name(name) if kept.contains(&name) => Err(Clash::Escape(gone)),
            _ => Ok(Some(rest)),
        }
    }

    fn count_names(&mut self, size: Sz<'t>, name: Name) -> usize {
        let mut names = Vec::new();
        self.size_names(size, &mut names);
        names.into_iter().filter(|other| *other == name).count()
    }

    /// A size whose holder goes out of scope, with the new holder `name`. The size keeps its expression if the names in
    /// the expression stay in scope.
    pub fn unknown_but_for_value(&mut self, size: Sz<'t>, name: Name, gone: &dyn Fn(&Self, Name) -> bool) -> Sz<'t> {
        let own = self.store.named(name);
        let value = self.value(size);
        let mut names = Vec::new();
        self.size_names(value, &mut names);
        if self.has_form(value) && !names.into_iter().any(|name| gone(self, name)) {
            return self.store.computed(own, value);
        }
        own
    }
}
