//! Translates expressions with attributes.

use super::super::unroll::not_unrolled;
use super::Normaliser;
use super::value::{Leaf, Value};
use crate::anf::support::code::int;
use crate::anf::support::warnings;
use framework::{Result, Span, Symbol};
use languages::anf::Exp;
use languages::first_order as fo;
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

/// The values of tuning parameters, from lines `NAME=NUMBER`.
pub(super) fn values(lines: &str) -> FxHashMap<Symbol, i64> {
    let pairs = lines.lines().filter_map(|line| line.rsplit_once('='));
    pairs.filter_map(|(name, value)| Some((Symbol::new(name), value.parse().ok()?))).collect()
}

impl Normaliser<'_, '_> {
    /// `#[attr] exp`. The attributes `unsafe`, `unroll`, `scratch`, `warn(safety_checks)` and `param(name)` have an
    /// effect.
    pub(super) fn attributed(&mut self, attr: &fo::Attr<'_>, exp: &fo::Exp<'_>) -> Result<Value> {
        let is_unsafe = matches!(attr, fo::Attr::Atom { name, .. } if name.as_str() == "unsafe");
        let around = self.unchecked;
        self.unchecked |= is_unsafe && self.unsafe_code;
        let mut parameter = None;
        match attr {
            fo::Attr::Compound { name, args: [fo::Attr::Atom { name: what, .. }], .. } => {
                match (name.as_str(), what.as_str()) {
                    ("warn", "safety_checks") => {
                        let place = Symbol::new(&self.place(exp.span()));
                        self.watched.push(place);
                    }
                    ("param", _) => parameter = Some(*what),
                    _ => {}
                }
            }
            fo::Attr::Atom { name, .. } if name.as_str() == "unroll" => self.unrolled(exp),
            _ => {}
        }
        let value = self.exp(exp);
        self.unchecked = around;
        let value = value?;
        if matches!(attr, fo::Attr::Atom { name, .. } if name.as_str() == "scratch") {
            return Ok(self.scratches(exp.span(), value));
        }
        Ok(match parameter {
            Some(name) => self.parameter(exp.span(), name, value),
            None => value,
        })
    }

    /// Arrays of the same sizes with any elements, of which nobody reads one before it is written.
    fn scratches(&mut self, span: Span, value: Value) -> Value {
        let scratch = |leaf: Leaf| {
            if leaf.dims.is_empty() {
                return leaf;
            }
            let shape = self.arena.slice(leaf.dims.iter().copied());
            self.array(span, "scratch", leaf.prim, leaf.dims, &[], Exp::Scratch { span, prim: leaf.prim, shape })
        };
        value.into_iter().map(scratch).collect()
    }

    /// The tuning parameter of a name, whose value is `value` if it is not set. Only an `i64` can be one.
    fn parameter(&mut self, span: Span, name: Symbol, value: Value) -> Value {
        let [leaf] = value.as_slice() else { return value };
        if leaf.prim != PrimType::I64 || !leaf.dims.is_empty() {
            return value;
        }
        self.parameters.push((span, name));
        if let Some(number) = self.values.get(&name) {
            return self.scalar_value(int(*number), PrimType::I64);
        }
        if !self.tunable {
            return value;
        }
        // The parameter of the compiled program, or `value` if it is below zero, and so not set.
        let set = self.scalar(span, name.as_str(), PrimType::I64, &[], Exp::Parameter { span, name });
        let cond = self.binary(span, BinOp::Le, PrimType::I64, int(0), set);
        let (yes, no) = (self.body(span, Vec::new(), vec![set]), self.body(span, Vec::new(), vec![leaf.atom]));
        let exp = Exp::If { span, cond: self.arena.alloc(cond), yes, no };
        let result = self.scalar(span, name.as_str(), PrimType::I64, &[], exp);
        self.scalar_value(result, PrimType::I64)
    }

    /// Marks a loop with `#[unroll]`. Nobody knows how often a `while` loop iterates: that gives a warning.
    fn unrolled(&mut self, exp: &fo::Exp<'_>) {
        match exp {
            fo::Exp::ExpAttributed { exp, .. } => self.unrolled(exp),
            fo::Exp::Loop { span, form: fo::LoopForm::While { .. }, .. } => {
                warnings::add(&mut self.warnings, not_unrolled(*span, "unknown number of"));
            }
            fo::Exp::Loop { span, .. } => self.unroll = Some(*span),
            _ => {}
        }
    }
}
