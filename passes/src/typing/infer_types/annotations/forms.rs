//! Turns expressions of the program into sizes: a form and its parts.

use framework::{Name, Symbol};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};
use languages::resolved::{Dim, Exp, Pat, Visit, walk_exp};

use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Form, Size, Sz, Type};

/// The largest number of parts of an expression that is known as a size.
const MAX_PARTS: usize = 100;

/// The form of a parameter of a lambda: its number, counted from the outermost lambda. So lambdas that differ only in
/// the names of parameters are equal.
pub fn parameter_form(number: usize) -> String {
    format!("\\{number}")
}

/// The walk over an expression.
#[derive(Default)]
struct Walk {
    /// The number of parts so far.
    parts: usize,
    /// The parameters of the surrounding lambdas.
    params: Vec<Name>,
}

impl<'t> Infer<'t> {
    /// The size that an expression stands for, if the expression is made of variables, operations, applications and
    /// lambdas.
    pub fn value_of(&mut self, exp: &'t Exp<'t>) -> Option<Sz<'t>> {
        self.value_within(exp, true, &mut Walk::default())
    }

    /// `is_size` says that the expression is known to have type `i64`.
    fn value_within(&mut self, exp: &'t Exp<'t>, is_size: bool, walk: &mut Walk) -> Option<Sz<'t>> {
        walk.parts += 1;
        if walk.parts > MAX_PARTS {
            return None;
        }
        let outer = walk.params.len();
        let (form, operands): (String, Vec<&'t Exp<'t>>) = match *exp {
            Exp::Var { name, .. } => match walk.params.iter().position(|param| *param == name) {
                Some(number) => (parameter_form(number), Vec::new()),
                None => {
                    let name = self.modules.value_of(name);
                    return Some(self.held_by(name));
                }
            },
            Exp::IntLit { value, .. } => return i64::try_from(value.0).ok().map(|value| self.store.constant(value)),
            Exp::Const { value: PrimValue::I64(value), .. } => return Some(self.store.constant(value)),
            Exp::Const { value, .. } => (value.to_string(), Vec::new()),
            Exp::Bin { op, lhs, rhs, .. } if !op.is_comparison() && (is_size || self.is_i64(exp)) => {
                let (a, b) = (self.value_within(lhs, true, walk)?, self.value_within(rhs, true, walk)?);
                return Some(self.store.bin(op, a, b));
            }
            Exp::Un { op: UnOp::Neg, arg, .. } if is_size || self.is_i64(arg) => {
                let value = self.value_within(arg, true, walk)?;
                return Some(self.store.bin(BinOp::Sub, self.store.constant(0), value));
            }
            Exp::ExpAttributed { exp, .. } => return self.value_within(exp, is_size, walk),
            Exp::Bin { op, lhs, rhs, .. } => (op.symbol().unwrap_or(op.name()).to_string(), vec![lhs, rhs]),
            Exp::Un { op, arg, .. } => (op.name().to_string(), vec![arg]),
            Exp::Apply { func, args, .. } => ("apply".to_string(), std::iter::once(func).chain(args).collect()),
            Exp::Project { exp, label, .. } => (format!(".{label}"), vec![exp]),
            Exp::Convert { to, exp, .. } => (to.to_string(), vec![exp]),
            Exp::Index { array, indices, .. } => {
                let mut operands = vec![array];
                for dim in indices {
                    match dim {
                        Dim::At { index, .. } => operands.push(index),
                        Dim::Slice { .. } => return None,
                    }
                }
                ("index".to_string(), operands)
            }
            Exp::Record { fields, .. } => {
                let labels: Vec<&str> = fields.iter().map(|field| field.label.as_str()).collect();
                (format!("{{{}}}", labels.join(",")), fields.iter().map(|field| field.exp).collect())
            }
            Exp::Array { elems, .. } => ("array".to_string(), elems.iter().collect()),
            Exp::Range { start, second, kind, end, .. } => {
                let operands = std::iter::once(start).chain(second).chain([end]);
                (kind.name().to_string(), operands.collect())
            }
            Exp::If { cond, yes, no, .. } => ("if".to_string(), vec![cond, yes, no]),
            Exp::Lambda { params, ret: None, body, .. } => {
                for param in params {
                    let Pat::PatVar { name, .. } = *param else { return None };
                    walk.params.push(name);
                }
                (format!("\\{outer}-{}", walk.params.len()), vec![body])
            }
            _ => return None,
        };
        let mut parts = Vec::new();
        for operand in operands {
            match (self.value_within(operand, false, walk)?, form.as_str()) {
                // `(f x) y` is `f x y`.
                (Size::Form(inner, first), "apply") if parts.is_empty() && inner.text.as_str() == "apply" => {
                    parts.extend(first.iter().copied());
                }
                (part, _) => parts.push(part),
            }
        }
        walk.params.truncate(outer);
        Some(self.store.form(Form { text: Symbol::new(&form), exp }, parts))
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
