//! `sequentialise`: turns inner parallelism into loops.

mod loops;
mod one_level;

use crate::anf::support::code::{Code, dims};
use crate::anf::support::effects::has_effect;
use crate::anf::support::groups::is_shared;
use crate::anf::support::nest;
use crate::anf::support::scalar_functions::scalar_functions;
use crate::anf::support::soac::{Soac, is_plain};
use crate::anf::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Node, Owned, Result, Span, pass, rules};
use languages::anf::streams::accumulators;
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Lambda, Param, Program, Rewrite, Stm, Type, Visit, default_rewrite_exp,
    default_rewrite_fun, default_rewrite_stm, walk_exp,
};
use rustc_hash::FxHashSet;

pass! {
    /// Turns SOACs inside the functions of SOACs into loops, so that one level of parallelism remains.
    ///
    ///     map (\i -> reduce f 0 (xss[i])) is
    ///     becomes
    ///     map (\i -> loop acc = 0 for j < m do f acc xss[i, j]) is
    ///
    /// A perfect nest of maps stays: it is one map over a product of index spaces. A map inside whose function gives
    /// scalars, without loops, stays as well, and so does the reduction of what such a function gives by a plain
    /// operator, such as `+`: a thread runs the indices in any order, several at a time if it can. If a group of
    /// threads works on each element of a map, all SOACs stay that its threads can share. Three kinds of
    /// outermost SOACs become loops as well: SOACs with an operator on arrays; SOACs that call a recursive function
    /// or a function that uses arrays; and streams whose operator may fail, or whose functions do more with
    /// accumulators than to accumulate. The SOACs inside their functions can then stay parallel.
    pub Sequentialise = "sequentialise": Anf => Anf {
        ensures: [OneLevel, Threaded],
        counts: { loops },
        options: {
            /// Reports outermost SOACs that become loops, except reductions, of which other passes make parts.
            explain: bool = false,
        },
    }
}

rules! { Anf:
    /// The function of a SOAC contains no SOAC, except in perfect nests of maps, and except maps and reductions by
    /// plain operators whose functions give scalars without loops. The function of a map with groups contains maps,
    /// reductions, scans and histograms of numbers, too. No map inside of a SOAC has groups. Functions only call scalar
    /// functions that use no arrays. Operators work on scalars.
    pub OneLevel = "one-level" by one_level::one_level;
    /// The function of a stream only accumulates to its accumulators, so that the stream can run in any order.
    pub Threaded = "threaded" by languages::anf::streams::threaded;
}

impl Transform for Sequentialise {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let types = Types::of(program.root());
        let (mut loops, mut sequential) = (0, Vec::new());
        let result = Owned::build(|arena| {
            let mut rewriter = Rewriter {
                arena,
                types,
                inside: false,
                in_group: false,
                on_host: host_functions(program.root()),
                accs: FxHashSet::default(),
                replaces: false,
                out: Vec::new(),
                loops: 0,
                function: None,
                sequential: Vec::new(),
            };
            let result = rewriter.rewrite_program(program.root());
            (loops, sequential) = (rewriter.loops, rewriter.sequential);
            result
        });
        run.counts.loops = loops;
        if run.options.explain {
            for (function, span, soac, why) in sequential {
                run.note_in(function.base, span, format!("the {soac} runs in sequence: {why}"));
            }
        }
        result
    }
}

/// Reasons why SOACs become loops.
const CALLS: &str = "it calls a recursive function, or a function that uses arrays";
const ON_ARRAYS: &str = "its operator works on arrays";

struct Rewriter<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    /// Whether the current code is inside a SOAC.
    inside: bool,
    /// Whether a group of threads runs the current code.
    in_group: bool,
    /// Functions that kernels cannot call.
    on_host: FxHashSet<Name>,
    /// The accumulators of the parallel stream around.
    accs: FxHashSet<Name>,
    /// Whether that stream has no operator.
    replaces: bool,
    /// The statements of the current body so far.
    out: Vec<Stm<'b>>,
    loops: u64,
    /// The current function.
    function: Option<Name>,
    /// The outermost SOACs that become loops: their functions and places, what they are, and the reasons.
    sequential: Vec<(Name, Span, &'static str, &'static str)>,
}

/// Functions that kernels cannot call.
pub fn host_functions(program: &Program<'_>) -> FxHashSet<Name> {
    let scalar = scalar_functions(program);
    let called = program.funs.iter().filter(|fun| fun.entry.is_none()).map(|fun| fun.name);
    called.filter(|name| !scalar.contains(name)).collect()
}

/// Whether an expression calls one of these functions.
pub fn has_call(exp: &Exp<'_>, on_host: &FxHashSet<Name>) -> bool {
    !on_host.is_empty() && exp.free_names().iter().any(|name| on_host.contains(name))
}

/// Whether a SOAC stays inside of another one, as a loop whose iterations are independent: a map whose function gives
/// scalars, and has neither loops nor SOACs, or a reduction of what such a function gives by plain operators.
fn is_flat(exp: &Exp<'_>) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= Soac::of(node).is_some() || matches!(node, Exp::Loop { .. } | Exp::Accumulate { .. });
            walk_exp(self, node);
        }
    }
    let (lambda, reduced) = match exp {
        Exp::Map { groups: false, lambda, .. } => (lambda, None),
        Exp::Reduce { lambda, ops, .. } if ops.iter().all(|op| is_plain(op.lambda)) => (lambda, Some(ops.len())),
        _ => return false,
    };
    let mut search = Search(false);
    search.visit_body(lambda.body);
    let all_reduced = reduced.is_none_or(|count| count == lambda.rets.len());
    !search.0 && all_reduced && lambda.rets.iter().all(|ty| matches!(ty, Type::Scalar { .. }))
}

/// Whether an operator works on arrays.
pub fn on_arrays(op: &Lambda) -> bool {
    op.params.iter().any(|param| matches!(param.ty, Type::Array { .. }))
}

/// Whether an operator may fail. Then it matters which write to an accumulator comes first.
fn may_fail(op: &Lambda) -> bool {
    op.body.stms.iter().any(|stm| has_effect(stm.exp))
}

impl<'a, 'b> Rewrite<'a, 'b> for Rewriter<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        self.function = Some(node.name);
        default_rewrite_fun(self, node)
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let around = std::mem::take(&mut self.out);
        for stm in node.stms {
            self.stm(stm)?;
        }
        let stms = std::mem::replace(&mut self.out, around);
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let (inside, in_group) = (self.inside, self.in_group);
        if Soac::of(node).is_some() {
            (self.inside, self.in_group) = (true, false);
        }
        let result = match node {
            Exp::Map { span, groups, width, arrays, lambda } => {
                self.map_nest(*span, *groups, (**width, arrays), lambda)
            }
            Exp::Accumulate { .. } if self.replaces => self.replacement(node),
            other => default_rewrite_exp(self, other),
        };
        (self.inside, self.in_group) = (inside, in_group);
        result
    }
}

impl<'a, 'b> Rewriter<'a, 'b> {
    /// Rewrites a map that stays parallel, together with the maps of its perfect nest. With `groups`, groups of threads
    /// run the function of the innermost map.
    fn map_nest(
        &mut self,
        span: Span,
        groups: bool,
        (width, arrays): (Atom, &[Name]),
        lambda: &'a Lambda<'a>,
    ) -> Result<Exp<'b>> {
        let lambda = match nest::inner(lambda) {
            None => {
                self.in_group = groups;
                let lambda = self.rewrite_lambda(lambda)?;
                self.in_group = false;
                lambda
            }
            Some(inner) => {
                let around = std::mem::take(&mut self.out);
                for stm in inner.prefix {
                    self.stm(stm)?;
                }
                let last = &lambda.body.stms[inner.prefix.len()];
                let exp = self.map_nest(last.span, groups, (inner.width, inner.arrays), inner.lambda)?;
                let exp = match exp {
                    Exp::Map { span, width, arrays, lambda, .. } => {
                        Exp::Map { span, groups: false, width, arrays, lambda }
                    }
                    other => other,
                };
                let pat = self.params(last.pat)?;
                let certs = self.arena.slice(last.certs.iter().copied());
                self.out.push(Stm { span: last.span, pat, certs, exp: self.arena.alloc(exp) });
                let stms = std::mem::replace(&mut self.out, around);
                let result = self.arena.slice(lambda.body.result.iter().copied());
                let body = Body { span: lambda.body.span, stms: self.arena.slice(stms), result };
                let rets: Result<Vec<_>> = lambda.rets.iter().map(|ty| self.rewrite_type(ty)).collect();
                Lambda {
                    span: lambda.span,
                    params: self.params(lambda.params)?,
                    rets: self.arena.slice(rets?),
                    body: self.arena.alloc(body),
                }
            }
        };
        let arrays = self.arena.slice(arrays.iter().copied());
        Ok(Exp::Map { span, groups, width: self.arena.alloc(width), arrays, lambda: self.arena.alloc(lambda) })
    }

    /// Accumulation by a stream without an operator: values replace elements.
    fn replacement(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        Ok(match default_rewrite_exp(self, node)? {
            Exp::Accumulate { span, dests, index, size, values, .. } => {
                Exp::Accumulate { span, dests, index, size, values, lambda: None }
            }
            other => other,
        })
    }

    fn params(&mut self, params: &'a [Param<'a>]) -> Result<&'b [Param<'b>]> {
        let params: Result<Vec<_>> = params.iter().map(|param| self.rewrite_param(param)).collect();
        Ok(self.arena.slice(params?))
    }

    /// Rewrites a statement and appends it to `out`.
    fn stm(&mut self, stm: &'a Stm<'a>) -> Result<()> {
        let calls = has_call(stm.exp, &self.on_host);
        let inside = self.inside || calls;
        if calls {
            self.explain(stm, CALLS);
        }
        let exp = match stm.exp {
            exp if self.inside && self.stays(exp) => return self.keep(stm),
            Exp::Map { width, arrays, lambda, .. } if inside => self.map_loop(stm.span, **width, arrays, lambda)?,
            Exp::Reduce { width, arrays, lambda, ops, .. } if inside || ops.iter().any(|op| on_arrays(op.lambda)) => {
                self.fold_loop(stm.span, **width, arrays, lambda, None, ops)?
            }
            Exp::Scan { width, arrays, lambda, ops, post, totals, .. }
                if inside || ops.iter().chain(*totals).any(|op| on_arrays(op.lambda)) =>
            {
                self.explain(stm, ON_ARRAYS);
                self.fold_loop(stm.span, **width, arrays, lambda, Some((*ops, *post)), totals)?
            }
            Exp::Scatter { width, arrays, lambda, dests, .. } if inside => {
                self.scatter_loop(stm.span, **width, arrays, lambda, dests)?
            }
            Exp::Hist { width, arrays, lambda, ops, .. } if inside || ops.iter().any(|op| on_arrays(op.lambda)) => {
                self.explain(stm, ON_ARRAYS);
                self.hist_loop(stm.span, **width, arrays, lambda, ops)?
            }
            Exp::Stream { width, arrays, dests, ops, lambda, .. } => match self.parallel(stm) {
                Ok(accs) => {
                    // Inside, there are no parallel streams.
                    self.accs = accs;
                    self.replaces = ops.is_empty();
                    return self.keep(stm);
                }
                Err(why) => {
                    self.explain(stm, why);
                    self.stream_loop(stm.span, **width, arrays, dests, lambda)?
                }
            },
            Exp::Accumulate { dests, index, size, values, lambda, .. } => {
                if dests.iter().all(|dest| self.accs.contains(dest)) {
                    return self.keep(stm);
                }
                self.accumulation(stm.span, dests, (**index, **size), *lambda, values)?
            }
            _ => return self.keep(stm),
        };
        self.loops += 1;
        let pat = self.params(stm.pat)?;
        let certs = self.arena.slice(stm.certs.iter().copied());
        self.out.push(Stm { span: stm.span, pat, certs, exp: self.arena.alloc(exp) });
        Ok(())
    }

    /// Whether a SOAC stays inside of another one.
    fn stays(&self, exp: &Exp<'_>) -> bool {
        (is_flat(exp) || self.in_group && is_shared(exp)) && !has_call(exp, &self.on_host)
    }

    /// Notes why a SOAC that is not inside of another one becomes a loop. One reason is enough.
    fn explain(&mut self, stm: &Stm<'_>, why: &'static str) {
        let soac = match stm.exp {
            Exp::Map { .. } => "map",
            Exp::Reduce { .. } => "reduction",
            Exp::Scan { .. } => "scan",
            Exp::Scatter { .. } => "scatter",
            Exp::Hist { .. } => "histogram",
            Exp::Stream { .. } => "stream",
            _ => return,
        };
        let Some(function) = self.function.filter(|_| !self.inside) else { return };
        let is_known = |(known, span, ..): &(Name, Span, _, _)| *known == function && *span == stm.span;
        if !self.sequential.last().is_some_and(is_known) {
            self.sequential.push((function, stm.span, soac, why));
        }
    }

    /// The accumulators of a stream that can run in parallel, or why it cannot.
    fn parallel(&self, stm: &Stm<'_>) -> std::result::Result<FxHashSet<Name>, &'static str> {
        let Exp::Stream { arrays, ops, lambda, .. } = stm.exp else { return Err("it is no stream") };
        if self.inside {
            Err("it is inside of a parallel operation")
        } else if has_call(stm.exp, &self.on_host) {
            Err(CALLS)
        } else if ops.iter().any(|op| on_arrays(op.lambda)) {
            Err(ON_ARRAYS)
        } else if ops.iter().any(|op| may_fail(op.lambda)) {
            Err("its operator may fail")
        } else {
            accumulators(lambda, arrays.len()).ok_or("its function does more with an accumulator than to write to it")
        }
    }

    /// Rewrites the parts of a statement and appends it to `out`.
    fn keep(&mut self, stm: &'a Stm<'a>) -> Result<()> {
        let stm = default_rewrite_stm(self, stm)?;
        self.out.push(stm);
        Ok(())
    }

    fn code(&self, span: Span) -> Code<'b> {
        Code::new(self.arena, span)
    }

    fn dims_of(&self, array: Name) -> &'a [Atom] {
        self.types.get(array).map_or(&[], |ty| dims(&ty))
    }
}
