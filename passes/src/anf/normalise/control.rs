//! Translates branches and loops.

use super::functions::{bound_names, is_visible};
use super::value::{LeafType, Value, leaf_types, prim_of};
use super::{Leaf, Normaliser};
use crate::anf::support::code::{dims, int, prim, scalar, var};
use framework::{Error, Name, Result, Span};
use languages::anf::{Atom, Body, Exp, LoopForm, Param, Stm};
use languages::first_order as fo;
use languages::prim::PrimType;
use rustc_hash::FxHashMap;

impl<'b> Normaliser<'_, 'b> {
    pub(super) fn body(&self, span: Span, stms: Vec<Stm<'b>>, result: Vec<Atom>) -> &'b Body<'b> {
        let result = self.arena.slice(result);
        self.arena.alloc(Body { span, stms: self.arena.slice(stms), result })
    }

    /// `if cond then yes else no`. Sizes that differ between the branches are results of their own (FHPC'14 figure 15).
    pub fn branch(&mut self, span: Span, cond: &fo::Exp<'_>, yes: &fo::Exp<'_>, no: &fo::Exp<'_>) -> Result<Value> {
        let cond = self.atom(cond)?;
        let (yes_stms, yes) = self.region(|normaliser| normaliser.exp(yes))?;
        let (no_stms, no) = self.region(|normaliser| normaliser.exp(no))?;
        let (yes_names, no_names) = (bound_names(&yes_stms), bound_names(&no_stms));
        let mut sizes: Vec<((Atom, Atom), Param<'b>)> = Vec::new();
        let mut results = Vec::new();
        let mut value = Vec::new();
        for (a, b) in yes.iter().zip(&no) {
            let mut dims = Vec::new();
            for pair in a.dims.iter().copied().zip(b.dims.iter().copied()) {
                if pair.0 == pair.1 && is_visible(pair.0, &yes_names) && is_visible(pair.1, &no_names) {
                    dims.push(pair.0);
                    continue;
                }
                let found = sizes.iter().find(|(known, _)| *known == pair).map(|(_, param)| param.name);
                dims.push(var(found.unwrap_or_else(|| {
                    let param = self.param(span, "k", scalar(PrimType::I64));
                    sizes.push((pair, param));
                    param.name
                })));
            }
            let (param, leaf) = self.leaf_param(span, "branch", a.prim, dims);
            results.push(param);
            value.push(leaf);
        }
        let yes_result = sizes.iter().map(|((size, _), _)| *size).chain(yes.iter().map(|leaf| leaf.atom)).collect();
        let no_result = sizes.iter().map(|((_, size), _)| *size).chain(no.iter().map(|leaf| leaf.atom)).collect();
        let exp = Exp::If {
            span,
            cond: self.arena.alloc(cond),
            yes: self.body(span, yes_stms, yes_result),
            no: self.body(span, no_stms, no_result),
        };
        let pat = sizes.into_iter().map(|(_, param)| param).chain(results).collect();
        self.push(span, pat, &[], exp);
        Ok(value)
    }

    /// `loop pat = init form do body`. The sizes in `sizes` become parameters of the loop as well.
    pub fn repeat(
        &mut self,
        span: Span,
        sizes: &[fo::SizeBinder],
        pat: &fo::Pat<'_>,
        init: &fo::Exp<'_>,
        form: &fo::LoopForm<'_>,
        body: &fo::Exp<'_>,
    ) -> Result<Value> {
        let init = self.exp(init)?;
        // The array of a `for … in` is evaluated once.
        let elements = match form {
            fo::LoopForm::ForIn { array, .. } => Some(self.exp(array)?),
            _ => None,
        };
        let bound = match form {
            fo::LoopForm::For { bound, .. } => Some((self.atom(bound)?, prim_of(bound.ty()))),
            _ => None,
        };
        // Size parameters come first, each with its place in the value.
        let types = leaf_types(pat.ty());
        let LoopSizes { mut params, places, names: size_names } = self.loop_sizes(span, sizes, &types);
        let mut state = Vec::new();
        for (leaf, ty) in init.iter().zip(&types) {
            let dims = leaf.dims.iter().zip(&ty.sizes).map(|(dim, size)| {
                loop_size(sizes, size).and_then(|name| size_names.get(&name).copied()).unwrap_or(*dim)
            });
            let dims = dims.collect();
            let (param, leaf) = self.leaf_param(span, "acc", leaf.prim, dims);
            params.push(param);
            state.push(leaf);
        }
        let initial = |places: &[(usize, usize)], value: &Value| -> Vec<Atom> {
            let sizes = places.iter().map(|(leaf, dim)| value[*leaf].dims[*dim]);
            sizes.chain(value.iter().map(|leaf| leaf.atom)).collect()
        };
        let mut inits = initial(&places, &init);
        // The condition of a `while` loop is a parameter. It is computed before the loop, and at the end of every
        // iteration.
        let condition = match form {
            fo::LoopForm::While { cond, .. } => {
                for (name, (leaf, dim)) in sizes_in_order(sizes, &size_names, &params, &places) {
                    let value = self.scalar_value(init[leaf].dims[dim], PrimType::I64);
                    self.env.insert(name, value);
                }
                self.bind(pat, init.clone())?;
                let first = self.atom(cond)?;
                inits.push(first);
                let param = self.param(span, "continue", scalar(PrimType::Bool));
                Some((*cond, param))
            }
            _ => None,
        };
        let index = Name::fresh(match form {
            fo::LoopForm::For { name, .. } => name.base.as_str(),
            _ => "i",
        });
        let (stms, result) = self.region(|normaliser| {
            for (name, atom) in &size_names {
                let value = normaliser.scalar_value(*atom, PrimType::I64);
                normaliser.env.insert(*name, value);
            }
            normaliser.bind(pat, state.clone())?;
            match form {
                fo::LoopForm::For { name, bound, .. } => {
                    let value = normaliser.scalar_value(var(index), prim_of(bound.ty()));
                    normaliser.env.insert(*name, value);
                }
                fo::LoopForm::ForIn { pat, .. } => {
                    let array = elements.clone().unwrap_or_default();
                    let element = normaliser.element(span, &array, var(index));
                    normaliser.bind(pat, element)?;
                }
                fo::LoopForm::While { .. } => {}
            }
            let value = normaliser.exp(body)?;
            if value.len() != state.len() {
                return Err(Error::internal("the results of a loop's body do not match its parameters").or_at(span));
            }
            let mut result = initial(&places, &value);
            if let Some((cond, _)) = &condition {
                for (name, (leaf, dim)) in sizes_in_order(sizes, &size_names, &params, &places) {
                    let value = normaliser.scalar_value(value[leaf].dims[dim], PrimType::I64);
                    normaliser.env.insert(name, value);
                }
                normaliser.bind(pat, value)?;
                result.push(normaliser.atom(cond)?);
            }
            Ok(result)
        })?;
        let unroll = self.unroll.is_some_and(|place| place.same_place(span));
        let form = match &condition {
            Some((_, param)) => LoopForm::While { span, cond: param.name },
            None => {
                let count = elements.as_ref().and_then(|value| value.first()).and_then(|leaf| leaf.dims.first());
                let (bound, prim) = bound.unwrap_or((count.copied().unwrap_or(int(0)), PrimType::I64));
                LoopForm::For { span, index, prim, bound: self.arena.alloc(bound), unroll }
            }
        };
        params.extend(condition.iter().map(|(_, param)| *param));
        let (pat, results) = self.loop_results(span, &params);
        // Between the sizes and the condition.
        let value = results[places.len()..places.len() + state.len()].to_vec();
        let exp = Exp::Loop {
            span,
            params: self.arena.slice(params),
            inits: self.arena.slice(inits),
            form: self.arena.alloc(form),
            body: self.body(span, stms, result),
        };
        self.push(span, pat, &[], exp);
        Ok(value)
    }

    /// The parameters for the sizes of a loop.
    fn loop_sizes(&mut self, span: Span, sizes: &[fo::SizeBinder], types: &[LeafType<'_>]) -> LoopSizes<'b> {
        let mut found = LoopSizes { params: Vec::new(), places: Vec::new(), names: FxHashMap::default() };
        for (leaf, ty) in types.iter().enumerate() {
            for (dim, size) in ty.sizes.iter().enumerate() {
                if let Some(name) = loop_size(sizes, size)
                    && !found.names.contains_key(&name)
                {
                    let param = self.param(span, name.base.as_str(), scalar(PrimType::I64));
                    found.params.push(param);
                    found.places.push((leaf, dim));
                    found.names.insert(name, var(param.name));
                }
            }
        }
        found
    }

    /// The results of a loop with these parameters. They have names of their own, and so do their sizes.
    fn loop_results(&mut self, span: Span, params: &[Param<'b>]) -> (Vec<Param<'b>>, Value) {
        let mut outer: FxHashMap<Name, Atom> = FxHashMap::default();
        let mut pat = Vec::new();
        let mut value = Vec::new();
        for param in params {
            let dims = dims(param.ty).iter().map(|dim| match dim {
                Atom::Var { name, .. } => outer.get(name).copied().unwrap_or(*dim),
                Atom::Const { .. } => *dim,
            });
            let dims = dims.collect();
            let (new, leaf) = self.leaf_param(span, param.name.base.as_str(), prim(param.ty), dims);
            outer.insert(param.name, leaf.atom);
            pat.push(new);
            value.push(leaf);
        }
        (pat, value)
    }

    /// Element `index` of an array, which is in bounds.
    pub fn element(&mut self, span: Span, array: &Value, index: Atom) -> Value {
        let mut out = Vec::new();
        for leaf in array {
            let name = self.name(span, leaf);
            let code = crate::anf::support::code::Code::new(self.arena, span);
            let exp = code.element(name, &[index], &leaf.dims);
            let dims: Vec<Atom> = leaf.dims.iter().skip(1).copied().collect();
            out.push(if dims.is_empty() {
                Leaf { atom: self.scalar(span, "elem", leaf.prim, &[], exp), prim: leaf.prim, dims }
            } else {
                self.array(span, "row", leaf.prim, dims, &[], exp)
            });
        }
        out
    }
}

/// The sizes of a loop that may change from iteration to iteration.
struct LoopSizes<'b> {
    /// A parameter for each.
    params: Vec<Param<'b>>,
    /// A leaf and a dimension of the loop's value that has the size.
    places: Vec<(usize, usize)>,
    /// The parameters, by the names of the sizes.
    names: FxHashMap<Name, Atom>,
}

/// Which of a loop's sizes a size is.
fn loop_size(sizes: &[fo::SizeBinder], size: &fo::Size<'_>) -> Option<Name> {
    match size {
        fo::Size::SizeOf { exp: fo::Exp::Var { name, .. }, .. } => {
            sizes.iter().any(|size| size.name == *name).then_some(*name)
        }
        fo::Size::SizeOf { .. } | fo::Size::SizeAny { .. } => None,
    }
}

/// The names of a loop's sizes, with their places in a value.
fn sizes_in_order(
    sizes: &[fo::SizeBinder],
    names: &FxHashMap<Name, Atom>,
    params: &[Param<'_>],
    places: &[(usize, usize)],
) -> Vec<(Name, (usize, usize))> {
    let mut out = Vec::new();
    for size in sizes {
        let position = params.iter().position(|param| names.get(&size.name) == Some(&var(param.name)));
        if let Some(place) = position.and_then(|position| places.get(position)) {
            out.push((size.name, *place));
        }
    }
    out
}
