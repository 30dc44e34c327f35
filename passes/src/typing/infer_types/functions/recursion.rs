//! What recursive functions may do (language reference, "Recursive functions"): their results are of order zero, and functions among
//! their parameters are passed on unchanged, so that every function is known when the program is compiled.

use std::rc::Rc;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved::{Exp, Pat, Visit, walk_exp};
use languages::source::Liftedness;

use crate::typing::infer_types::draft::{Closure, Pat as DraftPat, TypeParam};
use crate::typing::infer_types::state::{Binding, Infer, Scheme};
use crate::typing::infer_types::types::{Arg, Ty, Type};

/// The sizes at which a recursive function whose result is not declared uses itself.
#[derive(Clone, Copy, Debug)]
pub enum Recursion {
    /// Those of its own parameters.
    SameSizes,
    /// Any.
    AnySizes,
}

impl<'t> Infer<'t> {
    /// The type that a recursive function has in its own body: if its result type is declared, it is general in its type parameters
    /// already.
    pub fn recursive(
        &mut self,
        span: Span,
        name: Name,
        declared: &mut Vec<(Span, TypeParam)>,
        params: &[DraftPat<'t>],
        ret: Option<Ty<'t>>,
        recursion: Recursion,
    ) -> Result<Ty<'t>> {
        // That of the parameters.
        self.level -= 1;
        let result = match (ret, recursion) {
            (Some(ret), _) => self.leave_scope(span, ret)?,
            (None, Recursion::SameSizes) => self.fresh_result(span),
            // That of definitions: it cannot name their sizes.
            (None, Recursion::AnySizes) => {
                self.level -= 1;
                let result = self.fresh_result(span);
                self.level += 1;
                result
            }
        };
        let ty = self.closure_type(span, params, result)?;
        self.level -= 1;
        if ret.is_some() {
            *declared = self.generalise(span, std::mem::take(declared), ty)?;
        }
        let binding = match (ret, recursion) {
            (None, Recursion::SameSizes) => Binding::Mono(ty),
            _ => Binding::Poly(Rc::new(Scheme { params: declared.iter().map(|(_, param)| *param).collect(), ty })),
        };
        self.level += 2;
        self.env.insert(name, binding);
        Ok(ty)
    }

    /// Checks a definition that uses itself.
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
            let message = format!("the result of the recursive function `{}` is not first-order", name.base);
            return Err(codes::RECURSIVE_RESULT
                .error(span, message)
                .note(format!("its type is `{text}`"))
                .note("a result that is a function may become further parameters"));
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

    /// Whether values of a type are or may contain functions.
    pub fn has_function(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Prim(_) | Type::Var(_) => false,
            Type::Param(name) => self.liftedness.get(&name) == Some(&Liftedness::Lifted),
            Type::Abstract(name, args) => {
                self.liftedness.get(&name) == Some(&Liftedness::Lifted)
                    || args.iter().any(|arg| matches!(arg, Arg::Type(ty) if self.has_function(ty)))
            }
            Type::Array(_, body) | Type::Exists(_, body) | Type::Unique(body) => self.has_function(body),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.has_function(ty)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).any(|ty| self.has_function(ty)),
            Type::Arrow(..) => true,
        }
    }
}

/// Looks at the uses of a recursive function in its own body.
struct Calls<'t> {
    name: Name,
    params: &'t [Pat<'t>],
    /// Which parameters are or contain functions.
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
                    "the recursive function `{}` has a higher-order parameter: it can only be called",
                    name.base
                );
                self.wrong(*span, message);
            }
            _ => walk_exp(self, node),
        }
    }
}

/// The variable that a parameter is.
fn variable(pat: &Pat<'_>) -> Option<Name> {
    match pat {
        Pat::PatVar { name, .. } => Some(*name),
        Pat::PatAscribe { pat, .. } => variable(pat),
        _ => None,
    }
}
