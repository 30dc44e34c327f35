//! A function that is used at another type must not consume more than that type allows.
//!
//!     def eat [n] (xs: *[n]i32) = xs with [0] = 1
//!     let g: [n]i32 -> [n]i32 = eat                is rejected
//!
//! `check-uniqueness` checks whether *results* are unique, since it infers uniqueness that is not declared.

use super::Types;
use crate::typing::infer_types::types::{Clash, Ty, Type, Unified};

impl<'t> Types<'t> {
    /// Checks that no function in a value of type `found` consumes more than `expected` allows. The types are equal up
    /// to uniqueness.
    pub fn consumes_no_more(&mut self, found: Ty<'t>, expected: Ty<'t>) -> Unified<'t> {
        let (a, b) = (self.value_type(found), self.value_type(expected));
        if std::ptr::eq(a, b) {
            return Ok(());
        }
        match (*a, *b) {
            (Type::Exists(_, a), _) => self.consumes_no_more(a, b),
            (_, Type::Exists(_, b)) => self.consumes_no_more(a, b),
            (Type::Arrow(_, x, r), Type::Arrow(_, y, s)) => {
                if self.is_consumed(x) && !self.is_consumed(y) {
                    return Err(Clash::Consumes(a));
                }
                self.consumes_no_more(y, x)?;
                self.consumes_no_more(r, s)
            }
            (Type::Record(xs), Type::Record(ys)) => {
                xs.iter().zip(ys).try_for_each(|((_, x), (_, y))| self.consumes_no_more(x, y))
            }
            (Type::Sum(xs), Type::Sum(ys)) => {
                let mut payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.try_for_each(|(x, y)| self.consumes_no_more(x, y))
            }
            _ => Ok(()),
        }
    }

    /// Whether a type marks a value or a part of it as unique. A parameter of such a type is consumed.
    pub fn is_consumed(&mut self, ty: Ty<'t>) -> bool {
        match *self.shallow(ty) {
            // A variable in it may have become a type without arrays.
            Type::Unique(body) => self.may_hold_arrays(body),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.is_consumed(ty)),
            Type::Exists(_, body) => self.is_consumed(body),
            _ => false,
        }
    }
    /// Whether a type has a function with a unique result.
    pub fn has_unique_result(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Arrow(_, from, to) => {
                let unique = matches!(self.shallow(to), Type::Unique(_));
                unique || self.has_unique_result(from) || self.has_unique_result(to)
            }
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.has_unique_result(ty)),
            Type::Exists(_, body) => self.has_unique_result(body),
            _ => false,
        }
    }
}
