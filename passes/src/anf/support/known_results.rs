//! Results of branches and loops that are known before, and are removed.

use framework::{Name, Names, Renaming, Result, Static};
use languages::anf::{Arena, Atom, Body, Exp, Param, Program, Stm};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// The removed results, and the loop parameters that they belong to.
pub struct KnownResults<'b> {
    /// The arena of the new statements.
    pub arena: &'b Arena<'b>,
    /// The values of removed names.
    known: FxHashMap<Name, Atom>,
    /// How many results of branches are removed.
    pub branches: u64,
    /// How many results of loops are removed.
    pub loops: u64,
}

impl<'b> KnownResults<'b> {
    /// Nothing is removed yet.
    pub fn new(arena: &'b Arena<'b>) -> KnownResults<'b> {
        KnownResults { arena, known: FxHashMap::default(), branches: 0, loops: 0 }
    }

    /// The value of an atom: what is known instead of a removed name.
    pub fn resolve(&self, mut atom: Atom) -> Atom {
        while let Atom::Var { name, .. } = atom
            && let Some(known) = self.known.get(&name)
        {
            atom = *known;
        }
        atom
    }

    /// The items whose results are kept.
    fn kept<T: Copy>(items: &[T], known: &[Option<Atom>]) -> Vec<T> {
        items.iter().zip(known).filter(|(_, known)| known.is_none()).map(|(item, _)| *item).collect()
    }

    fn without(&self, body: &Body<'b>, known: &[Option<Atom>]) -> &'b Body<'b> {
        self.arena.alloc(Body { result: self.arena.slice(Self::kept(body.result, known)), ..*body })
    }

    /// A branch or loop without the results that are known, and without the loop parameters that they belong to.
    pub fn remove(&mut self, stm: Stm<'b>, known: &[Option<Atom>]) -> Stm<'b> {
        let count = known.iter().flatten().count() as u64;
        if count == 0 {
            return stm;
        }
        let mut learn = |params: &[Param<'b>]| {
            let found = params.iter().zip(known).filter_map(|(param, known)| known.map(|known| (param.name, known)));
            self.known.extend(found);
        };
        learn(stm.pat);
        if let Exp::Loop { params, .. } = stm.exp {
            learn(params);
        }
        let exp = match *stm.exp {
            Exp::If { span, cond, yes, no } => {
                self.branches += count;
                Exp::If { span, cond, yes: self.without(yes, known), no: self.without(no, known) }
            }
            Exp::Loop { span, params, inits, form, body } => {
                self.loops += count;
                let params = self.arena.slice(Self::kept(params, known));
                let inits = self.arena.slice(Self::kept(inits, known));
                Exp::Loop { span, params, inits, form, body: self.without(body, known) }
            }
            other => other,
        };
        Stm { pat: self.arena.slice(Self::kept(stm.pat, known)), exp: self.arena.alloc(exp), ..stm }
    }

    /// Copies a program, with known values instead of removed names.
    pub fn replaced<'c>(&self, program: &Program<'b>, arena: &'c Arena<'c>) -> Result<Program<'c>> {
        let mut renaming = Renaming::new(Names::Unique);
        for (name, atom) in &self.known {
            renaming = match self.resolve(*atom) {
                Atom::Var { name: to, .. } => renaming.rename(*name, to),
                constant @ Atom::Const { .. } => renaming.replace(*name, Static(constant, PhantomData)),
            };
        }
        Ok(program.copy_into(arena, &mut renaming))
    }
}
