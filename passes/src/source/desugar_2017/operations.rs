//! Translates the array operations of 2017, which take any number of arrays, to functions of 2019.

use super::Desugar;
use crate::source::support::rewriting::Parts;
use framework::{Result, Span, Symbol};
use languages::codes;
use languages::prim::PrimType;
use languages::source::{Exp, Pat, Rewrite};
use std::str::FromStr;

impl<'b> Desugar<'b> {
    /// Expresses `rearrange (1, 0) e` by transpositions of neighbouring dimensions.
    fn rearrange(&mut self, span: Span, order: &[usize], array: Exp<'b>) -> Exp<'b> {
        let mut current: Vec<usize> = (0..order.len()).collect();
        let mut result = array;
        for (target, wanted) in order.iter().enumerate() {
            let Some(mut at) = current.iter().position(|dimension| dimension == wanted) else { continue };
            while at > target {
                let mut func = self.var(span, "transpose");
                for _ in 0..at - 1 {
                    func = self.call(span, "map", vec![func]);
                }
                let func = self.arena.alloc(func);
                result = Exp::Apply { span, func, args: self.arena.slice([result]) };
                current.swap(at - 1, at);
                at -= 1;
            }
        }
        result
    }

    /// An operation on `arrays` arrays.
    pub(super) fn of_several(
        &mut self,
        span: Span,
        base: &str,
        arrays: usize,
        operands: Vec<Exp<'b>>,
    ) -> Result<Exp<'b>> {
        // `map` takes one array, `zip` two.
        let least = if base == "zip" { 2 } else { 1 };
        match arrays {
            6.. => Err(codes::MANY_ARRAYS.error(span, format!("`{base}` of more than five arrays"))),
            _ if arrays > least => Ok(self.call(span, &format!("{base}{arrays}"), operands)),
            _ => Ok(self.call(span, base, operands)),
        }
    }

    /// `rearrange (1, 0) e`.
    fn rearranged<'a>(&mut self, span: Span, elems: &[Exp<'_>], array: &'a Exp<'a>) -> Result<Exp<'b>> {
        let order = elems.iter().map(|elem| match elem {
            Exp::IntLit { value, .. } => usize::try_from(value.0).ok(),
            _ => None,
        });
        let Some(order) = order.collect::<Option<Vec<_>>>() else {
            return Err(codes::REARRANGE.error(span, "the dimensions of `rearrange` must be numbers"));
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if sorted.iter().enumerate().any(|(at, dimension)| at != *dimension) {
            return Err(codes::REARRANGE.error(span, "`rearrange` needs every dimension once"));
        }
        let array = self.rewrite_exp(array)?;
        Ok(self.rearrange(span, &order, array))
    }

    /// Translates the use of an operation of the language. `None` if edition 2019 has the operation too.
    pub fn apply<'a>(&mut self, span: Span, name: Symbol, args: &'a [Exp<'a>]) -> Result<Option<Exp<'b>>> {
        if PrimType::from_str(name.as_str()).is_ok()
            && let [exp] = args
        {
            self.rewritten += 1;
            return Ok(Some(Exp::Convert { span, to: name, exp: self.exp(exp)? }));
        }
        let (base, dimension) = match name.as_str().split_once('@') {
            Some((base, dimension)) => (base, dimension.parse().unwrap_or(0)),
            None => (name.as_str(), 0),
        };
        Ok(Some(match (base, args) {
            // `map (-1) xs` subtracts 1 from each element, since a number is no function.
            ("map" | "filter", [Exp::Negate { span: place, arg }, others @ ..]) => {
                let op = self.arena.alloc(self.var(*place, "-"));
                let mut args = vec![Exp::SectionRight { span: *place, op, rhs: self.exp(arg)? }];
                args.extend(self.exps(others)?);
                self.call(span, base, args)
            }
            ("map" | "reduce" | "reduce_comm" | "scan", [func, others @ ..])
                if let Some(operands) = self.consuming(span, base, func, others)? =>
            {
                let arrays = if base == "map" { others.len() } else { 1 };
                self.of_several(span, base, arrays, operands)?
            }
            ("map", [_, arrays @ ..]) | ("zip", arrays) if arrays.len() > 2 || base == "map" && arrays.len() > 1 => {
                let operands = self.exps(args)?;
                self.of_several(span, base, arrays.len(), operands)?
            }
            ("concat", [_, _, ..]) if dimension > 0 || args.len() > 2 => {
                let mut args = self.exps(args)?.into_iter();
                let Some(mut result) = args.next() else { return Ok(None) };
                for arg in args {
                    let mut func = self.var(span, "concat");
                    for _ in 0..dimension {
                        func = self.call(span, "map2", vec![func]);
                    }
                    let func = self.arena.alloc(func);
                    result = Exp::Apply { span, func, args: self.arena.slice([result, arg]) };
                }
                result
            }
            ("rotate", [by, array]) if dimension > 0 => {
                let by = self.rewrite_exp(by)?;
                let mut func = self.call(span, "rotate", vec![by]);
                for _ in 0..dimension {
                    func = self.call(span, "map", vec![func]);
                }
                let (func, array) = (self.arena.alloc(func), self.rewrite_exp(array)?);
                Exp::Apply { span, func, args: self.arena.slice([array]) }
            }
            ("split", [_, array]) if dimension > 0 => {
                let array = self.rewrite_exp(array)?;
                self.split_inner(span, &args[0], dimension, array)?
            }
            ("split", [at, array]) if dimension > 0 => {
                let array = self.rewrite_exp(array)?;
                self.split_inner(span, at, dimension, array)?
            }
            ("split", [Exp::Tuple { elems: [i, j], .. }, array]) if dimension == 0 => {
                let args = vec![self.rewrite_exp(i)?, self.rewrite_exp(j)?, self.rewrite_exp(array)?];
                self.call(span, "split2", args)
            }
            ("partition", [Exp::Tuple { elems: [p, q], .. }, array]) => {
                let args = vec![self.rewrite_exp(p)?, self.rewrite_exp(q)?, self.rewrite_exp(array)?];
                self.call(span, "partition2", args)
            }
            ("write", [is, vs, dest]) => {
                let args = vec![self.rewrite_exp(dest)?, self.rewrite_exp(is)?, self.rewrite_exp(vs)?];
                self.call(span, "scatter", args)
            }
            ("rearrange", [Exp::Tuple { elems, .. }, array]) => self.rearranged(span, elems, array)?,
            ("reshape", [shape, array]) => {
                let shape = match shape {
                    Exp::Tuple { elems, .. } => self.exps(elems)?,
                    shape => vec![self.rewrite_exp(shape)?],
                };
                self.rewritten += 1;
                Exp::Reshape { span, shape: self.arena.slice(shape), array: self.exp(array)? }
            }
            ("shape", [array]) => Exp::Shape { span, array: self.exp(array)? },
            ("stream_red" | "stream_red_per", [op, f, array]) => {
                let args = vec![self.rewrite_exp(op)?, self.with_size(span, f)?, self.rewrite_exp(array)?];
                self.call(span, base, args)
            }
            ("stream_map" | "stream_map_per", [f, array]) => {
                let args = vec![self.with_size(span, f)?, self.rewrite_exp(array)?];
                self.call(span, base, args)
            }
            _ => return Ok(None),
        }))
    }

    /// `split@1 i e` as `unzip (map (split i) e)`, and so on for inner dimensions.
    fn split_inner<'a>(&mut self, span: Span, at: &'a Exp<'a>, dimension: usize, array: Exp<'b>) -> Result<Exp<'b>> {
        let (split, unzip, at) = match at {
            Exp::Tuple { elems: elems @ [_, _], .. } => ("split2", "unzip3", self.exps(elems)?),
            at => ("split", "unzip", vec![self.rewrite_exp(at)?]),
        };
        let mut func = self.call(span, split, at);
        for _ in 1..dimension {
            let name = self.fresh.name("x");
            let rows = self.call(span, "map", vec![func, Exp::Var { span, name }]);
            let body = self.call(span, unzip, vec![rows]);
            let params = self.arena.slice([Pat::PatVar { span, name }]);
            func = Exp::Lambda { span, params, ret: None, body: self.arena.alloc(body) };
        }
        let rows = self.call(span, "map", vec![func, array]);
        Ok(self.call(span, unzip, vec![rows]))
    }

    /// `\_ chunk -> f chunk`.
    fn with_size<'a>(&mut self, span: Span, func: &'a Exp<'a>) -> Result<Exp<'b>> {
        let func = self.exp(func)?;
        let name = self.fresh.name("chunk");
        let params = self.arena.slice([Pat::PatWild { span }, Pat::PatVar { span, name }]);
        let args = self.arena.slice([Exp::Var { span, name }]);
        let body = self.arena.alloc(Exp::Apply { span, func, args });
        Ok(Exp::Lambda { span, params, ret: None, body })
    }
}
