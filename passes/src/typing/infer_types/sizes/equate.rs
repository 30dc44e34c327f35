//! Equations between sizes. An equation that cannot be solved yet, because of its variables, stays open and is tried
//! again later.

use framework::{Name, Span};

use super::Sizes;
use super::normal_form::{has_vars, mentions};
use crate::typing::infer_types::types::{Clash, Size, SizeVar, Sz, Unified};

/// Two sizes that must be equal, with the place that requires it.
pub type Equation<'t> = (Span, Sz<'t>, Sz<'t>);

impl<'t> Sizes<'t> {
    /// The number of open equations.
    pub fn open_equations(&self) -> usize {
        self.equations.len()
    }

    /// The open equations.
    pub(in super::super) fn equations(&self) -> &[Equation<'t>] {
        &self.equations
    }

    /// Replaces the open equations by those of an earlier state.
    pub(in super::super) fn set_equations(&mut self, equations: Vec<Equation<'t>>) {
        self.equations = equations;
    }

    /// Takes the last open equation; the others are forgotten.
    pub fn take_equation(&mut self) -> Option<Equation<'t>> {
        let last = self.equations.pop();
        self.equations.clear();
        last
    }

    /// Forgets the open equations but the first `mark`.
    pub fn forget_equations(&mut self, mark: usize) {
        self.equations.truncate(mark);
    }

    /// Unifies two sizes. If that is not possible yet, the equation stays open.
    pub fn unify_sizes(&mut self, found: Sz<'t>, expected: Sz<'t>) -> Unified<'t> {
        if !self.equate(found, expected)? {
            self.equations.push((self.span, found, expected));
        }
        Ok(())
    }

    /// Tries to unify two sizes. `Ok(false)` if more variables must be solved first. No variable is solved by
    /// arithmetic: `?0 + 1 = n` stays open, since the solution `n - 1` is a size that the program does not write.
    pub fn equate(&mut self, found: Sz<'t>, expected: Sz<'t>) -> Result<bool, Clash<'t>> {
        let (a, b) = (self.shallow_size(found), self.shallow_size(expected));
        match (a, b) {
            (Size::Var(x), Size::Var(y)) => {
                self.table.union(*x, *y);
                return Ok(true);
            }
            (Size::Var(var), other) | (other, Size::Var(var)) if self.try_solve(*var, other)? => return Ok(true),
            (Size::Computed(..), _) | (_, Size::Computed(..)) => return self.equate_computed(a, b),
            _ => {}
        }
        let clash = Clash::Sizes(found, expected);
        let difference = self.normal_size(a).minus(&self.normal_size(b));
        if difference.is_zero() {
            return Ok(true);
        }
        // `?0 = ?0 + ?0` holds for 0, but only by coincidence, so it is not solved.
        if matches!(a, Size::Var(_)) || matches!(b, Size::Var(_)) {
            return Ok(false);
        }
        if !has_vars(&difference) {
            let (a, b) = (self.expanded_size(a), self.expanded_size(b));
            return if self.normal_size(a) == self.normal_size(b) { Ok(true) } else { Err(clash) };
        }
        // The operands of the same operator, in order: `n * m` and `?0 * ?1`.
        if let (Size::Bin(op, a1, a2), Size::Bin(other, b1, b2)) = (a, b)
            && op == other
        {
            let state = self.table.snapshot();
            if matches!(self.equate(a1, b1), Ok(true)) && matches!(self.equate(a2, b2), Ok(true)) {
                self.table.commit(state);
                return Ok(true);
            }
            self.table.rollback(state);
        }
        Ok(false)
    }

    /// Gives a variable its size. `Ok(false)` if the size contains the variable.
    pub fn try_solve(&mut self, var: SizeVar, size: Sz<'t>) -> Result<bool, Clash<'t>> {
        let root = self.table.root(var);
        if mentions(&self.normal_size(size), root.0) {
            return Ok(false);
        }
        let level = self.table.level(var);
        let mut size = size;
        loop {
            match self.adjust_size(size, level, &[]) {
                Ok(()) => break,
                Err(clash @ Clash::Escape(name)) => match self.forgotten(size, name, &[])? {
                    Some(rest) => size = rest,
                    None => return Err(clash),
                },
                Err(clash) => return Err(clash),
            }
        }
        self.table.solve(var, size);
        Ok(true)
    }

    /// Checks that a size mentions only names that a level can mention, and restricts its variables to such solutions.
    pub fn adjust_size(&mut self, size: Sz<'t>, level: u32, bound: &[Name]) -> Unified<'t> {
        match self.shallow_size(size) {
            Size::Name(name) => {
                let outside = bound.contains(name) || self.is_visible(*name, level);
                if outside { Ok(()) } else { Err(Clash::Escape(*name)) }
            }
            Size::Const(_) => Ok(()),
            Size::Var(var) => {
                self.table.lower(*var, level);
                Ok(())
            }
            Size::Bin(_, a, b) => {
                self.adjust_size(a, level, bound)?;
                self.adjust_size(b, level, bound)
            }
            Size::Computed(holder, value) => {
                self.adjust_size(holder, level, bound)?;
                self.adjust_size(value, level, bound)
            }
            Size::Form(_, parts) => parts.iter().try_for_each(|part| self.adjust_size(part, level, bound)),
        }
    }

    /// Tries all open equations again.
    pub fn retry_equations(&mut self) -> Result<(), (Span, Clash<'t>)> {
        loop {
            let before = self.equations.len();
            for (span, found, expected) in std::mem::take(&mut self.equations) {
                match self.equate(found, expected) {
                    Ok(true) => {}
                    Ok(false) => self.equations.push((span, found, expected)),
                    Err(clash) => return Err((span, clash)),
                }
            }
            if self.equations.len() == before {
                return Ok(());
            }
        }
    }
}
