//! `defunc`: functions as values become records of what they capture.

use super::static_value::{Closure, Static, field_type, is_order_zero, label, part, same, unsized_type};
use framework::pass::{Context, Transform};
use framework::{Error, Name, Names, Node, Owned, Renaming, Result, SourceMap, Span, Symbol, pass};
use languages::builtin::Builtin;
use languages::codes;
use languages::first_order::{self, Arena, Def, Exp, Field, FirstOrder, Fun, Lower, Pat, PatField, Type, TypeField};
use languages::mono::{self, Mono};
use languages::prim::{PrimType, PrimValue};
use languages::source::prelude::PRELUDE_FOLDER;
use rustc_hash::FxHashMap;
use std::rc::Rc;

pass! {
    /// Replaces every function value by a record of the variables that it captures, and every application by the function's body.
    ///
    ///     let f = \y -> y + a in f 1     becomes     let f = {a = a} in let a' = f.a in let y = 1 in y + a'
    ///
    /// Hovgaard, Henriksen, Elsman: High-Performance Defunctionalisation in Futhark, TFP 2018, figures 5 and 6. A *static value* says of each
    /// expression which function it yields; the restrictions of the type system make it known wherever a function is applied, so that no
    /// branch is introduced. Closures hold free variables only (§3), sizes among them (§5.2). Functions without function parameters or
    /// results stay functions and are called (dynamic functions, §5.3).
    pub Defunctionalise = "defunc": Mono => FirstOrder {
        counts: { closures, applications, calls },
    }
}

impl Transform for Defunctionalise {
    fn run(&self, program: &Owned<Mono>, context: &mut Context) -> Result<Owned<FirstOrder>> {
        let mut counts = [0; 3];
        let result = Owned::build(|arena| {
            let copies = mono::Arena::default();
            let defs: FxHashMap<Name, &mono::Def> = program.root().defs.iter().map(|def| (name_of(def), def)).collect();
            let takes_itself = |def: &&mono::Def| {
                let mono::Def::Value { name, body, .. } = def;
                !Defunc::is_first_order(def) && body.free_names().contains(name)
            };
            let recursive = program.root().defs.iter().filter(takes_itself).map(|def| (name_of(def), def)).collect();
            let mut defunc = Defunc {
                arena,
                copies: &copies,
                defs,
                env: FxHashMap::default(),
                types: FxHashMap::default(),
                done: FxHashMap::default(),
                recursive,
                instances: Vec::new(),
                out: Vec::new(),
                counts,
                depth: 0,
                sources: &context.sources,
                call: Span::NONE,
            };
            for def in program.root().defs {
                let mono::Def::Value { entry, .. } = def;
                if *entry {
                    defunc.def(def)?;
                }
            }
            counts = defunc.counts;
            Ok(first_order::Program { span: program.root().span, defs: arena.slice(defunc.out) })
        });
        for (counter, count) in ["closures", "applications", "calls"].into_iter().zip(counts) {
            context.count(counter, count);
        }
        result
    }
}

fn name_of(def: &mono::Def<'_>) -> Name {
    let mono::Def::Value { name, .. } = def;
    *name
}

/// A residual expression with its static value: what `⇝` yields.
type Residual<'a, 'b> = (Exp<'b>, Static<'a>);

struct Defunc<'a, 'b, 's> {
    arena: &'b Arena<'b>,
    /// Copies of functions with names of their own, one for each application.
    copies: &'a mono::Arena<'a>,
    defs: FxHashMap<Name, &'a mono::Def<'a>>,
    /// The environment E. Names are unique, so one table serves all scopes; what is missing is `Dyn`.
    env: FxHashMap<Name, Static<'a>>,
    /// Types of residual variables.
    types: FxHashMap<Name, &'b Type<'b>>,
    done: FxHashMap<Name, ()>,
    /// The recursive functions that take functions.
    recursive: FxHashMap<Name, &'a mono::Def<'a>>,
    /// Their instances, by what is known of the arguments.
    instances: Vec<(Name, Vec<Static<'a>>, Name)>,
    out: Vec<Def<'b>>,
    counts: [u64; 3],
    depth: usize,
    sources: &'s SourceMap,
    /// The innermost application outside of the prelude.
    call: Span,
}

/// How deep applications may be nested in each other's functions.
const MAX_DEPTH: usize = 2_000;

impl<'a, 'b> Defunc<'a, 'b, '_> {
    fn alloc(&self, exp: Exp<'b>) -> &'b Exp<'b> {
        self.arena.alloc(exp)
    }

    fn is_prelude(&self, span: Span) -> bool {
        self.sources.get(span.file).is_some_and(|file| file.name.starts_with(PRELUDE_FOLDER))
    }

    fn size_type(&self) -> &'b Type<'b> {
        self.arena.alloc(Type::TypePrim { span: Span::NONE, prim: PrimType::I64 })
    }

    /// Whether a definition is a function of order-zero parameters and result: a dynamic function.
    fn is_first_order(def: &mono::Def) -> bool {
        let mono::Def::Value { params, ret, .. } = def;
        params.iter().all(|param| is_order_zero(param.ty())) && is_order_zero(ret)
    }

    /// Translates a first-order definition, after those that it calls.
    fn def(&mut self, def: &'a mono::Def<'a>) -> Result<()> {
        let mono::Def::Value { span, name, entry, attrs, doc, sizes, params, ret, body } = def;
        if self.done.insert(*name, ()).is_some() {
            return Ok(());
        }
        let mut new_sizes = Vec::new();
        for size in *sizes {
            self.types.insert(size.name, self.size_type());
            new_sizes.push(self.lower_size_binder(size)?);
        }
        let mut new_params = Vec::new();
        for param in *params {
            new_params.push(self.pattern(param, &Static::Dyn, None)?);
        }
        let attrs: Result<Vec<_>> = attrs.iter().map(|attr| self.lower_attr(attr)).collect();
        let ret = self.lower_type(ret)?;
        let body = self.lower_exp(body)?;
        let value = Def::Value {
            span: *span,
            name: *name,
            entry: *entry,
            attrs: self.arena.slice(attrs?),
            doc: *doc,
            sizes: self.arena.slice(new_sizes),
            params: self.arena.slice(new_params),
            ret: self.arena.alloc(ret),
            body: self.alloc(body),
        };
        self.out.push(value);
        Ok(())
    }

    /// Binds a pattern to a static value. Residual variables of order zero have their own type, others that of what they are bound to.
    fn pattern(&mut self, pat: &'a mono::Pat<'a>, value: &Static<'a>, ty: Option<&'b Type<'b>>) -> Result<Pat<'b>> {
        let own = |defunc: &mut Self, pat: &'a mono::Pat<'a>| defunc.residual_type(pat.ty(), value, ty);
        Ok(match pat {
            mono::Pat::PatVar { span, name, .. } => {
                let ty = own(self, pat)?;
                self.env.insert(*name, value.clone());
                self.types.insert(*name, ty);
                Pat::PatVar { span: *span, ty, name: *name }
            }
            mono::Pat::PatWild { span, .. } => Pat::PatWild { span: *span, ty: own(self, pat)? },
            mono::Pat::PatRecord { span, fields, .. } => {
                let ty = own(self, pat)?;
                let mut out = Vec::new();
                for field in *fields {
                    let (part, part_ty) = (part(value, field.label), field_type(ty, field.label));
                    let pat = self.pattern(field.pat, &part, part_ty)?;
                    out.push(PatField { span: field.span, label: field.label, pat: self.arena.alloc(pat) });
                }
                Pat::PatRecord { span: *span, ty, fields: self.arena.slice(out) }
            }
        })
    }

    /// The type of what a static value describes: `own` in parts of order zero, `residual` in others.
    fn residual_type(
        &mut self,
        own: &'a mono::Type<'a>,
        value: &Static<'a>,
        residual: Option<&'b Type<'b>>,
    ) -> Result<&'b Type<'b>> {
        Ok(match (value, residual, own) {
            (_, _, mono::Type::TypeUnique { body, .. } | mono::Type::TypeExists { body, .. })
                if !is_order_zero(body) =>
            {
                self.residual_type(body, value, residual)?
            }
            (Static::Rcd(_), Some(residual), mono::Type::TypeRecord { span, fields }) => {
                let mut out = Vec::new();
                for field in *fields {
                    let inner = field_type(residual, field.label);
                    let ty = self.residual_type(field.ty, &part(value, field.label), inner)?;
                    out.push(TypeField { span: field.span, label: field.label, ty });
                }
                self.arena.alloc(Type::TypeRecord { span: *span, fields: self.arena.slice(out) })
            }
            (Static::Dyn, ..) | (_, None, _) => {
                let ty = self.lower_type(own)?;
                self.arena.alloc(ty)
            }
            (_, Some(residual), _) => residual,
        })
    }

    /// The type of a function.
    fn arrow(&self, params: &'a [mono::Pat<'a>], ret: &'a mono::Type<'a>) -> &'a mono::Type<'a> {
        params.iter().rev().fold(ret, |to, param| {
            let name = match param {
                mono::Pat::PatVar { name, .. } => Some(*name),
                _ => None,
            };
            self.copies.alloc(mono::Type::TypeArrow { span: param.span(), param: name, from: param.ty(), to })
        })
    }

    /// `let pat = rhs in body`, of type `ty`: that of the body, but in terms of what is in scope outside.
    fn bind(&self, ty: &'b Type<'b>, pat: Pat<'b>, rhs: Exp<'b>, body: Exp<'b>) -> Exp<'b> {
        Exp::Let {
            span: body.span(),
            ty,
            sizes: &[],
            pat: self.arena.alloc(pat),
            rhs: self.alloc(rhs),
            body: self.alloc(body),
        }
    }

    fn var(&self, span: Span, name: Name, ty: &'b Type<'b>) -> Exp<'b> {
        Exp::Var { span, ty, name }
    }

    fn project(&self, exp: Exp<'b>, label: Symbol) -> Result<Exp<'b>> {
        if let Exp::Record { fields, .. } = exp
            && let Some(field) = fields.iter().find(|field| field.label == label)
        {
            return Ok(*field.exp);
        }
        let ty = field_type(exp.ty(), label)
            .ok_or_else(|| Error::internal(format!("a closure has no field `{label}`")).or_at(exp.span()))?;
        Ok(Exp::Project { span: exp.span(), ty, exp: self.alloc(exp), label })
    }

    /// A record of residual expressions.
    fn record(&self, span: Span, fields: Vec<(Symbol, Exp<'b>)>) -> Exp<'b> {
        let types =
            fields.iter().map(|(label, exp)| TypeField { span, label: *label, ty: unsized_type(self.arena, exp.ty()) });
        let ty = Type::TypeRecord { span, fields: self.arena.slice(types.collect::<Vec<_>>()) };
        let fields = fields.into_iter().map(|(label, exp)| Field { span, label, exp: self.alloc(exp) });
        Exp::Record { span, ty: self.arena.alloc(ty), fields: self.arena.slice(fields.collect::<Vec<_>>()) }
    }

    /// D-LAM: the record of the free variables.
    fn closure(
        &mut self,
        node: &'a mono::Exp<'a>,
        params: &'a [mono::Pat<'a>],
        ret: &'a mono::Type<'a>,
        body: &'a mono::Exp<'a>,
    ) -> Result<Residual<'a, 'b>> {
        self.counts[0] += 1;
        let mut fields = Vec::new();
        let mut captured = Vec::new();
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

    /// A definition used as a value.
    fn global(&mut self, span: Span, def: &'a mono::Def<'a>) -> Result<Residual<'a, 'b>> {
        let mono::Def::Value { name, params, ret, body, .. } = def;
        if params.is_empty() && Self::is_first_order(def) {
            self.def(def)?;
            let ty = self.lower_type(ret)?;
            return Ok((self.var(span, *name, self.arena.alloc(ty)), Static::Dyn));
        }
        if params.is_empty() {
            // A constant that is a function: its expression, once for each use.
            let copy = self.copies.alloc(body.copy_into(self.copies, &mut Renaming::new(Names::Fresh)));
            return self.exp(copy);
        }
        self.counts[0] += 1;
        let body = if Self::is_first_order(def) && body.free_names().contains(name) {
            self.own_call(span, *name, params, ret).unwrap_or(body)
        } else {
            body
        };
        let closure = Closure { params, ret, body, captured: Vec::new() };
        Ok((self.record(span, Vec::new()), Static::Lam(Rc::new(closure))))
    }

    /// A recursive function applied to its own parameters: where it is used as a value, its body would go on for ever.
    fn own_call(
        &self,
        span: Span,
        name: Name,
        params: &'a [mono::Pat<'a>],
        ret: &'a mono::Type<'a>,
    ) -> Option<&'a mono::Exp<'a>> {
        let args = params.iter().map(|param| match param {
            mono::Pat::PatVar { span, ty, name } => Some(mono::Exp::Var { span: *span, ty, name: *name }),
            _ => None,
        });
        let args = self.copies.slice(args.collect::<Option<Vec<_>>>()?);
        let func = self.copies.alloc(mono::Exp::Var { span, ty: self.arrow(params, ret), name });
        Some(self.copies.alloc(mono::Exp::Apply { span, ty: ret, func, args }))
    }

    /// D-APP for as many arguments as there are. `ty` is the type of the result in terms of what is in scope, if it is of order zero.
    fn apply(
        &mut self,
        span: Span,
        ty: Option<&'b Type<'b>>,
        function: Residual<'a, 'b>,
        mut args: Vec<Residual<'a, 'b>>,
    ) -> Result<Residual<'a, 'b>> {
        if args.is_empty() {
            return Ok(function);
        }
        let (env, Static::Lam(closure)) = function else {
            return Err(Error::internal("something that is no known function is applied").or_at(span));
        };
        if self.depth >= MAX_DEPTH {
            return Err(
                codes::ENDLESS_INSTANCES.error(span, "functions are nested too deeply in each other's arguments")
            );
        }
        self.depth += 1;
        self.counts[1] += 1;
        let mut lets: Vec<(Pat<'b>, Exp<'b>)> = Vec::new();
        // let env = e₁'
        let env = match env {
            Exp::Var { .. } | Exp::Record { .. } => env,
            other => {
                let name = Name::fresh("env");
                lets.push((Pat::PatVar { span, ty: other.ty(), name }, other));
                self.types.insert(name, other.ty());
                self.var(span, name, other.ty())
            }
        };
        // let y = env.Lab(y)
        let mut renaming = Renaming::new(Names::Fresh);
        let mut sizes = Renaming::new(Names::Keep);
        let mut parts = Vec::new();
        for (name, value) in &closure.captured {
            let part = self.project(env, label(*name))?;
            let new = if let Exp::Var { name, .. } = part { name } else { name.refresh() };
            self.env.insert(new, value.clone());
            renaming = renaming.rename(*name, new);
            sizes = sizes.rename(*name, new);
            parts.push((*name, new, part));
        }
        // Sizes first: the types of the arrays speak of them.
        parts.sort_by_key(|(_, _, part)| !matches!(part.ty(), Type::TypePrim { .. }));
        for (name, new, part) in parts {
            if matches!(part, Exp::Var { name, .. } if name == new) {
                continue;
            }
            let ty = match self.types.get(&name) {
                Some(ty) => self.arena.alloc(ty.copy_into(self.arena, &mut sizes)),
                None => part.ty(),
            };
            lets.push((Pat::PatVar { span, ty, name: new }, part));
            self.types.insert(new, ty);
        }
        let lambda =
            mono::Exp::Lambda { span, ty: closure.ret, params: closure.params, ret: closure.ret, body: closure.body };
        let copy: &'a mono::Exp<'a> = self.copies.alloc(lambda.copy_into(self.copies, &mut renaming));
        let mono::Exp::Lambda { params, ret, body, .. } = copy else {
            return Err(Error::internal("the copy of a function is a function").or_at(span));
        };
        let rest = args.split_off(args.len().min(params.len()));
        let (now, later) = params.split_at(args.len());
        // let x = e₂'
        for (param, (arg, value)) in now.iter().zip(args) {
            let pat = self.pattern(param, &value, Some(arg.ty()))?;
            lets.push((pat, arg));
        }
        let result = if later.is_empty() {
            self.exp(body)?
        } else {
            // The result's type may speak of the parameters that are left.
            let ty = self.arrow(later, ret);
            let node = mono::Exp::Lambda { span, ty, params: later, ret, body };
            let node: &'a mono::Exp<'a> = self.copies.alloc(node);
            self.closure(node, later, ret, body)?
        };
        let (body, value) = self.apply(span, ty, result, rest)?;
        self.depth -= 1;
        let ty = match (&value, ty) {
            (Static::Dyn, Some(ty)) => ty,
            _ => unsized_type(self.arena, body.ty()),
        };
        Ok((lets.into_iter().rev().fold(body, |body, (pat, rhs)| self.bind(ty, pat, rhs, body)), value))
    }

    /// `E ⊢ e ⇝ ⟨e', sv⟩`
    fn exp(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        match node {
            // D-VAR
            mono::Exp::Var { span, name, .. } => {
                if let Some(def) = self.defs.get(name).copied() {
                    return self.global(*span, def);
                }
                let value = self.env.get(name).cloned().unwrap_or(Static::Dyn);
                let ty = match self.types.get(name) {
                    Some(ty) if !matches!(value, Static::Dyn) => *ty,
                    _ => {
                        let ty = self.lower_type(node.ty())?;
                        self.arena.alloc(ty)
                    }
                };
                Ok((self.var(*span, *name, ty), value))
            }
            // D-LAM
            mono::Exp::Lambda { params, ret, body, .. } => self.closure(node, params, ret, body),
            // D-APP
            mono::Exp::Apply { span, func, args, ty } => {
                let outer = self.call;
                if !self.is_prelude(*span) {
                    self.call = *span;
                }
                let result = self.application(*span, ty, func, args);
                self.call = outer;
                result
            }
            // D-LET
            mono::Exp::Let { span, sizes, pat, rhs, body, .. } => {
                let (rhs, value) = self.exp(rhs)?;
                let mut new_sizes = Vec::new();
                for size in *sizes {
                    self.types.insert(size.name, self.size_type());
                    new_sizes.push(self.lower_size_binder(size)?);
                }
                let pat = self.pattern(pat, &value, Some(rhs.ty()))?;
                let (body, value) = self.exp(body)?;
                let ty = match value {
                    Static::Dyn => {
                        let ty = self.lower_type(node.ty())?;
                        self.arena.alloc(ty)
                    }
                    _ => unsized_type(self.arena, body.ty()),
                };
                let result = Exp::Let {
                    span: *span,
                    ty,
                    sizes: self.arena.slice(new_sizes),
                    pat: self.arena.alloc(pat),
                    rhs: self.alloc(rhs),
                    body: self.alloc(body),
                };
                Ok((result, value))
            }
            // D-RCD
            mono::Exp::Record { span, fields, .. } if !is_order_zero(node.ty()) => {
                let (mut residuals, mut values) = (Vec::new(), Vec::new());
                for field in *fields {
                    let (exp, value) = self.exp(field.exp)?;
                    residuals.push((field.label, exp));
                    values.push((field.label, value));
                }
                Ok((self.record(*span, residuals), Static::Rcd(Rc::new(values))))
            }
            // D-PROJ
            mono::Exp::Project { span, exp, label, ty } => {
                let (exp, value) = self.exp(exp)?;
                match part(&value, *label) {
                    Static::Dyn => {
                        let ty = self.lower_type(ty)?;
                        Ok((
                            Exp::Project { span: *span, ty: self.arena.alloc(ty), exp: self.alloc(exp), label: *label },
                            Static::Dyn,
                        ))
                    }
                    part => Ok((self.project(exp, *label)?, part)),
                }
            }
            mono::Exp::Update { span, exp, path, value, .. } if !is_order_zero(node.ty()) => {
                self.update(*span, exp, path, value)
            }
            // A constructor with a function among its operands: which one made a value is known wherever it is used.
            mono::Exp::Con { span, tag, args, .. } if !is_order_zero(node.ty()) => {
                let (mut residuals, mut values) = (Vec::new(), Vec::new());
                for (index, arg) in args.iter().enumerate() {
                    let (exp, value) = self.exp(arg)?;
                    residuals.push((operand(index as i64), exp));
                    values.push(value);
                }
                Ok((self.record(*span, residuals), Static::Con(*tag, Rc::new(values))))
            }
            mono::Exp::Test { span, exp, tag, .. } if !is_order_zero(exp.ty()) => match self.exp(exp)?.1 {
                Static::Con(made, _) => {
                    let ty = self.arena.alloc(Type::TypePrim { span: *span, prim: PrimType::Bool });
                    Ok((Exp::Const { span: *span, ty, value: PrimValue::Bool(made == *tag) }, Static::Dyn))
                }
                _ => Err(Error::internal("a constructor with a function that nothing knows").or_at(*span)),
            },
            mono::Exp::Payload { span, exp, index, .. } if !is_order_zero(exp.ty()) => {
                let (exp, Static::Con(_, values)) = self.exp(exp)? else {
                    return Err(Error::internal("a constructor with a function that nothing knows").or_at(*span));
                };
                let value = values.get(*index as usize).cloned().unwrap_or(Static::Dyn);
                Ok((self.project(exp, operand(*index))?, value))
            }
            // D-IF. What a static value decides is decided now.
            mono::Exp::If { span, cond, yes, no, .. }
                if !matches!(cond, mono::Exp::Const { .. }) || !is_order_zero(node.ty()) =>
            {
                let cond = self.lower_exp(cond)?;
                if let Exp::Const { value: PrimValue::Bool(value), .. } = cond {
                    return self.exp(if value { yes } else { no });
                }
                if !is_order_zero(node.ty()) {
                    let ((yes, value), (no, other)) = (self.exp(yes)?, self.exp(no)?);
                    if !same(&value, &other) {
                        return Err(Error::internal("a conditional returns different functions").or_at(*span));
                    }
                    let ty = unsized_type(self.arena, yes.ty());
                    let (cond, yes, no) = (self.alloc(cond), self.alloc(yes), self.alloc(no));
                    return Ok((Exp::If { span: *span, ty, cond, yes, no }, value));
                }
                let (yes, no) = (self.lower_exp(yes)?, self.lower_exp(no)?);
                let ty = self.lower_type(node.ty())?;
                let (cond, yes, no) = (self.alloc(cond), self.alloc(yes), self.alloc(no));
                Ok((Exp::If { span: *span, ty: self.arena.alloc(ty), cond, yes, no }, Static::Dyn))
            }
            mono::Exp::Assert { span, cond, exp, .. } => {
                let cond = self.lower_exp(cond)?;
                let (exp, value) = self.exp(exp)?;
                Ok((Exp::Assert { span: *span, ty: exp.ty(), cond: self.alloc(cond), exp: self.alloc(exp) }, value))
            }
            mono::Exp::ExpAttributed { span, attr, exp, .. } => {
                let attr = self.lower_attr(attr)?;
                let (exp, value) = self.exp(exp)?;
                let attr = self.arena.alloc(attr);
                Ok((Exp::ExpAttributed { span: *span, ty: exp.ty(), attr, exp: self.alloc(exp) }, value))
            }
            // D-LOOP
            mono::Exp::Loop { sizes, pat, form, .. } => {
                for size in *sizes {
                    self.types.insert(size.name, self.size_type());
                }
                if let mono::LoopForm::For { name, bound, .. } = form {
                    let ty = self.lower_type(bound.ty())?;
                    self.types.insert(*name, self.arena.alloc(ty));
                }
                if is_order_zero(pat.ty()) {
                    return Ok((first_order::default_lower_exp(self, node)?, Static::Dyn));
                }
                self.repeat(node)
            }
            // What the prelude knows of the type of a function is true of what is known of the function.
            mono::Exp::Intrinsic { op: Builtin::Believe, args: [arg], .. } if !is_order_zero(arg.ty()) => self.exp(arg),
            // D-NUM, D-TRUE, D-PLUS, D-LEQ, D-ARRAY, D-INDEX, D-UPDATE, D-LENGTH, D-MAP: order zero, with order-zero parts (or, for
            // D-MAP, functions that `exp_intrinsic` translates).
            _ => Ok((first_order::default_lower_exp(self, node)?, Static::Dyn)),
        }
    }

    /// A loop that carries functions: in every iteration the same ones.
    fn repeat(&mut self, node: &'a mono::Exp<'a>) -> Result<Residual<'a, 'b>> {
        let mono::Exp::Loop { span, sizes, pat, init, form, body, .. } = node else {
            return Err(Error::internal("a loop was expected").or_at(node.span()));
        };
        let mut new_sizes = Vec::new();
        for size in *sizes {
            new_sizes.push(self.lower_size_binder(size)?);
        }
        let (init, value) = self.exp(init)?;
        let pat = self.pattern(pat, &value, Some(init.ty()))?;
        let form = self.lower_loop_form(form)?;
        let (body, result) = self.exp(body)?;
        if !same(&value, &result) {
            return Err(Error::internal("a loop carries functions that change").or_at(*span));
        }
        let exp = Exp::Loop {
            span: *span,
            ty: unsized_type(self.arena, init.ty()),
            sizes: self.arena.slice(new_sizes),
            pat: self.arena.alloc(pat),
            init: self.alloc(init),
            form: self.arena.alloc(form),
            body: self.alloc(body),
        };
        Ok((exp, value))
    }

    fn application(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        func: &'a mono::Exp<'a>,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Residual<'a, 'b>> {
        if let mono::Exp::Var { name, .. } = func
            && let Some(def) = self.defs.get(name).copied()
            && Self::is_first_order(def)
        {
            let mono::Def::Value { params, .. } = def;
            if !params.is_empty() && params.len() == args.len() {
                self.counts[2] += 1;
                self.def(def)?;
                let args: Result<Vec<_>> = args.iter().map(|arg| self.lower_exp(arg)).collect();
                let ty = self.lower_type(ty)?;
                let call = Exp::Call { span, ty: self.arena.alloc(ty), func: *name, args: self.arena.slice(args?) };
                return Ok((call, Static::Dyn));
            }
        }
        if let mono::Exp::Var { name, .. } = func
            && let Some(def) = self.recursive.get(name).copied()
            && let mono::Def::Value { params, .. } = def
            && params.len() == args.len()
        {
            return self.recursive_call(span, ty, def, args);
        }
        let function = self.exp(func)?;
        let args: Result<Vec<_>> = args.iter().map(|arg| self.exp(arg)).collect();
        let ty = if is_order_zero(ty) {
            let ty = self.lower_type(ty)?;
            Some(self.arena.alloc(ty))
        } else {
            None
        };
        self.apply(span, ty, function, args?)
    }

    /// A call of a recursive function that takes functions: of its instance for these, which takes what they capture. The type system
    /// makes sure that recursive calls pass them on, so that they are calls of the same instance.
    fn recursive_call(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        def: &'a mono::Def<'a>,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Residual<'a, 'b>> {
        let mono::Def::Value { span: place, name, attrs, doc, params, ret, body, .. } = def;
        let mut residuals = Vec::new();
        let mut values = Vec::new();
        for arg in args {
            let (residual, value) = self.exp(arg)?;
            residuals.push(residual);
            values.push(value);
        }
        let known = self
            .instances
            .iter()
            .find(|(of, known, _)| of == name && known.iter().zip(&values).all(|(known, value)| same(known, value)));
        let instance = match known {
            Some((.., instance)) => *instance,
            None => {
                if self.instances.len() >= MAX_DEPTH {
                    return Err(codes::ENDLESS_INSTANCES
                        .error(span, format!("too many instances of `{}` are needed", name.base)));
                }
                self.counts[0] += 1;
                let instance = name.refresh();
                self.instances.push((*name, values.clone(), instance));
                let lambda = mono::Exp::Lambda { span: *place, ty: ret, params, ret, body };
                let copy: &'a mono::Exp<'a> =
                    self.copies.alloc(lambda.copy_into(self.copies, &mut Renaming::new(Names::Fresh)));
                let mono::Exp::Lambda { params, ret, body, .. } = copy else {
                    return Err(Error::internal("the copy of a function is a function").or_at(span));
                };
                let mut new_params = Vec::new();
                for ((param, value), residual) in params.iter().zip(&values).zip(&residuals) {
                    let ty = unsized_type(self.arena, residual.ty());
                    new_params.push(self.pattern(param, value, Some(ty))?);
                }
                let attrs: Result<Vec<_>> = attrs.iter().map(|attr| self.lower_attr(attr)).collect();
                let ret = self.lower_type(ret)?;
                let body = self.lower_exp(body)?;
                self.out.push(Def::Value {
                    span: *place,
                    name: instance,
                    entry: false,
                    attrs: self.arena.slice(attrs?),
                    doc: *doc,
                    sizes: &[],
                    params: self.arena.slice(new_params),
                    ret: self.arena.alloc(ret),
                    body: self.alloc(body),
                });
                instance
            }
        };
        self.counts[2] += 1;
        let ty = self.lower_type(ty)?;
        let args = self.arena.slice(residuals);
        Ok((Exp::Call { span, ty: self.arena.alloc(ty), func: instance, args }, Static::Dyn))
    }

    /// A record update where functions are involved: the record is taken apart and put together again.
    fn update(
        &mut self,
        span: Span,
        exp: &'a mono::Exp<'a>,
        path: &'a [mono::Step<'a>],
        new: &'a mono::Exp<'a>,
    ) -> Result<Residual<'a, 'b>> {
        let (record, value) = self.exp(exp)?;
        let new = self.exp(new)?;
        let name = Name::fresh("record");
        self.types.insert(name, record.ty());
        let var = self.var(span, name, record.ty());
        let (updated, result) = self.updated(span, var, &value, path, new)?;
        Ok((self.bind(updated.ty(), Pat::PatVar { span, ty: record.ty(), name }, record, updated), result))
    }

    fn updated(
        &mut self,
        span: Span,
        record: Exp<'b>,
        value: &Static<'a>,
        path: &'a [mono::Step<'a>],
        new: Residual<'a, 'b>,
    ) -> Result<Residual<'a, 'b>> {
        let Some((step, rest)) = path.split_first() else { return Ok(new) };
        let (mono::Step::StepField { label, .. }, Type::TypeRecord { fields, .. }) = (step, record.ty()) else {
            return Err(codes::UPDATE_BESIDE_FUNCTION
                .error(span, "an array inside of a record with functions cannot be updated in place"));
        };
        let (mut residuals, mut values) = (Vec::new(), Vec::new());
        for field in *fields {
            let old = self.project(record, field.label)?;
            let old_value = part(value, field.label);
            let (exp, value) = if field.label == *label {
                self.updated(span, old, &old_value, rest, new.clone())?
            } else {
                (old, old_value)
            };
            residuals.push((field.label, exp));
            values.push((field.label, value));
        }
        Ok((self.record(span, residuals), Static::Rcd(Rc::new(values))))
    }

    /// A function operand with `count` parameters: the function applied to new variables.
    fn operand(
        &mut self,
        node: &'a mono::Exp<'a>,
        count: usize,
        lets: &mut Vec<(Pat<'b>, Exp<'b>)>,
    ) -> Result<Fun<'b>> {
        let span = node.span();
        let (mut function, value) = self.exp(node)?;
        // What the function captures is computed once, outside.
        if !matches!(function, Exp::Var { .. } | Exp::Record { .. }) {
            let name = Name::fresh("f");
            self.types.insert(name, function.ty());
            lets.push((Pat::PatVar { span, ty: function.ty(), name }, function));
            function = self.var(span, name, function.ty());
        }
        let mut ty = node.ty();
        let mut params = Vec::new();
        let mut args = Vec::new();
        while params.len() < count {
            match ty {
                mono::Type::TypeArrow { from, to, .. } => {
                    let from = self.lower_type(from)?;
                    let from = self.arena.alloc(from);
                    let name = Name::fresh("x");
                    self.types.insert(name, from);
                    params.push(Pat::PatVar { span, ty: from, name });
                    args.push((self.var(span, name, from), Static::Dyn));
                    ty = to;
                }
                mono::Type::TypeUnique { body, .. } | mono::Type::TypeExists { body, .. } => ty = body,
                _ => return Err(Error::internal("an operand has too few parameters").or_at(span)),
            }
        }
        let ret = self.lower_type(ty)?;
        let ret = self.arena.alloc(ret);
        let (body, _) = self.apply(span, Some(ret), (function, value), args)?;
        Ok(Fun { span, params: self.arena.slice(params), ret, body: self.alloc(body) })
    }
}

/// The label of a constructor's operand in its residual record.
fn operand(index: i64) -> Symbol {
    Symbol::new(&index.to_string())
}

/// How many parameters each function operand has; they come first among the operands.
fn function_operands(op: Builtin) -> &'static [usize] {
    match op {
        Builtin::Map => &[1],
        Builtin::Reduce | Builtin::ReduceComm | Builtin::Scan | Builtin::Hist => &[2],
        _ => &[],
    }
}

impl<'a, 'b> Lower<'a, 'b> for Defunc<'a, 'b, '_> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn lower_exp(&mut self, node: &'a mono::Exp<'a>) -> Result<Exp<'b>> {
        Ok(self.exp(node)?.0)
    }

    fn lower_pat(&mut self, node: &'a mono::Pat<'a>) -> Result<Pat<'b>> {
        self.pattern(node, &Static::Dyn, None)
    }

    fn type_type_arrow(
        &mut self,
        span: Span,
        _: Option<Name>,
        _: &'a mono::Type<'a>,
        _: &'a mono::Type<'a>,
    ) -> Result<Type<'b>> {
        Err(Error::internal("the type of a function where a value of order zero is expected").or_at(span))
    }

    fn exp_lambda(
        &mut self,
        span: Span,
        _: &'a mono::Type<'a>,
        _: &'a [mono::Pat<'a>],
        _: &'a mono::Type<'a>,
        _: &'a mono::Exp<'a>,
    ) -> Result<Exp<'b>> {
        Err(Error::internal("a lambda that D-LAM did not see").or_at(span))
    }

    fn exp_apply(
        &mut self,
        span: Span,
        _: &'a mono::Type<'a>,
        _: &'a mono::Exp<'a>,
        _: &'a [mono::Exp<'a>],
    ) -> Result<Exp<'b>> {
        Err(Error::internal("an application that D-APP did not see").or_at(span))
    }

    /// D-MAP, and likewise the other SOACs.
    fn exp_intrinsic(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        op: Builtin,
        args: &'a [mono::Exp<'a>],
    ) -> Result<Exp<'b>> {
        // Users know their call of the prelude's function, and no place in it.
        let span = if self.is_prelude(span) { self.call.or(span) } else { span };
        let counts = function_operands(op);
        let mut lets = Vec::new();
        let mut funs = Vec::new();
        for (arg, count) in args.iter().zip(counts) {
            funs.push(self.operand(arg, *count, &mut lets)?);
        }
        let rest: Result<Vec<_>> = args.iter().skip(counts.len()).map(|arg| self.lower_exp(arg)).collect();
        let ty = self.lower_type(ty)?;
        let exp = Exp::Intrinsic {
            span,
            ty: self.arena.alloc(ty),
            op,
            funs: self.arena.slice(funs),
            args: self.arena.slice(rest?),
        };
        Ok(lets.into_iter().rev().fold(exp, |body, (pat, rhs)| self.bind(exp.ty(), pat, rhs, body)))
    }
}
