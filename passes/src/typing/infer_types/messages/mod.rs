//! Types and sizes as messages write them.

pub mod advice;
use std::fmt::Write;

use framework::{Error, Name, Symbol};
use languages::codes;
use languages::prim::BinOp;

use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Arg, Size, Sz, Ty, Type};
use crate::typing::infer_types::unify::Clash;

/// Operators of sizes bind: sums least, products more, everything else most.
fn precedence(op: BinOp) -> u8 {
    match op {
        BinOp::Add | BinOp::Sub => 1,
        BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => 2,
        _ => 0,
    }
}

impl<'t> Infer<'t> {
    /// A type as the user would write it.
    pub fn show(&mut self, ty: Ty<'t>) -> String {
        let mut out = String::new();
        self.write_type(ty, 0, &mut out);
        out
    }

    /// A name in a message: different names with the same text get numbers.
    pub fn said(&mut self, name: Name) -> String {
        let names = self.spoken.entry(name.base).or_default();
        let place = names.iter().position(|other| *other == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        match place {
            0 => name.base.to_string(),
            _ => {
                let digits = (place + 1).to_string();
                let small =
                    digits.chars().filter_map(|digit| char::from_u32(u32::from(digit) - u32::from('0') + 0x2080));
                format!("{}{}", name.base, small.collect::<String>())
            }
        }
    }

    /// Makes names that the program binds the first with their text, of those that these types have: inference's own get the numbers.
    pub fn name_first(&mut self, types: [Ty<'t>; 2]) {
        self.spoken.clear();
        let mut names = Vec::new();
        for ty in types {
            self.each_size(ty, &mut |infer, size| infer.size_names(size, &mut names));
        }
        for name in names {
            if self.is_written(name) {
                self.said(name);
            }
        }
    }

    /// A size as the user would write it.
    pub fn show_size(&mut self, size: Sz<'t>) -> String {
        let mut out = String::new();
        self.write_size(size, 0, &mut out);
        out
    }

    pub fn write_size(&mut self, size: Sz<'t>, context: u8, out: &mut String) {
        match *self.shallow_size(size) {
            Size::Name(name) => out.push_str(&self.said(name)),
            Size::Const(value) => {
                let _ = write!(out, "{value}");
            }
            Size::Var(_) => out.push('?'),
            Size::Bin(op, a, b) => {
                let own = precedence(op);
                let parens = own < context || own == 0 && context > 0;
                out.push_str(if parens { "(" } else { "" });
                self.write_size(a, own.max(1), out);
                let _ = write!(out, " {} ", op.symbol().unwrap_or(op.name()));
                self.write_size(b, own + 1, out);
                out.push_str(if parens { ")" } else { "" });
            }
            Size::Computed(_, value) => self.write_size(value, context, out),
            Size::Form(form, parts) => self.write_form(form, parts, context, out),
        }
    }

    /// `context`: 0 anywhere, 1 left of an arrow, 2 an operand.
    fn write_type(&mut self, ty: Ty<'t>, context: u8, out: &mut String) {
        let ty = self.shallow(ty);
        match *ty {
            Type::Prim(prim) => out.push_str(prim.name()),
            Type::Var(var) => self.write_free(var, context, out),
            Type::Param(name) => out.push_str(&self.said(name)),
            Type::Abstract(name, args) => {
                out.push_str(name.base.as_str());
                for arg in args {
                    out.push(' ');
                    match arg {
                        Arg::Size(size) => {
                            out.push('[');
                            self.write_size(size, 0, out);
                            out.push(']');
                        }
                        Arg::Type(ty) => self.write_type(ty, 2, out),
                    }
                }
            }
            Type::Array(size, elem) => {
                out.push('[');
                if !matches!(self.shallow_size(size), Size::Var(_)) {
                    self.write_size(size, 0, out);
                }
                out.push(']');
                self.write_type(elem, 2, out);
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
                    self.write_type(ty, 0, out);
                }
                out.push_str(if tuple { ")" } else { "}" });
            }
            Type::Sum(cases) => {
                out.push_str(if context > 0 { "(" } else { "" });
                for (index, (tag, types)) in cases.iter().enumerate() {
                    let _ = write!(out, "{}#{tag}", if index > 0 { " | " } else { "" });
                    for ty in types.iter() {
                        out.push(' ');
                        self.write_type(ty, 2, out);
                    }
                }
                out.push_str(if context > 0 { ")" } else { "" });
            }
            Type::Arrow(name, from, to) => {
                out.push_str(if context > 0 { "(" } else { "" });
                match name {
                    Some(name) => {
                        let _ = write!(out, "({}: ", self.said(name));
                        self.write_type(from, 0, out);
                        out.push(')');
                    }
                    None => self.write_type(from, 1, out),
                }
                out.push_str(" -> ");
                self.write_type(to, 0, out);
                out.push_str(if context > 0 { ")" } else { "" });
            }
            Type::Exists(names, body) => {
                out.push_str(if context > 0 { "(" } else { "" });
                out.push('?');
                for name in names {
                    let _ = write!(out, "[{}]", self.said(*name));
                }
                out.push('.');
                self.write_type(body, 1, out);
                out.push_str(if context > 0 { ")" } else { "" });
            }
            Type::Unique(body) => {
                out.push('*');
                self.write_type(body, 2, out);
            }
        }
    }

    fn write_free(&mut self, var: crate::typing::infer_types::types::TypeVar, context: u8, out: &mut String) {
        let Err(free) = self.types.probe(var) else { return };
        match free.constraint {
            Constraint::Any | Constraint::Equality => out.push('_'),
            Constraint::Prims(set) => {
                let names: Vec<&str> = set.iter().map(|prim| prim.name()).collect();
                // `_` where there are many: the explanation below the error names them.
                out.push_str(if names.len() <= 3 { "_" } else { "number" });
                if names.len() <= 3 {
                    out.pop();
                    out.push_str(&names.join("|"));
                }
            }
            Constraint::Fields(fields) => {
                out.push('{');
                for (label, ty) in fields.iter() {
                    let _ = write!(out, "{label}: ");
                    self.write_type(ty, 0, out);
                    out.push_str(", ");
                }
                out.push_str("...}");
            }
            Constraint::Cases(cases) => {
                out.push_str(if context > 0 { "(" } else { "" });
                for (tag, types) in cases.iter() {
                    let _ = write!(out, "#{tag}");
                    for ty in types.iter() {
                        out.push(' ');
                        self.write_type(ty, 2, out);
                    }
                    out.push_str(" | ");
                }
                out.push_str(if context > 0 { "...)" } else { "..." });
            }
        }
    }

    /// Adds the reason for a clash to an error about two types.
    pub fn explain(&mut self, error: Error, clash: &Clash<'t>, found: Ty<'t>, expected: Ty<'t>) -> Error {
        let error = match clash {
            Clash::Sizes(..) => error.code(&codes::WRONG_SIZE),
            Clash::Escape(_) => error.code(&codes::SIZE_ESCAPES),
            Clash::Infinite => error.code(&codes::INFINITE_TYPE),
            Clash::Consumes(_) => error.code(&codes::CONSUMING_FUNCTION),
            _ => error,
        };
        match clash {
            Clash::Types(a, b) => {
                let (a_text, b_text) = (self.show(a), self.show(b));
                let (found_text, expected_text) = (self.show(found), self.show(expected));
                let same = (&a_text, &b_text) == (&found_text, &expected_text)
                    || (&b_text, &a_text) == (&found_text, &expected_text);
                let mut error = match (*a, *b) {
                    (Type::Record(x), Type::Record(y)) => {
                        let lacks = |one: &[(Symbol, Ty<'t>)], other: &[(Symbol, Ty<'t>)]| {
                            let alone = one.iter().filter(|(label, _)| !other.iter().any(|(known, _)| known == label));
                            alone.map(|(label, _)| format!("`{label}`")).collect::<Vec<_>>()
                        };
                        let alone = [lacks(x, y), lacks(y, x)].concat().join(", ");
                        let error = if same {
                            error
                        } else {
                            error.note(format!("types `{a_text}` and `{b_text}` do not match"))
                        };
                        if alone.is_empty() { error } else { error.note(format!("only one of them has {alone}")) }
                    }
                    (Type::Abstract(x, _), Type::Abstract(y, _)) if x.base == y.base => {
                        error.note(format!("these are different abstract types, both called `{}`", x.base))
                    }
                    _ if same => error,
                    _ => error.note(format!("types `{a_text}` and `{b_text}` do not match")),
                };
                for ty in [a, b] {
                    if let Type::Abstract(name, _) = ty
                        && let Some((span, origin)) = self.origins.get(name)
                    {
                        error = error.related(*span, format!("`{}` is {origin}", name.base));
                    }
                }
                error
            }
            Clash::Sizes(a, b) => {
                let (a_text, b_text) = (self.show_size(a), self.show_size(b));
                let mut error = error.note(format!("sizes `{a_text}` and `{b_text}` do not match"));
                for (size, text) in [(a, a_text), (b, b_text)] {
                    let mut names = Vec::new();
                    self.size_names(size, &mut names);
                    if let [name] = names[..]
                        && self.said(name) == text
                        && let Some((span, origin)) = self.origins.get(&name)
                    {
                        error = error.related(*span, format!("`{text}` is {origin}"));
                    }
                }
                error
            }
            Clash::Escape(name) => self.escape(error, *name),
            Clash::Infinite => error.note("occurs check: the type would contain itself"),
            Clash::Function(ty) => {
                let text = self.show(ty);
                error.note(format!("`{text}` is or may be of function type, which cannot be here"))
            }
            Clash::Consumes(ty) => {
                let text = self.show(ty);
                error
                    .note(format!(
                        "a function of type `{text}` consumes its argument, where one is needed that does not"
                    ))
                    .note("they are incompatible regarding consuming their arguments")
            }
            Clash::Unknown(ty) => {
                let text = self.show(ty);
                error.note(format!("the sizes of `{text}` must be known here"))
            }
            Clash::NotOneOf(ty, set) => {
                let text = self.show(ty);
                let names: Vec<&str> = set.iter().map(|prim| prim.name()).collect();
                error.note(format!("`{text}` should be one of {}", names.join(", ")))
            }
            Clash::NoEquality(ty) => {
                let text = self.show(ty);
                error.note(format!("the type `{text}` does not support equality"))
            }
            Clash::NoField(ty, label) => {
                let text = self.show(ty);
                error.note(format!("`{text}` has no field `{label}`"))
            }
            Clash::NoCase(ty, tag) => {
                let text = self.show(ty);
                error.note(format!("`{text}` has no constructor `#{tag}` with these arguments"))
            }
        }
    }

    fn escape(&mut self, error: Error, name: Name) -> Error {
        let text = self.said(name);
        let error = error.note(format!(
            "scope violation: `{text}` is known only from there on, so no type of what is bound outside or before can mention it"
        ));
        match self.origins.get(&name) {
            Some((span, origin)) => error.related(*span, format!("`{text}` is {origin}")),
            None => error,
        }
    }
}
