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
        self.b.note(lambda.params);
        let mut params = Vec::new();
        for side in [a, b] {
            params.extend(side);
            for param in side {
                params.push(self.companion(param));
                self.varied.add(param.name);
            }
        }
        let around = self.b.open();
        self.varied.follow(lambda.body.stms);
        self.statements(lambda.body.stms)?;
        let mut results: Vec<(Atom, Type<'b>)> =
            lambda.body.result.iter().copied().zip(lambda.rets.iter().copied()).collect();
        for (result, ty) in results.clone() {
            results.push((self.tangent(&result)?, ty));
        }
        Ok(self.b.close_lambda(around, params, &results))
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
                let mut tangents = Vec::new();
                for array in arrays {
                    tangents.push(self.tangent_name(*array)?);
                }
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
                let mut tangents = Vec::new();
                for array in values {
                    tangents.push(self.tangent_name(*array)?);
                }
                let mut all = Vec::new();
                for op in ops {
                    let mut dests = op.dests.to_vec();
                    for dest in op.dests {
                        dests.push(self.tangent_name(*dest)?);
                    }
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
                let mut tangents = Vec::new();
                for array in values {
                    tangents.push(self.tangent_name(*array)?);
                }
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
        self.b.note(lambda.params);
        let (mut inputs, mut params) = (arrays.to_vec(), elements.to_vec());
        for (array, param) in arrays.iter().zip(elements) {
            if self.has(*array) {
                inputs.push(self.tangent_name(*array)?);
                params.push(self.companion(param));
                self.varied.add(param.name);
            }
        }
        let mut all = dests.to_vec();
        for dest in dests {
            all.push(self.tangent_name(*dest)?);
        }
        params.extend(accs);
        for acc in accs {
            params.push(self.companion(acc));
            self.varied.add(acc.name);
        }
        let ops = self.together(ops)?;
        let around = self.b.open();
        self.varied.follow(lambda.body.stms);
        self.statements(lambda.body.stms)?;
        let mut results: Vec<(Atom, Type<'b>)> =
            lambda.body.result.iter().copied().zip(lambda.rets.iter().copied()).collect();
        for (result, ty) in results.clone() {
            results.push((self.tangent(&result)?, ty));
        }
        let lambda = self.b.close_lambda(around, params, &results);
        self.b.note(stm.pat);
        let mut pat = stm.pat.to_vec();
        for param in stm.pat {
            pat.push(self.companion(param));
        }
        let (arrays, dests) = (self.b.arena.slice(inputs), self.b.arena.slice(all));
        self.b.push(&pat, Exp::Stream { span, width, arrays, dests, ops, lambda });
        Ok(())
    }

    pub(super) fn accumulate(&mut self, stm: &Stm<'b>) -> Result<()> {
        let Exp::Accumulate { span, dests, index, size, values, lambda } = *stm.exp else { return Ok(()) };
        let mut all = dests.to_vec();
        for dest in dests {
            all.push(self.tangent_name(*dest)?);
        }
        let values = self.neutral(values)?;
        let lambda = match lambda {
            Some(lambda) => Some(self.operator_of(lambda)?),
            None => None,
        };
        self.b.note(stm.pat);
        let mut pat = stm.pat.to_vec();
        for param in stm.pat {
            pat.push(self.companion(param));
        }
        let dests = self.b.arena.slice(all);
        self.b.push(&pat, Exp::Accumulate { span, dests, index, size, values, lambda });
        Ok(())
    }
}
