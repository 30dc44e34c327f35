//! Checks functions and expressions: which values they consume, and which memory their results share.

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::{Name, Node, Result, Span};
use languages::codes;
use languages::typed::{Attr, Dim, Exp, Pat, Type};

use super::alias::{Alias, is_abstract, shaped, unmarked};
use super::results::{Shares, Undeclared};
use super::{Checker, quoted, result_of};
use crate::typing::support::attributes::ASCRIBED;

impl<'a> Checker<'a, '_> {
    /// Checks a function, and returns the memory that its result may share.
    pub(super) fn function(&mut self, params: &'a [Pat<'a>], ret: &'a Type<'a>, body: &'a Exp<'a>) -> Result<Shares> {
        self.depth += 1;
        params.iter().for_each(|param| self.bind(param, &Alias::Nothing, false));
        let taken = self.last_taken.take();
        let result = self.exp(body)?;
        self.last_taken = taken;
        self.unique_as_expected(body, ret)?;
        let value = result_of(body);
        self.returned(value.span(), ret, &result).map_err(|error| self.copied(error, value, false))?;
        if !params.is_empty() {
            self.not_global(value.span(), &result).map_err(|error| self.copied(error, value, false))?;
        }
        let shares = self.shares(params, ret, &result);
        self.depth -= 1;
        Ok(shares)
    }

    /// Checks an expression whose value is bound to a variable or passed to a function. If the value is a function, its
    /// computation must consume nothing, since the function may be called more than once.
    pub(super) fn kept_value(&mut self, exp: &'a Exp<'a>, what: &str) -> Result<Alias> {
        if !matches!(unmarked(exp.ty()).0, Type::TypeArrow { .. }) {
            return self.exp(exp);
        }
        let before = self.last_taken.take();
        let value = self.exp(exp)?;
        if let Some((place, owner)) = std::mem::replace(&mut self.last_taken, before) {
            let error = codes::CONSUMING_CLOSURE
                .error(exp.span(), format!("{what} is a function, and its computation contains consumption"));
            let error = error.related(place, format!("{owner} is consumed here"));
            return Err(error.note("the function may be called many times, but a value can be consumed only once"));
        }
        Ok(value)
    }

    /// Checks a function value. It may share the memory of its free variables, and cannot consume them.
    pub(super) fn closure(
        &mut self,
        params: &'a [Pat<'a>],
        ret: &'a Type<'a>,
        body: &'a Exp<'a>,
    ) -> Result<(Alias, Shares)> {
        let mut shared = BTreeSet::new();
        for name in body.free_names() {
            if let Some(alias) = self.vars.get(&name) {
                alias.each(&mut shared);
            }
        }
        let shares = self.function(params, ret, body)?;
        Ok((Alias::parts(shared), shares))
    }

    /// `let pat = rhs`
    fn binding(&mut self, pat: &'a Pat<'a>, rhs: &'a Exp<'a>) -> Result<()> {
        let value = match (pat, rhs) {
            (Pat::PatVar { name, .. }, Exp::Lambda { params, ret, body, .. }) => {
                let (value, shares) = self.closure(params, ret, body)?;
                self.undeclared.insert(*name, Undeclared { params: params.len(), shares, local: true });
                value
            }
            _ => self.kept_value(rhs, "the value of this `let`")?,
        };
        self.unique_as_matched(rhs, pat)?;
        self.bind(pat, &value, true);
        if same_place(pat.span(), rhs.span()) {
            self.unnamed(pat);
        }
        Ok(())
    }

    /// Checks an expression, and returns the memory that its value may share.
    pub(super) fn exp(&mut self, exp: &'a Exp<'a>) -> Result<Alias> {
        let mut exp = exp;
        loop {
            match exp {
                Exp::Let { pat, rhs, body, .. } => {
                    self.binding(pat, rhs)?;
                    exp = body;
                }
                Exp::LetFun { name, params, ret, declared, rhs, body, .. } => {
                    let (value, shares) = self.closure(params, ret, rhs)?;
                    if !declared {
                        self.undeclared.insert(*name, Undeclared { params: params.len(), shares, local: true });
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
                let alias = self.use_of(exp, *name);
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
            Exp::Array { elems, .. } | Exp::Intrinsic { args: elems, .. } => self.operands(*elems),
            Exp::Index { ty, array, indices, .. } => {
                let array = self.exp(array)?;
                self.dims(indices)?;
                Ok(shaped(ty, &array))
            }
            Exp::Apply { span, ty, func, args } => self.apply(*span, ty, func, args),
            Exp::Bin { lhs, rhs, .. } => self.operands([*lhs, *rhs]),
            Exp::Un { arg, .. } | Exp::Convert { exp: arg, .. } => self.operands([*arg]),
            Exp::Tri { a, b, c, .. } => self.operands([*a, *b, *c]),
            Exp::ExpAttributed {
                attr: Attr::Compound { name, args, .. },
                exp: Exp::Loop { pat, init, form, body, .. },
                ..
            } if name.as_str() == ASCRIBED => self.looping(pat, args, init, form, body),
            Exp::Coerce { exp, .. } | Exp::ExpAttributed { exp, .. } => self.exp(exp),
            Exp::Range { start, second, end, .. } => {
                self.operands([Some(*start), *second, Some(*end)].into_iter().flatten())
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
            Exp::Lambda { params, ret, body, .. } => Ok(self.closure(params, ret, body)?.0),
            Exp::Loop { pat, init, form, body, .. } => self.looping(pat, &[], init, form, body),
            Exp::Assert { cond, exp, .. } => {
                self.exp(cond)?;
                self.exp(exp)
            }
        }
    }

    /// Operands of what makes a new value.
    fn operands(&mut self, exps: impl IntoIterator<Item = &'a Exp<'a>>) -> Result<Alias> {
        for exp in exps {
            self.exp(exp)?;
        }
        Ok(Alias::Nothing)
    }

    /// The memory of a variable or constant. A constant with size parameters is computed anew for sizes that are
    /// variables of this function. No array is known of a constant where its type is abstract: in `check-modules`.
    fn use_of(&mut self, exp: &'a Exp<'a>, name: Name) -> Alias {
        let ty = exp.ty();
        if is_abstract(ty) && (self.constants.contains_key(&name) || !self.vars.contains_key(&name)) {
            return Alias::Nothing;
        }
        let Exp::Var { inst: [_, ..], .. } = exp else { return self.variable(name, ty) };
        let is_local = |name: &Name| self.vars.contains_key(name) && !self.constants.contains_key(name);
        match self.constants.contains_key(&name) && ty.free_names().iter().any(is_local) {
            true => Alias::Nothing,
            false => self.variable(name, ty),
        }
    }

    fn variable(&mut self, name: Name, ty: &'a Type<'a>) -> Alias {
        // In the body of a parametric module, a name without a definition is a value of the parameter.
        let assumed = (self.all_known && !matches!(unmarked(ty).0, Type::TypeArrow { .. })).then_some(ty);
        match (self.vars.get(&name), self.constants.get(&name).copied().or(assumed)) {
            (Some(alias), _) => alias.clone(),
            (None, Some(ty)) => {
                // A constant belongs to no function, so it is bound at depth 0.
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

    /// For `x.a.b`, the variable `x` and the alias of the component. Other components of `x` may have been consumed.
    pub(super) fn path(&mut self, exp: &'a Exp<'a>) -> Option<(Name, Alias)> {
        match exp {
            Exp::Var { name, .. } => Some((*name, self.use_of(exp, *name))),
            Exp::Project { exp, label, .. } => self.path(exp).map(|(name, alias)| (name, alias.field(*label))),
            _ => None,
        }
    }

    pub(super) fn dims(&mut self, dims: &'a [Dim<'a>]) -> Result<()> {
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

    /// Checks branches, of which only one is evaluated.
    pub(super) fn branches(
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
        // A value that one branch consumes and another returns belongs to the result alone.
        let result = results.iter().fold(Alias::Nothing, |all, result| all.or(result));
        Ok(result.without(&|part| self.consumed.contains_key(&part) && !before.contains_key(&part)))
    }
}

/// Whether a pattern has the span of an expression. Then the program has no pattern there: a pass has made it.
fn same_place(pat: Span, exp: Span) -> bool {
    (pat.file.0, pat.start, pat.end) == (exp.file.0, exp.start, exp.end)
}
