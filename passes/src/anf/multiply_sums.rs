//! `multiply-sums`: sums of equal integers become products.

use super::support::code::Code;
use super::support::host;
use super::support::soac::is_plain;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, pass, rules};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Program, Rewrite, Stm, Type, Visit, walk_stm};
use languages::prim::{BinOp, PrimType};

pass! {
    /// Replaces sums of equal integers by products.
    ///
    ///     reduce (+) 0 (map (\_ -> x) xs)
    ///     becomes
    ///     0 + n * x
    ///
    /// Integers wrap around, in sums as in products. Sums of floats round each time, so they stay. Such sums come from
    /// `replicate`, once `fuse` has put it into the reduction.
    ///
    /// A scan of equal integers stays: each of its elements costs an addition, which is no more than a product.
    pub MultiplySums = "multiply-sums": Anf => Anf {
        ensures: [NoEqualSummands],
        counts: { sums },
    }
}

impl Transform for MultiplySums {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        Owned::build(|arena| {
            let mut multiplier = Multiplier { arena, sums: 0 };
            let result = multiplier.rewrite_program(program.root());
            run.counts.sums = multiplier.sums;
            run.unchanged_if(multiplier.sums == 0);
            result
        })
    }
}

rules! { Anf:
    /// No reduction only adds the same integer again and again.
    pub NoEqualSummands = "no-equal-summands" by no_equal_summands;
}

fn no_equal_summands(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if Sum::of(node.exp).is_some() {
                self.report.fail_node(node, "a sum of equal numbers");
            }
            walk_stm(self, node);
        }
    }
    for fun in program.funs {
        report.enter(fun.name);
        Finder { report }.visit_fun(fun);
    }
}

/// A sum of equal numbers.
struct Sum {
    /// How many.
    count: Atom,
    start: Atom,
    each: Atom,
    prim: PrimType,
}

impl Sum {
    fn of(exp: &Exp<'_>) -> Option<Sum> {
        let Exp::Reduce { width, lambda, ops, .. } = *exp else { return None };
        let ([op], [Type::Scalar { prim, .. }], [each]) = (ops, lambda.rets, lambda.body.result) else { return None };
        let ([start], [add]) = (op.neutral, op.lambda.body.stms) else { return None };
        let adds = prim.is_integer() && is_plain(op.lambda) && matches!(add.exp, Exp::Bin { op: BinOp::Add, .. });
        let varies = |name: Name| lambda.params.iter().any(|param| param.name == name);
        let is_equal = lambda.body.stms.is_empty() && !matches!(each, Atom::Var { name, .. } if varies(*name));
        (adds && is_equal).then_some(Sum { count: *width, start: *start, each: *each, prim: *prim })
    }

    /// `start + count * each`
    fn product<'b>(&self, code: &mut Code<'b>) -> Exp<'b> {
        let count = code.converted(PrimType::I64, self.prim, self.count);
        let product = code.operator(BinOp::Mul, self.prim, count, self.each);
        let sum = code.operator(BinOp::Add, self.prim, self.start, product);
        Exp::Atoms { span: code.span, atoms: code.arena.slice([sum]) }
    }
}

struct Multiplier<'b> {
    arena: &'b Arena<'b>,
    sums: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Multiplier<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        host::rewrite_body(self, node, |multiplier, code, stm, _| {
            let exp = multiplier.rewrite_exp(stm.exp)?;
            let Some(sum) = Sum::of(&exp) else { return Ok(exp) };
            multiplier.sums += 1;
            Ok(sum.product(code))
        })
    }
}
