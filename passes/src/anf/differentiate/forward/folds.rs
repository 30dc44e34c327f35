//! Reductions, scans, histograms, scatters and streams.

use super::super::builder::fresh;
use super::super::plain;
use super::Forward;
use crate::anf::support::code::scalar;
use framework::{Error, Result};
use languages::anf::{Atom, Dest, Exp, HistOp, Lambda, Reduction, Stm, Type};
use languages::prim::PrimType;

impl<'b> Forward<'_, 'b> {
    /// The operator on values with tangents: the values, then the tangents.
    fn operator_of(&mut self, lambda: &Lambda<'b>) -> Result<&'b Lambda<'b>> {
        let (a, b) = lambda.params.split_at(lambda.rets.len());
        lambda.params.iter().for_each(|param| self.varied.add(param.name));
        let (a, b) = (self.with_companions(a, 0..a.len()), self.with_companions(b, 0..b.len()));
        Ok(self.lambda(lambda, [a, b].concat(), true)?.0)
    }

    fn neutral(&mut self, neutral: &[Atom]) -> Result<&'b [Atom]> {
        let mut all = neutral.to_vec();
        for atom in neutral {
            all.push(self.tangent(atom)?);
        }
        Ok(self.b.arena.slice(all))
    }

    /// The operators on values with tangents. A sum has the sum of the tangents as its own.
    fn reductions(&mut self, ops: &[Reduction<'b>]) -> Result<&'b [Reduction<'b>]> {
        let mut out = Vec::new();
        for op in ops {
            if let ([neutral], true) = (op.neutral, plain::is_addition(op.lambda)) {
                let tangent = self.tangent(neutral)?;
                let lambda = self.b.arena.alloc(op.lambda.copy_into(self.b.arena, &mut fresh()));
                out.extend([*op, Reduction { lambda, neutral: self.b.arena.slice([tangent]), ..*op }]);
                continue;
            }
            out.extend(self.together(&[*op])?);
        }
        Ok(self.b.arena.slice(out))
    }

    /// The operators, each with the tangents of all its values.
    fn together(&mut self, ops: &[Reduction<'b>]) -> Result<&'b [Reduction<'b>]> {
        let mut out = Vec::new();
        for op in ops {
            let neutral = self.neutral(op.neutral)?;
            out.push(Reduction { lambda: self.operator_of(op.lambda)?, neutral, ..*op });
        }
        Ok(self.b.arena.slice(out))
    }

    /// The items of each group, then the same number of companions.
    fn in_groups<T: Copy>(sizes: &[usize], items: &[T], companions: &[T]) -> Vec<T> {
        let mut out = Vec::new();
        let mut start = 0;
        for size in sizes {
            out.extend(&items[start..start + size]);
            out.extend(&companions[start..start + size]);
            start += size;
        }
        out
    }

    /// A reduction, scan, histogram or scatter of elements as they are: all its values get tangents.
    pub(super) fn folded(&mut self, stm: &Stm<'b>) -> Result<()> {
        self.b.note(stm.pat);
        let mut companions = Vec::new();
        match *stm.exp {
            Exp::Reduce { span, width, arrays, ops, .. } | Exp::Scan { span, width, arrays, ops, .. } => {
                let sizes: Vec<usize> = ops.iter().map(|op| op.neutral.len()).collect();
                let ops = self.reductions(ops)?;
                let tangents = self.tangent_names(arrays)?;
                for param in stm.pat {
                    companions.push(self.companion(param));
                }
                let arrays = self.b.arena.slice(Self::in_groups(&sizes, arrays, &tangents));
                let types: Vec<Type<'b>> = ops.iter().flat_map(|op| op.lambda.rets).copied().collect();
                let lambda = self.b.identity(&types);
                let pat = Self::in_groups(&sizes, stm.pat, &companions);
                let exp = if matches!(stm.exp, Exp::Reduce { .. }) {
                    Exp::Reduce { span, width, arrays, lambda, ops }
                } else {
                    Exp::Scan { span, width, arrays, lambda, ops, post: self.b.identity(&types), totals: &[] }
                };
                self.b.push(&pat, exp);
            }
            Exp::Hist { span, width, arrays, ops, .. } => {
                let (bins, values) = arrays.split_at(ops.len());
                let tangents = self.tangent_names(values)?;
                let mut all = Vec::new();
                for op in ops {
                    let dests = [op.dests, &self.tangent_names(op.dests)?].concat();
                    let neutral = self.neutral(op.neutral)?;
                    let lambda = self.operator_of(op.lambda)?;
                    all.push(HistOp { dests: self.b.arena.slice(dests), neutral, lambda, ..*op });
                }
                for param in stm.pat {
                    companions.push(self.companion(param));
                }
                let sizes: Vec<usize> = ops.iter().map(|op| op.dests.len()).collect();
                let values = Self::in_groups(&sizes, values, &tangents);
                let mut types = vec![scalar(PrimType::I64); bins.len()];
                types.extend(all.iter().flat_map(|op| op.lambda.rets));
                let (lambda, arrays) = (self.b.identity(&types), self.b.arena.slice([bins, &values].concat()));
                let pat = Self::in_groups(&sizes, stm.pat, &companions);
                self.b.push(&pat, Exp::Hist { span, width, arrays, lambda, ops: self.b.arena.slice(all) });
            }
            Exp::Scatter { span, width, arrays, lambda, dests } => {
                let ranks: usize = dests.iter().map(|dest| dest.rank as usize).sum();
                let (indices, values) = arrays.split_at(ranks);
                let tangents = self.tangent_names(values)?;
                let mut all = Vec::new();
                for dest in dests {
                    all.push(Dest { array: self.tangent_name(dest.array)?, ..*dest });
                }
                self.b.keep(stm);
                for param in stm.pat {
                    companions.push(self.companion(param));
                }
                let arrays = self.b.arena.slice([indices, &tangents].concat());
                let (lambda, dests) = (self.b.identity(lambda.rets), self.b.arena.slice(all));
                self.b.push(&companions, Exp::Scatter { span, width, arrays, lambda, dests });
            }
            _ => return Err(Error::internal("a fold was expected").or_at(stm.span)),
        }
        Ok(())
    }

    /// A stream, with an accumulator for the tangents of each accumulator.
    pub(super) fn stream(&mut self, stm: &Stm<'b>) -> Result<()> {
        let Exp::Stream { span, width, arrays, dests, ops, lambda } = *stm.exp else { return Ok(()) };
        let (elements, accs) = lambda.params.split_at(arrays.len());
        let (inputs, params) = self.inputs(arrays, elements)?;
        let dests = [dests, &self.tangent_names(dests)?].concat();
        accs.iter().for_each(|acc| self.varied.add(acc.name));
        let accs = self.with_companions(accs, 0..accs.len());
        let ops = self.together(ops)?;
        let (lambda, _) = self.lambda(lambda, [params, accs].concat(), true)?;
        let pat = self.with_companions(stm.pat, 0..stm.pat.len());
        let (arrays, dests) = (self.b.arena.slice(inputs), self.b.arena.slice(dests));
        self.b.push(&pat, Exp::Stream { span, width, arrays, dests, ops, lambda });
        Ok(())
    }

    pub(super) fn accumulate(&mut self, stm: &Stm<'b>) -> Result<()> {
        let Exp::Accumulate { span, dests, index, size, values, lambda } = *stm.exp else { return Ok(()) };
        let dests = [dests, &self.tangent_names(dests)?].concat();
        let values = self.neutral(values)?;
        let lambda = match lambda {
            Some(lambda) => Some(self.operator_of(lambda)?),
            None => None,
        };
        let pat = self.with_companions(stm.pat, 0..stm.pat.len());
        let dests = self.b.arena.slice(dests);
        self.b.push(&pat, Exp::Accumulate { span, dests, index, size, values, lambda });
        Ok(())
    }
}
