//! Ranges that never reach their end are empty in edition 2019; today they are errors.
//!
//!     x..<z      becomes      let s = x let e = z in s..<(if e < s then s else e)
//!     x...z      becomes      let s = x let e = z in if e < s then s..<s else s...e
//!     x..y...z   becomes      let s = x let t = y let e = z
//!                             in if (t > s && e >= s) || (t < s && e <= s) then s..t...e else s..<s

use framework::{Result, Span};
use languages::source::{Exp, RangeKind};

use super::Desugar;
use crate::source::support::rewriting::{Builder, Parts};

impl<'b> Desugar<'b> {
    /// A range that is empty if its end is never reached.
    pub(super) fn range<'a>(
        &mut self,
        span: Span,
        (start, second, end): (&'a Exp<'a>, Option<&'a Exp<'a>>, &'a Exp<'a>),
        kind: RangeKind,
    ) -> Result<Exp<'b>> {
        let reached = match (start, second, kind, end) {
            (
                Exp::IntLit { value: from, .. },
                None,
                RangeKind::UpTo | RangeKind::Inclusive,
                Exp::IntLit { value: to, .. },
            ) => from.0 <= to.0,
            _ => false,
        };
        let (first, last) = (self.exp(start)?, self.exp(end)?);
        let second = second.map(|second| self.exp(second)).transpose()?;
        if reached {
            return Ok(Exp::Range { span, start: first, second, kind, end: last });
        }
        let make = Builder { arena: self.arena, span };
        let (s, t, e) = (self.fresh.name("start"), self.fresh.name("second"), self.fresh.name("end"));
        let (start, end) = (make.var(s), make.var(e));
        let range = |second, kind, end| self.arena.alloc(Exp::Range { span, start, second, kind, end });
        let body: &Exp = match (second, kind) {
            (None, RangeKind::UpTo | RangeKind::DownTo) => {
                let before = if kind == RangeKind::UpTo { "<" } else { ">" };
                range(None, kind, make.choice(make.infix(before, end, start), start, end))
            }
            (None, RangeKind::Inclusive) => {
                let none = range(None, RangeKind::UpTo, start);
                make.choice(make.infix("<", end, start), none, range(None, kind, end))
            }
            (Some(_), _) => {
                let reached = |next: &str, last: &str| {
                    make.infix("&&", make.infix(next, make.var(t), start), make.infix(last, end, start))
                };
                let valid = match kind {
                    RangeKind::UpTo => reached(">", ">"),
                    RangeKind::DownTo => reached("<", "<"),
                    RangeKind::Inclusive => make.infix("||", reached(">", ">="), reached("<", "<=")),
                };
                make.choice(valid, range(Some(make.var(t)), kind, end), range(None, RangeKind::UpTo, start))
            }
        };
        let body = make.binding(e, last, body);
        let body = second.map_or(body, |second| make.binding(t, second, body));
        Ok(*make.binding(s, first, body))
    }
}
