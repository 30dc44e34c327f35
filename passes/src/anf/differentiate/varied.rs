//! Finds the names whose values vary with the point at which a function is differentiated. Only these have derivatives.

use crate::anf::support::code::variable;
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp, Lambda, Stm, Type};
use languages::prim::{BinOp, PrimType, UnOp};
use rustc_hash::FxHashSet;

/// Names whose values vary.
#[derive(Clone, Default)]
pub struct Varied(FxHashSet<Name>);

/// Whether the result of an operator changes smoothly with its operands.
pub fn is_smooth(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Bin { op, prim, .. } => {
            let bits = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::MulHi);
            !op.is_comparison() && !bits && (*prim != PrimType::Bool || *op == BinOp::LogAnd)
        }
        Exp::Un { op, .. } => !matches!(
            op,
            UnOp::Complement
                | UnOp::Sgn
                | UnOp::Ceil
                | UnOp::Floor
                | UnOp::Round
                | UnOp::Trunc
                | UnOp::IsNan
                | UnOp::IsInf
                | UnOp::PopCount
                | UnOp::Clz
                | UnOp::Ctz
        ),
        Exp::Convert { from, to, .. } => *from != PrimType::Bool && *to != PrimType::Bool,
        _ => true,
    }
}

impl Varied {
    /// Only these names.
    pub fn only(names: impl IntoIterator<Item = Name>) -> Self {
        Varied(names.into_iter().collect())
    }

    /// Whether a name's value varies.
    pub fn has(&self, name: Name) -> bool {
        self.0.contains(&name)
    }

    /// Whether an atom's value varies.
    pub fn holds(&self, atom: &Atom) -> bool {
        variable(atom).is_some_and(|name| self.has(name))
    }

    /// Adds a name.
    pub fn add(&mut self, name: Name) {
        self.0.insert(name);
    }

    /// The free names of a node that vary, each once.
    pub fn free_in(&self, node: &impl Node) -> Vec<Name> {
        let mut seen = FxHashSet::default();
        node.free_names().into_iter().filter(|name| self.has(*name) && seen.insert(*name)).collect()
    }

    /// Adds the names that statements bind, if they vary.
    pub fn follow(&mut self, stms: &[Stm<'_>]) {
        for stm in stms {
            let results = self.exp(stm.exp);
            for (at, param) in stm.pat.iter().enumerate() {
                let varies = results.get(at).or(results.last()).copied().unwrap_or(false);
                if varies && !matches!(param.ty, Type::Cert { .. }) {
                    self.add(param.name);
                }
            }
        }
    }

    fn body(&mut self, body: &Body<'_>) -> Vec<bool> {
        self.follow(body.stms);
        body.result.iter().map(|atom| self.holds(atom)).collect()
    }

    /// Adds the parameters that take varied values.
    fn take(&mut self, lambda: &Lambda<'_>, given: &[bool]) {
        let params = lambda.params.iter().zip(given).filter(|(_, varies)| **varies);
        self.0.extend(params.map(|(param, _)| param.name));
    }

    /// Whether each result of an expression varies; the last one stands for all others.
    fn exp(&mut self, exp: &Exp<'_>) -> Vec<bool> {
        let has = |this: &Self, names: &[Name]| names.iter().map(|name| this.has(*name)).collect::<Vec<bool>>();
        match exp {
            Exp::Atoms { atoms, .. } => atoms.iter().map(|atom| self.holds(atom)).collect(),
            Exp::Bin { lhs, rhs, .. } => vec![is_smooth(exp) && (self.holds(lhs) || self.holds(rhs))],
            Exp::Un { arg, .. } | Exp::Convert { arg, .. } => vec![is_smooth(exp) && self.holds(arg)],
            Exp::Tri { a, b, c, .. } => vec![[a, b, c].into_iter().any(|atom| self.holds(atom))],
            Exp::Index { array, .. }
            | Exp::Slice { array, .. }
            | Exp::Copy { array, .. }
            | Exp::Rearrange { array, .. }
            | Exp::Reshape { array, .. } => has(self, &[*array]),
            Exp::Update { array, value, .. } => vec![self.has(*array) || self.holds(value)],
            Exp::ArrayLit { elems, .. } => vec![elems.iter().any(|elem| self.holds(elem))],
            Exp::Replicate { value, .. } => vec![self.holds(value)],
            Exp::Concat { arrays, .. } => vec![has(self, arrays).contains(&true)],
            Exp::If { yes, no, .. } => {
                let (yes, no) = (self.body(yes), self.body(no));
                yes.into_iter().zip(no).map(|(yes, no)| yes || no).collect()
            }
            Exp::Loop { params, inits, body, .. } => {
                let mut state: Vec<bool> = inits.iter().map(|init| self.holds(init)).collect();
                loop {
                    let varied = params.iter().zip(&state).filter(|(_, varies)| **varies);
                    let names: Vec<Name> = varied.map(|(param, _)| param.name).collect();
                    self.0.extend(names);
                    let after: Vec<bool> = self.body(body).into_iter().zip(&state).map(|(a, b)| a || *b).collect();
                    if after == state {
                        return state;
                    }
                    state = after;
                }
            }
            Exp::Map { arrays, lambda, .. } => {
                self.take(lambda, &has(self, arrays));
                self.body(lambda.body)
            }
            Exp::Iota { count, start, step, .. } => {
                vec![[count, start, step].into_iter().any(|atom| self.holds(atom))]
            }
            Exp::Scratch { .. }
            | Exp::Capacity { .. }
            | Exp::Parameter { .. }
            | Exp::Assert { .. }
            | Exp::Trace { .. } => Vec::new(),
            Exp::Call { args, .. } | Exp::WithAdjoint { args, .. } => {
                vec![args.iter().any(|arg| self.holds(arg))]
            }
            // All results of the other SOACs vary if anything does that they depend on. Inside, all parameters vary.
            _ => {
                let varies = exp.free_names().into_iter().any(|name| self.has(name));
                if varies {
                    self.all_inside(exp);
                }
                vec![varies]
            }
        }
    }

    /// Adds all names that are bound inside of an expression.
    fn all_inside(&mut self, exp: &Exp<'_>) {
        let mut lambdas: Vec<&Lambda<'_>> = Vec::new();
        match exp {
            Exp::Reduce { lambda, ops, .. } => {
                lambdas.push(lambda);
                lambdas.extend(ops.iter().map(|op| op.lambda));
            }
            Exp::Scan { lambda, ops, post, totals, .. } => {
                lambdas.extend([*lambda, *post]);
                lambdas.extend(ops.iter().chain(*totals).map(|op| op.lambda));
            }
            Exp::Scatter { lambda, .. } => lambdas.push(lambda),
            Exp::Hist { lambda, ops, .. } => {
                lambdas.push(lambda);
                lambdas.extend(ops.iter().map(|op| op.lambda));
            }
            Exp::Stream { lambda, ops, .. } => {
                lambdas.push(lambda);
                lambdas.extend(ops.iter().map(|op| op.lambda));
            }
            Exp::Accumulate { lambda, .. } => lambdas.extend(*lambda),
            _ => {}
        }
        for lambda in lambdas {
            self.take(lambda, &vec![true; lambda.params.len()]);
            self.follow(lambda.body.stms);
        }
    }
}
