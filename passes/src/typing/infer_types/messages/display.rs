//! Writes types and sizes as the user would.

use std::fmt::Write;

use framework::Symbol;
use languages::prim::{BinOp, PrimType};

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

/// The name of a lambda's parameter in a size.
fn parameter_name(number: usize) -> String {
    match ["x", "y", "z"].get(number) {
        Some(name) => (*name).to_string(),
        None => format!("x{number}"),
    }
}

/// The name of a lambda's parameter, if the form is one.
fn parameter(form: &str) -> Option<String> {
    form.strip_prefix('\\')?.parse().ok().map(parameter_name)
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
            Size::Form(form, parts) => self.write_form(types, form.text, parts, context, out),
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

    /// An expression as the user would write it.
    pub fn write_form(&mut self, types: &mut Types<'t>, form: Symbol, parts: &[Sz<'t>], context: u8, out: &mut String) {
        let form = form.as_str();
        let whole = |this: &mut Self, types: &mut Types<'t>, parts: &[Sz<'t>]| {
            let texts: Vec<String> = parts.iter().map(|part| this.show_size(types, part)).collect();
            texts.join(", ")
        };
        match parts {
            [] if form == "array" => out.push_str("[]"),
            [] => out.push_str(&parameter(form).unwrap_or_else(|| form.to_string())),
            [body] if form.starts_with('\\') => {
                let (first, last) = form[1..].split_once('-').unwrap_or_default();
                let numbers = first.parse().unwrap_or(0)..last.parse().unwrap_or(0);
                let params: Vec<String> = numbers.map(parameter_name).collect();
                let (params, body) = (params.join(" "), self.show_size(types, body));
                let _ = match context {
                    0 => write!(out, "\\{params} -> {body}"),
                    _ => write!(out, "(\\{params} -> {body})"),
                };
            }
            [record] if form.starts_with('.') => {
                self.write_size(types, record, OPERAND, out);
                out.push_str(form);
            }
            [array, indices @ ..] if form == "index" => {
                self.write_size(types, array, OPERAND, out);
                let _ = write!(out, "[{}]", whole(self, types, indices));
            }
            _ if form == "array" => {
                let _ = write!(out, "[{}]", whole(self, types, parts));
            }
            [start, rest @ .., end] if form.starts_with("..") => {
                let (start, end) = (self.show_size(types, start), self.show_size(types, end));
                let second = rest.first().map(|second| format!("..{}", self.show_size(types, second)));
                let _ = write!(out, "({start}{}{form}{end})", second.unwrap_or_default());
            }
            _ if form.starts_with('{') => {
                let _ = write!(out, "({})", whole(self, types, parts));
            }
            _ => {
                let operator = form.starts_with(|first: char| first.is_ascii_punctuation());
                let parens = context == OPERAND || context > 0 && (operator || form == "if");
                out.push_str(if parens { "(" } else { "" });
                match parts {
                    [a, b] if operator => {
                        self.write_size(types, a, OPERAND, out);
                        let _ = write!(out, " {form} ");
                        self.write_size(types, b, OPERAND, out);
                    }
                    [cond, yes, no] if form == "if" => {
                        let (cond, yes, no) =
                            (self.show_size(types, cond), self.show_size(types, yes), self.show_size(types, no));
                        let _ = write!(out, "if {cond} then {yes} else {no}");
                    }
                    _ => {
                        let function = if form == "apply" { None } else { Some(form) };
                        out.push_str(function.unwrap_or_default());
                        for (index, part) in parts.iter().enumerate() {
                            out.push_str(if index > 0 || function.is_some() { " " } else { "" });
                            self.write_size(types, part, OPERAND, out);
                        }
                    }
                }
                out.push_str(if parens { ")" } else { "" });
            }
        }
    }
}
