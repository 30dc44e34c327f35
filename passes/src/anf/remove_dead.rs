//! `remove-dead`: what nobody uses goes away.

use crate::anf::effects::{may_fail, variable};
use framework::pass::{Context, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Program, Rewrite, Stm, default_rewrite_stm};
use languages::prim::PrimValue;
use rustc_hash::FxHashSet;

pass! {
    /// Removes statements whose results nobody uses, assertions that hold, and branches that are never taken.
    ///
    ///     a = b + c; d = b * c; in d     becomes     d = b * c; in d
    ///
    /// Assertions that may fail stay, with everything that they need and everything that holds one. Loops end or not by themselves: one that
    /// nobody uses is removed even if it would never end.
    pub RemoveDead = "remove-dead": Anf => Anf {
        counts: { removed, branches },
    }
}

impl Transform for RemoveDead {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut counts = (0, 0);
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut remover = Remover { arena, held: FxHashSet::default(), removed: 0, branches: 0 };
            let result = remover.rewrite_program(program);
            counts = (remover.removed, remover.branches);
            result
        });
        context.count("removed", counts.0);
        context.count("branches", counts.1);
        result
    }
}

struct Remover<'b> {
    arena: &'b Arena<'b>,
    /// Certificates of assertions that hold.
    held: FxHashSet<Name>,
    removed: u64,
    branches: u64,
}

fn truth(atom: &Atom) -> Option<bool> {
    match atom {
        Atom::Const { value: PrimValue::Bool(value), .. } => Some(*value),
        _ => None,
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Remover<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut kept = Vec::new();
        self.stms(node.stms, &mut kept)?;
        // Backwards: a statement is alive if something later uses it.
        let mut live: FxHashSet<Name> = node.result.iter().filter_map(variable).collect();
        let mut stms = Vec::new();
        for stm in kept.into_iter().rev() {
            if stm.pat.iter().any(|param| live.contains(&param.name)) || may_fail(stm.exp) {
                live.extend(stm.free_names());
                stms.push(stm);
            } else {
                self.removed += 1;
            }
        }
        stms.reverse();
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

impl<'b> Remover<'b> {
    fn stms<'a>(&mut self, stms: &'a [Stm<'a>], out: &mut Vec<Stm<'b>>) -> Result<()> {
        for stm in stms {
            match stm.exp {
                Exp::Assert { cond, .. } if truth(cond) == Some(true) => {
                    self.removed += 1;
                    self.held.extend(stm.pat.iter().map(|param| param.name));
                }
                Exp::If { cond, yes, no, .. } if truth(cond).is_some() => {
                    self.branches += 1;
                    let taken: &'a Body<'a> = if truth(cond) == Some(true) { yes } else { no };
                    self.stms(taken.stms, out)?;
                    let pat: Result<Vec<_>> = stm.pat.iter().map(|param| self.rewrite_param(param)).collect();
                    let atoms = self.arena.slice(taken.result.iter().copied());
                    let certs = self.certs(stm.certs);
                    let exp = self.arena.alloc(Exp::Atoms { span: stm.span, atoms });
                    out.push(Stm { span: stm.span, pat: self.arena.slice(pat?), certs, exp });
                }
                _ => {
                    let rewritten = default_rewrite_stm(self, stm)?;
                    out.push(Stm { certs: self.certs(stm.certs), ..rewritten });
                }
            }
        }
        Ok(())
    }

    fn certs(&self, certs: &[Name]) -> &'b [Name] {
        let open: Vec<Name> = certs.iter().copied().filter(|cert| !self.held.contains(cert)).collect();
        self.arena.slice(open)
    }
}
