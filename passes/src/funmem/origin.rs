//! Finds the array that an array results from by in-place operations.

use framework::Name;
use languages::seg::{Atom, Exp, KernelResult, Program, Stm, Visit, walk_stm};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The definitions of all names of a program.
#[derive(Default)]
pub struct Origins<'a> {
    definitions: FxHashMap<Name, (&'a Exp<'a>, usize)>,
    known: RefCell<FxHashMap<Name, Name>>,
}

impl<'a> Visit<'a> for Origins<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        for (position, param) in node.pat.iter().enumerate() {
            self.definitions.insert(param.name, (node.exp, position));
        }
        walk_stm(self, node);
    }
}

impl<'a> Origins<'a> {
    /// Collects the definitions of a program with unique names.
    pub fn of(program: &'a Program<'a>) -> Self {
        let mut origins = Origins::default();
        origins.visit_program(program);
        origins
    }

    /// The origin of an array: the array from which it results by in-place updates alone, or the array itself. Arrays
    /// of one origin share the block and the layout.
    pub fn origin(&self, name: Name) -> Name {
        if let Some(known) = self.known.borrow().get(&name) {
            return *known;
        }
        let origin = self.step(name).map_or(name, |source| self.origin(source));
        self.known.borrow_mut().insert(name, origin);
        origin
    }

    fn step(&self, name: Name) -> Option<Name> {
        let (exp, position) = self.definitions.get(&name)?;
        match exp {
            Exp::Atoms { atoms, .. } => variable(atoms.get(*position)?),
            Exp::Update { array, .. } => Some(*array),
            Exp::If { yes, no, .. } => {
                let yes = self.origin(variable(yes.result.get(*position)?)?);
                let no = self.origin(variable(no.result.get(*position)?)?);
                (yes == no).then_some(yes)
            }
            Exp::Loop { params, inits, body, .. } => {
                let param = params.get(*position)?.name;
                let result = variable(body.result.get(*position)?)?;
                (self.origin(result) == param).then(|| variable(inits.get(*position)?))?
            }
            Exp::SegMap { body, .. } => match body.results.get(*position)? {
                KernelResult::Writes { dest, .. } => Some(*dest),
                KernelResult::Returns { .. } => None,
            },
            Exp::SegHist { ops, .. } => ops.iter().flat_map(|op| op.dests).nth(*position).copied(),
            Exp::SegStream { dests, .. } | Exp::Accumulate { dests, .. } => dests.get(*position).copied(),
            _ => None,
        }
    }
}

fn variable(atom: &Atom) -> Option<Name> {
    match atom {
        Atom::Var { name, .. } => Some(*name),
        Atom::Const { .. } => None,
    }
}
