//! `interchange-reduce`: makes reductions and scans of arrays, element by element, maps of reductions and scans.

mod elementwise;
mod histograms;
mod scans;

use self::elementwise::Elementwise;
use self::histograms::replicated;
use super::sequentialise::host_functions;
use super::support::code::{Code, int, variable};
use super::support::host;
use super::support::loops::array_of;
use super::support::parts::{FEWEST, PARTS, Reduce, map_parts};
use super::support::types::Types;
use framework::pass::{CountsOf, Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Program, Rewrite, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Exchanges a reduction of arrays and the map in its operator, if the arrays exist. Their elements are reduced in
    /// 64 parts, so that a few long columns are parallel, too.
    ///
    ///     reduce (map2 f) es xss
    ///     becomes
    ///     p = if n >= 256 then 64 else 1
    ///     yss = map (\k -> map2 (\e xs -> loop f e xs) es (transpose xss[k·s :+ s])) (iota p)
    ///     map2 (\e ys -> loop f e ys) es (transpose yss)
    ///
    /// for `xss` of type `[n][m]t`, where `s` is `n / p`, rounded up (Henriksen et al., PLDI 2017, rule G5). The number
    /// of parts does not depend on the device, so neither do the results. A histogram with such an operator accumulates
    /// elements instead of rows:
    ///
    ///     hist (map2 f) bins is xss
    ///     becomes
    ///     stream … to (reshape bins) for each i, xs: loop … for j < m do accumulate at i·m + j (xs[j])
    ///
    /// A scan with such an operator scans columns, unless the rows are long:
    ///
    ///     scan (map2 f) es xss
    ///     becomes
    ///     if m >= row then scan (map2 f) es xss else transpose (map2 (scan f) es (transpose xss))
    pub InterchangeReduce = "interchange-reduce": Anf => Anf {
        counts: { reductions, histograms, scans },
        options: {
            /// The number of elements from which on a device had better scan one row after the other, each in parallel.
            row: u64 = 32768,
        },
    }
}

impl Transform for InterchangeReduce {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let program: &Program<'_> = program.root();
        let mut counts = CountsOf::<InterchangeReduce>::default();
        let row = run.options.row;
        let result = Owned::build(|arena| {
            let mut interchange = Interchange {
                arena,
                row,
                types: Types::of(program),
                on_host: host_functions(program),
                replicated: replicated(program),
                counts: CountsOf::<InterchangeReduce>::default(),
            };
            let result = interchange.rewrite_program(program);
            counts = interchange.counts;
            result
        });
        run.unchanged_if(counts.reductions + counts.histograms + counts.scans == 0);
        run.counts = counts;
        result
    }
}

struct Interchange<'a, 'b> {
    arena: &'b Arena<'b>,
    /// The number of elements of a long row.
    row: u64,
    types: Types<'a>,
    /// Functions that kernels cannot call.
    on_host: FxHashSet<Name>,
    /// The elements of arrays whose elements are all the same number.
    replicated: FxHashMap<Name, Atom>,
    counts: CountsOf<InterchangeReduce>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Interchange<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        host::rewrite_body(self, node, |interchange, code, stm, _| {
            let reduce = Reduce::of(stm, &interchange.on_host);
            let reduce = reduce.and_then(|reduce| Some((reduce, elementwise(&reduce)?)));
            Ok(if let Some((reduce, op)) = reduce {
                interchange.interchanged(code, reduce, &op)
            } else if let Some(histogram) = interchange.elementwise_histogram(stm) {
                interchange.accumulated(code, histogram)?
            } else if let Some(scan) = interchange.elementwise_scan(stm) {
                interchange.scanned(code, stm, &scan)
            } else {
                interchange.rewrite_exp(stm.exp)?
            })
        })
    }

    /// Does not visit the functions of SOACs: what is inside becomes a loop.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

/// The operator of a reduction, if it works on each element by itself, and the arrays exist: the function gives back
/// its parameters.
fn elementwise<'a>(reduce: &Reduce<'a>) -> Option<Elementwise<'a>> {
    let [op] = reduce.ops else { return None };
    let given = reduce.lambda.body.result.iter().map(variable);
    let params = reduce.lambda.params.iter().map(|param| Some(param.name));
    if !reduce.lambda.body.stms.is_empty() || !given.eq(params) {
        return None;
    }
    Elementwise::of(op.lambda)
}

impl<'a, 'b> Interchange<'a, 'b> {
    /// The reduction of each element of the arrays by itself.
    fn interchanged(&mut self, code: &mut Code<'b>, reduce: Reduce<'a>, op: &Elementwise<'a>) -> Exp<'b> {
        self.counts.reductions += 1;
        let width = reduce.width;
        let long = code.arith(BinOp::Le, int(FEWEST), width);
        let parts = code.choice(long, PrimType::I64, int(PARTS), int(1));
        let neutral = reduce.ops.first().map_or(&[][..], |op| op.neutral);
        let rets: Vec<Type<'b>> = op.rets().iter().map(|ty| array_of(code, op.size, ty)).collect();
        let partial = map_parts(&self.types, code, (width, reduce.arrays), parts, &rets, |inside, count, part| {
            op.columns(inside, neutral, count, part)
        });
        op.columns(code, neutral, parts, &partial)
    }
}
