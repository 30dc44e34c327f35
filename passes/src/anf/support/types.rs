//! The types of all names of an `Anf` program. Names are unique, so one table serves all scopes.

use framework::Name;
use languages::anf::{Exp, Fun, LoopForm, Param, Program, Type, Visit, walk_exp, walk_fun, walk_param};
use languages::prim::PrimType;
use rustc_hash::FxHashMap;

/// The type of each bound name.
#[derive(Default)]
pub struct Types<'a> {
    types: FxHashMap<Name, Type<'a>>,
}

impl<'a> Types<'a> {
    /// Collects the types of a program.
    pub fn of(program: &'a Program<'a>) -> Self {
        let mut types = Types::default();
        types.visit_program(program);
        types
    }

    /// Adds a name.
    pub fn insert(&mut self, name: Name, ty: Type<'a>) {
        self.types.insert(name, ty);
    }

    /// The type of a name.
    pub fn get(&self, name: Name) -> Option<Type<'a>> {
        self.types.get(&name).copied()
    }
}

impl<'a> Visit<'a> for Types<'a> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.types.insert(node.name, *node.ty);
        walk_param(self, node);
    }

    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Loop { form: LoopForm::For { index, prim, span, .. }, .. } = node {
            self.types.insert(*index, Type::Scalar { span: *span, prim: *prim });
        }
        walk_exp(self, node);
    }

    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        walk_fun(self, node);
    }
}

/// The element type of an array, if it is known.
pub fn element(ty: Option<Type<'_>>) -> Option<PrimType> {
    match ty? {
        Type::Array { prim, .. } => Some(prim),
        _ => None,
    }
}
