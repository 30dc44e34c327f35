//! The steps of reductions and scans: operators and accumulators.

use framework::{Error, Result};
use languages::lanes::{Op, Reduce, Scan};

use super::Kernel;
use crate::vulkan::ops;
use crate::vulkan::spirv::{Val, Var};
use languages::lanes::facts::component;

impl Kernel<'_, '_> {
    /// Applies an operator.
    pub fn apply(&mut self, op: &Op<'_>, lhs: &[Val], rhs: &[Val]) -> Result<Vec<Val>> {
        self.bind_params(op.lhs, lhs);
        self.bind_params(op.rhs, rhs);
        self.stms(op.body)?;
        self.exps(op.results)
    }

    /// Applies an operator to one pair of operands, for a result that needs no other.
    pub fn apply_component(&mut self, op: &Op<'_>, position: usize, left: Val, right: Val) -> Result<Val> {
        let Some(needed) = component(op, position) else {
            return Err(Error::internal("an operator whose results need each other's operands"));
        };
        self.bind_params(&op.lhs[position..=position], &[left]);
        self.bind_params(&op.rhs[position..=position], &[right]);
        self.stms(&needed)?;
        self.exp(&op.results[position])
    }

    /// Declares variables for the left operands of an operator, with initial values.
    pub fn accumulators(&mut self, op: &Op<'_>, start: &[Val]) -> Vec<Var> {
        let mut variables = Vec::with_capacity(start.len());
        for (param, &value) in op.lhs.iter().zip(start) {
            let var = self.c.variable(ops::register_type(param.prim));
            self.c.set(var, value);
            variables.push(var);
        }
        variables
    }

    /// The values of variables.
    pub fn get_all(&mut self, variables: &[Var]) -> Vec<Val> {
        variables.iter().map(|&var| self.c.get(var)).collect()
    }

    /// Combines values into accumulators.
    pub fn accumulate(&mut self, accumulators: &[Var], values: &[Val], op: &Op<'_>) -> Result<()> {
        let left = self.get_all(accumulators);
        let results = self.apply(op, &left, values)?;
        for (&var, value) in accumulators.iter().zip(results) {
            self.c.set(var, value);
        }
        Ok(())
    }

    /// Combines the values for the current index into accumulators.
    pub(super) fn reduce_step(&mut self, accumulators: &[Var], reduce: &Reduce<'_>) -> Result<()> {
        self.stms(reduce.body)?;
        let values = self.exps(reduce.values)?;
        self.accumulate(accumulators, &values, reduce.each())
    }

    /// Scans the values for the current index, and combines the totals after the scan into `combined`.
    pub(super) fn scan_step(&mut self, accumulators: &[Var], combined: &[Var], scan: &Scan<'_>) -> Result<()> {
        self.reduce_step(accumulators, &scan.reduction())?;
        let prefix = self.get_all(accumulators);
        self.bind_params(scan.outs, &prefix);
        self.stms(scan.after)?;
        let values = self.exps(scan.totals.values)?;
        self.accumulate(combined, &values, scan.totals.op)
    }
}
