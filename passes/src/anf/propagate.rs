//! `propagate`: copies and constants go where they are used; scalar expressions are computed once.

use framework::pass::{Context, Transform};
use framework::{Name, Names, Owned, Renaming, Result, Static, pass};
use languages::anf::{Anf, Atom, Body, Exp, Fun, Program, Stm, Visit, walk_body, walk_fun, walk_stm};
use languages::prim::{BinOp, PrimValue, convert};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

pass! {
    /// Replaces names of copies by what they are copies of, folds scalar operators on constants, and names equal scalar expressions once.
    ///
    ///     a = b; c = 2 + 3; d = a + c; e = b + 5     becomes     d = b + 5, with d for e
    ///
    /// What nobody uses afterwards stays for `remove-dead`. Arrays are never shared: two equal ones may be overwritten separately. Floats are folded
    /// by the same operators that run them, and by no law that does not hold for them.
    pub Propagate = "propagate": Anf => Anf {
        counts: { copies, folded, common },
    }
}

impl Transform for Propagate {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut facts = Facts::default();
        facts.visit_program(program.root());
        for (counter, count) in [("copies", facts.copies), ("folded", facts.folded), ("common", facts.common)] {
            context.count(counter, count);
        }
        Owned::build(|arena| {
            let mut renaming = Renaming::new(Names::Unique);
            for (name, atom) in &facts.known {
                renaming = match atom {
                    Atom::Var { name: to, .. } => renaming.rename(*name, *to),
                    Atom::Const { .. } => renaming.replace(*name, Static(*atom, PhantomData)),
                };
            }
            let root: &Program<'_> = program.root();
            Ok(root.copy_into(arena, &mut renaming))
        })
    }
}

/// What names stand for.
#[derive(Default)]
struct Facts {
    known: FxHashMap<Name, Atom>,
    /// Scalar expressions in scope with their names, a table for each body around.
    expressions: Vec<FxHashMap<Key, Name>>,
    copies: u64,
    folded: u64,
    common: u64,
}

/// A scalar expression as something to look up: the production's parts with operands resolved.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Bin(BinOp, languages::prim::PrimType, Atom, Atom),
    Un(languages::prim::UnOp, languages::prim::PrimType, Atom),
    Convert(languages::prim::PrimType, languages::prim::PrimType, Atom),
}

impl Facts {
    fn resolve(&self, atom: &Atom) -> Atom {
        match atom {
            Atom::Var { name, .. } => self.known.get(name).copied().unwrap_or(*atom),
            Atom::Const { .. } => *atom,
        }
    }

    fn common(&mut self, name: Name, key: Key) {
        if let Some(known) = self.expressions.iter().rev().find_map(|table| table.get(&key)) {
            self.common += 1;
            self.known.insert(name, crate::anf::code::var(*known));
        } else if let Some(table) = self.expressions.last_mut() {
            table.insert(key, name);
        }
    }

    fn fold(&mut self, name: Name, value: PrimValue) {
        self.folded += 1;
        self.known.insert(name, Atom::Const { span: framework::Span::NONE, value });
    }

    fn learn(&mut self, stm: &Stm<'_>) {
        // What depends on a check stays behind it.
        if !stm.certs.is_empty() && !matches!(stm.exp, Exp::Atoms { .. }) {
            return;
        }
        match (stm.exp, stm.pat) {
            (Exp::Atoms { atoms, .. }, pat) if stm.certs.is_empty() => {
                for (param, atom) in pat.iter().zip(*atoms) {
                    let atom = self.resolve(atom);
                    self.copies += 1;
                    self.known.insert(param.name, atom);
                }
            }
            (Exp::Bin { op, prim, lhs, rhs, .. }, [param]) => {
                let (lhs, rhs) = (self.resolve(lhs), self.resolve(rhs));
                if let (Atom::Const { value: a, .. }, Atom::Const { value: b, .. }) = (lhs, rhs)
                    && let Ok(value) = op.eval(a, b)
                {
                    self.fold(param.name, value);
                } else if let Some(simple) = simpler(*op, prim.is_integer(), lhs, rhs) {
                    self.folded += 1;
                    self.known.insert(param.name, simple);
                } else {
                    self.common(param.name, Key::Bin(*op, *prim, lhs, rhs));
                }
            }
            (Exp::Un { op, prim, arg, .. }, [param]) => match self.resolve(arg) {
                Atom::Const { value, .. } if op.eval(value).is_ok() => {
                    if let Ok(value) = op.eval(value) {
                        self.fold(param.name, value);
                    }
                }
                arg => self.common(param.name, Key::Un(*op, *prim, arg)),
            },
            (Exp::Convert { from, to, arg, .. }, [param]) => match self.resolve(arg) {
                Atom::Const { value, .. } => self.fold(param.name, convert(value, *to)),
                arg => self.common(param.name, Key::Convert(*from, *to, arg)),
            },
            _ => {}
        }
    }
}

/// An operand or a constant that an operator always yields. The laws hold for integers and truth values.
fn simpler(op: BinOp, integers: bool, lhs: Atom, rhs: Atom) -> Option<Atom> {
    let is = |atom: Atom, wanted: i64| matches!(atom, Atom::Const { value, .. } if value.as_i64() == Some(wanted));
    let truth =
        |atom: Atom, wanted: bool| matches!(atom, Atom::Const { value: PrimValue::Bool(value), .. } if value == wanted);
    let boolean = |value: bool| Atom::Const { span: framework::Span::NONE, value: PrimValue::Bool(value) };
    match op {
        BinOp::Add if integers && is(lhs, 0) => Some(rhs),
        BinOp::Add | BinOp::Sub if integers && is(rhs, 0) => Some(lhs),
        BinOp::Mul if integers && is(lhs, 1) => Some(rhs),
        BinOp::Mul | BinOp::Div | BinOp::Quot if integers && is(rhs, 1) => Some(lhs),
        BinOp::Mul if integers && (is(lhs, 0) || is(rhs, 0)) => Some(if is(lhs, 0) { lhs } else { rhs }),
        BinOp::LogAnd if truth(lhs, true) => Some(rhs),
        BinOp::LogAnd if truth(rhs, true) => Some(lhs),
        BinOp::LogAnd if truth(lhs, false) || truth(rhs, false) => Some(boolean(false)),
        BinOp::LogOr if truth(lhs, false) => Some(rhs),
        BinOp::LogOr if truth(rhs, false) => Some(lhs),
        BinOp::LogOr if truth(lhs, true) || truth(rhs, true) => Some(boolean(true)),
        BinOp::Le | BinOp::Ge | BinOp::Eq if integers && lhs == rhs => Some(boolean(true)),
        BinOp::Lt | BinOp::Gt | BinOp::Ne if integers && lhs == rhs => Some(boolean(false)),
        _ => None,
    }
}

impl<'a> Visit<'a> for Facts {
    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        self.expressions.clear();
        walk_fun(self, node);
    }

    fn visit_body(&mut self, node: &'a Body<'a>) {
        self.expressions.push(FxHashMap::default());
        walk_body(self, node);
        self.expressions.pop();
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        walk_stm(self, node);
        self.learn(node);
    }
}
