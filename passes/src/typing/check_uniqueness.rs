//! `check-uniqueness`: updates in place are safe.

mod alias;
mod loops;

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::pass::{Context, Transform};
use framework::{Error, Name, Names, Node, Owned, Result, Span, Symbol, pass};
use languages::typed::{Def, Dim, Exp, Pat, Step, Type, Typed};
use rustc_hash::FxHashMap;

use self::alias::{Alias, consumes_as_expected, is_scalar, not_unique, sharing_parts, split, unmarked};

pass! {
    /// Checks that no array is used after an update in place or a call has consumed it, or any array that may share its memory.
    ///
    ///     let ys = xs with [0] = 1 in (xs, ys)     is rejected: `xs` was consumed by the update
    ///
    /// Language reference, "In-place updates". The result of a function may share memory with every argument that it does not consume,
    /// unless its type is unique (`*t`). Of records, components are followed on their own; of arrays, only the whole.
    pub CheckUniqueness = "check-uniqueness": Typed => Typed {
        counts: { consumptions },
    }
}

impl Transform for CheckUniqueness {
    fn run(&self, program: &Owned<Typed>, context: &mut Context) -> Result<Owned<Typed>> {
        let mut errors = Vec::new();
        let mut count = 0;
        let mut constants = FxHashMap::default();
        for def in program.root().defs {
            let Def::Value { name, params: [], ret, .. } = def else { continue };
            constants.insert(*name, *ret);
        }
        for def in program.root().defs {
            let Def::Value { params, ret, body, .. } = def;
            // What operations of the prelude do is what their types say.
            if matches!(body, Exp::Intrinsic { .. }) {
                continue;
            }
            let mut checker = Checker::new(&constants);
            if let Err(error) = checker.function(params, ret, body) {
                errors.push(error);
            }
            count += checker.consumptions;
        }
        if !errors.is_empty() {
            return Err(Error::several(errors));
        }
        context.count("consumptions", count);
        Ok(program.copy(Names::Keep))
    }
}

/// A part of a variable's value that may be consumed on its own.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The variable, or what else has it, as messages say it.
    owner: Symbol,
    /// In how many functions and loops it is bound. Only what is bound in the innermost one can be consumed there.
    depth: u32,
    /// Whether it can be consumed at all.
    consumable: bool,
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
    consumptions: u64,
}

impl<'a, 'c> Checker<'a, 'c> {
    fn new(constants: &'c FxHashMap<Name, &'a Type<'a>>) -> Self {
        Checker {
            constants,
            vars: FxHashMap::default(),
            parts: FxHashMap::default(),
            consumed: FxHashMap::default(),
            uses: Vec::new(),
            depth: 0,
            consumptions: 0,
        }
    }

    fn part(&mut self, owner: Symbol, consumable: bool) -> Name {
        let part = Name::fresh("part");
        self.parts.insert(part, Part { owner, depth: self.depth, consumable });
        part
    }

    /// A variable's own parts, by its type, each with what its value may share already.
    fn fresh(&mut self, owner: Name, ty: &'a Type<'a>, consumable: bool, value: &Alias) -> Alias {
        let (ty, unique) = unmarked(ty);
        let consumable = consumable || unique;
        match ty {
            Type::TypePrim { .. } => Alias::Nothing,
            Type::TypeRecord { fields, .. } => {
                let mut parts = Vec::new();
                for field in *fields {
                    parts.push((field.label, self.fresh(owner, field.ty, consumable, &value.field(field.label))));
                }
                Alias::Record(Rc::new(parts))
            }
            _ => {
                let part = self.part(quoted(owner), consumable);
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
            Pat::PatVar { name, ty, .. } => {
                let alias = self.fresh(name, ty, consumable, value);
                self.vars.insert(name, alias);
            }
            Pat::PatWild { .. } | Pat::PatConst { .. } => {}
            Pat::PatRecord { fields, .. } => {
                fields.iter().for_each(|field| self.bind(field.pat, &value.field(field.label), consumable));
            }
            Pat::PatCon { args, .. } => args.iter().for_each(|arg| self.bind(arg, value, consumable)),
        }
    }

    fn owner(&self, part: Name) -> Symbol {
        self.parts.get(&part).map_or(part.base, |part| part.owner)
    }

    /// A value is used.
    fn used(&mut self, span: Span, what: Symbol, alias: &Alias) -> Result<()> {
        for part in alias.all() {
            if let Some(place) = self.consumed.get(&part) {
                let error = Error::user(span, format!("{what} is used after it was consumed"));
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
                let error = Error::user(span, format!("{} is consumed here, which it cannot be", part.owner));
                return Err(error.note("a parameter can be consumed if its type is unique: `*t`"));
            }
            if part.depth < self.depth {
                let message = format!("{} is consumed in a function or loop outside of which it is bound", part.owner);
                return Err(Error::user(span, message));
            }
            self.consumed.insert(name, span);
        }
        Ok(())
    }

    /// A function: its parameters, what it may return, and its body.
    fn function(&mut self, params: &'a [Pat<'a>], ret: &'a Type<'a>, body: &'a Exp<'a>) -> Result<Alias> {
        self.depth += 1;
        params.iter().for_each(|param| self.bind(param, &Alias::Nothing, false));
        let result = self.exp(body)?;
        self.returned(body.span(), ret, &result, &mut BTreeSet::new())?;
        self.depth -= 1;
        Ok(result)
    }

    /// Unique parts of a result share memory with nothing that others have.
    fn returned(&self, span: Span, ret: &'a Type<'a>, result: &Alias, seen: &mut BTreeSet<Name>) -> Result<()> {
        let (ty, unique) = unmarked(ret);
        if unique {
            let all = result.all();
            for name in &all {
                let Some(part) = self.parts.get(name) else { continue };
                if !part.consumable || part.depth < self.depth {
                    let message = format!("the result must be unique, but may share memory with {}", part.owner);
                    return Err(Error::user(span, message).note("`copy` makes a value of its own"));
                }
            }
            if let Some(shared) = all.iter().find(|name| seen.contains(name)) {
                let message =
                    format!("two parts of the result must be unique, but may both be {}", self.owner(*shared));
                return Err(Error::user(span, message).note("`copy` makes a value of its own"));
            }
            seen.extend(all);
            return Ok(());
        }
        match ty {
            Type::TypeRecord { fields, .. } => {
                fields.iter().try_for_each(|field| self.returned(span, field.ty, &result.field(field.label), seen))
            }
            _ => Ok(()),
        }
    }

    /// A function value: it may share what its free variables share, and cannot consume it.
    fn closure(&mut self, params: &'a [Pat<'a>], ret: &'a Type<'a>, body: &'a Exp<'a>) -> Result<Alias> {
        let mut shared = BTreeSet::new();
        for name in body.free_names() {
            if let Some(alias) = self.vars.get(&name) {
                alias.each(&mut shared);
            }
        }
        self.function(params, ret, body)?;
        Ok(Alias::parts(shared))
    }

    /// A value that is not a variable's.
    fn exp(&mut self, exp: &'a Exp<'a>) -> Result<Alias> {
        let mut exp = exp;
        loop {
            match exp {
                Exp::Let { pat, rhs, body, .. } => {
                    let value = self.exp(rhs)?;
                    self.bind(pat, &value, true);
                    exp = body;
                }
                Exp::LetFun { name, params, ret, rhs, body, .. } => {
                    let value = self.closure(params, ret, rhs)?;
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
                Ok(if is_scalar(ty) { Alias::Nothing } else { array })
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
            Exp::Lambda { params, ret, body, .. } => self.closure(params, ret, body),
            Exp::Loop { pat, init, form, body, .. } => self.looping(pat, init, form, body),
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
                let alias = self.fresh(name, ty, false, &Alias::Nothing);
                self.depth = depth;
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
        let mut result = Alias::Nothing;
        for (pat, body) in branches {
            self.consumed.clone_from(&before);
            if let Some(pat) = pat {
                self.bind(pat, scrutinee, true);
            }
            result = result.or(&self.exp(body)?);
            after.extend(self.consumed.drain());
        }
        self.consumed = after;
        Ok(result)
    }

    fn apply(&mut self, span: Span, ty: &'a Type<'a>, func: &'a Exp<'a>, args: &'a [Exp<'a>]) -> Result<Alias> {
        let function = self.exp(func)?;
        let mut result = function.all();
        let mut taken: Vec<(&'a Exp<'a>, Alias)> = Vec::new();
        let mut kept = BTreeSet::new();
        let mut func_ty = unmarked(func.ty()).0;
        let mut unique = false;
        for arg in args {
            let value = self.exp(arg)?;
            let Type::TypeArrow { from, to, .. } = func_ty else {
                return Err(Error::internal("an argument for something that is no function").or_at(span));
            };
            consumes_as_expected(arg, from)?;
            let (consumed, other) = split(from, &value);
            if !matches!(consumed, Alias::Nothing) {
                taken.push((arg, consumed));
            }
            other.each(&mut kept);
            (func_ty, unique) = unmarked(to);
        }
        // All arguments are evaluated before any is consumed.
        for (arg, value) in &taken {
            let parts = value.all();
            if let Some(shared) = parts.iter().find(|part| kept.contains(part)) {
                let message =
                    format!("{} is consumed by this call, and also passed to it otherwise", self.owner(*shared));
                return Err(Error::user(arg.span(), message));
            }
            self.used(arg.span(), Symbol::new("this argument"), value)?;
            self.consume(arg.span(), value)?;
        }
        if unique || is_scalar(ty) {
            return Ok(Alias::Nothing);
        }
        // A result that is itself a function may share everything, too.
        result.extend(kept);
        if sharing_parts(func_ty) > 1 {
            result.insert(self.part(Symbol::new("the result of this call"), true));
        }
        Ok(not_unique(func_ty, &Alias::parts(result)))
    }

    fn update(&mut self, span: Span, exp: &'a Exp<'a>, path: &'a [Step<'a>], value: &'a Exp<'a>) -> Result<Alias> {
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
                let message = format!("the new value may share memory with {}, which is updated", self.owner(shared));
                return Err(Error::user(value.span(), message).note("`copy` makes a value of its own"));
            }
            self.consume(span, &taken)?;
        }
        Ok(result)
    }

    /// What an updated value shares, and what the update consumes. Replacing a field of a record consumes nothing.
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

/// How messages speak of a variable.
fn quoted(name: Name) -> Symbol {
    Symbol::new(&format!("`{}`", name.base))
}
