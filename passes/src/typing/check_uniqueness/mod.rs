//! `check-uniqueness`: checks that in-place updates are safe.
//!
//! The rules are methods of [`Checker`], with a file for each kind of expression.

mod alias;
mod calls;
mod copies;
mod expressions;
mod loops;
mod partial;
mod results;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, SourceMap, Span, Symbol, pass};
use languages::codes;
use languages::typed::{Def, Exp, Pat, Rewrite, Type, TypeField, Typed, tuple_components};
use rustc_hash::{FxHashMap, FxHashSet};

use self::alias::{Alias, unmarked};
use self::copies::{Copies, has_attribute};
use self::partial::Partial;
use self::results::Undeclared;
use crate::typing::support::attributes::{ABSTRACT, INSTANCE};

pass! {
    /// Checks that no array is used after an in-place update or a call has consumed its memory.
    ///
    ///     let ys = xs with [0] = 1 in (xs, ys)     is rejected: using variable `xs`, but this was consumed
    ///
    /// Language reference, "In-place updates". The result of a function may share memory with every argument that it
    /// does not consume, unless its type is unique (`*t`). For a function without a declared result type, the pass
    /// infers these arguments. No result may share memory with a constant, and no function may consume one. A constant
    /// of an abstract type may be an array although its type does not show it; a function that returns or consumes it
    /// uses a copy. So does a function in the body of a parametric module, since `check-modules` has checked the body.
    /// The components of a record are followed one by one, an array as a whole.
    pub CheckUniqueness = "check-uniqueness": Typed => Typed {
        counts: { consumptions, copying_functions },
    }
}

impl Transform for CheckUniqueness {
    fn transform(&self, program: &Owned<Typed>, run: &mut Run<'_, Self>) -> Result<Owned<Typed>> {
        let defs = program.root().defs;
        let hidden = hidden(defs);
        let Found { errors, consumptions, copying, partial, .. } = check(defs, &hidden, &run.sources);
        if !errors.is_empty() {
            return Err(Error::several(errors));
        }
        run.counts.copying_functions = copying.len() as u64;
        run.counts.consumptions = consumptions;
        let mut program = program.clone();
        if !copying.is_empty() {
            program = Owned::build(|arena| {
                let constants = constants(defs).into_keys().collect();
                let mut copies =
                    Copies { arena, hidden: &hidden, constants: &constants, functions: &copying, here: None };
                copies.rewrite_program(program.root())
            })?;
        }
        if partial {
            program = Owned::build(|arena| Partial::new(arena, program.root()).rewrite_program(program.root()))?;
        }
        Ok(program)
    }
}

/// For each entry point without a declared result type: whether each component of its result, or the whole result,
/// has arrays that share memory with nothing but consumed arguments. Constants and entry points that return functions
/// have no such results.
pub fn fresh_results(program: &Owned<Typed>, sources: &SourceMap) -> FxHashMap<Name, Vec<bool>> {
    let defs = program.root().defs;
    if !defs.iter().any(|Def::Value { entry, declared, .. }| *entry && !declared) {
        return FxHashMap::default();
    }
    let undeclared = check(defs, &hidden(defs), sources).undeclared;
    let results = defs.iter().filter_map(|Def::Value { name, entry, params, ret, .. }| {
        let Undeclared { shares, .. } = undeclared.get(name).filter(|_| *entry && !params.is_empty())?;
        match tuple_components(unmarked(ret).0) {
            Some(fields) => {
                let fresh = |field: &TypeField<'_>| shares.field(field.label).has_fresh(field.ty);
                Some((*name, fields.iter().map(fresh).collect()))
            }
            None => Some((*name, vec![shares.has_fresh(ret)])),
        }
    });
    results.collect()
}

/// The constants of abstract types among some definitions.
fn hidden<'a>(defs: &'a [Def<'a>]) -> FxHashSet<Name> {
    defs.iter().filter(|def| has_attribute(def, ABSTRACT)).map(|Def::Value { name, .. }| *name).collect()
}

/// What the check of a program found.
pub(super) struct Found {
    pub errors: Vec<Error>,
    consumptions: u64,
    /// The functions that must copy constants.
    copying: FxHashSet<Name>,
    /// The functions whose results may share memory with other values, whatever their declared types say.
    sharing: FxHashSet<Name>,
    /// The functions without declared result types.
    undeclared: FxHashMap<Name, Undeclared>,
    /// Whether an application that consumes arguments may be partial.
    partial: bool,
}

impl Found {
    /// Whether the result of a function may share memory with other values, except where its type is unique.
    pub(super) fn may_share(&self, function: Name) -> bool {
        self.sharing.contains(&function)
    }
}

/// The constants among some definitions, with their types.
fn constants<'a>(defs: &'a [Def<'a>]) -> FxHashMap<Name, &'a Type<'a>> {
    let constants = defs.iter().filter_map(|def| match def {
        Def::Value { name, params: [], ret, .. } => Some((*name, *ret)),
        Def::Value { .. } => None,
    });
    constants.collect()
}

/// Checks all definitions. `hidden` are the constants whose abstract types the definitions no longer have.
pub(super) fn check<'a>(defs: &'a [Def<'a>], hidden: &FxHashSet<Name>, sources: &SourceMap) -> Found {
    let mut errors = Vec::new();
    let (mut consumptions, mut partial) = (0, false);
    let constants = constants(defs);
    let none = FxHashMap::default();
    let mut visible = constants.clone();
    visible.retain(|name, _| !hidden.contains(name));
    let mut copying = FxHashSet::default();
    let (mut undeclared, mut sharing) = (FxHashMap::default(), FxHashSet::default());
    for def in defs {
        let Def::Value { name, params, ret, declared, body, .. } = def;
        // The types of the prelude's operations say what they consume and share.
        if matches!(body, Exp::Intrinsic { .. }) {
            continue;
        }
        let mut checker = Checker::new(&constants, sources, undeclared);
        let mut result = checker.function(params, ret, body);
        let instance = has_attribute(def, INSTANCE);
        if (instance || !hidden.is_empty()) && result.as_ref().is_err_and(takes_constant) {
            let known = if instance { &none } else { &visible };
            let mut with_copies = Checker::new(known, sources, std::mem::take(&mut checker.undeclared));
            with_copies.all_known = false;
            let again = with_copies.function(params, ret, body);
            checker.undeclared = std::mem::take(&mut with_copies.undeclared);
            if again.is_ok() {
                result = again;
                copying.insert(*name);
            }
        }
        match result {
            Ok(shares) => {
                if shares.any() || is_lambdas(body) {
                    sharing.insert(*name);
                }
                if !declared {
                    checker.undeclared.insert(*name, Undeclared { params: params.len(), shares, local: false });
                }
            }
            Err(error) => errors.push(error),
        }
        consumptions += checker.consumptions;
        partial |= checker.partial;
        undeclared = checker.undeclared;
    }
    Found { errors, consumptions, copying, sharing, undeclared, partial }
}

/// Whether a value is a lambda, or a record of lambdas. Their results are unique only if their types say so.
fn is_lambdas(value: &Exp<'_>) -> bool {
    match result_of(value) {
        Exp::Lambda { .. } => true,
        Exp::Record { fields, .. } => !fields.is_empty() && fields.iter().all(|field| is_lambdas(field.exp)),
        _ => false,
    }
}

/// Whether an error may be about a constant that is returned or consumed.
fn takes_constant(error: &Error) -> bool {
    let codes = [codes::RETURNED_CONSTANT.id, codes::NOT_CONSUMABLE.id];
    error.code.is_some_and(|code| codes.contains(&code.id))
}

/// A part of a variable's value that may be consumed on its own.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The variable or constant of the part, as messages write it.
    owner: Symbol,
    /// Where the variable is bound.
    place: Span,
    /// The number of functions and loops around the binding. A function or a loop can consume only parts that are bound
    /// inside it.
    depth: u32,
    /// Whether the part can be consumed at all.
    consumable: bool,
    /// Whether the owner is a constant.
    global: bool,
    /// Whether the part is a function. A function shares the memory that its results may share.
    function: bool,
    /// Whether the program gives the owner no name.
    unnamed: bool,
}

struct Checker<'a, 'c> {
    constants: &'c FxHashMap<Name, &'a Type<'a>>,
    /// Whether `constants` has all constants that are defined.
    all_known: bool,
    /// The texts of the program, for messages.
    sources: &'c SourceMap,
    vars: FxHashMap<Name, Alias>,
    parts: FxHashMap<Name, Part>,
    /// The consumed parts, each with the place of consumption.
    consumed: FxHashMap<Name, Span>,
    /// What consumed a part, for messages.
    causes: FxHashMap<Name, String>,
    /// For each enclosing loop body, the parts used in it, each with the place of the first use.
    uses: Vec<FxHashMap<Name, Span>>,
    depth: u32,
    /// The place of the binding that is being processed.
    binding: Span,
    consumptions: u64,
    /// Whether an application that consumes arguments may be partial.
    partial: bool,
    /// The last consumption, except in the bodies of functions.
    last_taken: Option<(Span, Symbol)>,
    /// The functions without declared result types.
    undeclared: FxHashMap<Name, Undeclared>,
}

impl<'a, 'c> Checker<'a, 'c> {
    fn new(
        constants: &'c FxHashMap<Name, &'a Type<'a>>,
        sources: &'c SourceMap,
        undeclared: FxHashMap<Name, Undeclared>,
    ) -> Self {
        Checker {
            constants,
            all_known: true,
            sources,
            undeclared,
            last_taken: None,
            vars: FxHashMap::default(),
            parts: FxHashMap::default(),
            consumed: FxHashMap::default(),
            causes: FxHashMap::default(),
            uses: Vec::new(),
            depth: 0,
            binding: Span::NONE,
            consumptions: 0,
            partial: false,
        }
    }

    fn part(&mut self, owner: Symbol, consumable: bool) -> Name {
        let part = Name::fresh("part");
        self.parts.insert(
            part,
            Part {
                owner,
                place: self.binding,
                depth: self.depth,
                consumable,
                global: false,
                function: false,
                unnamed: false,
            },
        );
        part
    }

    /// New parts for a variable, by its type, each together with the memory that the variable's value shares.
    fn own_parts(&mut self, owner: Name, ty: &'a Type<'a>, consumable: bool, value: &Alias) -> Alias {
        let (ty, unique) = unmarked(ty);
        let consumable = consumable || unique;
        match ty {
            Type::TypePrim { .. } => Alias::Nothing,
            _ if alias::is_scalar(ty) => Alias::Nothing,
            Type::TypeRecord { fields, .. } => {
                let mut parts = Vec::new();
                for field in *fields {
                    parts.push((field.label, self.own_parts(owner, field.ty, consumable, &value.field(field.label))));
                }
                Alias::Record(Rc::new(parts))
            }
            _ => {
                let part = self.part(quoted(owner), consumable);
                let function = matches!(ty, Type::TypeArrow { .. });
                self.parts.entry(part).and_modify(|part| part.function = function);
                let mut all = value.all();
                all.insert(part);
                Alias::parts(all)
            }
        }
    }

    /// Binds the variables of a pattern to parts of a value.
    fn bind(&mut self, pat: &'a Pat<'a>, value: &Alias, consumable: bool) {
        let consumable = consumable || unmarked(pat.ty()).1;
        match *pat {
            Pat::PatVar { span, name, ty } => {
                self.binding = span;
                let alias = self.own_parts(name, ty, consumable, value);
                self.binding = Span::NONE;
                self.vars.insert(name, alias);
            }
            Pat::PatWild { .. } | Pat::PatConst { .. } => {}
            Pat::PatRecord { fields, .. } => {
                fields.iter().for_each(|field| self.bind(field.pat, &value.field(field.label), consumable));
            }
            Pat::PatCon { args, .. } => args.iter().for_each(|arg| self.bind(arg, value, consumable)),
        }
    }

    /// Marks a variable that the program does not write: it only serves to give names to sizes.
    fn unnamed(&mut self, pat: &Pat<'a>) {
        let Pat::PatVar { name, .. } = pat else { return };
        for part in self.vars.get(name).map_or(BTreeSet::new(), Alias::all) {
            self.parts.entry(part).and_modify(|part| part.unnamed |= part.owner == quoted(*name));
        }
    }

    fn owner(&self, part: Name) -> Symbol {
        self.parts.get(&part).map_or(part.base, |part| part.owner)
    }

    /// Records the use of a value.
    fn used(&mut self, span: Span, what: Symbol, alias: &Alias) -> Result<()> {
        for part in alias.all() {
            if let Some(place) = self.consumed.get(&part) {
                let error = codes::USED_AFTER_CONSUMPTION
                    .error(span, format!("using {}, but this was consumed", variable(what)));
                let error = error.label("it is used here");
                let owner = self.owner(part);
                let error = error.related(*place, self.consumption_of(part));
                return Err(if owner == what { error } else { self.why_shared(error, what, owner, alias) });
            }
            if let Some(uses) = self.uses.last_mut() {
                uses.entry(part).or_insert(span);
            }
        }
        Ok(())
    }

    /// Says what consumed a part.
    fn consumption_of(&self, part: Name) -> String {
        let owner = self.owner(part);
        match self.causes.get(&part) {
            Some(cause) => format!("{owner} is consumed here, by {cause}"),
            None => format!("{owner} is consumed here"),
        }
    }

    /// Says that a value may share the memory of a consumed one, and since when.
    fn why_shared(&self, error: Error, what: Symbol, owner: Symbol, alias: &Alias) -> Error {
        let error = error.note(format!("{what} may share memory with {owner}: `copy` makes a value of its own"));
        let binding = alias.all().into_iter().filter_map(|part| self.parts.get(&part)).find(|part| part.owner == what);
        match binding {
            Some(part) if !part.place.is_none() => error.related(part.place, format!("{what} is bound here")),
            _ => error,
        }
    }

    /// Suggests to use a copy of a value. `in_call` says whether the value is an argument.
    fn copied(&self, error: Error, value: &Exp<'a>, in_call: bool) -> Error {
        let place = value.span();
        let file = self.sources.get(place.file).map_or("", |file| &*file.text);
        let text = file.get(place.start as usize..place.end as usize).unwrap_or_default();
        let reason = "`copy` makes a value of its own";
        if text.is_empty() || text.contains('\n') || matches!(value, Exp::Record { .. } | Exp::Lambda { .. }) {
            return error.note(reason);
        }
        let copy = if is_operand(text) { format!("copy {text}") } else { format!("copy ({text})") };
        let has_parentheses = file.get(..place.start as usize).is_some_and(|before| before.ends_with('('))
            && file.get(place.end as usize..).is_some_and(|after| after.starts_with(')'));
        let copy = if in_call && !has_parentheses { format!("({copy})") } else { copy };
        error.suggest(place, copy, reason)
    }

    /// Suggests to make the declared type of a variable unique.
    fn made_unique(&self, error: Error, place: Span) -> Error {
        let text =
            self.sources.get(place.file).and_then(|file| file.text.get(place.end as usize..)).unwrap_or_default();
        let Some(ty) = text.trim_start().strip_prefix(':') else { return error };
        let at = place.end as usize + text.len() - ty.trim_start().len();
        error.suggest(Span::new(place.file, at, at), "*", "a unique type says that callers give the value away")
    }

    /// Records the consumption of a value by `cause`.
    fn consume(&mut self, span: Span, alias: &Alias, cause: &str) -> Result<()> {
        self.consumptions += 1;
        for name in alias.all() {
            let Some(part) = self.parts.get(&name).copied() else { continue };
            if !part.consumable {
                let error = codes::NOT_CONSUMABLE
                    .error(span, format!("consuming {}, which is not consumable", variable(part.owner)))
                    .label(format!("it is consumed here, by {cause}"));
                let error = if part.place.is_none() { error } else { error.related(part.place, "it is bound here") };
                let error = if part.global || part.function { error } else { self.made_unique(error, part.place) };
                return Err(error.note(match part.global {
                    true => "it is a constant: `copy` makes a value that can be consumed",
                    false => {
                        "callers may still use it: a parameter can be consumed if its type is unique (`*t`), and a copy (`copy`) always"
                    }
                }));
            }
            if part.depth < self.depth {
                let error = codes::CONSUMED_FROM_OUTSIDE
                    .error(span, format!("consuming {}, which is not consumable here", variable(part.owner)))
                    .label(format!("it is consumed here, by {cause}"))
                    .note("it is bound outside the function or loop that consumes it, which may run many times")
                    .note("make it a parameter of the `loop`, or consume a copy (`copy`)");
                return Err(if part.place.is_none() { error } else { error.related(part.place, "it is bound here") });
            }
            self.consumed.insert(name, span);
            self.causes.insert(name, cause.to_string());
            if !part.unnamed {
                self.last_taken = Some((span, part.owner));
            }
        }
        Ok(())
    }
}

/// Whether the text of an expression can be an operand as it is: outside of brackets it has nothing but names.
fn is_operand(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | ')' | ']' | '}')
    })
}

/// The expression at the end of a chain of `let`s.
fn result_of<'a>(exp: &'a Exp<'a>) -> &'a Exp<'a> {
    let mut exp = exp;
    while let Exp::Let { body, .. } | Exp::LetFun { body, .. } = exp {
        exp = body;
    }
    exp
}

/// A variable, or something else, in messages.
fn variable(what: Symbol) -> String {
    match what.as_str().starts_with('`') {
        true => format!("variable {what}"),
        false => what.to_string(),
    }
}

/// The name of a variable in messages.
fn quoted(name: Name) -> Symbol {
    Symbol::new(&format!("`{}`", name.base))
}
