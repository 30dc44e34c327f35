//! What running several iterations of a body at once gains.

use crate::lanes::support::power_of_two;
use framework::Name;
use languages::lanes::Exp;
use languages::lanes::facts::{
    is_native_binary, is_native_convert, is_native_shift, is_native_unary, is_wide_binary, is_wide_unary,
};
use languages::prim::{BinOp, PrimType, TriOp, UnOp};

use super::{Kind, Kinds, LOOP_WEIGHT};

/// How much longer a division takes than other operations.
const DIVISION_WEIGHT: i64 = 4;
/// How much longer a call in each lane takes than one call.
const CALL_WEIGHT: i64 = 4;
/// The same for operators for which scalar code has an instruction.
const INSTRUCTION_WEIGHT: i64 = 8;
/// What each number gains that an iteration of a loop of constant length leaves to the next: several rows wait for it
/// together. In loops of other lengths, lanes may be far apart and wait for memory, unless the loop turns out to be
/// short. Under a mask, few may be left.
const CARRIED: i64 = 3;

impl Kinds<'_> {
    /// A body has numbers of a type.
    pub(super) fn check(&mut self, prim: PrimType) {
        let is_narrow = prim != PrimType::Bool && prim.size_bytes() < 4;
        self.qualifies &= !is_narrow || self.wide;
    }

    /// How much a vector instruction gains. Negative for operators that have none.
    fn gain(&self, exp: &Exp<'_>, native: bool) -> i64 {
        match exp {
            // Shifts divide by powers of two.
            Exp::Bin { op, prim, rhs, .. }
                if self.wide && op.divides(*prim) && native && power_of_two(rhs).is_none() =>
            {
                DIVISION_WEIGHT
            }
            // The lanes have to call a function, one by one.
            Exp::Bin { op: BinOp::MulHi, .. } | Exp::Un { op: UnOp::PopCount | UnOp::Clz | UnOp::Ctz, .. }
                if self.wide && !native =>
            {
                -INSTRUCTION_WEIGHT
            }
            Exp::Bin { .. } | Exp::Un { .. } if self.wide && !native => -CALL_WEIGHT,
            // Two numbers of 64 bits at a time are hardly faster than one, and addresses in lanes have to leave them
            // again.
            Exp::Bin { prim: PrimType::I64 | PrimType::U64, .. } => 0,
            Exp::Convert { to: PrimType::I64 | PrimType::U64, .. } => -1,
            _ if native => 1,
            _ => -1,
        }
    }

    /// Counts what is gained by an expression.
    pub(super) fn count(&mut self, exp: &Exp<'_>) {
        if self.exp(exp) != Kind::Varying {
            return;
        }
        let native = match exp {
            Exp::Const { .. } | Exp::Var { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => return,
            Exp::Splat { .. } | Exp::Steps { .. } | Exp::Any { .. } | Exp::All { .. } => false,
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                self.check(*prim);
                self.count(lhs);
                self.count(rhs);
                match self.wide {
                    true => is_wide_binary(*op, *prim),
                    false => is_native_binary(*op, *prim) || is_native_shift(*op, *prim, rhs),
                }
            }
            Exp::Un { op, prim, arg, .. } => {
                self.check(*prim);
                self.check(op.result_type(*prim));
                self.count(arg);
                if self.wide { is_wide_unary(*op, *prim) } else { is_native_unary(*op, *prim) }
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                self.check(*prim);
                [a, b, c].into_iter().for_each(|exp| self.count(exp));
                matches!(op, TriOp::Fma)
            }
            Exp::Convert { from, to, arg, .. } => {
                self.check(*from);
                self.check(*to);
                self.count(arg);
                self.wide || is_native_convert(*from, *to)
            }
            Exp::Select { cond, yes, no, .. } => {
                [cond, yes, no].into_iter().for_each(|exp| self.count(exp));
                true
            }
        };
        self.gain += self.gain(exp, native) * self.weight;
    }

    /// Counts what is gained by an access.
    pub(super) fn access(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>) {
        self.check(prim);
        self.count(index);
        let masked = self.masks > 0;
        let kind = self.exp(index);
        if !matches!(kind, Kind::Uniform | Kind::Unit) && !self.is_own(mem) {
            self.scattered += self.weight;
        }
        // Truth values are bytes in memory.
        let bytes = prim == PrimType::Bool && !self.wide;
        self.gain += match kind {
            Kind::Uniform if self.is_own(mem) && !bytes => 2 * self.weight,
            Kind::Uniform if self.is_own(mem) => -2 * self.weight,
            Kind::Uniform => 0,
            Kind::Unit if !self.is_own(mem) && !masked && !bytes => 2 * self.weight,
            // Instructions for wide registers take masks, and hardly any lane of a search waits for another one.
            _ if masked && !(self.wide && self.in_search) => -4 * self.weight,
            _ => -2 * self.weight,
        };
    }

    /// Counts what a loop gains, of which an iteration leaves some numbers to the next.
    pub(super) fn gain_of_waiting(&mut self, length: &Exp<'_>, carried: i64) {
        match length {
            Exp::Const { .. } if self.masks == 0 => self.gain += CARRIED * LOOP_WEIGHT * carried * self.weight,
            _ => self.gain_if_short(length, carried),
        }
    }

    /// Counts the same for a loop whose length is not known, in case that it is short.
    pub(super) fn gain_if_short(&mut self, length: &Exp<'_>, carried: i64) {
        if let Exp::Var { name, .. } = length
            && self.masks == 0
            && carried > 0
            && self.is_outside(*name)
        {
            self.gain_of_short += CARRIED * LOOP_WEIGHT * carried * self.weight;
            self.lengths.push(*name);
        }
    }
}
