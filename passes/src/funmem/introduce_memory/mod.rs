//! `introduce-memory`: gives every array a memory block and an index function.

mod joins;
mod statements;

use super::support::numbers::{number, number_param};
use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, Span, pass};
use languages::funmem::index::{Index, Layout};
use languages::funmem::lmad::product;
use languages::funmem::{
    Arena, Atom, Body, Entry, EntryResult, Exp, Fun, FunMem, Lower, Param, Poly, Program, Stm, Type, gone,
};
use languages::prim::PrimType;
use languages::seg::{self, Seg};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

pass! {
    /// Gives every array a memory block and an index function, and allocates blocks for fresh arrays.
    ///
    ///     let (y: [n]i32) = copy x     becomes     let (m: mem) = alloc n   let (y: [n]i32 @m -> {(n : 1)}) = copy x
    ///
    /// IFL'22 §3.5, procedures TransformProgram, TransformStms, TransformStm and Support. Slices, transpositions,
    /// most reshapes, and coercions cost nothing at run time. Fresh arrays are in row-major order. An array that is
    /// updated in place stays in its block.
    ///
    /// If branches, iterations or calls leave an array in different places, the block becomes a result as well, and
    /// so do the offset and those strides that differ:
    ///
    ///     let ys = if c then xs[1:] else xs
    ///     becomes
    ///     let (o: i64) (ys: [k]i32 @m -> o + {(k : 1)}) = if c then (1, xs[1:]) else (0, xs)
    ///
    /// Entry points take and return arrays in row-major order, from the start of a block. If only one of two branches
    /// leaves such a result in another order, it copies the result itself. For other functions, each part of a place is
    /// a parameter or a result unless all calls have it in row-major order.
    pub IntroduceMemory = "introduce-memory": Seg => FunMem {
        counts: { allocations, copies },
    }
}

impl Transform for IntroduceMemory {
    fn transform(&self, program: &Owned<Seg>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let mut counts = Counts::default();
        let result = Owned::build(|arena| {
            let mut memory = Memory {
                arena,
                funs: program.root().funs,
                arrays: FxHashMap::default(),
                same: Vec::new(),
                unknown: FxHashMap::default(),
                passed: FxHashSet::default(),
                returned: FxHashSet::default(),
                naturals: Vec::new(),
                again: false,
                out: Vec::new(),
                counts: Counts::default(),
            };
            let result = memory.program(program.root());
            counts = memory.counts;
            result
        });
        run.counts.allocations = counts.allocations;
        run.counts.copies = counts.copies;
        result
    }
}

#[derive(Clone, Copy, Default)]
struct Counts {
    allocations: u64,
    copies: u64,
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

/// What is known of the place of an array before its statement runs: the parts that are the same on all ways to it.
#[derive(Clone, Debug, Default)]
struct Known {
    mem: Option<Name>,
    offset: Option<Index>,
    strides: Vec<Option<Index>>,
    /// Whether a way copies an array that it does not leave in row-major order.
    copied: bool,
}

/// What is known to be unknown of the place of a loop's parameter, or of a function's parameter or result.
#[derive(Default)]
struct Unknown {
    mem: bool,
    /// The offset (0), and the strides of dimensions (from 1 on).
    parts: BTreeSet<usize>,
    /// Whether the initial value of the loop's parameter is brought into row-major order.
    copied: bool,
}

/// Applies equations in order. Later ones are in terms of what the earlier ones leave.
fn one_name(same: &[(Name, Index)], index: Index) -> Index {
    same.iter().fold(index, |index, (name, size)| index.substitute(*name, size))
}

struct Memory<'a, 'b> {
    arena: &'b Arena<'b>,
    funs: &'a [seg::Fun<'a>],
    arrays: FxHashMap<Name, Place>,
    /// Sizes that are equal to others, since a check has passed.
    same: Vec<(Name, Index)>,
    unknown: FxHashMap<Name, Unknown>,
    /// Blocks that are operands of branches, loops or calls.
    passed: FxHashSet<Name>,
    /// Arrays that an entry point returns, and so in row-major order.
    returned: FxHashSet<Name>,
    /// The sizes of the arrays that are known here. They are at least 0.
    naturals: Vec<Name>,
    /// Whether a call was found to need more of a function than was assumed.
    again: bool,
    /// The statements of the current body so far.
    out: Vec<Stm<'b>>,
    counts: Counts,
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
        // What is assumed of functions holds for all calls in the last attempt.
        loop {
            self.again = false;
            self.counts = Counts::default();
            let funs = program.funs.iter().map(|fun| self.fun(fun)).collect::<Result<Vec<_>>>()?;
            if !self.again {
                // `warn-checks` has seen what is watched.
                return Ok(Program { span: program.span, watched: &[], consts: &[], funs: self.arena.slice(funs) });
            }
        }
    }

    /// TRANSFORMPROGRAM: arrays are passed in and out after their blocks.
    fn fun(&mut self, fun: &'a seg::Fun<'a>) -> Result<Fun<'b>> {
        let mut params = Vec::new();
        for param in fun.params {
            let known = self.assumed(param)?;
            self.joined(param, &known, &mut params)?;
        }
        let (mut results, mut positions, mut known) = (Vec::new(), Vec::new(), Vec::new());
        for param in fun.results {
            let assumed = self.assumed(param)?;
            self.joined(param, &assumed, &mut results)?;
            positions.push(results.len() as i64 - 1);
            known.push(assumed);
        }
        if fun.entry.is_some() {
            self.returned.extend(fun.body.result.iter().filter_map(joins::variable));
        }
        let (stms, result) = self.region(fun.body.stms, |memory| {
            let mut out = Vec::new();
            for (param, (atom, known)) in fun.results.iter().zip(fun.body.result.iter().zip(&known)) {
                let fixed = |index: &Index| joins::substituted(index, fun.results, fun.body.result);
                let atom = memory.fitting(memory.atom(atom), param.name, known, fixed, fun.entry.is_some())?;
                memory.passed(atom, known, &mut out)?;
            }
            Ok(out)
        })?;
        let entry = fun.entry.map(|entry| self.entry(entry, &positions)).transpose()?;
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

    /// An entry point whose results have new positions.
    fn entry(&mut self, entry: &'a seg::Entry<'a>, positions: &[i64]) -> Result<&'b Entry<'b>> {
        let mut results = Vec::new();
        for result in entry.results {
            let leaves = result.leaves.iter().filter_map(|leaf| positions.get(*leaf as usize).copied());
            let leaves = self.arena.slice(leaves.collect::<Vec<_>>());
            results.push(EntryResult { span: result.span, ty: result.ty, leaves });
        }
        let args = entry.args.iter().map(|arg| self.lower_entry_arg(arg)).collect::<Result<Vec<_>>>()?;
        let (args, results) = (self.arena.slice(args), self.arena.slice(results));
        Ok(self.arena.alloc(Entry { span: entry.span, name: entry.name, args, results }))
    }

    /// What is assumed of the place of a function's parameter or result: row-major order, from the start of a block.
    fn assumed(&self, param: &'a seg::Param<'a>) -> Result<Known> {
        let plain = Layout::row_major(&self.sizes_of(param)?);
        let unknown = self.unknown.get(&param.name);
        let known = |part: usize| unknown.is_none_or(|unknown| !unknown.parts.contains(&part));
        let strides = plain.strides.into_iter().enumerate();
        Ok(Known {
            mem: None,
            offset: known(0).then_some(plain.offset),
            strides: strides.map(|(dim, stride)| known(dim + 1).then_some(stride)).collect(),
            ..Known::default()
        })
    }

    /// An array that is passed as the parameter or result `name` of a function. If it is not where the function assumes
    /// it to be, the function will assume less. With `plain`, the array is copied instead. `fixed` translates
    /// what the function knows.
    fn fitting(
        &mut self,
        atom: Atom,
        name: Name,
        known: &Known,
        fixed: impl Fn(&Index) -> Index,
        plain: bool,
    ) -> Result<Atom> {
        let Atom::Var { span, name: array } = atom else { return Ok(atom) };
        let Some(place) = self.arrays.get(&array) else { return Ok(atom) };
        if plain {
            return Ok(Atom::Var { span, name: self.plain_copy(span, array)? });
        }
        let found = std::iter::once(&place.layout.offset).chain(&place.layout.strides);
        let assumed = std::iter::once(&known.offset).chain(&known.strides).enumerate();
        let mut wrong = Vec::new();
        for ((part, known), found) in assumed.zip(found) {
            if known.as_ref().is_some_and(|known| !self.equal(&fixed(known), found)) {
                wrong.push(part);
            }
        }
        if !wrong.is_empty() {
            self.again = true;
            self.unknown.entry(name).or_default().parts.extend(wrong);
        }
        Ok(atom)
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

    /// The sizes of an array of a pattern.
    fn sizes_of(&self, param: &seg::Param<'_>) -> Result<Vec<Index>> {
        Ok(match param.ty {
            seg::Type::Array { dims, .. } => self.atoms(dims)?.iter().map(Index::atom).collect(),
            _ => Vec::new(),
        })
    }

    /// A size, offset or stride in which equal sizes have one name.
    fn canonical(&self, index: &Index) -> Index {
        one_name(&self.same, index.clone())
    }

    fn equal(&self, a: &Index, b: &Index) -> bool {
        self.equal_on(&[], a, b)
    }

    /// Whether two numbers are equal where these additional equations hold.
    fn equal_on(&self, same: &[(Name, Index)], a: &Index, b: &Index) -> bool {
        a == b || one_name(same, self.canonical(a)) == one_name(same, self.canonical(b))
    }

    /// Whether an array lies in row-major order from the start of its block.
    fn is_plain(&self, place: &Place) -> bool {
        let plain = Layout::row_major(&place.dims.iter().map(Index::atom).collect::<Vec<_>>());
        let mut strides = place.layout.strides.iter().zip(&plain.strides);
        place.layout.offset.is_zero() && strides.all(|(stride, plain)| self.equal(stride, plain))
    }

    fn plain(&self, prim: PrimType, dims: Vec<Atom>, unique: bool, mem: Name) -> Place {
        let sizes: Vec<Index> = dims.iter().map(Index::atom).collect();
        Place { prim, dims, unique, mem, layout: Layout::row_major(&sizes) }
    }

    fn mem_param(&self, span: Span, name: Name) -> Param<'b> {
        Param { span, name, ty: self.arena.alloc(Type::Mem { span }) }
    }

    fn number_param(&self, span: Span, name: Name) -> Param<'b> {
        number_param(self.arena, span, name)
    }

    /// Computes an offset or a stride.
    fn number(&mut self, span: Span, base: &str, index: &Index) -> Atom {
        number(self.arena, span, base, index, &mut self.out)
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
        let sizes = place.dims.iter().filter_map(|dim| match dim {
            Atom::Var { name, .. } => Some(*name),
            Atom::Const { .. } => None,
        });
        self.naturals.extend(sizes);
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
        let (around, same, naturals) = (std::mem::take(&mut self.out), self.same.len(), self.naturals.len());
        for stm in stms {
            self.stm(stm)?;
        }
        let result = finish(self);
        // What checks inside of the body have shown holds there only.
        self.same.truncate(same);
        self.naturals.truncate(naturals);
        let stms = std::mem::replace(&mut self.out, around);
        Ok((self.arena.slice(stms), result?))
    }

    /// Allocates a block for an array in row-major order.
    fn allocate(&mut self, span: Span, base: &str, prim: PrimType, dims: Vec<Atom>) -> Place {
        self.counts.allocations += 1;
        let mem = Name::fresh(format!("{base}_mem").as_str());
        let count: Poly<'b> = product(&dims.iter().map(Index::atom).collect::<Vec<_>>()).node(self.arena);
        let pat = vec![self.mem_param(span, mem)];
        self.push(span, pat, &[], Exp::Alloc { span, prim, count: self.arena.alloc(count) });
        self.plain(prim, dims, true, mem)
    }

    /// The name of the array in row-major order from the start of its block. An array with another layout is copied.
    fn plain_copy(&mut self, span: Span, array: Name) -> Result<Name> {
        let place = self.place(array)?;
        if self.is_plain(&place) {
            return Ok(array);
        }
        self.counts.copies += 1;
        let fresh = self.allocate(span, array.base.as_str(), place.prim, place.dims);
        let name = array.refresh();
        let pat = vec![self.array_param(span, name, fresh)];
        self.push(span, pat, &[], Exp::Copy { span, array });
        Ok(name)
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
