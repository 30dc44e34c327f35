//! `flatten`: turns SOACs into flat parallel operations over index spaces.

mod empty;

use crate::anf::sequentialise::{OneLevel, Threaded};
use crate::anf::support::code::{dims, variable};
use crate::anf::support::effects::consumed;
use crate::anf::support::nest;
use crate::anf::support::soac::{Soac, combined};
use crate::anf::support::types::Types;
use framework::pass::{CountsOf, Run, Transform};
use framework::{Error, Name, Node, Owned, Result, Span, pass};
use languages::anf::{self, Anf, Atom, Visit as _};
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::seg::{
    Arena, Exp, HistOp, KernelBody, KernelResult, Lower, Reduction, ScanBody, Seg, SegDim, SliceDim, Stm, gone,
};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Turns every SOAC into a parallel operation over an explicit index space. A perfect nest of maps becomes one
    /// operation.
    ///
    ///     map (\row -> map (\x -> x + 1) row) xss     becomes     segmap (i < n, j < m) (xss[i, j] + 1)
    ///
    /// Henriksen et al., PLDI 2017, section 5.1. Before this pass `sequentialise` has left one level of parallelism, so
    /// the rest of the paper's flattening rules is not needed.
    pub Flatten = "flatten": Anf => Seg {
        requires: [OneLevel, Threaded],
        counts: { segmaps, segreds, segscans, seghists, segstreams },
    }
}

impl Transform for Flatten {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Seg>> {
        let types = Types::of(program.root());
        Owned::build(|arena| {
            let formulas = Formulas::of(program.root());
            let mut lowering = Lowering { arena, types, formulas, counts: CountsOf::<Flatten>::default() };
            let result = lowering.lower_program(program.root());
            run.counts = lowering.counts;
            result
        })
    }
}

struct Lowering<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    formulas: Formulas<'a>,
    counts: CountsOf<Flatten>,
}

/// Arrays whose elements follow a formula. Kernels compute these elements instead of reading them.
#[derive(Default)]
struct Formulas<'a> {
    /// The iotas of the program.
    iotas: FxHashMap<Name, &'a anf::Exp<'a>>,
    /// The names with a use other than as an input of a SOAC.
    used: FxHashSet<Name>,
}

impl<'a> Formulas<'a> {
    fn of(program: &'a anf::Program<'a>) -> Self {
        let mut formulas = Formulas::default();
        formulas.visit_program(program);
        formulas
    }

    /// Whether a statement makes an iota that is only used as an input of SOACs, so that the array need not exist.
    fn is_formula_only(&self, stm: &anf::Stm<'_>) -> bool {
        matches!(stm.pat, [param] if self.iotas.contains_key(&param.name) && !self.used.contains(&param.name))
    }
}

impl<'a> anf::Visit<'a> for Formulas<'a> {
    fn visit_body(&mut self, node: &'a anf::Body<'a>) {
        self.used.extend(node.result.iter().filter_map(variable));
        anf::walk_body(self, node);
    }

    fn visit_stm(&mut self, node: &'a anf::Stm<'a>) {
        if let (anf::Exp::Iota { .. }, [param]) = (node.exp, node.pat) {
            self.iotas.insert(param.name, node.exp);
        }
        anf::walk_stm(self, node);
    }

    fn visit_exp(&mut self, node: &'a anf::Exp<'a>) {
        let bodies = matches!(node, anf::Exp::If { .. } | anf::Exp::Loop { .. });
        if let anf::Exp::Loop { inits, .. } = node {
            self.used.extend(inits.iter().filter_map(variable));
        }
        match node {
            anf::Exp::Scatter { dests, .. } => self.used.extend(dests.iter().map(|dest| dest.array)),
            anf::Exp::Hist { ops, .. } => self.used.extend(ops.iter().flat_map(|op| op.dests)),
            anf::Exp::Stream { dests, .. } => self.used.extend(*dests),
            _ if bodies || Soac::of(node).is_some() => {}
            _ => self.used.extend(node.free_names()),
        }
        anf::walk_exp(self, node);
    }
}

/// The code for one index vector, under construction.
struct Kernel<'b> {
    space: Vec<SegDim<'b>>,
    stms: Vec<Stm<'b>>,
}

impl<'a, 'b> Lowering<'a, 'b> {
    fn atom(&self, atom: Atom) -> languages::seg::Atom {
        match atom {
            Atom::Const { span, value } => languages::seg::Atom::Const { span, value },
            Atom::Var { span, name } => languages::seg::Atom::Var { span, name },
        }
    }

    fn zero(&self, value: i64) -> languages::seg::Atom {
        languages::seg::Atom::Const { span: Span::NONE, value: PrimValue::I64(value) }
    }

    fn atoms(&self, atoms: &[Atom]) -> Vec<languages::seg::Atom> {
        atoms.iter().map(|atom| self.atom(*atom)).collect()
    }

    /// Opens a dimension over `arrays` and binds a lambda's parameters to their elements.
    fn dimension(
        &mut self,
        kernel: &mut Kernel<'b>,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a anf::Lambda<'a>,
    ) -> Result<Name> {
        let arena = self.arena;
        let index = Name::fresh("gid");
        kernel.space.push(SegDim { span, index, count: arena.alloc(self.atom(width)) });
        for (param, array) in lambda.params.iter().zip(arrays) {
            if let Some(anf::Exp::Iota { start, step, prim, .. }) = self.formulas.iotas.get(array) {
                self.element_of_iota(kernel, param, index, (start, step, *prim))?;
                continue;
            }
            let at = languages::seg::Atom::Var { span, name: index };
            let exp = match param.ty {
                anf::Type::Array { .. } => {
                    let fix = SliceDim::Fix { span, index: arena.alloc(at) };
                    let rest = dims(param.ty).iter().map(|size| SliceDim::Span {
                        span,
                        start: arena.alloc(self.zero(0)),
                        count: arena.alloc(self.atom(*size)),
                        stride: arena.alloc(self.zero(1)),
                    });
                    Exp::Slice { span, array: *array, dims: arena.slice(std::iter::once(fix).chain(rest)) }
                }
                _ => Exp::Index { span, array: *array, indices: arena.slice([at]) },
            };
            let pat = arena.slice([self.lower_param(param)?]);
            kernel.stms.push(Stm { span, pat, certs: &[], exp: arena.alloc(exp) });
        }
        Ok(index)
    }

    /// `param = start + index * step`
    fn element_of_iota(
        &mut self,
        kernel: &mut Kernel<'b>,
        param: &'a anf::Param<'a>,
        index: Name,
        (start, step, prim): (&Atom, &Atom, PrimType),
    ) -> Result<()> {
        let (arena, span) = (self.arena, param.span);
        let mut value = languages::seg::Atom::Var { span, name: index };
        let is = |atom: &Atom, number: i64| matches!(atom, Atom::Const { value, .. } if value.as_i64() == Some(number));
        let (start, step) = ((!is(start, 0)).then_some(start), (!is(step, 1)).then_some(step));
        let mut bind = |exp: Exp<'b>| {
            let name = Name::fresh(param.name.base);
            let ty = arena.alloc(languages::seg::Type::Scalar { span, prim });
            let pat = arena.slice([languages::seg::Param { span, name, ty }]);
            kernel.stms.push(Stm { span, pat, certs: &[], exp: arena.alloc(exp) });
            languages::seg::Atom::Var { span, name }
        };
        if prim != PrimType::I64 {
            value = bind(Exp::Convert { span, from: PrimType::I64, to: prim, arg: arena.alloc(value) });
        }
        for (op, operand) in [(BinOp::Mul, step), (BinOp::Add, start)] {
            if let Some(operand) = operand {
                let rhs = arena.alloc(self.atom(*operand));
                value = bind(Exp::Bin { span, op, prim, lhs: arena.alloc(value), rhs });
            }
        }
        let pat = arena.slice([self.lower_param(param)?]);
        let exp = arena.alloc(Exp::Atoms { span, atoms: arena.slice([value]) });
        kernel.stms.push(Stm { span, pat, certs: &[], exp });
        Ok(())
    }

    /// Translates statements inside of a kernel.
    fn lowered(&mut self, stms: &'a [anf::Stm<'a>], out: &mut Vec<Stm<'b>>) -> Result<()> {
        for stm in stms {
            if !self.formulas.is_formula_only(stm) {
                out.push(self.lower_stm(stm)?);
            }
        }
        Ok(())
    }

    /// Appends the statements of a lambda to a kernel, and returns the lambda's results.
    fn statements(
        &mut self,
        kernel: &mut Kernel<'b>,
        lambda: &'a anf::Lambda<'a>,
    ) -> Result<Vec<languages::seg::Atom>> {
        self.lowered(lambda.body.stms, &mut kernel.stms)?;
        Ok(self.atoms(lambda.body.result))
    }

    fn body(
        &self,
        span: Span,
        kernel: Kernel<'b>,
        results: Vec<KernelResult<'b>>,
    ) -> (&'b [SegDim<'b>], &'b KernelBody<'b>) {
        let body = KernelBody { span, stms: self.arena.slice(kernel.stms), results: self.arena.slice(results) };
        (self.arena.slice(kernel.space), self.arena.alloc(body))
    }

    fn returns(&self, values: Vec<languages::seg::Atom>) -> Vec<KernelResult<'b>> {
        let span = Span::NONE;
        values.into_iter().map(|value| KernelResult::Returns { span, value: self.arena.alloc(value) }).collect()
    }

    /// A kernel over one dimension that runs a lambda.
    fn simple(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a anf::Lambda<'a>,
    ) -> Result<(Kernel<'b>, Vec<languages::seg::Atom>)> {
        let mut kernel = Kernel { space: Vec::new(), stms: Vec::new() };
        self.dimension(&mut kernel, span, width, arrays, lambda)?;
        let values = self.statements(&mut kernel, lambda)?;
        Ok((kernel, values))
    }

    /// A kernel over a nest of maps, up to the function of the innermost map.
    fn nest(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a anf::Lambda<'a>,
        levels: &[nest::Inner<'a>],
    ) -> Result<Kernel<'b>> {
        let mut kernel = Kernel { space: Vec::new(), stms: Vec::new() };
        self.dimension(&mut kernel, span, width, arrays, lambda)?;
        for level in levels {
            self.lowered(level.prefix, &mut kernel.stms)?;
            self.dimension(&mut kernel, span, level.width, level.arrays, level.lambda)?;
        }
        Ok(kernel)
    }

    fn reductions(&mut self, ops: &'a [anf::Reduction<'a>]) -> Result<&'b [Reduction<'b>]> {
        let ops: Result<Vec<_>> = ops.iter().map(|op| self.lower_reduction(op)).collect();
        Ok(self.arena.slice(ops?))
    }
}

/// Splits statements into those that `values` need and the others. A scan may compute its inputs twice; the other
/// statements run after it, and only once.
fn needed<'b>(stms: Vec<Stm<'b>>, values: &[languages::seg::Atom]) -> (Vec<Stm<'b>>, Vec<Stm<'b>>) {
    let mut names: FxHashSet<Name> = values.iter().flat_map(Node::free_names).collect();
    let mut parts = (Vec::new(), Vec::new());
    for stm in stms.into_iter().rev() {
        if stm.pat.iter().any(|param| names.contains(&param.name)) {
            names.extend(stm.free_names());
            parts.0.push(stm);
        } else {
            parts.1.push(stm);
        }
    }
    parts.0.reverse();
    parts.1.reverse();
    parts
}

/// The error for a derivative, which no earlier pass may leave.
fn left(span: Span) -> Error {
    Error::internal("a derivative that `differentiate` has left").or_at(span)
}

impl<'a, 'b> Lower<'a, 'b> for Lowering<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn lower_body(&mut self, node: &'a anf::Body<'a>) -> Result<languages::seg::Body<'b>> {
        let mut stms = Vec::new();
        for stm in node.stms {
            if !self.formulas.is_formula_only(stm) {
                self.checks_of_empty(stm, &mut stms)?;
                stms.push(self.lower_stm(stm)?);
            }
        }
        let result = self.arena.slice(self.atoms(node.result));
        Ok(languages::seg::Body { span: node.span, stms: self.arena.slice(stms), result })
    }

    fn exp_map(&mut self, node: gone::ExpMap<'a>) -> Result<Exp<'b>> {
        let gone::ExpMap { span, groups, width, arrays, lambda } = node;
        self.counts.segmaps += 1;
        let levels = nest::levels(lambda);
        let mut kernel = self.nest(span, *width, arrays, lambda, &levels)?;
        let values = self.statements(&mut kernel, levels.last().map_or(lambda, |level| level.lambda))?;
        let results = self.returns(values);
        let (space, body) = self.body(span, kernel, results);
        Ok(Exp::SegMap { span, groups, space, body })
    }

    fn exp_reduce(&mut self, node: gone::ExpReduce<'a>) -> Result<Exp<'b>> {
        let gone::ExpReduce { span, width, arrays, lambda, ops } = node;
        self.counts.segreds += 1;
        let (kernel, values) = self.simple(span, *width, arrays, lambda)?;
        let results = self.returns(values);
        let (space, body) = self.body(span, kernel, results);
        Ok(Exp::SegRed { span, space, ops: self.reductions(ops)?, body })
    }

    fn exp_scan(&mut self, node: gone::ExpScan<'a>) -> Result<Exp<'b>> {
        let gone::ExpScan { span, width, arrays, lambda, ops, post, totals } = node;
        self.counts.segscans += 1;
        let (kernel, mut values) = self.simple(span, *width, arrays, lambda)?;
        let others = values.split_off(combined(ops).min(values.len()));
        // If the function overwrites an array, no statement moves after the scan.
        let overwrites = lambda.body.stms.iter().any(|stm| !consumed(stm).is_empty());
        let (stms, mut after) = if overwrites { (kernel.stms, Vec::new()) } else { needed(kernel.stms, &values) };
        let mut params = Vec::new();
        for param in post.params {
            params.push(self.lower_param(param)?);
        }
        let seen = params.split_off(values.len());
        for (param, value) in seen.into_iter().zip(others) {
            let exp = Exp::Atoms { span, atoms: self.arena.slice([value]) };
            after.push(Stm { span, pat: self.arena.slice([param]), certs: &[], exp: self.arena.alloc(exp) });
        }
        self.lowered(post.body.stms, &mut after)?;
        let results = self.returns(self.atoms(post.body.result));
        let (space, post) = self.body(span, Kernel { space: kernel.space, stms: after }, results);
        let (stms, values) = (self.arena.slice(stms), self.arena.slice(values));
        let body = self.arena.alloc(ScanBody { span, stms, values, prefixes: self.arena.slice(params), post });
        Ok(Exp::SegScan { span, space, ops: self.reductions(ops)?, body, totals: self.reductions(totals)? })
    }

    fn exp_scatter(&mut self, node: gone::ExpScatter<'a>) -> Result<Exp<'b>> {
        let gone::ExpScatter { span, width, arrays, lambda, dests } = node;
        self.counts.segmaps += 1;
        let (kernel, values) = self.simple(span, *width, arrays, lambda)?;
        let ranks: usize = dests.iter().map(|dest| dest.rank as usize).sum();
        let (mut indices, values) = values.split_at(ranks);
        let mut results = Vec::new();
        for (dest, value) in dests.iter().zip(values) {
            let (here, rest) = indices.split_at(dest.rank as usize);
            indices = rest;
            let sizes = self.types.get(dest.array).map_or(&[][..], |ty| dims(&ty));
            let shape: Vec<_> = sizes.iter().take(here.len()).map(|size| self.atom(*size)).collect();
            results.push(KernelResult::Writes {
                span,
                dest: dest.array,
                shape: self.arena.slice(shape),
                indices: self.arena.slice(here.iter().copied()),
                value: self.arena.alloc(*value),
            });
        }
        let (space, body) = self.body(span, kernel, results);
        Ok(Exp::SegMap { span, groups: false, space, body })
    }

    fn exp_hist(&mut self, node: gone::ExpHist<'a>) -> Result<Exp<'b>> {
        let gone::ExpHist { span, width, arrays, lambda, ops } = node;
        self.counts.seghists += 1;
        let (kernel, values) = self.simple(span, *width, arrays, lambda)?;
        let results = self.returns(values);
        let (space, body) = self.body(span, kernel, results);
        let ops: Result<Vec<HistOp<'b>>> = ops.iter().map(|op| self.lower_hist_op(op)).collect();
        Ok(Exp::SegHist { span, space, ops: self.arena.slice(ops?), body })
    }

    fn exp_derivative(&mut self, node: gone::ExpDerivative<'a>) -> Result<Exp<'b>> {
        Err(left(node.span))
    }

    fn exp_with_adjoint(&mut self, node: gone::ExpWithAdjoint<'a>) -> Result<Exp<'b>> {
        Err(left(node.span))
    }

    fn exp_stream(&mut self, node: gone::ExpStream<'a>) -> Result<Exp<'b>> {
        let gone::ExpStream { span, width, arrays, dests, ops, lambda } = node;
        self.counts.segstreams += 1;
        let (kernel, values) = self.simple(span, *width, arrays, lambda)?;
        let accs = lambda.params.iter().skip(arrays.len()).map(|param| self.lower_param(param));
        let accs = accs.collect::<Result<Vec<_>>>()?;
        let results = self.returns(values);
        let (space, body) = self.body(span, kernel, results);
        let (dests, accs) = (self.arena.slice(dests.iter().copied()), self.arena.slice(accs));
        Ok(Exp::SegStream { span, space, dests, accs, ops: self.reductions(ops)?, body })
    }
}
