//! Checks calls and updates, which consume values.

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::typed::{Exp, Step, Type};
use rustc_hash::FxHashMap;

use super::alias::{Alias, is_scalar, not_unique, shaped, sharing_parts, split, twice, unmarked};
use super::partial::consumes;
use super::results::{OwnParts, Undeclared};
use super::{Checker, quoted};

impl<'a, 'c> Checker<'a, 'c> {
    pub(super) fn apply(
        &mut self,
        span: Span,
        ty: &'a Type<'a>,
        func: &'a Exp<'a>,
        args: &'a [Exp<'a>],
    ) -> Result<Alias> {
        let function = self.exp(func)?;
        let mut result = function.all();
        let mut taken: Vec<(usize, &'a Exp<'a>, Alias)> = Vec::new();
        let mut kept = Vec::new();
        let mut func_ty = unmarked(func.ty()).0;
        let mut unique = false;
        // Operands of an operator are evaluated from left to right.
        let infix = args.len() > 1 && func.span().same_place(span);
        let mut uses: Vec<FxHashMap<Name, Span>> = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            self.uses.push(FxHashMap::default());
            let value = self.kept_value(arg, "this argument")?;
            let own = self.uses.pop().unwrap_or_default();
            if let Some(outer) = self.uses.last_mut() {
                for (part, place) in &own {
                    outer.entry(*part).or_insert(*place);
                }
            }
            self.used_to_the_left(&uses, |part| self.consumed.get(&part).copied())?;
            uses.push(own.into_iter().filter(|(part, _)| !infix && !self.consumed.contains_key(part)).collect());
            let Type::TypeArrow { from, to, .. } = func_ty else {
                return Err(Error::internal("an argument for something that is no function").or_at(span));
            };
            self.partial |= matches!(unmarked(ty).0, Type::TypeArrow { .. }) && consumes(from);
            self.unique_as_expected(arg, from)?;
            let (consumed, other) = split(from, &value);
            if let Some(shared) = twice(&consumed) {
                let message = format!(
                    "argument passed for consuming parameter is self-aliased: two parts of it may both be {}",
                    self.owner(shared)
                );
                return Err(codes::ALIASED_ARGUMENT
                    .error(arg.span(), message)
                    .rule("self-aliasing-arg")
                    .note("`copy` makes a value of its own"));
            }
            if !matches!(consumed, Alias::Nothing) {
                taken.push((index, arg, consumed));
            }
            kept.push(other);
            (func_ty, unique) = unmarked(to);
        }
        let shared: BTreeSet<Name> = kept.iter().flat_map(Alias::all).collect();
        // All arguments are evaluated before any is consumed.
        for (index, arg, value) in &taken {
            let parts = value.all();
            if let Some(shared) = parts.iter().find(|part| shared.contains(part)) {
                let message = format!(
                    "argument is consumed, but aliases {}, which is also passed in another argument",
                    self.owner(*shared)
                );
                return Err(self.copied(codes::ALIASED_ARGUMENT.error(arg.span(), message), arg, true));
            }
            let before = uses.get(..*index).unwrap_or_default();
            self.used_to_the_left(before, |part| parts.contains(&part).then(|| arg.span()))?;
            self.used(arg.span(), Symbol::new("this argument"), value)?;
            let cause = match func {
                Exp::Var { name, .. } => format!("{}, which takes this argument for itself (`*`)", quoted(*name)),
                _ => "the function that takes this argument for itself (`*`)".to_string(),
            };
            self.consume(arg.span(), value, &cause)?;
        }
        if unique || is_scalar(ty) {
            return Ok(Alias::Nothing);
        }
        if let Exp::Var { name, .. } = func
            && let Some(Undeclared { params, shares, .. }) = self.undeclared.get(name)
            && *params == args.len()
        {
            let shares = shares.clone();
            return Ok(self.result_of_call(ty, &shares, &kept, &mut OwnParts::new(&shares)));
        }
        // A result that is a function may share the memory of all arguments.
        result.extend(shared);
        if sharing_parts(func_ty) > 1 {
            result.insert(self.call_result());
        }
        Ok(shaped(ty, &not_unique(func_ty, &Alias::parts(result))))
    }

    /// Checks that no argument uses a value that an argument to its right consumes. As in today's compiler, arguments
    /// count as evaluated from right to left. `uses` holds the uses in the arguments to the left, and `consumed`
    /// returns the place where a part was consumed.
    fn used_to_the_left(&self, uses: &[FxHashMap<Name, Span>], consumed: impl Fn(Name) -> Option<Span>) -> Result<()> {
        let mut found: Vec<_> = uses.iter().flatten().collect();
        found.sort_by_key(|(part, place)| (place.start, part.base.as_str()));
        for (part, place) in found {
            if let Some(taken) = consumed(*part) {
                let owner = self.owner(*part);
                return Err(codes::USED_AFTER_CONSUMPTION
                    .error(*place, format!("{owner} is used to the left of the argument that consumes it"))
                    .label("it is used here")
                    .related(taken, self.consumption_of(*part))
                    .note("arguments are evaluated from right to left: bind the value with `let` before the call"));
            }
        }
        Ok(())
    }

    pub(super) fn update(
        &mut self,
        span: Span,
        exp: &'a Exp<'a>,
        path: &'a [Step<'a>],
        value: &'a Exp<'a>,
    ) -> Result<Alias> {
        for step in path {
            if let Step::StepIndex { indices, .. } = step {
                self.dims(indices)?;
            }
        }
        let new = self.exp(value)?;
        let old = self.exp(exp)?;
        let (result, taken) = self.replaced(&old, path, &new);
        if let Some(taken) = taken {
            let parts = taken.all();
            if let Some(shared) = new.all().into_iter().find(|part| parts.contains(part)) {
                let message = format!(
                    "source array for in-place update might alias update value: both may be {}",
                    self.owner(shared)
                );
                return Err(self.copied(codes::ALIASED_UPDATE.error(value.span(), message), value, false));
            }
            // The place of `let xs[i] = v in e` has all of it.
            let head = Span { start: exp.span().start, end: value.span().end, ..span };
            let text = self.sources.get(span.file).and_then(|file| file.text.get(span.start as usize..));
            let is_head = head.start < head.end && text.is_some_and(|text| text.starts_with("let"));
            self.consume(if is_head { head } else { span }, &taken, "this update")?;
        }
        Ok(result)
    }

    /// The memory that an updated value shares, and the memory that the update consumes. Replacing a field of a record
    /// consumes nothing.
    fn replaced(&self, old: &Alias, path: &'a [Step<'a>], new: &Alias) -> (Alias, Option<Alias>) {
        match path.split_first() {
            None => (new.clone(), None),
            Some((Step::StepIndex { .. }, _)) => (Alias::Nothing, Some(old.clone())),
            Some((Step::StepField { label, .. }, rest)) => {
                let (part, taken) = self.replaced(&old.field(*label), rest, new);
                let result = match old {
                    Alias::Record(fields) => {
                        let fields = fields
                            .iter()
                            .map(|(other, alias)| (*other, if other == label { part.clone() } else { alias.clone() }));
                        Alias::Record(Rc::new(fields.collect()))
                    }
                    other => other.or(&part),
                };
                (result, taken)
            }
        }
    }
}
