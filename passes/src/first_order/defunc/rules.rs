//! Figures 5 and 6 of the paper, from top to bottom: a method for each rule, which is named after it.
//!
//! | in the paper | here |
//! |---|---|
//! | `E ⊢ e ⇝ ⟨e', sv⟩` | `self.exp(e)` is `(e', sv)` |
//! | the environment `E` | `self.env`; names are unique, so one table serves all scopes |
//! | `Dyn τ`, `Lam x e₀ E`, `Rcd {ℓ ↦ sv}` | [`Static`]; an array holds no functions, so `Arr sv` is `Dyn` |
//! | `Lab(y)` | [`label`] |
//!
//! Residual expressions have types, which the paper leaves out: [`Defunc::result_type`] and its neighbours find them.

use super::static_value::{Closure, Static, is_order_zero, label, part, same, unsized_type};
use super::validate::function_operands;
use super::{Defunc, Residual, Site};
use framework::{Error, Name, Node, Result, Span, Symbol};
use languages::builtin::Builtin;
use languages::first_order::{self, Arena, Exp, Lower, Pat, Type, gone};
use languages::mono;
use languages::prim::PrimValue;
use std::rc::Rc;

impl<'a, 'b> Defunc<'a, 'b> {
    /// `E ⊢ e ⇝ ⟨e', sv⟩`
    pub(super) fn exp(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        match *node {
            mono::Exp::Var { span, name, .. } => match self.defs.get(&name).copied() {
                Some(def) => self.definition(span, def),
                None => self.d_var(node, name),
            },
            mono::Exp::If { cond, yes, no, .. } => self.d_if(node, cond, yes, no),
            mono::Exp::Lambda { params, ret, body, .. } => self.d_lam(node, params, ret, body),
            mono::Exp::Apply { span, func, args, ty } => self.d_app(Site { span, ty }, func, args),
            mono::Exp::Let { .. } => self.d_let(node),
            mono::Exp::Record { span, fields, .. } if !is_order_zero(node.ty()) => self.d_rcd(span, fields),
            mono::Exp::Project { exp, label, .. } => self.d_proj(node, exp, label),
            mono::Exp::Update { span, exp, path, value, .. } if !is_order_zero(node.ty()) => {
                self.record_update(span, exp, path, value)
            }
            mono::Exp::Loop { .. } => self.d_loop(node),
            // `believe` changes the type of a function; its static value stays the same.
            mono::Exp::Intrinsic { op: Builtin::Believe, args: [arg], .. } if !is_order_zero(arg.ty()) => self.exp(arg),
            mono::Exp::Intrinsic { span, ty, op, args } => Ok((self.d_map(Site { span, ty }, op, args)?, Static::Dyn)),
            // Sum types, assertions and attributes are not in the paper.
            mono::Exp::Con { span, tag, args, .. } if !is_order_zero(node.ty()) => self.construct(span, tag, args),
            mono::Exp::Test { span, exp, tag, .. } if !is_order_zero(exp.ty()) => {
                let made = self.exp(exp)?;
                Ok((self.test(span, made, tag)?, Static::Dyn))
            }
            mono::Exp::Payload { span, ty, exp, tag, index } if !is_order_zero(exp.ty()) => {
                let made = self.exp(exp)?;
                self.payload(span, ty, made, tag, index)
            }
            mono::Exp::Assert { span, cond, exp, .. } => {
                let cond = self.lower_exp(cond)?;
                let (exp, value) = self.exp(exp)?;
                Ok((Exp::Assert { span, ty: exp.ty(), cond: self.alloc(cond), exp: self.alloc(exp) }, value))
            }
            mono::Exp::ExpAttributed { span, attr, exp, .. } => {
                let attr = self.lower_attr(attr)?;
                let (exp, value) = self.exp(exp)?;
                let attr = self.arena.alloc(attr);
                Ok((Exp::ExpAttributed { span, ty: exp.ty(), attr, exp: self.alloc(exp) }, value))
            }
            mono::Exp::Hole { span, ty } => self.hole(span, ty),
            // D-NUM, D-TRUE, D-FALSE, D-PLUS, D-LEQ, D-ARRAY, D-INDEX, D-UPDATE, D-LENGTH: the expression and its parts
            // are of order zero, so the default translation of the parts is the rule.
            _ => Ok((first_order::default_lower_exp(self, node)?, Static::Dyn)),
        }
    }

    /// D-VAR: `E ⊢ x ⇝ ⟨x, E(x)⟩`
    fn d_var(&mut self, node: &'a mono::Exp<'a>, name: Name) -> Result<Residual<'a, 'b>> {
        let value = self.env.get(&name).cloned().unwrap_or(Static::Dyn);
        let ty = match self.types.get(&name) {
            Some(residual) if !matches!(value, Static::Dyn) => residual,
            _ => self.own_type(node.ty())?,
        };
        Ok((self.var(node.span(), name, ty), value))
    }

    /// D-IF: `E ⊢ if e₁ then e₂ else e₃ ⇝ ⟨if e₁' then e₂' else e₃', sv⟩`, where `e₂` and `e₃` have the static value
    /// `sv`, or `sv` joins their static values (§7). If the static value of `e₁` decides the condition, only one branch
    /// is left.
    fn d_if(
        &mut self,
        node: &'a mono::Exp<'a>,
        cond: &'a mono::Exp<'a>,
        yes: &'a mono::Exp<'a>,
        no: &'a mono::Exp<'a>,
    ) -> Result<Residual<'a, 'b>> {
        if matches!(cond, mono::Exp::Const { .. }) && is_order_zero(node.ty()) {
            return Ok((first_order::default_lower_exp(self, node)?, Static::Dyn));
        }
        let cond = self.lower_exp(cond)?;
        if let Exp::Const { value: PrimValue::Bool(value), .. } = cond {
            return self.exp(if value { yes } else { no });
        }
        let (yes, no) = (self.exp(yes)?, self.exp(no)?);
        self.choose(node.span(), node.ty(), cond, yes, no)
    }

    /// D-LAM: `E ⊢ λx. e₀ ⇝ ⟨{Lab(y) = y}, Lam x e₀ E⟩`, where `y` ranges over the free variables (end of §3).
    pub(super) fn d_lam(
        &mut self,
        node: &'a mono::Exp<'a>,
        params: &'a [mono::Pat<'a>],
        ret: &'a mono::Type<'a>,
        body: &'a mono::Exp<'a>,
    ) -> Result<Residual<'a, 'b>> {
        self.counts.closures += 1;
        let (mut fields, mut captured) = (Vec::new(), Vec::new());
        for name in node.free_names() {
            if self.defs.contains_key(&name) {
                continue;
            }
            let ty = self.types.get(&name).copied().unwrap_or_else(|| self.size_type());
            fields.push((label(name), self.var(node.span(), name, ty)));
            captured.push((name, self.env.get(&name).cloned().unwrap_or(Static::Dyn)));
        }
        let closure = Closure { params, ret, body, captured };
        Ok((self.record(node.span(), fields), Static::Lam(Rc::new(closure))))
    }

    /// D-APP: `E ⊢ e₁ e₂ ⇝ ⟨let env = e₁' in (let y = env.Lab(y) in)ʸ let x = e₂' in e₀', sv⟩`, where `e₁` has the
    /// static value `Lam x e₀ E₀`. Dynamic functions are called instead (§5.3).
    fn d_app(
        &mut self,
        site: Site<'a>,
        func: &'a mono::Exp<'a>,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Residual<'a, 'b>> {
        let outer = self.enter_call(site.span);
        let result = match self.dynamic_call(site, func, args)? {
            Some(call) => call,
            None => {
                let function = self.exp(func)?;
                let args = args.iter().map(|arg| self.exp(arg)).collect::<Result<Vec<_>>>()?;
                self.apply(site, function, args)?
            }
        };
        self.call = outer;
        Ok(result)
    }

    /// The conclusion of D-APP. There may be more or fewer arguments than parameters.
    pub(super) fn apply_lambda(
        &mut self,
        site: Site<'a>,
        env: Exp<'b>,
        closure: &Closure<'a>,
        mut args: Vec<Residual<'a, 'b>>,
    ) -> Result<Residual<'a, 'b>> {
        self.begin_application(site.span, closure)?;
        let mut lets = Vec::new();
        // let env = e₁' in
        let env = self.shared(env, "env", &mut lets);
        // (let y = env.Lab(y) in)ʸ
        let renaming = self.open_environment(env, closure, &mut lets)?;
        let Closure { params, ret, body, .. } = self.fresh_copy(site.span, closure, renaming)?;
        let rest = args.split_off(args.len().min(params.len()));
        let (now, later) = params.split_at(args.len());
        // let x = e₂' in
        for (param, (arg, value)) in now.iter().zip(args) {
            let pat = self.pattern(param, &value, Some(arg.ty()))?;
            lets.push((pat, arg));
        }
        // e₀'
        let result = match later {
            [] => {
                let (body, value) = self.exp(body)?;
                (self.applied(site.span, body), value)
            }
            _ => {
                let span = site.span;
                let lambda = mono::Exp::Lambda { span, ty: self.arrow(later, ret), params: later, ret, body };
                self.d_lam(self.copies.alloc(lambda), later, ret, body)?
            }
        };
        let (result, value) = self.apply(site, result, rest)?;
        self.depth -= 1;
        let ty = self.result_type(site.ty, &result, &value)?;
        Ok((lets.into_iter().rev().fold(result, |body, (pat, rhs)| self.bind(ty, pat, rhs, body)), value))
    }

    /// D-LET: `E ⊢ let x = e₁ in e₂ ⇝ ⟨let x = e₁' in e₂', sv⟩`, where `e₂` is translated under `E, x ↦ sv₁`.
    fn d_let(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        let mono::Exp::Let { span, ty, sizes, pat, rhs, body } = *node else { return Err(unexpected(node)) };
        let (rhs, value) = self.exp(rhs)?;
        let sizes = self.sizes(sizes)?;
        let pat = self.pattern(pat, &value, Some(rhs.ty()))?;
        let (body, value) = self.exp(body)?;
        let ty = self.result_type(ty, &body, &value)?;
        let pat = self.arena.alloc(pat);
        Ok((Exp::Let { span, ty, sizes, pat, rhs: self.alloc(rhs), body: self.alloc(body) }, value))
    }

    /// D-RCD: `E ⊢ {ℓᵢ = eᵢ} ⇝ ⟨{ℓᵢ = eᵢ'}, Rcd {ℓᵢ ↦ svᵢ}⟩`
    fn d_rcd(&mut self, span: Span, fields: &'a [mono::Field<'a>]) -> Result<Residual<'a, 'b>> {
        let (mut residuals, mut values) = (Vec::new(), Vec::new());
        for field in fields {
            let (exp, value) = self.exp(field.exp)?;
            residuals.push((field.label, exp));
            values.push((field.label, value));
        }
        Ok((self.record(span, residuals), Static::Rcd(Rc::new(values))))
    }

    /// D-PROJ: `E ⊢ e₀.ℓₖ ⇝ ⟨e₀'.ℓₖ, svₖ⟩`
    fn d_proj(&mut self, node: &'a mono::Exp<'a>, exp: &'a mono::Exp<'a>, label: Symbol) -> Result<Residual<'a, 'b>> {
        let (exp, value) = self.exp(exp)?;
        match part(&value, label) {
            Static::Dyn => {
                let ty = self.own_type(node.ty())?;
                Ok((Exp::Project { span: node.span(), ty, exp: self.alloc(exp), label }, Static::Dyn))
            }
            part => Ok((self.project(exp, label)?, part)),
        }
    }

    /// D-MAP: `E ⊢ map (λx. e₁) e₂ ⇝ ⟨map (λx. e₁') e₂', Arr sv₁⟩`, and likewise for all array operations. A function
    /// operand may be any expression. It is applied to new variables; the values that it captures are computed once,
    /// outside the operation.
    fn d_map(&mut self, site: Site<'a>, op: Builtin, args: &'a [mono::Exp<'a>]) -> Result<Exp<'b>> {
        let (functions, arrays) = args.split_at(function_operands(op).len().min(args.len()));
        let mut lets = Vec::new();
        let mut funs = Vec::new();
        for (operand, params) in functions.iter().zip(function_operands(op)) {
            funs.push(self.operand(operand, *params, &mut lets)?);
        }
        let args = arrays.iter().map(|arg| self.lower_exp(arg)).collect::<Result<Vec<_>>>()?;
        let (funs, args, ty) = (self.arena.slice(funs), self.arena.slice(args), self.own_type(site.ty)?);
        let span = self.user_place(site.span);
        Ok(self.lets(lets, Exp::Intrinsic { span, ty, op, funs, args }))
    }

    /// D-LOOP: `E ⊢ loop x = e₁ for y in e₂ do e₃ ⇝ ⟨loop x = e₁' for y in e₂' do e₃', sv⟩`, where `e₁` and `e₃` have
    /// the static value `sv`. The type system allows functions in a loop's state only inside accumulators, where they
    /// are the same in every iteration.
    fn d_loop(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        let mono::Exp::Loop { span, sizes, pat, init, form, body, .. } = *node else { return Err(unexpected(node)) };
        if let mono::LoopForm::For { name, bound, .. } = form {
            let ty = self.own_type(bound.ty())?;
            self.types.insert(*name, ty);
        }
        let sizes = self.sizes(sizes)?;
        if is_order_zero(pat.ty()) {
            return Ok((first_order::default_lower_exp(self, node)?, Static::Dyn));
        }
        let (init, value) = self.exp(init)?;
        let pat = self.pattern(pat, &value, Some(init.ty()))?;
        let form = self.lower_loop_form(form)?;
        let (body, result) = self.exp(body)?;
        if !same(&value, &result) {
            return Err(Error::internal("a loop carries functions that change").or_at(span));
        }
        let ty = unsized_type(self.arena, init.ty());
        let (pat, form) = (self.arena.alloc(pat), self.arena.alloc(form));
        Ok((Exp::Loop { span, ty, sizes, pat, init: self.alloc(init), form, body: self.alloc(body) }, value))
    }
}

/// The error for a rule that is given another rule's expression.
fn unexpected(node: &mono::Exp<'_>) -> Error {
    Error::internal("a rule of defunctionalisation was given another rule's expression").or_at(node.span())
}

/// The rules for expressions of order zero. Their static value is `Dyn`, so only the residual expression is built.
impl<'a, 'b> Lower<'a, 'b> for Defunc<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn lower_exp(&mut self, node: &'a mono::Exp<'a>) -> Result<Exp<'b>> {
        Ok(self.exp(node)?.0)
    }

    fn lower_pat(&mut self, node: &'a mono::Pat<'a>) -> Result<Pat<'b>> {
        self.pattern(node, &Static::Dyn, None)
    }

    fn type_type_arrow(&mut self, node: gone::TypeTypeArrow<'a>) -> Result<Type<'b>> {
        Err(Error::internal("the type of a function where a value of order zero is expected").or_at(node.span))
    }

    fn exp_lambda(&mut self, node: gone::ExpLambda<'a>) -> Result<Exp<'b>> {
        Err(Error::internal("a lambda that D-LAM did not see").or_at(node.span))
    }

    fn exp_apply(&mut self, node: gone::ExpApply<'a>) -> Result<Exp<'b>> {
        Err(Error::internal("an application that D-APP did not see").or_at(node.span))
    }

    fn exp_intrinsic(&mut self, node: gone::ExpIntrinsic<'a>) -> Result<Exp<'b>> {
        Err(Error::internal("an array operation that D-MAP did not see").or_at(node.span))
    }
}
