//! Scalar variables and expressions.

use framework::{Error, Name, Result};
use languages::lanes::{Exp, ScalarParam};
use languages::prim::{PrimType, PrimValue};

use super::{Kernel, Memory};
use crate::vulkan::spirv::{Val, Var};
use crate::vulkan::{no_vectors, ops};

impl Kernel<'_, '_> {
    /// Declares a scalar variable with a value.
    pub fn bind(&mut self, name: Name, prim: PrimType, value: Val) {
        let var = self.c.variable(ops::register_type(prim));
        self.c.set(var, value);
        self.scalars.insert(name, (var, prim));
    }

    pub(super) fn bind_params(&mut self, params: &[ScalarParam], values: &[Val]) {
        for (param, &value) in params.iter().zip(values) {
            self.bind(param.name, param.prim, value);
        }
    }

    pub(super) fn scalar(&self, name: Name) -> Result<(Var, PrimType)> {
        self.scalars.get(&name).copied().ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))
    }

    pub(super) fn memory(&self, name: Name) -> Result<Memory> {
        self.memories.get(&name).copied().ok_or_else(|| Error::internal(format!("memory {name} is not in scope")))
    }

    pub(super) fn assign(&mut self, name: Name, value: Val) -> Result<()> {
        let (var, _) = self.scalar(name)?;
        self.c.set(var, value);
        Ok(())
    }

    /// The value of an expression.
    pub fn exp(&mut self, exp: &Exp<'_>) -> Result<Val> {
        Ok(match exp {
            Exp::Const { value, span } => {
                self.program.check_type(value.prim_type(), *span)?;
                ops::constant(&mut self.c, *value)
            }
            Exp::Var { name, .. } => {
                let (var, _) = self.scalar(*name)?;
                self.c.get(var)
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.exp(lhs)?, self.exp(rhs)?);
                ops::binary(&mut self.c, *op, *prim, x, y)
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.exp(arg)?;
                ops::unary(&mut self.c, *op, *prim, x)
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                let (x, y, z) = (self.exp(a)?, self.exp(b)?, self.exp(c)?);
                ops::ternary(&mut self.c, *op, *prim, x, y, z)
            }
            Exp::Convert { from, to, arg, span } => {
                self.program.check_type(*to, *span)?;
                let x = self.exp(arg)?;
                ops::convert(&mut self.c, *from, *to, x)
            }
            // Only the host needs to know.
            Exp::Capacity { .. } => ops::constant(&mut self.c, PrimValue::I64(1)),
            Exp::Parameter { .. } => ops::constant(&mut self.c, PrimValue::NOT_SET),
            Exp::Select { cond, yes, no, .. } => {
                let (cond, yes, no) = (self.exp(cond)?, self.exp(yes)?, self.exp(no)?);
                self.c.select(cond, yes, no)
            }
            Exp::Splat { .. } | Exp::Steps { .. } | Exp::Any { .. } | Exp::All { .. } => return Err(no_vectors()),
        })
    }

    pub(super) fn exps(&mut self, exps: &[Exp<'_>]) -> Result<Vec<Val>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }
}
