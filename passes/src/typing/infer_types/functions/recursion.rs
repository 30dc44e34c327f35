//! Restrictions on recursive functions (language reference, "Recursive functions"): their results contain no functions,
//! and recursive calls pass on parameters that are functions unchanged. So every function is known at compile time.

use std::rc::Rc;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved::{Exp, Pat, Visit, walk_exp};

use crate::typing::infer_types::draft::{Closure, Pat as DraftPat};
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Scheme, Ty, Type, TypeParam};

/// The sizes at which a recursive function without a declared result calls itself.
#[derive(Clone, Copy, Debug)]
pub enum Recursion {
    /// The sizes of its own parameters.
    SameSizes,
    /// Any sizes.
    AnySizes,
}

impl<'t> Infer<'t> {
    /// Gives a recursive function its type in its own body. If its result type is declared, the type is already general
    /// in the type parameters.
    pub fn recursive(
        &mut self,
        span: Span,
        name: Name,
        declared: &mut Vec<(Span, TypeParam)>,
        params: &[DraftPat<'t>],
        ret: Option<Ty<'t>>,
        recursion: Recursion,
    ) -> Result<Ty<'t>> {
        // The level of definitions, and that of parameters. The current level is that of the body.
        let (outside, own) = (self.level() - 2, self.level() - 1);
        let ty = self.at_level(own, |infer| {
            let result = match (ret, recursion) {
                (Some(ret), _) => infer.leave_scope(span, ret)?,
                (None, Recursion::SameSizes) => infer.fresh_result(span),
                // A result type at the outer level cannot mention the sizes of the parameters.
                (None, Recursion::AnySizes) => infer.at_level(outside, |infer| infer.fresh_result(span)),
            };
            infer.closure_type(span, params, result)
        })?;
        if ret.is_some() {
            *declared = self.at_level(outside, |infer| infer.generalise(span, std::mem::take(declared), ty))?;
        }
        let binding = match (ret, recursion) {
            (None, Recursion::SameSizes) => Binding::Mono(ty),
            _ => Binding::Recursive(Rc::new(Scheme { params: declared.iter().map(|(_, param)| *param).collect(), ty })),
        };
        self.set_binding(name, binding);
        Ok(ty)
    }

    /// Checks the restrictions on a definition that uses itself.
    pub fn check_recursion(
        &mut self,
        span: Span,
        name: Name,
        params: &'t [Pat<'t>],
        closure: &Closure<'t>,
        body: &'t Exp<'t>,
    ) -> Result<()> {
        let ret = match self.value_type(closure.ret) {
            Type::Exists(_, body) => body,
            ty => ty,
        };
        if self.has_function(ret) {
            let text = self.show(ret);
            let message = format!(
                "the result of the recursive function `{}` is not first-order: it is or contains a function",
                name.base
            );
            return Err(codes::RECURSIVE_RESULT
                .error(span, message)
                .note(format!("its type is `{text}`"))
                .note("instead of returning a function, take its parameters as further parameters"));
        }
        let functions = closure.params.iter().map(|pat| self.has_function(pat.ty));
        let functions: Vec<bool> = functions.collect();
        if !functions.contains(&true) {
            return Ok(());
        }
        let mut calls = Calls { name, params, functions, error: None };
        calls.visit_exp(body);
        calls.error.map_or(Ok(()), Err)
    }
}

/// Checks the uses of a recursive function in its own body.
struct Calls<'t> {
    name: Name,
    params: &'t [Pat<'t>],
    /// For each parameter, whether it is or contains a function.
    functions: Vec<bool>,
    error: Option<Error>,
}

impl<'t> Calls<'t> {
    fn wrong(&mut self, span: Span, message: String) {
        self.error.get_or_insert_with(|| codes::RECURSIVE_ARGUMENT.error(span, message));
    }

    fn call(&mut self, span: Span, args: &'t [Exp<'t>]) {
        let base = self.name.base;
        if args.len() < self.params.len() {
            let message = format!(
                "this recursive call of `{base}` is not fully saturated: it has {} of {} arguments",
                args.len(),
                self.params.len()
            );
            return self.wrong(span, message);
        }
        for (index, (param, arg)) in self.params.iter().zip(args).enumerate() {
            let same = matches!((variable(param), arg), (Some(own), Exp::Var { name, .. }) if own == *name);
            if self.functions.get(index) == Some(&true) && !same {
                let what = variable(param).map_or("of function type".to_string(), |name| format!("`{}`", name.base));
                let message = format!("the parameter {what} must be passed unchanged to recursive calls of `{base}`");
                self.wrong(arg.span(), message);
                if let Some(error) = self.error.take() {
                    self.error = Some(error.related(param.span(), "it is or contains a function"));
                }
                return;
            }
        }
    }
}

impl<'t> Visit<'t> for Calls<'t> {
    fn visit_exp(&mut self, node: &'t Exp<'t>) {
        if self.error.is_some() {
            return;
        }
        match node {
            Exp::Apply { span, func: Exp::Var { name, .. }, args } if *name == self.name => {
                self.call(*span, args);
                args.iter().for_each(|arg| self.visit_exp(arg));
            }
            Exp::Var { span, name } if *name == self.name => {
                let message = format!(
                    "the recursive function `{}` has a higher-order parameter (a function): it can only be called",
                    name.base
                );
                self.wrong(*span, message);
            }
            _ => walk_exp(self, node),
        }
    }
}

/// The variable, if the parameter is a single one.
fn variable(pat: &Pat<'_>) -> Option<Name> {
    match pat {
        Pat::PatVar { name, .. } => Some(*name),
        Pat::PatAscribe { pat, .. } => variable(pat),
        _ => None,
    }
}
