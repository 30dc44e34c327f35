//! `split-reductions`: runs parts of a reduction with an operator on arrays in parallel.

use super::sequentialise::host_functions;
use super::support::code::{Code, dims, int};
use super::support::elements::identity;
use super::support::host;
use super::support::parts::{FEWEST, PARTS, Reduce, map_parts};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, Span, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Param, Program, Rewrite, Type};
use languages::prim::BinOp;
use rustc_hash::FxHashSet;

pass! {
    /// Splits a reduction whose operator works on arrays into 64 parts, which a map reduces.
    ///
    ///     reduce f e xss
    ///     becomes
    ///     if n >= 256 && m <= 32768
    ///     then reduce f e (map (\k -> reduce f e xss[k·s :+ s]) (iota 64))
    ///     else reduce f e xss
    ///
    /// for `xss` of type `[n][m]t`, where `s` is `n / 64`, rounded up. The reduction of each part is a loop in a
    /// thread; only the last one is a loop around parallel operators. If the operator works on large arrays, it is
    /// parallel enough.
    ///
    /// The number of parts does not depend on the device, so neither do the results.
    pub SplitReductions = "split-reductions": Anf => Anf {
        counts: { split },
    }
}

/// The largest arrays that the operator of a thread may work on, in elements.
const LARGEST: i64 = 1 << 15;

impl Transform for SplitReductions {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let program: &Program<'_> = program.root();
        let mut split = 0;
        let result = Owned::build(|arena| {
            let (types, on_host) = (Types::of(program), host_functions(program));
            let mut splitter = Splitter { arena, types, on_host, split: 0 };
            let result = splitter.rewrite_program(program);
            split = splitter.split;
            result
        });
        run.counts.split = split;
        run.unchanged_if(split == 0);
        result
    }
}

struct Splitter<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    /// Functions that kernels cannot call.
    on_host: FxHashSet<Name>,
    split: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Splitter<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        host::rewrite_body(self, node, |splitter, code, stm, pat| {
            let whole = splitter.rewrite_exp(stm.exp)?;
            Ok(match Reduce::of(stm, &splitter.on_host) {
                Some(reduce) => splitter.choice(code, pat, reduce, whole),
                None => whole,
            })
        })
    }

    /// Does not visit the functions of SOACs.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

impl<'a, 'b> Splitter<'a, 'b> {
    /// The conditional that splits the reduction `whole`, which binds `pat`. Its condition is computed by `code`.
    fn choice(&mut self, code: &mut Code<'b>, pat: &[Param<'b>], reduce: Reduce<'a>, whole: Exp<'b>) -> Exp<'b> {
        self.split += 1;
        let span = code.span;
        let long = code.arith(BinOp::Le, int(FEWEST), reduce.width);
        let sizes: Vec<Atom> = reduce.lambda.rets.iter().map(|ty| code.product(dims(ty))).collect();
        let small = sizes.into_iter().fold(long, |all, size| {
            let small = code.arith(BinOp::Le, size, int(LARGEST));
            code.both(all, small)
        });
        let parts = self.parts(span, pat, reduce);
        let no = Code::new(self.arena, span).ending_in(pat, whole);
        let (yes, no) = (self.arena.alloc(parts), self.arena.alloc(no));
        Exp::If { span, cond: self.arena.alloc(small), yes, no }
    }

    /// The reductions of the parts, and that of their results.
    fn parts(&self, span: Span, pat: &[Param<'b>], reduce: Reduce<'a>) -> Body<'b> {
        let arena = self.arena;
        let mut code = Code::new(arena, span);
        let rets: Vec<Type<'b>> = reduce.copied(arena, reduce.width, &[]).lambda.rets.to_vec();
        let partial =
            map_parts(&self.types, &mut code, (reduce.width, reduce.arrays), int(PARTS), &rets, |_, count, part| {
                reduce.copied(arena, count, part).exp(span, arena)
            });
        let last = reduce.copied(arena, int(PARTS), &partial);
        let lambda = arena.alloc(identity(arena, *last.lambda));
        code.ending_in(pat, Reduce { lambda, ..last }.exp(span, arena))
    }
}
