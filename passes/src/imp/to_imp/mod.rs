//! `to-imp`: turns array operations into reads and writes of memory.

mod kernels;
mod last_uses;
mod statements;
mod values;

use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, Span, Symbol, pass};
use languages::funmem::index::Layout;
use languages::funmem::{self, Atom, FunMem, Type};
use languages::imp::{Arena, Arg, ArgDim, Fun, Imp, Operand, Proc, Program, Res, Slot, Stm, Visit, walk_stm};
use languages::prim::{PrimType, PrimValue};
use last_uses::{BlockOf, Used, results};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Applies index functions, so that arrays of any rank and layout become reads and writes of flat memory.
    ///
    ///     let (x: f32) = ys[i, j]     becomes     var x: f32; x <- ys_mem[offset + i * s + j * t]
    ///
    /// IFL'22 §4, procedures FunMemToImp and Copy. Slices and transpositions produce no code.
    pub ToImp = "to-imp": FunMem => Imp {
        counts: { kernels },
    }
}

impl Transform for ToImp {
    fn transform(&self, program: &Owned<FunMem>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let result = Owned::build(|arena| {
            let mut funs = Vec::new();
            let mut procs = Vec::new();
            let root = program.root();
            let block_of = BlockOf::program(root);
            for fun in root.funs {
                let (arrays, blocks) = (FxHashMap::default(), FxHashMap::default());
                let mut translation = Translation {
                    arena,
                    funs: root.funs,
                    block_of: &block_of,
                    used: Used::by(fun),
                    arrays,
                    blocks,
                    combines: false,
                    before_loop: Vec::new(),
                };
                match fun.entry {
                    Some(entry) => funs.push(translation.fun(fun, entry)?),
                    None => procs.push(translation.procedure(fun)?),
                }
            }
            Ok(Program { span: root.span, funs: arena.slice(funs), procs: arena.slice(procs) })
        })?;
        let mut kernels = Kernels(0);
        kernels.visit_program(result.root());
        run.counts.kernels = kernels.0;
        Ok(result)
    }
}

struct Kernels(u64);

impl<'a> Visit<'a> for Kernels {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        self.0 += u64::from(node.is_kernel());
        walk_stm(self, node);
    }
}

/// The place of an array in memory.
#[derive(Clone)]
struct Place {
    prim: PrimType,
    dims: Vec<Atom>,
    mem: Name,
    layout: Layout,
}

impl Place {
    /// A view of the array, in the same block.
    fn with(&self, layout: Layout) -> Place {
        Place { layout, ..self.clone() }
    }
}

struct Translation<'p, 'b> {
    arena: &'b Arena<'b>,
    /// All functions.
    funs: &'p [funmem::Fun<'p>],
    block_of: &'p BlockOf,
    used: Used,
    arrays: FxHashMap<Name, Place>,
    /// The element types of blocks.
    blocks: FxHashMap<Name, PrimType>,
    /// Whether the stream around has an operator.
    combines: bool,
    /// Blocks that the next loop uses for initial values only.
    before_loop: Vec<Name>,
}

type Stms<'b> = Vec<Stm<'b>>;

/// The name of a procedure.
fn procedure_name(name: Name) -> Symbol {
    Symbol::new(&name.to_string())
}

impl<'b> Translation<'_, 'b> {
    /// Translates a function other than an entry point. Arrays are passed as their blocks, and as those offsets and
    /// strides that callers choose.
    fn procedure(&mut self, fun: &funmem::Fun<'_>) -> Result<Proc<'b>> {
        let span = fun.span;
        self.params(fun.params);
        let mut params = Vec::new();
        for param in fun.params {
            match param.ty {
                Type::Scalar { prim, .. } => params.push(Slot::ScalarSlot { span, name: param.name, prim: *prim }),
                Type::Mem { .. } => {
                    params.push(Slot::MemSlot { span, name: param.name, prim: self.block_prim(param.name)? });
                }
                Type::Array { .. } | Type::Cert { .. } => {}
            }
        }
        let mut body = Vec::new();
        self.stms(fun.body.stms, &results(fun.body), &mut body)?;
        let results = self.operands(span, fun.results, fun.body.result);
        Ok(Proc {
            span,
            name: procedure_name(fun.name),
            params: self.arena.slice(params),
            body: self.arena.slice(body),
            results: self.arena.slice(results),
        })
    }

    /// The operands for parameters or results.
    fn operands(&self, span: Span, params: &[funmem::Param<'_>], values: &[Atom]) -> Vec<Operand<'b>> {
        let pairs = params.iter().zip(values);
        let operands = pairs.filter_map(|(param, value)| match (param.ty, value) {
            (Type::Scalar { prim, .. }, value) => {
                Some(Operand::ScalarOperand { span, value: self.alloc(self.atom(value)), prim: *prim })
            }
            (Type::Mem { .. }, Atom::Var { name, .. }) => Some(Operand::MemOperand { span, mem: *name }),
            _ => None,
        });
        operands.collect()
    }

    /// `pat = func args`
    fn call(&self, stm: &funmem::Stm<'_>, func: Name, args: &[Atom], out: &mut Stms<'b>) -> Result<()> {
        let span = stm.span;
        let fun = self.funs.iter().find(|fun| fun.name == func);
        let fun = fun.ok_or_else(|| Error::internal(format!("there is no function `{func}`")).or_at(span))?;
        let args = self.operands(span, fun.params, args);
        let mut targets = Vec::new();
        for param in stm.pat {
            self.declare(span, param, out)?;
            if matches!(param.ty, Type::Scalar { .. } | Type::Mem { .. }) {
                targets.push(param.name);
            }
        }
        let (args, targets) = (self.arena.slice(args), self.arena.slice(targets));
        out.push(Stm::Call { span, proc: procedure_name(func), args, targets });
        Ok(())
    }

    fn fun(&mut self, fun: &funmem::Fun<'_>, entry: &funmem::Entry<'_>) -> Result<Fun<'b>> {
        let span = fun.span;
        self.params(fun.params);
        let mut bound = FxHashSet::default();
        let mut args = Vec::new();
        for arg in entry.args {
            for leaf in arg.leaves {
                let param = fun.params.iter().find(|param| param.name == *leaf);
                let param = param.ok_or_else(|| {
                    Error::internal(format!("`{leaf}` is no parameter of the entry point")).or_at(span)
                })?;
                args.push(self.argument(arg, param, &mut bound)?);
            }
        }
        let mut body = Vec::new();
        self.stms(fun.body.stms, &results(fun.body), &mut body)?;
        let mut results = Vec::new();
        for result in entry.results {
            for leaf in result.leaves {
                let at = *leaf as usize;
                let (Some(param), Some(atom)) = (fun.results.get(at), fun.body.result.get(at)) else {
                    return Err(Error::internal("an entry point's result is missing").or_at(span));
                };
                results.push(self.result(result, param, atom)?);
            }
        }
        Ok(Fun {
            span,
            name: fun.name,
            entry: entry.name,
            args: self.arena.slice(args),
            results: self.arena.slice(results),
            body: self.arena.slice(body),
        })
    }

    /// The argument for a parameter. `bound` holds the variables that earlier arguments bind.
    fn argument(
        &self,
        arg: &funmem::EntryArg<'_>,
        param: &funmem::Param<'_>,
        bound: &mut FxHashSet<Name>,
    ) -> Result<Arg<'b>> {
        let (span, label, ty) = (param.span, arg.label, arg.ty);
        match param.ty {
            Type::Array { prim, dims, mem, .. } => {
                let mut sizes = Vec::new();
                for dim in *dims {
                    sizes.push(match *dim {
                        Atom::Var { name, .. } if bound.insert(name) => ArgDim::Fresh { span, name },
                        Atom::Var { name, .. } => ArgDim::Same { span, name },
                        Atom::Const { value: PrimValue::I64(value), .. } => ArgDim::Fixed { span, value },
                        Atom::Const { .. } => return Err(Error::internal("a size is an `i64`").or_at(span)),
                    });
                }
                Ok(Arg::ArrayArg { span, mem: *mem, prim: *prim, dims: self.arena.slice(sizes), label, ty })
            }
            Type::Scalar { prim, .. } => {
                bound.insert(param.name);
                Ok(Arg::ScalarArg { span, name: param.name, prim: *prim, label, ty })
            }
            Type::Mem { .. } | Type::Cert { .. } => {
                Err(Error::internal(format!("the argument `{}` is no value", param.name)).or_at(span))
            }
        }
    }

    /// A result of an entry point.
    fn result(&self, result: &funmem::EntryResult<'_>, param: &funmem::Param<'_>, atom: &Atom) -> Result<Res<'b>> {
        let span = result.span;
        match (param.ty, atom) {
            (Type::Array { prim, .. }, Atom::Var { name, .. }) => {
                let place = self.place(*name)?;
                let dims: Vec<_> = place.dims.iter().map(|dim| self.atom(dim)).collect();
                Ok(Res::ArrayRes { span, mem: place.mem, prim: *prim, dims: self.arena.slice(dims), ty: result.ty })
            }
            (Type::Scalar { prim, .. }, atom) => {
                Ok(Res::ScalarRes { span, value: self.alloc(self.atom(atom)), prim: *prim, ty: result.ty })
            }
            _ => Err(Error::internal("an entry point's result is no value").or_at(span)),
        }
    }

    fn params(&mut self, params: &[funmem::Param<'_>]) {
        for param in params {
            if let Type::Array { prim, dims, mem, layout, .. } = param.ty {
                let place = Place { prim: *prim, dims: dims.to_vec(), mem: *mem, layout: Layout::of(layout) };
                self.blocks.insert(*mem, *prim);
                self.arrays.insert(param.name, place);
            }
        }
    }

    fn place(&self, name: Name) -> Result<Place> {
        self.arrays.get(&name).cloned().ok_or_else(|| Error::internal(format!("`{name}` has no place")))
    }

    fn declare(&self, span: Span, param: &funmem::Param<'_>, out: &mut Stms<'b>) -> Result<()> {
        match param.ty {
            Type::Scalar { prim, .. } => out.push(Stm::Decl { span, name: param.name, prim: *prim }),
            Type::Mem { .. } => out.push(Stm::DeclMem { span, name: param.name, prim: self.block_prim(param.name)? }),
            Type::Array { .. } | Type::Cert { .. } => {}
        }
        Ok(())
    }

    /// The element type of a block: that of the arrays in the block.
    fn block_prim(&self, mem: Name) -> Result<PrimType> {
        let prim = self.blocks.get(&mem).copied();
        prim.ok_or_else(|| Error::internal(format!("the block `{mem}` holds no array")))
    }

    /// Notes that a block has the elements of another, unless its elements are known.
    fn holds(&mut self, param: &funmem::Param<'_>, from: &Atom) {
        if let (Type::Mem { .. }, Atom::Var { name, .. }) = (param.ty, from)
            && let Some(prim) = self.blocks.get(name).copied()
        {
            self.blocks.entry(param.name).or_insert(prim);
        }
    }

    fn assign(&self, span: Span, param: &funmem::Param<'_>, value: &Atom, out: &mut Stms<'b>) {
        match (param.ty, value) {
            (Type::Scalar { .. }, value) => {
                out.push(Stm::Assign { span, name: param.name, value: self.alloc(self.atom(value)) })
            }
            (Type::Mem { .. }, Atom::Var { name, .. }) => {
                out.push(Stm::AssignMem { span, name: param.name, from: *name })
            }
            _ => {}
        }
    }

    /// Translates statements. Each block that they declare is freed after its last use, unless one of the names
    /// `later` is in it.
    fn stms(&mut self, stms: &[funmem::Stm<'_>], later: &[Name], out: &mut Stms<'b>) -> Result<()> {
        self.stms_with(stms, later, &[], out)
    }

    /// The same with additional blocks that are freed.
    fn stms_with(
        &mut self,
        stms: &[funmem::Stm<'_>],
        later: &[Name],
        given: &[Name],
        out: &mut Stms<'b>,
    ) -> Result<()> {
        let block_of = self.block_of;
        let mut last_uses = block_of.last_uses(stms, later, given);
        for (position, stm) in stms.iter().enumerate() {
            self.params(stm.pat);
            let mut freed = last_uses.remove(&position).unwrap_or_default();
            self.before_loop = block_of.only_initial(stm, &freed).collect();
            freed.retain(|block| !self.before_loop.contains(block));
            self.stm(stm, out)?;
            out.extend(freed.into_iter().map(|name| Stm::Free { span: stm.span, name }));
        }
        Ok(())
    }

    fn region(
        &mut self,
        body: &funmem::Body<'_>,
        finish: impl FnOnce(&mut Self, &[Atom], &mut Stms<'b>) -> Result<()>,
    ) -> Result<&'b [Stm<'b>]> {
        let mut out = Vec::new();
        self.stms(body.stms, &results(body), &mut out)?;
        finish(self, body.result, &mut out)?;
        Ok(self.arena.slice(out))
    }

    fn assign_all(
        &mut self,
        span: Span,
        params: &[funmem::Param<'_>],
        values: &[Atom],
        out: &mut Stms<'b>,
    ) -> Result<()> {
        for (param, value) in params.iter().zip(values) {
            self.assign(span, param, value, out);
        }
        Ok(())
    }
}
