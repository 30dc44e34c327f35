//! Functions that are applied to all elements of arrays.
//!
//! The way back of a map is a map, whose function runs the original function forward and back. What it adds to the
//! adjoints of its elements are elements of arrays; what it adds to those of free numbers, and of free arrays of which
//! each iteration uses all elements, is summed by a reduction. Of other free arrays, an iteration may read any few
//! elements. So all iterations add to an accumulator: a stream does that.

use super::super::builder::fresh;
use super::super::varied::Varied;
use super::{Accumulator, Adjoint, Reverse, distinct};
use crate::anf::support::code::{dims, int, prim, scalar, var, variable};
use framework::{Name, Node, Result};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The weight of a function's result.
#[derive(Clone, Copy)]
pub enum Seed {
    /// The elements of an array.
    Each(Atom),
    /// The same for all elements.
    Same(Atom),
}

/// A function that is applied to all elements of arrays.
pub struct Applied<'x, 'b> {
    pub width: Atom,
    pub arrays: &'x [Name],
    pub lambda: &'x Lambda<'b>,
    pub seeds: &'x [Option<Seed>],
}

/// What the way back of a map takes: arrays, the parameters for their elements, and the seeds of one element.
type Inputs<'b> = (Vec<Name>, Vec<Param<'b>>, Vec<Option<Atom>>);

/// Whether a function uses no single elements of a free array, but always all of them. Then it may as well make an
/// array of contributions to all elements.
fn is_used_whole(lambda: &Lambda<'_>, array: Name) -> bool {
    let mut views: FxHashSet<Name> = FxHashSet::from_iter([array]);
    let body = lambda.body;
    let whole = body.stms.iter().all(|stm| match stm.exp {
        Exp::Rearrange { array, .. } | Exp::Reshape { array, .. } | Exp::Copy { array, .. } => {
            if views.contains(array) {
                views.extend(stm.pat.iter().map(|param| param.name));
            }
            true
        }
        Exp::Map { lambda, .. } => views.iter().all(|view| is_used_whole(lambda, *view)),
        // Their inputs are used element by element.
        Exp::Reduce { lambda, ops, .. } => {
            let free = lambda.free_names().into_iter().chain(ops.iter().flat_map(Node::free_names));
            !free.into_iter().any(|name| views.contains(&name))
        }
        exp => !exp.free_names().iter().any(|name| views.contains(name)),
    });
    whole && !body.result.iter().filter_map(variable).any(|name| views.contains(&name))
}

/// Whether a statement gives an array another shape.
fn is_view(stm: &Stm<'_>) -> bool {
    matches!(stm.exp, Exp::Rearrange { .. } | Exp::Reshape { .. }) && stm.certs.is_empty()
}

impl<'b> Reverse<'_, 'b> {
    /// The way back of a map. Views of free arrays are made once, outside of the map: then each iteration uses all
    /// elements of such a view in its own order.
    pub(super) fn mapped(&mut self, map: &Applied<'_, 'b>) -> Result<()> {
        if !map.lambda.body.stms.iter().any(is_view) {
            return self.mapped_without_views(map);
        }
        let lambda = map.lambda.copy_into(self.b.arena, &mut fresh());
        let mut inside: FxHashSet<Name> = lambda.params.iter().map(|param| param.name).collect();
        let (mut views, mut rest) = (Vec::new(), Vec::new());
        for stm in lambda.body.stms {
            if is_view(stm) && !stm.free_names().iter().any(|name| inside.contains(name)) {
                views.push(*stm);
            } else {
                inside.extend(stm.pat.iter().map(|param| param.name));
                rest.push(*stm);
            }
        }
        let body = self.b.arena.alloc(Body { stms: self.b.arena.slice(rest), ..*lambda.body });
        let lambda = Lambda { body, ..lambda };
        self.varied.follow(&views);
        let steps = self.forward(&views)?;
        self.mapped_without_views(&Applied { lambda: &lambda, ..*map })?;
        self.backward(steps)
    }

    fn mapped_without_views(&mut self, map: &Applied<'_, 'b>) -> Result<()> {
        let free = self.varied.free_in(map.lambda);
        let (mut whole, mut arrays) = (Vec::new(), Vec::new());
        for name in free {
            let ty = self.b.type_of(name)?;
            let all = dims(&ty).is_empty() || is_used_whole(map.lambda, name);
            if all { whole.push(name) } else { arrays.push(name) }
        }
        if map.arrays.iter().chain(&arrays).chain(&whole).any(|name| self.is_region(*name)) {
            let names = map.arrays.iter().chain(&arrays).chain(&whole).copied().filter(|name| self.varied.has(*name));
            return self.mapped_in_sequence(map, &distinct(names.collect()));
        }
        let elements = map.arrays.iter().any(|array| self.varied.has(*array));
        if elements || !whole.is_empty() {
            self.map_back(map, &whole)?;
        }
        let mut prims: Vec<PrimType> = Vec::new();
        for name in &arrays {
            let prim = prim(&self.b.type_of(*name)?);
            if !prims.contains(&prim) {
                prims.push(prim);
            }
        }
        for wanted in prims {
            let mut same = Vec::new();
            for name in &arrays {
                if prim(&self.b.type_of(*name)?) == wanted {
                    same.push(*name);
                }
            }
            self.stream_back(map, &same, wanted)?;
        }
        Ok(())
    }

    /// The inputs of the way back: the elements, and the seeds of one element.
    fn inputs(&mut self, map: &Applied<'_, 'b>, lambda: &Lambda<'b>) -> Result<Inputs<'b>> {
        let (mut arrays, mut params) = (map.arrays.to_vec(), lambda.params.to_vec());
        let mut seeds = Vec::new();
        for (seed, ret) in map.seeds.iter().zip(lambda.rets) {
            seeds.push(match seed {
                Some(Seed::Each(array)) => {
                    let param = self.b.param("adj", *ret);
                    arrays.push(self.b.name(*array)?);
                    params.push(param);
                    Some(var(param.name))
                }
                Some(Seed::Same(seed)) => Some(*seed),
                None => None,
            });
        }
        Ok((arrays, params, seeds))
    }

    /// Runs `work` with adjoints of its own, and with only these names as variables.
    fn isolated<T>(&mut self, varied: Varied, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let around = std::mem::replace(&mut self.varied, varied);
        let outer = std::mem::take(&mut self.adjoints);
        let acc = self.acc.take();
        let result = work(self);
        (self.varied, self.adjoints, self.acc) = (around, outer, acc);
        result
    }

    /// A map that gives the adjoints of the elements, and contributions to those of free variables.
    fn map_back(&mut self, map: &Applied<'_, 'b>, whole: &[Name]) -> Result<()> {
        let lambda = map.lambda.copy_into(self.b.arena, &mut fresh());
        let is_varied: Vec<bool> = map.arrays.iter().map(|array| self.varied.has(*array)).collect();
        let elements: Vec<Param<'b>> =
            lambda.params.iter().zip(&is_varied).filter(|(_, varied)| **varied).map(|(param, _)| *param).collect();
        let varied = Varied::only(elements.iter().map(|param| param.name).chain(whole.iter().copied()));
        let (arrays, params, seeds) = self.inputs(map, &lambda)?;
        let back = self.isolated(varied, |this| {
            let around = this.b.open();
            this.b.note(lambda.params);
            this.there_and_back(&lambda, &seeds)?;
            let mut results = Vec::new();
            for param in &elements {
                results.push((this.taken(param), *param.ty));
            }
            for name in whole {
                let ty = this.b.type_of(*name)?;
                let value = this.value(*name).unwrap_or_else(|| this.b.zero(ty));
                results.push((value, ty));
            }
            Ok(this.b.close_lambda(around, params, &results))
        })?;
        let results = self.b.map("adj", map.width, &arrays, back);
        let (of_elements, of_whole) = results.split_at(elements.len());
        let inputs = map.arrays.iter().zip(&is_varied).filter(|(_, varied)| **varied);
        for ((array, _), adjoint) in inputs.zip(of_elements) {
            self.add(&var(*array), *adjoint)?;
        }
        let totals = self.b.totals(of_whole)?;
        whole.iter().zip(totals).try_for_each(|(name, total)| self.add(&var(*name), total))
    }

    /// A stream that adds up what all elements contribute to the adjoints of free arrays of one element type.
    fn stream_back(&mut self, map: &Applied<'_, 'b>, names: &[Name], prim: PrimType) -> Result<()> {
        let mut size = int(0);
        let mut regions: FxHashMap<Name, Adjoint> = FxHashMap::default();
        let mut parts = Vec::new();
        for name in names {
            let ty = self.b.type_of(*name)?;
            let count = self.b.product(dims(&ty));
            regions.insert(*name, Adjoint::Region(size));
            parts.push((*name, ty, size, count));
            size = self.b.int(BinOp::Add, size, count);
        }
        let all = self.b.array(&[size], scalar(prim));
        let zeros = self.b.zero(all);
        let lambda = map.lambda.copy_into(self.b.arena, &mut fresh());
        let (arrays, mut params, seeds) = self.inputs(map, &lambda)?;
        let acc = self.b.param("acc", all);
        params.push(acc);
        let back = self.isolated(Varied::only(names.iter().copied()), |this| {
            let around = this.b.open();
            this.b.note(lambda.params);
            this.adjoints = regions;
            this.acc = Some(Accumulator { name: acc.name, size, prim });
            this.there_and_back(&lambda, &seeds)?;
            let last = this.acc.map_or(acc.name, |acc| acc.name);
            Ok(this.b.close_lambda(around, params, &[(var(last), all)]))
        })?;
        let op = self.b.addition(scalar(prim))?;
        let exp = Exp::Stream {
            span: self.b.span,
            width: self.b.arena.alloc(map.width),
            arrays: self.b.arena.slice(arrays),
            dests: self.b.arena.slice([self.b.name(zeros)?]),
            ops: self.b.arena.slice([op]),
            lambda: back,
        };
        let sums = self.b.bind("sums", all, exp);
        for (name, ty, start, count) in parts {
            let part = self.b.span_of(sums, start, count, int(1))?;
            let part = self.b.reshaped(part, dims(&ty))?;
            self.add(&var(name), part)?;
        }
        Ok(())
    }

    /// The way back of a map by one thread. The elements' adjoints are parts of the arrays' adjoints.
    fn mapped_in_sequence(&mut self, map: &Applied<'_, 'b>, names: &[Name]) -> Result<()> {
        let lambda = map.lambda.copy_into(self.b.arena, &mut fresh());
        self.repeat(map.width, &[], names, |this, index, _| {
            for (param, array) in lambda.params.iter().zip(map.arrays) {
                let element = this.b.element(var(*array), &[index])?;
                this.b.copy(&[*param], &[element]);
                if this.varied.has(*array) {
                    this.varied.add(param.name);
                }
            }
            let mut seeds = Vec::new();
            for seed in map.seeds {
                seeds.push(match seed {
                    Some(Seed::Each(array)) => Some(this.b.element(*array, &[index])?),
                    Some(Seed::Same(seed)) => Some(*seed),
                    None => None,
                });
            }
            this.there_and_back(&lambda, &seeds)?;
            for (param, array) in lambda.params.iter().zip(map.arrays) {
                if let Some(value) = this.value(param.name) {
                    this.add_row(*array, index, value)?;
                }
            }
            Ok(Vec::new())
        })?;
        Ok(())
    }

    /// A function from the elements' indices and the elements to values of these types.
    pub(super) fn function(
        &mut self,
        types: &[Type<'b>],
        make: impl FnOnce(&mut Self, &[Atom]) -> Result<Vec<(Atom, Type<'b>)>>,
    ) -> Result<&'b Lambda<'b>> {
        let params: Vec<Param<'b>> = types.iter().map(|ty| self.b.param("x", *ty)).collect();
        let args: Vec<Atom> = params.iter().map(|param| var(param.name)).collect();
        let around = self.b.open();
        let results = make(self, &args)?;
        Ok(self.b.close_lambda(around, params, &results))
    }
}
