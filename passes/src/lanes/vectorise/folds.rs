//! Operators in every lane.

use crate::lanes::support::variable;
use framework::{Name, Result, Span};
use languages::lanes::{Exp, Op, Reduce, ScalarParam};

use super::group::{Group, LaneVar, Value};

impl<'a, 'b> Group<'_, 'b> {
    /// Applies an operator to vectors with these names.
    fn apply(&mut self, op: &'a Op<'a>, lhs: &[Name], rhs: &[Name]) -> Result<Vec<Exp<'b>>> {
        for (param, name) in op.lhs.iter().zip(lhs).chain(op.rhs.iter().zip(rhs)) {
            self.variables.insert(param.name, (LaneVar::Varying(*name), param.prim));
        }
        self.stms(op.body)?;
        let mut results = Vec::with_capacity(op.results.len());
        for (result, param) in op.results.iter().zip(op.lhs) {
            let value = self.exp(result)?;
            results.push(self.vector(param.prim, &value));
        }
        Ok(results)
    }

    /// A vector under a name.
    fn named(&mut self, param: &ScalarParam, value: &Value<'b>) -> Name {
        if let Value::Varying(Exp::Var { name, .. }) = value {
            return *name;
        }
        let name = self.declare_vector(param.name, param.prim);
        let vector = self.vector(param.prim, value);
        self.assign_name(name, vector);
        name
    }

    /// A reduction of its own in every lane, over the same dimension.
    pub(super) fn reduce(&mut self, reduce: &'a Reduce<'a>) -> Result<()> {
        let (bound, op) = (self.uniform(reduce.dim.count)?, reduce.each());
        let mut accumulators = Vec::with_capacity(reduce.neutral.len());
        for (param, neutral) in op.lhs.iter().zip(reduce.neutral) {
            let start = self.exp(neutral)?;
            let name = self.declare_vector(param.name, param.prim);
            let vector = self.vector(param.prim, &start);
            self.assign_name(name, vector);
            accumulators.push(name);
        }
        self.uniform_loop(reduce.dim.index, bound, |group, i| {
            group.bind_index(reduce.dim.index, i);
            group.stms(reduce.body)?;
            let mut values = Vec::with_capacity(reduce.values.len());
            for (param, value) in op.rhs.iter().zip(reduce.values) {
                let value = group.exp(value)?;
                values.push(group.named(param, &value));
            }
            let mut results = group.apply(op, &accumulators, &values)?;
            if let [_, _, ..] = results.as_slice() {
                // All results are computed before the first accumulator changes.
                for (result, param) in results.iter_mut().zip(op.lhs) {
                    *result = variable(group.named(param, &Value::Varying(*result)));
                }
            }
            for (accumulator, result) in accumulators.iter().zip(results) {
                group.assign_name(*accumulator, result);
            }
            Ok(())
        })?;
        for (target, accumulator) in reduce.targets.iter().zip(accumulators) {
            self.assign(*target, &Value::Varying(variable(accumulator)))?;
        }
        Ok(())
    }

    /// The operator of a reduction whose lanes are combined with accumulators of their own.
    pub(super) fn operator(&mut self, op: &'a Op<'a>) -> Result<Op<'b>> {
        let arena = self.arena;
        let fresh = |params: &[ScalarParam]| -> Vec<ScalarParam> {
            params.iter().map(|param| ScalarParam { name: param.name.refresh(), ..*param }).collect()
        };
        let (lhs, rhs) = (fresh(op.lhs), fresh(op.rhs));
        let names = |params: &[ScalarParam]| -> Vec<Name> { params.iter().map(|param| param.name).collect() };
        let mut results = Vec::new();
        let body = self.list(|group| {
            results = group.apply(op, &names(&lhs), &names(&rhs))?;
            Ok(())
        })?;
        Ok(Op { span: Span::NONE, lhs: arena.slice(lhs), rhs: arena.slice(rhs), body, results: arena.slice(results) })
    }
}
