//! Translates branches, loops, scopes, and exits from functions.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use framework::{Name, Result};
use languages::lanes::facts::{cost, loop_depth};
use languages::lanes::{Exp, Stm};
use languages::prim::PrimType;

use super::places::only_for_places;
use super::{ACCESS, FIXED, Translator};
use crate::cpu::runtime;

/// Loops in kernels whose bodies cost at most so much have several copies of them: the fewer instructions a loop has,
/// the more it matters whether they lie in one line of the instruction cache.
const SHORT_BODY: u64 = 24;
/// The copies of such a body.
const UNROLLED: i64 = 4;

/// The number of iterations after which a loop polls, so that it does so every few milliseconds, but hardly ever.
pub fn stretch(body: &[Stm<'_>]) -> i64 {
    match loop_depth(body) {
        0 => 1 << 16,
        1 => 1 << 8,
        2 => 1 << 4,
        _ => 1,
    }
}

impl Translator<'_> {
    /// Leaves the function with a status if `failed` is not 0.
    pub fn leave_if(&mut self, failed: Value) {
        self.leave_after(failed, |_| {});
    }

    /// Reports a failure and leaves the function if `failed` is not 0.
    pub fn leave_after(&mut self, failed: Value, report: impl FnOnce(&mut Self)) {
        let (leave, go_on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(leave);
        self.b.ins().brif(failed, leave, &[], go_on, &[]);
        self.b.switch_to_block(leave);
        self.b.seal_block(leave);
        report(self);
        self.leave(runtime::FAILED);
        self.b.switch_to_block(go_on);
        self.b.seal_block(go_on);
    }

    /// Leaves the function with a status.
    pub fn leave(&mut self, status: u8) {
        let status = self.b.ins().iconst(types::I8, i64::from(status));
        self.b.ins().return_(&[status]);
    }

    /// Leaves the function if the bell of this thread rings.
    pub fn poll(&mut self) {
        let bell = self.bell();
        // An ordinary load could be replaced by the value of an earlier one.
        let rung = self.b.ins().atomic_load(types::I8, ACCESS, bell);
        self.leave_if(rung);
    }

    /// Polls, if statements may take long because they have loops or calls.
    pub fn poll_for(&mut self, stms: &[Stm<'_>]) {
        if loop_depth(stms) > 0 {
            self.poll();
        }
    }

    /// The address of the bell's byte.
    pub fn bell(&mut self) -> Value {
        self.b.ins().load(types::I64, FIXED, self.worker, runtime::BELL_OFFSET)
    }

    /// Branches on a condition.
    pub fn branch(
        &mut self,
        cond: Value,
        yes: impl FnOnce(&mut Self) -> Result<()>,
        no: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let (then, otherwise, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(cond, then, &[], otherwise, &[]);
        self.b.switch_to_block(then);
        self.b.seal_block(then);
        yes(self)?;
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(otherwise);
        self.b.seal_block(otherwise);
        no(self)?;
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(join);
        self.b.seal_block(join);
        Ok(())
    }

    /// Loops from `low` to `high - 1` in steps of `step`, without a last incomplete step. Returns the first index that
    /// was not processed.
    pub fn count_loop(
        &mut self,
        low: Value,
        high: Value,
        step: i64,
        body: impl FnOnce(&mut Self, Value) -> Result<()>,
    ) -> Result<Value> {
        self.count_loop_until(low, high, step, |t, index, _| body(t, index))
    }

    /// The same. The body also gets the block after the loop, to which it may jump with an index to go on from.
    pub fn count_loop_until(
        &mut self,
        low: Value,
        high: Value,
        step: i64,
        body: impl FnOnce(&mut Self, Value, Block) -> Result<()>,
    ) -> Result<Value> {
        // One test guards the loop, and another ends each iteration. So an iteration has one branch.
        let (head, exit) = (self.b.create_block(), self.b.create_block());
        let index = self.b.append_block_param(head, types::I64);
        let end = self.b.append_block_param(exit, types::I64);
        let last = if step == 1 { high } else { self.b.ins().iadd_imm_s(high, 1 - step) };
        let enter = self.b.ins().icmp(IntCC::SignedLessThan, low, last);
        self.b.ins().brif(enter, head, &[BlockArg::Value(low)], exit, &[BlockArg::Value(low)]);
        self.b.switch_to_block(head);
        body(self, index, exit)?;
        let next = self.b.ins().iadd_imm_s(index, step);
        let again = self.b.ins().icmp(IntCC::SignedLessThan, next, last);
        self.b.ins().brif(again, head, &[BlockArg::Value(next)], exit, &[BlockArg::Value(next)]);
        self.b.seal_block(head);
        self.b.switch_to_block(exit);
        self.b.seal_block(exit);
        Ok(end)
    }

    /// Runs a body that takes an index and returns the one to go on from, from `low` until it reaches `high`.
    pub fn repeat_from(
        &mut self,
        low: Value,
        high: Value,
        body: impl FnOnce(&mut Self, Value) -> Result<Value>,
    ) -> Result<()> {
        let (head, exit) = (self.b.create_block(), self.b.create_block());
        let index = self.b.append_block_param(head, types::I64);
        let enter = self.b.ins().icmp(IntCC::SignedLessThan, low, high);
        self.b.ins().brif(enter, head, &[BlockArg::Value(low)], exit, &[]);
        self.b.switch_to_block(head);
        let next = body(self, index)?;
        let again = self.b.ins().icmp(IntCC::SignedLessThan, next, high);
        self.b.ins().brif(again, head, &[BlockArg::Value(next)], exit, &[]);
        self.b.seal_block(head);
        self.b.switch_to_block(exit);
        self.b.seal_block(exit);
        Ok(())
    }

    /// Declares a memory variable without a block. Returns whether it must be released at the end of its scope.
    pub fn declare_memory(&mut self, name: Name) -> bool {
        let null = self.b.ins().iconst(types::I64, 0);
        let private = self.unit.is_private(name);
        if private {
            self.bind_borrowed(name, null);
        } else {
            self.bind_block(name, null, null);
        }
        !private
    }

    /// Runs statements, then `last` while their variables are in scope. Then releases the memory that they declared.
    pub fn scoped<R>(&mut self, stms: &[Stm<'_>], last: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.scopes.push(Vec::new());
        for stm in stms {
            self.stm(stm)?;
        }
        let result = last(self)?;
        for name in self.scopes.pop().unwrap_or_default() {
            let memory = self.memory(name)?;
            self.release(memory)?;
        }
        Ok(result)
    }

    /// Runs statements in a scope of their own.
    pub fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        self.scoped(stms, |_| Ok(()))
    }

    /// Loops with an index from 0 on.
    pub(super) fn for_loop(&mut self, index: Name, bound: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        let stretch = stretch(body);
        let is_short = matches!(bound, Exp::Const { value, .. } if value.as_i64().is_some_and(|n| n <= stretch));
        let (zero, high) = (self.b.ins().iconst(types::I64, 0), self.exp(bound)?);
        let step = |t: &mut Self, i| {
            t.bind(index, PrimType::I64, i);
            t.stms(body)
        };
        let unrolled =
            self.in_kernel && loop_depth(body) == 0 && cost(body) <= SHORT_BODY && only_for_places(index, body);
        match (unrolled, is_short) {
            (true, true) => self.unrolled(zero, high, step).map(drop),
            (true, false) => self.stretches(zero, high, stretch, |t, low, high| t.unrolled(low, high, step)),
            (false, true) => self.count_loop(zero, high, 1, step).map(drop),
            (false, false) => self.stretches(zero, high, stretch, |t, low, _| {
                step(t, low)?;
                Ok(t.b.ins().iadd_imm_s(low, 1))
            }),
        }
    }

    /// Loops from `low` to `high - 1`, with several copies of the body. Returns the first index after.
    pub(super) fn unrolled(
        &mut self,
        low: Value,
        high: Value,
        mut step: impl FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<Value> {
        let low = self.count_loop(low, high, UNROLLED, |t, first| {
            (0..UNROLLED).try_for_each(|k| {
                let index = t.b.ins().iadd_imm_s(first, k);
                step(t, index)
            })
        })?;
        self.count_loop(low, high, 1, step)
    }

    /// Loops from `low` to `high - 1`, and polls after each stretch of iterations but the last. The body gets an index
    /// and the limit of the stretch, and returns the index to go on from.
    fn stretches(
        &mut self,
        low: Value,
        high: Value,
        stretch: i64,
        body: impl FnOnce(&mut Self, Value, Value) -> Result<Value>,
    ) -> Result<()> {
        let (head, pause, more, exit) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        let index = self.b.append_block_param(head, types::I64);
        let limit = self.b.append_block_param(head, types::I64);
        let limit_after = |t: &mut Self, index: Value| {
            let limit = t.b.ins().iadd_imm_s(index, stretch);
            t.b.ins().smin(limit, high)
        };
        let first = limit_after(self, low);
        let enter = self.b.ins().icmp(IntCC::SignedLessThan, low, high);
        self.b.ins().brif(enter, head, &[low, first].map(BlockArg::Value), exit, &[]);
        self.b.switch_to_block(head);
        let next = body(self, index, limit)?;
        let again = self.b.ins().icmp(IntCC::SignedLessThan, next, limit);
        self.b.ins().brif(again, head, &[next, limit].map(BlockArg::Value), pause, &[]);
        self.b.switch_to_block(pause);
        self.b.seal_block(pause);
        // The limit is the next index now. Cranelift would compute what depends on `next` from `index`, which would be
        // needed longer then, in a register of its own, so that each iteration would have to copy one to the other.
        let unfinished = self.b.ins().icmp(IntCC::SignedLessThan, limit, high);
        self.b.ins().brif(unfinished, more, &[], exit, &[]);
        self.b.set_cold_block(more);
        self.b.switch_to_block(more);
        self.b.seal_block(more);
        self.poll();
        let further = limit_after(self, limit);
        self.b.ins().jump(head, &[limit, further].map(BlockArg::Value));
        self.b.seal_block(head);
        self.b.switch_to_block(exit);
        self.b.seal_block(exit);
        Ok(())
    }

    /// Loops while a condition holds.
    pub(super) fn while_loop(&mut self, cond: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        let (head, exit) = (self.b.create_block(), self.b.create_block());
        let first = self.exp(cond)?;
        self.b.ins().brif(first, head, &[], exit, &[]);
        self.b.switch_to_block(head);
        self.poll();
        self.stms(body)?;
        let again = self.exp(cond)?;
        self.b.ins().brif(again, head, &[], exit, &[]);
        self.b.seal_block(head);
        self.b.switch_to_block(exit);
        self.b.seal_block(exit);
        Ok(())
    }
}
