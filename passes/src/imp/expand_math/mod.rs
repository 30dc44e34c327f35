//! `expand-math`: replaces elementary functions by basic operations.

mod code;
mod known;

use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, Span, pass, rules};
use languages::imp::{
    self, Arena, Exp, Fun, Hist, Imp, Op, Proc, Reduce, Rewrite, Scan, Stm, Totals, default_rewrite_exp,
    default_rewrite_stm,
};
use languages::prim::elementary::{self, Real};
use languages::prim::{BinOp, PrimType, UnOp};

use self::code::{Code, Term};
use self::known::Known;
use crate::imp::support::variable;

pass! {
    /// Replaces elementary functions by basic operations.
    ///
    ///     y <- sin_f32(x)
    ///     becomes
    ///     t <- fma_f32(x, 0.63661975f32, 12582912.0f32); k <- sub_f32(t, 12582912.0f32); …; y <- z
    ///
    /// The formulas are those of `languages::prim::elementary`, computed on terms instead of numbers: each operation of
    /// a formula becomes a variable, since the operations after it may use it several times. So all evaluators and
    /// backends compute the same results to the bit, and vectors need no calls. An operator on `f16` is the one on
    /// `f32`, rounded. Formulas for `f64` have no fused multiply-adds.
    ///
    /// Functions of the same number share what their formulas have in common: the sine and the cosine of an angle are
    /// hardly dearer than one of them.
    ///
    /// The operations come before the statement that contains the function. Those of a condition of a `while` are
    /// repeated at the end of its body, and those of the values of a reduction or a scan come at the end of theirs.
    ///
    /// The pass comes after `if-convert`, which sees a function as one operation, and before `vectorise`.
    pub ExpandMath = "expand-math": Imp => Imp {
        ensures: [NoElementaryFunctions],
        counts: { expanded },
    }
}

impl Transform for ExpandMath {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let mut count = 0;
        let result = Owned::build(|arena| {
            let mut expansion = Expansion { code: Code::new(arena), count: 0 };
            let result = expansion.rewrite_program(program.root());
            count = expansion.count;
            result
        })?;
        run.counts.expanded = count;
        run.unchanged_if(count == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No operator is an elementary function with a formula in `languages::prim::elementary`.
    pub NoElementaryFunctions = "no-elementary-functions" by imp::rules::no_elementary_functions;
}

/// The elementary function that an expression applies to operands of some type.
fn elementary_function<'b>(exp: &Exp<'b>) -> Option<Function<'b>> {
    match *exp {
        Exp::Un { op, prim, arg, .. } if prim.is_float() && elementary::has_unary(op) => {
            Some(Function { name: op.name(), prim, apply: Apply::Unary(op, arg) })
        }
        Exp::Bin { op, prim, lhs, rhs, .. } if prim.is_float() && elementary::has_binary(op) => {
            Some(Function { name: op.name(), prim, apply: Apply::Binary(op, lhs, rhs) })
        }
        _ => None,
    }
}

/// A call of an elementary function.
struct Function<'b> {
    name: &'static str,
    /// The type of operands and result.
    prim: PrimType,
    apply: Apply<'b>,
}

/// An operator with a formula, and its operands.
enum Apply<'b> {
    Unary(UnOp, &'b Exp<'b>),
    Binary(BinOp, &'b Exp<'b>, &'b Exp<'b>),
}

impl<'b> Apply<'b> {
    /// The formula on terms, which `of_exp` makes of the operands.
    fn formula<R: Real>(&self, of_exp: impl Fn(Exp<'b>) -> R) -> Option<R> {
        match *self {
            Apply::Unary(op, arg) => elementary::unary(op, of_exp(*arg)),
            Apply::Binary(op, lhs, rhs) => elementary::binary(op, of_exp(*lhs), of_exp(*rhs)),
        }
    }
}

struct Expansion<'b> {
    /// The operations before the statement at hand.
    code: Code<'b>,
    count: u64,
}

impl<'b> Expansion<'b> {
    /// The value of an elementary function.
    fn function(&mut self, function: &Function<'b>) -> Option<Exp<'b>> {
        self.count += 1;
        let code = &self.code;
        code.start(function.name);
        let (half, single) = (PrimType::F16, PrimType::F32);
        match function.prim {
            PrimType::F64 => Some(function.apply.formula(|exp| Term::<f64>::of_exp(code, exp))?.exp),
            PrimType::F16 => {
                let widened = |exp: Exp<'b>| {
                    let arg = code.arena.alloc(exp);
                    Term::<f32>::of_exp(code, Exp::Convert { span: exp.span(), from: half, to: single, arg })
                };
                let value = code.arena.alloc(function.apply.formula(widened)?.exp);
                Some(Exp::Convert { span: value.span(), from: single, to: half, arg: value })
            }
            _ => Some(function.apply.formula(|exp| Term::<f32>::of_exp(code, exp))?.exp),
        }
    }

    /// Rewrites statements, and expressions whose operations come at their end.
    fn block<'a, T>(
        &mut self,
        body: &'a [Stm<'a>],
        end: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(&'b [Stm<'b>], T)> {
        let (around, known) = (self.code.take(), self.code.replace_known(Known::default()));
        let mut out = Vec::with_capacity(body.len());
        for stm in body {
            self.extend_stm(stm, &mut out)?;
        }
        let value = end(self)?;
        self.code.replace_known(known);
        out.append(&mut self.code.replace(around));
        Ok((self.code.arena.slice(out), value))
    }

    fn list<'a>(&mut self, body: &'a [Stm<'a>]) -> Result<&'b [Stm<'b>]> {
        Ok(self.block(body, |_| Ok(()))?.0)
    }

    fn exps<'a>(&mut self, exps: &'a [Exp<'a>]) -> Result<&'b [Exp<'b>]> {
        let exps = exps.iter().map(|exp| self.rewrite_exp(exp)).collect::<Result<Vec<_>>>()?;
        Ok(self.code.arena.slice(exps))
    }

    /// A loop whose condition needs operations: they come before the loop, and again at the end of its body.
    fn while_loop<'a>(&mut self, span: Span, cond: &'a Exp<'a>, body: &'a [Stm<'a>]) -> Result<Stm<'b>> {
        let before = self.count;
        let holds = self.rewrite_exp(cond)?;
        if self.count == before {
            let cond = self.code.arena.alloc(holds);
            return Ok(Stm::While { span, cond, body: self.list(body)? });
        }
        let name = Name::fresh("cond");
        self.code.push(Stm::Decl { span, name, prim: PrimType::Bool });
        self.code.push(Stm::Assign { span, name, value: self.code.arena.alloc(holds) });
        let (body, ()) = self.block(body, |expansion| {
            let value = expansion.rewrite_exp(cond)?;
            expansion.code.push(Stm::Assign { span, name, value: expansion.code.arena.alloc(value) });
            Ok(())
        })?;
        Ok(Stm::While { span, cond: self.code.arena.alloc(variable(name)), body })
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Expansion<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.code.arena
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let exp = default_rewrite_exp(self, node)?;
        Ok(elementary_function(&exp).and_then(|function| self.function(&function)).unwrap_or(exp))
    }

    fn extend_stm(&mut self, node: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        let around = self.code.take();
        let stm = self.rewrite_stm(node)?;
        self.code.pass(node);
        out.append(&mut self.code.replace(around));
        out.push(stm);
        Ok(())
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        match node {
            Stm::While { span, cond, body } => self.while_loop(*span, cond, body),
            Stm::If { span, cond, yes, no } => {
                let cond = self.code.arena.alloc(self.rewrite_exp(cond)?);
                Ok(Stm::If { span: *span, cond, yes: self.list(yes)?, no: self.list(no)? })
            }
            Stm::For { span, index, bound, body } => {
                let bound = self.code.arena.alloc(self.rewrite_exp(bound)?);
                Ok(Stm::For { span: *span, index: *index, bound, body: self.list(body)? })
            }
            Stm::Threads { span, count, thread, together, bytes, body } => {
                let bytes = self.code.arena.alloc(self.rewrite_exp(bytes)?);
                let (count, thread, together) = (*count, *thread, *together);
                Ok(Stm::Threads { span: *span, count, thread, together, bytes, body: self.list(body)? })
            }
            Stm::Parallel { span, groups, space, body } => {
                let space = space.iter().map(|dim| self.rewrite_dim(dim)).collect::<Result<Vec<_>>>()?;
                let space = self.code.arena.slice(space);
                Ok(Stm::Parallel { span: *span, groups: *groups, space, body: self.list(body)? })
            }
            _ => default_rewrite_stm(self, node),
        }
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        let args = node.args.iter().map(|arg| self.rewrite_arg(arg)).collect::<Result<Vec<_>>>()?;
        let (body, results) = self.block(node.body, |expansion| {
            node.results.iter().map(|result| expansion.rewrite_res(result)).collect::<Result<Vec<_>>>()
        })?;
        let (args, results) = (self.code.arena.slice(args), self.code.arena.slice(results));
        Ok(Fun { span: node.span, name: node.name, entry: node.entry, args, results, body })
    }

    fn rewrite_proc(&mut self, node: &'a Proc<'a>) -> Result<Proc<'b>> {
        let params = node.params.iter().map(|param| self.rewrite_slot(param)).collect::<Result<Vec<_>>>()?;
        let (body, results) = self.block(node.body, |expansion| {
            node.results.iter().map(|result| expansion.rewrite_operand(result)).collect::<Result<Vec<_>>>()
        })?;
        let (params, results) = (self.code.arena.slice(params), self.code.arena.slice(results));
        Ok(Proc { span: node.span, name: node.name, params, body, results })
    }

    fn rewrite_op(&mut self, node: &'a Op<'a>) -> Result<Op<'b>> {
        let (body, results) = self.block(node.body, |expansion| expansion.exps(node.results))?;
        let mut params = |params: &'a [_]| -> Result<_> {
            let params = params.iter().map(|param| self.rewrite_scalar_param(param)).collect::<Result<Vec<_>>>()?;
            Ok(self.code.arena.slice(params))
        };
        Ok(Op { span: node.span, lhs: params(node.lhs)?, rhs: params(node.rhs)?, body, results })
    }

    fn rewrite_reduce(&mut self, node: &'a Reduce<'a>) -> Result<Reduce<'b>> {
        let Reduce { span, dim, body, values, op, step, neutral, comm, targets } = *node;
        let dim = self.rewrite_dim(dim)?;
        let (body, values) = self.block(body, |expansion| expansion.exps(values))?;
        let (op, neutral) = (self.rewrite_op(op)?, self.exps(neutral)?);
        let step = step.map(|step| self.rewrite_op(step)).transpose()?;
        let arena = self.code.arena;
        let step = step.map(|step| arena.alloc(step));
        let targets = arena.slice(targets.iter().copied());
        Ok(Reduce { span, dim: arena.alloc(dim), body, values, op: arena.alloc(op), step, neutral, comm, targets })
    }

    fn rewrite_hist(&mut self, node: &'a Hist<'a>) -> Result<Hist<'b>> {
        let Hist { span, dim, body, width, op, neutral, dests } = *node;
        let (dim, width) = (self.rewrite_dim(dim)?, self.rewrite_exp(width)?);
        let neutral = self.exps(neutral)?;
        let dests = dests.iter().map(|bins| self.rewrite_bins(bins)).collect::<Result<Vec<_>>>()?;
        let (body, op) = (self.list(body)?, self.rewrite_op(op)?);
        let arena = self.code.arena;
        let (dim, width, op) = (arena.alloc(dim), arena.alloc(width), arena.alloc(op));
        Ok(Hist { span, dim, body, width, op, neutral, dests: arena.slice(dests) })
    }

    fn rewrite_scan(&mut self, node: &'a Scan<'a>) -> Result<Scan<'b>> {
        let Scan { span, dim, body, values, op, neutral, outs, after, totals } = *node;
        let dim = self.rewrite_dim(dim)?;
        let (body, values) = self.block(body, |expansion| expansion.exps(values))?;
        let (op, neutral) = (self.rewrite_op(op)?, self.exps(neutral)?);
        let outs = outs.iter().map(|out| self.rewrite_scalar_param(out)).collect::<Result<Vec<_>>>()?;
        // The values that are totalled are computed for each index.
        let (after, total_values) = self.block(after, |expansion| expansion.exps(totals.values))?;
        let (total_op, total_neutral) = (self.rewrite_op(totals.op)?, self.exps(totals.neutral)?);
        let arena = self.code.arena;
        let totals = arena.alloc(Totals {
            span: totals.span,
            values: total_values,
            op: arena.alloc(total_op),
            neutral: total_neutral,
            targets: arena.slice(totals.targets.iter().copied()),
        });
        let (dim, op, outs) = (arena.alloc(dim), arena.alloc(op), arena.slice(outs));
        Ok(Scan { span, dim, body, values, op, neutral, outs, after, totals })
    }
}
