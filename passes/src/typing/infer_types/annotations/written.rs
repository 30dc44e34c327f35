//! Sizes that the program writes in types: expressions of type `i64`.

use framework::{Name, Result};
use languages::codes;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::resolved;

use super::Unknown;
use super::forms::{has_binding, is_parameter};
use crate::typing::infer_types::draft::{E, Kind, Literal};
use crate::typing::infer_types::scopes::IN_TYPE;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Sz, Type};

impl<'t> Infer<'t> {
    /// The size in a type. `unknown` is the meaning of an anonymous one.
    pub fn annotated_size(&mut self, size: &'t resolved::Size<'t>, unknown: &mut Unknown) -> Result<Sz<'t>> {
        match *size {
            resolved::Size::SizeAny { span } => Ok(self.unknown_size(span, unknown)),
            resolved::Size::SizeOf { exp, .. } => {
                let (mark, held) = (self.pending_count(), self.held_expressions());
                let of_arguments = self.mentions_argument(exp);
                // The types inside of the expression may mention the arguments.
                let level = if of_arguments { IN_TYPE } else { self.level() };
                let size = self.at_level(level, |infer| infer.written_size(exp))?;
                if of_arguments && !self.pending_have_forms(mark) {
                    self.take_pending(mark);
                    self.release(held);
                    return self.incomparable(exp, unknown);
                }
                let value = self.value(size);
                if self.pending_count() > mark && self.depends_on_unknown(value, unknown) {
                    self.take_pending(mark);
                    self.release(held);
                    return Ok(self.computed_elsewhere(exp.span(), value, unknown));
                }
                Ok(size)
            }
        }
    }

    /// A size in a function type whose expression depends on the function's arguments but has no form.
    fn incomparable(&mut self, exp: &'t resolved::Exp<'t>, unknown: &mut Unknown) -> Result<Sz<'t>> {
        match unknown {
            Unknown::Exists(_) => Ok(self.unknown_size(exp.span(), unknown)),
            Unknown::Inferred | Unknown::Parameter(_) => {
                let message = match has_binding(exp) {
                    true => "no argument can be shown to have this size, since its expression binds names",
                    false => {
                        "this size cannot be compared: its expression has too many parts, or names a type parameter"
                    }
                };
                Err(codes::UNCOMPARABLE_SIZE.error(exp.span(), message))
            }
        }
    }

    /// The size that an expression in a type stands for.
    pub fn written_size(&mut self, exp: &'t resolved::Exp<'t>) -> Result<Sz<'t>> {
        // An operand of an operation that is a size already needs no name.
        if let resolved::Exp::Bin { op, lhs, rhs, .. } = exp
            && !op.is_comparison()
        {
            let (a, b) = (self.written_size(lhs)?, self.written_size(rhs)?);
            return Ok(self.store.bin(*op, a, b));
        }
        let draft = self.check(exp, self.store.prim(PrimType::I64), "a size")?;
        if let Some(size) = self.size_of(draft) {
            return Ok(size);
        }
        if !self.has_dynamic_sizes() && self.consumes_anything(exp) {
            return Err(codes::NOT_CONSUMABLE
                .error(exp.span(), "the expression of a size consumes a value")
                .note("a size must be computed from values without consuming them: use a copy (`copy`)"));
        }
        if let Some(name) = self.holder_of(exp) {
            return Ok(self.held_by(name));
        }
        let name = self.compute(exp);
        self.postpone(name, draft);
        Ok(self.held_by(name))
    }

    /// Makes a variable for the value of an expression that is used as a size. From now on the variable holds the
    /// expression's value in this scope.
    pub fn compute(&mut self, exp: &'t resolved::Exp<'t>) -> Name {
        let name = Name::fresh("n");
        self.declare_size(name, exp.span(), "the value of this expression");
        if let Some(value) = self.value_of(exp) {
            self.set_meaning(name, value);
        }
        if !has_binding(exp) {
            self.hold(exp, name);
        }
        name
    }

    /// Wraps an expression in `let`s that compute the sizes in its annotations: all pending sizes but the first `mark`.
    pub fn after_pending(&mut self, mark: usize, exp: E<'t>) -> E<'t> {
        let pending = self.take_pending(mark);
        self.with_lets(pending, exp)
    }

    /// The size that an expression of type `i64` is, if it is made of variables, numbers and operators.
    pub fn size_of(&mut self, exp: E<'t>) -> Option<Sz<'t>> {
        match &exp.kind {
            Kind::Var(name, []) => Some(self.held_by(*name)),
            Kind::Const(PrimValue::I64(value)) => Some(self.store.constant(*value)),
            Kind::Const(PrimValue::I32(value)) if self.has_dynamic_sizes() => {
                Some(self.store.constant(i64::from(*value)))
            }
            Kind::Convert(exp)
                if self.has_dynamic_sizes()
                    && matches!(self.value_type(exp.ty), Type::Prim(PrimType::I32 | PrimType::I64)) =>
            {
                self.size_of(exp)
            }
            Kind::Number(Literal::Int(value)) => i64::try_from(value.0).ok().map(|value| self.store.constant(value)),
            Kind::Bin(op, a, b) if !op.is_comparison() => {
                let (a, b) = (self.size_of(a)?, self.size_of(b)?);
                Some(self.store.bin(*op, a, b))
            }
            Kind::Un(languages::prim::UnOp::Neg, a) => {
                let a = self.size_of(a)?;
                Some(self.store.bin(BinOp::Sub, self.store.constant(0), a))
            }
            Kind::Attributed(attr, _) if is_parameter(attr) => None,
            Kind::Attributed(_, exp) | Kind::Assert(_, exp) => self.size_of(exp),
            _ => None,
        }
    }
}
