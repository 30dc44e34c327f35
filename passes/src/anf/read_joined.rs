//! `read-joined`: reads elements of joined arrays where they are.

use super::support::effects::consumed;
use super::support::host;
use super::support::joined::Joined;
use super::support::soac::Soac;
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, Program, Rewrite, Stm, Visit, default_rewrite_exp, default_rewrite_lambda,
    walk_stm,
};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Reads an element of a concatenation in a SOAC's function from the array that it comes from.
    ///
    ///     map (\i -> let ys = concat (xs, [n]) in ys[i + k]) is
    ///     becomes
    ///     map (\i -> if i + k < m then xs[i + k] else [n][i + k - m]) is
    ///
    /// Otherwise each element of the map would join the arrays to read a few elements, so that the program would do
    /// asymptotically more work than it needs. The concatenation stays if it is used as a whole.
    pub ReadJoined = "read-joined": Anf => Anf {
        counts: { read },
    }
}

impl Transform for ReadJoined {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut read = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut uses = Uses(FxHashSet::default());
            uses.visit_program(program);
            let (types, joined) = (Types::of(program), FxHashMap::default());
            let mut reader = Reader { arena, types, used: uses.0, joined, in_function: false, read: 0 };
            let result = reader.rewrite_program(program);
            read = reader.read;
            result
        });
        run.counts.read = read;
        run.unchanged_if(read == 0);
        result
    }
}

/// The names that are used other than to read an element.
struct Uses(FxHashSet<Name>);

impl<'a> Visit<'a> for Uses {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node.exp {
            Exp::Index { .. } | Exp::If { .. } | Exp::Loop { .. } => {}
            exp => match Soac::of(exp) {
                Some(soac) => {
                    self.0.extend(soac.arrays);
                    self.0.extend(consumed(node));
                }
                None => self.0.extend(node.free_names()),
            },
        }
        walk_stm(self, node);
    }

    /// Results of bodies, and initial values.
    fn visit_atom(&mut self, node: &'a Atom) {
        if let Atom::Var { name, .. } = node {
            self.0.insert(*name);
        }
    }
}

struct Reader<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    /// The names that are used other than to read an element.
    used: FxHashSet<Name>,
    /// The concatenations whose elements are read from the joined arrays.
    joined: FxHashMap<Name, Joined<'a>>,
    /// Whether the current code is that of a SOAC's function.
    in_function: bool,
    read: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Reader<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        host::rewrite_body(self, node, |reader, code, stm, _| match *stm.exp {
            Exp::Index { array, indices: [row, inner @ ..], .. } => match reader.joined.get(&array) {
                Some(joined) => {
                    reader.read += 1;
                    Ok(joined.element(code, *row, inner))
                }
                None => default_rewrite_exp(reader, stm.exp),
            },
            _ => {
                reader.find(stm);
                default_rewrite_exp(reader, stm.exp)
            }
        })
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        let around = std::mem::replace(&mut self.in_function, true);
        let lambda = default_rewrite_lambda(self, node);
        self.in_function = around;
        lambda
    }
}

impl<'a> Reader<'a, '_> {
    /// Notes a statement that joins arrays, if only elements of the result are read.
    fn find(&mut self, stm: &Stm<'a>) {
        if let (true, [param]) = (self.in_function, stm.pat)
            && !self.used.contains(&param.name)
            && let Some(joined) = Joined::of(stm.exp, &self.types)
        {
            self.joined.insert(param.name, joined);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

    fn read(text: &str, args: &str) -> String {
        after(&["simplify", "remove-dead", "read-joined", "remove-dead"], text, args)
    }

    #[test]
    fn elements_of_arrays_that_a_branch_joins() {
        let text = "entry main [n] (xs: [n]i64) (is: []i64) = map (\\i -> if i > 1 then (xs ++ [i])[i] else 0) is";
        let program = read(text, "[1i64, 2i64, 4i64] [0i64, 2i64, 3i64]");
        assert_eq!(count(&program, "concat"), 0, "{program}");
    }

    #[test]
    fn an_array_that_is_used_as_a_whole_stays() {
        let text = "entry main [n] (xs: [n]i64) (is: []i64) = map (\\i -> let ys = xs ++ [i] in ys[i] + i64.sum ys) is";
        let program = read(text, "[1i64, 2i64, 4i64] [0i64, 2i64, 3i64]");
        assert_eq!(count(&program, "concat"), 1, "{program}");
    }
}
