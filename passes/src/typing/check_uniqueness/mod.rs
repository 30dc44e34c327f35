//! `check-uniqueness`: updates in place are safe.

mod alias;
mod calls;
mod copies;
mod loops;
mod results;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::pass::{Context, Transform};
use framework::{Error, Name, Node, Owned, Result, Span, Symbol, pass};
use languages::codes;
use languages::typed::{Attr, Def, Dim, Exp, Pat, Rewrite, Type, Typed};
use rustc_hash::{FxHashMap, FxHashSet};

use self::alias::{Alias, shaped, unmarked};
use self::copies::{Copies, is_abstract};
use self::results::Shares;
use crate::typing::support::attributes::ASCRIBED;

pass! {
    /// Checks that no array is used after an update in place or a call has consumed it, or any array that may share its memory.
    ///
    ///     let ys = xs with [0] = 1 in (xs, ys)     is rejected: `xs` was consumed by the update
    ///
    /// Language reference, "In-place updates". The result of a function may share memory with every argument that it does not consume,
    /// unless its type is unique (`*t`). Of an undeclared result it is found out which arguments these are. No result shares memory with a
    /// constant: a function whose result might share that of a constant of an abstract type, which nobody can see, uses a copy.
    /// Of records, components are followed on their own; of arrays, only the whole.
    pub CheckUniqueness = "check-uniqueness": Typed => Typed {
        counts: { consumptions, copying_functions },
    }
}

impl Transform for CheckUniqueness {
    fn run(&self, program: &Owned<Typed>, context: &mut Context) -> Result<Owned<Typed>> {
        let mut errors = Vec::new();
        let mut count = 0;
        let (mut constants, mut visible, mut hidden) =
            (FxHashMap::default(), FxHashMap::default(), FxHashSet::default());
        for def in program.root().defs {
            // What has size parameters is made anew wherever it is used.
            let Def::Value { name, type_params: [], params: [], ret, .. } = def else { continue };
            constants.insert(*name, *ret);
            if is_abstract(def) {
                hidden.insert(*name);
            } else {
                visible.insert(*name, *ret);
            }
        }
        let mut copying = FxHashSet::default();
        let mut undeclared = FxHashMap::default();
        for def in program.root().defs {
            let Def::Value { name, params, ret, declared, body, .. } = def;
            // What operations of the prelude do is what their types say.
            if matches!(body, Exp::Intrinsic { .. }) {
                continue;
            }
            let mut checker = Checker::new(&constants, undeclared);
            let mut result = checker.function(params, ret, body);
            let shares_constant = |error: &Error| error.code.is_some_and(|code| code.id == codes::RETURNED_CONSTANT.id);
            if !hidden.is_empty() && result.as_ref().is_err_and(shares_constant) {
                let mut with_copies = Checker::new(&visible, std::mem::take(&mut checker.undeclared));
                let again = with_copies.function(params, ret, body);
                checker.undeclared = std::mem::take(&mut with_copies.undeclared);
                if again.is_ok() {
                    result = again;
                    copying.insert(*name);
                }
            }
            match result {
                Ok(result) if !declared => drop(checker.undeclared.insert(*name, (params.len(), result))),
                Ok(_) => {}
                Err(error) => errors.push(error),
            }
            count += checker.consumptions;
            undeclared = checker.undeclared;
        }
        if !errors.is_empty() {
            return Err(Error::several(errors));
        }
        context.count("copying_functions", copying.len() as u64);
        context.count("consumptions", count);
        if !copying.is_empty() {
            return Owned::build(|arena| {
                let mut copies = Copies { arena, constants: &hidden, functions: &copying, here: false };
                copies.rewrite_program(program.root())
            });
        }
        Ok(program.clone())
    }
}

/// A part of a variable's value that may be consumed on its own.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The variable, or what else has it, as messages say it.
    owner: Symbol,
    /// Where the variable is bound.
    place: Span,
    /// In how many functions and loops it is bound. Only what is bound in the innermost one can be consumed there.
    depth: u32,
    /// Whether it can be consumed at all.
    consumable: bool,
    /// Whether it is a constant's.
    global: bool,
    /// Whether it is a function: what it shares is what its results may.
    function: bool,
    /// Whether the program has no name for it.
    unnamed: bool,
}

struct Checker<'a, 'c> {
    constants: &'c FxHashMap<Name, &'a Type<'a>>,
    vars: FxHashMap<Name, Alias>,
    parts: FxHashMap<Name, Part>,
    /// The parts that were consumed, and where.
    consumed: FxHashMap<Name, Span>,
    /// The parts used in each loop body that is being checked, and where first.
    uses: Vec<FxHashMap<Name, Span>>,
    depth: u32,
    /// Where the variable whose parts are made is bound.
    binding: Span,
    consumptions: u64,
    /// The last consumption outside of the functions that were made since, if there was one.
    last_taken: Option<(Span, Symbol)>,
    /// How many parameters functions without declared types have, and what their results may share.
    undeclared: FxHashMap<Name, (usize, Shares)>,
    /// The functions without names whose results others may have.
    sharing: Vec<&'a Exp<'a>>,
}

impl<'a, 'c> Checker<'a, 'c> {
    fn new(constants: &'c FxHashMap<Name, &'a Type<'a>>, undeclared: FxHashMap<Name, (usize, Shares)>) -> Self {
        Checker {
            constants,
            undeclared,
            sharing: Vec::new(),
            last_taken: None,
            vars: FxHashMap::default(),
            parts: FxHashMap::default(),
            consumed: FxHashMap::default(),
            uses: Vec::new(),
            depth: 0,
            binding: Span::NONE,
            consumptions: 0,
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

    /// A variable's own parts, by its type, each with what its value may share already.
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

    /// A variable that only names sizes of a value that the program does not name.
    fn unnamed(&mut self, pat: &Pat<'a>) {
        let Pat::PatVar { name, .. } = pat else { return };
        for part in self.vars.get(name).map_or(BTreeSet::new(), Alias::all) {
            self.parts.entry(part).and_modify(|part| part.unnamed |= part.owner == quoted(*name));
        }
    }

    fn owner(&self, part: Name) -> Symbol {
        self.parts.get(&part).map_or(part.base, |part| part.owner)
    }

    /// A value is used.
    fn used(&mut self, span: Span, what: Symbol, alias: &Alias) -> Result<()> {
        for part in alias.all() {
            if let Some(place) = self.consumed.get(&part) {
                let error = codes::USED_AFTER_CONSUMPTION.error(span, format!("{what} is used after it was consumed"));
                let error = error.label("it is used here");
                let owner = self.owner(part);
                let error = error.related(*place, format!("{owner} is consumed here"));
                return Err(if owner == what {
                    error
                } else {
                    error.note(format!("{what} may share memory with {owner}"))
                });
            }
            if let Some(uses) = self.uses.last_mut() {
                uses.entry(part).or_insert(span);
            }
        }
        Ok(())
    }

    /// A value is consumed.
    fn consume(&mut self, span: Span, alias: &Alias) -> Result<()> {
        self.consumptions += 1;
        for name in alias.all() {
            let Some(part) = self.parts.get(&name).copied() else { continue };
            if !part.consumable {
                let error = codes::NOT_CONSUMABLE
                    .error(span, format!("{} is consumed here, but is not consumable", part.owner))
                    .label("it is consumed here");
                let error = if part.place.is_none() { error } else { error.related(part.place, "it is bound here") };
                return Err(error.note(match part.global {
                    true => "it is a constant, which `copy` makes a value of its own",
                    false => {
                        "a parameter can be consumed if its type is unique (`*t`), and everything once it is copied (`copy`)"
                    }
                }));
            }
            if part.depth < self.depth {
                let error = codes::CONSUMED_FROM_OUTSIDE
                    .error(span, format!("{} is consumed here, where it is not consumable", part.owner))
                    .label("it is consumed here")
                    .note("it is bound outside of the function or loop that consumes it");
                return Err(if part.place.is_none() { error } else { error.related(part.place, "it is bound here") });
            }
            self.consumed.insert(name, span);
            if !part.unnamed {
                self.last_taken = Some((span, part.owner));
            }
        }
        Ok(())
    }

    /// A function: its parameters, what it may return, and its body. Gives what its result may share.
    fn function(&mut self, params: &'a [Pat<'a>], ret: &'a Type<'a>, body: &'a Exp<'a>) -> Result<Shares> {
        self.depth += 1;
        params.iter().for_each(|param| self.bind(param, &Alias::Nothing, false));
        let taken = self.last_taken.take();
        let result = self.exp(body)?;
        self.last_taken = taken;
        self.unique_as_expected(body, ret)?;
        self.returned(body.span(), ret, &result, &mut BTreeSet::new())?;
        if !params.is_empty() {
            self.not_global(body.span(), &result)?;
        }
        let shares = self.shares(params, ret, &result);
        self.depth -= 1;
        Ok(shares)
    }

    /// A value that is bound to a variable or passed to a function. To make a function value must consume nothing: it may be called
    /// more than once.
    fn kept_value(&mut self, exp: &'a Exp<'a>, what: &str) -> Result<Alias> {
        if !matches!(unmarked(exp.ty()).0, Type::TypeArrow { .. }) {
            return self.exp(exp);
        }
        let before = self.last_taken.take();
        let value = self.exp(exp)?;
        if let Some((place, owner)) = std::mem::replace(&mut self.last_taken, before) {
            let error = codes::CONSUMING_CLOSURE
                .error(exp.span(), format!("{what} is a function whose making contains consumption"));
            return Err(error.related(place, format!("{owner} is consumed here")));
        }
        Ok(value)
    }

    /// A function value: it may share what its free variables share, and cannot consume it.
    fn closure(&mut self, params: &'a [Pat<'a>], ret: &'a Type<'a>, body: &'a Exp<'a>) -> Result<(Alias, Shares)> {
        let mut shared = BTreeSet::new();
        for name in body.free_names() {
            if let Some(alias) = self.vars.get(&name) {
                alias.each(&mut shared);
            }
        }
        let shares = self.function(params, ret, body)?;
        Ok((Alias::parts(shared), shares))
    }

    /// A value that is not a variable's.
    fn exp(&mut self, exp: &'a Exp<'a>) -> Result<Alias> {
        let mut exp = exp;
        loop {
            match exp {
                Exp::Let { pat, rhs, body, .. } => {
                    let value = match (pat, rhs) {
                        (Pat::PatVar { name, .. }, Exp::Lambda { params, ret, body, .. }) => {
                            let (value, shares) = self.closure(params, ret, body)?;
                            self.undeclared.insert(*name, (params.len(), shares));
                            value
                        }
                        _ => self.kept_value(rhs, "the value of this `let`")?,
                    };
                    self.unique_as_expected(rhs, pat.ty())?;
                    self.bind(pat, &value, true);
                    if same_place(pat.span(), rhs.span()) {
                        self.unnamed(pat);
                    }
                    exp = body;
                }
                Exp::LetFun { name, params, ret, declared, rhs, body, .. } => {
                    let (value, shares) = self.closure(params, ret, rhs)?;
                    if !declared {
                        self.undeclared.insert(*name, (params.len(), shares));
                    }
                    self.vars.insert(*name, value);
                    exp = body;
                }
                _ => break,
            }
        }
        match exp {
            Exp::Let { .. } | Exp::LetFun { .. } | Exp::Const { .. } | Exp::Hole { .. } => Ok(Alias::Nothing),
            Exp::Var { span, name, .. } => {
                let alias = self.variable(*name);
                self.used(*span, quoted(*name), &alias)?;
                Ok(alias)
            }
            Exp::Project { span, exp: record, label, .. } => match self.path(exp) {
                Some((name, alias)) => {
                    self.used(*span, quoted(name), &alias)?;
                    Ok(alias)
                }
                None => Ok(self.exp(record)?.field(*label)),
            },
            Exp::Record { fields, .. } => {
                let mut parts = Vec::new();
                for field in *fields {
                    parts.push((field.label, self.exp(field.exp)?));
                }
                Ok(Alias::Record(Rc::new(parts)))
            }
            Exp::Con { args, .. } => {
                let mut all = BTreeSet::new();
                for arg in *args {
                    self.exp(arg)?.each(&mut all);
                }
                Ok(Alias::parts(all))
            }
            // Elements are copied.
            Exp::Array { elems, .. } | Exp::Intrinsic { args: elems, .. } => {
                for elem in *elems {
                    self.exp(elem)?;
                }
                Ok(Alias::Nothing)
            }
            Exp::Index { ty, array, indices, .. } => {
                let array = self.exp(array)?;
                self.dims(indices)?;
                Ok(shaped(ty, &array))
            }
            Exp::Apply { span, ty, func, args } => self.apply(*span, ty, func, args),
            Exp::Bin { lhs, rhs, .. } => {
                self.exp(lhs)?;
                self.exp(rhs)?;
                Ok(Alias::Nothing)
            }
            Exp::Un { arg, .. } | Exp::Convert { exp: arg, .. } => {
                self.exp(arg)?;
                Ok(Alias::Nothing)
            }
            Exp::Tri { a, b, c, .. } => {
                for operand in [a, b, c] {
                    self.exp(operand)?;
                }
                Ok(Alias::Nothing)
            }
            Exp::ExpAttributed {
                attr: Attr::Compound { name, args, .. },
                exp: Exp::Loop { pat, init, form, body, .. },
                ..
            } if name.as_str() == ASCRIBED => self.looping(pat, args, init, form, body),
            Exp::Coerce { exp, .. } | Exp::ExpAttributed { exp, .. } => self.exp(exp),
            Exp::Range { start, second, end, .. } => {
                for part in [Some(start), second.as_ref(), Some(end)].into_iter().flatten() {
                    self.exp(part)?;
                }
                Ok(Alias::Nothing)
            }
            Exp::If { cond, yes, no, .. } => {
                self.exp(cond)?;
                self.branches([*yes, *no].into_iter().map(|branch| (None, branch)), &Alias::Nothing)
            }
            Exp::Match { scrutinee, arms, .. } => {
                let value = self.exp(scrutinee)?;
                self.branches(arms.iter().map(|arm| (Some(arm.pat), arm.body)), &value)
            }
            Exp::Update { span, exp, path, value, .. } => self.update(*span, exp, path, value),
            Exp::Lambda { params, ret, body, .. } => {
                let (value, shares) = self.closure(params, ret, body)?;
                if !matches!(shares, Shares::Nothing) {
                    self.sharing.push(exp);
                }
                Ok(value)
            }
            Exp::Loop { pat, init, form, body, .. } => self.looping(pat, &[], init, form, body),
            Exp::Assert { cond, exp, .. } => {
                self.exp(cond)?;
                self.exp(exp)
            }
        }
    }

    fn variable(&mut self, name: Name) -> Alias {
        match (self.vars.get(&name), self.constants.get(&name)) {
            (Some(alias), _) => alias.clone(),
            (None, Some(ty)) => {
                // A constant is everybody's.
                let depth = std::mem::replace(&mut self.depth, 0);
                let alias = self.own_parts(name, ty, false, &Alias::Nothing);
                self.depth = depth;
                for part in alias.all() {
                    self.parts.entry(part).and_modify(|part| part.global = !part.function);
                }
                self.vars.insert(name, alias.clone());
                alias
            }
            (None, None) => Alias::Nothing,
        }
    }

    /// The component that `x.a.b` is, and its variable: other components do not matter.
    fn path(&mut self, exp: &'a Exp<'a>) -> Option<(Name, Alias)> {
        match exp {
            Exp::Var { name, .. } => Some((*name, self.variable(*name))),
            Exp::Project { exp, label, .. } => self.path(exp).map(|(name, alias)| (name, alias.field(*label))),
            _ => None,
        }
    }

    fn dims(&mut self, dims: &'a [Dim<'a>]) -> Result<()> {
        for dim in dims {
            match dim {
                Dim::At { index, .. } => {
                    self.exp(index)?;
                }
                Dim::Slice { start, end, stride, .. } => {
                    for part in [start, end, stride].into_iter().flatten() {
                        self.exp(part)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Only one of these is evaluated.
    fn branches(
        &mut self,
        branches: impl Iterator<Item = (Option<&'a Pat<'a>>, &'a Exp<'a>)>,
        scrutinee: &Alias,
    ) -> Result<Alias> {
        let before = self.consumed.clone();
        let mut after = before.clone();
        let mut results = Vec::new();
        for (pat, body) in branches {
            self.consumed.clone_from(&before);
            if let Some(pat) = pat {
                self.bind(pat, scrutinee, true);
            }
            results.push(self.exp(body)?);
            after.extend(self.consumed.drain());
        }
        self.consumed = after;
        // What one branch consumes and another one returns is the result's alone.
        let result = results.iter().fold(Alias::Nothing, |all, result| all.or(result));
        Ok(result.without(&|part| self.consumed.contains_key(&part) && !before.contains_key(&part)))
    }
}

/// The expression whose value that of a chain of `let`s is.
fn result_of<'a>(exp: &'a Exp<'a>) -> &'a Exp<'a> {
    let mut exp = exp;
    while let Exp::Let { body, .. } | Exp::LetFun { body, .. } = exp {
        exp = body;
    }
    exp
}

/// How messages speak of a variable.
fn quoted(name: Name) -> Symbol {
    Symbol::new(&format!("`{}`", name.base))
}

/// Whether a pattern has the place of an expression: the program has no pattern there.
fn same_place(pat: Span, exp: Span) -> bool {
    (pat.file.0, pat.start, pat.end) == (exp.file.0, exp.start, exp.end)
}
