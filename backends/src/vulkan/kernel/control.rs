//! Translates branches and loops.

use framework::Result;
use languages::lanes::Dim;
use languages::prim::PrimType;
use rspirv::spirv::Op as SpirvOp;

use super::Kernel;
use crate::vulkan::spirv::{LONG, Ty, Val};

impl Kernel<'_, '_> {
    pub(super) fn if_(&mut self, cond: Val, yes: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.if_else(cond, yes, |_| Ok(()))
    }

    pub(super) fn if_else(
        &mut self,
        cond: Val,
        yes: impl FnOnce(&mut Self) -> Result<()>,
        no: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let open = self.c.open_if(cond);
        yes(self)?;
        self.c.open_else(&open);
        no(self)?;
        self.c.close_if(&open);
        Ok(())
    }

    /// A loop that runs `body` and then `step` as long as the condition that `test` yields holds.
    pub(super) fn loop_while(
        &mut self,
        test: impl FnOnce(&mut Self) -> Result<Val>,
        body: impl FnOnce(&mut Self) -> Result<()>,
        step: impl FnOnce(&mut Self),
    ) -> Result<()> {
        let open = self.c.open_loop();
        let cond = test(self)?;
        self.c.open_body(&open, cond);
        body(self)?;
        self.c.open_step(&open);
        step(self);
        self.c.close_loop(&open);
        Ok(())
    }

    /// Loops from `low` to below `high` in steps of `step`.
    pub fn count_loop(
        &mut self,
        low: Val,
        high: Val,
        step: Val,
        body: impl FnOnce(&mut Self, Val) -> Result<()>,
    ) -> Result<()> {
        let counter = self.c.variable(LONG);
        self.c.set(counter, low);
        self.loop_while(
            |k| {
                let index = k.c.get(counter);
                Ok(k.c.binary(SpirvOp::SLessThan, Ty::Bool, index, high))
            },
            |k| {
                let index = k.c.get(counter);
                body(k, index)
            },
            |k| {
                let index = k.c.get(counter);
                let next = k.c.binary(SpirvOp::IAdd, LONG, index, step);
                k.c.set(counter, next);
            },
        )
    }

    /// Loops over all indices of a dimension.
    pub(super) fn dim_loop(&mut self, dim: &Dim<'_>, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let (zero, one) = (self.c.long(0), self.c.long(1));
        let count = self.exp(dim.count)?;
        self.count_loop(zero, count, one, |k, index| {
            k.bind(dim.index, PrimType::I64, index);
            body(k)
        })
    }
}
