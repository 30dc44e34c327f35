//! `expand-half`: computes with numbers of type `f16` as `f32`.

use crate::support::holds;
use framework::pass::{Report, Run, Transform};
use framework::{Owned, Result, Span, pass, rules};
use languages::lanes::{
    Arena, Exp, Fun, Lanes, Proc, Program, Rewrite, Visit, default_rewrite_exp, walk_exp, walk_fun, walk_proc,
};
use languages::prim::PrimType::{F16, F32};
use languages::prim::{BinOp, UnOp};

pass! {
    /// Replaces operators on `f16` by those on `f32`, between conversions.
    ///
    ///     z <- mul_f16(x, y); c <- lt_f16(z, x)
    ///     becomes
    ///     z <- f16_of_f32(mul_f32(f32_of_f16(x), f32_of_f16(y))); c <- lt_f32(f32_of_f16(z), f32_of_f16(x))
    ///
    /// An operator on `f16` is the one on `f32`, rounded, so results are the same to the bit. Processors have
    /// instructions for these two conversions, for one number and for all lanes of a vector, but few have any others
    /// for `f16`. Every result is rounded: two sums in a row are four conversions of operands and two of results.
    ///
    /// Operators that move bits (`neg`, `abs`, `copysign`, `tobits`, `nextafter`) stay, and so do those that choose one
    /// of their operands (`min`, `max`), since they keep a NaN as it is. Other numbers are converted to and from `f16`
    /// by way of `f32`, as `languages::prim` defines it.
    ///
    /// The pass comes after `vectorise`, which looks for sums and other plain operators.
    pub ExpandHalf = "expand-half": Lanes => Lanes {
        ensures: [NoHalfArithmetic],
        counts: { expanded },
    }
}

impl Transform for ExpandHalf {
    fn transform(&self, program: &Owned<Lanes>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        if holds(no_half_arithmetic, program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        Owned::build(|arena| {
            let mut expansion = Expansion { arena, expanded: 0 };
            let result = expansion.rewrite_program(program.root());
            run.counts.expanded = expansion.expanded;
            run.unchanged_if(expansion.expanded == 0);
            result
        })
    }
}

rules! { Lanes:
    /// The operators on `f16` move bits or choose one of their operands, and its conversions are from and to `f32`.
    pub NoHalfArithmetic = "no-half-arithmetic" by no_half_arithmetic;
}

fn no_half_arithmetic(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.0.enter(node.entry);
            walk_fun(self, node);
        }
        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.0.enter(node.name);
            walk_proc(self, node);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if computes(node) {
                self.0.fail_node(node, "arithmetic on f16");
            }
            walk_exp(self, node);
        }
    }
    Finder(report).visit_program(program);
}

/// Whether an expression applies an operator to numbers of type `f16` that computes, or converts them from or to
/// another type than `f32`.
fn computes(exp: &Exp<'_>) -> bool {
    match *exp {
        Exp::Bin { op, prim: F16, .. } => !matches!(op, BinOp::CopySign | BinOp::NextAfter | BinOp::Min | BinOp::Max),
        Exp::Un { op, prim: F16, .. } => !matches!(op, UnOp::Neg | UnOp::Abs | UnOp::ToBits),
        Exp::Tri { prim: F16, .. } => true,
        Exp::Convert { from: F16, to, .. } => to != F32,
        Exp::Convert { from, to: F16, .. } => from != F32,
        _ => false,
    }
}

struct Expansion<'b> {
    arena: &'b Arena<'b>,
    expanded: u64,
}

impl<'b> Expansion<'b> {
    /// An operand of type `f16` as an `f32`.
    fn wide(&self, exp: &'b Exp<'b>) -> &'b Exp<'b> {
        self.arena.alloc(Exp::Convert { span: exp.span(), from: F16, to: F32, arg: exp })
    }

    /// A result of type `f32`, rounded.
    fn rounded(&self, span: Span, exp: Exp<'b>) -> Exp<'b> {
        Exp::Convert { span, from: F32, to: F16, arg: self.arena.alloc(exp) }
    }

    /// The same value by operators on `f32`, of an expression that [`computes`].
    fn in_f32(&self, exp: Exp<'b>) -> Exp<'b> {
        match exp {
            Exp::Bin { span, op, lhs, rhs, .. } => {
                // The right operand of `ldexp` is an integer.
                let rhs = if op.second_operand_type(F16) == F16 { self.wide(rhs) } else { rhs };
                let value = Exp::Bin { span, op, prim: F32, lhs: self.wide(lhs), rhs };
                if op.result_type(F16) == F16 { self.rounded(span, value) } else { value }
            }
            Exp::Un { span, op, arg, .. } => {
                let value = Exp::Un { span, op, prim: F32, arg: self.wide(arg) };
                if op.result_type(F16) == F16 { self.rounded(span, value) } else { value }
            }
            Exp::Tri { span, op, a, b, c, .. } => {
                let [a, b, c] = [a, b, c].map(|operand| self.wide(operand));
                self.rounded(span, Exp::Tri { span, op, prim: F32, a, b, c })
            }
            Exp::Convert { span, from: F16, to, arg } => Exp::Convert { span, from: F32, to, arg: self.wide(arg) },
            Exp::Convert { span, from, arg, .. } => self.rounded(span, Exp::Convert { span, from, to: F32, arg }),
            _ => exp,
        }
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Expansion<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let exp = default_rewrite_exp(self, node)?;
        if !computes(&exp) {
            return Ok(exp);
        }
        self.expanded += 1;
        Ok(self.in_f32(exp))
    }
}
