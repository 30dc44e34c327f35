//! Checks results of functions: which parts must be unique, and which memory the other parts may share.

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::{Name, Result, Span, Symbol};
use languages::codes;
use languages::typed::{Exp, Pat, Type};
use rustc_hash::FxHashMap;

use super::alias::{Alias, is_scalar, shaped, sharing_parts, unmarked};
use super::{Checker, result_of};

/// The memory that a function's result may share, for all arguments.
#[derive(Clone, Debug)]
pub(super) enum Shares {
    /// No memory.
    Nothing,
    /// The memory of any of these.
    Sources(Rc<BTreeSet<Source>>),
    /// The memory of each field.
    Record(Rc<Vec<(Symbol, Shares)>>),
}

/// A function without a declared result type.
#[derive(Clone, Debug)]
pub(super) struct Undeclared {
    /// The number of parameters.
    pub params: usize,
    pub shares: Shares,
    /// Whether the function is local.
    pub local: bool,
}

impl Shares {
    /// Whether there is any such memory.
    pub(super) fn any(&self) -> bool {
        match self {
            Shares::Nothing => false,
            Shares::Sources(_) => true,
            Shares::Record(fields) => fields.iter().any(|(_, shares)| shares.any()),
        }
    }

    /// That of a field.
    pub(super) fn field(&self, label: Symbol) -> &Shares {
        match self {
            Shares::Record(fields) => {
                fields.iter().find(|(other, _)| *other == label).map_or(&Shares::Nothing, |(_, shares)| shares)
            }
            other => other,
        }
    }

    /// Whether a result of this type has an array that shares no memory.
    pub(super) fn has_fresh(&self, ty: &Type<'_>) -> bool {
        match unmarked(ty).0 {
            ty if is_scalar(ty) => false,
            Type::TypeArrow { .. } => false,
            Type::TypeRecord { fields, .. } => fields.iter().any(|field| self.field(field.label).has_fresh(field.ty)),
            _ => !self.any(),
        }
    }
}

/// An origin of the memory of a part of a function's result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Source {
    /// A component of the parameter at a position.
    Param(usize, Vec<Symbol>),
    /// A part that is bound outside the function.
    Outer(Name),
    /// Memory that the function makes and that several parts of its result share.
    Own(Name),
}

/// The memory that a call makes and that several parts of its result may share.
#[derive(Default)]
pub(super) struct OwnParts {
    /// The sources of more than one part of the result.
    several: BTreeSet<Source>,
    parts: FxHashMap<Source, Name>,
}

impl OwnParts {
    pub(super) fn new(shares: &Shares) -> Self {
        let mut own = OwnParts::default();
        let mut seen = BTreeSet::new();
        own.count(shares, &mut seen);
        own
    }

    fn count(&mut self, shares: &Shares, seen: &mut BTreeSet<Source>) {
        match shares {
            Shares::Nothing => {}
            Shares::Sources(sources) => {
                let again = sources.iter().filter(|source| !seen.insert((*source).clone()));
                self.several.extend(again.cloned());
            }
            Shares::Record(fields) => fields.iter().for_each(|(_, shares)| self.count(shares, seen)),
        }
    }
}

impl<'a, 'c> Checker<'a, 'c> {
    /// Checks that the result of a function shares memory with no constant, since the function's type could not tell.
    pub(super) fn not_global(&self, span: Span, result: &Alias) -> Result<()> {
        let global = result.all().into_iter().find(|part| self.parts.get(part).is_some_and(|part| part.global));
        match global {
            None => Ok(()),
            Some(part) => {
                let message = format!("function result aliases the free variable {}", self.owner(part));
                Err(codes::RETURNED_CONSTANT.error(span, message).note("callers may consume the result"))
            }
        }
    }

    /// The memory that the result of a function may share, except that of consumed arguments.
    pub(super) fn shares(&self, params: &'a [Pat<'a>], ret: &'a Type<'a>, result: &Alias) -> Shares {
        let mut leaves = Vec::new();
        self.leaves(ret, result, &mut leaves);
        let mut sources = FxHashMap::default();
        for (place, param) in params.iter().enumerate() {
            self.param_sources(place, param, &mut Vec::new(), &mut sources);
        }
        self.shares_of(ret, result, &leaves, &sources)
    }

    fn shares_of(
        &self,
        ty: &'a Type<'a>,
        value: &Alias,
        leaves: &[BTreeSet<Name>],
        params: &FxHashMap<Name, Source>,
    ) -> Shares {
        match unmarked(ty) {
            (Type::TypeRecord { fields, .. }, false) => {
                let fields = fields
                    .iter()
                    .map(|field| (field.label, self.shares_of(field.ty, &value.field(field.label), leaves, params)));
                Shares::Record(Rc::new(fields.collect()))
            }
            (_, true) | (Type::TypePrim { .. }, _) => Shares::Nothing,
            _ => {
                let source = |name: Name| {
                    let part = self.parts.get(&name)?;
                    if !part.consumable || part.depth < self.depth {
                        return Some(params.get(&name).cloned().unwrap_or(Source::Outer(name)));
                    }
                    let several = leaves.iter().filter(|leaf| leaf.contains(&name)).count() > 1;
                    several.then_some(Source::Own(name))
                };
                let sources: BTreeSet<Source> = value.all().into_iter().filter_map(source).collect();
                if sources.is_empty() { Shares::Nothing } else { Shares::Sources(Rc::new(sources)) }
            }
        }
    }

    /// The parts of a parameter's variables, by their paths in the parameter.
    fn param_sources(&self, place: usize, pat: &'a Pat<'a>, path: &mut Vec<Symbol>, out: &mut FxHashMap<Name, Source>) {
        match pat {
            Pat::PatVar { name, .. } => {
                let alias = self.vars.get(name).unwrap_or(&Alias::Nothing);
                alias.each_part(path, &mut |path, part| {
                    out.insert(part, Source::Param(place, path.to_vec()));
                });
            }
            Pat::PatWild { .. } | Pat::PatConst { .. } => {}
            Pat::PatRecord { fields, .. } => {
                for field in *fields {
                    path.push(field.label);
                    self.param_sources(place, field.pat, path, out);
                    path.pop();
                }
            }
            // A sum is followed as a whole.
            Pat::PatCon { args, .. } => args.iter().for_each(|arg| self.param_sources(place, arg, path, out)),
        }
    }

    /// The memory that the result of a call may share, from the memory that its unconsumed arguments share.
    pub(super) fn result_of_call(
        &mut self,
        ty: &'a Type<'a>,
        shares: &Shares,
        args: &[Alias],
        own: &mut OwnParts,
    ) -> Alias {
        let sources = match (shares, unmarked(ty).0) {
            (Shares::Nothing, _) => return Alias::Nothing,
            (Shares::Record(parts), Type::TypeRecord { fields, .. }) => {
                let mut result = Vec::new();
                for (label, part) in parts.iter() {
                    if let Some(field) = fields.iter().find(|field| field.label == *label) {
                        result.push((*label, self.result_of_call(field.ty, part, args, own)));
                    }
                }
                return Alias::Record(Rc::new(result));
            }
            // The type of this call is no record, so the parts of the result are not followed on their own.
            (Shares::Record(_), _) => return Alias::parts(args.iter().flat_map(Alias::all).collect()),
            (Shares::Sources(sources), _) => sources,
        };
        let mut all = BTreeSet::new();
        for source in sources.iter() {
            match source {
                Source::Param(place, path) => {
                    let arg = args.get(*place).cloned().unwrap_or(Alias::Nothing);
                    let before = all.len();
                    path.iter().fold(arg, |alias, label| alias.field(*label)).each(&mut all);
                    if all.len() == before && own.several.contains(source) {
                        // A new array, which several parts of the result may share.
                        all.insert(*own.parts.entry(source.clone()).or_insert_with(|| self.call_result()));
                    }
                }
                Source::Outer(part) => drop(all.insert(*part)),
                Source::Own(_) => {
                    all.insert(*own.parts.entry(source.clone()).or_insert_with(|| self.call_result()));
                }
            }
        }
        // A type parameter may stand for a record of several arrays.
        if sharing_parts(ty) > 1 {
            all.insert(self.call_result());
        }
        shaped(ty, &Alias::parts(all))
    }

    /// Checks that functions in the value of an expression have unique results where the expected type has.
    pub(super) fn unique_as_expected(&self, exp: &'a Exp<'a>, expected: &'a Type<'a>) -> Result<()> {
        let exp = result_of(exp);
        if let (Exp::Record { fields, .. }, Type::TypeRecord { fields: wanted, .. }) = (exp, unmarked(expected).0) {
            return fields.iter().try_for_each(|field| {
                let wanted = wanted.iter().find(|wanted| wanted.label == field.label);
                wanted.map_or(Ok(()), |wanted| self.unique_as_expected(field.exp, wanted.ty))
            });
        }
        self.unique_results(exp.span(), exp.ty(), expected, self.inferred_result(exp))
    }

    /// Checks the same for a value that a pattern takes apart.
    pub(super) fn unique_as_matched(&self, exp: &'a Exp<'a>, pat: &'a Pat<'a>) -> Result<()> {
        match (result_of(exp), pat) {
            (Exp::Record { fields, .. }, Pat::PatRecord { fields: pats, .. }) => {
                let pairs =
                    pats.iter().filter_map(|pat| Some((fields.iter().find(|field| field.label == pat.label)?, pat)));
                pairs.into_iter().try_for_each(|(field, pat)| self.unique_as_matched(field.exp, pat.pat))
            }
            (exp, Pat::PatRecord { .. }) => self.unique_components(exp.span(), exp.ty(), pat),
            (exp, _) => self.unique_as_expected(exp, pat.ty()),
        }
    }

    fn unique_components(&self, span: Span, ty: &'a Type<'a>, pat: &'a Pat<'a>) -> Result<()> {
        match (unmarked(ty).0, pat) {
            (Type::TypeRecord { fields, .. }, Pat::PatRecord { fields: pats, .. }) => {
                let pairs =
                    pats.iter().filter_map(|pat| Some((fields.iter().find(|field| field.label == pat.label)?, pat)));
                pairs.into_iter().try_for_each(|(field, pat)| self.unique_components(span, field.ty, pat.pat))
            }
            _ => self.unique_results(span, ty, pat.ty(), None),
        }
    }

    /// For a function of the program without a declared result type, perhaps applied to arguments: the number of
    /// further arguments, and the memory that the result may share.
    fn inferred_result(&self, exp: &'a Exp<'a>) -> Option<(usize, &Shares)> {
        let (name, args) = match exp {
            Exp::Var { name, .. } => (name, 0),
            Exp::Apply { func: Exp::Var { name, .. }, args, .. } => (name, args.len()),
            Exp::ExpAttributed { exp, .. } => return self.inferred_result(exp),
            _ => return None,
        };
        // As in today's Futhark, results of local functions and lambdas are unique only if their types say so.
        let Undeclared { params, shares, local: false } = self.undeclared.get(name)? else { return None };
        params.checked_sub(args).map(|rest| (rest, shares))
    }

    fn unique_results(
        &self,
        span: Span,
        found: &'a Type<'a>,
        expected: &'a Type<'a>,
        inferred: Option<(usize, &Shares)>,
    ) -> Result<()> {
        if results_are_unique(found, expected, inferred) {
            return Ok(());
        }
        let message =
            "the result of this function may share memory, but this place needs a function with a unique result";
        Err(codes::RESULT_NOT_UNIQUE
            .error(span, message)
            .note("the types of the results have incompatible uniqueness")
            .note(
                "the result of a lambda or a local function is unique only if its type is declared so: `\\x: *t -> e`",
            ))
    }

    /// A part that several components of a call's result may share.
    pub(super) fn call_result(&mut self) -> Name {
        self.part(Symbol::new("the result of this call"), true)
    }

    fn leaves(&self, ty: &'a Type<'a>, value: &Alias, out: &mut Vec<BTreeSet<Name>>) {
        match unmarked(ty).0 {
            Type::TypeRecord { fields, .. } => {
                fields.iter().for_each(|field| self.leaves(field.ty, &value.field(field.label), out));
            }
            _ => out.push(value.all()),
        }
    }

    /// Checks that unique parts of a result share memory with nothing outside the result, and with no other part of it.
    pub(super) fn returned(&self, span: Span, ret: &'a Type<'a>, result: &Alias) -> Result<()> {
        self.returned_part(span, ret, false, result, &mut FxHashMap::default())
    }

    /// Checks a part of a result. `around` says whether it is a part of something unique; `seen` has the memory of the
    /// parts before, and whether any of these are unique.
    fn returned_part(
        &self,
        span: Span,
        ret: &'a Type<'a>,
        around: bool,
        result: &Alias,
        seen: &mut FxHashMap<Name, bool>,
    ) -> Result<()> {
        let (ty, unique) = unmarked(ret);
        let unique = unique || around;
        if let Type::TypeRecord { fields, .. } = ty {
            return fields
                .iter()
                .try_for_each(|field| self.returned_part(span, field.ty, unique, &result.field(field.label), seen));
        }
        let refused = |message: String| codes::RESULT_NOT_UNIQUE.error(span, message);
        for name in result.all() {
            if let Some(part) = self.parts.get(&name)
                && unique
                && (!part.consumable || part.depth < self.depth)
            {
                return Err(refused(format!("unique-typed return value is aliased to {}", part.owner)));
            }
            let before = seen.get(&name).copied();
            if before.is_some_and(|before| before || unique) {
                let owner = self.owner(name);
                let message = format!(
                    "a unique-typed component of the return value is aliased to some other component: both may be {owner}"
                );
                return Err(refused(message).rule("unique-return-aliased"));
            }
            seen.insert(name, unique);
        }
        Ok(())
    }
}

/// Whether all functions in a type have unique results where those in the expected type have.
fn results_are_unique(found: &Type<'_>, expected: &Type<'_>, inferred: Option<(usize, &Shares)>) -> bool {
    match (unmarked(found).0, unmarked(expected).0) {
        (Type::TypeArrow { from, to, .. }, Type::TypeArrow { from: wanted, to: rest, .. }) => {
            let inferred = inferred.and_then(|(params, shares)| Some((params.checked_sub(1)?, shares)));
            let shares = inferred.filter(|(params, _)| *params == 0).map(|(_, shares)| shares);
            is_as_unique(to, rest, false, shares)
                && results_are_unique(wanted, from, None)
                && results_are_unique(to, rest, inferred)
        }
        (Type::TypeRecord { fields, .. }, Type::TypeRecord { fields: wanted, .. }) => fields.iter().all(|field| {
            let wanted = wanted.iter().find(|wanted| wanted.label == field.label);
            wanted.is_none_or(|wanted| results_are_unique(field.ty, wanted.ty, None))
        }),
        (Type::TypeSum { cases, .. }, Type::TypeSum { cases: wanted, .. }) => {
            let mut payloads =
                cases.iter().zip(*wanted).flat_map(|(case, wanted)| case.payload.iter().zip(wanted.payload));
            payloads.all(|(found, expected)| results_are_unique(found, expected, None))
        }
        _ => true,
    }
}

/// Whether the parts of a result are unique where those of the expected type are. `around` says whether the expected
/// result is a part of something unique.
fn is_as_unique(found: &Type<'_>, expected: &Type<'_>, around: bool, shares: Option<&Shares>) -> bool {
    let ((found, unique), (expected, wanted)) = (unmarked(found), unmarked(expected));
    let wanted = wanted || around;
    if unique || is_scalar(found) || matches!(shares, Some(Shares::Nothing)) {
        return true;
    }
    match (found, expected) {
        (Type::TypeRecord { fields, .. }, Type::TypeRecord { fields: others, .. }) => fields.iter().all(|field| {
            let shares = match shares {
                Some(Shares::Record(parts)) => {
                    parts.iter().find(|(label, _)| *label == field.label).map(|(_, shares)| shares)
                }
                _ => None,
            };
            let other = others.iter().find(|other| other.label == field.label);
            other.is_none_or(|other| is_as_unique(field.ty, other.ty, wanted, shares))
        }),
        (Type::TypeArrow { .. }, _) => true,
        _ => !wanted,
    }
}
