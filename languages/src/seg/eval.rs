//! The meaning of `Seg`: an embedding into `Anf`. A parallel operation over an index space becomes a nest of SOACs over
//! `iota`s.

use super::{Embed, KernelResult, Reduction, ScanBody, Seg, SegDim, added};
use crate::anf::{self, Anf, Atom};
use crate::prim::{PrimType, PrimValue};
use framework::{Error, Name, Names, Node, Owned, Renaming, Result, Span};

/// Returns the `Anf` program of the same meaning.
pub fn embed(program: &Owned<Seg>) -> Result<Owned<Anf>> {
    embed_root(program.root())
}

/// Returns the `Anf` program of the same meaning.
pub fn embed_root(program: &super::Program<'_>) -> Result<Owned<Anf>> {
    Owned::build(|arena| Embedding { arena, out: Vec::new(), results: Vec::new() }.embed_program(program))
}

struct Embedding<'b> {
    arena: &'b anf::Arena<'b>,
    out: Vec<anf::Stm<'b>>,
    /// The types of the current statement's results.
    results: Vec<anf::Type<'b>>,
}

impl<'a, 'b> Embedding<'b> {
    /// Returns the types of the current statement's results without their first dimensions.
    fn inner_types(&self, dropped: usize) -> Vec<anf::Type<'b>> {
        self.results.iter().map(|ty| without(ty, dropped)).collect()
    }

    fn atom(&self, atom: &super::Atom) -> Atom {
        match *atom {
            super::Atom::Const { span, value } => Atom::Const { span, value },
            super::Atom::Var { span, name } => Atom::Var { span, name },
        }
    }

    fn int(&self, value: i64) -> &'b Atom {
        self.arena.alloc(Atom::Const { span: Span::NONE, value: PrimValue::I64(value) })
    }

    fn size_type(&self) -> &'b anf::Type<'b> {
        self.arena.alloc(anf::Type::Scalar { span: Span::NONE, prim: PrimType::I64 })
    }

    fn push(&mut self, span: Span, pat: Vec<anf::Param<'b>>, exp: anf::Exp<'b>) {
        let pat = self.arena.slice(pat);
        self.out.push(anf::Stm { span, pat, certs: &[], exp: self.arena.alloc(exp) });
    }

    /// Binds the indices `0, 1, …` of a dimension, and returns their name.
    fn indices(&mut self, span: Span, dim: &SegDim<'a>) -> Name {
        let name = Name::fresh("is");
        let count = self.atom(dim.count);
        let ty = anf::Type::Array { span, prim: PrimType::I64, dims: self.arena.slice([count]), unique: false };
        let param = anf::Param { span, name, ty: self.arena.alloc(ty) };
        let count = self.arena.alloc(count);
        let exp = anf::Exp::Iota { span, count, start: self.int(0), step: self.int(1), prim: PrimType::I64 };
        self.push(span, vec![param], exp);
        name
    }

    /// Translates a kernel's statements. A `Returns` yields its value, a `Writes` its indices and its value.
    fn body(&mut self, span: Span, stms: &'a [super::Stm<'a>], result: Vec<Atom>) -> Result<anf::Body<'b>> {
        let around = std::mem::take(&mut self.out);
        for stm in stms {
            let stm = self.embed_stm(stm)?;
            self.out.push(stm);
        }
        let stms = std::mem::replace(&mut self.out, around);
        Ok(anf::Body { span, stms: self.arena.slice(stms), result: self.arena.slice(result) })
    }

    fn lambda(&self, span: Span, index: Name, types: Vec<anf::Type<'b>>, body: anf::Body<'b>) -> anf::Lambda<'b> {
        let param = anf::Param { span, name: index, ty: self.size_type() };
        anf::Lambda {
            span,
            params: self.arena.slice([param]),
            rets: self.arena.slice(types),
            body: self.arena.alloc(body),
        }
    }

    /// Translates an operation over the last dimension, by `inner`, inside maps over the other dimensions. There are
    /// `depth` maps around already.
    fn nest(
        &mut self,
        span: Span,
        depth: usize,
        space: &'a [SegDim<'a>],
        inner: impl FnOnce(&mut Self, Name) -> Result<anf::Exp<'b>>,
    ) -> Result<anf::Exp<'b>> {
        let Some((first, rest)) = space.split_first() else {
            return Err(Error::internal("an empty index space").or_at(span));
        };
        let indices = self.indices(span, first);
        if rest.is_empty() {
            return inner(self, indices);
        }
        let around = std::mem::take(&mut self.out);
        let exp = self.nest(span, depth + 1, rest, inner)?;
        let results = self.inner_types(depth + 1);
        let pat: Vec<anf::Param<'b>> = results
            .iter()
            .map(|ty| anf::Param { span, name: Name::fresh("inner"), ty: self.arena.alloc(*ty) })
            .collect();
        let result: Vec<Atom> = pat.iter().map(|param| Atom::Var { span, name: param.name }).collect();
        self.push(span, pat, exp);
        let stms = std::mem::replace(&mut self.out, around);
        let body = anf::Body { span, stms: self.arena.slice(stms), result: self.arena.slice(result) };
        let lambda = self.lambda(span, first.index, results, body);
        Ok(anf::Exp::Map {
            span,
            groups: false,
            width: self.arena.alloc(self.atom(first.count)),
            arrays: self.arena.slice([indices]),
            lambda: self.arena.alloc(lambda),
        })
    }
}

/// Returns a type without its first dimensions.
fn without<'b>(ty: &anf::Type<'b>, dropped: usize) -> anf::Type<'b> {
    match *ty {
        anf::Type::Array { span, prim, dims, .. } if dims.len() <= dropped => anf::Type::Scalar { span, prim },
        anf::Type::Array { span, prim, dims, unique } => {
            anf::Type::Array { span, prim, dims: &dims[dropped..], unique }
        }
        other => other,
    }
}

impl<'a, 'b> Embed<'a, 'b> for Embedding<'b> {
    fn arena(&self) -> &'b anf::Arena<'b> {
        self.arena
    }

    fn embed_stm(&mut self, node: &'a super::Stm<'a>) -> Result<anf::Stm<'b>> {
        let pat: Result<Vec<_>> = node.pat.iter().map(|param| self.embed_param(param)).collect();
        let pat = self.arena.slice(pat?);
        let around = std::mem::replace(&mut self.results, pat.iter().map(|param| *param.ty).collect());
        let exp = self.embed_exp(node.exp)?;
        self.results = around;
        let certs = self.arena.slice(node.certs.iter().copied());
        Ok(anf::Stm { span: node.span, pat, certs, exp: self.arena.alloc(exp) })
    }

    fn embed_body(&mut self, node: &'a super::Body<'a>) -> Result<anf::Body<'b>> {
        let around = std::mem::take(&mut self.out);
        for stm in node.stms {
            let stm = self.embed_stm(stm)?;
            self.out.push(stm);
        }
        let stms = std::mem::replace(&mut self.out, around);
        let result: Vec<Atom> = node.result.iter().map(|atom| self.atom(atom)).collect();
        Ok(anf::Body { span: node.span, stms: self.arena.slice(stms), result: self.arena.slice(result) })
    }

    fn exp_seg_map(&mut self, node: added::ExpSegMap<'a>) -> Result<anf::Exp<'b>> {
        let added::ExpSegMap { span, groups, space, body } = node;
        let mut values = Vec::new();
        let mut indices = Vec::new();
        let mut dests = Vec::new();
        for result in body.results {
            match result {
                KernelResult::Returns { value, .. } => values.push(self.atom(value)),
                KernelResult::Writes { span, dest, indices: at, value, .. } => {
                    indices.extend(at.iter().map(|index| self.atom(index)));
                    values.push(self.atom(value));
                    dests.push(anf::Dest { span: *span, array: *dest, rank: at.len() as i64 });
                }
            }
        }
        if dests.is_empty() {
            let types = self.inner_types(space.len());
            let last = space.last();
            let nest = self.nest(span, 0, space, |embedding, arrays| {
                let last = last.ok_or_else(|| Error::internal("an empty index space").or_at(span))?;
                let body = embedding.body(body.span, body.stms, values)?;
                let lambda = embedding.lambda(span, last.index, types, body);
                Ok(anf::Exp::Map {
                    span,
                    groups: false,
                    width: embedding.arena.alloc(embedding.atom(last.count)),
                    arrays: embedding.arena.slice([arrays]),
                    lambda: embedding.arena.alloc(lambda),
                })
            })?;
            return Ok(match nest {
                anf::Exp::Map { span, width, arrays, lambda, .. } => {
                    anf::Exp::Map { span, groups, width, arrays, lambda }
                }
                other => other,
            });
        }
        let [dim] = space else {
            return Err(Error::limitation(span, "writes from an index space of several dimensions have no evaluator"));
        };
        if dests.len() != body.results.len() {
            return Err(Error::limitation(span, "writes and results of one kernel have no evaluator"));
        }
        let arrays = self.indices(span, dim);
        let ranks = indices.len();
        let result: Vec<Atom> = indices.into_iter().chain(values).collect();
        // Indices are sizes; values are rows of the destinations.
        let mut types = vec![*self.size_type(); ranks];
        types.extend(dests.iter().zip(&self.results).map(|(dest, ty)| without(ty, dest.rank as usize)));
        let body = self.body(body.span, body.stms, result)?;
        let lambda = self.lambda(span, dim.index, types, body);
        Ok(anf::Exp::Scatter {
            span,
            width: self.arena.alloc(self.atom(dim.count)),
            arrays: self.arena.slice([arrays]),
            lambda: self.arena.alloc(lambda),
            dests: self.arena.slice(dests),
        })
    }

    fn exp_seg_red(&mut self, node: added::ExpSegRed<'a>) -> Result<anf::Exp<'b>> {
        let added::ExpSegRed { span, space, ops, body } = node;
        let values: Vec<Atom> = body.results.iter().map(|result| self.returned(result)).collect();
        // The result of a reduction lacks the last dimension of the space.
        let types = self.inner_types(space.len());
        let last = space.last();
        self.nest(span, 0, space, |embedding, arrays| {
            let last = last.ok_or_else(|| Error::internal("an empty index space").or_at(span))?;
            let body = embedding.body(body.span, body.stms, values)?;
            let lambda = embedding.lambda(span, last.index, types, body);
            Ok(anf::Exp::Reduce {
                span,
                width: embedding.arena.alloc(embedding.atom(last.count)),
                arrays: embedding.arena.slice([arrays]),
                lambda: embedding.arena.alloc(lambda),
                ops: embedding.reductions(ops)?,
            })
        })
    }

    fn exp_seg_scan(&mut self, node: added::ExpSegScan<'a>) -> Result<anf::Exp<'b>> {
        let added::ExpSegScan { span, space, ops, body, totals } = node;
        let types = self.inner_types(space.len());
        let last = space.last();
        self.nest(span, 0, space, |embedding, arrays| {
            let last = last.ok_or_else(|| Error::internal("an empty index space").or_at(span))?;
            let (lambda, post) = embedding.scan_functions(last.index, types, body)?;
            Ok(anf::Exp::Scan {
                span,
                width: embedding.arena.alloc(embedding.atom(last.count)),
                arrays: embedding.arena.slice([arrays]),
                lambda: embedding.arena.alloc(lambda),
                ops: embedding.reductions(ops)?,
                post: embedding.arena.alloc(post),
                totals: embedding.reductions(totals)?,
            })
        })
    }

    fn exp_seg_stream(&mut self, node: added::ExpSegStream<'a>) -> Result<anf::Exp<'b>> {
        let added::ExpSegStream { span, space, dests, accs, ops, body } = node;
        let [dim] = space else {
            return Err(Error::limitation(span, "streams over several dimensions have no evaluator"));
        };
        let arrays = self.indices(span, dim);
        let result: Vec<Atom> = body.results.iter().map(|result| self.returned(result)).collect();
        let types = self.results.clone();
        let body = self.body(body.span, body.stms, result)?;
        let lambda = self.lambda(span, dim.index, types, body);
        let accs: Result<Vec<_>> = accs.iter().map(|param| self.embed_param(param)).collect();
        let params = self.arena.slice(lambda.params.iter().copied().chain(accs?));
        Ok(anf::Exp::Stream {
            span,
            width: self.arena.alloc(self.atom(dim.count)),
            arrays: self.arena.slice([arrays]),
            dests: self.arena.slice(dests.iter().copied()),
            ops: self.reductions(ops)?,
            lambda: self.arena.alloc(anf::Lambda { params, ..lambda }),
        })
    }

    fn exp_seg_hist(&mut self, node: added::ExpSegHist<'a>) -> Result<anf::Exp<'b>> {
        let added::ExpSegHist { span, space, ops, body } = node;
        let [dim] = space else {
            return Err(Error::limitation(span, "histograms over several dimensions have no evaluator"));
        };
        let arrays = self.indices(span, dim);
        let result: Vec<Atom> = body.results.iter().map(|result| self.returned(result)).collect();
        // Bins are sizes; values are operands of the operators.
        let mut types = vec![*self.size_type(); ops.len()];
        for op in ops {
            for param in op.lambda.params.iter().take(op.dests.len()) {
                types.push(self.embed_type(param.ty)?);
            }
        }
        let body = self.body(body.span, body.stms, result)?;
        let lambda = self.lambda(span, dim.index, types, body);
        let ops: Result<Vec<_>> = ops.iter().map(|op| self.embed_hist_op(op)).collect();
        Ok(anf::Exp::Hist {
            span,
            width: self.arena.alloc(self.atom(dim.count)),
            arrays: self.arena.slice([arrays]),
            lambda: self.arena.alloc(lambda),
            ops: self.arena.slice(ops?),
        })
    }
}

impl<'a, 'b> Embedding<'b> {
    fn returned(&self, result: &KernelResult<'a>) -> Atom {
        match result {
            KernelResult::Returns { value, .. } | KernelResult::Writes { value, .. } => self.atom(value),
        }
    }

    fn reductions(&mut self, ops: &'a [Reduction<'a>]) -> Result<&'b [anf::Reduction<'b>]> {
        let ops: Result<Vec<_>> = ops.iter().map(|op| self.embed_reduction(op)).collect();
        Ok(self.arena.slice(ops?))
    }

    /// Returns the functions before and after the prefixes. The first passes on all values that the second uses of it.
    fn scan_functions(
        &mut self,
        index: Name,
        rets: Vec<anf::Type<'b>>,
        body: &'a ScanBody<'a>,
    ) -> Result<(anf::Lambda<'b>, anf::Lambda<'b>)> {
        let span = body.span;
        let values: Vec<Atom> = body.values.iter().map(|value| self.atom(value)).collect();
        let before = self.body(span, body.stms, values.clone())?;
        let results: Vec<Atom> = body.post.results.iter().map(|result| self.returned(result)).collect();
        let after = self.body(body.post.span, body.post.stms, results)?;
        let prefixes: Result<Vec<_>> = body.prefixes.iter().map(|param| self.embed_param(param)).collect();
        let index = anf::Param { span, name: index, ty: self.size_type() };
        let mut seen: Vec<anf::Param<'b>> = Vec::new();
        let mut open = after.free_names();
        while let Some(name) = open.pop() {
            let bound = before.stms.iter().flat_map(|stm| stm.pat).chain([&index]).find(|param| param.name == name);
            if let Some(param) = bound.filter(|_| seen.iter().all(|known| known.name != name)) {
                seen.push(*param);
                open.extend(param.ty.free_names());
            }
        }
        // Sizes must come before arrays that have them.
        seen.reverse();
        let types =
            prefixes.as_ref().map(|params| params.iter().chain(&seen).map(|param| *param.ty).collect::<Vec<_>>());
        let types = types.unwrap_or_default();
        let given = values.into_iter().chain(seen.iter().map(|param| Atom::Var { span, name: param.name }));
        let lambda = anf::Lambda {
            span,
            params: self.arena.slice([index]),
            rets: self.arena.slice(types),
            body: self.arena.alloc(anf::Body { result: self.arena.slice(given.collect::<Vec<_>>()), ..before }),
        };
        let params: Vec<anf::Param<'b>> = prefixes?.into_iter().chain(seen).collect();
        let post = anf::Lambda {
            span,
            params: self.arena.slice(params),
            rets: self.arena.slice(rets),
            body: self.arena.alloc(after),
        };
        // The copy gets fresh names, since every name may be bound only once.
        Ok((lambda, post.copy_into(self.arena, &mut Renaming::new(Names::Fresh))))
    }
}
