//! The meaning of `Typed`: big-step evaluation with closures, after Hovgaard, Henriksen, Elsman (TFP 2018), figure 3.
//!
//! A judgement `Σ ⊢ e ⇓ v` is a call of [`Machine::eval`] with `Σ` in a [`Frame`]. `e ⇓ err` is an error of kind
//! `RunTime` with its place and its backtrace. Operators are those of `prim`. Messages are literally those of Futhark's
//! compiled programs.
//!
//! Closures hold the values of all their free variables. An update is in place if nothing else shares the array;
//! otherwise the array is copied. So programs that break the rules of consumption have a meaning, too.

mod entry;
mod index;
mod loops;
mod operations;
mod types;
mod values;

use std::rc::Rc;

use framework::{Code, Error, Name, Node, Result, SourceMap, Span, Symbol, Terminal};
use rustc_hash::FxHashMap;

use self::types::Bindings;
use self::values::{Fun, Val};
use super::{
    Arm, Attr, Def, Dim, Exp, LoopForm, Pat, Program, SizeBinder, Step, Type, TypeArg, TypeParam, label_order,
};
use crate::codes;
use crate::prim::{ArithError, BinOp, PrimValue, convert};
use crate::run::{failure, too_deep};
use crate::stop::Stop;
use crate::trace::{Form, TRACE, Tracer, place};
use crate::value::Value;

/// Runs an entry point, and returns one value for each of its results.
pub fn evaluate<'p>(
    program: &'p Program<'p>,
    call: &'p crate::run::Call,
    sources: &'p SourceMap,
) -> Result<Vec<Value>> {
    let mut machine = Machine {
        defs: program
            .defs
            .iter()
            .map(|def| {
                let Def::Value { name, .. } = def;
                (*name, def)
            })
            .collect(),
        constants: FxHashMap::default(),
        captures: FxHashMap::default(),
        sources,
        calls: Vec::new(),
        intrinsic_call: None,
        tracer: &call.tracer,
        stop: &call.stop,
    };
    machine.call(call)
}

/// An environment `Σ`: the values of variables in scope, and the meaning of type parameters.
#[derive(Default)]
struct Frame<'p> {
    /// Names are unique, so variables may stay when their scope ends.
    vars: FxHashMap<Name, Val<'p>>,
    types: Bindings<'p>,
}

/// The state of an evaluation besides the environment.
struct Machine<'p> {
    defs: FxHashMap<Name, &'p Def<'p>>,
    /// The values of definitions without parameters, once evaluated.
    constants: FxHashMap<Name, Val<'p>>,
    /// The free variables of functions, by node.
    captures: FxHashMap<*const Exp<'p>, Rc<[Name]>>,
    sources: &'p SourceMap,
    /// The places of the active calls, the innermost last.
    calls: Vec<Span>,
    /// The place in the user's program that called the active operation of the prelude.
    intrinsic_call: Option<Span>,
    /// Takes what the program traces.
    tracer: &'p Tracer,
    stop: &'p Stop,
}

/// Returns a record of these fields.
fn record<'p>(mut fields: Vec<(Symbol, Val<'p>)>) -> Val<'p> {
    fields.sort_by_key(|(label, _)| label_order(*label));
    Val::Record(Rc::new(fields))
}

impl<'p> Machine<'p> {
    /// Returns the error `err` at a place.
    fn fail(&self, code: &'static Code, span: Span, message: impl std::fmt::Display) -> Error {
        let mut text = format!("Error: {message}\n\nBacktrace:");
        for (depth, place) in std::iter::once(&span).chain(self.calls.iter().rev()).enumerate() {
            let arrow = if depth == 0 { "->" } else { "  " };
            let place = self.sources.describe(*place).unwrap_or_else(|| "unknown location".to_string());
            text += &format!("\n{arrow} #{depth}  {place}");
        }
        text.push('\n');
        code.error(Span::NONE, text)
    }

    fn arithmetic(&self, span: Span, result: std::result::Result<PrimValue, ArithError>) -> Result<Val<'p>> {
        match result {
            Ok(value) => Ok(Val::Prim(value)),
            Err(ArithError::IllTyped) => Err(Error::internal("an operator on operands of the wrong type").or_at(span)),
            Err(ArithError::NegativeExponent) => {
                Err(self.fail(&codes::NEGATIVE_EXPONENT, span, ArithError::NegativeExponent))
            }
            Err(error) => Err(self.fail(&codes::DIVISION_BY_ZERO, span, error)),
        }
    }

    fn is_definition(&self, name: Name) -> bool {
        self.defs.contains_key(&name)
    }

    /// `Σ ⊢ e ⇓ v`.
    fn eval(&mut self, frame: &mut Frame<'p>, mut exp: &'p Exp<'p>) -> Result<Val<'p>> {
        self.stop.check()?;
        // E-LET, E-LETFUN: iterates, since chains of them may be long.
        loop {
            match exp {
                Exp::Let { sizes, pat, rhs, body, .. } => {
                    let value = self.eval(frame, rhs)?;
                    self.bind_sizes(frame, sizes, pat.ty(), &value)?;
                    self.bind(frame, pat, value)?;
                    exp = body;
                }
                Exp::LetFun { name, type_params, params, rhs, body, .. } => {
                    let fun = self.closure(frame, exp, type_params, params, rhs);
                    frame.vars.insert(*name, fun);
                    exp = body;
                }
                _ => break,
            }
        }
        match exp {
            // E-CONST
            Exp::Const { value, .. } => Ok(Val::Prim(*value)),
            // E-VAR
            Exp::Var { span, name, inst, .. } => self.variable(frame, *span, *name, inst),
            // E-LAM
            Exp::Lambda { params, body, .. } => Ok(self.closure(frame, exp, &[], params, body)),
            // E-APP
            Exp::Apply { span, func, args, .. } => self.application(frame, *span, func, args),
            // E-OP
            Exp::Bin { span, op, lhs, rhs, .. } => self.binary(frame, *span, *op, lhs, rhs),
            Exp::Un { span, op, arg, .. } => {
                let value = self.eval(frame, arg)?.prim()?;
                self.arithmetic(*span, op.eval(value))
            }
            Exp::Tri { span, op, a, b, c, .. } => {
                let a = self.eval(frame, a)?.prim()?;
                let b = self.eval(frame, b)?.prim()?;
                let c = self.eval(frame, c)?.prim()?;
                self.arithmetic(*span, op.eval(a, b, c))
            }
            Exp::Convert { ty, exp, .. } => {
                let value = self.eval(frame, exp)?.prim()?;
                match ty {
                    Type::TypePrim { prim, .. } => Ok(Val::Prim(convert(value, *prim))),
                    _ => Err(Error::internal("a conversion to a type that is not primitive").or_at(exp.span())),
                }
            }
            // E-IF
            Exp::If { cond, yes, no, .. } => {
                let branch = if self.truth(frame, cond)? { yes } else { no };
                self.eval(frame, branch)
            }
            Exp::Match { span, scrutinee, arms, .. } => self.matching(frame, *span, scrutinee, arms),
            // E-RCD
            Exp::Record { fields, .. } => {
                let mut values = Vec::with_capacity(fields.len());
                for field in *fields {
                    values.push((field.label, self.eval(frame, field.exp)?));
                }
                Ok(record(values))
            }
            // E-PROJ
            Exp::Project { exp, label, .. } => Ok(self.eval(frame, exp)?.field(*label)?.clone()),
            Exp::Con { tag, args, .. } => Ok(Val::Sum(*tag, Rc::new(self.values(frame, args)?))),
            // E-ARR
            Exp::Array { ty, elems, .. } => {
                let mut builder = values::Builder::new(elems.len());
                for elem in *elems {
                    let value = self.eval(frame, elem)?;
                    builder.push(value)?;
                }
                Ok(Val::Array(builder.finish(|| self.elem_type(frame, ty))?))
            }
            // E-INDEX
            Exp::Index { span, array, indices, .. } => {
                let array = self.eval(frame, array)?;
                let dims = self.dims(frame, indices)?;
                self.index(*span, array.array()?, &dims)
            }
            // E-UPDATE
            Exp::Update { span, exp, path, value, .. } => self.update(frame, *span, exp, path, value),
            // E-LOOP
            Exp::Loop { sizes, pat, init, form, body, .. } => self.looping(frame, sizes, pat, init, form, body),
            Exp::Range { span, start, second, kind, end, .. } => {
                let start = self.eval(frame, start)?.prim()?;
                let second = second.map(|second| self.eval(frame, second)?.prim()).transpose()?;
                let end = self.eval(frame, end)?.prim()?;
                self.range(*span, start, second, *kind, end)
            }
            Exp::Coerce { span, ty, exp, .. } => {
                let value = self.eval(frame, exp)?;
                self.check_shape(frame, *span, ty, &value)?;
                Ok(value)
            }
            Exp::Assert { span, ty, cond, exp } => {
                // Nothing can use the value `()`, so nothing needs its assertion.
                if !self.truth(frame, cond)? && !matches!(ty, Type::TypeRecord { fields: [], .. }) {
                    let message = format!("Assertion is false: {}", self.quote(cond));
                    return Err(self.fail(&codes::FALSE_ASSERTION, *span, message));
                }
                self.eval(frame, exp)
            }
            Exp::ExpAttributed { span, attr, exp, .. } => {
                self.eval(frame, exp).inspect(|value| self.trace(*span, attr, value))
            }
            // E-MAP and the like
            Exp::Intrinsic { span, ty, op, args } => {
                let values = self.values(frame, args)?;
                self.operation(frame, *span, ty, *op, values)
            }
            Exp::Hole { span, ty } => {
                let message = format!("Reached hole of type: {}", super::print::type_text(ty));
                Err(self.fail(&codes::NO_VALUE, *span, message))
            }
            Exp::Let { .. } | Exp::LetFun { .. } => Err(Error::internal("a `let` after all of them")),
        }
    }

    /// Prints a value that has the attribute `trace`, `trace(label)`, or `trace(label, form)` if `flatten-sums` has
    /// run.
    fn trace(&self, span: Span, attr: &Attr<'p>, value: &Val<'p>) {
        let args = match attr {
            Attr::Atom { name, .. } if name.as_str() == TRACE => &[][..],
            Attr::Compound { name, args, .. } if name.as_str() == TRACE => args,
            _ => return,
        };
        let word = |position: usize| match args.get(position) {
            Some(Attr::Atom { name, .. }) => Some(*name),
            _ => None,
        };
        let form = word(1).and_then(|form| Form::read(form.as_str())).and_then(Form::shape);
        let label = word(0).unwrap_or_else(|| Symbol::new(&place(self.sources, span)));
        self.tracer.trace(label, &value.shown(form.as_ref()));
    }

    fn values(&mut self, frame: &mut Frame<'p>, exps: &'p [Exp<'p>]) -> Result<Vec<Val<'p>>> {
        exps.iter().map(|exp| self.eval(frame, exp)).collect()
    }

    fn application(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        func: &'p Exp<'p>,
        args: &'p [Exp<'p>],
    ) -> Result<Val<'p>> {
        let fun = self.eval(frame, func)?;
        let values = self.values(frame, args)?;
        let fun = fun.fun()?.clone();
        // Operations of the prelude have no frame in a backtrace.
        let silent = matches!(fun.body, Exp::Intrinsic { .. });
        let name = if let Exp::Var { name, .. } = func { name.base.as_str() } else { "a function" };
        if silent {
            self.intrinsic_call = Some(span);
        } else if let Some(message) = too_deep(name, self.calls.len()) {
            // The backtrace would be as long as the chain of calls, so the error has none.
            return Err(failure(&codes::NESTED_CALLS, &message, self.sources.describe(span).as_deref()));
        } else {
            self.calls.push(span);
        }
        let result = self.apply(&fun, values)?;
        if !silent {
            self.calls.pop();
        }
        Ok(result)
    }

    fn binary(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        op: BinOp,
        lhs: &'p Exp<'p>,
        rhs: &'p Exp<'p>,
    ) -> Result<Val<'p>> {
        let a = self.eval(frame, lhs)?;
        let b = self.eval(frame, rhs)?;
        match (op, &a, &b) {
            (_, Val::Prim(a), Val::Prim(b)) => self.arithmetic(span, op.eval(*a, *b)),
            (BinOp::Eq, a, b) => Ok(Val::bool(a.same(b)?)),
            (BinOp::Ne, a, b) => Ok(Val::bool(!a.same(b)?)),
            _ => self.arithmetic(span, Err(ArithError::IllTyped)),
        }
    }

    fn matching(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        scrutinee: &'p Exp<'p>,
        arms: &'p [Arm<'p>],
    ) -> Result<Val<'p>> {
        let value = self.eval(frame, scrutinee)?;
        for arm in arms {
            if self.matches(frame, arm.pat, &value)? {
                return self.eval(frame, arm.body);
            }
        }
        Err(self.fail(&codes::NO_VALUE, span, "no case matches"))
    }

    fn truth(&mut self, frame: &mut Frame<'p>, exp: &'p Exp<'p>) -> Result<bool> {
        match self.eval(frame, exp)? {
            Val::Prim(PrimValue::Bool(value)) => Ok(value),
            _ => Err(Error::internal("a condition is not a truth value").or_at(exp.span())),
        }
    }

    /// Returns an expression as the user wrote it.
    fn quote(&self, exp: &Exp<'p>) -> String {
        let span = exp.span();
        let text = self.sources.get(span.file).and_then(|file| file.text.get(span.start as usize..span.end as usize));
        let text = text.unwrap_or("...");
        match exp {
            Exp::Var { .. } | Exp::Const { .. } | Exp::Project { .. } | Exp::Index { .. } => text.to_string(),
            _ if text.starts_with('(') && text.ends_with(')') => text.to_string(),
            _ => format!("({text})"),
        }
    }

    /// Returns a closure.
    fn closure(
        &mut self,
        frame: &Frame<'p>,
        exp: &'p Exp<'p>,
        type_params: &'p [TypeParam],
        params: &'p [Pat<'p>],
        body: &'p Exp<'p>,
    ) -> Val<'p> {
        let names = match self.captures.get(&std::ptr::from_ref(exp)) {
            Some(names) => names.clone(),
            None => {
                let mut free = body.free_names();
                for name in params.iter().flat_map(|param| param.free_names()) {
                    if !free.contains(&name) {
                        free.push(name);
                    }
                }
                let names: Rc<[Name]> = free.into();
                self.captures.insert(exp, names.clone());
                names
            }
        };
        let captured = names.iter().filter_map(|name| Some((*name, frame.vars.get(name)?.clone())));
        Val::Fun(Rc::new(Fun {
            params,
            type_params,
            body,
            captured: Rc::new(captured.collect()),
            types: frame.types.clone(),
            args: Vec::new(),
        }))
    }

    fn variable(&mut self, frame: &mut Frame<'p>, span: Span, name: Name, inst: &'p [TypeArg<'p>]) -> Result<Val<'p>> {
        let fun = match frame.vars.get(&name) {
            Some(Val::Fun(fun)) if !fun.type_params.is_empty() => fun.clone(),
            Some(value) => return Ok(value.clone()),
            None => {
                if let Some(value) = self.constants.get(&name) {
                    return Ok(value.clone());
                }
                let Some(Def::Value { type_params, params, body, .. }) = self.defs.get(&name).copied() else {
                    return Err(Error::internal(format!("`{name}` has no value")).or_at(span));
                };
                let captured = Rc::new(Vec::new());
                let types = Bindings::default();
                Rc::new(Fun { params, type_params, body, captured, types, args: Vec::new() })
            }
        };
        let mut instance = Fun { type_params: &[], ..(*fun).clone() };
        if !inst.is_empty() {
            let mut captured = fun.captured.to_vec();
            let mut types = (*fun.types).clone();
            for (param, arg) in fun.type_params.iter().zip(inst) {
                match (param, arg) {
                    (TypeParam::SizeParam { name, .. }, TypeArg::ArgSize { size, .. }) => {
                        captured.push((*name, Val::i64(self.size(frame, size)?)));
                    }
                    (TypeParam::TypeParamNamed { name, .. }, TypeArg::ArgType { ty, .. }) => {
                        types.insert(*name, self.meaning(frame, ty));
                    }
                    _ => return Err(Error::internal(format!("`{name}` has the wrong type arguments")).or_at(span)),
                }
            }
            instance.captured = Rc::new(captured);
            instance.types = Rc::new(types);
        }
        if !instance.params.is_empty() {
            return Ok(Val::Fun(Rc::new(instance)));
        }
        // A constant.
        let mut own = Frame { vars: instance.captured.iter().cloned().collect(), types: instance.types };
        let value = self.eval(&mut own, instance.body)?;
        if fun.type_params.is_empty() {
            self.constants.insert(name, value.clone());
        }
        Ok(value)
    }

    /// Applies a function to fewer arguments than it has parameters, to as many, or to more.
    fn apply(&mut self, fun: &Rc<Fun<'p>>, args: Vec<Val<'p>>) -> Result<Val<'p>> {
        let mut all = fun.args.clone();
        all.extend(args);
        if all.len() < fun.params.len() {
            return Ok(Val::Fun(Rc::new(Fun { args: all, ..(**fun).clone() })));
        }
        let rest = all.split_off(fun.params.len());
        let mut frame = self.frame(fun);
        let result = self.enter(fun, &mut frame, all)?;
        if rest.is_empty() { Ok(result) } else { self.apply(&result.fun()?.clone(), rest) }
    }

    /// Returns a frame for calls of a function.
    fn frame(&self, fun: &Fun<'p>) -> Frame<'p> {
        Frame { vars: fun.captured.iter().cloned().collect(), types: fun.types.clone() }
    }

    /// Evaluates a function's body in a frame. Earlier calls of the same function may have used the frame.
    fn enter(&mut self, fun: &Fun<'p>, frame: &mut Frame<'p>, args: Vec<Val<'p>>) -> Result<Val<'p>> {
        for (param, arg) in fun.params.iter().zip(args) {
            self.bind(frame, param, arg)?;
        }
        self.eval(frame, fun.body)
    }

    /// Binds the variables of a pattern that matches every value.
    fn bind(&mut self, frame: &mut Frame<'p>, pat: &'p Pat<'p>, value: Val<'p>) -> Result<()> {
        if let Pat::PatVar { name, .. } = pat {
            frame.vars.insert(*name, value);
            return Ok(());
        }
        match self.matches(frame, pat, &value)? {
            true => Ok(()),
            false => Err(self.fail(&codes::NO_VALUE, pat.span(), "the pattern does not match")),
        }
    }

    /// Whether a pattern matches a value. Binds the pattern's variables.
    fn matches(&mut self, frame: &mut Frame<'p>, pat: &'p Pat<'p>, value: &Val<'p>) -> Result<bool> {
        match pat {
            Pat::PatVar { name, .. } => {
                frame.vars.insert(*name, value.clone());
                Ok(true)
            }
            Pat::PatWild { .. } => Ok(true),
            Pat::PatRecord { fields, .. } => {
                for field in *fields {
                    if !self.matches(frame, field.pat, value.field(field.label)?)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Pat::PatConst { value: wanted, .. } => value.same(&Val::Prim(*wanted)),
            Pat::PatCon { tag, args, .. } => match value {
                Val::Sum(own, values) if own == tag => {
                    for (arg, value) in args.iter().zip(values.iter()) {
                        if !self.matches(frame, arg, value)? {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                }
                _ => Ok(false),
            },
        }
    }

    /// Binds sizes that occur in a value's shape.
    fn bind_sizes(
        &mut self,
        frame: &mut Frame<'p>,
        sizes: &'p [SizeBinder],
        ty: &'p Type<'p>,
        value: &Val<'p>,
    ) -> Result<()> {
        if sizes.is_empty() {
            return Ok(());
        }
        let mut wanted = sizes.iter().map(|size| size.name).collect();
        let mut found = Vec::new();
        self.find_sizes(ty, value, &mut wanted, &mut found);
        // A size that is not found is that of elements of an empty array.
        found.extend(wanted.into_iter().map(|name| (name, 0)));
        frame.vars.extend(found.into_iter().map(|(name, size)| (name, Val::i64(size))));
        Ok(())
    }
}
