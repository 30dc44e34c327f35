//! Loops (E-LOOP), ranges, and checks of shapes.

use framework::{Result, Span};

use super::values::{Array, ElemType, Val};
use super::{Exp, Frame, LoopForm, Machine, Pat, SizeBinder, Type};
use crate::codes;
use crate::memory;
use crate::prim::PrimValue;
use crate::source::RangeKind;

impl<'p> Machine<'p> {
    pub(super) fn looping(
        &mut self,
        frame: &mut Frame<'p>,
        sizes: &'p [SizeBinder],
        pat: &'p Pat<'p>,
        init: &'p Exp<'p>,
        form: &'p LoopForm<'p>,
        body: &'p Exp<'p>,
    ) -> Result<Val<'p>> {
        let mut state = self.eval(frame, init)?;
        match form {
            LoopForm::For { name, bound, .. } => {
                let bound = self.eval(frame, bound)?.prim()?;
                let prim = bound.prim_type();
                let count = match bound {
                    PrimValue::U64(count) => count,
                    _ => u64::try_from(bound.as_i64().unwrap_or(0)).unwrap_or(0),
                };
                for index in 0..count {
                    self.bind_sizes(frame, sizes, pat.ty(), &state)?;
                    self.bind(frame, pat, state)?;
                    frame.vars.insert(*name, Val::Prim(PrimValue::from_bits(prim, index)));
                    state = self.eval(frame, body)?;
                }
            }
            LoopForm::ForIn { pat: elem, array, .. } => {
                let array = self.eval(frame, array)?;
                let array = array.array()?.clone();
                for index in 0..array.len() {
                    self.bind_sizes(frame, sizes, pat.ty(), &state)?;
                    self.bind(frame, pat, state)?;
                    self.bind(frame, elem, array.row(index)?)?;
                    state = self.eval(frame, body)?;
                }
            }
            LoopForm::While { cond, .. } => loop {
                self.bind_sizes(frame, sizes, pat.ty(), &state)?;
                self.bind(frame, pat, state.clone())?;
                if !self.truth(frame, cond)? {
                    break;
                }
                // After this, only the pattern's variables share the value.
                drop(std::mem::replace(&mut state, Val::bool(false)));
                state = self.eval(frame, body)?;
            },
        }
        Ok(state)
    }

    /// Returns the numbers of a range.
    pub(super) fn range(
        &self,
        span: Span,
        start: PrimValue,
        second: Option<PrimValue>,
        kind: RangeKind,
        end: PrimValue,
    ) -> Result<Val<'p>> {
        let prim = start.prim_type();
        let wide = |value: PrimValue| match value {
            PrimValue::U64(value) => i128::from(value),
            value => i128::from(value.as_i64().unwrap_or(0)),
        };
        let (from, to) = (wide(start), wide(end));
        let step = match (second, kind) {
            (Some(second), _) => wide(second) - from,
            (None, RangeKind::DownTo) => -1,
            (None, RangeKind::UpTo | RangeKind::Inclusive) => 1,
        };
        let upwards = step > 0;
        let valid = step != 0
            && match kind {
                RangeKind::UpTo => upwards && from <= to,
                RangeKind::DownTo => !upwards && from >= to,
                RangeKind::Inclusive => {
                    if upwards {
                        from <= to
                    } else {
                        from >= to
                    }
                }
            };
        if !valid {
            let plain = |value: PrimValue| wide(value).to_string();
            let second = second.map_or_else(String::new, |second| format!("..{}", plain(second)));
            return Err(self.fail(&codes::INVALID_RANGE, span, format!("Range {from}{second}{kind}{to} is invalid.")));
        }
        let distance = (to - from).unsigned_abs();
        let step_size = step.unsigned_abs();
        let count = match kind {
            RangeKind::Inclusive => distance / step_size + 1,
            RangeKind::UpTo | RangeKind::DownTo => distance.div_ceil(step_size),
        };
        let count = memory::check(prim.size_bytes(), &[usize::try_from(count).unwrap_or(usize::MAX)])?;
        let numbers =
            (0..count).map(|index| Ok(Val::Prim(PrimValue::from_bits(prim, (from + step * index as i128) as u64))));
        let empty = || Ok(ElemType { shape: Vec::new(), prim: Some(prim) });
        Ok(Val::Array(Array::collect(numbers, empty)?))
    }

    /// Checks that a value has the sizes of a type.
    pub(super) fn check_shape(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        ty: &'p Type<'p>,
        value: &Val<'p>,
    ) -> Result<()> {
        match (ty, value) {
            (Type::TypeArray { .. }, Val::Array(array)) => {
                let wanted = self.shape_of(frame, ty)?;
                if wanted.shape[..] != array.shape[..] {
                    let shape: String = array.shape.iter().map(|size| format!("[{size}]")).collect();
                    let mut innermost = ty;
                    while let Type::TypeArray { elem, .. } | Type::TypeUnique { body: elem, .. } = innermost {
                        innermost = elem;
                    }
                    let sizes: String = wanted.shape.iter().map(|size| format!("[{size}]")).collect();
                    let text = format!("{sizes}{}", crate::typed::print::type_text(innermost));
                    let message = format!("Value of (desugared) shape {shape} cannot match shape of type \"{text}\".");
                    return Err(self.fail(&codes::SIZE_AT_RUN_TIME, span, message));
                }
                Ok(())
            }
            (Type::TypeRecord { fields, .. }, Val::Record(_)) => {
                fields.iter().try_for_each(|field| self.check_shape(frame, span, field.ty, value.field(field.label)?))
            }
            (Type::TypeSum { cases, .. }, Val::Sum(tag, values)) => {
                let case = cases.iter().find(|case| case.tag == *tag);
                let payload = case.map_or(&[][..], |case| case.payload);
                payload.iter().zip(values.iter()).try_for_each(|(ty, value)| self.check_shape(frame, span, ty, value))
            }
            (Type::TypeUnique { body, .. }, _) => self.check_shape(frame, span, body, value),
            _ => Ok(()),
        }
    }
}
