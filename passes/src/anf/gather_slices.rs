//! `gather-slices`: reads slices that are joined where they are.

use super::support::code::{Code, dims, prim, scalar, var};
use super::support::host;
use super::support::loops::numbers;
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Visit, walk_stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

pass! {
    /// Turns a concatenation of slices, for instance a rotation, into a map that reads each element from its slice.
    ///
    ///     concat (xs[k:], xs[:k])
    ///     becomes
    ///     map (\i -> if i < n - k then xs[k:][i] else xs[:k][i - (n - k)]) (iota n)
    ///
    /// `fuse` can then merge the map with what reads its elements, so that nothing is copied. On a processor, copies of
    /// slices are faster than a choice for each element.
    pub GatherSlices = "gather-slices": Anf => Anf {
        counts: { gathered },
        options: {
            /// Leaves programs as they are, for a device with few threads.
            few_threads: bool = false,
        },
    }
}

/// The most slices that are joined by choices.
const MOST: usize = 3;

impl Transform for GatherSlices {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        if run.options.few_threads {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        let mut gathered = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut slices = Slices(FxHashSet::default());
            slices.visit_program(program);
            let mut gatherer = Gatherer { arena, types: Types::of(program), slices: slices.0, gathered: 0 };
            let result = gatherer.rewrite_program(program);
            gathered = gatherer.gathered;
            result
        });
        run.counts.gathered = gathered;
        run.unchanged_if(gathered == 0);
        result
    }
}

/// The names of all slices.
struct Slices(FxHashSet<Name>);

impl<'a> Visit<'a> for Slices {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        if let Exp::Slice { .. } = node.exp {
            self.0.extend(node.pat.iter().map(|param| param.name));
        }
        walk_stm(self, node);
    }
}

struct Gatherer<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    slices: FxHashSet<Name>,
    gathered: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Gatherer<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        host::rewrite_body(self, node, |gatherer, code, stm, _| match gatherer.parts(stm.exp) {
            Some(parts) => Ok(gatherer.gathered(code, &parts)),
            None => gatherer.rewrite_exp(stm.exp),
        })
    }

    /// Does not visit the functions of SOACs: a thread had better copy slices than choose.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

/// The joined slices.
struct Parts<'a> {
    /// The number of elements or rows of all slices.
    count: Atom,
    /// The dimensions of a row.
    row: &'a [Atom],
    prim: PrimType,
    /// Each slice, and the number of its elements or rows.
    slices: Vec<(Name, Atom)>,
}

impl<'a, 'b> Gatherer<'a, 'b> {
    /// The slices that an expression joins, if there are only a few.
    fn parts(&self, exp: &Exp<'a>) -> Option<Parts<'a>> {
        let Exp::Concat { arrays, count, .. } = *exp else { return None };
        if arrays.len() > MOST || !arrays.iter().all(|array| self.slices.contains(array)) {
            return None;
        }
        let mut slices = Vec::new();
        let mut found = None;
        for array in arrays {
            let ty = self.types.get(*array)?;
            let (first, row) = dims(&ty).split_first()?;
            slices.push((*array, *first));
            found = Some((row, prim(&ty)));
        }
        let (row, prim) = found?;
        Some(Parts { count: *count, row, prim, slices })
    }

    /// The nest of maps that reads the elements of the slices.
    fn gathered(&mut self, code: &mut Code<'b>, parts: &Parts<'a>) -> Exp<'b> {
        self.gathered += 1;
        self.nest(code, parts, &mut Vec::new())
    }

    /// The maps over the dimensions behind those of `indices`.
    fn nest(&self, code: &mut Code<'b>, parts: &Parts<'a>, indices: &mut Vec<Atom>) -> Exp<'b> {
        let (arena, span) = (self.arena, code.span);
        let count = if indices.is_empty() { parts.count } else { parts.row[indices.len() - 1] };
        let numbers = numbers(code, "numbers", count);
        let index = code.param("i", scalar(PrimType::I64));
        indices.push(var(index.name));
        let rest: Vec<Atom> = parts.row.iter().skip(indices.len() - 1).copied().collect();
        let mut inside = Code::new(arena, span);
        let (exp, ret) = if rest.is_empty() {
            let (first, inner) = (indices[0], &indices[1..]);
            (element(&mut inside, parts, &parts.slices, first, inner), scalar(parts.prim))
        } else {
            (self.nest(&mut inside, parts, indices), code.array(parts.prim, rest, false))
        };
        let result: Param<'b> = inside.param("element", ret);
        inside.push(&[result], exp);
        let body = arena.alloc(inside.body([var(result.name)]));
        let lambda = Lambda { span, params: arena.slice([index]), rets: arena.slice([ret]), body };
        let (width, arrays) = (arena.alloc(count), arena.slice([numbers]));
        Exp::Map { span, groups: false, width, arrays, lambda: arena.alloc(lambda) }
    }
}

/// The element of the slice that has row `row` of all rows.
fn element<'b>(code: &mut Code<'b>, parts: &Parts<'_>, slices: &[(Name, Atom)], row: Atom, inner: &[Atom]) -> Exp<'b> {
    let (arena, span) = (code.arena, code.span);
    let read = |(name, count): &(Name, Atom), row: Atom, code: &Code<'b>| {
        let indices = [&[row][..], inner].concat();
        let sizes = [&[*count][..], parts.row].concat();
        code.element(*name, &indices, &sizes)
    };
    let [first, rest @ ..] = slices else { return Exp::Atoms { span, atoms: &[] } };
    if rest.is_empty() {
        return read(first, row, code);
    }
    let cond = code.binary("inside", BinOp::Lt, PrimType::I64, row, first.1);
    let branch = |mut code: Code<'b>, exp: Exp<'b>| {
        let result = code.bind("element", scalar::<'b>(parts.prim), exp);
        arena.alloc(code.body([var(result)]))
    };
    let yes = branch(Code::new(arena, span), read(first, row, code));
    let mut behind = Code::new(arena, span);
    let next = behind.arith(BinOp::Sub, row, first.1);
    let exp = element(&mut behind, parts, rest, next, inner);
    let no = branch(behind, exp);
    Exp::If { span, cond: arena.alloc(cond), yes, no }
}
