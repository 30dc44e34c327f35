//! Translates ranges.

use super::value::{Value, prim_of};
use super::{Leaf, Normaliser};
use crate::anf::support::code::{int, known};
use framework::{Name, Result, Span};
use languages::anf::{Atom, Exp};
use languages::codes;
use languages::first_order as fo;
use languages::prim::{BinOp, PrimType, PrimValue, convert};
use languages::source::RangeKind;

impl Normaliser<'_, '_> {
    /// `start..second...end`, `start..second..<end` and `start..second..>end`.
    pub fn range(
        &mut self,
        span: Span,
        start: &fo::Exp<'_>,
        second: Option<&fo::Exp<'_>>,
        kind: RangeKind,
        end: &fo::Exp<'_>,
        _ty: &fo::Type<'_>,
    ) -> Result<Value> {
        let prim = prim_of(start.ty());
        let first = self.atom(start)?;
        let second = second.map(|second| self.atom(second)).transpose()?;
        let last = self.atom(end)?;
        // Distances are computed in `i64`. Only those of 64-bit types can overflow there.
        let wide = |normaliser: &mut Self, atom: Atom| match atom {
            Atom::Const { value, .. } => Atom::Const { span, value: convert(value, PrimType::I64) },
            _ if prim == PrimType::I64 => atom,
            _ => {
                let exp = Exp::Convert { span, from: prim, to: PrimType::I64, arg: normaliser.arena.alloc(atom) };
                normaliser.scalar(span, "wide", PrimType::I64, &[], exp)
            }
        };
        let (a, z) = (wide(self, first), wide(self, last));
        let down_by_default = matches!(kind, RangeKind::DownTo);
        let step = match second {
            None => int(if down_by_default { -1 } else { 1 }),
            Some(second) => {
                let second = wide(self, second);
                self.size(span, BinOp::Sub, second, a)
            }
        };
        let distance = self.size(span, BinOp::Sub, z, a);
        let (distance, magnitude, step_ok) = match known(step) {
            Some(step) if step != 0 => {
                let wrong = (step < 0) != down_by_default && !matches!(kind, RangeKind::Inclusive);
                let forward = if step > 0 { distance } else { self.size(span, BinOp::Sub, a, z) };
                (forward, int(step.abs()), Atom::Const { span, value: PrimValue::Bool(!wrong) })
            }
            _ => {
                let negative = self.size(span, BinOp::Lt, step, int(0));
                let sign = self.select(span, negative, int(-1), int(1));
                let forward = self.size(span, BinOp::Mul, distance, sign);
                let magnitude = self.size(span, BinOp::Mul, step, sign);
                let nonzero = self.size(span, BinOp::Ne, step, int(0));
                let ok = match kind {
                    RangeKind::Inclusive => nonzero,
                    RangeKind::UpTo => self.size(span, BinOp::Lt, int(0), step),
                    RangeKind::DownTo => negative,
                };
                (forward, magnitude, ok)
            }
        };
        let ordered = self.size(span, BinOp::Le, int(0), distance);
        let valid = self.truth_of(span, step_ok, ordered);
        let mut message = vec![self.text("Range "), self.shown(first, prim)];
        if let Some(second) = second {
            message.push(self.text(".."));
            message.push(self.shown(second, prim));
        }
        message.push(self.text(match kind {
            RangeKind::Inclusive => "...",
            RangeKind::UpTo => "..<",
            RangeKind::DownTo => "..>",
        }));
        message.push(self.shown(last, prim));
        message.push(self.text(" is invalid."));
        let certs = if known(distance).is_some_and(|distance| distance >= 0)
            && matches!(step_ok, Atom::Const { value: PrimValue::Bool(true), .. })
        {
            Vec::new()
        } else {
            self.assert(&codes::INVALID_RANGE, span, valid, message)
        };
        let count = match (kind, known(magnitude)) {
            (RangeKind::Inclusive, Some(1)) => self.size(span, BinOp::Add, distance, int(1)),
            (_, Some(1)) => distance,
            (kind, _) => {
                // The divisor must be positive even if the range is invalid.
                let positive = self.size(span, BinOp::Lt, int(0), magnitude);
                let divisor = self.select(span, positive, magnitude, int(1));
                if matches!(kind, RangeKind::Inclusive) {
                    let steps = self.size(span, BinOp::Quot, distance, divisor);
                    self.size(span, BinOp::Add, steps, int(1))
                } else {
                    let more = self.size(span, BinOp::Add, distance, divisor);
                    let more = self.size(span, BinOp::Sub, more, int(1));
                    self.size(span, BinOp::Quot, more, divisor)
                }
            }
        };
        let narrow = match (prim, step) {
            (PrimType::I64, step) => step,
            (_, Atom::Const { value, .. }) => Atom::Const { span, value: convert(value, prim) },
            (_, step) => {
                let exp = Exp::Convert { span, from: PrimType::I64, to: prim, arg: self.arena.alloc(step) };
                self.scalar(span, "step", prim, &[], exp)
            }
        };
        Ok(vec![self.iota(span, count, first, narrow, prim, &certs)])
    }

    fn truth_of(&mut self, span: Span, lhs: Atom, rhs: Atom) -> Atom {
        match lhs {
            Atom::Const { value: PrimValue::Bool(true), .. } => rhs,
            Atom::Const { value: PrimValue::Bool(false), .. } => lhs,
            _ => self.truth(span, BinOp::LogAnd, lhs, rhs),
        }
    }

    /// The array of `count` numbers `start`, `start + step`, ….
    pub fn iota(&mut self, span: Span, count: Atom, start: Atom, step: Atom, prim: PrimType, certs: &[Name]) -> Leaf {
        let alloc = |atom| self.arena.alloc(atom);
        let exp = Exp::Iota { span, count: alloc(count), start: alloc(start), step: alloc(step), prim };
        self.array(span, "iota", prim, vec![count], certs, exp)
    }
}
