//! Turns expressions of the program into sizes: a form and its parts.
//!
//! The parts of an expression are the expressions right below it; its form is what is left of it. Two expressions are
//! the same size if they have the same form and their parts are the same sizes. As in today's Futhark, an expression
//! that binds names (`let`, `match`, `loop`, a lambda) has no form: nothing is equal to such a size. A section has one,
//! although it has become a lambda.

use framework::{Name, Names, Node, Renaming, Result, Symbol};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};
use languages::resolved::{
    Arena, Attr, Exp, Pat, Rewrite, Type as WrittenType, Visit, default_rewrite_exp, walk_exp, walk_type,
};

use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Form, Sz, Type};

/// The largest number of parts of an expression that is known as a size.
const MAX_PARTS: usize = 100;

/// The form of a parameter of a section: its number, counted from the outermost section. So sections that differ only
/// in the names of parameters are equal.
pub fn parameter_form(number: usize) -> String {
    format!("\\{number}")
}

/// Whether an attribute makes an expression a tuning parameter: `#[param(name)]`.
pub(super) fn is_parameter(attr: &Attr<'_>) -> bool {
    matches!(attr, Attr::Compound { name, .. } if name.as_str() == "param")
}

/// The walk over an expression.
#[derive(Default)]
struct Walk<'t> {
    /// The number of parts so far.
    parts: usize,
    /// The parameters of the surrounding sections.
    params: Vec<Name>,
    /// The operands of sections that are bound to variables, with the variables.
    operands: Vec<(Name, Sz<'t>)>,
}

impl<'t> Infer<'t> {
    /// The size that an expression stands for, if the expression binds no names.
    pub fn value_of(&mut self, exp: &'t Exp<'t>) -> Option<Sz<'t>> {
        self.value_within(exp, true, &mut Walk::default())
    }

    /// `is_size` says that the expression is known to have type `i64`.
    fn value_within(&mut self, exp: &'t Exp<'t>, is_size: bool, walk: &mut Walk<'t>) -> Option<Sz<'t>> {
        walk.parts += 1;
        if walk.parts > MAX_PARTS {
            return None;
        }
        let drafts = self.drafts;
        match *exp {
            Exp::Var { name, .. } => {
                if let Some(number) = walk.params.iter().position(|param| *param == name) {
                    return Some(self.store.form(Form { text: Symbol::new(&parameter_form(number)), exp }, Vec::new()));
                }
                if let Some((_, value)) = walk.operands.iter().find(|(variable, _)| *variable == name) {
                    return Some(value);
                }
                let name = self.modules.value_of(name);
                Some(self.held_by(name))
            }
            Exp::IntLit { value, .. } => i64::try_from(value.0).ok().map(|value| self.store.constant(value)),
            Exp::Const { value: PrimValue::I64(value), .. } => Some(self.store.constant(value)),
            Exp::Bin { op, lhs, rhs, .. } if !op.is_comparison() && (is_size || self.is_i64(exp)) => {
                let (a, b) = (self.value_within(lhs, true, walk)?, self.value_within(rhs, true, walk)?);
                Some(self.store.bin(op, a, b))
            }
            Exp::Un { op: UnOp::Neg, arg, .. } if is_size || self.is_i64(arg) => {
                let value = self.value_within(arg, true, walk)?;
                Some(self.store.bin(BinOp::Sub, self.store.constant(0), value))
            }
            // A tuning parameter has another value than its expression.
            Exp::ExpAttributed { attr, .. } if is_parameter(attr) => None,
            Exp::ExpAttributed { exp, .. } | Exp::Ascribe { exp, .. } | Exp::Assert { exp, .. } => {
                self.value_within(exp, is_size, walk)
            }
            // `(f x) y` is `f x y`.
            Exp::Apply { func: Exp::Apply { func, args: first, .. }, args, span } => {
                let args = drafts.written.slice(first.iter().chain(args).copied());
                self.value_within(drafts.written.alloc(Exp::Apply { span, func, args }), is_size, walk)
            }
            Exp::Let { rhs, body, pat: &Pat::PatVar { name, .. }, .. } if is_section(exp) => {
                let value = self.value_within(rhs, false, walk)?;
                walk.operands.push((name, value));
                self.value_within(body, is_size, walk)
            }
            Exp::Lambda { params, .. } if is_section(exp) => {
                let outer = walk.params.len();
                params.iter().for_each(|param| param.exports(&mut walk.params));
                let form = self.form_of(exp, walk);
                walk.params.truncate(outer);
                form
            }
            _ if binds_names(exp) => None,
            _ => self.form_of(exp, walk),
        }
    }

    fn form_of(&mut self, exp: &'t Exp<'t>, walk: &mut Walk<'t>) -> Option<Sz<'t>> {
        let mut inside = Parts::default();
        walk_exp(&mut inside, exp);
        if inside.depends_on_types {
            return None;
        }
        let mut parts = Vec::new();
        for part in inside.parts {
            parts.push(self.value_within(part, false, walk)?);
        }
        let hole = Exp::Var { span: exp.span(), name: Name::plain("_") };
        let shell = self.with_parts(exp, &vec![hole; parts.len()])?;
        let shell = shell.copy_into(&self.drafts.written, &mut Renaming::new(Names::Canonical));
        let text = Symbol::new(&shell.to_tree().without_spans().to_string());
        Some(self.store.form(Form { text, exp }, parts))
    }

    /// The expression with other parts.
    pub fn with_parts(&self, exp: &'t Exp<'t>, parts: &[Exp<'t>]) -> Option<Exp<'t>> {
        let mut change = Change { arena: &self.drafts.written, parts: parts.iter() };
        default_rewrite_exp(&mut change, exp).ok()
    }

    /// Whether an expression is known to have type `i64`. The laws of sizes do not all hold for arithmetic on other
    /// types.
    fn is_i64(&mut self, exp: &'t Exp<'t>) -> bool {
        match *exp {
            Exp::Var { name, .. } => self.result_is_i64(name, 0),
            Exp::Apply { func: Exp::Var { name, .. }, args, .. } => self.result_is_i64(*name, args.len()),
            Exp::Un { op: UnOp::Neg, arg, .. } => self.is_i64(arg),
            Exp::Const { value, .. } => value.prim_type() == PrimType::I64,
            Exp::Bin { op, lhs, rhs, .. } => !op.is_comparison() && (self.is_i64(lhs) || self.is_i64(rhs)),
            _ => false,
        }
    }
    /// Whether a variable, applied to a number of arguments, is known to have type `i64`.
    fn result_is_i64(&mut self, name: Name, args: usize) -> bool {
        let mut ty = match self.binding(name).cloned() {
            Some(Binding::Mono(ty)) => ty,
            Some(Binding::Poly(scheme) | Binding::Recursive(scheme)) => scheme.ty,
            None => return false,
        };
        for _ in 0..args {
            let Type::Arrow(_, _, to) = *self.value_type(ty) else { return false };
            ty = to;
        }
        matches!(self.value_type(ty), Type::Prim(PrimType::I64))
    }
    /// Whether an expression has a call that consumes a variable.
    pub fn consumes_anything(&mut self, exp: &'t Exp<'t>) -> bool {
        let mut walk = Consumption { infer: self, found: false };
        walk.visit_exp(exp);
        walk.found
    }
}

/// The search for a call that consumes a variable.
struct Consumption<'i, 't> {
    infer: &'i mut Infer<'t>,
    found: bool,
}

impl<'t> Visit<'t> for Consumption<'_, 't> {
    fn visit_exp(&mut self, exp: &'t Exp<'t>) {
        if let Exp::Apply { func: Exp::Var { name, .. }, args, .. } = exp {
            let mut ty = match self.infer.binding(*name) {
                Some(Binding::Mono(ty)) => *ty,
                Some(Binding::Poly(scheme) | Binding::Recursive(scheme)) => scheme.ty,
                None => return,
            };
            for arg in *args {
                let Type::Arrow(_, from, to) = *self.infer.value_type(ty) else { break };
                // A new array may be consumed.
                let named = matches!(arg, Exp::Var { .. } | Exp::Project { .. } | Exp::Index { .. });
                self.found |= named && self.infer.is_consumed(from);
                ty = to;
            }
        }
        walk_exp(self, exp);
    }
}

/// The expressions right below an expression.
#[derive(Default)]
struct Parts<'t> {
    parts: Vec<&'t Exp<'t>>,
    /// Whether a type in the expression has a type parameter. Other uses of the size may have another type there.
    depends_on_types: bool,
}

impl<'t> Visit<'t> for Parts<'t> {
    fn visit_exp(&mut self, exp: &'t Exp<'t>) {
        self.parts.push(exp);
    }

    fn visit_type(&mut self, ty: &'t WrittenType<'t>) {
        self.depends_on_types |= matches!(ty, WrittenType::TypeVar { .. });
        walk_type(self, ty);
    }
}

/// Exchanges the expressions right below an expression.
struct Change<'p, 't> {
    arena: &'t Arena<'t>,
    parts: std::slice::Iter<'p, Exp<'t>>,
}

impl<'t> Rewrite<'t, 't> for Change<'_, 't> {
    fn arena(&self) -> &'t Arena<'t> {
        self.arena
    }

    fn rewrite_exp(&mut self, exp: &'t Exp<'t>) -> Result<Exp<'t>> {
        Ok(self.parts.next().copied().unwrap_or(*exp))
    }
}

/// Whether an expression itself binds names that the program writes.
fn binds_names(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Let { .. } | Exp::Lambda { .. } => !is_section(exp),
        Exp::LetFun { .. } | Exp::Match { .. } | Exp::Loop { .. } => true,
        _ => false,
    }
}

/// Whether a lambda stands for a section of the program, or a `let` for the operand of a section. What the program does
/// not write has the place of the whole section.
fn is_section(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Lambda { span, params, ret: None, .. } => params.iter().all(|param| param.span().same_place(*span)),
        Exp::Let { span, pat, body, .. } => pat.span().same_place(*span) && body.span().same_place(*span),
        _ => false,
    }
}

/// Whether an expression or a part of it binds names. No other size is equal to that of such an expression.
pub fn has_binding(exp: &Exp<'_>) -> bool {
    struct Bindings(bool);
    impl<'a> Visit<'a> for Bindings {
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            self.0 = self.0 || binds_names(exp);
            if !self.0 {
                walk_exp(self, exp);
            }
        }
    }
    let mut found = Bindings(false);
    found.visit_exp(exp);
    found.0
}
