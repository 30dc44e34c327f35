//! Loops and branches in the function of a map that are the same for all its iterations: the map moves into them.

use super::{Around, Flat, has_flat};
use crate::anf::support::code::{Code, dims, var, variable};
use crate::anf::support::loops::array_of;
use crate::anf::support::soac::exp_soacs;
use framework::{Name, Names, Node, Renaming};
use languages::anf::{Atom, Body, Exp, LoopForm, Param, Stm, Type};
use rustc_hash::FxHashSet;

/// Whether a statement computes a number that is the same for all iterations, and cannot fail. `bound` are the names
/// that differ between iterations.
pub fn is_uniform(stm: &Stm<'_>, bound: &FxHashSet<Name>) -> bool {
    let is_total = match stm.exp {
        // Neither a division by a positive constant nor a power of one fails.
        Exp::Bin { op, prim, rhs, .. } => !op.can_fail(*prim) || is_positive(rhs),
        Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. } => true,
        Exp::Atoms { .. } => stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. })),
        _ => false,
    };
    is_total && stm.certs.is_empty() && stm.exp.free_names().iter().all(|name| !bound.contains(name))
}

fn is_positive(atom: &Atom) -> bool {
    matches!(atom, Atom::Const { value, .. } if value.as_i64().is_some_and(|value| value > 0))
}

/// Whether a statement makes an array with the same elements for all iterations.
pub fn is_filled(stm: &Stm<'_>, bound: &FxHashSet<Name>) -> bool {
    let mut names = stm.exp.free_names().into_iter().chain(stm.certs.iter().copied());
    matches!(stm.exp, Exp::Replicate { .. }) && names.all(|name| !bound.contains(&name))
}

/// Whether a statement is a loop that all iterations of a map go through equally often, or a branch that all of them
/// take or do not take, with SOACs inside that become flat.
pub fn is_shared(stm: &Stm<'_>, bound: &FxHashSet<Name>) -> bool {
    let outside = |atom: &Atom| variable(atom).is_none_or(|name| !bound.contains(&name));
    let are_regular = |params: &[Param<'_>]| params.iter().all(|param| dims(param.ty).iter().all(outside));
    if exp_soacs(stm.exp) == 0 || !are_regular(stm.pat) || !stm.certs.iter().all(|cert| !bound.contains(cert)) {
        return false;
    }
    match stm.exp {
        Exp::Loop { params, form: LoopForm::For { index, bound: count, .. }, body, .. } => {
            let mut bound = bound.clone();
            bound.remove(index);
            outside(count) && are_regular(params) && has_flat(Around::of_loop(params, body), bound) == Some(true)
        }
        Exp::If { cond, yes, no, .. } => {
            let (yes, no) =
                (has_flat(Around::of_branch(yes), bound.clone()), has_flat(Around::of_branch(no), bound.clone()));
            outside(cond) && matches!((yes, no), (Some(yes), Some(no)) if yes || no)
        }
        _ => false,
    }
}

impl<'a, 'b> Flat<'a, 'b, '_> {
    /// The arrays of all iterations that a statement makes, for which [`is_filled`] holds.
    pub(super) fn fill(&mut self, code: &mut Code<'b>, stm: &'a Stm<'a>) {
        let Exp::Replicate { span, shape, value } = stm.exp else { return };
        let shape = std::iter::once(self.width).chain(shape.iter().copied()).collect::<Vec<_>>();
        let exp = Exp::Replicate { span: *span, shape: self.arena.slice(shape), value: self.arena.alloc(**value) };
        let rows = self.rows(code, stm.pat);
        self.bind(code, stm, rows, exp);
    }

    /// The loop or branch of a statement for which [`is_shared`] holds, with arrays for the values of all iterations.
    ///
    ///     map (\x -> loop y = f x for i < k do map g y) xs
    ///     becomes   loop ys = map f xs for i < k do map (map g) ys
    pub(super) fn interchange(&mut self, code: &mut Code<'b>, stm: &'a Stm<'a>) {
        let (arena, span) = (self.arena, stm.span);
        let mut keep = Renaming::new(Names::Keep);
        let exp = match stm.exp {
            Exp::Loop { params, inits, form, body, .. } => {
                if let LoopForm::For { index, .. } = form {
                    self.bound.remove(index);
                }
                let types: Vec<Type<'a>> = params.iter().map(|param| not_unique(param.ty)).collect();
                let inits = self.copies(code, inits, &types);
                let (own, again) = (self.given.len(), self.again.len());
                let accs = self.rows(code, params);
                let mut inside = Code::new(arena, span);
                let results = self.body(&mut inside, Around::of_loop(params, body), &types, own);
                self.given.truncate(own);
                self.again.truncate(again);
                Exp::Loop {
                    span,
                    params: arena.slice(accs),
                    inits: arena.slice(inits.into_iter().map(var).collect::<Vec<_>>()),
                    form: arena.alloc(form.copy_into(arena, &mut keep)),
                    body: arena.alloc(inside.body(results.into_iter().map(var))),
                }
            }
            Exp::If { cond, yes, no, .. } => {
                let (yes, no) = (self.branch(yes, stm), self.branch(no, stm));
                Exp::If { span, cond: arena.alloc(**cond), yes: arena.alloc(yes), no: arena.alloc(no) }
            }
            _ => return,
        };
        let made = self.rows(code, stm.pat);
        self.bind(code, stm, made, exp);
    }

    /// Binds the arrays of all iterations, under the certificates of a statement.
    fn bind(&self, code: &mut Code<'b>, stm: &Stm<'_>, made: Vec<Param<'b>>, exp: Exp<'b>) {
        let certs = self.arena.slice(stm.certs.iter().copied());
        code.stms.push(Stm { span: stm.span, pat: self.arena.slice(made), certs, exp: self.arena.alloc(exp) });
    }

    /// A branch for all iterations.
    fn branch(&mut self, body: &'a Body<'a>, stm: &Stm<'a>) -> Body<'b> {
        let mut code = Code::new(self.arena, stm.span);
        let types: Vec<Type<'a>> = stm.pat.iter().map(|param| not_unique(param.ty)).collect();
        let (own, again) = (self.given.len(), self.again.len());
        let results = self.body(&mut code, Around::of_branch(body), &types, own);
        self.given.truncate(own);
        self.again.truncate(again);
        code.body(results.into_iter().map(var))
    }

    /// Parameters for arrays with the values of some names for each iteration, which are given from now on.
    fn rows(&mut self, code: &Code<'b>, params: &[Param<'a>]) -> Vec<Param<'b>> {
        let (arena, mut keep) = (self.arena, Renaming::new(Names::Keep));
        let row = |param: &Param<'a>| {
            let given = Param { ty: &not_unique(param.ty), ..*param }.copy_into(arena, &mut keep);
            (given, code.param("each", array_of(code, self.width, given.ty)))
        };
        let rows: Vec<(Param<'b>, Param<'b>)> = params.iter().map(row).collect();
        self.given.extend(rows.iter().map(|(given, made)| (*given, made.name)));
        rows.into_iter().map(|(_, made)| made).collect()
    }
}

/// The type of an array that others may use, too.
const fn not_unique<'a>(ty: &Type<'a>) -> Type<'a> {
    match *ty {
        Type::Array { span, prim, dims, .. } => Type::Array { span, prim, dims, unique: false },
        other => other,
    }
}
