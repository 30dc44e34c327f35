//! Derivatives.

use super::value::Value;
use super::{Leaf, Normaliser};
use framework::{Error, Result, Span};
use languages::anf::Exp;
use languages::builtin::Builtin;
use languages::first_order as fo;

impl<'b> Normaliser<'_, 'b> {
    /// An operation that derives a function, or says what its derivative is.
    pub(super) fn derived(&mut self, span: Span, op: Builtin, funs: &[fo::Fun<'_>], values: &[Value]) -> Result<Value> {
        match (op, funs, values) {
            (Builtin::WithVjp, [fun, adjoint], [args]) => self.with_adjoint(span, fun, adjoint, args),
            (_, [fun], [args, seeds]) => self.derivative(span, op == Builtin::Vjp, fun, args, seeds),
            _ => Err(Error::internal(format!("`{op}` has the wrong operands")).or_at(span)),
        }
    }

    /// `jvp` and `vjp`: the values of a function, then its derivatives.
    fn derivative(
        &mut self,
        span: Span,
        reverse: bool,
        fun: &fo::Fun<'_>,
        args: &Value,
        seeds: &Value,
    ) -> Result<Value> {
        let (lambda, values) = self.lambda(span, fun, vec![Self::like(args)])?;
        let lambda = self.arena.alloc(lambda);
        let derivatives = if reverse { args } else { &values };
        let all: Vec<Leaf> = values.iter().chain(derivatives).cloned().collect();
        let atoms = |value: &Value| self.arena.slice(value.iter().map(|leaf| leaf.atom).collect::<Vec<_>>());
        let exp = Exp::Derivative { span, reverse, args: atoms(args), seeds: atoms(seeds), lambda };
        Ok(self.results(span, "d", None, &all, exp))
    }

    /// `with_vjp`: a function with its derivative.
    fn with_adjoint(&mut self, span: Span, fun: &fo::Fun<'_>, adjoint: &fo::Fun<'_>, args: &Value) -> Result<Value> {
        let (lambda, values) = self.lambda(span, fun, vec![Self::like(args)])?;
        let (adjoint, _) = self.lambda(span, adjoint, vec![Self::like(&values), Self::like(&values)])?;
        let (lambda, adjoint) = (self.arena.alloc(lambda), self.arena.alloc(adjoint));
        let args = self.arena.slice(args.iter().map(|leaf| leaf.atom).collect::<Vec<_>>());
        Ok(self.results(span, "res", None, &values, Exp::WithAdjoint { span, args, lambda, adjoint }))
    }
}
