//! Finds simpler terms that equal results of branches, loops, copies and maps.

use super::facts::Ty;
use super::forms::plain;
use super::region::{Known, Region};
use super::term::{Op, Term};
use crate::anf::support::code::variable;
use egg::Id;
use framework::Name;
use languages::anf::{Atom, Body, Exp, LoopForm, Stm, Type};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

impl<'b> Region<'b> {
    /// The class of a result of a cheap branch. Adds the branch's statements to the e-graph.
    fn inside(&mut self, known: &Known<'b>, body: &Body<'b>, result: &Atom) -> Id {
        for stm in body.stms {
            match (stm.exp, stm.pat) {
                (Exp::Atoms { atoms, .. }, pat) => {
                    for (param, atom) in pat.iter().zip(*atoms) {
                        let id = self.atom(known, atom);
                        self.ids.insert(param.name, id);
                    }
                }
                (exp, [param]) => {
                    let Some((op, atoms)) = plain(exp) else { continue };
                    let args: Vec<Id> = atoms.iter().map(|atom| self.atom(known, atom)).collect();
                    let id = self.graph.add(Term::new(op, args));
                    self.ids.insert(param.name, id);
                }
                _ => {}
            }
        }
        self.atom(known, result)
    }

    /// Records that a result of a statement equals another class.
    fn equal(&mut self, result: Id, other: Id, why: &'static str) {
        self.graph.union_trusted(result, other, why);
        self.reasons.push((result, why));
    }

    /// Whether this body may overwrite an array, or an array that it is a view of.
    fn changes(&self, known: &Known<'b>, array: Name) -> bool {
        let mut roots = known.roots.get(&array).into_iter().flatten();
        self.touched.contains(&array) || roots.any(|root| self.touched.contains(root))
    }

    /// The class of a result of a branch on whether two integers or truth values are equal that is one of them in one
    /// case, and the other one in the other case: it is the value of the case in which they differ.
    fn unless_equal(
        &mut self,
        known: &Known<'b>,
        cond: &Atom,
        (yes, yes_atom): (&Body<'b>, &Atom),
        (no, no_atom): (&Body<'b>, &Atom),
    ) -> Option<Id> {
        let cond = self.atom(known, cond);
        let pair = self.graph[cond].nodes.iter().find_map(|term| match (&term.op, &*term.args) {
            (Op::Bin(op @ (BinOp::Eq | BinOp::Ne), prim), &[a, b]) if !prim.is_float() => Some((*op, a, b)),
            _ => None,
        });
        let (op, a, b) = pair?;
        let is_inner = |body: &Body<'_>, atom: &Atom| {
            body.stms.iter().flat_map(|stm| stm.pat).any(|param| Some(param.name) == variable(atom))
        };
        if is_inner(yes, yes_atom) || is_inner(no, no_atom) {
            return None;
        }
        let (yes, no) = (self.atom(known, yes_atom), self.atom(known, no_atom));
        let [yes, no, a, b] = [yes, no, a, b].map(|id| self.graph.find(id));
        ((yes, no) == (a, b) || (yes, no) == (b, a)).then_some(if op == BinOp::Ne { yes } else { no })
    }

    /// Adds simpler terms that equal a statement's results:
    ///
    /// - `if c then a else a` is `a`, for an `a` from outside;
    /// - `if c then a else false`, `if c then true else b` and `if c then false else true` are operators, if the
    ///   branches are cheap, and `if c then 1 else 0` is a conversion;
    /// - `if a == b then a else b` is `b`, for integers;
    /// - a loop's result that no iteration changes is its initial value;
    /// - a copy is the array itself, unless one of the two is overwritten;
    /// - a map's result that is an input is that input, a result that is the same for all elements is a replicate, and
    ///   a map that rearranges its elements is a rearranged array, unless one of the two arrays is overwritten.
    pub fn equal_results(&mut self, known: &Known<'b>, stm: &Stm<'b>, results: &[Id]) {
        match stm.exp {
            Exp::If { cond, yes, no, .. } => {
                let cheap = is_cheap(yes) && is_cheap(no);
                for ((result, yes_atom), no_atom) in results.iter().zip(yes.result).zip(no.result) {
                    // If both branches end with the same name, the name is from outside.
                    if yes_atom == no_atom {
                        let same = self.atom(known, yes_atom);
                        self.equal(*result, same, "branches-agree");
                    } else if let Some(prim) = counted(yes_atom, no_atom) {
                        let cond = self.atom(known, cond);
                        let same = self.graph.add(Term::new(Op::Convert(PrimType::Bool, prim), [cond]));
                        self.equal(*result, same, "branch-of-numbers");
                    } else if let Some(same) = self.unless_equal(known, cond, (yes, yes_atom), (no, no_atom)) {
                        self.equal(*result, same, "branch-of-equals");
                    } else if cheap && self.graph[*result].data.ty == Some(Ty::scalar(PrimType::Bool)) {
                        let cond = self.atom(known, cond);
                        let (yes, no) = (self.inside(known, yes, yes_atom), self.inside(known, no, no_atom));
                        let truth = |id: Id| match self.graph[id].data.value {
                            Some(PrimValue::Bool(truth)) => Some(truth),
                            _ => None,
                        };
                        let term = match (truth(yes), truth(no)) {
                            (Some(false), Some(true)) => Term::new(Op::Un(UnOp::Not, PrimType::Bool), [cond]),
                            (_, Some(false)) => Term::new(Op::Bin(BinOp::LogAnd, PrimType::Bool), [cond, yes]),
                            (Some(true), _) => Term::new(Op::Bin(BinOp::LogOr, PrimType::Bool), [cond, no]),
                            _ => continue,
                        };
                        let same = self.graph.add(term);
                        self.equal(*result, same, "branch-of-truths");
                    }
                }
            }
            Exp::Loop { params, inits, form, body, .. } => {
                let driver = match form {
                    LoopForm::While { cond, .. } => Some(*cond),
                    LoopForm::For { .. } => None,
                };
                for (position, (param, result)) in params.iter().zip(body.result).enumerate() {
                    let unchanged = matches!(result, Atom::Var { name, .. } if *name == param.name);
                    let scalar = matches!(param.ty, Type::Scalar { .. });
                    if unchanged && scalar && driver != Some(param.name) {
                        let init = self.atom(known, &inits[position]);
                        self.equal(results[position], init, "invariant-result");
                    }
                }
            }
            Exp::Copy { array, .. } => {
                let view = |term: &Term| matches!(term.op, Op::Slice(_) | Op::Rearrange(_) | Op::Reshape);
                let source = self.name(known, *array);
                let overwritten = stm.pat.iter().any(|param| self.touched.contains(&param.name));
                // A view is often copied to have its elements next to each other in memory.
                if !overwritten
                    && !self.changes(known, *array)
                    && let [result] = *results
                    && !self.graph[source].nodes.iter().any(view)
                {
                    self.equal(result, source, "copy-nobody-overwrites");
                }
            }
            Exp::Map { width, arrays, lambda, .. } => {
                let bound = |name: Name| {
                    let mut bound = lambda.params.iter().chain(lambda.body.stms.iter().flat_map(|stm| stm.pat));
                    bound.any(|param| param.name == name)
                };
                for (position, value) in lambda.body.result.iter().enumerate() {
                    if stm.pat.get(position).is_none_or(|param| self.touched.contains(&param.name)) {
                        continue;
                    }
                    let input = |name| lambda.params.iter().position(|param| Some(param.name) == name);
                    let same = match (input(variable(value)), value) {
                        (Some(input), _) if !self.changes(known, arrays[input]) => self.name(known, arrays[input]),
                        _ if let [Stm { pat: [row], certs: [], exp: Exp::Rearrange { array, perm, .. }, .. }] =
                            lambda.body.stms
                            && variable(value) == Some(row.name)
                            && let Some(input) = input(Some(*array))
                            && !self.changes(known, arrays[input]) =>
                        {
                            let perm: Box<[i64]> = std::iter::once(0).chain(perm.iter().map(|at| at + 1)).collect();
                            let array = self.name(known, arrays[input]);
                            self.graph.add(Term::new(Op::Rearrange(perm), [array]))
                        }
                        (None, value) if variable(value).is_none_or(|name| !bound(name)) => {
                            let (value, width) = (self.atom(known, value), self.atom(known, width));
                            self.graph.add(Term::new(Op::Replicate, [value, width]))
                        }
                        _ => continue,
                    };
                    self.equal(results[position], same, "trivial-map");
                }
            }
            _ => {}
        }
    }
}

/// The integer type of a branch that converts a truth value to 1 or 0.
fn counted(yes: &Atom, no: &Atom) -> Option<PrimType> {
    let (Atom::Const { value: yes, .. }, Atom::Const { value: no, .. }) = (yes, no) else { return None };
    let prim = yes.prim_type();
    (prim.is_integer() && yes.as_i64() == Some(1) && no.as_i64() == Some(0)).then_some(prim)
}

/// The largest number of statements of a branch that is computed unconditionally.
const MAX_CHEAP: usize = 4;

/// Whether a branch may be computed unconditionally: it consists of a few operators, and none of them can fail.
fn is_cheap(body: &Body<'_>) -> bool {
    let cheap = |stm: &Stm<'_>| match stm.exp {
        Exp::Bin { op, prim, .. } => !op.can_fail(*prim),
        Exp::Un { .. } | Exp::Convert { .. } | Exp::Atoms { .. } => true,
        _ => false,
    };
    body.stms.len() <= MAX_CHEAP && body.stms.iter().all(|stm| cheap(stm) && stm.certs.is_empty())
}
