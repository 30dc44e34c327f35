//! `introduce-memory`: every array gets a memory block and an index function.

mod joins;

use crate::funmem::origin::Origins;
use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, Span, pass};
use languages::funmem::index::{Index, Layout, slice};
use languages::funmem::{
    Arena, Atom, Body, Entry, EntryResult, Exp, Fun, FunMem, HistOp, KernelBody, Lower, Param, Poly, Program,
    Reduction, ScanBody, SegDim, SliceDim, Stm, Type, default_lower_exp, default_lower_param, gone,
};
use languages::prim::{PrimType, PrimValue};
use languages::seg::{self, Seg};
use rustc_hash::FxHashMap;

pass! {
    /// Gives every array a memory block and an index function, and allocates blocks for fresh arrays.
    ///
    ///     let (y: [n]i32) = copy x     becomes     let (m: mem) = alloc n   let (y: [n]i32 @m -> {(n : 1)}) = copy x
    ///
    /// IFL'22 §3.5, procedures TransformProgram, TransformStms and TransformStm. Slices and transpositions are free; fresh arrays are in
    /// row-major order. Where branches or iterations leave arrays in different places, the block is a result too (procedure Support); the
    /// paper returns the whole index function, we bring such arrays into row-major order first, so that only the block is unknown. What is
    /// updated in place stays in its block.
    pub IntroduceMemory = "introduce-memory": Seg => FunMem {
        counts: { allocations, copies },
    }
}

impl Transform for IntroduceMemory {
    fn transform(&self, program: &Owned<Seg>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let origins = Origins::of(program.root());
        let mut counts = (0, 0);
        let result = Owned::build(|arena| {
            let mut memory =
                Memory { arena, origins, arrays: FxHashMap::default(), out: Vec::new(), allocations: 0, copies: 0 };
            let result = memory.program(program.root());
            counts = (memory.allocations, memory.copies);
            result
        });
        run.counts.allocations = counts.0;
        run.counts.copies = counts.1;
        result
    }
}

/// Where an array is.
#[derive(Clone, Debug)]
struct Place {
    prim: PrimType,
    dims: Vec<Atom>,
    unique: bool,
    mem: Name,
    layout: Layout,
}

impl Place {
    fn sizes(&self) -> Vec<Index> {
        self.dims.iter().map(Index::atom).collect()
    }

    /// In row-major order from the start of its block.
    fn is_plain(&self) -> bool {
        self.layout == Layout::row_major(&self.sizes())
    }
}

struct Memory<'a, 'b> {
    arena: &'b Arena<'b>,
    origins: Origins<'a>,
    arrays: FxHashMap<Name, Place>,
    /// The statements of the body at hand.
    out: Vec<Stm<'b>>,
    allocations: u64,
    copies: u64,
}

impl<'a, 'b> Lower<'a, 'b> for Memory<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn type_array(&mut self, node: gone::TypeArray<'a>) -> Result<Type<'b>> {
        Err(Error::internal("an array without a place: an operator on arrays?").or_at(node.span))
    }

    fn lower_body(&mut self, node: &'a seg::Body<'a>) -> Result<Body<'b>> {
        let (stms, result) = self.region(node.stms, |memory| memory.atoms(node.result))?;
        Ok(Body { span: node.span, stms, result: self.arena.slice(result) })
    }
}

impl<'a, 'b> Memory<'a, 'b> {
    fn program(&mut self, program: &'a seg::Program<'a>) -> Result<Program<'b>> {
        if let Some(stm) = program.consts.first() {
            return Err(Error::internal("a constant outside of functions").or_at(stm.span));
        }
        let funs: Result<Vec<_>> = program.funs.iter().map(|fun| self.fun(fun)).collect();
        Ok(Program { span: program.span, consts: &[], funs: self.arena.slice(funs?) })
    }

    /// TRANSFORMPROGRAM: arrays come in and go out in row-major order, each after its block.
    fn fun(&mut self, fun: &'a seg::Fun<'a>) -> Result<Fun<'b>> {
        let mut params = Vec::new();
        for param in fun.params {
            if let seg::Type::Array { prim, dims, unique, .. } = param.ty {
                let mem = Name::fresh(param.name.base);
                params.push(self.mem_param(param.span, mem));
                let place = self.plain(*prim, self.atoms(dims)?, *unique, mem);
                params.push(self.array_param(param.span, param.name, place));
            } else {
                params.push(default_lower_param(self, param)?);
            }
        }
        let mut results = Vec::new();
        let mut positions = Vec::new();
        for param in fun.results {
            if let seg::Type::Array { prim, dims, unique, .. } = param.ty {
                let mem = Name::fresh(param.name.base);
                results.push(self.mem_param(param.span, mem));
                let place = self.plain(*prim, self.atoms(dims)?, *unique, mem);
                positions.push(results.len() as i64);
                results.push(self.array_param(param.span, param.name, place));
            } else {
                positions.push(results.len() as i64);
                results.push(default_lower_param(self, param)?);
            }
        }
        let (stms, result) = self.region(fun.body.stms, |memory| memory.plain_results(fun.body.result))?;
        let entry = match fun.entry {
            None => None,
            Some(entry) => {
                let results: Vec<_> = entry
                    .results
                    .iter()
                    .map(|result| {
                        let leaves = result.leaves.iter().filter_map(|leaf| positions.get(*leaf as usize).copied());
                        EntryResult {
                            span: result.span,
                            ty: result.ty,
                            leaves: self.arena.slice(leaves.collect::<Vec<_>>()),
                        }
                    })
                    .collect();
                let args: Result<Vec<_>> = entry.args.iter().map(|arg| self.lower_entry_arg(arg)).collect();
                let args = self.arena.slice(args?);
                let entry = Entry { span: entry.span, name: entry.name, args, results: self.arena.slice(results) };
                Some(self.arena.alloc(entry))
            }
        };
        let body = Body { span: fun.body.span, stms, result: self.arena.slice(result) };
        Ok(Fun {
            span: fun.span,
            name: fun.name,
            entry,
            params: self.arena.slice(params),
            results: self.arena.slice(results),
            body: self.arena.alloc(body),
        })
    }

    fn atom(&self, atom: &seg::Atom) -> Atom {
        match *atom {
            seg::Atom::Const { span, value } => Atom::Const { span, value },
            seg::Atom::Var { span, name } => Atom::Var { span, name },
        }
    }

    fn atoms(&self, atoms: &[seg::Atom]) -> Result<Vec<Atom>> {
        Ok(atoms.iter().map(|atom| self.atom(atom)).collect())
    }

    fn plain(&self, prim: PrimType, dims: Vec<Atom>, unique: bool, mem: Name) -> Place {
        let sizes: Vec<Index> = dims.iter().map(Index::atom).collect();
        Place { prim, dims, unique, mem, layout: Layout::row_major(&sizes) }
    }

    fn mem_param(&self, span: Span, name: Name) -> Param<'b> {
        Param { span, name, ty: self.arena.alloc(Type::Mem { span }) }
    }

    /// A parameter for an array at a place, which is remembered.
    fn array_param(&mut self, span: Span, name: Name, place: Place) -> Param<'b> {
        let ty = Type::Array {
            span,
            prim: place.prim,
            dims: self.arena.slice(place.dims.iter().copied()),
            unique: place.unique,
            mem: place.mem,
            layout: self.arena.alloc(place.layout.node(self.arena)),
        };
        self.arrays.insert(name, place);
        Param { span, name, ty: self.arena.alloc(ty) }
    }

    fn place(&self, name: Name) -> Result<Place> {
        self.arrays.get(&name).cloned().ok_or_else(|| Error::internal(format!("`{name}` has no place")))
    }

    fn push(&mut self, span: Span, pat: Vec<Param<'b>>, certs: &[Name], exp: Exp<'b>) {
        let pat = self.arena.slice(pat);
        let certs = self.arena.slice(certs.iter().copied());
        self.out.push(Stm { span, pat, certs, exp: self.arena.alloc(exp) });
    }

    /// Translates statements into a list of their own, and what `finish` adds to it.
    fn region<T>(
        &mut self,
        stms: &'a [seg::Stm<'a>],
        finish: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(&'b [Stm<'b>], T)> {
        let around = std::mem::take(&mut self.out);
        for stm in stms {
            self.stm(stm)?;
        }
        let result = finish(self);
        let stms = std::mem::replace(&mut self.out, around);
        Ok((self.arena.slice(stms), result?))
    }

    /// A place in a new block, in row-major order.
    fn allocate(&mut self, span: Span, base: &str, prim: PrimType, dims: Vec<Atom>) -> Place {
        self.allocations += 1;
        let mem = Name::fresh(format!("{base}_mem").as_str());
        let count = dims.iter().map(Index::atom).fold(Index::constant(1), |count, size| count.times(&size));
        let count: Poly<'b> = count.node(self.arena);
        let pat = vec![self.mem_param(span, mem)];
        self.push(span, pat, &[], Exp::Alloc { span, prim, count: self.arena.alloc(count) });
        self.plain(prim, dims, true, mem)
    }

    /// The array in row-major order from the start of its block: a copy, if it is not so already.
    fn plain_copy(&mut self, span: Span, array: Name) -> Result<Name> {
        let place = self.place(array)?;
        if place.is_plain() {
            return Ok(array);
        }
        self.copies += 1;
        let fresh = self.allocate(span, array.base.as_str(), place.prim, place.dims);
        let name = array.refresh();
        let pat = vec![self.array_param(span, name, fresh)];
        self.push(span, pat, &[], Exp::Copy { span, array });
        Ok(name)
    }

    /// Results with arrays in row-major order, each after its block.
    fn plain_results(&mut self, results: &'a [seg::Atom]) -> Result<Vec<Atom>> {
        let mut out = Vec::new();
        for atom in results {
            match atom {
                seg::Atom::Var { span, name } if self.arrays.contains_key(name) => {
                    let name = self.plain_copy(*span, *name)?;
                    out.push(Atom::Var { span: *span, name: self.place(name)?.mem });
                    out.push(Atom::Var { span: *span, name });
                }
                other => out.push(self.atom(other)),
            }
        }
        Ok(out)
    }

    /// TRANSFORMSTM
    fn stm(&mut self, stm: &'a seg::Stm<'a>) -> Result<()> {
        let span = stm.span;
        match stm.exp {
            seg::Exp::If { cond, yes, no, .. } => return self.branch(stm, cond, yes, no),
            seg::Exp::Loop { params, inits, form, body, .. } => return self.repeat(stm, params, inits, form, body),
            seg::Exp::Call { func, args, .. } => return self.call(stm, *func, args),
            seg::Exp::Slice { array, dims, .. } => {
                let place = self.place(*array)?;
                let dims = self.slice_dims(dims)?;
                let layout = slice(&place.layout, &dims);
                return self.derived(stm, Place { layout, ..place });
            }
            seg::Exp::Rearrange { array, perm, .. } => {
                let place = self.place(*array)?;
                let strides = perm.iter().filter_map(|dim| place.layout.strides.get(*dim as usize).cloned()).collect();
                let layout = Layout { offset: place.layout.offset.clone(), strides };
                return self.derived(stm, Place { layout, ..place });
            }
            seg::Exp::Reshape { array, shape, .. } => {
                let mut array = *array;
                if !self.place(array)?.layout.is_contiguous(&self.place(array)?.sizes()) {
                    array = self.plain_copy(span, array)?;
                }
                let place = self.place(array)?;
                let shape: Vec<Atom> = shape.iter().map(|size| self.atom(size)).collect();
                let sizes: Vec<Index> = shape.iter().map(Index::atom).collect();
                let layout = Layout { offset: place.layout.offset.clone(), ..Layout::row_major(&sizes) };
                let exp = Exp::Reshape { span, array, shape: self.arena.slice(shape) };
                return self.derived_by(stm, Place { layout, ..place }, exp);
            }
            seg::Exp::Atoms { atoms, .. } => {
                let mut pat = Vec::new();
                for (param, atom) in stm.pat.iter().zip(*atoms) {
                    pat.push(match (param.ty, atom) {
                        (seg::Type::Array { .. }, seg::Atom::Var { name, .. }) => {
                            let place = self.place(*name)?;
                            self.retyped(param, place)?
                        }
                        _ => default_lower_param(self, param)?,
                    });
                }
                let exp = default_lower_exp(self, stm.exp)?;
                self.push(span, pat, stm.certs, exp);
                return Ok(());
            }
            seg::Exp::SegHist { space, ops, body, .. } => return self.histogram(stm, space, ops, body),
            _ => {}
        }
        let mut places = self.in_place(stm.exp);
        places.resize(stm.pat.len(), None);
        let mut pat = Vec::new();
        for (param, place) in stm.pat.iter().zip(places) {
            pat.push(match (param.ty, place) {
                (seg::Type::Array { .. }, Some(array)) => {
                    let place = self.place(array)?;
                    self.retyped(param, place)?
                }
                (seg::Type::Array { prim, dims, .. }, None) => {
                    let dims = self.atoms(dims)?;
                    let place = self.allocate(span, param.name.base.as_str(), *prim, dims);
                    self.array_param(param.span, param.name, place)
                }
                _ => default_lower_param(self, param)?,
            });
        }
        let exp = match stm.exp {
            seg::Exp::SegMap { space, body, .. } => {
                Exp::SegMap { span, space: self.space(space)?, body: self.kernel(body)? }
            }
            seg::Exp::SegRed { space, ops, body, .. } => {
                let ops = self.reductions(ops)?;
                Exp::SegRed { span, space: self.space(space)?, ops, body: self.kernel(body)? }
            }
            seg::Exp::SegScan { space, ops, body, totals, .. } => {
                let (ops, totals) = (self.reductions(ops)?, self.reductions(totals)?);
                let (stms, (prefixes, post)) = self.region(body.stms, |memory| {
                    let prefixes: Result<Vec<_>> =
                        body.prefixes.iter().map(|param| memory.lower_param(param)).collect();
                    Ok((prefixes?, memory.kernel(body.post)?))
                })?;
                let values = self.arena.slice(self.atoms(body.values)?);
                let prefixes = self.arena.slice(prefixes);
                let body = self.arena.alloc(ScanBody { span: body.span, stms, values, prefixes, post });
                Exp::SegScan { span, space: self.space(space)?, ops, body, totals }
            }
            other => default_lower_exp(self, other)?,
        };
        self.push(span, pat, stm.certs, exp);
        Ok(())
    }

    /// A call of a function: what goes in and what comes out is as at entry points.
    fn call(&mut self, stm: &'a seg::Stm<'a>, func: Name, args: &'a [seg::Atom]) -> Result<()> {
        let span = stm.span;
        let args = self.plain_results(args)?;
        let mut pat = Vec::new();
        for param in stm.pat {
            if let seg::Type::Array { prim, dims, unique, .. } = param.ty {
                let mem = Name::fresh(param.name.base);
                pat.push(self.mem_param(param.span, mem));
                let place = self.plain(*prim, self.atoms(dims)?, *unique, mem);
                pat.push(self.array_param(param.span, param.name, place));
            } else {
                pat.push(default_lower_param(self, param)?);
            }
        }
        self.push(span, pat, stm.certs, Exp::Call { span, func, args: self.arena.slice(args) });
        Ok(())
    }

    /// Kernels count into bins that are next to each other: others are brought together and written back where they were.
    fn histogram(
        &mut self,
        stm: &'a seg::Stm<'a>,
        space: &'a [seg::SegDim<'a>],
        ops: &'a [seg::HistOp<'a>],
        body: &'a seg::KernelBody<'a>,
    ) -> Result<()> {
        let span = stm.span;
        let (mut pat, mut lowered, mut spread) = (Vec::new(), Vec::new(), Vec::new());
        let mut params = stm.pat.iter();
        for op in ops {
            let mut dests = Vec::new();
            for (dest, param) in op.dests.iter().zip(&mut params) {
                let place = self.place(*dest)?;
                if place.layout.strides.last() == Some(&Index::constant(1)) {
                    pat.push(self.retyped(param, place)?);
                    dests.push(*dest);
                } else {
                    let dense = self.plain_copy(span, *dest)?;
                    let place = self.place(dense)?;
                    let counted = param.name.refresh();
                    pat.push(self.array_param(param.span, counted, place));
                    dests.push(dense);
                    spread.push((param, *dest, counted));
                }
            }
            lowered.push(HistOp { dests: self.arena.slice(dests), ..self.lower_hist_op(op)? });
        }
        let ops = self.arena.slice(lowered);
        let exp = Exp::SegHist { span, space: self.space(space)?, ops, body: self.kernel(body)? };
        self.push(span, pat, stm.certs, exp);
        for (param, array, counted) in spread {
            let place = self.place(array)?;
            let int = |value| self.arena.alloc(Atom::Const { span, value: PrimValue::I64(value) });
            let dims: Vec<_> = (place.dims.iter())
                .map(|size| SliceDim::Span { span, start: int(0), count: self.arena.alloc(*size), stride: int(1) })
                .collect();
            let value = self.arena.alloc(Atom::Var { span, name: counted });
            let exp = Exp::Update { span, array, dims: self.arena.slice(dims), value };
            let pat = vec![self.retyped(param, place)?];
            self.push(span, pat, &[], exp);
        }
        Ok(())
    }

    /// For each result, the array in whose place it is.
    fn in_place(&self, exp: &'a seg::Exp<'a>) -> Vec<Option<Name>> {
        match exp {
            seg::Exp::Update { array, .. } => vec![Some(*array)],
            seg::Exp::SegMap { body, .. } => body
                .results
                .iter()
                .map(|result| match result {
                    seg::KernelResult::Writes { dest, .. } => Some(*dest),
                    seg::KernelResult::Returns { .. } => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn space(&mut self, space: &'a [seg::SegDim<'a>]) -> Result<&'b [SegDim<'b>]> {
        let space: Result<Vec<_>> = space.iter().map(|dim| self.lower_seg_dim(dim)).collect();
        Ok(self.arena.slice(space?))
    }

    fn kernel(&mut self, body: &'a seg::KernelBody<'a>) -> Result<&'b KernelBody<'b>> {
        let (stms, results) = self.region(body.stms, |memory| {
            body.results.iter().map(|result| memory.lower_kernel_result(result)).collect::<Result<Vec<_>>>()
        })?;
        Ok(self.arena.alloc(KernelBody { span: body.span, stms, results: self.arena.slice(results) }))
    }

    fn reductions(&mut self, ops: &'a [seg::Reduction<'a>]) -> Result<&'b [Reduction<'b>]> {
        let ops: Result<Vec<_>> = ops.iter().map(|op| self.lower_reduction(op)).collect();
        Ok(self.arena.slice(ops?))
    }

    fn slice_dims(&mut self, dims: &'a [seg::SliceDim<'a>]) -> Result<Vec<SliceDim<'b>>> {
        dims.iter().map(|dim| self.lower_slice_dim(dim)).collect()
    }

    /// A parameter of a pattern under its own dimensions, but at this place.
    fn retyped(&mut self, param: &'a seg::Param<'a>, place: Place) -> Result<Param<'b>> {
        let place = match param.ty {
            seg::Type::Array { dims, unique, .. } => Place { dims: self.atoms(dims)?, unique: *unique, ..place },
            _ => place,
        };
        Ok(self.array_param(param.span, param.name, place))
    }

    fn derived(&mut self, stm: &'a seg::Stm<'a>, place: Place) -> Result<()> {
        let exp = default_lower_exp(self, stm.exp)?;
        self.derived_by(stm, place, exp)
    }

    /// An index space transformation: nothing happens at run time.
    fn derived_by(&mut self, stm: &'a seg::Stm<'a>, place: Place, exp: Exp<'b>) -> Result<()> {
        let [param] = stm.pat else { return Err(Error::internal("a slice has one result").or_at(stm.span)) };
        let pat = vec![self.retyped(param, place)?];
        self.push(stm.span, pat, stm.certs, exp);
        Ok(())
    }
}
