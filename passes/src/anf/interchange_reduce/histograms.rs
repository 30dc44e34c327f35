//! Histograms whose operators work on each element by itself.

use super::Interchange;
use super::elementwise::Elementwise;
use crate::anf::sequentialise::{has_call, on_arrays};
use crate::anf::support::code::{Code, int, prim, var, variable};
use crate::anf::support::loops::for_loop;
use crate::anf::support::parts::overwrites;
use framework::{Error, Name, Result};
use languages::anf::{Atom, Exp, HistOp, Lambda, Param, Program, Reduction, Rewrite, Stm, Type, Visit, walk_stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

/// A histogram whose operator works on each element by itself.
pub struct Histogram<'a> {
    width: Atom,
    arrays: &'a [Name],
    lambda: &'a Lambda<'a>,
    op: &'a HistOp<'a>,
    /// The neutral elements of the operator for elements.
    neutral: Vec<Atom>,
    elements: Elementwise<'a>,
}

impl<'a, 'b> Interchange<'a, 'b> {
    /// A histogram whose operator works on each element of its rows by itself.
    pub fn elementwise_histogram(&self, stm: &'a Stm<'a>) -> Option<Histogram<'a>> {
        let Exp::Hist { width, arrays, lambda, ops: [op], .. } = stm.exp else { return None };
        if !on_arrays(op.lambda) || overwrites(lambda) || has_call(stm.exp, &self.on_host) {
            return None;
        }
        let neutral = op.neutral.iter().map(|atom| self.repeated(atom)).collect::<Option<Vec<Atom>>>()?;
        let elements = Elementwise::of(op.lambda)?;
        Some(Histogram { width: **width, arrays, lambda, op, neutral, elements })
    }

    /// The number that all elements of an array are, if that is known.
    pub fn repeated(&self, atom: &Atom) -> Option<Atom> {
        variable(atom).and_then(|name| self.replicated.get(&name)).copied()
    }

    /// The stream that accumulates the elements of a histogram's rows.
    pub fn accumulated(&mut self, code: &mut Code<'b>, histogram: Histogram<'a>) -> Result<Exp<'b>> {
        self.counts.histograms += 1;
        let (arena, span) = (self.arena, code.span);
        let Histogram { width, arrays, lambda, op, neutral, elements } = histogram;
        let (rets, size) = (elements.rets(), elements.size);
        let total = code.arith(BinOp::Mul, *op.size, size);
        let flat = |code: &Code<'b>, ty: &Type<'b>| code.array(prim(ty), [total], false);
        let reshape = |array: Name, shape: Vec<Atom>| Exp::Reshape { span, array, shape: arena.slice(shape) };
        let mut dests = Vec::new();
        for (dest, ty) in op.dests.iter().zip(&rets) {
            dests.push(code.bind("bins", flat(code, ty), reshape(*dest, vec![total])));
        }
        // The function: that of the histogram, and a loop over the row that it gives.
        let lambda = self.rewrite_lambda(lambda)?;
        let mut inside = Code::new(arena, span);
        let accs: Vec<Param<'b>> = rets.iter().map(|ty| inside.param("acc", flat(code, ty))).collect();
        inside.stms.extend(lambda.body.stms);
        let (bin, rows) = lambda.body.result.split_first().ok_or_else(|| Error::internal("a histogram without bin"))?;
        let exists = inside.in_bounds(*bin, *op.size);
        let first = inside.arith(BinOp::Mul, *bin, size);
        let none = inside.arith(BinOp::Sub, int(0), size);
        let first = inside.choice(exists, PrimType::I64, first, none);
        let index = Name::fresh("j");
        let mut body = Code::new(arena, span);
        let turns: Vec<(Param<'b>, Atom)> =
            accs.iter().map(|acc| (body.param("acc", *acc.ty), var(acc.name))).collect();
        let at = body.arith(BinOp::Add, first, var(index));
        let mut values = Vec::new();
        for (row, ty) in rows.iter().filter_map(variable).zip(&rets) {
            let element = body.element(row, &[var(index)], &[size]);
            values.push(var(body.bind("x", *ty, element)));
        }
        let updated: Vec<Param<'b>> = turns.iter().map(|(acc, _)| body.param("acc", *acc.ty)).collect();
        let accumulate = Exp::Accumulate {
            span,
            dests: arena.slice(turns.iter().map(|(acc, _)| acc.name).collect::<Vec<_>>()),
            index: arena.alloc(at),
            size: arena.alloc(total),
            values: arena.slice(values),
            lambda: Some(arena.alloc(elements.lambda(arena, span))),
        };
        body.push(&updated, accumulate);
        let body = body.body(updated.iter().map(|acc| var(acc.name)));
        let results: Vec<Param<'b>> = accs.iter().map(|acc| inside.param("acc", *acc.ty)).collect();
        let exp = for_loop(&inside, size, index, turns, body);
        inside.push(&results, exp);
        let body = inside.body(results.iter().map(|acc| var(acc.name)));
        let function = Lambda {
            span,
            params: arena.slice(lambda.params.iter().copied().chain(accs.iter().copied()).collect::<Vec<_>>()),
            rets: arena.slice(accs.iter().map(|acc| *acc.ty).collect::<Vec<_>>()),
            body: arena.alloc(body),
        };
        let op_lambda = arena.alloc(elements.lambda(arena, span));
        let reduction = Reduction { span, comm: true, lambda: op_lambda, neutral: arena.slice(neutral) };
        let stream = Exp::Stream {
            span,
            width: arena.alloc(width),
            arrays: arena.slice(arrays.iter().copied()),
            dests: arena.slice(dests),
            ops: arena.slice([reduction]),
            lambda: arena.alloc(function),
        };
        let filled: Vec<Param<'b>> = rets.iter().map(|ty| code.param("bins", flat(code, ty))).collect();
        code.push(&filled, stream);
        let mut results = Vec::new();
        for (filled, ty) in filled.iter().zip(&rets) {
            let shape = vec![*op.size, size];
            let ty = code.array(prim(ty), shape.iter().copied(), false);
            results.push(var(code.bind("bins", ty, reshape(filled.name, shape))));
        }
        Ok(Exp::Atoms { span, atoms: arena.slice(results) })
    }
}

/// The arrays whose elements are all the same number, and that number.
pub fn replicated(program: &Program<'_>) -> FxHashMap<Name, Atom> {
    struct Finder(FxHashMap<Name, Atom>);
    impl<'a> Visit<'a> for Finder {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if let (Exp::Replicate { shape: [_], value, .. }, [param]) = (node.exp, node.pat) {
                self.0.insert(param.name, **value);
            }
            walk_stm(self, node);
        }
    }
    let mut finder = Finder(FxHashMap::default());
    finder.visit_program(program);
    finder.0
}
