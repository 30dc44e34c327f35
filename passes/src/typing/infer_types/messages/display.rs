//! Writes types and sizes as the user would.

use std::fmt::Write;

use framework::Node;
use languages::prim::{BinOp, PrimType};
use languages::resolved::{Dim, Exp};

use super::Messages;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Arg, PrimSet, Size, Sz, Ty, Type};
use crate::typing::infer_types::unify::Types;

/// The context of an operand that must be a single word: anything longer gets parentheses.
const OPERAND: u8 = u8::MAX;

/// The precedence of an operator in a size: sums bind least, products more, all others most.
fn precedence(op: BinOp) -> u8 {
    match op {
        BinOp::Add | BinOp::Sub => 1,
        BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => 2,
        _ => 0,
    }
}

/// A word for several primitive types. The note below an error lists them.
fn kind_of(set: PrimSet) -> String {
    let names: Vec<&str> = set.iter().map(|prim| prim.name()).collect();
    let all = |holds: fn(PrimType) -> bool| set.iter().all(holds);
    match &names[..] {
        [only] => (*only).to_string(),
        _ if all(PrimType::is_float) => "float".to_string(),
        _ if all(PrimType::is_integer) => "integer".to_string(),
        _ if all(|prim| prim.is_float() || prim.is_integer()) => "number".to_string(),
        _ if all(|prim| prim == PrimType::Bool || prim.is_integer()) => "integer|bool".to_string(),
        _ => "number|bool".to_string(),
    }
}

impl<'t> Messages<'t> {
    /// A type as the user would write it.
    pub fn show(&mut self, types: &mut Types<'t>, ty: Ty<'t>) -> String {
        let mut out = String::new();
        self.write_type(types, ty, 0, &mut out);
        out
    }

    /// A size as the user would write it.
    pub fn show_size(&mut self, types: &mut Types<'t>, size: Sz<'t>) -> String {
        let mut out = String::new();
        self.write_size(types, size, 0, &mut out);
        out
    }

    pub fn write_size(&mut self, types: &mut Types<'t>, size: Sz<'t>, context: u8, out: &mut String) {
        match *types.shallow_size(size) {
            Size::Name(name) => out.push_str(&self.said(name)),
            Size::Const(value) => {
                let _ = write!(out, "{value}");
            }
            Size::Var(_) => out.push('?'),
            Size::Bin(op, a, b) => {
                let own = precedence(op);
                let parens = own < context || own == 0 && context > 0;
                out.push_str(if parens { "(" } else { "" });
                self.write_size(types, a, own.max(1), out);
                let _ = write!(out, " {} ", op.symbol().unwrap_or(op.name()));
                self.write_size(types, b, own + 1, out);
                out.push_str(if parens { ")" } else { "" });
            }
            Size::Computed(_, value) => self.write_size(types, value, context, out),
            Size::Form(form, parts) => self.write_form(types, form.exp, parts, context, out),
        }
    }

    /// `context`: 0 anywhere, 1 left of an arrow, 2 an operand.
    fn write_type(&mut self, types: &mut Types<'t>, ty: Ty<'t>, context: u8, out: &mut String) {
        let ty = types.shallow(ty);
        match *ty {
            Type::Prim(prim) => out.push_str(prim.name()),
            Type::Var(var) => self.write_free(types, var, context, out),
            Type::Param(name) => out.push_str(&self.said(name)),
            Type::Abstract(name, args) => {
                out.push_str(name.base.as_str());
                for arg in args {
                    out.push(' ');
                    match arg {
                        Arg::Size(size) => {
                            out.push('[');
                            self.write_size(types, size, 0, out);
                            out.push(']');
                        }
                        Arg::Type(ty) => self.write_type(types, ty, 2, out),
                    }
                }
            }
            Type::Array(size, elem) => {
                out.push('[');
                if !matches!(types.shallow_size(size), Size::Var(_)) {
                    self.write_size(types, size, 0, out);
                }
                out.push(']');
                self.write_type(types, elem, 2, out);
            }
            Type::Record(fields) => {
                let tuple = fields.len() != 1
                    && fields.iter().enumerate().all(|(index, (label, _))| label.as_str() == index.to_string());
                out.push_str(if tuple { "(" } else { "{" });
                for (index, (label, ty)) in fields.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    if !tuple {
                        let _ = write!(out, "{label}: ");
                    }
                    self.write_type(types, ty, 0, out);
                }
                out.push_str(if tuple { ")" } else { "}" });
            }
            Type::Sum(cases) => {
                out.push_str(if context > 0 { "(" } else { "" });
                for (index, (tag, payload)) in cases.iter().enumerate() {
                    let _ = write!(out, "{}#{tag}", if index > 0 { " | " } else { "" });
                    for ty in payload.iter() {
                        out.push(' ');
                        self.write_type(types, ty, 2, out);
                    }
                }
                out.push_str(if context > 0 { ")" } else { "" });
            }
            Type::Arrow(name, from, to) => {
                out.push_str(if context > 0 { "(" } else { "" });
                match name {
                    Some(name) => {
                        let _ = write!(out, "({}: ", self.said(name));
                        self.write_type(types, from, 0, out);
                        out.push(')');
                    }
                    None => self.write_type(types, from, 1, out),
                }
                out.push_str(" -> ");
                self.write_type(types, to, 0, out);
                out.push_str(if context > 0 { ")" } else { "" });
            }
            // The value holds sizes that are known by their expressions.
            Type::Exists(_, body) if !types.has_unknown_size(ty) => self.write_type(types, body, context, out),
            Type::Exists(names, body) => {
                out.push_str(if context > 0 { "(" } else { "" });
                out.push('?');
                for name in names {
                    let _ = write!(out, "[{}]", self.said(*name));
                }
                out.push('.');
                self.write_type(types, body, 1, out);
                out.push_str(if context > 0 { ")" } else { "" });
            }
            Type::Unique(body) => {
                out.push('*');
                self.write_type(types, body, 2, out);
            }
        }
    }

    fn write_free(&mut self, types: &mut Types<'t>, var: super::super::types::TypeVar, context: u8, out: &mut String) {
        let Some(free) = types.free(var) else { return };
        match free.constraint {
            Constraint::Any | Constraint::Equality => out.push('_'),
            Constraint::Prims(set) => {
                out.push_str(&kind_of(set));
            }
            Constraint::Fields(fields) => {
                out.push('{');
                for (label, ty) in fields.iter() {
                    let _ = write!(out, "{label}: ");
                    self.write_type(types, ty, 0, out);
                    out.push_str(", ");
                }
                out.push_str("...}");
            }
            Constraint::Cases(cases) => {
                out.push_str(if context > 0 { "(" } else { "" });
                for (tag, payload) in cases.iter() {
                    let _ = write!(out, "#{tag}");
                    for ty in payload.iter() {
                        out.push(' ');
                        self.write_type(types, ty, 2, out);
                    }
                    out.push_str(" | ");
                }
                out.push_str(if context > 0 { "...)" } else { "..." });
            }
        }
    }

    /// An expression as the user would write it. `parts` stand for the expressions right below `exp`.
    fn write_form(&mut self, types: &mut Types<'t>, exp: &Exp<'t>, parts: &[Sz<'t>], context: u8, out: &mut String) {
        let mut operand = |part: Sz<'t>| {
            let mut text = String::new();
            self.write_size(types, part, OPERAND, &mut text);
            text
        };
        let (text, is_word) = match (exp, parts) {
            (Exp::Var { name, .. }, _) => (name.base.to_string(), true),
            (Exp::Const { value, .. }, _) => (value.to_string(), true),
            (Exp::Project { label, .. }, [record]) => (format!("{}.{label}", operand(record)), true),
            (Exp::Bin { op, .. }, [a, b]) => {
                let (a, b) = (operand(a), operand(b));
                (format!("{a} {} {b}", op.symbol().unwrap_or(op.name())), false)
            }
            (Exp::Un { op, .. }, [arg]) => (format!("{} {}", op.name(), operand(arg)), false),
            (Exp::Convert { to, .. }, [arg]) => (format!("{to} {}", operand(arg)), false),
            (Exp::Con { tag, .. }, []) => (format!("#{tag}"), true),
            (Exp::Con { tag, .. }, _) => {
                let args: Vec<String> = parts.iter().map(|part| operand(part)).collect();
                (format!("#{tag} {}", args.join(" ")), false)
            }
            (Exp::Apply { .. }, _) => {
                let words: Vec<String> = parts.iter().map(|part| operand(part)).collect();
                (words.join(" "), false)
            }
            _ => self.whole_form(types, exp, parts),
        };
        let parens = !is_word && (context == OPERAND || context > 0 && !matches!(exp, Exp::Apply { .. }));
        let _ = if parens { write!(out, "({text})") } else { write!(out, "{text}") };
    }

    /// The text of an expression whose parts need no parentheses, and whether the text is a single word.
    fn whole_form(&mut self, types: &mut Types<'t>, exp: &Exp<'t>, parts: &[Sz<'t>]) -> (String, bool) {
        let texts: Vec<String> = parts.iter().map(|part| self.show_size(types, part)).collect();
        match (exp, &texts[..]) {
            (Exp::Array { .. }, _) => (format!("[{}]", texts.join(", ")), true),
            (Exp::Record { .. }, _) => (format!("({})", texts.join(", ")), true),
            (Exp::Index { indices, .. }, [array, rest @ ..])
                if indices.iter().all(|dim| matches!(dim, Dim::At { .. })) =>
            {
                (format!("{array}[{}]", rest.join(", ")), true)
            }
            (Exp::Range { kind, .. }, [start, end]) => (format!("({start}{}{end})", kind.name()), true),
            (Exp::Range { kind, .. }, [start, second, end]) => {
                (format!("({start}..{second}{}{end})", kind.name()), true)
            }
            (Exp::If { .. }, [cond, yes, no]) => (format!("if {cond} then {yes} else {no}"), false),
            (Exp::Lambda { params, .. }, [body]) => {
                let mut names = Vec::new();
                params.iter().for_each(|param| param.exports(&mut names));
                let names: Vec<&str> = names.iter().map(|name| name.base.as_str()).collect();
                (format!("\\{} -> {body}", names.join(" ")), false)
            }
            _ => (self.text(exp.span()).unwrap_or("…").to_string(), false),
        }
    }
}
