//! `gather-slices`: reads slices that are joined where they are.

use super::support::code::{Code, scalar, var};
use super::support::host;
use super::support::joined::Joined;
use super::support::loops::numbers;
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Visit, walk_stm};
use languages::prim::PrimType;
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

impl<'a, 'b> Gatherer<'a, 'b> {
    /// The slices that an expression joins, if there are only a few.
    fn parts(&self, exp: &Exp<'a>) -> Option<Joined<'a>> {
        let joined = Joined::of(exp, &self.types)?;
        joined.arrays.iter().all(|(array, _)| self.slices.contains(array)).then_some(joined)
    }

    /// The nest of maps that reads the elements of the slices.
    fn gathered(&mut self, code: &mut Code<'b>, parts: &Joined<'a>) -> Exp<'b> {
        self.gathered += 1;
        self.nest(code, parts, &mut Vec::new())
    }

    /// The maps over the dimensions behind those of `indices`.
    fn nest(&self, code: &mut Code<'b>, parts: &Joined<'a>, indices: &mut Vec<Atom>) -> Exp<'b> {
        let (arena, span) = (self.arena, code.span);
        let count = if indices.is_empty() { parts.count } else { parts.row[indices.len() - 1] };
        let numbers = numbers(code, "numbers", count);
        let index = code.param("i", scalar(PrimType::I64));
        indices.push(var(index.name));
        let rest: Vec<Atom> = parts.row.iter().skip(indices.len() - 1).copied().collect();
        let mut inside = Code::new(arena, span);
        let (exp, ret) = if rest.is_empty() {
            let (first, inner) = (indices[0], &indices[1..]);
            (parts.element(&mut inside, first, inner), scalar(parts.prim))
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
