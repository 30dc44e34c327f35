//! `sequentialise`: inner parallelism becomes loops.

use crate::anf::support::code::{Code, dims, prim, scalar, var};
use crate::anf::support::nest;
use crate::anf::support::scalar_functions::scalar_functions;
use crate::anf::support::types::Types;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Node, Owned, Result, Span, pass, rules};
use languages::anf::{
    Anf, Arena, Atom, Body, Dest, Exp, Fun, HistOp, Lambda, LoopForm, Param, Program, Reduction, Rewrite, Stm, Type,
    Visit, default_rewrite_exp, default_rewrite_stm, walk_exp,
};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

pass! {
    /// Turns SOACs inside the functions of SOACs into loops, so that one level of parallelism is left.
    ///
    ///     map (\i -> reduce (+) 0 (xss[i])) is     becomes     map (\i -> loop acc = 0 for j < m do acc + xss[i, j]) is
    ///
    /// Maps that fill a map's whole function stay: together they are one map over a product of index spaces. Outermost reductions, scans and
    /// histograms whose operators work on arrays become loops too, and everything that calls a recursive function or one that uses arrays; the
    /// parallelism inside of their functions stays.
    pub Sequentialise = "sequentialise": Anf => Anf {
        ensures: [OneLevel],
        counts: { loops },
    }
}

rules! { Anf:
    /// No SOAC inside the function of a SOAC, but for maps that make a perfect nest, and no calls but of functions of scalars that use no
    /// arrays; operators work on scalars.
    pub OneLevel = "one-level" by one_level;
}

impl Transform for Sequentialise {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let types = Types::of(program.root());
        let mut loops = 0;
        let result = Owned::build(|arena| {
            let on_host = host_functions(program.root());
            let mut rewriter = Rewriter { arena, types, inside: false, on_host, out: Vec::new(), loops: 0 };
            let result = rewriter.rewrite_program(program.root());
            loops = rewriter.loops;
            result
        });
        run.counts.loops = loops;
        result
    }
}

struct Rewriter<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    /// Whether the code at hand is run by one of many threads.
    inside: bool,
    /// The functions that kernels cannot call.
    on_host: FxHashSet<Name>,
    /// The statements of the body at hand.
    out: Vec<Stm<'b>>,
    loops: u64,
}

/// The functions that kernels cannot call.
fn host_functions(program: &Program<'_>) -> FxHashSet<Name> {
    let scalar = scalar_functions(program);
    let called = program.funs.iter().filter(|fun| fun.entry.is_none()).map(|fun| fun.name);
    called.filter(|name| !scalar.contains(name)).collect()
}

/// Whether an expression calls one of these functions.
fn has_call(exp: &Exp<'_>, on_host: &FxHashSet<Name>) -> bool {
    !on_host.is_empty() && exp.free_names().iter().any(|name| on_host.contains(name))
}

/// Whether an operator works on arrays.
fn on_arrays(op: &Lambda) -> bool {
    op.params.iter().any(|param| matches!(param.ty, Type::Array { .. }))
}

impl<'a, 'b> Rewrite<'a, 'b> for Rewriter<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
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
        let inside = self.inside;
        self.inside |= matches!(
            node,
            Exp::Map { .. } | Exp::Reduce { .. } | Exp::Scan { .. } | Exp::Scatter { .. } | Exp::Hist { .. }
        );
        let result = match node {
            Exp::Map { span, width, arrays, lambda } => self.map_nest(*span, **width, arrays, lambda),
            other => default_rewrite_exp(self, other),
        };
        self.inside = inside;
        result
    }
}

impl<'a, 'b> Rewriter<'a, 'b> {
    /// A map that stays parallel, with the maps that fill it.
    fn map_nest(&mut self, span: Span, width: Atom, arrays: &[Name], lambda: &'a Lambda<'a>) -> Result<Exp<'b>> {
        let lambda = match nest::inner(lambda) {
            None => self.rewrite_lambda(lambda)?,
            Some(inner) => {
                let around = std::mem::take(&mut self.out);
                for stm in inner.prefix {
                    self.stm(stm)?;
                }
                let last = &lambda.body.stms[inner.prefix.len()];
                let exp = self.map_nest(last.span, inner.width, inner.arrays, inner.lambda)?;
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
        Ok(Exp::Map { span, width: self.arena.alloc(width), arrays, lambda: self.arena.alloc(lambda) })
    }

    fn params(&mut self, params: &'a [Param<'a>]) -> Result<&'b [Param<'b>]> {
        let params: Result<Vec<_>> = params.iter().map(|param| self.rewrite_param(param)).collect();
        Ok(self.arena.slice(params?))
    }

    /// Rewrites a statement into `out`.
    fn stm(&mut self, stm: &'a Stm<'a>) -> Result<()> {
        let inside = self.inside || has_call(stm.exp, &self.on_host);
        let exp = match stm.exp {
            Exp::Map { width, arrays, lambda, .. } if inside => self.map_loop(stm.span, **width, arrays, lambda)?,
            Exp::Reduce { width, arrays, lambda, ops, .. } if inside || ops.iter().any(|op| on_arrays(op.lambda)) => {
                self.fold_loop(stm.span, **width, arrays, lambda, None, ops)?
            }
            Exp::Scan { width, arrays, lambda, ops, post, totals, .. }
                if inside || ops.iter().chain(*totals).any(|op| on_arrays(op.lambda)) =>
            {
                self.fold_loop(stm.span, **width, arrays, lambda, Some((*ops, *post)), totals)?
            }
            Exp::Scatter { width, arrays, lambda, dests, .. } if inside => {
                self.scatter_loop(stm.span, **width, arrays, lambda, dests)?
            }
            Exp::Hist { width, arrays, lambda, ops, .. } if inside || ops.iter().any(|op| on_arrays(op.lambda)) => {
                self.hist_loop(stm.span, **width, arrays, lambda, ops)?
            }
            _ => {
                let stm = default_rewrite_stm(self, stm)?;
                self.out.push(stm);
                return Ok(());
            }
        };
        self.loops += 1;
        let pat = self.params(stm.pat)?;
        let certs = self.arena.slice(stm.certs.iter().copied());
        self.out.push(Stm { span: stm.span, pat, certs, exp: self.arena.alloc(exp) });
        Ok(())
    }

    fn code(&self, span: Span) -> Code<'b> {
        Code::new(self.arena, span)
    }

    fn dims_of(&self, array: Name) -> &'a [Atom] {
        self.types.get(array).map_or(&[], |ty| dims(&ty))
    }

    /// Element `index` of each array under the names of a lambda's parameters.
    fn elements(&mut self, code: &mut Code<'b>, lambda: &'a Lambda<'a>, arrays: &[Name], index: Atom) -> Result<()> {
        for (param, array) in lambda.params.iter().zip(arrays) {
            let param = self.rewrite_param(param)?;
            let exp = code.element(*array, &[index], self.dims_of(*array));
            code.push(&[param], exp);
        }
        Ok(())
    }

    /// The statements of a lambda's body; gives its results.
    fn inline(&mut self, code: &mut Code<'b>, body: &'a Body<'a>) -> Result<Vec<Atom>> {
        code.stms.extend(self.rewrite_body(body)?.stms);
        Ok(body.result.to_vec())
    }

    /// An array for `width` values of a type, not yet filled: the loop's parameter, and its initial value as a statement before the loop.
    fn gather(&mut self, span: Span, width: Atom, ty: &Type<'a>) -> (Param<'b>, Atom) {
        let mut code = self.code(span);
        let shape: Vec<Atom> = std::iter::once(width).chain(dims(ty).iter().copied()).collect();
        let ty = code.array(prim(ty), shape.iter().copied(), true);
        let blank = code.bind("blank", ty, Exp::Scratch { span, prim: prim(&ty), shape: self.arena.slice(shape) });
        self.out.append(&mut code.stms);
        (code.param("acc", ty), var(blank))
    }

    fn for_loop(
        &self,
        span: Span,
        width: Atom,
        index: Name,
        params: Vec<(Param<'b>, Atom)>,
        body: Body<'b>,
    ) -> Exp<'b> {
        let (params, inits): (Vec<_>, Vec<_>) = params.into_iter().unzip();
        let form = LoopForm::For { span, index, prim: PrimType::I64, bound: self.arena.alloc(width) };
        Exp::Loop {
            span,
            params: self.arena.slice(params),
            inits: self.arena.slice(inits),
            form: self.arena.alloc(form),
            body: self.arena.alloc(body),
        }
    }

    fn map_loop(&mut self, span: Span, width: Atom, arrays: &[Name], lambda: &'a Lambda<'a>) -> Result<Exp<'b>> {
        let accs: Vec<_> = lambda.rets.iter().map(|ty| self.gather(span, width, ty)).collect();
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let values = self.inline(&mut code, lambda.body)?;
        let results = store(&mut code, &accs, &values, var(index));
        Ok(self.for_loop(span, width, index, accs, code.body(results)))
    }

    /// The loop of a reduction, or of a scan with what follows it.
    fn fold_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a Lambda<'a>,
        scan: Option<(&'a [Reduction<'a>], &'a Lambda<'a>)>,
        totals: &'a [Reduction<'a>],
    ) -> Result<Exp<'b>> {
        let last = scan.map_or(lambda, |(_, post)| post);
        let folds = self.accumulators(span, totals)?;
        let gathers: Vec<_> = last.rets[folds.len()..].iter().map(|ty| self.gather(span, width, ty)).collect();
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let mut values = self.inline(&mut code, lambda.body)?;
        let mut prefixes = Vec::new();
        let mut carried = Vec::new();
        if let Some((ops, post)) = scan {
            prefixes = self.accumulators(span, ops)?;
            carried = self.combine(&mut code, ops, &prefixes, &values)?;
            let given: Vec<Atom> = carried.iter().chain(&values[carried.len()..]).copied().collect();
            self.bind(&mut code, post.params, &given)?;
            values = self.inline(&mut code, post.body)?;
        }
        let mut results = self.combine(&mut code, totals, &folds, &values)?;
        let mapped = values.split_off(folds.len());
        results.extend(store(&mut code, &gathers, &mapped, var(index)));
        results.extend(carried);
        let accs: Vec<_> = folds.into_iter().chain(gathers).chain(prefixes.iter().copied()).collect();
        let params: Vec<Param<'b>> = accs.iter().map(|(param, _)| *param).collect();
        let whole = self.for_loop(span, width, index, accs, code.body(results));
        if prefixes.is_empty() {
            return Ok(whole);
        }
        // The last prefixes are no results of a scan: the loop is a statement of its own, whose last results nobody reads.
        let mut code = self.code(span);
        let pat: Vec<Param<'b>> = params.iter().map(|param| code.param("scanned", *param.ty)).collect();
        code.push(&pat, whole);
        self.out.append(&mut code.stms);
        let atoms = pat[..pat.len() - prefixes.len()].iter().map(|param| var(param.name));
        Ok(Exp::Atoms { span, atoms: self.arena.slice(atoms.collect::<Vec<_>>()) })
    }

    /// Parameters of a loop for what operators combine, with their neutral elements.
    fn accumulators(&mut self, span: Span, ops: &'a [Reduction<'a>]) -> Result<Vec<(Param<'b>, Atom)>> {
        let mut accs = Vec::new();
        for op in ops {
            for (param, neutral) in op.lambda.params.iter().zip(op.neutral) {
                let ty = self.rewrite_type(param.ty)?;
                accs.push((self.code(span).param("acc", ty), *neutral));
            }
        }
        Ok(accs)
    }

    /// Values under the names of parameters.
    fn bind(&mut self, code: &mut Code<'b>, params: &'a [Param<'a>], values: &[Atom]) -> Result<()> {
        for (param, value) in params.iter().zip(values) {
            let param = self.rewrite_param(param)?;
            code.push(&[param], Exp::Atoms { span: code.span, atoms: self.arena.slice([*value]) });
        }
        Ok(())
    }

    /// Operators on accumulators and the first of some values.
    fn combine(
        &mut self,
        code: &mut Code<'b>,
        ops: &'a [Reduction<'a>],
        accs: &[(Param<'b>, Atom)],
        values: &[Atom],
    ) -> Result<Vec<Atom>> {
        let olds: Vec<Atom> = accs.iter().map(|(acc, _)| var(acc.name)).collect();
        let mut state = Vec::new();
        for op in ops {
            let range = state.len()..state.len() + op.neutral.len();
            let (lhs, rhs) = op.lambda.params.split_at(op.neutral.len());
            self.bind(code, lhs, &olds[range.clone()])?;
            self.bind(code, rhs, &values[range])?;
            let results = self.inline(code, op.lambda.body)?;
            state.extend(results);
        }
        Ok(state)
    }

    fn scatter_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a Lambda<'a>,
        dests: &'a [Dest],
    ) -> Result<Exp<'b>> {
        let mut params = Vec::new();
        for dest in dests {
            let ty = self.types.get(dest.array).unwrap_or(scalar(PrimType::Bool));
            let ty = self.code(span).array(prim(&ty), dims(&ty).iter().copied(), true);
            params.push((self.code(span).param("dest", ty), var(dest.array)));
        }
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let values = self.inline(&mut code, lambda.body)?;
        let ranks: usize = dests.iter().map(|dest| dest.rank as usize).sum();
        let (mut indices, values) = values.split_at(ranks);
        let mut results = Vec::new();
        for ((dest, (param, _)), value) in dests.iter().zip(&params).zip(values) {
            let (here, rest) = indices.split_at(dest.rank as usize);
            indices = rest;
            let update = |code: &mut Code<'b>| {
                let updated = code.update(param.name, here, dims(param.ty), *value);
                code.bind("updated", *param.ty, updated)
            };
            results.push(guarded(&mut code, here, param, update));
        }
        Ok(self.for_loop(span, width, index, params, code.body(results)))
    }

    fn hist_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a Lambda<'a>,
        ops: &'a [HistOp<'a>],
    ) -> Result<Exp<'b>> {
        let mut params = Vec::new();
        for dest in ops.iter().flat_map(|op| op.dests) {
            let ty = self.types.get(*dest).unwrap_or(scalar(PrimType::Bool));
            let ty = self.code(span).array(prim(&ty), dims(&ty).iter().copied(), true);
            params.push((self.code(span).param("dest", ty), var(*dest)));
        }
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let values = self.inline(&mut code, lambda.body)?;
        let (bins, mut values) = values.split_at(ops.len());
        let mut results = Vec::new();
        for (op, bin) in ops.iter().zip(bins) {
            let count = op.dests.len();
            let (new, rest) = values.split_at(count);
            values = rest;
            let dests: Vec<Param<'b>> =
                params[results.len()..results.len() + count].iter().map(|(param, _)| *param).collect();
            let condition = code.in_bounds(*bin, *op.size);
            // In bounds: the old values, the operator, the updates.
            let mut yes = self.code(span);
            let (lhs, rhs) = op.lambda.params.split_at(count);
            for (param, dest) in lhs.iter().zip(&dests) {
                let exp = yes.element(dest.name, &[*bin], dims(dest.ty));
                // The old row is read after it was partly overwritten unless it is a copy.
                let param = self.rewrite_param(param)?;
                if dims(param.ty).is_empty() {
                    yes.push(&[param], exp);
                } else {
                    let row = yes.bind("row", *param.ty, exp);
                    yes.push(&[param], Exp::Copy { span, array: row });
                }
            }
            for (param, value) in rhs.iter().zip(new) {
                let param = self.rewrite_param(param)?;
                yes.push(&[param], Exp::Atoms { span, atoms: self.arena.slice([*value]) });
            }
            let combined = self.inline(&mut yes, op.lambda.body)?;
            let mut updated = Vec::new();
            for (dest, value) in dests.iter().zip(combined) {
                let exp = yes.update(dest.name, &[*bin], dims(dest.ty), value);
                updated.push(var(yes.bind("updated", *dest.ty, exp)));
            }
            let yes = yes.body(updated);
            let no = self.code(span).body(dests.iter().map(|dest| var(dest.name)));
            let pat: Vec<Param<'b>> = dests.iter().map(|dest| code.param("dest", *dest.ty)).collect();
            let choice = branch(&code, condition, yes, no);
            code.push(&pat, choice);
            results.extend(pat.iter().map(|param| var(param.name)));
        }
        Ok(self.for_loop(span, width, index, params, code.body(results)))
    }
}

fn branch<'b>(code: &Code<'b>, cond: Atom, yes: Body<'b>, no: Body<'b>) -> Exp<'b> {
    let arena = code.arena;
    Exp::If { span: code.span, cond: arena.alloc(cond), yes: arena.alloc(yes), no: arena.alloc(no) }
}

/// Puts each value into its array at `index`.
fn store<'b>(code: &mut Code<'b>, accs: &[(Param<'b>, Atom)], values: &[Atom], index: Atom) -> Vec<Atom> {
    let pairs = accs.iter().zip(values);
    pairs
        .map(|((acc, _), value)| {
            let exp = code.update(acc.name, &[index], dims(acc.ty), *value);
            var(code.bind("acc", *acc.ty, exp))
        })
        .collect()
}

/// The destination updated if the indices are in bounds, else as it is.
fn guarded<'b>(
    code: &mut Code<'b>,
    indices: &[Atom],
    dest: &Param<'b>,
    update: impl FnOnce(&mut Code<'b>) -> Name,
) -> Atom {
    let mut condition = Atom::Const { span: code.span, value: languages::prim::PrimValue::Bool(true) };
    for (index, size) in indices.iter().zip(dims(dest.ty)) {
        let here = code.in_bounds(*index, *size);
        condition = code.binary("both", BinOp::LogAnd, PrimType::Bool, condition, here);
    }
    let mut yes = Code::new(code.arena, code.span);
    let updated = update(&mut yes);
    let yes = yes.body([var(updated)]);
    let no = Code::new(code.arena, code.span).body([var(dest.name)]);
    let exp = branch(code, condition, yes, no);
    var(code.bind("dest", *dest.ty, exp))
}

fn one_level(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        on_host: FxHashSet<Name>,
        inside: bool,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.name);
            self.visit_body(node.body);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            let ops: Vec<&Lambda> = match node {
                Exp::Call { func, .. } if self.inside && self.on_host.contains(func) => {
                    return self
                        .report
                        .fail_node(node, "a call of a function that uses arrays inside the function of a SOAC");
                }
                Exp::Reduce { ops, .. } => ops.iter().map(|op| op.lambda).collect(),
                Exp::Scan { ops, totals, .. } => ops.iter().chain(*totals).map(|op| op.lambda).collect(),
                Exp::Hist { ops, .. } => ops.iter().map(|op| op.lambda).collect(),
                Exp::Map { .. } | Exp::Scatter { .. } => Vec::new(),
                _ => return walk_exp(self, node),
            };
            if self.inside {
                self.report.fail_node(node, "a SOAC inside the function of a SOAC");
            }
            if ops.iter().any(|op| on_arrays(op)) {
                self.report.fail_node(node, "an operator on arrays");
            }
            let around = std::mem::replace(&mut self.inside, true);
            match node {
                Exp::Map { lambda, .. } => self.nest(lambda),
                _ => walk_exp(self, node),
            }
            self.inside = around;
        }
    }
    impl<'a> Finder<'_> {
        fn nest(&mut self, lambda: &'a Lambda<'a>) {
            match nest::inner(lambda) {
                Some(inner) => {
                    for stm in inner.prefix {
                        self.visit_stm(stm);
                    }
                    self.nest(inner.lambda);
                }
                None => self.visit_body(lambda.body),
            }
        }
    }
    Finder { report, on_host: host_functions(program), inside: false }.visit_program(program);
}
