//! `leave-loops`: leaves a loop whose further iterations would change nothing.

use super::support::code::{Code, scalar, truth, var};
use super::support::effects::{has_effect, traces};
use framework::pass::{Run, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, LoopForm, Param, Program, Rewrite, Stm, default_rewrite_stm};
use languages::prim::{BinOp, PrimType, PrimValue, convert};
use rustc_hash::FxHashSet;

pass! {
    /// Leaves a loop in the first iteration that changes no parameter, if all later ones would not either.
    ///
    ///     loop x = a for i < n do if done x then x else f x
    ///     becomes
    ///     loop (x, i, go) = (a, 0, 0 < n) while go do if done x then (x, i, false) else (f x, i + 1, i + 1 < n)
    ///
    /// Futhark has no statement that leaves a loop. A program that looks for a fixed point, or for a root, therefore
    /// writes a loop with an upper bound whose last iterations do nothing. The condition must depend on nothing but the
    /// parameters, since only then it stays true.
    pub LeaveLoops = "leave-loops": Anf => Anf {
        counts: { left },
    }
}

impl Transform for LeaveLoops {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut left = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut leaver = Leaver { arena, left: 0 };
            let result = leaver.rewrite_program(program);
            left = leaver.left;
            result
        });
        run.counts.left = left;
        run.unchanged_if(left == 0);
        result
    }
}

struct Leaver<'b> {
    arena: &'b Arena<'b>,
    left: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Leaver<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut code = Code::new(self.arena, node.span);
        for stm in node.stms {
            let stm = default_rewrite_stm(self, stm)?;
            let Some(found) = Steady::of(&stm) else {
                code.stms.push(stm);
                continue;
            };
            self.left += 1;
            let go = code.operator(BinOp::Lt, found.prim, found.number(0), found.bound);
            code.stms.push(found.rewritten(self.arena, &stm, go));
        }
        Ok(code.body(node.result.iter().copied()))
    }
}

/// A loop `for index < bound` that ends in a branch, one side of which changes no parameter.
struct Steady<'b> {
    index: Name,
    prim: PrimType,
    bound: Atom,
    /// The statements before the branch.
    before: &'b [Stm<'b>],
    branch: &'b Stm<'b>,
    /// Whether `yes` is the side that changes nothing.
    on_yes: bool,
}

/// Whether a statement depends on one of these names.
fn varies(stm: &Stm<'_>, varying: &FxHashSet<Name>) -> bool {
    stm.free_names().iter().any(|name| varying.contains(name))
}

/// Whether a side of a branch gives each parameter back. `cond` is the branch's condition, whose value is known there.
fn keeps(side: &Body<'_>, wanted: &[(Name, usize)], cond: (Name, bool)) -> bool {
    let kept = |(param, position): &(Name, usize)| match side.result.get(*position) {
        Some(Atom::Var { name, .. }) => name == param,
        Some(atom) => cond.0 == *param && *atom == truth(cond.1),
        None => false,
    };
    side.stms.is_empty() && wanted.iter().all(kept)
}

impl<'b> Steady<'b> {
    fn of(stm: &Stm<'b>) -> Option<Self> {
        let Exp::Loop { params, form: LoopForm::For { index, prim, bound, .. }, body, .. } = *stm.exp else {
            return None;
        };
        let (branch, before) = body.stms.split_last()?;
        let Exp::If { cond: Atom::Var { name: cond, .. }, yes, no, .. } = branch.exp else { return None };
        let mut varying = FxHashSet::from_iter([*index]);
        for stm in before {
            if varies(stm, &varying) {
                varying.extend(stm.pat.iter().map(|param| param.name));
            }
        }
        // What would fail in a later iteration has to fail in the one that is left.
        let differs = |stm: &Stm<'_>| traces(stm.exp) || has_effect(stm.exp) && varies(stm, &varying);
        if varying.contains(cond) || before.iter().any(differs) {
            return None;
        }
        // The parameters that the branch gives new values to, with their positions in its results.
        let mut wanted = Vec::new();
        for (param, result) in params.iter().zip(body.result) {
            let Atom::Var { name, .. } = result else { return None };
            match branch.pat.iter().position(|bound| bound.name == *name) {
                Some(position) => wanted.push((param.name, position)),
                None if *name == param.name => {}
                None => return None,
            }
        }
        let on_yes = keeps(yes, &wanted, (*cond, true));
        let found = Steady { index: *index, prim: *prim, bound: **bound, before, branch, on_yes };
        (on_yes || keeps(no, &wanted, (*cond, false))).then_some(found)
    }

    /// A number of the index's type.
    fn number(&self, value: i64) -> Atom {
        Atom::Const { span: self.branch.span, value: convert(PrimValue::I64(value), self.prim) }
    }

    /// A side of the branch, with two more results: the next index, and whether there is an iteration with it.
    fn side(&self, arena: &'b Arena<'b>, side: &Body<'b>, changes: bool) -> &'b Body<'b> {
        let mut code = Code::new(arena, self.branch.span);
        code.stms.extend(side.stms);
        let next = if changes {
            let next = code.binary("next", BinOp::Add, self.prim, var(self.index), self.number(1));
            [next, code.binary("go", BinOp::Lt, self.prim, next, self.bound)]
        } else {
            [var(self.index), truth(false)]
        };
        arena.alloc(code.body(side.result.iter().copied().chain(next)))
    }

    /// The loop as one that ends after the first iteration that changes nothing. `starts`: whether there is one at all.
    fn rewritten(&self, arena: &'b Arena<'b>, stm: &Stm<'b>, starts: Atom) -> Stm<'b> {
        let (Exp::Loop { params, inits, body, .. }, Exp::If { cond, yes, no, .. }) = (*stm.exp, *self.branch.exp)
        else {
            return *stm;
        };
        let span = stm.span;
        let types = [scalar(self.prim), scalar(PrimType::Bool)].map(|ty| arena.alloc(ty));
        let fresh = |base, ty| Param { span, name: Name::fresh(base), ty };
        let two = || [fresh("next", types[0]), fresh("go", types[1])];

        let state = [Param { span, name: self.index, ty: types[0] }, fresh("go", types[1])];
        let go = state[1].name;
        let pat = two();
        let (yes, no) = (self.side(arena, yes, !self.on_yes), self.side(arena, no, self.on_yes));
        let exp = arena.alloc(Exp::If { span: self.branch.span, cond, yes, no });
        let bound = arena.slice(self.branch.pat.iter().copied().chain(pat));
        let branch = Stm { pat: bound, exp, ..*self.branch };
        let stms = arena.slice(self.before.iter().copied().chain([branch]));
        let result = arena.slice(body.result.iter().copied().chain(pat.map(|param| var(param.name))));
        let body = Body { stms, result, ..*body };
        let exp = Exp::Loop {
            span,
            params: arena.slice(params.iter().copied().chain(state)),
            inits: arena.slice(inits.iter().copied().chain([self.number(0), starts])),
            form: arena.alloc(LoopForm::While { span, cond: go }),
            body: arena.alloc(body),
        };
        Stm { pat: arena.slice(stm.pat.iter().copied().chain(two())), exp: arena.alloc(exp), ..*stm }
    }
}
