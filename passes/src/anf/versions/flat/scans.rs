//! The scans of all segments: one scan, whose operator starts anew at each of them.

use super::Flat;
use crate::anf::support::code::{Code, int, scalar, truth, var};
use crate::anf::support::elements::identity;
use crate::anf::support::loops::{array_of, numbers};
use crate::anf::support::soac::combined;
use framework::{Names, Renaming};
use languages::anf::{Body, Exp, Lambda, Param, Reduction, Stm, Type};
use languages::prim::{BinOp, PrimType};

impl<'b> Flat<'_, 'b, '_> {
    /// A scan of each segment: one scan of all elements.
    pub(super) fn scan(&mut self, code: &mut Code<'b>, copied: Stm<'b>) {
        let (arena, span) = (self.arena, copied.span);
        let Exp::Scan { width: size, arrays, lambda, ops, post, totals, .. } = *copied.exp else { return };
        if !totals.is_empty() {
            return self.totals(code, copied);
        }
        let total = code.operator(BinOp::Mul, PrimType::I64, self.width, *size);
        let indices = numbers(code, "numbers", total);
        // The function in front: the flag, its results, and the index, which the function behind needs.
        let index = code.param("k", scalar(PrimType::I64));
        let mut front = Code::new(arena, span);
        let (row, column) = self.place(&mut front, var(index.name), *size);
        let inner = self.applied(lambda, arrays, row, column, span);
        let begins = front.binary("begins", BinOp::Eq, PrimType::I64, column, int(0));
        let results = [&[begins][..], lambda.body.result, &[var(index.name)]].concat();
        let body = self.for_iteration(front, row, inner.body(results));
        let number = scalar(PrimType::I64);
        let rets = [&[scalar(PrimType::Bool)][..], lambda.rets, &[number]].concat();
        let front = Lambda { span, params: arena.slice([index]), rets: arena.slice(rets), body: arena.alloc(body) };
        // The function behind.
        let back_index = code.param("k", number);
        let mut back = Code::new(arena, span);
        let (row, _) = self.place(&mut back, var(back_index.name), *size);
        let mut inner = Code::new(arena, span);
        inner.stms.extend(self.again.iter().map(|stm| self.copy(stm)).chain(post.body.stms.iter().copied()));
        let body = self.for_iteration(back, row, inner.body(post.body.result.iter().copied()));
        let params = [&[code.param("flag", scalar(PrimType::Bool))][..], post.params, &[back_index]].concat();
        let back = Lambda { span, params: arena.slice(params), rets: post.rets, body: arena.alloc(body) };
        let op = self.segmented(code, ops, &lambda.rets[..combined(ops).min(lambda.rets.len())]);
        let fresh = |lambda: Lambda<'b>| arena.alloc(lambda.copy_into(arena, &mut Renaming::new(Names::Fresh)));
        let exp = Exp::Scan {
            span,
            width: arena.alloc(total),
            arrays: arena.slice([indices]),
            lambda: fresh(front),
            ops: arena.slice([op]),
            post: fresh(back),
            totals: &[],
        };
        self.rows_of(code, &copied, exp);
    }

    /// A scan with totals: the scan, and a reduction of its results.
    fn totals(&mut self, code: &mut Code<'b>, stm: Stm<'b>) {
        let (arena, span) = (self.arena, stm.span);
        let Exp::Scan { width, arrays, lambda, ops, post, totals, .. } = *stm.exp else { return };
        let (pat, rest) = stm.pat.split_at(combined(totals));
        let summed: Vec<Param<'b>> =
            post.rets[..pat.len()].iter().map(|ty| code.param("summed", array_of(code, *width, ty))).collect();
        let scan = Exp::Scan { span, width, arrays, lambda, ops, post, totals: &[] };
        let all = arena.slice(summed.iter().chain(rest).copied().collect::<Vec<_>>());
        self.scan(code, Stm { pat: all, exp: arena.alloc(scan), ..stm });
        let arrays = arena.slice(summed.iter().map(|param| param.name).collect::<Vec<_>>());
        let lambda = arena.alloc(identity(arena, Lambda { rets: &post.rets[..pat.len()], ..*post }));
        let reduce = Exp::Reduce { span, width, arrays, lambda, ops: totals };
        self.reduce(code, Stm { pat, exp: arena.alloc(reduce), ..stm });
    }

    /// The operator that starts anew where the flag of its second operand says so.
    fn segmented(&self, code: &Code<'b>, ops: &[Reduction<'b>], types: &[Type<'b>]) -> Reduction<'b> {
        let (arena, span) = (self.arena, code.span);
        let bool_type = scalar(PrimType::Bool);
        let (left_flag, right_flag) = (code.param("flag", bool_type), code.param("flag", bool_type));
        let side = || types.iter().map(|ty| code.param("x", *ty)).collect::<Vec<Param<'b>>>();
        let (left, right) = (side(), side());
        let mut joined = Code::new(arena, span);
        let (mut results, mut at) = (Vec::new(), 0);
        for op in ops {
            let lambda = op.lambda.copy_into(arena, &mut Renaming::new(Names::Fresh));
            let count = op.neutral.len();
            let operands = left[at..at + count].iter().chain(&right[at..at + count]);
            for (param, operand) in lambda.params.iter().zip(operands) {
                joined.push(&[*param], Exp::Atoms { span, atoms: arena.slice([var(operand.name)]) });
            }
            joined.stms.extend(lambda.body.stms);
            results.extend(lambda.body.result);
            at += count;
        }
        let joined = arena.alloc(joined.body(results));
        let anew = arena.alloc(Body {
            span,
            stms: &[],
            result: arena.slice(right.iter().map(|param| var(param.name)).collect::<Vec<_>>()),
        });
        let mut all = Code::new(arena, span);
        let flag = all.binary("flag", BinOp::LogOr, PrimType::Bool, var(left_flag.name), var(right_flag.name));
        let chosen: Vec<Param<'b>> = types.iter().map(|ty| all.param("x", *ty)).collect();
        let cond = arena.alloc(var(right_flag.name));
        all.push(&chosen, Exp::If { span, cond, yes: anew, no: joined });
        let results = std::iter::once(flag).chain(chosen.iter().map(|param| var(param.name))).collect::<Vec<_>>();
        let body = arena.alloc(all.body(results));
        let params = [&[left_flag][..], &left, &[right_flag], &right].concat();
        let rets = std::iter::once(bool_type).chain(types.iter().copied()).collect::<Vec<_>>();
        let lambda = Lambda { span, params: arena.slice(params), rets: arena.slice(rets), body };
        let neutral = std::iter::once(truth(false)).chain(ops.iter().flat_map(|op| op.neutral).copied());
        let neutral = arena.slice(neutral.collect::<Vec<_>>());
        Reduction { span, comm: false, lambda: arena.alloc(lambda), neutral }
    }
}
