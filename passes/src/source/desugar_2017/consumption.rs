//! Functions that consume their arguments, as operands of array operations.
//!
//!     map (\(x: *[]i32) i -> e) a b      becomes
//!     map2 (\x' i' -> let (x: *[]i32) = copied' x' let i = i' in e) (consumed' a) b
//!
//! In edition 2017 such an operation consumes its array. Today a function may not consume a part of an array that it
//! does not own, so the function gets copies; and the operation consumes the array, which it does not use again.

use framework::{Result, Span, Symbol};
use languages::source::{Dec, Exp, Pat, Rewrite, Type, Visit};
use rustc_hash::FxHashMap;

use super::Desugar;
use crate::source::support::rewriting::Parts;

/// The parts of a value that a function consumes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Consumed {
    Nothing,
    Everything,
    /// Components of a tuple.
    Components(Vec<Consumed>),
}

impl Consumed {
    fn components(parts: Vec<Consumed>) -> Consumed {
        match parts.iter().all(|part| *part == Consumed::Nothing) {
            true => Consumed::Nothing,
            false => Consumed::Components(parts),
        }
    }

    fn of_type(ty: &Type<'_>) -> Consumed {
        match ty {
            Type::TypeUnique { .. } => Consumed::Everything,
            Type::TypeTuple { elems, .. } => Consumed::components(elems.iter().map(Consumed::of_type).collect()),
            _ => Consumed::Nothing,
        }
    }

    /// What a function with this parameter consumes of its argument.
    pub fn of_param(pat: &Pat<'_>) -> Consumed {
        match pat {
            Pat::PatAscribe { ty, .. } => Consumed::of_type(ty),
            Pat::PatTuple { elems, .. } => Consumed::components(elems.iter().map(Consumed::of_param).collect()),
            _ => Consumed::Nothing,
        }
    }
}

/// Collects what the functions of a file consume.
pub(super) struct Consumers<'n> {
    pub functions: &'n mut FxHashMap<Symbol, Vec<Consumed>>,
}

impl<'a> Visit<'a> for Consumers<'_> {
    fn visit_dec(&mut self, dec: &'a Dec<'a>) {
        match dec {
            Dec::Value { name, params, .. } => {
                self.functions.insert(name.base, params.iter().map(Consumed::of_param).collect());
            }
            Dec::Local { dec, .. } | Dec::Attributed { dec, .. } | Dec::Documented { dec, .. } => self.visit_dec(dec),
            _ => {}
        }
    }
}

impl<'b> Desugar<'b> {
    /// What a function consumes of its arguments, one after the other. `None` if it consumes nothing.
    fn consumes(&self, func: &Exp<'_>) -> Option<Vec<Consumed>> {
        let found = match func {
            Exp::Lambda { params, .. } => params.iter().map(Consumed::of_param).collect(),
            Exp::Var { name, .. } => match self.functions.get(&name.base) {
                Some(found) => found.clone(),
                None if name.base.as_str() == "scatter" => {
                    vec![Consumed::Everything, Consumed::Nothing, Consumed::Nothing]
                }
                None => return None,
            },
            Exp::Apply { func, args, .. } => self.consumes(func)?.split_off(args.len()),
            _ => return None,
        };
        found.iter().any(|part| *part != Consumed::Nothing).then_some(found)
    }

    /// The operands of an array operation whose function consumes some of its arguments: the function with copies of
    /// these arguments, and the other operands, of which the operation consumes the same parts. `None` if the function
    /// consumes nothing.
    pub(super) fn consuming<'a>(
        &mut self,
        span: Span,
        base: &str,
        func: &'a Exp<'a>,
        others: &'a [Exp<'a>],
    ) -> Result<Option<Vec<Exp<'b>>>> {
        let Some(consumed) = self.consumes(func).filter(|consumed| consumed.len() == others.len()) else {
            return Ok(None);
        };
        let mut args = vec![match *func {
            Exp::Lambda { span, params, ret, body } => self.lambda(span, params, ret, body, true)?,
            _ => self.copying(span, func, &consumed)?,
        }];
        for (index, (other, consumed)) in others.iter().zip(&consumed).enumerate() {
            // The second operand of `reduce` and `scan` is no array.
            let elements = base == "map" || index > 0;
            args.push(self.given_up(other, consumed, elements)?);
        }
        Ok(Some(args))
    }

    /// `\x y -> f (copied' x) y`.
    fn copying<'a>(&mut self, span: Span, func: &'a Exp<'a>, consumed: &[Consumed]) -> Result<Exp<'b>> {
        let func = self.exp(func)?;
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for consumed in consumed {
            let name = self.fresh.name("x");
            params.push(Pat::PatVar { span, name });
            let arg = Exp::Var { span, name };
            args.push(if *consumed == Consumed::Nothing { arg } else { self.call(span, "copied'", vec![arg]) });
        }
        let body = self.arena.alloc(Exp::Apply { span, func, args: self.arena.slice(args) });
        Ok(Exp::Lambda { span, params: self.arena.slice(params), ret: None, body })
    }

    /// An operand of which parts are consumed. With `elements`, these are parts of the elements of an array.
    fn given_up<'a>(&mut self, exp: &'a Exp<'a>, consumed: &Consumed, elements: bool) -> Result<Exp<'b>> {
        let span = exp.span();
        match (consumed, exp) {
            (Consumed::Nothing, _) => self.rewrite_exp(exp),
            (Consumed::Components(parts), Exp::Tuple { elems, .. }) if !elements && parts.len() == elems.len() => {
                let elems = self.each_given_up(elems, parts, elements)?;
                Ok(Exp::Tuple { span, elems: self.arena.slice(elems) })
            }
            (Consumed::Components(parts), Exp::Apply { func, args, .. })
                if elements
                    && parts.len() == args.len()
                    && self.operation(func).is_some_and(|name| name.as_str() == "zip") =>
            {
                let args = self.each_given_up(args, parts, elements)?;
                self.of_several(span, "zip", args.len(), args)
            }
            _ => {
                let exp = self.rewrite_exp(exp)?;
                Ok(self.call(span, "consumed'", vec![exp]))
            }
        }
    }

    fn each_given_up<'a>(&mut self, exps: &'a [Exp<'a>], parts: &[Consumed], elements: bool) -> Result<Vec<Exp<'b>>> {
        exps.iter().zip(parts).map(|(exp, part)| self.given_up(exp, part, elements)).collect()
    }
}
