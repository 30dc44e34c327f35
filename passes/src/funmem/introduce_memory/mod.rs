//! `introduce-memory`: gives every array a memory block and an index function.

mod joins;
mod statements;

use crate::funmem::origin::Origins;
use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, Span, pass};
use languages::funmem::index::{Index, Layout};
use languages::funmem::{
    Arena, Atom, Body, Entry, EntryResult, Exp, Fun, FunMem, Lower, Param, Poly, Program, Stm, Type,
    default_lower_param, gone,
};
use languages::prim::PrimType;
use languages::seg::{self, Seg};
use rustc_hash::FxHashMap;

pass! {
    /// Gives every array a memory block and an index function, and allocates blocks for fresh arrays.
    ///
    ///     let (y: [n]i32) = copy x     becomes     let (m: mem) = alloc n   let (y: [n]i32 @m -> {(n : 1)}) = copy x
    ///
    /// IFL'22 §3.5, procedures TransformProgram, TransformStms and TransformStm. Slices and transpositions cost nothing
    /// at run time. Fresh arrays are in row-major order. An array that is updated in place stays in its block.
    ///
    /// If branches or iterations leave an array in different places, the block becomes a result as well (procedure
    /// Support). The paper returns the whole index function. This pass brings such arrays into row-major order first,
    /// so that only the block is unknown.
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

/// The place of an array in memory.
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

    /// Whether the array lies in row-major order from the start of its block.
    fn is_plain(&self) -> bool {
        self.layout == Layout::row_major(&self.sizes())
    }
}

struct Memory<'a, 'b> {
    arena: &'b Arena<'b>,
    origins: Origins<'a>,
    arrays: FxHashMap<Name, Place>,
    /// The statements of the current body so far.
    out: Vec<Stm<'b>>,
    allocations: u64,
    copies: u64,
}

impl<'a, 'b> Lower<'a, 'b> for Memory<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn type_array(&mut self, node: gone::TypeArray<'a>) -> Result<Type<'b>> {
        Err(Error::internal("an array has no place, perhaps in an operator on arrays").or_at(node.span))
    }

    fn lower_body(&mut self, node: &'a seg::Body<'a>) -> Result<Body<'b>> {
        let (stms, result) = self.region(node.stms, |memory| memory.atoms(node.result))?;
        Ok(Body { span: node.span, stms, result: self.arena.slice(result) })
    }
}

impl<'a, 'b> Memory<'a, 'b> {
    fn program(&mut self, program: &'a seg::Program<'a>) -> Result<Program<'b>> {
        if let Some(stm) = program.consts.first() {
            return Err(Error::internal("a constant outside functions").or_at(stm.span));
        }
        let funs: Result<Vec<_>> = program.funs.iter().map(|fun| self.fun(fun)).collect();
        Ok(Program { span: program.span, consts: &[], funs: self.arena.slice(funs?) })
    }

    /// TRANSFORMPROGRAM: arrays are passed in and out in row-major order, each after its block.
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

    /// A parameter for an array at a place. Records the place.
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

    /// Translates statements into a list of their own. `finish` may append to the list.
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

    /// Allocates a block for an array in row-major order.
    fn allocate(&mut self, span: Span, base: &str, prim: PrimType, dims: Vec<Atom>) -> Place {
        self.allocations += 1;
        let mem = Name::fresh(format!("{base}_mem").as_str());
        let count = dims.iter().map(Index::atom).fold(Index::constant(1), |count, size| count.times(&size));
        let count: Poly<'b> = count.node(self.arena);
        let pat = vec![self.mem_param(span, mem)];
        self.push(span, pat, &[], Exp::Alloc { span, prim, count: self.arena.alloc(count) });
        self.plain(prim, dims, true, mem)
    }

    /// The name of the array in row-major order from the start of its block. An array with another layout is copied.
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

    /// The atoms with arrays in row-major order, each after its block.
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

    /// A pattern's parameter at this place, with the parameter's own dimensions.
    fn retyped(&mut self, param: &'a seg::Param<'a>, place: Place) -> Result<Param<'b>> {
        let place = match param.ty {
            seg::Type::Array { dims, unique, .. } => Place { dims: self.atoms(dims)?, unique: *unique, ..place },
            _ => place,
        };
        Ok(self.array_param(param.span, param.name, place))
    }
}
