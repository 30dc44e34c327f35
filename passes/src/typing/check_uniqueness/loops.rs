//! Checks loops. If the body consumes a parameter, the loop consumes the parameter's initial value. The body must then
//! return a value for the parameter that shares memory with nothing else.

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::{Name, Result, Span, Symbol};
use languages::codes;
use languages::typed::{Attr, Exp, LoopForm, Pat};
use rustc_hash::FxHashMap;

use super::Checker;
use super::alias::{Alias, unmarked};

impl<'a, 'c> Checker<'a, 'c> {
    pub(super) fn looping(
        &mut self,
        pat: &'a Pat<'a>,
        ascribed: &'a [Attr<'a>],
        init: &'a Exp<'a>,
        form: &'a LoopForm<'a>,
        body: &'a Exp<'a>,
    ) -> Result<Alias> {
        let start = self.exp(init)?;
        let around = match form {
            LoopForm::For { bound, .. } => self.exp(bound)?,
            LoopForm::ForIn { array, .. } => self.exp(array)?,
            LoopForm::While { .. } => Alias::Nothing,
        };
        self.depth += 1;
        self.uses.push(FxHashMap::default());
        self.bind(pat, &Alias::Nothing, true);
        self.ascribe(pat, ascribed);
        if let LoopForm::ForIn { pat, .. } = form {
            self.bind(pat, &around, true);
        }
        if let LoopForm::While { cond, .. } = form {
            self.exp(cond)?;
        }
        let result = self.exp(body)?;
        self.depth -= 1;
        let uses = self.uses.pop().unwrap_or_default();
        let own = self.own(pat);
        self.settle(pat, &own, &result);
        let (taken, given) = self.taken(&own, &start);
        let mut returned = Vec::new();
        let back = self.go_around(&own, &result, body.span(), &mut returned)?;
        if let Some(taken) = taken {
            let kept = given.all();
            if let Some(shared) = taken.all().into_iter().find(|part| kept.contains(part)) {
                let message = format!(
                    "{} is the initial value of a parameter that the loop consumes, and of another parameter",
                    self.owner(shared)
                );
                return Err(codes::LOOP_CONSUMPTION
                    .error(init.span(), message)
                    .note("`copy` makes a value of its own"));
            }
            self.used(init.span(), Symbol::new("the initial value"), &taken)?;
            self.consume(init.span(), &taken, "this loop, whose body consumes its parameter")?;
            for part in taken.all() {
                if let Some(place) = uses.get(&part) {
                    let owner = self.owner(part);
                    let error = codes::USED_AFTER_CONSUMPTION
                        .error(*place, format!("{owner} is used in a loop that has consumed it"));
                    return Err(error.related(init.span(), self.consumption_of(part)));
                }
            }
        }
        if let Some(outer) = self.uses.last_mut() {
            for (part, place) in uses {
                outer.entry(part).or_insert(place);
            }
        }
        let result = given.or(&back);
        let several = returned.iter().filter(|(consumed, _)| !consumed).count() > 1;
        let without_parameter = matches!(pat, Pat::PatWild { .. }) && !have_common_parts(&returned);
        if several && !without_parameter {
            // The body may return one parameter in the place of another.
            let common = BTreeSet::from([self.part(Symbol::new("the result of this loop"), true)]);
            return Ok(result.or(&self.kept(&own, &Alias::parts(common))));
        }
        Ok(result)
    }

    /// Marks the variables of a loop's parameter with declared types as not consumable, unless their types are unique.
    fn ascribe(&mut self, pat: &'a Pat<'a>, ascribed: &'a [Attr<'a>]) {
        match *pat {
            Pat::PatVar { name: own, .. }
                if ascribed.iter().any(|attr| matches!(attr, Attr::Atom { name, .. } if *name == own.base)) =>
            {
                self.bind(pat, &Alias::Nothing, false);
            }
            Pat::PatRecord { fields, .. } => fields.iter().for_each(|field| self.ascribe(field.pat, ascribed)),
            _ => {}
        }
    }

    /// Decides which parts of its parameter the loop consumes: those that the body consumes, and what the body returns
    /// for a consumed part, as the next round consumes it.
    ///
    /// A part of a declared unique type counts as consumed if these rules find nothing else, as in today's Futhark.
    /// Otherwise its declaration has no effect: a loop may start it with a value that is not unique.
    fn settle(&mut self, pat: &'a Pat<'a>, own: &Alias, result: &Alias) {
        let parts = own.all();
        let mut declared = self.declared(pat);
        let only_declared = parts.iter().all(|part| declared.contains(part) || !self.consumed.contains_key(part));
        loop {
            let mut returned = BTreeSet::new();
            self.given_back(own, result, &declared, &mut returned);
            returned.retain(|part| {
                let inside = self.parts.get(part).is_some_and(|part| part.depth > self.depth);
                inside && !self.consumed.contains_key(part)
            });
            if returned.is_empty() {
                break;
            }
            self.consumed.extend(returned.into_iter().map(|part| (part, pat.span())));
            declared.clear();
        }
        if only_declared {
            self.consumed.extend(declared.into_iter().map(|part| (part, pat.span())));
        }
    }

    /// Collects what the body returns for the parts that are consumed or `declared`.
    fn given_back(&self, own: &Alias, result: &Alias, declared: &BTreeSet<Name>, all: &mut BTreeSet<Name>) {
        match own {
            Alias::Nothing => {}
            Alias::Record(fields) => {
                fields.iter().for_each(|(label, part)| self.given_back(part, &result.field(*label), declared, all));
            }
            Alias::Parts(parts) if self.is_consumed(parts) || !parts.is_disjoint(declared) => result.each(all),
            Alias::Parts(_) => {}
        }
    }

    /// The parts of a loop's parameter that have unique types.
    fn declared(&mut self, pat: &'a Pat<'a>) -> BTreeSet<Name> {
        match *pat {
            Pat::PatWild { .. } => BTreeSet::new(),
            _ if unmarked(pat.ty()).1 => self.own(pat).all(),
            Pat::PatRecord { fields, .. } => fields.iter().flat_map(|field| self.declared(field.pat)).collect(),
            _ => BTreeSet::new(),
        }
    }

    /// The parts of a loop's parameter.
    fn own(&mut self, pat: &'a Pat<'a>) -> Alias {
        match *pat {
            Pat::PatRecord { fields, .. } => {
                let mut parts = Vec::new();
                for field in fields {
                    parts.push((field.label, self.own(field.pat)));
                }
                Alias::Record(Rc::new(parts))
            }
            Pat::PatVar { name, .. } => self.vars.get(&name).cloned().unwrap_or(Alias::Nothing),
            Pat::PatWild { ty, .. } => {
                self.depth += 1;
                let own = self.own_parts(Name::fresh("_"), ty, true, &Alias::Nothing);
                self.depth -= 1;
                own
            }
            _ => Alias::Nothing,
        }
    }

    pub(super) fn is_consumed(&self, parts: &BTreeSet<Name>) -> bool {
        parts.iter().any(|part| self.consumed.contains_key(part))
    }

    /// Splits the alias of a loop's initial value into the part that the loop consumes, and the part that its result
    /// may share.
    pub(super) fn taken(&self, own: &Alias, start: &Alias) -> (Option<Alias>, Alias) {
        match own {
            Alias::Nothing => (None, Alias::Nothing),
            Alias::Parts(parts) if self.is_consumed(parts) => (Some(Alias::parts(start.all())), Alias::Nothing),
            Alias::Parts(_) => (None, start.clone()),
            Alias::Record(fields) => {
                let mut taken = BTreeSet::new();
                let mut any = false;
                let mut given = Vec::new();
                for (label, part) in fields.iter() {
                    let (part, rest) = self.taken(part, &start.field(*label));
                    if let Some(part) = part {
                        any = true;
                        part.each(&mut taken);
                    }
                    given.push((*label, rest));
                }
                (any.then(|| Alias::parts(taken)), Alias::Record(Rc::new(given)))
            }
        }
    }

    /// The alias that gives `value` to each part of a parameter that is not consumed.
    pub(super) fn kept(&self, own: &Alias, value: &Alias) -> Alias {
        match own {
            Alias::Nothing => Alias::Nothing,
            Alias::Parts(parts) => {
                if self.is_consumed(parts) {
                    Alias::Nothing
                } else {
                    value.clone()
                }
            }
            Alias::Record(fields) => {
                Alias::Record(Rc::new(fields.iter().map(|(label, part)| (*label, self.kept(part, value))).collect()))
            }
        }
    }

    /// Checks that the body returns unshared values for the parts that it consumes. Returns the memory that the loop's
    /// result may share. `returned` collects, for each part, whether it is consumed, and the value returned for it.
    pub(super) fn go_around(
        &self,
        own: &Alias,
        result: &Alias,
        span: Span,
        returned: &mut Vec<(bool, BTreeSet<Name>)>,
    ) -> Result<Alias> {
        let (param, consumed) = match own {
            Alias::Nothing => return Ok(Alias::Nothing),
            Alias::Record(fields) => {
                let mut parts = Vec::new();
                for (label, part) in fields.iter() {
                    parts.push((*label, self.go_around(part, &result.field(*label), span, returned)?));
                }
                return Ok(Alias::Record(Rc::new(parts)));
            }
            Alias::Parts(parts) => {
                let param = parts.first().map_or(Symbol::new("the loop"), |part| self.owner(*part));
                (param, self.is_consumed(parts))
            }
        };
        let wrong = |message| codes::LOOP_CONSUMPTION.error(span, message).note("`copy` makes a value of its own");
        let all = result.all();
        for (other_consumed, other) in returned.iter() {
            if (consumed || *other_consumed)
                && let Some(shared) = all.iter().find(|part| other.contains(part))
            {
                let shared = self.owner(*shared);
                return Err(match other_consumed {
                    true => wrong(format!(
                        "return value for loop parameter {param} aliases other consumed loop parameter: both may be {shared}"
                    )),
                    false => wrong(format!(
                        "return value for consuming loop parameter {param} aliases previously returned value: both may be {shared}"
                    ))
                    .rule("aliases-previously-returned"),
                });
            }
        }
        let outer =
            all.iter().copied().filter(|part| self.parts.get(part).is_some_and(|part| part.depth <= self.depth));
        let outer: BTreeSet<Name> = outer.collect();
        returned.push((consumed, all));
        match outer.first() {
            Some(part) if consumed => {
                let outer = self.owner(*part);
                let message = format!("return value for consuming loop parameter {param} aliases {outer}");
                Err(wrong(message).rule("consuming-loop-param-aliases"))
            }
            _ => Ok(Alias::parts(outer)),
        }
    }
}

/// Whether two parts of a loop's result may share memory.
fn have_common_parts(returned: &[(bool, BTreeSet<Name>)]) -> bool {
    let mut seen = BTreeSet::new();
    returned.iter().flat_map(|(_, parts)| parts).any(|part| !seen.insert(*part))
}
