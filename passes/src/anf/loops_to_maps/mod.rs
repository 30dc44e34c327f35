//! `loops-to-maps`: finds loops whose iterations do not depend on each other.

mod apart;
mod maps;

use super::support::code::{Code, dims, variable};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Lambda, LoopForm, Program, Rewrite, Visit, default_rewrite_fun,
    default_rewrite_lambda, default_rewrite_stm, walk_exp,
};
use rustc_hash::FxHashMap;

use self::apart::{Apart, Own};

pass! {
    /// Makes a loop a map, if each iteration reads and replaces no other element of its arrays than its own.
    ///
    ///     loop ys = xs for i < n do ys with [i] = f ys[i]
    ///     becomes
    ///     map (\y -> f y) xs
    ///
    /// for an array of `n` elements. If a loop replaces only some of the elements, or those of one row, these are a
    /// slice, and the map's results go back into the array:
    ///
    ///     loop ys = xs for i < m do ys with [k, i] = f ys[k, i]
    ///     becomes
    ///     xs with [k, :m] = map (\y -> f y) xs[k, :m]
    ///
    /// The second form takes memory for the slice. So it is only for loops of the host, whose iterations become
    /// parallel, and not for loops of a thread. A loop without iterations leaves the array as it is: then `k` may be
    /// out of bounds. Loops that print stay, as their lines have an order.
    ///
    /// Arrays of `n` elements of which each iteration only reads its own become inputs of the map.
    pub LoopsToMaps = "loops-to-maps": Anf => Anf {
        counts: { maps },
    }
}

impl Transform for LoopsToMaps {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut maps = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut bounds = Bounds::default();
            bounds.visit_program(program);
            let mut finder = Finder { arena, types: Types::of(program), bounds, on_host: false, maps: 0 };
            let result = finder.rewrite_program(program);
            maps = finder.maps;
            result
        });
        run.counts.maps = maps;
        run.unchanged_if(maps == 0);
        result
    }
}

struct Finder<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    bounds: Bounds,
    /// Whether the statements at hand are certainly code of the host.
    on_host: bool,
    maps: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Finder<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        self.on_host = node.entry.is_some();
        default_rewrite_fun(self, node)
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        let around = std::mem::replace(&mut self.on_host, false);
        let lambda = default_rewrite_lambda(self, node);
        self.on_host = around;
        lambda
    }

    /// Inner loops come first: a loop around may then replace one row in each iteration.
    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut code = Code::new(self.arena, node.span);
        for stm in node.stms {
            let stm = default_rewrite_stm(self, stm)?;
            let fits = |found: &Apart<'b>| self.on_host || found.arrays.iter().all(|array| array.is_whole);
            match Apart::of(self.arena, &stm, &self.types).filter(fits) {
                Some(found) => {
                    self.maps += 1;
                    match found.arrays.iter().all(|array| self.bounds.hold(array)) {
                        true => found.mapped(&mut code, &stm, false)?,
                        false => found.guarded(&mut code, &stm)?,
                    }
                }
                None => code.stms.push(stm),
            }
        }
        Ok(code.body(node.result.iter().copied()))
    }
}

/// The numbers of iterations of loops, by their indices.
#[derive(Default)]
struct Bounds(FxHashMap<Name, Atom>);

impl<'a> Visit<'a> for Bounds {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Loop { form: LoopForm::For { index, bound, .. }, .. } = node {
            self.0.insert(*index, **bound);
        }
        walk_exp(self, node);
    }
}

impl Bounds {
    /// Whether the row of an array of which a loop has the elements certainly exists.
    fn hold(&self, array: &Own<'_>) -> bool {
        let bound = |index: &Atom| variable(index).and_then(|name| self.0.get(&name));
        array.outer.iter().zip(dims(array.param.ty)).all(|(index, size)| bound(index) == Some(size))
    }
}
